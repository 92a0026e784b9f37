"""Stage 2 to 3, claims over a phase: the game with such a claim written into it.

In: the clauses of a game and a claim, `each night keeps …`; out: a Core that is played as the game is, and remembers
whether the claim was kept whenever such a phase ended. What is wrong with it is reported where the claim stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.circles import circles
from qedeck.spec.checker.during import BROKEN, MET, During, stripped
from qedeck.spec.checker.elaborate import Workshop, default_readings, elaborate, looked_at
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.terms import both
from qedeck.spec.checker.values import Env
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.readings import with_readings


@dataclass(frozen=True, slots=True)
class Over:
    """A claim over a phase, as a game that remembers whether it was kept: it is played as it is without."""

    phase: str
    core: c.Core
    told_by: frozenset[str]
    """Variables that only tell which of these phases it was."""
    asked: str = BROKEN
    """The variable that is never to be yes."""
    circular: bool = False
    """Whether it asks for a definition that asks for itself: going round in a circle would break off the play."""

    @property
    def claims(self) -> c.Expr:
        """What is always so, if the claim holds."""
        return c.Op("not", (c.Read(self.asked),))

    @property
    def searched(self) -> c.Core:
        """The game, as it is enough to see whether it is kept."""
        other = {BROKEN, MET} - {self.asked}
        return stripped(self.core, self.told_by | other)


def assumed(prop: t.Property, core: c.Core, exprs: Expressions) -> c.Expr:
    """What is assumed for the claims of a property."""
    # A setting is not only what play starts with: whatever is claimed is claimed of games with this setting.
    given = [*map(_as_assumption, prop.settings), *prop.assuming]
    usual = default_readings(core) if prop.default_readings else ()
    return both(*(exprs.condition(e, Env()) for e in given), *usual)


def over_phase(
    clauses: tuple[t.Clause, ...], prop: t.Property, claim: t.Claim, players: int, report: Report
) -> Over | None:
    """The game with a claim over one of its phases written into it; None, and why, if it cannot be."""
    word = claim.names[0]
    phases = {clause.name.text for clause in with_readings(clauses, report) if isinstance(clause, t.Phase)}
    if word.text not in phases:
        hint = did_you_mean(word.text, [*phases, "choice"])
        report.error("Q205", f"there is no phase called {word}", word.span, hint)
        return None
    core = elaborate(clauses, players, report, prop.settings)
    if core is None:
        return None
    # Names and definitions are read once for all claims over phases; what is wrong with one must not spoil the next.
    key = ("over phases", id(clauses))
    found: Report = report.kept.setdefault(key, Report())

    def look(shop: Workshop) -> During:
        return During(claim, lambda exprs: assumed(prop, core, exprs), shop.state, shop.defines)

    made = looked_at(clauses, players, found, prop.settings, look)
    for told in dict.fromkeys(one for one in found.found if one.severity == "error"):
        # What is wrong with the game is told where it is checked.
        if told.span.file == claim.span.file and claim.span.start <= told.span.start < claim.span.end:
            report.add(told)
    if made is None:
        report.kept.pop(key)
        return None
    game, during = made
    return Over(word.text, game, during.telling, circular=_circular(game, during.asked))


def _circular(core: c.Core, asked: list[c.Expr]) -> bool:
    """Whether one of these terms asks for a definition that asks for itself."""
    graph = {name: c.calls(define.body) for name, define in core.defines.items()}
    reached, waiting = set[str](), list(c.calls(*asked))
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += graph[name]
    return not reached.isdisjoint(circles(graph))


def _as_assumption(setting: t.Setting) -> t.Expr:
    """`with level-match is shared`, as something that holds."""
    held = t.Is(setting.target, setting.value, False, span=setting.span)
    return held if setting.bind is None else t.Every(setting.bind, setting.where, held, span=setting.span)
