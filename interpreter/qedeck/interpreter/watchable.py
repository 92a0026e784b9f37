"""What there is to watch in a game: the clauses that play puts to work, and who says which card wins a trick."""

from __future__ import annotations

from qedeck.interpreter.layout import layout_of
from qedeck.spec import core as c


def watchable(core: c.Core) -> list[str]:
    """The clauses that play can put to work, in the order of the text; not what only claims and examples ask for.

    A phase that only does other phases leaves no trace of its own, so it is not one of them.
    """
    found = asked(core) | at_work(core)
    return [name for name in core.clauses if name in found]


def at_work(core: c.Core) -> set[str]:
    """Clauses that only do something: endings, and those of steps and decisions."""
    done = {c.clause_of(step) for block in core.blocks for step in c.substeps(block.steps)}
    done |= {part.clause for node in core.nodes for part in (node, *c.options_of(node))}
    done |= {ending.name for ending in core.endings}
    return (done & core.clauses.keys()) - asked(core)


def asked(core: c.Core) -> set[str]:
    """Clauses that play asks for: definitions, readings and parameters."""
    endings = (term for ending in core.endings for term in (ending.condition, ending.winner))
    course = (*c.terms_of_blocks(core.blocks), *(term for node in core.nodes for term in c.terms_of_node(node)))
    layout = layout_of(core)
    waiting, known = [*course, *endings, *(var.init for var in core.vars.values())], set[str]()
    found = {core.vars[name].clause for name in layout.seen_by(waiting) if core.vars[name].rigid}
    while waiting:
        for name in c.calls(waiting.pop()) - known:
            known.add(name)
            found.add(core.defines[name].clause)
            waiting.append(core.defines[name].body)
    return found & core.clauses.keys()


def judge_of(core: c.Core, zone: str) -> c.Define | None:
    """The only definition that gives a place of this row, and asks for nothing."""
    places = core.zones[zone].places
    found = [d for d in core.defines.values() if not d.params and d.type == c.Member(places)] if places else []
    return found[0] if len(found) == 1 else None
