/* A game with somebody at its table: opened, seen from a seat, moved through, told in a link. */

/** What <qed-table> is before there is anything to see; `lay` and `show` are table.js. */
class Seated extends HTMLElement {
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

  // ---- another game, another seat, and a link -------------------------------------------------------------

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
}
