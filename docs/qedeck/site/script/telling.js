/* The play log, as interpreter/telling does it: events in, lines to read at the table out. */

/** Lines to read at the table, each with the clause that caused it. */
class Teller {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.about = words.about;
    this.said = words.table.said;
    this.watched = new Set(words.table.watched);
  }

  /** @param {any[]} events as one seat noticed them @returns {Line[]} */
  lines(events) {
    /** @type {Line[]} */
    const found = [];
    let at = 0, during = "";
    while (at < events.length) {
      const { clause, texts, after } = this.next(events, at, during), of = events.slice(at, after);
      for (const text of texts) found.push({ text, clause, of });
      if (events[at].is === "chose" || events[at].is === "shuffled" || events[at].is === "happened") during = clause;
      at = after;
    }
    return found;
  }

  /** What is told of the event at a place and of those that go along with it, and the place after them.
   * @param {any[]} events @param {number} first @param {string} during
   * @returns {{clause: string, texts: string[], after: number}} */
  next(events, first, during) {
    const { words } = this, event = events[first];
    let after = first + 1;
    if (event.is === "chose") {
      const follows = events[after], node = this.about.nodes[event.action.node];
      const clause = node.options[event.action.option].clause || node.clause;
      let { hidden } = event;
      if (follows && ofSeveral(follows)) return { clause, texts: [this.together(event.action, follows)], after: after + 1 };
      if (follows && follows.is === "happened" && this.isThePick(event.action, follows)) {
        // One line for both: the sentence the texts have for the choice, or else the move.
        if (words.told(event.action) === null) return { clause, texts: [], after };
        if (follows.open) hidden = undefined;
        after++;
      }
      return { clause, texts: [words.stopped(words.label(event.action, hidden))], after };
    }
    if (event.is === "shuffled") {
      const place = words.place({ zone: event.zone, owner: event.owner, place: null, also: event.also });
      return { clause: event.clause, texts: [this.say("shuffle", { zone: words.head(place) })], after };
    }
    if (event.is === "happened") {
      while (after < events.length && goesAlong(event, events[after])) after++;
      return { clause: event.clause, texts: this.happened(events.slice(first, after)), after };
    }
    if (event.is === "changed") {
      return { clause: event.clause || during, texts: this.watched.has(event.value) ? this.changed(event) : [], after };
    }
    const { result } = event;
    return { clause: result.clause || result.ending || during, texts: [this.result(result)], after };
  }

  /** Cards went somewhere, all the same way. @param {any[]} group */
  happened(group) {
    const { words, about } = this, one = group[0];
    if (!one.source || !one.target) return group.flatMap((event) => this.shown(event));
    /** @type {Map<string, number>} */
    const counts = new Map();
    const cards = about.cards(one.source.zone), many = one.kind === "deal" || one.kind === "move all";
    const open = group.every((event) => event.open);
    let amount = 0;
    for (const { values } of group) {
      const moved = many ? values.map((n, k) => [cards[k], n]) : [[cards[values[0]], 1]];
      for (const [card, n] of moved) {
        amount += n;
        if (n) counts.set(card, (counts.get(card) || 0) + n);
      }
    }
    if (!amount) return [];
    const owner = one.target.owner === null ? one.source.owner : one.target.owner;
    const slots = {
      source: words.place(one.source), target: words.place(one.target), cards: open ? words.listing(counts) : "",
      amount: words.amount(amount), go: amount === 1 ? "goes" : "go",
      player: owner === null ? "" : words.seat(owner + 1),
    };
    const own = this.own(one.clause, slots, open);
    if (own !== null) return own;
    if (one.kind === "deal") {
      return [this.say(open ? "dealt cards" : "dealt", { ...slots, target: words.head(slots.target) })];
    }
    return [words.head(this.say(open ? "moved cards" : "moved", slots))];
  }

  /** The sentence that the texts have for what happens in a phase; none at all if it is empty.
   * @param {string} phase @param {Record<string, string>} slots @param {boolean} seen */
  own(phase, slots, seen) {
    const { words } = this, key = seen ? phase : `${phase}.unseen`;
    if (!has(words.table.log, key)) return null;
    const said = words.table.log[key];
    return said ? [words.head(words.stopped(fill(said, slots)))] : [];
  }

  /** A value that is another one now, if the texts have a sentence for that. @param {any} event */
  changed(event) {
    const { words } = this, { after, before, value } = event;
    /** @type {Record<string, string>} */
    const slots = { value: words.name(after), before: words.name(before) };
    const keys = [`${value}.${typeof after === "boolean" ? (after ? "yes" : "no") : after}`, value];
    if (typeof after === "number") {
      keys.splice(1, 0, `${value}.${after > before ? "more" : "less"}`);
      slots.by = String(Math.abs(after - before));
    }
    const key = keys.find((one) => has(words.table.changes, one));
    for (const [dim, member] of event.index) slots[dim] = words.name(member);
    const said = key === undefined ? "" : words.table.changes[key];
    return said ? [words.head(words.stopped(fill(said, slots)))] : [];
  }

  /** @param {any} event */
  shown(event) {
    const { words } = this;
    const each = () => event.values.map((value, k) => words.name(this.about.word(event.types[k], value)));
    if (event.kind.startsWith("announce ")) {
      const said = words.table.announcements[event.kind.slice("announce ".length)];
      return said ? [words.head(words.stopped(said))] : [];
    }
    if (event.kind === "swap") {
      return [this.say("swap", {}) + (event.open && event.values.length ? ` (${words.joined(each())})` : "")];
    }
    const viewers = event.seen.flatMap((sees, k) => (sees ? [words.seat(k + 1)] : []));
    if (event.kind === "together") return []; // of one alone the choice says it
    const to = viewers.length === event.seen.length ? this.said.everyone
      : viewers.length ? fill(this.said.only, { players: words.joined(viewers) }) : this.said.nobody;
    const inside = event.open ? this.contents(event) : "", one = event.open && !inside ? each() : [];
    const values = inside || words.joined(one);
    const slots = { viewers: to, players: words.joined(viewers), values };
    const own = this.own(event.clause, { ...slots, ...Object.fromEntries(one.map((name, k) => [k + 1, name])) }, true);
    return own !== null ? own : [this.say(values ? "shown" : "nothing", { viewers: to, values })];
  }

  /** What several chose together: the sentence that the texts have for the choice, or else one for all of them.
   * @param {Action} action @param {any} event */
  together(action, event) {
    const { words, about } = this, told = words.told(action);
    const players = words.joined(event.seen.flatMap((sees, k) => (sees ? [words.seat(k + 1)] : [])));
    const values = event.open ? event.values.map((value, k) => words.name(about.word(event.types[k], value))) : [];
    if (told === null) return this.say("together", { players, values: words.joined(values) });
    const option = words.name(about.nodes[action.node].options[action.option].name);
    const topic = words.ja ? players + "は" : players;
    const picks = Object.fromEntries(about.picks(action).map(({ label }, k) => [label, values[k]]));
    return words.stopped(fill(told, { player: players, players, option, topic, ...picks }));
  }

  /** A whole zone that is shown: its cards, as often as they lie there. @param {any} event */
  contents(event) {
    const { words, about } = this, zone = about.zones.get(event.kind.replace(/^show /, ""));
    if (!zone) return "";
    if (zone.kind === "pile") return words.listing(about.cards(zone.name).map((card, k) => [card, event.values[k]]));
    const cards = event.values.map((value, k) => about.word(event.types[k], value));
    return words.joined(cards.filter((word) => word !== "none").map((word) => words.name(word)));
  }

  /** The last line of a log. @param {Result} result */
  result(result) {
    const { words } = this, names = result.winners.map((seat) => words.seat(seat));
    const winners = words.ja ? (names.length ? `勝者：${names.join("、")}` : "勝者なし")
      : names.length ? `${names.join(", ")} ${names.length === 1 ? "wins" : "win"}` : "Nobody wins";
    const ending = result.ending ? words.name(result.ending) : "";
    const slots = { ending, winners, reason: this.reason(result), code: result.code };
    return fill(this.said[result.kind === "nobody" ? "nobody wins" : result.kind], slots) + words.table.stop;
  }

  /** Why a game broke off. @param {Result} result @returns {string} */
  reason(result) {
    const { words } = this, { reasons } = words.table;
    if (result.kind === "undefined") {
      const why = has(reasons.codes, result.code) ? reasons.codes[result.code] : "";
      return fill(reasons.undefined, { clause: words.name(result.clause), why });
    }
    if (result.kind !== "stuck") return result.reason;
    const player = result.player ? words.seat(result.player) : reasons.who[result.node.who];
    return fill(reasons.stuck, { player, phase: words.name(result.node.name) });
  }

  /** @param {string} key @param {Record<string, string>} slots */
  say(key, slots) {
    return this.words.stopped(fill(this.said[key], slots));
  }

  /** Whether the move is the chosen card leaving the hand of whoever chose it.
   * @param {Action} action @param {any} event */
  isThePick(action, event) {
    const { kind, source } = event;
    if (kind !== "move" || !source || !action.player || source.owner !== action.player - 1) return false;
    const card = this.about.cards(source.zone)[event.values[0]];
    return this.about.picks(action).some((pick) => pick.word === card);
  }
}

/** Whether it tells what several chose together: then the choice itself, which one of them made, is not told.
 * @param {any} event */
function ofSeveral(event) {
  return event.is === "happened" && event.kind === "together" && event.seen.filter(Boolean).length > 1;
}

/** Several cards that go the same way at the same time are told in one line. @param {any} one @param {any} two */
function goesAlong(one, two) {
  if (two.is !== "happened" || one.kind !== "move" || two.kind !== "move" || one.open !== two.open) return false;
  const way = ({ clause, source, target }) =>
    [clause, source.zone, source.owner, source.also, target.zone, target.owner, target.also, target.place].join("\n");
  return way(one) === way(two);
}
