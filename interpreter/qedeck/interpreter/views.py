"""What one seat may see of the table: a play and a seat in, a View out.

Zones show faces, only how many cards there are, or nothing; remembered values show themselves to
those the spec names; what steers the course of play is shown to nobody. Without a seat: the
moderator's view, which has everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from qedeck.interpreter.events import Asked, announced, result_data
from qedeck.interpreter.position import Position
from qedeck.interpreter.words import Word
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards without an order: how many (None: not even that is seen), and which if they are seen."""

    size: int | None
    cards: tuple[tuple[str, int], ...] | None


@dataclass(frozen=True, slots=True)
class Row:
    """Cards in order, first to last; a face not seen is None. `by` says who laid each card."""

    size: int | None
    cards: tuple[str | None, ...] | None
    by: tuple[str, ...] | None
    marks: tuple[tuple[str, tuple[Word, ...]], ...] = ()
    """What lies on each card, as far as it is seen; of a row whose length is not seen, at each place."""
    known: tuple[bool, ...] | None = None
    """Where cards are remembered: for each card, whether its face is not seen now, but remembered."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The places there are: a face, `none` where nothing lies, None where a card lies face down."""

    places: tuple[tuple[str, str | None], ...] | None
    marks: tuple[tuple[str, tuple[tuple[str, Word], ...]], ...] = ()
    """What lies on the card at each place, as far as it is seen."""
    known: tuple[tuple[str, bool], ...] | None = None
    """Where cards are remembered: for each place, whether its card is not seen now, but remembered."""


ZoneView = Pile | Row | Grid


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat. Keys are the spec's words: `hand of player 1`, `trust of player 2, player 3`."""

    player: int | None
    zones: tuple[tuple[str, ZoneView], ...]
    remembered: tuple[tuple[str, Word], ...]
    asked: Asked | None
    result: dict[str, Any] | None

    def data(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "player": self.player,
            "zones": {key: _zone_data(zone) for key, zone in self.zones},
            "remembered": dict(self.remembered),
            "asked": None if self.asked is None else {"who": self.asked.who, "player": self.asked.player},
            "result": self.result,
        }


def view(play: Position, player: int | None = None) -> View:
    """What this seat sees, counted from 1; None is the moderator, who sees everything."""
    seats = play.core.domains["player"].size
    if player is not None and not 1 <= player <= seats:
        raise ValueError(f"there is no seat {player}: they are 1 to {seats}")
    zones: list[tuple[str, ZoneView]] = []
    for zone in play.core.zones.values():
        for part, index in enumerate(c.parts_of(play.core, zone)):
            owner = index[0] + 1 if zone.owned else None
            zones.append((key_of(play.core, zone, index), _zone(play, zone, part, owner, player)))
    asked = play.asked
    if player is not None and asked is not None and asked.player != player and play.node is not None:
        # Who is asked in secret is part of the secret.
        seen = play.noticers(play.node)
        asked = asked if seen is None or player in seen else None
    result = play.result if player is None or play.result is None else announced(play.result)
    return View(player, tuple(zones), tuple(_remembered(play, player)), asked, result_data(result) if result else None)


def key_of(core: c.Core, zone: c.Zone, index: tuple[int, ...]) -> str:
    """One of the zones of a name, as views call it."""
    members = c.which_of(core, zone, index)
    return f"{zone.name} of {', '.join(members)}" if members else zone.name


def _may_see(play: Position, sight: c.Expr, whose: int | None, player: int | None) -> bool:
    """`whose` is counted from 0, `player` from 1."""
    return player is None or play.rules.meaning.sees(play.cells, sight, player - 1, whose)


def _zone(play: Position, zone: c.Zone, part: int, owner: int | None, player: int | None) -> ZoneView:
    whose = None if owner is None else owner - 1
    faces = _may_see(play, zone.sight, whose, player)
    counted = faces or zone.counted
    names = zone.cards.members
    many = len(c.parts_of(play.core, zone))

    def cells(name: str) -> tuple[int, ...]:
        row: tuple[int, ...] = play.cells[name]
        width = len(row) // many
        return row[part * width : (part + 1) * width]

    if zone.kind == "pile":
        cards = tuple((name, n) for name, n in zip(names, cells(zone.name), strict=True) if n)
        return Pile(cells(c.size_of(zone.name))[0] if counted else None, cards if faces else None)
    row = cells(c.card_of(zone.name))
    marks = [
        (mark, [play.rules.words.word(var.type, value) for value in cells(var.name)])
        for mark, var in c.marks_on(play.core, zone) if _may_see(play, var.sight, whose, player)
    ]
    known = _known(play, zone, part, player)
    told = [faces or (known is not None and known[k]) for k in range(len(row))]
    if zone.kind == "grid":
        assert zone.places is not None
        members = zone.places.members
        lies = [(mark, tuple(zip(members, laid, strict=True))) for mark, laid in marks]
        last = max((place for place, face in enumerate(row) if face != c.NONE), default=-1)
        row = row[: c.places_there(zone, last)]
        shown = tuple(
            "none" if face == c.NONE else names[face] if seen else None for face, seen in zip(row, told, strict=False)
        )
        at = None if known is None else tuple(zip(members, known, strict=True))
        return Grid(tuple(zip(members, shown, strict=False)) if counted else None, tuple(lies), at)
    size = cells(c.size_of(zone.name))[0]
    players = play.core.domains["player"].members
    by = tuple("none" if who == c.NONE else players[who] for who in cells(c.by_of(zone.name))[:size])
    if not counted:
        return Row(None, None, None, tuple((mark, tuple(laid)) for mark, laid in marks))
    lying = tuple((mark, tuple(laid[:size])) for mark, laid in marks)
    cards_ = tuple(names[face] if seen else None for face, seen in zip(row[:size], told, strict=False))
    return Row(size, cards_, by, lying, None if known is None else known[:size])


def _known(play: Position, zone: c.Zone, part: int, player: int | None) -> tuple[bool, ...] | None:
    """Which of the cards there a seat remembers; nothing where nobody does."""
    if not c.is_remembered(play.core, zone):
        return None
    assert zone.places is not None
    width = zone.places.size
    if player is None:
        return (False,) * width
    start = ((player - 1) * len(c.parts_of(play.core, zone)) + part) * width
    return tuple(bool(one) for one in play.cells[c.known_in(zone.name)][start : start + width])


def _remembered(play: Position, player: int | None) -> list[tuple[str, Word]]:
    found: list[tuple[str, Word]] = []
    for var in play.core.vars.values():
        if var.role != "remembered" or c.marked(var.name) is not None or c.remembers(var.name) is not None:
            continue
        members = product(*(dim.members for dim in var.dims))
        whose = range(var.dims[0].size) if var.dims else (None,)
        seen = [_may_see(play, var.sight, one, player) for one in whose]
        for place, (key, value) in enumerate(zip(members, play.cells[var.name], strict=True)):
            if seen[place * len(seen) // len(play.cells[var.name])]:
                name = f"{var.name} of {', '.join(key)}" if key else var.name
                found.append((name, play.rules.words.word(var.type, value)))
    return found


def _zone_data(zone: ZoneView) -> dict[str, Any]:
    match zone:
        case Pile(size, cards):
            return {"size": size, "cards": None if cards is None else dict(cards)}
        case Row(size, faces, by, marks, known):
            row: dict[str, Any] = {"size": size, "cards": list(faces) if faces is not None else None,
                   "by": list(by) if by is not None else None}
            row |= {} if known is None else {"known": list(known)}
            return row | ({"marks": {mark: list(laid) for mark, laid in marks}} if marks else {})
        case Grid(places, lies, at):
            grid: dict[str, Any] = {"places": None if places is None else dict(places)}
            grid |= {} if at is None else {"known": dict(at)}
            return grid | ({"marks": {mark: dict(laid) for mark, laid in lies}} if lies else {})
