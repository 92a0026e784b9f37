/* What lies beside the leaf: who is who, who was shown what, taking back, the talk, the story; each in a dialogue. */

/** A dialogue with a heading; Escape and the button close it.
 * @param {any} page @param {string} title @param {any[]} inside */
function panel(page, title, ...inside) {
  page.closePanel();
  const made = h("dialog", { class: "qe-panel", "aria-label": title, onclose: () => made.remove() },
    h("div", { class: "qe-panel-head" }, h("h2", { tabindex: "-1" }, title),
      button("icon", () => made.close(), "×", { "aria-label": page.said.close })),
    ...inside);
  page.section.append(made);
  made.showModal();
  made.querySelector("h2").focus();
  page.panel = made;
  return made;
}

/** @param {any} page */
function peoplePanel(page) {
  const { said, evening } = page, all = people(evening);
  const living = page.say("living", { n: all.filter((one) => one.living).length, all: all.length });
  const columns = [said.seat_column, said.name, said.tile, said.so], cell = (text) => h("td", {}, text);
  const row = (one) => h("tr", { class: one.living ? "" : "qe-out" },
    h("td", { class: "qe-number" }, String(one.seat)), h("th", { scope: "row" }, one.name), cell(one.cards),
    cell(evening.words.joined([...(one.living ? [] : [said.out]), ...one.marks])));
  panel(page, said.who, h("p", {}, living),
    h("div", { class: "qe-scroll", tabindex: "0", role: "group", "aria-label": said.who },
      h("table", { class: "qe-people" },
        h("thead", {}, h("tr", {}, ...columns.map((one) => h("th", { scope: "col" }, one)))),
        h("tbody", {}, ...all.map(row)))));
}

/** @param {any} page */
function shownPanel(page) {
  const { said, evening } = page;
  panel(page, said.shown_title, h("dl", { class: "qe-shown" }, ...shownTo(evening).flatMap((lines, k) => [
    h("dt", {}, evening.words.seat(k + 1)),
    ...(lines.length ? lines : [said.nothing]).map((line) => h("dd", { class: lines.length ? "" : "qe-soft" }, line)),
  ])));
}

/** What goes is said before it goes. @param {any} page @param {number} [upTo] before which entry, counted from 1 */
function undoPanel(page, upTo) {
  const { said, evening } = page, mine = evening.mine(), step = upTo || mine[0];
  if (!mine.length) return panel(page, said.undo, h("p", {}, said.nothing_back));
  const known = (text) => h("li", { class: "qe-soft" }, page.say("stays", { text }));
  const gone = takenBack(evening, step).map(({ entered, learned }) =>
    h("li", {}, entered, learned.length ? h("ul", {}, ...learned.map(known)) : ""));
  const earlier = takenBack(evening, mine[mine.length - 1]).filter((one) => one.step < step);
  const before = ({ step: at, entered }) => h("li", {}, button("line", () => undoPanel(page, at), entered,
    { "aria-label": `${said.to_here}${COLON[page.language]}${entered}` }));
  panel(page, said.undo, h("p", {}, said.takes), h("ul", { class: "qe-taken" }, ...gone),
    button("big", () => page.takeBack(step), said.do_undo),
    earlier.length ? h("details", {}, h("summary", {}, said.further), h("ul", { class: "qe-list" }, ...earlier.map(before))) : "");
}

/** @param {any} page */
function timerPanel(page) {
  const { said, evening } = page;
  if (evening.sheet.until !== null) {
    const left = h("p", { class: "qe-clock", role: "timer" }, clock(evening.sheet.until));
    left.dataset.clock = "";
    panel(page, said.timer, left, button("big", () => page.talk(null), said.stop));
    return;
  }
  const minutes = h("input", { type: "number", min: "1", max: "120", value: String(page.minutes), inputmode: "numeric" });
  const start = () => page.talk(Math.min(Math.max(Number(minutes.value) || 1, 0.02), 120));
  panel(page, said.timer, h("label", { class: "qe-minutes" }, h("span", {}, said.minutes), minutes),
    button("big", start, said.start));
}

/** What is left until then, in minutes and seconds. @param {number} until in seconds since 1970 */
function clock(until) {
  const left = Math.max(0, Math.round(until - Date.now() / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** Three short tones. */
function ring() {
  try {
    const sound = new AudioContext(), tone = sound.createOscillator(), loud = sound.createGain();
    tone.frequency.value = 880;
    tone.connect(loud).connect(sound.destination);
    loud.gain.value = 0;
    for (const at of [0, 0.4, 0.8]) loud.gain.setTargetAtTime(0.3, at, 0.01).setTargetAtTime(0, at + 0.2, 0.03);
    tone.start();
    tone.stop(1.4);
  } catch {
    // Without sound the page says it in words.
  }
}

/** @param {any} page */
function morePanel(page) {
  const { said, evening } = page, written = JSON.stringify(evening.sheet, null, 1), rules = page.getAttribute("rules");
  const copy = button("line", async () => {
    await page.copy(page.address());
    copy.textContent = said.copied;
  }, said.link);
  const open = h("input", { type: "file", accept: ".json,application/json", class: "qe-file", "aria-label": said.from_file,
    onchange: () => open.files[0] && open.files[0].text().then((text) => page.fromFile(text)) });
  panel(page, said.more, h("ul", { class: "qe-list" },
    h("li", {}, button("line", () => storyPanel(page), said.so_far)),
    h("li", {}, copy),
    h("li", {}, button("line", () => page.download(`${page.game}.evening.json`, written), said.file)),
    h("li", {}, h("label", { class: "qt-line" }, said.from_file, open)),
    h("li", {}, button("line", () => newPanel(page), said.new)),
    rules ? h("li", {}, h("a", { class: "qt-line", href: rules }, said.rules)) : ""));
}

/** @param {any} page */
function newPanel(page) {
  const { said } = page;
  panel(page, said.new, h("p", {}, said.sure_new),
    button("big", () => page.another(), said.yes), button("small", () => page.closePanel(), said.no));
}

/** The story, and ways to share it. @param {any} page @returns {Node[]} */
function storyParts(page) {
  const { said, evening } = page, lines = story(evening), text = lines.join("\n");
  const share = button("big", async () => {
    if (navigator.share) return navigator.share({ title: lines[0], text }).catch(() => undefined);
    await page.copy(text);
    share.textContent = said.copied;
  }, said.share);
  return [
    h("div", { class: "qe-story" },
      ...lines.slice(1).map((line) => h("p", { class: /^[“「]/.test(line) ? "qe-quoted" : "" }, line))),
    share, button("small", () => page.download(`${page.game}.story.txt`, `${text}\n`), said.save_story),
  ];
}

/** @param {any} page */
function storyPanel(page) {
  panel(page, page.said.so_far, ...storyParts(page));
}
