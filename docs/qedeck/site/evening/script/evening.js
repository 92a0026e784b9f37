/* An evening: a machine and a sheet in, all that was read, shown and asked out. As qedeck/evening does it. */

/** @typedef {{kind: "all" | "some" | "cards" | "note", text: string, seats: number[], clause: string}} Cue */
/** @typedef {{aloud: string, name: string, awake: number[] | null, pretended: boolean, cues: Cue[]}} Leaf */

const NO_LEAF = { aloud: "", name: "", awake: null, pretended: false, cues: [] };
const DRAWN = "draw";

/** A sheet, and the positions that it comes to: one more than there are entries. */
class Evening {
  /** @param {any} machine @param {Sheet} sheet @param {string} language */
  constructor(machine, sheet, language) {
    const { about, pack } = machine;
    this.machine = machine;
    this.about = about;
    this.language = language;
    const called = Object.fromEntries(sheet.names.map((name, k) => [about.seats[k], name]));
    const table = pack.words[language];
    this.words = new Words(about, { ...table, names: { ...table.names, ...called } });
    this.teller = new Teller(this.words);
    // To whom something is shown stands beside it.
    this.cuer = new Teller(this.words);
    this.cuer.said = { ...table.said, shown: "{values}", nothing: "{values}", everyone: "", only: "{players}" };
    /** @type {Sheet} */
    this.sheet = { ...sheet, entries: [] };
    this.records = [machine.beginGiven(BigInt(sheet.seed), settledRows(machine, sheet.settings))];
    /** Why entries of the sheet could not be made any more; what comes after them is left out. */
    this.trouble = "";
    for (const [k, entry] of sheet.entries.entries()) {
      try {
        this.enter(entry);
      } catch (error) {
        this.trouble = `${k + 1}: ${error instanceof Error ? error.message : error}`;
        break;
      }
    }
    if (!this.trouble) this.sheet = { ...this.sheet, draft: sheet.draft, turned: sheet.turned, until: sheet.until };
    this.settle();
  }

  get now() {
    return this.records[this.records.length - 1];
  }

  get over() {
    return this.now.result !== null;
  }

  // ---- going on and back ---------------------------------------------------------------------------------------

  /** @param {Entry} entry */
  enter(entry) {
    const arrived = this.machine.takeFrom(this.now, entry);
    this.records.push(arrived);
    this.sheet = { ...this.sheet, entries: [...this.sheet.entries, entry], draft: [], turned: 0 };
  }

  /** Chance that nobody enters is not waited for. */
  settle() {
    while (!this.sheet["by hand"] && this.chance) this.enter(this.drawn());
  }

  /** With one entry more, and whatever chance does by itself after it. @param {Entry} entry */
  add(entry) {
    this.enter(entry);
    this.settle();
  }

  get chance() {
    return this.now.asked !== null && this.now.asked.who === "chance";
  }

  get node() {
    return this.over ? null : this.about.nodes[this.now.node];
  }

  /** @returns {Entry} */
  drawn() {
    return { by: "chance", phase: this.node.name, [DRAWN]: true };
  }

  /** A choice as an entry. @param {any} action @returns {Entry} */
  entryOf(action) {
    const node = this.about.nodes[action.node], picks = this.about.picks(action).map(({ label, word }) => [label, word]);
    const by = action.player ? this.about.seats[action.player - 1] : node.who;
    return { by, phase: node.name, option: node.options[action.option].name, picks: Object.fromEntries(picks) };
  }

  /** As it was before an entry, counted from 1; its leaves were read already. @param {number} step */
  back(step) {
    this.records.length = step;
    this.sheet = { ...this.sheet, entries: this.sheet.entries.slice(0, step - 1), draft: [], turned: 0, until: null };
    this.settle();
    this.sheet = { ...this.sheet, turned: this.openLeaves().length - 1 };
  }

  /** Whether an entry was made by nobody, because chance is left to the seed. @param {number} step */
  byItself(step) {
    return !this.sheet["by hand"] && has(this.sheet.entries[step - 1], DRAWN);
  }

  /** The entries that somebody made, counted from 1, the last one first. */
  mine() {
    return this.sheet.entries.map((_, k) => k + 1).filter((step) => !this.byItself(step)).reverse();
  }

  // ---- leaves --------------------------------------------------------------------------------------------------

  /** @param {number} step 0: the set-up @returns {Leaf[]} */
  leaves(step) {
    const asks = step < this.records.length - 1 || !this.over;
    const entered = step > 0 && !has(this.sheet.entries[step - 1], DRAWN);
    /** @type {Leaf[]} */
    const found = [];
    for (const { text, of } of this.cuer.lines(this.records[step].events)) {
      const [first] = of;
      if (first.is === "happened" && first.kind.startsWith("announce ")) {
        const awake = first.seen.every(Boolean) ? null : seatsOf(first.seen);
        found.push({ ...NO_LEAF, aloud: text, name: first.kind.slice("announce ".length), awake });
        continue;
      }
      const cue = this.cue(first, text);
      if (!cue || (entered && this.fell(first))) continue;
      if (!found.length) found.push(NO_LEAF);
      const last = found[found.length - 1];
      found[found.length - 1] = { ...last, cues: this.withCue(last.cues, cue) };
    }
    return found.map((leaf, at) => {
      const answered = leaf.cues.some(({ kind }) => kind === "some") || (asks && at === found.length - 1);
      return { ...leaf, pretended: this.about.text.calls.includes(leaf.name) && !answered };
    });
  }

  /** The first step whose leaves lie open now. */
  get since() {
    let step = this.sheet.entries.length;
    while (step && this.byItself(step)) step--;
    return step;
  }

  /** All leaves since somebody last entered something; never none. @returns {Leaf[]} */
  openLeaves() {
    /** @type {Leaf[]} */
    let found = [];
    for (let step = this.since; step < this.records.length; step++) {
      const more = this.leaves(step);
      // Where nobody was asked in between, what is not announced comes on the leaf before.
      if (found.length && more.length && !more[0].aloud) {
        const last = found[found.length - 1];
        found = [...found.slice(0, -1), { ...last, cues: [...last.cues, ...more[0].cues] }, ...more.slice(1)];
      } else found = [...found, ...more];
    }
    return found.length ? found : [NO_LEAF];
  }

  /** What a line of the log asks of the moderator; what was just entered, nothing.
   * @param {any} first @param {string} text @returns {Cue | null} */
  cue(first, text) {
    const made = (kind, seats = [], clause = "") => ({ kind, text, seats, clause });
    if (first.is === "over") return null;
    if (first.is === "chose") return this.fell(first) ? made("note") : null;
    if (first.is === "changed") {
      const felt = seatsOf(first.seen);
      return first.seen.every(Boolean) ? made("all") : felt.length ? made("some", felt, first.value) : made("note");
    }
    if (first.is === "shuffled" || first.source || first.kind === "swap") return made("cards");
    const seats = seatsOf(first.seen), names = this.names(seats);
    if (seats.length === first.seen.length) return { ...made("all"), text: without("", text) };
    return seats.length ? { ...made("some", seats, first.clause), text: without(names, text) } : null;
  }

  /** Whether it is what chance did. @param {any} event */
  fell(event) {
    if (event.is === "chose") return this.about.nodes[event.action.node].who === "chance";
    return event.is === "shuffled" || (event.is === "happened" && event.kind === "deal");
  }

  /** One cue more; what the same people are shown by the same rule is one thing to do.
   * @param {Cue[]} cues @param {Cue} cue */
  withCue(cues, cue) {
    const last = cues[cues.length - 1], of = (one) => JSON.stringify([one.kind, one.seats, one.clause]);
    if (cue.kind !== "some" || !last || of(last) !== of(cue)) return [...cues, cue];
    return [...cues.slice(0, -1), { ...cue, text: last.text + (this.words.ja ? "" : " ") + cue.text }];
  }

  /** What was announced last before the leaves that lie open. */
  lastAloud() {
    for (let step = this.since - 1; step >= 0; step--) {
      const read = this.leaves(step).filter(({ aloud }) => aloud);
      if (read.length) return read[read.length - 1].aloud;
    }
    return "";
  }

  /** @param {number[]} seats */
  names(seats) {
    return this.words.joined(seats.map((seat) => this.words.seat(seat)));
  }
}

/** Seats, from 1, of those for whom something holds. @param {boolean[]} who */
const seatsOf = (who) => who.flatMap((is, k) => (is ? [k + 1] : []));

/** A sentence of the game's own says to whom it is shown; here that is said already.
 * @param {string} names @param {string} text */
function without(names, text) {
  for (const sign of [": ", "："]) if (text.startsWith(names + sign)) return text.slice((names + sign).length);
  return text;
}

/** What can be settled before an evening, each as a row of cells, with what a sheet settles otherwise.
 * @param {any} machine @param {Record<string, any>} settings @returns {Record<string, number[]>} */
function settledRows(machine, settings) {
  /** @type {Record<string, number[]>} */
  const rows = {};
  for (const dial of dials(machine, settings)) (rows[dial.setting] = rows[dial.setting] || []).push(dial.value);
  return rows;
}

/** @typedef {{setting: string, entry: string, value: number, usual: number, low: number, high: number, type: any,
 *   member: string[]}} Dial */

/** Every value that can be settled, in the order of the rules; what a setting says wrongly is as usual.
 * @param {any} machine @param {Record<string, any>} settings @returns {Dial[]} */
function dials(machine, settings) {
  const { about } = machine;
  return about.text.unsettled.names.flatMap((name) => {
    const { type, dims } = about.vars.get(name);
    const [kind, ...rest] = type, [low, high] = kind === "number" ? rest : [0, kind === "yes" ? 1 : about.domains[rest[0]].length - 1];
    return about.members(dims).map((member, at) => {
      const entry = member.join(", "), usual = machine.usual[name][at];
      const given = member.length ? (settings[name] || {})[entry] : settings[name];
      const found = given === undefined ? usual : valueOf(about, type, given);
      return { setting: name, entry, member, type, low, high, usual, value: found >= low && found <= high ? found : usual };
    });
  });
}

/** @param {any} about @param {any} type @param {any} word @returns {number} */
const valueOf = (about, type, word) => (type[0] === "number" ? Number(word)
  : type[0] === "yes" ? Number(word === true || word === "yes") : about.domains[type[1]].indexOf(word));

/** The settings with this dial at a value; what is as usual is not written down.
 * @param {any} about @param {Record<string, any>} settings @param {Dial} dial @param {number} value */
function turned(about, settings, dial, value) {
  const found = { ...settings }, word = about.word(dial.type, value);
  if (!dial.entry) {
    delete found[dial.setting];
    return value === dial.usual ? found : { ...found, [dial.setting]: word };
  }
  const table = { ...found[dial.setting] };
  delete table[dial.entry];
  if (value !== dial.usual) table[dial.entry] = word;
  delete found[dial.setting];
  return Object.keys(table).length ? { ...found, [dial.setting]: table } : found;
}
