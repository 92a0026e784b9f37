"""How much of a game is pinned down: one thing is changed at a time, and every property is asked whether it notices.

In: a game; out: a finding for each mutant, as they are ready. A property notices a change if it comes out other than
for the game as it is written: refuted where it was not, or good where it was refuted. Not to know is not to notice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from hashlib import sha256

from qedeck.engine import Unfit
from qedeck.proofs.depends import of_positions
from qedeck.proofs.mutation.alike import alike
from qedeck.proofs.mutation.finding import Fate, Finding
from qedeck.proofs.mutation.mutants import Mutant, mutants
from qedeck.proofs.mutation.rooms import Rooms, noticed_in
from qedeck.proofs.mutation.sides import SIGHTED, Asked, Side, Unreadable
from qedeck.proofs.mutation.watching import Watched, broken_by_plays
from qedeck.proofs.portfolio import every_property
from qedeck.proofs.verdict import Grade
from qedeck.proofs.workers import Lost, Shift
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.game import Game
from qedeck.spec.properties import property_counts

QUESTION = 5.0
"""Seconds for one question about one mutant."""
LOOK = 20.0
"""Seconds for one question about one mutant in which only who sees what is changed: nothing else could notice."""
GLANCE = 1.5
"""Seconds for the first question to each claim about play: what is plainly so is found before anything takes long."""
REACH = 12.0
"""Seconds for the question whether something cannot be reached any more: a proof over all of play."""
AT_ONCE = 6.0
"""Seconds for questions before any play: claims about positions that name what was changed, or cite its statement."""
PLAYS = 16.0
"""Seconds of random plays for one mutant at one player count, before the solver is asked."""
MORE_PLAYS = 16.0
"""And afterwards, if nothing noticed so far."""
ROOMS = 300.0
"""Seconds, beside those for a mutant, after which its process is given up: the first one makes its rooms ready, too."""
ALSO = {"ends": 1, "endings_exclusive": 2, "readings_differ": 2, "reachable": 3, "each_phase": 3, "hidden": 4}
"""Kinds of claims that the solver is asked about too, though they are not about positions alone: quick ones first."""
BREAKS = "play breaks off where the rules say nothing, and no property says so"


class _Alike(Exception):
    """A mutant that is no other game."""


class Bench:
    """A game made ready to be compared with its mutants."""

    def __init__(self, game: Game, seconds: float = 20.0, players: int | None = None) -> None:
        self.game = game
        self.seconds = seconds
        self.mutants = mutants(game)
        self.counts = _in_order(game.players) if players is None else (players,)
        self.cores = {count: game.core(count) for count in self.counts}
        self.properties = {p.name.text: p for p in every_property(game)}
        head = next(cl for cl in game.clauses if isinstance(cl, t.Game))
        self.asked = [
            Asked(name, claim, count)
            for name, prop in self.properties.items()
            for count in property_counts(head, prop)
            if count in self.counts
            for claim in range(len(prop.claims))
        ]
        self.original = Side(game.clauses, self.properties, self.counts, self.cores)
        self._grades: dict[Asked, Grade] = {}
        self._broken: dict[int, set[tuple[str, int]]] = {}
        self._played_in: dict[int, Rooms] = {}
        self._places: dict[int, list[int]] = {}
        """For each player count, the rooms in which the mutant is still to be played."""
        self._cites: tuple[str, ...] = ()
        self._breaks_off = False
        self._settled: set[Asked] = set()
        """Claims that are decided for the mutant, and did not notice it."""
        self._spent = 0.0
        """Seconds that went into the game as it is written, while a mutant was looked at."""

    def examine(self, number: int) -> Finding:
        """What becomes of one mutant."""
        start = time.monotonic()
        try:
            found = self._examine(self.mutants[number - 1])
        except Unreadable as error:
            found = Finding(number, Fate.REFUSED, detail=str(error))
        except Exception as error:  # a fault of ours must not stop the others
            found = Finding(number, Fate.UNNOTICED, detail=f"our own fault: {type(error).__name__}: {error}", lost=True)
        return replace(found, seconds=time.monotonic() - start)

    def _examine(self, mutant: Mutant) -> Finding:
        side = Side(mutant.clauses, self.properties, self.counts)
        blank = Finding(mutant.number, Fate.UNNOTICED)
        if not side.sound:
            return replace(blank, fate=Fate.REFUSED, detail=side.complaint)
        cores = {count: side.core(count) for count in self.counts}
        blank = replace(blank, digest=sha256(repr(cores).encode()).hexdigest())
        if cores == self.cores:
            return replace(blank, fate=Fate.SAME)
        try:
            noticed = self._noticed(side, cores, mutant.cites)
        except _Alike:
            return replace(blank, fate=Fate.ALIKE)
        if noticed is not None:
            return replace(blank, fate=Fate.NOTICED, by=noticed.property, players=noticed.players)
        example = side.failing_example()
        if example:
            return replace(blank, fate=Fate.EXAMPLE, by=example)
        return replace(blank, detail=BREAKS) if self._breaks_off else blank

    # ---- who notices -------------------------------------------------------------------------------

    def _noticed(self, side: Side, cores: dict[int, c.Core], cites: tuple[str, ...]) -> Asked | None:
        """The first claim that comes out otherwise: plays before the solver, few players before many."""
        self._breaks_off = False
        self._settled, self._places, self._cites = set(), {}, cites
        counts = [n for n in self.counts if cores[n] != self.cores[n]]
        every = [q for n in counts for q in self.asked if q.players == n and side.touched(q, self.original)]
        # What nobody notices with the fewest and the most players is in between only looked for at once.
        touched = [q for q in every if q.players in counts[:2]]
        asking = self._for_the_solver(touched, side, cites)
        sight_only = all(self.original.claim(q).kind in SIGHTED for q in touched)
        until = time.monotonic() + AT_ONCE
        for asked in (q for q in self._for_the_solver(every, side, cites) if self._nearest(q, side, cites)):
            if self._by_proof(side, asked, QUESTION / 2, near=True):
                return asked
            until += self._spent
            if time.monotonic() > until:
                break
        found = self._by_plays(side, cores, touched, PLAYS)
        if found is None and self._alike(cores, self.seconds):
            raise _Alike
        until = time.monotonic() + self.seconds * (2 if sight_only else 1)
        for asked, most in self._in_turns(asking, sight_only) if found is None else ():
            if asked in self._settled:
                continue
            left = until - time.monotonic()
            if left <= 0:
                break
            if self._by_proof(side, asked, min(most, left)):
                return asked
            # Asking about the game as it is written is not the mutant's time.
            until += self._spent
        return found or self._by_plays(side, cores, touched, MORE_PLAYS)

    def _in_turns(self, asking: list[Asked], sight_only: bool) -> Iterator[tuple[Asked, float]]:
        """Each claim with the seconds for it: positions, then a glance at those about play, then these in earnest."""
        kinds = {asked: self.original.claim(asked).kind for asked in asking}
        yield from ((asked, LOOK if sight_only else QUESTION) for asked in asking if kinds[asked] not in ALSO)
        yield from ((asked, GLANCE) for asked in asking if kinds[asked] in ALSO and kinds[asked] != "hidden")
        for asked in asking:
            if kinds[asked] in ALSO:
                yield asked, LOOK if sight_only else REACH if kinds[asked] == "reachable" else QUESTION

    def _alike(self, cores: dict[int, c.Core], seconds: float) -> bool:
        """Proved to make no difference: nobody has to be asked any more."""
        return all(alike(self.cores[count], cores[count], seconds) for count in self.counts)

    def _nearest(self, asked: Asked, side: Side, cites: tuple[str, ...]) -> bool:
        """Whether a claim about positions names what was changed, or is made of the very statement."""
        program = self.original.program(asked)
        if not of_positions(program, self.original.claim(asked)):
            return False
        return bool(cites) and cites[0] in program.cites or side.far(asked, self.original) == 0

    def _by_plays(self, side: Side, cores: dict[int, c.Core], touched: list[Asked], seconds: float) -> Asked | None:
        """Plays in one room after the other; when asked again, it goes on where it was."""
        for count in dict.fromkeys(q.players for q in touched):
            claims = {w: q for q in touched if q.players == count and (w := side.watched(q)) is not None}
            if not claims:
                continue
            try:
                rooms = self._rooms(count)
                if count not in self._places:
                    self._places[count] = rooms.nearest(self._citing(touched, self._cites))
                seen = noticed_in(rooms, self._places[count], cores[count], list(claims), seconds)
            except (Unfit, ImportError):
                fair = [w for w in claims if (w.property, w.claim) not in self._broken_anyway(count)]
                seen = broken_by_plays(cores[count], fair, seconds, seed=int(seconds * 10))
            self._breaks_off = self._breaks_off or seen.undefined
            if seen.broken:
                return claims[seen.broken[0]]
        return None

    def _citing(self, asked: list[Asked], cites: tuple[str, ...]) -> set[tuple[str, int]]:
        """The claims of properties that cite the same statements."""
        return {(q.property, q.claim) for q in asked if set(self.original.program(q).cites) & set(cites)}

    def _rooms(self, count: int) -> Rooms:
        import wasmtime  # noqa: F401  # without it the interpreter is as quick

        if count not in self._played_in:
            self._played_in[count] = Rooms(self.cores[count], self._watched(count))
        return self._played_in[count]

    def _watched(self, count: int) -> list[Watched]:
        asked = (q for q in self.asked if q.players == count)
        return [w for q in asked if (w := self.original.watched(q)) is not None]

    def _broken_anyway(self, count: int) -> set[tuple[str, int]]:
        """The claims that plays of the game as it is written break."""
        if count not in self._broken:
            seen = broken_by_plays(self.cores[count], self._watched(count), MORE_PLAYS, all_=True)
            self._broken[count] = {(w.property, w.claim) for w in seen.broken}
        return self._broken[count]

    def _for_the_solver(self, touched: list[Asked], side: Side, cites: tuple[str, ...]) -> list[Asked]:
        """The claims that the solver may decide in no time; first those that name what was changed, or cite it."""
        usual = self.original
        more = {q: ALSO[usual.claim(q).kind] for q in touched if usual.claim(q).kind in ALSO}
        quick = [q for q in touched if q in more or of_positions(usual.program(q), usual.claim(q))]

        def rank(asked: Asked) -> tuple[bool, int, int, int, int]:
            near = [cites.index(cite) for cite in usual.program(asked).cites if cite in cites]
            far = side.far(asked, usual)
            return asked in more, far, min(near, default=len(cites)), more.get(asked, 0), usual.weight(asked)

        # By turns, so that what shows only with many players is not asked last.
        turns: dict[int, int] = {}
        places: dict[Asked, int] = {}
        for asked in sorted(quick, key=rank):
            places[asked] = turns[asked.players] = turns.get(asked.players, 0) + 1
        return sorted(places, key=places.__getitem__)

    def _by_proof(self, side: Side, asked: Asked, seconds: float, near: bool = False) -> bool:
        """Whether a claim comes out otherwise; `near`: of definitions with rows, only those that were changed."""
        self._spent = 0.0
        narrow = near and self.original.claim(asked).kind == "clauses"
        grade = side.grade(asked, seconds, self.original if narrow else None)
        wanted = self.original.program(asked).refuted
        if not (grade.good if wanted else grade is Grade.REFUTED):
            if grade.decided and not narrow:
                self._settled.add(asked)
            return False
        if asked not in self._grades:
            start = time.monotonic()
            self._grades[asked] = self.original.grade(asked, QUESTION * 4)
            self._spent = time.monotonic() - start
        usual = self._grades[asked]
        return usual is Grade.REFUTED if wanted else usual is not Grade.REFUTED


def _in_order(counts: range) -> tuple[int, ...]:
    """The fewest players first, then the most, then those between."""
    ends = (counts.start, counts.stop - 1)
    return tuple(dict.fromkeys((*ends, *counts)))


def examine_all(
    bench: Bench, numbers: list[int], jobs: int, begun: Callable[[int], None] = lambda number: None
) -> Generator[Finding, None, None]:
    """Findings in the order they are ready, each mutant in a process of its own or one that is used again."""
    waiting = list(numbers)

    def take(last: int | None, busy: object) -> int | None:
        return waiting.pop(0) if waiting else None

    shift: Shift[int, Finding] = Shift(
        bench.examine, lambda number: bench.seconds * 8 + ROOMS, take, lambda found: False, begun
    )
    for number, found in shift.results(jobs):
        if isinstance(found, Lost):
            yield Finding(number, Fate.UNNOTICED, detail=f"lost: {found.why}", lost=True)
        else:
            yield found
