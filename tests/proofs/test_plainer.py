"""A play is told with as little out of the ordinary as it needs."""

from __future__ import annotations

from qedeck.proofs.plays.plainer import plainer
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.spec import core as c

from .games import program

BAGS = """
game bags
  players 2
  starts with main

reading greedy: no-more, or one-more
reading talkative: quiet, or loud

parameter weight of player p: 0 to 9
  assumed 4
  such that weight of p is 4 or talkative is loud

remember
  pool: 0 to 30, starting 6

phase main
  for each player p clockwise from player 1
    p chooses a number n from 1 to 2
    take n from pool
    if greedy is one-more: take 1 from pool
    add weight of p to pool
"""
"""How much is taken depends on one reading; what is added, on weights that only the other reading allows."""

UNUSUAL = {"greedy": (1,), "talkative": (1,), "weight": (9, 0)}


def _last(core: c.Core, fixed: dict[str, tuple[int, ...]]) -> Spot:
    return list(Sampler(core).play(0, fixed))[-1]


def _plain(shows: str) -> dict[str, tuple[int, ...]]:
    """What is left of an unusual setting, where the pool at the end must be as it was but for what does not matter."""
    asked = program(BAGS, f"reachable {shows}")
    sampler = Sampler(asked.core)
    spot = _last(asked.core, UNUSUAL)
    term = asked.claims[0].term
    assert term is not None

    def shown(here: Spot) -> bool:
        return here.end == "over" and bool(sampler.meaning.value(term, here.cells)[0])

    assert shown(spot)
    plain = plainer(spot, asked.core, shown, None)
    assert shown(plain) and plain.path == spot.path
    return {name: plain.fixed[name] for name in UNUSUAL}


def test_what_has_no_part_in_it_is_as_assumed() -> None:
    assert _plain("pool is at least 0") == {"greedy": (0,), "talkative": (0,), "weight": (4, 4)}


def test_what_it_needs_stays() -> None:
    # At first the other reading cannot go, for the weights need it; once they are back, it can.
    assert _plain("greedy is one-more") == {"greedy": (1,), "talkative": (0,), "weight": (4, 4)}


def test_one_value_of_a_table_stays_with_what_allows_it() -> None:
    assert _plain("weight of player 1 > 4") == {"greedy": (0,), "talkative": (1,), "weight": (9, 4)}
