"""What stands out in the position that decides a claim: a verdict with its position in, names and values out."""

from __future__ import annotations

from collections.abc import Mapping

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.interpreter.why import Table, why
from qedeck.interpreter.words import Words
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.anatomy import Part
from qedeck.spec.properties import PropertyProgram
from qedeck.spec.source import Source, Span
from qedeck.spec.texts import Texts


def broken_by(
    program: PropertyProgram, part: Part, found: Verdict, sources: Mapping[str, Source]
) -> tuple[str, ...]:
    """Of a refutation, what breaks the claim; of a position that was looked for, what makes it one."""

    def text(span: Span) -> str:
        source = sources.get(span.file)
        return source.words(span) if source else ""

    wanted = (found.grade is Grade.REFUTED) != (found.claim == "never")
    meaning = Meaning(program.core, CONCRETE)
    first, _ = meaning.initial()
    cells, *rest = (Cells({**first.rows, **one.rows}) for one in found.at)
    beside = rest[0] if rest and found.claim not in ("always", "never", "reachable") else None
    table = Table(meaning, Words(program.core, Texts()), cells, beside, text)
    return tuple(map(str, why(table, part, wanted)))
