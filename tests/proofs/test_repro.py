"""Small games in which a verdict was once wrong: each says behind its claims what is true of them.

A claim's line in `repro/**/*.qed` ends in a comment, `-- ### proved` for instance, with what the verdict must come to;
a second word is for another player count (`-- ### proved 2; refuted 3`). A property without one is not asked. What is
too large to be decided for sure says so: `-- ### shown or open`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.proofs.plays import explore, two_tables
from qedeck.proofs.portfolio import answer, questions
from qedeck.proofs.verdict import brief
from qedeck.spec.game import load

from ..truth.engines import no_plays, without
from .games import told

HERE = Path(__file__).parent / "repro"
FILES = sorted(HERE.rglob("*.qed"))
TRUTH = re.compile(r"-- ### (.+)$")
SECONDS, FEW = 20.0, 2.0
"""For a question that must be decided, and for one that may stay open: what is wrong then is mostly wrong at once."""


LONG = frozenset({"leaning", "compared", "for_ever", "row_keyerror"})
"""Games whose questions take ten seconds and more."""


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if path.stem in LONG else []


def _id(path: Path) -> str:
    return str(path.relative_to(HERE))


def truth(line: str, players: int) -> str | None:
    """What is written behind a claim, for so many players; None where nothing is."""
    match = TRUTH.search(line)
    words = [word.strip() for word in match[1].split(";")] if match else []
    counts = {word.rsplit(" ", 1)[-1]: word.rsplit(" ", 1)[0] for word in words}
    return counts.get(str(players), words[0] if words and not words[0][-1].isdigit() else None)


@pytest.fixture
def large() -> None:
    """Here, small games are small, unless a test says otherwise."""


@pytest.mark.parametrize("off", ["nothing off", "no search", pytest.param("no plays", marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", [pytest.param(path, marks=_marks(path)) for path in FILES], ids=_id)
def test_the_truth(path: Path, off: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody visits every position or finds a play, what is true may stay open; but nothing else is ever said."""
    if off == "no search":
        monkeypatch.setattr(explore, "MOST", 0)
        monkeypatch.setattr(two_tables, "MOST", 0)
    game = load(str(path))
    assert game.sound, [d.title for d in game.diagnostics]
    lines = path.read_text("utf-8").splitlines()
    for question in questions(game, str(path), SECONDS, False, stock=False):
        prop = next(p for p in game.clauses if getattr(getattr(p, "name", None), "text", "") == question.property)
        claim = prop.claims[question.claim]  # type: ignore[union-attr]
        expected = truth(lines[game.sources[claim.span.file].line_of(claim.span.start) - 1], question.players)
        if expected is not None:
            may_stay_open = off != "nothing off" or "open" in expected
            with without(no_plays() if off == "no plays" else {}):
                found = answer(replace(question, seconds=FEW) if may_stay_open else question)
            open_ = off != "nothing off" and brief(found) == "open"
            said = f"{question.property}, {question.players} players\n{told(found)}"
            assert open_ or brief(found) in expected.split(" or "), said


def test_there_are_truths() -> None:
    assert sum("-- ### " in path.read_text("utf-8") for path in FILES) > 5
