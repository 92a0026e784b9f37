"""What every single step keeps by itself: proved without looking at any play, and only then."""

from __future__ import annotations

import pytest

from qedeck.proofs.formulas import reasons
from qedeck.proofs.kinds import always
from qedeck.proofs.plays import throughout
from qedeck.proofs.plays.given import given
from qedeck.proofs.steps import claimed
from qedeck.proofs.steps.induction import Aim, Proof
from qedeck.proofs.steps.stepwise import stepwise
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c

from .games import DRAUGHT, program, told, twin

PURSE = """
game purse
  players 3
  starts with main

reading fines: single, or double

remember
  purse of each player: 0 to 9, starting 4
  bids: 0 to 9

phase main
  repeat
    player 1 chooses a number n from 0 to 3
    bids becomes n
    for each player p where p is not player 1
      if purse of p < 5: add n to purse of p, up to 5
      take 1 from purse of p, down to 1
    if fines is double: take 1 from purse of player 2, down to 1
  until bids is 3
"""
"""Purses go up and down between two clamps, in a loop over the players, as often as player 1 likes."""

WITHIN = "every player p has purse of p is at least 1 and purse of p is at most 5"
UNCLAMPED = twin(PURSE, "      take 1 from purse of p, down to 1\n", "      take 1 from purse of p, down to 0\n")


def shown(text: str, claim: str, opinion: bool = False, more: str = "", seconds: float = 10.0) -> Proof:
    made = program(text, claim, 3, more)
    (asked,) = made.claims
    assert asked.term is not None
    assumed = given(made.core, made.assuming)
    aim = Aim(asked.term, asked.kind == "never", assumed.position)
    return stepwise(made.core, aim, assumed.rules, seconds, opinion)


def decided(text: str, claim: str) -> Verdict:
    made = program(text, claim, 3)
    return always.decide(made, made.claims[0], 10, opinion=False)


def test_a_clamp_in_a_loop_is_kept_by_every_step() -> None:
    proof = shown(PURSE, f"always {WITHIN}", opinion=True)
    assert proof.proved, proof.reason
    assert proof.agreed == ("z3", "cvc5") and proof.used == ["aim"]
    # The first position, and at least one question for each of the two players in the loop and for the fine.
    assert proof.questions == len(proof.smt) > 3


def test_so_that_always_is_proved_by_induction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throughout, "prove", lambda *_, **__: Proof(False, "not asked"))
    for claim in (f"always {WITHIN}", "never purse of player 3 is 0", "never purse of player 2 > 5"):
        said = decided(PURSE, claim)
        assert said.grade is Grade.PROVED_SIZES and said.engine == "induction", told(said)
        assert "questions about single steps" in said.detail and "helper fact" not in said.detail


def test_without_the_clamp_it_is_not_kept() -> None:
    proof = shown(UNCLAMPED, f"always {WITHIN}")
    assert not proof.proved and proof.reason == "a step by itself does not keep it"
    said = decided(UNCLAMPED, f"always {WITHIN}")
    assert said.grade is Grade.REFUTED and said.trace is not None, told(said)
    # What the missing clamp does not touch is still kept.
    assert shown(UNCLAMPED, "always every player p has purse of p is at most 5").proved


def test_one_step_outside_the_loop_is_enough_to_break_it() -> None:
    broken = twin(PURSE, "player 2, down to 1", "player 2, down to 0")
    assert not shown(broken, f"always {WITHIN}").proved
    assert shown(broken, "always purse of player 3 is at least 1").proved
    # With the other reading that step is never taken.
    assert shown(broken, f"always {WITHIN}", more="  with fines is single\n").proved
    assert not shown(broken, f"always {WITHIN}", more="  with fines is double\n").proved


def test_steps_that_only_together_keep_it() -> None:
    """Between the two steps it does not hold: only the whole choice keeps it."""
    text = twin(PURSE, "    bids becomes n\n", "    purse of player 1 becomes n\n    bids becomes n\n")
    proof = shown(text, "always purse of player 1 is 4 or purse of player 1 is bids")
    assert not proof.proved and proof.reason == "a step by itself does not keep it"
    assert decided(text, "always purse of player 1 is 4 or purse of player 1 is bids").grade is Grade.PROVED_SIZES


def test_what_does_not_hold_at_first() -> None:
    for claim in ("always purse of player 1 is 3", "always purse of player 1 is 3 and bids is at most 9"):
        proof = shown(PURSE, claim)
        assert not proof.proved and proof.reason == "it does not hold at first"
    later = twin(PURSE, "starting 4", "starting 6")
    assert shown(later, f"always {WITHIN}").reason == "it does not hold at first"


def test_where_something_is_assumed_of_the_position() -> None:
    more = "  assuming bids is 9\n"
    assert shown(PURSE, "always purse of player 1 is 4", more=more).proved
    assert not shown(UNCLAMPED, "always purse of player 2 is 4", more=more).proved


@pytest.mark.parametrize("claim", ["always size of deck is 9", "always hand of player 1 is empty or deck is not empty"])
def test_a_deal_by_itself_changes_it(claim: str) -> None:
    proof = shown(DRAUGHT, claim)
    assert not proof.proved and proof.reason == "a choice by itself changes it"


def test_a_pick_by_itself_changes_it() -> None:
    """What a player picks stands there before any step is taken; nobody writes an aim about it, but a fact may be."""
    made = program(PURSE, "always bids is at most 9", 3)
    pick = next(
        pick.var for node in made.core.nodes if isinstance(node, c.Decision) for o in node.options for pick in o.picks
    )
    aim = Aim(c.Op("le", (c.Read(pick), c.Const(2))))
    assert stepwise(made.core, aim, None, 10.0, False).reason == "a choice by itself changes it"
    kept = Aim(c.Op("le", (c.Read("bids"), c.Const(9))))
    assert stepwise(made.core, kept, None, 10.0, False).proved


def test_no_time_no_proof() -> None:
    assert not shown(PURSE, f"always {WITHIN}", seconds=0.0).proved


def test_a_second_solver_that_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "second_opinion", lambda smt, seconds: "sat")
    proof = shown(PURSE, f"always {WITHIN}", opinion=True)
    assert not proof.proved and "disagree" in proof.reason
    monkeypatch.setattr(reasons, "second_opinion", lambda smt, seconds: "unknown")
    proof = shown(PURSE, f"always {WITHIN}", opinion=True)
    assert proof.proved and proof.agreed == ("z3",)


FOLD = """
game fold
  players 3
  starts with main

remember
  pen of each player: 0 to 9, starting 3
  wood of each player: 0 to 9
  moon: 0 to 9

define woods of player q: player
  when moon > 9: left of q
  otherwise: q

phase main
  repeat
    player 1 chooses a number n from 0 to 3
    moon becomes n
    for each player p
      if moon > 1 and pen of p > 0
        take 1 from pen of p
        add 1 to wood of p
      otherwise if p is not player 2 and wood of woods of p > 0
        take 1 from wood of woods of p
        add 1 to pen of p
  until moon is 3
"""
"""Sheep go to the wood and come back, but for those of player 2, to their own pen: the moon is never larger than 9."""
STRAYED = twin(FOLD, "when moon > 9", "when moon > 0")
COUNTED = "always every player p has pen of p + wood of p is 3"
AT_MOST = "always every player p has pen of p is at most 3"


def helped(text: str, *claims: str, between: bool = False) -> Proof:
    """The last of some claims, with the others as hints."""
    made = program(text, "\n  ".join(claims), 3)
    terms = [claim.term for claim in made.claims if claim.term is not None]
    return stepwise(made.core, Aim(terms[-1]), None, 20.0, False, terms[:-1], between)


def test_what_only_the_real_definitions_show() -> None:
    assert helped(FOLD, COUNTED).proved
    assert not helped(STRAYED, COUNTED).proved
    assert decided(STRAYED, COUNTED).grade is Grade.REFUTED


def test_what_is_said_helps_only_if_it_is_kept_itself() -> None:
    assert not helped(FOLD, AT_MOST).proved
    assert helped(FOLD, COUNTED, AT_MOST).proved
    assert not helped(FOLD, "always every player p has pen of p is 3", AT_MOST).proved
    assert not helped(STRAYED, COUNTED, AT_MOST).proved


def test_what_each_choice_keeps_step_by_step() -> None:
    same = "each choice keeps every player p has pen of p + wood of p is was (pen of p + wood of p)"
    assert helped(FOLD, same, between=True).proved
    assert not helped(STRAYED, same, between=True).proved
    # A choice need not be a step at all.
    assert not helped(FOLD, "each choice keeps every player p has pen of p > was pen of p", between=True).proved


def test_firm_ground_is_firm_after_a_step_too() -> None:
    """That somebody's sheep are all away is known at the end only by what holds there as well."""
    text = twin(FOLD, "  until moon is 3\n", "  until moon is 3\n  judge shorn\n")
    text += "\nending shorn\n  when moon is 3\n  won by player p where wood of p > 0\n"
    claims = (COUNTED, "always result is none or (every player p has wood of p > 0 or pen of p is 3)")
    for game, fine in ((text, True), (text.replace("when moon > 9", "when moon > 0"), False)):
        made = program(game, "\n  ".join(claims), 3)
        first, last = made.claims[0].term, made.claims[1].term
        assert first is not None and last is not None
        assert claimed._on_firm_ground(made.core, Aim(last), None, 20.0, [first], None).proved is fine
