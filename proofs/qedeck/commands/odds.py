"""Exact odds, told: fractions for programs, and for people with what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qedeck.commands.common import print_json
from qedeck.commands.said import columns, percent
from qedeck.simulation.exact import TooLarge, exact_odds
from qedeck.simulation.tally import FAILED

if TYPE_CHECKING:
    from qedeck.commands.simulated import Report
    from qedeck.simulation.exact import Odds

MOST = 40
"""Lengths that are listed for people."""


def tell_odds(report: Report) -> bool | None:
    """Print the exact odds: whether nothing goes wrong; None, and a line that says why, if there are none."""
    args = report.args
    try:
        odds = exact_odds(report.table, args.seconds, engine=args.engine)
    except TooLarge as large:
        report.beside(report.said["too large"].format(why=large, n=args.games))
        return None
    if args.format == "json":
        print_json(report.head() | data(report, odds))
    else:
        print("\n".join(_lines(report, odds)))
    return not any(outcome.kind in FAILED for outcome in odds.outcomes)


def data(report: Report, odds: Odds) -> dict[str, Any]:
    names = report.table.core.domains["player"].members
    likeliest = sorted(odds.outcomes.items(), key=lambda item: (-item[1], item[0]))
    return {
        "exact": True,
        "positions": odds.positions,
        "seats": [
            {"seat": seat, "name": report.name(name), "chance": str(odds.seat(seat)), "share": float(odds.seat(seat))}
            for seat, name in enumerate(names, 1)
        ],
        "outcomes": [
            {"kind": o.kind, "ending": o.ending or None, "code": o.code or None, "clause": o.clause or None,
             "name": report.ended(o), "chance": str(chance), "share": float(chance)}
            for o, chance in likeliest
        ],
        "length": {
            "chances": {str(k): str(chance) for k, chance in sorted(odds.lengths.items())},
            "mean": str(odds.mean) if odds.lengths else None,
        },
    }


def _lines(report: Report, odds: Odds) -> list[str]:
    found, said = data(report, odds), report.said
    told = report.heading(said["exact"].format(n=odds.positions), seed=False)
    told += ["", said["exactly who wins"], *_rows(found["seats"]), "", said["how it ends"], *_rows(found["outcomes"])]
    if len(odds.lengths) == 1:
        return [*told, "", report.always(*odds.lengths)]
    if odds.lengths:
        lengths = [{"name": str(k), "chance": str(p), "share": float(p)} for k, p in sorted(odds.lengths.items())]
        mean = said["exact length"].format(mean=odds.mean, about=float(odds.mean))
        told += ["", mean, *_rows(lengths[:MOST])]
    return told


def _rows(some: list[dict[str, Any]]) -> list[str]:
    return columns([[row["name"], row["chance"], percent(row["share"])] for row in some], "lrr")
