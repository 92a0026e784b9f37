"""Where the places of a grid lie, as their names say: a1 to c3, top-left to bottom-right, or simply in order."""

from __future__ import annotations

import re
from collections.abc import Iterable

_COORDINATE = re.compile(r"([a-z])(\d{1,2})")
_ACROSS = {"left": 0, "centre": 1, "center": 1, "middle": 1, "right": 2, "左": 0, "中": 1, "右": 2}
_DOWN = {"top": 0, "upper": 0, "middle": 1, "bottom": 2, "lower": 2, "上": 0, "下": 2}


def squares(members: Iterable[str]) -> dict[str, tuple[int, int]] | None:
    """Column and row of each square of a board, the first rank at the bottom; None if these are no squares."""
    found: dict[str, tuple[int, int]] = {}
    for member in members:
        matched = _COORDINATE.fullmatch(member)
        if matched is None:
            return None
        found[member] = ord(matched[1]) - ord("a"), int(matched[2])
    if len(found) < 4:
        return None
    left, top = min(x for x, _ in found.values()), max(y for _, y in found.values())
    return {member: (x - left, top - y) for member, (x, y) in found.items()}


def places_of(members: tuple[str, ...], columns: int) -> dict[str, tuple[int, int]]:
    """Column and row of each place of a grid."""
    board = squares(members)
    if board is not None:
        return board
    named = {member: where for member in members if (where := _said(member)) is not None}
    if len(named) < 2 or len(set(named.values())) < len(named):
        return {member: (k % columns, k // columns) for k, member in enumerate(members)}
    across = sorted({x for x, _ in named.values()})
    down = sorted({y for _, y in named.values()})
    found = {member: (across.index(x), down.index(y)) for member, (x, y) in named.items()}
    # The others follow to the right, column by column.
    for k, member in enumerate(member for member in members if member not in named):
        found[member] = len(across) + k // len(down), k % len(down)
    return found


def _said(member: str) -> tuple[int, int] | None:
    parts = member.split("-")
    across = next((_ACROSS[part] for part in parts if part in _ACROSS), None)
    down = next((_DOWN[part] for part in parts if part in _DOWN), None)
    return (across, down) if across is not None and down is not None and len(parts) == 2 else None
