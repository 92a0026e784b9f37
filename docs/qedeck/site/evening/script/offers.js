/* What may be entered now, and why something else may not: as qedeck/evening/offers and by_hand do it. */

const MOST_OTHERS = 40;

/** @typedef {{action: any, name: string, sentence: string}} Offer */

/** Who is asked: seats from 1, several where a group decides. @param {Evening} evening */
function asking(evening) {
  const { node, now } = evening;
  if (!node || !now.asked) return null;
  const seats = node.together ? seatsOf(now.noticers) : now.asked.player ? [now.asked.player] : [];
  return { who: now.asked.who, seats, together: Boolean(node.together) && seats.length > 1, phase: node.name,
    clause: node.clause || node.name };
}

/** @param {Evening} evening @returns {Offer[]} in the order of the text */
const offers = (evening) => namedOffers(evening, evening.now.actions());

/** What is of the same kind and may not be chosen now. @param {Evening} evening @returns {Offer[]} */
function others(evening) {
  const { about, node, now } = evening;
  if (!node || node.kind !== "choice") return [];
  const legal = new Set(now.legal), staying = evening.words.table["staying out"];
  const found = node.options.flatMap((option) => {
    if (staying.includes(option.name) || option.picks.length > 1) return [];
    const [pick] = option.picks, size = pick ? pick.size : 1;
    // Of cards, those that whoever chooses has.
    const held = pick && about.isCard(pick.type) ? heldBy(evening, pick.type[1], now.asked.player) : null;
    const numbers = size > MOST_OTHERS ? [] : [...Array(size).keys()].map((k) => option.base + k);
    return numbers.filter((number) => !legal.has(number))
      .map((number) => about.action(now.node, number, now.asked.player))
      .filter(({ values: [value] }) => value !== -1 && (!held || held.has(value)));
  });
  return namedOffers(evening, found);
}

/** The cards of a set that a seat has in zones of its own.
 * @param {Evening} evening @param {string} set @param {number | null} player @returns {Set<number>} */
function heldBy({ about, now }, set, player) {
  const { zones } = viewOf(now, null);
  const own = ({ owner, zone }) => owner !== null && owner === player && about.zones.get(zone).cards === set;
  return new Set([...about.lying.values()].filter(own).flatMap(({ key, zone }) => {
    const { cards, places } = zones[key];
    const lying = places ? Object.values(places) : Array.isArray(cards) ? cards : Object.keys(cards);
    return lying.map((card) => about.cards(zone).indexOf(card)).filter((card) => card >= 0);
  }));
}

/** @param {Evening} evening @param {any[]} actions @returns {Offer[]} */
function namedOffers({ about, node, words }, actions) {
  const picking = node ? (node.options || []).filter(({ picks }) => picks.length) : [];
  const alike = picking.length === 1 && picking[0].picks.length === 1;
  return actions.map((action) => {
    const picks = about.picks(action), sentence = words.label(action);
    const { name } = node.options[action.option], staying = words.table["not wanting"];
    const called = has(staying, name) ? staying[name] : words.name(name);
    const picked = picks.length ? words.name(picks[0].word) : "";
    const short = !picks.length ? called : alike ? picked : called + COLON[words.language] + picked;
    return { action, name: picks.length < 2 ? short : sentence, sentence };
  });
}

/** Why this may not be chosen now: a sentence, and the conditions that do not hold, in words.
 * @param {Evening} evening @param {any} action @returns {string[]} */
function whyNotNow(evening, action) {
  const { about, node, now, words, machine } = evening, said = words.table["why not"];
  const option = node.options[action.option], legal = now.actions().filter((one) => one.option === action.option);
  const [pick] = about.picks(action), choice = pick ? words.name(pick.word) : words.name(option.name);
  const key = !pick ? "option" : legal.length ? "not among" : "nothing";
  const slots = { choice, phase: words.name(node.name), players: String(about.players) };
  const { conditions = {}, rules = {} } = words.table;
  const failing = machine.failing(now, option, action.values).map(({ text, define }) => {
    const asked = define && about.text.defines.find(({ name }) => name === define);
    return has(conditions, text) ? conditions[text] : asked && has(rules, asked.clause) ? rules[asked.clause][0] : text;
  });
  return [fill(said[key], slots), ...new Set(failing.filter(Boolean))];
}

// ---- cards that fell at the table ----------------------------------------------------------------------------------

/** @typedef {{targets: {name: string, many: number}[], pile: [string, number][], order: boolean}} Falling */

/** What is dealt or shuffled here; null if somebody chooses. @param {Evening} evening @returns {Falling | null} */
function falling(evening) {
  const { about, machine, node, now, words } = evening;
  if (!node || node.kind === "choice") return null;
  machine.bytes.set(now.state);
  machine.exports.resume(now.node);
  const memory = new DataView(machine.exports.memory.buffer), { chance } = about.text, cards = about.cards(node.zone);
  const named = (side) => words.place({ place: null, ...side });
  if (node.kind === "deal") {
    const amounts = cellsAt(memory, chance.amounts);
    const pile = node.set ? cards.map((_, k) => (memory.getInt32(chance["pile set"] + 4 * (k >> 5), true) >> (k & 31)) & 1)
      : cellsAt(memory, chance.pile);
    const there = cards.map((card, k) => /** @type {[string, number]} */ ([card, pile[k]])).filter(([, many]) => many);
    const targets = targetsOf(evening).map((side, k) => ({ name: named(side), many: amounts[k] }));
    return { targets, pile: there, order: false };
  }
  const row = cellsAt(memory, chance.order).slice(0, about.domains[about.zones.get(node.zone).places].length);
  /** @type {Map<string, number>} */
  const lying = new Map();
  for (const card of row.filter((card) => card >= 0)) lying.set(cards[card], (lying.get(cards[card]) || 0) + 1);
  const many = [...lying.values()].reduce((all, one) => all + one, 0);
  return { targets: [{ name: named(targetsOf(evening)[0]), many }], pile: [...lying], order: true };
}

/** The zones that cards fall to. @param {Evening} evening */
function targetsOf({ about, machine, node, now }) {
  return node.sides.map(({ zone, owner, also }) => {
    const worth = (told) => (told !== null && typeof told === "object" ? machine.ask(told.ask) : told);
    machine.bytes.set(now.state);
    return { zone, owner: worth(owner), also: also.map(worth) };
  });
}

/** The cards that each zone got, as an entry. @param {Evening} evening @param {string[][]} told @returns {Entry} */
function fallen({ node }, told) {
  const entry = { by: "chance", phase: node.name };
  if (node.kind === "shuffle") return { ...entry, shuffle: told[0] };
  const counts = (cards) => cards.reduce((row, card) => ({ ...row, [card]: (row[card] || 0) + 1 }), {});
  return { ...entry, deal: told.map(counts) };
}

/** How many of each card are still to be told.
 * @param {Falling} asks @param {string[][]} told @returns {[string, number][]} */
const leftOf = (asks, told) => asks.pile.map(([card, many]) =>
  /** @type {[string, number]} */ ([card, many - told.flat().filter((one) => one === card).length]));

/** What is not told yet, filled in, if the cards that are left can only fall in one way.
 * @param {Falling} asks @param {string[][]} told @returns {string[][] | null} */
function onlyWay(asks, told) {
  const left = leftOf(asks, told).filter(([, many]) => many > 0);
  const missing = asks.targets.reduce((all, { many }, k) => all + many - told[k].filter(Boolean).length, 0);
  if (asks.order || missing <= 0 || left.length !== 1 || left[0][1] < missing) return null;
  return told.map((cards, k) => {
    const kept = cards.filter(Boolean);
    return [...kept, ...Array(asks.targets[k].many - kept.length).fill(left[0][0])];
  });
}
