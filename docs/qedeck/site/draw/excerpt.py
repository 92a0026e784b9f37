"""A part of a table: what an example, a refutation or a rule speaks of, and nothing else.

In: a game and the positions to be shown (views, as `View.data()` has them), with the keys that matter in them. Out: one
Scene that all of them fit, so that what happens between two of them can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qedeck.interpreter.recent import Recent
from qedeck.site.draw.record import Scene
from qedeck.site.draw.scene import scene_of
from qedeck.site.draw.seen import seen_in_play, seen_of
from qedeck.spec import core as c
from qedeck.spec.game import Game

_KEPT: Recent[Scene] = Recent(256)
"""The pictures of an example and its replay show the same part of the table."""


def excerpt_of(
    game: Game,
    players: int,
    language: str,
    views: Sequence[dict[str, Any]],
    keys: Iterable[str],
    cells: Mapping[str, Sequence[int]] | None = None,
) -> Scene:
    """`keys` as views have them: `trick`, `hand of player 1`, `seat of wolf 1`. `cells` are those of a position that
    differ from how they are at first (a Frame of the Book has them): they say which things take part."""
    core = game.core(players)
    names = {key.partition(" of ")[0] for key in keys}
    rigid = dict(seen_in_play(game, players).rigid)
    rigid |= {name: tuple(row) for name, row in (cells or {}).items() if name in rigid}
    known = {name for name in names if name in core.zones or name in core.vars}
    # Where cards come from that an example lays out goes without saying.
    open_ = {name for name in known if name not in core.zones or core.zones[name].sight != c.NOBODY}
    known = open_ or known
    asked = (language, known, rigid, *views)
    return _KEPT.known(core, *asked) or _KEPT.keep(
        scene_of(game, players, language, "tall", only=known, seen=seen_of(views, rigid)), core, *asked)
