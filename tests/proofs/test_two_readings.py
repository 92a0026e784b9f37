"""Two readings at two tables: the play in which they part, told for both; and readings that never part."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import readings
from qedeck.proofs.plays import looked_at, two_tables
from qedeck.proofs.plays.two_tables import LINES
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, told, twin

PRIZE = """
game prize
  players 2
  starts with main

reading doubles: count-once, or count-twice

remember
  latest: 0 to 3
  score: 0 to 9
  rounds: 0 to 3

phase main
  repeat
    player 1 chooses a number n from 1 to 3
    add 1 to score
    if n is latest and n is 3 and doubles is count-twice: add 1 to score
    latest becomes n
    add 1 to rounds
  until rounds is 3
"""
"""Only two threes in a row tell the readings apart."""


@pytest.fixture(params=["every position", "plays and proofs"], autouse=True)
def searching(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """With and without a visit to every position."""
    if request.param != "every position":
        monkeypatch.setattr(two_tables, "MOST", 0)
    return bool(request.param == "every position")


def decided(text: str, claim: str, more: str = "") -> Verdict:
    made = program(text, claim, more=more)
    return readings.decide(made, made.claims[0], 6.0, False)


def ways(said: Verdict) -> tuple[str, ...]:
    """What was told of each table."""
    assert said.grade in (Grade.SHOWN, Grade.REFUTED) and said.trace is not None, told(said)
    start = said.story.index("With doubles as count-once:")
    return said.story[start:]


@pytest.mark.parametrize("claim", ["readings of doubles differ", "readings of doubles differ on score"])
def test_the_play_stops_where_the_tables_part(claim: str) -> None:
    said = decided(PRIZE, claim)
    assert said.grade is Grade.SHOWN, told(said)
    first, one, second, two = ways(said)
    assert (first, second) == ("With doubles as count-once:", "With doubles as count-twice:")
    assert one.startswith("  score is ") and two.startswith("  score is ") and one != two
    chosen = [line for line in said.story if line.startswith("Player 1 chooses ")]
    assert chosen[-2:] == ["Player 1 chooses 3."] * 2 and len(chosen) < 4


@pytest.mark.parametrize("claim", ["readings of doubles agree", "readings of doubles agree on score"])
def test_a_play_refutes_that_they_agree(claim: str) -> None:
    said = decided(PRIZE, claim)
    assert said.grade is Grade.REFUTED and ways(said), told(said)


def test_what_is_not_looked_at_does_not_part(searching: bool) -> None:
    """That no step breaks off because of it is not seen at once: then it is open."""
    said = decided(PRIZE, "readings of doubles agree on latest, rounds")
    assert said.grade is (Grade.PROVED_SIZES if searching else Grade.SAMPLED), told(said)
    said = decided(PRIZE, "readings of doubles differ on latest, rounds")
    assert said.grade is (Grade.REFUTED if searching else Grade.UNKNOWN), told(said)


@pytest.mark.parametrize("on", ["", " on score"])
def test_readings_that_never_part_are_not_shown(on: str) -> None:
    same = twin(PRIZE, "n is 3 and doubles", "n is 4 and doubles")
    said = decided(same, f"readings of doubles differ{on}")
    assert said.grade is Grade.REFUTED and not said.story, told(said)
    assert decided(same, f"readings of doubles agree{on}").grade is Grade.PROVED_SIZES


def test_a_position_that_no_play_comes_to_shows_nothing() -> None:
    never = twin(PRIZE, "n is 3 and doubles", "score is 8 and doubles")
    assert decided(never, "readings of doubles differ on score").grade in (Grade.REFUTED, Grade.UNKNOWN)
    assert decided(never, "readings of doubles agree on score").grade in (Grade.PROVED_SIZES, Grade.SAMPLED)


def test_what_is_told_parts_them_too() -> None:
    """Nothing is kept otherwise, but at one table everybody is shown something."""
    text = twin(PRIZE, "count-twice: add 1 to score", "count-twice: show score to everyone")
    assert decided(text, "readings of doubles agree on score").grade is Grade.PROVED_SIZES
    said = ways(decided(text, "readings of doubles differ"))
    assert said[1] == "  nothing of this" and said[3].startswith("  Everyone sees: "), said


def test_going_another_way_parts_them() -> None:
    text = twin(PRIZE, "until rounds is 3", "until rounds is 3 or rounds is 2 and doubles is count-twice")
    text = twin(text, "n is latest and n is 3 and doubles", "n is 4 and doubles")
    said = ways(decided(text, "readings of doubles differ"))
    assert any("over" in line for line in said)
    # What is looked at is the same for as long as both tables play.
    assert decided(text, "readings of doubles agree on score").grade in (Grade.PROVED_SIZES, Grade.SAMPLED)


ASKED = """
game asked
  players 2
  starts with main

reading who: the-first, or the-second

remember
  x: 0 to 3

define asked-one: player
  when who is the-first: player 1
  otherwise: player 2

phase main
  asked-one chooses a number n from 0 to 3
  x becomes n
"""


def test_who_is_asked_parts_them() -> None:
    """Nothing on the table differs, but somebody else decides."""
    assert decided(ASKED, "readings of who agree").grade is Grade.REFUTED
    assert decided(ASKED, "readings of who differ").grade is Grade.SHOWN


BREAKS = """
game breaks
  players 2
  starts with main

reading way: careful, or bold

remember
  x: 0 to 3
  y: 0 to 3

phase main
  player 1 chooses a number n from 0 to 3
  x becomes n
  if way is bold and x is 3: take 1 from y
  player 2 chooses a number m from 0 to 3
"""


@pytest.mark.parametrize("on", ["", " on x", " on y"])
def test_a_play_that_breaks_off_at_one_table_only(on: str) -> None:
    said = decided(BREAKS, f"readings of way agree{on}")
    assert said.grade is Grade.REFUTED and "Player 1 chooses 3." in said.story, told(said)


def test_settings_that_are_given_are_kept() -> None:
    text = twin(PRIZE, "remember\n", "parameter bonus: 0 to 2\n  assumed 1\n\nremember\n")
    text = twin(text, "count-twice: add 1 to", "count-twice: add bonus to")
    for value, grade in ((0, Grade.REFUTED), (2, Grade.SHOWN)):
        said = decided(text, "readings of doubles differ on score", f"  with bonus is {value}\n")
        assert said.grade is grade or value == 0 and said.grade is Grade.UNKNOWN, told(said)


def test_what_a_definition_says_in_play_not_only_in_any_position() -> None:
    """It does not ask for the reading itself, but for what the reading has changed."""
    text = f"{PRIZE}\ndefine so-far: number\n  score\n"
    assert decided(text, "readings of doubles agree on so-far").grade is Grade.REFUTED


def test_planted_only_the_text_of_a_definition_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """If tables were compared in definitions only where these ask for the reading, this would be proved."""
    text = f"{PRIZE}\ndefine so-far: number\n  score\n"
    monkeypatch.setattr(looked_at.TablesOn, "apart", lambda self, one, other, since, since_too: None)
    monkeypatch.setattr(readings, "reaches_none", lambda core, reading, watched: True)
    monkeypatch.setattr(readings, "unmoved", lambda program, claim, reading, asked, blank, *_: made(blank))
    assert decided(text, "readings of doubles agree on so-far").grade is Grade.PROVED_SIZES


def made(blank: Verdict) -> Verdict:
    return Verdict(blank.property, blank.claim, blank.players, Grade.PROVED_SIZES, "structure")


def test_only_a_few_lines_are_told() -> None:
    lines = [f"line {number}" for number in range(LINES + 3)]
    assert two_tables._only(lines, []) == (*lines[:LINES], "…")
    assert two_tables._only(lines[:LINES], []) == tuple(lines[:LINES])
    assert two_tables._only(lines, lines[1:]) == ("line 0",)
    assert two_tables._only(lines, lines) == ("nothing of this",)
