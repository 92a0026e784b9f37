"""`qedeck verify`: a game in, a graded verdict for every property out."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands.common import Parser, complain, counted, open_game, print_json

if TYPE_CHECKING:
    from qedeck.proofs.verdict import Verdict
    from qedeck.spec.game import Game


def command(argv: Sequence[str]) -> int:
    parser = Parser(
        "verify",
        "Decide what a game claims: its own properties, and what every game should satisfy.",
        "  qedeck verify werewolves_and_robbers\n  qedeck verify my_game.qed -k winner --players 4\n"
        "  qedeck verify my_game.qed --seconds 120 --certificate proofs/",
    )
    parser.game()
    parser.add_argument("-k", metavar="NAME", default="", help="only properties with this in their name or title")
    parser.add_argument("--players", type=int, metavar="N", help="only for this many players")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="how long to try each question (20)")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many questions at once (one for each core)")
    parser.add_argument("--own", action="store_true", help="only what is written in the game, not the stock properties")
    parser.add_argument("--once", action="store_true", help="do not ask a second solver")
    parser.add_argument("--certificate", metavar="FOLDER", help="write the questions, for others to check again")
    parser.formats()
    args = parser.parse_args(argv)
    game = open_game(args.game, args.format)
    if game is None:
        return 2
    if args.players is not None and args.players not in game.players:
        first, last = game.players.start, game.players.stop - 1
        return complain(f"{game.name} is for {first} to {last} players, not {args.players}")
    from qedeck.proofs.portfolio import decide_all, every_property, questions
    from qedeck.spec.files import find_game

    titles = {p.name.text: p.title or "" for p in every_property(game)}
    asked = questions(game, str(find_game(args.game)), args.seconds, not args.once, args.players, not args.own)
    wanted = [q for q in asked if args.k.lower() in f"{q.property} {titles[q.property]}".lower()]
    if not wanted:
        return complain(f"no property of {game.name} is called {args.k}" if args.k else f"{game.name} claims nothing")
    verdicts: list[Verdict] = []
    start = time.monotonic()
    for verdict in decide_all(wanted, args.jobs):
        verdicts.append(verdict)
        if args.format == "text":
            print(told(verdict))
            _progress(len(verdicts), len(wanted), start)
    if args.certificate:
        _certify(verdicts, Path(args.certificate))
    if args.format == "json":
        print_json({"game": game.name, "verdicts": [data(v) for v in verdicts]})
    else:
        print(closing(game, verdicts, time.monotonic() - start))
    return exit_code(verdicts)


def told(verdict: Verdict) -> str:
    """One verdict, with the position or play that shows it."""
    from qedeck.proofs.verdict import Grade

    how = f"{verdict.engine}, {verdict.seconds:.1f} s"
    if verdict.agreed:
        how += f"; {' and '.join(verdict.agreed)} {'agree' if len(verdict.agreed) > 1 else 'says so'}"
    name = f"{verdict.property}, {counted(verdict.players, 'player')}"
    lines = [f"{verdict.grade.value:27} {name}  ({how})"]
    if verdict.grade.good and not verdict.expected:
        lines.append("    but the game expects it to be refuted")
    if verdict.grade is Grade.REFUTED and verdict.expected:
        lines[0] += ", as expected"
    if verdict.detail:
        lines.append(f"    {verdict.detail}")
    if verdict.story and verdict.engine == "lemma":
        lines.append("    (the cards can lie so; whether play leads there is not asked)")
    if verdict.over:
        lines.append(f"    over {', '.join(verdict.over)}")
    return "\n".join([*lines, *(f"    {line}" for line in verdict.story)])


def _progress(done: int, total: int, start: float) -> None:
    if not sys.stderr.isatty() or done == total:
        return
    left = (time.monotonic() - start) / done * (total - done)
    print(f"\r{done} of {total}, about {left:.0f} s to go \r", end="", file=sys.stderr, flush=True)


def closing(game: Game, verdicts: list[Verdict], seconds: float) -> str:
    counts: dict[str, int] = {}
    for verdict in verdicts:
        counts[verdict.grade.value] = counts.get(verdict.grade.value, 0) + 1
    parts = ", ".join(f"{number} {grade}" for grade, number in counts.items())
    return f"{game.variant or game.name}: {counted(len(verdicts), 'question')} in {seconds:.0f} s: {parts}"


def exit_code(verdicts: list[Verdict]) -> int:
    """Our own fault before a refutation before what is not decided."""
    from qedeck.proofs.verdict import exit_code as code_of

    codes = {code_of(verdict) for verdict in verdicts}
    return next((code for code in (4, 1, 3) if code in codes), 0)


def data(verdict: Verdict) -> dict[str, object]:
    return {
        "property": verdict.property,
        "claim": verdict.claim,
        "players": verdict.players,
        "grade": verdict.grade.value,
        "good": verdict.grade.good,
        "expected": verdict.expected,
        "engine": verdict.engine,
        "seconds": round(verdict.seconds, 3),
        "detail": verdict.detail,
        "story": list(verdict.story),
        "over": list(verdict.over),
        "agreed": list(verdict.agreed),
        "vacuous": verdict.vacuous,
    }


def _certify(verdicts: list[Verdict], folder: Path) -> None:
    """The questions in SMT-LIB, one file each: unsat means proved."""
    folder.mkdir(parents=True, exist_ok=True)
    for verdict in verdicts:
        if verdict.smt:
            name = f"{verdict.property.replace(' ', '-')}-{verdict.claim}-{verdict.players}.smt2"
            (folder / name).write_text(verdict.smt, "utf-8")
