"""Random small games, as text: what is remembered, cards, readings, choices of everybody, loops, endings, and holes.

In: a seed; out: the text of a game without properties, and what claims about it can speak of. Most of them check and
come to few positions; those that do not are thrown away by whoever asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .nights import Nights
from .words import Vocabulary


@dataclass(frozen=True)
class RandomGame:
    """The text, and what can be spoken of."""

    text: str
    vocabulary: Vocabulary
    definitions: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Zones and values that belong to all."""
    parts: tuple[str, ...] = ()
    """Clauses that the game could do without."""
    endings: int = 0
    cards: bool = False
    compared: tuple[str, ...] = ()
    """What two tables can be compared in."""


class Author(Nights):
    """Writes one game."""

    def game(self) -> RandomGame:
        self.players = self.random.choice((1, 2, 2, 2, 3))
        self.known.players = self.players
        self.cards, self.rows = self.chance(0.55), []
        head = [
            "game random-game",
            f"  players {self.players}",
            "  starts with main",
            "",
            "mood is one of calm, wild, odd",
        ]
        opened = self._open()
        parts = [head, opened, self._cards(), self._remember()]
        endings = self._endings()
        defines = self._defines()
        phases = self._phases() + self._events()
        self.seldom(defines, phases)
        self.ways(opened, phases)
        self.sights(parts)
        text = "\n\n".join("\n".join(part) for part in (*parts, defines, phases, endings) if part) + "\n"
        kept = [*(name for name, _ in self.settable if "(" not in name), *self.flags, *self.feelings]
        kept += [zone for zone in self.zones if zone not in self.trays]
        kept += [name for name in self.defined if name == "tier"]
        return RandomGame(
            text,
            self.known,
            tuple(self.defined),
            tuple(self.orders),
            tuple(self.readings),
            tuple(kept),
            (*self.endings, *(["help"] if self.helped else [])),
            len(self.endings),
            self.cards,
            (*kept, *["scene"] * self.grid, *["shelf"] * self.shelf, *["result", "winner"] * bool(self.endings)),
        )

    # ---- what the rulebook leaves open ----------------------------------------------------------

    def _open(self) -> list[str]:
        lines: list[str] = []
        for name in ("mode", "style")[: self.random.choice((0, 0, 1, 1, 2))]:
            words = ["alpha", "beta", "gamma"] if name == "mode" else ["long", "short"]
            words = words[: self.random.randint(2, 3)]
            lines.append(f"reading {name}: {', '.join(words[:-1])}, or {words[-1]}")
            self.readings.append(name)
            self.known.words[name] = words
            self.known.rigid += [f"{name} is {word}" for word in words] + [f"{name} is not {words[0]}"]
        if self.chance(0.3):
            high = self.random.randint(1, 3)
            lines += [f"parameter limit: 0 to {high}", f"  assumed {self.random.randint(1, high)}"]
            lines += ["  such that limit is not 0"] if self.chance(0.5) else []
            self.known.rigid += ["limit is 1", "limit > 0", f"limit is {high}", f"limit < {high}"]
            self.limit = high
        if self.chance(0.15) and self.players < 3:
            lines += ["parameter handicap of player p: 0 to 1", "  assumed 0"]
            self.known.rigid += ["handicap of player 1 is 0", "handicap of player 1 is 1"]
            self.known.numbers["handicap of player 1"] = (0, 1)
        return lines

    # ---- the table ---------------------------------------------------------------------------------

    def _cards(self) -> list[str]:
        if not self.cards:
            return []
        aces = self.random.randint(1, 3)
        lines = ["cards", f"  ace, pip 1 to {aces}"]
        total = aces
        self.faces = [f"ace {k + 1}" for k in range(aces)]
        if self.chance(0.5):
            copies = self.random.randint(1, 2)
            lines.append(f"  fool, {copies} copies")
            total += copies
            self.faces.append("fool")
        self.total = total
        sight = self.pick("face down", "face up", "unseen")
        as_row = self.chance(0.25)
        lines += [
            "",
            "zones",
            f"  deck: {f'row of card, up to {total}' if as_row else 'pile of card'}, {sight}, full at start",
        ]
        self.piles, self.zones = ([] if as_row else ["deck"]), ["deck"]
        self.rows += ["deck"] if as_row else []
        if self.chance(0.7):
            lines.append("  hand of each player: pile of card, seen by owner")
            self.hands = True
        if self.chance(0.5):
            lines.append(
                f"  line: row of card, up to {self.random.randint(1, total)}, {self.pick('face up', 'face down')}"
            )
            self.rows.append("line")
            self.zones.append("line")
        if self.chance(0.4):
            lines.append("  heap: pile of card, " + self.pick("face up", "unseen", "face down"))
            self.piles.append("heap")
            self.zones.append("heap")
        if self.chance(0.2):
            lines.append("  scene: grid mood of card, face up")
            self.grid = True
        # Thrown from the text so far: all other games stay what they were.
        aside = Random("\n".join(lines))
        if aside.random() < 0.25:
            kind, sight = aside.choice((f"row of card, up to {total}", "pile of card")), aside.choice(("up", "down"))
            lines.append(f"  tray of each mood: {kind}, face {sight}")
            self.trays = ["tray of calm", "tray of odd"]
            self.rows += self.trays if kind.startswith("row") else []
        if aside.random() < 0.25:
            sight = aside.choice(("seen by owner", "unseen"))
            lines.append(f"  nook of each player and each mood: pile of card, {sight}")
            self.trays += ["nook(player 1, wild)", f"nook(player {self.players}, calm)"]
        if aside.random() < 0.25:
            lines.append(f"  shelf: row of card, keeps gaps, face {aside.choice(('up', 'down'))}")
            self.shelf = True
        for at, line in enumerate(lines):
            row = line.startswith(("  deck: row", "  line:")) and "face down" in line
            if row and Random("\n".join(lines)).random() < 0.8:
                lines[at] = line + ", remembered"
                self.remembered.append(line.split(":")[0].strip())
        self.zones += self.trays
        self.known.rows += self.rows
        for zone in self.remembered:
            self.known.truths.append(f"(player {self.players} knows card at 1 in {zone})")
            self.known.truths.append(f"(some place i in {zone} where player 1 knows card at i in {zone})")
        for zone in self.zones:
            self.known.numbers[f"size of {zone}"] = (0, total)
            self.known.truths += [f"{zone} is empty", f"{self.pick(*self.faces)} is in {zone}"]
        if self.hands:
            for seat in range(self.players):
                self.known.numbers[f"size of hand of player {seat + 1}"] = (0, total)
            self.known.truths.append(f"{self.pick(*self.faces)} is in hand of player 1")
        if self.grid:
            self.known.truths.append(f"{self.pick(*self.faces)} is in scene")
        if self.shelf:
            self.known.numbers["size of shelf"] = (0, total)
            self.known.numbers["(number of gaps i in shelf)"] = (0, total)
            self.known.truths += ["shelf is empty", "(some gap i in shelf where i is 2)"]
            self.known.truths.append(f"{self.faces[-1]} is in shelf")
        return lines

    def _remember(self) -> list[str]:
        lines = ["remember"]
        for name in ("x", "y", "z")[: self.random.randint(1, 3)]:
            high = self.random.choice((1, 2, 2, 3, 3))
            first = f", starting {self.random.randint(0, high)}" if self.chance(0.3) else ""
            secret = ", secret" if self.chance(0.15) else ""
            low = self._below_zero()
            lines.append(f"  {name}: {low} to {high}{first}{secret}")
            self.known.numbers[name] = (low, high)
            self.settable.append((name, high))
        if self._aside().random() < 0.1:
            lines.append("  marks of each player and each mood: 0 to 1")
            for name in ("marks(player 1, calm)", "marks(player 1, odd)"):
                self.known.numbers[name] = (0, 1)
                self.settable.append((name, 1))
        if self.chance(0.45):
            self.lock = self.random.randint(2, 6)
            lines.append(f"  lock: 0 to {self.lock}")
            self.known.numbers["lock"] = (0, self.lock)
        if self.chance(0.6):
            # Only what is linked to something else changes it.
            self.prize = self.random.choice((2, 3, 3, 3))
            lines.append(f"  prize: 0 to {self.prize}")
            self.known.numbers["prize"] = (0, self.prize)
        if self.chance(0.4):
            high = self.random.randint(1, 2)
            lines.append(f"  score of each player: 0 to {high}" + self.pick("", "", ", seen by owner"))
            for seat in range(self.players):
                self.known.numbers[f"score of player {seat + 1}"] = (0, high)
            self.scores = high
        if self.chance(0.4):
            lines.append("  ready: yes or no")
            self.known.truths.append("ready")
            self.flags.append("ready")
        if self.chance(0.3):
            lines.append("  feeling: mood")
            self.known.words["feeling"] = ["calm", "wild", "odd"]
            self.feelings.append("feeling")
        if self.chance(0.4):
            lines.append("  turn: player")
            self.known.persons.append("turn")
        if self.chance(0.25):
            lines.append("  leader: player or none, starting none")
            self.known.perhaps.append("leader")
        if self.chance(0.25):
            lines.append("  vote of each player: 0 to 1, secret")
            self.votes = True
            self.known.numbers["vote of player 1"] = (0, 1)
        if self.cards and self._aside().random() < 0.6:
            lines += self._marks()
        return lines

    def _marks(self) -> list[str]:
        """Marks on the cards of rows and of the grid."""
        self.marked = [zone for zone in self.rows if zone not in self.trays] + ["scene"] * self.grid
        if not self.marked:
            return []
        sight = ", secret" if self._aside().random() < 0.2 else ""
        for zone in self.marked:
            place = "calm" if zone == "scene" else "1"
            self.known.truths.append(f"(tapped of card at {place} in {zone} otherwise no)")
        return [f"  tapped of each card in {' and '.join(self.marked)}: yes or no{sight}"]

    def _below_zero(self) -> int:
        """Where a value begins: mostly at 0."""
        aside = self._aside()
        return -aside.randint(1, 2) if aside.random() < 0.15 else 0

    def _aside(self) -> Random:
        """Chances of their own: a game in which nothing comes of them is the same without them."""
        aside = Random()
        aside.setstate(self.random.getstate())
        return aside

    # ---- definitions and endings ---------------------------------------------------------------------

    def _defines(self) -> list[str]:
        lines: list[str] = []
        if self.chance(0.35):
            lines += ["define tier: number"]
            for _ in range(self.random.randint(1, 3)):
                lines.append(f"  when {self.condition(1)}: {self.random.randint(0, 2)}")
            if self.chance(0.6):
                lines.append(f"  otherwise: {self.random.randint(0, 2)}")
            if self.chance(0.3):
                lines.append(f"    except when {self.condition(0)}: {self.random.randint(0, 2)}")
            self.defined.append("tier")
            self.known.numbers["tier"] = (0, 2)
        if self.chance(0.3):
            lines += ["define able of player p: yes or no"]
            lines.append(f"  when p is {self.player()}: {self.condition(0)}")
            lines.append(f"  {self.pick('otherwise', f'when p is {self.player()}')}: {self.condition(0)}")
            self.defined.append("able")
            self.known.truths.append("able of player 1")
        if self.chance(0.2):
            kind = self.pick("player", "mood")
            body = self.pick(
                "p < q",
                "p > q",
                f"p < q and ({self.condition(0)})",
                f"p < q or ({self.condition(0)})",
                "p is not q",
                f"(p < q) is ({self.condition(0)})",
            )
            if kind == "mood" and self.chance(0.4):
                body = "(p is calm and q is wild) or (p is wild and q is odd) or (p is odd and q is calm)"
            lines += [f"define beats({kind} p, {kind} q): yes or no", f"  {body}"]
            self.orders.append("beats")
        return lines

    def _endings(self) -> list[str]:
        lines: list[str] = []
        for name in ("early", "late", "odd-one")[: self.random.choice((0, 1, 2, 2, 3))]:
            lines += [f"ending {name}", f"  when {self.condition(1)}"]
            lines.append("  " + self.pick("drawn", "nobody wins", f"won by player p where p is {self.player()}"))
            self.endings.append(name)
        return lines
