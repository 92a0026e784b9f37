"""Random courses of cards with marks, as text, and the same done by hand: cards as things, each with its own marks, and
with those who know it.

In: a seed; out: the steps as lines, and for each what a table of cards that carry their marks makes of it.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

Card: TypeAlias = dict[str, Any]
"""A card: its face, the marks on it, and who remembers it."""
Whose: TypeAlias = tuple[str, str]
"""A zone, as it is called and as it is written."""
FACES = ["red 1", "red 2", "blue", "blue", "green", "green", "green"]
MARKS = {"tapped": ("line", "field", "scene", "column"), "wounds": ("line", "field"), "mood": ("scene", "line")}
FIRST = {"tapped": False, "wounds": 1, "mood": "calm"}
WORDS = {"tapped": [False, True], "wounds": [0, 1, 2, 3], "mood": ["calm", "wild"]}
ROOM = {"line": 4, "field": 3, "column": 2, "shelf": 7, "store": 2}
SIGHTS = {"line": "none", "field": "owner", "column": "others", "scene": "none", "shelf": "all", "store": "none",
          "pot": "none"}  # fmt: skip
REMEMBERED = ("line", "field", "column", "scene")
PLAYERS = (1, 2)
ROWS = [("line", "line"), ("shelf", "shelf"), ("store", "store"),
        ("field", "field of player 1"), ("field", "field of player 2"),
        ("column", "column(player 1, left-side)"), ("column", "column(player 2, right-side)")]  # fmt: skip
GRIDS = [("scene", "scene of player 1"), ("scene", "scene of player 2")]
SPOTS = ["near", "far", "off"]
TABLE = """game marked
  players 2
  starts with main

spot is one of near, far, off
side is one of left-side, right-side
humour is one of calm, wild

cards
  red, rank 1 to 2
  blue, 2 copies
  green, 3 copies

zones
  shelf: row of card, face up, full at start
  line: row of card, up to 4, face down, remembered
  field of each player: row of card, up to 3, seen by owner, remembered
  column of each player and each side: row of card, up to 2, seen by others, remembered
  scene of each player: grid spot of card, face down, remembered
  store: row of card, up to 2, face down
  pot: pile of card, face up

remember
  tapped of each card in line and field and scene and column: yes or no
  wounds of each card in line and field: 0 to 3, starting 1
  mood of each card in scene and line: humour
  turn: player

define whose: player
  when size of line > 1: player 1
  otherwise: player 2

phase main
"""


def fresh(face: str, zone: str) -> Card:
    return {"face": face, "known": set(), **{mark: FIRST[mark] for mark, zones in MARKS.items() if zone in zones}}


def put_into(card: Card, since: Whose, zone: Whose) -> Card:
    """The card with the marks that lie on cards there: its own, if it had them; known to whoever could follow it."""
    own = {mark: value for mark, value in card.items() if mark in MARKS and zone[0] in MARKS[mark]}
    known = {q for q in PLAYERS if knows(q, card, since) or sees(q, zone)} if zone[0] in REMEMBERED else set()
    return {**fresh(card["face"], zone[0]), **own, "known": known}


def sees(player: int, zone: Whose) -> bool:
    mine = f"player {player}" in zone[1]
    return {"all": True, "none": False, "owner": mine, "others": not mine}[SIGHTS[zone[0]]]


def knows(player: int, card: Card, zone: Whose) -> bool:
    """Whether somebody sees a card where it lies, or remembers it."""
    return sees(player, zone) or player in card["known"]


@dataclass
class Table:
    """Zones by how they are written: rows are lists of cards, grids have one or none at each place."""

    rows: dict[str, list[Card]] = field(default_factory=lambda: {name: [] for _, name in ROWS})
    grids: dict[str, dict[str, Card | None]] = field(
        default_factory=lambda: {name: dict.fromkeys(SPOTS) for _, name in GRIDS})

    def here(self) -> Any:
        """All that lies there, each card with those who know it."""
        rows = {name: [self.told(card, (kind, name)) for card in self.rows[name]] for kind, name in ROWS}
        grids = {name: {spot: card and self.told(card, (kind, name)) for spot, card in self.grids[name].items()}
                 for kind, name in GRIDS}  # fmt: skip
        return deepcopy((rows, grids))

    def told(self, card: Card, zone: Whose) -> Card:
        return {**card, "known": [q for q in PLAYERS if knows(q, card, zone)]}


@dataclass
class Course:
    """Draws steps that are possible, and does them."""

    random: Random
    table: Table = field(default_factory=Table)

    def __post_init__(self) -> None:
        self.table.rows["shelf"] = [fresh(face, "shelf") for face in FACES]

    def places(self) -> list[tuple[Whose, Any, str]]:
        """Where cards lie: the zone, the place, and how the card is written."""
        found: list[tuple[Whose, Any, str]] = []
        for zone in ROWS:
            row = self.table.rows[zone[1]]
            found += [(zone, k, f"card at {k + 1} in {zone[1]}") for k in range(len(row))]
            found += [(zone, len(row) - 1, f"top of {zone[1]}")] * bool(row)
        for zone in GRIDS:
            places = self.table.grids[zone[1]].items()
            found += [(zone, spot, f"card at {spot} in {zone[1]}") for spot, card in places if card is not None]
        return found

    def at(self, zone: Whose, place: Any) -> Card:
        card = self.table.rows[zone[1]][place] if zone in ROWS else self.table.grids[zone[1]][place]
        assert card is not None
        return card

    def take(self, zone: Whose, place: Any) -> Card:
        card = self.at(zone, place)
        if zone in ROWS:
            del self.table.rows[zone[1]][place]
        else:
            self.table.grids[zone[1]][place] = None
        return card

    def set(self, zone: Whose, place: Any, card: Card | None) -> None:
        if zone in ROWS:
            assert card is not None
            self.table.rows[zone[1]][place] = card
        else:
            self.table.grids[zone[1]][place] = card

    def room(self, zone: Whose) -> bool:
        return len(self.table.rows[zone[1]]) < ROOM[zone[0]]

    # ---- steps -----------------------------------------------------------------------------------

    def step(self) -> str:
        """One step, done."""
        while True:
            kind = self.random.choice(("mark", "mark", "move", "move", "move", "named", "named", "swap", "swap", "all",
                                       "draw", "show", "show"))  # fmt: skip
            line: str = getattr(self, "_" + kind)()
            if line:
                return line

    def _mark(self) -> str:
        zone, place, written = self.random.choice(self.places())
        marks = [mark for mark, zones in MARKS.items() if zone[0] in zones]
        if not marks:
            return ""
        mark = self.random.choice(marks)
        value = self.random.choice([value for value in WORDS[mark] if value != FIRST[mark]])
        self.at(zone, place)[mark] = value
        if mark == "wounds" and value == 3:
            return f"add 3 to wounds of {written}, up to 3"
        return f"{mark} of {written} becomes {'yes' if value is True else value}"

    def _move(self) -> str:
        zone, place, written = self.random.choice(self.places())
        source = f" from {zone[1]}" if self.random.random() < 0.4 and "top" not in written else ""
        ends: list[tuple[Whose, str | None]] = [(row, None) for row in ROWS if row == zone or self.room(row)]
        ends += [(grid, spot) for grid in GRIDS for spot, card in self.table.grids[grid[1]].items() if card is None]
        ends += [(("pot", "pot"), None)] * (self.random.random() < 0.1)
        to, spot = self.random.choice(ends)
        card = self.take(zone, place)
        self._lay(to, spot, card, zone)
        return f"move {written}{source} to {to[1] if spot is None else f'card at {spot} in {to[1]}'}"

    def _lay(self, to: Whose, spot: str | None, card: Card, since: Whose) -> None:
        if spot is not None:
            self.table.grids[to[1]][spot] = put_into(card, since, to)
        elif to in ROWS:
            self.table.rows[to[1]].append(put_into(card, since, to))

    def _named(self) -> str:
        """A row gives the last card of a face."""
        rows = {row: [card["face"] for card in self.table.rows[row[1]]] for row in ROWS}
        twice = [row for row, faces in rows.items() if row[0] != "shelf" and len({*faces}) < len(faces)]
        zone = self.random.choice(twice or [row for row in ROWS if rows[row]])
        row, faces = self.table.rows[zone[1]], rows[zone]
        face = self.random.choice([face for face in faces if faces.count(face) > 1] or faces)
        place = max(k for k, card in enumerate(row) if card["face"] == face)
        to = self.random.choice([other for other in ROWS if other == zone or self.room(other)])
        self._lay(to, None, self.take(zone, place), zone)
        return f"move {face} from {zone[1]} to {to[1]}"

    def _swap(self) -> str:
        (one, here, written), (other, there, too) = self.random.choice(self.places()), self.random.choice(self.places())
        if self.random.random() < 0.3 and one in GRIDS:
            other, there = self.random.choice(GRIDS), self.random.choice(SPOTS)
            too = f"card at {there} in {other[1]}"
        first = self.at(one, here)
        second = self.table.grids[other[1]][there] if other in GRIDS else self.at(other, there)
        self.set(one, here, None if second is None else put_into(second, other, one))
        self.set(other, there, put_into(first, one, other))
        return f"swap {written} with {too}"

    def _all(self) -> str:
        source = self.random.choice([*ROWS, *GRIDS])
        lying = self.table.rows[source[1]] if source in ROWS else [c for c in self.table.grids[source[1]].values() if c]
        ends = [row for row in ROWS if row == source or len(self.table.rows[row[1]]) + len(lying) <= ROOM[row[0]]]
        if not lying or not ends:
            return ""
        to = self.random.choice(ends)
        lying = list(lying)
        if source in ROWS:
            self.table.rows[source[1]].clear()
        else:
            self.table.grids[source[1]] = dict.fromkeys(SPOTS)
        for card in lying:
            self._lay(to, None, card, source)
        return f"move all from {source[1]} to {to[1]}"

    def _draw(self) -> str:
        zone = self.random.choice(ROWS)
        to = self.random.choice([row for row in ROWS if row != zone])
        many = self.random.randint(1, 2)
        if len(self.table.rows[zone[1]]) < many or len(self.table.rows[to[1]]) + many > ROOM[to[0]]:
            return ""
        for _ in range(many):
            self._lay(to, None, self.take(zone, -1), zone)
        return f"draw {many} from {zone[1]} to {to[1]}"

    def _show(self) -> str:
        """Somebody is shown a card, or all that lies in a zone."""
        player = self.random.choice(PLAYERS)
        if self.random.random() < 0.3:
            zone = self.random.choice([zone for zone in (*ROWS, *GRIDS) if zone[0] in REMEMBERED])
            lying = self.table.rows[zone[1]] if zone in ROWS else [c for c in self.table.grids[zone[1]].values() if c]
            for card in lying:
                card["known"].add(player)
            return f"show {zone[1]} to player {player}"
        zone, place, written = self.random.choice(self.places())
        everyone = self.random.random() < 0.3
        if zone[0] in REMEMBERED:
            self.at(zone, place)["known"] |= set(PLAYERS) if everyone else {player}
        return f"show {written} to {'everyone' if everyone else f'every player q where q is player {player}'}"

    def mixed(self) -> str:
        """Cards that are mixed lose their marks; in which order they lie, chance says."""
        zone = self.random.choice([row for row in ROWS if self.table.rows[row[1]]])
        self.table.rows[zone[1]] = [fresh(card["face"], zone[0]) for card in self.table.rows[zone[1]]]
        return f"shuffle {zone[1]}"


def course(seed: int, many: int) -> tuple[str, list[Any]]:
    """A game that does one step after the other, at last mixes some cards, and what lies there after each."""
    drawn = Course(Random(seed))
    lines, tables = list[str](), list[Any]()
    for k in range(many):
        whose = 1 if len(drawn.table.rows["line"]) > 1 else 2
        line = drawn.step() if k < many - 1 else drawn.mixed()
        if drawn.random.random() < 0.3:
            # Whose it is stays what it was when the step began, whatever the step itself changes.
            line = line.replace(f" of player {whose}", " of whose").replace(f"(player {whose}, ", "(whose, ")
        elif drawn.random.random() < 0.3:
            player = drawn.random.choice((1, 2))
            lines.append(f"turn becomes player {player}")
            line = line.replace(f" of player {player}", " of turn").replace(f"(player {player}, ", "(turn, ")
        lines += [line, "player 1 chooses one", f"  go-{k + 1}"]
        tables.append(drawn.table.here())
    return TABLE + "".join(f"  {line}\n" for line in lines), tables
