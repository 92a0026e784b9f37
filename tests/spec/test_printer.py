"""The formatter: one layout, whatever the spacing; no token and no comment lost; a second run changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from qedeck.spec.printer import CITE_COLUMN, format_text
from qedeck.spec.reader import read
from qedeck.spec.source import Source

from ..all_games import SHIPPED
from ..all_games import text as text_of

GAMES = list(map(text_of, SHIPPED))
SAMPLE = """-- 小さなゲーム

game 小さなゲーム                                              [S-1 S-2]
  players 2 to 4  -- 二人から
  starts with 手番

-- words that belong together
suit is one of red, black
role is one of 村人, 人狼                                      [S-3]

remember
  points of each player: 0 to 20

  -- the last word
  said of each player: suit

define worth of card c: number                                 [S-4]
  when c is a joker: -1 - 2 - -3
    except when beats(c, 捨て札): worth of (c) + players - 1
    -- nothing else
  otherwise: (1 +
      2) * 3

phase 手番
  for each player p from left of dealer
    p chooses a card c in hand of p                            [S-5] [S-6]  -- may not pass
    -- do something-else
  judge over

-- the end
"""
TEXTS = [format_text(game) for game in GAMES] + [SAMPLE]
PARTS = re.compile(r'(--.*|\[[^\]]*\]|"[^"]*")')
SPACES = st.sampled_from([" ", "  ", "\t", "　", "   \t"])
PADDING = st.sampled_from(["", " ", "  "])


def comments(text: str) -> list[str]:
    return [part.rstrip() for line in text.split("\n") for part in PARTS.findall(line) if part.startswith("--")]


@st.composite
def respaced(draw: st.DrawFn) -> tuple[str, str]:
    """A text in its one layout, and the same text as somebody in a hurry might have typed it."""
    text = draw(st.sampled_from(TEXTS))
    widths = [0]
    for step in draw(st.lists(st.integers(1, 5), min_size=12, max_size=12)):
        widths.append(widths[-1] + step)
    space, before, after = draw(SPACES), draw(PADDING), draw(PADDING)
    rows = []
    for line in text.rstrip("\n").split("\n"):
        body = line.lstrip(" ")
        indent = " " * widths[(len(line) - len(body)) // 2]
        pieces = []
        for piece in PARTS.split(body):
            if piece.startswith("["):
                pieces.append("[ " + space.replace("　", " ").join(piece[1:-1].split()) + "]")
            elif piece.startswith(("--", '"')):
                pieces.append(piece)
            else:
                loose = re.sub(r"([,:()])", lambda sign: before + sign[1] + after, piece)
                pieces.append(re.sub(r" +", space, loose) or before)
        rows.append(indent + "".join(pieces).lstrip(" \t　") + draw(PADDING) if body else draw(PADDING))
        if not body:
            rows += [""] * draw(st.integers(0, 2))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    return text, ending * draw(st.integers(0, 2)) + ending.join(rows) + ending * draw(st.integers(0, 3))


@given(respaced())
def test_however_it_is_spaced_it_comes_out_the_same(pair: tuple[str, str]) -> None:
    text, loose = pair
    assert format_text(loose) == text
    assert comments(format_text(loose)) == comments(loose)


@pytest.mark.parametrize("game", GAMES, ids=list(SHIPPED))
def test_a_shipped_game_keeps_its_meaning_and_its_comments(game: str) -> None:
    before, _ = read(Source("game.qed", game))
    after, _ = read(Source("game.qed", format_text(game)))
    assert before.clauses == after.clauses
    assert comments(game) == comments(format_text(game))


@pytest.mark.parametrize("text", TEXTS)
def test_a_second_run_changes_nothing(text: str) -> None:
    assert format_text(text) == text


WORDS = st.sampled_from(["if", "of", "card", "山札", "x", "7", "(", ")", ",", ":", "-", "+", "<=", "mod", "players",
                         "[A  B]", '"a -- b"', "-- c", "--d "])
LINE = st.tuples(st.sampled_from([0, 0, 1, 2, 2, 3, 4]), st.lists(WORDS, max_size=6))


@settings(max_examples=400)
@given(st.lists(LINE, max_size=9))
def test_any_lines_at_all(lines: list[tuple[int, list[str]]]) -> None:
    text = "\n".join(" " * indent + " ".join(words) for indent, words in lines)
    once = format_text(text)
    assert format_text(once) == once
    assert comments(once) == comments(text)

    def squeezed(code: str) -> str:
        return re.sub(r"\s", "", code)

    assert squeezed(once) == squeezed(text)
    assert len(re.findall(r"-\s*-", once)) == len(re.findall(r"-\s*-", text))


@given(st.text(max_size=80))
def test_any_text_at_all(text: str) -> None:
    once = format_text(text)
    assert format_text(once) == once


@pytest.mark.parametrize("text", [
    "phase x\n\tdo y\n", "phase x\n　do y\n", "phase x\n    do y\n  do z\n", "  do y\n", 'example x "open\n',
    "phase x [A\n", "phase x\n  y = 3\n",
])
def test_what_cannot_be_read_is_left_alone(text: str) -> None:
    assert format_text(text) == text


@pytest.mark.parametrize(("loose", "tidy"), [
    ("x is  1 --c\n", "x is 1  --c\n"),
    ("phase x\n do y\n\n\n\n do z\nphase y\n do z", "phase x\n  do y\n\n  do z\n\nphase y\n  do z\n"),
    ("phase x\n\n do y\n", "phase x\n  do y\n"),
    ("phase x\n  do y\n  -- old\n-- about y\nphase y\n  do z\n",
     "phase x\n  do y\n  -- old\n\n-- about y\nphase y\n  do z\n"),
    ("phase x\n-- about y\n  do y\n", "phase x\n  -- about y\n  do y\n"),
    ("a is one of b\n-- c\nd is one of e\n", "a is one of b\n-- c\nd is one of e\n"),
    ("", ""),
    ("if\n\n  [A  B]\n", "if\n  [A B]\n"),
    ("\n\n-- only this\n\n\n-- and this", "-- only this\n\n-- and this\n"),
    ("phase x\n  y becomes - - -1-1\n", "phase x\n  y becomes - - -1 - 1\n"),
])
def test_small_things(loose: str, tidy: str) -> None:
    assert format_text(loose) == tidy


def test_citations_stand_in_one_column_by_cells() -> None:
    rows = format_text("phase 手札を捨てる [A]\n  do y [B]\n  do " + "z" * 80 + " [C]\n").split("\n")
    assert [cell_len(row[: row.index("[")]) + 1 for row in rows[:2]] == [CITE_COLUMN] * 2
    assert rows[2].endswith("z [C]")


def test_tokens_are_those_of_the_grammar() -> None:
    grammar = Path(read.__code__.co_filename).with_name("grammar.lark").read_text("utf-8")
    terminals = dict(re.findall(r"^([A-Z]+): /(.*)/$", grammar, re.MULTILINE))
    assert terminals["NAME"] == r"[^\W\d]\w*(?:-\w+)*"
    assert terminals["CITE"] == r"\[[^\]\n]*\]"
    assert terminals["STRING"] == r'"[^"\n]*"'
    assert terminals["INT"] == r"\d+"
    assert terminals["COMMENT"] == r"--[^\n]*"
    rules = re.sub(r"//.*|^[A-Z]+: /.*/$", "", grammar, flags=re.MULTILINE)
    signs = set(re.findall(r'"([^\w\s"]+)"', rules)) | {"*", "/"}
    assert signs == {",", ":", "(", ")", "<", "<=", ">", ">=", "+", "-", "*", "/"}


@pytest.mark.parametrize(
    "claim",
    [
        "always (points) is 3",
        "never worth(points)",
        "each choice keeps (was points) is points",
        "any two positions have (points) is other points",
        "any position has worth(points)",
        "assuming (points) is 3",
    ],
)
def test_what_opens_a_claim_is_not_called(claim: str) -> None:
    """A word that opens a claim is followed by a space; before a definition's arguments there is none."""
    text = f"property asked\n  {claim}\n"
    assert format_text(text) == text
    assert format_text(text.replace(" (", "(")) == text
