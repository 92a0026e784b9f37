/* The description of a module, made easy to ask; and small things that every part needs.
 * In: what engine/page_module writes beside a module. Out: About, with the kinds that the other parts speak of. */

/** @typedef {["yes"] | ["number", number, number] | ["member", string] | ["member", string, "none"]} Type */
/** @typedef {string | number | boolean} Word a member ("chest 7", "player 2", "none"), a number, yes or no */
/** @typedef {{zone: string, owner: number | null, place: number | null, also: number[]}} Side one end of a move: whose
 *   zone (seats from 0), which place of it, and which zone of that name besides */
/** @typedef {{key: string, zone: string, owner: number | null, also: number[], part: number}} Lying one of the zones of a
 *   name, as views call it: whose (seats from 1), which besides, and the how-manieth its cells are */
/** @typedef {{number: number, node: number, option: number, values: number[], player: number | null}} Action */
/** @typedef {{kind: string, ending: string | null, winners: number[], holding: string[], reason: string,
 *   code: string, clause: string, player: number | null, node: any}} Result */
/** @typedef {{text: string, clause: string, of: any[]}} Line with the clause that caused it, and what it tells of */

const has = (table, key) => Object.prototype.hasOwnProperty.call(table, key);

/** The template with {player} and the like filled in; a slot nobody knows stays as it is.
 * @param {string} template @param {Record<string, string>} slots */
const fill = (template, slots) =>
  template.replace(/\{([^{}]+)\}/g, (whole, name) => (has(slots, name) ? slots[name] : whole));

/** @param {string} word */
const spoken = (word) => word.replace(/[-_]/g, " ");

/** What lies where in a module, and what it is called in the spec. */
class About {
  /** @param {any} description */
  constructor(description) {
    this.text = description;
    this.players = description.players;
    this.domains = description.domains;
    this.nodes = description.nodes;
    /** @type {Map<string, any>} */
    this.zones = new Map(description.zones.map((zone) => [zone.name, zone]));
    /** @type {Map<string, any>} */
    this.vars = new Map(description.vars.map((one) => [one.name, one]));
    this.seats = description.domains.player;
    /** @type {Map<string, Lying>} */
    this.lying = new Map(description.zones.flatMap((zone) => this.parts(zone)).map((one) => [one.key, one]));
  }

  /** What there is one of a zone each of. @param {any} zone @returns {string[]} */
  kinds(zone) {
    return zone.owned ? ["player", ...zone.also] : zone.also;
  }

  /** Every zone of a name, in the order in which their cells lie. @param {any} zone @returns {Lying[]} */
  parts(zone) {
    const kinds = this.kinds(zone);
    return this.members(kinds).map((words, part) => {
      const index = words.map((word, k) => this.domains[kinds[k]].indexOf(word));
      const [owner, also] = zone.owned ? [index[0] + 1, index.slice(1)] : [null, index];
      return { key: words.length ? `${zone.name} of ${words.join(", ")}` : zone.name, zone: zone.name, owner, also, part };
    });
  }

  /** A value in the spec's words. @param {Type} type @param {number} value @returns {Word} */
  word(type, value) {
    if (type[0] === "yes") return Boolean(value);
    if (type[0] === "number") return value;
    const members = this.domains[type[1]];
    return value >= 0 && value < members.length ? members[value] : "none";
  }

  /** The cards of a zone. @param {string} zone @returns {string[]} */
  cards(zone) {
    return this.domains[this.zones.get(zone).cards];
  }

  /** @param {Type} type */
  isCard(type) {
    return type[0] === "member" && has(this.text.cards, type[1]);
  }

  /** Every combination of members, the last running fastest. @param {string[]} dims @returns {string[][]} */
  members(dims) {
    return dims.reduce((found, dim) => found.flatMap((key) => this.domains[dim].map((one) => [...key, one])), [[]]);
  }

  /** What was picked, by the name it has in the spec. @param {Action} action */
  picks(action) {
    const { picks } = this.nodes[action.node].options[action.option];
    return picks.map((pick, k) =>
      ({ label: pick.label, type: pick.type, word: this.word(pick.type, action.values[k]) }));
  }

  /** The action of a number at a node: its option, and what is picked; the last pick runs fastest.
   * @param {number} node @param {number} number @param {number | null} seat counted from 1 @returns {Action} */
  action(node, number, seat) {
    const { options, who } = this.nodes[node];
    let option = options.length - 1;
    while (option > 0 && options[option].base > number) option--;
    /** @type {number[]} */
    const values = [];
    let rest = number - options[option].base;
    for (const { low, size } of [...options[option].picks].reverse()) {
      values.unshift((rest % size) + low);
      rest = Math.floor(rest / size);
    }
    return { number, node, option, values, player: who === "anyone" ? (values.length ? values[0] + 1 : null) : seat };
  }
}
