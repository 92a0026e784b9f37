"""Of a variant, what it touches is asked first; what depends on nothing that it changes comes last."""

from __future__ import annotations

from pathlib import Path

from qedeck.proofs.portfolio import Run, questions
from qedeck.spec.game import load

BASE = """\
game base
  players 2
  starts with main

remember
  x: 0 to 3

define low: number
  1

define high: number
  2

phase main
  player 1 chooses a number n from 0 to 3
  x becomes n

property b-low-is-small
  any position has low < 3

property c-high-is-small
  any position has high < 3
"""

VARIANT = """\
variant higher of base

replace define high: number
  3

property d-own
  any position has low is 1
"""


def asked_in_order(folder: Path, name: str, text: str) -> list[str]:
    path = folder / name
    path.write_text(text, "utf-8")
    game = load(path)
    assert game.sound
    asked = questions(game, str(path), 5.0, False, stock=False)
    return [question.property for question, _ in Run(asked, jobs=1).verdicts()]


def test_what_a_variant_touches_is_asked_first(tmp_path: Path) -> None:
    assert asked_in_order(tmp_path, "base.qed", BASE) == ["b-low-is-small", "c-high-is-small"]
    assert asked_in_order(tmp_path, "higher.qed", VARIANT) == ["c-high-is-small", "d-own", "b-low-is-small"]
