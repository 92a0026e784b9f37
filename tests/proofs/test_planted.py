"""Twenty mistakes that somebody could make in writing down Werewolves and Robbers, each caught by a property of it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest

from qedeck.proofs.portfolio import deciders, every_property
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.properties import property_program

from .games import told, twin


class Bug(NamedTuple):
    """A line of the rules and what it was mistaken for; who notices, with how many players."""

    old: str
    new: str
    property: str
    players: int


POSITIONS = ("any_position", "some_position")
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


@cache
def rules() -> str:
    game = load("werewolves_and_robbers")
    return next(source.text for file, source in game.sources.items() if file.endswith("werewolves_and_robbers.qed"))


def asked(text: str, name: str) -> Game:
    """The rules with one property only, which is read much sooner."""
    clauses = re.split(r"\n(?=\S)", text)
    kept = [cl for cl in clauses if not cl.startswith(("example ", "property ")) or cl.startswith(f"property {name} ")]
    return load_text("\n".join(kept) + "\n")


def verdicts(game: Game, bug: Bug) -> list[Verdict]:
    """What is said of each claim of the property; the first that is refuted is the last that is asked."""
    assert game.sound, [d.title for d in game.diagnostics if d.severity == "error"]
    prop = next(p for p in every_property(game) if p.name.text == bug.property)
    program = property_program(game.clauses, prop, bug.players)
    assert program is not None
    found = []
    for claim in program.claims:
        seconds = 10.0 if claim.kind in POSITIONS else 4.0
        found.append(deciders()[claim.kind](program, claim, seconds, False))
        if found[-1].grade is Grade.REFUTED:
            break
    return found


def test_there_are_twenty() -> None:
    assert len(BUGS) == 20


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_a_planted_mistake_is_caught(bug: Bug) -> None:
    assert rules().count(bug.old) == 1
    broken = asked(twin(rules(), bug.old, bug.new), bug.property)
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
    for said in verdicts(asked(rules(), bug.property), bug):
        assert said.grade is not Grade.REFUTED, told(said)
        if said.claim in POSITIONS:
            assert said.grade.good, told(said)
