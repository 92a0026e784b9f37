"""Mistakes that somebody could make in writing down Wolf and Hound, each caught by a property of the checklist."""

from __future__ import annotations

import pytest

from qedeck.proofs.verdict import Grade

from ..all_games import text
from .games import told, twin
from .planted import Bug, asked, verdicts

GAME = "wolf_and_hound"
WHOLE = text(GAME)

BUGS = {
    "a card too few in the box": Bug("    black 1, meat 1: 2\n", "    black 1, meat 1: 1\n", "cards-are-kept", 4, 3),
    "a sheep that runs is gone": Bug("    add 1 to forest of q\n", "", "sheep-are-kept", 4, 1),
    "a sheep that comes back is new": Bug("    take 1 from forest of wood\n", "", "sheep-are-sixteen", 3, 1),
    "animals in the box walk, too": Bug(
        "for each animal x where in-play of x and moves-on(x, c)",
        "for each animal x where moves-on(x, c)",
        "animals-are-kept",
        4,
        3,
    ),
    "a sheep is lost with every card": Bug(
        "  if card-now is not none\n    if deck is not empty and",
        "  if card-now is not none\n    do bite of turn-player\n    if deck is not empty and",
        "sheep-move-in-phase-one",
        4,
        1,
    ),
    "wolves bite the neighbour": Bug(
        "is wolf\n      do bite of target-now",
        "is wolf\n      do bite of left of target-now",
        "only-animals-move-sheep",
        4,
        3,
    ),
    "hounds help the neighbour": Bug(
        "back of x\n    do bring-back of target-now",
        "back of x\n    do bring-back of left of target-now",
        "only-animals-move-sheep",
        4,
        4,
    ),
    "animals act in skipped turns": Bug(
        "  if not skipped                                               [WH-138 WH-235]\n",
        "  if not skipped or players > 1\n",
        "not-in-a-skipped-turn",
        4,
        1,
    ),
    "down is left": Bug("    self: turn-player  ", "    self: left of turn-player  ", "own-sheep-only", 4, 1),
    "everything bites twice": Bug(
        "is wolf\n      do bite of target-now of x\n",
        "is wolf\n      do bite of target-now of x\n      do bite of target-now of x\n",
        "own-sheep-only-with-dummies",
        3,
        3,
    ),
    "out of sheep is asked in skipped turns": Bug(
        "  if not skipped: judge out-of-sheep", "  if skipped: judge out-of-sheep", "one-zero-at-most", 4, 1
    ),
    "a player of each team wins": Bug(
        "won by player p where team of p is richer",
        "won by player p where p is player 1 or p is player 2",
        "one-winning-team",
        4,
        3,
    ),
    "five cards each": Bug("deal 4 from deck", "deal 5 from deck", "thirty-three-turns", 4, 4),
    "five cards each, with dummies": Bug("deal 4 from deck", "deal 5 from deck", "as-long-with-dummies", 3, 8),
    "three cards each": Bug("deal 4 from deck", "deal 3 from deck", "empty-hands-come-late", 4, 4),
    "nobody draws the last card": Bug(
        "if deck is not empty and not dummy", "if size of deck > 1 and not dummy", "hands-of-four", 4, 6
    ),
    "two players are skipped": Bug(
        "skipped becomes some animal x where here of x and",
        "skipped becomes some animal x where in-play of x and (here of x or seat of x is left of turn-player) and",
        "no-two-skips",
        4,
        3,
    ),
    "two players are skipped, and it takes longer": Bug(
        "skipped becomes some animal x where here of x and",
        "skipped becomes some animal x where in-play of x and (here of x or seat of x is left of turn-player) and",
        "pace-with-skips",
        4,
        1,
    ),
    "wolves ban threes": Bug(
        "here of x and nature of x is bans-threes", "here of x and nature of x is ordinary", "always-a-card", 4, 2
    ),
    "each wolf bites only if nobody was bitten before": Bug(
        "  if pen of q > 0    ",
        "  if pen of q > 0 and every player p has pen of p is starting-sheep of p  ",
        "equals-in-any-order",
        4,
        1,
        60.0,
    ),
    "animals act on the first turn twice": Bug(
        "  if turn-number > 1: do animals-act  ",
        "  if turn-number > 2: do animals-act  ",
        "first-phase-is-idle",
        4,
        1,
    ),
    "blankets bite, too": Bug(
        "      except when nature of x is lags: no  ",
        "      except when nature of x is lags or nature of x is blanket: no  ",
        "blankets-are-plain",
        4,
        1,
    ),
    # Once only: were everybody skipped for ever, nobody would decide any more, and no position would show it.
    "a skip goes on for whoever comes next": Bug(
        "    add 1 to skips-in-a-row\n",
        "    add 1 to skips-in-a-row\n"
        "  if skipped and skips-in-a-row is 1: seat of sheep 1 becomes left of seat of sheep 1\n",
        "no-two-skips",
        4,
        3,
        20.0,
    ),
    "the hound comes with nothing": Bug("    add 1 to pen of q\n", "", "wolf-and-hound-cancel-in-play", 4, 1),
    "one more than the card says": Bug("    plain: n  ", "    plain: n + 1  ", "four-is-a-pass", 4, 1),
    "one less than the card says": Bug("    plain: n  ", "    plain: n - 1  ", "animals-follow-the-cards", 4, 1),
    "white cards move wolves": Bug(
        "    wolf: colour of c is black\n", "    wolf: colour of c is white\n", "animals-follow-the-cards", 4, 1
    ),
    "two sheep each": Bug(
        "  when players is 4: 3\n  when p is player 3 or p is player 4: 3\n",
        "  when players is 4: 2\n  when players < 4 and (p is player 3 or p is player 4): 3\n",
        "earliest-end",
        4,
        2,
    ),
    "four sheep each": Bug(
        "  when players is 4: 3\n  when p is player 3 or p is player 4: 3\n",
        "  when players is 4: 4\n  when players < 4 and (p is player 3 or p is player 4): 3\n",
        "sixteen-sheep-suffice",
        4,
        1,
    ),
    "blue wins ties": Bug(
        "  when flock of blue > flock of yellow: blue\n",
        "  when flock of blue >= flock of yellow: blue\n",
        "full-pens-are-yellow",
        4,
        6,
    ),
    "blue wins ties of three": Bug(
        "  when flock of blue > flock of yellow: blue\n",
        "  when flock of blue >= flock of yellow: blue\n",
        "blue-from-behind",
        3,
        4,
    ),
    "fewer sheep win": Bug(
        "  when flock of blue > flock of yellow: blue\n",
        "  when flock of blue < flock of yellow: blue\n",
        "more-is-better",
        4,
        2,
    ),
    "a 4 goes to the box, too": Bug(
        "    black 4, white 4: 0\n", "    black 4, white 4: 1\n", "same-deck-with-marks", 4, 2
    ),
    "the last mark stops": Bug(
        "(first number k from 1 to 4 where k <= steps",
        "(last number k from 1 to 4 where k <= steps",
        "nobody-runs-past",
        4,
        1,
    ),
    "a walk takes no notice of marks": Bug(
        "  seat of x becomes destination(x, n, mover)\n",
        "  seat of x becomes along(x, steps(x, n))\n",
        "no-walk-runs-past",
        4,
        1,
        20.0,
    ),
    "hounds going back run past bones": Bug(
        "    hound: last-card of q is a bone\n",
        "    hound: last-card of q is a bone and not backwards of x\n",
        "no-walk-runs-past",
        4,
        2,
        60.0,
    ),
    "marks draw animals on": Bug("where k <= steps(x, n) and stops-at", "where stops-at", "marks-only-stop", 4, 1),
    "cards turn over at player 2": Bug(
        "k <= walked(x, n, mover) and along(x, k) is player 1",
        "k <= walked(x, n, mover) and along(x, k) is player 2",
        "when-it-turns-over",
        4,
        1,
    ),
    "pairs are not parted": Bug(
        "chooses an animal x where may-be-turned of x and seat of x is p\n      flip face of x\n",
        "chooses an animal x where may-be-turned of x and seat of x is p\n",
        "colours-part",
        4,
        2,
    ),
    "pairs are not parted, and all bite": Bug(
        "chooses an animal x where may-be-turned of x and seat of x is p\n      flip face of x\n",
        "chooses an animal x where may-be-turned of x and seat of x is p\n",
        "two-at-most",
        4,
        4,
    ),
    "metamorphic 1 is always a wolf": Bug(
        "when face of x is wolf-face of x: wolf", "when x is metamorphic 1: wolf", "either-may-turn", 4, 1
    ),
    "a change call leaves both cards": Bug(
        "        move card at 1 in queue of turn-player to turned\n      keep\n",
        "      keep\n",
        "dummy-deck-stays-full",
        3,
        2,
    ),
    "a change call shuffles": Bug(
        "        move all from turned to queue of turn-player\n        move card at 1",
        "        move all from turned to queue of turn-player\n        shuffle queue of turn-player\n        "
        "move card at 1",
        "dummy-deck-is-a-queue",
        3,
        1,
    ),
    "the red devil goes twice": Bug("    triple: n * 3 ", "    triple: n * 2 ", "red-devil-runs-backwards", 4, 1),
    "the grandfather wolf goes forward": Bug("    lags: yes  ", "    lags: no  ", "one-turn-late", 4, 2),
    "the grandfather wolf goes by the card of this turn": Bug(
        "  otherwise: waiting\n", "  otherwise: card-now\n", "one-turn-late", 4, 2
    ),
    "the flustered hound turns over alone": Bug(
        "(some animal y where together(x, y)) and not had-company", "not had-company", "flusters-in-company", 4, 2
    ),
    "the flustered hound turns over with a card": Bug(
        "  do part-the-pairs\n  do look-for-blankets\n",
        "  do part-the-pairs\n  do look-for-blankets\n  do fluster\n",
        "flusters-at-turn-end",
        4,
        1,
        20.0,
    ),
    "all but metamorphic cards turn over": Bug(
        "  when nature of x is not changes: no\n", "  when nature of x is changes: no\n", "never-at-player-1", 4, 1
    ),
    "the blanket wolf shows itself alone": Bug(
        "    otherwise\n      face of x becomes back\n",
        "    otherwise\n      face of x becomes front\n",
        "blanket-shows",
        4,
        1,
    ),
    "blankets lie still": Bug(
        "except when nature of x is seeks-blanket: no",
        "except when nature of x is blanket: no",
        "blankets-act-plainly",
        4,
        3,
    ),
    "out of sheep is asked in skipped turns alone": Bug(
        "  if not skipped: judge out-of-sheep", "  if skipped: judge out-of-sheep", "skips-decide-nothing", 4, 3
    ),
    "hands are open": Bug(
        "  hand of each player: pile of card, seen by owner ",
        "  hand of each player: pile of card, face up ",
        "hands-are-secret",
        4,
        1,
        30.0,
    ),
    "the last sheep stays": Bug(
        "  if pen of q > 0    ", "  if pen of q > 0 and pen of q > 1  ", "left-with-a-wolf-at-first", 4, 3
    ),
    "banned threes are played": Bug(
        "  not threes-banned or value of c is not 3\n",
        "  not threes-banned or value of c is not 2\n",
        "banned-threes-stay",
        4,
    ),
    "a dummy that passes keeps its card": Bug(
        "    move all from turned to deck\n", "    show turned to everyone\n", "banned-threes-go-back", 3
    ),
    "a banned 3 is turned and stays": Bug(
        "dummy-is-barred: move all from turned to discard",
        "dummy-is-barred: show turned to everyone",
        "another-is-laid",
        3,
        1,
        20.0,
    ),
    "a change for nothing": Bug(
        "phase offer-change                                             [WH-197 WH-198]\n"
        "  if queue of turn-player is not empty\n",
        "phase offer-change\n  if queue of turn-player is not empty or players < 4\n",
        "nothing-to-change-for",
        3,
        1,
        20.0,
    ),
    "whoever stands with a newcomer is parted": Bug(
        "under-way: arrived of x and some animal y where clash(x, y) and arrived of y",
        "under-way: arrived of x and some animal y where clash(x, y) or arrived of y",
        "only-newcomers-part",
        4,
        1,
    ),
    "hands are kept to the end": Bug(
        "    move all from hand of p to discard\n", "", "hands-are-laid-aside", 4, 1, 20.0
    ),
    "the partner is to the left": Bug(
        "    partner: opposite of turn-player ", "    partner: left of turn-player ", "partners-are-opposite", 4, 1
    ),
    "cards that were played are mixed": Bug(
        "  card-now becomes c\n  last-card of turn-player becomes c",
        "  shuffle played of turn-player\n  card-now becomes c\n  last-card of turn-player becomes c",
        "laid-in-order",
        4,
        1,
    ),
    "cards that were played are cleared away": Bug(
        "  card-now becomes c\n  last-card of turn-player becomes c",
        "  if size of played of turn-player > 2: move all from played of turn-player to discard\n"
        "  card-now becomes c\n  last-card of turn-player becomes c",
        "laid-in-order",
        4,
        2,
    ),
    "an earlier card lies on top": Bug(
        "  card-now becomes c\n  last-card of turn-player becomes c",
        "  move card at 1 in played of turn-player to played of turn-player\n"
        "  card-now becomes c\n  last-card of turn-player becomes c",
        "the-last-card-lies-on-top",
        4,
        1,
    ),
    "player 2 never wins": Bug(
        "  won by player p where team of p is not losers\n",
        "  won by player p where team of p is not losers and p is not player 2\n",
        "one-team-wins",
        4,
        1,
        20.0,
    ),
    "wolves stop at bones": Bug(
        "    wolf: last-card of q is a meat\n", "    wolf: last-card of q is a bone\n", "nobody-runs-past", 4, 1
    ),
    "every walk is a step longer": Bug(
        "  seat of x becomes destination(x, n, mover)\n",
        "  seat of x becomes destination(x, n + 1, mover)\n",
        "four-is-a-pass",
        4,
        2,
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


UNSEEN = {
    "a turn is never skipped": Bug(
        "  skipped becomes some animal x where here of x and nature of x is skips",
        "  skipped becomes some animal x where here of x and nature of x is skips and players > 4",
        "locked-out",
        4,
        1,
        20.0,
    ),
    "nobody acts in the last phase of all": Bug(
        "  if turn-number > 1: do animals-act  ",
        "  if turn-number > 1 and not last-turn: do animals-act  ",
        "last-bite",
        4,
        1,
        20.0,
    ),
    "0 sheep never count in the last phase of all": Bug(
        "  zero-counts-first: replace define somebody-out: yes or no\n    some player p where pen of p is 0\n",
        "  zero-counts-first: replace define somebody-out: yes or no\n"
        "    (some player p where pen of p is 0) and not last-turn\n",
        "last-phase-decides",
        4,
        1,
        20.0,
    ),
    "hounds come first": Bug(
        """    for each animal x where here of x and acts-as of x is wolf
      do bite of target-now of x
    do hounds-act
""",
        """    do hounds-act
    for each animal x where here of x and acts-as of x is wolf
      do bite of target-now of x
""",
        "hounds-may-come-first",
        4,
    ),
}
"""Mistakes after which something that can happen, or that parts two games, cannot any more."""


@pytest.mark.parametrize("bug", [*BUGS.values(), *UNSEEN.values()], ids=[*BUGS, *UNSEEN])
def test_each_mistake_has_its_place_in_the_rules(bug: Bug) -> None:
    assert bug.old in WHOLE and f"\nproperty {bug.property} " in WHOLE


@pytest.mark.slow
@pytest.mark.parametrize("bug", UNSEEN.values(), ids=UNSEEN.keys())
def test_what_cannot_happen_is_not_shown(bug: Bug) -> None:
    assert WHOLE.count(bug.old) == 1
    said = verdicts(asked(twin(WHOLE, bug.old, bug.new), bug.property), bug)[-1]
    # Of two games that are the same no play shows that they part.
    assert said.grade is not (Grade.REFUTED if said.claim == "same_with" else Grade.SHOWN), told(said)
