"""Games and claims drawn from a seed, and what is said of them held against what is true.

In: a seed and how many pairs of a game and a claim; out: what was said, and every verdict that is not true. `python -m
tests.truth` tells it on the command line.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

from qedeck.proofs.answers import Question, answer, know
from qedeck.proofs.vacuity import UNSEEN
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load_text
from qedeck.spec.properties import property_program
from qedeck.spec.tree import TELLING

from . import of_telling
from .claims import Claimant
from .engines import lineup, telling_lineup, without
from .games import Author, RandomGame
from .over import claims, with_phases
from .secrets import Secretive
from .truth import KINDS, Truth, truth
from .words import Writer
from .world import TooLarge, World

MOST_PLACES = 1_500
LEAST_PLACES = 6
"""Games of fewer places are mostly thrown away: there is little to be wrong about."""
SECONDS = 0.5
"""For each question: what is proved or refuted at all mostly is in less than half of that."""
FAULT = "our own fault"
OVER, OVER_KINDS = "/over", frozenset({"each_phase", "outcome_without", "outcome_with"})
"""How the names of games with claims over phases end, and the kinds of claims that only these have."""
TELL, TELL_KINDS = "/tell", frozenset(TELLING)
"""The same of claims about what somebody can tell, in games that keep more from players."""
BATCH = 100
"""Pairs that one process asks before it hands back what it found."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A verdict that is not true, with all that is needed to see it again."""

    text: str
    property: str
    claim: int
    off: tuple[str, ...]
    said: str
    true: Truth
    seed: str = ""

    def told(self) -> str:
        """The game as a file, with what is wrong in a comment."""
        off = ", ".join(name.rpartition(".")[2] for name in self.off) or "nothing"
        return (
            f"-- {self.property}, claim {self.claim + 1}: {self.said}\n-- true is: {self.true}\n"
            f"-- switched off: {off}; once more: python -m tests.truth --again {self.seed}\n{self.text}"
        )


@dataclass
class Tally:
    """What was asked, and what came of it."""

    pairs: int = 0
    games: int = 0
    said: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Kind of claim, truth and grade."""
    mistakes: list[Mistake] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.pairs, self.games = self.pairs + other.pairs, self.games + other.games
        self.said += other.said
        self.mistakes += other.mistakes
        return self


@dataclass(frozen=True, slots=True)
class Trial:
    """A game with its properties and all of its positions, and what is switched off while it is asked about."""

    name: str
    text: str
    world: World
    off: Mapping[str, Any]

    def mistakes(self, tally: Tally, kinds: Collection[str] = KINDS) -> Iterator[Mistake]:
        """Every claim asked, and those of which something is said that is not true."""
        game = load_text(self.text)
        know(self.text, game)
        for prop in (clause for clause in game.clauses if isinstance(clause, t.Property)):
            for number, claim in enumerate(prop.claims):
                if claim.kind in kinds:
                    yield from self._asked(game, prop, number, tally)

    def _asked(self, game: Game, prop: t.Property, number: int, tally: Tally) -> Iterator[Mistake]:
        players = self.world.core.players
        program = property_program(game.clauses, prop, players)
        assert program is not None
        try:
            true = truth(self.world, program, program.claims[number])
        except TooLarge:
            return
        with without(self.off):
            found = answer(Question(self.text, prop.name.text, number, players, SECONDS, False))
        tally.pairs += 1
        tally.said[found.claim, {True: "true", False: "false", None: "open"}[true.holds], found.grade.name] += 1
        mistake = wrong(found, true)
        if mistake:
            said = f"{mistake} ({found.grade.value}, {found.engine}: {found.detail})"
            yield Mistake(self.text, prop.name.text, number, tuple(self.off), said, true, self.name)


def wrong(found: Verdict, true: Truth) -> str:
    """What is wrong with a verdict; nothing if it may stand."""
    # A case for another player count is noted, and no mistake in the rules.
    good = found.grade.good and "never with" not in found.detail
    refuted = found.grade is Grade.REFUTED
    if found.grade is Grade.FAULT:
        return f"{FAULT}: {found.detail}"
    if good and true.holds is False:
        return "a false claim is proved"
    if refuted and true.holds is True:
        return "a true claim is refuted"
    if found.grade is Grade.VACUOUS and true.vacuous is False:
        return "it is said to claim nothing, but does"
    if (good or refuted) and true.vacuous is True and UNSEEN not in found.detail:
        return "it claims nothing, and that is not said"
    return ""


# ---- drawn from a seed --------------------------------------------------------------------------------


def games(seed: int) -> Iterator[str]:
    """The names of games, by which each can be drawn again."""
    number = 0
    while True:
        yield f"{seed}:{number}"
        number += 1


def trial(name: str, off: Mapping[str, Any] | None = None) -> Trial | None:
    """The game of this name with its claims; None if it can't be read, or is too large or too small to be of use."""
    if name.endswith(OVER):
        return _over_phases(name, off)
    if name.endswith(TELL):
        return _telling(name, off)
    random = Random(name)
    game = Author(random).game()
    loaded = load_text(game.text)
    if not loaded.sound:
        return None
    try:
        world = World(loaded.core(game.vocabulary.players), MOST_PLACES)
    except TooLarge:
        return None
    if len(world.places) < LEAST_PLACES and random.random() < 0.8:
        return None
    text = _with_claims(random, game, world)
    return Trial(name, text, world, lineup(random) if off is None else off)


def _over_phases(name: str, off: Mapping[str, Any] | None) -> Trial | None:
    """The same with claims over its phases, of which it has more."""
    random, game = Random(name), Author(Random(name.removesuffix(OVER))).game()
    text = with_phases(random, game.text) if load_text(game.text).sound else None
    if text is None:
        return None
    whole = claims(random, text, game.vocabulary)
    try:
        world = World(load_text(text).core(game.vocabulary.players), MOST_PLACES, whole)
    except TooLarge:
        return None
    small = len(world.places) < LEAST_PLACES and random.random() < 0.8
    return None if small else Trial(name, whole, world, lineup(random) if off is None else off)


def _telling(name: str, off: Mapping[str, Any] | None) -> Trial | None:
    """Such a game, or one of nights, with claims about what somebody can tell."""
    random = Random(name)
    writer: Writer | Secretive | None = None
    kind = random.random()
    if kind < 0.2:
        text, players = of_telling.night(random), 3
    elif kind < 0.7:
        writer = Secretive(random)
        text, players = writer.text(), writer.players
    else:
        game = Author(Random(name.removesuffix(TELL))).game()
        if not load_text(game.text).sound:
            return None
        text, players = of_telling.with_secrets(random, game.text), game.vocabulary.players
        writer = Writer(random, game.vocabulary)
    if not load_text(text).sound:
        return None
    try:
        whole = of_telling.claims(random, text, writer)
        world = World(load_text(text).core(players), MOST_PLACES)
    except TooLarge:
        return None
    small = len(world.places) < LEAST_PLACES and random.random() < 0.8
    return None if small else Trial(name, whole, world, telling_lineup(random) if off is None else off)


def trials(name: str, kinds: frozenset[str], off: Mapping[str, Any] | None = None) -> Iterator[Trial]:
    """The games of this name that have claims of these kinds."""
    names = [name] * (not kinds <= OVER_KINDS | TELL_KINDS)
    names += [name + end for end, own in ((OVER, OVER_KINDS), (TELL, TELL_KINDS)) if not kinds.isdisjoint(own)]
    yield from (made for made in (trial(one, off) for one in names) if made is not None)


def _with_claims(random: Random, game: RandomGame, world: World) -> str:
    """The game with those of its properties that can be read."""
    text = game.text
    for prop in Claimant(random, game, world).properties():
        longer = f"{text}\n{prop.text}"
        text = longer if load_text(longer).sound else text
    return text


def hunt(seed: int, pairs: int, kinds: Collection[str] = KINDS) -> Tally:
    """So many pairs of a game and a claim of these kinds; a few more, for a game is asked to its end."""
    tally = Tally()
    for name in games(seed):
        if tally.pairs >= pairs:
            return tally
        for one in trials(name, frozenset(kinds)):
            tally.games += 1
            tally.mistakes += one.mistakes(tally, kinds)
    raise AssertionError("there is always another game")


def spread(seed: int, pairs: int, jobs: int | None = None, kinds: Collection[str] = KINDS) -> Iterator[Tally]:
    """The same in batches, in several processes; each is told as soon as it is done."""
    seeds = [seed * 1_000_003 + batch for batch in range(-(-pairs // BATCH))]
    # What the solvers keep of old games is given back with the process.
    with get_context("spawn").Pool(jobs or os.cpu_count(), maxtasksperchild=4) as crew:
        yield from crew.imap(partial(hunt, pairs=BATCH, kinds=kinds), seeds)
