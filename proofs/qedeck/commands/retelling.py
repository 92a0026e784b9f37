"""A refutation told again in the language: a verdict in, an example clause of the game out.

The example says what happens now. It is drafted in several ways, the longest play first, and each draft is run
before it is taken: an example that does not come to the same position is no draft. Chance cannot be chosen in an
example, so a play is taken up after chance has last decided, with the table laid out as it lay then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from qedeck.commands.positions import Table, from_story, thens
from qedeck.interpreter.actions import Action
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import Play
from qedeck.interpreter.trace import TraceError, replay
from qedeck.proofs.answers import Question, program_of
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.examples import example_program
from qedeck.spec.game import Game
from qedeck.spec.printer import format_text
from qedeck.spec.reader import read
from qedeck.spec.source import Source

TRIES = 16
"""How many beginnings of a play are tried."""
AT_ONCE = 6
"""Choices on one line."""
UNSAID = "an example cannot say that the rules say nothing"


class Untold(Exception):
    """This refutation cannot be written as an example; the message says why."""


def retold(game: Game, question: Question, verdict: Verdict, name: str) -> str:
    """The clause, in its one layout; Untold if there is none."""
    return _Draft(game, question, verdict, name).text()


class _Draft:
    def __init__(self, game: Game, question: Question, verdict: Verdict, name: str) -> None:
        self.game, self.verdict = game, verdict
        self.program = program_of(question)
        clauses = [cl for cl in game.clauses if isinstance(cl, t.Property) and cl.name.text == question.property]
        self.claim = clauses[0].claims[question.claim] if clauses else None
        self.kind = self.program.claims[question.claim].kind
        self.head = [f'example {name} "what verify found: {question.property}"', f"with {question.players} players"]
        self.head += [f"with {self._source(s)}" for clause in clauses for s in clause.settings]

    def text(self) -> str:
        """The first draft that comes out as the verdict says."""
        if self.verdict.trace is not None:
            found = self._play(dict(self.verdict.trace))
        elif self.verdict.agreed:
            raise Untold("it is refuted because there is nothing of the kind")
        elif self.verdict.story[:1] == ("the one:",) or self.verdict.engine != "lemma":
            raise Untold("it is no single play or position")
        else:
            found = self._position()
        if not self._passes(found):
            raise Untold("it does not come out the same when it is run as an example")
        return self._written(found)

    def _source(self, node: t.Node) -> str:
        """What was written, on one line."""
        text = self.game.sources[node.span.file].text[node.span.start : node.span.end]
        return " ".join(re.sub(r"--[^\n]*", "", text).split())

    # ---- drafts ----------------------------------------------------------------------------------

    def _written(self, lines: Sequence[str]) -> str:
        head, *rest = [*self.head, *lines]
        return format_text("\n".join([head, *(f"  {line}" for line in rest)]) + "\n")

    def _passes(self, lines: Sequence[str]) -> bool:
        file, wrong = read(Source("example.qed", self._written(lines)))
        if wrong or len(file.clauses) != 1 or not isinstance(file.clauses[0], t.Example):
            return False
        program = example_program(self.game.clauses, file.clauses[0], Report())
        return program is not None and run_example(program).passed

    def _first(self, lines: Sequence[str], ways: Sequence[str]) -> list[str]:
        """The first of some ways to go on that passes, or none."""
        return next(([way] for way in ways if self._passes([*lines, way])), [])

    # ---- plays -----------------------------------------------------------------------------------

    def _play(self, found: dict[str, object]) -> list[str]:
        core = self.program.core
        twin = replace(self.game, _cores={core.players: core})
        steps = found["steps"]
        assert isinstance(steps, list)

        def after(count: int) -> Play:
            part = found | {"game": twin.name, "variant": twin.variant, "steps": steps[:count], "result": None}
            try:
                return replay(twin, part).play
            except TraceError as error:
                raise Untold(str(error)) from None

        last = after(len(steps))
        if last.result is not None and last.result.kind == "undefined":
            raise Untold(f"the play ends where something is undefined ({last.result.code}), and {UNSAID}")
        table = Table(core, after(0).cells)
        settings = list(table.settings(found["settings"]))
        for count, lines in self._beginnings(core, table, last.actions, after):
            base = [*settings, *lines]
            undeclared = last.result is not None and last.result.kind == "undeclared"
            if undeclared and count or not self._passes([*base, *thens(table, last.cells, None)]):
                continue  # that a phase is done does not show that the game is
            came = [*self._claimed(base), *self._outcome(base, last)]
            if came or last.result is None:
                return [*base, *came, *thens(table, last.cells, after(count).cells)]
        for given in table.givens(last.cells):
            if claimed := self._claimed([*settings, *given]):
                return [*settings, *given, *claimed]
        raise Untold("no phase can be taken up after what chance did")

    def _beginnings(
        self, core: c.Core, table: Table, actions: Sequence[Action], after: object
    ) -> Iterator[tuple[int, list[str]]]:
        """What follows after the last chance, ever shorter, and the whole play: where it begins, and its lines."""
        assert callable(after)
        starts = next(cl for cl in self.game.clauses if isinstance(cl, t.Game)).starts
        whole = [] if starts is None else [(0, _choosing(starts.text, actions))]
        chance = [number for number, action in enumerate(actions) if action.actor == "chance"]
        if not chance:
            yield from whole
        first = chance[-1] + 1 if chance else 1
        for number in range(first, min(len(actions), first + TRIES)):
            for given in table.givens(after(number).cells):
                if not self._passes([*given, *thens(table, after(number).cells, None)]):
                    continue
                for call in self._calls(core, actions[number].phase):
                    yield number, [*given, *_choosing(call, actions[number:])]
                break
        if chance:  # the dice of an example fall the same way each time, perhaps as they did here
            yield from whole

    def _calls(self, core: c.Core, name: str) -> Iterator[str]:
        """Every way to run a phase: what it takes, if that is a player or another word."""
        phase = next((cl for cl in self.game.rules if isinstance(cl, t.Phase) and cl.name.text == name), None)
        if phase is None:
            return
        if not phase.params:
            yield name
            return
        kinds = [core.domains.get("player") for _ in phase.params]
        for args in product(*(kind.members for kind in kinds if kind is not None)):
            yield f"{name}({', '.join(args)})"

    # ---- what comes of it ------------------------------------------------------------------------

    def _claimed(self, lines: Sequence[str]) -> list[str]:
        """The claim turned round, if it can be asked here."""
        if self.claim is None or self.claim.body is None or self.kind not in ("always", "never", "any_position"):
            return []
        said = self._source(self.claim.body)
        if self.kind == "never":
            return self._first(lines, [f"then {said}"])
        return self._first(lines, [f"then not ({said})", f"then not (({said}) otherwise no)"])

    def _outcome(self, lines: Sequence[str], last: Play) -> list[str]:
        """How it ended, or who is asked next."""
        result, words = last.result, last.rules.words
        if result is not None and result.ending is not None:
            winners = ", ".join(words.player(seat) for seat in result.winners)
            ended = self._first(lines, [f"then ended with {result.ending}"])
            return [*ended, f"then won by {winners}"] if ended and winners else ended
        seats = self.program.core.domains["player"].members
        asked = [f"then asked {who}" for who in (*seats, "table", "anyone", "moderator")]
        return self._first(lines, [*asked, "then not ended"])

    # ---- positions -------------------------------------------------------------------------------

    def _position(self) -> list[str]:
        """The cards as they lie in the verdict, and the claim turned round."""
        if re.search(r"Q5\d\d", self.verdict.detail):
            raise Untold(UNSAID)
        for lines in from_story(self.program.core, self.verdict.story):
            found = self._claimed(lines) or self._compared(lines)
            if found:
                return [*lines, *found]
        raise Untold("no line of an example says what is wrong with this position")

    def _compared(self, lines: Sequence[str]) -> list[str]:
        """What a comparison says of the things that the verdict names."""
        names = self.program.claims[0].names if self.kind in ("order", "cycle") else ()
        things = list(dict.fromkeys(re.findall(r"place (\d+)", self.verdict.detail)))
        if names and not things:
            kind = self.program.core.defines[names[0]].params[0][1]
            members = kind.members if isinstance(kind, c.Domain) else ()
            things = [m for m in members if re.search(rf"(?<![\w-]){re.escape(m)}(?![\w-])", self.verdict.detail)]
        pairs = [f"{names[0]}({one}, {other})" for one, other in product(things, things)] if names else []
        return [line for pair in pairs for line in self._first(lines, [f"then {pair}", f"then not {pair}"])]


def _choosing(call: str, actions: Sequence[Action]) -> list[str]:
    """The choices of people; chance draws for itself."""
    said = [action.spelled() for action in actions if action.actor != "chance"]
    if not said:
        return [f"when do {call}"]
    groups = [", ".join(said[k : k + AT_ONCE]) for k in range(0, len(said), AT_ONCE)]
    return [f"when do {call} choosing {groups[0]}", *(f"when choosing {group}" for group in groups[1:])]
