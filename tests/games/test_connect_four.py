"""Connect four: disc by disc the same game as OpenSpiel's, the lines counted once more, claims with a broken twin."""

from __future__ import annotations

import random
import re

import pytest

from qedeck.interpreter.play import start
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c

from .tables import decided, is_clean, random_games, table, text, twin

FILES = "abcdefg"
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def test_clean() -> None:
    is_clean("connect_four")


def test_every_line_of_four_and_no_other() -> None:
    """Four squares in each direction from every square, as far as they are on the board."""
    play = start(table("connect_four"), 2, 1)
    squares, lines = play.core.domains["square"].members, play.core.domains["line"].members
    ends = ((x, y, x + 3 * dx, y + 3 * dy) for x in range(7) for y in range(6) for dx, dy in STEPS)
    expected = {f"{FILES[x]}{y + 1}-{FILES[u]}{v + 1}" for x, y, u, v in ends if u < 7 and 0 <= v < 6}
    assert set(lines) == expected and len(lines) == 69
    for name in lines:
        (x, y), (u, v) = ((FILES.index(end[0]), int(end[1])) for end in name.split("-"))
        four = {f"{FILES[x + (u - x) * n // 3]}{y + (v - y) * n // 3}" for n in range(4)}
        cells = play.cells.put("disc", tuple(1 if square in four else c.NONE for square in squares))
        held = [play.rules.meaning.value(c.Call("holds", (c.Const(1), c.Const(line))), cells)[0] for line in range(69)]
        assert [lines[line] for line, full in enumerate(held) if full] == [name]


def test_random_games_end_as_declared() -> None:
    for play in random_games("connect_four", 2, 20):
        assert play.result is not None and len(play.result.winners) <= 1


def beside_openspiel(seed: int) -> bool:
    """One random game of both: the same columns open at every turn, the same winner. Whether it was drawn."""
    pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    chance = random.Random(seed)
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    ours = start(table("connect_four"), 2, 0)
    while not theirs.is_terminal():
        here = {FILES.index(str(action.picks["k"])[-1]): action for action in ours.legal()}
        assert sorted(here) == theirs.legal_actions(), str(theirs)
        assert ours.asked is not None and ours.asked.player == theirs.current_player() + 1
        column = chance.choice(theirs.legal_actions())
        theirs.apply_action(column)
        ours.apply(here[column])
    assert ours.result is not None
    gains = [0.0, 0.0] if not ours.result.winners else [1.0 if s in ours.result.winners else -1.0 for s in (1, 2)]
    assert gains == theirs.returns(), str(theirs)
    return not ours.result.winners


def test_the_same_as_openspiel() -> None:
    for seed in range(60):
        beside_openspiel(seed)


@pytest.mark.slow
def test_the_same_as_openspiel_draws_included() -> None:
    """A random game in four hundred fills the board."""
    assert sum(beside_openspiel(seed) for seed in range(1_000, 3_000)) > 0


@pytest.mark.slow
def test_a_column_gets_fuller_with_every_choice() -> None:
    found = decided(text("connect_four"), "comes-to-an-end", 2, 60, claim=2)
    assert found.grade is Grade.PROVED_SIZES, found.detail


def small_board(files: str, ranks: int) -> str:
    """The same game on fewer squares, and nothing said of it but what every game should satisfy."""
    lines = []
    for line in text("connect_four").split("\nexample")[0].splitlines():
        squares = re.findall(r"\b[a-g][1-6]\b", line)
        there = [square for square in squares if square[0] in files and int(square[1]) <= ranks]
        if line.startswith("square is"):
            line = f"square is one of {', '.join(there)}"
        elif line.startswith("  file-"):
            line = ", ".join([line[:8], *(f"level-{square[1]} {square}" for square in there)])
        if not squares or (there if not re.match("  [a-g][1-6]-", line) else there == squares):
            lines.append(line)
    game = re.sub(r"\n    ([0-5]): level.*", lambda m: m[0] if int(m[1]) < ranks else "", "\n".join(lines))
    game = re.sub(r"\b6\b", str(ranks), game)
    return f"{game}\nproperty going-on\n  never stuck\n  always ends\n"


def test_every_position_of_a_small_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as others have counted; the reference would take minutes."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    monkeypatch.setattr("qedeck.proofs.plays.everywhere.EASY", 0.0)
    board = small_board("abcd", 4)
    for claim, also in ((0, ""), (1, "none has more than 16 decisions")):
        found = decided(board, "going-on", 2, 120, claim)
        assert found.grade is Grade.PROVED_SIZES and found.engine == "exhaustive search", found.detail
        assert "all 161,029 positions" in found.detail and also in found.detail
    low = board.replace("height of k < 4", "height of k < 3")
    assert low != board
    found = decided(low, "going-on", 2, 120)
    assert found.grade is Grade.REFUTED and "after 12 decisions" in found.detail, found.detail


LEAKY = "    add 1 to height of k\n", "    if k is not file-a: add 1 to height of k\n"


@pytest.mark.parametrize(
    ("change", "name", "claim"),
    [
        (LEAKY, "comes-to-an-end", 2),
        pytest.param(LEAKY, "discs-stay", 0, marks=pytest.mark.slow),
        pytest.param(("height of k < 6", "height of k < 5"), "comes-to-an-end", 0, marks=pytest.mark.slow),
    ],
)
def test_twins(change: tuple[str, str], name: str, claim: int) -> None:
    found = decided(twin("connect_four", *change), name, 2, 60, claim)
    assert found.grade is Grade.REFUTED, (found.grade, found.detail)
