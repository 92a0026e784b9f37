"""What was found of a change is kept, as long as it goes for the rules as they are; and told."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.commands.mutation import mutated, numbers
from qedeck.proofs.kept import Kept
from qedeck.proofs.mutation.finding import Fate, Finding
from qedeck.proofs.mutation.findings import Findings
from qedeck.proofs.mutation.mutants import mutants
from qedeck.proofs.mutation.mutation import Bench, examine_all
from qedeck.spec.game import Game, load_text

from .tower import TOWER, bench_of, change


@pytest.fixture
def notes(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "verdicts.sqlite")


NOTICED = ("define tall", "`3` becomes `4`")
SURVIVOR = ("ending built", "won by … becomes drawn")


def noted(notes: Kept) -> tuple[Finding, Finding]:
    """One change that a property notices and one that none does, kept."""
    bench = bench_of()
    found = bench.examine(change(bench, *NOTICED)), bench.examine(change(bench, *SURVIVOR))
    for finding in found:
        Findings(bench, notes).put(finding)
    return found


def known(notes: Kept, bench: Bench, of: tuple[str, str]) -> Finding | None:
    return Findings(bench, Kept(notes.path)).get(change(bench, *of))


def test_what_was_found_is_kept(notes: Kept) -> None:
    for finding, of in zip(noted(notes), (NOTICED, SURVIVOR), strict=True):
        assert known(notes, bench_of(), of) == replace(finding, kept=True)
    # A line more moves every number and every place; the changes are the same.
    moved = bench_of(("game tower\n", "-- a tower\n\ngame tower\n"))
    assert known(notes, moved, NOTICED) is not None and known(notes, moved, SURVIVOR) is not None


def test_a_new_property_meets_only_survivors(notes: Kept) -> None:
    noted(notes)
    bench = bench_of(("property helping", "property won\n  always result is none or height >= 3\n\nproperty helping"))
    assert known(notes, bench, NOTICED) is not None
    assert known(notes, bench, SURVIVOR) is None


@pytest.mark.parametrize(
    "changed",
    [
        ("from 1 to 2", "from 1 to 3"),  # another rule
        ("tall is (height >= 3)", "tall is (height > 2)"),  # the property that noticed
        ("property high-enough", "property high"),
    ],
)
def test_another_game_is_looked_at_anew(notes: Kept, changed: tuple[str, str]) -> None:
    noted(notes)
    assert known(notes, bench_of(changed), NOTICED) is None
    assert known(notes, bench_of(changed), SURVIVOR) is None


def test_what_helps_the_noticing_property_counts(notes: Kept) -> None:
    """Definitions that only properties speak of."""
    helped = ("tall is (height >= 3)", "tall is (helped >= 4)")
    bench = bench_of(helped)
    found = bench.examine(change(bench, *NOTICED))
    assert found.by == "high-enough"
    Findings(bench, notes).put(found)
    assert known(notes, bench_of(helped), NOTICED) is not None
    assert known(notes, bench_of(helped, ("height + 1", "1 + height")), NOTICED) is None


def test_with_more_time_survivors_are_looked_at_again(notes: Kept) -> None:
    noted(notes)
    assert known(notes, bench_of(seconds=6.0), NOTICED) is not None
    assert known(notes, bench_of(seconds=6.0), SURVIVOR) is None
    assert known(notes, bench_of(seconds=4.0), SURVIVOR) is not None


def test_what_was_lost_is_not_kept(notes: Kept) -> None:
    bench = bench_of()
    number = change(bench, *SURVIVOR)
    Findings(bench, notes).put(Finding(number, Fate.UNNOTICED, detail="lost: time", lost=True))
    assert known(notes, bench_of(), SURVIVOR) is None


def test_a_broken_note_is_none(notes: Kept) -> None:
    bench = bench_of()
    findings = Findings(bench, notes)
    number = change(bench, *NOTICED)
    for text in ("", "[]", "{}", '[{"fate": "NOTICED"}, ""]', "[[], 1]"):
        notes.note(findings._key(number), 9.0, text)
        assert findings.get(number) is None


# ---- the command -------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def report(game: Game, capsys: pytest.CaptureFixture[str], **more: object) -> tuple[int, str]:
    args = Namespace(**{"seconds": 5.0, "jobs": 1, "players": None, "format": "text"} | more)
    code = mutated(game, "tower.qed", args)
    return code, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("cache")
def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = report(load_text(TOWER), capsys)
    assert code == 1
    assert "unnoticed:\n" in out and "  ending built\n" in out and "won by … becomes drawn" in out
    assert "makes no difference: proved:\n  define spare\n" in out
    assert " noticed by a property, " in out.splitlines()[-1]
    # A second run looks at nothing again, and tells the same.
    again = report(load_text(TOWER), capsys)[1]
    assert again.splitlines()[:-1] == out.splitlines()[:-1]
    assert f"({len(mutants(load_text(TOWER)))} kept)" in again.splitlines()[-1]


@pytest.mark.usefixtures("cache")
def test_what_is_done_when_somebody_stops_it_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def two_then_stop(bench: Bench, numbers: list[int], jobs: int) -> Iterator[Finding]:
        yield from examine_all(bench, numbers[:2], jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr("qedeck.proofs.mutation.mutation.examine_all", two_then_stop)
    code, out = report(load_text(TOWER), capsys, changes=[1, 2, 3])
    assert code == 130 and "stopped: 2 of 3 changes were tried; run again to go on" in out
    bench = Bench(load_text(TOWER), 5.0)
    assert [Findings(bench, Kept()).get(n) is not None for n in (1, 2, 3)] == [True, True, False]


@pytest.mark.usefixtures("cache")
def test_only_these_changes(capsys: pytest.CaptureFixture[str]) -> None:
    bench = bench_of()
    number = change(bench, *SURVIVOR)
    for fresh in (False, False, True):
        _, out = report(bench.game, capsys, changes=[number], fresh=fresh)
        assert f"    {number}, line " in out
        assert out.splitlines()[-1].startswith("tower: 1 change in ")
    assert "kept" not in out
    assert report(bench.game, capsys, changes=[1, len(bench.mutants) + 1])[0] == 2


def test_numbers_of_changes() -> None:
    assert numbers("12,48,50-52,12") == [12, 48, 50, 51, 52]
    for wrong in ("0", "5-3", "1-99999999"):
        with pytest.raises(ArgumentTypeError):
            numbers(wrong)
    for wrong in ("", "a", "1,,2"):
        with pytest.raises(ValueError):
            numbers(wrong)


@pytest.mark.usefixtures("cache")
def test_a_sample_with_its_seed_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    args = Namespace(seconds=5.0, jobs=1, players=2, format="json", mutants=4, seed=7)
    mutated(load_text(TOWER), "tower.qed", args)
    told = json.loads(capsys.readouterr().out)
    assert told["seed"] == 7 and len(told["changes"]) <= 4 and told["stopped"] is False
    assert told["unnoticed"] == sum("unnoticed" in c["fate"] or "example" in c["fate"] for c in told["changes"])
