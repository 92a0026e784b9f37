"""Filling a Scene, part 1: the pen. Texts, icons, single cards; what a key and a value mean at this moment.

Parts 1 to 4 (`pen`, `lying`, `said`, `moment`) are one class in four files, and draw/script is the same once more.
"""

from __future__ import annotations

from typing import Any

from qedeck.site.draw.lettering import breadth, cut, esc
from qedeck.site.draw.record import Board, Face, Grid, Pile, Row, Scene

HEAD, LABEL, PILL, LINE, DISC = 22, 16, 17, 20, 26


class Pen:
    """A Scene, what somebody sees, what was seen before; and what is drawn so far."""

    def __init__(self, scene: Scene, view: dict[str, Any], before: dict[str, Any] | None) -> None:
        self.scene = scene
        self.view = view
        self.before = before
        self.out: list[str] = []
        self.used: dict[str, str] = {}

    # ---- marks on paper -------------------------------------------------------------------------

    def put(self, markup: str) -> None:
        self.out.append(markup)

    def text(self, x: int, y: int, size: int, name: str, fill: str, said: str, more: str) -> None:
        self.put(f'<text class="{name}" x="{x}" y="{y}" font-size="{size}" fill="{fill}"{more}>{esc(said)}</text>')

    def icon(self, word: str) -> str:
        icon = self.scene["icons"][word]
        if icon["id"] not in self.used:
            self.used[icon["id"]] = (
                f'<symbol id="{self.scene["id"]}-{icon["id"]}" viewBox="0 0 100 100">{icon["svg"]}</symbol>')
        return icon["id"]

    def use(self, word: str, x: int, y: int, size: int) -> None:
        self.put(f'<use href="#{self.scene["id"]}-{self.icon(word)}" x="{x}" y="{y}" width="{size}" height="{size}"/>')

    def label(self, part: Pile | Row | Grid | Board, count: int | None) -> None:
        number = "" if count is None else str(count)
        room = part["w"] - (breadth(number) * 11 // 100 + 6)
        # A name that is a little too long is rather small than cut.
        size = 11 if breadth(part["label"]) * 11 <= room * 100 else 9
        said = cut(part["label"], room, size)
        tail = f' <tspan class="q-count" font-weight="700" fill="#23302a">{number}</tspan>' if number else ""
        self.put(
            f'<text class="q-label" x="{part["x"]}" y="{part["y"] + 11}" font-size="{size}" fill="#55625a">'
            f"{esc(said)}{tail}</text>")

    def empty(self, x: int, y: int, s: int) -> None:
        self.put(
            f'<rect class="q-empty" x="{x}" y="{y}" width="{s}" height="{s * 88 // 63}" rx="{s // 12 + 2}"'
            ' fill="none" stroke="#a9b5a8" stroke-dasharray="3 3"/>')

    def badge(self, x: int, y: int, said: str) -> None:
        """A number on the lower right corner of a card."""
        wide = breadth(said) * 11 // 100 + 8
        self.put(f'<rect class="q-tag" x="{x - wide}" y="{y - 15}" width="{wide}" height="15" rx="7" fill="#23302a"/>')
        self.text(x - wide // 2, y - 4, 11, "q-tag-text", "#fff", said, ' font-weight="700" text-anchor="middle"')

    def card(self, spot: dict[str, Any], x: int, y: int, word: str | None, more: str = "") -> None:
        """One card; `spot` says of which set, how wide, in which zone, at which place, and whether it is new."""
        s = spot["size"]
        face = self.face(spot["cards"], word)
        name = self.scene["phrases"]["face-down"] if word is None else face["name"]
        shown = "" if word is None else f' data-card="{esc(word)}"'
        self.put(
            f'<g class="q-card{" q-new" if spot["new"] else ""}" data-zone="{esc(spot["zone"])}"{shown}'
            f' data-at="{esc(str(spot["at"]))}"{more}><title>{esc(name)}</title>'
            f'<use href="#{self.scene["id"]}-{face["id"]}" x="{x}" y="{y}" width="{s}" height="{s * 88 // 63}"/>'
        )
        if spot["new"]:
            self.put(
                f'<rect class="q-ring" x="{x}" y="{y}" width="{s}" height="{s * 88 // 63}" rx="{s // 12 + 1}"'
                ' fill="none" stroke="#d9650b" stroke-width="3"/>')
        self.put("</g>")

    def face(self, cards: str, word: str | None) -> Face:
        known = self.scene["faces"][cards]
        face = self.scene["backs"][cards] if word is None or word not in known else known[word]
        if face["id"] not in self.used:
            self.used[face["id"]] = (
                f'<symbol id="{self.scene["id"]}-{face["id"]}" viewBox="0 0 252 352">{face["svg"]}</symbol>')
        return face

    # ---- what words mean here --------------------------------------------------------------------

    def key(self, key: str, seat: str | None) -> str:
        return key if seat is None else key.replace("@", seat)

    def named(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.scene["phrases"]["yes"] if value else self.scene["phrases"]["no"]
        if isinstance(value, int):
            return str(value)
        if value in self.scene["seats"][:20]:
            # As on the badge of the seat: a number in a circle.
            return chr(0x2460 + self.scene["seats"].index(value))
        return self.scene["phrases"]["none"] if value == "none" else self.scene["names"].get(value, value)

    def changed(self, key: str) -> bool:
        return self.before is not None and self.before["remembered"].get(key) != self.view["remembered"].get(key)
