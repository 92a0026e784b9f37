"""Many questions at once: every claim of a game, at every player count, in processes of their own.

In: a game by name and what to ask; out: verdicts, as they are ready. A question that takes longer
than its limit is answered with unknown; nothing waits for it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from types import FrameType
from typing import Any

from qedeck.proofs.stock import stock_properties
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.terms import both, same
from qedeck.spec.game import Game, load
from qedeck.spec.properties import Claim, PropertyProgram, property_counts, property_program

KINDS = ("position", "order", "clauses", "conserved", "readings", "same", "always", "reach", "endings", "stuck", "ends")
"""The modules of qedeck.proofs.kinds; each names the claims it decides."""

Decide = Callable[[PropertyProgram, Claim, float, bool], Verdict]


@dataclass(frozen=True, slots=True)
class Question:
    """One claim of one property at one player count."""

    game: str
    property: str
    claim: int
    players: int
    seconds: float
    opinion: bool


def questions(
    game: Game, path: str, seconds: float, opinion: bool, players: int | None = None, stock: bool = True
) -> list[Question]:
    """Everything there is to ask about a game, the stock properties first."""
    head = next(cl for cl in game.clauses if isinstance(cl, t.Game))
    asked = []
    for prop in every_property(game, stock):
        for count in property_counts(head, prop):
            if players is None or count == players:
                asked += [Question(path, prop.name.text, i, count, seconds, opinion) for i in range(len(prop.claims))]
    return asked


def every_property(game: Game, stock: bool = True) -> list[t.Property]:
    written = [cl for cl in game.clauses if isinstance(cl, t.Property)]
    return [*stock_properties(game.clauses), *written] if stock else written


def decide_all(asked: list[Question], jobs: int | None = None, executor: Executor | None = None) -> Iterator[Verdict]:
    """Verdicts in the order they are ready."""
    if executor is not None:
        futures = [executor.submit(answer, question) for question in asked]
        yield from (future.result() for future in as_completed(futures))
        return
    with ProcessPoolExecutor(max_workers=jobs or os.cpu_count() or 1) as pool:
        futures = [pool.submit(answer, question) for question in asked]
        try:
            yield from (future.result() for future in as_completed(futures))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def answer(question: Question) -> Verdict:
    """Decide one question, within its time."""
    start = time.monotonic()
    blank = Verdict(question.property, "", question.players, Grade.UNKNOWN, "none")
    try:
        with _limit(question.seconds * 1.5 + 5):
            program = _program(question.game, question.property, question.players)
            claim = program.claims[question.claim]
            decide = deciders().get(claim.kind)
            if decide is None:
                return replace(blank, claim=claim.kind, detail="nothing decides claims of this kind yet")
            found = decide(program, claim, question.seconds, question.opinion)
            if found.grade is Grade.REFUTED and not program.refuted:
                found = _as_usually_read(question, program, found, decide)
            expected = (found.grade is Grade.REFUTED) == program.refuted
            return replace(found, seconds=time.monotonic() - start, expected=expected)
    except _TimeIsUp:
        return replace(blank, seconds=time.monotonic() - start, detail="the time was up")
    except Exception as error:  # a fault of ours must not stop the other answers
        return replace(
            blank, grade=Grade.FAULT, seconds=time.monotonic() - start, detail=f"{type(error).__name__}: {error}"
        )


def _as_usually_read(question: Question, program: PropertyProgram, refuted: Verdict, decide: Decide) -> Verdict:
    """What fails with some reading of the rulebook may hold with the default ones: then that is the answer."""
    prop = _property(question.game, question.property)
    set_here = {getattr(setting.target, "word", "") for setting in prop.settings}
    readings = [v.name for v in program.core.vars.values() if v.role == "reading" and v.name not in set_here]
    if not readings:
        return refuted
    usual = both(program.assuming, *(same(c.Read(name), c.Const(0)) for name in readings))
    claim = program.claims[question.claim]
    again = decide(replace(program, assuming=usual), claim, question.seconds, question.opinion)
    if not again.grade.good or again.vacuous:
        return refuted
    return replace(
        again,
        detail="with the default readings; not with these:",
        story=refuted.story,
        over=tuple(name for name in again.over if "reading" not in name),
    )


@cache
def deciders() -> dict[str, Decide]:
    """For each kind of claim, who decides it."""
    found: dict[str, Decide] = {}
    for name in KINDS:
        try:
            module: Any = import_module(f"qedeck.proofs.kinds.{name}")
        except ModuleNotFoundError:
            continue
        found.update(dict.fromkeys(module.KINDS, module.decide))
    return found


@cache
def _game(path: str) -> Game:
    return load(path)


def _property(path: str, name: str) -> t.Property:
    return next(p for p in every_property(_game(path)) if p.name.text == name)


@cache
def _program(path: str, name: str, players: int) -> PropertyProgram:
    program = property_program(_game(path).clauses, _property(path, name), players)
    if program is None:
        raise ValueError(f"{name} cannot be read")
    return program


class _TimeIsUp(BaseException):
    """Not an Exception, so that nothing on the way can swallow it."""


class _limit:
    """A time limit that is kept even where no solver is running."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        def stop(number: int, frame: FrameType | None) -> None:
            raise _TimeIsUp

        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, stop)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "SIGALRM"):
            signal.setitimer(signal.ITIMER_REAL, 0)
