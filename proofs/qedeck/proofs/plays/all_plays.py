"""All plays of a game whose every position can be visited: whether one of them comes back, and how long they are.

In: a Core, and how many choices there may be; out: a verdict, or None where the game is too large.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.plays.circles import circle, longest
from qedeck.proofs.plays.everywhere import EASY
from qedeck.proofs.plays.explore import explored, promising
from qedeck.proofs.plays.given import Given
from qedeck.proofs.plays.lasso import repeated
from qedeck.proofs.plays.sample import chosen
from qedeck.proofs.plays.swept import rounds
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted


def all_plays(core: c.Core, assumed: Given, blank: Verdict, seconds: float, limit: c.Expr | None) -> Verdict | None:
    """Every play of a small game: whether one comes back, or has more choices than `limit`; None if it is not small.

    A play that is too long is left to others to tell: they know the shortest.
    """
    every = explored(core, min(seconds / 2, EASY), assumed.rules)
    if not every.complete and promising(core, assumed.rules):
        said = _all_by_engine(core, assumed, blank, seconds / 3, limit)
        if said is not None:
            return said
    every = explored(core, seconds / 2, assumed.rules)
    if not every.complete or not every.positions:
        return None
    blank = replace(blank, engine="exhaustive search")
    found = circle(every)
    if found is not None:
        fault = replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return repeated(core, found.spot, found.since, blank) or fault
    if limit is None:
        most = longest(every, lambda node: True)
        detail = f"{every.seen}: no play comes back to one, none has more than {counted(most, 'decision')}"
        return replace(blank, grade=Grade.PROVED_SIZES, detail=detail)
    most = longest(every, lambda node: chosen(core, node))
    allowed, faults = every.meaning.value(limit, every.table(0)[2])
    if visible(core, [limit]) or faults or most > allowed:
        return None
    detail = f"{every.seen}: no play has more than {counted(most, 'choice')}"
    return replace(blank, grade=Grade.PROVED_SIZES, detail=detail)


def _all_by_engine(
    core: c.Core, assumed: Given, blank: Verdict, seconds: float, limit: c.Expr | None
) -> Verdict | None:
    """The same for a game with millions of positions."""
    found = rounds(core, assumed.rules, limit is None, seconds)
    if found is None:
        return None
    blank = replace(blank, engine="exhaustive search")
    if found.spot is not None:
        fault = replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return repeated(core, found.spot, found.since, blank) or fault
    if limit is None:
        detail = f"{found.seen}: no play comes back to one, none has more than {counted(found.longest, 'decision')}"
        return replace(blank, grade=Grade.PROVED_SIZES, detail=detail)
    meaning = Meaning(core, CONCRETE)
    allowed, faults = meaning.value(limit, meaning.initial()[0])
    if visible(core, [limit]) or faults or found.longest > allowed:
        return None
    detail = f"{found.seen}: no play has more than {counted(found.longest, 'choice')}"
    return replace(blank, grade=Grade.PROVED_SIZES, detail=detail)
