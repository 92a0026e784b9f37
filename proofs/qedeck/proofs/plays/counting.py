"""A game that counts its choices: the same game with one more number, which nobody sees."""

from __future__ import annotations

from dataclasses import replace

from qedeck.proofs.plays.sample import chosen
from qedeck.spec import core as c

COUNTER = "choices made"
MOST = 1_000_000
"""What the counter comes to at most; one choice more would be undefined."""


def counting(core: c.Core) -> c.Core:
    """Each choice of somebody, not of chance, first adds 1 to the counter."""
    blocks, nodes = list(core.blocks), list[c.Node]()
    zero, one = c.Const(0), c.Const(1)
    for number, node in enumerate(core.nodes):
        if not chosen(core, number):
            nodes.append(node)
            continue
        assert isinstance(node, c.Decision)
        options = []
        for option in node.options:
            more = c.Assign(COUNTER, (), c.Op("add", (c.Read(COUNTER), one)))
            blocks.append(c.Block((more,), c.Jump(option.next)))
            options.append(replace(option, next=len(blocks) - 1))
        nodes.append(replace(node, options=tuple(options)))
    counter = c.Var(COUNTER, c.Whole(0, MOST), (), "control", c.NOBODY, zero, lasting=True)
    return replace(core, vars={**core.vars, COUNTER: counter}, blocks=tuple(blocks), nodes=tuple(nodes))
