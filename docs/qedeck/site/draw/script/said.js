/* What is remembered: boards, pills, tokens. The same as said.py. */

class Said extends Lying {
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
}
