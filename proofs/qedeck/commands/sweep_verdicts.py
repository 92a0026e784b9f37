"""`qedeck verify --sweep`: every combination is one run over a game with nothing else left open; then a table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from qedeck.commands.common import complain, print_json
from qedeck.commands.exits import INTERRUPTED
from qedeck.commands.said import columns
from qedeck.commands.sweeping import swept, worst
from qedeck.commands.verdict_text import closing
from qedeck.commands.verdicts import data, exit_code
from qedeck.interpreter.settings import SettingError
from qedeck.proofs.answers import answer, know
from qedeck.proofs.kept import Kept
from qedeck.proofs.portfolio import Question, Run, every_property, questions, quick
from qedeck.simulation.table import table_of

if TYPE_CHECKING:
    from qedeck.proofs.verdict import Verdict
    from qedeck.simulation.crews import Crew
    from qedeck.simulation.sweeps import Combination
    from qedeck.spec.game import Game

Row = tuple[dict[str, str], list["Verdict"]]


def sweep_verdicts(game: Game, path: str, args: argparse.Namespace) -> int:
    """Decide every combination."""
    from qedeck.simulation.crews import CrewError, crew_of
    from qedeck.simulation.sweeps import SweepError

    if args.format not in ("text", "json") or args.certificate or args.save_example is not None or args.report:
        return complain("--sweep tells verdicts as text or json; certificates, examples and reports are of one game")
    if args.executor == "threads":
        return complain("the solvers are not made for threads: use processes, dask:ADDRESS or module:factory")
    args.settings, args.executor = {}, args.executor or "processes"
    try:
        found = swept(game, args)
        crew = crew_of(args.executor, args.jobs)
        try:
            return _all(game, path, found, crew, args)
        finally:
            crew.close()
    except (SweepError, CrewError) as error:
        return complain(str(error))


def _all(game: Game, path: str, found: list[Combination], crew: Crew, args: argparse.Namespace) -> int:
    rows: list[Row] = []
    stopped = False
    for here in found:
        start = time.monotonic()
        try:
            table_of(here.game, here.players, here.settings)
        except SettingError as error:
            print(f"{_said(here.values)}: not possible: {error}", file=sys.stderr)
            continue
        narrow = here.narrowed()
        verdicts: list[Verdict] = []
        rows.append((here.values, verdicts))
        try:
            verdicts += _verdicts(narrow, path, crew, args)
        except KeyboardInterrupt:
            stopped = True
            break
        if args.format == "text":
            print(f"{_said(here.values)}: {closing(narrow, verdicts, time.monotonic() - start)}", flush=True)
    if not rows:
        return complain("none of these combinations is possible")
    if args.format == "json":
        told = [{"combination": values, "verdicts": [data(v, args.game) for v in mine]} for values, mine in rows]
        print_json({"game": game.name, "variant": game.variant, "stopped": stopped, "sweep": told})
    else:
        print("\n".join(_table(rows)))
    if stopped:
        print(f"stopped: {len(rows) - 1} of {len(found)} combinations decided; run again to go on", file=sys.stderr)
        return INTERRUPTED
    return worst([exit_code(verdicts) for _, verdicts in rows])


def _verdicts(game: Game, path: str, crew: Crew, args: argparse.Namespace) -> list[Verdict]:
    """One run over a narrowed game, under a name of its own."""
    name = f"{path}#{sha256(repr(game.clauses).encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
    titles = {p.name.text: p.title or "" for p in every_property(game)}
    asked = questions(game, name, args.seconds, not args.once, game.players.start, not args.own, args.uses)
    asked = quick(asked, game) if args.quick else asked
    wanted = [q for q in asked if args.k.lower() in f"{q.property} {titles[q.property]}".lower()]
    # Processes of our own have limits of time and memory; those that begin as copies of this one know the game.
    own = args.executor == "processes" and sys.platform == "linux"
    executor = None if own else _Sent(crew, game)
    run = Run(wanted, args.jobs, Kept(), args.fresh, args.memory, executor)
    return [verdict for _, verdict in run.verdicts()]


class _Sent(Executor):
    """Questions go out together with the game they are about."""

    def __init__(self, crew: Crew, game: Game) -> None:
        self.crew, self.game = crew, game

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (question,) = args
        return self.crew.submit(sha256(repr(question).encode()).hexdigest(), answer_about, self.game, question)


def answer_about(game: Game, question: Question) -> Verdict:
    """Decide a question about a game that came along with it."""
    know(question.game, game)
    return answer(question)


def _said(values: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _table(rows: list[Row]) -> list[str]:
    """A line for each claim that does not come out the same everywhere; a column for each combination."""
    claims = list(dict.fromkeys((v.property, v.claim, v.place) for _, verdicts in rows for v in verdicts))
    grades = [{(v.property, v.claim, v.place): v.grade.value for v in verdicts} for _, verdicts in rows]
    differing = [claim for claim in claims if len({found.get(claim, "") for found in grades}) > 1]
    if not differing:
        return ["Everything comes out the same in every combination."]
    lines = [["", *(_said(values) for values, _ in rows)]]
    for claim in differing:
        name = f"{claim[0]} ({claim[1].replace('_', ' ')})"
        lines.append([name, *(found.get(claim, "not asked") for found in grades)])
    same = len(claims) - len(differing)
    return ["", f"What comes out differently (the other {same} do not):", *columns(lines, "l" * len(lines[0]))]
