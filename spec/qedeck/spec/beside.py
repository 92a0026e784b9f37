"""Stage 1 to 3, games side by side: the other game of a claim that two games are the same.

In: the clauses of a game and a claim, `same game without X` or `same game as G`; out: the rules of the other game, and
its Core at a player count. What is wrong with it is reported where the claim stands.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import default_readings, elaborate
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.variants import clause_name

COMPARED = ("same_without", "same_as")


def with_games(clauses: tuple[t.Clause, ...], found: dict[str, tuple[t.Clause, ...]]) -> tuple[t.Clause, ...]:
    """The clauses, with the games that their claims name put into these claims."""

    def named(claim: t.Claim) -> t.Claim:
        rules = found.get(claim.names[0].text, ()) if claim.kind == "same_as" else ()
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
    other = _other(clauses, claim, report)
    if other is None:
        return None
    word = claim.names[0]
    which = f"without {word} the game" if claim.kind == "same_without" else str(word)
    head = next((clause for clause in other if isinstance(clause, t.Game)), None)
    if head is not None and not head.low <= players <= head.high:
        said = f"{which} is for {head.low} to {head.high} players only"
        report.error("Q425", said, word.span, "say for how many the claim is: with 4 players")
        return None
    known = {clause.name.text for clause in other if isinstance(clause, t.Parameter | t.Reading)}
    settings = tuple(setting for setting in prop.settings if getattr(setting.target, "word", "") in known)
    found = Report()
    core = elaborate(other, players, found, settings)
    if core is None or found.failed:
        why = next((d.title for d in found.found if d.severity == "error"), "it cannot be read")
        report.error("Q425", f"{which} has an error: {why}", word.span, "compare only games that can be played")
        return None
    usual = default_readings(core) if prop.default_readings else ()
    return replace(core, constraints=(*core.constraints, *usual))


def _other(clauses: tuple[t.Clause, ...], claim: t.Claim, report: Report) -> tuple[t.Clause, ...] | None:
    word = claim.names[0]
    if claim.kind == "same_as":
        # What is wrong with a game that was not found is said where it is looked for.
        return claim.beside or None
    names = [clause_name(clause) for clause in rules(clauses)]
    if word.text not in names:
        hint = did_you_mean(word.text, [name for name in names if name])
        report.error("Q213", f"there is no clause called {word} to do without", word.span, hint)
        return None
    return tuple(kept for clause in rules(clauses) if (kept := _without(clause, word)) is not None)


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
