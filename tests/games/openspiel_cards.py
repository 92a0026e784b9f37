"""Hearts and Crazy Eights beside OpenSpiel's own games: its words for cards and moves in ours."""

from __future__ import annotations

FAMILIES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {mark: rank for rank, mark in enumerate("23456789TJQKA", 2)}


def face(told: str) -> str:
    """The card at the end of what OpenSpiel says, suit and rank in either order: `Play C2` is `club 2`."""
    card = told.split()[-1]
    suit = next(mark for mark in card if mark in FAMILIES)
    rank = next(mark for mark in card if mark in RANKS)
    return f"{FAMILIES[suit]} {RANKS[rank]}"
