"""Stage 2 to 3, an example that begins within a phase: at a step, with what the phase has fixed by then.

In: `when do play-trick from STEP`; out: a block that puts in place what is told or can be worked out, and leads to that
step. What is worked out is so as the position lies: what was fixed before the step and has changed since must be told.
"""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.amend import head_of
from qedeck.spec.checker.elaborate import Workshop
from qedeck.spec.checker.graph import Began
from qedeck.spec.checker.terms import FALSE, same
from qedeck.spec.checker.values import Env, plain
from qedeck.spec.diagnostic import did_you_mean


class Midway:
    """Finds the steps at which one example begins, and writes the way there."""

    def __init__(self, shop: Workshop, example: t.Example) -> None:
        self.shop = shop
        self.exprs = shop.state.exprs
        readings = (cl for cl in shop.scope.clauses if isinstance(cl, t.Reading))
        self.read_as = {reading.name.text: reading.alternatives[0].text for reading in readings}
        for line in example.lines:
            match line:
                case t.With(t.Setting(t.Name(reading), t.Name(word))):
                    self.read_as[reading] = word

    def begin(self, line: t.WhenFrom) -> int | None:
        """The block where play begins; None where that is not clear, which is told."""
        phase, flow, graph = self.shop.scope.phases.get(line.phase.text), self.shop.flow, self.shop.graph
        step = None if phase is None else self._meant(phase, line)
        if phase is not None and step is None:
            return None
        before, told = set(graph.variables), len(self.shop.scope.report.found)
        graph.current = graph.new()
        flow.entry, flow.began = step, None
        flow.run((t.Do(line.phase, line.args, (), span=line.span),), Env())
        graph.pause("done", "")
        graph.close(c.Finish())
        flow.entry, began = None, flow.began
        if began is None or len(self.shop.scope.report.found) > told:  # there is no such phase, or it cannot be read
            return None
        start = graph.current = graph.new()
        graph.emit(*_Fixed(self.shop, line, began, before).steps())
        graph.close(c.Jump(began.block))
        return start

    def _meant(self, phase: t.Phase, line: t.WhenFrom) -> t.Statement | None:
        head = head_of(line.step)
        found = [step for step in self._steps(phase.body) if head_of(step) == head]
        if len(found) == 1:
            return found[0]
        said = f"{phase.name} says this {len(found)} times" if found else f"{phase.name} does not say this"
        hint = "write its first line as the phase does, and only that"
        if found:
            hint = "nothing tells which of them is meant: begin at a step beside it, or put one of them into a phase"
        elif any(head_of(step) == head for step in self._steps(phase.body, True)):
            said, hint = f"{phase.name} offers this at any time", "begin at a step, and choose the offer there"
        self.exprs.wrong("Q450", said, line.step.span, hint)
        return None

    def _steps(self, body: tuple[t.Statement, ...], offers: bool = False) -> Iterator[t.Statement]:
        """All steps of a phase as the example reads the rules; those of standing offers only if asked for."""
        for step in body:
            match step:
                case t.IfRead(t.Is(t.Name(reading), t.Name(word)), then, otherwise):
                    yield from self._steps(then if self.read_as.get(reading) == word else otherwise, offers)
                    continue
                case t.Meanwhile(race=race):
                    yield step
                    for option in race.options if offers else ():
                        yield from self._steps(option.body, offers)
                    continue
            yield step
            match step:
                case t.If(_, then, otherwise):
                    yield from self._steps((*then, *otherwise), offers)
                case t.ForEach(body=inner) | t.EyesClosed(body=inner) | t.Repeat(body=inner):
                    yield from self._steps(inner, offers)
                case t.MayChoose(body=inner, otherwise=otherwise):
                    yield from self._steps((*inner, *otherwise), offers)
                case t.ChooseOne(options=options) | t.Race(options=options):
                    for option in options:
                        yield from self._steps(option.body, offers)
                case _:
                    pass


class _Fixed:
    """What is fixed where play begins, as far as it matters to what comes then."""

    def __init__(self, shop: Workshop, line: t.WhenFrom, began: Began, before: set[str]) -> None:
        self.line, self.first = line, began.first
        self.exprs = shop.state.exprs
        self.variables = shop.graph.variables
        self.names = {name: value for name, value in began.env.names.items() if "." not in name}
        self.fixed = sorted(shop.graph.needed(began.block) & (self.variables.keys() - before))
        self.spoken_of = set[str]()
        self.told = dict(self._told(line.where))
        self.made: dict[str, c.Step] = {}

    def steps(self) -> tuple[c.Step, ...]:
        for var in self.fixed:
            self._settle(var)
        return tuple(self.made.values())

    # ---- what is told ------------------------------------------------------------------------------

    def _told(self, where: t.Expr | None) -> Iterator[tuple[str, c.Expr]]:
        """Names with what they are, from conditions joined by `and`."""
        for part in t.conjuncts(where):
            match part:
                case t.Is(t.Name(name), right, False):
                    value, again = self.names.get(name), name in self.spoken_of
                    self.spoken_of.add(name)
                    if value is None:
                        hint = did_you_mean(name, self.names) or "tell what the phase has named before this step"
                        self.exprs.wrong("Q201", f"{self.line.phase} has no {name} at this step", part.left.span, hint)
                    elif again:
                        self.exprs.wrong("Q202", f"{name} is told twice", part.left.span, "say it once")
                    elif value.parts:
                        said = f"{name} is {plain(value.kind)}, which is worked out and not told"
                        self.exprs.wrong("Q309", said, part.left.span, "lay out the position so that it comes to that")
                    else:
                        yield name, self.exprs.expect(right, Env(), value.kind).term
                case _:
                    self.spoken_of |= {one.word for one in t.names(part)}
                    said = "what is fixed is told name by name"
                    self.exprs.wrong("Q309", said, part.span, "where p is player 3 and c is red 1")

    def _unknown(self, var: str) -> None:
        stem = _stem(var)
        if stem in self.spoken_of and self._is_of(var, stem):  # what is wrong with it was told
            return
        said, hint = f"nothing says what {stem} is at this step", f"tell it in a line under this one: where {stem} is …"
        if stem in self.names and not self._is_of(var, stem):
            said, hint = f"two things are called {stem} at this step", "give one of them another name in the phase"
        else:
            said += ": a loop goes through several" if _counts(var) else ": it was chosen before"
        self.exprs.wrong("Q451", said, self.line.step.span, hint)

    # ---- what is put in place ------------------------------------------------------------------------

    def _settle(self, var: str) -> None:
        """This variable's first value, after all that it is worked out from."""
        if var in self.made:
            return
        stem = _stem(var)
        if stem in self.told and self._is_of(var, stem):
            term = self._round(var, stem) if _counts(var) else self.told[stem]
            step = c.Assign(var, (), term, self.line.phase.text, self.line.span)
        elif var in self.first and ("." in stem or not _counts(var)):
            step = self.first[var]
        else:
            self._unknown(var)
            return
        for other in sorted(c.reads(step.value) & self.first.keys() - {var}):
            if other in self.variables and self.variables[other].role == "control":
                self._settle(other)
        self.made[var] = step

    def _is_of(self, var: str, name: str) -> bool:
        """Whether this name is read from this variable."""
        value = self.names.get(name)
        return value is not None and any(var in c.reads(part.term) for part in value.parts or (value,))

    def _round(self, var: str, name: str) -> c.Expr:
        """In which round of its loop a name is what it is told to be."""
        counter, local = self.variables[var].type, self.exprs.fresh("round")
        assert isinstance(counter, c.Whole)

        def at(term: c.Expr) -> c.Expr:
            return c.Local(local) if term == c.Read(var) else c.rebuilt(term, at)

        there = c.Try(same(at(self.names[name].term), self.told[name]), FALSE)
        return c.Find("first", local, counter.low, counter.high, there, self.line.span)


def _counts(var: str) -> bool:
    """Whether a control variable counts the rounds of a loop."""
    return "#" in var


def _stem(var: str) -> str:
    """The name that a control variable was made for: `play-trick.p#~2` for p."""
    return var.partition("~")[0].removesuffix("#").partition(".")[2]
