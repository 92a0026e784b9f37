"""Long plays in which many decisions, and the deal, must go right together."""

from __future__ import annotations

from qedeck.proofs.plays.beam import Beam
from qedeck.proofs.plays.distance import Distance
from qedeck.proofs.plays.everywhere import again
from qedeck.proofs.plays.roam import Roamer
from qedeck.proofs.plays.sample import Sampler, Spot

from .games import program, twin

PAIRS = """
game pairs
  players 2
  starts with main

cards
  stone, rank 1 to 8, 2 copies

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  laid: row of card, up to players, face up
  good: pile of card, face up
  bad: pile of card, face up

phase main
  deal 8 from deck to hand of each player
  repeat
    do one-pair
  until every player p has hand of p is empty
  judge done

phase one-pair
  for each player p clockwise from player 1
    p chooses a card c in hand of p
    move c from hand of p to laid
  if rank of card at 1 in laid is rank of card at 2 in laid
    move all from laid to good
  otherwise
    move all from laid to bad

ending done
  when yes
  drawn
"""
"""Two players lay cards in pairs: all are good only if the hands are alike and every card is answered by its twin."""
WANTED = "reachable deck is empty and (every player p has hand of p is empty) and bad is empty"


def beam(text: str, seconds: float) -> tuple[Spot | None, bool]:
    """What is found side by side, and whether the table plays it again."""
    asked = program(text, WANTED)
    term = asked.claims[0].term
    assert term is not None
    sampler = Sampler(asked.core)

    def shows(spot: Spot) -> bool:
        worth, faults = sampler.meaning.value(term, spot.cells)
        return bool(worth) and not faults

    place = Beam(Roamer(sampler), shows, Distance(sampler.meaning, term)).search(seconds)
    return (None, False) if place is None else (place.spot, again(place.spot, asked.core) is not None)


def test_every_pair_is_good() -> None:
    spot, replayed = beam(PAIRS, 5)
    assert spot is not None and replayed
    assert spot.made == 17
    assert sum(spot.cells["good"]) == 16 and not sum(spot.cells["bad"])


def test_random_plays_do_not_come_there() -> None:
    asked = program(PAIRS, WANTED)
    spots = Sampler(asked.core).spots(1.0)
    assert not any(spot.end == "over" and not sum(spot.cells["bad"]) for spot in spots)


def test_what_cannot_be_is_not_found() -> None:
    spot, _ = beam(twin(PAIRS, "rank 1 to 8, 2 copies", "rank 1 to 16"), 2)
    assert spot is None
