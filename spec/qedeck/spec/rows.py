"""Another row in a definition by rows: what variants and readings have in common when they change one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from qedeck.spec import tree as t
from qedeck.spec.checker.definitions import key_text
from qedeck.spec.diagnostic import Report, did_you_mean

InPlaceOf = Callable[[t.Row, tuple[t.Key, ...]], list[t.Row]]
"""What comes where a row was, given that row and those of its keys that the new one names."""


def with_row(define: t.Clause, change: t.ReplaceRow, rows_for: InPlaceOf, report: Report) -> t.Define | None:
    """The definition with that row; None, and a message, if it has no such row.

    A row may hold several keys; those that the change does not name keep what they had.
    """
    if not isinstance(define, t.Define) or not isinstance(define.body, t.By):
        hint = f"replace the whole clause: replace define {change.define} …"
        report.error("Q211", f"{change.define} has no rows to replace", change.define.span, hint)
        return None
    if not rows_with(define, change):
        known = [key_text(key) for row in define.body.rows for key in row.keys]
        hint = did_you_mean(change.key.text, known)
        report.error("Q211", f"{change.define} has no row {change.key}", change.key.span, hint)
        return None
    keys, rows = {key_text(key) for key in change.row.keys}, list[t.Row]()
    for row in define.body.rows:
        if row not in rows_with(define, change):
            rows.append(row)
            continue
        left = tuple(key for key in row.keys if key_text(key) not in keys)
        rows += [replace(row, keys=left)] if left else []
        rows += rows_for(row, tuple(key for key in row.keys if key_text(key) in keys))
    return replace(define, body=replace(define.body, rows=tuple(rows)))


def rows_with(define: t.Clause, change: t.ReplaceRow) -> tuple[t.Row, ...]:
    """The rows that have the key which the change names."""
    rows = define.body.rows if isinstance(define, t.Define) and isinstance(define.body, t.By) else ()
    return tuple(row for row in rows if change.key.text in {key_text(key) for key in row.keys})
