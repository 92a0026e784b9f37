"""One question, answered within its time: which engine decides it, and what is said when it cannot."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from qedeck.proofs.bell import TimeIsUp, within
from qedeck.proofs.depends import of_positions, slice_
from qedeck.proofs.digest import digest
from qedeck.proofs.fixed.settled import PLAYS, settled
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.leads import leads
from qedeck.proofs.plays.searches import kept_in
from qedeck.proofs.steps.book import prepared
from qedeck.proofs.stock import stock_properties
from qedeck.proofs.uses.uses import with_uses
from qedeck.proofs.vacuity import not_vacuous
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.witness import broken_by
from qedeck.proofs.wording import Wording, wording
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load
from qedeck.spec.properties import Claim, PropertyProgram, claim_anatomy, property_program, read_by_default
from qedeck.spec.source import NOWHERE

Decide = Callable[[PropertyProgram, Claim, float, bool], Verdict]

TIME, FULL = "the time was up", "the memory was full"
PATIENCE, SOFT, HARD = 2.5, 5.0, 15.0
"""How often the limit, and seconds beyond that: then the question is given up; then its process is."""
LONGER = 1.5
"""How often the limit some kinds of claims may take."""
PREPARED = PLAYS - {"some_choice", "reachable", "endings_reachable", *t.TELLING}
"""Kinds of claims that are proved with helper facts: those about every play."""
LEANING = frozenset({"always", "never", "each_choice", "never_stuck", "never_undefined", "deal", "ends", "ends_within"})
"""Kinds of claims for which a claim above, in the same property, may serve as a stepping stone."""
OF_EVERY = (
    PREPARED | {"each_phase", "any_position", "any_two", "order", "same", "shown", "can_tell", "never_tell"}
) - {"conserved"}
"""Kinds of claims that may hold with the default readings where they are not seen to hold with all of them."""


@dataclass(frozen=True, slots=True)
class Question:
    """One claim of one property at one player count."""

    game: str
    property: str
    claim: int
    players: int
    seconds: float
    opinion: bool
    uses: bool = False
    """Whether to find out what the answer used: that takes a little longer."""


def answer(question: Question, searches: Path | None = None) -> Verdict:
    """Decide one question, within its time; searches that are not finished are kept in a folder, if there is one."""
    with kept_in(searches) as left:
        found = _answer(question)
    if found.grade.decided or not left:
        return found
    return replace(found, goes_on=True, detail="; ".join(filter(None, (found.detail, *left.values()))))


def _answer(question: Question) -> Verdict:
    start = time.monotonic()
    blank = Verdict(question.property, "", question.players, Grade.UNKNOWN, "none", place=question.claim)

    def ended(grade: Grade, detail: str) -> Verdict:
        return replace(blank, grade=grade, seconds=time.monotonic() - start, detail=detail)

    try:
        with within(question.seconds * PATIENCE + SOFT):
            program = program_of(question)
            blank = replace(blank, claim=program.claims[question.claim].kind)
            if blank.claim in PREPARED:
                # Helper facts are found once for all such questions of a game, not in the time of the first of them.
                prepared(program.core, time.monotonic() + question.seconds)
            found = witnessed(question, program, _answered(question, program, blank))
            found = led_on(program, program.claims[question.claim], found)
            return replace(found, place=question.claim, seconds=time.monotonic() - start)
    except TimeIsUp:
        return ended(Grade.UNKNOWN, TIME)
    except MemoryError:
        return ended(Grade.UNKNOWN, FULL)
    except Exception as error:  # a fault of ours must not stop the other answers
        if "out of memory" in str(error):
            return ended(Grade.UNKNOWN, FULL)
        if TimeIsUp.__name__ in str(error):  # the bell rang while a solver's arguments were made ready
            return ended(Grade.UNKNOWN, TIME)
        return ended(Grade.FAULT, f"{type(error).__name__}: {error}")


def _answered(question: Question, program: PropertyProgram, blank: Verdict) -> Verdict:
    claim, whole = program.claims[question.claim], program
    decide = deciders().get(claim.kind)
    if decide is None:
        return replace(blank, detail="nothing decides claims of this kind yet")
    if of_positions(program, claim):
        # Nothing else of the game can matter then. Claims about play share the whole game, and what is known of it.
        program = slice_(program, claim)
    decide = settling(decide)
    if question.uses:
        decide = with_uses(_GAMES[question.game].clauses, decide)
    start = time.monotonic()
    found = decide(program, claim, question.seconds, question.opinion)
    if not found.grade.decided and found.grade is not Grade.FAULT:
        left = (question.seconds * PATIENCE - (time.monotonic() - start)) / LONGER
        found = _by_default(found, program, claim, left, decide)
    if found.grade is Grade.UNKNOWN and ("out of memory" in found.detail or "memout" in found.detail):
        found = replace(found, detail=FULL)
    found = not_vacuous(deciders().__getitem__, whole, claim, found, question.seconds)
    return as_claimed(whole, replace(found, over=_over(whole, found.over)))


def as_claimed(program: PropertyProgram, found: Verdict) -> Verdict:
    """The verdict with what the property says of it: of which readings it is claimed, and what is expected."""
    stock, refuted = program.span == NOWHERE, found.grade is Grade.REFUTED
    expected = stock if found.grade is Grade.VACUOUS else refuted == program.refuted
    return replace(found, default_readings=program.default_readings, expected=expected)


def _over(program: PropertyProgram, over: tuple[str, ...]) -> tuple[str, ...]:
    """What it holds over, without what the property assumes something of."""
    assumed = visible(program.core, [program.assuming])
    return tuple(words for words in over if words.rsplit(" ", 1)[-1] not in assumed)


def _by_default(found: Verdict, program: PropertyProgram, claim: Claim, left: float, decide: Decide) -> Verdict:
    """What is not decided for every reading stays so; but that it holds with the default ones is worth a word."""
    usual = read_by_default(program)
    if program.default_readings or program.refuted or claim.kind not in OF_EVERY or left < 1:
        return found
    if not any(var.role == "reading" for var in program.core.vars.values()):
        return found
    with suppress(TimeIsUp):  # what was seen before the bell rang is not lost
        seen = decide(usual, claim, left, False)
        if not_vacuous(deciders().__getitem__, usual, claim, seen, left).grade.good:
            return replace(found, detail=f"it holds with default readings; with all of them: {found.detail}")
    return found


def witnessed(question: Question, program: PropertyProgram, found: Verdict) -> Verdict:
    """The verdict with what stands out in its position."""
    prop, game = _property(question.game, question.property), _GAMES[question.game]
    part = claim_anatomy(game.clauses, prop, question.claim, question.players) if found.at else None
    if part is None:
        return replace(found, at=())
    return replace(found, at=(), witness=broken_by(program, part, found, game.sources))


def led_on(program: PropertyProgram, claim: Claim, found: Verdict) -> Verdict:
    """An open verdict with what may be missing."""
    if found.grade.decided or found.claim not in LEANING or claim.term is None:
        return found
    return replace(found, leads=leads(program.core, claim.term))


def settling(decide: Decide) -> Decide:
    """The same decisions about a smaller game: what the property fixes is put into the rules first."""

    def decided(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        place = program.claims.index(claim)
        program = settled(program, claim)
        claim = program.claims[place]
        if of_positions(program, claim):
            program = slice_(program, claim)
        return decide(program, claim, seconds, opinion)

    return decided


@cache
def deciders() -> dict[str, Decide]:
    """For each kind of claim, who decides it: every module of `kinds` names the claims that it decides."""
    from qedeck.proofs import kinds

    found: dict[str, Decide] = {}
    for each in iter_modules(kinds.__path__):
        module: Any = import_module(f"{kinds.__name__}.{each.name}")
        found.update(dict.fromkeys(getattr(module, "KINDS", ()), getattr(module, "decide", None)))
    return found


# ---- the game in question ----------------------------------------------------------------------------

_GAMES: dict[str, Game] = {}


def know(path: str, game: Game) -> None:
    """A game that was read already need not be read again by whoever answers."""
    if _GAMES.get(path) is not game:
        _GAMES[path] = game
        _program.cache_clear()


def program_of(question: Question) -> PropertyProgram:
    """The property that a question is about, at its player count."""
    return _program(question.game, question.property, question.players)


def program_below(question: Question) -> PropertyProgram | None:
    """The same property of the game that a variant varies; None if that has no such property, or this is no variant."""
    prop, base = _property(question.game, question.property), _GAMES[question.game].base
    if not base or prop not in base and prop not in stock_properties(base):
        return None
    return property_program(base, prop, question.players)


def digest_of(question: Question) -> str:
    """For which text of the game an answer holds."""
    prop = _property(question.game, question.property)
    return digest(_GAMES[question.game].clauses, prop, question.claim, program_of(question))


def wording_of(question: Question) -> Wording:
    """The claim that a question is about, as it is written."""
    prop = _property(question.game, question.property)
    return wording(prop, question.claim, _GAMES[question.game].sources)


def every_property(game: Game, stock: bool = True) -> list[t.Property]:
    """What a game claims, after what every game should satisfy."""
    written = [cl for cl in game.clauses if isinstance(cl, t.Property)]
    return [*stock_properties(game.clauses), *written] if stock else written


def _property(path: str, name: str) -> t.Property:
    if path not in _GAMES:
        _GAMES[path] = load(path)
    return next(p for p in every_property(_GAMES[path]) if p.name.text == name)


@cache
def _program(path: str, name: str, players: int) -> PropertyProgram:
    prop = _property(path, name)
    program = property_program(_GAMES[path].clauses, prop, players)
    if program is None:
        raise ValueError(f"{name} cannot be read")
    return program
