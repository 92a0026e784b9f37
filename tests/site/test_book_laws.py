"""Laws of a Book, of every shipped game in both languages: nothing is lost, nothing is said twice, no link is dead."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from qedeck.interpreter.play import rules_of
from qedeck.site.book.as_json import NoBook, book_from, to_data
from qedeck.site.book.prose import anchor_of, plain
from qedeck.site.book.record import Book, Language
from qedeck.site.book.words.claims import SAID
from qedeck.spec.checker.citing import clauses_of
from qedeck.spec.texts import only_for_proofs

from ..all_games import LIKE_OTHERS, slow_if_like_others
from .books import LANGUAGES, SHIPPED, anchors, book, game, parts, pointed, prose

BOTH = pytest.mark.parametrize("language", LANGUAGES)
EVERY = pytest.mark.parametrize("name", [slow_if_like_others(name) for name in SHIPPED])


@EVERY
@BOTH
def test_every_clause_that_is_a_rule_stands_in_the_book_once(name: str, language: Language) -> None:
    found, clauses = book(name, language), clauses_of(game(name).clauses)
    ruling = {key: clause for key, clause in clauses.items() if clause.kind not in ("example", "property")}
    tools = {key for key, clause in ruling.items() if only_for_proofs(clause)}
    assert sorted(rule.clause for rule in found.rules) == sorted(ruling.keys() - tools)
    assert {rule.clause for rule in found.tools} == tools
    assert [rule.clause for rule in found.rules if rule.kind != clauses[rule.clause].kind] == []
    assert sorted(example.clause for example in (*found.examples, *found.unlike)) == sorted(
        key for key, clause in clauses.items() if clause.kind == "example")


@EVERY
@BOTH
def test_anchors_are_unique_and_made_from_names(name: str, language: Language) -> None:
    found = book(name, language)
    every = [anchor for of_kind in anchors(found).values() for anchor in of_kind]
    assert len(every) == len(set(every))
    assert all(re.fullmatch(r"\S+", anchor) for anchor in every)
    assert [rule.anchor for rule in found.rules] == [anchor_of(rule.clause) for rule in found.rules]
    assert anchors(found) == anchors(book(name, "en"))


@EVERY
@BOTH
def test_every_reference_leads_somewhere(name: str, language: Language) -> None:
    found = book(name, language)
    known = {kind: set(of_kind) for kind, of_kind in anchors(found).items()}
    dead = [(kind, anchor, where) for kind, anchor, where in pointed(found) if anchor not in known[kind]]
    assert not dead


@EVERY
def test_every_cited_statement_appears(name: str) -> None:
    found = {statement.id: statement for statement in book(name, "en").statements}
    cited = game(name).cited()
    assert set(found) == set(cited)
    clauses = clauses_of(game(name).clauses)
    for id_, names in cited.items():
        rules = {anchor_of(key) for key in names if clauses[key].kind not in ("example", "property")}
        assert set(found[id_].encoded_by) == rules


@EVERY
def test_code_is_the_text_of_the_file(name: str) -> None:
    """Whatever a variant puts in place of something else is a line of some file of the game too."""
    lines = {line.strip() for source in game(name).sources.values() for line in source.text.splitlines()}
    for rule in book(name, "en").rules:
        text = "".join(token.text for token in rule.code.tokens)
        assert [line for line in text.splitlines() if line.strip() and line.strip() not in lines] == []
        assert text.strip() and not text.startswith(" ")


@EVERY
@BOTH
def test_a_text_is_said_as_it_is_written(name: str, language: Language) -> None:
    found, texts = book(name, language), game(name).texts
    for rule in found.rules:
        text = texts.clause(language, rule.clause)
        if not rule.computed:
            assert text is not None
            assert "\n".join(plain(paragraph) for paragraph in rule.prose) == text
    assert all(found.rule(anchor) and found.rule(anchor).computed for anchor in found.missing)  # type: ignore[union-attr]


@EVERY
@BOTH
def test_everything_is_said(name: str, language: Language) -> None:
    found = book(name, language)
    assert all(plain(paragraph).strip() for paragraph in prose(found))
    assert all(rule.heading and rule.prose for rule in found.rules)
    assert all(stage.heading for stage in found.course) and found.title and found.about
    leaking = [part for part in parts(found) if isinstance(part, str) and re.search("[\x00-\x08\x0b-\x1f]", part)]
    assert not leaking


@EVERY
@BOTH
def test_the_order_and_nesting_fit(name: str, language: Language) -> None:
    for chapter in book(name, language).chapters:
        above: list[str] = []
        for rule in chapter.rules:
            above = above[: rule.depth]
            assert rule.depth == 0 or len(above) == rule.depth
            assert rule.within is None or rule.within in {one.anchor for one in chapter.rules}
            assert rule.number.count(".") == rule.depth + 1 and rule.number.startswith(f"{chapter.number}.")
            above.append(rule.anchor)


@EVERY
def test_the_box_holds_what_is_played_with(name: str) -> None:
    found = book(name, "en")
    for count in found.players:
        rules = rules_of(game(name), count)
        cells, _ = rules.meaning.initial()
        for cards in found.box.sets:
            copies = rules.core.copies[cards.word]
            assert cards.in_play[count] == sum(rules.meaning.value(term, cells)[0] for term in copies)
            assert [card.word for card in cards.cards] == list(rules.core.domains[cards.word].members)
            assert all(card.in_play[count] <= card.copies.number for card in cards.cards)


@EVERY
@BOTH
def test_the_set_up_has_a_column_for_each_player_count(name: str, language: Language) -> None:
    table = book(name, language).setup
    assert table.players == tuple(game(name).players)
    assert all(len(row.values) == len(table.players) for row in table.rows)
    assert all(row.differs == (len(set(row.values)) > 1) for row in table.rows)
    assert len({row.key for row in table.rows}) == len(table.rows)


@EVERY
@BOTH
def test_examples_come_out_and_can_be_drawn(name: str, language: Language) -> None:
    for example in book(name, language).examples:
        assert example.passed and example.frames and example.lines
        assert all(0 <= line.frame < len(example.frames) for line in example.lines)
        assert [line.frame for line in example.lines] == sorted(line.frame for line in example.lines)
        zones = game(name).core(example.players).zones
        for frame in example.frames:
            assert {key.partition(" of ")[0] for key in frame.view["zones"]} == set(zones)
            assert set(frame.touched) <= set(frame.view["zones"]) | set(frame.view["remembered"])
    assert not any(example.passed for example in book(name, language).unlike)


@EVERY
@BOTH
def test_what_is_stale_is_never_shown_as_proved(name: str, language: Language) -> None:
    for promise in book(name, language).promises:
        answers = [answer for claim in promise.claims for answer in claim.answers]
        assert {answer.players for answer in answers} == set(promise.players)
        assert all(answer.grade in ("stale", "not asked") for answer in answers if not answer.fresh)
        assert all(claim.words for claim in promise.claims), f"no words for {promise.name}"
        weak = {answer.grade for answer in answers if answer.grade in ("stale", "not asked", "open", "refuted")}
        assert not weak or promise.grade in weak


@EVERY
def test_odds_are_those_of_the_rules_as_they_are(name: str) -> None:
    found = book(name, "ja")
    if found.for_proofs:
        return
    assert found.odds is not None and {table.players for table in found.odds.tables} == set(found.players)
    for table in found.odds.tables:
        assert table.fresh, f"make odds: {name} has changed"
        assert sum(ending.share.number for ending in table.endings) == table.games
        assert all(seat.wins.low <= seat.wins.share <= seat.wins.high for seat in table.seats)
        assert sum(number for _, _, number in table.length.classes) <= table.games


@EVERY
@BOTH
def test_a_book_is_read_again_from_json(name: str, language: Language) -> None:
    found = book(name, language)
    again = book_from(json.loads(json.dumps(to_data(found), ensure_ascii=False)))
    assert isinstance(again, Book) and again == found


def test_what_is_no_book_is_refused() -> None:
    data = to_data(book("stool_pigeon", "en"))
    for spoilt in (None, [], data | {"schema": 99}, data | {"players": "many"}, data | {"language": "de"},
                   {key: value for key, value in data.items() if key != "box"}):
        with pytest.raises(NoBook):
            book_from(json.loads(json.dumps(spoilt)))


def test_variants_are_found_and_told_rule_by_rule() -> None:
    base = book("werewolves_and_robbers", "en")
    assert [link.name for link in base.variants] == ["sharp_knives"]
    variant = book("sharp_knives", "en")
    assert variant.base == "werewolves_and_robbers" and variant.title == base.variants[0].title
    (change,) = variant.changes
    assert change.kind == "row" and change.before is not None and change.after is not None
    before, after = ("".join(token.text for token in rule.code.tokens) for rule in (change.before, change.after))
    assert "knife: trump, 0" in before and "knife: trump, 1" in after and "knife: trump, 0" not in after
    assert [rule.anchor for rule in variant.rules if rule.changed] == ["strength"]
    assert "WR-EX-003" in {example.clause for example in variant.unlike}


@pytest.mark.parametrize(("card", "rule"), [
    ("grandfather-wolf", "late-walks"), ("flustered-hound", "fluster"), ("blanket-wolf", "look-for-blankets"),
    ("sheep 2", "sheep-act"), ("metamorphic 3", "walk"),
])
def test_a_card_leads_to_the_rules_that_say_what_it_does(card: str, rule: str) -> None:
    """They ask for its special effect, and never name the card."""
    found = book("wolf_and_hound", "ja")
    face = next(one for cards in found.box.sets for one in cards.cards if one.word == card)
    assert face.rules[0] == rule
    # What many cards have tells nothing of one of them.
    common = next(one for cards in found.box.sets for one in cards.cards if one.word == "wolf 5")
    assert rule not in common.rules


def test_a_variant_for_proofs_is_no_game_for_a_table() -> None:
    assert book("wolf_and_hound_two_flocks", "en").for_proofs
    assert "wolf_and_hound_two_flocks" not in {link.name for link in book("wolf_and_hound", "en").variants}


def test_drafts_are_marked() -> None:
    shipped = set(SHIPPED) - set(LIKE_OTHERS)
    assert not any(book(name, "en").draft for name in shipped)


def test_chapters_come_in_the_order_of_a_rulebook() -> None:
    keys = [chapter.key for chapter in book("werewolves_and_robbers", "ja").chapters]
    assert keys == ["about", "box", "setup", "course", "cards", "end", "scoring", "examples", "options"]
    homes = {rule.clause: chapter.key for chapter in book("werewolves_and_robbers", "ja").chapters
             for rule in chapter.rules}
    assert {homes[name] for name in ("deal-out", "hand-size", "with 3 players", "deck", "role")} == {"setup"}
    assert {homes[name] for name in ("match", "play-trick", "lay-cards", "take-trick")} == {"course"}
    assert {homes[name] for name in ("led", "trump", "strength", "beats", "winning-place")} == {"cards"}
    assert {homes[name] for name in ("score-deal", "own-points", "robber-total")} == {"scoring"}


def test_every_kind_of_claim_has_words() -> None:
    grammar = resources.files("qedeck.spec").joinpath("grammar.lark").read_text("utf-8")
    kinds = set(re.findall(r"-> prop_(\w+)", grammar)) - {"clauses", "hidden_from", "shown_to", "each"}
    assert kinds | {"each_choice", "each_phase"} <= set(SAID)


def test_what_is_left_out_and_dealt_is_worked_out() -> None:
    rows = {row.key: row.values for row in book("werewolves_and_robbers", "ja").setup.rows}
    assert rows["left out card"] == ("宝箱13–15、どろぼう13–15、人狼1枚、占い師", "–", "–")
    assert rows["zone hand"] == ("9枚ずつ", "9枚ずつ", "7枚ずつ") and rows["zone aside"] == ("1枚", "–", "1枚")
    pens = {row.key: row.values for row in book("wolf_and_hound", "en").setup.rows}["value pen"]
    assert pens == ("Player 1: 2; the others: 3", "Player 1: 2; Player 2: 4; Player 3, Player 4: 3", "3 each")
    counted = {row.key: row.values for row in book("wolf_and_hound", "ja").setup.rows}
    assert counted["value pen"][0] == "プレイヤー1：2匹、ほかの人：3匹" and counted["value pen"][2] == "3匹ずつ"
    assert "define base-sheep" not in counted, "what is then laid out need not be read twice"
    # Where some have nothing, those who have something are named.
    assert counted["zone hand"][1] == "プレイヤー1・2・3：4枚"


def test_what_only_an_unusual_reading_needs_stands_under_its_point() -> None:
    for name, apart in (("wolf_and_hound", {"first-hounds": "hound-with-arrow", "latest": "no-card-before"}),
                        ("werewolves_and_robbers", {"unspoilt-seer": "seer-before-werewolf"})):
        found = book(name, "en")
        rules = {rule.clause: (chapter.key, rule.within) for chapter in found.chapters for rule in chapter.rules}
        assert {rule: rules[rule] for rule in apart} == {rule: ("options", point) for rule, point in apart.items()}
    assert rules["strength"][0] == "cards" and rules["play-trick"][0] == "course"


def test_numbers_of_rules_are_no_deeper_than_they_must_be() -> None:
    course = next(one for one in book("wolf_and_hound", "en").chapters if one.key == "course")
    numbers = {rule.clause: rule.number for rule in course.rules}
    first = [numbers[name] for name in ("whole-game", "turn", "effect-phase", "end-check")]
    assert first == ["4.1", "4.2", "4.3", "4.4"]
    assert max(number.count(".") for number in numbers.values()) == 2
    course = next(one for one in book("werewolves_and_robbers", "en").chapters if one.key == "course")
    assert {rule.clause: rule.number for rule in course.rules}["play-deal"] == "4.2"


def test_the_best_example_of_a_rule_is_one_that_little_else_is_about() -> None:
    best = {rule.clause: rule.examples[:1] for rule in book("wolf_and_hound", "en").rules}
    assert best["late-walks"] == ("WH-EX-8-9",) and best["turns-over"] == ("past-player-1",)
    # Words that stand in every example are shown by none of them.
    assert best["kind is one of"] == () and best["habit is one of"] == ()
