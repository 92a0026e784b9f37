"""One move at a time, in generated Python: what is legal, what follows, how chance falls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import add
from typing import Any, assert_never

from qedeck.engine.driver import KINDS
from qedeck.engine.ir import Region
from qedeck.engine.program import Program
from qedeck.engine.tally import Tally
from qedeck.engine.to_python import to_python
from qedeck.interpreter.chance import CARDS, GAMMA, MASK, PLAYERS, Chance
from qedeck.interpreter.play import MOST_AUTOMATIC
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

Action = tuple[int, tuple[int, ...]]
"""The option's place, and a value for each of its picks."""


class State:
    """Where a game stands: its cells, the node where something is decided, or how it came out."""

    __slots__ = ("fault", "node", "result", "row")

    def __init__(self, row: list[int], node: int, result: str | None = None, fault: int = 0) -> None:
        self.row, self.node, self.result, self.fault = row, node, result, fault

    def copy(self) -> State:
        return State(self.row[:], self.node, self.result, self.fault)


class Stepper:
    """The rules of a game as Python functions. `result` of a state is one of KINDS."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.core = program.core
        self.source = to_python(program)
        self._made: dict[str, Any] = {}
        exec(compile(self.source, f"<{program.core.name}>", "exec"), self._made)
        self._undefined: type[Exception] = self._made["Undefined"]
        self._first = program.memory.flatten(program.memory.first)
        nodes = range(len(self.core.nodes))
        self._legal = [self._made.get(f"legal_{node}") for node in nodes]
        self._apply = [self._made[f"apply_{node}"] for node in nodes]
        self._prepare = [self._made.get(f"prepare_{node}") for node in nodes]
        self._begin = self._made[program.begin.name]
        self._choices: list[int] = self._made[f"R{program.legality.choices.cell}"]
        self._weights: list[int] = self._made[f"R{program.legality.weights.cell}"]
        deciding = [c.who_decides(node) for node in self.core.nodes]
        self._nobody = [who == "nobody" for who in deciding]
        self._automatic = [who in ("nobody", "chance") for who in deciding]

    # ---- a game ---------------------------------------------------------------------------------

    def begin(self) -> State:
        """At the first decision, or draw of chance."""
        state = State(self._first[:], 0)
        self._depth()
        self._go(state, self._begin)
        self._pass(state)
        return state

    def cells(self, state: State) -> Cells:
        """The state as the interpreter has it."""
        return self.program.memory.cells([int(value) for value in state.row])

    def is_chance(self, state: State) -> bool:
        return self._automatic[state.node]

    def numbers(self, state: State) -> list[int]:
        """Every legal action by its number, in the order of the text; none where the game is stuck."""
        legal = self._legal[state.node]
        if legal is None:
            return []
        try:
            return self._choices[: legal(state.row)]
        except self._undefined as met:
            self._fail(state, met)
            return []

    def weights(self, state: State) -> list[int]:
        """At a choice of chance, right after `numbers`: how likely each is, in proportion."""
        return self._weights[: len(self.numbers(state))]

    def follow(self, state: State, number: int) -> None:
        """Do the action of this number, and whatever follows up to the next decision or draw of chance."""
        try:
            state.node = node = self._apply[state.node](state.row, number)
        except self._undefined as met:
            self._fail(state, met)
            return
        if node == c.OVER or self._nobody[node]:
            self._pass(state)

    def legal(self, state: State) -> list[Action]:
        return [self.action(state, number) for number in self.numbers(state)]

    def apply(self, state: State, action: Action) -> None:
        self.follow(state, self.number(state, action))

    # ---- chance -----------------------------------------------------------------------------------

    def to_deal(self, state: State) -> tuple[list[int], list[int]]:
        """At a deal: how many of each card there are, and how many cards each target gets."""
        node = self.core.nodes[state.node]
        assert isinstance(node, c.DealDecision)
        self._run(state, self._prepare[state.node])
        size = self.program.layout.sizes[node.source.zone][-1]
        if self.program.is_set(state.node):
            cards = self._row(self.program.pile_set)[0]
            return [cards >> k & 1 for k in range(size)], self._row(self.program.amounts)[: len(node.targets)]
        return self._row(self.program.pile)[:size], self._row(self.program.amounts)[: len(node.targets)]

    def deal(self, state: State, outcome: Sequence[Sequence[int]]) -> None:
        """After chance has dealt so: for each target, how many of each card."""
        node = self.core.nodes[state.node]
        assert isinstance(node, c.DealDecision)
        sets = self.program.memory.regions[node.source.zone].bits
        for target, counts in enumerate(outcome):
            if sets:
                self._row(self.program.dealt_sets)[target] = sum(many << card for card, many in enumerate(counts))
            else:
                self._row(self.program.dealt)[target * len(counts) : (target + 1) * len(counts)] = counts
        self._go(state, self._apply[state.node])
        self._pass(state)

    def to_shuffle(self, state: State) -> list[int]:
        """At a shuffle: the cards of the row."""
        node = self.core.nodes[state.node]
        assert isinstance(node, c.ShuffleDecision)
        self._run(state, self._prepare[state.node])
        size = self.program.layout.sizes[c.card_of(node.zone.zone)][-1]
        return [card for card in self._row(self.program.order)[:size] if card != c.NONE]

    def shuffle(self, state: State, order: Sequence[int]) -> None:
        row = self._row(self.program.order)
        row[:] = [*order, *[c.NONE] * (len(row) - len(order))]
        self._go(state, self._apply[state.node])
        self._pass(state)

    def draw(self, state: State, chance: Chance) -> None:
        """Chance decides, as in the interpreter."""
        node = self.core.nodes[state.node]
        match node:
            case c.DealDecision():
                pile, amounts = self.to_deal(state)
                if state.result is None and self.program.is_set(state.node):
                    self._deal_sets(state, [card for card, there in enumerate(pile) if there], amounts, chance)
                elif state.result is None:
                    self.deal(state, chance.deal(pile, amounts))
            case c.ShuffleDecision():
                self.shuffle(state, chance.shuffled(self.to_shuffle(state)))
            case c.Decision():
                numbers = self.numbers(state)
                if not numbers:
                    state.result = "stuck"
                else:
                    self.follow(state, numbers[chance.weighted(self._weights[: len(numbers)])])
            case _:
                assert_never(node)

    def _deal_sets(self, state: State, left: list[int], amounts: list[int], chance: Chance) -> None:
        """The same cards as chance.deal gives, where no two are equal."""
        dealt, below = self._row(self.program.dealt_sets), chance.below
        for target, amount in enumerate(amounts):
            cards = 0
            for _ in range(amount):
                cards |= 1 << left.pop(below(len(left)))
            dealt[target] = cards
        self._go(state, self._apply[state.node])
        self._pass(state)

    # ---- numbers of actions -------------------------------------------------------------------------

    def action(self, state: State, number: int) -> Action:
        node = self.core.nodes[state.node]
        assert isinstance(node, c.Decision)
        bases = self.program.bases(node)
        option = max(k for k in range(len(node.options)) if bases[k] <= number)
        rest, picks = number - bases[option], list[int]()
        for low, size in reversed(self.program.sizes(node.options[option])):
            rest, place = divmod(rest, size)
            picks.append(place + low)
        return option, tuple(picks[::-1])

    def number(self, state: State, action: Action) -> int:
        node = self.core.nodes[state.node]
        assert isinstance(node, c.Decision)
        option, picks = action
        number = 0
        for (low, size), value in zip(self.program.sizes(node.options[option]), picks, strict=True):
            number = number * size + int(value) - low
        return self.program.bases(node)[option] + number

    # ---- at random ------------------------------------------------------------------------------------

    def play(self, tally: Tally, first_seed: int, count: int, limit: int) -> None:
        """Random games, as the WebAssembly plays them."""
        ended, winner = (self.program.memory.regions[name].cell for name in ("ended", "winner"))
        for seed in range(first_seed, first_seed + count):
            state, made, choices = self.random_game(seed, limit)
            kind = KINDS.index(state.result or "unfinished")
            row = state.row
            over = kind == 0
            masks = sum(int(bit) << k for k, bit in enumerate(row[winner : winner + self.program.layout.seats]))
            tally.add(kind, row[ended] if over else -1, state.fault & 0xFFFF, masks if over else 0, made, choices)
            if self.program.watch is not None:
                marks, clauses = self._row(self.program.watch.marks), self._row(self.program.watch.clauses)
                if over:
                    marks[row[ended]] = 1
                clauses[:] = map(add, clauses, marks)
                marks[:] = [0] * len(marks)

    def random_game(self, seed: int, limit: int) -> tuple[State, int, int]:
        """The last state, how many decisions were made, and the number made of all that was chosen."""
        cards, players = Chance(seed, CARDS), Chance(seed, PLAYERS)
        made = choices = 0
        state = self.begin()
        automatic = 0
        while state.result is None:
            if self._automatic[state.node]:
                self.draw(state, cards)
                automatic += 1
                if state.result is None and automatic >= MOST_AUTOMATIC:
                    state.result = "endless"
                continue
            numbers = self.numbers(state)
            if state.result is not None or not numbers:
                state.result = state.result or "stuck"
                break
            if made >= limit:
                break
            k = players.below(len(numbers))
            choices = (choices + 1 + (len(numbers) << 16) + k) * GAMMA & MASK
            made, automatic = made + 1, 0
            self.follow(state, numbers[k])
        return state, made, choices

    # ---- inside -----------------------------------------------------------------------------------

    def read(self, region: Region) -> list[int]:
        return list(self._row(region))

    def write(self, region: Region, values: list[int]) -> None:
        self._row(region)[:] = values

    def _row(self, region: Region) -> list[int]:
        return self._made[f"R{region.cell}"]  # type: ignore[no-any-return]

    def _depth(self) -> None:
        self._row(self.program.depth)[0] = 0

    def _run(self, state: State, function: Any) -> int:
        try:
            return int(function(state.row))
        except self._undefined as met:
            self._fail(state, met)
            return c.OVER

    def _go(self, state: State, function: Any) -> None:
        state.node = self._run(state, function)

    def _fail(self, state: State, met: Exception) -> None:
        state.result, state.fault = "undefined", int(met.args[0])
        self._depth()

    def _pass(self, state: State) -> None:
        """Past what nobody decides."""
        automatic = 0
        while state.result is None:
            if state.node == c.OVER:
                ended = state.row[self.program.memory.regions["ended"].cell]
                state.result = "undeclared" if ended == c.NONE else "over"
            elif not self._nobody[state.node]:
                return
            else:
                self._go(state, partial(self._apply[state.node], action=0))
                automatic += 1
                if automatic >= MOST_AUTOMATIC:
                    state.result = "endless"
