/* The moderator's sheet, as qedeck/evening/sheet.py writes it; and where it is kept: in the browser and in a link. */

const { Arrived, Machine, Teller, Words, noticed, packOf, machineOf, viewOf, parts } = window.qedeck;
const { COLON, button, cellsAt, chooser, fill, freshSeed, h, has, languageOf, spoken, trouble } = parts;

/** @typedef {Record<string, any>} Entry a step of a trace, or `draw` where chance was left to the seed */
/** @typedef {{format: string, version: number, game: string, variant: string | null, rules: string | null,
 *   names: string[], seed: number, settings: Record<string, any>, "by hand": boolean, ready: boolean, turned: number,
 *   until: number | null, draft: string[][], entries: Entry[]}} Sheet */

const LONGEST_NAME = 40;

/** A sheet on which nothing stands yet. @param {string} game @param {string[]} names @returns {Sheet} */
const emptySheet = (game, names) => ({
  format: "qedeck-evening", version: 1, game, variant: null, rules: null, names, seed: Number(freshSeed()), settings: {},
  "by hand": true, ready: false, turned: 0, until: null, draft: [], entries: [],
});

/** The sheet in a text. Throws where there is none. @param {string} text @returns {Sheet} */
function readSheet(text) {
  const found = JSON.parse(text), is = (type) => (value) => typeof value === type;
  const some = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const wanted = {
    format: (value) => value === "qedeck-evening", version: (value) => value === 1, game: is("string"),
    names: (value) => Array.isArray(value) && value.every(is("string")), seed: (value) => Number.isSafeInteger(value) && value >= 0,
    settings: some, "by hand": is("boolean"), ready: is("boolean"), turned: (value) => Number.isInteger(value) && value >= 0,
    until: (value) => value === null || typeof value === "number",
    draft: (value) => Array.isArray(value) && value.every((cards) => Array.isArray(cards) && cards.every(is("string"))),
    entries: (value) => Array.isArray(value) && value.every((one) => some(one) && typeof one.phase === "string"),
  };
  for (const [key, fits] of Object.entries(wanted)) if (!some(found) || !fits(found[key])) throw new Error(key);
  return found;
}

/** Whether one sheet is the beginning of another. @param {Sheet} one @param {Sheet} other */
const isBefore = (one, other) => {
  const begun = ({ game, names, seed, settings, "by hand": byHand, entries }) =>
    JSON.stringify([game, names, seed, settings, byHand, entries.slice(0, one.entries.length)]);
  return one.entries.length <= other.entries.length && begun(one) === begun(other);
};

// ---- in a link -----------------------------------------------------------------------------------------------------

/** @param {Sheet} sheet */
function sheetLink(sheet) {
  const raw = new TextEncoder().encode(JSON.stringify(sheet));
  let text = "";
  for (const byte of raw) text += String.fromCharCode(byte);
  return `evening=${btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** The sheet in a fragment; null if there is none, undefined if it is broken.
 * @param {string} fragment @returns {Sheet | null | undefined} */
function sheetInLink(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, "")).get("evening");
  if (given === null) return null;
  try {
    const text = atob(given.replace(/-/g, "+").replace(/_/g, "/"));
    return readSheet(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

// ---- in the browser ------------------------------------------------------------------------------------------------

/** Where a game's evening is kept; `trouble` if it cannot be. */
class Shelf {
  /** @param {string} game */
  constructor(game) {
    this.key = `qedeck evening ${game}`;
    this.trouble = false;
  }

  /** @param {string} [which] "before": the one that made room for another @returns {Sheet | null} */
  load(which = "") {
    try {
      const text = localStorage.getItem(this.key + which);
      return text === null ? null : readSheet(text);
    } catch {
      return null;
    }
  }

  /** @param {Sheet} sheet */
  save(sheet) {
    this.put("", sheet);
  }

  /** The evening that is kept makes room for another. */
  putAway() {
    const kept = this.load();
    if (kept && kept.entries.length) this.put(" before", kept);
  }

  /** @param {string} which @param {Sheet} sheet */
  put(which, sheet) {
    try {
      localStorage.setItem(this.key + which, JSON.stringify(sheet));
      this.trouble = false;
    } catch {
      this.trouble = true;
    }
  }
}
