"""Plays whose steps the engine takes: the same positions as the interpreter's, read out only where somebody looks.

`Onward` is moved on in place and keeps no events: for whoever never looks back. `Branching` may be copied and taken up
again anywhere; what happened in a step is worked out by the interpreter when somebody wants to know.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from qedeck.engine import compiled
from qedeck.engine.moves import Moves
from qedeck.engine.program import Program
from qedeck.engine.stepper import State, Stepper
from qedeck.interpreter.actions import Action
from qedeck.interpreter.events import Asked, Event, Result
from qedeck.interpreter.outcomes import finished, stuck
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

Fixed: TypeAlias = Mapping[str, tuple[int, ...]]
"""Rows of the parameters and readings that somebody chose."""


class Quick(Play):
    """What both have in common: the table is read out of the engine, choices are numbers there."""

    def __init__(self, rules: Rules, program: Program, seed: int, auto: bool) -> None:
        self._now: Cells | None = None
        self._who: Asked | None = None
        self._numbers: Sequence[int] = ()
        self._program = program
        super().__init__(rules, seed, auto)

    def _read(self) -> Cells:
        raise NotImplementedError

    @property
    def cells(self) -> Cells:
        if self._now is None:
            self._now = self._read()
        return self._now

    @cells.setter
    def cells(self, cells: Cells) -> None:
        """What a play begins with; the engine knows better."""

    @property
    def asked(self) -> Asked | None:
        if self._who is None and not self.over:
            self._who = super().asked
        return self._who

    def _possible(self) -> list[Action]:
        node, asked = self.decision, self.asked
        if not isinstance(node, c.Decision) or asked is None:
            return super()._possible()
        firsts, sizes = self._program.bases(node), [self._program.sizes(option) for option in node.options]
        found = []
        for number in self._numbers:
            choice = bisect_right(firsts, number) - 1
            rest, values = number - firsts[choice], list[int]()
            for low, size in reversed(sizes[choice]):
                rest, place = divmod(rest, size)
                values.append(place + low)
            found.append(self.rules.choices.action(self.node or 0, choice, values[::-1], asked.player))
        return found

    def _number(self, node: c.Decision, action: Action) -> int:
        number = 0
        for (low, size), value in zip(self._program.sizes(node.options[action.choice]), action.values, strict=True):
            number = number * size + int(value) - low
        return self._program.bases(node)[action.choice] + number

    def _stand(self, node: int, numbers: Sequence[int], kind: str | None) -> None:
        """Here the game stands now; `kind`: how it came out, as the engine tells it."""
        self._numbers, self._legal, self._now, self._who, self.node = numbers, None, None, None, node
        match kind:
            case None:
                return
            case "over" | "undeclared":
                self.result = finished(self.rules.meaning, self.cells)
            case "stuck":
                decision = self.core.nodes[node]
                assert isinstance(decision, c.Decision)
                self.result = stuck(decision, self.asked.player if self.asked else None, self.rules.words)
            case "endless":
                raise Endless("the game goes on, and nobody decides")
            case _:
                self.result = Result("undefined", reason="the rules say nothing here")


class Onward(Quick):
    """A game inside WebAssembly; chance is drawn there. Only one of those that share Moves at a time."""

    def __init__(self, rules: Rules, moves: Moves, seed: int) -> None:
        super().__init__(rules, moves.program, seed, auto=True)
        self._moves = moves
        self._arrived(moves.begin(seed))

    def _read(self) -> Cells:
        return self._moves.cells()

    def copy(self) -> Play:
        raise TypeError("this play is moved on in place")

    def apply(self, action: Action) -> list[Event]:
        """Do one of the legal actions; whether it is one was asked when it was made."""
        node = self.core.nodes[action.node]
        assert isinstance(node, c.Decision)
        self._arrived(self._moves.step(self._number(node, action)))
        return []

    def _arrived(self, numbers: Sequence[int]) -> None:
        self._stand(self._moves.node, numbers, self._moves.kind)


class Branching(Quick):
    """A game in generated Python, chance left to whoever plays. `first`: its beginning, interpreted."""

    def __init__(self, first: Play, fixed: Fixed, state: State | None = None, stepper: Stepper | None = None) -> None:
        stepper = stepper or compiled(first.core).stepper(fixed)
        super().__init__(first.rules, stepper.program, first.seed, auto=False)
        self._first, self._fixed, self._stepper = first, fixed, stepper
        self._before: tuple[Cells, int] | None = None
        """Where the last steps began, and what was done since then."""
        self._done: list[Action] = []
        self._told: list[Event] | None = None
        self._state = stepper.begin() if state is None else state
        if state is None:
            self._arrived()

    def __getstate__(self) -> dict[str, object]:
        """Functions made here cannot be sent elsewhere: they are made again there."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_stepper", "_program")}

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._stepper = compiled(self.core).stepper(self._fixed)
        self._program = self._stepper.program

    def _read(self) -> Cells:
        return self._stepper.cells(self._state)

    def copy(self) -> Branching:
        """The same position; what happened before it is known to this one."""
        twin = Branching(self._first, self._fixed, self._state.copy(), self._stepper)
        twin.node, twin.result, twin._numbers, twin._now, twin._who = (
            self.node,
            self.result,
            self._numbers,
            self._now,
            self._who,
        )
        if self.node is not None:
            twin._before = self.cells, self.node
        return twin

    def apply(self, action: Action) -> list[Event]:
        """Do one of the legal actions; whether it is one was asked when it was made."""
        state, stepper, node = self._state, self._stepper, self.core.nodes[action.node]
        self._done.append(action)
        self._told = None
        match node:
            case c.Decision():
                stepper.follow(state, self._number(node, action))
            case c.DealDecision():
                stepper.to_deal(state)
                if state.result is None and action.outcome is not None:
                    stepper.deal(state, action.outcome)
            case c.ShuffleDecision():
                stepper.to_shuffle(state)
                if state.result is None and action.outcome is not None:
                    stepper.shuffle(state, action.outcome[0])
            case _:
                assert_never(node)
        self._arrived()
        return []

    def noticed(self, player: int | None = None, since: int = 0) -> list[Event]:
        """What this seat noticed of all that was done since this was copied."""
        if self._told is None:
            self._told = self._again()
        self.events = self._told
        return super().noticed(player, since)

    def _again(self) -> list[Event]:
        if self._before is None:
            again = self._first.copy()
        else:
            again = Play(self.rules, self.seed, auto=False)
            again.cells, again.node = self._before
        for action in self._done:
            again.apply(action)
        return again.events

    def _arrived(self) -> None:
        state, numbers = self._state, list[int]()
        if state.result is None and isinstance(self.core.nodes[state.node], c.Decision):
            numbers = self._stepper.numbers(state)
            if not numbers and state.result is None:
                state.result = "stuck"
        self._stand(state.node, numbers, state.result)
