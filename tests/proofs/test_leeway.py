"""What is assumed of a rulebook, and what is drawn: the default values, and those that follow from them."""

from __future__ import annotations

from qedeck.proofs.plays.leeway import Leeway
from qedeck.proofs.plays.replay import replay
from qedeck.proofs.plays.sample import Sampler
from qedeck.spec.game import load_text

MILLER = """
game miller
  players 2
  starts with main

reading pay: in-sacks, or in-coins

parameter sacks-a-day: 1 to 4
  assumed 2

parameter sacks-a-week: 1 to 40
  assumed 7 * sacks-a-day
  such that sacks-a-week is at least sacks-a-day

remember
  sacks: 0 to 9

phase main
  repeat
    player 1 chooses a number n from 1 to 2
    if pay is in-sacks: take 1 from sacks, down to 0
    add n to sacks, up to 9
  until sacks is 9
"""


def test_what_follows_from_a_drawn_value_is_assumed_anew() -> None:
    """Only what nobody's assumed value depends on is drawn without looking at the others."""
    meaning = Sampler(load_text(MILLER).core(2)).meaning
    leeway = Leeway(meaning, 1, None)
    assert leeway.leading & set(leeway.open) == {"sacks-a-day"}
    quick = [leeway.draw(number) for number in range(40)]
    leeway.leading = set(leeway.open)
    leeway.drawn = {}
    assert quick == [leeway.draw(number) for number in range(40)]
    assert len({tuple(sorted(drawn.items())) for drawn in quick if drawn is not None}) > 10


def test_what_follows_from_another_value_is_not_told() -> None:
    core = load_text(MILLER).core(2)
    told = replay(core, {"pay": (1,), "sacks-a-day": (3,), "sacks-a-week": (21,)}, ()).settings
    assert told == {"pay": "in-coins", "sacks-a-day": 3}
    told = replay(core, {"pay": (0,), "sacks-a-day": (3,), "sacks-a-week": (14,)}, ()).settings
    assert told == {"sacks-a-day": 3, "sacks-a-week": 14}
