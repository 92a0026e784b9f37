"""The definitions that are near to a claim: those asked for by the steps that change what it speaks of.

In: some terms; out: all other definitions, to be left open. Who scores depends on the totals, they on the points; who
won which trick is far away, and is what makes a step too large to be looked at as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qedeck.interpreter.layout import layout_of
from qedeck.proofs.formulas.loose import spared
from qedeck.spec import core as c

NEAR = 2
"""What changes it, and what changes that."""


def far_away(core: c.Core, terms: Iterable[c.Expr]) -> frozenset[str]:
    """The definitions that are not near to these terms."""
    layout, asked = layout_of(core), list(terms)
    for _ in range(NEAR):
        seen = frozenset(layout.seen_by(asked))
        asked += [term for block in core.blocks for term in _changing(core, block.steps, seen)]
    return spared(core, layout, asked)


def _changing(core: c.Core, steps: Iterable[c.Step], seen: frozenset[str]) -> Iterator[c.Expr]:
    """What is asked by the steps that change some variables."""
    for step in c.substeps(steps):
        if c.writes(core, (step,)) & seen:
            yield from c.asked_by(core, step)
            yield from map(c.Read, sorted(c.looks_at(core, (step,))))
