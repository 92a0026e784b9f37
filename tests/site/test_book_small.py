"""The Book of README's first game: whole, as it was last found good; with texts and without; with verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from qedeck.proofs.answers import Question, know
from qedeck.proofs.record import Record, beside
from qedeck.proofs.record import written as verdicts_written
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.site.book.as_json import to_data
from qedeck.site.book.as_text import text_of
from qedeck.site.book.prose import plain
from qedeck.site.book.record import Book, Language
from qedeck.spec.game import load

from .books import LANGUAGES, first_game, read, written

TEXTS = """\
[title]
name = "太陽と月"

[names]
sun = "太陽"
moon = "月"
may-play = "出せるカード"
play-trick = "トリックを行う"
deck = "カードの山"

[clauses]
play-trick = "順番に1枚ずつ出します。「出せるカード」だけを出せます。"
may-play = "リードのスートを持っていれば、それを出します。"
follow-suit = "持っていれば、そのスートを出さなければならない"
"""

CLAIMS = """
property all-stay "no card is lost" [SM-P-01]
  conserved card

property short "a trick is short" [SM-P-02]
  with 2 players
  always size of trick <= 2
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_it_was_last_found_good(tmp_path: Path, golden: Callable[[str, str], None], language: Language) -> None:
    book = read(written(tmp_path, first_game()), language)
    if language == "en":
        golden("sun_and_moon.json", json.dumps(to_data(book), ensure_ascii=False, indent=1) + "\n")
    golden(f"sun_and_moon.{language}.txt", "\n".join(text_of(book)) + "\n")


def test_without_a_text_everything_is_told_from_the_clauses(tmp_path: Path) -> None:
    book = read(written(tmp_path, first_game()), "ja")
    assert not book.draft and set(book.missing) == {rule.anchor for rule in book.rules}
    assert all(rule.computed for rule in book.rules)
    deal = book.rule("one-deal")
    assert deal is not None
    assert plain(deal.prose[0]) == "山札から各プレイヤーの手札へ、カードを4枚ずつ配ります。"
    assert [(p.depth, p.ordered) for p in deal.prose] == [(1, True), (1, True), (2, True), (1, True)]


def test_with_texts_they_are_told_and_lead_to_what_they_name(tmp_path: Path) -> None:
    path = written(tmp_path, first_game(), ja=TEXTS)
    book, english = read(path, "ja"), read(path, "en")
    assert (book.title, english.title) == ("太陽と月", "Sun and moon")
    assert book.box.sets[0].cards[0].name == "太陽1" and book.words["moon 9"] == "月9"
    trick = book.rule("play-trick")
    assert trick is not None and not trick.computed and trick.heading == "トリックを行う"
    links = {phrase.words: phrase.to.anchor for phrase in trick.prose[0].phrases if phrase.to}
    assert links == {"出せるカード": "may-play"}
    assert "play-trick" not in book.missing and "play-trick" in english.missing
    (example,) = book.examples
    assert example.title == "持っていれば、そのスートを出さなければならない" and example.translated
    assert [line.kind for line in example.lines] == ["with", *["given"] * 3, "do", "refused", "choose", "then"]
    # Where no text says how the deck is called, a Japanese reader still gets a Japanese word.
    assert book.rule("deck").heading == "カードの山" and book.rule("hand").heading == "手札"  # type: ignore[union-attr]


def test_anchors_stay_when_clauses_come_and_go(tmp_path: Path) -> None:
    before = read(written(tmp_path, first_game()))
    more = first_game().replace("zones\n", "colour is one of red, blue\n\nzones\n  box: pile of card, face down\n")
    after = read(written(tmp_path, more + CLAIMS))
    assert {rule.anchor for rule in before.rules} < {rule.anchor for rule in after.rules}
    assert {rule.anchor: rule.clause for rule in after.rules}.items() >= {
        rule.anchor: rule.clause for rule in before.rules}.items()


def test_examples_show_the_table_before_and_after(tmp_path: Path) -> None:
    (example,) = read(written(tmp_path, first_game())).examples
    first, refused, last = example.frames
    assert first.view["zones"]["hand of player 2"]["cards"] == {"sun 7": 1, "moon 1": 1}
    assert "hand of player 1" in first.touched and refused.view["zones"]["trick"]["cards"] == ["sun 4"]
    assert last.view["zones"]["taken of player 2"]["size"] == 3 and last.view["remembered"]["leader"] == "player 2"
    told = example.lines[4].log
    assert any("moon 1" in line for line in told[-1:]), told


def test_who_chooses_what(tmp_path: Path) -> None:
    path = written(tmp_path, first_game())
    for language, by in (("en", "each player"), ("ja", "各プレイヤー")):
        rule = read(path, language).rule("play-trick")  # type: ignore[arg-type]
        assert rule is not None
        (choice,) = rule.choices
        assert (choice.who, choice.by, choice.optional, choice.secret) == ("player", by, False, False)


def _verdict(name: str, players: int, grade: Grade, **more: object) -> Verdict:
    return Verdict(name, "always", players, grade, "induction", 1.5, **more)  # type: ignore[arg-type]


def test_verdicts_are_read_and_a_stale_one_is_stale(tmp_path: Path) -> None:
    path = written(tmp_path, first_game() + CLAIMS)
    game = load(path)
    know(str(path), game)
    record = Record(game.name)
    asked = [Question(str(path), "all-stay", 0, players, 1.0, True) for players in (2, 3, 4)]
    asked.append(Question(str(path), "short", 0, 2, 1.0, True))
    used = ("phase play-trick", "define winning-place (otherwise)", "zone trick")
    found = [_verdict("all-stay", players, Grade.PROVED_SIZES, used=used, narrowed=True) for players in (2, 3, 4)]
    found.append(_verdict("short", 2, Grade.REFUTED, expected=False, story=("Player 1 plays.",), used=used))
    record.add(zip(asked, found, strict=True))
    beside(path).write_text(verdicts_written(record, game), "utf-8")

    book = read(path)
    assert _grades(book) == {"all-stay": "proved", "short": "refuted"}
    assert book.promises[0].needs == ("play-trick", "winning-place", "trick")
    trick = book.rule("play-trick")
    assert trick is not None and trick.mark.kind == "refuted" and trick.mark.promises == ("short",)
    assert [need.promise for need in trick.needed_by if need.used] == ["all-stay", "short"]
    answer = book.promises[1].claims[0].answers[0]
    assert answer.play is not None and answer.play.story == ("Player 1 plays.",) and answer.fresh
    graded = {statement.id: statement.grade for statement in book.statements}
    assert graded == {"SM-P-01": "proved", "SM-P-02": "refuted"}

    path.write_text(path.read_text("utf-8").replace("deal 4 from", "deal 3 from"), "utf-8")
    stale = read(path)
    assert _grades(stale) == {"all-stay": "stale", "short": "stale"}
    old = stale.promises[0].claims[0].answers[0]
    assert (old.grade, old.was, old.fresh) == ("stale", "proved", False)
    mark = stale.rule("play-trick").mark  # type: ignore[union-attr]
    assert mark.kind == "stale"


def _grades(book: Book) -> dict[str, str]:
    return {promise.name: promise.grade for promise in book.promises if not promise.stock}


def test_an_open_point_marks_the_rules_that_ask_about_it(tmp_path: Path) -> None:
    reading = "-- The book does not say.\nreading tie: first-wins, or last-wins [SM-U-01]\n\n"
    usual = "whichever place i in trick has most power of i"
    text = first_game().replace("zones\n", f"{reading}zones\n").replace(
        f"  {usual}", f"  when tie is first-wins: {usual}\n  otherwise: only place i in trick where i is 1")
    book = read(written(tmp_path, text))
    (point,) = book.points
    assert (point.kind, point.why, point.touches) == ("reading", "The book does not say.", ("winning-place",))
    assert [(one.word, one.default) for one in point.alternatives] == [("first-wins", True), ("last-wins", False)]
    mark = book.rule("winning-place").mark  # type: ignore[union-attr]
    assert (mark.kind, mark.words, mark.readings) == ("open", "open: two readings", ("tie",))


def test_a_number_that_is_not_stated_is_marked_as_assumed(tmp_path: Path) -> None:
    moons = "parameter moons of card c: 1 to 3\n  assumed 2\n\n"
    worths = "parameter worth of card c: 0 to 9\n  assumed 5\n\n"
    text = first_game().replace("suit moon\n", "suit moon, moons copies\n", 1)
    text = text.replace("zones\n", f"{moons}{worths}zones\n", 1)
    (cards,) = read(written(tmp_path, text)).box.sets
    sun, moon = cards.cards[0], cards.cards[-1]
    assert (sun.copies.number, sun.copies.assumed) == (1, False)
    assert (moon.copies.number, moon.copies.assumed, moon.copies.low, moon.copies.high) == (2, True, 1, 3)
    assert moon.copies.parameter == "moons"
    worth = {attribute.word: attribute for attribute in moon.attributes}["worth"]
    assert (worth.value, worth.assumed, worth.low, worth.high) == ("5", True, 0, 9)
    assert (cards.total.number, cards.total.assumed, cards.total.low, cards.total.high) == (27, True, 18, 36)
