"""Small games in which words once meant something else than they say: their examples hold, and so do their claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.engine import Engine
from qedeck.interpreter.examples_run import run_example
from qedeck.proofs.kinds import always, undefined
from qedeck.proofs.verdict import Grade
from qedeck.spec.checker import moving, statements
from qedeck.spec.game import load, load_text

from .games import program, told, twin

REPRO = Path(__file__).parent / "repro"
FOLLOWS = (REPRO / "let_follows_place.qed").read_text("utf-8")
RULES = FOLLOWS.partition("property ")[0]
NEVER_THERE = "never over-now and seen is in line"


@pytest.mark.parametrize("name", ["letbug", "draw_amount", "draw_amounts_more"])
def test_examples_hold(name: str) -> None:
    game = load(REPRO / f"{name}.qed")
    assert game.sound
    outcomes = [run_example(example, game.texts) for example in game.examples()]
    assert outcomes and [outcome.name for outcome in outcomes if not outcome.passed] == []


def test_a_card_that_was_taken_away_is_away() -> None:
    asked = program(RULES, NEVER_THERE)
    found = always.decide(asked, asked.claims[0], 30, opinion=False)
    assert found.grade is Grade.PROVED_SIZES, told(found)
    asked = program(RULES, "never undefined")
    assert undefined.decide(asked, asked.claims[0], 30, opinion=False).grade is Grade.PROVED_SIZES


def test_what_lies_there_now_is_another_card() -> None:
    """The broken twin: it asks what lies at the place afterwards."""
    asked = program(twin(RULES, "seen becomes c", "if size of line >= i: seen becomes card at i in line"), NEVER_THERE)
    found = always.decide(asked, asked.claims[0], 30, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)


def test_the_engine_keeps_it_too() -> None:
    """Whichever card is taken, the engine ends with it away from the line; the twin does not."""
    checked = twin(FOLLOWS, "  judge over\n", "  require seen is not in line\n  judge over\n")
    assert Engine(load_text(checked).core(2)).playouts(None, 1, 300).results() == {("drawn", "over"): 300}
    broken = twin(checked, "seen becomes c", "if size of line >= i: seen becomes card at i in line")
    assert Engine(load_text(broken).core(2)).playouts(None, 1, 300).results()["undefined", ""] > 50


@pytest.mark.parametrize(("name", "broken"), [("draw_amount", 1), ("draw_amounts_more", 3)])
def test_amounts_that_are_asked_anew_are_noticed(monkeypatch: pytest.MonkeyPatch, name: str, broken: int) -> None:
    """The planted mistake: nothing is taken to change while a statement goes on."""
    for module in (moving, statements):
        monkeypatch.setattr(module, "depends", lambda *_: False)
    outcomes = [run_example(example) for example in load(REPRO / f"{name}.qed").examples()]
    assert sum(not outcome.passed for outcome in outcomes) == broken
