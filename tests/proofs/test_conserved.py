"""Cards are neither lost nor made; a Core in which they are is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qedeck.proofs.kinds import conserved
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec.properties import PropertyProgram

from .games import program, shipped, told

MOVES = """
game moves
  players 2
  starts with main

parameter spare: 0 to 3
  assumed 1

spot is one of near, far

cards
  red, 2 copies
  blue, spare copies

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  laid: row of card, up to 3, face up
  board: grid spot of card, face up

phase main
  deal 1 from deck to hand of each player
  for each player p
    p chooses a card c in hand of p
    move c from hand of p to laid
  if card at near in board is none: move top of laid from laid to card at near in board
  swap card at near in board with card at far in board
  move all from laid to deck
"""


def planted(made: PropertyProgram, step: c.Step) -> PropertyProgram:
    """The same game with a step more in its first block."""
    first, *rest = made.core.blocks
    return replace(made, core=replace(made.core, blocks=(replace(first, steps=(*first.steps, step)), *rest)))


def test_moves_keep_every_card() -> None:
    made = program(MOVES, "conserved card")
    said = conserved.decide(made, made.claims[0], 20)
    assert said.grade is Grade.PROVED_SIZES and said.engine == "induction", told(said)
    assert "cvc5" in said.agreed and "every spare" in said.over


def test_a_step_that_makes_cards_is_found() -> None:
    made = program(MOVES, "conserved card")
    made = planted(made, c.Assign("deck", (c.Const(0),), c.Const(0), "main"))
    said = conserved.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.REFUTED and said.detail == "main: after this step, not as many of red as before"
    assert said.story, told(said)


def test_a_first_table_with_too_many_cards_is_found() -> None:
    made = program(MOVES, "conserved card")
    size, faces = made.core.vars["deck.size"], made.core.vars["deck"]
    doubled = replace(made.core, vars=made.core.vars | {"deck": replace(faces, init=c.Const(1)), "deck.size": size})
    said = conserved.decide(replace(made, core=doubled), made.claims[0], 20, False)
    assert said.grade is Grade.REFUTED and said.detail.startswith("when the game begins: not"), told(said)


@pytest.mark.slow
def test_werewolves_and_robbers_lose_nothing() -> None:
    made = shipped("werewolves_and_robbers", 3, "conserved card, chip")
    said = conserved.decide(made, made.claims[0], 60, False)
    assert said.grade is Grade.PROVED_SIZES, told(said)
