/* <qed-table>: the game played in the page. */

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
      kind !== "grid" && isHeld({ owned, sight }) && sets.includes(cards));
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
