"""Stage 0 to 1, all of it: the first file of a game in; the clauses of all its files, and of its bases, out.

Every text that is read on the way is kept in `sources`, so that messages can show it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Diagnostic, Report
from qedeck.spec.files import beside, read_source, shipped_game, shown, within
from qedeck.spec.home import RULES, SUFFIX, around, companion, name_of, parts
from qedeck.spec.limits import MOST_FILES, MOST_VARIANTS
from qedeck.spec.reader import read
from qedeck.spec.source import Source, Span
from qedeck.spec.tables import card_lines
from qedeck.spec.texts import LANGUAGES
from qedeck.spec.variants import apply_variant


class Gathered(NamedTuple):
    """A game or a variant, and if it is a variant, what lies below it."""

    clauses: tuple[t.Clause, ...]
    homes: tuple[Path, ...]
    """Its own first file, then that of each of its bases."""
    own: frozenset[str]
    """Its own files, without those of its bases."""
    head: t.Variant | None = None
    base: tuple[t.Clause, ...] = ()


def gather(
    path: Path, sources: dict[str, Source], report: Report, inside: tuple[Path, ...] = ()
) -> Gathered:
    """`sources` receives every text that is read; `inside` are the variants that this game is the base of."""
    clauses = _files(path, sources, report)
    own = frozenset(sources)
    head = next((cl for cl in clauses if isinstance(cl, t.Variant)), None)
    if head is None:
        return Gathered(clauses, (path,), own)
    alone = Gathered(clauses, (path,), own, head)
    base_path = named(path, head.base)
    if isinstance(base_path, Diagnostic):
        none = f"there is no game {head.base} to vary"
        report.error("Q212", none if base_path.code == "Q009" else base_path.title, head.base.span, base_path.hint)
        return alone
    inside = (*inside, path.resolve())
    if base_path.resolve() in inside:
        report.error("Q212", f"{head.base} is a variant of itself", head.base.span)
        return alone
    if len(inside) > MOST_VARIANTS:
        said = f"variants of variants, more than {MOST_VARIANTS} deep"
        report.error("Q212", said, head.base.span, "write what they change together into one variant")
        return alone
    base = gather(base_path, sources, report, inside)
    made = apply_variant(base.clauses, clauses, report)
    return Gathered(made, (path, *base.homes), own, head, base.clauses)


def named(path: Path, word: t.Word) -> Path | Diagnostic:
    """The game of this name: one that lies beside this one, as a file or as a folder, or a shipped game."""
    here = around(path)
    own = [path.with_name(RULES)] if name_of(path.with_name(RULES)) == word.text else []
    for found in (here / f"{word.text}{SUFFIX}", here / word.text / RULES, *own):
        there = within(found, here)
        if there is not None:
            return there
    return shipped_game(word.text)


def texts_of(homes: tuple[Path, ...], report: Report) -> list[dict[str, Source]]:
    """The texts beside a game, by language; of a variant, those beside its bases after its own."""
    return [_texts_beside(path, report) for path in homes]


def _files(path: Path, sources: dict[str, Source], report: Report) -> tuple[t.Clause, ...]:
    clauses: list[t.Clause] = []
    others = parts(path)
    if len(others) >= MOST_FILES:
        said = f"{shown(path.parent)} has {len(others) + 1:,} files ending in {SUFFIX}"
        report.add(Diagnostic("Q004", said, Span(shown(path), 0, 0), f"a game may have {MOST_FILES}"))
        others = []
    for number, file in enumerate([path, *others]):
        there = beside(path, file.name) if number else file
        source = read_source(there) if isinstance(there, Path) else there
        if isinstance(source, Source):
            sources[source.name] = source
            read_there, found = read(source)
            report.broken |= read_there.broken
            report.mentioned |= read_there.mentioned
            for diagnostic in found:
                report.add(diagnostic)
            clauses += [_with_table(cl, path, sources, report) for cl in read_there.clauses]
        elif source is not None:
            report.add(source)
    return tuple(clauses)


def _texts_beside(path: Path, report: Report) -> dict[str, Source]:
    found: dict[str, Source] = {}
    for language in LANGUAGES:
        texts = beside(path, companion(path, f"{language}.toml").name)
        if texts is not None:
            source = texts if isinstance(texts, Diagnostic) else read_source(texts, "a file of texts")
            if isinstance(source, Diagnostic):
                report.add(source)
            else:
                found[language] = source
    return found


def _with_table(clause: t.Clause, path: Path, sources: dict[str, Source], report: Report) -> t.Clause:
    """Cards from a CSV file beside the spec join those that are written in it; so do those that a change brings."""
    match clause:
        case t.ReplaceClause(inner):
            return replace(clause, clause=_with_table(inner, path, sources, report))
        case t.Property() if any(claim.changes for claim in clause.claims):
            claims = (
                replace(claim, changes=tuple(_with_table(one, path, sources, report) for one in claim.changes))
                for claim in clause.claims
            )
            return replace(clause, claims=tuple(claims))
    if not isinstance(clause, t.Cards) or clause.file is None:
        return clause
    if "/" in clause.file or "\\" in clause.file or not clause.file.endswith(".csv"):
        report.error(
            "Q416", "the table of cards must be a .csv file beside the spec", clause.span, 'cards from "cards.csv"'
        )
        report.broken.add(clause.file)
        return clause
    table = beside(path, clause.file) or path.with_name(clause.file)
    source = table if isinstance(table, Diagnostic) else read_source(table, "a table of cards")
    if isinstance(source, Diagnostic):
        report.error("Q416", source.title, clause.span, source.hint)
        report.broken.add(clause.file)
        return clause
    sources[source.name] = source
    told = len(report.found)
    lines = card_lines(source, report)
    if len(report.found) > told:
        report.broken.add(clause.file)
    return replace(clause, lines=clause.lines + lines)
