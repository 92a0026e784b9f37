/* The module, read through its description, as engine/reading does it: a call in, where it came to out. */

const KINDS = ["over", "undeclared", "undefined", "stuck", "endless"];

/** Where a call of the module has come to. It stands by itself: the module may go elsewhere meanwhile. */
class Arrived {
  /** @param {Machine} machine @param {number} status */
  constructor(machine, status) {
    const { about } = machine, { text } = about;
    this.about = about;
    this.status = status;
    this.node = machine.head("node");
    /** @type {number[]} */
    this.legal = Array.from(machine.words(text.choices, Math.max(0, status)));
    this.events = eventsOf(about, machine.log());
    const marks = machine.bytes.subarray(text.marks.start, text.marks.start + text.marks.clauses.length);
    /** @type {string[]} The clauses that were at work. */
    this.clauses = text.marks.clauses.filter((_, k) => marks[k]);
    const who = status < 0 ? "" : about.nodes[this.node].who, seat = machine.head("seat");
    /** @type {{who: string, player: number | null} | null} */
    this.asked = status < 0 ? null : { who, player: who === "player" ? seat + 1 : null };
    /** @type {number | null} What random players would choose; drawn when play comes here, whoever decides. */
    this.random = status > 0 ? this.legal[machine.exports.pick(status)] : null;
    this.state = machine.bytes.slice(0, text.image);
    /** @type {Result | null} */
    this.result = status < 0 ? machine.result(new DataView(this.state.buffer), KINDS[-1 - status]) : null;
    if (this.result) this.events.push({ is: "over", result: this.result });
    /** @type {Record<string, boolean[][]>} Who sees what, where that depends on the position: whose, then which seat. */
    this.seers = machine.seers();
    /** Who notices who decides now, and how. */
    this.noticers = machine.noticers(this.result ? null : about.nodes[this.node]);
    /** @type {Map<string, number[]>} */
    this._rows = new Map();
  }

  /** The cells of a variable, the last dimension running fastest. @param {string} name @returns {number[]} */
  cells(name) {
    let row = this._rows.get(name);
    if (!row) this._rows.set(name, (row = cellsIn(this.about, new DataView(this.state.buffer), name)));
    return row;
  }

  /** @returns {Action[]} in the order of the text */
  actions() {
    const seat = this.asked && this.asked.player;
    return this.legal.map((number) => this.about.action(this.node, number, seat));
  }
}

/** @param {About} about @param {DataView} memory @param {string} name @returns {number[]} */
function cellsIn(about, memory, name) {
  const value = about.vars.get(name);
  if (value.values) return value.values;
  if (value.at) return cellsAt(memory, value.at);
  const sizes = value.dims.map((dim) => about.domains[dim].length), last = sizes.pop();
  const row = [], many = sizes.reduce((all, size) => all * size, 1);
  for (let k = 0; k < many; k++) {
    for (let card = 0; card < last; card++) {
      row.push((memory.getInt32(value.set + 8 * k + 4 * (card >> 5), true) >> (card & 31)) & 1);
    }
  }
  return row;
}

/** @param {DataView} memory @param {number[]} at where they begin, how wide they are, whether below 0, how many
 * @returns {number[]} */
function cellsAt(memory, [start, width, signed, count]) {
  const row = [];
  for (let k = 0, at = start; k < count; k++, at += width) {
    row.push(width === 4 ? memory.getInt32(at, true)
      : width === 2 ? (signed ? memory.getInt16(at, true) : memory.getUint16(at, true))
        : signed ? memory.getInt8(at) : memory.getUint8(at));
  }
  return row;
}

/** @param {DataView} memory @param {number[]} at @param {number[]} row @param {number} [first] */
function writeCells(memory, [start, width], row, first = 0) {
  row.forEach((cell, k) => {
    const at = start + (first + k) * width;
    if (width === 4) memory.setInt32(at, cell, true);
    else if (width === 2) memory.setInt16(at, cell, true);
    else memory.setInt8(at, cell);
  });
}

/** A set of cards as 64 bits. @param {DataView} memory @param {number} at @param {number[]} row */
function writeSet(memory, at, row) {
  const halves = [0, 0];
  row.forEach((there, card) => there && (halves[card >> 5] |= 1 << (card & 31)));
  halves.forEach((half, k) => memory.setInt32(at + 4 * k, half, true));
}

/** A module that runs. Several plays may share it: each says where it goes on from. */
class Machine {
  /** @param {any} pack @param {any} exports */
  constructor(pack, exports) {
    this.pack = pack;
    this.about = new About(pack.description);
    this.exports = exports;
    const memory = new DataView(exports.memory.buffer), { names } = this.about.text.unsettled;
    /** @type {Record<string, number[]>} What can be settled before a game, as it usually is. */
    this.usual = Object.fromEntries(names.map((name) => [name, cellsAt(memory, this.atFirst(name))]));
  }

  /** Where a value lies from which every game begins. @param {string} name */
  atFirst(name) {
    const [start, ...more] = this.about.vars.get(name).at;
    return [start + this.about.text.unsettled.first, ...more];
  }

  /** The memory may have grown since the last call. */
  get bytes() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  /** @param {number} start @param {number} count */
  words(start, count) {
    return new Int32Array(this.exports.memory.buffer.slice(start, start + 4 * count));
  }

  /** @param {string} name */
  head(name) {
    return this.words(this.about.text.head[name], 1)[0];
  }

  /** The words that the last call told. */
  log() {
    const start = this.about.text.log;
    return this.words(start, (this.head("log") - start) / 4);
  }

  /** Who sees now what some see in some positions. */
  seers() {
    const { about, exports } = this, asks = (value) => value.sees !== undefined;
    /** @type {Record<string, boolean[][]>} */
    const found = {};
    for (const value of [...about.zones.values(), ...about.vars.values()].filter(asks)) {
      const dims = value.dims ? value.dims : value.owned ? ["player"] : [];
      const whose = dims.length ? about.domains[dims[0]] : [null];
      found[value.name] = whose.map((_, k) => about.seats.map((_, seat) => Boolean(exports.ask(value.sees, seat, k))));
    }
    return found;
  }

  /** By whom it is noticed what happens at a node. @param {any} node @returns {boolean[]} */
  noticers(node) {
    const asks = node && node.notices !== undefined;
    return this.about.seats.map((_, seat) =>
      (asks ? Boolean(this.exports.ask(node.notices, seat)) : !(node && node.secret)));
  }

  /** @param {bigint} seed */
  begin(seed) {
    return new Arrived(this, this.exports.begin(BigInt.asIntN(64, seed), 0));
  }

  /** @param {Arrived} from @param {number} action */
  step(from, action) {
    this.bytes.set(from.state);
    return new Arrived(this, this.exports.step(action));
  }

  /** A game whose chance is told, not drawn; with what is settled before it. @param {bigint} seed
   * @param {Record<string, number[]>} [settled] */
  beginGiven(seed, settled = {}) {
    const memory = new DataView(this.exports.memory.buffer);
    for (const [name, row] of Object.entries({ ...this.usual, ...settled })) writeCells(memory, this.atFirst(name), row);
    return new Arrived(this, this.exports.begin(BigInt.asIntN(64, seed), 1));
  }

  /** A step of a trace, in words, where the module stands: engine/following. @param {Arrived} at @param {any} step */
  take(at, step) {
    const { about, exports } = this, { chance } = about.text, node = at.result ? null : about.nodes[at.node];
    const no = () => new Error(`${step.phase}: ${JSON.stringify(step.option || step.deal || step.shuffle)}`);
    if (!node || node.name !== step.phase) throw no();
    if (node.kind === "choice" && step.option !== undefined) {
      const means = (action) => node.options[action.option].name === step.option
        && about.picks(action).every((pick) => step.picks[pick.label] === pick.word);
      const chosen = at.actions().find(means);
      if (!chosen) throw no();
      return new Arrived(this, exports.step(chosen.number));
    }
    const cards = about.cards(node.zone), memory = new DataView(exports.memory.buffer);
    if (node.kind === "deal" && step.deal) {
      step.deal.forEach((counts, k) => {
        const row = cards.map((card) => counts[card] || 0);
        if (node.set) writeSet(memory, chance["dealt sets"] + 8 * k, row);
        else writeCells(memory, chance.dealt, row, k * row.length);
      });
    } else if (node.kind === "shuffle" && step.shuffle) {
      const order = step.shuffle.map((card) => cards.indexOf(card));
      writeCells(memory, chance.order, [...order, ...Array(chance.order[3] - order.length).fill(-1)]);
    } else throw no();
    return new Arrived(this, exports.fallen());
  }

  /** The same from where somebody has been. @param {Arrived} at @param {any} step */
  takeFrom(at, step) {
    this.bytes.set(at.state);
    // What may be chosen, or dealt, lies beside those bytes: it is put there anew.
    if (!at.result) this.exports.resume(at.node);
    if (!step.draw) return this.take(at, step);
    const node = at.result ? null : this.about.nodes[at.node];
    if (!node || node.who !== "chance") throw new Error(`${step.phase}: chance decides nothing here`);
    return new Arrived(this, this.exports.draw());
  }

  /** The limits that these values break, as they are written. @param {Record<string, number[]>} settled */
  broken(settled) {
    for (const [name, row] of Object.entries(settled)) this.put(name, row);
    return this.about.text.limits.filter((limit) => !this.exports.ask(limit.ask)).map(({ text }) => text);
  }

  /** Lay out a position: the cells of a variable become these. @param {string} name @param {number[]} row */
  put(name, row) {
    const value = this.about.vars.get(name), memory = new DataView(this.exports.memory.buffer);
    if (value.at) writeCells(memory, value.at, row);
    else if (value.set !== undefined) {
      const last = this.about.domains[value.dims[value.dims.length - 1]].length;
      for (let k = 0; k * last < row.length; k++) {
        writeSet(memory, value.set + 8 * k, row.slice(k * last, (k + 1) * last));
      }
    }
  }

  /** A question by its number; null where the answer is undefined. @param {number} which @param {number[]} given */
  ask(which, ...given) {
    const found = this.exports.ask(which, ...given);
    return this.head("fault") ? null : found;
  }

  /** The conditions of a choice that do not hold; of a definition and its parts, the definition.
   * @param {Arrived} at @param {any} option @param {number[]} values
   * @returns {{text: string, define: string | null, inside: number | null}[]} */
  failing(at, option, values) {
    if (option.ask === null) return [];
    this.bytes.set(at.state);
    this.exports.ask(option.ask, ...values);
    return [...this.log()].map((k) => option.conditions[k]).filter((one) => one.inside === null);
  }

  /** How a game came out: interpreter/outcomes. @param {DataView} memory @param {string} kind @returns {Result} */
  result(memory, kind) {
    const { text } = this.about, { endings } = text, node = this.about.nodes[this.head("node")];
    const fault = this.head("fault");
    const seat = this.head("seat"), player = kind === "stuck" && seat >= 0 ? seat + 1 : null;
    const made = { kind, ending: null, winners: [], holding: [], reason: "", code: "", clause: "", player, node };
    const teller = new Teller(new Words(this.about, this.pack.words.en));
    const reason = (result) => ({ ...result, reason: teller.reason(result) });
    if (kind === "undefined") {
      const [code, clause] = text.faults[(fault & 0xfffff) - 1];
      return reason({ ...made, code, clause });
    }
    if (kind === "stuck" || kind === "endless") return reason({ ...made, clause: clauseOf(node) });
    const holding = endings.filter((one) => one.ask !== null && this.ask(one.ask)).map((one) => one.name);
    if (kind === "undeclared") return { ...made, holding, reason: "the play is over, but by no declared ending" };
    const ending = endings[cellsAt(memory, text.ended)[0]];
    const winners = cellsAt(memory, text.winner).flatMap((wins, k) => (wins ? [k + 1] : []));
    return { ...made, kind: ending.result, ending: ending.name, winners, holding, reason: spoken(ending.name) };
  }
}
