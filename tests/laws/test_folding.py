"""The law of folding: with what is fixed put into the rules, every question has the same answer and every step leads to
the same table, wherever that is so; and what was undefined is undefined still."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.fixed import terms
from qedeck.proofs.fixed.folding import Folding
from qedeck.proofs.fixed.terms import Terms
from qedeck.spec import core as c

from .agreement import QUIET, examples, outcome, told_in
from .loose import nameless
from .positions import Position, positions, questions


def known(position: Position, which: frozenset[int]) -> dict[tuple[str, int], Any]:
    """Some cells of the parameters of a position, and what they are there."""
    cells = [
        ((name, place), value)
        for name, var in position.core.vars.items()
        if var.rigid
        for place, value in enumerate(position.cells[name])
    ]
    return dict(cell for k, cell in enumerate(cells) if k in which)


def answers(meaning: Meaning[Any, Any], position: Position, questions_: Iterable[c.Expr]) -> list[Any]:
    """What is asked, the endings and the winners. Cells remember what definitions are worth: each question has its own,
    so that nothing is answered by what other rules, or another pair of positions, made of it."""
    first, _ = Meaning(position.core, CONCRETE).initial()
    rigid = {name for name, var in position.core.vars.items() if var.rigid}
    # Both positions are of one game: what a parameter is, it was.
    before = {name: position.cells[name] if name in rigid else row for name, row in first.items()}
    found = [meaning.value(q, Cells(position.cells), other=Cells(before)) for q in questions_]
    winners = meaning.winners(Cells(position.cells), meaning.core.endings[0])
    return [*found, meaning.endings_holding(Cells(position.cells)), winners]


def different_answer(position: Position, which: frozenset[int]) -> str:
    """The first question to which rules with something fixed in them say something else."""
    written, folding = Meaning(position.core, CONCRETE), Folding(position.core, known(position, which))
    questions_ = [*position.core.constraints, *position.core.copies["card"]]
    simple = tuple(map(folding.term, questions_))
    game = folding.core(simple)
    if nameless(game, simple):
        return f"names {sorted(nameless(game, simple))}"
    fixed = Meaning(game, CONCRETE)
    here, there = answers(written, position, questions_), answers(fixed, position, simple)
    for place, ((value, faults), (value_too, faults_too)) in enumerate(zip(here, there, strict=True)):
        if bool(faults) != bool(faults_too) or (not faults and value != value_too):
            return f"question {place}"
    return ""


def different_play(position: Position, which: frozenset[int]) -> str:
    """Where a step by rules with something fixed in them leads elsewhere."""
    game = Folding(position.core, known(position, which)).core()
    written, fixed = Meaning(position.core, CONCRETE), Meaning(game, CONCRETE)
    action, node = position.action, {"play": 0, "stop": 0, "deal": 1, "shuffle": 2}.get(position.action)
    if node is not None and _options(fixed, node) != _options(written, node):
        action = "begin"  # a node that no play comes to is empty
    legal, (here,) = outcome(written, action, Cells(position.cells), position.values)
    legal_too, (there,) = outcome(fixed, action, Cells(position.cells), position.values)
    if bool(here.faults) != bool(there.faults):
        return "faults"
    if legal != legal_too:
        return "legal"
    if here.faults:
        return ""
    if here.node != there.node:
        return "node"
    if told_in(None, here.tellings) != told_in(None, there.tellings):
        return "tellings"
    wrong = [name for name, row in here.cells.items() if row != there.cells[name]]
    return f"cells {wrong}" if wrong else ""


def _options(meaning: Meaning[Any, Any], node: int) -> tuple[type, int]:
    point = meaning.core.nodes[node]
    return type(point), len(point.options) if isinstance(point, c.Decision) else 0


WHICH = st.frozensets(st.integers(0, 12))


@examples(150)
@given(questions(), WHICH)
def test_answers_stay(position: Position, which: frozenset[int]) -> None:
    assert different_answer(position, which) == ""


@examples(200)
@given(positions(), WHICH)
def test_plays_stay(position: Position, which: frozenset[int]) -> None:
    assert different_play(position, which) == ""


# ---- the law has teeth: mistakes planted in the folding, each of which it must find ---------------------


def _always_sound(self: Terms, expr: c.Expr, scope: Any) -> bool:
    return True


def _here_as_there(self: Terms, expr: c.Expr, scope: Any) -> c.Expr:
    return self.term(expr.body, scope) if isinstance(expr, c.Elsewhere) else _TERM(self, expr, scope)


_TERM = Terms.term


def _left_as_it_is(self: Terms, expr: c.Cases, scope: Any) -> c.Expr:
    return expr


def _one_applies(self: Terms, rows: Any, scope: Any) -> bool:
    return True


@pytest.mark.parametrize(
    ("what", "planted"),
    [
        ("sound", _always_sound),
        ("term", _here_as_there),
        ("_cases", _left_as_it_is),
        ("_by_value", _one_applies),
    ],
    ids=["undefined", "elsewhere", "names", "exclusive"],
)
def test_planted_mistakes_are_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms.Terms, what, planted)
    quick = settings(QUIET, max_examples=3000, phases=[Phase.generate])

    def parts(drawn: tuple[Position, frozenset[int]]) -> bool:
        try:
            return different_answer(*drawn) != ""
        except LookupError:
            return True  # a name that nobody gave is a difference too

    find(st.tuples(questions(), WHICH), parts, settings=quick, random=Random(1))
