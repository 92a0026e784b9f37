/* How things are called, as interpreter/words and actions do it: the spec's words in, names for people out. */

const NOTHING_HIDDEN = new Set();
const COLON = { en: ": ", ja: "：" };

/** How things are called in one language: the spec's words in, names for people out. */
class Words {
  /** @param {About} about @param {any} table the words of one language, as the engine writes them */
  constructor(about, table) {
    this.about = about;
    this.table = table;
    this.language = table.language;
    this.ja = table.language === "ja";
  }

  /** @param {Word} word @returns {string} */
  name(word) {
    if (typeof word === "boolean") return this.table["no yes"][Number(word)];
    if (typeof word === "number") return String(word);
    if (word === "none") return this.table.none;
    return has(this.table.names, word) ? this.table.names[word] : spoken(word);
  }

  /** A seat as people call it, counted from 1. @param {number} seat */
  seat(seat) {
    return this.name(this.about.seats[seat - 1]);
  }

  /** @param {string[]} names */
  joined(names) {
    return names.join(this.table.comma);
  }

  /** Cards with how many there are of each: chest 1, knife ×2. @param {Iterable<[string, number]>} counts */
  listing(counts) {
    const named = ([card, many]) => this.name(card) + (many > 1 ? ` ×${many}` : "");
    return this.joined([...counts].filter(([, many]) => many).map(named));
  }

  /** One end of a move: Player 3's hand. @param {Side} side */
  place(side) {
    const zone = this.about.zones.get(side.zone);
    const which = side.also.map((member, k) => this.name(this.about.domains[zone.also[k]][member]));
    let name = this.ja ? [...which, this.name(side.zone)].join("の") : this.name(side.zone);
    const spots = this.ja ? [] : which;
    if (side.owner !== null) name = `${this.seat(side.owner + 1)}${this.ja ? "の" : "'s "}${name}`;
    else if (!this.ja) name = `the ${name}`;
    if (zone.kind === "grid" && side.place !== null && side.place >= 0) {
      spots.push(this.name(this.about.domains[zone.places][side.place]));
    }
    if (!spots.length) return name;
    return this.ja ? `${name}（${spots[0]}）` : `${name} (${spots.join(", ")})`;
  }

  /** @param {number} many */
  amount(many) {
    return this.ja ? `${many}枚` : many === 1 ? "a card" : `${many} cards`;
  }

  /** @param {string} sentence */
  head(sentence) {
    return this.ja ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }

  /** @param {string} sentence */
  stopped(sentence) {
    return /[.。!?！？]$/.test(sentence) ? sentence : sentence + this.table.stop;
  }

  /** The sentence that the texts have for a choice. @param {Action} action @returns {string | null} */
  told(action) {
    return this.table.choices[action.node][action.option];
  }

  /** A choice as a sentence without a full stop; picks named in `hidden` are only called a card.
   * @param {Action} action @param {Set<string>} [hidden] */
  label(action, hidden = NOTHING_HIDDEN) {
    const node = this.about.nodes[action.node], option = node.options[action.option];
    const picks = this.about.picks(action);
    /** @type {Record<string, string>} */
    const names = {};
    for (const { label, word } of picks) names[label] = hidden.has(label) ? this.table.card : this.name(word);
    const who = action.player ? this.seat(action.player) : this.table.actors[node.who];
    const slots = { player: who, players: who, option: this.name(option.name), ...names };
    slots.topic = !this.ja ? who : node.who === "table" ? "全員で" : who + "は";
    const told = this.told(action);
    if (told !== null) return fill(told, slots);
    const named = node.who === "anyone" ? picks.slice(1) : picks;
    slots.picks = this.joined(named.map((pick) => names[pick.label]));
    let manner = named.length ? "option with" : "option";
    if (!picks.length && this.table["staying out"].includes(option.name)) manner = option.name;
    else if (named.length === 1 && has(names, option.name)) manner = "pick";
    return fill(this.table.generic[manner], slots);
  }
}
