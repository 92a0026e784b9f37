"""The Scene: where everything lies on the table of a game, as plain data that can be sent as JSON.

A Scene is made once for a game, a player count and settings; `moment` fills it with what somebody sees (a View's
`data()`), and draw/script does the same in the page, byte by byte. All numbers are whole. Texts are plain and are
escaped where they are filled in; a field called `svg` is markup that was made here, from escaped texts.

Slots are the places round the table. Slot 0 is at the bottom and belongs to whoever looks (the view's player, or
player 1 if everybody does); the others follow clockwise. Keys of a slot have `@` where the player goes.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

VERSION = 1


class Box(TypedDict):
    """Where something lies. Nothing is drawn outside of it."""

    x: int
    y: int
    w: int
    h: int


class Pile(Box):
    """A pile: its faces fan out where they are seen; otherwise backs, or a stack with how many there are."""

    part: Literal["pile"]
    key: str
    """As views call the zone: `deck`, `hand of @`."""
    cards: str
    """The set of cards: where to look up faces."""
    label: str
    size: int
    """How wide a card is drawn."""
    stack: bool
    """Never spread: one card with a number."""
    fan: bool
    """Held like a hand: the cards are turned a little."""


class Mark(TypedDict):
    """What may lie on a card; `rest` is what every card begins with."""

    mark: str
    label: str
    rest: bool | int | str


class Row(Box):
    """Cards in order, first to last, closer together the more there are; of too many the first are only counted."""

    part: Literal["row"]
    key: str
    cards: str
    label: str
    size: int
    by: bool
    """Whether each card says who laid it."""
    marks: NotRequired[list[Mark]]


class Cell(TypedDict):
    """A place of a grid or a board, by its top left corner."""

    place: str
    label: str
    x: int
    y: int


class Grid(Box):
    """Places that hold a card each. `over` are the keys of zones whose cards lie on these."""

    part: Literal["grid"]
    key: str
    over: list[str]
    cards: str
    label: str
    size: int
    cells: list[Cell]
    marks: NotRequired[list[Mark]]


class Board(Box):
    """A value remembered for each square, where the squares lie in rows and files (`board of a1`)."""

    part: Literal["board"]
    key: str
    """The value; `KEY of SQUARE` in views."""
    label: str
    size: int
    rest: bool | int | str
    """The value of an empty square."""
    cells: list[Cell]


class Chip(TypedDict):
    """One remembered value in words.

    show: `always`; `set` (not none, and not what `rest` says); `here` (the value is the player of this slot);
    `cards` (the key is a zone that is mostly empty: how many lie there, if any do).
    """

    key: str
    label: str
    show: Literal["always", "set", "here", "cards"]
    rest: NotRequired[bool | int | str]
    """The value that goes without saying."""
    icon: NotRequired[str]
    """A word that has an icon in the Scene. With a number it stands for the label, which remains as a title."""


class Chips(Box):
    """Remembered values, one after the other in lines, as many as fit."""

    part: Literal["chips"]
    centred: bool
    chips: list[Chip]


class Token(TypedDict):
    """A thing that stands at the seat of the player it is remembered with (`seat of wolf 1`: player 3)."""

    key: str
    thing: str
    label: str
    short: str
    """A number, or nothing: what tells it from others of its family."""
    icon: str
    also: list[Chip]
    """What else is remembered of the thing, told where it does not go without saying."""


class Tokens(Box):
    """The things that stand here: with their names, or without where there is no room for them."""

    part: Literal["tokens"]
    tokens: list[Token]


class Either(Box):
    """Zones that hardly ever hold cards at once, in the same place: the first that holds any is drawn."""

    part: Literal["either"]
    parts: list[Pile | Row]


Part = Pile | Row | Grid | Board | Chips | Tokens | Either


class Slot(Box):
    """A place at the table. The name stands in its first line, which is 22 high."""

    parts: list[Part]


class Face(TypedDict):
    """One card: its name in the language, and its picture (252 by 352) for the table."""

    id: str
    """Under which the picture is put into the SVG, after the id of the Scene."""
    name: str
    svg: str


class Scene(TypedDict):
    """The table of a game."""

    version: int
    id: str
    """Ids inside the picture begin with it."""
    game: str
    players: int
    language: str
    layout: Literal["wide", "tall"]
    title: str
    width: int
    height: int
    most: int
    """How wide it is shown at most, in pixels."""
    seats: list[str]
    """The seats as views call them: `player 1`, clockwise."""
    names: dict[str, str]
    """What a word of the game is called: seats, values, things."""
    middle: Box
    slots: list[Slot]
    parts: list[Part]
    """What lies in the middle."""
    faces: dict[str, dict[str, Face]]
    """By the set of cards, then by card."""
    backs: dict[str, Face]
    """By the set of cards."""
    icons: dict[str, Face]
    """By the word that looks so: a symbol, 100 by 100."""
    phrases: dict[str, str]
    """Our own few words: yes, no, none, wins, chooses, face-down, and what stands between a name and `no` (is)."""


class Pictured(TypedDict):
    """A view, as `qedeck.interpreter.views.View.data()` gives it: the page makes the same from the module's memory.

    zones: by key. A pile has `size` (None: not even that is seen) and `cards` (face to how many, or None); a row
    `size`, `cards` (faces in order, None for one that is not seen), `by`; a grid `places` (place to face, `none`
    where nothing lies, None for a card face down). remembered: by key, values in the words of the game; what is not
    seen is absent. asked: who decides. result: how it ended, with `winners`.
    """

    player: int | None
    zones: dict[str, dict[str, object]]
    remembered: dict[str, bool | int | str]
    asked: dict[str, object] | None
    result: dict[str, object] | None
