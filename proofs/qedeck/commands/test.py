"""`qedeck test`: a game in, its examples run, one line for each out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from qedeck.commands.common import Parser, complain, open_game, print_json
from qedeck.commands.junit import Case, junit
from qedeck.commands.outlet import whole
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.interpreter.examples_run import Outcome
    from qedeck.spec.example_lines import ExampleProgram
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
    base = _Base(game)
    tried: list[Tried] = []
    for program in wanted:
        before = time.perf_counter()
        outcome = run_example(program, game.texts, sources)
        tried.append(Tried(outcome, base.verdict(outcome), time.perf_counter() - before))
        if args.format == "text" and not (args.quiet and not tried[-1].fails):
            print(_line(tried[-1], game))
    if args.format == "json":
        print_json({"game": game.name, "variant": game.variant, "examples": [_data(one, game) for one in tried]})
    elif args.format == "junit":
        whole(junit(game.variant or game.name, [_case(one, game) for one in tried]))
    else:
        print(_closing(game, tried))
    return int(any(one.fails for one in tried))


@dataclass(frozen=True, slots=True)
class Tried:
    """An example that was run. `base`: how it comes out in the game that a variant varies, where that was asked."""

    outcome: Outcome
    base: Literal["passed", "failed", ""]
    seconds: float

    @property
    def changed(self) -> bool:
        """It held in the base: that it no longer does is what a variant is for."""
        return not self.outcome.passed and self.base == "passed"

    @property
    def fails(self) -> bool:
        """Whether it counts against the game."""
        return not self.outcome.passed and not self.changed


class _Base:
    """The game that a variant varies, read when an example of it fails here."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.examples: dict[str, ExampleProgram] | None = None

    def verdict(self, outcome: Outcome) -> Literal["passed", "failed", ""]:
        if outcome.passed or outcome.name not in self.game.inherited:
            return ""
        from qedeck.interpreter.examples_run import run_example
        from qedeck.spec.game import examples_of

        if self.examples is None:
            self.examples = {program.name: program for program in examples_of(self.game.base)}
        program = self.examples.get(outcome.name)
        return "passed" if program is not None and run_example(program).passed else "failed"


def _closing(game: Game, tried: list[Tried]) -> str:
    name = game.variant or game.name
    failed, changed = sum(one.fails for one in tried), sum(one.changed for one in tried)
    already = sum(one.base == "failed" for one in tried)
    comes = "comes" if changed == 1 else "come"
    base = f"; {counted(changed, 'example')} of {game.name} {comes} out otherwise" if changed else ""
    if not tried:
        return f"{name} has no examples"
    if failed:
        before = f", {already} in {game.name} already" if already else ""
        return f"{name}: {counted(failed, 'example')} of {len(tried)} failed{before}{base}"
    return f"{name}: {counted(len(tried) - changed, 'example')}, all as the rules say{base}"


def _line(one: Tried, game: Game) -> str:
    outcome = one.outcome
    title = f"  {outcome.title}" if outcome.title else ""
    if outcome.passed:
        return f"ok    {outcome.name}{title}"
    if one.changed:
        return f"new   {outcome.name}{title}: {_turned(outcome)}"
    return "\n".join([f"FAIL  {outcome.name}{title}", *(f"      {line}" for line in _why(one, game))])


def _why(one: Tried, game: Game) -> list[str]:
    """The place with a mark under it, then what was expected and what came out."""
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.render import render

    outcome = one.outcome
    code = f" ({outcome.code}: qedeck explain {outcome.code})" if outcome.code else ""
    lines = [f"{outcome.message}{code}"]
    lines += render(Diagnostic(outcome.code, "", outcome.span), game.sources).splitlines()[1:]
    if outcome.expected:
        lines += [f"expected: {outcome.expected}", f"but got:  {outcome.actual}"]
    if one.base == "failed":
        lines.append("it fails in the base already: the variant has no part in it")
    return lines


def _data(one: Tried, game: Game) -> dict[str, object]:
    outcome = one.outcome
    source = game.sources.get(outcome.span.file)
    return {
        "name": outcome.name, "title": outcome.title, "passed": outcome.passed,
        "inherited": outcome.name in game.inherited, "base": one.base or None, "message": outcome.message,
        "expected": outcome.expected, "actual": outcome.actual, "code": outcome.code, "file": outcome.span.file,
        "line": source.line_of(outcome.span.start) if source else None,
    }


def _case(one: Tried, game: Game) -> Case:
    if not one.fails:
        return Case(one.outcome.name, one.seconds)
    return Case(one.outcome.name, one.seconds, "failure", one.outcome.message, "\n".join(_why(one, game)))


def _turned(outcome: Outcome) -> str:
    """How an example of the base comes out now."""
    if not outcome.expected:
        return outcome.message
    return f"no longer {outcome.expected}" + (f": {outcome.actual}" if outcome.actual != "it does not hold" else "")
