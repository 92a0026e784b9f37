/* Small things for the page: elements, buttons, lists, pictures of tables and cards. */

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
    const { zone: name, owner, also } = ownerOf(about, key), { kind, sight } = about.zones.get(name);
    if (kind !== "row" || sight !== "all" || zone.size !== 0) continue;
    const here = (side) => side.zone === name && (owner === null || side.owner === owner - 1)
      && side.also.every((member, k) => member === also[k]);
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
  const laid = (at) => Object.entries(zone.marks || {}).filter(([, row]) => row[at] !== false)
    .map(([mark, row]) => (row[at] === true ? words.name(mark) : `${words.name(mark)} ${words.name(row[at])}`));
  const named = (card, at) => {
    const marks = [...(zone.known && zone.known[at] && card !== null ? [phrases.remembered] : []), ...laid(at)];
    return (card === null ? phrases.down : words.name(card)) + (marks.length ? ` (${words.joined(marks)})` : "");
  };
  const many = (n) => (n === 1 ? phrases.one_card : fill(phrases.cards, { n: String(n) }));
  if (zone.places !== undefined) {
    if (zone.places === null) return phrases.unseen;
    const there = Object.entries(zone.places).filter(([, card]) => card !== "none");
    return words.joined(there.map(([place, card]) => `${words.name(place)} ${named(card, place)}`)) || phrases.empty;
  }
  if (zone.size === null) return phrases.unseen;
  if (!zone.size) return phrases.empty;
  if (zone.cards === null) return many(zone.size);
  if (!Array.isArray(zone.cards)) return words.listing(Object.entries(zone.cards));
  return zone.cards.every((card, k) => card === null && !laid(k).length) ? many(zone.size) : words.joined(zone.cards.map(named));
}
