/* <qed-evening>: the moderator's page. Attributes: game; players="8 9 10" (the counts there are packs for); packs is the
 * folder of the packs, rules the address of the rules page; linked keeps the address of the page up to date. */

const MANY = 9;

class QedEvening extends HTMLElement {
  connectedCallback() {
    this.language = languageOf(this);
    this.said = SAID[this.language];
    this.game = this.getAttribute("game") || "";
    this.counts = (this.getAttribute("players") || "").split(/\s+/).filter(Boolean).map(Number);
    this.shelf = new Shelf(this.game);
    this.minutes = 5;
    /** @type {Evening | null} */
    this.evening = null;
    this.main = h("div", { class: "qe-main" }, h("p", { role: "status" }, this.said.loading));
    this.note = h("p", { class: "qe-note", role: "status", hidden: true });
    this.bar = h("div", { class: "qe-bar", hidden: true });
    this.section = h("section", { class: "qe", "aria-label": this.said.evening }, this.note, this.main, this.bar);
    this.replaceChildren(this.section);
    this.ticking = window.setInterval(() => this.tick(), 250);
    this.onhash = () => location.hash.slice(1) !== this.fragment && this.open();
    if (this.hasAttribute("linked")) window.addEventListener("hashchange", this.onhash);
    this.onseen = () => this.stayOn();
    document.addEventListener("visibilitychange", this.onseen);
    this.open();
  }

  disconnectedCallback() {
    window.clearInterval(this.ticking);
    document.removeEventListener("visibilitychange", this.onseen);
    window.removeEventListener("hashchange", this.onhash);
  }

  /** @param {string} key @param {Record<string, any>} slots @returns {string} */
  say(key, slots) {
    return fill(this.said[key], Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, String(value)])));
  }

  /** @param {any} [text] @param {...Node} more */
  tell(text, ...more) {
    this.note.hidden = !text;
    this.note.replaceChildren(text || "", ...more);
  }

  // ---- opening and keeping -------------------------------------------------------------------------------------

  /** The evening of the link, or the one that is kept, or none yet. */
  async open() {
    const linked = this.hasAttribute("linked") ? sheetInLink(location.hash) : null, kept = this.shelf.load();
    this.tell("");
    if (linked === undefined) this.tell(this.said.broken);
    // A link to what is kept here, or to an earlier moment of it, is no other evening.
    const other = linked && !(kept && (isBefore(linked, kept) || isBefore(kept, linked)));
    if (linked && other && kept && kept.entries.length) {
      this.shelf.putAway();
      this.tell(this.said.other, " ", button("plain", () => this.toBefore(), this.said.to_other));
    }
    const sheet = linked && (other || !kept || isBefore(kept, linked)) ? linked : kept;
    await this.take(sheet || emptySheet(this.game, Array(this.counts[0]).fill("")));
    this.dispatchEvent(new CustomEvent("qed-ready", { bubbles: true }));
  }

  toBefore() {
    const before = this.shelf.load(" before");
    this.shelf.putAway();
    this.tell("");
    if (before) this.take(before);
  }

  /** This sheet from now on. @param {Sheet} sheet */
  async take(sheet) {
    this.closePanel();
    this.evening = null;
    this.sheet = sheet;
    this.bar.hidden = true;
    if (sheet.game !== this.game && sheet.variant !== this.game) {
      this.tell(this.say("not_this", { game: spoken(sheet.variant || sheet.game) }));
      this.sheet = emptySheet(this.game, Array(this.counts[0]).fill(""));
    }
    if (!this.sheet.ready || !this.counts.includes(this.sheet.names.length)) return this.setUp();
    try {
      const machine = await this.machineFor(this.sheet.names.length), { names } = machine.about.text.unsettled;
      if (Object.keys(this.sheet.settings).some((name) => !names.includes(name))) return this.tell(this.said.readings);
      this.evening = new Evening(machine, this.sheet, this.language);
      if (this.evening.trouble) this.tell(this.say("parted", { why: this.evening.trouble }));
      this.keep(this.evening.sheet);
      this.stayOn();
      this.show();
    } catch (error) {
      this.main.replaceChildren(trouble({ failed: "{why}" }, error));
    }
  }

  setUp() {
    delete document.documentElement.dataset.qedEvening;
    new SetUp(this).show();
  }

  /** @param {number} many */
  async machineFor(many) {
    return machineOf(await packOf(this.game, many, "", this.getAttribute("packs")));
  }

  /** This is how it stands now; it is kept before anything else happens. @param {Sheet} sheet */
  keep(sheet) {
    this.sheet = sheet;
    if (this.evening) this.evening.sheet = sheet;
    this.shelf.save(sheet);
    if (this.shelf.trouble) this.tell(this.said.not_kept);
    if (!this.hasAttribute("linked") || !sheet.ready) return;
    this.fragment = sheetLink(sheet);
    history.replaceState(history.state, "", `#${this.fragment}`);
  }

  /** The set-up is done. */
  async begin() {
    const { about, pack } = await this.machineFor(this.sheet.names.length);
    this.tell("");
    const names = this.sheet.names.map((name) => name.trim());
    await this.take({ ...this.sheet, names, ready: true, game: about.text.game, variant: about.text.variant, rules: pack.digest });
  }

  // ---- entering and taking back --------------------------------------------------------------------------------

  /** @param {Entry} entry */
  enter(entry) {
    this.tell("");
    this.evening.add(entry);
    this.keep(this.evening.sheet);
    this.show();
  }

  /** @param {number} by */
  turn(by) {
    const { sheet } = this.evening, last = this.evening.openLeaves().length - 1;
    this.keep({ ...sheet, turned: Math.min(Math.max(0, Math.min(sheet.turned, last) + by), last) });
    this.show();
  }

  /** @param {number} step */
  takeBack(step) {
    this.closePanel();
    this.evening.back(step);
    this.keep(this.evening.sheet);
    this.show();
  }

  another() {
    this.shelf.putAway();
    this.fragment = "";
    if (this.hasAttribute("linked")) history.replaceState(history.state, "", location.pathname + location.search);
    const { names, settings } = this.sheet, sheet = { ...emptySheet(this.game, names), settings, "by hand": this.sheet["by hand"] };
    this.shelf.save(sheet);
    this.take(sheet);
  }

  /** @param {string} text */
  fromFile(text) {
    try {
      const sheet = readSheet(text);
      this.shelf.putAway();
      this.tell("");
      this.take(sheet);
    } catch (error) {
      this.closePanel();
      this.tell(this.say("bad_file", { why: error instanceof Error ? error.message : error }));
    }
  }

  // ---- what stands now -----------------------------------------------------------------------------------------

  show() {
    const { said, evening } = this, leaves = evening.openLeaves(), at = Math.min(evening.sheet.turned, leaves.length - 1);
    const leaf = leaves[at], last = at === leaves.length - 1;
    const back = at > 0 && button("small", () => this.turn(-1), said.back);
    const minutes = evening.words.table.timers[leaf.name], talk = minutes && evening.sheet.until === null
      && button("small", () => this.talk(minutes), this.say("start_timer", { n: minutes }));
    const turning = h("div", { class: "qe-turn" }, last ? "" : button("big", () => this.turn(1), said.next), back);
    this.main.replaceChildren(...this.leaf(leaf), talk || "", ...(last ? evening.over ? this.ending() : this.question(leaf) : []), turning);
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
      const last = found[found.length - 1], alike = last && last[0].kind === one.kind && String(last[0].seats) === String(one.seats);
      return alike ? [...found.slice(0, -1), [...last, one]] : [...found, [one]];
    }, /** @type {Cue[][]} */ ([]));
    const cue = (group) => h("li", { class: `qe-cue qe-${group[0].kind}` },
      h("strong", {}, group[0].kind === "some" ? this.say("some", { names: evening.names(group[0].seats) }) : label[group[0].kind]),
      ...group.map(({ text }) => h("span", {}, text)));
    return [
      leaf.aloud && h("h2", { class: "qe-label" }, said.aloud),
      leaf.aloud && h("p", { class: "qe-aloud" }, leaf.aloud),
      leaf.awake && leaf.awake.length ? h("p", { class: "qe-awake" }, this.say("awake", { names: evening.names(leaf.awake) })) : null,
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
    const legal = only === null ? all : all.filter(({ action }) => action.option === only)
      .map((offer) => (node.options[only].picks.length === 1 ? { ...offer, name: words.name(about.picks(offer.action)[0].word) } : offer));
    if (only === null && kinds.size > 1 && all.length > MANY) return this.kinds(all);
    const plain = new Set(legal.map(({ name }) => name)).size === legal.length;
    const why = h("p", { class: "qe-why", role: "status" });
    const choice = (offer) => h("li", {}, button("choice", () => this.enter(evening.entryOf(offer.action)), plain ? offer.name : offer.sentence));
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
      ...(barred.length ? [h("details", { class: "qe-barred" }, h("summary", {}, this.say("not_now", { names: words.joined(barred.map(({ name }) => name)) })),
        h("ul", { class: "qe-choices" }, ...barred.map(no)), why)] : []),
    ];
  }

  /** Of very many choices first which kind. @param {Offer[]} all @returns {Node[]} */
  kinds(all) {
    const { words, node } = this.evening, made = [...new Set(all.map(({ action }) => action.option))].map((option) => {
      const those = all.filter(({ action }) => action.option === option);
      if (those.length === 1) return button("choice", () => this.enter(this.evening.entryOf(those[0].action)), those[0].name);
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
    return [h("h2", { class: "qe-label" }, said.over), h("p", { class: "qe-aloud" }, evening.teller.result(evening.now.result)),
      ...storyParts(this), button("small", () => newPanel(this), said.new)];
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
    this.keep({ ...this.evening.sheet, until: minutes === null ? null : Math.round(Date.now() / 100 + minutes * 600) / 10 });
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

  // ---- sharing -------------------------------------------------------------------------------------------------

  address() {
    const address = new URL(location.href);
    address.hash = sheetLink(this.evening.sheet);
    return address.href;
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      window.prompt("", text);
    }
  }

  /** @param {string} name @param {string} text */
  download(name, text) {
    const a = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    a.click();
    URL.revokeObjectURL(a.href);
  }
}
