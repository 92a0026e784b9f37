"""What rules would say if an open point were read otherwise: from the changes that a reading writes beside itself.

In: readings with their ways; out: for each clause that one changes, which of its lines go and which come instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from qedeck.site.book.fill.coding import clause_text
from qedeck.site.book.fill.desk import Desk, Written
from qedeck.site.book.prose import Paragraph, anchor_of, plain
from qedeck.site.book.rules import Otherwise
from qedeck.site.book.words.speaker import Linker, speaker_of
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.variants import apply_variant, clause_name

FEW_STEPS = 12


@dataclass(frozen=True)
class OtherWays:
    """The readings of a game that say their other ways as changes."""

    desk: Desk

    @cached_property
    def beside(self) -> dict[str, tuple[Otherwise, ...]]:
        """For each clause, by its name."""
        found: dict[str, list[Otherwise]] = {}
        for key, part in self.desk.written.items():
            if isinstance(part, t.Reading):
                for way in part.ways:
                    for change in way.changes:
                        for name, one in self._otherwise(key, part, way, change):
                            found.setdefault(name, []).append(one)
        return {name: tuple(ways) for name, ways in found.items()}

    def _otherwise(
        self, key: str, reading: t.Reading, way: t.Way, change: t.Clause
    ) -> Iterator[tuple[str, Otherwise]]:
        called = _target(change)
        name = called if called in self.desk.clauses else self.desk.named.get(called, "")
        source = self.desk.source(change.span)
        if name not in self.desk.clauses or source is None:
            return
        changed = apply_variant(self.desk.game.clauses, (change,), Report())
        after = next((one for one in changed if clause_name(one) == called), None)
        gone, new = self._lines(self.desk.written[name], after)
        said = self.desk.texts.alternative(self.desk.language, reading.name.text, way.word.text)
        words = Linker(self.desk).text(said)
        yield name, Otherwise(
            anchor_of(key), self.desk.heading(key), way.word.text, words, gone, new, self.desk.file(change.span),
            self.desk.line(change.span), clause_text(source, change.span))

    def _lines(
        self, before: Written, after: t.Clause | None
    ) -> tuple[tuple[Paragraph, ...], tuple[Paragraph, ...]]:
        """The lines that are there no more, and those that are new; of a few steps all, since their order matters."""
        speaker = speaker_of(self.desk)
        old, new = speaker.clause(before), speaker.clause(after) if after is not None else ()
        gone, come = _only(old, new), _only(new, old)
        in_order = any(line.depth and line.ordered for line in new) and len(new) <= FEW_STEPS
        return gone, new if in_order else come


def _target(change: t.Clause) -> str:
    """What a change changes, as clauses are called; nothing if it only adds something of its own."""
    match change:
        case t.Amend(name) | t.Remove(name) | t.Restrict(name):
            return name.text
        case t.ReplaceRow(_, define):
            return define.text
        case t.ReplaceClause(clause):
            return clause_name(clause)
        case _:
            return ""


def _only(lines: tuple[Paragraph, ...], others: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
    """Lines that do not stand among the others, as a list by itself."""
    known = {plain(line) for line in others}
    kept = [line for line in lines if plain(line) not in known]
    least = min((line.depth for line in kept), default=0)
    return tuple(replace(line, depth=line.depth - least + 1, ordered=False) for line in kept)
