"""Mistakes that somebody could make in writing down Werewolves and Robbers, each caught by a property of it."""

from __future__ import annotations

import pytest

from qedeck.proofs.verdict import Grade

from ..all_games import text
from .games import told, twin
from .planted import POSITIONS, Bug, asked, verdicts

GAME = "werewolves_and_robbers"
WHOLE = text(GAME)
BUGS = {
    "a knife as good as the lowest trump": Bug("knife: trump, 0", "knife: trump, 1", "knives-count-least", 3),
    "the traitor level with the fifteen": Bug("traitor: led, 16", "traitor: led, 15", "traitor-counts-sixteen", 3),
    "the seer in the led suit": Bug("seer: trump, 16", "seer: led, 16", "seer-counts", 4),
    "a seer that fears no werewolf": Bug(
        "      except when a werewolf is in trick: led, 0               [WR-058]\n", "", "seer-counts", 4
    ),
    "a led werewolf in the led suit": Bug(
        "\n      when i is 1: trump, 16", "\n      when i is 1: led, 16", "led-werewolf-of-three", 3
    ),
    "a werewolf level with its victim": Bug(
        "\n      otherwise: suit of strength of (i - 1), rank of strength of (i - 1) + 1 [",
        "\n      otherwise: suit of strength of (i - 1), rank of strength of (i - 1) [",
        "werewolf-counts-more",
        3,
    ),
    "the earlier of two alike wins": Bug("\n  i > j\n", "\n  i < j\n", "later-wins-ties", 3),
    "the last number card leads": Bug(
        "suit of the card at the first place i", "suit of the card at the last place i", "first-number-leads", 3
    ),
    "chests are trumps whatever is led": Bug("    chest: robber\n", "    chest: chest\n", "trumps-are-the-other", 3),
    "the lower card wins": Bug(
        "otherwise: rank of strength of i > rank", "otherwise: rank of strength of i < rank", "higher-wins", 3
    ),
    "the led suit beats trumps": Bug(
        "strength of j: suit of strength of i is trump", "strength of j: suit of strength of i is led", "trumps-win", 3
    ),
    "the traitor makes a werewolf": Bug(
        "when a werewolf is in hand of p: werewolf", "when the traitor is in hand of p: werewolf", "made-a-werewolf", 3
    ),
    "the traitor in the other team": Bug(
        "    robber: robbers\n    traitor, werewolf: werewolves\n",
        "    robber, traitor: robbers\n    werewolf: werewolves\n",
        "two-teams",
        3,
    ),
    "doubled in place of halved": Bug("chest-icons of p / 2", "chest-icons of p * 2", "robbers-want-chests", 3),
    "werewolves fear werewolves": Bug(
        "except when a knife is in taken of p", "except when a werewolf is in taken of p", "werewolves-want-robbers", 3
    ),
    "times the own team": Bug(
        "is robbers) * team-size of werewolves", "is robbers) * team-size of robbers", "fair-shares", 3
    ),
    "one deal too many": Bug(
        "\n  game-length is one-deal or deals-played >= players\n",
        "\n  game-length is one-deal or deals-played >= players and deals-played > players\n",
        "match-length",
        3,
    ),
    "one chest too few": Bug("  chest 13 to 15\n", "  chest 12 to 15\n", "box-for-three", 3),
    "icons on special cards": Bug(
        "  such that number-card of c or icons of c is 0                [WR-U-20]\n", "", "icons-of-five", 3
    ),
    "the deal passes to the right": Bug(
        "dealer becomes left of dealer", "dealer becomes right of dealer", "deal-passes-left", 3, 1
    ),
    "the dealer moves on before the deal, too": Bug(
        "  leader becomes left of dealer\n",
        "  leader becomes left of dealer\n  dealer becomes left of dealer\n",
        "deal-passes-left",
        3,
        2,
    ),
    "the dealer moves on twice": Bug(
        "  dealer becomes left of dealer\n",
        "  dealer becomes 2 seats after dealer\n",
        "everyone-deals-once",
        4,
        3,
        20.0,
    ),
    "an eighth card of nine": Bug("    3, 4: 9\n", "    3, 4: 8\n", "so-many-tricks", 3, 1),
    "over before the last trick": Bug(
        "  until every player p has hand of p is empty  ",
        "  until some player p where size of hand of p < 2  ",
        "so-many-tricks",
        3,
        2,
    ),
    "over a card later": Bug(
        "  until every player p has hand of p is empty                  [WR-049]\n  do score-deal\n",
        "  until every player p has hand of p is empty                  [WR-049]\n"
        "  dealer chooses one\n    count\n  do score-deal\n",
        "so-many-tricks",
        3,
        3,
    ),
    "a point for nothing": Bug(
        "    robber, traitor: chest-icons of p\n",
        "    robber, traitor: chest-icons of p + 1\n",
        "nothing-counts-nothing",
        4,
        1,
    ),
    "a team of two counts double": Bug(
        "(sum of points of p for each player p where team of p is robbers) * team-size of werewolves",
        "(sum of points of p + team-size of robbers for each player p where team of p is robbers)"
        " * team-size of werewolves",
        "nothing-counts-nothing",
        4,
        2,
    ),
    "the dealer is left out of the winners": Bug(
        "for each player p where team of p is deal-winner\n",
        "for each player p where team of p is deal-winner and p is not dealer\n",
        "one-point-each",
        3,
        1,
    ),
    "a point for the dealer, whoever wins": Bug(
        "for each player p where team of p is deal-winner\n",
        "for each player p where team of p is deal-winner or p is dealer\n",
        "one-point-each",
        3,
        2,
    ),
    "a point for everybody": Bug(
        "for each player p where team of p is deal-winner\n", "for each player p\n", "not-for-all", 3, 1
    ),
    "the losers pay": Bug(
        "    add 1 to game-points of p                                  [WR-086]\n",
        "    add 1 to game-points of p\n"
        "  for each player p where team of p is not deal-winner and game-points of p > 0\n"
        "    take 1 from game-points of p\n",
        "not-for-all",
        3,
        2,
        20.0,
    ),
    "the last trick is nobody's": Bug(
        "  move all from trick to taken of leader\n",
        "  if some player p where hand of p is not empty: move all from trick to taken of leader\n"
        "  if every player p has hand of p is empty: move all from trick to aside\n",
        "all-taken",
        3,
        1,
    ),
    "one card is not dealt": Bug("    3, 4: 9\n", "    3, 4: 8\n", "all-taken", 3, 2),
    "the traitor's chip covers the werewolf's": Bug(
        "          move chip at 1 in chips of p to chips of p  ",
        "          show p to everyone  ",
        "werewolf-on-top",
        3,
        1,
    ),
    "chips are worth something": Bug(
        "points of p becomes own-points of p\n",
        "points of p becomes own-points of p + size of chips of p\n",
        "chips-do-not-matter",
        3,
        2,
        20.0,
    ),
    "without chips the first deal decides the match": Bug(
        "  until match-over\n",
        "  until match-over or chips-used is without-chips\n",
        "chips-do-not-matter",
        3,
        2,
        20.0,
    ),
    "cards are dealt anew for ever": Bug(
        "until missing-card is as-dealt or both", "until missing-card is not as-dealt or both", "whole-deal", 3, 1, 20.0
    ),
}


def test_who_took_cards_may_not_look_at_them() -> None:
    """The claim that one may is there to be refuted: with piles that their owner sees it is proved."""
    old, new = (f"taken of each player: pile of card, {how}" for how in ("face down", "seen by owner"))
    bug = Bug(old, new, "not-even-the-taker", 3, seconds=20.0)
    assert WHOLE.count(bug.old) == 1
    for rules, grade in ((WHOLE, Grade.REFUTED), (twin(WHOLE, bug.old, bug.new), Grade.PROVED_SIZES)):
        (said,) = verdicts(asked(rules, bug.property), bug)
        assert said.grade is grade, told(said)


@pytest.mark.slow
def test_a_draw_that_cannot_be_is_not_shown() -> None:
    """That something can happen is noticed by no play: but where it cannot, none is shown."""
    old, new = "if werewolf-total > robber-total", "if werewolf-total >= robber-total"
    bug = Bug(old, new, "draw-for-every-table", 4, 1, 20.0)
    assert WHOLE.count(bug.old) == 1
    (said,) = verdicts(asked(twin(WHOLE, bug.old, bug.new), bug.property), bug)
    assert not said.grade.good, told(said)


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_a_planted_mistake_is_caught(bug: Bug) -> None:
    assert WHOLE.count(bug.old) == 1
    broken = asked(twin(WHOLE, bug.old, bug.new), bug.property)
    said = verdicts(broken, bug)[-1]
    # What is refuted was laid out or played again by the reference before anybody was told.
    assert said.grade is Grade.REFUTED and said.story, told(said)


SLOW = dict.fromkeys(
    (
        "everyone-deals-once",
        "deal-passes-left",
        "so-many-tricks",
        "one-point-each",
        "not-for-all",
        "all-taken",
        "werewolf-on-top",
        "chips-do-not-matter",
    ),
    pytest.mark.slow,
)
"""Properties that take long to prove."""


@pytest.mark.parametrize(
    "bug",
    [
        pytest.param(bug, marks=SLOW.get(name, ()), id=name)
        for name, bug in {b.property: b for b in BUGS.values()}.items()
    ],
)
def test_the_rules_as_they_are_written_are_fine(bug: Bug) -> None:
    for said in verdicts(asked(WHOLE, bug.property), bug):
        assert said.grade is not Grade.REFUTED, told(said)
        if said.claim in POSITIONS:
            assert said.grade.good, told(said)
