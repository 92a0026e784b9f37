"""All pictures of a game for its pages, in one language: cards, examples before and after, recorded plays."""

from __future__ import annotations

from collections.abc import Sequence

from qedeck.interpreter.settings import SettingError
from qedeck.interpreter.trace import TraceError
from qedeck.site.book.answers import ClaimMade
from qedeck.site.book.record import Book
from qedeck.site.book.worked import WorkedExample
from qedeck.site.draw.card import card_svg, small_svg
from qedeck.site.draw.cards import decks_of
from qedeck.site.draw.excerpt import excerpt_of
from qedeck.site.draw.moment import moment_svg, pictures_svg
from qedeck.site.draw.record import Scene
from qedeck.site.draw.sharing import drawn_once
from qedeck.site.pages.place import Drawn, replay_key
from qedeck.site.parting import at_two_tables, beside_its_base
from qedeck.site.recording import of_trace, replay_json
from qedeck.spec.game import Game


def drawn_of(game: Game, book: Book, tables: Sequence[int]) -> Drawn:
    """`tables` are the player counts for which a replay can be shown."""
    cards = {word: card for deck in decks_of(game, book.language).values() for word, card in deck.cards.items()}
    examples: dict[str, tuple[str, ...]] = {}
    shared: dict[str, Scene] = {}
    for example in book.examples:
        scene = scene_of_example(game, book, example)
        if scene is not None:
            examples[example.anchor] = _before_and_after(scene, example)
            # Scenes with the same pictures have the same id; those that any of them needs stand on the page once.
            icons = shared.get(scene["id"], scene)["icons"] | scene["icons"]
            shared[scene["id"]] = {**scene, "icons": icons}
    lighter, common = drawn_once(examples, "q-drawn") if examples else ({}, "")
    return Drawn(
        {word: card_svg(card) for word, card in cards.items()}, {word: small_svg(card) for word, card in cards.items()},
        lighter, "".join(map(pictures_svg, shared.values())) + common, _replays(game, book, tables),
    )


def scene_of_example(game: Game, book: Book, example: WorkedExample) -> Scene | None:
    """What an example speaks of; None where it speaks of nothing that lies on the table."""
    keys = [key for frame in example.frames for key in frame.touched]
    views = [frame.view for frame in example.frames]
    if not keys:
        return None
    try:
        return excerpt_of(game, example.players, book.language, views, keys, example.frames[0].cells)
    except ValueError:
        return None


def _before_and_after(scene: Scene, example: WorkedExample) -> tuple[str, ...]:
    frames = example.frames
    first = moment_svg(scene, frames[0].view, pictures=False)
    if len(frames) == 1:
        return (first,)
    return first, moment_svg(scene, frames[-1].view, frames[0].view, pictures=False)


def _of_base(book: Book, claim: ClaimMade) -> bool:
    """Whether a variant is compared with its base."""
    return book.base is not None and claim.beside == book.base


def _replays(game: Game, book: Book, tables: Sequence[int]) -> dict[str, str]:
    """Every play that was recorded so that it can be played again; one that the rules no longer allow is left out."""
    found: dict[str, str] = {}
    partings = {(one.promise, one.players): (point, one) for point in book.points for one in point.partings}
    for promise in book.promises:
        for claim in promise.claims:
            for answer in claim.answers:
                play = answer.play
                if play is None or play.trace is None or play.players not in tables:
                    continue
                try:
                    parting = partings.get((promise.anchor, answer.players))
                    shown = (at_two_tables(game, book, *parting) if parting is not None
                             else beside_its_base(game, book, play.trace) if _of_base(book, claim)
                             else (of_trace(game, play.trace, book.language, promise.title),))
                except (TraceError, SettingError, KeyError, ValueError):
                    continue
                found[replay_key(promise.anchor, claim.place, answer.players)] = replay_json(*shown)
    return found
