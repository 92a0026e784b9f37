/* Cards that lie somewhere. The same as lying.py. */

/** What a view tells of a place: nothing lies in one that it does not name.
 * @param {Record<string, string | null> | null} places @param {string} place @returns {string | null} */
function wordAt(places, place) {
  return places === null || places[place] === undefined ? "none" : places[place];
}

class Lying extends Pen {
  /** @param {any} part @param {string} key */
  pile(part, key) {
    const zone = get(this.view.zones, key);
    if (zone === undefined) return;
    const size = zone.size, cards = zone.cards, s = part.size;
    const x = part.x, y = part.y + LABEL, w = part.w;
    const old = this.old(key);
    this.label(part, size);
    const spot = { cards: part.cards, size: s, zone: key, at: 0, new: false };
    if (size === null || size === 0) {
      this.empty(x, y, s);
      return;
    }
    const grown = old !== null && old.size !== null && old.size < size;
    if (part.stack || (cards === null && s + (size - 1) * over(s, 5) > w)) {
      for (let k = Math.min(size, 4) - 1; k > 0; k--) {
        this.put(`<rect class="q-edge" x="${x + 2 * k}" y="${y + 2 * k}" width="${s}" height="${tall(s)}" rx="${over(s, 12) + 1}"`
          + ' fill="#fffdf7" stroke="#b9b19f"/>');
      }
      this.card({ ...spot, new: grown }, x, y, null);
      this.badge(x + s + 4, y + tall(s) + 4, String(size));
      return;
    }
    if (cards === null) {
      const step = Math.min(over(s, 3), over(w - s, Math.max(1, size - 1)));
      for (let k = 0; k < size; k++) {
        this.card({ ...spot, at: k, new: grown && k === size - 1 }, x + k * step, y, null);
      }
      return;
    }
    this.spread(part, spot, cards, old === null ? null : old.cards);
  }

  /** @param {any} part @param {any} spot @param {Record<string, number>} cards @param {Record<string, number> | null} old */
  spread(part, spot, cards, old) {
    const s = part.size, x = part.x, y = part.y + LABEL, w = part.w, fan = part.fan;
    const left = fan ? x + 6 : x, wide = fan ? w - 12 : w;
    let many = 0;
    for (const word of Object.keys(cards)) many += cards[word];
    const single = s + (many - 1) * over(s, 4) <= wide;
    /** @type {[string, number, boolean][]} */
    const shown = [];
    for (const word of Object.keys(cards)) {
      const count = cards[word], more = old === null ? 0 : count - (get(old, word) || 0);
      if (single) {
        for (let k = 0; k < count; k++) shown.push([word, 1, k >= count - more]);
      } else {
        shown.push([word, count, more > 0]);
      }
    }
    const n = shown.length;
    const step = Math.min(over(s * 3, 4), over(wide - s, Math.max(1, n - 1)));
    shown.forEach(([word, count, isNew], k) => {
      const lean = 2 * k - (n - 1);
      const drop = fan ? over(lean * lean * s, n * n * 12) : 0;
      const turn = fan ? over(lean * 7, Math.max(3, n)) : 0;
      const atX = left + k * step, atY = fan ? y + 3 + drop : y;
      const more = turn ? ` transform="rotate(${turn} ${atX + over(s, 2)} ${atY + tall(s)})"` : "";
      this.card({ ...spot, at: k, new: isNew }, atX, atY, word, more);
      if (count > 1) this.badge(atX + Math.min(s, Math.max(20, step)), atY + tall(s), `×${count}`);
    });
  }

  /** @param {any} part @param {string} key */
  row(part, key) {
    const zone = get(this.view.zones, key);
    if (zone === undefined) return;
    const s = part.size, x = part.x, y = part.y + LABEL, w = part.w;
    const cards = zone.cards, by = zone.by;
    const old = this.old(key);
    this.label(part, zone.size);
    if (cards === null || cards.length === 0) {
      this.empty(x, y, s);
      return;
    }
    const seen = Math.min(cards.length, 1 + over(w - s, Math.max(1, over(s, 4))));
    const first = cards.length - seen;
    const step = Math.min(s + 3, over(w - s, Math.max(1, seen - 1)));
    for (let k = first; k < cards.length; k++) {
      const atX = x + (k - first) * step;
      const isNew = old !== null && old.cards !== null && (k >= old.cards.length || old.cards[k] !== cards[k]);
      this.card({ cards: part.cards, size: s, zone: key, at: k, new: isNew }, atX, y, cards[k]);
      this.remembered(part, zone, k, atX, y);
      this.marks(part, zone, k, atX, y);
      if (part.by && by !== null && this.scene.seats.includes(by[k])) {
        const number = this.scene.seats.indexOf(by[k]) + 1;
        this.put(`<circle class="q-badge" cx="${atX + 9}" cy="${y + tall(s) - 1}" r="7" fill="#5d6b62"/>`);
        this.text(atX + 9, y + tall(s) + 3, 10, "q-by", "#fff", String(number), ' font-weight="700" text-anchor="middle"');
      }
    }
  }

  /** @param {any} part @param {string | null} seat */
  grid(part, seat) {
    const key = this.key(part.key, seat);
    const zone = get(this.view.zones, key);
    if (zone === undefined) return;
    const s = part.size, places = zone.places;
    const old = this.old(key);
    const lying = Object.keys(places || {}).filter((place) => places[place] !== "none");
    const drawn = new Set(part.cells.map((cell) => cell.place));
    // A list of places that goes on may come to more than there is room for.
    this.label(part, lying.every((place) => drawn.has(place)) ? null : lying.length);
    for (const cell of part.cells) {
      const x = part.x + cell.x, y = part.y + LABEL + cell.y;
      const word = wordAt(places, cell.place);
      if (word === "none") {
        this.empty(x, y, s);
      } else {
        const isNew = old !== null && old.places !== null && wordAt(old.places, cell.place) !== word;
        this.card({ cards: part.cards, size: s, zone: key, at: cell.place, new: isNew }, x, y, word);
        this.remembered(part, zone, cell.place, x, y);
        this.marks(part, zone, cell.place, x, y);
      }
      for (const above of part.over) {
        const other = get(this.view.zones, this.key(above, seat));
        const laid = other === undefined ? "none" : wordAt(other.places, cell.place);
        if (laid !== null && laid !== "none") {
          const half = over(s * 5, 8);
          this.card({ cards: part.cards, size: half, zone: this.key(above, seat), at: cell.place, new: false },
            x + s - half, y + tall(s) - tall(half), laid);
        }
      }
    }
  }

  /** A card that lies face down, drawn from memory.
   * @param {any} part @param {any} zone @param {number | string} at @param {number} x @param {number} y */
  remembered(part, zone, at, x, y) {
    if (!zone.known || !zone.known[at]) return;
    const s = part.size;
    this.put(`<rect class="q-known" x="${x + 2}" y="${y + 2}" width="${s - 4}" height="${tall(s) - 4}"`
      + ` rx="${over(s, 12) + 1}" fill="none" stroke="#2f6f8f" stroke-width="2" stroke-dasharray="4 3"/>`);
  }

  /** What lies on a card; where that is too small for all of it, a value stands without its name.
   * @param {any} part @param {any} zone @param {number | string} at @param {number} x @param {number} y */
  marks(part, zone, at, x, y) {
    for (const mark of part.marks || []) {
      const laid = get(zone.marks || {}, mark.mark);
      if (laid === undefined || laid[at] === mark.rest) continue;
      const said = laid[at] === true ? mark.label : `${mark.label} ${this.named(laid[at])}`;
      let shown = cut(said, part.size - 8, 11);
      if (shown !== said && laid[at] !== true) shown = cut(this.named(laid[at]), part.size - 8, 11);
      y += 16;
      this.badge(x + part.size, y, shown);
    }
  }
}
