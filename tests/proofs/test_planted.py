"""Twenty mistakes that somebody could make in writing down Werewolves and Robbers, each caught by a property of it."""

from __future__ import annotations

import pytest

from qedeck.proofs.verdict import Grade

from .games import told, twin
from .planted import POSITIONS, Bug, asked, rules, verdicts

GAME = "werewolves_and_robbers"
BUGS = {
    "a knife as good as the lowest trump": Bug("knife: trump, 0", "knife: trump, 1", "knives-count-least", 3),
    "the traitor level with the fifteen": Bug("traitor: led, 16", "traitor: led, 15", "traitor-counts-sixteen", 3),
    "the seer in the led suit": Bug("seer: trump, 16", "seer: led, 16", "seer-counts", 4),
    "a seer that fears no werewolf": Bug(
        "      except when a werewolf is in trick: led, 0               [WR-058]\n", "", "seer-counts", 4
    ),
    "a led werewolf in the led suit": Bug("when i is 1: trump, 16", "when i is 1: led, 16", "led-werewolf-of-three", 3),
    "a werewolf level with its victim": Bug(
        "rank of strength of (i - 1) + 1 [", "rank of strength of (i - 1) [", "werewolf-counts-more", 3
    ),
    "the earlier of two alike wins": Bug("any-two-cards: i > j", "any-two-cards: i < j", "later-wins-ties", 3),
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
        "one-deal or deals-played >= players and", "one-deal or deals-played > players and", "match-length", 3
    ),
    "one chest too few": Bug("  chest 13 to 15\n", "  chest 12 to 15\n", "box-for-three", 3),
    "icons on special cards": Bug(
        "  such that number-card of c or icons of c is 0                [WR-U-20]\n", "", "icons-of-five", 3
    ),
    "the deal passes to the right": Bug(
        "dealer becomes left of dealer", "dealer becomes right of dealer", "everyone-deals-once", 3
    ),
}


def test_there_are_twenty() -> None:
    assert len(BUGS) == 20


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_a_planted_mistake_is_caught(bug: Bug) -> None:
    assert rules(GAME).count(bug.old) == 1
    broken = asked(twin(rules(GAME), bug.old, bug.new), bug.property)
    said = verdicts(broken, bug)[-1]
    # What is refuted was laid out or played again by the reference before anybody was told.
    assert said.grade is Grade.REFUTED and said.story, told(said)


SLOW = {"everyone-deals-once": pytest.mark.slow}
"""Properties that take long to prove."""


@pytest.mark.parametrize(
    "bug",
    [
        pytest.param(bug, marks=SLOW.get(name, ()), id=name)
        for name, bug in {b.property: b for b in BUGS.values()}.items()
    ],
)
def test_the_rules_as_they_are_written_are_fine(bug: Bug) -> None:
    for said in verdicts(asked(rules(GAME), bug.property), bug):
        assert said.grade is not Grade.REFUTED, told(said)
        if said.claim in POSITIONS:
            assert said.grade.good, told(said)
