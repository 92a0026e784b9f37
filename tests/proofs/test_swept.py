"""Every position, searched by the engine: claims that hold everywhere, and the shortest plays that break others."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qedeck.engine.search import Search
from qedeck.proofs.answers import Question, answer, know
from qedeck.proofs.kept import Allowed, Kept
from qedeck.proofs.kinds import always, endings, ends, reach, stuck, undefined
from qedeck.proofs.plays import at_random, everywhere, explore, lasso, searches, throughout
from qedeck.proofs.plays.explore import Explored
from qedeck.proofs.plays.many import Many
from qedeck.proofs.plays.swept import _LAST
from qedeck.proofs.steps.induction import Proof
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import load_text

from .games import COUNTDOWN, WANDER, program, told, twin
from .test_explore import ALONE, ENDLESS, GREEDY

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

PROVED, REFUTED, SHOWN = Grade.PROVED_SIZES, Grade.REFUTED, Grade.SHOWN
HANDS = """
game hands
  players 2
  starts with main

cards
  pip, rank 1 to 3
  blank, 2 copies

zones
  deck: pile of card, face down, full at start
  laid: row of card, up to 5, face down
  hand of each player: pile of card, seen by owner

remember
  rounds: 0 to 3

phase main
  deal 1 from deck to hand of each player
  repeat
    for each player p clockwise from player 1
      p chooses a card c in hand of p where c is a pip or rounds > 0
      move c from hand of p to laid
    add 1 to rounds
    if size of deck > 1
      deal 1 from deck to hand of each player
  until size of deck <= 1 and every player p has hand of p is empty
  shuffle laid
"""
"""A hand with nothing but a blank is stuck in the first round; the choices that are left are not the first ones."""


@pytest.fixture(autouse=True)
def too_many_for_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST", 1)
    # Random plays would find much of it first.
    for module in (at_random, throughout):
        monkeypatch.setattr(module, "sample", lambda *_: everywhere.Sample(None, 0))
    monkeypatch.setattr(at_random, "many", lambda *_: Many(None, 0))
    monkeypatch.setattr(lasso, "lasso", lambda *_: pytest.fail("nobody plays at random here"))
    _LAST.clear()


def said(kind: object, text: str, claim: str, players: int = 2, seconds: float = 20.0) -> Verdict:
    made = program(text, claim, players)
    found: Verdict = kind.decide(made, made.claims[0], seconds, False)  # type: ignore[attr-defined]
    return found


CLAIMS = [
    (always, COUNTDOWN, "always pool < 7", PROVED, 0),
    (always, COUNTDOWN, "always turn is player 1 or pool > 0", REFUTED, 3),
    (always, COUNTDOWN, "never pool is 0 and turn is not left of right of turn", PROVED, 0),
    (always, COUNTDOWN, "each choice keeps pool < was pool", PROVED, 0),
    (always, COUNTDOWN, "each choice keeps was (pool is not 2) or pool is 0", REFUTED, 3),
    (always, COUNTDOWN, "each choice keeps was (pool is 6) or pool > 2", REFUTED, 2),
    (always, COUNTDOWN, "some choice makes pool is 0 and was pool is 2", SHOWN, 3),
    (always, COUNTDOWN, "some choice makes pool is 0 and was pool is 3", REFUTED, 0),
    (reach, COUNTDOWN, "reachable pool is 0 and turn is player 2", SHOWN, 3),
    (reach, COUNTDOWN, "reachable pool is 5 and turn is player 1", REFUTED, 0),
    (endings, COUNTDOWN, "endings complete", PROVED, 0),
    (endings, twin(COUNTDOWN, "judge last-taker, never-used", "judge never-used"), "endings complete", REFUTED, 3),
    (stuck, COUNTDOWN, "never stuck", PROVED, 0),
    (stuck, GREEDY, "never stuck", REFUTED, 2),
    (stuck, HANDS, "never stuck", REFUTED, 1),
    (stuck, twin(HANDS, "c is a pip or rounds > 0", "rounds < 9"), "never stuck", PROVED, 0),
    (undefined, HANDS, "deal feasible", PROVED, 0),
    (undefined, twin(HANDS, "size of deck > 1\n", "size of deck > 0\n"), "deal feasible", REFUTED, 6),
    (ends, WANDER, "always ends", PROVED, 0),
    (ends, ENDLESS, "always ends", REFUTED, 0),
    (ends, HANDS, "always ends", PROVED, 0),
    (ends, ALONE.replace("START", "1"), "always ends", REFUTED, 0),
    (ends, COUNTDOWN, "always ends within 6 choices", PROVED, 0),
]


@pytest.mark.parametrize(("kind", "text", "claim", "grade", "after"), CLAIMS)
def test_claims(kind: object, text: str, claim: str, grade: Grade, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST", 200_000)
    monkeypatch.setattr(Explored, "complete", property(lambda self: False, lambda self, to: None), raising=False)
    found = said(kind, text, claim, 1 if "players 1" in text else 2)
    assert found.grade is grade and found.engine == "exhaustive search", told(found)
    if grade is PROVED:
        assert "positions" in found.detail and "a second" in found.detail
    if after:
        assert f"after {after} decision" in found.detail and found.story, told(found)


def test_the_reference_goes_on_where_the_engine_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST", 100)
    monkeypatch.setattr(everywhere, "EASY", -1.0)
    monkeypatch.setattr(everywhere, "swept", lambda *_: None)
    found = said(stuck, COUNTDOWN, "never stuck")
    assert found.grade is PROVED and found.detail == "all 12 positions"


def test_a_game_with_millions_of_positions_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without room for the positions nothing is said, and others go on."""
    monkeypatch.setattr("qedeck.proofs.plays.swept.MANY", 2)
    start = time.monotonic()
    found = said(always, COUNTDOWN, "always pool < 7")
    assert found.engine != "exhaustive search" and time.monotonic() - start < 20


# ---- from run to run -----------------------------------------------------------------------------

LONG = """
game long
  players 2
  starts with main

remember
  ones: 0 to 60
  twos: 0 to 60
  threes: 0 to 60

phase main
  repeat
    player 1 chooses one
      one-more, if ones < 60
        add 1 to ones
      two-more, if twos < 60
        add 1 to twos
      three-more, if threes < 60
        add 1 to threes
  until ones + twos + threes is 180

property no-way
  never ones is 60 and twos is 60 and threes is 60 and ones + twos is 7
"""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody but the engine is told that there are too many positions; and the engine has little time."""
    monkeypatch.setattr(explore, "MOST", 200_000)
    monkeypatch.setattr(Explored, "search", lambda self, seconds: self)
    monkeypatch.setattr(searches, "LEAST", 0.0)
    know("long.qed", load_text(LONG))


def asked(seconds: float, folder: Path) -> Verdict:
    _LAST.clear()
    return answer(Question("long.qed", "no-way", 0, 2, seconds, False), folder)


def test_a_search_goes_on_in_the_next_run(hurried: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throughout.Always, "_shows", lambda self: lambda spot: False)
    for proof in ("shown", "prove", "by_spacer"):
        monkeypatch.setattr(throughout, proof, lambda *_, **__: Proof(False, "no"))
    first = asked(0.01, tmp_path)
    assert first.goes_on and not first.grade.decided and "the next run goes on" in first.detail, told(first)
    (file,) = tmp_path.iterdir()
    seen = int(re.findall(r"([\d,]+) positions searched so far", first.detail)[0].replace(",", ""))
    assert 1 <= seen < 61**3
    before = file.stat().st_mtime_ns
    kept = Kept(tmp_path / "verdicts.sqlite")
    kept.put("key", Allowed(1.0, 1, False), first)
    assert kept.get("key", Allowed(1.0, 1, False)) is None, "it has to be asked again"
    second = asked(0.01, tmp_path)
    assert second.goes_on and file.stat().st_mtime_ns > before
    last = asked(60, tmp_path)
    assert last.grade is PROVED and f"all {61**3:,} positions" in last.detail, told(last)
    assert not file.exists()


def test_a_run_that_is_killed_leaves_what_it_wrote_last(
    hurried: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core, run, runs = load_text(LONG).core(2), Search.run, list[int]()

    def killed_soon(search: Search, seconds: float, sought: Callable[[Search], bool] | None = None) -> Search:
        runs.append(search.visited)
        if len(runs) == 3:
            (tmp_path / "half.1.part").write_bytes(b"half of it")
            raise KeyboardInterrupt
        return run(search, 0.005, sought)

    monkeypatch.setattr(Search, "run", killed_soon)
    monkeypatch.setattr(searches, "SLICE", 0.0)
    with searches.kept_in(tmp_path):
        kept = searches.Kept(core, {})
        with pytest.raises(KeyboardInterrupt):
            kept.run(Search(core, {}, 1 << 28), time.monotonic() + 60, lambda search: False)
        later = kept.load(1 << 28)
        assert later is not None and later.visited == runs[-1] > runs[0]
        monkeypatch.undo()
        assert later.run(60).positions == 61**3


def test_a_broken_file_is_not_trusted(hurried: None, tmp_path: Path) -> None:
    core = load_text(LONG).core(2)
    with searches.kept_in(tmp_path):
        kept = searches.Kept(core, {})
        assert kept.path is not None and kept.load(1 << 28) is None
        search = Search(core, {}, 1 << 28)
        kept.run(search, time.monotonic(), lambda search: False)
        raw = kept.path.read_bytes()
        assert kept.load(1 << 28) is not None
        for broken in (raw[:-5], b"", b"{}", b"{}\n" + raw, raw[5:]):
            kept.path.write_bytes(broken)
            assert kept.load(1 << 28) is None and not kept.path.exists()
        other = searches.Kept(load_text(LONG.replace("is 180", "is 179")).core(2), {})
        assert other.path != kept.path


def test_the_folder_stays_small(hurried: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    core = load_text(LONG).core(2)
    for number in range(3):
        (tmp_path / f"{number}.search").write_bytes(bytes(1000))
        os.utime(tmp_path / f"{number}.search", (number, number))
    (tmp_path / "of somebody killed.part").write_bytes(bytes(10))
    os.utime(tmp_path / "of somebody killed.part", (5, 5))
    monkeypatch.setattr(searches, "LARGEST", 2500)
    with searches.kept_in(tmp_path) as left:
        kept = searches.Kept(core, {})
        kept.run(Search(core, {}, 1 << 28), time.monotonic(), lambda search: False)
        assert kept.path is not None and len(left) == 1
        assert {path.name for path in tmp_path.iterdir()} == {kept.path.name, "1.search", "2.search"}
        monkeypatch.setattr(searches, "LARGEST", 5)
        kept.remove()
        kept.run(Search(core, {}, 1 << 28), time.monotonic(), lambda search: False)
        assert not kept.path.exists() and not left
    kept = searches.Kept(core, {})
    kept.run(Search(core, {}, 1 << 28), time.monotonic(), lambda search: False)
    assert kept.path is None
