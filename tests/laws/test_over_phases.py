"""A claim over a phase changes nothing: the game with it written into it is the game, but for what nobody sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from qedeck.interpreter.events import brief
from qedeck.interpreter.play import Endless, Play, play_random
from qedeck.interpreter.position import Rules
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker import during
from qedeck.spec.checker.during import stripped
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.over_phases import Over
from qedeck.spec.properties import property_program
from qedeck.spec.texts import Texts
from tests.truth.games import Author
from tests.truth.over import claims, with_phases

GOOD = Path(__file__).parent.parent / "lang/properties/good/each_phase.qed"
GAMES, PLAYS, LONGEST = 15, 2, 40


def overs(game: Game, players: int) -> list[tuple[c.Core, Over]]:
    """Each claim over a phase, with the game as it is without."""
    props = [clause for clause in game.clauses if isinstance(clause, t.Property)]
    programs = [program for prop in props if (program := property_program(game.clauses, prop, players)) is not None]
    return [(program.core, claim.over) for program in programs for claim in program.claims if claim.over is not None]


def random_overs() -> list[tuple[c.Core, Over]]:
    found: list[tuple[c.Core, Over]] = []
    for number in range(GAMES):
        random, game = Random(f"over {number}"), Author(Random(f"law {number}")).game()
        text = with_phases(random, game.text) if load_text(game.text).sound else None
        if text is not None:
            found += overs(load_text(claims(random, text, game.vocabulary)), game.vocabulary.players)
    return found


def differs(core: c.Core, over: Over) -> str:
    """How the game with a claim in it is another one; nothing if it is the same."""
    ours = over.core.vars.keys() - core.vars.keys()
    plain = stripped(over.core, frozenset(ours))
    if (plain.blocks, plain.nodes, plain.start, plain.endings) != (core.blocks, core.nodes, core.start, core.endings):
        return "its course"
    if any(core.vars[name] != var for name, var in plain.vars.items()):
        return "its values"
    if any(over.core.vars[name].role != "control" or over.core.vars[name].sight != c.NOBODY for name in ours):
        return "what is seen"
    for seed in range(PLAYS):
        logs = [_played(one, seed) for one in (core, over.core, over.searched)]
        if logs[0] != logs[1] or logs[0] != logs[2]:
            return f"the play {seed}"
    return ""


def _played(core: c.Core, seed: int) -> object:
    play = Play(Rules(core, Texts()), seed)
    try:
        play.begin({})
        play_random(play, LONGEST)
    except Endless:
        return "endless"
    return [brief(event) for event in play.events], play.result and (play.result.kind, play.result.code)


def test_the_game_is_played_as_it_is_without() -> None:
    found = random_overs()
    assert len(found) > 25
    assert not [why for core, over in found if (why := differs(core, over))]


def test_a_game_with_events_and_phases_done_with_something() -> None:
    for players in (2, 3):
        found = overs(load(GOOD), players)
        assert len(found) == 14
        assert not [why for core, over in found if (why := differs(core, over))]


def test_a_mistake_in_what_is_kept_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counters that go on for ever break off the play; steps that stay would be steps of the game."""
    with monkeypatch.context() as patch:
        patch.setattr(during, "_more", lambda name, most: c.Assign(name, (), c.Op("add", (c.Read(name), c.Const(1)))))
        assert any(differs(core, over) for core, over in overs(load(GOOD), 2))
    with monkeypatch.context() as patch:
        patch.setattr(during.During, "stops", lambda self: (c.Assign("days", (), c.Const(0)),))
        assert any(differs(core, over) for core, over in overs(load(GOOD), 2))


def test_nothing_else_leaves_out_steps() -> None:
    """What is left out is only what is for the variables that are left out."""
    core, over = overs(load(GOOD), 2)[0]
    assert stripped(core, frozenset()) == core
    assert stripped(core, frozenset({"days"})) != core
    assert replace(over.searched, vars=over.core.vars) != over.core
