"""The table of a game becomes a Scene: seats round a middle, everything with its place, in one language.

`wide` is for a column of 700 pixels and for print, `tall` for a phone: others above, the middle, one's own hand below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast
from zlib import crc32

from qedeck.site.draw.arrange import (
    BESIDE,
    Item,
    chips_part,
    either_item,
    laid_out,
    lines_needed,
    tokens_item,
    zone_item,
)
from qedeck.site.draw.contents import AT, Contents, Table, ZoneAt, contents_of
from qedeck.site.draw.faces import Faces, faces_of
from qedeck.site.draw.lettering import breadth
from qedeck.site.draw.pen import HEAD, LABEL, LINE
from qedeck.site.draw.record import VERSION, Chip, Scene
from qedeck.site.draw.ring import ring
from qedeck.site.draw.said import widths
from qedeck.site.draw.seen import Seen, seen_in_play
from qedeck.spec import core as c
from qedeck.spec.game import Game

EDGE, PAD, GAP = 10, 8, 8
PHRASES = {
    "en": {"yes": "yes", "no": "no", "none": "none", "wins": "wins", "chooses": "to choose",
           "is": ": ", "face-down": "a card face down"},
    "ja": {"yes": "はい", "no": "いいえ", "none": "なし", "wins": "勝ち", "chooses": "選ぶ番", "is": "：",
           "face-down": "裏向きのカード"},
}


def scene_of(
    game: Game,
    players: int,
    language: str,
    layout: Literal["wide", "tall"] = "wide",
    settings: Mapping[str, object] | None = None,
    only: Iterable[str] | None = None,
    seen: Seen | None = None,
) -> Scene:
    """The table of a game. With `only`, nothing but these zones and remembered values: a part of the table.

    Room is made for what a few random games lay out, or for other positions that were seen.
    """
    core = game.core(players)
    seats = list(core.domains["player"].members)
    faces = faces_of(game, players, language, settings)
    seen = seen or seen_in_play(game, players, settings)
    table = Table(core, game.texts, language, seen, frozenset(faces.values), None if only is None else frozenset(only))
    title = f"{game.texts.title(language, game.name)} ({players}人)" if language == "ja" else (
        f"{game.texts.title(language, game.name)}, {players} {'player' if players == 1 else 'players'}")
    scene: dict[str, Any] = {
        "version": VERSION, "id": _id(game, faces), "game": game.variant or game.name,
        "players": players, "language": language, "layout": layout, "title": title, "width": 0, "height": 0,
        "most": 0,
        "seats": seats, "names": faces.names, "middle": {"x": 0, "y": 0, "w": 0, "h": 0}, "slots": [], "parts": [],
        "faces": faces.faces, "backs": faces.backs, "icons": faces.icons, "phrases": PHRASES[language],
    }
    contents = contents_of(table)
    _Layout(table, contents, scene).lay()
    used = {token["icon"] for token in contents.tokens} | {
        chip["icon"] for chip in (*contents.seat_chips, *contents.chips) if "icon" in chip}
    scene["icons"] = {word: icon for word, icon in faces.icons.items() if word in used or contents.boards}
    return cast(Scene, scene)


def _id(game: Game, faces: Faces) -> str:
    """The same for the same pictures only: two Scenes on one page may share them or not."""
    name = "".join(sign for sign in game.variant or game.name if sign.isascii() and sign.isalnum())
    pictures = repr((faces.faces, faces.backs, faces.icons)).encode("utf-8", "replace")
    return f"q{name[:20]}{crc32(pictures):08x}"


@dataclass(frozen=True, slots=True)
class _Measure:
    """How things are drawn in a panel: how wide a card is in the hand and elsewhere, and whether hands fan out."""

    hand: int
    size: int
    fan: bool


class _Layout:
    """The panels and the middle of one table, from top to bottom."""

    def __init__(self, table: Table, contents: Contents, scene: dict[str, Any]) -> None:
        self.contents = contents
        self.scene = scene
        self.wide = scene["layout"] == "wide"
        self.width = 720 if self.wide else 360
        self.edge = EDGE if self.wide else 6
        self.part = table.only is not None
        self.views = table.seen.views
        self.panels: dict[tuple[_Measure, int, str | None], tuple[list[dict[str, Any]], int]] = {}
        self.told: dict[tuple[int, tuple[str | None, ...]], list[list[int]]] = {}
        self.empty = not (contents.seat_zones or contents.seat_chips or contents.tokens)

    def lay(self) -> None:
        if self.part and self.empty:
            # Only the middle is left: it need not be wider than what lies there.
            parts, _ = self.centre(self.width - 2 * self.edge - 2 * PAD)
            left, right = [part["x"] for part in parts], [part["x"] + part["w"] for part in parts]
            self.width = max(200, max(right) - min(left) + 2 * self.edge + 2 * PAD) if parts else 200
        seats = len(self.scene["seats"])
        round_it = ring(seats, self.wide)
        slots: dict[int, dict[str, Any]] = {}
        y = self.edge
        if not self.empty:
            for row in round_it.above:
                y = self.row(row, y, slots) + GAP
        y = self.middle(round_it.left, round_it.right, y, slots) + GAP
        if not self.empty:
            for row in round_it.below:
                y = self.row(row, y, slots) + GAP
        self.scene["slots"] = [slots[k] for k in sorted(slots)]
        self.scene["width"], self.scene["height"] = self.width, y - GAP + self.edge
        self.scene["most"] = self.width if self.wide else self.width * 4 // 3

    def row(self, row: tuple[int, ...], y: int, slots: dict[int, dict[str, Any]]) -> int:
        """Panels side by side, equally wide; gives where the row ends."""
        room = self.width - 2 * self.edge
        each = (room - GAP * (len(row) - 1)) // len(row)
        if self.wide and len(row) == 1 and 0 not in row:
            each = min(each, 420)
        left = self.edge + (room - each * len(row) - GAP * (len(row) - 1)) // 2
        panels = [self.panel(slot, each) for slot in row]
        high = max(height for _, height in panels)
        for k, slot in enumerate(row):
            slots[slot] = _moved(panels[k][0], left + k * (each + GAP), y, each, high)
        return y + high

    def middle(self, left: tuple[int, ...], right: tuple[int, ...], y: int, slots: dict[int, dict[str, Any]]) -> int:
        """The middle with panels at its sides; gives where it ends."""
        side = (180 if len(self.scene["seats"]) <= 8 else 138) if left or right else 0
        panels = {slot: self.panel(slot, side) for slot in (*left, *right)} if not self.empty else {}
        sides = [slots_ for slots_ in (left, right) if slots_ and panels]
        column = max((sum(panels[slot][1] + GAP for slot in slots_) - GAP for slots_ in sides), default=0)
        x = self.edge + (side + GAP if panels else 0)
        width = self.width - 2 * x
        parts, height = self.centre(width - 2 * PAD)
        high = max(column, height + 2 * PAD)
        top = y + (high - height) // 2
        self.scene["middle"] = {"x": x, "y": y, "w": width, "h": high}
        self.scene["parts"] = [_shifted(part, x + PAD, top) for part in parts]
        for slots_, at in ((left, self.edge), (right, self.width - self.edge - side)):
            if not slots_ or not panels:
                continue
            spare = high - sum(panels[slot][1] for slot in slots_) - GAP * (len(slots_) - 1)
            at_y = y
            for k, slot in enumerate(slots_):
                # What is left over makes the panels higher: then they end where the middle does.
                own = panels[slot][1] + spare // len(slots_) + (spare % len(slots_) if k == len(slots_) - 1 else 0)
                slots[slot] = _moved(panels[slot][0], at, at_y, side, own)
                at_y += own + GAP
        return y + high

    # ---- what is inside ------------------------------------------------------------------------

    def measure(self, slot: int, width: int) -> _Measure:
        seats = len(self.scene["seats"])
        if slot == 0 and width > 300 and not self.part:
            return _Measure(62, 54, True) if self.wide else _Measure(50, 40, True)
        if width > 300:
            size = 46 if self.wide else 40
        else:
            size = 46 if seats <= 4 and self.wide else 38 if seats <= 8 else 34
        return _Measure(size, size, False)

    def panel(self, slot: int, width: int) -> tuple[list[dict[str, Any]], int]:
        """The parts of a seat, from its upper left corner, and how high it is: the same for all that are as wide.

        A part of a table is not turned round, so that each seat has room for what it has there, and no more.
        """
        key = self.measure(slot, width), width, self.scene["seats"][slot] if self.part else None
        if key not in self.panels:
            self.panels[key] = self.laid(*key)
        return self.panels[key]

    def laid(self, measure: _Measure, width: int, seat: str | None) -> tuple[list[dict[str, Any]], int]:
        """What is told in words stands beside the name if there is room, else beside the cards, else above them."""
        inner, top = width - 2 * PAD, HEAD + 4
        contents = self.contents
        items = [
            either_item([zone_item(zone, self.fitted(zone, measure, inner), measure.fan) for zone in group])
            for group in contents.groups if any(self.holds(zone, seat) for zone in group)
        ]
        if contents.tokens and self.stand(seat):
            # At the right end where there is room beside the cards; else above them.
            items.insert(len(items) if inner > BESIDE else 0, tokens_item(contents.tokens, inner))
        if not contents.seat_chips:
            zones, high = laid_out(items, PAD, top, inner, False)
            return zones, top + high + PAD
        pills = self.pills(contents.seat_chips, self.scene["seats"] if seat is None else [seat])
        if not any(pills):
            zones, high = laid_out(items, PAD, top, inner, False)
            return zones, top + high + (PAD if zones else 2)
        named = PAD + 28 + max(breadth(self.scene["names"][seat]) for seat in self.scene["seats"]) * 12 // 100
        said = max(breadth(self.scene["phrases"][word]) for word in ("wins", "chooses")) * 11 // 100 + 14
        beside = width - named - said
        if beside >= 120 and lines_needed(pills, beside) <= 1:
            zones, high = laid_out(items, PAD, top, inner, False)
            return [chips_part(contents.seat_chips, (named, 4, beside, 1), False), *zones], top + high + PAD
        many = len(self.scene["seats"]) > 8
        spare = inner - sum(item.least + GAP for item in items)
        lines = lines_needed(pills, spare, 3 if many else 4)
        if items and spare >= (60 if many else 76) and lines * LINE <= max(item.height for item in items) - LABEL + 8:
            spare = min(spare, 220)
            zones, high = laid_out(items, PAD, top, inner - spare - GAP, False)
            right = max(part["x"] + part["w"] for part in zones) + GAP
            chips = chips_part(contents.seat_chips, (right, top + LABEL - 6, PAD + inner - right, lines), False)
            return [*zones, chips], top + high + PAD
        lines = max(1, lines_needed(pills, inner, 3 if many else 4))
        zones, high = laid_out(items, PAD, top + lines * LINE + 2, inner, False)
        chips = chips_part(contents.seat_chips, (PAD, top, inner, lines), False)
        return [chips, *zones], top + lines * LINE + 2 + high + (PAD if zones else 2)

    def holds(self, at: ZoneAt, seat: str | None) -> bool:
        """Whether anything lies there, at this seat, in what is to be shown."""
        if seat is None:
            return True
        zones = [view["zones"].get(at.key.replace(AT, seat), {}) for view in self.views]
        return any(zone.get("size") or set((zone.get("places") or {}).values()) - {"none"} for zone in zones)

    def stand(self, seat: str | None) -> bool:
        """Whether any token stands at this seat, in what is to be shown."""
        keys = [token["key"] for token in self.contents.tokens]
        return seat is None or any(view["remembered"].get(key) == seat for view in self.views for key in keys)

    def fitted(self, zone: ZoneAt, measure: _Measure, inner: int) -> int:
        """How wide a card is drawn: in a grid, so that the grid fits."""
        if zone.zone.kind != "grid":
            return measure.hand if c.held(zone.zone) else measure.size
        at_full = zone_item(zone, measure.size, False)
        across = 1 + max(cell["x"] for cell in at_full.part["cells"]) // (measure.size + 4)
        return int(min(measure.size, inner // across - 4))

    def centre(self, width: int) -> tuple[list[dict[str, Any]], int]:
        size = 60 if self.wide else 48
        contents = self.contents
        parts, high = list[dict[str, Any]](), 0
        if contents.chips:
            lines = max(1, lines_needed(self.pills(contents.chips, [None]), width))
            parts, high = [chips_part(contents.chips, (0, 0, width, lines), True)], lines * LINE + 4
        items = []
        for var, label, (cells, rest) in contents.boards:
            across, down = 1 + max(x for x, _ in cells.values()), 1 + max(y for _, y in cells.values())
            cell = max(16, min(44, width // across - 2))
            board = {
                "part": "board", "key": var.name, "label": label, "size": cell, "rest": rest,
                "cells": [{"place": place, "label": place, "x": x * (cell + 2), "y": y * (cell + 2)}
                          for place, (x, y) in cells.items()],
            }
            items.append(Item(board, across * (cell + 2), across * (cell + 2), LABEL + down * (cell + 2)))
        measure = _Measure(size, size, False)
        items += [zone_item(zone, self.fitted(zone, measure, width), False) for zone in contents.zones]
        rows = [item for item in items if item.part["part"] == "row"]
        in_lines = [items]
        if len(rows) == 1 and sum(item.best + GAP for item in items) - GAP > width:
            # What everybody plays to is to be seen card by card: it has the line below for itself.
            in_lines = [[item for item in items if item not in rows], rows]
        for line in (one for one in in_lines if one):
            zones, more = laid_out(line, 0, high, width, True)
            parts, high = parts + zones, high + more + (0 if line is in_lines[-1] else 6)
        return parts, max(high, 24)

    def pills(self, chips: list[dict[str, Any]], seats: Sequence[str | None]) -> list[list[int]]:
        """How wide the pills of a panel were, at each moment that was seen; equal ones once."""
        # Chips of seats and of the middle: panels of another width have the same.
        key = id(chips), tuple(seats)
        if key not in self.told:
            told = {tuple(widths(self.scene, view, cast(list[Chip], chips), seat))
                    for view in self.views for seat in seats}
            self.told[key] = [list(wide) for wide in sorted(told)]
        return self.told[key]


def _shifted(part: dict[str, Any], x: int, y: int) -> dict[str, Any]:
    inner = {"parts": [_shifted(one, x, y) for one in part["parts"]]} if part["part"] == "either" else {}
    return {**part, "x": part["x"] + x, "y": part["y"] + y, **inner}


def _moved(parts: list[dict[str, Any]], x: int, y: int, w: int, h: int) -> dict[str, Any]:
    return {"x": x, "y": y, "w": w, "h": h, "parts": [_shifted(part, x, y) for part in parts]}
