"""What nobody uses is struck out: names without a reader, branches and loops in which nothing happens."""

from __future__ import annotations

from collections import Counter

from qedeck.engine import ir


def uses(block: list[ir.Statement]) -> Counter[str]:
    """How often each name is read."""
    return Counter(atom for statement in ir.walk(block) for atom in ir.atoms(statement) if isinstance(atom, str))


def prune(function: ir.Function) -> None:
    while True:
        read = uses(function.body)
        if not _strike(function.body, read):
            return


def _strike(block: list[ir.Statement], read: Counter[str]) -> bool:
    """Without what has no effect; whether anything was struck out."""
    kept: list[ir.Statement] = []
    struck = False
    for statement in block:
        for inner in ir.blocks(statement):
            struck = _strike(inner, read) or struck
        if _idle(statement, read):
            struck = True
        else:
            kept.append(statement)
            if isinstance(statement, (ir.Return, ir.Break, ir.Fault)):
                break  # nobody gets past here
    struck = struck or len(kept) < len(block)
    block[:] = kept
    return struck


def _idle(statement: ir.Statement, read: Counter[str]) -> bool:
    match statement:
        case ir.Let(name) | ir.Load(name) | ir.Set(name):
            return not read[name]
        case ir.Call(name, to):
            return not read[name] and to.pure and not to.faults
        case ir.If(_, then, otherwise):
            return not then and not otherwise
        case ir.Loop(body=body) | ir.Bits(body=body) | ir.Attempt(body=body):
            return not body
        case _:
            return False
