"""Whether a change makes any difference: definitions and steps of two games, held against each other in any position.

In: two Cores; out: whether all that play asks is proved to come out alike, and every step to come to the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.fixed.asked_with import asked_with
from qedeck.proofs.formulas.arguments import calls, countable
from qedeck.proofs.formulas.compare import Comparison, Pair, terms
from qedeck.proofs.formulas.positions import any_position
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth
from qedeck.proofs.kinds.same import calling
from qedeck.proofs.mutation.same_steps import same_steps
from qedeck.spec import core as c

OTHER = "in the other game: "


def alike(one: c.Core, other: c.Core, seconds: float) -> bool:
    """Proved to come out the same in every position; False where they differ, or nobody knows."""
    until = time.process_time() + seconds
    if one.defines.keys() != other.defines.keys():
        return False
    # With definitions that say the same it does not matter whose are asked.
    return same_steps(one, replace(other, defines=one.defines), seconds) and (
        one.defines == other.defines or _same_definitions(one, other, until - time.process_time())
    )


def _same_definitions(one: c.Core, other: c.Core, seconds: float) -> bool:
    until = time.process_time() + seconds
    asked = said_apart(one, other)
    if asked is None:
        return False
    return ask(*asked, max(0.1, until - time.process_time())).verdict == "unsat"


def said_apart(one: c.Core, other: c.Core, some: Iterable[str] | None = None) -> tuple[list[Z3], Z3] | None:
    """What is known of any position, and when the definitions of two games, the same by name, say something else there.

    `some`: only these; else all that matter. None if one of them can be asked too many things, or the two games ask
    with other numbers.
    """
    renamed = {name: f"{OTHER}{name}" for name in other.defines}
    more = {
        renamed[name]: replace(define, name=renamed[name], body=calling(define.body, renamed))
        for name, define in other.defines.items()
    }
    both = replace(one, defines={**one.defines, **more})
    asked = [one.defines[name] for name in (_asked(one, other) if some is None else some)]
    if not all(countable(both, define) for define in asked):
        return None
    # Numbers are tried as the rules ask with them: so both games must ask with the same.
    mine, others = asked_with(one), asked_with(other)
    if any(mine.get(define.name) != others.get(define.name) for define in asked):
        return None
    pairs = [
        Pair(call, c.Call(renamed[define.name], call.args), when)
        for define in asked
        for call, when in calls(both, define)
    ]
    meaning: Meaning[Truth, Number] = Meaning(both, SYMBOLIC)
    here = any_position(meaning, terms(pairs))
    same = Comparison(both, here, tuple(pairs), c.Const(True), (_as_is, _as_is), ("", ""))
    return same.known(meaning), same.parting(meaning)


def _as_is(cells: Cells) -> Cells:
    return cells


def _asked(one: c.Core, other: c.Core) -> list[str]:
    """The definitions that rules ask, and those that nobody does, as far as the change reaches them."""
    called = {name: c.calls(define.body, other.defines[name].body) for name, define in one.defines.items()}
    rules = c.calls(*c.terms_of_core(one), *c.terms_of_core(other))
    within = {define for name, defines in called.items() for define in defines - {name}}
    asked = [name for name in one.defines if name in rules or name not in within]
    reached = {name for name, define in one.defines.items() if define != other.defines[name]}
    size = 0
    while size != len(reached):
        size = len(reached)
        reached |= {name for name, defines in called.items() if defines & reached}
    return [name for name in asked if name in reached]
