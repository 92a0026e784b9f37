"""Exhaustive search: every position once, honest about what was not visited; each claim it decides, with a twin."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from qedeck.proofs.kinds import always, endings, ends, reach, stuck
from qedeck.proofs.plays.circles import circle, longest, plays
from qedeck.proofs.plays.explore import Explored, explored
from qedeck.proofs.plays.falls import deals, fewest_deals, orders, shuffles
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec.game import load, load_text

from .games import COUNTDOWN, DRAUGHT, WANDER, program, told, twin

ENDLESS = twin(WANDER, "    add 1 to tired\n", "")
GREEDY = twin(COUNTDOWN, "n from 1 to 2 where n <= pool", "n from 2 to 4 where n <= pool")
"""Somebody who finds 1 left cannot take anything."""
READ_TWO_WAYS = twin(COUNTDOWN, "remember", "reading size: small, or big\n\nremember")
SHUFFLED = """
game shuffled
  players 2
  starts with main

cards
  pip, rank 1 to 3
  blank, 2 copies

zones
  deck: row of card, up to 5, face down, full at start
  hand of each player: pile of card, seen by owner

phase main
  shuffle deck
  deal 1 from deck to hand of each player
  player 1 chooses a card c in hand of player 1
"""
ALONE = """
game alone
  players 1
  starts with main

remember
  place: 0 to 6, starting START

phase main
  repeat
    if place is 6
      place becomes 2
    otherwise
      add 1 to place
  until place is 1
"""
"""Nobody decides; from 0 it ends at once, from 1 it goes round from 2 to 6 for ever."""


@pytest.fixture(autouse=True)
def large() -> None:
    """Here the tiny games are as small as they are."""


def core(text: str, players: int = 2) -> c.Core:
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(players)


# ---- the positions -----------------------------------------------------------------------------


def test_a_countdown_has_the_positions_one_counts_by_hand() -> None:
    reached, waiting = {(6, 0)}, [(6, 0)]
    for pool, turn in waiting:
        for after in [(pool - n, 1 - turn) for n in (1, 2) if n <= pool]:
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    found = Explored(core(COUNTDOWN)).search(20)
    assert found.complete, found.reason
    assert found.positions == len(reached)
    assert plays(found, lambda number: True) == 13, "6 as a sum of ones and twos"
    assert longest(found, lambda node: True) == 6
    assert circle(found) is None
    assert {found.end(k) for k in range(found.positions)} == {"", "over"}


def test_a_search_in_slices_comes_to_the_same() -> None:
    whole, sliced = Explored(core(WANDER)).search(20), Explored(core(WANDER))
    for _ in range(1000):
        if not sliced.search(0.002).complete:
            assert sliced.reason.startswith("not complete: ")
    assert sliced.complete and whole.complete
    assert [list(row) for row in sliced.onward] == [list(row) for row in whole.onward]


def test_a_limit_is_told() -> None:
    few = Explored(core(WANDER), most=5).search(20)
    assert not few.complete and few.hopeless
    assert few.reason == f"not complete: there are too many positions; {few.positions} positions seen"
    late = Explored(core(WANDER)).search(-1)
    assert not late.complete and "the time was up" in late.reason


@pytest.mark.parametrize("name", ["werewolves_and_robbers", "wolf_and_hound", "stool_pigeon"])
def test_a_large_game_is_given_up_at_once(name: str) -> None:
    game = load(name)
    found = Explored(game.core(game.players.start)).search(60)
    assert not found.complete and found.hopeless, found.reason
    assert found.seconds < 5


def test_readings_are_all_tried() -> None:
    once, both = Explored(core(COUNTDOWN)).search(20), Explored(core(READ_TWO_WAYS)).search(20)
    assert both.starts == 2 and both.positions == 2 * once.positions
    small = c.Op("eq", (c.Read("size"), c.Const(0)))
    assert Explored(core(READ_TWO_WAYS), small).search(20).positions == once.positions


def test_every_order_and_every_deal_comes_about() -> None:
    found = Explored(core(SHUFFLED)).search(20)
    assert found.complete, found.reason
    assert len(found.onward[0]) == len(set(permutations("123bb")))
    # All orders are told apart until the hands are dealt; then two cards lie in hands and three in an order.
    assert plays(found, lambda number: True) == len(found.onward[0])


def test_the_way_to_a_position_is_the_shortest() -> None:
    found = Explored(core(COUNTDOWN)).search(20)
    spot = found.first(lambda spot: spot.node is None)
    assert spot is not None and spot.made == 3 and [step.values for step in spot.path] == [(2,), (2,), (2,)]


def test_what_nobody_decides_is_passed_or_found_to_be_a_circle() -> None:
    ends_ = Explored(core(ALONE.replace("START", "0"), 1)).search(20)
    assert ends_.complete and [ends_.end(k) for k in range(ends_.positions)] == ["over"]
    round_ = Explored(core(ALONE.replace("START", "1"), 1)).search(20)
    assert round_.complete and [round_.end(k) for k in range(round_.positions)] == ["long"]


def test_what_was_found_is_shared() -> None:
    assert explored(core(COUNTDOWN), 20) is explored(core(COUNTDOWN), 20)
    assert explored(core(COUNTDOWN), 20) is not explored(core(WANDER), 20)


# ---- how cards fall ------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["", "a", "ab", "aab", "aabb", "abcd", "aaab", "aabbc"])
def test_orders(cards: str) -> None:
    row = [ord(card) for card in cards]
    found = list(orders(row))
    assert Counter(found) == Counter(set(permutations(row)))
    assert shuffles(row) == len(found)


@pytest.mark.parametrize("pile", [(2, 1), (1, 1, 1), (3, 0, 2), (0, 0), (2, 2, 1)])
@pytest.mark.parametrize("amounts", [(), (1,), (1, 1), (2, 1), (0, 2)])
def test_deals(pile: tuple[int, ...], amounts: tuple[int, ...]) -> None:
    if sum(amounts) > sum(pile):
        return
    found = list(deals(pile, amounts))
    hands = list(product(*(range(copies + 1) for copies in pile)))
    wanted = {
        dealt
        for dealt in product(hands, repeat=len(amounts))
        if all(sum(hand) == amount for hand, amount in zip(dealt, amounts, strict=True))
        and all(sum(hand[k] for hand in dealt) <= copies for k, copies in enumerate(pile))
    }
    assert Counter(found) == Counter(wanted)
    assert 1 <= fewest_deals(pile, amounts) <= len(found)


def test_a_pack_of_cards_is_not_dealt_in_every_way() -> None:
    assert fewest_deals((1,) * 52, (13,) * 4) == 53_644_737_765_488_792_839_237_440_000
    assert fewest_deals((4,) * 13, (5, 5)) > 1_000
    assert fewest_deals((1, 0), (2,)) == 0


# ---- as an engine --------------------------------------------------------------------------------

PROVED, REFUTED, SHOWN = Grade.PROVED_SIZES, Grade.REFUTED, Grade.SHOWN


@pytest.mark.parametrize(
    ("kind", "text", "claim", "grade"),
    [
        (always, COUNTDOWN, "always turn is player 1 or pool < 6", PROVED),
        (always, COUNTDOWN, "always turn is player 1 or pool > 0", REFUTED),
        (always, COUNTDOWN, "never pool is 5 and turn is player 1", PROVED),
        (always, COUNTDOWN, "never pool is 4 and turn is player 1", REFUTED),
        (always, COUNTDOWN, "each choice keeps pool < was pool", PROVED),
        (always, COUNTDOWN, "each choice keeps pool is was pool - 1", REFUTED),
        (always, COUNTDOWN, "some choice makes pool is 0 and was pool is 2", SHOWN),
        (always, COUNTDOWN, "some choice makes pool is 0 and was pool is 3", REFUTED),
        (reach, COUNTDOWN, "reachable pool is 0 and turn is player 2", SHOWN),
        (reach, COUNTDOWN, "reachable pool is 5 and turn is player 1", REFUTED),
        (reach, COUNTDOWN, "each ending reachable", REFUTED),
        (reach, WANDER, "each ending reachable", SHOWN),
        (endings, COUNTDOWN, "endings complete", PROVED),
        (endings, twin(COUNTDOWN, "judge last-taker, never-used", "judge never-used"), "endings complete", REFUTED),
        (stuck, COUNTDOWN, "never stuck", PROVED),
        (stuck, GREEDY, "never stuck", REFUTED),
        (stuck, DRAUGHT, "deal feasible", PROVED),
        (ends, WANDER, "always ends", PROVED),
        (ends, ENDLESS, "always ends", REFUTED),
        (ends, COUNTDOWN, "always ends within 6 choices", PROVED),
        (ends, COUNTDOWN, "always ends within 5 choices", REFUTED),
        (ends, ENDLESS, "always ends within 50 choices", REFUTED),
    ],
)
def test_claims(kind: object, text: str, claim: str, grade: Grade) -> None:
    asked = program(text, claim)
    found = kind.decide(asked, asked.claims[0], 20, opinion=False)  # type: ignore[attr-defined]
    assert found.grade is grade, told(found)
    if grade is PROVED:
        assert found.engine == "exhaustive search" and "positions" in found.detail, told(found)
    elif found.engine == "exhaustive search" and grade is REFUTED and kind is not reach:
        assert found.story or claim.startswith("some"), told(found)


def test_a_circle_is_told_with_its_loop() -> None:
    asked = program(ENDLESS, "always ends")
    found = ends.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.engine == "exhaustive search"
    assert found.detail.startswith("the last 2 decisions can be repeated for ever"), told(found)


def test_a_circle_without_anybody_is_told() -> None:
    asked = program(ALONE.replace("START", "1"), "always ends", 1)
    found = ends.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is REFUTED and "after 5 steps" in found.detail, told(found)
    asked = program(ALONE.replace("START", "0"), "always ends", 1)
    found = ends.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is PROVED, told(found)


def test_a_game_that_is_over_before_anybody_decides() -> None:
    text = ALONE.replace("START", "0")
    for claim, grade in (("always place is 1", PROVED), ("always place is 0", REFUTED)):
        asked = program(text, claim, 1)
        found = always.decide(asked, asked.claims[0], 20, opinion=False)
        assert found.grade is grade, told(found)
