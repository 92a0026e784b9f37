"""A play whose steps the engine takes, for those who never ask what happened on the way: no events are kept.

The same seed is the same game as in the interpreter. The table is read out of the engine only where somebody looks.
"""

from __future__ import annotations

from bisect import bisect_right

from qedeck.engine.moves import Moves
from qedeck.interpreter.actions import Action
from qedeck.interpreter.events import Asked, Event, Result
from qedeck.interpreter.outcomes import finished, stuck
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c


class Quick(Play):
    """One game in progress. Only one of those that share Moves at a time."""

    def __init__(self, rules: Rules, moves: Moves, seed: int) -> None:
        self._moves = moves
        self._now: Cells | None = None
        self._who: Asked | None = None
        super().__init__(rules, seed)
        self._options = [_options(moves, node) for node in rules.core.nodes]
        self._arrived(moves.begin(seed))

    @property
    def cells(self) -> Cells:
        if self._now is None:
            self._now = self._moves.cells()
        return self._now

    @cells.setter
    def cells(self, cells: Cells) -> None:
        """What a play begins with; the engine knows better."""

    @property
    def asked(self) -> Asked | None:
        if self._who is None and not self.over:
            self._who = super().asked
        return self._who

    def copy(self) -> Play:
        raise TypeError("a quick play is moved on in place")

    def _possible(self) -> list[Action]:
        asked, node = self.asked, self.node
        assert asked is not None and node is not None
        action, (firsts, sizes) = self.rules.choices.action, self._options[node]
        found = []
        for number in self._numbers:
            choice = bisect_right(firsts, number) - 1
            rest, values = number - firsts[choice], list[int]()
            for low, size in reversed(sizes[choice]):
                rest, place = divmod(rest, size)
                values.append(place + low)
            found.append(action(node, choice, values[::-1], asked.player))
        return found

    def apply(self, action: Action) -> list[Event]:
        """Do one of the legal actions; whether it is one was asked when it was made."""
        firsts, sizes = self._options[action.node]
        number = 0
        for (low, size), value in zip(sizes[action.choice], action.values, strict=True):
            number = number * size + int(value) - low
        self._arrived(self._moves.step(firsts[action.choice] + number))
        return []

    def _arrived(self, numbers: tuple[int, ...]) -> None:
        moves = self._moves
        self._numbers, self._legal, self._now, self._who, self.node = numbers, None, None, None, moves.node
        match moves.kind:
            case None:
                return
            case "over" | "undeclared":
                self.result = finished(self.rules.meaning, self.cells)
            case "stuck":
                node = self.core.nodes[moves.node]
                assert isinstance(node, c.Decision)
                self.result = stuck(node, self.asked.player if self.asked else None, self.rules.words)
            case "endless":
                raise Endless("the game goes on, and nobody decides")
            case _:
                self.result = Result("undefined", reason="the rules say nothing here")


def _options(moves: Moves, node: c.Node) -> tuple[list[int], list[list[tuple[int, int]]]]:
    """For each option where its numbers begin, and for each pick its lowest value and how many there are."""
    if not isinstance(node, c.Decision):
        return [], []
    return moves.program.bases(node)[:-1], [moves.program.sizes(option) for option in node.options]
