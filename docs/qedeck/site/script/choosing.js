/* Choices of a table as buttons, or by a tap on what lies there; and why something may not be chosen. */

/** A seat, with what may be chosen there. */
class Choosing extends Seated {
  /** The choices as buttons: all of them, or those with one thing. @param {Thing} [only] */
  offer(only) {
    // Whoever chose by keyboard goes on choosing by keyboard.
    this.keyed = this.keyed || this.ask.contains(document.activeElement);
    this.ask.replaceChildren(...this.question(only));
    const first = this.ask.querySelector(".qt-choice");
    if (this.keyed && first) {
      first.focus({ preventScroll: true });
      this.keyed = false;
    }
  }

  /** @param {Thing} [only] @returns {(Node | string)[]} */
  question(only) {
    const { phrases, words, play, about } = this, { asked } = this.view, legal = this.mine(), who = this.who(asked);
    if (play.now.result) {
      return [h("h2", {}, phrases.over), h("p", { class: "qt-result" }, this.teller.result(play.now.result))];
    }
    if (!legal.length) {
      return [h("h2", {}, this.say("decides", { who })), h("p", {}, this.timer ? "…" : phrases.waiting)];
    }
    const node = about.nodes[play.now.node], yours = this.eyes !== null && asked && asked.player === this.seat;
    const shown = only ? legal.filter((action) => isWith(about, this.view, action, only)) : legal;
    // A card in one's hand says enough; of a seat or a place one must hear what becomes of it.
    const held = this.held();
    const plain = legal.every((action) => action.option === legal[0].option && action.values.length === 1
      && held.includes(about.picks(action)[0].word));
    const choice = (action) => {
      const label = words.label(action), name = plain && words.name(about.picks(action)[0].word);
      return button("choice", () => this.choose(action), name || label, { "aria-label": name ? label : null });
    };
    const cannot = (card) => {
      const made = button("choice", () => this.explain(card), words.name(card), { "data-card": card });
      made.classList.add("qt-cannot");
      made.append(" ", h("small", {}, phrases.cannot));
      return made;
    };
    const with_ = only && this.say("filter", { thing: words.name(only.card || only.place || only.words[0]) });
    const made = [...shown.map(choice), ...(only ? [] : this.forbidden().map(cannot))];
    return [
      h("h2", {}, this.say(yours ? "yours" : "decides", { who }), " ", this.ruleButton(clauseOf(node))),
      only ? h("p", {}, with_, " ", button("plain", () => this.offer(), phrases.show_all)) : "",
      h("ul", { class: "qt-choices", "aria-label": phrases.choices }, ...made.map((one) => h("li", {}, one))),
    ];
  }

  /** The cards that whoever chooses has in a hand and may not choose. @returns {string[]} */
  forbidden() {
    return this.held().filter((card) => whyNot(this.play, this.words, card));
  }

  /** The cards that whoever chooses has in a hand, where cards are chosen; those that are seen. @returns {string[]} */
  held() {
    const { about, play, view } = this, seat = play.now.asked && play.now.asked.player;
    if (!seat) return [];
    const picks = about.nodes[play.now.node].options.flatMap((option) => option.picks);
    const sets = picks.filter((pick) => about.isCard(pick.type)).map((pick) => pick.type[1]);
    const hands = [...about.lying.values()].filter(({ zone, owner }) => {
      const { owned, kind, sight, cards } = about.zones.get(zone);
      return owner === seat && kind !== "grid" && isHeld({ owned, sight }) && sets.includes(cards);
    });
    const held = hands.flatMap(({ key }) => {
      const { cards } = view.zones[key];
      return Array.isArray(cards) ? cards : Object.keys(cards || {});
    });
    return [...new Set(held)].filter(Boolean);
  }

  /** Something on the table was tapped: do the one thing that it means, list those it may mean, or say why not.
   * @param {MouseEvent} event */
  tapped(event) {
    const part = event.target instanceof Element ? event.target.closest(THINGS) : null;
    if (!part) return;
    const thing = thingOf(this.about, part);
    const legal = this.mine().filter((action) => isWith(this.about, this.view, action, thing));
    if (legal.length === 1) return this.choose(legal[0]);
    if (legal.length) {
      this.keyed = true;
      this.offer(thing);
    } else if (thing.card || thing.place) this.explain(thing.card || thing.place);
  }

  /** Why something cannot be chosen now. @param {string} word */
  explain(word) {
    const { words, seat } = this, { asked } = this.view, said = this.phrases.refused;
    const { conditions = {} } = words.table;
    const why = whyNot(this.play, words, word);
    if (!why) return;
    const others = this.eyes !== null && asked && asked.player && asked.player !== seat;
    const text = others ? fill(said.turn, { name: words.seat(seat), who: this.who(asked) }) : why.text;
    const failing = (others ? [] : why.failing).map(({ define, text: written }) =>
      define ? this.ruleButton(this.clauseOfDefine(define))
        : has(conditions, written) ? h("q", {}, conditions[written]) : h("code", {}, written));
    const named = others ? null : why.failing.find(({ define }) => define);
    this.light(named ? this.clauseOfDefine(named.define) : why.clause);
    this.told.replaceChildren(words.head(words.stopped(text)),
      ...(failing.length ? [" ", said.failing, ...failing.flatMap((one) => [" ", one])] : []));
  }

  /** @param {string} name */
  clauseOfDefine(name) {
    const define = this.about.text.defines.find((one) => one.name === name);
    return define ? define.clause : name;
  }
}
