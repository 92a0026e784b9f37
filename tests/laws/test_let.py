"""The law of `let`: a name is what its expression was worth when it was given, whatever has happened since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play, start
from qedeck.proofs.formulas.symbolic import SYMBOLIC
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker import statements
from qedeck.spec.checker.holding import Hold, held
from qedeck.spec.checker.values import Value
from qedeck.spec.game import Game, load_text
from qedeck.spec.reader import read
from qedeck.spec.render import render_all
from qedeck.spec.source import Source
from tests.engine.agreement import different

from .agreement import QUIET, different_play, examples
from .lets import Asked, asked
from .positions import Position

NOW, LATER, AFTER_A_CHOICE = range(3)
SEEDS = st.integers(0, 10_000)


def laid_out(question: Asked) -> Game:
    game = load_text(question.game())
    assert game.sound, f"{question.text}\n{render_all(game.diagnostics, game.sources)}"
    return game


def answers(play: Play) -> dict[str, tuple[int, ...]] | str:
    """What was kept, or that nothing could be."""
    if play.result is not None and play.result.kind == "undefined":
        return "undefined"
    return {name: row for name, row in play.cells.items() if name.startswith("answer-")}


def asked_at(table: Play, when: int) -> dict[str, tuple[int, ...]] | str:
    play = table.copy()
    play.apply(play.legal()[when])
    if not play.over:
        play.apply(play.legal()[0])
    assert play.over
    return answers(play)


def forgotten(question: Asked, seed: int) -> str:
    """When a name is not what it was, or nothing."""
    table = start(laid_out(question), 2, seed)
    now = asked_at(table, NOW)
    for when, label in ((LATER, "later"), (AFTER_A_CHOICE, "after a choice")):
        found = asked_at(table, when)
        if found != now:
            return f"{label}: {found}, but it was {now}"
    return ""


@examples(120)
@given(asked(), SEEDS)
def test_a_name_is_what_it_was(question: Asked, seed: int) -> None:
    assert forgotten(question, seed) == "", question.text


# ---- the other two algebras say the same ----------------------------------------------------------------


def positions_of(question: Asked, seed: int) -> Iterator[Position]:
    """The table as it lies, with the choice to ask later first: what the laws of one meaning take for a step."""
    table = start(laid_out(question), 2, seed)
    decision = table.decision
    assert isinstance(decision, c.Decision)
    for when in (LATER, AFTER_A_CHOICE):
        options = (decision.options[NOW], decision.options[when])
        node = c.Decision(decision.name, decision.owner, options, clause=decision.clause)
        core = replace(table.core, nodes=(node, *table.core.nodes[1:]))
        yield Position(core, table.cells, "stop", (), frozenset({"deck", "deck.size"}))


@examples(60)
@given(asked(), SEEDS)
def test_symbols_agree(question: Asked, seed: int) -> None:
    for position in positions_of(question, seed):
        assert different_play(position, SYMBOLIC) == "", question.text


@examples(45)
@given(asked(), SEEDS)
def test_code_agrees(question: Asked, seed: int) -> None:
    for position in positions_of(question, seed):
        assert different(position, wasm=False) == "", question.text


# ---- the law has teeth ----------------------------------------------------------------------------------

QUICK = settings(QUIET, max_examples=600, phases=[Phase.generate])


def _follows_its_place(name: str, value: Value, hold: Hold) -> Value:
    """A card at a place is whatever lies there, and several results are asked anew."""
    return value if value.zone is not None or value.parts else held(name, value, hold)


def _forgets_the_rest(name: str, value: Value, hold: Hold) -> Value:
    """Only the first of several results is kept."""
    if not value.parts:
        return held(name, value, hold)
    first = replace(value, parts=value.parts[:1])
    return replace(value, parts=(*held(name, first, hold).parts, *value.parts[1:]))


@pytest.mark.parametrize("planted", [_follows_its_place, _forgets_the_rest])
def test_planted_mistakes_are_found(monkeypatch: pytest.MonkeyPatch, planted: Any) -> None:
    monkeypatch.setattr(statements, "held", planted)
    wrong = find(st.tuples(asked(), SEEDS), lambda case: forgotten(*case) != "", settings=QUICK, random=Random(1))
    assert wrong


def _parts(thing: object) -> Iterator[str]:
    if isinstance(thing, tuple):
        for item in thing:
            yield from _parts(item)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield type(thing).__name__
        for field in fields(thing):
            yield from _parts(getattr(thing, field.name))


def test_every_kind_of_expression_is_named() -> None:
    """Except what only claims may say, `other` and `was`, and what nobody writes: that a reading changes something."""
    found: Counter[str] = Counter()

    @settings(QUIET, max_examples=300, derandomize=True, phases=[Phase.generate])
    @given(asked())
    def collect(question: Asked) -> None:
        file, _ = read(Source("let.qed", f"phase asked\n  let x be {question.text}\n"))
        found.update(_parts(file.clauses))

    collect()
    wanted = {kind.__name__ for kind in get_args(t.Expr)} - {"Elsewhere", "AsRead"}
    assert {kind for kind in wanted if found[kind] < 3} == set()


def test_names_are_sometimes_defined() -> None:
    """A law about what is kept says little if nothing ever is."""
    kept: Counter[bool] = Counter()

    @settings(QUIET, max_examples=60, derandomize=True, phases=[Phase.generate])
    @given(asked(), SEEDS)
    def collect(question: Asked, seed: int) -> None:
        kept[asked_at(start(laid_out(question), 2, seed), NOW) == "undefined"] += 1

    collect()
    assert kept[False] > 30 and kept[True] > 3


def test_what_is_kept_across_a_choice_rests_afterwards() -> None:
    game = laid_out(Asked("card", "card at 1 in line"))
    (name,) = [name for name in game.core(2).vars if name.endswith(".x")]
    kept = set()
    for seed in range(9):
        play = start(game, 2, seed)
        play.apply(play.legal()[AFTER_A_CHOICE])
        kept |= set(play.cells[name])
        play.apply(play.legal()[0])
        assert play.cells[name] == Meaning(play.core, CONCRETE).initial()[0][name]
    assert len(kept) > 1
