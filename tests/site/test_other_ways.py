"""A reading that says its other way as a change: beside each rule stands what it would say, for every reader."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from qedeck.site.book.prose import plain
from qedeck.site.book.record import Book, Language
from qedeck.site.book.rules import Otherwise

from .books import ROOT, read

GAME = ROOT / "tests/lang/reading/good/other_ways.qed"


@cache
def book(folder: Path, language: Language) -> Book:
    return read(Path(shutil.copy(GAME, folder)), language)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("game")


def beside(found: Book, clause: str, way: str) -> Otherwise:
    rule = next(rule for rule in found.rules if rule.clause == clause)
    return next(one for one in rule.otherwise if one.way == way)


@pytest.mark.parametrize(("language", "clause", "way", "gone", "new"), [
    ("en", "worth", "doubled", ["Blue, joker: 0."], ["Joker: 0.", "Blue: 2 × that card's rank."]),
    ("ja", "worth", "one-point", ["blue、joker：0。"], ["blue：0。", "joker：1。"]),
    ("en", "bonus-of", "one-for-each-round", ["“bonus of” for a player is 0."],
     ["“bonus of” for a player is the rounds so far."]),
    ("ja", "nobody", "full-score",
     ["ラウンドが15より大きく、得点が0より大きいプレイヤーがいないなら、ゲームは終わりです。勝者はいません。"],
     ["どのプレイヤーの得点も0なら、ゲームは終わりです。勝者はいません。"]),
])
def test_what_a_rule_would_say(
    folder: Path, language: Language, clause: str, way: str, gone: list[str], new: list[str]
) -> None:
    one = beside(book(folder, language), clause, way)
    assert ([plain(line) for line in one.gone], [plain(line) for line in one.new]) == (gone, new)


def test_steps_are_told_in_their_new_order(folder: Path) -> None:
    """The same steps at another time: no line is new, and yet the rule is another one."""
    one = beside(book(folder, "en"), "begin-here", "at-last")
    told = [plain(line) for line in one.new]
    usual = [plain(line) for line in next(r for r in book(folder, "en").rules if r.clause == "begin-here").prose]
    assert one.gone == () and sorted(told) == sorted(usual) and told != usual
    assert told.index("Add 1 to the round.") == len(told) - 2


def test_the_change_stands_as_it_is_written(folder: Path) -> None:
    one = beside(book(folder, "en"), "worth", "one-point")
    assert (one.point, one.line) == ("jokers", 14) and "joker: 1" in one.text
    assert GAME.read_text("utf-8").splitlines()[one.line - 1].strip().startswith("one-point:")


def test_a_rule_that_no_reading_changes_has_nothing_beside_it(folder: Path) -> None:
    found = book(folder, "en")
    assert {rule.clause for rule in found.rules if rule.otherwise} == {
        "worth", "bonus-of", "begin-here", "best-score", "take-one", "offer", "nobody", "on point"}
