"""Where many games are played: a Core, the values somebody chose, who sits at the seats. It can be sent anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from qedeck.interpreter.play import MOST_DECISIONS, rules_of
from qedeck.interpreter.settings import settled
from qedeck.simulation.seats import Player
from qedeck.spec import core as c
from qedeck.spec.game import Game

FOLDERS = ("qedeck.interpreter", "qedeck.engine", "qedeck.simulation", "qedeck.spec.core")
"""The code that a tally rests on."""


@dataclass(frozen=True)
class Table:
    """All that a game at a seed depends on."""

    core: c.Core
    fixed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The cells of parameters and readings that somebody chose."""
    seats: Mapping[int, Player] = field(default_factory=dict)
    """Who plays not at random, by seat from 1."""
    limit: int = MOST_DECISIONS
    watch: bool = True
    """Whether tricks and clauses are watched too."""

    @cached_property
    def key(self) -> str:
        """The same for the same games, and for no others."""
        seats = sorted((seat, repr(player)) for seat, player in self.seats.items())
        asked = (self.core, sorted(self.fixed.items()), seats, self.limit, self.watch, stamp())
        return sha256(repr(asked).encode("utf-8", "surrogatepass")).hexdigest()


def table_of(
    game: Game,
    players: int,
    settings: Mapping[str, object] | None = None,
    seats: Mapping[int, Player] | None = None,
    limit: int = MOST_DECISIONS,
    watch: bool = True,
) -> Table:
    """A table for this game. SettingError if a setting is none of the game, or breaks what the rulebook says."""
    rules = rules_of(game, players)
    sources = {name: source.text for name, source in game.sources.items()}
    fixed = settled(rules.meaning, rules.words, settings or {}, sources)
    return Table(rules.core, fixed, dict(seats or {}), limit, watch)


@cache
def stamp() -> str:
    """The text of everything that takes part in a game: a new version never trusts an old tally."""
    made = sha256()
    for name in FOLDERS:
        try:
            found = find_spec(name)
        except ModuleNotFoundError:
            found = None
        for folder in (found.submodule_search_locations or ()) if found else ():
            for path in sorted(Path(folder).rglob("*.py")):
                made.update(f"{name} {path.relative_to(folder)} ".encode())
                made.update(path.read_bytes())
    return made.hexdigest()
