"""A variant beside its base: what changes, the play in which they part, what is known of its promises."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from qedeck.site.book.answers import Promise
from qedeck.site.book.record import Book, Language
from qedeck.site.pages.place import Library, Place
from qedeck.site.pages.variants import variants_page
from qedeck.site.pictures import drawn_of

from .books import book, game

KNIVES, ROBBERS, MARKS, WOLF = ("sharp_knives", "werewolves_and_robbers", "wolf_and_hound_meat_and_bone",
                                "wolf_and_hound")


def page(variant: Book, base: Book) -> str:
    games = {base.name: base, variant.name: variant}
    return variants_page(Place(variant, Library(variant.language, games), "variants"))


def carried(of: Book) -> list[Promise]:
    return [one for one in of.promises if any(found.carried for claim in one.claims for found in claim.answers)]


def test_the_play_in_which_they_part_is_shown_at_two_tables() -> None:
    variant = book(KNIVES, "en")
    promise = next(one for one in variant.promises if one.name == "knives-change-nothing")
    assert [claim.beside for claim in promise.claims] == [ROBBERS]
    drawn = drawn_of(game(KNIVES), variant, variant.players)
    for count in variant.players:
        base, other = json.loads(drawn.replays[f"{promise.anchor} 0 {count}"])["tables"]
        assert (base["game"], other["game"]) == (ROBBERS, KNIVES)
        frames = [*zip(base["frames"], other["frames"], strict=True)]
        # Alike up to the last choice, and then no more: who takes the trick is somebody else.
        assert all(one == two for one, two in frames[:-1])
        assert frames[-1][0]["lines"] != frames[-1][1]["lines"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_its_page_tells_what_became_of_the_promises(language: Language) -> None:
    told = page(book(KNIVES, language), book(ROBBERS, language))
    for anchor in ("parts", "endings-and-promises", "comes-out-otherwise"):
        assert f"{{#{anchor}}}" in told
    known = sum(one.grade in ("proved", "shown", "proved by default") for one in carried(book(KNIVES, language)))
    assert known and (f"{known} promises" if language == "en" else f"約束のうち{known}件は") in told


def test_what_a_change_may_touch_is_not_carried_over() -> None:
    """What was found of the base counts for a variant only where nothing that it depends on differs."""
    found = carried(book(KNIVES, "en"))
    assert {one.name for one in found} >= {"fair-shares", "full-box"}
    for promise in found:
        for answer in (one for claim in promise.claims for one in claim.answers if one.carried):
            assert answer.fresh and "strength" not in answer.used, promise.name
    # Knives are stronger: of who wins a trick, and of all play, nobody knows before it is asked again.
    asked = {one.name: one.grade for one in book(KNIVES, "en").promises}
    assert asked["one-winner"] == asked["knife-wins"] == asked["whole-deal"] == "not asked"
    assert not carried(book(MARKS, "en")) and not carried(book(ROBBERS, "en"))


def test_a_promise_that_turns_is_lost_or_won() -> None:
    base, variant = book(ROBBERS, "en"), book(KNIVES, "en")
    named = "full-box"
    turned = [replace(one, grade="refuted") if one.name == named else one for one in variant.promises]
    assert "Promises lost" in page(replace(variant, promises=tuple(turned)), base)
    turned = [replace(one, grade="refuted") if one.name == named else one for one in base.promises]
    told = page(variant, replace(base, promises=tuple(turned)))
    assert "Promises won" in told and "Promises lost" not in told
    assert "Promises won" not in page(variant, base)


@pytest.mark.parametrize(("language", "words"), [("en", "This is settled: You play with meat and bones."),
                                                 ("ja", "次のように決めます：肉と骨で遊ぶ。")])
def test_what_is_settled_is_said_in_words_and_once(language: Language, words: str) -> None:
    change = next(one for one in book(MARKS, language).changes if one.kind == "set")
    assert "".join(phrase.words for line in change.words for phrase in line.phrases).lower() == words.lower()
    told = page(book(MARKS, language), book(WOLF, language))
    rule = "".join(phrase.words for phrase in change.after.prose[0].phrases) if change.after else ""
    assert rule and told.count(rule[:20]) == 1
