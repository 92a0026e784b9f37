"""A referee for very many games: all that a game claims of every play, written into its rules.

In: a game, how many play, and what they have settled; out: the same game, broken off at the first claim that does not
hold, and whose claim that was. It plays the same games for the same seeds, by the engine or by the reference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qedeck.interpreter.position import Rules
from qedeck.proofs.answers import every_property
from qedeck.proofs.mutation.watching import BY_RESULT, Watched, watched
from qedeck.proofs.plays.checks import Watch, checked, code
from qedeck.proofs.plays.given import hold_at
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c
from qedeck.spec.game import Game
from qedeck.spec.properties import PropertyProgram, property_counts, property_program
from qedeck.spec.source import Span
from qedeck.spec.texts import Texts
from qedeck.spec.tree import Game as Head

PLACES = {"each_choice": "choice", "endings_complete": "end"}
"""Where a kind of claim is looked at; all others at every position."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One claim, and where it is written."""

    watched: Watched
    span: Span

    @property
    def name(self) -> str:
        return self.watched.property


@dataclass(frozen=True, slots=True)
class Referee:
    """A game that breaks off where a claim does not hold."""

    core: c.Core
    rules: tuple[Rule, ...]
    """What is watched, in the order of the text."""
    silent: tuple[Rule, ...]
    """Claims that say nothing of this table: they are made for other parameters or readings."""

    def broken(self, said: str) -> Rule | None:
        """The claim that a game was broken off for, by the code of its result."""
        return next((rule for number, rule in enumerate(self.rules) if code(number) == said), None)


def referee(game: Game, players: int, fixed: Setting) -> Referee:
    """All claims of this game that one play can break and nobody expects to be refuted, for one table."""
    return refereed(game.core(players), programs_of(game, players), fixed)


def programs_of(game: Game, players: int) -> list[PropertyProgram]:
    """What is claimed of so many players, by the game and of every game."""
    head = next(clause for clause in game.clauses if isinstance(clause, Head))
    asked = [prop for prop in every_property(game) if players in property_counts(head, prop)]
    made = (property_program(game.clauses, prop, players) for prop in asked)
    return [program for program in made if program is not None]


def refereed(core: c.Core, programs: Iterable[PropertyProgram], fixed: Setting) -> Referee:
    """The game with the claims of these properties."""
    programs = list(programs)
    # A claim may ask for definitions that play never asks for.
    for program in programs:
        core = replace(core, defines={**program.core.defines, **core.defines})
    meaning = Rules(core, Texts()).meaning
    cells, _ = meaning.initial(fixed)
    rules, silent = list[Rule](), list[Rule]()
    for program in programs:
        for number, claim in enumerate(program.claims):
            found = watched(program, number)
            # How a game comes out is seen without a referee.
            if found is None or found.kind in BY_RESULT:
                continue
            speaks = found.rules is None or hold_at(meaning, Aim(found.rules), cells)
            (rules if speaks else silent).append(Rule(found, claim.span))
    watches = [Watch(rule.watched.aim, PLACES.get(rule.watched.kind, "position")) for rule in rules]
    return Referee(checked(core, watches), tuple(rules), tuple(silent))
