"""Verdicts for programs: JSON, JUnit and SARIF, and the exit code. They say what `verdict_text` says to people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from qedeck.commands.advice import advice
from qedeck.commands.exits import FAILING, GOOD, OURS, UNKNOWN
from qedeck.commands.junit import Case, junit
from qedeck.commands.verdict_text import because, claimed, named
from qedeck.proofs.answers import every_property
from qedeck.proofs.verdict import Grade, Verdict, brief
from qedeck.proofs.verdict import exit_code as code_of
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.game import Game
from qedeck.spec.render import to_json
from qedeck.spec.source import Span


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """Our own fault before a refutation before what is not decided."""
    codes = {code_of(verdict) for verdict in verdicts}
    return next((code for code in (OURS, FAILING, UNKNOWN) if code in codes), GOOD)


# ---- for programs ----------------------------------------------------------------------------------


def data(verdict: Verdict, called: str) -> dict[str, object]:
    """The whole record."""
    wording = verdict.wording
    return {
        "property": verdict.property,
        "title": wording.title,
        "claim": verdict.claim,
        "words": wording.words,
        "under": list(wording.under),
        "cites": list(wording.cites),
        "number": wording.number,
        "of": wording.of,
        "file": wording.file,
        "line": wording.line,
        "players": verdict.players,
        "grade": verdict.grade.value,
        "brief": brief(verdict),
        "good": verdict.grade.good,
        "expected": verdict.expected,
        "kept": verdict.kept,
        "engine": verdict.engine,
        "seconds": round(verdict.seconds, 3),
        "detail": verdict.detail,
        "story": list(verdict.story),
        "witness": list(verdict.witness),
        "met": list(verdict.met),
        "over": list(verdict.over),
        "rests": list(verdict.rests),
        "agreed": list(verdict.agreed),
        "used": list(verdict.used),
        "narrowed": verdict.narrowed,
        "vacuous": verdict.grade is Grade.VACUOUS,
        "default_readings": verdict.default_readings,
        "next": list(advice(verdict, called)),
    }


def as_junit(game: Game, verdicts: Sequence[Verdict], called: str) -> str:
    """One case for each question: what is not decided is skipped, never good."""
    hows = {GOOD: "", FAILING: "failure", OURS: "error", UNKNOWN: "skipped"}
    cases = []
    for verdict in verdicts:
        name = f"{named(verdict)}: {verdict.wording.words or verdict.claim}"
        how = hows[code_of(verdict)]
        cases.append(Case(name, verdict.seconds, how, brief(verdict), "\n".join(_said(verdict, called))))
    return junit(game.variant or game.name, cases)


def as_sarif(game: Game, verdicts: Sequence[Verdict], called: str) -> dict[str, Any]:
    """SARIF 2.1.0: a rule for each property, a result for each verdict that is not as it should be."""
    claimed = {verdict.property for verdict in verdicts}
    rules = [prop for prop in every_property(game) if prop.name.text in claimed]
    index = {prop.name.text: number for number, prop in enumerate(rules)}
    levels = {FAILING: "error", OURS: "error", UNKNOWN: "warning"}
    results = []
    for verdict in verdicts:
        code = code_of(verdict)
        if code == GOOD:
            continue
        text = "\n".join([f"{named(verdict)}: {brief(verdict)}", *_said(verdict, called)])
        number = index[verdict.property]
        result = {
            "ruleId": verdict.property,
            "ruleIndex": number,
            "level": levels[code],
            "message": {"text": text},
            "locations": _places(game, rules[number].claims[verdict.place].span),
        }
        results.append(result)
    driver = {"name": "qedeck", "rules": [_rule(prop) for prop in rules]}
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _rule(prop: t.Property) -> dict[str, Any]:
    return {"id": prop.name.text, "shortDescription": {"text": prop.title or prop.name.text}}


def _said(verdict: Verdict, called: str) -> list[str]:
    """What was claimed, what came of it, and what to do."""
    next_ = [f"next: {line}" for line in advice(verdict, called)]
    return [*claimed(verdict), *because(verdict), *verdict.story, *next_]


def _places(game: Game, span: Span) -> list[dict[str, Any]]:
    """Where a claim is written; what every game should satisfy is written nowhere: then the game's head."""
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
