"""A game written down plays again, and whatever is no trace is told so."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.interpreter.play import Play, play_random, start
from qedeck.interpreter.trace import TraceError, load_trace, read_trace, replay, save_trace, trace
from qedeck.spec.game import Game


def finished(game: Game, seed: int = 1, players: int = 2) -> Play:
    play = start(game, players, seed)
    play_random(play)
    return play


@given(st.integers(0, 10**6), st.sampled_from((2, 3)), st.integers(0, 20))
def test_a_replay_is_the_same_game(tiny: Game, seed: int, players: int, moves: int) -> None:
    play = start(tiny, players, seed, {"bonus": {"red 2": 3}})
    play_random(play, moves)
    again = replay(tiny, read_trace(json.dumps(trace(play, tiny))))
    assert again.same and again.play.cells == play.cells and again.play.events == play.events


def test_to_a_file_and_back(tiny: Game, tmp_path: Path) -> None:
    play = finished(tiny)
    save_trace(play, tmp_path / "game.json", tiny)
    assert load_trace(tmp_path / "game.json") == trace(play, tiny)


def changed(rules: Game, /, **changes: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(trace(finished(rules), rules)))
    return told | changes


def test_a_step_that_is_not_legal_is_named(tiny: Game) -> None:
    told = changed(tiny)
    told["steps"][3]["picks"]["c"] = "red 4"
    again = replay(tiny, told)
    assert not again.same and again.step == 4 and "red 4 is not among the choices" in again.difference


@pytest.mark.parametrize(("number", "change", "why"), [
    (1, {"by": "player 2"}, "player 1 decides here, not player 2"),
    (1, {"option": "x"}, "there is no option x"),
    (1, {"picks": {}}, "n needs n"),
    (1, {"picks": {"n": []}}, "are not words"),
    (1, {"phase": "nowhere"}, "the game is in evening, not in nowhere"),
    (0, {"deal": [{"red 1": 9}, {}]}, "cannot fall like this"),
    (0, {"deal": [{"green 1": 1}, {}]}, "there is no card green 1"),
    (0, {"deal": [5]}, "a table of cards"),
])
def test_differences(tiny: Game, number: int, change: dict[str, Any], why: str) -> None:
    told = changed(tiny)
    told["steps"][number] |= change
    again = replay(tiny, told)
    assert again.step == number + 1 and why in again.difference


def test_another_result_and_other_rules(tiny: Game) -> None:
    told = changed(tiny, rules="0" * 16)
    told["result"]["winners"] = [2]
    again = replay(tiny, told)
    assert "(player 2)" in again.difference and "the rules have changed" in again.difference


def test_steps_after_the_end(tiny: Game) -> None:
    told = changed(tiny)
    told["steps"].append(told["steps"][-1])
    assert "already over" in replay(tiny, told).difference


@pytest.mark.parametrize(("change", "why"), [({"game": "other"}, "a trace of other"),
                                             ({"players": 9}, "not for 9 players")])
def test_a_trace_of_something_else(tiny: Game, change: dict[str, Any], why: str) -> None:
    with pytest.raises(TraceError, match=why):
        replay(tiny, changed(tiny, **change))


@pytest.mark.parametrize(("raw", "why"), [
    (b"", "not JSON"), (b"{", "not JSON"), (b"[1]", '"format"'), (b"null", '"format"'),
    (b"\xff\xfe\x00", "not text in UTF-8"),
    (b'{"format": "other"}', '"format"'), (b'{"format": "qedeck-trace", "version": 2}', "version 2"),
    (b'{"format": "qedeck-trace", "version": 1}', '"game" is missing'), (b"[" * 100_000, "nested too deeply"),
    (b"9" * 5000, "not JSON"),
])
def test_bad_files(tmp_path: Path, raw: bytes, why: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    with pytest.raises(TraceError, match=why):
        load_trace(path)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.json", Path("a\0b")):
        with pytest.raises(TraceError):
            load_trace(path)


KEYS = st.sampled_from(("by", "phase", "option", "picks", "deal", "shuffle"))
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=5)


@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)))
def test_strange_steps_are_told_not_raised(tiny: Game, strange: Any) -> None:
    told = changed(tiny)
    told["steps"][2] = strange
    with suppress(TraceError):
        assert not replay(tiny, told).same
