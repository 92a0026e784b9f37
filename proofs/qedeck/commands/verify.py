"""`qedeck verify`: a game in, a graded verdict for every property out."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands import outlet
from qedeck.commands.common import Parser, complain, open_game, print_json, tell_trouble
from qedeck.commands.exits import GOOD, INTERRUPTED, UNKNOWN, WRONG
from qedeck.commands.numbers import MOST_JOBS, any_whole, seconds, whole

if TYPE_CHECKING:
    from qedeck.proofs.portfolio import Question
    from qedeck.proofs.record import Entry
    from qedeck.proofs.verdict import Verdict
    from qedeck.spec.game import Game


def command(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    game = open_game(args.game, args.format)
    if game is None:
        return WRONG
    if args.players is not None and args.players not in game.players:
        first, last = game.players.start, game.players.stop - 1
        return complain(f"{game.name} is for {first} to {last} players, not {args.players}")
    if args.executor is not None and not args.sweep:
        return complain("--executor says who decides the combinations of --sweep, and goes with that")
    from qedeck.proofs.portfolio import every_property, questions, quick
    from qedeck.spec.files import find_game

    path = str(find_game(args.game))
    if args.sweep:
        from qedeck.commands.sweep_verdicts import sweep_verdicts

        return sweep_verdicts(game, path, args)
    if args.mutate:
        from qedeck.commands.mutation import mutated

        code: int = mutated(game, path, args)
        return code
    if args.save_example is not None:
        from qedeck.commands.saving import target

        args.save_example = target(path, args.save_example)
    if (args.recorded or args.unanswered) and args.record is None:
        args.record = ""
    if args.record == "":
        from qedeck.proofs.record import beside

        args.record = str(beside(Path(path)))
    named = {p.name.text: [p.name.text, p.title or "", *(cite.text for cite in p.cites)] for p in every_property(game)}
    if args.quick and args.players is None:
        args.players = game.players.start
    everything = questions(game, path, args.seconds, not args.once, uses=args.uses)
    mine = {prop.name.text for prop in every_property(game, stock=not args.own)}
    asked = [q for q in everything if q.property in mine and args.players in (None, q.players)]
    asked = quick(asked, game) if args.quick else asked
    wanted = [q for q in asked if args.k.lower() in " ".join(named[q.property]).lower()]
    if not wanted:
        return complain(f"no property of {game.name} is called {args.k}" if args.k else f"{game.name} claims nothing")
    if args.unanswered:
        from qedeck.commands.recording import unanswered

        wanted = unanswered(game, wanted, Path(args.record))
        if not wanted:
            print(f"{args.record} answers all of it")
            return GOOD
    return _Verifying(game, everything, wanted, args).run()


def _parser() -> Parser:
    parser = Parser(
        "verify",
        "Decide what a game claims: its own properties, and what every game should satisfy.",
        "  qedeck verify werewolves_and_robbers\n  qedeck verify my_game.qed -k winner --players 4\n"
        "  qedeck verify wolf_and_hound -k WH-P-29\n  qedeck verify my_game.qed --seconds 120 --certificate proofs/\n"
        "  qedeck verify my_game.qed --save-example",
    )
    parser.game()
    parser.add_argument("-k", metavar="NAME", default="", help="only properties with this in name, title or citations")
    parser.add_argument("--players", type=any_whole, metavar="N", help="only for this many players")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell all there is to say of every verdict")
    parser.add_argument("--seconds", type=seconds, default=20.0, metavar="S", help="how long to try each question (20)")
    parser.add_argument("--jobs", type=whole(1, MOST_JOBS), metavar="N",
                        help="how many questions at once (one for each core)")
    parser.add_argument("--memory", type=whole(), default=4000, metavar="MB", help="memory for each of them (4000)")
    parser.add_argument("--own", action="store_true", help="only what is written in the game, not the stock properties")
    few = "only the stock properties and what needs no plays, for the fewest players"
    parser.add_argument("--quick", action="store_true", help=few)
    parser.add_argument("--once", action="store_true", help="do not ask a second solver")
    parser.add_argument("--fresh", action="store_true", help="ask everything anew, also what was answered before")
    parser.add_argument("--certificate", metavar="FOLDER", help="write the questions, for others to check again")
    keep = "add each refutation to the game, or to FILE, as an example of what happens now"
    parser.add_argument("--save-example", nargs="?", const="", metavar="FILE", help=keep)
    beside = "keep the verdicts beside the game, or in FILE, with the text and the prover that they hold for"
    parser.add_argument("--record", nargs="?", const="", metavar="FILE", help=beside)
    parser.add_argument("--recorded", action="store_true", help="ask nothing: what the record says, and what is stale")
    parser.add_argument("--unanswered", action="store_true",
                        help="ask only what the record does not answer: never asked, stale or open; and --record it")
    parser.add_argument("--report", metavar="FILE", help="write a page of all verdicts and plays, to publish; "
                        "with --record or --recorded, of all that was ever recorded")
    parser.add_argument("--uses", action="store_true", help="say which clauses each proof uses")
    parser.add_argument("--mutate", action="store_true", help="change the rules a little: do the properties notice?")
    parser.add_argument("--mutants", type=whole(), metavar="N", help="with --mutate: only so many changes, at random")
    parser.add_argument("--changes", type=_numbers, metavar="12,48-53",
                        help="with --mutate: only these, by the numbers in its listing")
    each = "decide each combination: players, reading:NAME, parameter:NAME=1..3, variant:NAME; repeatable"
    parser.add_argument("--sweep", action="append", default=[], metavar="WHAT", help=each)
    parser.add_argument("--executor", metavar="WHO",
                        help="with --sweep: processes (default), threads, dask:ADDRESS or module:factory")
    parser.add_argument("--seed", type=any_whole, metavar="S",
                        help="with --mutants: the same seed gives the same changes")
    parser.formats("junit", "sarif")
    return parser


def _numbers(text: str) -> list[int]:
    from qedeck.commands.mutation import numbers

    return numbers(text)


class _Verifying:
    """One run: questions asked, verdicts told as they come, and what is written at the end."""

    def __init__(
        self, game: Game, everything: list[Question], wanted: list[Question], args: argparse.Namespace
    ) -> None:
        self.game, self.everything, self.wanted, self.args = game, everything, wanted, args
        self.found: list[tuple[Question, Verdict]] = []
        self.start = time.monotonic()

    @property
    def verdicts(self) -> list[Verdict]:
        return [verdict for _, verdict in self.found]

    def run(self) -> int:
        from qedeck.commands.verdicts import exit_code

        stale = self._look_up() if self.args.recorded else 0
        stopped = not self.args.recorded and not self._ask()
        self._report(stopped)
        if self.args.certificate:
            from qedeck.commands.certify import certify

            self._say(certify(self.game, self.verdicts, Path(self.args.certificate)))
        if self.args.record is not None and not self.args.recorded:
            from qedeck.commands.recording import record

            self._say(record(self.game, self.found, Path(self.args.record)))
        if self.args.report:
            from qedeck.commands.dossier import publish

            self._say(publish(self.game, self._entries(), Path(self.args.report)))
        if self.args.save_example is not None:
            from qedeck.commands.saving import save_examples

            for line in save_examples(self.game, self.found, self.args.save_example):
                self._say(line)
        if self.args.uses and self.args.format != "json":
            from qedeck.commands.uses import table

            self._say(table(self.game, self.verdicts))
        code = exit_code(self.verdicts)
        return INTERRUPTED if stopped else (code or UNKNOWN if stale else code)

    def _look_up(self) -> int:
        """The verdicts that were recorded and still count; how many do not, or were never asked."""
        from qedeck.commands.recording import answers, recorded

        entries = recorded(self.game, self.wanted, Path(self.args.record))
        self.found = answers(entries)
        stale, never = sum(e.row is not None and not e.fresh for e in entries), sum(e.row is None for e in entries)
        if stale or never:
            self._say(f"recorded in {self.args.record}: {stale} stale, {never} never asked; they count nowhere")
        return stale + never

    def _entries(self) -> list[Entry]:
        """What a report is made of: the whole record, or this run alone."""
        from qedeck.commands.recording import of_a_run, recorded

        if self.args.record is None:
            return of_a_run(self.found)
        return recorded(self.game, self.everything, Path(self.args.record))

    def _ask(self) -> bool:
        """Every question; whether nobody stopped us."""
        from qedeck.commands.progress import Progress
        from qedeck.commands.verdict_text import told
        from qedeck.proofs.kept import Kept
        from qedeck.proofs.portfolio import Run

        args, kept = self.args, Kept()
        progress = Progress(len(self.wanted), args.jobs or os.cpu_count() or 1)
        run = Run(self.wanted, args.jobs, kept, args.fresh, args.memory, begun=progress.begun, tick=progress.show)
        progress.expect(self.wanted, run.estimates())
        answers = run.verdicts()
        try:
            for question, verdict in answers:
                self.found.append((question, verdict))
                progress.answered(question, None if verdict.kept else verdict.seconds)
                if args.verbose and args.format == "text":
                    print(f"{told(verdict)}\n", flush=True)
        except KeyboardInterrupt:
            return False
        finally:
            answers.close()
            progress.clear()
            tell_trouble(kept, "answers")
        return True

    def _report(self, stopped: bool) -> None:
        from qedeck.commands.verdict_text import attention, closing, table
        from qedeck.commands.verdicts import as_junit, as_sarif, data

        called = self.args.game
        match self.args.format:
            case "json":
                told = [data(verdict, called) for verdict in self.verdicts]
                named = {"game": self.game.name, "variant": self.game.variant}
                print_json(named | {"stopped": stopped, "verdicts": told} | self._uses())
            case "junit":
                outlet.whole(as_junit(self.game, self.verdicts, called))
            case "sarif":
                print_json(as_sarif(self.game, self.verdicts, called))
            case _:
                below = [] if self.args.verbose else attention(self.verdicts, called)
                last = closing(self.game, self.verdicts, time.monotonic() - self.start)
                print("\n".join([*table(self.verdicts), *below, "", last]))
        if stopped:
            self._say(f"stopped: {len(self.found)} of {len(self.wanted)} questions answered; run again to go on")

    def _uses(self) -> dict[str, object]:
        if not self.args.uses:
            return {}
        from qedeck.commands.uses import data

        return {"uses": data(self.game, self.verdicts)}

    def _say(self, line: str) -> None:
        """For people; where a program reads our output, it goes beside it."""
        print(line, file=sys.stdout if self.args.format == "text" else sys.stderr, flush=True)
