"""Parts get their places inside a panel: side by side in lines, as wide as there is room, never over each other.

In: what is to be laid out and how wide the panel is; out: parts with whole numbers, and how high it all is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from qedeck.site.draw.boards import places_of
from qedeck.site.draw.contents import ZoneAt
from qedeck.site.draw.lettering import breadth
from qedeck.site.draw.pen import DISC, LABEL, LINE, PILL
from qedeck.spec import core as c

GAP, BESIDE = 8, 400
MOST_LINES = 4
"""Of words in a panel: what does not fit is told by an ellipsis."""


@dataclass(frozen=True, slots=True)
class Item:
    """A part that waits for its place: at least and at best so wide, so high."""

    part: dict[str, Any]
    least: int
    best: int
    height: int


def tall(size: int) -> int:
    """How high a card of this width is."""
    return size * 88 // 63


def zone_item(at: ZoneAt, size: int, fan: bool) -> Item:
    """A zone with cards of this size."""
    zone = at.zone
    label = breadth(at.label + "  00") * 11 // 100 + 4
    part: dict[str, Any] = {"part": zone.kind, "key": at.key, "cards": zone.cards.name, "label": at.label, "size": size}
    height = LABEL + tall(size) + 6
    if at.marks:
        part["marks"] = list(at.marks)
    if zone.kind == "grid":
        assert zone.places is not None
        last = max((zone.places.members.index(place) for place in at.used), default=-1)
        members = zone.places.members[: max(1, c.places_there(zone, last))]
        where = places_of(members, min(len(members), 5))
        wide, high = size + 4, tall(size) + 4
        part |= {"over": list(at.over), "cells": [
            {"place": place, "label": place, "x": x * wide, "y": y * high} for place, (x, y) in where.items()]}
        across, down = 1 + max(x for x, _ in where.values()), 1 + max(y for _, y in where.values())
        return Item(part, max(across * wide, min(label, 80)), across * wide, LABEL + down * high)
    stack = zone.sight == c.NOBODY and (zone.kind == "pile" or at.most > 5)
    if zone.kind == "row" and not stack:
        most = max(1, min(at.most, 6))
        part["by"] = not zone.owned
        step = size + 3 if most <= 5 else size // 2
        least = size + (most - 1) * (size // 2 if most <= 5 else size // 4)
        return Item(part, max(least, min(label, 70)), max(size + (most - 1) * step, label), height)
    part |= {"part": "pile", "stack": stack, "fan": fan and c.held(zone) and not stack}
    if stack:
        return Item(part, max(size + 12, min(label, 64)), max(size + 12, label), height)
    most = max(1, min(at.most, 13))
    margin = 12 if part["fan"] else 0
    # In a hand that fans out, the number of each card can be read.
    least = size + ((most - 1) * (size * 2 // 5) if part["fan"] else min(most - 1, 5) * (size // 3)) + margin
    return Item(part, max(least, min(label, 70)), max(size + (most - 1) * (size * 3 // 4) + margin, label),
                height + (10 if part["fan"] else 0))


def either_item(items: list[Item]) -> Item:
    """Zones that never held cards at once share one place."""
    if len(items) == 1:
        return items[0]
    least, best = max(item.least for item in items), max(item.best for item in items)
    part = {"part": "either", "parts": [item.part for item in items]}
    return Item(part, least, best, max(item.height for item in items))


def laid_out(items: list[Item], x: int, y: int, width: int, centred: bool) -> tuple[list[dict[str, Any]], int]:
    """Items in lines, first come first laid, and how high they are together."""
    lines: list[list[Item]] = []
    for item in items:
        if lines and sum(other.least + GAP for other in lines[-1]) + item.least <= width:
            lines[-1].append(item)
        else:
            lines.append([item])
    parts, top = list[dict[str, Any]](), y
    for line in lines:
        spare = width - sum(item.least for item in line) - GAP * (len(line) - 1)
        wants = sum(item.best - item.least for item in line)
        more = [(item.best - item.least) * min(spare, wants) // wants if wants else 0 for item in line]
        widths = [min(width, min(width, item.least) + extra) for item, extra in zip(line, more, strict=True)]
        left = x + (width - sum(widths) - GAP * (len(line) - 1)) // 2 if centred else x
        high = max(item.height for item in line)
        for item, wide in zip(line, widths, strict=True):
            parts.append(_placed(item.part, {"x": left, "y": top, "w": wide, "h": item.height}))
            left += wide + GAP
        top += high + 6
    return parts, max(0, top - y - 6)


def _placed(part: dict[str, Any], box: dict[str, int]) -> dict[str, Any]:
    inner = {"parts": [{**one, **box} for one in part["parts"]]} if part["part"] == "either" else {}
    return {**part, **box, **inner}


def lines_needed(pills: list[list[int]], width: int, limit: int = MOST_LINES) -> int:
    """Over all moments, how many lines of pills there are at most."""
    most = 0
    for widths in pills:
        lines, x = (1 if widths else 0), 0
        for wide in widths:
            wide = min(wide, width)
            if x and x + wide > width:
                lines, x = lines + 1, 0
            x += wide + 4
        most = max(most, lines)
    return min(most, limit)


def chips_part(chips: list[dict[str, Any]], box: tuple[int, int, int, int], centred: bool) -> dict[str, Any]:
    x, y, width, lines = box
    return {"part": "chips", "centred": centred, "chips": chips, "x": x, "y": y, "w": width,
            "h": (max(1, lines) - 1) * LINE + PILL}


def tokens_item(tokens: list[dict[str, Any]], width: int) -> Item:
    """Room for tokens: in narrow panels a line of their own."""
    part = {"part": "tokens", "tokens": tokens}
    lines = 2 if width > BESIDE or len(tokens) * (DISC // 2) > width else 1
    least = 190 if width > BESIDE else width
    return Item(part, least, least, (lines - 1) * (DISC + 4) + DISC)
