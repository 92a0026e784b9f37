/**
 * The search of the site: any part of a word, in any language, from a server or from a disk.
 *
 * The index is one script, search/index.js, which is asked for when somebody first wants to search. It is read as plain
 * text and compared as plain text, so that 捨て札 is found inside a sentence without anybody cutting it into words.
 */
(() => {
  "use strict";

  /** @typedef {[string, string, string, string]} Entry address, heading, where that stands, text */
  /** @typedef {{at: string, title: string, crumb: string, text: string, t: string, c: string, x: string}} Place */

  const MOST = 40;
  /** Who looks something up at the table wants the rule, then the card; questions and proofs come after. */
  const KINDS = /** @type {[RegExp, number][]} */ (
    [[/\/rules\.html/, 2.4], [/\/cards\.html/, 1.4], [/\/open\.html/, .7], [/\/promises[./]/, .5]]);
  const AROUND = 46;

  /** @type {Place[] | null} */
  let places = null;
  /** @type {(() => void)[]} */
  let waiting = [];

  /** Letters that read the same are the same: full width and half, katakana and hiragana, large and small.
   * Each sign stays one sign, so that places in the folded text are places in the text.
   * @param {string} text */
  const folded = text => text.replace(/[A-Z\u0080-\uffff]/g, sign => {
    let same = signs.get(sign);
    if (same === undefined) signs.set(sign, same = foldedSign(sign));
    return same;
  });

  /** @type {Map<string, string>} */
  const signs = new Map();

  /** @param {string} sign */
  const foldedSign = sign => {
    const plain = sign.normalize("NFKC").toLowerCase();
    const one = plain.length === 1 ? plain : sign.toLowerCase().length === 1 ? sign.toLowerCase() : sign;
    const code = one.charCodeAt(0);
    return code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - 0x60) : one;
  };

  /** The index calls this. @param {Entry[]} entries */
  window.qedeckIndex = entries => {
    places = entries.map(([at, title, crumb, text]) => (
      { at, title, crumb, text, t: folded(title), c: folded(crumb), x: folded(text) }));
    for (const go of waiting) go();
    waiting = [];
  };

  /** @param {string} base @param {() => void} go */
  const withIndex = (base, go) => {
    if (places) return go();
    waiting.push(go);
    if (document.querySelector("script[data-qed-index]")) return;
    const script = document.createElement("script");
    script.src = `${base}/search/index.js`;
    script.dataset.qedIndex = "";
    document.head.append(script);
  };

  /** So far a text still begins: "The grandfather wolf …". */
  const SUBJECT = 8;

  /** How well a term fits: not at all is 0. @param {Place} place @param {string} term */
  const fit = (place, term) => {
    const inTitle = place.t.indexOf(term);
    if (place.t === term) return 1000;
    if (inTitle === 0) return 400;
    if (inTitle > 0) return begins(place.t, inTitle) ? 260 : 160;
    const inText = place.x.indexOf(term);
    // What a text begins with is what it speaks of.
    if (inText >= 0 && inText < SUBJECT) return 150;
    if (inText >= 0) {
      const often = place.x.split(term, 9).length - 1;
      return (begins(place.x, inText) ? 40 : 18) + 4 * often + Math.max(0, 12 - inText / 60);
    }
    return place.c.includes(term) ? 14 : 0;
  };

  /** @param {string} text @param {number} at */
  const begins = (text, at) => at === 0 || !/[a-z0-9]/.test(text[at - 1]) || !/[a-z0-9]/.test(text[at]);

  /** @param {string} query @param {string} here the folder of the game that is read */
  const find = (query, here) => {
    const terms = folded(query).split(/[\s、。，．]+/).filter(Boolean).map(term => [term, shorter(term)]);
    if (!terms.length || !places) return [];
    const found = [];
    for (const place of places) {
      let score = 0;
      for (const ways of terms) {
        const best = Math.max(...ways.map((way, number) => fit(place, way) / (number + 1)));
        if (!best) { score = 0; break; }
        score += best;
      }
      if (!score) continue;
      // Whoever reads the rules of a game looks for something in that game; and players come before builders.
      const near = here && place.at.startsWith(here) ? 3 : place.at.startsWith("games/") ? 1.4 : 1;
      const kind = KINDS.find(([page]) => page.test(place.at));
      found.push({ place, score: score * near * (kind ? kind[1] : 1), terms: terms.flat() });
    }
    // A variant says most things in the words of its base: those are found once, in the game that is read, or the base.
    const told = new Set();
    return found.sort((a, b) => b.score - a.score || a.place.at.length - b.place.at.length)
      .filter(({ place }) => told.size < told.add(`${plainTitle(place)} ${place.x}`).size).slice(0, MOST);
  };

  /** A title without the number of its rule. @param {Place} place */
  const plainTitle = place => place.t.replace(/^[0-9.]+ /, "");

  /** Wolves are found by wolf, and the other way round. @param {string} term */
  const shorter = term => /^[a-z]{4,}s$/.test(term)
    ? term.replace(/ves$/, "").replace(/e?s$/, "") : /^[a-z]{4,}f$/.test(term) ? term.slice(0, -1) : term;

  /** Text with what was looked for marked; never markup. @param {string} text @param {string[]} terms */
  const marked = (text, terms) => {
    const low = folded(text), part = document.createDocumentFragment();
    let at = 0;
    while (at < text.length) {
      let next = -1, long = 0;
      for (const term of terms) {
        const place = low.indexOf(term, at);
        if (place >= 0 && (next < 0 || place < next || (place === next && term.length > long))) {
          next = place; long = term.length;
        }
      }
      if (next < 0) break;
      part.append(text.slice(at, next));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next, next + long);
      part.append(mark);
      at = next + long;
    }
    part.append(text.slice(at));
    return part;
  };

  /** @param {Place} place @param {string[]} terms */
  const excerpt = (place, terms) => {
    const spots = terms.map(term => place.x.indexOf(term)).filter(at => at >= 0);
    const spot = spots.length ? Math.min(...spots) : 0;
    const from = Math.max(0, spot - AROUND), to = Math.min(place.text.length, spot + 3 * AROUND);
    return `${from ? "…" : ""}${place.text.slice(from, to)}${to < place.text.length ? "…" : ""}`;
  };

  const start = () => {
    const dialog = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.qed-search"));
    if (!dialog) return;
    const base = dialog.dataset.base || ".";
    const input = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
    const list = /** @type {HTMLUListElement} */ (dialog.querySelector("ul"));
    const said = /** @type {HTMLElement} */ (dialog.querySelector(".qed-search__said"));
    const root = new URL(`${base}/`, location.href).href;
    const here = (location.href.slice(root.length).match(/^games\/[^/]+\//) || [""])[0];
    let chosen = -1;

    const open = () => {
      if (!dialog.open) dialog.showModal();
      input.focus();
      input.select();
      withIndex(base, show);
    };

    /** @param {number} number */
    const choose = number => {
      const items = [...list.children];
      items[chosen]?.setAttribute("aria-selected", "false");
      chosen = items.length ? (number + items.length) % items.length : -1;
      items[chosen]?.setAttribute("aria-selected", "true");
      items[chosen]?.scrollIntoView({ block: "nearest" });
      if (chosen >= 0) input.setAttribute("aria-activedescendant", `qed-found-${chosen}`);
      else input.removeAttribute("aria-activedescendant");
    };

    const show = () => {
      const query = input.value.trim();
      const found = find(query, here);
      list.replaceChildren(...found.map(({ place, terms }, number) => {
        const item = document.createElement("li"), a = document.createElement("a");
        const title = document.createElement("strong"), crumb = document.createElement("span");
        const text = document.createElement("span");
        title.append(marked(place.title, terms));
        crumb.append(place.crumb);
        crumb.className = "qed-search__crumb";
        text.append(marked(excerpt(place, terms), terms));
        text.className = "qed-search__text";
        a.href = root + place.at;
        a.tabIndex = -1;
        a.append(crumb, title, text);
        item.id = `qed-found-${number}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.append(a);
        return item;
      }));
      chosen = -1;
      input.setAttribute("aria-expanded", String(found.length > 0));
      said.textContent = query && places && !found.length ? said.dataset.none || "" : query ? "" : said.dataset.hint || "";
      if (found.length) choose(0);
    };

    for (const button of document.querySelectorAll("[data-qed-search]")) button.addEventListener("click", open);
    input.addEventListener("input", () => withIndex(base, show));
    input.addEventListener("keydown", event => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      // A field for searching would only empty itself.
      else if (event.key === "Escape") dialog.close();
      else if (event.key === "Enter") {
        const a = list.children[chosen]?.querySelector("a");
        if (a) { dialog.close(); location.href = a.href; }
      } else return;
      event.preventDefault();
    });
    list.addEventListener("click", () => dialog.close());
    // A click beside the sheet closes it: there the dialog itself is hit, and nothing inside it.
    dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
    document.addEventListener("keydown", event => {
      const typing = /** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable], dialog");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        open();
      }
    });
  };

  start();
})();
