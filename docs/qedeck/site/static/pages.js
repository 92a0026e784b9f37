/**
 * What the pages themselves need: the switch between the two editions, filters, links that keep the edition, and, with
 * `qedeck docs serve`, pages that follow the text while it is written. One classic script; without it every page reads well.
 */
(() => {
  "use strict";

  const root = document.documentElement;

  // On a phone the pages of a game stand in one row: the one that is read is in sight.
  document.querySelector(".qed-pages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  window.scrollTo({ left: 0 });

  // ---- the two editions --------------------------------------------------------------------------------------------

  const edition = () => new URLSearchParams(location.search).get("edition") === "designer" ? "designer" : "";

  /** An address, also a relative one, with or without the edition. @param {string} href @param {string} wanted */
  const withEdition = (href, wanted) => {
    const [, path, query = "", place = ""] = /** @type {RegExpMatchArray} */ (href.match(/^([^?#]*)(\?[^#]*)?(#.*)?$/s));
    const asked = new URLSearchParams(query);
    if (wanted) asked.set("edition", wanted);
    else asked.delete("edition");
    return path + (asked.size ? `?${asked}` : "") + place;
  };

  /** designer.js calls this. @param {Record<string, string>} beside HTML that was made by the builder, from escaped words */
  window.qedeckDesigner = beside => {
    for (const rule of document.querySelectorAll(".qed-rule[data-rule]")) {
      const more = beside[/** @type {HTMLElement} */ (rule).dataset.rule || ""];
      if (!more || rule.querySelector(".qed-beside")) continue;
      const aside = document.createElement("aside");
      aside.className = "qed-beside";
      aside.innerHTML = more;
      rule.append(aside);
    }
    linkToEditor();
    keepEdition();
    // The page has grown above the place that was asked for.
    const here = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (here) here.scrollIntoView();
  };

  const showEdition = () => {
    root.dataset.edition = edition();
    for (const button of document.querySelectorAll("[data-edition][aria-pressed]")) {
      button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.edition === edition()));
    }
    const file = /** @type {HTMLElement | null} */ (document.querySelector("[data-designer]"))?.dataset.designer;
    if (edition() && file && !document.querySelector("script[data-qed-designer]")) {
      const script = document.createElement("script");
      script.src = file;
      script.dataset.qedDesigner = "";
      document.head.append(script);
    }
    keepEdition();
  };

  /** Links inside the site keep the edition; so does the link to the other language, with the place on the page. */
  const keepEdition = () => {
    for (const a of document.querySelectorAll("a[href*='.html']")) {
      const href = a.getAttribute("href") || "";
      if (!/^([a-z]+:|\/\/)/i.test(href)) a.setAttribute("href", withEdition(href, edition()));
    }
  };

  for (const group of document.querySelectorAll(".qed-editions")) {
    /** @type {HTMLElement} */ (group).hidden = false;
    group.addEventListener("click", event => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (!button) return;
      history.replaceState(history.state, "", withEdition(location.href, button.dataset.edition || ""));
      showEdition();
    });
  }

  document.querySelector(".qed-language")?.addEventListener("click", event => {
    const a = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    a.href = a.href.split(/[?#]/)[0] + location.search + location.hash;
  });

  // ---- tables, replays and explorers: their script is asked for when one of them is in sight, or unfolded ------------------

  const HERE = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const THINGS = "qed-table, qed-replay, qed-explorer, qed-evening";

  const withTables = () => {
    if (document.querySelector("script[data-qed-tables]")) return;
    for (const name of ["draw.js", "qed.js", ...(document.querySelector("qed-evening") ? ["evening.js"] : [])]) {
      const script = document.createElement("script");
      script.src = new URL(name, HERE).href;
      script.async = false;
      script.dataset.qedTables = "";
      document.head.append(script);
    }
  };

  for (const folded of document.querySelectorAll("details.qed-try")) {
    folded.addEventListener("toggle", () => folded.querySelector(THINGS) && withTables(), { once: true });
  }
  const asked = new URLSearchParams(location.hash.slice(1)).get("ask");
  if (asked !== null) {
    const explorer = [...document.querySelectorAll("qed-explorer")].find(one => one.getAttribute("definition") === asked);
    const folded = /** @type {HTMLDetailsElement | null | undefined} */ (explorer?.closest("details"));
    if (folded) {
      folded.open = true;
      folded.scrollIntoView();
    }
  }
  if ([...document.querySelectorAll(THINGS)].some(one => !one.closest("details:not([open])"))) withTables();

  // ---- filters -------------------------------------------------------------------------------------------------------

  /** @param {string} words */
  const plain = words => words.normalize("NFKC").toLowerCase();

  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.qed-filter"))) {
    const things = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`.${form.dataset.filter}`));
    const output = form.querySelector("output");
    const apply = () => {
      const words = plain(form.querySelector("input")?.value || "").split(/\s+/).filter(Boolean);
      const asked = [...form.querySelectorAll("select")].filter(one => one.value);
      let left = 0;
      for (const thing of things) {
        const fits = words.every(word => plain(`${thing.dataset.words || ""} ${"wordsOnly" in form.dataset ? "" : thing.textContent}`).includes(word))
          && asked.every(one => one.dataset.by === "players"
            ? (thing.dataset.players || "").split(" ").includes(one.value)
            : thing.dataset[one.dataset.by || ""] === one.value);
        thing.hidden = !fits;
        left += Number(fits);
      }
      // Whoever looks for something sees what was found, and no chapter without it.
      for (const part of /** @type {Set<HTMLDetailsElement>} */ (new Set([...things].map(one => one.closest("details.qed-part"))))) {
        if (!part) continue;
        part.open = left < things.length;
        part.hidden = !part.querySelector(`.${form.dataset.filter}:not([hidden])`);
      }
      if (output) {
        output.value = left === things.length ? output.dataset.all || ""
          : (output.dataset.some || "").replace("#", String(left));
      }
    };
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", event => event.preventDefault());
  }

  // ---- while somebody writes: qedeck docs serve -------------------------------------------------------------------------

  const live = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="qed-live"]'));

  /** Where a clause is written becomes a link that opens it there; only our own server says how. */
  function linkToEditor() {
    if (!live || !state.editor) return;
    for (const spot of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".qed-file[data-file]"))) {
      const path = state.files[spot.dataset.file || ""];
      if (!path || spot.querySelector("a")) continue;
      const a = document.createElement("a");
      a.href = state.editor.replace("{file}", encodeURI(path)).replace("{line}", spot.dataset.line || "1");
      a.textContent = spot.textContent;
      spot.replaceChildren(a);
    }
  }

  /** @type {{edition: number, tables: number, editor: string, files: Record<string, string>}} */
  let state = { edition: 0, tables: 0, editor: "", files: {} };

  /** What is wrong with the text, as the command line says it; the page shows the last text that was right. @param {string} trouble */
  const showTrouble = trouble => {
    let note = document.querySelector(".qed-trouble");
    if (!trouble) return note?.remove();
    if (!note) {
      note = document.createElement("pre");
      note.className = "qed-trouble";
      note.setAttribute("role", "alert");
      document.body.append(note);
    }
    if (note.textContent !== trouble) note.textContent = trouble;
  };

  const follow = async () => {
    try {
      const answer = await fetch(`${live?.content}/live.json`, { cache: "no-store" });
      const now = await answer.json();
      // With something wrong the pages are as they were: there is nothing new to be seen.
      const other = now.edition !== state.edition || (now.tables !== state.tables && document.querySelector(THINGS));
      if (state.edition && other && !now.trouble) return location.reload();
      state = now;
      linkToEditor();
      showTrouble(now.trouble);
    } catch { /* the server is busy or gone: ask again */ }
    setTimeout(follow, 700);
  };

  // A table that scrolls can be reached without a mouse; the theme wraps them once the page is there.
  window.addEventListener("load", () => {
    for (const wrap of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".md-typeset__scrollwrap"))) wrap.tabIndex = 0;
  });

  showEdition();
  if (live) follow();
})();
