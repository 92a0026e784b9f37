/* The table at a moment: a Scene (site/draw/record.py) and what somebody sees in, SVG text out.
 *
 * The same as site/draw/moment.py and what it stands on (lettering, pen, lying, said), statement by statement: a test in
 * tests/site/browser holds both to each other, byte by byte. Whole numbers only; `over` rounds down as Python's // does.
 */
(function () {
  "use strict";

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

  class Filler {
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

    // ---- marks on paper (pen.py) --------------------------------------------------------------------

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
      const said = cut(part.label, room, 11);
      const tail = number ? ` <tspan class="q-count" font-weight="700" fill="#23302a">${number}</tspan>` : "";
      this.put(`<text class="q-label" x="${part.x}" y="${part.y + 11}" font-size="11" fill="#55625a">${esc(said)}${tail}</text>`);
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

    // ---- cards that lie somewhere (lying.py) ----------------------------------------------------------

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
      this.label(part, null);
      for (const cell of part.cells) {
        const x = part.x + cell.x, y = part.y + LABEL + cell.y;
        const word = places === null ? "none" : places[cell.place];
        if (word === "none") {
          this.empty(x, y, s);
        } else {
          const isNew = old !== null && old.places !== null && old.places[cell.place] !== word;
          this.card({ cards: part.cards, size: s, zone: key, at: cell.place, new: isNew }, x, y, word);
        }
        for (const above of part.over) {
          const other = get(this.view.zones, this.key(above, seat));
          const laid = other === undefined || other.places === null ? null : other.places[cell.place];
          if (laid !== null && laid !== "none") {
            const half = over(s * 5, 8);
            this.card({ cards: part.cards, size: half, zone: this.key(above, seat), at: cell.place, new: false },
              x + s - half, y + tall(s) - tall(half), laid);
          }
        }
      }
    }

    // ---- what is remembered (said.py) ------------------------------------------------------------------

    /** @param {any} part */
    board(part) {
      const s = part.size;
      this.label(part, null);
      for (const cell of part.cells) {
        const x = part.x + cell.x, y = part.y + LABEL + cell.y;
        const key = `${part.key} of ${cell.place}`;
        const value = get(this.view.remembered, key);
        this.put(`<g class="q-square" data-key="${esc(key)}"><title>${esc(cell.label)}</title>`
          + `<rect class="q-panel" x="${x}" y="${y}" width="${s}" height="${s}" rx="4" fill="#fbfbf7" stroke="#c9d1c5"/>`);
        if (value !== undefined && value !== part.rest) {
          if (get(this.scene.icons, value) !== undefined) {
            this.use(value, x + 3, y + 3, s - 6);
          } else {
            this.text(x + over(s, 2), y + over(s, 2) + 4, 11, "q-value", "#23302a", cut(this.named(value), s - 4, 11),
              ' text-anchor="middle"');
          }
          if (this.changed(key)) {
            this.put(`<rect class="q-ring" x="${x}" y="${y}" width="${s}" height="${s}" rx="4" fill="none" stroke="#d9650b"`
              + ' stroke-width="3"/>');
          }
        }
        this.put("</g>");
      }
    }

    /** What a chip says now, or null. @param {any} chip @param {string | null} seat @returns {string | null} */
    told(chip, seat) {
      const key = this.key(chip.key, seat);
      if (chip.show === "cards") {
        const zone = get(this.view.zones, key);
        if (zone === undefined) return null;
        let size = zone.size;
        if (zone.places) size = Object.keys(zone.places).filter((place) => zone.places[place] !== "none").length;
        return size ? `${chip.label} ${size}` : null;
      }
      const value = get(this.view.remembered, key);
      if (value === undefined) return null;
      if (chip.show === "here") return value === seat ? chip.label : null;
      if (chip.show === "set" && (value === "none" || value === chip.rest)) return null;
      if (value === true) return chip.label;
      if (value === false) return `${chip.label}${this.scene.phrases.is}${this.named(value)}`;
      if (chip.show === "always" && "icon" in chip) return this.named(value);
      return `${chip.label} ${this.named(value)}`;
    }

    /** @param {any} part @param {string | null} seat */
    chips(part, seat) {
      /** @type {[any, string, number][][]} */
      const lines = [[]];
      let x = 0;
      const most = over(part.h - PILL, LINE) + 1;
      for (const chip of part.chips) {
        let said = this.told(chip, seat);
        if (said === null) continue;
        const lead = "icon" in chip ? 15 : 0;
        said = cut(said, part.w - 12 - lead, 11);
        const wide = over(breadth(said) * 11, 100) + 12 + lead;
        if (x && x + wide > part.w) {
          lines.push([]);
          x = 0;
        }
        lines[lines.length - 1].push([chip, said, wide]);
        x += wide + 4;
      }
      lines.slice(0, most).forEach((line, k) => {
        let spare = part.w + 4;
        for (const [, , wide] of line) spare -= wide + 4;
        let atX = part.x + (part.centred ? over(spare, 2) : 0);
        const y = part.y + k * LINE;
        for (const [chip, said, wide] of line) {
          this.pill(chip, this.key(chip.key, seat), atX, y, said, wide);
          atX += wide + 4;
        }
      });
      if (lines.length > most) {
        this.text(part.x + part.w, part.y + part.h - 1, 11, "q-label", "#55625a", "…", ' text-anchor="end"');
      }
    }

    /** @param {any} chip @param {string} key @param {number} x @param {number} y @param {string} said @param {number} wide */
    pill(chip, key, x, y, said, wide) {
      const isNew = chip.show !== "cards" && this.changed(key);
      this.put(`<g class="q-pill${isNew ? " q-new" : ""}" data-key="${esc(key)}"><title>${esc(chip.label)}</title>`
        + `<rect x="${x}" y="${y}" width="${wide}" height="${PILL}" rx="8" fill="${isNew ? "#fdebd8" : "#e4e9e1"}"/>`);
      if ("icon" in chip) {
        this.put('<g class="q-icon">');
        this.use(chip.icon, x + 5, y + 2, 13);
        this.put("</g>");
      }
      this.text(x + 6 + ("icon" in chip ? 15 : 0), y + 13, 11, "q-pill-text", "#23302a", said, "");
      this.put("</g>");
    }

    /** @param {any} part @param {string | null} seat */
    tokens(part, seat) {
      const here = part.tokens.filter((/** @type {any} */ token) => get(this.view.remembered, token.key) === seat);
      const said = here.map((/** @type {any} */ token) => this.beside(token));
      const wide = said.map((/** @type {string} */ words) => DISC + over(breadth(words) * 11, 100) + 10);
      let lines = 1, x = 0;
      for (const w of wide) {
        if (x && x + w > part.w) {
          lines += 1;
          x = 0;
        }
        x += w + 4;
      }
      const named = lines * (DISC + 4) <= part.h + 4 && wide.every((/** @type {number} */ w) => w <= part.w);
      const each = Math.max(1, over(part.h, DISC + 4) + (part.h % (DISC + 4) >= DISC ? 1 : 0));
      const across = Math.max(1, Math.ceil(here.length / each));
      const step = Math.min(DISC + 4, over(part.w - DISC, Math.max(1, across - 1)));
      let y = part.y;
      x = part.x;
      here.forEach((/** @type {any} */ token, /** @type {number} */ k) => {
        if (named && x > part.x && x + wide[k] > part.x + part.w) {
          x = part.x;
          y += DISC + 4;
        }
        if (!named) {
          x = part.x + (k % across) * step;
          y = part.y + over(k, across) * (DISC + 4);
        }
        const isNew = this.changed(token.key) || token.also.some((/** @type {any} */ chip) => this.changed(chip.key));
        this.put(`<g class="q-token${isNew ? " q-new" : ""}" data-thing="${esc(token.thing)}">`
          + `<title>${esc(token.label)}</title>`);
        if (named) {
          this.put(`<rect class="q-plate" x="${x}" y="${y}" width="${wide[k]}" height="${DISC}" rx="13" fill="#e4e9e1"/>`);
          this.text(x + DISC + 4, y + 17, 11, "q-pill-text", "#23302a", said[k], "");
        }
        this.use(token.icon, x, y, DISC);
        if (token.short && !named) this.badge(x + DISC, y + DISC, token.short);
        if (isNew) {
          this.put(`<circle class="q-ring" cx="${x + 13}" cy="${y + 13}" r="13" fill="none" stroke="#d9650b" stroke-width="3"/>`);
        }
        this.put("</g>");
        if (named) x += wide[k] + 4;
      });
    }

    /** @param {any} token */
    beside(token) {
      const words = [token.label];
      for (const chip of token.also) {
        const said = this.told(chip, null);
        if (said !== null) words.push(said);
      }
      return words.join(" · ");
    }

    // ---- the whole table (moment.py) -------------------------------------------------------------------

    table() {
      const scene = this.scene, middle = scene.middle;
      this.put(`<rect class="q-felt" width="${scene.width}" height="${scene.height}" rx="16" fill="#e6ebe3"/>`);
      this.put(`<rect class="q-middle" x="${middle.x}" y="${middle.y}" width="${middle.w}" height="${middle.h}"`
        + ' rx="14" fill="#d9e1d6"/>');
      for (const part of scene.parts) this.part(part, null);
      const me = this.view.player || 1, seats = scene.seats;
      scene.slots.forEach((/** @type {any} */ slot, /** @type {number} */ k) => {
        this.seat(slot, seats[(me - 1 + k) % seats.length]);
      });
    }

    /** @param {any} slot @param {string} seat */
    seat(slot, seat) {
      const x = slot.x, y = slot.y, w = slot.w;
      const number = this.scene.seats.indexOf(seat) + 1;
      const asked = this.view.asked, result = this.view.result;
      const turn = asked !== null && asked.player === number;
      const won = result !== null && result.winners.includes(number);
      this.put(`<g class="q-seat${turn ? " q-asked" : ""}${won ? " q-won" : ""}" data-player="${number}">`
        + `<rect class="q-panel" x="${x}" y="${y}" width="${w}" height="${slot.h}" rx="10" fill="#fbfbf7"`
        + ` stroke="${turn ? "#3b5bb5" : "#c9d1c5"}" stroke-width="${turn ? 2 : 1}"/>`
        + `<circle class="q-badge" cx="${x + 15}" cy="${y + 13}" r="8" fill="${turn ? "#3b5bb5" : "#5d6b62"}"/>`
        + `<text x="${x + 15}" y="${y + 17}" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">${number}</text>`);
      const said = won ? this.scene.phrases.wins : turn ? this.scene.phrases.chooses : "";
      const room = w - 34 - (said ? over(breadth(said) * 11, 100) + 8 : 0);
      this.text(x + 28, y + 17, 12, "q-name", "#23302a", cut(this.scene.names[seat], room, 12), ' font-weight="700"');
      if (said) this.text(x + w - 8, y + 17, 11, "q-said", "#2d499a", said, ' font-weight="700" text-anchor="end"');
      for (const part of slot.parts) this.part(part, seat);
      this.put("</g>");
    }

    /** @param {any} part @param {string | null} seat */
    part(part, seat) {
      switch (part.part) {
        case "pile": return this.pile(part, this.key(part.key, seat));
        case "row": return this.row(part, this.key(part.key, seat));
        case "grid": return this.grid(part, seat);
        case "board": return this.board(part);
        case "chips": return this.chips(part, seat);
        case "tokens": return this.tokens(part, seat);
        default: return this.either(part, seat);
      }
    }

    /** @param {any} part @param {string | null} seat */
    either(part, seat) {
      /** @type {[any, number | null][]} */
      const holding = [];
      for (const one of part.parts) {
        const zone = get(this.view.zones, this.key(one.key, seat));
        if (zone !== undefined && zone.size !== 0) holding.push([one, zone.size]);
      }
      const shown = holding.length ? holding[0][0] : part.parts[0];
      const also = holding.slice(1).map(([one, size]) => ` · ${one.label} ${size === null ? "?" : size}`).join("");
      this.part({ ...shown, label: shown.label + also }, seat);
    }
  }

  /** The picture, as markup. What differs from the view `before` is marked. Without `pictures`, the pictures of cards and
   * icons are left out: then `pictures(scene)` has to stand on the page.
   * @param {any} scene @param {any} view @param {any} [before] @param {boolean} [pictures] @returns {string} */
  const moment = (scene, view, before = null, pictures = true) => {
    const filler = new Filler(scene, view, before);
    filler.table();
    const defs = pictures ? `<defs>${Array.from(filler.used.values()).join("")}</defs>` : "";
    return `<svg xmlns="http://www.w3.org/2000/svg" class="q-moment" viewBox="0 0 ${scene.width} ${scene.height}"`
      + ` style="max-width:${scene.most}px" role="img" font-family="${FONT}"><title>${esc(scene.title)}</title>${defs}${filler.out.join("")}</svg>`;
  };

  /** The pictures of all cards and icons, to stand once on a page. @param {any} scene @returns {string} */
  const pictures = (scene) => {
    const filler = new Filler(scene, { player: null, zones: {}, remembered: {}, asked: null, result: null }, null);
    for (const cards of Object.keys(scene.faces)) {
      for (const word of Object.keys(scene.faces[cards])) filler.face(cards, word);
      filler.face(cards, null);
    }
    for (const icon of Object.keys(scene.icons)) filler.icon(icon);
    return '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"'
      + ` font-family="${FONT}"><defs>${Array.from(filler.used.values()).join("")}</defs></svg>`;
  };

  // A list until the page's script is there: packs that come first wait in it.
  const shared = /** @type {any} */ (window);
  shared.qedeck = shared.qedeck || [];
  shared.qedeck.draw = { moment, pictures };
})();
