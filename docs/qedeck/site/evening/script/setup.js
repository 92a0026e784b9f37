/* Before an evening: who sits where, what is in the game, how cards are dealt. Each answer is kept at once. */

/** What stands before the first leaf, written into an element. */
class SetUp {
  /** @param {any} page the element that it belongs to */
  constructor(page) {
    this.page = page;
    this.said = page.said;
    /** @type {any} The machine for as many people as there are; null while there is none. */
    this.machine = null;
    this.asked = 0;
  }

  /** @param {string} key @param {Record<string, any>} slots */
  say(key, slots) {
    return this.page.say(key, slots);
  }

  get sheet() {
    return this.page.sheet;
  }

  /** Something has changed: it is kept, and what depends on it is shown anew. @param {Partial<Sheet>} change */
  change(change) {
    this.page.keep({ ...this.sheet, ...change });
    this.check();
  }

  show() {
    const { said, page } = this, counts = page.counts;
    const slots = { low: counts[0], high: counts[counts.length - 1] };
    this.names = h("ol", { class: "qe-names" });
    this.cast = h("div", {});
    this.why = h("p", { class: "qe-why", role: "status" });
    const way = (value, text) => h("label", { class: "qe-way" },
      h("input", { type: "radio", name: "qe-cards", checked: this.sheet["by hand"] === value,
        onchange: () => this.change({ "by hand": value }) }), h("span", {}, text));
    this.ways = h("fieldset", { class: "qe-part" }, h("legend", {}, said.cards), way(true, said.by_hand), way(false, said.by_me));
    this.begin = button("big", () => page.begin(), said.begin);
    page.main.replaceChildren(
      h("section", { class: "qe-part", "aria-labelledby": "qe-people" }, h("h3", { id: "qe-people" }, said.people),
        h("p", { class: "qe-soft" }, this.say("people_hint", slots)), this.names,
        button("small", () => this.add(), said.add)),
      this.cast, this.ways, this.why, this.begin, h("p", { class: "qe-soft" }, page.shelf.trouble ? said.not_kept : said.kept));
    this.list();
    this.check();
  }

  /** The names, each to be written; what stands there stays. */
  list() {
    const { sheet } = this;
    this.names.replaceChildren(...sheet.names.map((name, k) => {
      const rename = (event) => this.rename(k, event.target.value);
      return h("li", {},
        h("input", { value: name, maxlength: LONGEST_NAME, "aria-label": this.say("name_of", { n: k + 1 }), autocomplete: "off",
          enterkeyhint: "next", oninput: rename, onkeydown: (event) => event.key === "Enter" && this.go(k + 1),
          onpaste: (event) => this.paste(event, k) }),
        button("icon", () => this.move(k), "↑", { disabled: k === 0 }), button("icon", () => this.remove(k), "×"));
    }));
    sheet.names.forEach((_, k) => this.call(k));
  }

  /** What the buttons of a row are called. @param {number} k */
  call(k) {
    const name = this.sheet.names[k] || this.say("seat", { n: k + 1 }), row = this.names.children[k];
    const [up, remove] = row.querySelectorAll("button");
    up.setAttribute("aria-label", this.say("up", { name }));
    remove.setAttribute("aria-label", this.say("remove", { name }));
  }

  /** @param {number} k @param {string} name */
  rename(k, name) {
    const names = this.sheet.names.map((one, at) => (at === k ? name : one));
    this.change({ names });
    this.call(k);
  }

  /** @param {number} k */
  go(k) {
    if (k === this.sheet.names.length) return this.add();
    this.names.querySelectorAll("input")[k].focus();
  }

  add() {
    if (this.sheet.names.length === this.page.counts[this.page.counts.length - 1]) return;
    this.recount([...this.sheet.names, ""]);
    this.go(this.sheet.names.length - 1);
  }

  /** Several names at once, one on a line or with commas between them. @param {any} event @param {number} k */
  paste(event, k) {
    const several = event.clipboardData.getData("text").split(/[,、，\n]/).map((one) => one.trim()).filter(Boolean);
    if (several.length < 2) return;
    event.preventDefault();
    const others = this.sheet.names.filter((name, at) => at < k || (at > k && name));
    const names = [...others.slice(0, k), ...several, ...others.slice(k)];
    this.recount(names.slice(0, this.page.counts[this.page.counts.length - 1]));
  }

  /** @param {number} k */
  move(k) {
    const names = [...this.sheet.names];
    [names[k - 1], names[k]] = [names[k], names[k - 1]];
    this.recount(names);
    this.names.querySelectorAll("li")[k - 1].querySelector("button").focus();
  }

  /** @param {number} k */
  remove(k) {
    this.recount(this.sheet.names.filter((_, at) => at !== k));
  }

  /** Other people, or as many others: what is settled for so many is as usual again. @param {string[]} names */
  recount(names) {
    this.change(names.length === this.sheet.names.length ? { names } : { names, settings: {} });
    this.list();
  }

  /** Whether the evening can begin, and if not, why. */
  async check() {
    const { counts } = this.page, many = this.sheet.names.length, asked = ++this.asked;
    const machine = counts.includes(many) ? await this.page.machineFor(many).catch((error) => {
      this.page.tell(String(error));
      return null;
    }) : null;
    if (asked !== this.asked) return;
    this.machine = machine;
    this.settle();
    const { text } = machine ? machine.about : { text: null };
    this.ways.hidden = !text || !text.nodes.some(({ who }) => who === "chance");
    this.why.textContent = this.objection();
    this.begin.disabled = this.why.textContent !== "";
  }

  /** @returns {string} */
  objection() {
    const { names, settings } = this.sheet, { counts } = this.page, called = names.map((name) => name.trim());
    const twice = called.find((name, k) => name && called.indexOf(name) < k);
    if (!this.machine) return this.say("too_few", { n: names.length, low: counts[0], high: counts[counts.length - 1] });
    if (called.some((name) => !name)) return this.said.no_name;
    if (twice) return this.say("twice", { name: twice });
    const broken = this.machine.broken(settledRows(this.machine, settings));
    const { limits } = this.machine.pack.words[this.page.language];
    const told = broken.map((text) => (has(limits, text) ? limits[text] : text));
    return broken.length ? this.say("not_so", { limits: told.join(this.page.language === "ja" ? "、" : ", ") }) : "";
  }

  // ---- what is in the game ------------------------------------------------------------------------------------

  settle() {
    const { machine, said, page } = this, all = machine ? dials(machine, this.sheet.settings) : [];
    this.cast.hidden = !all.length;
    if (!all.length) return;
    const words = new Words(machine.about, machine.pack.words[page.language]);
    // Whoever turns a dial by keyboard goes on turning it.
    const focused = this.cast.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const groups = [...new Set(all.map(({ setting }) => setting))].map((setting) => {
      const those = all.filter((dial) => dial.setting === setting);
      const total = those.reduce((sum, dial) => sum + dial.value, 0);
      return h("section", { class: "qe-part" },
        h("h3", {}, those[0].entry ? words.head(words.name(setting)) : said.settled),
        h("ul", { class: "qe-dials" }, ...those.map((dial) => this.dial(words, dial))),
        those[0].type[0] === "number" && those[0].entry ? h("p", { class: "qe-soft" }, this.say("total", { n: total })) : "");
    });
    const usual = button("small", () => this.change({ settings: {} }), this.say("as_usual", { n: this.sheet.names.length }));
    this.cast.replaceChildren(...groups, Object.keys(this.sheet.settings).length ? usual : "");
    if (focused) {
      const again = [...this.cast.querySelectorAll("[aria-label]")].find((one) => one.getAttribute("aria-label") === focused);
      if (again) again.focus();
    }
  }

  /** @param {any} words @param {Dial} dial */
  dial(words, dial) {
    const { machine } = this, members = dial.member.map((one) => words.name(one));
    const name = dial.entry ? words.joined(members) : words.name(dial.setting);
    const turn = (value) => this.change({ settings: turned(machine.about, this.sheet.settings, dial, value) });
    if (dial.type[0] !== "number") {
      const each = [...Array(dial.high - dial.low + 1).keys()].map((k) => dial.low + k);
      const choices = each.map((value) => [value, words.name(machine.about.word(dial.type, value))]);
      return h("li", {}, chooser(name, choices, dial.value, (value) => turn(Number(value))));
    }
    const step = (by, sign, key) => button("icon", () => turn(dial.value + by), sign,
      { "aria-label": this.say(key, { name }), disabled: dial.value + by < dial.low || dial.value + by > dial.high });
    return h("li", { class: dial.value ? "" : "qe-none" }, h("span", {}, name),
      step(-1, "−", "one_less"), h("output", {}, String(dial.value)), step(1, "+", "one_more"));
  }
}
