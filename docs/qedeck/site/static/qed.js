/* The tables, replays and explorers of a qedeck site: one classic script, no framework, no build step.
 *
 * In: the packs that site/packing.py writes (a module of the engine, its description, words, scenes). Out: the elements
 * <qed-table>, <qed-replay>, <qed-explorer>, and window.qedeck for whoever writes a page.
 * What the rules mean is in the module alone (docs/reference/page_module.md). Here is how it is read, seen and told:
 * what interpreter/views, events, telling and choices do, function by function; tests/site/browser holds them to it.
 */
(function () {
  "use strict";

  /** @typedef {["yes"] | ["number", number, number] | ["member", string] | ["member", string, "none"]} Type */
  /** @typedef {string | number | boolean} Word a member ("chest 7", "player 2", "none"), a number, yes or no */
  /** @typedef {{zone: string, owner: number | null, place: number | null}} Side one end of a move; seats from 0 */
  /** @typedef {{number: number, node: number, option: number, values: number[], player: number | null}} Action */
  /** @typedef {{kind: string, ending: string | null, winners: number[], holding: string[], reason: string,
   *   code: string, clause: string, player: number | null, node: any}} Result */
  /** @typedef {{text: string, clause: string}} Line */

  const has = (table, key) => Object.prototype.hasOwnProperty.call(table, key);

  /** The template with {player} and the like filled in; a slot nobody knows stays as it is.
   * @param {string} template @param {Record<string, string>} slots */
  const fill = (template, slots) =>
    template.replace(/\{([^{}]+)\}/g, (whole, name) => (has(slots, name) ? slots[name] : whole));

  /** @param {string} word */
  const spoken = (word) => word.replace(/[-_]/g, " ");

  // ---- the description, made easy to ask ---------------------------------------------------------------------------

  /** What lies where in a module, and what it is called in the spec. */
  class About {
    /** @param {any} description */
    constructor(description) {
      this.text = description;
      this.players = description.players;
      this.domains = description.domains;
      this.nodes = description.nodes;
      /** @type {Map<string, any>} */
      this.zones = new Map(description.zones.map((zone) => [zone.name, zone]));
      /** @type {Map<string, any>} */
      this.vars = new Map(description.vars.map((one) => [one.name, one]));
      this.seats = description.domains.player;
    }

    /** A value in the spec's words. @param {Type} type @param {number} value @returns {Word} */
    word(type, value) {
      if (type[0] === "yes") return Boolean(value);
      if (type[0] === "number") return value;
      const members = this.domains[type[1]];
      return value >= 0 && value < members.length ? members[value] : "none";
    }

    /** The cards of a zone. @param {string} zone @returns {string[]} */
    cards(zone) {
      return this.domains[this.zones.get(zone).cards];
    }

    /** @param {Type} type */
    isCard(type) {
      return type[0] === "member" && has(this.text.cards, type[1]);
    }

    /** Every combination of members, the last running fastest. @param {string[]} dims @returns {string[][]} */
    members(dims) {
      return dims.reduce((found, dim) => found.flatMap((key) => this.domains[dim].map((one) => [...key, one])), [[]]);
    }

    /** What was picked, by the name it has in the spec. @param {Action} action */
    picks(action) {
      const { picks } = this.nodes[action.node].options[action.option];
      return picks.map((pick, k) =>
        ({ label: pick.label, type: pick.type, word: this.word(pick.type, action.values[k]) }));
    }

    /** The action of a number at a node: its option, and what is picked; the last pick runs fastest.
     * @param {number} node @param {number} number @param {number | null} seat counted from 1 @returns {Action} */
    action(node, number, seat) {
      const { options, who } = this.nodes[node];
      let option = options.length - 1;
      while (option > 0 && options[option].base > number) option--;
      /** @type {number[]} */
      const values = [];
      let rest = number - options[option].base;
      for (const { low, size } of [...options[option].picks].reverse()) {
        values.unshift((rest % size) + low);
        rest = Math.floor(rest / size);
      }
      return { number, node, option, values, player: who === "anyone" ? (values.length ? values[0] + 1 : null) : seat };
    }
  }

  // ---- words: interpreter/words, actions ---------------------------------------------------------------------------

  const NOTHING_HIDDEN = new Set();

  /** How things are called in one language: the spec's words in, names for people out. */
  class Words {
    /** @param {About} about @param {any} table the words of one language, as the engine writes them */
    constructor(about, table) {
      this.about = about;
      this.table = table;
      this.language = table.language;
      this.ja = table.language === "ja";
    }

    /** @param {Word} word @returns {string} */
    name(word) {
      if (typeof word === "boolean") return this.table["no yes"][Number(word)];
      if (typeof word === "number") return String(word);
      if (word === "none") return this.table.none;
      return has(this.table.names, word) ? this.table.names[word] : spoken(word);
    }

    /** A seat as people call it, counted from 1. @param {number} seat */
    seat(seat) {
      return this.name(this.about.seats[seat - 1]);
    }

    /** @param {string[]} names */
    joined(names) {
      return names.join(this.table.comma);
    }

    /** Cards with how many there are of each: chest 1, knife ×2. @param {Iterable<[string, number]>} counts */
    listing(counts) {
      const named = ([card, many]) => this.name(card) + (many > 1 ? ` ×${many}` : "");
      return this.joined([...counts].filter(([, many]) => many).map(named));
    }

    /** One end of a move: Player 3's hand. @param {Side} side */
    place(side) {
      const zone = this.about.zones.get(side.zone);
      let name = this.name(side.zone);
      if (side.owner !== null) name = `${this.seat(side.owner + 1)}${this.ja ? "の" : "'s "}${name}`;
      else if (!this.ja) name = `the ${name}`;
      if (zone.kind === "grid" && side.place !== null && side.place >= 0) {
        const spot = this.name(this.about.domains[zone.places][side.place]);
        name = this.ja ? `${name}（${spot}）` : `${name} (${spot})`;
      }
      return name;
    }

    /** @param {number} many */
    amount(many) {
      return this.ja ? `${many}枚` : many === 1 ? "a card" : `${many} cards`;
    }

    /** @param {string} sentence */
    head(sentence) {
      return this.ja ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
    }

    /** @param {string} sentence */
    stopped(sentence) {
      return /[.。!?！？]$/.test(sentence) ? sentence : sentence + this.table.stop;
    }

    /** The sentence that the texts have for a choice. @param {Action} action @returns {string | null} */
    told(action) {
      return this.table.choices[action.node][action.option];
    }

    /** A choice as a sentence without a full stop; picks named in `hidden` are only called a card.
     * @param {Action} action @param {Set<string>} [hidden] */
    label(action, hidden = NOTHING_HIDDEN) {
      const node = this.about.nodes[action.node], option = node.options[action.option];
      const picks = this.about.picks(action);
      /** @type {Record<string, string>} */
      const names = {};
      for (const { label, word } of picks) names[label] = hidden.has(label) ? this.table.card : this.name(word);
      const who = action.player ? this.seat(action.player) : this.table.actors[node.who];
      const slots = { player: who, option: this.name(option.name), ...names };
      slots.topic = !this.ja ? who : node.who === "table" ? "全員で" : who + "は";
      const told = this.told(action);
      if (told !== null) return fill(told, slots);
      const named = node.who === "anyone" ? picks.slice(1) : picks;
      slots.picks = this.joined(named.map((pick) => names[pick.label]));
      let manner = named.length ? "option with" : "option";
      if (!picks.length && this.table["staying out"].includes(option.name)) manner = option.name;
      else if (named.length === 1 && has(names, option.name)) manner = "pick";
      return fill(this.table.generic[manner], slots);
    }
  }

  // ---- what happened, and what a seat noticed of it: interpreter/events --------------------------------------------

  /** @param {About} about @param {string} zone @param {number | null} owner from 0 @returns {boolean[]} */
  const facesOf = (about, zone, owner) => {
    const { sight } = about.zones.get(zone);
    return about.seats.map((_, seat) => sight === "all" || (sight === "owner" && owner === seat));
  };

  /** The events of one call, from the words of its log.
   * @param {About} about @param {Int32Array} log @returns {any[]} */
  function eventsOf(about, log) {
    const { text } = about, found = [];
    let at = 0;
    while (at < log.length) {
      const which = log[at++];
      if (which === -1) {
        const [node, number, seat] = log.subarray(at, (at += 3));
        found.push({ is: "chose", action: about.action(node, number, seat < 0 ? null : seat + 1) });
      } else if (which === -2) at++;
      else if (which === -3) {
        const node = about.nodes[log[at]], owner = log[at + 1];
        at += 2 + about.domains[about.zones.get(node.zone).places].length;
        found.push({ is: "shuffled", zone: node.zone, owner: owner < 0 ? null : owner, clause: node.clause });
      } else if (which === -4) {
        const [number, cell, before, after] = log.subarray(at, (at += 4)), value = about.vars.get(text.changes[number]);
        const each = value.dims.length ? about.members(value.dims.slice(1)).length : 1;
        const index = about.members(value.dims)[cell].map((member, k) => [value.dims[k], member]);
        found.push({
          is: "changed", value: value.name, index, owner: value.sight === "owner" ? Math.floor(cell / each) + 1 : null,
          before: about.word(value.type, before), after: about.word(value.type, after),
        });
      } else {
        const telling = text.tellings[which];
        /** @type {Record<string, number>} */
        const fields = {};
        const values = [], bits = [];
        for (const field of telling.fields) {
          const word = log[at++];
          if (field === "value") values.push(word);
          else if (field === "seen") bits.push(word);
          else fields[field] = word;
        }
        const { kind, clause, types } = telling, event = { is: "happened", kind, clause, types, values, open: true };
        if (!telling.from) {
          const seen = about.seats.map((_, k) => Boolean((bits[k >> 4] >> (k & 15)) & 1));
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
        const end = (name) =>
          ({ zone: telling[name], owner: numbered(fields[`${name} owner`]), place: numbered(fields[`${name} place`]) });
        const source = end("from"), target = end("to");
        const one = facesOf(about, source.zone, source.owner), two = facesOf(about, target.zone, target.owner);
        const faces = one.map((sees, k) => sees || two[k]);
        const counted = about.zones.get(source.zone).counted || about.zones.get(target.zone).counted;
        found.push({ ...event, source, target, faces, seen: faces.map((sees) => sees || counted) });
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
      if (node.secret || node.who === "moderator" || node.who === "chance") return null;
      if (node.who === "table") return event;
      const hiddenPicks = node.options[event.action.option].picks.filter((pick) => about.isCard(pick.type));
      return { ...event, hidden: new Set(hiddenPicks.map((pick) => pick.label)) };
    }
    if (event.is === "happened") {
      // A seat without a person (a dummy's) notices nothing.
      if (!event.seen[seat - 1]) return null;
      return event.faces[seat - 1] ? event : { ...event, open: false };
    }
    return event.is === "changed" && event.owner !== null && event.owner !== seat ? null : event;
  }

  // ---- the play log: interpreter/telling ---------------------------------------------------------------------------

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
      const { words } = this;
      /** @type {Line[]} */
      const found = [];
      const tell = (clause, texts) => texts.forEach((text) => found.push({ text, clause }));
      let at = 0, during = "";
      while (at < events.length) {
        const event = events[at++];
        if (event.is === "chose") {
          const follows = events[at], node = this.about.nodes[event.action.node];
          let hidden = event.hidden;
          during = node.options[event.action.option].clause || node.clause;
          if (follows && follows.is === "happened" && this.isThePick(event.action, follows)) {
            // One line for both: the sentence the texts have for the choice, or else the move.
            if (words.told(event.action) === null) continue;
            if (follows.open) hidden = undefined;
            at++;
          }
          tell(during, [words.stopped(words.label(event.action, hidden))]);
        } else if (event.is === "shuffled") {
          const place = words.place({ zone: event.zone, owner: event.owner, place: null });
          tell((during = event.clause), [this.say("shuffle", { zone: words.head(place) })]);
        } else if (event.is === "happened") {
          const group = [event];
          while (at < events.length && goesAlong(event, events[at])) group.push(events[at++]);
          tell((during = event.clause), this.happened(group));
        } else if (event.is === "changed") {
          if (this.watched.has(event.value)) tell(event.clause || during, this.changed(event));
        } else {
          tell(event.result.clause || event.result.ending || during, [this.result(event.result)]);
        }
      }
      return found;
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
      if (event.kind === "swap") {
        return [this.say("swap", {}) + (event.open && event.values.length ? ` (${words.joined(each())})` : "")];
      }
      const viewers = event.seen.flatMap((sees, k) => (sees ? [words.seat(k + 1)] : []));
      const to = viewers.length === event.seen.length ? this.said.everyone
        : viewers.length ? fill(this.said.only, { players: words.joined(viewers) }) : this.said.nobody;
      const values = event.open ? this.contents(event) || words.joined(each()) : "";
      const own = this.own(event.clause, { viewers: to, values }, true);
      return own !== null ? own : [this.say(values ? "shown" : "nothing", { viewers: to, values })];
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

  /** Several cards that go the same way at the same time are told in one line. @param {any} one @param {any} two */
  function goesAlong(one, two) {
    if (two.is !== "happened" || one.kind !== "move" || two.kind !== "move" || one.open !== two.open) return false;
    const way = ({ clause, source, target }) =>
      [clause, source.zone, source.owner, target.zone, target.owner, target.place].join("\n");
    return way(one) === way(two);
  }

  // ---- what a seat may see: interpreter/views ----------------------------------------------------------------------

  /** @param {string} sight @param {number | null} owner @param {number | null} seat */
  const maySee = (sight, owner, seat) => seat === null || sight === "all" || (sight === "owner" && owner === seat);

  /** The table as this seat sees it, as View.data() has it; null sees everything. What may not be seen is not in it, so
   * whatever is drawn or listed from a view can show no more. @param {Arrived} position @param {number | null} seat */
  function viewOf(position, seat) {
    const { about } = position;
    /** @type {Record<string, any>} */
    const zones = {};
    /** @type {Record<string, Word>} */
    const remembered = {};
    for (const zone of about.zones.values()) {
      if (!zone.owned) zones[zone.name] = zoneView(position, zone, null, seat);
      else about.seats.forEach((name, k) => (zones[`${zone.name} of ${name}`] = zoneView(position, zone, k + 1, seat)));
    }
    for (const value of about.vars.values()) {
      if (value.role !== "remembered" || (seat !== null && value.sight === "none")) continue;
      const row = position.cells(value.name);
      const each = value.dims.length ? row.length / about.domains[value.dims[0]].length : 1;
      about.members(value.dims).forEach((key, place) => {
        const owner = value.dims.length ? Math.floor(place / each) + 1 : null;
        if (!maySee(value.sight, owner, seat)) return;
        remembered[key.length ? `${value.name} of ${key.join(", ")}` : value.name] = about.word(value.type, row[place]);
      });
    }
    let { asked } = position;
    // Who is asked in secret is part of the secret.
    if (seat !== null && asked && asked.player !== seat && about.nodes[position.node].secret) asked = null;
    return { player: seat, zones, remembered, asked, result: position.result && resultData(position.result) };
  }

  /** @param {Arrived} position @param {any} zone @param {number | null} owner @param {number | null} seat */
  function zoneView(position, zone, owner, seat) {
    const { about } = position, names = about.cards(zone.name);
    const faces = maySee(zone.sight, owner, seat), counted = faces || zone.counted;
    const cells = (name) => {
      const row = position.cells(name), width = row.length / about.seats.length;
      return owner === null ? row : row.slice((owner - 1) * width, owner * width);
    };
    if (zone.kind === "grid") {
      if (!counted) return { places: null };
      /** @type {Record<string, string | null>} */
      const places = {};
      const row = cells(`${zone.name}.card`);
      about.domains[zone.places].forEach((place, k) => {
        places[place] = row[k] < 0 ? "none" : faces ? names[row[k]] : null;
      });
      return { places };
    }
    const size = counted ? cells(`${zone.name}.size`)[0] : null;
    if (zone.kind === "pile") {
      /** @type {Record<string, number>} */
      const cards = {};
      if (faces) cells(zone.name).forEach((many, k) => many && (cards[names[k]] = many));
      return { size, cards: faces ? cards : null };
    }
    if (size === null) return { size, cards: null, by: null };
    const cards = cells(`${zone.name}.card`).slice(0, size).map((face) => (faces ? names[face] : null));
    const by = cells(`${zone.name}.by`).slice(0, size).map((who) => (who < 0 ? "none" : about.seats[who]));
    return { size, cards, by };
  }

  /** @param {Result} result */
  const resultData = ({ kind, ending, winners, holding, reason, code, clause }) =>
    ({ kind, ending, winners, holding, reason, ...(code ? { code, clause } : {}) });

  // ---- the module, read through its description: engine/reading ----------------------------------------------------

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

    /** @param {bigint} seed */
    begin(seed) {
      return new Arrived(this, this.exports.begin(BigInt.asIntN(64, seed), 0));
    }

    /** @param {Arrived} from @param {number} action */
    step(from, action) {
      this.bytes.set(from.state);
      return new Arrived(this, this.exports.step(action));
    }

    /** A game whose chance is told, not drawn. @param {bigint} seed */
    beginGiven(seed) {
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

  // ---- a game in progress: interpreter/play ------------------------------------------------------------------------

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

  // ---- packs: a game for a page, from a script file of its own -----------------------------------------------------

  /** What was registered, by `game-players` or `game-players-settings`. @type {Record<string, any>} */
  const PACKS = {};
  /** @type {Record<string, Promise<any>>} */
  const LOADING = {};
  /** @type {WeakMap<object, Promise<Machine>>} */
  const MACHINES = new WeakMap();
  const HERE = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

  /** @param {string} game @param {number} players @param {string} settings @param {string | null} folder */
  const packOf = (game, players, settings, folder) =>
    fileOf([game, players, ...(settings ? [settings] : [])].join("-"), folder);

  /** What a script file registers under its name.
   * @param {string} id @param {string | null} folder @returns {Promise<any>} */
  function fileOf(id, folder) {
    if (has(PACKS, id)) return Promise.resolve(PACKS[id]);
    if (!has(LOADING, id)) {
      LOADING[id] = new Promise((found, failed) => {
        const script = document.createElement("script");
        const there = folder ? new URL(folder, location.href) : new URL("../../data/", HERE);
        script.src = new URL(`${encodeURIComponent(id)}.js`, there).href;
        script.onload = () => (has(PACKS, id) ? found(PACKS[id]) : failed(new Error(id)));
        script.onerror = () => {
          delete LOADING[id];
          failed(new Error(script.src));
        };
        document.head.append(script);
      });
    }
    return LOADING[id];
  }

  /** @param {any} pack @returns {Promise<Machine>} */
  function machineOf(pack) {
    let made = MACHINES.get(pack);
    if (!made) {
      const raw = Uint8Array.from(atob(pack.module), (sign) => sign.charCodeAt(0));
      made = WebAssembly.instantiate(raw, {}).then(({ instance }) => new Machine(pack, instance.exports));
      MACHINES.set(pack, made);
    }
    return made;
  }

  // ---- links: the whole view in the fragment of an address ---------------------------------------------------------

  /* #game=wolf_and_hound&players=4&seed=7&seat=1&rules=0f3a…&moves=…
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

  // ---- things on the drawn table -----------------------------------------------------------------------------------

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

  /** `hand of player 1` is the zone hand of seat 1. @param {About} about @param {string} key */
  function ownerOf(about, key) {
    if (about.zones.has(key)) return { zone: key, owner: null };
    const owner = about.seats.findIndex((seat) => key.endsWith(` of ${seat}`));
    return { zone: key.slice(0, -` of ${about.seats[owner]}`.length), owner: owner + 1 };
  }

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
      if (thing.card === null || pick.type[1] !== zone.cards || pick.word !== thing.card) return false;
      // Of equal cards, those are meant that whoever chooses has; above all those that nobody else sees.
      const hers = (key) => action.player !== null && ownerOf(about, key).owner === action.player;
      const own = Object.keys(view.zones).filter((key) => hers(key) && lies(view.zones[key], thing.card));
      const held = own.filter((key) => about.zones.get(ownerOf(about, key).zone).sight === "owner");
      return !own.length || (held.length ? held : own).includes(thing.key);
    });
  }

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

  // ---- our own few words -------------------------------------------------------------------------------------------

  /** @type {Record<string, any>} */
  const PHRASES = {
    en: {
      table: "Table", seat: "You sit at", all: "every seat, seeing everything", watch: "no seat: watch",
      leads: "the moderator's place, seeing everything",
      players: "Players", seed: "Deal number", new_game: "New game", link: "Copy link", copied: "Copied",
      undo: "Take back", one: "One step", turn: "To my next choice", next: "To the next player", end: "To the end",
      back: "Back", forward: "Forward", step: "Step", setup: "Set-up", position: "The position",
      decides: "{who} to choose", yours: "Your choice, {who}", choices: "What may be chosen",
      waiting: "Go one step on to see what they choose.", over: "The game is over",
      show_all: "Show every choice", filter: "Choices with {thing}:", cannot: "why not?",
      everybody: "Everybody", moderator: "The moderator", anyone: "Whoever is first", chance: "Chance",
      somebody: "Somebody", log: "What happened", in_words: "The table in words",
      read_rule: "Read the rule", caused: "This rule was at work in step {steps}",
      empty: "empty", unseen: "not seen", cards: "{n} cards", one_card: "1 card", down: "face down",
      loading: "The table is being laid …", failed: "The table cannot be laid here: {why}",
      broken: "This link cannot be read, so a new game begins.",
      parted: "This link was made with other rules ({theirs}; here they are {ours}).",
      parted_same: "All its moves come out the same.",
      parted_at: "The games part at step {step}, by “{rule}”: {what}",
      parted_setup: "The games part in the set-up, by “{rule}”.",
      parted_choice: "what was chosen there may not be chosen here.",
      parted_table: "afterwards the table lies differently.",
      lay: "Lay {card}", take: "Take {card} away", clear: "Take all away", lay_some: "Lay cards, first to last.",
      wins: "wins", by_row: "row “{row}”", otherwise: "otherwise", except: "except", case_k: "case {k}",
      undefined: "nothing: the rules do not say",
      refused: {
        over: "the game is over", turn: "it is not the turn of {name}: {who} decides",
        other: "{choice} is not what is chosen now ({phase})", failing: "What does not hold:",
      },
    },
    ja: {
      table: "テーブル", seat: "すわる席", all: "全員の席（すべて見える）", watch: "席につかずに見る",
      leads: "進行役（すべて見える）",
      players: "人数", seed: "配り方の番号", new_game: "新しいゲーム", link: "リンクをコピー", copied: "コピーしました",
      undo: "戻す", one: "1手進める", turn: "次の自分の番まで", next: "次の人の番まで", end: "最後まで",
      back: "戻る", forward: "進む", step: "手数", setup: "準備", position: "はじめの場面",
      decides: "{who}が選びます", yours: "{who}、あなたが選ぶ番です", choices: "選べるもの",
      waiting: "1手進めると、何を選んだかわかります。", over: "ゲームは終わりました",
      show_all: "すべての選択肢を見る", filter: "{thing}を使う選択肢：", cannot: "なぜ？",
      everybody: "全員", moderator: "進行役", anyone: "早い者勝ちで、だれか", chance: "運",
      somebody: "だれか", log: "ここまでのできごと", in_words: "テーブルのようすを文字で読む",
      read_rule: "ルールを読む", caused: "このルールが使われた手：{steps}",
      empty: "なし", unseen: "見えない", cards: "{n}枚", one_card: "1枚", down: "裏向き",
      loading: "テーブルを用意しています…", failed: "ここではテーブルを用意できません：{why}",
      broken: "このリンクは読み取れないので、新しいゲームを始めます。",
      parted: "このリンクは、別の版のルール（{theirs}）で作られました。ここのルールは{ours}です。",
      parted_same: "すべての手が同じ結果になりました。",
      parted_at: "{step}手目で、「{rule}」のために違いが出ます。{what}",
      parted_setup: "準備のときに、「{rule}」のために違いが出ます。",
      parted_choice: "リンクで選んだものが、ここでは選べません。",
      parted_table: "その後のテーブルのようすが違います。",
      lay: "{card}を置く", take: "{card}を取りのぞく", clear: "すべて取りのぞく",
      lay_some: "最初のカードから順に置いてください。",
      wins: "勝ち", by_row: "「{row}」の行", otherwise: "それ以外", except: "例外", case_k: "{k}番目の場合",
      undefined: "ルールに定めがない",
      refused: {
        over: "ゲームは終わっています", turn: "{name}の番ではありません（今は{who}の番です）",
        other: "{choice}は今選ぶものではありません（{phase}）", failing: "満たされていない条件：",
      },
    },
  };

  // ---- small things for the page -----------------------------------------------------------------------------------

  /** An element with attributes, listeners (`on…`) and children. Text is always text.
   * @param {string} tag @param {Record<string, any>} given
   * @param {...(Node | string | null | undefined | false)} inside @returns {any} */
  function h(tag, given, ...inside) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(given)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else made.setAttribute(key, value === true ? "" : String(value));
    }
    for (const one of inside) if (one || one === "") made.append(one);
    return made;
  }

  /** @param {string} kind @param {() => void} act @param {any} inside @param {Record<string, any>} [more] */
  const button = (kind, act, inside, more = {}) =>
    h("button", { type: "button", class: `qt-${kind}`, onclick: act, ...more }, inside);

  /** A button that shows a sign and is called by its name.
   * @param {string} name @param {string} icon @param {() => void} act */
  const signed = (name, icon, act) => {
    const shown = h("span", { class: "qt-icon", "aria-hidden": "true" }, icon);
    return button("button", act, shown, { title: name, "aria-label": name });
  };

  /** A list to choose from. @param {string} name @param {[string | number, string][]} choices
   * @param {string | number} chosen @param {(value: string) => void} act */
  const chooser = (name, choices, chosen, act) =>
    h("label", { class: "qt-field" }, h("span", {}, name),
      h("select", { onchange: (event) => act(event.target.value) },
        ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));

  /** @param {string} name @param {number} last @param {(at: number) => void} act */
  const slider = (name, last, act) =>
    h("input", { type: "range", class: "qt-slider", min: 0, max: last, "aria-label": name,
      oninput: (event) => act(Number(event.target.value)) });

  /** What went wrong, told where the table would be. @param {any} phrases @param {unknown} error */
  const trouble = (phrases, error) =>
    h("p", { class: "qt-note", role: "alert" },
      fill(phrases.failed, { why: error instanceof Error ? error.message : String(error) }));

  /** The language that an element stands in. @param {Element} element */
  function languageOf(element) {
    const within = element.closest("[lang]");
    return within && (within.getAttribute("lang") || "").startsWith("ja") ? "ja" : "en";
  }

  /** @param {any} pack @param {string} language @param {boolean} tall */
  function sceneOf(pack, language, tall) {
    const scenes = pack.scenes[language];
    return { ...scenes.both, ...(tall ? scenes.tall : scenes.wide) };
  }

  /** Do something when an element is about to be seen. @param {Element} element @param {() => void} act */
  function whenNear(element, act) {
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watcher.disconnect();
      act();
    }, { rootMargin: "600px" });
    watcher.observe(element);
  }

  /** The rules of the page that these clauses are, lit up. @param {any} pack @param {string[]} clauses */
  function lightRules(pack, clauses) {
    for (const lit of document.querySelectorAll(".qt-lit-rule")) lit.classList.remove("qt-lit-rule");
    for (const name of clauses) {
      if (!has(pack.clauses, name)) continue;
      const { anchor } = pack.clauses[name];
      const rule = document.querySelector(`[data-rule="${CSS.escape(anchor)}"]`) || document.getElementById(anchor);
      if (rule) rule.classList.add("qt-lit-rule");
    }
  }

  /** How many pictures there are: each has ids of its own. */
  let pictured = 0;

  /** A table drawn into an element; the pictures of its cards stay from one moment to the next.
   * @param {HTMLElement} into @param {any} given the scene @param {any} view @param {any} before @returns {Element} */
  function drawn(into, given, view, before) {
    const { draw } = window.qedeck, scene = { ...given, id: into.dataset.scene || `${given.id}-${pictured++}` };
    if (into.dataset.scene !== scene.id) {
      into.dataset.scene = scene.id;
      into.replaceChildren(h("div", {}), h("div", { class: "qt-moment" }));
    }
    const [pictures, moment] = into.children;
    if (into.dataset.players !== `${scene.players} ${scene.layout}`) {
      into.dataset.players = `${scene.players} ${scene.layout}`;
      pictures.innerHTML = draw.pictures(scene);
    }
    moment.innerHTML = draw.moment(scene, view, before, false);
    return moment;
  }

  /** One card as a picture. @param {any} pack @param {string} language @param {string} cards @param {string} card */
  function face(pack, language, cards, card) {
    const made = h("span", { class: "qt-face", "aria-hidden": "true" });
    made.innerHTML = `<svg viewBox="0 0 252 352">${sceneOf(pack, language, false).faces[cards][card].svg}</svg>`;
    return made;
  }

  /** Rows that lay open and were cleared in the last step, as they lay: a trick is taken before anybody has to choose
   * again, and one wants to see it once more. @param {Arrived} position @param {any} view @param {any} before */
  function goneRows(position, view, before) {
    const { about } = position;
    /** @type {Record<string, any>} */
    const found = {};
    for (const [key, zone] of Object.entries(view.zones)) {
      const { zone: name, owner } = ownerOf(about, key), { kind, sight } = about.zones.get(name);
      if (kind !== "row" || sight !== "all" || zone.size !== 0) continue;
      const here = (side) => side.zone === name && (owner === null || side.owner === owner - 1);
      const by = [...before.zones[key].by];
      let lying = [...before.zones[key].cards], last = [];
      for (const { is, kind: how, source, target, values } of position.events) {
        if (is !== "happened" || !source) continue;
        if (here(target) && how === "move") {
          lying = [...lying, about.cards(name)[values[0]]];
          by.push(about.seats[source.owner] || "none");
        } else if (here(source) && lying.length) {
          // Card by card or all at once: what lay there when the first of them went.
          last = lying;
          lying = [];
        }
      }
      if (last.length) found[key] = { size: 0, cards: last, by: by.slice(0, last.length) };
    }
    return found;
  }

  /** What lies in a zone, in words.
   * @param {Words} words @param {any} phrases @param {any} zone of a view @returns {string} */
  function zoneWords(words, phrases, zone) {
    const named = (card) => (card === null ? phrases.down : words.name(card));
    const many = (n) => (n === 1 ? phrases.one_card : fill(phrases.cards, { n: String(n) }));
    if (zone.places !== undefined) {
      if (zone.places === null) return phrases.unseen;
      const there = Object.entries(zone.places).filter(([, card]) => card !== "none");
      return words.joined(there.map(([place, card]) => `${words.name(place)} ${named(card)}`)) || phrases.empty;
    }
    if (zone.size === null) return phrases.unseen;
    if (!zone.size) return phrases.empty;
    if (zone.cards === null) return many(zone.size);
    if (!Array.isArray(zone.cards)) return words.listing(Object.entries(zone.cards));
    return zone.cards.every((card) => card === null) ? many(zone.size) : words.joined(zone.cards.map(named));
  }

  // ---- <qed-table>: the game played in the page --------------------------------------------------------------------

  /* Attributes: game; players="2 3 4" (the counts there are packs for); seat="1", "all" or "watch"; settings names a
   * pack with other readings; packs is the folder of the packs, rules the address of the rules page, page that of the
   * table for links from elsewhere; linked keeps the address of this page up to date; pace is how long each step of
   * the others is shown, in milliseconds. */
  class QedTable extends HTMLElement {
    connectedCallback() {
      this.language = languageOf(this);
      this.phrases = PHRASES[this.language];
      this.linked = this.hasAttribute("linked");
      /** @type {Seat | null} */
      this.seat = readSeat(this.getAttribute("seat"));
      this.counts = (this.getAttribute("players") || "").split(/\s+/).filter(Boolean).map(Number);
      this.players = this.counts.filter((many) => many <= 4).pop() || this.counts[0];
      this.onhash = () => location.hash.slice(1) !== this.fragment && this.open(readLink(location.hash));
      if (this.linked) window.addEventListener("hashchange", this.onhash);
      this.watcher = new ResizeObserver(() => this.view && this.tall !== this.narrow && this.draw());
      this.watcher.observe(this);
      this.open(this.linked ? readLink(location.hash) : null);
    }

    disconnectedCallback() {
      window.removeEventListener("hashchange", this.onhash);
      this.watcher.disconnect();
      this.stop();
      clearTimeout(this.writing);
      if (this.pack) lightRules(this.pack, []);
    }

    /** @param {string} key @param {Record<string, string>} slots */
    say(key, slots) {
      return fill(this.phrases[key], slots);
    }

    /** A new game, or the one that a link describes. @param {Partial<Link> | null | undefined} link */
    async open(link) {
      this.stop();
      const game = this.getAttribute("game") || "", broken = link === undefined, opening = (this.opening = {});
      const meant = link && link.game === game ? link : null;
      if (meant && meant.players) this.players = meant.players;
      if (meant && meant.seat) this.seat = meant.seat;
      this.settings = meant && meant.settings !== undefined ? meant.settings : this.getAttribute("settings") || "";
      if (!this.view) this.replaceChildren(h("p", { class: "qt-note", role: "status" }, this.phrases.loading));
      try {
        const pack = await packOf(game, this.players, this.settings, this.getAttribute("packs"));
        const machine = await machineOf(pack);
        if (this.opening !== opening) return;
        this.pack = pack;
        this.about = machine.about;
        this.words = new Words(machine.about, pack.words[this.language]);
        this.teller = new Teller(this.words);
        const { moderated } = this.about.text;
        if (this.seat === null || (this.eyes !== null && this.eyes > this.about.players)) this.seat = moderated ? "all" : 1;
        this.play = new Play(machine, meant && meant.seed !== undefined ? meant.seed : freshSeed());
        this.note = broken ? this.phrases.broken : meant && meant.moves ? this.parting(meant) : "";
        this.lay();
        this.show();
        this.dispatchEvent(new CustomEvent("qed-ready", { bubbles: true }));
      } catch (error) {
        if (this.opening === opening) this.replaceChildren(trouble(this.phrases, error));
      }
    }

    /** The moves of a link are made; what to say if it was made with other rules. @param {Link} link */
    parting(link) {
      const parted = follow(this.play, link);
      if (!parted) return "";
      const head = this.say("parted", { theirs: link.rules || "?", ours: this.pack.digest });
      if (parted.step === null) return `${head} ${this.phrases.parted_same}`;
      const rule = this.words.joined(parted.clauses.slice(0, 3).map((name) => this.ruleOf(name)[0]));
      const what = this.phrases[parted.legal ? "parted_table" : "parted_choice"];
      const slots = { step: String(parted.step), rule, what };
      return `${head} ${this.say(parted.step ? "parted_at" : "parted_setup", slots)}`;
    }

    /** The heading and the sentences of the rule of a clause. @param {string} clause @returns {[string, string]} */
    ruleOf(clause) {
      const { rules } = this.words.table;
      return has(rules, clause) ? rules[clause] : [this.words.name(clause), ""];
    }

    // ---- who sits here ---------------------------------------------------------------------------------------

    /** Through whose eyes the table is seen; null sees everything. */
    get eyes() {
      return typeof this.seat === "number" ? this.seat : null;
    }

    /** The choices that the sitter may make now. @returns {Action[]} */
    mine() {
      const { play, seat } = this, { asked } = play.now;
      if (!asked || seat === "watch") return [];
      const legal = play.now.actions();
      if (seat === "all" || asked.player === seat || asked.who === "table") return legal;
      if (asked.who !== "anyone" || !legal.some((one) => one.player === seat)) return [];
      return legal.filter((one) => one.player === seat || one.player === null);
    }

    /** @param {{who: string, player: number | null} | null} asked */
    who(asked) {
      if (!asked) return this.phrases.somebody;
      if (asked.player) return this.words.seat(asked.player);
      return this.phrases[asked.who === "table" ? "everybody" : asked.who];
    }

    // ---- moving through the game -----------------------------------------------------------------------------

    stop() {
      clearTimeout(this.timer);
      this.timer = 0;
    }

    /** The sitter chooses; the others follow by themselves up to the sitter's next choice. @param {Action} action */
    choose(action) {
      const { play } = this, { now } = play;
      let { number } = action;
      if (this.eyes !== null && action.player === null && now.asked.who === "anyone") {
        // Letting the others go first: what random players would do, unless that is the sitter's own.
        if (this.about.action(now.node, now.random, null).player !== this.seat) number = now.random;
      }
      this.note = "";
      this.stop();
      play.forward(number);
      if (this.eyes !== null) this.follow();
      this.show();
    }

    /** Others who have to choose do so, one after the other, slowly enough to be watched. */
    follow() {
      if (this.play.over || this.mine().length) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const pace = Number(this.getAttribute("pace") || (still ? 0 : 600));
      if (!pace) return this.goOn(() => this.mine().length > 0);
      this.timer = window.setTimeout(() => {
        this.timer = 0;
        this.play.forward();
        this.follow();
        this.show();
      }, pace);
    }

    /** At least one step, until something holds or the game is over. @param {() => boolean} until */
    goOn(until) {
      this.stop();
      this.note = "";
      for (let made = 0; made < MOST_DECISIONS && !this.play.over; made++) {
        this.play.forward();
        if (until()) break;
      }
    }

    one() {
      this.goOn(() => true);
      this.show();
    }

    /** To the sitter's next choice; for those who see everything, to another player's. */
    turn() {
      const { play } = this, from = play.now.asked && play.now.asked.player;
      const other = () => Boolean(play.now.asked) && play.now.asked.player !== from;
      this.goOn(() => (this.eyes === null ? other() : this.mine().length > 0));
      this.show();
    }

    end() {
      this.goOn(() => false);
      this.show();
    }

    /** Back to the sitter's last choice, or by one step. */
    undo() {
      this.stop();
      this.note = "";
      const { play } = this;
      do play.to(play.at - 1);
      while (play.at > 0 && this.eyes !== null && !this.mine().length);
      this.show();
    }

    /** @param {number} at */
    jump(at) {
      this.stop();
      this.play.to(at);
      this.show();
    }

    // ---- the furniture ---------------------------------------------------------------------------------------

    /** All that stays while a game lasts. */
    lay() {
      const { phrases, about, words } = this;
      this.picture = h("div", { class: "qt-picture", onclick: (event) => this.tapped(event) });
      this.slider = slider(phrases.step, 0, (at) => this.jump(at));
      this.count = h("output", { class: "qt-count" });
      this.buttons = {
        undo: signed(phrases.undo, "↶", () => this.undo()),
        one: signed(phrases.one, "›", () => this.one()),
        turn: signed(this.eyes === null ? phrases.next : phrases.turn, "»", () => this.turn()),
        end: signed(phrases.end, "⇥", () => this.end()),
      };
      this.ask = h("div", { class: "qt-ask" });
      this.told = h("p", { class: "qt-why", role: "status" });
      this.log = h("ol", {});
      this.rule = h("div", { class: "qt-rule" });
      this.listing = h("dl", { class: "qt-words" });
      this.status = h("p", { class: "qt-note", role: "status" });
      this.seed = h("input", { class: "qt-seed", inputmode: "numeric", size: 10,
        onchange: () => this.begin(readSeed(this.seed.value)) });
      const seats = about.seats.slice(0, about.players).map((_, k) => [k + 1, words.seat(k + 1)]);
      const { undo, one, turn, end } = this.buttons;
      this.replaceChildren(h("section", { class: "qt", "aria-label": `${phrases.table}: ${words.table.title}` },
        h("div", { class: "qt-bar" },
          chooser(phrases.seat, [...seats, ["all", about.text.moderated ? phrases.leads : phrases.all],
            ["watch", phrases.watch]], this.seat, (seat) => this.sit(readSeat(seat))),
          this.counts.length > 1 && chooser(phrases.players, this.counts.map((many) => [many, String(many)]),
            this.players, (many) => this.begin(null, Number(many))),
          h("label", { class: "qt-field" }, h("span", {}, phrases.seed), this.seed),
          button("button", () => this.begin(null), phrases.new_game),
          (this.link = button("button", () => this.copy(), phrases.link))),
        this.status,
        h("div", { class: "qt-body" },
          h("div", { class: "qt-main" }, this.picture,
            h("div", { class: "qt-steps", role: "group", "aria-label": phrases.step },
              undo, this.slider, this.count, one, turn, end),
            this.ask, this.told),
          h("div", { class: "qt-side" }, h("h2", {}, phrases.log),
            h("div", { class: "qt-log", role: "log", tabindex: "0", "aria-label": phrases.log }, this.log), this.rule,
            h("details", {}, h("summary", {}, phrases.in_words), this.listing)))));
    }

    /** A new game. @param {bigint | null} seed @param {number} [players] */
    begin(seed, players = this.players) {
      const { seat, settings } = this, game = this.getAttribute("game") || "";
      this.open({ game, players, seat, settings, seed: seed === null ? freshSeed() : seed });
    }

    /** @param {Seat | null} seat */
    sit(seat) {
      this.stop();
      this.seat = seat;
      this.lay();
      this.show();
      this.querySelector("select").focus();
    }

    async copy() {
      const address = new URL(this.getAttribute("page") || location.href, location.href);
      address.hash = linkText(this.play, this.settings, this.seat);
      try {
        await navigator.clipboard.writeText(address.href);
        this.link.textContent = this.phrases.copied;
        window.setTimeout(() => (this.link.textContent = this.phrases.link), 1500);
      } catch {
        window.prompt(this.phrases.link, address.href);
      }
    }

    /** The address of the page follows the play. */
    write() {
      clearTimeout(this.writing);
      this.writing = window.setTimeout(() => {
        this.fragment = linkText(this.play, this.settings, this.seat);
        history.replaceState(history.state, "", `#${this.fragment}`);
      }, 200);
    }

    // ---- what stands now -------------------------------------------------------------------------------------

    show() {
      const { play, buttons } = this;
      this.status.textContent = this.note;
      this.status.hidden = !this.note;
      this.seed.value = String(play.seed);
      this.slider.max = String(play.moves.length);
      this.slider.value = String(play.at);
      this.count.textContent = `${play.at} / ${play.moves.length}`;
      buttons.undo.disabled = play.at === 0;
      buttons.one.disabled = buttons.turn.disabled = buttons.end.disabled = play.over;
      this.told.textContent = "";
      this.view = viewOf(play.now, this.eyes);
      this.before = play.at ? viewOf(play.records[play.at - 1], this.eyes) : null;
      this.draw();
      this.showLog();
      this.offer();
      this.light("");
      this.list();
      if (this.linked) this.write();
    }

    /** Whether there is only room for the tall picture. */
    get narrow() {
      return this.clientWidth < 640;
    }

    /** The picture; what may be chosen is marked in it. */
    draw() {
      this.tall = this.narrow;
      const gone = this.before ? goneRows(this.play.now, this.view, this.before) : {};
      const shown = { ...this.view, zones: { ...this.view.zones, ...gone } };
      const moment = drawn(this.picture, sceneOf(this.pack, this.language, this.tall), shown, this.before);
      const legal = this.mine();
      for (const part of moment.querySelectorAll(THINGS)) {
        const thing = thingOf(this.about, part);
        part.classList.toggle("qt-gone", has(gone, thing.key));
        if (legal.some((action) => isWith(this.about, this.view, action, thing))) part.setAttribute("data-legal", "");
      }
    }

    // ---- choosing --------------------------------------------------------------------------------------------

    /** The choices as buttons: all of them, or those with one thing. @param {Thing} [only] */
    offer(only) {
      // Whoever chose by keyboard goes on choosing by keyboard.
      this.keyed = this.keyed || this.ask.contains(document.activeElement);
      this.ask.replaceChildren(...this.question(only));
      const first = this.ask.querySelector(".qt-choice");
      if (this.keyed && first) {
        first.focus({ preventScroll: true });
        this.keyed = false;
      }
    }

    /** @param {Thing} [only] @returns {(Node | string)[]} */
    question(only) {
      const { phrases, words, play, about } = this, { asked } = this.view, legal = this.mine(), who = this.who(asked);
      if (play.now.result) {
        return [h("h2", {}, phrases.over), h("p", { class: "qt-result" }, this.teller.result(play.now.result))];
      }
      if (!legal.length) {
        return [h("h2", {}, this.say("decides", { who })), h("p", {}, this.timer ? "…" : phrases.waiting)];
      }
      const node = about.nodes[play.now.node], yours = this.eyes !== null && asked && asked.player === this.seat;
      const shown = only ? legal.filter((action) => isWith(about, this.view, action, only)) : legal;
      const alike = legal.every(({ option, values }) => option === legal[0].option && values.length === 1);
      const choice = (action) => {
        const label = words.label(action), name = alike && words.name(about.picks(action)[0].word);
        return button("choice", () => this.choose(action), name || label, { "aria-label": name ? label : null });
      };
      const cannot = (card) => {
        const made = button("choice", () => this.explain(card), words.name(card), { "data-card": card });
        made.classList.add("qt-cannot");
        made.append(" ", h("small", {}, phrases.cannot));
        return made;
      };
      const with_ = only && this.say("filter", { thing: words.name(only.card || only.place || only.words[0]) });
      const made = [...shown.map(choice), ...(only ? [] : this.forbidden().map(cannot))];
      return [
        h("h2", {}, this.say(yours ? "yours" : "decides", { who }), " ", this.ruleButton(clauseOf(node))),
        only ? h("p", {}, with_, " ", button("plain", () => this.offer(), phrases.show_all)) : "",
        h("ul", { class: "qt-choices", "aria-label": phrases.choices }, ...made.map((one) => h("li", {}, one))),
      ];
    }

    /** The cards that whoever chooses has in a hand and may not choose, where cards are chosen. @returns {string[]} */
    forbidden() {
      const { about, play, view } = this, seat = play.now.asked.player;
      if (!seat) return [];
      const picks = about.nodes[play.now.node].options.flatMap((option) => option.picks);
      const sets = picks.filter((pick) => about.isCard(pick.type)).map((pick) => pick.type[1]);
      const hands = [...about.zones.values()].filter(({ owned, kind, sight, cards }) =>
        owned && kind !== "grid" && sight === "owner" && sets.includes(cards));
      const held = hands.flatMap(({ name }) => {
        const { cards } = view.zones[`${name} of ${about.seats[seat - 1]}`];
        return Array.isArray(cards) ? cards : Object.keys(cards || {});
      });
      return [...new Set(held)].filter((card) => card && whyNot(play, this.words, card));
    }

    /** Something on the table was tapped: do the one thing that it means, list those it may mean, or say why not.
     * @param {MouseEvent} event */
    tapped(event) {
      const part = event.target instanceof Element ? event.target.closest(THINGS) : null;
      if (!part) return;
      const thing = thingOf(this.about, part);
      const legal = this.mine().filter((action) => isWith(this.about, this.view, action, thing));
      if (legal.length === 1) return this.choose(legal[0]);
      if (legal.length) {
        this.keyed = true;
        this.offer(thing);
      } else if (thing.card || thing.place) this.explain(thing.card || thing.place);
    }

    /** Why something cannot be chosen now. @param {string} word */
    explain(word) {
      const { words, seat } = this, { asked } = this.view, said = this.phrases.refused;
      const why = whyNot(this.play, words, word);
      if (!why) return;
      const others = this.eyes !== null && asked && asked.player && asked.player !== seat;
      const text = others ? fill(said.turn, { name: words.seat(seat), who: this.who(asked) }) : why.text;
      const failing = (others ? [] : why.failing).map(({ define, text: written }) =>
        define ? this.ruleButton(this.clauseOfDefine(define)) : h("code", {}, written));
      const named = others ? null : why.failing.find(({ define }) => define);
      this.light(named ? this.clauseOfDefine(named.define) : why.clause);
      this.told.replaceChildren(words.head(words.stopped(text)),
        ...(failing.length ? [" ", said.failing, ...failing.flatMap((one) => [" ", one])] : []));
    }

    /** @param {string} name */
    clauseOfDefine(name) {
      const define = this.about.text.defines.find((one) => one.name === name);
      return define ? define.clause : name;
    }

    // ---- the log and the rules -------------------------------------------------------------------------------

    /** The steps up to now; those that stay are left as they are, so that only news is read out. */
    showLog() {
      const { play, log, phrases } = this;
      while (log.children.length > play.at + 1) log.lastChild.remove();
      while (log.children.length <= play.at) {
        const at = log.children.length, name = at ? `${phrases.step} ${at}` : phrases.setup;
        const lines = play.told(this.teller, at, this.eyes).map(({ text, clause }) =>
          button("line", () => this.light(clause), text, { "data-clause": clause }));
        const step = button("at", () => this.jump(at), at ? String(at) : "–", { "aria-label": name });
        log.append(h("li", {}, step, h("div", {}, ...lines)));
      }
      [...log.children].forEach((item, k) => item.classList.toggle("qt-now", k === play.at));
      log.parentNode.scrollTop = log.offsetHeight;
    }

    /** @param {string} clause */
    ruleButton(clause) {
      return button("plain", () => this.light(clause), this.ruleOf(clause)[0]);
    }

    /** A rule and the steps that it caused, lit together: here, and on the page if the rule stands there. Without one:
     * the rules of the last step. @param {string} clause */
    light(clause) {
      const { play, pack, phrases } = this, told = [...this.log.lastElementChild.querySelectorAll("[data-clause]")];
      // What somebody chose is the first thing that is told of a step; how the game ended is the last.
      const last = told[play.over ? told.length - 1 : 0];
      const shown = clause || (last && last.dataset.clause) || "", [heading, text] = this.ruleOf(shown);
      for (const line of this.log.querySelectorAll("[data-clause]")) {
        line.classList.toggle("qt-lit", clause !== "" && line.dataset.clause === clause);
      }
      lightRules(pack, clause ? [clause] : play.now.clauses);
      const steps = play.records.slice(0, play.at + 1).flatMap((one, k) => (one.clauses.includes(shown) ? [k] : []));
      const anchor = has(pack.clauses, shown) && pack.clauses[shown].anchor;
      const page = this.getAttribute("rules") || "rules.html", [before, after] = phrases.caused.split("{steps}");
      const there = (at) => button("plain", () => this.jump(at), at ? String(at) : phrases.setup);
      this.rule.hidden = !shown;
      this.rule.replaceChildren(h("h2", {}, heading), h("p", { class: "qt-excerpt", tabindex: text ? "0" : null }, text),
        anchor ? h("p", {}, h("a", { href: `${page}#${encodeURIComponent(anchor)}` }, phrases.read_rule)) : "",
        steps.length ? h("p", { class: "qt-caused" }, before, steps.length > 12 ? "… " : "",
          ...steps.slice(-12).map(there), after) : "");
    }

    /** The table in words, for those who do not see the picture. */
    list() {
      const { about, words, phrases, view } = this, entries = [];
      const entry = (name, told) => entries.push(h("dt", {}, words.head(name)), h("dd", {}, told));
      for (const [key, lying] of Object.entries(view.zones)) {
        const { zone, owner } = ownerOf(about, key);
        const name = words.place({ zone, owner: owner === null ? null : owner - 1, place: null });
        entry(name, zoneWords(words, phrases, lying));
      }
      for (const value of about.vars.values()) {
        if (value.role !== "remembered") continue;
        const told = about.members(value.dims).flatMap((member) => {
          const key = member.length ? `${value.name} of ${member.join(", ")}` : value.name;
          if (!has(view.remembered, key)) return [];
          const of = words.joined(member.map((one) => words.name(one))), colon = words.ja ? "：" : ": ";
          return [(of ? of + colon : "") + words.name(view.remembered[key])];
        });
        if (told.length) entry(words.name(value.name), told.join(words.ja ? "、" : "; "));
      }
      this.listing.replaceChildren(...entries);
    }
  }

  // ---- <qed-replay>: a recorded play, step by step -----------------------------------------------------------------

  /* What is played stands inside as <script type="application/json">: a trace (interpreter/trace), which the module
   * plays again, or what site/recording.py writes: {"tables": [{"game", "players", "title", "note", "frames": [{"view",
   * "lines"}]}], "start"}, with a "scene" if only a part of the table is shown. Or it is an example, by its anchor, in
   * the file of examples. Two tables stand side by side and go step by step together. Attributes: game, example,
   * packs. */
  class QedReplay extends HTMLElement {
    connectedCallback() {
      this.language = languageOf(this);
      this.phrases = PHRASES[this.language];
      this.watcher = new ResizeObserver(() => this.tables && this.wide !== this.clientWidth && this.show());
      if (this.tables) this.watcher.observe(this);
      else whenNear(this, () => this.open());
    }

    disconnectedCallback() {
      this.watcher.disconnect();
    }

    /** What is to be played: one table or two. */
    async given() {
      const inside = this.querySelector("script[type='application/json']"), example = this.getAttribute("example");
      if (example !== null) {
        const id = `${this.getAttribute("game")}-examples-${this.language}`;
        const { tables, common } = await fileOf(id, this.getAttribute("packs"));
        return { tables: [{ ...tables[example], scene: { ...common, ...tables[example].scene } }], start: 0 };
      }
      const data = JSON.parse((inside && inside.textContent) || "{}");
      if (data.format !== "qedeck-trace") return data;
      return { tables: [{ game: data.variant || data.game, players: data.players, trace: data }], start: 0 };
    }

    async open() {
      try {
        const { tables, start } = await this.given();
        this.tables = await Promise.all(tables.map((table) => this.laid(table)));
        this.last = Math.max(...this.tables.map((table) => table.frames.length)) - 1;
        this.at = Math.min(this.last, start || 0);
        this.furnish();
        this.watcher.observe(this);
        this.show();
        this.dispatchEvent(new CustomEvent("qed-ready", { bubbles: true }));
      } catch (error) {
        this.prepend(trouble(this.phrases, error));
      }
    }

    /** @param {any} table */
    async laid(table) {
      const pack = table.scene ? null : await packOf(table.game, table.players, "", this.getAttribute("packs"));
      const frames = table.trace ? framesOf(await machineOf(pack), table.trace, this.language) : unfolded(table.frames);
      const picture = h("div", { class: "qt-picture" }), lines = h("div", { class: "qt-told", "aria-live": "polite" });
      return { ...table, pack, frames, picture, lines };
    }

    furnish() {
      const { phrases, tables } = this, several = tables.length > 1;
      this.slider = slider(phrases.step, this.last, (at) => this.to(at));
      this.count = h("output", { class: "qt-count" });
      this.back = signed(phrases.back, "‹", () => this.to(this.at - 1));
      this.forward = signed(phrases.forward, "›", () => this.to(this.at + 1));
      const most = tables.map(({ scene }) => (scene ? scene.most : 720)).reduce((one, two) => one + two);
      const one = ({ title, picture, lines, note }) => h("div", { class: "qt-one" },
        several && title && h("p", { class: "qt-head" }, title), picture,
        note && h("p", { class: "qt-claim" }, ...note.split("\n").map((line) => h("strong", {}, line))), lines);
      this.replaceChildren(h("section",
        { class: "qt qt-replay", style: `--most: ${most}px`, "aria-label": tables[0].title || phrases.table },
        this.last > 0 && h("div", { class: "qt-steps", role: "group", "aria-label": phrases.step },
          this.back, this.slider, this.count, this.forward),
        h("div", { class: several ? "qt-pair" : "" }, ...tables.map(one))));
    }

    /** @param {number} at */
    to(at) {
      this.at = Math.max(0, Math.min(at, this.last));
      this.show();
    }

    show() {
      this.wide = this.clientWidth;
      this.slider.value = String(this.at);
      this.count.textContent = `${this.at} / ${this.last}`;
      this.back.disabled = this.at === 0;
      this.forward.disabled = this.at === this.last;
      for (const table of this.tables) {
        const { pack, scene, frames, picture, lines } = table, other = this.tables.find((one) => one !== table);
        const at = Math.min(this.at, frames.length - 1), news = at === this.at;
        const whole = scene || sceneOf(pack, this.language, picture.clientWidth < 560);
        // Where two tables come to an end, what is not the same at both is marked; else what is new.
        const apart = other && this.at === this.last ? other.frames[other.frames.length - 1].view : null;
        drawn(picture, whole, frames[at].view, apart || (news && at ? frames[at - 1].view : null));
        const told = news && frames[at].lines.length ? frames[at].lines : this.at ? [] : [this.phrases.position];
        lines.replaceChildren(...told.map((line) => h("p", {}, line)));
        // What is said of the whole play is said of its end.
        const note = picture.parentNode.querySelector(".qt-claim");
        if (note) note.style.visibility = this.at === this.last ? "" : "hidden";
      }
    }
  }

  /** A trace played again by the module: a frame wherever somebody has to choose, and at the end.
   * @param {Machine} machine @param {any} trace @param {string} language */
  function framesOf(machine, trace, language) {
    const { about, pack } = machine, teller = new Teller(new Words(about, pack.words[language])), frames = [];
    const settings = (of) => JSON.stringify(Object.entries(of).sort());
    if (settings(trace.settings) !== settings(about.text.settings)) throw new Error(JSON.stringify(trace.settings));
    let at = machine.beginGiven(BigInt(trace.seed)), events = at.events;
    for (const step of [...trace.steps, null]) {
      if (step === null || !at.asked || at.asked.who !== "chance") {
        frames.push({ view: viewOf(at, null), lines: teller.lines(events).map((line) => line.text) });
        events = [];
      }
      if (step === null) break;
      at = machine.take(at, step);
      events = [...events, ...at.events];
    }
    return frames;
  }

  /** Frames with whole views: each has only what differs from the one before. @param {any[]} frames */
  function unfolded(frames) {
    /** @type {any} */
    let view = { player: null, zones: {}, remembered: {}, asked: null, result: null };
    return frames.map((frame) => {
      const zones = { ...view.zones, ...frame.view.zones };
      const remembered = { ...view.remembered, ...frame.view.remembered };
      view = { ...view, ...frame.view, zones, remembered };
      return { lines: [], ...frame, view };
    });
  }

  // ---- <qed-explorer>: ask a definition ----------------------------------------------------------------------------

  /* Attributes: game, players, definition (the name of its clause); counts="3 4 5" offers other player counts;
   * lay="werewolf, seer" lays cards at first; packs as for a table. What the definition reads can be set: cards of
   * rows and piles are laid, remembered values chosen. The module is asked what it comes to, and by which row. */
  class QedExplorer extends HTMLElement {
    connectedCallback() {
      this.language = languageOf(this);
      this.phrases = PHRASES[this.language];
      this.definition = this.getAttribute("definition") || "";
      this.players = Number(this.getAttribute("players"));
      this.onhash = () => location.hash.slice(1) !== this.fragment && this.linked() && this.open(this.linked());
      window.addEventListener("hashchange", this.onhash);
      if (this.linked()) this.open(this.linked());
      else if (!this.machine) whenNear(this, () => this.open(null));
    }

    disconnectedCallback() {
      window.removeEventListener("hashchange", this.onhash);
    }

    /** The link to this question, if the address has one. */
    linked() {
      const given = new URLSearchParams(location.hash.slice(1));
      return given.get("ask") === this.definition && given.get("game") === this.getAttribute("game") ? given : null;
    }

    /** @param {URLSearchParams | null} link */
    async open(link) {
      const game = this.getAttribute("game") || "", settings = this.getAttribute("settings") || "";
      if (link && /^\d{1,3}$/.test(link.get("players") || "")) this.players = Number(link.get("players"));
      try {
        this.pack = await packOf(game, this.players, settings, this.getAttribute("packs"));
        this.machine = await machineOf(this.pack);
      } catch (error) {
        this.replaceChildren(trouble(this.phrases, error));
        return;
      }
      this.about = this.machine.about;
      this.words = new Words(this.about, this.pack.words[this.language]);
      this.start = this.machine.begin(0n);
      this.asked = this.about.text.defines.filter((one) => one.clause === this.definition && one.ask !== null);
      if (!this.asked.length) return;
      this.setUp();
      if (link) this.take(link);
      else for (const card of (this.getAttribute("lay") || "").split(",")) this.lay(this.zones[0], card.trim());
      this.furnish();
      this.show();
      if (link && link === this.linked()) this.scrollIntoView({ block: "center" });
      this.dispatchEvent(new CustomEvent("qed-ready", { bubbles: true }));
    }

    /** What can be set: the cards of zones, values, and what the definition is asked of. */
    setUp() {
      const { about, asked } = this, reads = new Set(asked.flatMap((one) => one.reads));
      /** @type {{zone: any, owner: number | null, cards: string[]}[]} */
      this.zones = [...about.zones.values()]
        .filter(({ kind, name }) => kind !== "grid" && ["", ".card", ".size"].some((part) => reads.has(name + part)))
        .map((zone) => ({ zone, owner: zone.owned ? 1 : null, cards: [] }));
      // Places of a row are not asked for: the answer is given for each of them.
      const rows = new Set(this.zones.map(({ zone }) => zone.places));
      this.params = asked[0].params.map(([name, type]) => ({
        name, type, each: type[0] === "member" && rows.has(type[1]),
        value: type[0] === "number" ? Math.max(1, type[1]) : 0,
      }));
      /** What is laid belongs to the player who is asked about, if it is about one. */
      this.whose = this.params.find((one) => one.type[1] === "player") || null;
      this.values = [...about.vars.values()].filter(({ name, role }) => reads.has(name) && role === "remembered")
        .map((value) => ({ value, row: [...this.start.cells(value.name)] }));
    }

    /** Whether another card of this kind can be laid there. @param {any} laid @param {string} card */
    room({ zone, cards }, card) {
      const { about } = this, most = zone.places ? about.domains[zone.places].length : Infinity;
      const copies = about.text.cards[zone.cards].copies[about.cards(zone.name).indexOf(card)] || 0;
      return cards.length < most && cards.filter((one) => one === card).length < copies;
    }

    /** @param {any} laid @param {string} card */
    lay(laid, card) {
      if (laid && this.room(laid, card)) laid.cards.push(card);
    }

    // ---- the link --------------------------------------------------------------------------------------------

    text() {
      const { about } = this, game = this.getAttribute("game") || "";
      const given = new URLSearchParams({ ask: this.definition, game, players: String(this.players) });
      for (const { zone, owner, cards } of this.zones) {
        if (owner && !this.whose) given.set(`${zone.name}.of`, String(owner));
        if (cards.length) given.set(zone.name, cards.join(","));
      }
      for (const { each, name, type, value } of this.params) {
        if (!each) given.set(name, String(about.word(type, value)));
      }
      for (const { value, row } of this.values) {
        const usual = this.start.cells(value.name);
        about.members(value.dims).forEach((members, k) => {
          const word = String(about.word(value.type, row[k]));
          if (row[k] !== usual[k]) given.set([value.name, ...members].join("."), word);
        });
      }
      return given.toString();
    }

    /** @param {URLSearchParams} given */
    take(given) {
      const { about } = this;
      const read = (type, key, otherwise) => {
        const found = choicesOf(about, type).find((value) => String(about.word(type, value)) === given.get(key));
        return found === undefined ? otherwise : found;
      };
      for (const laid of this.zones) {
        const owner = Number(given.get(`${laid.zone.name}.of`));
        if (laid.zone.owned && owner >= 1 && owner <= about.seats.length) laid.owner = owner;
        for (const card of (given.get(laid.zone.name) || "").split(",")) this.lay(laid, card);
      }
      for (const one of this.params) if (!one.each) one.value = read(one.type, one.name, one.value);
      for (const { value, row } of this.values) {
        about.members(value.dims).forEach((members, k) => {
          row[k] = read(value.type, [value.name, ...members].join("."), row[k]);
        });
      }
    }

    // ---- the furniture ---------------------------------------------------------------------------------------

    furnish() {
      const { phrases, words, about } = this;
      const pick = (laid, card) => button("pick", () => {
        this.lay(laid, card);
        this.show(true);
      }, face(this.pack, this.language, laid.zone.cards, card),
      { "data-card": card, title: words.name(card), "aria-label": fill(phrases.lay, { card: words.name(card) }) });
      const clear = (laid) => button("plain", () => {
        laid.cards = [];
        this.show(true);
      }, phrases.clear);
      this.fields = h("div", { class: "qt-bar" });
      this.tables = h("div", { class: "qt-laid" });
      this.answer = h("div", { class: "qt-answer", role: "status" });
      this.palettes = this.zones.map((laid) => {
        const there = about.cards(laid.zone.name).filter((card) => this.room({ ...laid, cards: [] }, card));
        return h("div", { class: "qt-palette", role: "group", "aria-label": words.name(laid.zone.name) },
          ...there.map((card) => pick(laid, card)));
      });
      this.replaceChildren(h("section", { class: "qt qt-explorer", "aria-label": words.name(this.definition) },
        this.fields, this.tables, this.answer,
        ...this.zones.map((laid, k) => h("div", {},
          h("p", { class: "qt-head" }, words.head(words.name(laid.zone.name)), " ", clear(laid)), this.palettes[k]))));
      this.setFields();
    }

    /** What can be chosen from lists; it depends on what is asked about. */
    setFields() {
      const { words, about, phrases } = this, named = this.params.filter((one) => !one.each), fields = [];
      const counts = (this.getAttribute("counts") || "").split(/\s+/).filter(Boolean);
      const field = (name, type, value, act) => {
        const choices = choicesOf(about, type).map((one) => [one, words.name(about.word(type, one))]);
        fields.push(chooser(words.head(name), choices, value, (chosen) => {
          act(Number(chosen));
          this.show(true);
        }));
      };
      if (counts.length > 1) {
        const again = () => this.open(new URLSearchParams(this.text()));
        fields.push(chooser(phrases.players, counts.map((many) => [many, many]), String(this.players), (many) => {
          this.players = Number(many);
          again();
        }));
      }
      for (const one of named) {
        field(one.type[0] === "member" ? words.name(one.type[1]) : one.name, one.type, one.value, (value) => {
          one.value = value;
          this.setFields();
        });
      }
      const chosen = new Set(named.map((one) => about.word(one.type, one.value)));
      for (const { value, row } of this.values) {
        // Of a value that is remembered of many, only those of what is asked about, if that is among them.
        const fits = value.dims.some((dim) => named.some((one) => one.type[1] === dim));
        about.members(value.dims).forEach((members, k) => {
          if (fits ? !members.some((one) => chosen.has(one)) : row.length > 12) return;
          const of = words.joined(members.map((one) => words.name(one)));
          field(words.name(value.name) + (of && (words.ja ? `（${of}）` : ` (${of})`)), value.type, row[k], (cell) => {
            row[k] = cell;
          });
        });
      }
      for (const laid of this.zones) {
        if (laid.owner === null || this.whose) continue;
        field(words.name(laid.zone.name), ["member", "player"], laid.owner - 1, (seat) => {
          laid.owner = seat + 1;
        });
      }
      this.fields.replaceChildren(...fields);
      this.fields.hidden = !fields.length;
    }

    // ---- the answer ------------------------------------------------------------------------------------------

    /** What is set is written into the memory of the module. */
    put() {
      const { machine, about, start } = this, players = about.seats.length;
      machine.bytes.set(start.state);
      for (const { zone, owner, cards } of this.zones) {
        const all = about.cards(zone.name), from = owner === null ? 0 : this.whose ? this.whose.value : owner - 1;
        const write = (part, width, cell) => {
          const row = [...start.cells(zone.name + part)];
          for (let k = 0; k < width; k++) row[from * width + k] = cell(k);
          machine.put(zone.name + part, row);
        };
        write(".size", 1, () => cards.length);
        if (zone.kind === "pile") {
          write("", all.length, (k) => cards.filter((one) => one === all[k]).length);
        } else {
          const room = about.domains[zone.places].length;
          write(".card", room, (k) => (k < cards.length ? all.indexOf(cards[k]) : -1));
          write(".by", room, (k) => (k < cards.length ? k % players : -1));
        }
      }
      for (const { value, row } of this.values) machine.put(value.name, row);
    }

    /** What the definition comes to, for these arguments: a word for each result (null: undefined), and the row that
     * applied. @param {number[]} given @returns {{results: (Word | null)[], row: string | null}} */
    ask(given) {
      const { machine, about, asked } = this;
      this.put();
      const results = asked.map(({ ask, type }) => {
        const found = machine.ask(ask, ...given);
        return found === null ? null : about.word(type, found);
      });
      for (const table of asked.flatMap((one) => one.tables)) {
        machine.ask(table.ask, ...given);
        const rows = machine.log();
        if (rows.length) return { results, row: table.rows[rows[rows.length - 1]].name };
        if (table.default) return { results, row: "otherwise" };
      }
      return { results, row: null };
    }

    /** The place that wins a row, from 0; null if nothing says so. @param {any} laid @returns {number | null} */
    winner({ zone, cards }) {
      const judges = (one) => one.name === zone.judge && one.ask !== null && !one.params.length;
      const judge = this.about.text.defines.find(judges);
      if (!judge || !cards.length) return null;
      this.put();
      return this.machine.ask(judge.ask);
    }

    /** What a definition came to, in words. @param {{results: (Word | null)[]}} found */
    said({ results }) {
      const { words, phrases } = this;
      return results.includes(null) ? phrases.undefined : results.map((word) => words.name(word)).join(" ");
    }

    /** The row that applied, in words: "werewolf, otherwise". @param {{row: string | null}} found */
    why({ row }) {
      const { phrases, words } = this;
      if (row === null) return "";
      const parts = row.split(", ").map((part) => {
        const number = /^case (\d+)$/.exec(part);
        if (number) return fill(phrases.case_k, { k: number[1] });
        return part === "otherwise" || part === "except" ? phrases[part] : words.name(part);
      });
      return h("small", {}, fill(phrases.by_row, { row: words.joined(parts) }));
    }

    /** @param {boolean} [changed] */
    show(changed) {
      const each = this.params.filter((one) => one.each);
      const at = (...places) => this.params.map((one) => (one.each ? places[each.indexOf(one)] : one.value));
      this.tables.replaceChildren(...this.zones.map((laid) => this.row(laid, each.length === 1 ? at : null)));
      for (const [k, laid] of this.zones.entries()) {
        for (const one of this.palettes[k].children) one.disabled = !this.room(laid, one.dataset.card);
      }
      const found = each.length ? null : this.ask(at());
      const whole = found && h("p", {}, h("span", { class: "qt-worth" }, this.said(found)), " ", this.why(found));
      const two = each.length === 2 ? this.matrix(at) : null;
      this.answer.replaceChildren(...[whole, two].filter(Boolean), ...this.beside());
      if (!changed) return;
      this.fragment = this.text();
      history.replaceState(history.state, "", `#${this.fragment}`);
    }

    /** The cards that lie in a zone, each with what it comes to there. @param {any} laid @param {any} at */
    row(laid, at) {
      const { phrases, words } = this, won = this.winner(laid);
      const card = (name, k) => {
        const found = at && this.ask(at(k)), take = fill(phrases.take, { card: words.name(name) });
        const picked = button("pick", () => {
          laid.cards.splice(k, 1);
          this.show(true);
        }, face(this.pack, this.language, laid.zone.cards, name), { title: take, "aria-label": take });
        return h("li", { class: won === k ? "qt-won" : "" }, picked, h("b", {}, words.name(name)),
          found && h("span", { class: "qt-worth" }, this.said(found)), found && this.why(found),
          won === k && h("strong", {}, `★ ${phrases.wins}`));
      };
      const hint = h("li", { class: "qt-hint" }, phrases.lay_some);
      return h("ol", { class: "qt-row", "aria-label": words.name(laid.zone.name) },
        ...(laid.cards.length ? laid.cards.map(card) : [hint]));
    }

    /** A question about two places of a row: a table of all of them. @param {any} at */
    matrix(at) {
      const { words } = this, { cards } = this.zones[0], [one, two] = this.params;
      const name = (card, k, scope) => h("th", { scope }, `${k + 1}. ${words.name(card)}`);
      const rows = cards.map((card, i) => h("tr", {}, name(card, i, "row"),
        ...cards.map((_, j) => h("td", {}, i === j ? "–" : this.said(this.ask(at(i, j)))))));
      return h("div", { class: "qt-scroll" }, h("table", { class: "qt-matrix" },
        h("thead", {}, h("tr", {}, h("td", {}, `${one.name} \\ ${two.name}`),
          ...cards.map((card, k) => name(card, k, "col")))),
        h("tbody", {}, ...rows)));
    }

    /** What else is said of the cards that lie there: definitions without parameters that look at nothing else. */
    beside() {
      const { about, words, machine, zones } = this;
      if (!zones.some(({ cards }) => cards.length)) return [];
      const cells = new Set(zones.flatMap(({ zone: { name } }) => [name, `${name}.card`, `${name}.size`]));
      const others = about.text.defines.filter((one) => one.ask !== null && !one.params.length && one.reads.length
        && one.clause !== this.definition && one.reads.every((name) => cells.has(name))
        && !zones.some(({ zone }) => zone.judge === one.name));
      this.put();
      const told = others.flatMap(({ ask, type, clause }) => {
        const found = machine.ask(ask);
        const worth = found === null ? this.phrases.undefined : words.name(about.word(type, found));
        return [h("dt", {}, words.head(words.name(clause))), h("dd", {}, worth)];
      });
      return told.length ? [h("dl", { class: "qt-words" }, ...told)] : [];
    }
  }

  /** The values of a type that can be chosen from a list.
   * @param {About} about @param {Type} type @returns {number[]} */
  function choicesOf(about, type) {
    if (type[0] === "yes") return [0, 1];
    if (type[0] === "member") return [...(type[2] ? [-1] : []), ...about.domains[type[1]].keys()];
    const low = Math.max(type[1], 0), found = [];
    for (let k = low; k <= Math.min(type[2], low + 20); k++) found.push(k);
    return found;
  }

  // ---- for whoever writes a page -----------------------------------------------------------------------------------

  const earlier = window.qedeck;
  const qedeck = {
    draw: earlier && earlier.draw,
    About, Words, Teller, Machine, Play, viewOf, noticed, whyNot, linkText, readLink, packOf, machineOf,
    /** A pack, or a file of examples, comes in. @param {any} pack */
    push: (pack) => void (PACKS[pack.id] = pack),
  };
  window.qedeck = qedeck;
  if (Array.isArray(earlier)) earlier.forEach(qedeck.push);
  for (const [name, element] of [["qed-table", QedTable], ["qed-replay", QedReplay], ["qed-explorer", QedExplorer]]) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
})();
