"""Odds: what was recorded beside a game, in words; None where nothing was."""

from __future__ import annotations

from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.odds import Odds


def odds_of(desk: Desk) -> Odds | None:
    return None
