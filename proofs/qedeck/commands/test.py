"""`qedeck test`: a game in, its examples run, one line for each out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qedeck.commands.common import Parser, complain, counted, open_game, print_json
from qedeck.commands.junit import Case, junit
from qedeck.commands.outlet import whole

if TYPE_CHECKING:
    from qedeck.interpreter.examples_run import Outcome
    from qedeck.spec.game import Game


def command(argv: Sequence[str]) -> int:
    parser = Parser("test", "Run the examples that stand in a game's spec, and explain those that fail.",
                    "  qedeck test stool_pigeon\n  qedeck test my_game.qed -k knife\n"
                    "  qedeck test my_game.qed --format junit > report.xml")
    parser.game()
    parser.add_argument("-k", metavar="NAME", default="", help="only examples with this in their name or title")
    parser.add_argument("-q", "--quiet", action="store_true", help="only what fails, and the closing line")
    parser.formats("junit")
    args = parser.parse_args(argv)
    game = open_game(args.game, args.format)
    if game is None:
        return 2
    from qedeck.interpreter.examples_run import run_example

    every = game.examples()
    wanted = [p for p in every if args.k.lower() in f"{p.name} {p.title or ''}".lower()]
    if every and not wanted:
        from qedeck.spec.diagnostic import did_you_mean

        hint = did_you_mean(args.k, [p.name for p in every]) or f"there are {counted(len(every), 'example')}"
        return complain(f"no example of {game.name} is called {args.k}; {hint}")
    sources = {name: source.text for name, source in game.sources.items()}
    outcomes: list[tuple[Outcome, float]] = []
    for program in wanted:
        before = time.perf_counter()
        outcome = run_example(program, game.texts, sources)
        outcomes.append((outcome, time.perf_counter() - before))
        if args.format == "text" and not (args.quiet and (outcome.passed or not fails(outcome, game))):
            print(_line(outcome, game))
    if args.format == "json":
        print_json({"game": game.name, "examples": [_data(outcome, game) for outcome, _ in outcomes]})
    elif args.format == "junit":
        whole(junit(game.name, [_case(outcome, seconds, game) for outcome, seconds in outcomes]))
    else:
        print(_closing(game, [outcome for outcome, _ in outcomes]))
    return int(any(fails(outcome, game) for outcome, _ in outcomes))


def fails(outcome: Outcome, game: Game) -> bool:
    """Whether it counts against the game: an example of the base that comes out otherwise is what a variant is for."""
    return not outcome.passed and outcome.name not in game.inherited


def _closing(game: Game, outcomes: list[Outcome]) -> str:
    name = game.variant or game.name
    failed = sum(fails(outcome, game) for outcome in outcomes)
    changed = sum(not outcome.passed for outcome in outcomes) - failed
    base = f"; {counted(changed, 'example')} of {game.name} come out otherwise" if changed else ""
    if not outcomes:
        return f"{name} has no examples"
    if failed:
        return f"{name}: {counted(failed, 'example')} of {len(outcomes)} failed{base}"
    return f"{name}: {counted(len(outcomes) - changed, 'example')}, all as the rules say{base}"


def _line(outcome: Outcome, game: Game) -> str:
    title = f"  {outcome.title}" if outcome.title else ""
    if outcome.passed:
        return f"ok    {outcome.name}{title}"
    if not fails(outcome, game):
        return f"new   {outcome.name}{title}: {_turned(outcome)}"
    return "\n".join([f"FAIL  {outcome.name}{title}", *(f"      {line}" for line in _why(outcome, game))])


def _why(outcome: Outcome, game: Game) -> list[str]:
    """The place with a mark under it, then what was expected and what came out."""
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.render import render

    code = f" ({outcome.code}: qedeck explain {outcome.code})" if outcome.code else ""
    lines = [f"{outcome.message}{code}"]
    lines += render(Diagnostic(outcome.code, "", outcome.span), game.sources).splitlines()[1:]
    if outcome.expected:
        lines += [f"expected: {outcome.expected}", f"but got:  {outcome.actual}"]
    return lines


def _data(outcome: Outcome, game: Game) -> dict[str, object]:
    source = game.sources.get(outcome.span.file)
    return {
        "name": outcome.name, "title": outcome.title, "passed": outcome.passed,
        "inherited": outcome.name in game.inherited, "message": outcome.message,
        "expected": outcome.expected, "actual": outcome.actual, "code": outcome.code, "file": outcome.span.file,
        "line": source.line_of(outcome.span.start) if source else None,
    }


def _case(outcome: Outcome, seconds: float, game: Game) -> Case:
    if not fails(outcome, game):
        return Case(outcome.name, seconds)
    return Case(outcome.name, seconds, "failure", outcome.message, "\n".join(_why(outcome, game)))


def _turned(outcome: Outcome) -> str:
    if outcome.actual == "it does not hold":
        return f"no longer {outcome.expected}"
    return f"{outcome.expected or outcome.message} is now {outcome.actual or 'otherwise'}"
