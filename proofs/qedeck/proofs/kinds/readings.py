"""`readings of R differ`, `agree`, with `on F, G`: does it ever show how R is read?

About play, from the start: two tables, at which R is read in two ways and all else that is open in the same way, make
the same choices. Each two readings are two games, and compared as such; with `on`, only in what is named.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import combinations

from qedeck.proofs.fixed.folding import Folding
from qedeck.proofs.fixed.terms import NO
from qedeck.proofs.formulas.arguments import calls, countable, parts_of
from qedeck.proofs.formulas.lemma import Shown, holding_over, nowhere, refute, verdict
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.two_games import TwoGames
from qedeck.proofs.kinds.same import calling
from qedeck.proofs.kinds.same_game import Alike
from qedeck.proofs.mutation.alike import said_apart
from qedeck.proofs.plays.everywhere import sample
from qedeck.proofs.plays.given import given, hold_at
from qedeck.proofs.plays.looked_at import LookedAt, TablesOn
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.plays.two_tables import Looked, Parting, Tables
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.steps.unmoved import reaches_none, unmoved
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.checker.naming import RESULTS
from qedeck.spec.checker.terms import both, either, same
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("readings_agree", "readings_differ")
STEERED = 600
"""Ways to ask the definitions that are looked at, up to which plays are steered to where they say something else."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Each two ways to read it: a play that parts them, or that none does."""
    core, name, start = program.core, claim.names[0], time.monotonic()
    blank = verdict(program, claim, "random plays")
    kind = core.vars[name].type
    assert isinstance(kind, c.Member)
    assumed = given(core, _of_others(program, name))
    if assumed.position is not None:
        return replace(blank, detail="readings are compared from the beginning: nothing can be assumed of a position")
    looked = _looked_at(core, claim.names[1:])
    if isinstance(looked, str):
        return replace(blank, detail=looked)
    found: list[Verdict] = []
    pairs = list(combinations(range(kind.domain.size), 2))
    for done, pair in enumerate(pairs):
        rules = _with_both(core, name, pair, assumed.rules)
        if rules == NO:
            continue
        names = kind.domain.members[pair[0]], kind.domain.members[pair[1]]
        left = max(1.0, (start + seconds - time.monotonic()) / (len(pairs) - done))
        two = _two(program, claim, pair, rules, looked)
        found.append(two.decide(blank, left, opinion))
        if found[-1].grade in (Grade.REFUTED, Grade.FAULT):
            said = replace(found[-1], detail=f"{' and '.join(names)}: {found[-1].detail}")
            return _as_asked(claim, replace(said, seconds=time.monotonic() - start))
    if not found:
        return replace(blank, grade=Grade.VACUOUS, detail=f"what is assumed leaves no two ways to read {name}")
    open_ = [one for one in found if not one.grade.good]
    worst = open_[0] if open_ else found[-1]
    texts = "\n".join(one.smt for one in found if one.smt)
    agreed = tuple(who for who in worst.agreed if all(who in one.agreed for one in found))
    said = replace(worst, seconds=time.monotonic() - start, smt=texts, agreed=agreed)
    return _as_asked(claim, holding_over(said, core, frozenset(core.vars) - {name}))


def _as_asked(claim: Claim, found: Verdict) -> Verdict:
    """That they differ is shown by what refutes that they agree, and the other way round."""
    if claim.kind == "readings_agree" or found.grade is Grade.FAULT:
        return found
    if found.grade is Grade.REFUTED:
        return replace(found, grade=Grade.SHOWN)
    if found.grade.good:
        told = "no play tells these readings apart" + (f": {found.detail}" if found.detail else "")
        return nowhere(replace(found, over=()), told, found.agreed)
    return replace(found, grade=Grade.UNKNOWN)


def _of_others(program: PropertyProgram, reading: str) -> c.Expr:
    """What is assumed; `with default readings` says nothing of the reading that is compared."""
    default = same(c.Read(reading), program.core.vars[reading].init)
    if not program.default_readings or not isinstance(program.assuming, c.Op) or program.assuming.op != "and":
        return c.Const(True) if program.default_readings and program.assuming == default else program.assuming
    return both(*(part for part in program.assuming.args if part != default))


def _with_both(core: c.Core, reading: str, pair: tuple[int, int], rules: c.Expr | None) -> c.Expr | None:
    """What is assumed of all else, where it must hold with both readings."""
    if rules is None:
        return None
    held = both(*(Folding(core, {(reading, 0): value}).term(rules) for value in pair))
    return None if held == c.Const(True) else held


def _looked_at(core: c.Core, names: tuple[str, ...]) -> LookedAt | str | None:
    """What is named; None where all is looked at."""
    if not names:
        return None
    found, defines = list[str](), list[str]()
    for name in names:
        mine = [var for var in core.vars if var == name or name in core.zones and var.startswith(f"{name}.")]
        parts = parts_of(core, name)
        if not mine and not parts and name in RESULTS:
            mine = [RESULTS[name]]
        if not mine and not parts:
            return f"there is no definition, value or zone called {name}"
        if not all(countable(core, define) for define in parts):
            return f"{name} can be asked too many things: not tried"
        found += mine
        defines += [define.name for define in parts]
    return LookedAt(tuple(found), tuple(defines))


def _two(
    program: PropertyProgram, claim: Claim, pair: tuple[int, int], rules: c.Expr | None, looked: LookedAt | None
) -> Alike:
    """Two readings as two games, whose terms do not ask for the reading any more."""
    core, reading = program.core, claim.names[0]
    kind = core.vars[reading].type
    assert isinstance(kind, c.Member)
    one, other = (Folding(core, {(reading, 0): value}).core() for value in pair)
    mine = replace(program, core=one, assuming=c.Const(True) if rules is None else rules)
    games = TwoGames(one, other, reading)
    sides = f"With {reading} as {kind.domain.members[pair[0]]}", f"With {reading} as {kind.domain.members[pair[1]]}"
    if looked is None:
        return Alike(mine, games, Tables(one, other, rules, reading), sides)
    whole = replace(program, assuming=mine.assuming)
    return _AlikeOn(mine, games, TablesOn(one, other, rules, reading, looked), sides, looked, whole, claim)


@dataclass(frozen=True, slots=True)
class _AlikeOn(Alike):
    """Two readings, compared only in what is looked at."""

    looked: LookedAt
    whole: PropertyProgram
    """The game in which the reading is open."""
    claim: Claim

    def written_alike(self) -> bool:
        return self.games.one.defines == self.games.other.defines and Alike.written_alike(self)

    def _decide(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """What the text shows comes first: a reading that cannot reach what is looked at."""
        start = time.monotonic()
        soon = self._unreached(blank, seconds * 0.6, opinion)
        left = seconds - (time.monotonic() - start)
        return soon if soon is not None and soon.grade.good else Alike._decide(self, blank, left, opinion)

    def _unreached(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict | None:
        """Proved if nothing that is looked at ever comes to depend on the reading; None where it may."""
        start, reading = time.monotonic(), self.claim.names[0]
        bodies = [self.whole.core.defines[name].body for name in self.looked.defines]
        asked = (frozenset(self.looked.vars) | visible(self.whole.core, bodies)) - {reading}
        if not reaches_none(self.whole.core, reading, asked):
            return None
        said = self._said_alike(blank, seconds / 3, opinion)
        if not said.grade.good:
            return said
        left = seconds - (time.monotonic() - start)
        return _on_both(said, unmoved(self.whole, self.claim, reading, asked, blank, left, opinion) or blank)

    def proved(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """The definitions say the same in any position, and every step from the same position comes to the same."""
        until = time.monotonic() + seconds
        said = self._said_alike(blank, seconds / 3, opinion)
        return _on_both(said, Alike.proved(self, blank, until - time.monotonic(), opinion)) if said.grade.good else said

    def _said_alike(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """Whether the definitions that are looked at say the same in any position."""
        one, other = self.games.one, self.games.other
        if one.defines.keys() != other.defines.keys():
            return replace(blank, detail="the definitions cannot be held against each other")
        reads = [n for n in self.looked.defines if self.claim.names[0] in visible(self.whole.core, [_call(one, n)])]
        if not reads:
            return replace(blank, grade=Grade.PROVED_SIZES)
        question = said_apart(one, other, reads)
        if question is None:
            return replace(blank, detail="a definition can be asked too many things")
        part = "a position that play may never come to parts them"
        found = refute(blank, *question, seconds, opinion, lambda model: Shown(part))
        return replace(found, grade=Grade.UNKNOWN) if found.grade is Grade.REFUTED else found

    def more_plays(self, seconds: float) -> Looked:
        """Plays steered towards a position in which a definition says something else with the other reading."""
        one, other = self.games.one, self.games.other
        renamed = {name: f"otherwise {name}" for name in other.defines}
        more = {
            renamed[name]: replace(define, name=renamed[name], body=calling(define.body, renamed))
            for name, define in other.defines.items()
        }
        asked = [pair for name in self.looked.defines for pair in calls(one, one.defines[name])]
        if not asked or len(asked) > STEERED:
            return self.tables.at_random(seconds)
        beside = replace(one, defines={**one.defines, **more})
        toward = either(
            *(both(when, c.Op("ne", (call, c.Call(renamed[call.define], call.args)))) for call, when in asked)
        )
        meaning = Sampler(beside).meaning
        found = sample(
            beside,
            lambda spot: spot.end != "undefined" and hold_at(meaning, Aim(toward), spot.cells),
            seconds,
            self.tables.given,
            toward=toward,
        )
        parting = None if found.spot is None else self._along(found.spot)
        return Looked(parting, plays=found.plays)

    def _along(self, spot: Spot) -> Parting | None:
        fixed = {name: tuple(row) for name, row in spot.fixed.items()}
        reading = self.claim.names[0]
        theirs = Sampler(self.games.other).allowed({**fixed, reading: _first(self.games.other, reading)})
        return None if theirs is None else self.tables.along(spot.path, fixed, theirs)


def _on_both(said: Verdict, apart: Verdict) -> Verdict:
    """A proof that rests on what definitions say, and on what play does."""
    if not apart.grade.good:
        return apart
    agreed = tuple(who for who in apart.agreed if not said.smt or who in said.agreed)
    return replace(apart, agreed=agreed, smt="\n".join(text for text in (said.stated(), apart.smt) if text))


def _first(core: c.Core, reading: str) -> tuple[int, ...]:
    first = core.vars[reading].init
    assert isinstance(first, c.Const)
    return (int(first.value),)


def _call(core: c.Core, name: str) -> c.Expr:
    return c.Call(name, tuple(c.Const(0) for _ in core.defines[name].params))
