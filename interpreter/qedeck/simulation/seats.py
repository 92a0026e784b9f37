"""Who sits at a seat. A player is given a position and what is legal, and says what it would be content with.

    def timid(position: Position, legal: Sequence[Action]) -> Sequence[Action]:
        return [action for action in legal if action.option == "decline"] or legal

One of those is then drawn, each alike; a player who is content with everything plays at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from qedeck.interpreter.actions import STAYING_OUT, Action
from qedeck.interpreter.play import Play
from qedeck.interpreter.position import Position

Player: TypeAlias = Callable[[Position, Sequence[Action]], Sequence[Action]]


USUAL = 0
"""In the place of a seat: whoever sits at all those that nobody else has."""


@dataclass(frozen=True, slots=True)
class AtRandom:
    """A player who is content with everything."""

    def __call__(self, position: Position, legal: Sequence[Action]) -> Sequence[Action]:
        return legal


def idle(action: Action) -> bool:
    """Declining, or nobody wanting to: what the language adds by itself."""
    return not action.values and action.option in STAYING_OUT


def likely(position: Position, seats: Mapping[int, Player], absent: int | None = None) -> list[tuple[Action, int]]:
    """What may be decided now, each with its weight; in a race without whoever is `absent` from it."""
    asked = position.asked
    legal = [action for action in position.legal() if absent is None or action.player != absent]
    if not seats or asked is None or not legal:
        return [(action, 1) for action in legal]
    if asked.who != "anyone":
        player = seats.get(asked.player, seats.get(USUAL)) if asked.player else None
        return [(action, 1) for action in (_content(player, position, legal) if player else legal)]
    return _race(position, legal, seats)


def _race(position: Position, legal: list[Action], seats: Mapping[int, Player]) -> list[tuple[Action, int]]:
    """Whoever is quickest is drawn as among random players; what a player then does is its own choice.

    Usual players are weighed together: if one of them wants to act, they do not all stay out.
    """
    still = [action for action in legal if action.player is None and idle(action)]
    if USUAL in seats:
        others = [action for action in legal if action.player not in seats]
        wanted = _content(seats[USUAL], position, others)
        legal = [action for action in legal if action.player in seats or action in wanted]
    shares: list[tuple[Action, int]] = []
    own = {seat: [a for a in legal if a.player == seat] for seat in seats}
    content = {seat: _quick(player, position, own[seat], still) for seat, player in seats.items() if own[seat]}
    # So that all weights are whole: every draw counts as many times as any player's wishes need.
    scale = 1
    for wishes in content.values():
        scale *= len(wishes)
    for action in legal:
        if action.player in content:
            wishes = content[action.player]
            shares += [(wish, scale // len(wishes)) for wish in wishes]
        else:
            shares.append((action, scale))
    return shares


def _quick(player: Player, position: Position, own: list[Action], still: list[Action]) -> Sequence[Action]:
    """What a player does who was quickest: it stays out only if it likes that better than all else."""
    wishes = _content(player, position, [*own, *still])
    return [wish for wish in wishes if wish in own] or wishes


def _content(player: Player, position: Position, legal: Sequence[Action]) -> Sequence[Action]:
    wishes = player(position, legal)
    strange = [wish for wish in wishes if wish not in legal]
    if strange or not wishes:
        raise ValueError(f"a player wants what may not be done: {strange[0].spelled() if strange else 'nothing'}")
    return wishes


def play_on(play: Play, seats: Mapping[int, Player], limit: int) -> int:
    """Up to the end, or for `limit` decisions: how many were made. Without players of our own, as `play_random`."""
    made = 0
    while not play.over and made < limit:
        wishes = likely(play, seats)
        play.apply(wishes[play.chance.weighted([weight for _, weight in wishes])][0])
        made += 1
    return made
