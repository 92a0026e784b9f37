"""Colours of cards: each a family of four that go together, told apart also by people who see few colours.

Cards are paper and ink in the light and in the dark. No colour stands alone: a symbol or a word always goes with it.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "#fffdf7"
EDGE = "#cfc7b6"
TEXT = "#2a2b30"
QUIET = "#6a6558"


@dataclass(frozen=True, slots=True)
class Ink:
    """What a symbol is drawn with: ink, the paper that shows through it, and a shade between."""

    ink: str
    paper: str
    shade: str


@dataclass(frozen=True, slots=True)
class Colour:
    """`deep` carries white and is read on paper; `bright` is for large shapes; `soft` and `pale` lie behind them."""

    deep: str
    bright: str
    soft: str
    pale: str


COLOURS: dict[str, Colour] = {
    "blue": Colour("#1d4e89", "#2f6db3", "#b9d0e8", "#e8f0f8"),
    "orange": Colour("#a3470c", "#cf6318", "#f2c9a4", "#fcefe2"),
    "green": Colour("#1c6246", "#2b8260", "#b5d8c6", "#e6f3ec"),
    "purple": Colour("#573a82", "#7553a6", "#d0c1e4", "#f1ecf8"),
    "gold": Colour("#8c5f00", "#d29a1b", "#eed58f", "#fcf5df"),
    "rose": Colour("#952c5c", "#b94a7b", "#eabdd1", "#faebf1"),
    "teal": Colour("#0b5c68", "#1b7f8c", "#aed6da", "#e4f3f4"),
    "brown": Colour("#5d3f28", "#83603f", "#d9c5b1", "#f5eee6"),
    "red": Colour("#9a2323", "#bf3a33", "#eebab2", "#fbeae7"),
    "slate": Colour("#44505e", "#64717f", "#c6ced6", "#eef1f4"),
    "ink": Colour("#26272d", "#3c3e46", "#c3c3c8", "#eeeef0"),
    "sky": Colour("#2b6587", "#4f93b8", "#bddbea", "#eaf5fa"),
}

IN_ORDER = ("blue", "orange", "green", "purple", "gold", "rose", "teal", "brown", "slate", "red", "sky", "ink")
"""What families get that nobody gave a colour: neighbours differ also in how light they are."""


def on_paper(colour: Colour, paper: str = PAPER) -> Ink:
    """Dark on light."""
    return Ink(colour.deep, paper, colour.bright)


def on_colour(colour: Colour) -> Ink:
    """Light on a panel of the colour."""
    return Ink(PAPER, colour.deep, colour.soft)
