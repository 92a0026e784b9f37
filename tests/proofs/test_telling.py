"""What somebody can tell from all that they noticed; beside each claim one that differs a little and comes out else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from qedeck.proofs.kinds import hidden, shown, telling
from qedeck.proofs.knowing.alike import Imitation
from qedeck.proofs.knowing.beliefs import Beliefs
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, told, twin

PROVED, REFUTED, SHOWN, VACUOUS = Grade.PROVED_SIZES, Grade.REFUTED, Grade.SHOWN, Grade.VACUOUS

VOTE = """
game vote
  players 3
  starts with main

remember
  x: 0 to 2, secret
  stage: 0 to 3

phase main
  player 1 secretly chooses a number n from 0 to 2
  x becomes n
  stage becomes 1
  player 3 chooses one
    look
      show x to player 2
    wait
  stage becomes 2
  player 3 chooses one
    go-on
"""
"""Player 1 keeps a number to themself; player 3 may have it shown to player 2."""


def said(text: str, claim: str, players: int = 3, seconds: float = 20.0, more: str = "") -> Verdict:
    made = program(text, claim, players, more)
    return telling.decide(made, made.claims[-1], seconds, False)


@pytest.mark.parametrize(
    ("claim", "grade"),
    [
        ("player 1 can tell x", PROVED),
        ("player 2 can tell x while stage is 2", REFUTED),
        ("player 2 can never tell x while stage is 1", PROVED),
        ("player 2 can never tell x while stage is 2", REFUTED),
        ("player 3 can never tell x while stage is 2", PROVED),
        ("player 3 can never tell x", REFUTED),  # at first it is 0
        ("reachable player 2 can tell x while stage is 2", SHOWN),
        ("reachable player 3 can tell x while stage is 2", REFUTED),
        ("player q can never tell x while stage is 2 and q is player 3", PROVED),
        ("player q can never tell x while stage is 2 and q is not player 1", REFUTED),
        ("player q can tell stage while stage is not 0", PROVED),
        ("player q can tell x while stage is 3", VACUOUS),
        ("player q can never tell x while stage is 3", VACUOUS),
        ("player q can tell players", VACUOUS),
    ],
)
def test_what_was_shown_is_known_and_nothing_else(claim: str, grade: Grade) -> None:
    found = said(VOTE, claim)
    assert found.grade is grade, told(found)


def test_a_refutation_tells_two_plays_and_what_was_noticed() -> None:
    found = said(VOTE, "player 2 can tell x while stage is 1")
    assert found.detail == "player 2 has noticed the same in two plays: in one, x is 0; in the other, x is 1"
    assert found.story == (
        "The game is set up.",
        "In one play:",
        "  Player 1 chooses 0.",
        "In the other:",
        "  Player 1 chooses 1.",
        "What player 2 has noticed:",
        "  Nothing.",
    )


def test_that_chance_decides_is_not_noticed() -> None:
    """Two plays of which one stands where chance is about to choose."""
    text = twin(VOTE, "  stage becomes 1\n", "  chance chooses a number m from 0 to 2\n  stage becomes 1\n")
    found = said(text, "player 2 can tell x")
    assert found.grade is REFUTED, told(found)


def test_what_leaves_no_doubt_is_told_as_a_play() -> None:
    found = said(VOTE, "player 2 can never tell x while stage is 2")
    assert found.detail == "player 2 can tell: no other position fits what player 2 has noticed"
    assert found.story[-2:] == ("  Player 3: look.", "  Shown to Player 2: 0.")


# ---- no clock ----------------------------------------------------------------------------------------

ONCE_MORE = "  if x is 2\n    player 1 secretly chooses one\n      nod\n  stage becomes 1\n"
SILENT = twin(VOTE, "  stage becomes 1\n", ONCE_MORE)
"""Where it is 2, somebody is asked once more, in secret."""


def test_how_often_somebody_was_asked_unseen_is_not_noticed() -> None:
    assert said(SILENT, "player 3 can never tell (x is 2) while stage is 1").grade is PROVED
    openly = twin(SILENT, "player 1 secretly chooses one\n      nod", "player 1 chooses one\n      nod")
    assert said(openly, "player 3 can never tell (x is 2) while stage is 1").grade is REFUTED
    assert said(openly, "player 3 can tell (x is 2) while stage is 1").grade is PROVED


DELAYED = """
game delayed
  players 3
  starts with main

remember
  x: 0 to 1, secret

phase main
  player 1 secretly chooses a number n from 0 to 1
  x becomes n
  if x is 0: announce bell
  player 1 secretly chooses one
    nod
  if x is 1: announce bell
  player 1 secretly chooses one
    nod
"""
"""A bell rings in any case; when, only a clock could tell."""


def test_after_which_unseen_choice_something_is_heard_tells_nothing() -> None:
    """`hidden` compares two plays choice by choice, so it counts that."""
    assert said(DELAYED, "player 2 can never tell x").grade is PROVED
    openly = twin(DELAYED, "secretly chooses one\n    nod\n  if x is 1", "chooses one\n    nod\n  if x is 1")
    assert said(openly, "player 2 can never tell x").grade is REFUTED
    made = program(DELAYED, "hidden x from player 2", 3)
    assert hidden.decide(made, made.claims[0], 10.0, False).grade is REFUTED


# ---- memory ----------------------------------------------------------------------------------------------

FACES = """
game faces
  players 2
  starts with main

cards
  ace, pip 1 to 3

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  laid: row of card, up to 3, face down

remember
  stage: 0 to 2

phase main
  deal 1 from deck to hand of each player
  player 1 chooses a card c in hand of player 1
  move c from hand of player 1 to laid
  stage becomes 1
  show top of laid to player 2
  player 1 chooses one
    go-on
"""


def test_what_was_seen_once_is_remembered() -> None:
    assert said(FACES, "player 2 can tell laid while stage is 1", 2).grade is PROVED
    made = program(FACES, "shown laid to player 2", 2)
    assert shown.decide(made, made.claims[0], 10.0, False).grade is REFUTED
    unseen = twin(FACES, "  show top of laid to player 2\n", "")
    assert said(unseen, "player 2 can tell laid while stage is 1", 2).grade is REFUTED


def test_who_sees_all_the_others_knows_the_last_card() -> None:
    """`hidden` does not count what is worked out; this does."""
    assert said(FACES, "player 2 can tell deck while stage is 1", 2).grade is PROVED
    made = program(FACES, "hidden deck from player 2", 2)
    assert hidden.decide(made, made.claims[0], 10.0, False).grade is not REFUTED
    one_more = twin(FACES, "pip 1 to 3", "pip 1 to 4")
    assert said(one_more, "player 2 can tell deck while stage is 1", 2).grade is PROVED
    unseen = twin(one_more, "  show top of laid to player 2\n", "")
    assert said(unseen, "player 2 can never tell deck while stage is 1", 2).grade is PROVED


def test_whoever_plays_a_card_face_down_shows_it_to_nobody() -> None:
    unseen = twin(FACES, "  show top of laid to player 2\n", "")
    assert said(unseen, "player 2 can never tell laid while stage is 1", 2).grade is PROVED
    openly = twin(unseen, "up to 3, face down", "up to 3, face up")
    assert said(openly, "player 2 can tell laid while stage is 1", 2).grade is PROVED


# ---- what counts as noticed ---------------------------------------------------------------------------------

LOUD = {
    "an announcement": "announce bell",
    "somebody who is asked": "player 2 chooses one\n    on",
    "what is open to one": "player 3 chooses one\n    on\n    off",
    "a shuffle": "shuffle line",
    "what lies in the open": "stage becomes 3",
    "somebody who is stuck": "player 2 chooses a number m from 1 to 2 where m is 0",
    "a race": "anyone r may\n    slap",
    "what the table chooses": "table chooses one\n    on",
    "cards that move face down": "draw 1 from line to heap",
}
QUIET = {
    "what nobody sees": "hush becomes 1",
    "a secret choice": "player 2 secretly chooses one\n    on",
    "what is shown to somebody else": "show x to player 2",
    "what chance chooses": "chance chooses a number m from 1 to 2",
    "what is done with eyes closed": "with eyes closed but for player 1\n    announce bell\n    shuffle line",
}
RING = """
game ring
  players 3
  starts with main

cards
  ace, 2 copies

zones
  line: row of card, face down, full at start
  heap: pile of card, unseen

remember
  x: 0 to 1, secret
  stage: 0 to 3
  hush: 0 to 1, secret

phase main
  player 1 secretly chooses a number n from 0 to 1
  x becomes n
  stage becomes 1
  if x is 1
    {}
  player 1 secretly chooses one
    nod
"""


@pytest.mark.parametrize("how", [*LOUD, *QUIET])
def test_whatever_is_noticed_tells(how: str) -> None:
    text = RING.format({**LOUD, **QUIET}[how].replace("\n    ", "\n      "))
    found = said(text, "reachable player 3 can tell (x is 1) while x is 1 and stage is not 0")
    assert found.grade is (SHOWN if how in LOUD else REFUTED), told(found)


def test_what_is_undefined_is_a_value_of_its_own() -> None:
    text = RING.format("show x to player 1")
    claim = "player 3 can never tell (10 / x is 10) while stage is 1"
    assert said(text, claim).grade is PROVED
    assert said(text, "player 1 can tell (10 / x is 10) while stage is 1").grade is PROVED


def test_with_eyes_closed_nothing_is_noticed() -> None:
    asleep = "  with eyes closed but for player 1\n    player 1 chooses one\n      look\n        show x to everyone\n"
    night = twin(VOTE, "  player 3 chooses one\n    look\n      show x to player 2\n    wait\n", asleep)
    assert said(night, "player 2 can never tell x while stage is 2").grade is PROVED
    awake = twin(night, "but for player 1", "but for player q where q is not player 3")
    assert said(awake, "player 2 can tell x while stage is 2").grade is PROVED
    assert said(awake, "player 3 can never tell x while stage is 2").grade is PROVED


# ---- readings, assumptions -----------------------------------------------------------------------------------

READ = twin(twin(VOTE, "remember\n", "reading mode: open-vote, or closed-vote\n\nremember\n"), "  stage becomes 1\n",
            "  if mode is open-vote: show x to everyone\n  stage becomes 1\n")


def test_how_the_rulebook_is_read_is_known() -> None:
    assert said(READ, "player 3 can tell x while stage is 1").grade is REFUTED
    assert said(READ, "player 3 can tell x while stage is 1", more="  assuming mode is open-vote\n").grade is PROVED
    assert said(READ, "player 3 can tell (mode is open-vote)").grade is VACUOUS
    found = said(READ, "player 3 can tell x while stage is 1")
    assert any("closed-vote" in line for line in found.story), found.story


def test_what_is_assumed_of_the_position_is_when() -> None:
    assert said(VOTE, "player 3 can never tell x", more="  assuming stage is 1\n").grade is PROVED
    assert said(VOTE, "player 3 can never tell x", more="  assuming stage is 0\n").grade is REFUTED


# ---- each engine alone ------------------------------------------------------------------------------------------


def _nothing(*args: Any) -> Iterator[Any]:
    return iter(())


def test_two_plays_are_found_by_imitation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Beliefs, "each", _nothing)
    found = said(VOTE, "player 2 can tell x while stage is 2", seconds=8.0)
    assert (found.grade, found.engine) == (REFUTED, "random plays"), told(found)
    assert "In the other:" in found.story
    assert not said(VOTE, "player 1 can tell x while stage is 2", seconds=3.0).grade.decided


def test_looks_prove_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Beliefs, "each", _nothing)
    monkeypatch.setattr(Imitation, "hunt", lambda *args: None)
    seen = twin(VOTE, "x: 0 to 2, secret", "x: 0 to 2, seen by player q where q is player 2")
    found = said(seen, "player 2 can tell x", seconds=8.0)
    assert (found.grade, found.engine, found.agreed) == (PROVED, "lemma", ("z3",)), told(found)
    assert not said(seen, "player 3 can tell x", seconds=4.0).grade.decided
    assert said(seen, "player q can tell x while q is player 2 or stage < 0", seconds=8.0).grade is PROVED


def test_faces_that_are_remembered_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Beliefs, "each", _nothing)
    monkeypatch.setattr(Imitation, "hunt", lambda *args: None)
    text = twin(FACES, "up to 3, face down", "up to 3, face down, remembered")
    claim = "player 2 can tell card at 1 in laid while player 2 knows card at 1 in laid"
    assert said(text, claim, 2, 8.0).grade is PROVED
    assert not said(text, "player 2 can tell card at 1 in laid", 2, 4.0).grade.decided


def test_a_few_plays_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Beliefs, "each", _nothing)
    assert said(VOTE, "reachable player 2 can tell x while stage is 2", seconds=4.0).grade is SHOWN
    assert said(VOTE, "player 2 can never tell x while stage is 2", seconds=4.0).grade is REFUTED
    assert not said(VOTE, "player 3 can never tell x while stage is 2", seconds=2.0).grade.decided
