"""Who sees what at two tables, where it is not seen by the same at both: two Cores in, lines about a position out.

What everybody is shown is compared by what is told. That somebody begins to see a thing is told by nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qedeck.interpreter.play import Play
from qedeck.spec import core as c


class Onlookers:
    """All that may be seen otherwise at the other table."""

    def __init__(self, one: c.Core, other: c.Core) -> None:
        self._seats = one.domains["player"].members
        self._watched = list(_watched(one, other))

    def seen(self, play: Play, side: int) -> list[str]:
        """Who sees what of it in a position of the first game (0) or the second (1)."""
        meaning = play.rules.meaning
        return [
            f"{who} sees {watched.said}"
            for watched in self._watched
            if watched.zone is None or _anything_there(play, watched.zone, watched.whose)
            for seat, who in enumerate(self._seats)
            if meaning.sees(play.cells, watched.sights[side], seat, watched.whose)
        ]


@dataclass(frozen=True, slots=True)
class _Watched:
    """Something of both games that may be seen by others at the other table."""

    said: str
    sights: tuple[c.Expr, c.Expr]
    whose: int | None = None
    zone: c.Zone | None = None
    """The zone whose cards are seen: whoever sees that there are none, sees all that there is to see."""


def _watched(one: c.Core, other: c.Core) -> Iterator[_Watched]:
    """Zones and values of both games, for each of whom they are kept for."""
    for name, zone in one.zones.items():
        theirs = other.zones.get(name)
        if theirs is not None and (zone.owned, zone.also) == (theirs.owned, theirs.also):
            mine, yours = (c.EVERYBODY if z.counted else z.sight for z in (zone, theirs))
            size = _Watched(f"how many cards lie in {name}", (mine, yours))
            for watched in (_Watched(name, (zone.sight, theirs.sight), zone=zone), size):
                yield from _each(watched, one.domains["player"] if zone.owned else None)
    for name, var in one.vars.items():
        beside = other.vars.get(name)
        if beside is None or (var.role, beside.role) != ("remembered", "remembered") or var.dims != beside.dims:
            continue
        yield from _each(_Watched(name, (var.sight, beside.sight)), var.dims[0] if var.dims else None)


def _each(watched: _Watched, kept: c.Domain | None) -> Iterator[_Watched]:
    mine, yours = watched.sights
    if mine == yours and mine in c.PLAIN:
        return
    if kept is None:
        yield watched
        return
    for whose, member in enumerate(kept.members):
        yield replace(watched, said=f"{watched.said} of {member}", whose=whose)


def _anything_there(play: Play, zone: c.Zone, owner: int | None) -> bool:
    row = play.cells[c.faces_of(zone)]
    mine = row if owner is None else row[owner * (width := len(row) // play.rules.meaning.layout.seats) :][:width]
    return any(card != (0 if zone.kind == "pile" else c.NONE) for card in mine)
