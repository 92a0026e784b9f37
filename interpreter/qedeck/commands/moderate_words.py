"""Conditions and limits of a game in words, by how they are written: what its rulebook says of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.spec.game import Game

if TYPE_CHECKING:
    from qedeck.site.book.fill.desk import Desk


def conditions(game: Game, language: str) -> dict[str, str]:
    """What must hold for choices."""
    from qedeck.site.book.words.hurdles import hurdles

    return hurdles(_desk(game, language))


def limits(game: Game, language: str) -> dict[str, str]:
    """What must hold for parameters."""
    from qedeck.site.book.words.hurdles import limits

    return limits(_desk(game, language))


def _desk(game: Game, language: str) -> Desk:
    from qedeck.site.book.fill.desk import Desk

    home = game.homes[0] if game.homes else Path(f"{game.name}.qed")
    return Desk(game, home, "ja" if language == "ja" else "en")
