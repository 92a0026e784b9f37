"""Claims about any position and any two, each beside a twin that must come out the other way."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.proofs.formulas import positions
from qedeck.proofs.kinds import position
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import tree as t
from qedeck.spec.game import load, load_text
from qedeck.spec.properties import property_program

from ..all_games import rules
from .games import program, told

GAME = """
game pairs
  players 2
  starts with main

cards
  red, rank 1 to 4
  joker, 2 copies

parameter bonus: 0 to 3
  assumed 1

reading jokers: high, or low

zones
  deck: pile of card, face down, full at start
  line: row of card, up to 3, face up

phase main
  deal 3 from deck to line

define worth of place i in line: number
  by card at i
    red: rank of card at i + bonus
    joker
      when jokers is high: 9
      otherwise: 0
"""


def verdict(claim: str, game: str = GAME, seconds: float = 20) -> Verdict:
    made = load_text(f"{game}\nproperty asked\n{claim}\n")
    assert made.sound, made.diagnostics
    prop = next(c for c in made.clauses if isinstance(c, t.Property))
    program = property_program(made.clauses, prop, made.players.start)
    assert program is not None
    return position.decide(program, program.claims[-1], seconds)


@pytest.mark.parametrize(
    ("claim", "grade"),
    [
        ("  any position has every place i in line has worth of i <= 9", Grade.PROVED_SIZES),
        ("  any position has every place i in line has worth of i < 9", Grade.REFUTED),
        ("  with jokers is low\n  any position has every place i in line has worth of i < 9", Grade.PROVED_SIZES),
        ("  with jokers is low\n  any position has every place i in line has worth of i < 7", Grade.REFUTED),
        ("  some position has size of line is 3 and every place i in line has card at i is a red", Grade.LAID_OUT),
        ("  some position has size of line is 3 and every place i in line has card at i is a joker", Grade.REFUTED),
        ("  assuming size of line is 3\n  any position has a red is in line", Grade.PROVED_SIZES),
        ("  assuming size of line is 2\n  any position has a red is in line", Grade.REFUTED),
        ("  any two positions have jokers is other jokers and bonus is other bonus", Grade.PROVED_SIZES),
        ("  any two positions have size of line is other size of line", Grade.REFUTED),
        ("  some two positions have size of line > other size of line", Grade.LAID_OUT),
        ("  some two positions have bonus > other bonus", Grade.REFUTED),
    ],
)
def test_a_claim_and_its_twin(claim: str, grade: Grade) -> None:
    found = verdict(claim)
    assert found.grade is grade, found
    if grade is Grade.REFUTED and "any" in claim or grade is Grade.LAID_OUT:
        assert found.story, "what is refuted or shown is laid out"
    if grade is Grade.PROVED_SIZES:
        assert found.agreed == ("z3", "cvc5")


def test_an_undefined_term_does_not_hold() -> None:
    assert verdict("  any position has rank of card at 1 in line > 0").grade is Grade.REFUTED


def test_a_real_trick_and_a_broken_rule() -> None:
    """With the tie rule taken away, a trick can be without a winner, and the property that is there says so."""
    game = load("werewolves_and_robbers")
    prop = next(c for c in game.clauses if isinstance(c, t.Property) and c.name.text == "one-winner")
    program = property_program(game.clauses, prop, 3)
    assert program is not None and position.decide(program, program.claims[0], 30, False).grade is Grade.PROVED_SIZES
    text = rules("werewolves_and_robbers")
    assert "\n  i > j\n" in text
    broken = load_text(text.replace("\n  i > j\n", "\n  no\n"))
    program = property_program(broken.clauses, prop, 3)
    assert program is not None
    found = position.decide(program, program.claims[0], 30, False)
    assert found.grade is Grade.REFUTED and any("trick" in line for line in found.story)


MANY_MEMBERS = """
game steps
  players 2
  starts with main

remember
  place of each player: 0 to 9

phase main
  player 1 chooses one
    go
    stay
"""


@pytest.mark.parametrize(("than", "grade"), [(">=", Grade.PROVED_SIZES), (">", Grade.REFUTED)])
def test_a_claim_of_many_members_is_asked_one_by_one(than: str, grade: Grade) -> None:
    each = f"(every number k from 1 to 9 has place of p < k or place of p {than} k)"
    made = program(MANY_MEMBERS, f"any position has every player p has {each}", 2)
    said = position.decide(made, made.claims[0], 20, opinion=True)
    assert said.grade is grade, told(said)
    assert bool(said.story) is (grade is Grade.REFUTED)
    if grade.good:
        assert said.detail == "18 questions, one for each member" and said.agreed == ("z3", "cvc5")


LIMITS = (Path(__file__).parent / "repro" / "limits.qed").read_text("utf-8").split("property chained")[0]


def test_limits_that_hold_through_others() -> None:
    asked = program(LIMITS, "some position has low is 2")
    assert position.decide(asked, asked.claims[0], 20, False).grade is Grade.REFUTED


def test_planted_only_the_nearest_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the limits of what is asked alone, a position would be laid out that the rulebook rules out."""
    near = positions._near
    monkeypatch.setattr(positions, "_near", lambda core, seen: near(core, seen)[:1])
    asked = program(LIMITS, "some position has low is 2")
    assert position.decide(asked, asked.claims[0], 20, False).grade is not Grade.REFUTED
