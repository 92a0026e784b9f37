/* Things on the drawn table and what can be chosen with them; why not, as interpreter/choices says it. */

const THINGS = ".q-card, .q-seat, .q-token, .q-square";

/** @typedef {{words: string[], zone: string, owner: number | null, card: string | null, place: string | null,
 *   key: string}} Thing */

/** What a part of the picture stands for: a card in its zone, a seat, something that is remembered of.
 * @param {About} about @param {Element} drawn @returns {Thing} */
function thingOf(about, drawn) {
  const { zone: key = "", card = null, at = null, player, thing, key: square } = (drawn).dataset;
  const none = { words: [], zone: "", owner: null, card: null, place: null, key };
  if (player) return { ...none, words: [about.seats[Number(player) - 1]] };
  if (thing) return { ...none, words: [thing] };
  if (square) return { ...none, words: [square.replace(/^.* of /, "")] };
  const { zone, owner } = ownerOf(about, key);
  return { ...none, zone, owner, card, place: about.zones.get(zone).kind === "grid" ? at : null };
}

/** `hand of player 1` is the zone hand of seat 1. @param {About} about @param {string} key @returns {Lying} */
const ownerOf = (about, key) => /** @type {Lying} */ (about.lying.get(key));

/** Whether an action is with this thing: it picks that card from there, that place, that seat …
 * @param {About} about @param {any} view @param {Action} action @param {Thing} thing */
function isWith(about, view, action, thing) {
  const picks = about.picks(action), who = about.nodes[action.node].who;
  const seats = (who === "anyone" ? picks.slice(1) : picks).filter((pick) => pick.type[1] === "player");
  return picks.some((pick) => {
    if (thing.words.length) return thing.words.includes(pick.word);
    const zone = about.zones.get(thing.zone);
    if (thing.place !== null && pick.type[1] === zone.places && pick.word === thing.place) {
      const owner = thing.owner && about.seats[thing.owner - 1];
      return !owner || (seats.length ? seats.some((one) => one.word === owner) : thing.owner === action.player);
    }
    // A card in the column of a line stands for that line, too.
    const which = zone.also.indexOf(pick.type[1]);
    if (which >= 0 && pick.word === about.domains[pick.type[1]][ownerOf(about, thing.key).also[which]]) return true;
    if (thing.card === null || pick.type[1] !== zone.cards || pick.word !== thing.card) return false;
    // Of equal cards, those are meant that whoever chooses has; above all those that nobody else sees.
    const hers = (key) => action.player !== null && ownerOf(about, key).owner === action.player;
    const own = Object.keys(view.zones).filter((key) => hers(key) && lies(view.zones[key], thing.card));
    const held = own.filter((key) => isHeld(about.zones.get(ownerOf(about, key).zone)));
    return !own.length || (held.length ? held : own).includes(thing.key);
  });
}

/** Whether a zone is held like a hand: some see it and some do not. @param {any} zone */
const isHeld = ({ owned, sight }) => owned && sight !== "all" && sight !== "none";

/** @param {any} zone of a view @param {string} card */
const lies = ({ cards }, card) => Boolean(cards) && (Array.isArray(cards) ? cards.includes(card) : has(cards, card));

// ---- why not: interpreter/choices --------------------------------------------------------------------------------

/** Why something cannot be chosen now, in a sentence, and the conditions that fail. Null if it can.
 * @param {Play} play @param {Words} words @param {string} word
 * @returns {{text: string, clause: string, failing: any[]} | null} */
function whyNot(play, words, word) {
  const { about, now, machine } = play, said = words.table["why not"], ours = PHRASES[words.language].refused;
  if (now.result) return { text: ours.over, clause: now.result.clause || now.result.ending || "", failing: [] };
  const node = about.nodes[now.node], legal = now.actions();
  const slots = { choice: words.name(word), phase: words.name(node.name), players: String(about.players) };
  const found = (text, failing = []) => ({ text: fill(text, slots), clause: clauseOf(node), failing });
  for (const [k, option] of node.options.entries()) {
    const names = ({ type }) => type[0] === "member" && about.domains[type[1]].includes(word);
    const level = option.picks.findIndex(names);
    if (level < 0) continue;
    const { type } = option.picks[level], value = about.domains[type[1]].indexOf(word);
    const others = legal.filter((action) => action.option === k);
    if (others.some((action) => action.values[level] === value)) return null;
    if (!others.length) return found(said.nothing);
    if (about.isCard(type) && about.text.cards[type[1]].copies[value] <= 0) return found(said["left out"]);
    return found(said["not among"], option.picks.length === 1 ? machine.failing(now, option, [value]) : []);
  }
  return found(ours.other);
}
