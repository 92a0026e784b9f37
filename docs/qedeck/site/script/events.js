/* What happened, and what a seat noticed of it, as interpreter/events does it: the words of a log in, events out. */

/** Whether a seat sees what is somebody's, where that follows from who they are; both counted alike.
 * @param {string} sight @param {number | null} owner @param {number} seat */
const sightOf = (sight, owner, seat) =>
  sight === "all" || (sight === "owner" && owner === seat) || (sight === "others" && owner !== seat);

/** @param {About} about @param {string} zone @param {number | null} owner from 0 @returns {boolean[]} */
const facesOf = (about, zone, owner) => about.seats.map((_, seat) => sightOf(about.zones.get(zone).sight, owner, seat));

/** Seats by the bits of words, 16 in each. @param {About} about @param {ArrayLike<number>} bits @returns {boolean[]} */
const seatsIn = (about, bits) => about.seats.map((_, k) => Boolean((bits[k >> 4] >> (k & 15)) & 1));

/** Who notices what happens at a node, if a record can say so: all, nobody, or those by its bits.
 * @param {About} about @param {any} node @param {Int32Array} bits @returns {boolean[]} */
const noticersOf = (about, node, bits) =>
  (node.notices === undefined ? about.seats.map(() => !node.secret) : seatsIn(about, bits));

/** The events of one call, from the words of its log.
 * @param {About} about @param {Int32Array} log @returns {any[]} */
function eventsOf(about, log) {
  const { text } = about, found = [], words = (about.seats.length + 15) >> 4;
  const masks = (node) => (node.notices === undefined ? 0 : words);
  let at = 0;
  while (at < log.length) {
    const which = log[at++];
    if (which === -1) {
      const [node, number, seat] = log.subarray(at, (at += 3));
      const seen = noticersOf(about, about.nodes[node], log.subarray(at, (at += masks(about.nodes[node]))));
      found.push({ is: "chose", action: about.action(node, number, seat < 0 ? null : seat + 1), seen });
    } else if (which === -2) at++;
    else if (which === -3) {
      const node = about.nodes[log[at]], owner = log[at + 1];
      at += 2 + about.domains[about.zones.get(node.zone).places].length;
      const seen = noticersOf(about, node, log.subarray(at, (at += masks(node))));
      const { owner: seat, also } = about.parts(about.zones.get(node.zone))[Math.max(0, owner)];
      found.push({ is: "shuffled", zone: node.zone, owner: seat && seat - 1, also, clause: node.clause, seen });
    } else if (which === -4 || which === -5) {
      const [number, cell, before, after] = log.subarray(at, (at += 4)), value = about.vars.get(text.changes[number]);
      const each = value.dims.length ? about.members(value.dims.slice(1)).length : 1;
      const index = about.members(value.dims)[cell].map((member, k) => [value.dims[k], member]);
      const whose = Math.floor(cell / each);
      // Of a value that some see in some positions, the record says who does.
      const seen = which === -5 ? seatsIn(about, log.subarray(at, (at += words)))
        : about.seats.map((_, seat) => sightOf(value.sight, whose, seat));
      found.push({
        is: "changed", value: value.name, index, seen,
        before: about.word(value.type, before), after: about.word(value.type, after),
      });
    } else {
      const telling = text.tellings[which];
      /** @type {Record<string, number>} */
      const fields = {};
      const values = [], bits = [], asked = [], woken = [];
      for (const field of telling.fields) {
        const word = log[at++];
        if (field === "value") values.push(word);
        else if (field === "seen") bits.push(word);
        else if (field === "faces") asked.push(word);
        else if (field === "awake") woken.push(word);
        else fields[field] = word;
      }
      const { kind, clause, types } = telling, event = { is: "happened", kind, clause, types, values, open: true };
      if (!telling.from) {
        const seen = seatsIn(about, bits);
        found.push({ ...event, seen, faces: seen, source: null, target: null });
        continue;
      }
      const cards = about.cards(telling.from);
      if (telling.cards === "card") values.push(log[at++]);
      else if (telling.cards === "set") {
        const words = [log[at], log[at + 1]];
        at += 2;
        cards.forEach((_, k) => values.push((words[k >> 5] >> (k & 31)) & 1));
      } else {
        values.push(...log.subarray(at, at + cards.length));
        at += cards.length;
      }
      const end = (name) => ({
        zone: telling[name], owner: numbered(fields[`${name} owner`]), place: numbered(fields[`${name} place`]),
        also: about.zones.get(telling[name]).also.map((_, k) => fields[`${name} also ${k}`]),
      });
      const source = end("from"), target = end("to");
      const one = facesOf(about, source.zone, source.owner), two = facesOf(about, target.zone, target.owner);
      const ends = asked.length ? seatsIn(about, asked) : one.map((sees, k) => sees || two[k]);
      const awake = woken.length ? seatsIn(about, woken) : ends.map(() => true);
      const faces = ends.map((sees, k) => sees && awake[k]);
      const counted = about.zones.get(source.zone).counted || about.zones.get(target.zone).counted;
      found.push({ ...event, source, target, faces, seen: awake.map((open, k) => open && (ends[k] || counted)) });
    }
  }
  return found;
}

const numbered = (word) => (word === undefined ? null : word);

/** The event as this seat noticed it; null if it did not. Without a seat: everything.
 * @param {About} about @param {any} event @param {number | null} seat counted from 1 */
function noticed(about, event, seat) {
  if (seat === null) return event;
  if (event.is === "chose") {
    const node = about.nodes[event.action.node];
    if (event.action.player === seat) return event;
    if (!event.seen[seat - 1] || node.who === "moderator" || node.who === "chance") return null;
    if (node.who === "table") return event;
    const hiddenPicks = node.options[event.action.option].picks.filter((pick) => about.isCard(pick.type));
    return { ...event, hidden: new Set(hiddenPicks.map((pick) => pick.label)) };
  }
  if (event.is === "happened") {
    // A seat without a person (a dummy's) notices nothing.
    if (!event.seen[seat - 1]) return null;
    return event.faces[seat - 1] ? event : { ...event, open: false };
  }
  return event.seen && !event.seen[seat - 1] ? null : event;
}
