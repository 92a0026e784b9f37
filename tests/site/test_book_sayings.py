"""How things are said: in sentences of the text file, conditions before what follows, changes as changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qedeck.proofs.steps.claimed import GIVEN
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import plain
from qedeck.site.book.record import Book, Language
from qedeck.site.book.words.findings import findings
from qedeck.site.book.words.japanese_forms import as_said
from qedeck.site.book.words.speaker import speaker_of
from qedeck.spec.game import load

from .books import LANGUAGES, book, first_game, read, written

COMPLETE = ("sharp_knives", "werewolves_and_robbers", "wolf_and_hound", "wolf_and_hound_match",
            "wolf_and_hound_meat_and_bone", "wolf_and_hound_two_flocks")

CLAIMS = """
reading late: plays, or waits

property told "told"
  with late is waits
  assuming every player p has hand of p is not empty
  always size of trick is not 1 or (some player p where leader is p)
  each choice keeps leader is was leader or size of trick is 0
  each choice keeps size of trick is 1 + was size of trick or deck is empty
  always every player p has every player q has p is q or size of hand of p >= size of hand of q
  always result is none or (some player p where winner of p)
  always every player p has (some card c in hand of p where may-play(p, c))
"""

FACTS = {
    "en": '[facts]\nmay-play = "{1} may play {2}"\n"may-play.not" = "{1} must keep {2}"\n'
          'winning-place = "{value} wins"\nleader = "{value} leads"\n'
          '[why]\nlate = "So nobody waits."\n[readings.late]\nwaits = "Whoever is late waits."\n'
          '[headings]\nled = "What was led"\n[title]\ncontents = "Also: a pencil."\n',
    "ja": '[facts]\nmay-play = "{1}が{2}を出せる"\n"may-play.not" = "{1}が{2}を出せない"\n'
          '[readings.late]\nwaits = "おくれた人は待ちます。"\n',
}


def told(tmp_path: Path, language: Language) -> Book:
    return read(written(tmp_path, first_game() + CLAIMS, **FACTS), language)


def claims(found: Book) -> list[str]:
    promise = next(one for one in found.promises if one.name == "told")
    return [plain(one) for one in promise.given] + [plain(claim.words) for claim in promise.claims]


NIGHTS = """
property told "told"
  each play-trick keeps size of trick is was size of trick
  each play-trick keeps was (trick is empty)
  each one-deal keeps number of times play-trick is at most 4
"""


def test_claims_over_a_phase(tmp_path: Path) -> None:
    found = [claims(read(written(tmp_path, first_game() + NIGHTS), language)) for language in LANGUAGES]
    assert found == [
        [
            "Whenever “play trick” comes to its end: there is no change in the number of cards in the trick.",
            "Whenever “play trick” comes to its end: when it began, the trick is empty.",
            "Whenever “one deal” comes to its end: the number of times “play trick” comes up is at most 4.",
        ],
        [
            "「play trick」が終わるたびに、トリックの枚数が変わらない。",
            "「play trick」が終わるたびに、始まったときにトリックが空である。",
            "「one deal」が終わるたびに、「play trick」の回数が4以下である。",
        ],
    ]


def test_claims_in_english(tmp_path: Path) -> None:
    assert claims(told(tmp_path, "en")) == [
        "“late” – Whoever is late waits.",
        "Every player's hand is not empty.",
        "Always: if the number of cards in the trick is 1, some player leads.",
        "Whatever is chosen: if there is a change in the leader, the number of cards in the trick is 0.",
        "Whatever is chosen: the number of cards in the trick grows by 1 or the deck is empty.",
        "Always: for every player p, for every player q, player p is player q or the number of cards in player p's "
        "hand is at least the number of cards in player q's hand.",
        "Always: if the game is over, some player wins.",
        "Always: for every player, for some card in that player's hand, that player may play that card.",
    ]


def test_claims_in_japanese(tmp_path: Path) -> None:
    given, empty, led, changed, *rest = claims(told(tmp_path, "ja"))
    assert given == "「late」――おくれた人は待ちます。" and empty == "どのプレイヤーの手札も空でない。"
    assert led.startswith("いつでも、トリックの枚数が1なら、")
    assert changed == "何を選んでも、リードする人が変わるなら、トリックの枚数が0である。"
    assert any("ゲームが終わっているなら、勝つプレイヤーがいる。" in one for one in rest)
    assert rest[-1].endswith("その人の手札にその人が出せるカードがある。")


def test_sentences_of_the_text_file(tmp_path: Path) -> None:
    found = told(tmp_path, "en")
    lines = [plain(line.words) for example in found.examples for line in example.lines]
    assert any(line.startswith("Player 2 leads") for line in lines)
    assert next(rule.heading for rule in found.rules if rule.clause == "led") == "What was led"
    assert [plain(one) for one in found.box.other] == ["Also: a pencil."]
    assert [(point.why, point.why_translated) for point in found.points] == [("So nobody waits.", True)]
    assert [point.why_translated for point in told(tmp_path, "ja").points] == [False]


@pytest.mark.parametrize(("plain_form", "denied", "joined", "conditional"), [
    ("手札が空", "", "手札が空で", "手札が空なら"),
    ("値が大きい", "", "値が大きく", "値が大きいなら"),
    ("場にいる", "場にいない", "場にいて", "場にいるなら"),
    ("札を使う", "札を使わない", "札を使い", "札を使うなら"),
    ("札を出せる", "札を出せない", "札を出せ", "札を出せるなら"),
    ("札がない", "札がある", "札がなく", "札がないなら"),
    ("手番が飛ばされない", "手番が飛ばされる", "手番が飛ばされず", "手番が飛ばされないなら"),
    ("羊がいない", "羊がいる", "羊がおらず", "羊がいないなら"),
    ("オロオロする", "オロオロしない", "オロオロし", "オロオロするなら"),
    ("オロオロしない", "オロオロする", "オロオロせず", "オロオロしないなら"),
])
def test_japanese_forms(plain_form: str, denied: str, joined: str, conditional: str) -> None:
    said = as_said(plain_form, denied)
    assert (said.joined, said.if_) == (joined, conditional)
    assert (~said).plain == (denied or (~said).plain) and (~said).plain != said.plain
    assert (~~said).joined == said.joined


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing(name: str, language: Language) -> None:
    found = book(name, language)
    assert found.missing == ()
    headings = [rule.heading for rule in found.rules]
    assert len(headings) == len(set(headings))
    points = [point for point in found.points if point.kind == "reading"]
    assert points and all(point.why and point.why_translated for point in points)
    # No sentence speaks of a rule and says nothing of it.
    bare = re.compile(r"^(See “[^”]*”\.|「[^」]*」を見てください。)$")
    assert [rule.anchor for rule in found.rules if bare.match("".join(map(plain, rule.prose)))] == []


@pytest.mark.parametrize("name", ["werewolves_and_robbers", "wolf_and_hound"])
def test_claims_have_no_words_of_another_language(name: str) -> None:
    latin = re.compile(r"[a-z]{2,}")
    for promise in book(name, "ja").promises:
        said = [*promise.given, *(claim.words for claim in promise.claims)]
        for claim in promise.claims:
            said += [*(line.phrases for line in claim.lines), *(one for each in claim.answers for one in each.findings)]
        assert [plain(words) for words in said if latin.search(plain(words))] == []


def test_a_long_claim_is_a_list(tmp_path: Path) -> None:
    """A line for each thing that holds, under what must be so; a short one is a sentence and no list."""
    text = first_game() + """
property long
  always result is not none or (deck is empty and every player p has size of hand of p <= 9) or size of trick <= 1
  always size of trick <= 4
"""
    long, short = next(one for one in read(written(tmp_path, text)).promises if one.name == "long").claims
    assert [(line.depth, plain(line)) for line in long.lines] == [
        (0, "Always: if the game goes on, at least one of these holds:"),
        (1, "The deck is empty and (for every player, the number of cards in that player's hand is at most 9)."),
        (1, "The number of cards in the trick is at most 1."),
    ]
    assert short.lines == ()


@pytest.mark.parametrize(("language", "said"), [
    ("en", ["Random games did not decide it.", "It holds however “late” may be read.",
            "It leans on the claims above it.", "It leans on smaller facts that were proved on the way.",
            "To go on, a designer would first prove something of “hand”."]),
    ("ja", ["ランダムに遊んでみても、決め手は見つかりませんでした。", "「late」をどう読んでも成り立ちます。",
            "上の主張をもとにしています。", "途中で証明した小さな事実を使っています。",
            "先へ進むには、まず「手札」について何かを証明するとよさそうです。"]),
])
def test_what_was_found_is_told_from_data(tmp_path: Path, language: Language, said: list[str]) -> None:
    path = written(tmp_path, first_game() + CLAIMS, **FACTS)
    verdict = Verdict(
        "told", "always", 3, Grade.UNKNOWN, "random plays", detail="words of the prover that nobody reads out",
        over=("every reading of late", "every deck"), rests=(GIVEN, "3 facts", "17 facts"), leads=("hand", "gone"))
    speaker = speaker_of(Desk(load(path), path, language))
    assert [plain(one) for one in findings(speaker, verdict)] == said


def test_the_course_of_play_is_told_as_it_is_played_by_default(tmp_path: Path) -> None:
    """What happens only if something is read the other way is no part of it; nor is the condition that it is not."""
    tricks = "  repeat\n    do play-trick\n"
    text = (first_game() + CLAIMS).replace(
        tricks, "  if late is plays and deck is empty: do tidy\n  if late is waits: do idle\n" + tricks)
    draw = "  draw 1 from deck to hand of leader\n"
    found = read(written(tmp_path, f"{text}\nphase tidy\n{draw}\nphase idle\n{draw}"))
    (deal,) = found.course
    assert [(stage.rule, plain(stage.manner)) for stage in deal.stages] == [
        ("tidy", "if the deck is empty"), ("play-trick", "again and again, until every player's hand is empty")]
