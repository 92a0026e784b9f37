"""Verdicts for people and for programs: text, JSON, JUnit and SARIF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from qedeck.commands.common import counted
from qedeck.commands.exits import FAILING, GOOD, OURS, UNKNOWN
from qedeck.commands.junit import Case, junit
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.verdict import exit_code as code_of
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.game import Game
from qedeck.spec.render import to_json

# ---- text ------------------------------------------------------------------------------------------


def told(verdict: Verdict) -> str:
    """One verdict, with the position or play that shows it."""
    lines = [f"{verdict.grade.value:27} {named(verdict)}  ({_how(verdict)})"]
    if verdict.grade is Grade.REFUTED and verdict.expected:
        lines[0] += ", as expected"
    return "\n".join([*lines, *(f"    {line}" for line in because(verdict))])


def named(verdict: Verdict) -> str:
    return f"{verdict.property}, {counted(verdict.players, 'player')}"


def because(verdict: Verdict) -> list[str]:
    """What there is to say beyond the grade."""
    lines = []
    if verdict.grade.good and not verdict.expected:
        lines.append("but the game expects it to be refuted")
    if verdict.detail:
        lines.append(verdict.detail)
    if verdict.story and verdict.engine == "lemma":
        lines.append("(the cards can lie so; whether play leads there is not asked)")
    if verdict.over:
        lines.append(_over(verdict.over))
    return [*lines, *verdict.story]


def _how(verdict: Verdict) -> str:
    how = f"{verdict.engine}, {verdict.seconds:.1f} s"
    if verdict.agreed:
        how += f"; {' and '.join(verdict.agreed)} {'agree' if len(verdict.agreed) > 1 else 'says so'}"
    return f"kept: {how}" if verdict.kept else how


def closing(game: Game, verdicts: Sequence[Verdict], seconds: float) -> str:
    counts: dict[str, int] = {}
    for verdict in verdicts:
        counts[verdict.grade.value] = counts.get(verdict.grade.value, 0) + 1
    kept = sum(verdict.kept for verdict in verdicts)
    parts = ", ".join(f"{number} {grade}" for grade, number in counts.items())
    asked = f"{counted(len(verdicts), 'question')} in {seconds:.0f} s{f' ({kept} kept)' if kept else ''}"
    return f"{game.variant or game.name}: {asked}: {parts}"


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """Our own fault before a refutation before what is not decided."""
    codes = {code_of(verdict) for verdict in verdicts}
    return next((code for code in (OURS, FAILING, UNKNOWN) if code in codes), GOOD)


# ---- for programs ----------------------------------------------------------------------------------


def data(verdict: Verdict) -> dict[str, object]:
    return {
        "property": verdict.property,
        "claim": verdict.claim,
        "players": verdict.players,
        "grade": verdict.grade.value,
        "good": verdict.grade.good,
        "expected": verdict.expected,
        "kept": verdict.kept,
        "engine": verdict.engine,
        "seconds": round(verdict.seconds, 3),
        "detail": verdict.detail,
        "story": list(verdict.story),
        "over": list(verdict.over),
        "agreed": list(verdict.agreed),
        "used": list(verdict.used),
        "narrowed": verdict.narrowed,
        "vacuous": verdict.vacuous,
    }


def as_junit(game: Game, verdicts: Sequence[Verdict]) -> str:
    """One case for each question: what is not decided is skipped, never good."""
    hows = {GOOD: "", FAILING: "failure", OURS: "error", UNKNOWN: "skipped"}
    cases = []
    for verdict in verdicts:
        name = f"{named(verdict)}: {verdict.claim}"
        how = hows[code_of(verdict)]
        cases.append(Case(name, verdict.seconds, how, verdict.grade.value, "\n".join(because(verdict))))
    return junit(game.variant or game.name, cases)


def as_sarif(game: Game, properties: Sequence[t.Property], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """SARIF 2.1.0: a rule for each property, a result for each verdict that is not as it should be."""
    claimed = {verdict.property for verdict in verdicts}
    rules = [prop for prop in properties if prop.name.text in claimed]
    index = {prop.name.text: number for number, prop in enumerate(rules)}
    levels = {FAILING: "error", OURS: "error", UNKNOWN: "warning"}
    results = []
    for verdict in verdicts:
        code = code_of(verdict)
        if code == GOOD:
            continue
        text = "\n".join([f"{named(verdict)}: {verdict.grade.value}", *because(verdict)])
        number = index[verdict.property]
        result = {
            "ruleId": verdict.property,
            "ruleIndex": number,
            "level": levels[code],
            "message": {"text": text},
            "locations": _places(game, rules[number]),
        }
        results.append(result)
    driver = {"name": "qedeck", "rules": [_rule(prop) for prop in rules]}
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _rule(prop: t.Property) -> dict[str, Any]:
    return {"id": prop.name.text, "shortDescription": {"text": prop.title or prop.name.text}}


def _places(game: Game, prop: t.Property) -> list[dict[str, Any]]:
    """Where the property is written; what every game should satisfy is written nowhere: then the game's head."""
    span = prop.span
    if span.file not in game.sources:
        span = next(clause for clause in game.clauses if isinstance(clause, t.Game)).span
    place = to_json(Diagnostic("", "", span), game.sources)
    if place["start"] is None:
        return []
    start, end = place["start"], place["end"]
    region = {"startLine": start["line"], "startColumn": start["utf16"]}
    region |= {"endLine": end["line"], "endColumn": end["utf16"]}
    path = Path(span.file)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    return [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}]


def _over(over: tuple[str, ...]) -> str:
    """What it holds for: whatever is left open may be, however the book is read."""
    reading = "every reading of "
    readings = [name.removeprefix(reading) for name in over if name.startswith(reading)]
    open_ = [name.removeprefix("every ") for name in over if not name.startswith(reading)]
    parts = [f"whatever {', '.join(open_)} may be"] if open_ else []
    parts += [f"however {', '.join(readings)} may be read"] if readings else []
    return f"holds {' and '.join(parts)}"
