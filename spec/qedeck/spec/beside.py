"""Stage 1 to 3, games side by side: the other game of a claim that two games are the same, or come out the same.

In: the clauses of a game and a claim, `same game without X`, `same game as G` or `same game with` changes, and the
same three with `outcome` in the place of `game`; out: the rules of the other game, and its Core at a player count. What
is wrong with it is reported at the change that is to blame, or where the claim stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import default_readings, elaborate
from qedeck.spec.checker.sizes import no_table, too_large
from qedeck.spec.checker.work import too_much
from qedeck.spec.diagnostic import Note, Report, did_you_mean
from qedeck.spec.source import Span
from qedeck.spec.variants import apply_variant, clause_name

SAME, OUTCOME = ("same_without", "same_as", "same_with"), ("outcome_without", "outcome_as", "outcome_with")
COMPARED = (*SAME, *OUTCOME)
"""Kinds of claims that compare this game with another one: all that is seen of it, or how it comes out."""


def way(kind: str) -> str:
    """How a kind of claim names the other game: without, as, with."""
    return kind.rpartition("_")[2]


def with_games(clauses: tuple[t.Clause, ...], found: dict[str, tuple[t.Clause, ...]]) -> tuple[t.Clause, ...]:
    """The clauses, with the games that their claims name put into these claims."""

    def named(claim: t.Claim) -> t.Claim:
        rules = found.get(claim.names[0].text, ()) if claim.kind in COMPARED and way(claim.kind) == "as" else ()
        return replace(claim, beside=rules) if rules else claim

    return tuple(
        replace(clause, claims=tuple(map(named, clause.claims))) if isinstance(clause, t.Property) else clause
        for clause in clauses
    )


def rules(clauses: tuple[t.Clause, ...]) -> tuple[t.Clause, ...]:
    """What is played by: not what is said of it."""
    return tuple(clause for clause in clauses if not isinstance(clause, t.Example | t.Property))


def beside(
    clauses: tuple[t.Clause, ...], prop: t.Property, claim: t.Claim, players: int, report: Report
) -> c.Core | None:
    """The other game, with the settings of the property that it knows; None, and why, if there is none."""
    asked = (clauses, prop, claim)
    for known, count, core in _KEPT:
        if count == players and all(one is other for one, other in zip(known, asked, strict=True)):
            return core
    made = _beside(clauses, prop, claim, players, report)
    if made is not None:
        _KEPT.appendleft((asked, players, made))
    return made


_KEPT: deque[tuple[tuple[object, ...], int, c.Core]] = deque(maxlen=32)
"""Other games that were found good when a game was checked, for whoever asks a moment later what its claims mean."""


def _beside(
    clauses: tuple[t.Clause, ...], prop: t.Property, claim: t.Claim, players: int, report: Report
) -> c.Core | None:
    other = _other(clauses, claim, report)
    if other is None:
        return None
    which, place = _called(claim), claim.names[0].span if claim.names else claim.span
    found = Report()
    head = next((clause for clause in other if isinstance(clause, t.Game)), None)
    if head is not None and no_table(head, found) or too_large(other, found):
        _tell(found, which, place, claim, report)
        return None
    if head is not None and not head.low <= players <= head.high:
        counts = f"{head.low} to {head.high}" if head.low < head.high else str(head.low)
        said = f"{which} is for {counts} players only"
        report.error("Q425", said, place, f"say for how many the claim is: with {counts} players")
        return None
    known = {clause.name.text for clause in other if isinstance(clause, t.Parameter | t.Reading)}
    settings = tuple(setting for setting in prop.settings if getattr(setting.target, "word", "") in known)
    core = elaborate(other, players, found, settings)
    if core is not None and not found.failed:
        too_much(core, found)
    if core is None or found.failed:
        _tell(found, which, place, claim, report)
        return None
    usual = default_readings(core) if prop.default_readings else ()
    return replace(core, constraints=(*core.constraints, *usual))


def _called(claim: t.Claim) -> str:
    """The other game, at the beginning of a sentence about it."""
    match way(claim.kind):
        case "without":
            return f"without {claim.names[0]} the game"
        case "with":
            return "with these changes the game"
        case _:
            return claim.names[0].text


def _tell(found: Report, which: str, place: Span, claim: t.Claim, report: Report) -> None:
    """What is wrong with the other game: at the changes that are to blame; if they are not, where the claim stands."""
    errors = [d for d in found.found if d.severity == "error"]
    blamed = [d for d in errors if any(_inside(d.span, change.span) for change in claim.changes)]
    for told in blamed:
        report.add(told)
    if not blamed:
        said = f"{which} has an error: {errors[0].title if errors else 'it cannot be read'}"
        # Of another game, nothing but its name stands here.
        notes = tuple(Note("that is here", told.span) for told in errors[:1] if way(claim.kind) != "as")
        report.error("Q425", said, place, "compare only games that can be played", notes)


def _inside(span: Span, outer: Span) -> bool:
    return span.file == outer.file and outer.start <= span.start < outer.end


# ---- the rules of the other game -------------------------------------------------------------------


def _other(clauses: tuple[t.Clause, ...], claim: t.Claim, report: Report) -> tuple[t.Clause, ...] | None:
    match way(claim.kind):
        case "as":
            # What is wrong with a game that was not found is said where it is looked for.
            return claim.beside or None
        case "with":
            return _changed(clauses, claim.changes, report)
        case _:
            return _left(rules(clauses), claim.names[0], report)


def _changed(
    clauses: tuple[t.Clause, ...], changes: tuple[t.Clause, ...], report: Report
) -> tuple[t.Clause, ...] | None:
    """The rules as a variant with these changes has them."""
    found = Report()
    for place, said in _no_rules(clauses, changes):
        found.error("Q427", said, place.span, "only rules can be changed: what is played by")
    if not found.failed:
        other = apply_variant(rules(clauses), changes, found, "the game")
        if not found.failed:
            return other
    for told in found.found:
        report.add(told)
    return None


def _no_rules(clauses: tuple[t.Clause, ...], changes: tuple[t.Clause, ...]) -> Iterator[tuple[t.Node, str]]:
    """Changes of something that is not played by, each with what to say of it."""
    spoken = {clause.name.text: clause for clause in clauses if isinstance(clause, t.Example | t.Property)}
    named = {clause_name(clause) for clause in rules(clauses)}
    for change in changes:
        match change:
            case t.Example() | t.Property() | t.Variant() | t.Game():
                yield change, f"{_A[type(change)]} has no place among these changes"
            case t.ReplaceClause(clause) if not isinstance(clause, _RULES):
                what = _A.get(type(clause), "another change")
                yield clause, f"{what} has no place among these changes"
            case t.Remove(name) if name.text in spoken and name.text not in named:
                yield change, f"{name} is {_A[type(spoken[name.text])]}, and no rule"


_A = {t.Example: "an example", t.Property: "a property", t.Variant: "the head of a variant", t.Game: "another game"}
_RULES = (
    t.Game, t.Values, t.Cards, t.LeaveOut, t.Parameter, t.Reading, t.Zones, t.Remember,
    t.Define, t.Phase, t.Event, t.Trigger, t.Ending,
)  # fmt: skip


def _left(rules: tuple[t.Clause, ...], word: t.Word, report: Report) -> tuple[t.Clause, ...] | None:
    """The rules as they are left if the clause of this name has nothing to say."""
    names = [clause_name(clause) for clause in rules]
    if word.text not in names:
        hint = did_you_mean(word.text, [name for name in names if name])
        report.error("Q213", f"there is no clause called {word} to do without", word.span, hint)
        return None
    return tuple(kept for clause in rules if (kept := _without(clause, word)) is not None)


def _without(clause: t.Clause, word: t.Word) -> t.Clause | None:
    """The clause as it is left if that of this name has nothing to say: others may still speak of it."""
    match clause:
        case t.Phase(name) if name == word:
            return replace(clause, body=())
        case t.Ending(name) if name == word:
            one, two = t.Integer(1, span=word.span), t.Integer(2, span=word.span)
            return replace(clause, condition=t.Is(one, two, False, span=word.span))
        case t.Event():
            return clause
        case t.Trigger(event):
            return None if event == word else clause
        case _:
            return None if clause_name(clause) == word.text else clause
