/* Cards that fell at the table, entered zone by zone; what was entered so far is kept as a draft. */

/** A deal or a shuffle that waits to be entered, as elements. @param {any} page @param {Falling} asks @returns {Node[]} */
function dealing(page, asks) {
  const { said, evening } = page, { words } = evening, why = h("p", { class: "qe-why", role: "status" });
  /** @type {string[][]} */
  let told = draftOf(evening.sheet.draft, asks);
  const left = h("p", { class: "qe-soft" }), fields = h("ol", { class: "qe-fallen" });
  const enter = button("big", () => page.enter(fallen(evening, told)), said.enter);
  const choose = (target, at, card) => {
    told = told.map((cards, k) => (k === target ? cards.map((one, j) => (j === at ? card : one)) : cards));
    const rest = onlyWay(asks, told);
    if (rest) told = rest;
    page.keep({ ...evening.sheet, draft: told });
    show();
  };
  const show = () => {
    const still = leftOf(asks, told), over = still.filter(([, many]) => many < 0);
    const missing = told.some((cards) => cards.includes(""));
    left.textContent = page.say("left", { cards: words.listing(still.filter(([, many]) => many > 0)) || "–" });
    why.textContent = over.length ? page.say("none_left", { card: words.name(over[0][0]) }) : missing ? said.missing : "";
    enter.disabled = over.length > 0 || missing;
    const focused = fields.contains(document.activeElement) ? document.activeElement.id : "";
    fields.replaceChildren(...asks.targets.flatMap(({ name }, target) => told[target].map((card, at) => {
      const free = still.filter(([one, many]) => many > 0 || one === card).map(([one]) => [one, words.name(one)]);
      const label = told[target].length > 1 ? `${name}${COLON[words.language]}${page.say("which", { k: at + 1 })}` : name;
      const field = chooser(label, [["", said.open], ...free], card, (one) => choose(target, at, one));
      field.querySelector("select").id = `qe-${target}-${at}`;
      return h("li", { class: card ? "" : "qe-open" }, field);
    })));
    if (focused) document.getElementById(focused).focus();
  };
  show();
  return [
    h("h3", {}, asks.order ? said.fell_row : said.fell), left, fields, why, enter,
    button("small", () => page.enter(evening.drawn()), said.draw),
  ];
}

/** What was entered so far, if it still fits; what is open is empty. @param {string[][]} draft @param {Falling} asks */
function draftOf(draft, asks) {
  const known = new Map(asks.pile);
  return asks.targets.map(({ many }, k) => [...Array(many).keys()].map((at) => {
    const card = (draft[k] || [])[at];
    return known.has(card) ? card : "";
  }));
}
