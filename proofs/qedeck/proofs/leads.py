"""What a stepping stone for an open claim should speak of: a Core and a claim's term in, names in the game's words out.

The steps that change what a claim speaks of do so depending on other things. If induction gets stuck, it is because
too little is known of those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qedeck.interpreter.layout import layout_of
from qedeck.spec import core as c

MOST_NAMES = 4


def leads(core: c.Core, term: c.Expr) -> tuple[str, ...]:
    """The remembered values and zones, beside those of the claim, that decide how those of the claim change."""
    spoken = set(layout_of(core).seen_by([term]))
    asked = [expr for steps, on_the_way in _changing(core, spoken) for expr in (*c.terms_of_steps(steps), *on_the_way)]
    found = layout_of(core).seen_by(asked) - spoken
    mine = {name for zone in core.zones.values() if spoken & set(c.cells_of(zone)) for name in c.cells_of(zone)}
    return tuple(dict.fromkeys(_named(core, sorted(found - mine))))[:MOST_NAMES]


def _changing(core: c.Core, spoken: set[str]) -> Iterator[tuple[tuple[c.Step, ...], list[c.Expr]]]:
    """Steps that change something of these, each with what is asked on the way to them."""
    into: dict[int, list[c.Expr]] = {}
    for block in core.blocks:
        for to in c.onward(block.exit):
            into.setdefault(to, []).extend(c.terms_of_exit(block.exit))
    for number, block in enumerate(core.blocks):
        steps = tuple(step for step in block.steps if c.writes(core, [step]) & spoken)
        drawn = any(c.chosen_at(core, core.nodes[node]) & spoken for node in c.decided(block.exit))
        if steps or drawn:
            yield steps, into.get(number, [])


def _named(core: c.Core, names: Iterable[str]) -> Iterator[str]:
    zones = {name: zone.name for zone in core.zones.values() for name in c.cells_of(zone)}
    for name in names:
        if name in zones:
            yield zones[name]
        elif core.vars[name].role == "remembered":
            yield name
