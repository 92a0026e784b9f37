"""Recorded plays for a page: a trace, or the frames of an example, in; what <qed-replay> shows out, as plain data.

    {"tables": [{"game", "players", "title", "note", "frames": [{"view", "lines"}, …]}], "start": 3}

A frame has the table as everybody together sees it, and what was told since the frame before. After the first frame a
view has only what differs, so that a long play stays small. Two tables are shown side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Endless, Play, start
from qedeck.interpreter.recent import Recent
from qedeck.interpreter.telling import SAID, tell
from qedeck.interpreter.trace import TraceError, action_of
from qedeck.site.book.record import Book
from qedeck.site.book.worked import WorkedExample
from qedeck.site.draw.excerpt import excerpt_of
from qedeck.site.draw.scene import scene_of
from qedeck.site.packing import as_script, script
from qedeck.spec.game import Game
from qedeck.spec.texts import LANGUAGES

COMMON = frozenset({"version", "id", "game", "language", "faces", "backs", "icons", "names", "phrases"})
"""What all scenes of a game in one language share, whatever the player count."""
ALIKE = ("icons", "names")
"""Of these a scene has only what it needs: in all scenes of a game a word means the same."""
Frame = tuple[dict[str, Any], Sequence[str]]
"""A view as plain data, and the lines that led to it."""


def of_trace(game: Game, found: Mapping[str, Any], language: str, title: str = "", note: str = "") -> dict[str, Any]:
    """A trace played again by the interpreter. TraceError if a step of it cannot be done: what is shown is what the
    rules do."""
    return table(game, found["players"], played(game, found, language)[1], title, note)


_PLAYED: Recent[tuple[Play, list[tuple[dict[str, Any], dict[str, list[str]]]]]] = Recent(256)
"""Plays that were played again, told in every language: the pages of each show the same."""


def played(game: Game, found: Mapping[str, Any], language: str, strict: bool = True) -> tuple[Play, list[Frame]]:
    """The play, and a frame wherever somebody has to choose, and at the end; unless it is strict, only as far as the
    steps can be done."""
    play, frames = _PLAYED.known(game, found, strict) or _PLAYED.keep(_again(game, found, strict), game, found, strict)
    return play, [(view, lines[language]) for view, lines in frames]


def _again(
    game: Game, found: Mapping[str, Any], strict: bool
) -> tuple[Play, list[tuple[dict[str, Any], dict[str, list[str]]]]]:
    play = start(game, found["players"], found["seed"], found["settings"], auto=False)
    frames: list[tuple[dict[str, Any], dict[str, list[str]]]] = []
    told = 0
    for step in (*found["steps"], None):
        if not _by_chance(play) or step is None:
            lines = {language: tell(play, language, None, told) for language in LANGUAGES}
            frames.append((play.view(None).data(), lines))
            told = len(play.events)
        if step is not None:
            try:
                play.apply(action_of(play, dict(step)))
            except (TraceError, Refused, Endless) as error:
                if strict:
                    raise TraceError(str(error)) from None
                break
    return play, frames


def of_example(game: Game, example: WorkedExample, language: str) -> dict[str, Any]:
    """A worked example: of the table only what it speaks of, in each frame, and what was told on the way to it."""
    touched = list(dict.fromkeys(key for frame in example.frames for key in frame.touched))
    names = {key.partition(" of ")[0] for key in touched}
    views = [_part(frame.view, names) for frame in example.frames]
    lines: list[list[str]] = [[] for _ in example.frames]
    cut_short = SAID[language]["undeclared"]
    for line in example.lines:
        # Where only a part of the game is done, that it comes to no ending is no news.
        lines[line.frame] += [told for told in line.log if not told.startswith(cut_short)]
    whole, cells = [frame.view for frame in example.frames], example.frames[0].cells
    scene = excerpt_of(game, example.players, language, whole, touched, cells)
    made = table(game, example.players, zip(views, lines, strict=True), example.title)
    kept = {key: value for key, value in scene.items() if key in ALIKE or key not in COMMON}
    return made | {"scene": kept}


def table(game: Game, players: int, frames: Iterable[Frame], title: str = "", note: str = "") -> dict[str, Any]:
    """One table of a replay."""
    made: list[dict[str, Any]] = []
    before: dict[str, Any] | None = None
    for view, lines in frames:
        made.append({"view": _news(before, view)} | ({"lines": list(lines)} if lines else {}))
        before = view
    return {"game": game.variant or game.name, "players": players, "title": title, "note": note, "frames": made}


def examples_name(book: Book) -> str:
    """How the file of the examples of a game in one language is called, without the ending."""
    return f"{book.name}-examples-{book.language}"


def examples_script(game: Game, book: Book) -> str:
    """The file: all worked examples, by their anchors, for <qed-replay example="…">."""
    made = {one.anchor: of_example(game, one, book.language) for one in book.examples if one.frames}
    # What an example of definitions alone speaks of is not on the table.
    tables = {anchor: one for anchor, one in made.items() if one["scene"]["parts"] or one["scene"]["slots"]}
    scene = scene_of(game, max(game.players), book.language, "tall")
    common: dict[str, Any] = {key: value for key, value in scene.items() if key in COMMON}
    common |= {part: dict(common[part]) for part in ALIKE}
    for one in tables.values():
        for part in ALIKE:
            common[part] |= one["scene"].pop(part)
    return script({"id": examples_name(book), "common": common, "tables": tables})


def replay_json(*tables: Mapping[str, Any]) -> str:
    """The text that stands inside <qed-replay>, safe within a script element. It opens on what the play comes to."""
    last = max(len(one["frames"]) for one in tables) - 1
    return as_script({"tables": list(tables), "start": last})


def _by_chance(play: Play) -> bool:
    return play.asked is not None and play.asked.who == "chance"


def _part(view: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """A view with nothing but these zones and remembered values."""
    parts = {
        part: {key: value for key, value in view[part].items() if key.partition(" of ")[0] in names}
        for part in ("zones", "remembered")
    }
    return view | parts


def _news(before: dict[str, Any] | None, view: dict[str, Any]) -> dict[str, Any]:
    """The view without what it has in common with the one before. Views of one play have the same keys."""
    if before is None:
        return view
    made = {key: view[key] for key in ("player", "asked", "result") if view[key] != before[key]}
    for part in ("zones", "remembered"):
        news = {key: value for key, value in view[part].items() if before[part].get(key) != value}
        if news:
            made[part] = news
    return made
