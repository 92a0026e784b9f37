"""What a game was worth to each seat: a turn in, numbers out.

A game may say so itself, with a definition `worth of player p: number`. Otherwise winning is worth 1, shared by all who
win, and losing as much below 0, shared by all who lose. Play that gets stuck, or to where the rules say nothing, is
worth 0 to everybody.
"""

from __future__ import annotations

from qedeck.adapters.turns import Turn
from qedeck.interpreter.layout import type_range
from qedeck.spec import core as c

WORTH = "worth"


def worth_of(core: c.Core, returns: str | None = None) -> str | None:
    """The definition that says what a player gains. ValueError if one is asked for that is not there."""
    name = returns or WORTH
    define = core.defines.get(name)
    of_player = define is not None and [of for _, of in define.params] == [core.domains["player"]]
    if define is not None and of_player and isinstance(define.type, c.Whole):
        return name
    if returns is not None:
        raise ValueError(f"there is no definition `{returns} of player p: number` in {core.name}")
    return None


def bounds(core: c.Core, worth: str | None) -> tuple[int, int]:
    """The least and the most that anybody can gain, as far as the text tells."""
    return (-1, 1) if worth is None else type_range(core.defines[worth].type)


def gains(turn: Turn, worth: str | None) -> list[float]:
    """What each seat gained; nothing yet while play goes on."""
    result, players = turn.play.result, turn.turns.players
    if result is None or result.kind in ("stuck", "undefined", "undeclared"):
        return [0.0] * players
    if worth is not None:
        return [_gain(turn, worth, seat) for seat in range(1, players + 1)]
    winners = [seat for seat in result.winners if seat <= players]
    if not winners or len(winners) == players:
        return [0.0] * players
    lost = -1 / (players - len(winners))
    return [1 / len(winners) if seat in winners else lost for seat in range(1, players + 1)]


def _gain(turn: Turn, worth: str, seat: int) -> float:
    """ValueError where the rules do not say."""
    play = turn.play
    value, faults = play.rules.meaning.value(c.Call(worth, (c.Const(seat - 1),)), play.cells)
    if faults:
        raise ValueError(f"{worth} of player {seat} is undefined at the end ({faults[0].code})")
    return float(value)
