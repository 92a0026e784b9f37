/* An evening that is opened, kept and gone on with, whatever happens to the page; what is shown of it is moderator.js. */

class Keeping extends HTMLElement {
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
    if ((sheet.variant || sheet.game) !== this.game) {
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
    const { game, variant } = about.text;
    await this.take({ ...this.sheet, names, ready: true, game, variant, rules: pack.digest });
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
    const { names, settings, "by hand": byHand } = this.sheet;
    const sheet = { ...emptySheet(this.game, names), settings, "by hand": byHand };
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
