"""The description of a page's module: what is in it, how large it is, other settings, clauses at work; differences."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from qedeck.engine.describe import FORMAT, VERSION, PageModule, describe
from qedeck.engine.driver import Driver
from qedeck.engine.games import Engine
from qedeck.engine.lines import lines
from qedeck.engine.moves import MoveDriver
from qedeck.engine.program import Program
from qedeck.engine.reading import Saved, Sitting
from qedeck.interpreter.play import Play, rules_of, start
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.texts import LANGUAGES
from tests.engine.pages import different_game, different_position

pytest.importorskip("wasmtime")

LARGEST_MODULE, LARGEST_DESCRIPTION = 40_000, 60_000
"""Bytes, of wolf_and_hound, before compression."""


@cache
def loaded(name: str) -> Game:
    return load(name)


@cache
def page(name: str, players: int) -> PageModule:
    return describe(loaded(name), players)


def written(page: PageModule) -> bytes:
    return json.dumps(page.description, ensure_ascii=False, separators=(",", ":")).encode()


# ---- what is in it -----------------------------------------------------------------------------------------------


def test_a_description_is_plain_data_and_says_what_it_is() -> None:
    made = page("werewolves_and_robbers", 4)
    assert json.loads(written(made)) == made.description
    assert json.loads(json.dumps(made.words)) == made.words
    assert (made.description["format"], made.description["version"]) == (FORMAT, VERSION)
    assert made.wasm.startswith(b"\0asm")
    parts = ("rules", "readings", "cards")
    assert made.description["files"] == [f"werewolves_and_robbers/{part}.qed" for part in parts]


def test_the_same_game_gives_the_same_module() -> None:
    game = load("stool_pigeon")
    one, two = describe(game, 3), describe(game, 3)
    assert (one.wasm, written(one), one.words) == (two.wasm, written(two), two.words)


def test_a_module_for_a_page_is_small() -> None:
    for players in loaded("wolf_and_hound").players:
        made = page("wolf_and_hound", players)
        assert len(made.wasm) <= LARGEST_MODULE
        assert len(written(made)) <= LARGEST_DESCRIPTION


def test_what_steers_the_course_of_play_is_not_described() -> None:
    core = loaded("werewolf_village").core(8)
    told = {var["name"] for var in page("werewolf_village", 8).description["vars"]}
    assert told == {name for name, var in core.vars.items() if var.role != "control"}


def test_whoever_does_not_listen_gets_the_same_engine_as_ever() -> None:
    program = Program(loaded("werewolves_and_robbers").core(4))
    for driver in (Driver(program), MoveDriver(program)):
        assert "$tell" not in driver.text()
    assert program.listener is None and program.marks is None


# ---- other settings ---------------------------------------------------------------------------------------------


SETTINGS: list[tuple[str, int, dict[str, object]]] = [
    ("wolf_and_hound", 4, {"animal-set": "gamer-c", "starting-faces": "alternating"}),
    ("wolf_and_hound", 3, {"animal-set": "blankets", "turn-end-order": "turn-player-picks", "dummy-deck": "open"}),
    ("wolf_and_hound", 2, {"animal-set": "intermediate-e", "pair-parting": "area-owner-picks"}),
    ("stool_pigeon", 3, {"empty-deck": "no-draw"}),
]


@pytest.mark.parametrize(("name", "players", "settings"), SETTINGS)
def test_other_parameters_and_readings_are_another_module(
    name: str, players: int, settings: dict[str, object]
) -> None:
    game = loaded(name)
    made = describe(game, players, settings)
    assert made.description["settings"] == settings
    assert made.wasm != page(name, players).wasm
    for seed in range(3):
        play = Settled(game, players, seed, settings)
        assert different_game(play, Sitting(made), seed, 60) == ""


class Settled(Play):
    """A play that begins with its settings."""

    def __init__(self, game: Game, players: int, seed: int, wanted: dict[str, object]) -> None:
        super().__init__(rules_of(game, players), seed)
        first = start(game, players, seed, wanted).cells
        self.fixed = {name: first[name] for name, var in self.core.vars.items() if var.rigid}

    def begin(self, fixed: Any = None) -> Any:
        return super().begin(self.fixed)


# ---- clauses at work, positions laid out --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("wolf_and_hound", 3), ("werewolves_and_robbers", 4)])
def test_clauses_at_work_are_those_that_the_engine_counts(name: str, players: int) -> None:
    sitting = Sitting(page(name, players))
    engine = Engine(loaded(name).core(players))
    for seed in range(4):
        sitting.begin(seed)
        found = set(sitting.at_work())
        while sitting.choices:
            sitting.step(sitting.random_choice())
            found |= set(sitting.at_work())
        result = sitting.result
        assert result is not None
        found |= {result["ending"]} - {None}
        tally = engine.playouts(None, seed, 1, watch=True)
        assert found == {clause for clause, many in tally.clauses.items() if many}


def test_a_trick_laid_out_is_won_as_the_interpreter_says() -> None:
    """The explorer: cards are laid into a row, and the definition is asked who wins."""
    game = loaded("werewolves_and_robbers")
    rules, sitting, random = rules_of(game, 4), Sitting(page("werewolves_and_robbers", 4)), Random(3)
    cells, _ = rules.meaning.initial()
    sitting.begin(0)
    for name in sitting.vars:
        if "values" not in sitting.vars[name]:
            sitting.put(name, list(map(int, cells[name])))
    judge = sitting.zones["trick"]["judge"]
    faces, places = len(sitting.description["domains"]["card"]), len(cells["trick.card"])
    for _ in range(300):
        many = random.randint(1, 4)
        cards = [random.randrange(faces) for _ in range(many)] + [-1] * (places - many)
        by = [k % 4 for k in range(many)] + [-1] * (places - many)
        rows = {"trick.card": cards, "trick.by": by, "trick.size": [many]}
        for name, row in rows.items():
            sitting.put(name, row)
        laid = Cells({**cells, **{name: tuple(row) for name, row in rows.items()}})
        worth, faults = rules.meaning.value(c.Call(judge, ()), laid)
        assert sitting.ask(judge) == (None if faults else worth)


@pytest.mark.parametrize("name", ["wolf_and_hound", "werewolf_village"])
def test_any_position_can_be_laid_out_and_played_on(name: str) -> None:
    game = loaded(name)
    players = game.players.start
    made = page(name, players)
    play, sitting = Play(rules_of(game, players), 8), Sitting(made)
    play.begin()
    for _ in range(12):
        assert play.node is not None
        sitting.load(Saved(made.position(play.cells, play.node), ()))
        assert different_position(play, sitting, True) == ""
        play.apply(play.random_action())


# ---- games that end badly -----------------------------------------------------------------------------------------


ROUND = """\
game merry-go-round
  players 2
  starts with evening
cards
  ace
zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
remember
  count: 0 to 3
phase evening
  player 1 chooses one
    turn
      repeat
        count becomes 1
      until no
    ask-too-much
      deal 2 + count from deck to hand of player 2
    end
      judge done
ending done
  when count is 0
  drawn
"""


def test_games_that_go_round_break_off_or_end_are_told() -> None:
    game = load_text(ROUND)
    assert game.sound, [d.title for d in game.diagnostics]
    sitting = Sitting(describe(game, 2))
    last = []
    for option in range(3):
        sitting.begin(1)
        sitting.step(sitting.choices[option])
        assert sitting.result is not None
        told = [lines(sitting, language, sitting.noticed(1))[-1] for language in LANGUAGES]
        last.append((sitting.result["kind"], told))
    assert last == [
        ("endless", ["The game goes on for ever, and nobody decides.", "誰も選ばないまま、いつまでも終わらない。"]),
        ("undefined", ["Undefined: the rules say nothing here in evening: not enough cards to deal (Q505).",
                       "ルールに定めがない：「evening」で、配るカードが足りません（Q505）。"]),
        ("drawn", ["The game ends in a draw: done.", "ゲーム終了：引き分け（done）。"]),
    ]


# ---- planted differences -----------------------------------------------------------------------------------------


Plant = Callable[[dict[str, Any], dict[str, Any]], object]
"""Changes a description and its words."""


def planted(change: Plant) -> str:
    """Where a description or its words that somebody changed part from the interpreter."""
    made = page("wolf_and_hound", 4)
    description, words = deepcopy(made.description), deepcopy(made.words)
    change(description, words)
    sitting = Sitting(replace(made, description=description, words=words))
    play = Play(rules_of(loaded("wolf_and_hound"), 4), 0)
    return different_game(play, sitting, 0, 40)


def named(things: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(thing for thing in things if thing["name"] == name)


def elsewhere(description: dict[str, Any], words: dict[str, Any]) -> None:
    named(description["vars"], "pen")["at"][0] += 1


def lower(description: dict[str, Any], words: dict[str, Any]) -> None:
    named(description["nodes"], "play-phase")["options"][0]["picks"][0]["low"] += 1


def from_the_box(description: dict[str, Any], words: dict[str, Any]) -> None:
    for telling in description["tellings"]:
        telling["from"] = telling["from"] and "box"


def moderated(description: dict[str, Any], words: dict[str, Any]) -> None:
    for node in description["nodes"]:
        node["who"] = "moderator"


PLANTS: dict[str, Plant] = {
    "everybody sees hands": lambda d, w: named(d["zones"], "hand").update(sight="all"),
    "a cell lies elsewhere": elsewhere,
    "a pick begins elsewhere": lower,
    "cards come from the box": from_the_box,
    "the moderator chooses": moderated,
    "a sentence is another": lambda d, w: w["ja"]["said"].update(won="終わり"),
    "a name is another": lambda d, w: w["en"]["names"].update({"black 3": "Black Three"}),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_difference_is_noticed(plant: str) -> None:
    assert planted(PLANTS[plant]) != ""


def test_other_rules_are_noticed() -> None:
    """Sharp Knives with the module of the game that it varies."""
    made = page("werewolves_and_robbers", 4)
    found = [
        different_game(Play(rules_of(loaded("sharp_knives"), 4), seed), Sitting(made), seed, 200) for seed in range(6)
    ]
    assert any(found)


def test_nothing_planted_nothing_found() -> None:
    assert planted(lambda d, w: None) == ""
