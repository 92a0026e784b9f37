"""Seats round a table: for a number of seats, which of them lie above, beside and below the middle.

Slot 0 is at the bottom, the others follow clockwise as seen from above: to the left, across, back on the right.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ring:
    """`above` and `below` are rows from top to bottom, each from left to right; `left` and `right` go downwards."""

    above: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    below: tuple[tuple[int, ...], ...]


def ring(seats: int, wide: bool) -> Ring:
    return _wide(seats) if wide else _tall(seats)


_SIDES = {4: 1, 5: 1, 6: 1, 7: 2, 8: 2}
"""How many seats lie at each side, for tables at which slot 0 has the whole lower edge."""


def _wide(seats: int) -> Ring:
    if seats <= 8:
        side, below = _SIDES.get(seats, 0), 1
    elif seats <= 10:
        side, below = 1, (seats - 2) // 2
    else:
        side = (seats - 9) // 2
        below = (seats - 2 * side) // 2
    lower_left = (below - 1) // 2
    # Clockwise from slot 0: along the lower edge to the left, up, across, down, and back along the lower edge.
    order = list(range(seats))
    west = order[1 : 1 + lower_left]
    left = order[1 + lower_left : 1 + lower_left + side]
    above = order[1 + lower_left + side : seats - side - (below - 1 - lower_left)]
    right = order[1 + lower_left + side + len(above) :][:side]
    east = order[1 + lower_left + 2 * side + len(above) :]
    lower = (*reversed(west), 0, *reversed(east))
    return Ring((tuple(above),) if above else (), tuple(reversed(left)), tuple(right), (lower,))


def _tall(seats: int) -> Ring:
    """Pairs, the nearest neighbours lowest; whoever sits opposite has a row alone."""
    rows = [(k, seats - k) for k in range(1, (seats + 1) // 2)]
    opposite = [(seats // 2,)] if seats % 2 == 0 and seats else []
    return Ring((*opposite, *reversed(rows)), (), (), ((0,),))
