/* <qed-explorer>: a definition is asked. */

/* Attributes: game, players, definition (the name of its clause); counts="3 4 5" offers other player counts;
 * lay="werewolf, seer" lays cards at first; packs as for a table. What the definition reads can be set: cards of
 * rows and piles are laid, remembered values chosen. The module is asked what it comes to, and by which row. */
class QedExplorer extends HTMLElement {
  connectedCallback() {
    this.language = languageOf(this);
    this.phrases = PHRASES[this.language];
    this.definition = this.getAttribute("definition") || "";
    this.players = Number(this.getAttribute("players"));
    this.onhash = () => location.hash.slice(1) !== this.fragment && this.linked() && this.open(this.linked());
    window.addEventListener("hashchange", this.onhash);
    if (this.linked()) this.open(this.linked());
    else if (!this.machine) whenNear(this, () => this.open(null));
  }

  disconnectedCallback() {
    window.removeEventListener("hashchange", this.onhash);
  }

  /** The link to this question, if the address has one. */
  linked() {
    const given = new URLSearchParams(location.hash.slice(1));
    return given.get("ask") === this.definition && given.get("game") === this.getAttribute("game") ? given : null;
  }

  /** @param {URLSearchParams | null} link */
  async open(link) {
    const game = this.getAttribute("game") || "", settings = this.getAttribute("settings") || "";
    if (link && /^\d{1,3}$/.test(link.get("players") || "")) this.players = Number(link.get("players"));
    try {
      this.pack = await packOf(game, this.players, settings, this.getAttribute("packs"));
      this.machine = await machineOf(this.pack);
    } catch (error) {
      this.replaceChildren(trouble(this.phrases, error));
      return;
    }
    this.about = this.machine.about;
    this.words = new Words(this.about, this.pack.words[this.language]);
    this.start = this.machine.begin(0n);
    this.asked = this.about.text.defines.filter((one) => one.clause === this.definition && one.ask !== null);
    if (!this.asked.length) return;
    this.setUp();
    if (link) this.take(link);
    else for (const card of (this.getAttribute("lay") || "").split(",")) this.lay(this.zones[0], card.trim());
    this.furnish();
    this.show();
    if (link && link === this.linked()) this.scrollIntoView({ block: "center" });
    this.dispatchEvent(new CustomEvent("qed-ready", { bubbles: true }));
  }

  /** What can be set: the cards of zones, values, and what the definition is asked of. */
  setUp() {
    const { about, asked } = this, reads = new Set(asked.flatMap((one) => one.reads));
    /** @type {{zone: any, owner: number | null, cards: string[]}[]} */
    this.zones = [...about.zones.values()]
      .filter(({ kind, name }) => kind !== "grid" && ["", ".card", ".size"].some((part) => reads.has(name + part)))
      .map((zone) => ({ zone, owner: zone.owned ? 1 : null, cards: [] }));
    // Places of a row are not asked for: the answer is given for each of them.
    const rows = new Set(this.zones.map(({ zone }) => zone.places));
    this.params = asked[0].params.map(([name, type]) => ({
      name, type, each: type[0] === "member" && rows.has(type[1]),
      value: type[0] === "number" ? Math.max(1, type[1]) : 0,
    }));
    /** What is laid belongs to the player who is asked about, if it is about one. */
    this.whose = this.params.find((one) => one.type[1] === "player") || null;
    this.values = [...about.vars.values()].filter(({ name, role }) => reads.has(name) && role === "remembered")
      .map((value) => ({ value, row: [...this.start.cells(value.name)] }));
  }

  /** Whether another card of this kind can be laid there. @param {any} laid @param {string} card */
  room({ zone, cards }, card) {
    const { about } = this, most = zone.places ? about.domains[zone.places].length : Infinity;
    const copies = about.text.cards[zone.cards].copies[about.cards(zone.name).indexOf(card)] || 0;
    return cards.length < most && cards.filter((one) => one === card).length < copies;
  }

  /** @param {any} laid @param {string} card */
  lay(laid, card) {
    if (laid && this.room(laid, card)) laid.cards.push(card);
  }

  // ---- the link --------------------------------------------------------------------------------------------

  text() {
    const { about } = this, game = this.getAttribute("game") || "";
    const given = new URLSearchParams({ ask: this.definition, game, players: String(this.players) });
    for (const { zone, owner, cards } of this.zones) {
      if (owner && !this.whose) given.set(`${zone.name}.of`, String(owner));
      if (cards.length) given.set(zone.name, cards.join(","));
    }
    for (const { each, name, type, value } of this.params) {
      if (!each) given.set(name, String(about.word(type, value)));
    }
    for (const { value, row } of this.values) {
      const usual = this.start.cells(value.name);
      about.members(value.dims).forEach((members, k) => {
        const word = String(about.word(value.type, row[k]));
        if (row[k] !== usual[k]) given.set([value.name, ...members].join("."), word);
      });
    }
    return given.toString();
  }

  /** @param {URLSearchParams} given */
  take(given) {
    const { about } = this;
    const read = (type, key, otherwise) => {
      const found = choicesOf(about, type).find((value) => String(about.word(type, value)) === given.get(key));
      return found === undefined ? otherwise : found;
    };
    for (const laid of this.zones) {
      const owner = Number(given.get(`${laid.zone.name}.of`));
      if (laid.zone.owned && owner >= 1 && owner <= about.seats.length) laid.owner = owner;
      for (const card of (given.get(laid.zone.name) || "").split(",")) this.lay(laid, card);
    }
    for (const one of this.params) if (!one.each) one.value = read(one.type, one.name, one.value);
    for (const { value, row } of this.values) {
      about.members(value.dims).forEach((members, k) => {
        row[k] = read(value.type, [value.name, ...members].join("."), row[k]);
      });
    }
  }

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
      if (laid.owner === null || this.whose) continue;
      field(words.name(laid.zone.name), ["member", "player"], laid.owner - 1, (seat) => {
        laid.owner = seat + 1;
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

  // ---- the answer ------------------------------------------------------------------------------------------

  /** What is set is written into the memory of the module. */
  put() {
    const { machine, about, start } = this, players = about.seats.length;
    machine.bytes.set(start.state);
    for (const { zone, owner, cards } of this.zones) {
      const all = about.cards(zone.name), from = owner === null ? 0 : this.whose ? this.whose.value : owner - 1;
      const write = (part, width, cell) => {
        const row = [...start.cells(zone.name + part)];
        for (let k = 0; k < width; k++) row[from * width + k] = cell(k);
        machine.put(zone.name + part, row);
      };
      write(".size", 1, () => cards.length);
      if (zone.kind === "pile") {
        write("", all.length, (k) => cards.filter((one) => one === all[k]).length);
      } else {
        const room = about.domains[zone.places].length;
        write(".card", room, (k) => (k < cards.length ? all.indexOf(cards[k]) : -1));
        write(".by", room, (k) => (k < cards.length ? k % players : -1));
      }
    }
    for (const { value, row } of this.values) machine.put(value.name, row);
  }

  /** What the definition comes to, for these arguments: a word for each result (null: undefined), and the row that
   * applied. @param {number[]} given @returns {{results: (Word | null)[], row: string | null}} */
  ask(given) {
    const { machine, about, asked } = this;
    this.put();
    const results = asked.map(({ ask, type }) => {
      const found = machine.ask(ask, ...given);
      return found === null ? null : about.word(type, found);
    });
    for (const table of asked.flatMap((one) => one.tables)) {
      machine.ask(table.ask, ...given);
      const rows = machine.log();
      if (rows.length) return { results, row: table.rows[rows[rows.length - 1]].name };
      if (table.default) return { results, row: "otherwise" };
    }
    return { results, row: null };
  }

  /** The place that wins a row, from 0; null if nothing says so. @param {any} laid @returns {number | null} */
  winner({ zone, cards }) {
    const judges = (one) => one.name === zone.judge && one.ask !== null && !one.params.length;
    const judge = this.about.text.defines.find(judges);
    if (!judge || !cards.length) return null;
    this.put();
    return this.machine.ask(judge.ask);
  }

  /** What a definition came to, in words. @param {{results: (Word | null)[]}} found */
  said({ results }) {
    const { words, phrases } = this;
    return results.includes(null) ? phrases.undefined : results.map((word) => words.name(word)).join(" ");
  }

  /** The row that applied, in words: "werewolf, otherwise". @param {{row: string | null}} found */
  why({ row }) {
    const { phrases, words } = this;
    if (row === null) return "";
    const parts = row.split(", ").map((part) => {
      const number = /^case (\d+)$/.exec(part);
      if (number) return fill(phrases.case_k, { k: number[1] });
      return part === "otherwise" || part === "except" ? phrases[part] : words.name(part);
    });
    return h("small", {}, fill(phrases.by_row, { row: words.joined(parts) }));
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

/** The values of a type that can be chosen from a list.
 * @param {About} about @param {Type} type @returns {number[]} */
function choicesOf(about, type) {
  if (type[0] === "yes") return [0, 1];
  if (type[0] === "member") return [...(type[2] ? [-1] : []), ...about.domains[type[1]].keys()];
  const low = Math.max(type[1], 0), found = [];
  for (let k = low; k <= Math.min(type[2], low + 20); k++) found.push(k);
  return found;
}
