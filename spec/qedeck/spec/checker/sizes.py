"""Stage 2, before names are looked up: whether there is more of something than any game has."""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.limits import MOST_FACES, MOST_PLAYERS, MOST_REMEMBERED, MOST_WORDS_IN_A_LIST
from qedeck.spec.source import Span


def too_large(clauses: tuple[t.Clause, ...], report: Report) -> bool:
    """Tell what there is too much of; then nothing else is worth looking at."""
    found = list(_counted(clauses))
    for what, count, most, span in found:
        if count > most:
            report.error("Q412", f"{count:,} {what} are too many: {most:,} at most", span, _HINTS[what])
    return any(count > most for _, count, most, _ in found)


def no_table(head: t.Game, report: Report) -> bool:
    """Tell if nobody could sit down to it: too few or too many players, or too few seats for them."""
    if not 1 <= head.low <= head.high <= MOST_PLAYERS:
        report.error("Q403", f"{head.low} to {head.high} players is no game", head.span, "players 3 to 5")
        return True
    if head.seats is not None and not head.high <= head.seats <= MOST_PLAYERS:
        report.error("Q403", f"{head.high} players do not fit {head.seats} seats", head.span)
        return True
    return False


_HINTS = {
    "different cards": "a set has as many different cards as fit into a box; equal cards are copies of one",
    "words": "is this really a list of words? numbers have ranges: 0 to 9",
    "alternatives": "a reading has as many as there are ways to understand a sentence",
    "remembered values": "remember one value for each of something: score of each player: 0 to 9",
}


def _counted(clauses: tuple[t.Clause, ...]) -> Iterator[tuple[str, int, int, Span]]:
    remembered = 0
    for clause in clauses:
        match clause:
            case t.Cards(lines=lines):
                faces = sum(max(1, high - low + 1) for line in lines for _, low, high in line.spreads[:1])
                faces += sum(not line.spreads for line in lines)
                yield "different cards", faces, MOST_FACES, clause.span
            case t.Values(members=words):
                yield "words", len(words), MOST_WORDS_IN_A_LIST, clause.span
            case t.Reading(alternatives=words):
                yield "alternatives", len(words), MOST_WORDS_IN_A_LIST, clause.span
            case t.Remember(lines=values):
                remembered += len(values)
                yield "remembered values", remembered, MOST_REMEMBERED, clause.span
