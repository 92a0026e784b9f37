"""What comes to lie on a table: a few games played at random, to know how much room each thing needs.

A zone that nothing ever lay in gets no room of its own (it is told in words should something lie there after all).
The games are the same every time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from qedeck.interpreter.play import start
from qedeck.interpreter.views import view
from qedeck.spec.game import Game

GAMES, DECISIONS = 3, 80


@dataclass(frozen=True, slots=True)
class Seen:
    """Positions from a few games, as whoever sees everything sees them, and the cells that no step changes."""

    views: tuple[dict[str, Any], ...]
    most: dict[str, int]
    """For each zone, by its own name, how many cards ever lay there, with one owner."""
    places: dict[str, frozenset[str]]
    """For each grid, the places that ever held a card."""
    rigid: dict[str, tuple[int, ...]]
    first: dict[str, Any]
    """What was remembered before the first decision."""

    def together(self, one: str, other: str) -> bool:
        """Whether two zones of the same owner ever held cards at once."""
        for shown in self.views:
            zones = shown["zones"]
            for key in zones:
                beside = f"{other}{key[len(one):]}"
                if key.startswith(f"{one} of ") and zones[key]["size"] and zones[beside]["size"]:
                    return True
        return False


_KEPT: dict[tuple[int, str], tuple[object, Seen]] = {}


def seen_in_play(game: Game, players: int, settings: Mapping[str, object] | None = None) -> Seen:
    """The same for all languages and layouts, so it is kept while the Core is."""
    core = game.core(players)
    key = (id(core), repr(sorted((settings or {}).items(), key=str)))
    if key not in _KEPT:
        while len(_KEPT) >= 32:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = core, _played(game, players, settings)
    return _KEPT[key][1]


def _played(game: Game, players: int, settings: Mapping[str, object] | None) -> Seen:
    views: list[dict[str, Any]] = []
    rigid: dict[str, tuple[int, ...]] = {}
    for seed in range(GAMES):
        play = start(game, players, seed, settings)
        dice = Random(seed)
        rigid = {name: tuple(play.cells[name]) for name, var in play.core.vars.items() if var.rigid}
        views.append(view(play).data())
        for _ in range(DECISIONS):
            legal = play.legal() if not play.over else []
            if not legal:
                break
            play.apply(dice.choice(legal))
            views.append(view(play).data())
    return seen_of(views, rigid)


def seen_of(views: Sequence[dict[str, Any]], rigid: dict[str, tuple[int, ...]]) -> Seen:
    """The same of other positions: those of an example."""
    most: dict[str, int] = {}
    places: dict[str, frozenset[str]] = {}
    for shown in views:
        for key, zone in shown["zones"].items():
            name = key.partition(" of ")[0]
            if "places" in zone:
                held = frozenset(place for place, word in (zone["places"] or {}).items() if word != "none")
                places[name] = places.get(name, frozenset()) | held
                most[name] = max(most.get(name, 0), len(held))
            else:
                most[name] = max(most.get(name, 0), zone["size"] or 0)
    return Seen(tuple(views), most, places, rigid, views[0]["remembered"])
