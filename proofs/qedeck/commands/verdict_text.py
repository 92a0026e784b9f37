"""Verdicts for people: a table with a line for each property, worst first, and below it what needs attention.

`called` is how whoever asked called the game: what is proposed to them can be typed as it stands.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rich.cells import cell_len, set_cell_size

from qedeck.commands.advice import advice
from qedeck.commands.exits import FAILING, GOOD
from qedeck.commands.said import columns
from qedeck.proofs.verdict import BY_DEFAULT, Grade, Verdict, brief
from qedeck.proofs.verdict import exit_code as code_of
from qedeck.spec.game import Game
from qedeck.spec.plain import counted, spread

WORST_FIRST = (
    "our own fault", "refuted", "claims nothing", "open", "shown", BY_DEFAULT, "proved", "refuted, as expected"
)  # fmt: skip
NARROW, WIDE = 60, 100
"""Columns that a table needs at least, and those it has where nobody says how wide the page is."""
FEW = 3
"""Lines of a position that only shows that there is one."""
LONGEST_PLAY = 24
"""Lines of a play or position that are told without -v."""


# ---- the table -----------------------------------------------------------------------------------


def table(verdicts: Iterable[Verdict]) -> list[str]:
    """A line for each property: its worst grade, where that is so, and what it claims."""
    mine: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        mine.setdefault(verdict.property, []).append(verdict)
    rows = sorted(map(_worst, mine.values()), key=lambda row: _order(row[0]))
    cells = [[_grade(worst), worst.property, where, _claimed(worst)] for worst, where in rows]
    width = max(NARROW, shutil.get_terminal_size((WIDE, 0)).columns)
    return [_cut(line, width) for line in columns(cells, "llll")]


def _worst(verdicts: Sequence[Verdict]) -> tuple[Verdict, str]:
    """The worst verdict on a property, and the player counts that come out so."""
    worst = min(verdicts, key=lambda v: (_rank(v), v.place, v.players))
    counts = sorted({v.players for v in verdicts})
    here = sorted({v.players for v in verdicts if _rank(v) == _rank(worst)})
    where = f"{spread(here)} of {spread(counts)} players" if here != counts else counted_players(here)
    return worst, where


def _rank(verdict: Verdict) -> tuple[bool, bool, int]:
    worry = needs_attention(verdict)
    word = "refuted" if code_of(verdict) == FAILING else brief(verdict)
    return not worry, verdict.grade is Grade.VACUOUS and not worry, WORST_FIRST.index(word)


def _order(verdict: Verdict) -> tuple[Any, ...]:
    return *_rank(verdict), *verdict.wording.order, verdict.players


def _grade(verdict: Verdict) -> str:
    return brief(verdict) if verdict.expected or not verdict.grade.good else f"{brief(verdict)}, not refuted"


def _claimed(verdict: Verdict) -> str:
    wording = verdict.wording
    if wording.short == verdict.property:
        return ""
    which = f"({wording.number} of {wording.of}) " if wording.of > 1 and needs_attention(verdict) else ""
    return which + (wording.words if which else wording.short)


def _cut(line: str, width: int) -> str:
    return line if cell_len(line) <= width else f"{set_cell_size(line, width - 1).rstrip()}…"


# ---- what needs attention --------------------------------------------------------------------------


def needs_attention(verdict: Verdict) -> bool:
    """Whether something is not as it should be, or somebody claims it of nothing."""
    return code_of(verdict) != GOOD


def attention(verdicts: Iterable[Verdict], called: str) -> list[str]:
    """What is not as it should be, each claim once, with its play or position and what to do next."""
    found = sorted(filter(needs_attention, verdicts), key=_order)
    lines: list[str] = []
    for _, same in groupby(found, key=lambda v: (_rank(v), v.property, v.place, v.detail if not v.story else "")):
        lines += ["", *_block(list(same), called)]
    return lines


def _block(same: Sequence[Verdict], called: str) -> list[str]:
    first = same[0]
    also = sorted({v.players for v in same[1:]} - {first.players})
    head = f"{_grade(first)}: {named(first)}"
    head += f" (with {spread(also)}, too)" if also else ""
    last = [f"  {'' if number else 'next:':5} {line}" for number, line in enumerate(advice(first, called))]
    return [head, *(f"  {line}" for line in claimed(first)), *_shown(first, LONGEST_PLAY), *last]


def claimed(verdict: Verdict) -> list[str]:
    """What was claimed, under what, and where that is written."""
    wording = verdict.wording
    lines = [f"claimed: {wording.words}"] if wording.words != verdict.property else []
    lines += [f"  {narrowed}" for narrowed in wording.under]
    which = f"claim {wording.number} of {wording.of}, " if wording.of > 1 else ""
    if wording.title and lines:
        lines.insert(0, wording.title)
    if wording.place:
        lines.append(f"written: {which}{wording.place}")
    return lines


def _shown(verdict: Verdict, most: int) -> list[str]:
    lines = [f"  {line}" for line in because(verdict)]
    story = [f"    {line}" for line in verdict.story[:most]]
    if len(verdict.story) > most:
        story.append(f"    … {len(verdict.story) - most} more lines: -v tells them all")
    return lines + story


# ---- one verdict, whole ----------------------------------------------------------------------------


def told(verdict: Verdict) -> str:
    """All there is to say of one verdict."""
    head = f"{_grade(verdict)}: {named(verdict)}  ({_how(verdict)})"
    over = [f"  {holds_for(verdict)}"] if verdict.over else []
    over += [f"  can be met: {_few(verdict.met)}"] if verdict.met and verdict.wording.under else []
    over += [f"  rests on: {'; '.join(verdict.rests)}"] if verdict.rests else []
    return "\n".join([head, *(f"  {line}" for line in claimed(verdict)), *over, *_shown(verdict, len(verdict.story))])


def _few(lines: Sequence[str]) -> str:
    """A play or position in one line, as far as that goes."""
    return " ".join(lines[:FEW]) + (" …" if len(lines) > FEW else "")


def named(verdict: Verdict) -> str:
    return f"{verdict.property}, {counted(verdict.players, 'player')}"


def because(verdict: Verdict) -> list[str]:
    """What there is to say beyond the grade, before the play or position."""
    lines = []
    if verdict.grade.good and not verdict.expected:
        lines.append("but the game expects it to be refuted")
    if verdict.detail:
        lines.append(verdict.detail)
    if verdict.witness:
        lines.append(f"there {', '.join(verdict.witness)}")
    if verdict.story and verdict.engine == "lemma":
        lines.append("(the cards can lie so; whether play leads there is not asked)")
    return lines


def _how(verdict: Verdict) -> str:
    grade = "" if verdict.grade.value == brief(verdict) else f"{verdict.grade.value}; "
    how = f"{grade}{verdict.engine}, {verdict.seconds:.1f} s"
    if verdict.agreed:
        how += f"; {' and '.join(verdict.agreed)} {'agree' if len(verdict.agreed) > 1 else 'says so'}"
    return f"kept: {how}" if verdict.kept else how


def holds_for(verdict: Verdict) -> str:
    """What it holds for: whatever is left open may be, however the book is read."""
    reading = "every reading of "
    readings = [name.removeprefix(reading) for name in verdict.over if name.startswith(reading)]
    open_ = [name.removeprefix("every ") for name in verdict.over if not name.startswith(reading)]
    parts = [f"whatever {', '.join(open_)} may be"] if open_ else []
    parts += [f"however {', '.join(readings)} may be read"] if readings else []
    return f"holds {' and '.join(parts)}"


# ---- the last line -----------------------------------------------------------------------------------


def closing(game: Game, verdicts: Sequence[Verdict], seconds: float) -> str:
    counts = {word: sum(brief(v) == word for v in verdicts) for word in WORST_FIRST}
    kept = sum(verdict.kept for verdict in verdicts)
    parts = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    asked = f"{counted(len(verdicts), 'question')} in {seconds:.0f} s{f' ({kept} kept)' if kept else ''}"
    return f"{game.variant or game.name}: {asked}: {parts}"


def counted_players(counts: Sequence[int]) -> str:
    return f"{spread(counts)} player{'' if list(counts) == [1] else 's'}"
