"""Two readings at two tables: the play in which they part, told for both; and readings that never part."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qedeck.interpreter.play import Play
from qedeck.interpreter.telling import tell
from qedeck.proofs.kinds import readings
from qedeck.proofs.plays import part_ways as module
from qedeck.proofs.plays.part_ways import MOST, Parting, part_ways
from qedeck.proofs.plays.sample import LONGEST, Sampler, Spot
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.properties import PropertyProgram

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


def parted(made: PropertyProgram, watched: set[str], told: bool = False, seconds: float = 5.0) -> Parting | None:
    return part_ways(made.core, "doubles", (0, 1), watched, told, None, seconds)


def decided(text: str, claim: str) -> Verdict:
    made = program(text, claim)
    return readings.decide(made, made.claims[0], 3.0, False)


def chosen(play: Play) -> list[int]:
    return [int(line.rstrip(".").split()[-1]) for line in tell(play) if "chooses" in line]


def test_the_play_stops_where_the_tables_part() -> None:
    found = parted(program(PRIZE, "readings of doubles differ"), {"score"})
    assert found is not None
    *before, second, last = chosen(found.play)
    assert (second, last) == (3, 3) and len(before) < 2
    rounds = len(before) + 2
    assert found.first == (f"score is {rounds}",) and found.second == (f"score is {rounds + 1}",)
    # The play that is told is the one with the first alternative.
    assert found.play.cells["doubles"] == (0,) and found.play.cells["score"] == (rounds,)


def test_a_claim_is_shown_by_the_play() -> None:
    for claim in ("readings of doubles differ", "readings of doubles differ on score"):
        said = decided(PRIZE, claim)
        assert said.grade is Grade.SHOWN and said.engine == "random plays", told(said)
        assert said.trace is not None
        ways = said.story[said.story.index("With doubles as count-once:") :]
        assert ways[2] == "With doubles as count-twice:" and len(ways) == 4
        assert all(line.startswith("  score is ") for line in ways[1::2]) and ways[1] != ways[3]
        assert "Player 1 chooses 3." in said.story


def test_what_is_not_looked_at_does_not_part() -> None:
    made = program(PRIZE, "readings of doubles differ")
    assert parted(made, {"latest", "rounds"}, seconds=0.4) is None
    # The reading itself is not the same at both tables, and says nothing.
    assert parted(made, {"doubles"}, seconds=0.4) is None


def test_readings_that_never_part_are_not_shown() -> None:
    same = twin(PRIZE, "n is 3 and doubles", "n is 4 and doubles")
    assert parted(program(same, "readings of doubles differ"), {"score"}, told=True, seconds=0.4) is None
    for claim in ("readings of doubles differ", "readings of doubles differ on score"):
        said = decided(same, claim)
        assert said.grade is Grade.REFUTED and not said.story, told(said)


def test_no_play_but_a_position() -> None:
    """Where no play comes to it, a position is all that is shown, and it is called that."""
    never = twin(PRIZE, "n is 3 and doubles", "score is 8 and doubles")
    assert parted(program(never, "readings of doubles differ"), {"score"}, seconds=0.4) is None
    said = decided(never, "readings of doubles differ on score")
    assert said.grade is Grade.LAID_OUT, told(said)
    assert "With doubles as count-once:" not in said.story and "score is 7" in said.story


def test_what_is_told_parts_them_too() -> None:
    """Nothing is kept otherwise, but at one table everybody is shown something."""
    text = twin(PRIZE, "count-twice: add 1 to score", "count-twice: show score to everyone")
    made = program(text, "readings of doubles differ")
    assert parted(made, {"score"}, seconds=0.4) is None
    found = parted(made, {"score"}, told=True)
    assert found is not None and found.first == ("nothing of this",)
    assert found.second == (f"Everyone sees: {len(chosen(found.play))}.",)


def test_going_another_way_parts_them() -> None:
    text = twin(PRIZE, "until rounds is 3", "until rounds is 3 or rounds is 2 and doubles is count-twice")
    text = twin(text, "n is latest and n is 3 and doubles", "n is 4 and doubles")
    made = program(text, "readings of doubles differ")
    assert parted(made, {"score"}, seconds=0.4) is None
    found = parted(made, {"score"}, told=True)
    assert found is not None and len(chosen(found.play)) == 2
    assert any("over" in line for line in found.second) and not any("over" in line for line in found.first)


def test_a_single_play_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a slow game there is time for one play only: it is looked at too."""

    class Slow(Sampler):
        def spots(self, seconds: float, count: int = 1, longest: int = LONGEST) -> Iterator[Spot]:
            return super().spots(seconds, 1, longest)

    monkeypatch.setattr(module, "Sampler", Slow)
    always = twin(PRIZE, "n is latest and n is 3 and doubles", "doubles")
    found = parted(program(always, "readings of doubles differ"), {"score"})
    assert found is not None and found.first == ("score is 1",) and found.second == ("score is 2",)


def test_settings_that_are_given_are_kept() -> None:
    text = twin(PRIZE, "remember\n", "parameter bonus: 0 to 2\n  assumed 1\n\nremember\n")
    text = twin(text, "count-twice: add 1 to", "count-twice: add bonus to")
    for value, parts in ((0, False), (2, True)):
        made = program(text, "readings of doubles differ", more=f"  with bonus is {value}\n")
        found = part_ways(made.core, "doubles", (0, 1), {"score"}, False, made.assuming, 1.5)
        assert (found is not None) is parts
        if found is not None:
            assert found.play.cells["bonus"] == (value,)


def test_only_a_few_lines_are_told() -> None:
    lines = [f"line {number}" for number in range(MOST + 3)]
    assert module._only(lines, []) == (*lines[:MOST], "…")
    assert module._only(lines[:MOST], []) == tuple(lines[:MOST])
    assert module._only(lines, lines[1:]) == ("line 0",)
    assert module._only(lines, lines) == ("nothing of this",)
