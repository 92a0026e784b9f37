/* <qed-replay>: a recorded play, step by step. */

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
