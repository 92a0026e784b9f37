/* The whole table at a moment, and the door of it all. The same as moment.py. */

class Filler extends Said {
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
