"""Choices out of sight: two plays that differ by one of them, and whether a seat that did not see it ever notices.

Only what somebody else chooses secretly, or with eyes closed, is looked at here, not what chance does: so a leak that
is found is one, and that there is none says something only of a game without chance.
"""

from __future__ import annotations

from itertools import combinations

from qedeck.interpreter.events import brief
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.views import view
from qedeck.spec import core as c
from qedeck.spec.properties import Secret

from .two import actions, begun, lost, named
from .world import TooLarge, World

MOST = 400
"""Positions, and pairs of them."""


def without_chance(core: c.Core) -> bool:
    """Whether only players decide."""
    return all(isinstance(node, c.Decision) and node.owner.who in ("player", "nobody") for node in core.nodes)


class Watcher:
    """A seat, counted from 0, from which something shall be hidden."""

    def __init__(self, world: World, secret: Secret, seat: int) -> None:
        self.world, self.secret, self.seat = world, secret, seat
        self.pairs = 0

    def notices(self, settings: set[int]) -> bool:
        """Whether some play gives it away."""
        waiting = [begun(self.world.rules, self.world.settings[number]) for number in sorted(settings)]
        seen: set[object] = set()
        while waiting:
            play = waiting.pop()
            if play is None or play.over or lost(play) or (play.node, play.cells) in seen:
                continue
            seen.add((play.node, play.cells))
            if len(seen) > MOST:
                raise TooLarge("positions")
            onward = [after for action in actions(play) if (after := _after(play, action)) is not None]
            if self._unseen(play):
                at = len(play.events)
                if any(self._parted(one, other, at) for one, other in combinations(onward, 2)):
                    return True
            waiting += onward
        return False

    def _unseen(self, play: Play) -> bool:
        node, asked = play.decision, play.asked
        noticers = None if play.node is None else play.noticers(play.node)
        unnoticed = noticers is not None and self.seat + 1 not in noticers
        return isinstance(node, c.Decision) and unnoticed and asked is not None and asked.player != self.seat + 1

    def _parted(self, one: Play, other: Play, since: int) -> bool:
        """Whether the seat sees that these are two plays, from the step on in which they differ in what is hidden."""
        waiting, seen = [(one, other, since, since, False)], set[object]()
        while waiting:
            one, other, at, at_too, differ = waiting.pop()
            if lost(one) or lost(other):
                continue
            differ = differ or self._hidden(one) != self._hidden(other)
            if differ and self._looks(one, at) != self._looks(other, at_too):
                return True
            key = one.node, one.cells, other.node, other.cells, differ
            if one.over or other.over or key in seen:
                continue
            seen.add(key)
            self.pairs += 1
            if self.pairs > 20 * MOST:
                raise TooLarge("pairs")
            theirs = {named(action): action for action in actions(other)}
            for action in actions(one):
                if named(action) in theirs:
                    here, there = _after(one, action), _after(other, theirs[named(action)])
                    if here is not None and there is not None:
                        waiting.append((here, there, len(one.events), len(other.events), differ))
        return False

    def _hidden(self, play: Play) -> object:
        found = [self.world.meaning.value(t, play.cells, {self.secret.local: self.seat}) for t in self.secret.terms]
        return [None if faults else value for value, faults in found]

    def _looks(self, play: Play, since: int) -> object:
        """The table from this seat, what it noticed, and what it may choose."""
        mine = play.asked is not None and play.asked.player == self.seat + 1
        told = [brief(event) for event in play.noticed(self.seat + 1, since)]
        return view(play, self.seat + 1), told, {named(action) for action in actions(play)} if mine else None


def _after(play: Play, action: object) -> Play | None:
    after = play.copy()
    try:
        after.apply(action)  # type: ignore[arg-type]
    except Endless:
        return None
    return after
