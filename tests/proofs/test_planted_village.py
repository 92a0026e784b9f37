"""Mistakes that somebody could make in writing down Werewolf Village, each caught by a property of the checklist."""

from __future__ import annotations

import pytest

from qedeck.proofs.verdict import Grade

from ..all_games import text
from .games import told, twin
from .planted import Bug, asked, verdicts

GAME = "werewolf_village"
WHOLE = text(GAME)

BUGS = {
    "the werewolves sleep on": Bug("      do choose-victim\n", "", "village-wears-away", 8, 1, 20.0),
    "the hunter shoots twice": Bug(
        "otherwise 3 [WV-059 WV-078 WV-U-11]\n  do last-shot of p\n",
        "otherwise 3 [WV-059 WV-078 WV-U-11]\n  do last-shot of p\n  do last-shot of p\n",
        "chains-end",
        8,
        2,
        20.0,
    ),
    "everybody mourns": Bug(
        "  for each player q where lover of q and q is not p\n    do fall of q\n",
        "  for each player q where q is not p\n    do fall of q\n",
        "chains-end",
        8,
        1,
        20.0,
    ),
    "everybody mourns at night": Bug(
        "  for each player q where lover of q and q is not p\n    do fall of q\n",
        "  for each player q where q is not p\n    do fall of q\n",
        "four-a-night",
        8,
        1,
        20.0,
    ),
    "everybody mourns by day": Bug(
        "  for each player q where lover of q and q is not p\n    do fall of q\n",
        "  for each player q where q is not p\n    do fall of q\n",
        "three-a-day",
        8,
        1,
        20.0,
    ),
    "the potion revives the dead": Bug(
        "  revived becomes yes\n",
        "  revived becomes yes\n  for each player p where p is protected-before\n    living of p becomes yes\n",
        "no-way-back",
        8,
        1,
        20.0,
    ),
    "the thief puts the tile back into the bag": Bug(
        "  move thief from tile of p to centre\n", "  move thief from tile of p to bag\n", "tiles-stay", 8, 2, 20.0
    ),
    "the badge is dropped": Bug(
        "where may-succeed of t\n    sheriff becomes t\n",
        "where may-succeed of t\n    sheriff becomes none\n",
        "badge-passed-on",
        8,
        1,
        20.0,
    ),
    "whoever was protected is protected again": Bug(
        "  living of t and t is not protected-before\n", "  living of t\n", "guard-moves-on", 8, 1, 20.0
    ),
    "the shield is of paper": Bug(
        "  p is victim and not shielded of p\n", "  p is victim\n", "shield-holds", 8, 1, 20.0
    ),
    "the guardian saves the girl": Bug(
        "  p is protected and not has-role(p, girl)\n", "  p is protected\n", "unguarded-girl", 9, 1, 20.0
    ),
    "the elder is like anybody": Bug(
        " and not revived and (elder-was-hit or not has-role(p, elder))\n",
        " and not revived\n",
        "tough-elder",
        11,
        1,
        20.0,
    ),
    "the piper is nobody": Bug(
        "  not has-role(p, werewolf)\n\ndefine mixed-couple",
        "  not has-role(p, werewolf) and not has-role(p, piper)\n\ndefine mixed-couple",
        "two-sides-apart",
        8,
        1,
    ),
    "any couple is mixed": Bug(
        " and some player p where living of p and not has-role(p, werewolf)\n\ndefine lovers-are-left",
        "\n\ndefine lovers-are-left",
        "mixed-couples-alone",
        8,
        1,
        20.0,
    ),
    "the seer protects": Bug(
        "  show t, shown-role of t to s\n",
        "  show t, shown-role of t to s\n  protected becomes t\n",
        "guardian-or-seer",
        8,
        1,
        20.0,
    ),
    "the seer kills": Bug(
        "  show t, shown-role of t to s\n",
        "  show t, shown-role of t to s\n  poisoned becomes t\n",
        "guardian-or-seer",
        8,
        2,
        20.0,
    ),
    "the guardian comes too late": Bug(
        "  for each player v where attacked of v                        [WV-040]\n",
        "  for each player v where v is victim\n",
        "saved-by-the-guardian",
        8,
        1,
        20.0,
    ),
    "the cursed do not look": Bug(
        "  in-circle of each player: yes or no, seen by player q where in-circle of q [WV-054]\n",
        "  in-circle of each player: yes or no, seen by owner\n",
        "cursed-know-each-other",
        10,
        1,
    ),
    "the seer's eyes are not the only ones": Bug(
        "    for each player s where plays(s, seer)\n"
        "      with eyes closed but for s                               [WV-032]\n"
        "        do look of s\n",
        "    for each player s where plays(s, seer)\n      with eyes closed but for player q where living of q\n"
        "        do look of s\n        for each player t where plays(t, werewolf)\n          show t to everyone\n",
        "asleep-and-unknowing",
        8,
        1,
        20.0,
    ),
    "a piper who is not there is called": Bug(
        "  called of piper and no player p", "  no player p", "no-piper-no-calls", 8, 1, 20.0
    ),
    "the villagers win when the seer is dead": Bug(
        "    villagers: no player p where plays(p, werewolf)            [WV-075]\n",
        "    villagers: no player p where plays(p, seer)\n",
        "last-werewolf-falls",
        8,
        1,
        20.0,
    ),
    "the flask refills": Bug("  revival-left becomes no\n", "", "one-use", 8, 3, 20.0),
    "the poison refills": Bug("  poison-left becomes no\n", "  poison-left becomes yes\n", "one-use", 8, 4, 20.0),
    "idiots vote": Bug(
        "  living of p and not (has-role(p, idiot) and face-up of p)\n", "  living of p\n", "silent-idiot", 8, 1
    ),
}


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_each_mistake_has_its_place_in_the_rules(bug: Bug) -> None:
    assert WHOLE.count(bug.old) == 1 and f"\nproperty {bug.property} " in WHOLE


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_a_planted_mistake_is_caught(bug: Bug) -> None:
    said = verdicts(asked(twin(WHOLE, bug.old, bug.new), bug.property), bug)[-1]
    # What is refuted was laid out or played again by the reference before anybody was told.
    assert said.grade is Grade.REFUTED and said.story, told(said)


@pytest.mark.slow
@pytest.mark.parametrize("bug", {(b.property, b.players, b.claim): b for b in BUGS.values()}.values(), ids=str)
def test_the_rules_as_they_are_written_are_not_caught(bug: Bug) -> None:
    for said in verdicts(asked(WHOLE, bug.property), bug):
        assert said.grade is not Grade.REFUTED, told(said)
