"""`simulate`: what it says in two languages, what goes wrong with a seed, stopping and going on, sweeps, exact odds."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from .conftest import hears_ctrl_c

Run = Callable[..., Any]
GAMES = Path(__file__).parents[1] / "games"
KUHN = str(GAMES / "kuhn_poker.qed")

TEXT = """\
small, 2 players, 40 games of random players, seed 4
assumed: points of ace 1, king 1
reading: ties is shared (default)

Who wins (the true rate lies in the brackets, 95 times of 100; an even share is 58.8 %)
  Player 1  23  57.5 %  (42.2 % – 71.5 %)  −1.3  (−16.6 – +12.7)
  Player 2  24  60.0 %  (44.6 % – 73.7 %)  +1.2  (−14.2 – +14.9)

How it ends
  threw (won)         34  85.0 %  (70.9 % – 92.9 %)
  kept (nobody wins)   6  15.0 %  (7.1 % – 29.1 %)

Length: always 2 decisions

Clauses at work, in how many games
  kept     6  15.0 %
  points  34  85.0 %
  threw   34  85.0 %
  in every game: 2 clauses
"""


def data(said: Any) -> dict[str, Any]:
    found = json.loads(said.out)
    assert isinstance(found, dict)
    return found


def test_text(qedeck: Run) -> None:
    said = qedeck("simulate", "small.qed", "-n", "40", "--seed", "4")
    assert said.code == 0
    assert said.out == TEXT


def test_japanese(qedeck: Run) -> None:
    said = qedeck("simulate", "small.qed", "-n", "40", "--seed", "4", "--lang", "ja")
    assert said.out.splitlines()[0] == "small、2人、ランダムなプレイヤーによる40ゲーム、シード4"
    assert "  プレイヤー1  23  57.5 %  (42.2 % – 71.5 %)  −1.3  (−16.6 – +12.7)" in said.out
    assert "長さ：常に2回の選択" in said.out


def test_json_agrees_with_run(qedeck: Run) -> None:
    said = data(qedeck("simulate", "small.qed", "-n", "40", "--seed", "4", "--players", "3", "--format", "json"))
    many = data(qedeck("run", "small.qed", "--games", "40", "--seed", "4", "--players", "3", "--format", "json"))
    assert [seat["wins"] for seat in said["seats"]] == list(many["wins"].values())
    assert {o["ending"]: (o["games"], o["first seed"]) for o in said["outcomes"]} == {
        row["what"]: (row["games"], row["first seed"]) for row in many["outcomes"]}
    assert said["length"]["mean"] * 40 == many["decisions"]


def test_settings_and_a_fresh_seed(qedeck: Run) -> None:
    words = ("simulate", "small.qed", "-n", "30", "--format", "json", "--set", "points of ace=0", "--set", "ties=lost")
    said = data(qedeck(*words))
    assert said["settings"] == {"points": {"ace": "0"}, "ties": "lost"} and said["readings"] == {"ties": "lost"}
    again = data(qedeck(*words, "--seed", str(said["seed"]), "--fresh"))
    assert again == said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-n", "0"), "0 is less than 1"), (("--players", "9"), "not for 9"), (("--set", "tie=x"), "did you mean ties"),
        (("--player", "3=keep"), "there is no seat 3"), (("--player", "1"), "does not say SEAT=WHO"),
        (("--player", "1=kep"), "did you mean keep?"), (("--player", "1=most rank of c"), "cannot be understood"),
        (("--player", "1=none.txt"), "the preferences cannot be read"),
        (("--player", "1=keep", "--player", "1=keep"), "says twice"), (("--executor", "magic"), "no executor magic"),
        (("--sweep", "players", "--exact"), "neither with --exact"),
        (("--sweep", "reading:tie"), "did you mean ties"), (("--engine", "slow"), "invalid choice"),
        (("--seed", str(2**64 - 1), "-n", "2"), "there are not 2 seeds"), (("--charts", "small.qed"), "cannot be made"),
    ],
)
def test_wrong(qedeck: Run, words: tuple[str, ...], told: str) -> None:
    said = qedeck("simulate", "small.qed", *words)
    assert said.code == 2 and told in said.err and not said.out


def test_what_goes_wrong_can_be_replayed(qedeck: Run) -> None:
    text = Path("small.qed").read_text("utf-8").replace("if c is in hand of p", "if c is in hand of p and c is king")
    text = text.replace("      keep\n", "").partition("\nexample")[0]
    Path("stuck.qed").write_text(text, "utf-8")
    said = qedeck("simulate", "stuck.qed", "-n", "20", "--seed", "1", "--player", "2=king", "--set", "ties=lost")
    assert said.code == 1
    shown = re.search(r"^  stuck in evening .*\n    (qedeck run .*)$", said.out, re.MULTILINE)
    assert shown is not None, said.out
    words = shlex.split(shown.group(1))
    assert words[-4:] == ["--set", "ties=lost", "--player", "2=king"]
    again = qedeck(*words[1:])
    assert again.code == 1 and "but nothing can be chosen" in again.out


def test_the_limit(qedeck: Run) -> None:
    said = qedeck("simulate", "small.qed", "-n", "5", "--limit", "1")
    assert said.code == 3 and "not over at the limit" in said.out


def test_preferences_from_a_file(qedeck: Run) -> None:
    Path("bold.txt").write_text("-- always\nthrow   -- whatever it is\n", "utf-8")
    said = data(qedeck("simulate", "small.qed", "-n", "20", "--player", "1=bold.txt", "--player", "2=keep",
                       "--format", "json"))
    assert [seat["wins"] for seat in said["seats"]] == [20, 0]


def test_exact(qedeck: Run) -> None:
    said = qedeck("simulate", KUHN, "--exact")
    assert said.code == 0 and "  Player 1  9/16  56.2 %" in said.out and "showdown (won)  5/8" in said.out
    exact = data(qedeck("simulate", KUHN, "--exact", "--format", "json"))
    assert [seat["chance"] for seat in exact["seats"]] == ["9/16", "7/16"] and exact["length"]["mean"] == "9/4"
    large = qedeck("simulate", str(GAMES / "pirates_trick.qed"), "--exact", "--seconds", "0.1", "-n", "2")
    assert large.code == 0 and "There are no exact odds" in large.out and "2 games of random players" in large.out


def test_sweep(qedeck: Run) -> None:
    words = ("simulate", "small.qed", "-n", "12", "--seed", "3", "--sweep", "players", "--sweep",
             "parameter:points of king=0..1")
    said = qedeck(*words)
    assert said.code == 0 and said.out.splitlines()[0] == "small: 4 combinations, 12 games each, seed 3"
    found = data(qedeck(*words, "--format", "json"))["sweep"]
    assert [row["combination"] for row in found] == [
        {"players": p, "points of king": k} for p in ("2", "3") for k in ("0", "1")]
    alone = data(qedeck("simulate", "small.qed", "-n", "12", "--seed", "3", "--players", "3", "--set",
                        "points of king=0", "--format", "json", "--watch", "0"))
    assert found[2]["result"] == alone
    beyond = qedeck("simulate", "small.qed", "-n", "2", "--sweep", "parameter:points of king=8..11")
    assert beyond.code == 0 and beyond.out.count("not possible: points cannot be 1") == 2


def test_charts(qedeck: Run) -> None:
    pytest.importorskip("matplotlib")
    said = qedeck("simulate", str(GAMES / "pirates_trick.qed"), "-n", "8", "--charts", "pictures", "--lang", "ja")
    assert said.code == 0 and "4枚の図" in said.out and not said.err
    drawn = {path.stem: path.read_text("utf-8") for path in Path("pictures").iterdir()}
    assert set(drawn) == {"seats", "endings", "length", "cards"}
    assert "プレイヤー1" in drawn["seats"] and "Noto Sans CJK JP" in drawn["seats"]
    assert all("http://" not in text.replace("http://www.w3.org", "").replace("http://purl.org", "")
               .replace("http://creativecommons.org", "") for text in drawn.values())


@pytest.mark.slow
def test_stopped(own_cache: Path) -> None:
    """Ctrl-C, as a terminal sends it to all processes: what is done is kept, and told, and of how many games."""
    words = [sys.executable, "-m", "qedeck.commands", "simulate", KUHN, "-n", "1_000_000", "--seed", "9", "--format",
             "json", "--engine", "reference", "--jobs", "2"]
    roots = [str(Path(__file__).parents[2] / name) for name in ("spec", "interpreter", "proofs")]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(roots)}
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
                               start_new_session=True, preexec_fn=hears_ctrl_c)
    path, enough = own_cache / "simulations.sqlite", 2_000
    until = time.monotonic() + 60
    while time.monotonic() < until and running.poll() is None and kept(path) < enough:
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in err, err
    stopped = json.loads(out)
    assert enough <= stopped["games"] < 1_000_000 and stopped["asked"] == 1_000_000
    assert f"Stopped: {stopped['games']:,} of 1,000,000 games were played and are kept" in err and "--seed 9" in err
    assert kept(path) == stopped["games"]


def kept(path: Path) -> int:
    """How many games are written down."""
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(path)) as opened:
            return int(opened.execute("select coalesce(sum(count), 0) from batches").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_taken_up_again(qedeck: Run) -> None:
    words = ("simulate", KUHN, "--seed", "9", "--format", "json", "--engine", "reference")
    first = data(qedeck(*words, "-n", "60"))
    more = data(qedeck(*words, "-n", "90"))
    assert first["games"] == 60 and more == data(qedeck(*words, "-n", "90", "--fresh"))


def test_both_engines_say_the_same(qedeck: Run) -> None:
    words = ("simulate", KUHN, "--seed", "3", "-n", "150", "--format", "json", "--watch", "150")
    fast, slow = (data(qedeck(*words, "--engine", engine)) for engine in ("fast", "reference"))
    assert (fast.pop("engine"), slow.pop("engine")) == ("fast", "reference") and fast == slow
    unwatched = data(qedeck(*words, "--watch", "0"))
    assert unwatched["watched"] == 0 and unwatched["seats"] == slow["seats"] and unwatched["clauses"] == []


def test_an_engine_that_plays_other_games_is_found_out(qedeck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from qedeck.simulation import backends

    right = data(qedeck("simulate", KUHN, "-n", "80", "--seed", "2", "--format", "json", "--engine", "reference"))
    true = backends.fast_batch
    monkeypatch.setattr(backends, "fast_batch", lambda table, batch: true(table, replace(batch, first=batch.first + 1)))
    words = ("simulate", KUHN, "-n", "80", "--seed", "2", "--format", "json", "--fresh")
    said = qedeck(*words)
    assert "our own fault: the engine and the reference differ in" in said.err and data(said) == right
    asked = qedeck(*words, "--engine", "fast")
    assert asked.code == 4 and "our own fault" in asked.err and "differ in" in asked.err and not asked.out


def test_workers_that_always_die(qedeck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "simulation"))
    said = qedeck("simulate", KUHN, "-n", "50", "--executor", "own_executor:graveyard")
    assert said.code == 3 and "the workers died again and again" in said.err


def test_two_languages() -> None:
    from qedeck.commands.said import SAID

    slots = {language: {key: sorted(re.findall(r"{\w*", text)) for key, text in said.items()}
             for language, said in SAID.items()}
    assert slots["en"] == slots["ja"]


def test_help(qedeck: Run) -> None:
    said = qedeck("simulate", "--help")
    assert said.code == 0 and "--sweep" in said.out and "exit codes" in said.out


CLAIMS = """
property no-more "a card each"
  always every player p has size of hand of p is at most 1

property kings-stay
  always king is not in heap

property lost-ties
  with ties is lost
  always ties is lost
"""


def refereed(qedeck: Run, *words: str) -> Any:
    Path("claims.qed").write_text(Path("small.qed").read_text("utf-8") + CLAIMS, "utf-8")
    return qedeck("simulate", "claims.qed", "-n", "60", "--seed", "2", "--referee", *words)


def test_the_referee_tells_which_claim_was_broken(qedeck: Run) -> None:
    """And the command shown plays to where it was, no further."""
    said = refereed(qedeck)
    shown = re.search(r"^  breaks kings-stay \(claim 1\) .*\n    (.*)\n    (qedeck run .*)$", said.out, re.MULTILINE)
    assert said.code == 1 and shown is not None, said.out
    assert shown.group(1) == "always king is not in heap" and "breaks no-more" not in said.out
    assert "Claims that the referee watched in every game: 3; that say nothing of this table: 1" in said.out
    log = qedeck(*shlex.split(shown.group(2))[1:]).out
    assert len(re.findall("king goes from|King goes from", log)) == 1, log
    found = data(refereed(qedeck, "--format", "json"))
    plain = data(qedeck("simulate", "claims.qed", "-n", "60", "--seed", "2", "--format", "json", "--watch", "0"))
    kinds = {o["kind"]: o["games"] for o in found["outcomes"]}
    assert 0 < kinds["broken"] < 60 and sum(kinds.values()) == 60
    assert {o["kind"] for o in plain["outcomes"]} == {"won", "nobody"} and "referee" not in plain


def test_the_referee_in_japanese_by_the_reference_and_in_sweeps(qedeck: Run) -> None:
    fast, slow = (data(refereed(qedeck, "--format", "json", "--engine", engine)) for engine in ("fast", "reference"))
    assert (fast.pop("engine"), slow.pop("engine")) == ("fast", "reference") and fast == slow
    assert "kings-stayに反する（1番目の主張）" in refereed(qedeck, "--lang", "ja").out
    swept = refereed(qedeck, "--sweep", "players")
    assert swept.code == 1 and len(re.findall(r"broken claims \d+ \(kings-stay\)", swept.out)) == 2


def test_nothing_is_broken(qedeck: Run) -> None:
    said = refereed(qedeck, "--player", "1=ace; keep", "--player", "2=ace; keep")
    assert said.code == 0 and "breaks" not in said.out and "the referee watched in every game: 3" in said.out


def test_the_referee_is_there_alone(qedeck: Run) -> None:
    for words in (("--exact",), ("--watch", "5")):
        said = refereed(qedeck, *words)
        assert said.code == 2 and "it goes neither with --exact nor with --watch" in said.err
