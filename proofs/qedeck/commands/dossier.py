"""The report of a game, as a page to read: every property with its grades, plays that show things, open points.

Made of the rows of a record: a row counts for the text and the edition it was made with. What is stale or was never
asked is shown as such, and counted nowhere. Whatever somebody wrote above the mark in the file stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from qedeck.commands.dossier_plays import graded, known, open_points, plays, readings, unasked, undecided
from qedeck.commands.exits import Wrong
from qedeck.proofs.answers import every_property
from qedeck.proofs.record import Entry
from qedeck.proofs.verdict import BY_DEFAULT, Grade, Verdict, brief
from qedeck.spec import tree as t
from qedeck.spec.escapes import escaped
from qedeck.spec.game import Game
from qedeck.spec.plain import and_so_on, counted

MARK = "<!-- Written by qedeck verify --report, from here to the end. What stands above this line is kept. -->"
GLANCES = (
    "proved",
    BY_DEFAULT,
    "shown",
    "refuted, as expected",
    "refuted",
    "claims nothing",
    "open",
    "our own fault",
    "stale",
    "not asked",
)
SHORT = 8
"""Letters of a digest that are printed."""


def publish(game: Game, entries: Sequence[Entry], path: Path) -> str:
    """Write the page below the mark; what to say of it."""
    try:
        above, mark, _ = path.read_text("utf-8").partition(MARK) if path.exists() else ("", "", "")
        page = escaped(dossier(game, entries), keep="\n")
        path.write_text(f"{above if mark else ''}{MARK}\n\n{page}", "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Wrong(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return f"the report is in {path}"


def dossier(game: Game, entries: Sequence[Entry]) -> str:
    """The whole page, in Markdown."""
    titles = {prop.name.text: prop for prop in every_property(game)}
    order = {name: place for place, name in enumerate(titles)}
    rows = sorted(entries, key=lambda e: (order[e.question.property], e.question.claim, e.question.players))
    found = [entry.row.verdict for entry in rows if entry.row and entry.fresh]
    parts = [
        _summary(rows, found),
        _promises(titles, rows),
        _table(titles, rows),
        plays("What fails, and how", [v for v in found if v.grade is Grade.REFUTED], titles),
        plays("What can happen", [v for v in found if v.grade in (Grade.SHOWN, Grade.LAID_OUT)], titles),
        readings(game, found),
        open_points(game),
        undecided(found),
        unasked(rows),
    ]
    return "\n".join(part for part in parts if part)


def _summary(rows: Sequence[Entry], found: Sequence[Verdict]) -> str:
    order = list(Grade)
    counts = Counter(graded(v) for v in sorted(found, key=lambda v: (order.index(v.grade), v.default_readings)))
    said = "; ".join(f"{number} {grade}" for grade, number in counts.items())
    stale = sum(entry.row is not None and not entry.fresh for entry in rows)
    never = sum(entry.row is None for entry in rows)
    asked = f"{counted(len(rows), 'question')}, each a claim at one player count"
    minutes = sum(v.seconds for v in found) / 60
    answered = f"Answered for the rules as they are, by a prover in which no mistake was found since: {len(found)}"
    lines = [
        "## In short",
        "",
        f"{asked}. {answered}, in {minutes:.0f} minutes{f' ({said})' if said else ''}.",
        *(["What is refuted as expected, the rulebook is known to allow."] if any(map(known, found)) else ()),
        *([f"Stale, counted nowhere: {counted(stale, 'answer')}, of other rules or by an older prover."] * bool(stale)),
        *([f"Never asked: {counted(never, 'question')}."] * bool(never)),
        "",
    ]
    return "\n".join(lines)


# ---- the checklist ----------------------------------------------------------------------------------


def _promises(titles: dict[str, t.Property], rows: Sequence[Entry]) -> str:
    """Every promise of the checklist at a glance: ids with a P in the middle are what a rulebook should keep."""
    about: dict[str, list[str]] = {}
    for name, prop in titles.items():
        for word in prop.cites:
            if "-P-" in word.text:
                about.setdefault(word.text, []).append(name)
    asked = {entry.question.property for entry in rows}
    about = {promise: names for promise, names in sorted(about.items()) if asked & set(names)}
    if not about:
        return ""
    counts = sorted({entry.question.players for entry in rows})
    lines = [
        "## The checklist at a glance",
        "",
        "*Proved*: for every deck, every choice and every reading of the open points. *Proved (default readings)*: no",
        "more is claimed. *Shown*: a play or position does it. *Claims nothing*: there is nothing that it speaks of.",
        "*Stale*: answered for other rules, or by an older prover; nobody should rely on it. Numbers count claims,",
        "where those of a promise came out differently; – means: not claimed of so many players.",
        "",
        f"| promise | properties | {' | '.join(f'{count} players' for count in counts)} |",
        f"|{'---|' * (2 + len(counts))}",
    ]
    for promise, names in about.items():
        mine = [[e for e in rows if e.question.property in names and e.question.players == count] for count in counts]
        lines.append(f"| {promise} | {', '.join(f'*{name}*' for name in names)} | {' | '.join(map(_glance, mine))} |")
    return "\n".join([*lines, ""])


def _glance(mine: Sequence[Entry]) -> str:
    """What became of some claims, in a few words."""
    words = [_word(entry) for entry in mine]
    told = [(word, words.count(word)) for word in GLANCES if word in words]
    if len(told) <= 1:
        return told[0][0] if told else "–"
    return ", ".join(f"{number} {word}" for word, number in told)


def _word(entry: Entry) -> str:
    if entry.row is None:
        return "not asked"
    return brief(entry.row.verdict) if entry.fresh else "stale"


# ---- the table ------------------------------------------------------------------------------------


def _table(titles: dict[str, t.Property], rows: Sequence[Entry]) -> str:
    lines = [
        "## Every property",
        "",
        "The text is a digest of the clauses that an answer depends on, the prover the edition that gave it.",
        "",
        "| property | cites | says | players | grade | engine | seconds | agreed | text | prover |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for _, claim in groupby(rows, key=lambda e: (e.question.property, e.question.claim)):
        for told, same in groupby(claim, key=_told):
            mine = list(same)
            prop = titles[mine[0].question.property]
            cites = " ".join(word.text for word in prop.cites)
            counts = and_so_on([entry.question.players for entry in mine])
            made = [entry.row for entry in mine if entry.row]
            times = ", ".join(f"{row.verdict.seconds:.1f}" for row in made)
            texts = ", ".join(row.digest[:SHORT] or "unknown" for row in made)
            row = (prop.name.text, cites, (prop.title or "").replace("|", "\\|"), counts)
            lines.append(f"| {' | '.join((*row, *told[:2], times, told[2], texts, told[3]))} |")
    return "\n".join([*lines, ""])


def _told(entry: Entry) -> tuple[str, str, str, str]:
    """What entries of one line have in common: grade, engine, who agreed, edition."""
    if entry.row is None:
        return "not asked", "", "", ""
    said = entry.row.verdict
    grade = graded(said) if entry.fresh else f"stale (it was: {graded(said)})"
    return grade, said.engine, " ".join(said.agreed), str(entry.row.edition)
