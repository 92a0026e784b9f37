"""The usual player of a game: preferences in a file beside it. Whoever nobody else sits for plays so.

    usual.player              of a game that is a folder
    my_game.usual.player      beside my_game.qed

A variant plays as its base does, unless it has such a file of its own.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from qedeck.interpreter.scripts import script_lines
from qedeck.simulation.preferences import PreferenceError, Preferences, preferences
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.files import read_source
from qedeck.spec.game import Game
from qedeck.spec.home import companion

ENDING = "usual.player"


def usual_file(game: Game) -> Path | None:
    """Where it is written how this game is usually played; None: nowhere."""
    return next((path for home in game.homes if (path := companion(home, ENDING)).is_file()), None)


def usual_digest(game: Game) -> str:
    """Changes with what is written there; empty where nothing is."""
    path = usual_file(game)
    source = None if path is None else read_source(path, "a list of preferences")
    if source is None or isinstance(source, Diagnostic):
        return ""
    return sha256("\n".join(line for _, line in script_lines(source.text)).encode()).hexdigest()[:16]


def usual_player(game: Game, players: int) -> Preferences | None:
    """Who plays where nobody is seated; None: anybody, at random. PreferenceError if the file cannot be understood."""
    path = usual_file(game)
    if path is None:
        return None
    source = read_source(path, "a list of preferences")
    if isinstance(source, Diagnostic):
        raise PreferenceError(f"{path.name} cannot be read: {source.title}")
    try:
        return preferences(game, players, source.text)
    except PreferenceError as error:
        raise PreferenceError(f"{path.name}: {error}") from None
