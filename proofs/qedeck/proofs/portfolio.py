"""Many questions at once: every claim of a game, at every player count, in processes of their own.

In: a game by name and what to ask; out: verdicts, as they are ready. What was answered in an earlier run is not
asked again. A question that takes longer than its limit is answered with unknown; nothing waits for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from qedeck.proofs.answers import (
    FULL,
    HARD,
    PATIENCE,
    TIME,
    Question,
    answer,
    as_claimed,
    deciders,
    every_property,
    know,
    program_below,
    program_of,
    wording_of,
)
from qedeck.proofs.depends import key, of_positions
from qedeck.proofs.kept import Allowed, Kept
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.workers import Lost, Shift
from qedeck.spec import tree as t
from qedeck.spec.game import Game
from qedeck.spec.home import name_of
from qedeck.spec.properties import Claim, PropertyProgram, property_counts

__all__ = ["Question", "Run", "answer", "decide_all", "deciders", "every_property", "questions"]

MEMORY = 4000
"""Megabytes for each process, unless somebody says otherwise."""


def questions(
    game: Game,
    path: str,
    seconds: float,
    opinion: bool,
    players: int | None = None,
    stock: bool = True,
    uses: bool = False,
) -> list[Question]:
    """Everything there is to ask about a game, the stock properties first.

    What a game itself claims for so many players, with its own hints, is asked instead of them, also where that is
    claimed of the default readings only or is known to fail.
    """
    know(path, game)
    head = next(cl for cl in game.clauses if isinstance(cl, t.Game))
    written = every_property(game, False)
    free = [prop for prop in written if not prop.settings and not prop.assuming]
    own = [(claim, count) for prop in free for claim in prop.claims for count in property_counts(head, prop)]
    asked = []
    for prop in every_property(game, stock):
        for count in property_counts(head, prop):
            if players is None or count == players:
                open_ = [i for i, claim in enumerate(prop.claims) if prop in written or (claim, count) not in own]
                asked += [Question(path, prop.name.text, i, count, seconds, opinion, uses) for i in open_]
    return asked


def quick(asked: list[Question], game: Game) -> list[Question]:
    """Of these, what every game should satisfy and what needs no plays."""
    stock = {prop.name.text for prop in every_property(game)} - {prop.name.text for prop in every_property(game, False)}
    return [question for question in asked if question.property in stock or _cheap(question)]


def decide_all(asked: list[Question], jobs: int | None = None, executor: Executor | None = None) -> Iterator[Verdict]:
    """Verdicts in the order they are ready."""
    yield from (verdict for _, verdict in Run(asked, jobs, executor=executor).verdicts())


@dataclass
class Run:
    """Some questions, and how they are to be answered."""

    asked: Sequence[Question]
    jobs: int | None = None
    kept: Kept | None = None
    """The answers of earlier runs; those of this one are added."""
    fresh: bool = False
    """Ask even what was answered before."""
    memory: int = MEMORY
    executor: Executor | None = None
    begun: Callable[[Question], None] = lambda question: None
    tick: Callable[[], None] = lambda: None
    _keys: dict[Question, str] = field(default_factory=dict)

    def verdicts(self) -> Generator[tuple[Question, Verdict], None, None]:
        """Each question with its verdict: first those of earlier runs, then the others as they are ready."""
        with closing(self._verdicts()) as found:
            for question, verdict in found:
                yield question, replace(verdict, wording=wording_of(question))

    def _verdicts(self) -> Generator[tuple[Question, Verdict], None, None]:
        open_: dict[object, list[Question]] = {}
        for question in self.asked:
            before = self._before(question)
            if before is not None:
                yield question, before
            else:
                # What two properties both claim is asked once.
                open_.setdefault((self._key(question) or question, self._allowed(question)), []).append(question)
        alike = {questions[0]: questions[1:] for questions in open_.values()}
        for question, verdict in self._answers(list(alike)):
            if self.kept is not None and self._key(question):
                self.kept.put(self._key(question), self._allowed(question), verdict)
                self.kept.took(*_named(question), verdict.seconds)
            yield question, verdict
            for same in alike[question]:
                said = f"the same question as {question.property}" + (f": {verdict.detail}" if verdict.detail else "")
                yield same, self._as_asked(same, replace(verdict, seconds=0.0, detail=said))

    def estimates(self) -> dict[Question, float]:
        """How long questions took in earlier runs, whatever the rules were then."""
        if self.kept is None:
            return {}
        took: dict[str, dict[tuple[str, int, int], float]] = {}
        found = {}
        for question in self.asked:
            game, *rest = _named(question)
            if game not in took:
                took[game] = self.kept.timings(game)
            seconds = took[game].get((question.property, question.claim, question.players))
            if seconds is not None:
                found[question] = seconds
        return found

    # ---- earlier runs ----------------------------------------------------------------------------

    def _before(self, question: Question) -> Verdict | None:
        if self.kept is None or self.fresh or not self._key(question):
            return None
        found = self.kept.get(self._key(question), self._allowed(question))
        if found is None or question.uses and found.grade.decided and not found.used:
            return None
        return self._as_asked(question, found)

    def _as_asked(self, question: Question, found: Verdict) -> Verdict:
        """The answer to a question that was asked of another property, or before."""
        asked = _asked(question)
        found = replace(found, property=question.property, place=question.claim)
        return found if asked is None else as_claimed(asked[0], found)

    def _key(self, question: Question) -> str:
        if question not in self._keys:
            asked = _asked(question)
            self._keys[question] = key(*asked) if asked else ""
        return self._keys[question]

    @property
    def _searches(self) -> Path | None:
        """Where searches that are not finished wait for the next run."""
        return None if self.kept is None or self.fresh or self.kept.trouble else self.kept.path.parent / "searches"

    def _allowed(self, question: Question) -> Allowed:
        return Allowed(question.seconds, self.memory, question.opinion)

    # ---- this run --------------------------------------------------------------------------------

    def _answers(self, asked: list[Question]) -> Iterator[tuple[Question, Verdict]]:
        if not asked:
            return
        if self.executor is not None:
            futures = {self.executor.submit(answer, question): question for question in asked}
            yield from ((futures[future], future.result()) for future in as_completed(futures))
            return
        pile = _Pile(asked, self.estimates())
        shift: Shift[Question, Verdict] = Shift(
            partial(answer, searches=self._searches),
            lambda q: q.seconds * PATIENCE + HARD,
            pile.take,
            _worn,
            self.begun,
            self.tick,
            self.memory,
        )
        for question, found in shift.results(self.jobs or os.cpu_count() or 1):
            yield question, _lost(question, found) if isinstance(found, Lost) else found


def _named(question: Question) -> tuple[str, str, int, int]:
    return name_of(Path(question.game)), question.property, question.claim, question.players


def _worn(verdict: Verdict) -> bool:
    """A process whose memory was full would soon be full again; one that was cut off left things half made."""
    return verdict.detail == FULL or (verdict.engine, verdict.detail) == ("none", TIME)


def _lost(question: Question, lost: Lost) -> Verdict:
    """What is said of a question whose process had to be given up."""
    asked = _asked(question)
    kind = asked[1].kind if asked else ""
    told = {"time": TIME, "memory": FULL}.get(lost.why, "")
    grade = Grade.UNKNOWN if told else Grade.FAULT
    seconds = question.seconds * PATIENCE + HARD if lost.why == "time" else 0.0
    return Verdict(question.property, kind, question.players, grade, "none", seconds, told or lost.why)


class _Pile:
    """Questions that wait: of a variant, what it touches first; then what is cheap; then what shares helper facts."""

    def __init__(self, asked: Sequence[Question], estimates: dict[Question, float]) -> None:
        def rank(question: Question) -> tuple[bool, bool, float]:
            return _as_in_base(question), not _cheap(question), estimates.get(question, question.seconds)

        self.waiting = sorted(asked, key=rank)

    def take(self, last: Question | None, busy: Sequence[Question]) -> Question | None:
        """The next question for a process that answered `last`, while others are at `busy`."""
        if not self.waiting:
            return None
        found = self.waiting[0]
        if not _cheap(found):
            elsewhere = {_book(question) for question in busy}
            own = [q for q in self.waiting if last is not None and _book(q) == _book(last)]
            apart = [q for q in self.waiting if _book(q) not in elsewhere]
            found = next(iter(own or apart or self.waiting))
        self.waiting.remove(found)
        return found


def _asked(question: Question) -> tuple[PropertyProgram, Claim] | None:
    """What a question is about; None if it cannot be read, which whoever answers it will say."""
    try:
        program = program_of(question)
    except ValueError:
        return None
    return program, program.claims[question.claim]


@cache
def _as_in_base(question: Question) -> bool:
    """Whether a variant changes nothing that the answer depends on."""
    below = program_below(question)
    asked = _asked(question) if below is not None else None
    return below is not None and asked is not None and key(*asked) == key(below, below.claims[question.claim])


@cache
def _cheap(question: Question) -> bool:
    asked = _asked(question)
    return asked is not None and of_positions(*asked)


@cache
def _book(question: Question) -> tuple[int, str]:
    """Questions of which this is the same build on the same helper facts, which a process finds once."""
    asked = _asked(question)
    return question.players, repr((asked[0].core.vars, asked[0].assuming)) if asked else ""
