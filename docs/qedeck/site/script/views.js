/* What a seat may see, as interpreter/views does it: a position in, a view out. What may not be seen is not in it. */

/** @param {Arrived} position @param {any} what a zone or a value @param {number | null} owner whose, from 1
 * @param {number | null} seat */
const maySee = (position, what, owner, seat) => seat === null || (what.sight === "asked"
  ? position.seers[what.name][(owner || 1) - 1][seat - 1] : sightOf(what.sight, owner, seat));

/** The table as this seat sees it, as View.data() has it; null sees everything. What may not be seen is not in it, so
 * whatever is drawn or listed from a view can show no more. @param {Arrived} position @param {number | null} seat */
function viewOf(position, seat) {
  const { about } = position;
  /** @type {Record<string, any>} */
  const zones = {};
  /** @type {Record<string, Word>} */
  const remembered = {};
  for (const zone of about.zones.values()) {
    const parts = about.parts(zone);
    for (const one of parts) zones[one.key] = zoneView(position, zone, one, parts.length, seat);
  }
  for (const value of about.vars.values()) {
    if (value.role !== "remembered" || value.mark || value.known || (seat !== null && value.sight === "none")) continue;
    const row = position.cells(value.name);
    const each = value.dims.length ? row.length / about.domains[value.dims[0]].length : 1;
    about.members(value.dims).forEach((key, place) => {
      const owner = value.dims.length ? Math.floor(place / each) + 1 : null;
      if (!maySee(position, value, owner, seat)) return;
      remembered[key.length ? `${value.name} of ${key.join(", ")}` : value.name] = about.word(value.type, row[place]);
    });
  }
  let { asked } = position;
  // Who is asked in secret is part of the secret.
  if (seat !== null && asked && asked.player !== seat && !position.noticers[seat - 1]) asked = null;
  return { player: seat, zones, remembered, asked, result: position.result && resultData(position.result, seat) };
}

/** @param {Arrived} position @param {any} zone @param {Lying} one @param {number} many of that name
 * @param {number | null} seat */
function zoneView(position, zone, { owner, part }, many, seat) {
  const { about } = position, names = about.cards(zone.name);
  const faces = maySee(position, zone, owner, seat), counted = faces || zone.counted;
  const cells = (name) => {
    const row = position.cells(name), width = row.length / many;
    return row.slice(part * width, (part + 1) * width);
  };
  /** @type {Record<string, Word[]>} */
  const marks = {};
  for (const value of about.vars.values()) {
    if (!value.mark || value.mark.zone !== zone.name || !maySee(position, value, owner, seat)) continue;
    marks[value.mark.word] = cells(value.name).map((one) => about.word(value.type, one));
  }
  const known = knownTo(position, zone, part, many, seat);
  const named = (face, k) => (faces || known[k] ? names[face] : null);
  if (zone.kind === "grid") {
    const lies = Object.entries(marks).map(([mark, laid]) =>
      [mark, Object.fromEntries(about.domains[zone.places].map((place, k) => [place, laid[k]]))]);
    const at = about.domains[zone.places].map((place, k) => [place, known[k]]);
    const more = { ...(known.length ? { known: Object.fromEntries(at) } : {}),
      ...(lies.length ? { marks: Object.fromEntries(lies) } : {}) };
    if (!counted) return { places: null, ...more };
    /** @type {Record<string, string | null>} */
    const places = {};
    const row = cells(`${zone.name}.card`);
    let last = row.length - 1;
    while (last >= 0 && row[last] < 0) last--;
    const there = zone.firm === undefined ? row.length : Math.max(zone.firm, last + 1);
    about.domains[zone.places].slice(0, there).forEach((place, k) => {
      places[place] = row[k] < 0 ? "none" : named(row[k], k);
    });
    return { places, ...more };
  }
  const size = counted ? cells(`${zone.name}.size`)[0] : null;
  if (zone.kind === "pile") {
    /** @type {Record<string, number>} */
    const cards = {};
    if (faces) cells(zone.name).forEach((many, k) => many && (cards[names[k]] = many));
    return { size, cards: faces ? cards : null };
  }
  const more = Object.keys(marks).length ? { marks } : {};
  if (size === null) return { size, cards: null, by: null, ...more };
  for (const mark of Object.keys(marks)) marks[mark] = marks[mark].slice(0, size);
  const cards = cells(`${zone.name}.card`).slice(0, size).map(named);
  const by = cells(`${zone.name}.by`).slice(0, size).map((who) => (who < 0 ? "none" : about.seats[who]));
  return { size, cards, by, ...(known.length ? { known: known.slice(0, size) } : {}), ...more };
}

/** Which of the cards there a seat remembers; nothing where nobody does. @param {Arrived} position @param {any} zone
 * @param {number} part @param {number} many @param {number | null} seat @returns {boolean[]} */
function knownTo(position, zone, part, many, seat) {
  if (!zone.known) return [];
  const row = position.cells(zone.known), width = row.length / (position.about.seats.length * many);
  const start = seat === null ? 0 : ((seat - 1) * many + part) * width;
  return row.slice(start, start + width).map((one) => seat !== null && Boolean(one));
}

/** Which other endings hold may be somebody's secret. @param {Result} result @param {number | null} seat */
const resultData = ({ kind, ending, winners, holding, reason, code, clause }, seat) =>
  ({ kind, ending, winners, holding: seat === null ? holding : [], reason, ...(code ? { code, clause } : {}) });
