/* A game in progress, as interpreter/play has it: made of its seed and its moves alone. */

const MOST_DECISIONS = 10000;

/** One game, made of its seed and its moves alone. What was taken back stays, to go forward again. */
class Play {
  /** @param {Machine} machine @param {bigint} seed @param {Arrived} [from] */
  constructor(machine, seed, from) {
    this.machine = machine;
    this.about = machine.about;
    this.seed = seed;
    /** @type {number[]} What was chosen, as the module numbers it. */
    this.moves = [];
    /** How many of the moves are made. */
    this.at = 0;
    /** @type {Arrived[]} One more than there are moves. */
    this.records = [from || machine.begin(seed)];
  }

  get now() {
    return this.records[this.at];
  }

  get over() {
    return this.now.result !== null;
  }

  /** Choose one of the legal numbers; without one, go as it went before, or else as random players would.
   * @param {number} [number] */
  forward(number) {
    if (this.over) return;
    const known = this.at < this.moves.length ? this.moves[this.at] : undefined;
    const chosen = number !== undefined ? number : known !== undefined ? known : (this.now.random);
    if (chosen !== known) {
      const arrived = this.machine.step(this.now, chosen);
      this.moves.splice(this.at, Infinity, chosen);
      this.records.splice(this.at + 1, Infinity, arrived);
    }
    this.at++;
  }

  /** @param {number} at */
  to(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
  }

  /** What step `at` told this seat (0: the set-up).
   * @param {Teller} teller @param {number} at @param {number | null} seat */
  told(teller, at, seat) {
    const seen = this.records[at].events.map((event) => noticed(this.about, event, seat));
    return teller.lines(seen.filter((event) => event !== null));
  }
}
