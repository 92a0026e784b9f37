/* Links: the whole view in the fragment of an address.
 *
 * #game=wolf_and_hound&players=4&seed=7&seat=1&rules=0f3a…&moves=…
 * `moves` begins with two signs for the table after the set-up. Each move is which of the legal choices it was (five
 * bits a sign, all but the last with the sixth set), two signs for what was chosen, two for the table afterwards:
 * with other rules the same words are looked for, and where the table differs the games part. */

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Twelve bits of FNV-1a, as two signs. @param {unknown} data */
function sign(data) {
  const text = JSON.stringify(data);
  let sum = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) sum = Math.imul(sum ^ text.charCodeAt(k), 0x01000193);
  sum ^= sum >>> 12;
  return SIGNS[(sum >>> 6) & 63] + SIGNS[sum & 63];
}

/** @param {About} about @param {Action} action */
const choiceSign = (about, action) =>
  sign([about.nodes[action.node].options[action.option].name, ...about.picks(action).map((pick) => pick.word)]);

/** @type {WeakMap<Arrived, string>} */
const TABLE_SIGNS = new WeakMap();

/** @param {Arrived} position */
function tableSign(position) {
  let found = TABLE_SIGNS.get(position);
  if (!found) {
    const { zones, remembered, result } = viewOf(position, null);
    found = sign([zones, remembered, result && [result.kind, result.ending, result.winners]]);
    TABLE_SIGNS.set(position, found);
  }
  return found;
}

/** @param {Play} play @param {number} k */
const moveAt = (play, k) => {
  const { node, asked } = play.records[k];
  return play.about.action(node, play.moves[k], asked && asked.player);
};

/** @param {Play} play */
function movesText(play) {
  let text = tableSign(play.records[0]);
  for (let k = 0; k < play.at; k++) {
    let place = play.records[k].legal.indexOf(play.moves[k]);
    for (; place > 31; place >>= 5) text += SIGNS[32 + (place & 31)];
    text += SIGNS[place] + choiceSign(play.about, moveAt(play, k)) + tableSign(play.records[k + 1]);
  }
  return text;
}

/** @param {string} text @returns {{place: number, choice: string, table: string}[] | null} */
function readMoves(text) {
  const moves = [];
  let at = 2;
  while (at < text.length) {
    let place = 0, shift = 0;
    for (; SIGNS.indexOf(text[at]) > 31 && shift < 25; shift += 5) place += (SIGNS.indexOf(text[at++]) - 32) << shift;
    place += SIGNS.indexOf(text[at++]) << shift;
    moves.push({ place, choice: text.slice(at, at + 2), table: text.slice(at + 2, (at += 4)) });
  }
  return at === Math.max(2, text.length) ? moves : null;
}

/** @typedef {number | "all" | "watch"} Seat */
/** @typedef {{game: string, players: number, settings: string, seed: bigint, seat: Seat, rules: string,
 *   clauses: string, moves: string | null}} Link */

/** The link in a fragment; null if it is none, undefined if it is broken.
 * @param {string} fragment @returns {Link | null | undefined} */
function readLink(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, "")), get = (key) => given.get(key) || "";
  if (!given.has("game") || !given.has("seed")) return null;
  const [game, players, settings, rules, clauses] = ["game", "players", "settings", "rules", "clauses"].map(get);
  const seed = readSeed(get("seed")), seat = readSeat(get("seat") || "watch"), moves = given.get("moves");
  if (!/^\d{1,3}$/.test(players) || seed === null || seat === null) return undefined;
  if (moves !== null && (!/^[\w-]*$/.test(moves) || readMoves(moves) === null)) return undefined;
  return { game, players: Number(players), settings, seed, seat, rules, clauses, moves };
}

/** The fragment of a play. Its rules are named by their digest, and, so that others can be told from them, each
 * clause that the play needed by two signs. @param {Play} play @param {string} settings @param {Seat} seat */
function linkText(play, settings, seat) {
  const { pack } = play.machine, { text } = play.about;
  const needed = play.at ? reached(pack, play.records.slice(0, play.at + 1).flatMap((one) => one.clauses)) : [];
  const clauses = needed.map((name) => pack.clauses[name].sign).join("");
  return new URLSearchParams({
    game: pack.game, players: String(text.players), ...(settings ? { settings } : {}), seed: String(play.seed),
    seat: String(seat), ...(play.at ? { rules: pack.digest, clauses, moves: movesText(play) } : {}),
  }).toString();
}

/** These clauses and all that they use, in the order of the rules. @param {any} pack @param {string[]} clauses */
function reached(pack, clauses) {
  const found = new Set(), left = [...clauses];
  while (left.length) {
    const name = (left.pop());
    if (found.has(name) || !has(pack.clauses, name)) continue;
    found.add(name);
    left.push(...pack.clauses[name].uses);
  }
  return Object.keys(pack.clauses).filter((name) => found.has(name));
}

/** @param {string} text @returns {bigint | null} */
const readSeed = (text) => (/^-?\d{1,20}$/.test(text.trim()) ? BigInt.asUintN(64, BigInt(text.trim())) : null);

/** @param {string | null} text @returns {Seat | null} */
const readSeat = (text) =>
  text === "all" || text === "watch" ? text : /^[1-9]\d?$/.test(text || "") ? Number(text) : null;

/** A seed nobody chose, short enough to be typed again. */
const freshSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000000);

/** Play the moves of a link. With the rules it was made with they are simply made. With others the same choices are
 * looked for, and it is said where the games part: at which step, by which rules, and whether the choice was legal.
 * @param {Play} play @param {Link} link @returns {{step: number | null, clauses: string[], legal: boolean} | null} */
function follow(play, link) {
  if (link.moves === null) return null;
  const { pack } = play.machine, same = link.rules === pack.digest, moves = (readMoves(link.moves));
  const known = new Set(link.clauses.match(/../g) || []);
  /** @param {number | null} step @param {string[]} atWork @param {boolean} legal */
  const parting = (step, atWork, legal) => {
    const other = reached(pack, atWork).filter((name) => !known.has(pack.clauses[name].sign));
    return { step, clauses: other.length ? other : atWork.slice(-1), legal };
  };
  if (!same && link.moves.slice(0, 2) !== tableSign(play.now)) return parting(0, play.now.clauses, true);
  for (const [k, move] of moves.entries()) {
    const { now, about } = play, legal = now.actions(), meant = legal[move.place];
    const fits = (one) => choiceSign(about, one) === move.choice;
    const chosen = meant && (same || fits(meant)) ? meant : legal.find(fits);
    if (!chosen) return parting(k + 1, play.over ? now.clauses : [clauseOf(about.nodes[now.node])], false);
    play.forward(chosen.number);
    if (!same && tableSign(play.now) !== move.table) return parting(k + 1, play.now.clauses, true);
  }
  return same ? null : { step: null, clauses: [], legal: true };
}

/** @param {any} node @returns {string} */
const clauseOf = (node) => node.clause || node.name;
