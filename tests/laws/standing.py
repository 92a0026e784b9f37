"""Random courses of play with offers that stand and loops until nobody moves, written twice: as a designer writes them,
and by hand, a race at each place where one is made and a note of each move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeAlias

Lines: TypeAlias = list[str]
MOST_LINES = 200
TABLE = """game standing
  players 3
  starts with main

remember
  x: 0 to 3
  y: 0 to 3
  turn: player
  vote of each player: 0 to 1, secret
  score of each player: 0 to 9
  moved of each depth: yes or no

depth is one of outer, second, third, fourth, fifth, sixth, seventh, eighth

phase main
"""
DEPTHS = ("outer", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Step:
    """A line, what stands under it, and what it is to these two constructs."""

    line: str
    body: tuple[Step, ...] = ()
    options: tuple[Step, ...] = ()
    kind: str = "plain"
    """plain, asked (somebody decides), may, race, offer, vote, until (nobody moves), block (a phase)."""
    condition: str = ""
    name: str = ""


def inner(lines: Lines) -> Lines:
    return ["  " + line for line in lines]


@dataclass
class Course:
    """Writes random steps; names are never used twice, so that what is written elsewhere means the same there."""

    random: Random
    names: int = 0

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def pick(self, *words: str) -> str:
        return self.random.choice(words)

    def block(self, depth: int, known: tuple[str, ...] = (), offers: bool = True) -> tuple[Step, ...]:
        steps: list[Step] = []
        many = self.random.randint(1, 2 + (depth > 1))
        for at in range(many):
            if offers and depth > 0 and at < many - 1 and self.random.random() < 0.45:
                steps.append(self.offer(self.pick_depth(depth), known))
            step, given = self.step(depth, known)
            steps.append(step)
            known += given
        return tuple(steps)

    def pick_depth(self, depth: int) -> int:
        """What an offer leads to is written many times by hand: mostly it is short."""
        return min(depth - 1, self.random.choice((0, 0, 0, 1)))

    def condition(self) -> str:
        likely = "x < 2", "y is not 0", "x is y"
        return self.pick(*likely, "turn is player 1", "score of turn is 0", "x is not 3 or y > 1")

    def change(self, known: tuple[str, ...]) -> Step:
        lines = ["x becomes (x + 1) mod 4", "y becomes (x + y) mod 4", "turn becomes left of turn"]
        lines += ["add 1 to x, up to 3", "take 1 from y, down to 0", "add 1 to score of turn, up to 9"]
        lines += [f"add 1 to score of {name}, up to 9" for name in known] * 2
        return Step(self.pick(*lines))

    def offer(self, depth: int, known: tuple[str, ...]) -> Step:
        who, condition = self.name(), self.condition() if self.random.random() < 0.7 else ""
        named = [self.name(), self.name()][: self.random.randint(1, 2)]
        options = tuple(self.option(name, depth, (*known, who)) for name in named)
        return Step(f"anyone {who} may", (), options, "offer", condition)

    def option(self, name: str, depth: int, known: tuple[str, ...]) -> Step:
        # What is done changes something mostly, so that it is not done for ever.
        guard = self.condition() if self.random.random() < 0.6 else ""
        return Step(name, (self.change(known), *self.block(depth, known)), (), "option", guard)

    def step(self, depth: int, known: tuple[str, ...]) -> tuple[Step, tuple[str, ...]]:
        kinds = ["change", "number", "number", "vote", "chance"]
        kinds += ["one", "may", "race", "if", "each", "until", "until", "phase"] if depth > 0 else []
        person, n = self.pick("turn", "player 2", "player 3", *known), self.name()
        match self.pick(*kinds):
            case "number":
                return Step(f"{person} chooses a player {n} where {n} is not player 2", kind="asked"), (n,)
            case "vote":
                where = self.pick("", f" where {self.condition()}", " where score of p is 0")
                said = f"every player p{where} secretly chooses a number {n} from 0 to 1 as vote of p"
                return Step(said, kind="vote", condition=where.removeprefix(" where ")), ()
            case "chance":
                return Step(f"chance chooses a player {n}"), (n,)
            case "one":
                options = (Step("stay", kind="option"), self.option("go", depth - 1, known))
                return Step(f"{person} chooses one", (), options, "asked"), ()
            case "may":
                return Step(f"{person} may choose a player {n}", self.block(depth - 1, (*known, n)), (), "may"), ()
            case "race":
                return Step(f"anyone {n} may", (), (self.option("slap", depth - 1, (*known, n)),), "race"), ()
            case "if":
                return Step(f"if {self.condition()}", self.block(depth - 1, known)), ()
            case "each":
                return Step(f"for each player {n}", self.block(depth - 1, (*known, n))), ()
            case "until":
                who = self.name()
                move = Step(f"anyone {who} may", (), (self.option("bid", depth - 1, (*known, who)),), "race")
                if self.random.random() < 0.5:
                    said = f"{person} may choose a player {who} where x < 3"
                    move = Step(said, (Step("add 1 to x"), *self.block(depth - 1, known)), (), "may")
                return Step("repeat", (move, *self.block(depth - 1, known)), (), "until"), ()
            case "phase":
                return Step("", self.block(depth - 1), (), "block", name=f"do-{n}"), ()
        return self.change(known), ()


@dataclass
class Written:
    """Writes steps as text, in one of the two ways."""

    by_hand: bool
    standing: tuple[Step, ...] = ()
    watched: int = 0
    phases: Lines = field(default_factory=list)

    def block(self, steps: tuple[Step, ...]) -> Lines:
        within, lines = replace(self), Lines()
        for step in steps:
            if step.kind == "offer" and self.by_hand:
                within.standing = (*within.standing, step)
            else:
                lines += within.step(step)
        if within.standing != self.standing:
            lines += within.offered()
        return lines

    def step(self, step: Step) -> Lines:
        first: Lines = []
        if step.kind in ("asked", "may", "race"):
            first = self.offered()
        elif step.kind == "vote" and self.standing:
            voter = f"if some player p where {step.condition or 'yes'}"
            first = [voter, *inner(self.offered())]
        match step.kind:
            case "offer":
                until = f"while {step.condition}, " if step.condition else ""
                return [f"meanwhile, {until}{step.line}", *self.options(step.options, False)]
            case "may":
                return [*first, step.line, *inner(self.moved() + self.block(step.body))]
            case "asked" | "race":
                return [*first, step.line, *self.options(step.options, step.kind == "race")]
            case "until":
                if not self.by_hand:
                    return ["repeat", *inner(self.block(step.body)), "until nobody moves"]
                watching = replace(self, watched=self.watched + 1)
                return self.until_nobody_moved(watching.block(step.body))
            case "block":
                if not self.by_hand:
                    self.phases += ["", f"phase {step.name}", *inner(self.block(step.body))]
                    return [f"do {step.name}"]
                return ["if yes", *inner(self.block(step.body))]
        return [*first, step.line, *inner(self.block(step.body))]

    def options(self, options: tuple[Step, ...], moves: bool, given: str = "") -> Lines:
        lines: Lines = []
        for option in options:
            guard = " and ".join(f"({part})" for part in (given, option.condition) if part)
            lines.append(option.line + (f", if {guard}" if guard else ""))
            lines += inner((self.moved() if moves else []) + self.block(option.body))
        return inner(lines)

    def until_nobody_moved(self, body: Lines) -> Lines:
        flag = f"moved of {DEPTHS[self.watched]}"
        return ["repeat", *inner([f"{flag} becomes no", *body]), f"until not {flag}"]

    def moved(self) -> Lines:
        """A note that somebody has moved, for each loop around."""
        return [f"moved of {DEPTHS[depth]} becomes yes" for depth in range(self.watched)] if self.by_hand else []

    def offered(self) -> Lines:
        """A race at this place, until nobody moves."""
        if not self.standing:
            return []
        undisturbed = replace(self, standing=(), watched=self.watched + 1)
        actors = [offer.line.split()[1] for offer in self.standing]
        race = [f"anyone {'-'.join(actors)}-x may"]
        for actor, offer in zip(actors, self.standing, strict=True):
            # Each offer knows whoever takes it up by a name of its own.
            first = Step(f"let {actor} be {'-'.join(actors)}-x")
            options = tuple(replace(option, body=(first, *option.body)) for option in offer.options)
            race += undisturbed.options(options, True, offer.condition)
        open_ = " or ".join(f"({offer.condition or 'yes'})" for offer in self.standing)
        return self.until_nobody_moved([f"if {open_}", *inner(race)])


def courses(seed: int) -> tuple[str, str]:
    """The same game, written in both ways."""
    steps = (*Course(Random(seed)).block(2), Step("x becomes 0"))
    lines = inner(Written(True).block(steps))
    if len(lines) > MOST_LINES:
        return courses(seed + 1_000_003)
    said = Written(False)
    return TABLE + "\n".join([*inner(said.block(steps)), *said.phases, ""]), TABLE + "\n".join([*lines, ""])
