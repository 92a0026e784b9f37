/* <qed-evening>: the moderator's page. Attributes: game; players="8 9 10" (the counts there are packs for); packs is the
 * folder of the packs, rules the address of the rules page; linked keeps the address of the page up to date. */

const MANY = 9;

class QedEvening extends Keeping {
  // ---- what stands now -----------------------------------------------------------------------------------------

  show() {
    const { said, evening } = this, leaves = evening.openLeaves(), at = Math.min(evening.sheet.turned, leaves.length - 1);
    const leaf = leaves[at], last = at === leaves.length - 1;
    const back = at > 0 && button("small", () => this.turn(-1), said.back);
    const minutes = evening.words.table.timers[leaf.name], talk = minutes && evening.sheet.until === null
      && button("small", () => this.talk(minutes), this.say("start_timer", { n: minutes }));
    const turning = h("div", { class: "qe-turn" }, last ? "" : button("big", () => this.turn(1), said.next), back);
    const asked = !last ? [] : evening.over ? this.ending() : this.question(leaf);
    this.main.replaceChildren(...this.leaf(leaf), talk || "", ...asked, turning);
    this.foot();
    const head = this.main.querySelector("h2, h3");
    if (head) {
      head.setAttribute("tabindex", "-1");
      head.focus({ preventScroll: true });
    }
    this.section.scrollIntoView({ block: "start" });
  }

  /** @param {Leaf} leaf @returns {Node[]} */
  leaf(leaf) {
    const { said, evening } = this, label = { all: said.all, note: said.note, cards: said.cards_cue };
    // What is for the same people stands together.
    const groups = leaf.cues.reduce((found, one) => {
      const last = found[found.length - 1], whom = ({ kind, seats }) => [kind, ...seats].join();
      const alike = last && whom(last[0]) === whom(one);
      return alike ? [...found.slice(0, -1), [...last, one]] : [...found, [one]];
    }, /** @type {Cue[][]} */ ([]));
    const cue = (group) => {
      const [{ kind, seats }] = group, whom = kind === "some" ? this.say("some", { names: evening.names(seats) }) : label[kind];
      return h("li", { class: `qe-cue qe-${kind}` }, h("strong", {}, whom), ...group.map(({ text }) => h("span", {}, text)));
    };
    const awake = leaf.awake && leaf.awake.length && this.say("awake", { names: evening.names(leaf.awake) });
    return [
      leaf.aloud && h("h2", { class: "qe-label" }, said.aloud),
      leaf.aloud && h("p", { class: "qe-aloud" }, leaf.aloud),
      awake ? h("p", { class: "qe-awake" }, awake) : null,
      leaf.pretended && h("p", { class: "qe-pretended" }, said.pretended),
      leaf.cues.length ? h("ul", { class: "qe-cues" }, ...groups.map(cue)) : null,
    ].filter(Boolean);
  }

  /** @param {Leaf} leaf @returns {Node[]} */
  question(leaf) {
    const { evening } = this, { words, sheet } = evening, asks = falling(evening), asked = asking(evening);
    const last = sheet.entries[sheet.entries.length - 1];
    const before = leaf.aloud || leaf.cues.length || (last && last.phase === asked.phase) ? "" : evening.lastAloud();
    const under = before ? [h("p", { class: "qe-under" }, this.say("under", { text: before }))] : [];
    if (asks) return [...under, ...dealing(this, asks)];
    const manner = asked.together ? "together" : asked.who, names = evening.names(asked.seats);
    return [
      ...under,
      h("p", { class: "qe-rule" }, words.head(words.name(asked.clause))),
      h("h3", { class: "qe-who" }, this.say(manner, { names })),
      ...this.choices(),
      ...(evening.chance ? [button("small", () => this.enter(evening.drawn()), this.said.draw)] : []),
    ];
  }

  /** What may be chosen, and what may not: whoever taps that is told why. @returns {Node[]} */
  choices() {
    const { said, evening } = this, { words, node, about } = evening, all = offers(evening), barred = others(evening);
    const { at, option } = this.only || {}, only = at === evening.sheet.entries.length ? option : null;
    const kinds = new Set(all.map(({ action }) => action.option));
    // Of one kind alone it goes without saying which.
    const named = (offer) => (node.options[only].picks.length > 1 ? offer
      : { ...offer, name: words.name(about.picks(offer.action)[0].word) });
    const legal = only === null ? all : all.filter(({ action }) => action.option === only).map(named);
    if (only === null && kinds.size > 1 && all.length > MANY) return this.kinds(all);
    const plain = new Set(legal.map(({ name }) => name)).size === legal.length;
    const why = h("p", { class: "qe-why", role: "status" });
    const choice = ({ action, name, sentence }) =>
      h("li", {}, button("choice", () => this.enter(evening.entryOf(action)), plain ? name : sentence));
    const not = this.say("not_now", { names: words.joined(barred.map(({ name }) => name)) });
    const explain = ({ action }) => {
      const [reason, ...failing] = whyNotNow(evening, action);
      why.textContent = words.head(words.stopped(reason))
        + (failing.length ? (words.ja ? "" : " ") + this.say("failing", { conditions: words.joined(failing) }) : "");
    };
    const no = (offer) => h("li", {}, button("choice", () => explain(offer), offer.name, { class: "qt-choice qt-cannot" }));
    return [
      only === null ? "" : h("p", { class: "qe-kind" }, words.head(words.name(node.options[only].name)), " ",
        button("plain", () => this.narrow(null), said.all_choices)),
      h("ul", { class: "qe-choices" }, ...legal.map(choice)),
      ...(barred.length ? [h("details", { class: "qe-barred" }, h("summary", {}, not),
        h("ul", { class: "qe-choices" }, ...barred.map(no)), why)] : []),
    ];
  }

  /** Of very many choices first which kind. @param {Offer[]} all @returns {Node[]} */
  kinds(all) {
    const { words, node } = this.evening, made = [...new Set(all.map(({ action }) => action.option))].map((option) => {
      const those = all.filter(({ action }) => action.option === option);
      const [{ action, name }] = those;
      if (those.length === 1) return button("choice", () => this.enter(this.evening.entryOf(action)), name);
      return button("choice", () => this.narrow(option), `${words.name(node.options[option].name)} …`);
    });
    return [h("ul", { class: "qe-choices" }, ...made.map((one) => h("li", {}, one)))];
  }

  /** @param {number | null} option */
  narrow(option) {
    this.only = { at: option === null ? -1 : this.evening.sheet.entries.length, option };
    this.show();
  }

  /** @returns {Node[]} */
  ending() {
    const { said, evening } = this;
    return [
      h("h2", { class: "qe-label" }, said.over), h("p", { class: "qe-aloud" }, evening.teller.result(evening.now.result)),
      ...storyParts(this), button("small", () => newPanel(this), said.new),
    ];
  }

  // ---- below, and beside ---------------------------------------------------------------------------------------

  foot() {
    const { said } = this;
    document.documentElement.dataset.qedEvening = "";
    this.clock = h("span", {}, said.timer);
    const item = (icon, name, act) => {
      const made = button("item", act, h("span", { class: "qe-icon", "aria-hidden": "true" }, icon));
      made.append(name);
      return made;
    };
    this.bar.hidden = false;
    this.bar.replaceChildren(...[
      item("↶", said.undo, () => undoPanel(this)), item("☰", said.who, () => peoplePanel(this)),
      item("◉", said.shown, () => shownPanel(this)), item("◷", this.clock, () => timerPanel(this)),
      item("⋯", said.more, () => morePanel(this)),
    ]);
    this.tick();
  }

  /** A phone that goes dark while the moderator looks elsewhere has to be unlocked for every leaf. */
  stayOn() {
    if (!this.evening || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    navigator.wakeLock.request("screen").catch(() => undefined);
  }

  closePanel() {
    if (this.panel) this.panel.remove();
    this.panel = null;
  }

  /** The talk begins, or is over. @param {number | null} minutes */
  talk(minutes) {
    if (minutes !== null) this.minutes = minutes;
    const until = minutes === null ? null : Math.round(Date.now() / 100 + minutes * 600) / 10;
    this.keep({ ...this.evening.sheet, until });
    this.closePanel();
    this.foot();
  }

  tick() {
    if (!this.evening || !this.clock) return;
    const { until } = this.evening.sheet;
    const text = until === null ? this.said.timer : clock(until);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("qe-running", until !== null);
    const large = this.querySelector("[data-clock]");
    if (large && until !== null) large.textContent = clock(until);
    if (until === null || until > Date.now() / 1000) return;
    this.talk(null);
    this.tell(this.said.time_up);
    if (navigator.vibrate) navigator.vibrate([300, 150, 300]);
    ring();
  }
}
