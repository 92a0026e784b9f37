"""Mistakes that somebody could make in writing down Stool Pigeon, each caught by a property of the checklist.

That giving a foreign card away is no worse (SP-P-25) is true of any numbers, so no mistake in the rules breaks it.
"""

from __future__ import annotations

import pytest

from qedeck.proofs.verdict import Grade

from ..all_games import text
from .games import told, twin
from .planted import Bug, asked, verdicts

GAME = "stool_pigeon"
WHOLE = text(GAME)
MATCHES = "  c is a witness and (c is top of field otherwise no)\n"
BY_NUMBER = "  printed of c is printed of top of field otherwise no\n"
SWAP = "  swap card at s in scene of o with card at t in scene of q\n"

BUGS = {
    "a card too few in the box": Bug(
        "    otori, damashi, hatashi, matomo: 4\n    rat, meatball: 1\n"
        "  such that sum of card-copies of c for each card c is 54\n",
        "    otori: 3\n    damashi, hatashi, matomo: 4\n    rat, meatball: 1\n"
        "  such that sum of card-copies of c for each card c is at most 54\n",
        "cards-stay",
        2,
        2,
    ),
    "a second meatball": Bug("  such that card-copies of meatball is 1\n", "", "one-meatball", 2, 1),
    "pigeons are drawn from the field": Bug(
        "field is not empty and family of top of field is not pigeon and not eliminated",
        "field is not empty and not eliminated",
        "played-pigeons-stay",
        2,
        1,
        10.0,
        False,
    ),
    "eliminated cards are drawn from the field": Bug(
        " is not pigeon and not eliminated of top of field\n",
        " is not pigeon\n",
        "eliminated-for-good",
        2,
        1,
        10.0,
        False,
    ),
    "a rat stays where it was played": Bug(
        "  move top of field from field to card at landing of p in scene of p\n\n",
        "\n",
        "rat-off-field",
        2,
        1,
        10.0,
        False,
    ),
    "pigeons clear the field": Bug(
        "  if c is a matomo: do eliminate-or-burden of p",
        "  move all from field to removed\n  if c is a matomo: do eliminate-or-burden of p",
        "field-filled",
        2,
        2,
        10.0,
    ),
    "witnesses bring a card": Bug(
        "  race becomes open\n",
        "  race becomes open\n  if deck is not empty: draw 1 from deck to card at landing of turn in scene of turn\n",
        "usual-turn",
        2,
        1,
        10.0,
    ),
    "the other one hands over a card": Bug(
        "    if o is not q: do gift(q, o)", "    if o is not q: do gift(o, q)", "right-card", 2, 1, 10.0
    ),
    "the right card costs a card, too": Bug(
        "    race becomes over  ", "    do penalty of q\n    race becomes over  ", "right-card-for-nothing", 2, 1, 20.0
    ),
    "whoever is robbed pays": Bug("    do penalty of q  ", "    do penalty of o  ", "wrong-card", 2, 1, 10.0),
    "witnesses bring a card, unaccounted for": Bug(
        "  race becomes open\n",
        "  race becomes open\n  if deck is not empty: draw 1 from deck to card at landing of turn in scene of turn\n",
        "scenes-grow-by-rule",
        2,
        2,
        10.0,
    ),
    "what is handed over is gone": Bug(
        "    move card at g in scene of q to card at landing of o in scene of o\n",
        "    move card at g in scene of q to removed\n",
        "own-card-less",
        2,
        2,
        10.0,
    ),
    "an eliminated card still counts": Bug(
        "  move card at s in scene of o to field\n",
        "  move card at (last place i in scene of o) in scene of o to field\n",
        "own-card-less",
        2,
        1,
        20.0,
    ),
    "a race goes on after it was won": Bug(
        "    race becomes over  ", "    race becomes open  ", "one-winner-a-witness", 2, 2, 20.0, False
    ),
    "a race is won again and again": Bug(
        "    race becomes over  ", "    race becomes open  ", "no-more-than-witnesses", 2, 1, 20.0, False
    ),
    "cards with the same number match": Bug(MATCHES, BY_NUMBER, "no-pigeon-matched", 2, 1, 20.0),
    "a rat matches the meatball": Bug(MATCHES, BY_NUMBER, "meatball-alone", 2, 1, 20.0),
    "a rat that was played is out of the game": Bug(
        "  move top of field from field to card at landing of p in scene of p\n\n",
        "  move top of field from field to removed\n\n",
        "rat-stays",
        2,
        1,
        20.0,
    ),
    "a rat opens a race": Bug(
        "    do rat-returns of p  ", "    do rat-returns of p\n    do open-race  ", "one-effect", 2, 1, 20.0
    ),
    "a rat is a pigeon": Bug("  rat, family special,", "  rat, family pigeon,", "four-kinds", 2),
    "the knocker has a last turn, too": Bug(
        "  for each player p where p is not knocker clockwise from turn\n",
        "  for each player p clockwise from turn\n",
        "one-last-turn",
        3,
        1,
        10.0,
        False,
    ),
    "the next player has no last turn": Bug(
        "    turn becomes left of turn\n  until knocker is not none\n  do last-turns\n",
        "    turn becomes left of turn\n  until knocker is not none\n  turn becomes left of turn\n  do last-turns\n",
        "one-last-turn",
        3,
        1,
        10.0,
        False,
    ),
    "a draw costs a card": Bug(
        "  do refill\n  draw 1 from deck to held of p\n",
        "  do refill\n  do penalty of p\n  do refill\n  draw 1 from deck to held of p\n",
        "deck-shrinks",
        2,
        1,
        10.0,
    ),
    "nobody passes": Bug(
        "    pass, if nothing-else of p ", "    pass, if players > 6 ", "always-a-move", 2, 1, 30.0, False
    ),
    "knocks need a deck": Bug(
        "  knocker is none\n\ndefine deck-open",
        "  knocker is none and deck is not empty\n\ndefine deck-open",
        "draw-or-knock",
        2,
        1,
        30.0,
        False,
    ),
    "equal lowest cards are lower than each other": Bug(
        "  lowest-card of p < lowest-card of q\n", "  lowest-card of p <= lowest-card of q\n", "ranks", 2, 1
    ),
    "two are ahead of everybody": Bug(
        "  lowest-card of p < lowest-card of q\n", "  lowest-card of p <= lowest-card of q\n", "one-winner", 2, 1
    ),
    "fewer cards count before the sum": Bug(
        "  when score of p is not score of q: score of p < score of q\n",
        "  when score of p is not score of q and size of scene of p is size of scene of q: score of p < score of q\n",
        "ranks",
        3,
        2,
    ),
    "the upper row is looked at, too": Bug(
        "    for each place s in scene of p where lower of s\n",
        "    for each place s in scene of p\n",
        "known-at-first",
        2,
        1,
    ),
    "an otori shows the card to everybody": Bug(
        "        p peeks at card at s in scene of o\n      look-at-deck",
        "        show card at s in scene of o to everyone\n      look-at-deck",
        "known-by-looking",
        2,
        1,
        10.0,
    ),
    "a wrong card is seen by one alone": Bug(
        "  show card at s in scene of o to everyone\n  if twin",
        "  show card at s in scene of o to q\n  if twin",
        "known-by-reaching",
        2,
        1,
        10.0,
    ),
    "nobody remembers a card that was drawn": Bug(
        "seen by owner, remembered", "seen by owner", "known-by-drawing", 2, 2, 10.0
    ),
    "a card is shown before it is handed over": Bug(
        "    move card at g in scene of q to card at landing of o in scene of o\n",
        "    show card at g in scene of q to o\n"
        "    move card at g in scene of q to card at landing of o in scene of o\n",
        "known-by-giving",
        2,
        1,
        10.0,
    ),
    "a penalty is looked at": Bug(
        "    draw 1 from deck to card at landing of q in scene of q\n\ndefine penalty-can-come",
        "    draw 1 from deck to card at landing of q in scene of q\n    show scene of q to q\n\n"
        "define penalty-can-come",
        "penalties-not-seen",
        2,
        1,
        10.0,
    ),
    "cards are shown as they change places": Bug(
        SWAP, f"{SWAP}  show card at s in scene of o to everyone\n", "exchanged-unseen", 2, 1, 10.0
    ),
    "everybody sees where the deck's card goes": Bug(
        "  swap card at s in scene of o with card at deck-top in deck\n\ndefine deck-counts",
        "  show top of deck to everyone\n  swap card at s in scene of o with card at deck-top in deck\n"
        "  show top of deck to everyone\n\ndefine deck-counts",
        "exchanged-unseen",
        2,
        4,
        20.0,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_a_planted_mistake_is_caught(bug: Bug) -> None:
    assert WHOLE.count(bug.old) == 1
    said = verdicts(asked(twin(WHOLE, bug.old, bug.new), bug.property), bug)[-1]
    # What is refuted was laid out or played again by the reference before anybody was told.
    assert said.grade is Grade.REFUTED and said.story, told(said)


@pytest.mark.slow
@pytest.mark.parametrize("bug", {(b.property, b.players, b.claim): b for b in BUGS.values()}.values(), ids=str)
def test_the_rules_as_they_are_written_are_not_caught(bug: Bug) -> None:
    for said in verdicts(asked(WHOLE, bug.property), bug):
        assert said.grade is not Grade.REFUTED, told(said)


REFUTED = {
    "scenes-of-four": 1,
    "always-a-winner": 1,
    "knocker-wins": 1,
    "seen-before-played": 1,
    "three-cards-tie-otherwise": 1,
    "rat-given-away": 1,
    "penalties-unknown": 1,
    "matches-without-end": 1,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUTED)
def test_what_one_wrong_play_refutes_is_refuted(name: str) -> None:
    (said,) = verdicts(asked(WHOLE, name), Bug("", "", name, 2, REFUTED[name], 20.0, False))
    assert said.grade is Grade.REFUTED and said.story, told(said)


def test_scenes_grow() -> None:
    game = asked(WHOLE, "scenes-of-four")
    (said,) = verdicts(game, Bug("", "", "scenes-of-four", 2, 1, 10.0, False))
    assert said.grade is Grade.REFUTED and any("spot 5" in line for line in said.story), told(said)
