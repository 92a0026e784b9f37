"""What steers a search: how far a position is from what is wanted, plays that go nearer, and plays that stand still."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import reach
from qedeck.proofs.plays.distance import Distance
from qedeck.proofs.plays.everywhere import Sample, again
from qedeck.proofs.plays.hunt import Found
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.plays.seek import blocked, seek
from qedeck.proofs.plays.standstill import standstill
from qedeck.proofs.verdict import Grade

from .games import COUNTDOWN, WANDER, program, twin

LONG = """
game long
  players 2
  starts with main

remember
  height: 0 to 40

phase main
  repeat
    player 1 chooses one
      climb, if height < 40
        add 1 to height
      slip
        take height from height
      stop
        judge done
  until no

ending done
  when yes
  drawn
"""
"""Forty steps up, any of which may be lost: random plays never come there."""


@pytest.mark.parametrize(
    ("wanted", "far"),
    [
        ("pool is 6", 0),
        ("pool is 2", 4),
        ("pool < 3 and turn is player 2", 5),
        ("pool < 3 or turn is player 2", 1),
        ("not pool is 6", 1),
        ("pool is at least 9", 3),
        ("some player p where p is turn and pool is 1", 5),
        ("every player p has p is turn", 1),
    ],
)
def test_how_far(wanted: str, far: int) -> None:
    asked = program(COUNTDOWN, f"reachable {wanted}")
    meaning = Sampler(asked.core).meaning
    assert asked.claims[0].term is not None
    assert Distance(meaning, asked.claims[0].term)(meaning.initial()[0]) == far


def test_steered_plays_come_where_random_ones_do_not() -> None:
    asked = program(LONG, "reachable height is 40")
    sampler, wanted = Sampler(asked.core), asked.claims[0].term
    assert wanted is not None

    def shows(spot: Spot) -> bool:
        return bool(spot.cells["height"][0] == 40)

    assert not any(shows(spot) for spot in sampler.spots(1.0))
    found = seek(sampler, shows, wanted, 10)
    assert found is not None and again(found, asked.core) is not None
    assert found.made == 40, "what it does not need is left out"


def test_steered_towards_being_stuck() -> None:
    stopped = twin(LONG, "      stop\n        judge done\n", "").replace("      slip\n", "      slip, if height < 30\n")
    asked = program(stopped, "never stuck")
    toward = blocked(asked.core, range(len(asked.core.nodes)))
    assert toward is not None
    found = seek(Sampler(asked.core), lambda spot: spot.end == "stuck", toward, 10)
    assert found is not None and found.cells["height"][0] == 40


def test_standing_still() -> None:
    endless = program(twin(WANDER, "    add 1 to tired\n", ""), "always ends").core
    found = standstill(Sampler(endless), 5)
    assert found is not None and found[0].made > found[1]
    assert standstill(Sampler(program(WANDER, "always ends").core), 1) is None


def test_what_was_missed_is_sought_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "sample", lambda *args, **more: Sample(None, 0))
    monkeypatch.setattr(reach, "hunt", lambda *args, **more: Found(0))
    asked = program(LONG, "reachable height is 3")
    said = reach.decide(asked, asked.claims[0], 6, False)
    assert said.grade is Grade.SHOWN, said
    # Where nobody can come, nobody does: the second search adds nothing that the table has not played.
    asked = program(LONG, "reachable height is 40 and height is 39")
    assert reach.decide(asked, asked.claims[0], 2, False).grade is not Grade.SHOWN
