"""Filling a Scene, part 3: what is remembered, as boards, in words, and as things that stand somewhere."""

from __future__ import annotations

from typing import Any, cast

from qedeck.site.draw.lettering import breadth, cut, esc
from qedeck.site.draw.lying import Lying
from qedeck.site.draw.pen import DISC, LABEL, LINE, PILL
from qedeck.site.draw.record import Board, Chip, Chips, Scene, Token, Tokens


class Said(Lying):
    """Draws remembered values."""

    def board(self, part: Board) -> None:
        s = part["size"]
        self.label(part, None)
        for cell in part["cells"]:
            x, y = part["x"] + cell["x"], part["y"] + LABEL + cell["y"]
            key = f'{part["key"]} of {cell["place"]}'
            value = self.view["remembered"].get(key)
            self.put(f'<g class="q-square" data-key="{esc(key)}"><title>{esc(cell["label"])}</title>'
                     f'<rect class="q-panel" x="{x}" y="{y}" width="{s}" height="{s}" rx="4" fill="#fbfbf7"'
                     ' stroke="#c9d1c5"/>')
            if value is not None and value != part["rest"]:
                if value in self.scene["icons"]:
                    self.use(value, x + 3, y + 3, s - 6)
                else:
                    self.text(x + s // 2, y + s // 2 + 4, 11, "q-value", "#23302a", cut(self.named(value), s - 4, 11),
                              ' text-anchor="middle"')
                if self.changed(key):
                    self.put(f'<rect class="q-ring" x="{x}" y="{y}" width="{s}" height="{s}" rx="4" fill="none"'
                             ' stroke="#d9650b" stroke-width="3"/>')
            self.put("</g>")

    def told(self, chip: Chip, seat: str | None) -> str | None:
        """What a chip says now; None if there is nothing to say."""
        key = self.key(chip["key"], seat)
        if chip["show"] == "cards":
            zone = self.view["zones"].get(key)
            if zone is None:
                return None
            size = zone.get("size")
            if "places" in zone and zone["places"] is not None:
                size = sum(1 for word in zone["places"].values() if word != "none")
            return f'{chip["label"]} {size}' if size else None
        value = self.view["remembered"].get(key)
        if value is None:
            return None
        if chip["show"] == "here":
            return chip["label"] if value == seat else None
        if chip["show"] == "set" and (value == "none" or value == chip["rest"]):
            return None
        if value is True:
            return str(chip["label"])
        if value is False:
            return f'{chip["label"]}{self.scene["phrases"]["is"]}{self.named(value)}'
        if chip["show"] == "always" and "icon" in chip:
            return self.named(value)
        return f'{chip["label"]} {self.named(value)}'

    def chips(self, part: Chips, seat: str | None) -> None:
        lines: list[list[tuple[Chip, str, int]]] = [[]]
        x, most = 0, (part["h"] - PILL) // LINE + 1
        for chip in part["chips"]:
            said = self.told(chip, seat)
            if said is None:
                continue
            lead = 15 if "icon" in chip else 0
            said = cut(said, part["w"] - 12 - lead, 11)
            wide = breadth(said) * 11 // 100 + 12 + lead
            if x and x + wide > part["w"]:
                lines.append([])
                x = 0
            lines[-1].append((chip, said, wide))
            x += wide + 4
        for k, line in enumerate(lines[:most]):
            spare = part["w"] - sum(wide + 4 for _, _, wide in line) + 4
            x, y = part["x"] + (spare // 2 if part["centred"] else 0), part["y"] + k * LINE
            for chip, said, wide in line:
                self.pill(chip, self.key(chip["key"], seat), x, y, said, wide)
                x += wide + 4
        if len(lines) > most:
            x, y = part["x"] + part["w"], part["y"] + part["h"] - 1
            self.text(x, y, 11, "q-label", "#55625a", "…", ' text-anchor="end"')

    def pill(self, chip: Chip, key: str, x: int, y: int, said: str, wide: int) -> None:
        new = chip["show"] != "cards" and self.changed(key)
        self.put(
            f'<g class="q-pill{" q-new" if new else ""}" data-key="{esc(key)}"><title>{esc(chip["label"])}</title>'
            f'<rect x="{x}" y="{y}" width="{wide}" height="{PILL}" rx="8" fill="{"#fdebd8" if new else "#e4e9e1"}"/>')
        if "icon" in chip:
            self.put('<g class="q-icon">')
            self.use(chip["icon"], x + 5, y + 2, 13)
            self.put("</g>")
        self.text(x + 6 + (15 if "icon" in chip else 0), y + 13, 11, "q-pill-text", "#23302a", said, "")
        self.put("</g>")

    def tokens(self, part: Tokens, seat: str | None) -> None:
        here = [token for token in part["tokens"] if self.view["remembered"].get(token["key"]) == seat]
        said = [self.beside(token) for token in here]
        wide = [DISC + breadth(words) * 11 // 100 + 10 for words in said]
        # With names if they fit; else discs alone, closer together the more there are.
        lines, x = 1, 0
        for w in wide:
            if x and x + w > part["w"]:
                lines, x = lines + 1, 0
            x += w + 4
        named = lines * (DISC + 4) <= part["h"] + 4 and all(w <= part["w"] for w in wide)
        each = max(1, part["h"] // (DISC + 4) + (1 if part["h"] % (DISC + 4) >= DISC else 0))
        across = max(1, -(-len(here) // each))
        step = min(DISC + 4, (part["w"] - DISC) // max(1, across - 1))
        x, y = part["x"], part["y"]
        for k, token in enumerate(here):
            if named and x > part["x"] and x + wide[k] > part["x"] + part["w"]:
                x, y = part["x"], y + DISC + 4
            if not named:
                x, y = part["x"] + (k % across) * step, part["y"] + (k // across) * (DISC + 4)
            new = self.changed(token["key"]) or any(self.changed(chip["key"]) for chip in token["also"])
            self.put(f'<g class="q-token{" q-new" if new else ""}" data-thing="{esc(token["thing"])}">'
                     f'<title>{esc(token["label"])}</title>')
            if named:
                self.put(f'<rect class="q-plate" x="{x}" y="{y}" width="{wide[k]}" height="{DISC}" rx="13"'
                         ' fill="#e4e9e1"/>')
                self.text(x + DISC + 4, y + 17, 11, "q-pill-text", "#23302a", said[k], "")
            self.use(token["icon"], x, y, DISC)
            if token["short"] and not named:
                self.badge(x + DISC, y + DISC, token["short"])
            if new:
                self.put(f'<circle class="q-ring" cx="{x + 13}" cy="{y + 13}" r="13" fill="none" stroke="#d9650b"'
                         ' stroke-width="3"/>')
            self.put("</g>")
            if named:
                x += wide[k] + 4

    def beside(self, token: Token) -> str:
        """The name of a token, and what else is to be said of it."""
        more = [words for chip in token["also"] if (words := self.told(chip, None)) is not None]
        return " · ".join([token["label"], *more])


def widths(scene: dict[str, Any], view: dict[str, Any], chips: list[Chip], seat: str | None) -> list[int]:
    """How wide the pills of a panel are at a moment: whoever makes Scenes leaves room for them."""
    filler = Said(cast(Scene, scene), view, None)
    return [
        breadth(said) * 11 // 100 + 12 + (15 if "icon" in chip else 0)
        for chip in chips if (said := filler.told(chip, seat)) is not None
    ]
