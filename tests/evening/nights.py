"""Evenings for tests: small moderated games, people, and whoever enters something at random."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from qedeck.evening.by_hand import fallen, falling
from qedeck.evening.evening import Evening, reopen
from qedeck.evening.offers import offers
from qedeck.evening.sheet import new_sheet
from qedeck.interpreter.events import Asked
from qedeck.spec.game import Game, load

GAMES = Path(__file__).parents[1] / "games"
SMALL = ("hamlet", "omens")
PEOPLE = ("Anna", "Ben", "Carla", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Lea", "Max", "Nora",
          "Otto", "Pia", "Quirin", "Rosa")


@cache
def game_of(name: str) -> Game:
    path = GAMES / f"{name}.qed"
    game = load(path if path.exists() else name)
    assert game.sound, [one.title for one in game.diagnostics]
    return game


def evening(name: str, players: int, seed: int = 7, by_hand: bool = False, **settings: object) -> Evening:
    """An evening that is about to begin."""
    game = game_of(name)
    return reopen(game, new_sheet(game, PEOPLE[:players], seed, settings, by_hand))


def entered_at_random(now: Evening, dice: Random) -> Evening:
    """One entry more: a choice, cards that fell, or chance left to the seed."""
    if now.play.asked == Asked("chance") and dice.randrange(3) == 0:
        return now.drawn()
    asks = falling(now, "en")
    if asks is None:
        return now.chosen(dice.choice(offers(now, "en")).action)
    cards = [card for card, n in asks.pile for _ in range(n)]
    dice.shuffle(cards)
    told = []
    for _, n in asks.targets:
        told.append(cards[:n])
        cards = cards[n:]
    return now.chosen(fallen(now, told))


def whole(name: str, players: int, seed: int, by_hand: bool = False, most: int = 400) -> list[Evening]:
    """A random evening to its end, entry by entry."""
    dice, found = Random(seed), [evening(name, players, seed, by_hand)]
    while not found[-1].play.over and len(found) < most:
        found.append(entered_at_random(found[-1], dice))
    return found


def choose(now: Evening, *names: str) -> Evening:
    """Entries by what they are called."""
    for name in names:
        (one,) = (offer for offer in offers(now, "en") if offer.name == name)
        now = now.chosen(one.action)
    return now
