"""Two tables side by side: the same choices at both, and what is not the same at some time.

In: two games (or one game with two readings) and how they are set; out: whether some play tells them apart. Every pair
of positions is visited, by the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

from qedeck.interpreter.actions import Action
from qedeck.interpreter.events import Over, brief
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

from .world import Fixed, TooLarge, deals

MOST_PAIRS = 600
Looks = Callable[[Play, Play], bool]
"""Whether what is looked at is the same at both."""


@dataclass
class Tables:
    """Two games, compared in all that both have; or, with `looks`, in that alone."""

    one: c.Core
    other: c.Core
    hidden: str = ""
    """A reading that is not the same, and nobody's to see."""
    looks: Looks | None = None
    doubtful: bool = False
    """Whether something differs of which the reference does not say that it counts."""
    rules: tuple[Rules, Rules] = field(init=False)

    def __post_init__(self) -> None:
        self.rules = Rules(self.one, Texts()), Rules(self.other, Texts())
        self.shared = [
            name
            for name, var in self.one.vars.items()
            if name in self.other.vars
            and name != self.hidden
            and not var.rigid
            and "control" not in (var.role, self.other.vars[name].role)
        ]

    def part(self, fixed: Fixed, theirs: Fixed) -> bool:
        """Whether some play tells the tables apart, set so."""
        first = begun(self.rules[0], fixed), begun(self.rules[1], theirs)
        if None in first:
            # Play that goes round for ever before the first decision: nothing is said of it.
            self.doubtful = True
            return False
        one, other = first
        assert one is not None and other is not None
        waiting, seen = [(one, other, 0, 0)], set[object]()
        while waiting:
            one, other, since, since_too = waiting.pop()
            alike = self._alike(one, other, since, since_too)
            if not alike:
                return True
            key = one.node, one.cells, other.node, other.cells
            if one.over or other.over or key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST_PAIRS:
                raise TooLarge("pairs of positions")
            waiting += self._onward(one, other)
        return False

    def _onward(self, one: Play, other: Play) -> Iterator[tuple[Play, Play, int, int]]:
        theirs = {named(action): action for action in actions(other)}
        for action in actions(one):
            same = theirs.get(named(action))
            if same is None or self.looks is not None and one.node != other.node:
                continue
            here, there = one.copy(), other.copy()
            since, since_too = len(here.events), len(there.events)
            try:
                here.apply(action)
                there.apply(same)
            except Endless:
                self.doubtful = True
                continue
            yield here, there, since, since_too

    def _alike(self, one: Play, other: Play, since: int, since_too: int) -> bool:
        gone = [lost(play) for play in (one, other)]
        broken = [play.result is not None and there for play, there in zip((one, other), gone, strict=True)]
        if any(broken) or not all(gone) and any(gone):
            # Where play breaks off on the way, there is no position; a deal that cannot be made stands in one.
            self.doubtful |= all(gone) and not all(broken)
            return all(gone)
        if self.looks is not None:
            return self.looks(one, other)
        ends = [(p.result.kind, p.result.ending, p.result.winners) if p.result else None for p in (one, other)]
        if ends[0] != ends[1] or one.asked != other.asked:
            return False
        if any(_kept(one, name) != _kept(other, name) for name in self.shared):
            return False
        if {named(action) for action in actions(one)} != {named(action) for action in actions(other)}:
            return False
        for seat in range(1, self.one.domains["player"].size + 1):
            shown = [
                [brief(event) for event in play.noticed(seat, at) if not isinstance(event, Over)]
                for play, at in ((one, since), (other, since_too))
            ]
            if sorted(map(repr, shown[0])) != sorted(map(repr, shown[1])):
                return False
            self.doubtful |= shown[0] != shown[1]
        everything = [
            [brief(event) for event in play.noticed(None, at)] for play, at in ((one, since), (other, since_too))
        ]
        self.doubtful |= everything[0] != everything[1]
        return True


def _kept(play: Play, name: str) -> dict[tuple[str, ...], object]:
    """What there is of it, by names: the other game may have more cards."""
    var = play.core.vars[name]
    found = dict[tuple[str, ...], object]()
    for where, value in zip(product(*(dim.members for dim in var.dims)), play.cells[name], strict=True):
        if isinstance(var.type, c.Member):
            if value != c.NONE:
                found[where] = var.type.domain.members[int(value)]
        elif value:
            found[where] = value
    return found


def begun(rules: Rules, fixed: Fixed) -> Play | None:
    play = Play(rules, 1, auto=False)
    try:
        play.begin(fixed)
    except Endless:
        return None
    return play


def lost(play: Play) -> bool:
    """Whether the rules say nothing here: a deal that cannot be made is only noticed when it is made."""
    if play.result is not None:
        return play.result.kind == "undefined"
    return play.node is not None and bool(play.rules.meaning.unclear(play.cells, play.node))


def actions(play: Play) -> Iterator[Action]:
    """All that players and chance can do here."""
    if play.over or play.node is None or lost(play):
        return
    node, words = play.core.nodes[play.node], play.rules.words
    match node:
        case c.Decision():
            yield from play.legal()
        case c.DealDecision():
            amounts, _ = play.rules.meaning.deal_amounts(play.cells, play.node)
            for outcome in deals(play.row(node.source), amounts):
                yield Action(play.node, 0, outcome=outcome, words=words)
        case c.ShuffleDecision():
            row = [card for card in play.row(node.zone) if card != c.NONE]
            if len(row) > 5:
                raise TooLarge("orders")
            for order in sorted(set(permutations(row))):
                yield Action(play.node, 0, outcome=(order,), words=words)


def named(action: Action) -> object:
    """An action in words, which are the same in both games."""
    if action.outcome is not None:
        node = action.words.core.nodes[action.node]
        where = [ref.zone for ref in c.refs_at(node)]
        return action.option, tuple(where), action.outcome
    return action.option, tuple(action.picks.items()), action.player


@dataclass
class Outcomes:
    """Two games, compared in how they come out: by the same choices, as long as both have them."""

    one: c.Core
    other: c.Core
    doubtful: bool = False
    """Whether play went round for ever somewhere, and nobody decided."""
    ended: bool = False
    """Whether a play came to an end in both."""

    def part(self, fixed: Fixed) -> bool:
        """Whether some play comes out otherwise, set so."""
        first = [begun(Rules(core, Texts()), fixed) for core in (self.one, self.other)]
        waiting, seen = [first], set[object]()
        while waiting:
            one, other = waiting.pop()
            if one is None or other is None:
                self.doubtful = True
                continue
            ends = [_came_out(play) for play in (one, other)]
            if ends[0] != ends[1]:
                return True
            self.ended |= ends[0] is not None and ends[0][0] != "undefined"
            key = one.node, one.cells, other.node, other.cells
            if one.over or other.over or key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST_PAIRS:
                raise TooLarge("pairs of positions")
            theirs = {_chosen(other, action): action for action in actions(other)}
            for action in actions(one):
                there = theirs.get(_chosen(one, action))
                if there is not None:
                    waiting.append([_after(one, action), _after(other, there)])
        return False


def _came_out(play: Play) -> tuple[object, ...] | None:
    if play.result is None or play.result.kind == "stuck":
        return None
    return play.result.kind, play.result.ending, *sorted(play.result.winners)


def _chosen(play: Play, action: Action) -> object:
    """What is chosen, by somebody or by chance, whoever it is."""
    assert play.node is not None
    node = play.core.nodes[play.node]
    where = [(ref.zone, play.core.zones[ref.zone].cards.members) for ref in c.refs_at(node)]
    by_chance = not isinstance(node, c.Decision) or node.owner.who == "chance"
    return type(node).__name__, by_chance, action.option, repr(where), action.outcome, tuple(action.picks.items())


def _after(play: Play, action: Action) -> Play | None:
    on = play.copy()
    try:
        on.apply(action)
    except Endless:
        return None
    return on
