"""What is remembered and has changed: the table before and after a step in, events out.

Only values that the texts have a sentence for are looked at, and only as they stand after the step:
what came and went within it is not told.
"""

from __future__ import annotations

from itertools import product

from qedeck.interpreter.events import Changed
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.interpreter.words import Words
from qedeck.spec import core as c


def changes(words: Words, meaning: Meaning[bool, int], before: Cells, after: Cells) -> list[Changed]:
    """In the order in which the values are declared."""
    core, found = words.core, list[Changed]()
    seats = range(core.domains["player"].size)
    watched = words.texts.watched()
    for name in (name for name in core.vars if name in watched):
        var = core.vars[name]
        if name not in before or before[name] == after[name] or var.sight == c.NOBODY:
            continue
        each = len(after[name]) // var.dims[0].size if var.dims else 1
        for place, index in enumerate(product(*(dim.members for dim in var.dims))):
            was, now = before[name][place], after[name][place]
            if was != now:
                whose = place // each if var.dims else None
                sees = [
                    all(meaning.sees(cells, var.sight, seat, whose) for cells in (before, after)) for seat in seats
                ]
                seen = frozenset(seat for seat, both in enumerate(sees, 1) if both)
                found.append(Changed(name, index, words.word(var.type, was), words.word(var.type, now), seen))
    return found
