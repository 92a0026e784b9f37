"""On paper: rulebooks, summaries and cards as PDF, decks as pictures; words stay words, and bytes stay the same."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.commands.main import main
from qedeck.site.book.box import CardSet, Count
from qedeck.site.book.prose import Paragraph, Phrase, Ref
from qedeck.site.book.record import Book, Language
from qedeck.site.pages.paper import print_page
from qedeck.site.pages.place import Library, Place
from qedeck.site.print import press as pressing
from qedeck.site.print.cutting import HIGHEST, WIDEST, decks, grid, sheets, told
from qedeck.site.print.drawn import Art, cards_of
from qedeck.site.print.making import CARD_PIXELS, one_page, printed, prints_of
from qedeck.site.print.manuscript import manuscript
from qedeck.site.print.press import TEMPLATES, Press, pages, streams
from qedeck.site.print.runs import Labels, words
from qedeck.site.print.summary import tellings
from qedeck.spec.game import load

from ..docs.blocks import ROOT
from .books import LANGUAGES, SHIPPED, book, first_game, game, read, written
from .hostile import ATTACK, hostile_book

paper = pytest.mark.paper
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 252 352"><rect width="252" height="352"/></svg>'
SCENE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200"><rect width="360" height="200"/></svg>'
# Each of these stops the press with an error, or takes words away, if anything reads it as source.
TYPST = ('#panic("run") #{panic("run")} ]#panic("run")[ "); panic("run"); (" $#panic()$ \\#panic("run") `#panic()` '
         '#read("/etc/passwd") #import "@preview/x:1.0.0" #include "x" #link("https://evil.example") @nobody <label> '
         '= heading *bold* _quiet_ // gone /* gone */ https://evil.example/bare \\u{202e} ~ --- ')


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """README's first game, which has no text file."""
    return written(tmp_path_factory.mktemp("games"), first_game())


def art_for(one: Book) -> Art:
    """A picture for everything that a Book could ask for, so that nothing of it is left out."""
    faces = {card.word: SVG for cards in one.box.sets for card in cards.cards}
    return Art(faces, faces, {cards.word: SVG for cards in one.box.sets},
               {example.anchor: (SCENE, SCENE) for example in one.examples})


# ---- what needs no typst ------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", [["print"], ["build", "--with-print"]])
def test_without_typst_it_says_what_to_install(
    verb: list[str], small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pressing, "find_spec", lambda name: None)
    assert main(["docs", verb[0], str(small), *verb[1:], "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert "pip install 'qedeck[print]'" in said.err and "Traceback" not in said.err
    assert not (tmp_path / "out").exists()


def test_without_japanese_type_it_says_so(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Fonts:
        def families(self) -> list[str]:
            return ["DejaVu Sans", pressing.LATIN]

    monkeypatch.setattr(pressing, "find_spec", lambda name: name)
    monkeypatch.setattr(Press, "fonts", Fonts())
    assert Press("en").faces["body"] == [pressing.LATIN]
    assert main(["docs", "print", str(small), "--lang", "ja", "--out", str(tmp_path / "out")]) == 2
    assert "fonts-noto-cjk" in capsys.readouterr().err


def test_japanese_type_has_substitutes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fonts:
        def families(self) -> list[str]:
            return ["Hiragino Sans", pressing.LATIN]

    monkeypatch.setattr(pressing, "find_spec", lambda name: name)
    monkeypatch.setattr(Press, "fonts", Fonts())
    assert Press("ja").faces == {"body": [pressing.LATIN, "Hiragino Sans"], "head": ["Hiragino Sans"]}


def test_templates_read_no_words_as_source_and_nothing_from_elsewhere() -> None:
    found = sorted(TEMPLATES.glob("*.typ"))
    assert [path.name for path in found] == ["book.typ", "cards.typ", "deck.typ", "summary.typ", "type.typ"]
    for path in found:
        text = path.read_text("utf-8")
        assert not re.search(r"\beval\b|\bread\(|\binclude\b|\bplugin\(|@preview|://|datetime", text), path
        assert set(re.findall(r'#import "([^"]*)"', text)) <= {"type.typ"}
        assert ("sys.inputs" in text) == (path.name == "type.typ")


def test_words_are_one_line_without_unseen_signs() -> None:
    assert words(" a\n b\u202ec\ud800 ") == "a b\\u202ec\\ud800"


def test_a_rule_in_quotation_marks_has_its_number() -> None:
    labels = Labels()
    labels.give("led", "4.2")
    to = Ref("rule", "led")
    runs = labels.runs((Phrase("See “"), Phrase("The suit led", to), Phrase("” and the "), Phrase("led suit", to)))
    assert [run["t"] for run in runs] == ["See “", "The suit led", "”", "4.2", " and the ", "led suit"]
    assert [run.get("to") for run in runs] == [None, "to-0", None, "to-0", None, "to-0"]
    assert labels.runs((Phrase("gone", Ref("rule", "elsewhere")),)) == [{"t": "gone"}]


def test_lists_stand_inside_what_they_belong_to() -> None:
    told_ = [Paragraph((Phrase(text),), depth, True) for text, depth in
             (("a", 0), ("b", 1), ("c", 2), ("d", 1), ("e", 0))]
    first, second = Labels().paragraphs(told_)
    assert [one["runs"][0]["t"] for one in first["inside"]] == ["b", "d"]
    assert first["inside"][0]["inside"][0]["runs"] == [{"t": "c"}] and second["inside"] == []


def with_copies(one: Book, numbers: list[int]) -> Book:
    """The same Book with a box of as many sets as there are numbers, each of one card so often."""
    card = one.box.sets[0].cards[0]
    sets = tuple(
        CardSet(f"s{k}", f"s{k}", f"set {k}", (replace(card, word=f"c{k}", copies=Count(number)),), Count(number), {})
        for k, number in enumerate(numbers))
    return replace(one, box=replace(one.box, sets=sets))


def test_every_deck_fits_the_grid_of_the_simulator(small: Path) -> None:
    one = read(small)
    for number in range(1, 160):
        made = list(decks(with_copies(one, [number])))
        assert [word for deck in made for word in deck.cards] == ["c0"] * number
        assert len({deck.name for deck in made}) == len(made) == -(-number // 69)
        for deck in made:
            assert 2 <= deck.width <= WIDEST and 2 <= deck.height <= HIGHEST
            # The last place is for the face that nobody may see, and no row is empty.
            assert (deck.height - 1) * deck.width < max(len(deck.cards) + 1, deck.width + 1)
            shown = grid(deck, Art({"c0": SVG}, {}, {"s0": SVG}, {}))["cards"]
            assert len(shown) == deck.width * deck.height and shown[-1] == "hidden"
            assert shown.count("c0") == len(deck.cards)


def test_cards_are_cut_out_as_often_as_the_box_has_them(small: Path) -> None:
    one = with_copies(read(small), [10, 4])
    made = sheets(one, art_for(one), backs=False)["sheets"]
    assert [len(sheet["cards"]) for sheet in made] == [9, 5]
    both = sheets(one, art_for(one), backs=True)["sheets"]
    assert both[0::2] == made
    # Turned over its long edge, each row is the other way round: the last sheet has c0 c1 c1 / c1 c1.
    assert [back and back["picture"] for back in both[3]["cards"]] == [
        "back s1", "back s1", "back s0", None, "back s1", "back s1"]


def test_what_the_simulator_is_told(small: Path) -> None:
    one = read(small)
    [deck] = told(one, list(decks(one)), "x.")["decks"]
    assert (deck["width"], deck["height"], deck["number"]) == (10, 2, 18) and len(deck["cards"]) == 18
    assert deck["face"] == "x.deck-1.png" and deck["back"] == "x.deck-1-back.png"


def test_a_summary_leaves_out_what_only_sends_the_reader_elsewhere(small: Path) -> None:
    one = read(small)
    said = {"en": "Play a card. See “Trumps”. Go on.", "ja": "1枚出します。「切り札」も見てください。続けます。"}
    for language in LANGUAGES:
        rules = tuple(replace(rule, prose=(Paragraph((Phrase(said[language]),)),)) for rule in one.rules)
        chapters = tuple(replace(chapter, rules=tuple(rule for rule in rules if rule.anchor in
                                                      {old.anchor for old in chapter.rules}))
                         for chapter in one.chapters)
        [page, *_] = next(tellings(replace(one, language=language, chapters=chapters), art_for(one)))
        course = next(part for part in page["parts"] if part["items"])
        assert course["items"][0]["text"] == {"en": "Play a card. Go on.", "ja": "1枚出します。続けます。"}[language]


def test_the_page_of_a_game_leads_to_its_prints_or_says_how_to_make_them(small: Path) -> None:
    one = read(small)
    without = print_page(Place(one, Library("en", {one.name: one}), "print"))
    assert "qedeck docs print sun_and_moon.qed" in without and ".pdf" not in without


# ---- what the press makes -----------------------------------------------------------------------------


@paper
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_texts_prints(small: Path, language: Language) -> None:
    one = read(small, language)
    made = prints_of(load(small), one, Press(language))
    assert [printed_.kind for printed_ in made] == ["a4", "a5", "summary", "cards", "face", "back", "decks"]
    sizes = {printed_.kind: box(printed_.data) for printed_ in made if printed_.file.endswith(".pdf")}
    assert sizes == {"a4": (210, 297), "a5": (148, 210), "summary": (210, 297), "cards": (210, 297)}
    counts = {printed_.kind: printed_.pages for printed_ in made}
    assert counts["summary"] == 1 and counts["cards"] == 2 and 4 <= counts["a4"] <= counts["a5"] <= 12
    for printed_ in made:
        if printed_.file.endswith(".pdf"):
            whole = b"".join(streams(printed_.data))
            assert b"StructTreeRoot" in whole and b"pdfuaid:part" in whole
            assert b"/Lang" in whole and (b"ja" if language == "ja" else b"en") in whole
    [deck] = json.loads(made[-1].data)["decks"]
    width, height = struct.unpack(">II", made[4].data[16:24])
    assert made[4].data.startswith(b"\x89PNG") and deck["face"] == made[4].file
    assert abs(width - deck["width"] * CARD_PIXELS) <= 1 and abs(height - deck["height"] * CARD_PIXELS * 88 / 63) <= 1
    assert max(width, height) <= 4096
    linked = print_page(Place(one, Library(language, {one.name: one}, prints={one.name: tuple(made)}), "print"))
    assert all(f'href="../../../print/{printed_.file}"' in linked for printed_ in made)


def box(pdf: bytes) -> tuple[int, int]:
    """How large its first page is, in millimetres."""
    whole = b"".join(streams(pdf))
    found = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", whole)
    assert found
    return round(float(found[1]) * 25.4 / 72), round(float(found[2]) * 25.4 / 72)


@paper
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_game_says_is_set_and_never_run(language: Language) -> None:
    one = hostile_book(language, attack=TYPST + ATTACK)
    press, art = Press(language), art_for(one)
    for printed_ in printed(one, art, press, backs=True):
        if printed_.file.endswith(".pdf"):
            whole = b"".join(streams(printed_.data))
            for way_out in (b"/URI", b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/GoToR", b"/SubmitForm"):
                assert way_out not in whole, way_out
            # The title as it is, in the description of the document.
            assert b"#panic" in whole and b"@preview" in whole


@paper
def test_the_attack_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A template that reads words as source is stopped by it: so the test above can fail."""
    for path in TEMPLATES.glob("*.typ"):
        text = path.read_text("utf-8").replace(
            "#let run(one) = if", '#let run(one) = if eval(one.t, mode: "markup") == none {} else if')
        (tmp_path / path.name).write_text(text, "utf-8")
    monkeypatch.setattr(pressing, "TEMPLATES", tmp_path)
    one = hostile_book("en", attack='#panic("run")')
    with pytest.raises(RuntimeError, match="panicked"):
        Press("en").pdf("book.typ", {**manuscript(one, art_for(one)), "paper": "a4"})


@paper
def test_the_same_game_makes_the_same_bytes(small: Path, tmp_path: Path) -> None:
    """In processes of their own, elsewhere and at another time of day."""
    found = []
    for zone in ("UTC", "Asia/Tokyo"):
        out = tmp_path / zone.replace("/", "-")
        command = [sys.executable, "-m", "qedeck.commands.main", "docs", "print", str(small), "--out", str(out)]
        paths = os.pathsep.join(str(ROOT / part) for part in ("spec", "interpreter", "proofs", "docs"))
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path,
                       env={**os.environ, "TZ": zone, "PYTHONPATH": paths})
        found.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert found[0] == found[1] and len(found[0]) == 14


@paper
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [
    # The variants of a large game take as long as the game.
    pytest.param(name, marks=[pytest.mark.slow] * name.startswith("wolf_and_hound_")) for name in SHIPPED])
def test_the_summary_of_every_game_is_one_page(name: str, language: Language) -> None:
    one, press = book(name, language), Press(language)
    art = cards_of(game(name), one)
    chosen, pdf = one_page(one, art, press)
    assert pages(pdf) == 1
    # In type that can be read, with sentences, the end, and every phase that the course of play begins with.
    assert chosen["size"] >= 7.5
    course = next(part for part in chosen["parts"] if part["title"] == {"en": "Course of play", "ja": "ゲームの流れ"}[
        language])["items"]
    assert {words(stage.heading) for stage in one.course} == {item["heading"] for item in course}
    assert all(item["text"] for item in course) and course[0]["inside"]
    ends = next(words(chapter.title) for chapter in one.chapters if chapter.key == "end")
    assert any(part["title"] == ends and part["items"] for part in chosen["parts"])
    # The whole rulebook is set as well, in both sizes.
    for size in ("a4", "a5"):
        assert pages(press.pdf("book.typ", {**manuscript(one, art), "paper": size})) > len(one.chapters)
