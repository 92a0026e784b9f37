/* Marks on paper: texts that fit, cards, numbers. The same as lettering.py and pen.py. */

const FONT = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic UI',Meiryo,sans-serif";
const LABEL = 16, PILL = 17, LINE = 20, DISC = 26;
const NARROW = " .,:;'|!ijlI", SLIM = "frt()[]-/\"", WIDE = "mwMW@%&";

/** @param {number} a @param {number} b */
const over = (a, b) => Math.floor(a / b);

/** What a table has under a key of its own, or nothing. @param {any} table @param {any} key */
const get = (table, key) =>
  typeof key === "string" && Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;

/** Text as it may stand in markup. @param {string} text */
const esc = (text) => text
  .replace(/[\u0000-\u001f\ufffe\uffff]/g, " ")
  .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, " ")
  .replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** @param {string} sign */
const ofSign = (sign) => {
  if (/** @type {number} */ (sign.codePointAt(0)) >= 0x1100) return 100;
  if (NARROW.includes(sign)) return 30;
  if (SLIM.includes(sign)) return 40;
  if (WIDE.includes(sign)) return 90;
  return sign >= "A" && sign <= "Z" ? 68 : 58;
};

/** How wide a text is, in hundredths of its size. @param {string} text */
const breadth = (text) => {
  let wide = 0;
  for (const sign of text) wide += ofSign(sign);
  return wide;
};

/** As much of a text as fits. @param {string} text @param {number} width @param {number} size */
const cut = (text, width, size) => {
  if (breadth(text) * size <= width * 100) return text;
  let kept = "", room = width * 100 - 100 * size;
  for (const sign of text) {
    room -= ofSign(sign) * size;
    if (room < 0) break;
    kept += sign;
  }
  return kept.replace(/[ \u3000]+$/, "") + "…";
};

/** How high a card of this width is. @param {number} s */
const tall = (s) => over(s * 88, 63);

class Pen {
  /** @param {any} scene @param {any} view @param {any} before */
  constructor(scene, view, before) {
    this.scene = scene;
    this.view = view;
    this.before = before;
    /** @type {string[]} */
    this.out = [];
    /** @type {Map<string, string>} */
    this.used = new Map();
  }

  /** @param {string} markup */
  put(markup) {
    this.out.push(markup);
  }

  /** @param {number} x @param {number} y @param {number} size @param {string} name @param {string} fill
   * @param {string} said @param {string} more */
  text(x, y, size, name, fill, said, more) {
    this.put(`<text class="${name}" x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${esc(said)}</text>`);
  }

  /** @param {string} word */
  icon(word) {
    const icon = this.scene.icons[word];
    if (!this.used.has(icon.id)) {
      this.used.set(icon.id, `<symbol id="${this.scene.id}-${icon.id}" viewBox="0 0 100 100">${icon.svg}</symbol>`);
    }
    return icon.id;
  }

  /** @param {string} word @param {number} x @param {number} y @param {number} size */
  use(word, x, y, size) {
    this.put(`<use href="#${this.scene.id}-${this.icon(word)}" x="${x}" y="${y}" width="${size}" height="${size}"/>`);
  }

  /** @param {any} part @param {number | null} count */
  label(part, count) {
    const number = count === null ? "" : String(count);
    const room = part.w - (over(breadth(number) * 11, 100) + 6);
    // A name that is a little too long is rather small than cut.
    const size = breadth(part.label) * 11 <= room * 100 ? 11 : 9;
    const said = cut(part.label, room, size);
    const tail = number ? ` <tspan class="q-count" font-weight="700" fill="#23302a">${number}</tspan>` : "";
    this.put(`<text class="q-label" x="${part.x}" y="${part.y + 11}" font-size="${size}" fill="#55625a">${esc(said)}${tail}</text>`);
  }

  /** @param {number} x @param {number} y @param {number} s */
  empty(x, y, s) {
    this.put(`<rect class="q-empty" x="${x}" y="${y}" width="${s}" height="${tall(s)}" rx="${over(s, 12) + 2}" fill="none"`
      + ' stroke="#a9b5a8" stroke-dasharray="3 3"/>');
  }

  /** A number on the lower right corner of a card. @param {number} x @param {number} y @param {string} said */
  badge(x, y, said) {
    const wide = over(breadth(said) * 11, 100) + 8;
    this.put(`<rect class="q-tag" x="${x - wide}" y="${y - 15}" width="${wide}" height="15" rx="7" fill="#23302a"/>`);
    this.text(x - over(wide, 2), y - 4, 11, "q-tag-text", "#fff", said, ' font-weight="700" text-anchor="middle"');
  }

  /** One card. @param {any} spot @param {number} x @param {number} y @param {string | null} word @param {string} more */
  card(spot, x, y, word, more = "") {
    const s = spot.size;
    const face = this.face(spot.cards, word);
    const name = word === null ? this.scene.phrases["face-down"] : face.name;
    const shown = word === null ? "" : ` data-card="${esc(word)}"`;
    this.put(`<g class="q-card${spot.new ? " q-new" : ""}" data-zone="${esc(spot.zone)}"${shown}`
      + ` data-at="${esc(String(spot.at))}"${more}><title>${esc(name)}</title>`
      + `<use href="#${this.scene.id}-${face.id}" x="${x}" y="${y}" width="${s}" height="${tall(s)}"/>`);
    if (spot.new) {
      this.put(`<rect class="q-ring" x="${x}" y="${y}" width="${s}" height="${tall(s)}" rx="${over(s, 12) + 1}" fill="none"`
        + ' stroke="#d9650b" stroke-width="3"/>');
    }
    this.put("</g>");
  }

  /** @param {string} cards @param {string | null} word */
  face(cards, word) {
    const face = get(this.scene.faces[cards], word) || this.scene.backs[cards];
    if (!this.used.has(face.id)) {
      this.used.set(face.id, `<symbol id="${this.scene.id}-${face.id}" viewBox="0 0 252 352">${face.svg}</symbol>`);
    }
    return face;
  }

  /** @param {string} key @param {string | null} seat */
  key(key, seat) {
    return seat === null ? key : key.split("@").join(seat);
  }

  /** @param {any} value @returns {string} */
  named(value) {
    if (typeof value === "boolean") return value ? this.scene.phrases.yes : this.scene.phrases.no;
    if (typeof value === "number") return String(value);
    const seat = this.scene.seats.indexOf(value);
    if (seat >= 0 && seat < 20) return String.fromCharCode(0x2460 + seat);
    if (value === "none") return this.scene.phrases.none;
    const name = get(this.scene.names, value);
    return name === undefined ? value : name;
  }

  /** @param {string} key */
  changed(key) {
    return this.before !== null && get(this.before.remembered, key) !== get(this.view.remembered, key);
  }

  /** What lay in a zone before, if that is known. @param {string} key */
  old(key) {
    const zone = this.before === null ? undefined : get(this.before.zones, key);
    return zone === undefined ? null : zone;
  }
}
