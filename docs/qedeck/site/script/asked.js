/* A definition that is asked: what can be laid and set, as a link too, and what the module says to it. */

/** What <qed-explorer> is before there is anything to see; `furnish` and `show` are explorer.js. */
class Asked extends HTMLElement {
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
    /** @type {{zone: any, index: number[], cards: string[]}[]} which one of the zones of that name, and what lies there */
    this.zones = [...about.zones.values()]
      .filter(({ kind, name }) => kind !== "grid" && ["", ".card", ".size"].some((part) => reads.has(name + part)))
      .map((zone) => ({ zone, index: about.kinds(zone).map(() => 0), cards: [] }));
    // Places of a row are not asked for: the answer is given for each of them.
    const rows = new Set(this.zones.map(({ zone }) => zone.places));
    this.params = asked[0].params.map(([name, type]) => ({
      name, type, each: type[0] === "member" && rows.has(type[1]),
      value: type[0] === "number" ? Math.max(1, type[1]) : 0,
    }));
    this.values = [...about.vars.values()].filter(({ name, role }) => reads.has(name) && role === "remembered")
      .map((value) => ({ value, row: [...this.start.cells(value.name)] }));
  }

  /** For each kind that there is one of a zone each of, the parameter that says which: what is laid belongs to the player
   * who is asked about, if it is about one. @param {any} zone @returns {any[]} */
  whose(zone) {
    const left = [...this.params];
    return this.about.kinds(zone).map((kind) => {
      const at = left.findIndex(({ type }) => type[0] === "member" && type[1] === kind);
      return at < 0 ? null : left.splice(at, 1)[0];
    });
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
    for (const { zone, index, cards } of this.zones) {
      const asked = this.whose(zone);
      index.forEach((member, k) => {
        if (!asked[k]) given.set(`${zone.name}.of${k || ""}`, String(member + 1));
      });
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
      about.kinds(laid.zone).forEach((kind, k) => {
        const member = Number(given.get(`${laid.zone.name}.of${k || ""}`));
        if (member >= 1 && member <= about.domains[kind].length) laid.index[k] = member - 1;
      });
      for (const card of (given.get(laid.zone.name) || "").split(",")) this.lay(laid, card);
    }
    for (const one of this.params) if (!one.each) one.value = read(one.type, one.name, one.value);
    for (const { value, row } of this.values) {
      about.members(value.dims).forEach((members, k) => {
        row[k] = read(value.type, [value.name, ...members].join("."), row[k]);
      });
    }
  }

  // ---- the answer ------------------------------------------------------------------------------------------

  /** What is set is written into the memory of the module. */
  put() {
    const { machine, about, start } = this, players = about.seats.length;
    machine.bytes.set(start.state);
    for (const { zone, index, cards } of this.zones) {
      const all = about.cards(zone.name), asked = this.whose(zone), kinds = about.kinds(zone);
      const from = kinds.reduce((part, kind, k) =>
        part * about.domains[kind].length + (asked[k] ? asked[k].value : index[k]), 0);
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
