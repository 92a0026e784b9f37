"""Very many plays by the engine: what is rare is found, walked by the reference, and told by the rules as written."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import reach
from qedeck.proofs.plays.checks import Sought, Watch
from qedeck.proofs.plays.everywhere import again
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.many import Many, many
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade

from .games import program, told, twin

DICE = """
game dice
  players 2
  starts with main

reading sixes: lost, or kept

remember
  throws: 0 to 9
  in-a-row: 0 to 9
  luck: 0 to 6

phase main
  repeat
    chance chooses a number n from 1 to 6
    luck becomes n
    add 1 to throws
    if luck is 6 and sixes is kept: add 1 to in-a-row
    if luck is not 6: in-a-row becomes 0
  until throws is 9
"""
"""Five sixes in a row are rare, and count with one reading only."""

ROW = "in-a-row is 5"
NEVER = twin(DICE, "luck is 6 and sixes is kept", "luck is 6 and sixes is kept and in-a-row < 4")

pytest.importorskip("wasmtime")


def looked(text: str, seconds: float = 8, more: str = "") -> tuple[Many, Watch]:
    made = program(text, f"never {ROW}", 2, more)
    assert made.claims[0].term is not None
    rules = given(made.core, made.assuming).rules
    watch = Watch(Aim(made.claims[0].term, True), "position", rules)
    return many(made.core, Sought(watch), rules, seconds), watch


def test_what_is_rare_is_found_and_played_again() -> None:
    found, _ = looked(DICE)
    assert found.spot is not None and found.plays > 400
    assert found.spot.cells["in-a-row"] == (5,) and found.spot.before is not None
    assert found.spot.before["in-a-row"] == (4,)
    play = again(found.spot, program(DICE, f"never {ROW}", 2).core)
    assert play is not None and play.cells == found.spot.cells


def test_what_never_comes_about_is_not_found() -> None:
    found, _ = looked(NEVER, 1)
    assert found.spot is None and found.plays > 400


def test_nor_with_the_other_reading() -> None:
    found, _ = looked(DICE, 1, "  with sixes is lost\n")
    assert found.spot is None and found.plays > 400


def test_reachable_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "searched", lambda *_: None)
    monkeypatch.setattr(reach, "sample", lambda *_, **__: pytest.fail("not needed"))
    made = program(DICE, f"reachable {ROW}", 2)
    said = reach.decide(made, made.claims[0], 40, False)
    assert said.grade is Grade.SHOWN and said.trace is not None, told(said)
