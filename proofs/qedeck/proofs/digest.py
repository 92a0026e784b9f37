"""For which text of a game a verdict holds: the clauses that its answer depends on in, a short digest out.

The digest is of what is written, not of what we make of it: neither a remark, a citation or another layout changes it,
nor a new edition of qedeck. For that, see `record.EDITION`. Nor does it matter in which of its forms a reading is said.
"""

from __future__ import annotations

from hashlib import sha256

from qedeck.proofs.depends import of_positions, slice_
from qedeck.spec import tree as t
from qedeck.spec.each_way import each_way
from qedeck.spec.properties import PropertyProgram
from qedeck.spec.written import SILENT, clause_written, written

COURSE = (t.Phase, t.Event, t.Trigger, t.Ending)
"""Clauses that only matter where something is claimed of play."""


def digest(clauses: tuple[t.Clause, ...], prop: t.Property, place: int, program: PropertyProgram) -> str:
    """The same for two texts only if the answer to this claim of a property is the same."""
    claim = program.claims[place]
    reached = {define.clause for define in slice_(program, claim).core.defines.values()}
    positions = of_positions(program, claim)
    counted = []
    # Cases are spoken of as they are written; so are the parts that another game changes.
    literal = claim.kind == "clauses" or claim.beside is not None
    # The game that this one is compared with may ask what this one does not, and so may a game with a claim in it.
    alone = claim.beside is None and claim.over is None
    rules = each_way(clauses)
    for clause in clauses if literal else rules.clauses:
        unasked = isinstance(clause, t.Define) and clause.name.text not in reached and alone
        if not unasked and not isinstance(clause, SILENT) and not (positions and isinstance(clause, COURSE)):
            counted.append(clause_written(clause) if literal else rules.told(clause))
    asked = (prop.settings, prop.assuming, prop.claims[: place + 1], prop.default_readings)
    above = [one for one in clauses if isinstance(one, t.Property) and one.name in prop.follows]
    grounds = [(one.settings, one.assuming, one.claims) for one in above]
    said = (program.core.players, sorted(counted), written(asked), written(tuple(grounds)))
    return sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]
