/**
 * What stands round every page: colours, the contents beside it, the way back to the top, code that can be copied, wide
 * tables. One classic script; without it the page is read as well. Its words stand in #qed-words.
 */
(() => {
  "use strict";

  const words = document.getElementById("qed-words")?.dataset || {};

  /** @template {HTMLElement} [T=HTMLElement] @param {string} selector @returns {T[]} */
  const all = selector => /** @type {T[]} */ ([...document.querySelectorAll(selector)]);

  // ---- colours: as the reader's system has them, or as they say ---------------------------------------------------

  const choices = /** @type {HTMLInputElement[]} */ (all("input[name=__palette]"));
  const KEYS = ["media", "scheme", "primary", "accent"];
  const light = matchMedia("(prefers-color-scheme: light)");

  /** What a choice says; the one that follows the system says what the system does. @param {HTMLInputElement} choice */
  const colours = choice => {
    const said = choice.dataset.mdColorMedia === "(prefers-color-scheme)"
      ? choices.find(one => one.dataset.mdColorMedia === `(prefers-color-scheme: ${light.matches ? "light" : "dark"})`) || choice
      : choice;
    return Object.fromEntries(KEYS.map(key => [key, said.getAttribute(`data-md-color-${key}`) || ""]));
  };

  const paint = () => {
    const choice = choices.find(one => one.checked);
    if (!choice) return;
    for (const one of choices) /** @type {HTMLElement} */ (one.nextElementSibling).hidden = one !== choice;
    for (const [key, value] of Object.entries(colours(choice))) document.body.setAttribute(`data-md-color-${key}`, value);
  };

  if (choices.length) {
    let kept = 0;
    try { kept = __md_get("__palette")?.index || 0; } catch { /* nothing is kept here */ }
    (choices[kept] || choices[0]).checked = true;
    for (const choice of choices) {
      choice.addEventListener("change", () => {
        paint();
        const color = { ...colours(choice), media: choice.dataset.mdColorMedia };
        __md_set("__palette", { index: choices.indexOf(choice), color });
      });
    }
    light.addEventListener("change", paint);
    paint();
  }

  // What a mouse clicks, a key presses.
  document.addEventListener("keydown", event => {
    const label = /** @type {HTMLElement} */ (event.target);
    if (label.matches("label[tabindex]") && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      label.click();
    }
  });

  // ---- while the page is scrolled -----------------------------------------------------------------------------------

  const links = /** @type {HTMLAnchorElement[]} */ (all("[data-qed-contents] a"));
  const places = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const header = document.querySelector(".md-header");
  const title = document.querySelector("[data-md-component=header-title]");
  const up = /** @type {HTMLElement | null} */ (document.querySelector(".md-top"));
  let above = 0;
  let here = -1;

  const follow = () => {
    const y = window.scrollY;
    const edge = (header?.getBoundingClientRect().height || 0) + 24;
    header?.classList.toggle("md-header--shadow", y > 0);
    title?.classList.toggle("md-header__title--active", (document.querySelector("h1")?.getBoundingClientRect().bottom || 0) < edge);
    // The way back is offered to whoever has turned back.
    if (up && y !== above) up.hidden = y < 400 || y > above;
    above = y;
    const last = places.reduce((found, place, k) => (place && place.getBoundingClientRect().top < edge ? k : found), -1);
    if (last === here) return;
    links[here]?.classList.remove("md-nav__link--active");
    links[last]?.classList.add("md-nav__link--active");
    here = last;
    const column = links[0]?.closest(".md-sidebar__scrollwrap");
    if (column && last < 0) column.scrollTop = 0;
    else if (column) column.scrollTop += links[last].getBoundingClientRect().top - column.getBoundingClientRect().top - column.clientHeight / 2;
  };

  let waiting = false;
  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(() => { waiting = false; follow(); });
    waiting = true;
  }, { passive: true });
  up?.addEventListener("click", () => scrollTo({ top: 0 }));
  follow();

  // ---- things on the page -------------------------------------------------------------------------------------------

  for (const table of all(".md-typeset table:not([class])")) {
    const wrap = document.createElement("div");
    wrap.className = "md-typeset__scrollwrap";
    const inner = document.createElement("div");
    inner.className = "md-typeset__table";
    table.before(wrap);
    inner.append(table);
    wrap.append(inner);
  }

  // A listing that scrolls can be reached without a mouse.
  for (const listing of all("pre > code")) listing.tabIndex = 0;

  for (const listing of all("div.highlight:not(.qed-listing) pre > code")) {
    if (!navigator.clipboard) break;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "qed-copy";
    button.textContent = words.copy || "";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(listing.textContent || "");
      button.textContent = words.copied || "";
    });
    listing.before(button);
  }

  // What is folded does not hide what somebody was sent to, nor what is printed.
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let up = target.closest("details"); up; up = up.parentElement?.closest("details") || null) up.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => {
    for (const folded of /** @type {HTMLDetailsElement[]} */ (all("details:not([open]):not(.qed-try)"))) folded.open = true;
  });
})();
