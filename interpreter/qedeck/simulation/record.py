"""Odds that travel with a game: a JSON file beside it, a table for each player count, each with what it holds for.

A table counts for the rules that its games were played by. Otherwise it is stale: shown as such. A table of a new run
takes the place of the old one for as many players. All that is kept are counts; what they mean is worked out by whoever
reads them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qedeck.simulation.tally import Tally, tally_of
from qedeck.simulation.usual import usual_digest
from qedeck.spec.each_way import each_way
from qedeck.spec.game import Game
from qedeck.spec.home import companion

SCHEMA = 1
ENDING = "odds.json"
LARGEST = 20_000_000


@dataclass(frozen=True, slots=True)
class Played:
    """Many games at one player count, as the game is usually played or at random, with everything as assumed."""

    players: int
    seed: int
    """That of the first game; the others count up from it."""
    limit: int
    """How many decisions a game might have."""
    digest: str
    wins: tuple[int, ...]
    """How often each seat won, alone or with others."""
    tally: Tally
    """Counts of everything else; who won together with whom is not kept."""
    usual: str = ""
    """Of the file that says how one usually plays; empty: at random."""

    def fresh(self, game: Game) -> bool:
        """Whether they were played by the rules as they are, and as one usually plays now."""
        return self.digest == each_way(game.clauses).digest() and self.usual == usual_digest(game)


@dataclass
class OddsRecord:
    """All tables of a game, whether or not they still count."""

    game: str
    tables: dict[int, Played] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        self.tables[played.players] = played


def beside(path: Path) -> Path:
    """Where the odds of a game are kept."""
    return companion(path, ENDING)


def read(path: Path, game: Game) -> OddsRecord:
    """The tables of a file; of one that is not there, or that is no such file, none."""
    record = OddsRecord(game.variant or game.name)
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:  # a pipe would keep us waiting
            return record
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if data["schema"] != SCHEMA:
            return record
        for entry in data["tables"]:
            players, seed, limit = (_whole(entry[name]) for name in ("players", "seed", "limit"))
            wins = tuple(_whole(number) for number in entry["wins"])
            tally = _checked(tally_of(entry["tally"] | {"winners": []}))
            played = Played(players, seed, limit, str(entry["digest"]), wins, tally, str(entry.get("usual", "")))
            if players in game.players and len(wins) == game.core(players).domains["player"].size:
                record.add(played)
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return OddsRecord(record.game)
    return record


def written(record: OddsRecord) -> str:
    """The file: one line a table, so that a change of one is a change of one line."""
    entries = [_entry(record.tables[count]) for count in sorted(record.tables)]
    lines = [json.dumps(entry, ensure_ascii=False, sort_keys=True) for entry in entries]
    head = f'{{"schema": {SCHEMA}, "game": {json.dumps(record.game, ensure_ascii=False)}, "tables": ['
    return "\n".join([head, ",\n".join(lines), "]}"]) + "\n"


def played_of(game: Game, players: int, seed: int, limit: int, tally: Tally) -> Played:
    """What is kept of the games of a run."""
    seats = range(1, game.core(players).domains["player"].size + 1)
    wins = tuple(sum(n for who, n in tally.winners.items() if seat in who) for seat in seats)
    return Played(players, seed, limit, each_way(game.clauses).digest(), wins, tally, usual_digest(game))


def _entry(played: Played) -> dict[str, object]:
    counts = {name: value for name, value in played.tally.data().items() if name not in ("winners", "needed")}
    return {"players": played.players, "seed": played.seed, "limit": played.limit, "digest": played.digest,
            "wins": list(played.wins), "tally": counts} | ({"usual": played.usual} if played.usual else {})


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value} is no number")
    return value


def _checked(tally: Tally) -> Tally:
    """Counts of a file that may be anybody's: whole numbers, and words where words belong."""
    for counts in (tally.outcomes, tally.lengths, tally.played, tally.took, tally.clauses):
        for number in counts.values():
            _whole(number)
    for number in (tally.games, tally.watched, tally.asked, *tally.lengths, *tally.first.values()):
        _whole(number)
    words = [*tally.played, *tally.took, *tally.clauses, *(word for outcome in tally.outcomes for word in outcome)]
    if not all(isinstance(word, str) for word in words) or set(tally.outcomes) != set(tally.first):
        raise ValueError("these are no counts of games")
    return tally
