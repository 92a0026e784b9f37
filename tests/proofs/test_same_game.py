"""A game with and without a clause, and two variants: alike, or the shortest play that parts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.proofs.formulas.two_games import TwoGames
from qedeck.proofs.kinds import same_game
from qedeck.proofs.plays import two_tables
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import tree as t
from qedeck.spec.game import load
from qedeck.spec.properties import property_program

from .games import COUNTDOWN, DRAUGHT, program, told, twin


def without(text: str, clause: str, players: int = 2) -> Verdict:
    made = program(text, f"same game without {clause}", players)
    return same_game.decide(made, made.claims[0], 20)


@pytest.fixture
def compare(tmp_path: Path):  # type: ignore[no-untyped-def]
    """A game with a variant of it, changed by these clauses."""

    def compared(text: str, name: str, changes: str, players: int = 2) -> Verdict:
        claim = "\nproperty claim\n  same game as other\n"
        (tmp_path / f"{name}.qed").write_text(text + claim, "utf-8")
        (tmp_path / "other.qed").write_text(f"variant other of {name}\n{changes}", "utf-8")
        game = load(tmp_path / f"{name}.qed")
        assert game.sound, game.diagnostics
        prop = next(clause for clause in game.clauses if isinstance(clause, t.Property))
        made = property_program(game.clauses, prop, players)
        assert made is not None
        return same_game.decide(made, made.claims[0], 20)

    return compared


GRAB = """
game grab
  players 1
  starts with main

remember
  lock: 0 to 2

phase main
  repeat
    do let-go
    player 1 chooses a number n from 0 to 2
    lock becomes n
  until no

phase let-go
  player 1 chooses one
    wait
    grab
      lock becomes 0
"""


def test_a_first_value_that_is_written_again() -> None:
    """Nobody asks for the lock, and to begin with it is 0 with and without."""
    claim = """same game with
    replace phase let-go
      player 1 chooses one
        wait
        grab
"""
    made = program(GRAB, claim, 1)
    other = made.claims[0].beside
    assert other is not None
    blank = Verdict("asked", "same_with", 1, Grade.UNKNOWN, "none")
    tables = two_tables.Tables(made.core, other, None)
    said = same_game.Alike(made, TwoGames(made.core, other), tables, ("", "")).proved(blank, 10, True)
    assert said.grade is Grade.UNKNOWN and "parts them" in said.detail, told(said)
    assert same_game.decide(made, made.claims[0], 10).grade is Grade.REFUTED


# ---- with and without a clause -------------------------------------------------------------------


def test_an_ending_that_never_comes() -> None:
    said = without(COUNTDOWN, "never-used")
    assert (said.grade, said.engine) == (Grade.PROVED_SIZES, "exhaustive search"), told(said)


def test_the_ending_that_does() -> None:
    said = without(COUNTDOWN, "last-taker")
    assert said.grade is Grade.REFUTED and "no shorter play does" in said.detail, told(said)
    # Twice two and twice one, or three times two: the shortest way to take six.
    choices = [line for line in said.story if "chooses" in line]
    assert len(choices) == 3 and said.story[-1] == "  the game is over: undeclared", told(said)


def test_a_phase_that_does_nothing() -> None:
    shouting = twin(DRAUGHT, "  judge done\n", "  do rest\n  judge done\n") + "\nphase rest\n"
    resting = shouting + "  move all from laid to heap\n"
    assert without(resting, "rest", 3).grade is Grade.PROVED_SIZES
    moving = shouting + "  move all from deck to heap\n"
    said = without(moving, "rest", 3)
    assert said.grade is Grade.REFUTED and "Without rest:" in said.story, told(said)


# ---- two variants ----------------------------------------------------------------------------------

ROUND = """
replace phase one-round
  for each player p clockwise from player 1
    p chooses a card c in hand of p
    move c from hand of p to laid
  {last}
"""


def test_another_way_to_say_it(compare) -> None:  # type: ignore[no-untyped-def]
    said = compare(DRAUGHT, "draught", ROUND.format(last="if laid is not empty\n    move all from laid to heap"), 3)
    assert said.grade is Grade.PROVED_SIZES and said.engine in ("exhaustive search", "step by step"), told(said)


def test_something_else(compare) -> None:  # type: ignore[no-untyped-def]
    said = compare(DRAUGHT, "draught", ROUND.format(last="move all from laid to deck"), 3)
    assert said.grade is Grade.REFUTED and "no shorter play does" in said.detail, told(said)
    assert any(line.startswith("  Stone ×3 go from the laid to the heap") for line in said.story), told(said)


def test_who_sees_it_counts(compare) -> None:  # type: ignore[no-untyped-def]
    zones = DRAUGHT[DRAUGHT.index("zones") : DRAUGHT.index("phase main")]
    cards = twin(DRAUGHT, "  stone, 9 copies", "  stone, rank 1 to 3, 3 copies")
    said = compare(cards, "draught", "replace " + twin(zones, "seen by owner", "face up"))
    assert said.grade is Grade.REFUTED, told(said)
    assert any("somebody is shown" in line for line in said.story), told(said)


# ---- too many positions for looking at all of them ---------------------------------------------------

TRICK = """
game trick-game
  players 3
  starts with main

suit is one of red, black

cards
  rose, rank 1 to 12, suit red
  coal, rank 1 to 12, suit black

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  trick: row of card, up to players, face up
  taken of each player: pile of card, face down

remember
  leader: player

phase main
  deal 8 from deck to hand of each player
  repeat
    do one-trick
  until every player p has hand of p is empty
  judge done

phase one-trick
  for each player p clockwise from leader
    p chooses a card c in hand of p
    move c from hand of p to trick
  leader becomes player at (first place i in trick where best(i)) in trick
  move all from trick to taken of leader

define best(place i in trick): yes or no
  every place j in trick has rank of card at j in trick < rank of card at i in trick or j <= i

ending done
  when every player p has hand of p is empty
  drawn
"""
"""The first card wins that no later one reaches."""


def test_step_by_step(compare) -> None:  # type: ignore[no-untyped-def]
    changes = """
replace define best(place i in trick): yes or no
  no place j in trick where j > i and rank of card at j in trick >= rank of card at i in trick
"""
    said = compare(TRICK, "trick-game", changes, 3)
    assert (said.grade, said.engine) == (Grade.PROVED_SIZES, "step by step"), told(said)
    assert "z3" in said.agreed and said.smt


def test_step_by_step_but_for_ties(compare) -> None:  # type: ignore[no-untyped-def]
    changes = """
replace define best(place i in trick): yes or no
  no place j in trick where j > i and rank of card at j in trick > rank of card at i in trick
"""
    said = compare(TRICK, "trick-game", changes, 3)
    assert said.grade is Grade.REFUTED and "In other:" in said.story, told(said)


PRIZE = """
parameter prize: 0 to 9
  assumed 5
  such that prize >= 3
"""


def test_two_games_that_no_setting_allows_together(compare) -> None:  # type: ignore[no-untyped-def]
    """There is no play of both, and so nothing was seen of them: that proves nothing."""
    prized = twin(COUNTDOWN, "\nremember\n", f"{PRIZE}\nremember\n")
    prized = twin(prized, "where n <= pool", "where n <= pool and n <= prize")
    other = "\nreplace ending never-used\n  when pool is 4\n  drawn\n\nreplace parameter prize: 0 to 9\n"
    never, sometimes = other + "  assumed 1\n  such that prize <= 2\n", other + "  assumed 5\n  such that prize >= 4\n"
    vacuous = compare(prized, "prized", never)
    assert vacuous.grade is Grade.UNKNOWN and "no setting" in vacuous.detail, told(vacuous)
    assert compare(prized, "prized", sometimes).grade is Grade.PROVED_SIZES
