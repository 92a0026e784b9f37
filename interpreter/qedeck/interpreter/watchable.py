"""What there is to watch in a game: the clauses that play puts to work, and who says which card wins a trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from qedeck.spec import core as c
from qedeck.spec.source import Span


def watchable(core: c.Core) -> list[str]:
    """The clauses that play can put to work, in the order of the text; not what only claims and examples ask for.

    A phase that only does other phases leaves no trace of its own, so it is not one of them.
    """
    found = asked(core) | at_work(core)
    return [name for name in core.clauses if name in found]


def at_work(core: c.Core) -> set[str]:
    """Clauses that only do something: endings, and those of steps and decisions."""
    course = (node for part in (*core.blocks, *core.nodes) for node in _inside(part))
    done = {getattr(node, "clause", "") for node in course} | {ending.name for ending in core.endings}
    return (done & core.clauses.keys()) - asked(core)


def asked(core: c.Core) -> set[str]:
    """Clauses that play asks for: definitions, readings and parameters."""
    found, known = set[str](), set[str]()
    waiting: list[Any] = [*core.blocks, *core.nodes, *core.endings, *(v.init for v in core.vars.values())]
    while waiting:
        for node in _inside(waiting.pop()):
            match node:
                case c.Call(define) if define not in known:
                    known.add(define)
                    found.add(core.defines[define].clause)
                    waiting.append(core.defines[define].body)
                case c.Read(var) if core.vars[var].rigid:
                    found.add(core.vars[var].clause)
    return found & core.clauses.keys()


def _inside(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _inside(item)
    elif is_dataclass(node) and not isinstance(node, c.Domain | Span):
        yield node
        for part in fields(node):
            yield from _inside(getattr(node, part.name))


def judge_of(core: c.Core, zone: str) -> c.Define | None:
    """The only definition that gives a place of this row, and asks for nothing."""
    places = core.zones[zone].places
    found = [d for d in core.defines.values() if not d.params and d.type == c.Member(places)] if places else []
    return found[0] if len(found) == 1 else None
