/* <qed-table>: the game played in the page. */

/* Attributes: game; players="2 3 4" (the counts there are packs for); seat="1", "all" or "watch"; settings names a
 * pack with other readings; packs is the folder of the packs, rules the address of the rules page, page that of the
 * table for links from elsewhere; linked keeps the address of this page up to date; pace is how long each step of
 * the others is shown, in milliseconds. */
class QedTable extends Choosing {
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
      const { zone, owner, also } = ownerOf(about, key);
      const name = words.place({ zone, owner: owner === null ? null : owner - 1, place: null, also });
      entry(name, zoneWords(words, phrases, lying));
    }
    for (const value of about.vars.values()) {
      if (value.role !== "remembered" || value.mark || value.known) continue;
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
