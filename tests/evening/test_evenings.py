"""Evenings replayed: nothing is kept but the sheet, nothing is lost or told to others, all can be taken back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from qedeck.evening.evening import Evening, begin, reopen
from qedeck.evening.leaves import Leaf
from qedeck.evening.people import people, shown
from qedeck.evening.sheet import Sheet, SheetError, new_sheet, read_sheet, written
from qedeck.evening.story import story, taken_back
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.events import Happened
from qedeck.interpreter.play import start
from qedeck.spec import core as c
from qedeck.spec.game import load_text
from tests.evening.nights import GAMES, PEOPLE, choose, evening, game_of, whole

TABLES = [("hamlet", 4), ("hamlet", 7), ("omens", 2), ("omens", 4)]


def leaves(now: Evening, language: str = "en") -> list[Leaf]:
    return [leaf for step in range(len(now.ends)) for leaf in now.leaves(step, language)]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_sheet_is_the_whole_evening(name: str, players: int, by_hand: bool) -> None:
    """Killed after any entry and opened again from its file: the same evening, and on from there to the same end."""
    for seed in range(3):
        nights = whole(name, players, seed, by_hand)
        for now in nights:
            again = reopen(game_of(name), read_sheet(written(now.sheet)))
            assert again.play.events == now.play.events and again.ends == now.ends and not again.trouble
            assert again.sheet == now.sheet
        assert nights[-1].play.over


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_back_to_any_entry(name: str, players: int) -> None:
    last = whole(name, players, 5, by_hand=True)[-1]
    for step in last.mine():
        before = last.before(step)
        assert len(before.sheet.entries) == step - 1 and last.play.events[: last.ends[step - 1]] == before.play.events
        taken = taken_back(last, step, "en")
        assert [one.step for one in taken] == list(range(len(last.sheet.entries), step - 1, -1))
    assert last.before(1).play.cells == evening(name, players, 5, by_hand=True).play.cells


def test_chance_that_is_taken_back_falls_the_same_again() -> None:
    """Without cards at the table the seed decides, and whoever goes back meets the same cards."""
    now = evening("hamlet", 6)
    assert now.mine() == [] and len(now.sheet.entries) == 1, "the deal is nobody's entry"
    later = choose(now, "Ben" if now.play.asked and now.play.asked.player != 2 else "Anna")
    assert later.before(later.mine()[-1]).play.events == now.play.events
    play = start(game_of("hamlet"), 6, now.sheet.seed)
    assert [one for one in play.events if isinstance(one, Happened)] == [
        one for one in now.play.events if isinstance(one, Happened)], "the game of qedeck run with this seed"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_that_is_announced_is_read_once_and_in_order(name: str, players: int) -> None:
    last = whole(name, players, 2)[-1]
    said = [one.telling.kind.removeprefix(c.ANNOUNCED) for one in last.play.events
            if isinstance(one, Happened) and one.telling.kind.startswith(c.ANNOUNCED)]
    assert said and [leaf.name for leaf in leaves(last) if leaf.aloud] == said


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_who_was_shown_what_is_what_they_noticed(name: str, players: int) -> None:
    """Of everything that is shown, somebody has it on the moderator's list if, and only if, that seat noticed it."""
    for seed in range(3):
        last = whole(name, players, seed)[-1]
        for seat, lines in shown(last, "en"):
            noticed = [one for one in last.play.noticed(seat) if isinstance(one, Happened)
                       and one.telling.kind.startswith("show") and not all(one.telling.seen)]
            assert bool(lines) is bool(noticed)
            for one in noticed:
                for word in one.words or ():
                    told = last.play.rules.words.name("en", word)
                    assert any(told in line for line in lines), (seat, told, lines)


def to_the_second_night(now: Evening) -> Evening:
    """Everybody points at themselves, so that nobody is voted out."""
    while now.play.decision is not None and now.play.decision.name == "day":
        assert now.play.asked is not None and now.play.asked.player is not None
        now = choose(now, PEOPLE[now.play.asked.player - 1])
    return now


@pytest.mark.parametrize("alive", [True, False])
def test_a_call_that_nobody_answers(alive: bool) -> None:
    """The dead seer is called all the same, for the ears of the others; under the other reading she is not."""
    for dead_seer in ("still-called", "not-called"):
        now = evening("hamlet", 5, 1, **{"dead-seer": dead_seer})
        named = {one.cards: one.name for one in people(now, "en")}
        now = choose(now, named["villager"], named["villager" if alive else "seer"], "nobody stirred")
        found = to_the_second_night(now).open_leaves("en")
        called = {leaf.name: leaf.pretended for leaf in found if leaf.aloud}
        assert called.get("seer-wakes") == (not alive if alive or dead_seer == "still-called" else None)
        assert not any(called[name] for name in called if name != "seer-wakes")


def test_who_is_awake_stands_on_the_leaf() -> None:
    """Where only those hear a call who are awake: their seats; and nobody's, if whoever reads the omens is gone."""
    last = whole("omens", 2, 1)[-1]
    looks = [leaf for leaf in leaves(last) if leaf.name == "look"]
    assert {leaf.awake for leaf in looks} >= {(1,), (2,)}
    for leaf in looks:
        assert leaf.pretended is (leaf.awake == ())
    assert all(leaf.awake is None for leaf in leaves(last) if leaf.name == "turn-over")


def test_a_vote_is_for_everybody_and_a_look_for_one() -> None:
    now = evening("hamlet", 5, 1)
    seer = next(one for one in people(now, "en") if one.cards == "seer")
    other = next(one for one in people(now, "en") if one.cards == "villager")
    now = choose(now, other.name)
    (first, *_) = now.open_leaves("en")
    assert [(cue.kind, cue.seats, cue.text) for cue in first.cues] == [
        ("some", (seer.seat,), f"{other.name}, villager.")]
    (first, *_) = now.open_leaves("ja")
    assert [cue.text for cue in first.cues] == [f"{other.name}、村人。"]


def test_people_and_what_is_so_of_them() -> None:
    now = evening("hamlet", 5, 1)
    victim = next(one.name for one in people(now, "en") if one.cards == "villager")
    now = choose(now, victim, victim)
    told = {one.name: one for one in people(now, "en")}
    assert told[victim].marks == ("bitten", "looked at") and told[victim].living
    now = choose(now, "nobody stirred")
    assert not {one.name: one for one in people(now, "en")}[victim].living
    assert [one.seat for one in people(now, "en")] == [1, 2, 3, 4, 5]


def test_what_was_shown_stays_known() -> None:
    """To take it back takes back the entry, not what people have seen: that is said, as far as it was turned to."""
    now = evening("hamlet", 5, 1)
    seer = next(one for one in people(now, "en") if one.cards == "seer")
    wolf = next(one for one in people(now, "en") if one.cards == "wolf")
    now = choose(now, wolf.name)
    (taken,) = taken_back(now, now.mine()[-1], "en")
    assert taken.entered == f"{seer.name} looks at {wolf.name}."
    assert taken.learned == (f"{seer.name}: {wolf.name}, wolf.",)
    (taken,) = taken_back(now.turn(len(now.open_leaves("en")) - 1), now.mine()[-1], "en")
    assert taken.learned == (f"{seer.name}: {wolf.name}, wolf.", f"{wolf.name}: {wolf.name}.")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_story(language: str, golden: object) -> None:
    last = whole("hamlet", 6, 3)[-1]
    assert callable(golden)
    golden(f"story.{language}.txt", "\n".join(story(last, language)) + "\n")


def test_an_evening_begun_by_other_rules() -> None:
    """It goes as far as its entries can still be made; then it says which one cannot."""
    text = (GAMES / "hamlet.qed").read_text("utf-8")
    last = whole("hamlet", 5, 4)[-1]
    other = load_text(text.replace("where living of t and t is not p\n      looked", "where t is p\n      looked"))
    assert other.sound
    now = reopen(other, last.sheet)
    assert now.trouble.startswith("entry 2: ") and len(now.sheet.entries) == 1
    assert not reopen(load_text(text), last.sheet).trouble


def test_only_legal_entries() -> None:
    now = evening("hamlet", 5, 1)
    action = now.play.legal()[0]
    later = now.chosen(action)
    with pytest.raises(Refused):
        later.chosen(action)
    assert len(later.sheet.entries) == len(now.sheet.entries) + 1, "nothing was entered"


@pytest.mark.parametrize(("names", "why"), [
    (PEOPLE[:3], "4 to 8 players"), (PEOPLE[:9], "4 to 8 players"), (("Anna", "Anna", "Ben", "Dan"), "two people"),
    (("Anna", " ", "Ben", "Dan"), "a name has"), (("Anna", "B" * 41, "Ben", "Dan"), "a name has"),
])
def test_who_cannot_sit_down(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(SheetError, match=why):
        new_sheet(game_of("hamlet"), names, 1, {}, False)


def test_settings_that_cannot_be() -> None:
    sheet = new_sheet(game_of("hamlet"), PEOPLE[:5], 1, {"copies-of": {"wolf": 3}}, False)
    with pytest.raises(SheetError, match="break what the rulebook says"):
        begin(game_of("hamlet"), sheet)
    with pytest.raises(SheetError, match="not of omens"):
        begin(game_of("omens"), sheet)


SHEET = written(Sheet("hamlet", PEOPLE[:4], 1))


@pytest.mark.parametrize(("before", "after", "why"), [
    ("{", "", "JSON"), ('"qedeck-evening"', '"other"', "format"), ('"version": 1', '"version": 2', "version 2"),
    ('"seed": 1', '"seed": true', "seed"), ('"seed": 1', '"seed": -1', "seed"), ('["Anna"', '[["Anna"]', "names"),
    ('"entries": [', '"entries": [3', "entry 1"), ('"entries": [', '"entries": [{"phase": "x", "by": "y"}', "entry 1"),
    ('"draft": []', '"draft": [3]', "draft"), ("[", "[" * 30, "nested"),
])
def test_a_file_that_is_no_sheet(before: str, after: str, why: str) -> None:
    assert read_sheet(SHEET) == Sheet("hamlet", PEOPLE[:4], 1)
    with pytest.raises(SheetError, match=why):
        read_sheet(SHEET.replace(before, after, 1))


def test_entries_that_no_play_has_made() -> None:
    """Whatever stands in a file: it is an evening as far as it can be played, never a crash."""
    last, dice = whole("omens", 3, 2, by_hand=True)[-1], Random(3)
    for _ in range(60):
        entries = [dict(one) for one in last.sheet.entries]
        at = dice.randrange(len(entries))
        key = dice.choice(list(entries[at]))
        entries[at][key] = dice.choice(["", "x", {}, {"n": "x"}, [], [{}], [{"omen 1": 3}], ["bone 9"], True, 7])
        try:
            read = read_sheet(written(replace(last.sheet, entries=tuple(entries))))
        except SheetError:
            continue
        now = reopen(game_of("omens"), read)
        assert now.trouble == "" or len(now.sheet.entries) >= at
