/* Who is who, who was shown what, the story, and what would be taken back: as qedeck/evening/people and story do it. */

const FEW = 3;
const STORY = {
  en: { head: "{title}: an evening with {n} players", out: " (out)", quoted: ["“", "”"], unfinished: "The evening is not over yet." },
  ja: { head: "{title}　{n}人の夜", out: "（脱落）", quoted: ["「", "」"], unfinished: "まだ続いています。" },
};

/** @typedef {{seat: number, name: string, living: boolean, cards: string, marks: string[]}} Person */

/** The value that says who is still in the game. @param {any} about */
const lifeOf = (about) => [...about.vars.values()].find(({ role, type, dims, sight, first }) =>
  role === "remembered" && type[0] === "yes" && dims.join() === "player" && sight === "all" && first.every(Boolean));

/** Everybody, in the order of the seats, as the moderator sees them. @param {Evening} evening @returns {Person[]} */
function people(evening) {
  const { about, now, words } = evening, life = lifeOf(about), { zones } = viewOf(now, null);
  return about.seats.slice(0, about.players).map((_, k) => {
    const living = !life || Boolean(now.cells(life.name)[k]);
    return { seat: k + 1, name: words.seat(k + 1), living, cards: cardsOf(evening, zones, k + 1),
      marks: living ? marksOf(evening, k, life) : [] };
  });
}

/** What lies before somebody: the cards, if they are few. @param {Evening} evening @param {any} zones of a view
 * @param {number} seat */
function cardsOf({ about, words }, zones, seat) {
  return words.joined([...about.lying.values()].filter(({ owner }) => owner === seat).flatMap(({ key, zone }) => {
    const { cards, places } = zones[key];
    const faces = places ? Object.values(places).filter((card) => card && card !== "none")
      : Array.isArray(cards) ? cards.filter(Boolean)
        : Object.entries(cards || {}).flatMap(([card, many]) => Array(many).fill(card));
    if (faces.length > FEW) return [`${words.name(zone)} ×${faces.length}`];
    return faces.map((card) => words.name(card));
  }));
}

/** What is so of somebody. @param {Evening} evening @param {number} seat from 0 @param {any} life @returns {string[]} */
function marksOf({ about, now, words }, seat, life) {
  return [...about.vars.values()].flatMap((value) => {
    const { name, role, mark, known, dims, type, sight, first } = value;
    if (role !== "remembered" || value === life || mark || known) return [];
    const row = now.cells(name);
    if (!dims.length) return type[1] === "player" && type[0] === "member" && row[0] === seat ? [words.name(name)] : [];
    if (dims.join() !== "player" || row[seat] === first[seat]) return [];
    const word = about.word(type, row[seat]);
    if (word === true) return [words.name(name)];
    // What is kept in secret for each of them, a vote for instance, is of the moment.
    return sight !== "none" || word === false ? [words.name(name) + COLON[words.language] + words.name(word)] : [];
  });
}

/** For each seat what was shown to it and not to all, and by which rule. @param {Evening} evening @returns {string[][]} */
function shownTo(evening) {
  const { about, words, records } = evening;
  const found = about.seats.slice(0, about.players).map(() => /** @type {string[]} */ ([]));
  for (let step = 0; step < records.length; step++) {
    for (const { kind, text, seats, clause } of evening.leaves(step).flatMap(({ cues }) => cues)) {
      if (kind === "some") seats.forEach((seat) => found[seat - 1].push(words.name(clause) + COLON[words.language] + text));
    }
  }
  return found;
}

/** All of the evening: who was there, what they were in the end, and everything that was said and happened.
 * @param {Evening} evening @returns {string[]} */
function story(evening) {
  const { words, records, teller, sheet } = evening, said = STORY[words.language];
  const found = [fill(said.head, { title: words.table.title, n: String(sheet.names.length) }), ""];
  for (const { name, cards, living } of people(evening)) {
    found.push((cards ? name + COLON[words.language] + cards : name) + (living ? "" : said.out));
  }
  found.push("");
  for (const { events } of records) {
    for (const { text, of: [first] } of teller.lines(events)) {
      const aloud = first.is === "happened" && first.kind.startsWith("announce ");
      found.push(...(aloud ? ["", said.quoted.join(text)] : [text]));
    }
  }
  return evening.over ? found : [...found, "", said.unfinished];
}

/** What goes if play goes back to before an entry, the last entry first; and what people have learned all the same.
 * @param {Evening} evening @param {number} step @returns {{step: number, entered: string, learned: string[]}[]} */
function takenBack(evening, step) {
  const { about, words, teller, records, since, sheet } = evening;
  return evening.mine().filter((at) => at >= step).map((at) => {
    const lines = teller.lines(records[at].events), node = about.nodes[records[at - 1].node];
    const zone = { zone: words.name(node.zone || "") };
    const entered = node.kind === "choice" && lines.length ? lines[0].text : fill(words.table.generic[node.kind], zone);
    const leaves = at === since ? evening.leaves(at).slice(0, sheet.turned + 1) : evening.leaves(at);
    const learned = leaves.flatMap(({ cues }) => cues).filter(({ kind }) => kind === "some" || kind === "all")
      .map(({ seats, text }) => (seats.length ? evening.names(seats) + COLON[words.language] + text : text));
    return { step: at, entered, learned };
  });
}
