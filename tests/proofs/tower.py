"""A small game whose properties notice some changes, and a change by its words."""

from __future__ import annotations

from qedeck.proofs.mutation.mutation import Bench
from qedeck.spec.game import load_text

TOWER = """
game tower
  players 2
  starts with main

remember
  height: 0 to 9
  builder: player

define tall: yes or no
  height >= 3

define spare: number
  when height > 4: 4
  otherwise: height

define helped: number
  height + 1

phase main
  repeat
    builder chooses a number n from 1 to 2
    add n to height
    builder becomes left of builder
  until tall
  judge built

ending built
  when tall
  won by player p where p is builder

example two-up
  given height is 4
  then spare is 4
  given height is 9
  then spare is 4

property grows
  each choice keeps height > was height

property high-enough
  any position has tall is (height >= 3)

property in-turns
  each choice keeps builder is not was builder

property helping
  any position has helped > height
"""


def change(bench: Bench, clause: str, words: str) -> int:
    """The number of a change."""
    return next(m.number for m in bench.mutants if (m.clause, m.words) == (clause, words))


def bench_of(*changed: tuple[str, str], seconds: float = 5.0) -> Bench:
    """The tower, with some of its text changed."""
    text = TOWER
    for old, new in changed:
        assert old in text
        text = text.replace(old, new)
    return Bench(load_text(text), seconds)
