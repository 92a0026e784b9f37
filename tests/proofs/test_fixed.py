"""What a property's settings fix is a constant in its questions; what is only assumed, or may change, is not."""

from __future__ import annotations

import pytest

from qedeck.proofs.answers import deciders
from qedeck.proofs.depends import of_positions, slice_
from qedeck.proofs.fixed.folding import unmoved
from qedeck.proofs.fixed.settled import as_written, fixed, settled
from qedeck.proofs.plays.sample import Sampler
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c

from .games import COUNTDOWN, program, twin

FAIR = """
game fair
  players 2
  starts with main

stall is one of pies, pots

cards
  coin, value 1 to 2, 2 copies

parameter price: 1 to 4
  assumed 2
  such that open of pots or price is 3

parameter open of stall s: yes or no
  assumed yes

reading haggling: no-use, or halves

zones
  deck: pile of card, face down, full at start
  line: row of card, up to 4, face up

remember
  paid: 0 to 9
  rained: yes or no

define cost of stall s: number
  when not open of s: 0
  when open of s and haggling is no-use: price
  when open of s and haggling is halves: price / 2

phase main
  move all from deck to line
  shuffle line
  repeat
    player 1 chooses one
      buy
        if open of pots: add cost of pots to paid, up to 9
      leave
        paid becomes 0
      rain
        if open of pies: rained becomes yes
  until paid is 9
"""
WET = twin(FAIR, "        if open of pies: rained becomes yes\n", "        rained becomes yes\n")
DRY = "  with open of pies is no\n"


def decided(text: str, claim: str, more: str = "") -> Verdict:
    made = program(text, claim, 2, more)
    made = settled(made, made.claims[0])
    (asked,) = made.claims
    if of_positions(made, asked):
        made = slice_(made, asked)
        (asked,) = made.claims
    decide = deciders()[asked.kind]
    return decide(made, asked, 10, False)


def test_settings_and_limits_fix_values() -> None:
    made = program(FAIR, "always paid is at least 0", 2, "  with open of pots is no\n")
    assert fixed(made) == {("open", 1): False, ("price", 0): 3}


def test_what_is_assumed_is_not_fixed() -> None:
    made = program(FAIR, "always paid is at least 0", 2, DRY)
    assert fixed(made) == {("open", 0): False}
    assert decided(FAIR, "any position has price is 2").grade is Grade.REFUTED
    assert decided(FAIR, "any position has price is 2", DRY).grade is Grade.REFUTED


def test_a_reading_that_is_compared_stays_open() -> None:
    made = program(FAIR, "readings of haggling differ on cost", 2, "  with haggling is no-use\n")
    assert fixed(made, frozenset({"haggling"})) == {}
    assert fixed(made) == {("haggling", 0): 0}


@pytest.mark.parametrize(
    ("claim", "more", "grade"),
    [
        ("any position has cost of pots is 0", "  with open of pots is no\n", Grade.PROVED_SIZES),
        ("any position has cost of pots is 0", "  with open of pies is no\n", Grade.REFUTED),
        ("any position has cost of pots is price", "  with haggling is no-use\n", Grade.REFUTED),
        ("always paid is 0", "  with open of pots is no\n", Grade.PROVED_SIZES),
        ("always paid is 0", DRY, Grade.REFUTED),
        ("each choice keeps paid is was paid", "  with open of pots is no\n", Grade.PROVED_SIZES),
        ("each choice keeps paid is was paid", DRY, Grade.REFUTED),
        ("always not rained", DRY, Grade.PROVED_SIZES),
        ("always not rained", "  with open of pies is yes\n", Grade.REFUTED),
        ("any position has not rained", DRY, Grade.REFUTED),
        ("always line is empty or card at 1 in line is coin 1", DRY, Grade.REFUTED),
        ("reachable rained", "  with open of pots is no\n", Grade.SHOWN),
    ],
)
def test_what_holds_with_a_setting_only(claim: str, more: str, grade: Grade) -> None:
    assert decided(FAIR, claim, more).grade is grade


def test_what_no_step_changes() -> None:
    dry, wet = (program(text, "always not rained", 2, DRY) for text in (FAIR, WET))
    assert ("rained", 0) in unmoved(settled(dry, dry.claims[0]).core)
    assert ("rained", 0) not in unmoved(settled(wet, wet.claims[0]).core)
    assert decided(WET, "always not rained", DRY).grade is Grade.REFUTED


def test_a_play_is_told_by_the_rules_as_they_are_written() -> None:
    made = program(FAIR, "always paid is 0", 2, DRY)
    core = settled(made, made.claims[0]).core
    assert core is not made.core
    assert as_written(core) is made.core
    assert as_written(made.core) is made.core


def test_what_cannot_be_assumed_is_never_played() -> None:
    """Once it is folded, an assumption that cannot hold speaks of nothing: it must be asked all the same."""
    core = program(COUNTDOWN, "always pool is 7").core
    for holds in (True, False):
        settings = [Sampler(core, given=c.Const(holds)).setting(number) for number in range(3)]
        assert all((setting is not None) is holds for setting in settings)
