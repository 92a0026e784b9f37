"""The report of a run, as a page to read: every property with its grades, plays that show things, open points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from qedeck.commands.exits import Wrong
from qedeck.proofs.answers import every_property
from qedeck.proofs.verdict import BY_DEFAULT, Grade, Verdict, brief
from qedeck.spec import tree as t
from qedeck.spec.escapes import escaped
from qedeck.spec.game import Game
from qedeck.spec.plain import and_so_on, counted

LONGEST = 60
"""Lines of a play that are printed."""
GLANCES = ("proved", BY_DEFAULT, "shown", "refuted, as expected", "refuted", "claims nothing", "open", "our own fault")


def publish(game: Game, verdicts: Sequence[Verdict], path: Path) -> str:
    """Write the page; what to say of it."""
    try:
        path.write_text(escaped(dossier(game, verdicts), keep="\n"), "utf-8")
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror or error}") from None
    return f"the report is in {path}"


def dossier(game: Game, verdicts: Sequence[Verdict]) -> str:
    """The whole page, in Markdown."""
    titles = {prop.name.text: prop for prop in every_property(game)}
    order = {name: place for place, name in enumerate(titles)}
    found = sorted(verdicts, key=lambda v: (order[v.property], v.place, v.players))
    parts = [
        _summary(game, found),
        _promises(titles, found),
        _table(titles, found),
        _plays("What fails, and how", [v for v in found if v.grade is Grade.REFUTED], titles),
        _plays("What can happen", [v for v in found if v.grade in (Grade.SHOWN, Grade.LAID_OUT)], titles),
        _readings(game, found),
        _open_points(game),
        _undecided(found),
    ]
    return "\n".join(part for part in parts if part)


def _summary(game: Game, found: Sequence[Verdict]) -> str:
    order = list(Grade)
    counts = Counter(_graded(v) for v in sorted(found, key=lambda v: (order.index(v.grade), v.default_readings)))
    said = "; ".join(f"{number} {grade}" for grade, number in counts.items())
    seconds = sum(v.seconds for v in found)
    lines = [
        "## In short",
        "",
        f"{counted(len(found), 'question')}, each a claim at one player count; {seconds / 60:.0f} minutes: {said}.",
        *(["What is refuted as expected, the rulebook is known to allow."] if any(map(_known, found)) else ()),
        "",
    ]
    return "\n".join(lines)


# ---- the checklist ----------------------------------------------------------------------------------


def _promises(titles: dict[str, t.Property], found: Sequence[Verdict]) -> str:
    """Every promise of the checklist at a glance: ids with a P in the middle are what a rulebook should keep."""
    about: dict[str, list[str]] = {}
    for name, prop in titles.items():
        for word in prop.cites:
            if "-P-" in word.text:
                about.setdefault(word.text, []).append(name)
    asked = {v.property for v in found}
    about = {promise: names for promise, names in sorted(about.items()) if asked & set(names)}
    if not about:
        return ""
    counts = sorted({v.players for v in found})
    lines = [
        "## The checklist at a glance",
        "",
        "*Proved*: for every deck, every choice and every reading of the open points. *Proved (default readings)*: no",
        "more is claimed. *Shown*: a play or position does it. *Claims nothing*: there is nothing that it speaks of.",
        "Numbers count claims, where those of a promise came out differently; – means: not asked.",
        "",
        f"| promise | properties | {' | '.join(f'{count} players' for count in counts)} |",
        f"|{'---|' * (2 + len(counts))}",
    ]
    for promise, names in about.items():
        mine = [[v for v in found if v.property in names and v.players == count] for count in counts]
        lines.append(f"| {promise} | {', '.join(f'*{name}*' for name in names)} | {' | '.join(map(_glance, mine))} |")
    return "\n".join([*lines, ""])


def _glance(mine: Sequence[Verdict]) -> str:
    """What became of some claims, in a few words."""
    words = [brief(v) for v in mine]
    told = [(word, words.count(word)) for word in GLANCES if word in words]
    if len(told) <= 1:
        return told[0][0] if told else "–"
    return ", ".join(f"{number} {word}" for word, number in told)


# ---- the table ------------------------------------------------------------------------------------


def _table(titles: dict[str, t.Property], found: Sequence[Verdict]) -> str:
    lines = [
        "## Every property",
        "",
        "| property | cites | says | players | grade | engine | seconds | agreed |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for _, claim in groupby(found, key=lambda v: (v.property, v.place)):
        for (told, engine, agreed), same in groupby(claim, key=lambda v: (_graded(v), v.engine, v.agreed)):
            mine = list(same)
            prop = titles[mine[0].property]
            cites = " ".join(word.text for word in prop.cites)
            counts = and_so_on([v.players for v in mine])
            times = ", ".join(f"{v.seconds:.1f}" for v in mine)
            row = (prop.name.text, cites, _cell(prop.title or ""), counts, told, engine, times, " ".join(agreed))
            lines.append(f"| {' | '.join(row)} |")
    return "\n".join([*lines, ""])


def _known(verdict: Verdict) -> bool:
    return verdict.grade is Grade.REFUTED and verdict.expected


def _graded(verdict: Verdict) -> str:
    said = verdict.grade.value + (", as expected" if _known(verdict) else "")
    return f"{said}, with default readings" if verdict.default_readings else said


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# ---- plays ----------------------------------------------------------------------------------------


def _plays(heading: str, found: Sequence[Verdict], titles: dict[str, t.Property]) -> str:
    if not found:
        return ""
    lines = [f"## {heading}", ""]
    for _, claim in groupby(found, key=lambda v: (v.property, v.place)):
        mine = list(claim)
        first = mine[0]
        title = titles[first.property].title
        lines += [f"### {first.property}" + (f": {title}" if title else ""), ""]
        lines += [f"{_how(first)} ({and_so_on([v.players for v in mine])} players).", ""]
        if first.story:
            more = [f"… {len(first.story) - LONGEST} more lines"] if len(first.story) > LONGEST else []
            lines += [f"With {first.players} players:", "", "```text", *first.story[:LONGEST], *more, "```", ""]
    return "\n".join(lines)


def _how(verdict: Verdict) -> str:
    said = _graded(verdict)
    return f"{said[0].upper()}{said[1:]}" + (f": {verdict.detail}" if verdict.detail else "")


# ---- open points ------------------------------------------------------------------------------------


def _readings(game: Game, found: Sequence[Verdict]) -> str:
    """For each reading: whether anybody can tell its alternatives apart, and which properties depend on it."""
    readings = [clause for clause in game.clauses if isinstance(clause, t.Reading)]
    if not readings:
        return ""
    about: dict[str, list[str]] = {}
    for prop in every_property(game):
        for place, claim in enumerate(prop.claims):
            if claim.kind.startswith("readings"):
                mine = [v for v in found if v.property == prop.name.text and v.place == place]
                about.setdefault(claim.names[0].text, []).extend(_told(prop, mine))
    lines = ["## The readings", "", "| reading | alternatives | what was found |", "|---|---|---|"]
    for reading in readings:
        name = reading.name.text
        alternatives = ", ".join(word.text for word in reading.alternatives)
        lines.append(f"| {name} | {alternatives} | {'; '.join(about.get(name, ['not asked']))} |")
    usual = sorted({v.property for v in found if v.default_readings})
    if usual:
        lines += ["", f"Claimed of the default readings only: {and_so_on(usual)}."]
    return "\n".join([*lines, ""])


def _told(prop: t.Property, mine: Sequence[Verdict]) -> Iterable[str]:
    for grade, same in groupby(mine, key=lambda v: v.grade):
        yield f"{prop.name.text}: {grade.value} ({and_so_on([v.players for v in same])} players)"


def _open_points(game: Game) -> str:
    """Where each open point of the checklist went: ids with a U in the middle are points that the text leaves open."""
    claims = {prop.name.text for prop in every_property(game)}
    homes = {
        point: [name for name in names if name not in claims] for point, names in game.cited().items() if "-U-" in point
    }
    if not homes:
        return ""
    lines = ["## Where each open point went", "", "| point | clauses |", "|---|---|"]
    lines += [f"| {point} | {', '.join(dict.fromkeys(where))} |" for point, where in sorted(homes.items())]
    return "\n".join([*lines, ""])


def _undecided(found: Sequence[Verdict]) -> str:
    left = [v for v in found if not v.grade.decided or v.grade is Grade.VACUOUS and not v.expected]
    if not left:
        return ""
    lines = ["## Not shown", ""]
    lines += [f"- {v.property}, {counted(v.players, 'player')}: {v.grade.value}; {v.detail}" for v in left]
    return "\n".join([*lines, ""])
