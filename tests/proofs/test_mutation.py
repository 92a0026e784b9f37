"""Small changes to a small game: those that its properties notice, those they do not, and those nobody could."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.commands.mutation import mutated, numbers
from qedeck.engine import Engine
from qedeck.proofs.kept import Kept
from qedeck.proofs.mutation.alike import alike
from qedeck.proofs.mutation.finding import Fate, Finding
from qedeck.proofs.mutation.findings import Findings
from qedeck.proofs.mutation.mutants import mutants
from qedeck.proofs.mutation.mutation import Bench, examine_all
from qedeck.proofs.mutation.sides import FAR, Side
from qedeck.spec.core import Core
from qedeck.spec.game import Game, load_text

TOWER = """
game tower
  players 2
  starts with main

remember
  height: 0 to 9
  builder: player

define tall: yes or no
  height >= 3

define spare: number
  when height > 4: 4
  otherwise: height

define helped: number
  height + 1

phase main
  repeat
    builder chooses a number n from 1 to 2
    add n to height
    builder becomes left of builder
  until tall
  judge built

ending built
  when tall
  won by player p where p is builder

example two-up
  given height is 4
  then spare is 4
  given height is 9
  then spare is 4

property grows
  each choice keeps height > was height

property high-enough
  any position has tall is (height >= 3)

property in-turns
  each choice keeps builder is not was builder

property helping
  any position has helped > height
"""


def fates(text: str) -> dict[str, Finding]:
    """For each change, what became of it."""
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    bench = Bench(game, 5.0)
    return {f"{m.clause}: {m.words}": bench.examine(m.number) for m in bench.mutants}


@pytest.fixture(scope="module")
def tower() -> dict[str, Finding]:
    return fates(TOWER)


def test_what_is_changed() -> None:
    """Only rules; not what only properties speak of, nor examples and properties."""
    told = [f"{m.clause}: {m.words}" for m in mutants(load_text(TOWER))]
    assert "define tall: `>=` becomes `>`" in told
    assert "phase main: `left` becomes `right`" in told
    assert "phase main: drop `add n to height`" in told
    assert "phase main: `builder becomes left of builder` comes before `add n to height`" in told
    assert "ending built: won by … becomes drawn" in told
    clauses = {line.split(":")[0] for line in told}
    assert clauses == {"define tall", "define spare", "phase main", "ending built"}


def test_each_change_is_one_change() -> None:
    game = load_text(TOWER)
    for mutant in mutants(game):
        differing = [new for old, new in zip(game.clauses, mutant.clauses, strict=True) if old != new]
        assert len(differing) == 1, mutant.words
        assert "\n" not in mutant.words and mutant.line > 0


def test_noticed_by_the_property_that_speaks_of_it(tower: dict[str, Finding]) -> None:
    for change, property_ in {
        "define tall: `>=` becomes `>`": "high-enough",
        "define tall: `3` becomes `4`": "high-enough",
        "phase main: drop `add n to height`": "grows",
        "phase main: drop `builder becomes left of builder`": "in-turns",
        "ending built: the opposite condition": "a result for every end",
    }.items():
        found = tower[change]
        assert found.fate is Fate.NOTICED and found.by == property_, (change, found)


def test_a_survivor_is_told(tower: dict[str, Finding]) -> None:
    """Nothing is said about who wins, nor about what is spare."""
    assert tower["ending built: won by … becomes drawn"].fate is Fate.UNNOTICED
    found = tower["phase main: `add` becomes `take`"]
    assert found.fate is Fate.UNNOTICED and "breaks off" in found.detail


def test_an_example_is_no_property(tower: dict[str, Finding]) -> None:
    found = tower["define spare: `>` becomes `<`"]
    assert found.fate is Fate.EXAMPLE and found.by == "two-up"


def test_what_makes_no_difference(tower: dict[str, Finding]) -> None:
    """Where the height is 4, four and the height are the same; right and left are, with two players."""
    assert tower["define spare: `>` becomes `>=`"].fate is Fate.ALIKE
    assert tower["phase main: `left` becomes `right`"].fate in (Fate.SAME, Fate.UNNOTICED)


def test_the_checker_notices_too(tower: dict[str, Finding]) -> None:
    refused = [found for found in tower.values() if found.fate is Fate.REFUSED]
    assert all(found.detail for found in refused)


def test_a_broken_property_notices_nothing() -> None:
    """What fails for the game as it is written is no measure of a change."""
    text = TOWER.replace("any position has tall is (height >= 3)", "any position has tall is (height >= 2)")
    bench = Bench(load_text(text), 5.0)
    number = next(m.number for m in bench.mutants if m.words == "`>=` becomes `>`" and m.clause == "define tall")
    assert bench.examine(number).by != "high-enough"


def test_what_plays_break_anyway_notices_nothing() -> None:
    """In no room: a claim that plays of the game as it is written break there is not heard."""
    bench = Bench(load_text(TOWER.replace("height > was height", "height > 1 + was height")), 5.0)
    for mutant in bench.mutants:
        if mutant.clause == "phase main":
            assert bench.examine(mutant.number).by != "grows", mutant.words


def test_who_names_the_change_is_asked_first() -> None:
    bench = Bench(load_text(TOWER.replace("helped > height", "helped > height or spare > 5 and tall")), 5.0)
    mutant = next(m for m in bench.mutants if m.clause == "define tall")
    side = Side(mutant.clauses, bench.properties, bench.counts)
    assert side.sound
    far = {asked.property: side.far(asked, bench.original) for asked in bench.asked}
    assert far["high-enough"] == far["helping"] == 0
    assert far["grows"] == far["in-turns"] == FAR


def test_in_processes_of_their_own() -> None:
    """Also where this process has used the engine: a forked one has neither its threads nor room for its memory."""
    bench = Bench(load_text(TOWER), 5.0)
    assert Engine(bench.game.core(2)).playouts(None, 1, 5).games == 5
    wanted = [m.number for m in bench.mutants if m.clause == "define tall"]
    found = list(examine_all(bench, wanted, 2))
    assert sorted(f.number for f in found) == wanted
    assert {f.fate for f in found} == {Fate.NOTICED}


def test_a_game_that_goes_round_and_round() -> None:
    """Noticed by the stock property that every game ends."""
    bench = bench_of(("property grows\n  each choice keeps height > was height\n", ""))
    found = bench.examine(change(bench, "phase main", "drop `add n to height`"))
    assert (found.fate, found.by) == (Fate.NOTICED, "every game ends"), found


SECRETS = """
game secrets
  players 2
  starts with main

cards
  coin, rank 1 to 3

reading peeking: nobody-looks, or all-look

zones
  chest: pile of card, face down, full at start
  purse of each player: pile of card, seen by owner
  shop: pile of card, face up
  cellar: pile of card, face down

remember
  opener: player

phase main
  table chooses a player d
  opener becomes d
  deal 1 from chest to purse of each player
  move all from chest to cellar
  if peeking is all-look: show cellar to everyone
  opener chooses a card c in purse of opener
  move c from purse of opener to shop

property anybody-is-first
  reachable opener is player 2

property looked-at
  readings of peeking differ

property open-shop
  shown shop to player p

property seen-through
  expected refuted
  shown purse of (left of p) to player p
"""


@pytest.mark.parametrize(
    ("clause", "words", "by"),
    [
        ("phase main", "drop `opener becomes d`", "anybody-is-first"),
        ("phase main", "drop `show cellar to everyone`", "looked-at"),
        ("zone shop", "face up becomes face down", "open-shop"),
        ("zone purse", "seen by owner becomes face up", "seen-through"),
        # Nobody said that the cellar is dark.
        ("zone cellar", "face down becomes face up", ""),
    ],
)
def test_what_is_seen_and_what_can_be(clause: str, words: str, by: str) -> None:
    """Noticed by what can no longer be reached, readings that no longer part, and who sees what."""
    bench = Bench(load_text(SECRETS), 5.0)
    found = bench.examine(change(bench, clause, words))
    assert (found.fate, found.by) == (Fate.NOTICED if by else Fate.UNNOTICED, by), found


# ---- what is kept ------------------------------------------------------------------------------------


def change(bench: Bench, clause: str, words: str) -> int:
    return next(m.number for m in bench.mutants if (m.clause, m.words) == (clause, words))


@pytest.fixture
def notes(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "verdicts.sqlite")


def bench_of(*changed: tuple[str, str], seconds: float = 5.0) -> Bench:
    text = TOWER
    for old, new in changed:
        assert old in text
        text = text.replace(old, new)
    return Bench(load_text(text), seconds)


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


ERRANDS = """
game errands
  players 2
  starts with main

cards
  coin, rank 1 to 3

zones
  purse of each player: pile of card, seen by owner
  shop: pile of card, face up
  cellar: pile of card, face down
  chest: pile of card, face down, full at start

remember
  gone: 0 to 9
  left-over: 0 to 9
  half: 0 to 9

phase main
  deal 1 from chest to purse of each player
  repeat
    table chooses a number n from 1 to 2
    STEPS
  until gone > 5
  judge done

ending done
  when gone > 5
  drawn
"""


def errands(*steps: str) -> Core:
    game = load_text(ERRANDS.replace("STEPS", "\n    ".join(steps)))
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        # Steps that have nothing to do with each other, and steps that have.
        (["add n to gone", "left-over becomes 2"], ["left-over becomes 2", "add n to gone"], True),
        (["add n to gone", "left-over becomes gone"], ["left-over becomes gone", "add n to gone"], False),
        # Undefined in one order only.
        (
            ["half becomes 0", "add n to gone"],
            ["half becomes gone", "add 4 to half", "half becomes 0", "add n to gone"],
            False,
        ),
        (["add n to gone", "take n from gone"], ["take n from gone", "add n to gone"], False),
        # The same cards end up there, by another way that nobody sees any of, or past everybody's eyes.
        (
            ["move all from chest to cellar", "add n to gone"],
            ["move all from cellar to chest", "move all from chest to cellar", "add n to gone"],
            False,
        ),
        (
            ["move all from cellar to chest", "move all from chest to cellar", "add n to gone"],
            ["move all from chest to cellar", "move all from chest to cellar", "add n to gone"],
            True,
        ),
        (
            ["move all from chest to cellar", "move all from cellar to chest", "add n to gone"],
            ["move all from chest to shop", "move all from shop to chest", "add n to gone"],
            False,
        ),
        # What is shown counts, the order of it does not.
        (["show cellar to everyone", "add n to gone"], ["add n to gone"], False),
        (["show cellar to everyone", "add n to gone"], ["show cellar to player 1", "add n to gone"], False),
        (
            ["show cellar to everyone", "show chest to everyone", "add n to gone"],
            ["show chest to everyone", "add n to gone", "show cellar to everyone"],
            True,
        ),
        # Conditions that say the same in other words.
        (
            ["if gone > 2: left-over becomes 1", "add n to gone"],
            ["if gone >= 3: left-over becomes 1", "add n to gone"],
            True,
        ),
        (
            ["if gone > 2: left-over becomes 1", "add n to gone"],
            ["if gone > 3: left-over becomes 1", "add n to gone"],
            False,
        ),
    ],
)
def test_steps_that_come_to_the_same(one: list[str], other: list[str], same: bool) -> None:
    assert alike(errands(*one), errands(*other), 5.0) is same
