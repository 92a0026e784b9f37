"""What a stepping stone should speak of: what decides how the things of a claim change."""

from __future__ import annotations

import pytest

from qedeck.proofs.leads import leads
from qedeck.spec import tree as t
from qedeck.spec.game import load_text
from qedeck.spec.properties import property_program

GAME = """\
game locked
  players 2
  starts with main

cards
  stone, 9 copies

zones
  deck: pile of card, face down, full at start
  heap: pile of card, face up

remember
  m: 0 to 2
  x: 0 to 3
  lock: 0 to 12
  idle: 0 to 3

phase main
  repeat
    player 1 chooses a number n from 0 to 9
    if n is 7
      add 1 to lock, up to 12
    otherwise
      lock becomes 0
    if lock is 12: m becomes 2
    player 2 chooses one
      wait
        idle becomes 1
      look
        if m is 2: x becomes 2
      draw
        if size of heap < 3: draw 1 from deck to heap
  until no

property asked
"""


@pytest.mark.parametrize(
    ("claim", "named"),
    [
        ("always x is 0", ("m",)),
        ("always m is 0", ("lock",)),
        ("always x is 0 or m is 2", ("lock",)),
        ("always idle is 0", ()),
        ("always size of deck > 5", ("heap",)),
    ],
)
def test_what_to_claim_something_of(claim: str, named: tuple[str, ...]) -> None:
    game = load_text(f"{GAME}  {claim}\n")
    (prop,) = (clause for clause in game.clauses if isinstance(clause, t.Property))
    program = property_program(game.clauses, prop, 2)
    assert program is not None
    term = program.claims[0].term
    assert term is not None
    assert leads(program.core, term) == named
