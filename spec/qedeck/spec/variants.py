"""Stage 1 to 1: a variant is a few lines over a base; applied, it is a game like any other."""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import tree as t
from qedeck.spec.amend import amended
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.rows import with_row


def apply_variant(
    base: tuple[t.Clause, ...], changes: tuple[t.Clause, ...], report: Report, called: str = "the base game"
) -> tuple[t.Clause, ...]:
    """The base, called so in messages, with the variant's clauses added, replaced and removed."""
    clauses = list(base)
    for change in changes:
        match change:
            case t.Variant():
                pass
            case t.Game():
                report.error(
                    "Q402",
                    "a variant has no game clause of its own",
                    change.span,
                    "write variant NAME of GAME, and what changes",
                )
            case t.ReplaceClause(clause):
                at = _find(clauses, clause_name(clause), report, clause, called)
                if at is not None:
                    clauses[at] = clause
            case t.Remove(name):
                at = _find(clauses, name.text, report, name, called)
                if at is not None:
                    del clauses[at]
            case t.Amend(name):
                at = _find(clauses, name.text, report, name, called)
                if at is not None:
                    clauses[at] = amended(clauses[at], change, None, report)
            case t.ReplaceRow():
                _replace_row(clauses, change, report, called)
            case t.RestrictPlayers(low, high):
                for i, clause in enumerate(clauses):
                    if isinstance(clause, t.Game):
                        if low < clause.low or high > clause.high or low > high:
                            report.error(
                                "Q403",
                                f"{called} is for {clause.low} to {clause.high} players",
                                change.span,
                                "that can only be narrowed",
                            )
                        else:
                            clauses[i] = replace(clause, low=low, high=high)
            case t.Cards() if (at := _same_set(clauses, change)) is not None:
                there = clauses[at]
                assert isinstance(there, t.Cards)
                clauses[at] = replace(there, lines=there.lines + change.lines)
            case _:
                clauses.append(change)
    return tuple(clauses)


def clause_name(clause: t.Clause) -> str:
    """What a variant calls a clause by; empty for one that it cannot name."""
    match clause:
        case t.Cards(name):
            return f"cards {name}" if name else "cards"
        case t.LeaveOut(players):
            return f"with {players} players"
        case t.Zones():
            return "zones"
        case t.Remember():
            return "remember"
        case t.Trigger(event):
            return f"on {event}"
        case t.Game():
            return "game"
        case _:
            word = getattr(clause, "name", None)
            return word.text if isinstance(word, t.Word) else ""


def _same_set(clauses: list[t.Clause], cards: t.Cards) -> int | None:
    """More cards for a set that the base has already."""
    name = clause_name(cards)
    here = [i for i, clause in enumerate(clauses) if isinstance(clause, t.Cards) and clause_name(clause) == name]
    return here[0] if here and cards.file is None else None


def _find(clauses: list[t.Clause], name: str, report: Report, node: t.Node, called: str) -> int | None:
    """The clause of this name; of two, a definition and what it comes to perhaps, the one of the node's own kind."""
    found = [i for i, clause in enumerate(clauses) if clause_name(clause) == name]
    if found:
        return next((i for i in found if type(clauses[i]) is type(node)), found[0])
    report.error(
        "Q211",
        f"{called} has no clause called {name}",
        node.span,
        did_you_mean(name, [clause_name(cl) for cl in clauses]),
    )
    return None


def _replace_row(clauses: list[t.Clause], change: t.ReplaceRow, report: Report, called: str) -> None:
    defines = [i for i, cl in enumerate(clauses) if isinstance(cl, t.Define) and cl.name == change.define]
    at = defines[0] if defines else _find(clauses, change.define.text, report, change.define, called)
    if at is None:
        return
    changed = with_row(clauses[at], change, lambda _row, _named: [change.row], report)
    clauses[at] = changed or clauses[at]
