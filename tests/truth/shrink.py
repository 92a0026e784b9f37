"""A mistake in a smaller game: lines are left out as long as the game can be read and the mistake remains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from qedeck.spec.game import load_text

from . import hunt
from .engines import PROOFS, SEARCHES, no_plays
from .lines import end_of
from .world import TooLarge, World

ROUNDS = 6


def shrunk(mistake: hunt.Mistake) -> hunt.Mistake:
    """The same mistake, in as few lines as leaving out one clause or block after the other comes to."""
    lines = mistake.text.rstrip("\n").split("\n")
    for _ in range(ROUNDS):
        before, at = len(lines), len(lines) - 1
        while at >= 0:
            for fewer in _shorter(lines, at):
                again = _again(replace(mistake, text="\n".join(fewer) + "\n"))
                if again is not None:
                    mistake, lines = again, fewer
                    break
            at = min(at, len(lines)) - 1
        if len(lines) == before:
            break
    return mistake


def _shorter(lines: list[str], at: int) -> Iterator[list[str]]:
    """Without a line and what belongs to it; or without the line alone, what belonged to it in its place."""
    end = end_of(lines, at)
    yield [*lines[:at], *lines[end:]]
    if end > at + 1:
        yield [*lines[:at], *(line[2:] for line in lines[at + 1 : end]), *lines[end:]]


def _again(mistake: hunt.Mistake) -> hunt.Mistake | None:
    """The mistake in this text, if it is still there."""
    game = load_text(mistake.text)
    if not game.sound:
        return None
    every: dict[str, Any] = {**SEARCHES, **no_plays(), **PROOFS}
    off = {name: every[name] for name in mistake.off}
    try:
        world = World(game.core(game.players.start), hunt.MOST_PLACES, mistake.text)
    except TooLarge:
        return None
    what = mistake.said.split(" (")[0]
    for found in hunt.Trial(mistake.seed, mistake.text, world, off).mistakes(hunt.Tally()):
        if found.said.split(" (")[0] == what and found.property == mistake.property and found.true == mistake.true:
            return found
    return None
