"""Examples in words: where one begins within a phase, and what somebody is shown, notices or hears."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.site.book.prose import plain

from .books import read

GOOD = Path(__file__).parents[1] / "lang" / "examples" / "good"


def lines(name: str, language: str) -> list[str]:
    return [plain(line.words) for example in read(GOOD / name, language).examples for line in example.lines]  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "said"), [
    ("en", (
        "Now “play trick” for 1, Player 3, from this step on: Player 2 chooses a card in Player 2's hand; "
        "the choice is knife, then “raise” with 2.",
        "Now “sweep”, from this step on: if red 1 is a knife.",
        "Now “sweep”, from this step on: add 2 to the round, where d is knife.",
    )),
    ("ja", (
        "1とプレイヤー3について、「play trick」を、"
        "「プレイヤー2が、プレイヤー2の手札のカードを1枚選びます」のところから行い、"
        "knife、「raise」（2）を選びます。",
        "「sweep」を、「red 1がknifeなら」のところから行います。",
        "「sweep」を、「ラウンドに2を足します」（dはknife）のところから行います。",
    )),
])
def test_where_an_example_begins(language: str, said: tuple[str, ...]) -> None:
    found = lines("begin_within.qed", language)
    assert not set(said) - set(found)
    assert not any("if so;" in line or "次のようにします」" in line for line in found)


@pytest.mark.parametrize(("language", "said"), [
    ("en", (
        "Everyone hears “dawn”.", "Player 4 does not hear “wolves wake” or “nothing is heard”.",
        "Player 3 is shown red 2 and 3.", "Player 1 is not shown red 2 or 3.", "Player 2 notices something.",
        "Everyone is shown nothing.", "Player 2 does not notice Player 2, Player 1 or red 4.",
    )),
    ("ja", (
        "全員は「dawn」を聞きます。", "プレイヤー4は「wolves wake」も「nothing is heard」も聞きません。",
        "プレイヤー3はred 2と3を見せられます。", "プレイヤー1はred 2も3も見せられません。",
        "プレイヤー2は何かに気づきます。", "全員は何も見せられません。",
        "プレイヤー2はプレイヤー2にもプレイヤー1にもred 4にも気づきません。",
    )),
])
def test_what_somebody_was_told(language: str, said: tuple[str, ...]) -> None:
    assert not set(said) - set(lines("noticing.qed", language))


def test_every_line_has_its_frame() -> None:
    for name in ("begin_within.qed", "noticing.qed"):
        for example in read(GOOD / name).examples:
            assert example.passed and example.lines[-1].frame == len(example.frames) - 1
            assert {"do"} <= {line.kind for line in example.lines}
