"""Induction piece by piece, and what the way to a place makes sure: nothing is known that a play could contradict."""

from __future__ import annotations

import pytest

from qedeck.proofs.plays.given import given, hold_at
from qedeck.proofs.plays.sample import Sampler, by_itself
from qedeck.proofs.steps.cuts import bare, cut
from qedeck.proofs.steps.induction import Aim, Proof, lasting
from qedeck.proofs.steps.piecewise import piecewise
from qedeck.proofs.steps.stepwise import stepwise
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c
from qedeck.spec.game import load

from .games import COUNTDOWN, DRAUGHT, program, twin

PAWN = """
game pawn
  players 2
  starts with main

remember
  whose: player
  purse of each player: 0 to 9, starting 4
  shop: 0 to 18
  lent: yes or no

phase main
  repeat
    do trade
    whose becomes left of whose
  until no

phase trade
  if purse of whose > 0
    whose chooses one
      pawn
        lent becomes yes
        take 1 from purse of whose
        add 1 to shop
        do settle
      pass
  lent becomes no

phase settle
  if lent and shop > 3
    for each player p where shop > 0
      if purse of p < 9
        add 1 to purse of p
        take 1 from shop
"""
"""Coins go to the shop and come back; between two steps of one line there is always one missing."""

KEPT = "always sum of purse of p for each player p + shop is 8"
GREEDY = twin(PAWN, "        take 1 from shop\n", "        take 2 from shop, down to 0\n")


def shown(text: str, claim: str, players: int = 2) -> Proof:
    made = program(text, claim, players)
    assert made.claims[0].term is not None
    assumed = given(made.core, made.assuming)
    return piecewise(made.core, Aim(made.claims[0].term), assumed.rules, 20)


def test_what_a_single_step_breaks_a_piece_keeps() -> None:
    made = program(PAWN, KEPT, 2)
    assert made.claims[0].term is not None
    assert not stepwise(made.core, Aim(made.claims[0].term), None, 10, False).proved
    assert shown(PAWN, KEPT).proved


def test_what_a_piece_breaks_is_not_proved() -> None:
    assert not shown(GREEDY, KEPT).proved


def test_the_way_there_makes_sure() -> None:
    # Only where somebody decides: after the choice it may be lent.
    assert shown(PAWN, "always not lent").proved
    assert shown(PAWN, "always purse of whose > 0").proved
    late = twin(PAWN, "  lent becomes no\n", "  if shop is 2: lent becomes no\n")
    assert not shown(late, "always not lent").proved
    open_ = twin(PAWN, "  if purse of whose > 0\n", "  if purse of whose > 0 or shop > 0\n")
    assert not shown(open_, "always purse of whose > 0").proved


@pytest.mark.parametrize(("text", "players"), [(PAWN, 2), (COUNTDOWN, 2), (DRAUGHT, 3)])
def test_what_is_sure_holds_in_plays(text: str, players: int) -> None:
    core = program(text, "always 1 is 1", players).core
    met = sure(core)
    assert any(met.values())
    sampler = Sampler(core)
    for spot in sampler.spots(3, 30):
        if spot.node is not None:
            assert all(hold_at(sampler.meaning, Aim(fact), spot.cells) for fact in met[spot.node])


@pytest.mark.parametrize("name", ["wolf_and_hound", "werewolves_and_robbers"])
def test_what_is_sure_holds_in_plays_of_whole_games(name: str) -> None:
    core = load(name).core(3)
    met = sure(core)
    assert sum(map(len, met.values())) > 50
    sampler = Sampler(core)
    for spot in sampler.spots(5, 12):
        if spot.node is not None:
            assert all(hold_at(sampler.meaning, Aim(fact), spot.cells) for fact in met[spot.node])


def test_a_game_in_pieces_is_the_same_game() -> None:
    core = program(PAWN, KEPT, 2).core
    pieces = cut(core, frozenset({"purse", "shop"}))
    assert len(pieces.nodes) > lasting(core) > len(core.nodes)
    one, other = Sampler(core), Sampler(pieces)
    for number in range(20):
        whole, cut_up = (
            [s.cells for s in game.play(number, {}, 30) if s.node is not None and not by_itself(game.core, s.node)]
            for game in (one, other)
        )
        many = min(len(whole), len(cut_up))
        assert many > 2 and whole[:many] == cut_up[:many]


def test_bare_pieces_keep_what_matters() -> None:
    core = program(PAWN, KEPT, 2).core
    view = bare(Whole(core), cut(core, frozenset({"lent"})), frozenset({"lent"}))
    left = [step for block in view.core.blocks for step in block.steps]
    assert left and all(isinstance(step, c.Assign) and step.var == "lent" for step in left)


FERRY = """
game ferry
  players 2
  starts with main

remember
  aboard: yes or no
  coins: 0 to 9, starting 4

phase main
  repeat
    player 1 chooses one
      come
      hurry
    aboard becomes yes
    player 2 chooses one
      row
      rest
    take 1 from coins
    player 1 chooses one
      thank
      leave
    add 1 to coins
    aboard becomes no
  until no
"""
"""A coin is paid while somebody is aboard: whether it was paid already depends on where one is in the rules."""

CASES = "always (not aboard and coins is 4) or (aboard and coins is 4) or (aboard and coins is 3)"


def test_which_case_it_is_depends_on_the_place() -> None:
    made = program(FERRY, CASES, 2)
    assert made.claims[0].term is not None
    aim = Aim(made.claims[0].term)
    assert not piecewise(made.core, aim, None, 10).proved
    assert piecewise(made.core, aim, None, 20, by_cases=True).proved


def test_a_case_that_is_missing_is_missed() -> None:
    for changed in (
        twin(FERRY, "    add 1 to coins\n", "    if coins is 4: add 1 to coins\n"),
        twin(FERRY, "    take 1 from coins\n", "    take 2 from coins, down to 0\n"),
    ):
        made = program(changed, CASES, 2)
        assert made.claims[0].term is not None
        assert not piecewise(made.core, Aim(made.claims[0].term), None, 20, by_cases=True).proved
