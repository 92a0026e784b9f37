"""How a game came out: the last position, a fault, or a decision without a choice in; a Result out."""

from __future__ import annotations

from collections.abc import Sequence

from qedeck.interpreter.events import Result
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.obstacles import Step, obstacle
from qedeck.interpreter.state import Cells, Fault
from qedeck.interpreter.words import Words, spoken
from qedeck.spec import core as c
from qedeck.spec.explain import pages


def finished(meaning: Meaning[bool, int], cells: Cells) -> Result:
    """The play has come to its end: by which ending, and who wins."""
    core = meaning.core
    holding = holding_now(meaning, cells)
    ended = cells["ended"][0]
    if ended == c.NONE:
        return Result("undeclared", holding=holding, reason="the play is over, but by no declared ending")
    ending = core.endings[ended]
    winners = tuple(seat for seat, wins in enumerate(cells["winner"], 1) if wins)
    return Result(ending.result, ending.name, winners, holding, spoken(ending.name))


def holding_now(meaning: Meaning[bool, int], cells: Cells) -> tuple[str, ...]:
    """Every ending whose condition holds; one that cannot be asked here does not."""
    found = []
    for ending in meaning.core.endings:
        worth, faults = meaning.value(ending.condition, cells)
        if worth and not faults:
            found.append(ending.name)
    return tuple(found)


def undefined(faults: Sequence[Fault[bool]], words: Words, step: Step | None = None) -> Result:
    """The rules say nothing about this: the first fault, with its code and its clause; what was in a move's way."""
    fault = faults[0]
    where = f" in {spoken(fault.clause)}" if fault.clause else ""
    return Result("undefined", reason=f"the rules say nothing here{where}: {_because(fault, words, step)}",
                  code=fault.code, clause=fault.clause, span=fault.span)


def unlaid(faults: Sequence[Fault[bool]], words: Words, step: Step) -> Result:
    """A position that an example lays out cannot be."""
    fault = faults[0]
    return Result("undefined", reason=f"this cannot be laid out: {_because(fault, words, step)}", code=fault.code,
                  span=fault.span)


def cut_short(faults: Sequence[Fault[bool]], node: c.Node | None) -> Result:
    """A position that an example lays out in the middle of play, after which play cannot go on."""
    where = f" in {spoken(node.clause)}" if node is not None and node.clause else ""
    return Result("undefined", reason=f"this ends the play: it is no longer clear who decides{where}",
                  code=faults[0].code)


def _because(fault: Fault[bool], words: Words, step: Step | None) -> str:
    page = pages().get(fault.code)
    why = page.title[0].lower() + page.title[1:] if page else "something undefined"
    return obstacle(words, step) or why if fault.code == "Q504" and step is not None else why


def stuck(node: c.Decision, player: int | None, words: Words) -> Result:
    others = {"anyone": "somebody", "chance": "chance", "table": "the table", "moderator": "the moderator"}
    who = words.name("en", words.player(player)) if player else others.get(node.owner.who, "somebody")
    return Result("stuck", reason=f"{who} must choose in {spoken(node.name)}, but nothing can be chosen",
                  clause=node.clause or node.name, span=node.span)
