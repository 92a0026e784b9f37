"""Random statements and phases of a game, as lines of text."""

from __future__ import annotations

from random import Random

from .words import Vocabulary, Writer

Lines = list[str]


def inner(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


class Statements(Writer):
    """Writes what happens; what there is to change is declared first."""

    def __init__(self, random: Random) -> None:
        super().__init__(random, Vocabulary(2))
        self.players, self.total, self.lock, self.scores, self.limit, self.prize = 2, 0, 0, 0, 0, 0
        self.cards = self.hands = self.grid = self.shelf = self.votes = False
        self.faces: list[str] = []
        self.piles: list[str] = []
        self.rows: list[str] = []
        self.zones: list[str] = []
        self.trays: list[str] = []
        """Those of which there is one for each word of a list."""
        self.marked: list[str] = []
        """Those on whose cards there are marks."""
        self.remembered: list[str] = []
        """Those of which players remember what they have seen."""
        self.settable: list[tuple[str, int]] = []
        self.flags: list[str] = []
        self.feelings: list[str] = []
        self.endings: list[str] = []
        self.defined: list[str] = []
        self.orders: list[str] = []
        self.readings: list[str] = []
        self.letters = 0
        self.helped = self.alarmed = False

    def letter(self) -> str:
        """A name that nothing else has."""
        self.letters += 1
        return f"n{self.letters}"

    def rarely(self, odds: float) -> bool:
        """A chance of its own: a game in which nothing comes of it is the same without it."""
        aside = Random()
        aside.setstate(self.random.getstate())
        return Random(str(aside.random())).random() < odds

    # ---- phases --------------------------------------------------------------------------------

    def _phases(self) -> Lines:
        self.helped, self.alarmed = self.chance(0.3), self.chance(0.12)
        lines = ["phase main"]
        if self.cards and self.hands and "deck" in self.piles and self.chance(0.6):
            lines += inner(["deal 1 from deck to hand of each player"])
        if self.chance(0.25):
            lines += inner(self.change())
        if self.chance(0.12):
            lines += inner(self.decision(1))
        body = self.decision(1)
        for _ in range(self.random.randint(0, 2)):
            body += self.statement(1)
        if self.settable and self.chance(0.7):
            body += self._linked()
        if self.lock:
            body = self._locked() + body if self.chance(0.5) else body + self._locked()
        if "turn" in self.known.persons and self.chance(0.7):
            body.append("turn becomes left of turn")
        judged = f"judge {', '.join(self.random.sample(self.endings, len(self.endings)))}" if self.endings else ""
        if judged and self.chance(0.6):
            body.append(judged)
        moves = any(" may" in line for line in body) and self.rarely(0.2)
        until = f"until {'nobody moves' if moves else self._until()}"
        lines += inner(["repeat", *inner(body), until]) if self.chance(0.85) else inner(body)
        if judged and self.chance(0.7):
            lines += inner([judged])
        if self.helped:
            lines += ["", "phase help(number amount)", *inner(self._help())]
        return lines

    def _events(self) -> Lines:
        """What happens on an alarm, if there are alarms."""
        if not self.alarmed:
            return []
        where = f" where {self.condition(0)}" if self.chance(0.5) else ""
        steps, rank, more = self.change(), "", Lines()
        if self.rarely(0.4):
            steps += [f"if {self.condition(0)}: alarm of {self.player()} happens"]
        if self.readings and self.rarely(0.3):
            name = self.readings[0]
            rank = f", priority 2 if {name} is {self.known.words[name][0]}, otherwise 0"
            more = ["", "on alarm of p, priority 1", *inner(self.change())]
        return ["", "event alarm of player p", "", f"on alarm of p{where}{rank}", *inner(steps), *more]

    def _help(self) -> Lines:
        name, high = self.random.choice(self.settable)
        kind = self.pick("set", "choice", "add")
        if kind == "set":
            return [f"if amount <= {high}: {name} becomes amount"]
        if kind == "add":
            return [f"add amount to {name}, up to {high}"]
        return [
            f"{self.owner()} chooses one",
            *inner(["stay", "go", *inner([f"{name} becomes {self.random.randint(0, high)}"])]),
        ]

    def _until(self) -> str:
        return self.pick("no", "no", self.condition(0), self.condition(0), self.condition(1))

    def _locked(self) -> Lines:
        """Something that only a long row of the same choices opens."""
        n, key = self.letter(), self.random.randint(0, 2)
        name, high = self.random.choice(self.settable)
        if self.prize and self.chance(0.4):
            name, high = "prize", self.prize
        self.known.links.append(("lock", name))
        back = self.pick("lock becomes 0", "lock becomes 0", "take 1 from lock, down to 0")
        opened = self.pick(
            f"{name} becomes {high}", f"{name} becomes {high}", *(f"{flag} becomes yes" for flag in self.flags)
        )
        lines = [f"{self.owner()} chooses a number {n} from 0 to 2", f"if {n} is {key}"]
        lines += [f"  add 1 to lock, up to {self.lock}", "otherwise", f"  {back}"]
        return [*lines, f"if lock is {self.lock}: {opened}"]

    def _linked(self) -> Lines:
        """One value that changes only where another one has come to something."""
        (one, most), (other, high) = (self.random.choice(self.settable) for _ in range(2))
        if self.prize and self.chance(0.8):
            other, high = "prize", self.prize
        change = f"if {one} is {most}: {other} becomes {self.random.randint(0, high)}"
        self.known.links.append((one, other))
        if self.chance(0.3):
            return [change]
        # A decision of its own: what is decided before it is out of sight of who looks at one step alone.
        return [f"{self.owner()} chooses one", *inner(["wait", "look", *inner([change])])]

    # ---- statements -----------------------------------------------------------------------------

    def block(self, depth: int) -> Lines:
        return [line for _ in range(self.random.randint(1, 2)) for line in self.statement(depth)]

    def statement(self, depth: int) -> Lines:
        kinds = ["change"] * 3 + ["cards"] * 2 * self.cards + ["decision"] * 2 * (depth > 0)
        kinds += ["if"] * 3 * (depth > 0) + ["each"] * (depth > 0) + ["let"] * (depth > 0) + ["help"] * self.helped
        kinds += ["require"] * self.chance(0.1) + ["show"] + ["alarm"] * 3 * self.alarmed
        match self.random.choice(kinds):
            case "change":
                return self.change()
            case "cards":
                return self.moving()
            case "decision":
                return self.decision(depth - 1)
            case "if":
                lines = [f"if {self.condition(1)}", *inner(self.block(depth - 1))]
                return [*lines, "otherwise", *inner(self.block(depth - 1))] if self.chance(0.4) else lines
            case "each":
                return self.each(depth)
            case "let":
                name, high = self.random.choice(self.settable)
                letter = self.letter()
                return [f"let {letter} be {self.number(high)}", *self.change(), f"{name} becomes {letter}"]
            case "show":
                return [f"show {self.settable[0][0]} to {self.pick('everyone', self.player())}"]
            case "alarm":
                deep = " depth first" if self.rarely(0.3) else ""
                return [f"alarm of {self.player()} happens", f"resolve alarm{deep}"]
            case "help":
                return [f"do help({self.random.randint(0, 2)})"]
        return [f"require {self.condition(1)}"]

    def each(self, depth: int) -> Lines:
        if self.scores and self.chance(0.6):
            change = self.pick(
                f"add 1 to score of p, up to {self.scores}", "score of p becomes 0", "add 1 to score of p"
            )
            body = [change] if self.chance(0.6) else ["p chooses one", *inner(["skip", "more", f"  {change}"])]
            where = f" where {self.condition(0)}" if self.chance(0.4) else ""
            return [f"for each player p{where}", *inner(body)]
        letter = self.letter()
        return [f"for each number {letter} from 1 to 2", *inner(self.change())]

    def change(self) -> Lines:
        """Something remembered becomes something else; now and then something that does not fit."""
        kinds = ["number"] * 4 + ["flag"] * bool(self.flags) + ["mood"] * bool(self.feelings)
        kinds += (
            ["turn"] * bool(self.known.persons) + ["leader"] * bool(self.known.perhaps) + ["score"] * bool(self.scores)
        )
        kinds += ["lock"] * bool(self.lock)
        match self.random.choice(kinds):
            case "number":
                name, high = self.random.choice(self.settable)
                ways = [f"{name} becomes {self.number(high)}"] * 3
                low = self.known.numbers[name][0]
                ways += [f"add 1 to {name}, up to {high}", f"take 1 from {name}, down to {low}"] * 2
                ways += [f"add 1 to {name}", f"{name} becomes ({name} + 1) mod {high + 1}"]
                return [self.pick(*ways)]
            case "flag":
                return [self.pick("ready becomes yes", "ready becomes no", "flip ready")]
            case "mood":
                return [f"feeling becomes {self.pick('calm', 'wild', 'odd')}"]
            case "turn":
                return [self.pick("turn becomes left of turn", f"turn becomes {self.player()}")]
            case "leader":
                return [self.pick(f"leader becomes {self.player()}", "leader becomes none")]
            case "lock":
                return [self.pick("lock becomes 0", f"add 1 to lock, up to {self.lock}")]
        whose = self.pick(self.player(), *self.known.persons)
        return [
            self.pick(
                f"score of {whose} becomes {self.random.randint(0, self.scores)}",
                f"add 1 to score of {whose}, up to {self.scores}",
            )
        ]

    def moving(self) -> Lines:
        """Cards that go somewhere; often only if there are any."""
        target = self.pick(*self.zones, *(["hand of player 1"] * self.hands))
        source = self.pick(*self.zones, *(["hand of player 1"] * self.hands))
        if target in self.trays and target.startswith("tray") and self.feelings:
            target = f"tray of {self.feelings[0]}"
        if source == target:
            target = "hand of player 1" if self.hands and source != "hand of player 1" else "deck"
        if source == target:
            return self.change()
        kinds = ["draw", "draw", "all", "one"] + ["shuffle"] * bool(self.rows) + ["place"] * self.grid
        kinds += ["deal"] * self.hands + ["top"] * (source in self.rows)
        match self.random.choice(kinds):
            case "draw":
                line = f"draw {self.pick('1', '1', '2', 'size of ' + source)} from {source} to {target}"
            case "all":
                line = f"move all from {source} to {target}"
            case "one":
                line = f"move {self.pick(*self.faces)} from {source} to {target}"
            case "shuffle":
                return [f"shuffle {self.pick(*self.rows)}"]
            case "place":
                line = f"draw 1 from {source} to card at {self.pick('calm', 'wild')} in scene"
            case "deal":
                line = "deal 1 from deck to hand of each player"
                return [f"if size of deck >= {self.players}: {line}" if self.chance(0.8) else line]
            case _:
                line = f"move top of {source} from {source} to {target}"
        return [f"if {source} is not empty: {line}" if self.chance(0.7) else line]

    # ---- decisions -------------------------------------------------------------------------------

    def owner(self) -> str:
        owners = (
            [self.player()] * 4
            + ["chance"] * 2
            + ["table"]
            + self.known.persons * 3
            + self.known.perhaps * self.chance(0.3)
        )
        return self.random.choice(owners)

    def _standing(self) -> Lines:
        """An offer that stands to the end of the block."""
        q, taken = self.letter(), self.letter()
        held = f"while {self.condition(0)}, " if self.chance(0.5) else ""
        return [f"meanwhile, {held}anyone {q} may", *inner([f"{taken}, if {self.condition(0)}", *inner(self._for(q))])]

    def decision(self, depth: int) -> Lines:
        if self.rarely(0.06):
            return [*self._standing(), *self.decision(depth)]
        kinds = ["number"] * 3 + ["one"] * 4 + ["may", "race"] + ["card"] * 2 * self.cards + ["secret"] * 2 * self.votes
        match self.random.choice(kinds):
            case "number":
                return self.pick_number()
            case "one":
                options = []
                for name in ("wait", "grab", "push")[: self.random.randint(1, 3)]:
                    condition = f", if {self.condition(0)}" if self.chance(0.4) else ""
                    options += [f"{name}{condition}", *(inner(self.block(depth)) if self.chance(0.75) else ())]
                return [f"{self.owner()} chooses one", *inner(options)]
            case "may":
                who, t = self.player(), self.letter()
                given = f" where {t} is not {self.player()}" if self.chance(0.5) else ""
                done = self._for(t)
                lines = [f"{who} may choose a player {t}{given}", *inner(done)]
                return [*lines, "otherwise", *inner(self.change())] if self.chance(0.5) else lines
            case "race":
                q = self.letter()
                return [f"anyone {q} may", *inner([f"slap, if {self.condition(0)}", *inner(self._for(q))])]
            case "secret":
                n = self.letter()
                if self.rarely(0.4):
                    group = self.pick(f" where {self.condition(0)}", f" where p is not {self.player()}", "")
                    return [f"players p{group} together choose a number {n} from 0 to 1 as vote of {self.player()}"]
                return [f"every player p secretly chooses a number {n} from 0 to 1 as vote of p"]
        return self.pick_card()

    def _for(self, person: str) -> Lines:
        """Something for a player who was picked."""
        ways = [self.change()] + [[f"{name} becomes {person}"] for name in (*self.known.persons, *self.known.perhaps)]
        ways += [[f"add 1 to score of {person}, up to {self.scores}"]] * bool(self.scores)
        return self.random.choice(ways)

    def pick_number(self) -> Lines:
        name, high = self.random.choice(self.settable)
        n, top = self.letter(), self.random.randint(1, high)
        if self.limit and self.chance(0.3):
            where = f" where {n} <= limit"
        else:
            where = f" where {n} {self.compare()} {self.pick(name, str(high))}" if self.chance(0.35) else ""
        then = [f"{name} becomes {n}"]
        if self.chance(0.3):
            then = [f"if {self.condition(0)}: {then[0]}"]
        low = self.known.numbers[name][0]
        return [f"{self.owner()} chooses a number {n} from {low} to {top}{where}", *then]

    def pick_card(self) -> Lines:
        zone = self.pick(*self.zones, *(["hand of player 1"] * 3 * self.hands))
        target = self.pick(
            *(other for other in (*self.zones, "deck") if other != zone),
            *(["hand of player 1"] * (self.hands and "hand" not in zone)),
            "",
        )
        owner = "player 1" if "hand" in zone else self.owner()
        letter = self.letter()
        where = f" where {letter} is {self.pick('a', 'not a')} ace" if self.chance(0.3) else ""
        moved = [f"move {letter} from {zone} to {target}"] if target else self.change()
        if self.chance(0.5):
            return [f"if {zone} is not empty", *inner([f"{owner} chooses a card {letter} in {zone}{where}", *moved])]
        if self.chance(0.5) and owner.startswith("player"):
            return [f"{owner} may choose a card {letter} in {zone}{where}", *inner(moved)]
        return [f"{owner} chooses a card {letter} in {zone}{where}", *moved]
