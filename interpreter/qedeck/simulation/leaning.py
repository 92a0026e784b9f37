"""The same game, in which nobody may do what the usual player would not: a Core and preferences in, a Core out.

A player who is a list of preferences narrows down what is legal. Written into the guards of the choices, the same is
played by whatever plays games at random, the compiled engine too. Who may do what otherwise is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never

from qedeck.interpreter.actions import STAYING_OUT
from qedeck.interpreter.words import Words
from qedeck.simulation.preferences import ME, Preference, Preferences, Terms
from qedeck.spec import core as c
from qedeck.spec.checker.terms import FALSE, TRUE, both, either, negated, same
from qedeck.spec.texts import Texts

NOTHING = -1_000_000
"""Less than whatever somebody may wish for most."""
_NUMBERS = c.Whole(NOTHING, -NOTHING)


def leaning(core: c.Core, player: Preferences) -> c.Core:
    """The game as players like this one play it; nodes keep their numbers."""
    words, nodes, defines = Words(core, Texts()), list(core.nodes), dict(core.defines)
    for number, node in enumerate(core.nodes):
        if isinstance(node, c.Decision) and node.owner.who in ("player", "anyone"):
            made = _Leaned(words, number, node)
            for line in player.lines:
                made.lean(line)
            nodes[number] = replace(node, options=made.options)
            defines |= made.defines
    return replace(core, nodes=tuple(nodes), defines=defines)


@dataclass
class _Leaned:
    """One decision, of which line after line leaves less."""

    words: Words
    number: int
    node: c.Decision

    def __post_init__(self) -> None:
        self.defines: dict[str, c.Define] = {}
        self.kept: list[c.Expr] = [c.Try(option.guard, FALSE) for option in self.node.options]
        self.narrowed: list[list[c.Expr]] = [[] for _ in self.node.options]

    @property
    def options(self) -> tuple[c.Option, ...]:
        pairs = zip(self.node.options, self.narrowed, strict=True)
        return tuple(replace(option, guard=both(option.guard, *more)) for option, more in pairs)

    def lean(self, line: Preference) -> None:
        """What a line leaves: the better choices, or all if it tells none apart."""
        places = range(len(self.node.options))
        counts = [TRUE if line.given is None else c.Try(self._asked(line.given, k) or FALSE, FALSE) for k in places]
        if line.manner in ("choice", "when"):
            good = [both(counts[k], TRUE if line.manner == "when" else self._named(line.text, k)) for k in places]
            any_good = self._define(c.YesNo(), either(*(self._some(k, good[k]) for k in places)))
            left = [either(good[k], negated(any_good)) for k in places]
            speaks = any(term != FALSE for term in good)
        else:
            sign = 1 if line.manner == "most" else -1
            asked = [self._asked(line.terms, k) for k in places]
            worth = [_where(counts[k], term, sign) for k, term in enumerate(asked)]
            best = self._define(_NUMBERS, c.Op("max", (*(self._most(k, worth[k]) for k in places), c.Const(NOTHING))))
            # Whoever compares by a number wants to act: staying out must be wished for by name.
            left = [either(same(worth[k], best), both(same(worth[k], c.Const(NOTHING)), c.Const(not self._idle(k))),
                           same(best, c.Const(NOTHING))) for k in places]
            speaks = any(term is not None for term in asked)
        if speaks:
            for k in places:
                self.narrowed[k].append(left[k])
                self.kept[k] = both(self.kept[k], left[k])

    # ---- of one option ----------------------------------------------------------------------------

    @cached_property
    def _me(self) -> list[c.Expr]:
        """Who decides: whoever is asked, or in a race whoever reaches first."""
        owner = self.node.owner.player
        firsts = [option.picks[:1] for option in self.node.options]
        return [owner or (c.Local(picks[0].var) if picks else c.Const(-1)) for picks in firsts]

    def _idle(self, k: int) -> bool:
        option = self.node.options[k]
        return not option.picks and option.name in STAYING_OUT

    def _asked(self, terms: Terms, k: int) -> c.Expr | None:
        found: Mapping[tuple[int, int], c.Expr] = dict(terms)
        term = found.get((self.number, k))
        return None if term is None else c.substituted(term, {ME: self._me[k]})

    def _named(self, text: str, k: int) -> c.Expr:
        """Whether the choice is called so: by its option, by one of its picks, or as a script writes it."""
        option = self.node.options[k]
        if text == option.name:
            return TRUE
        name, _, values = text.partition(" with ")
        if values and name == option.name:
            said = values.split(" and ")
            if len(said) != len(option.picks):
                return FALSE
            return both(*(self._is(pick, word) for pick, word in zip(option.picks, said, strict=True)))
        return either(*(self._is(pick, text) for pick in option.picks))

    def _is(self, pick: c.Pick, word: str) -> c.Expr:
        value = self.words.value(pick.type, word)
        return FALSE if value is None else same(c.Local(pick.var), c.Const(value))

    # ---- of all of them ---------------------------------------------------------------------------

    def _define(self, kind: c.Type, body: c.Expr) -> c.Expr:
        """Asked again and again at one decision, so it has a name; but what is known needs none."""
        if isinstance(body, c.Const):
            return body
        name = f"usual {self.number}.{len(self.defines) + 1}"
        self.defines[name] = c.Define(name, (), kind, body, "")
        return c.Call(name, ())

    def _some(self, k: int, good: c.Expr) -> c.Expr:
        """Whether any choice of this option is left that is good."""
        term = both(self.kept[k], good)
        for pick in reversed(self.node.options[k].picks) if term != FALSE else ():
            term = c.Fold("any", pick.var, *_ends(pick.type), None, term)
        return term

    def _most(self, k: int, worth: c.Expr) -> c.Expr:
        if worth == c.Const(NOTHING):
            return worth
        term: c.Expr = c.Ite(self.kept[k], worth, c.Const(NOTHING))
        for pick in reversed(self.node.options[k].picks):
            term = c.Fold("max", pick.var, *_ends(pick.type), None, term)
        return term


def _where(counts: c.Expr, term: c.Expr | None, sign: int) -> c.Expr:
    """What a choice is worth if it counts; otherwise nothing."""
    if term is None:
        return c.Const(NOTHING)
    value = term if sign == 1 else c.Op("sub", (c.Const(0), term))
    return c.Ite(counts, c.Try(value, c.Const(NOTHING)), c.Const(NOTHING))


def _ends(kind: c.Type) -> tuple[int, int]:
    """From the first value of a type to the one behind the last."""
    match kind:
        case c.YesNo():
            return 0, 2
        case c.Whole(low, high):
            return low, high + 1
        case c.Member(domain):
            return 0, domain.size
        case _:
            assert_never(kind)
