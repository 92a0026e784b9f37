"""The law of readings that say their other ways as changes: read so, the game is the variant with these changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from qedeck.interpreter.play import play_random, start
from qedeck.spec import amend, readings
from qedeck.spec import tree as t
from qedeck.spec.checker import definitions
from qedeck.spec.diagnostic import Report
from qedeck.spec.game import Game, load
from qedeck.spec.variants import apply_variant

SPEC = Path(__file__).parents[1] / "lang" / "reading" / "good" / "other_ways.qed"
SEEDS = st.integers(0, 10_000)
GAME = load(SPEC)
READINGS = {one.name.text: one for one in GAME.clauses if isinstance(one, t.Reading)}
WAYS = st.fixed_dictionaries({
    name: st.sampled_from([word.text for word in reading.alternatives]) for name, reading in READINGS.items()
})


def varied(game: Game, read: dict[str, str]) -> Game:
    """The game without other ways, but for the changes of these, made for good."""
    report = Report()
    clauses = tuple(replace(one, ways=()) if isinstance(one, t.Reading) else one for one in game.clauses)
    clauses = tuple(one for one in clauses if not isinstance(one, t.Example))
    ways = [way for name, reading in READINGS.items() for way in reading.ways if way.word.text == read[name]]
    # A step is named as it stands in the rules, so words are put in its place last.
    for change in sorted((change for way in ways for change in way.changes), key=_rewords):
        clauses = silent(clauses, change) or apply_variant(clauses, (change,), report)
    assert not report.found
    return replace(game, clauses=clauses, _cores={})


def silent(clauses: tuple[t.Clause, ...], change: t.Clause) -> tuple[t.Clause, ...] | None:
    """A variant cannot do without a phase that others ask for; here it has nothing to say."""
    if not isinstance(change, t.Remove):
        return None
    return tuple(
        replace(one, body=()) if isinstance(one, t.Phase) and one.name == change.name else one for one in clauses
    )


def _rewords(change: t.Clause) -> bool:
    return isinstance(change, t.Amend) and any(isinstance(edit, t.Reword) for edit in change.edits)


def course(game: Game, seed: int, read: dict[str, str]) -> tuple[object, ...]:
    """A random game: everything that happened, and the table at its end."""
    play = start(game, 2, seed, dict(read))
    play_random(play)
    result, core = play.result, play.core
    assert result is not None
    table = {name: row for name, row in play.cells.items() if core.vars[name].role != "control"}
    return result.kind, result.ending, result.winners, table, play.history()


def parted(read: dict[str, str], seed: int) -> bool:
    return course(GAME, seed, read) != right(read, seed)


@settings(max_examples=60, deadline=None)
@given(WAYS, SEEDS)
def test_a_way_to_read_is_the_variant_with_its_changes(read: dict[str, str], seed: int) -> None:
    assert not parted(read, seed)


def right(read: dict[str, str], seed: int) -> tuple[object, ...]:
    return course(varied(GAME, read), seed, read)


def _swapped(given: t.Is | None, then: tuple[t.Statement, ...], otherwise: tuple[t.Statement, ...]) -> object:
    return (t.IfRead(given, otherwise, then, ()),) if given is not None else then


MISTAKES = {
    "steps the wrong way round": (amend, "_under", _swapped),
    "what was there is lost": (amend, "_under", lambda given, then, otherwise: then),
    "a row counts however it is read": (readings, "way_of", lambda given: "always"),
    "one way for both": (definitions, "negated", lambda term: term),
    "words are left alone": (amend, "_by_default", lambda part: None),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_law_notices(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, instead = MISTAKES[mistake]
    monkeypatch.setattr(where, name, instead)
    wrong = load(SPEC)

    def noticed(case: tuple[dict[str, str], int]) -> bool:
        read, seed = case
        return not wrong.sound or course(wrong, seed, read) != right(read, seed)

    try:
        few = settings(max_examples=100, deadline=None, phases=[Phase.generate])
        find(st.tuples(WAYS, SEEDS), noticed, settings=few)
    except NoSuchExample:
        pytest.fail(f"nobody noticed that {mistake}")
