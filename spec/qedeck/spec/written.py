"""What is written, whatever its layout: a part of the tree in, its text without remarks and citations out."""

from __future__ import annotations

from dataclasses import MISSING, fields

from qedeck.spec import tree as t

SILENT = (t.Example, t.Property, t.Variant)
"""Clauses that change no game."""
NO_MATTER = frozenset({"span", "cites", "title"})
MOST_CLAUSES = 20_000

_CLAUSES: dict[int, tuple[t.Clause, str]] = {}
"""What clauses say: many questions are about the same ones."""


def clause_written(clause: t.Clause) -> str:
    """The same as `written`, kept."""
    kept = _CLAUSES.get(id(clause))
    if kept is None:
        if len(_CLAUSES) >= MOST_CLAUSES:
            _CLAUSES.clear()
        # The clause is kept alive with its text, so its identity stays its own.
        kept = _CLAUSES[id(clause)] = clause, written(clause)
    return kept[1]


def written(part: object) -> str:
    """What a part of the tree says: a field that says nothing beyond its default is left out."""
    if isinstance(part, tuple | list):
        return f"({' '.join(map(written, part))})"
    if not isinstance(part, t.Node):
        return repr(part)
    said = []
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name not in NO_MATTER and (field.default is MISSING or value != field.default):
            said.append(f"{field.name}={written(value)}")
    return f"{type(part).__name__}({' '.join(said)})"
