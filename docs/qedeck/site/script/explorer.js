/* <qed-explorer>: a definition is asked. */

/* Attributes: game, players, definition (the name of its clause); counts="3 4 5" offers other player counts;
 * lay="werewolf, seer" lays cards at first; packs as for a table. What the definition reads can be set: cards of
 * rows and piles are laid, remembered values chosen. The module is asked what it comes to, and by which row. */
class QedExplorer extends Asked {
  // ---- the furniture ---------------------------------------------------------------------------------------

  furnish() {
    const { phrases, words, about } = this;
    const pick = (laid, card) => button("pick", () => {
      this.lay(laid, card);
      this.show(true);
    }, face(this.pack, this.language, laid.zone.cards, card),
    { "data-card": card, title: words.name(card), "aria-label": fill(phrases.lay, { card: words.name(card) }) });
    const clear = (laid) => button("plain", () => {
      laid.cards = [];
      this.show(true);
    }, phrases.clear);
    this.fields = h("div", { class: "qt-bar" });
    this.tables = h("div", { class: "qt-laid" });
    this.answer = h("div", { class: "qt-answer", role: "status" });
    this.palettes = this.zones.map((laid) => {
      const there = about.cards(laid.zone.name).filter((card) => this.room({ ...laid, cards: [] }, card));
      return h("div", { class: "qt-palette", role: "group", "aria-label": words.name(laid.zone.name) },
        ...there.map((card) => pick(laid, card)));
    });
    this.replaceChildren(h("section", { class: "qt qt-explorer", "aria-label": words.name(this.definition) },
      this.fields, this.tables, this.answer,
      ...this.zones.map((laid, k) => h("div", {},
        h("p", { class: "qt-head" }, words.head(words.name(laid.zone.name)), " ", clear(laid)), this.palettes[k]))));
    this.setFields();
  }

  /** What can be chosen from lists; it depends on what is asked about. */
  setFields() {
    const { words, about, phrases } = this, named = this.params.filter((one) => !one.each), fields = [];
    const counts = (this.getAttribute("counts") || "").split(/\s+/).filter(Boolean);
    const field = (name, type, value, act) => {
      const choices = choicesOf(about, type).map((one) => [one, words.name(about.word(type, one))]);
      fields.push(chooser(words.head(name), choices, value, (chosen) => {
        act(Number(chosen));
        this.show(true);
      }));
    };
    if (counts.length > 1) {
      const again = () => this.open(new URLSearchParams(this.text()));
      fields.push(chooser(phrases.players, counts.map((many) => [many, many]), String(this.players), (many) => {
        this.players = Number(many);
        again();
      }));
    }
    for (const one of named) {
      field(this.called(one), one.type, one.value, (value) => {
        one.value = value;
        this.setFields();
      });
    }
    const chosen = new Set(named.map((one) => about.word(one.type, one.value)));
    for (const { value, row } of this.values) {
      // Of a value that is remembered of many, only those of what is asked about, if that is among them.
      const fits = value.dims.some((dim) => named.some((one) => one.type[1] === dim));
      about.members(value.dims).forEach((members, k) => {
        if (fits ? !members.some((one) => chosen.has(one)) : row.length > 12) return;
        const of = words.joined(members.map((one) => words.name(one)));
        field(words.name(value.name) + (of && (words.ja ? `（${of}）` : ` (${of})`)), value.type, row[k], (cell) => {
          row[k] = cell;
        });
      });
    }
    for (const laid of this.zones) {
      const asked = this.whose(laid.zone);
      about.kinds(laid.zone).forEach((kind, k) => {
        if (asked[k]) return;
        field(words.name(laid.zone.name), ["member", kind], laid.index[k], (member) => {
          laid.index[k] = member;
        });
      });
    }
    this.fields.replaceChildren(...fields);
    this.fields.hidden = !fields.length;
  }

  /** What a field is called: as the texts name it, else by its kind; of several of a kind, each with its letter.
   * @param {any} param */
  called({ name, type }) {
    const { words, phrases, params, definition } = this, { params: told } = words.table, key = `${definition}.${name}`;
    if (told && has(told, key)) return told[key];
    const kind = type[0] === "member" ? words.name(type[1]) : type[0] === "number" ? phrases.number : spoken(name);
    const alike = params.filter((one) => !one.each && one.type[0] === type[0] && one.type[1] === type[1]);
    return alike.length < 2 ? kind : kind + (words.ja ? `（${name}）` : ` (${name})`);
  }

  /** @param {boolean} [changed] */
  show(changed) {
    const each = this.params.filter((one) => one.each);
    const at = (...places) => this.params.map((one) => (one.each ? places[each.indexOf(one)] : one.value));
    this.tables.replaceChildren(...this.zones.map((laid) => this.row(laid, each.length === 1 ? at : null)));
    for (const [k, laid] of this.zones.entries()) {
      for (const one of this.palettes[k].children) one.disabled = !this.room(laid, one.dataset.card);
    }
    const found = each.length ? null : this.ask(at());
    const whole = found && h("p", {}, h("span", { class: "qt-worth" }, this.said(found)), " ", this.why(found));
    const two = each.length === 2 ? this.matrix(at) : null;
    this.answer.replaceChildren(...[whole, two].filter(Boolean), ...this.beside());
    if (!changed) return;
    this.fragment = this.text();
    history.replaceState(history.state, "", `#${this.fragment}`);
  }

  /** The cards that lie in a zone, each with what it comes to there. @param {any} laid @param {any} at */
  row(laid, at) {
    const { phrases, words } = this, won = this.winner(laid);
    const card = (name, k) => {
      const found = at && this.ask(at(k)), take = fill(phrases.take, { card: words.name(name) });
      const picked = button("pick", () => {
        laid.cards.splice(k, 1);
        this.show(true);
      }, face(this.pack, this.language, laid.zone.cards, name), { title: take, "aria-label": take });
      return h("li", { class: won === k ? "qt-won" : "" }, picked, h("b", {}, words.name(name)),
        found && h("span", { class: "qt-worth" }, this.said(found)), found && this.why(found),
        won === k && h("strong", {}, `★ ${phrases.wins}`));
    };
    const hint = h("li", { class: "qt-hint" }, phrases.lay_some);
    return h("ol", { class: "qt-row", "aria-label": words.name(laid.zone.name) },
      ...(laid.cards.length ? laid.cards.map(card) : [hint]));
  }

  /** A question about two places of a row: a table of all of them. @param {any} at */
  matrix(at) {
    const { words } = this, { cards } = this.zones[0], [one, two] = this.params;
    const name = (card, k, scope) => h("th", { scope }, `${k + 1}. ${words.name(card)}`);
    const rows = cards.map((card, i) => h("tr", {}, name(card, i, "row"),
      ...cards.map((_, j) => h("td", {}, i === j ? "–" : this.said(this.ask(at(i, j)))))));
    return h("div", { class: "qt-scroll" }, h("table", { class: "qt-matrix" },
      h("thead", {}, h("tr", {}, h("td", {}, `${one.name} \\ ${two.name}`),
        ...cards.map((card, k) => name(card, k, "col")))),
      h("tbody", {}, ...rows)));
  }

  /** What else is said of the cards that lie there: definitions without parameters that look at nothing else. */
  beside() {
    const { about, words, machine, zones } = this;
    if (!zones.some(({ cards }) => cards.length)) return [];
    const cells = new Set(zones.flatMap(({ zone: { name } }) => [name, `${name}.card`, `${name}.size`]));
    const others = about.text.defines.filter((one) => one.ask !== null && !one.params.length && one.reads.length
      && one.clause !== this.definition && one.reads.every((name) => cells.has(name))
      && !zones.some(({ zone }) => zone.judge === one.name));
    this.put();
    const told = others.flatMap(({ ask, type, clause }) => {
      const found = machine.ask(ask);
      const worth = found === null ? this.phrases.undefined : words.name(about.word(type, found));
      return [h("dt", {}, words.head(words.name(clause))), h("dd", {}, worth)];
    });
    return told.length ? [h("dl", { class: "qt-words" }, ...told)] : [];
  }
}
