"""Every sound game of the tests, whatever it uses of the language, has a Book in both languages without a dead link."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qedeck.site.book.as_json import book_from, to_data
from qedeck.site.book.as_text import text_of
from qedeck.site.book.making import book_of
from qedeck.site.book.prose import plain
from qedeck.spec.game import load

from .books import LANGUAGES, anchors, pointed, prose

TESTS = Path(__file__).resolve().parents[1]
GAMES = sorted(TESTS.rglob("*.qed"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_it_has_a_book(path: Path) -> None:
    game = load(path)
    if not game.sound:
        return
    for language in LANGUAGES:
        book = book_of(game, path, language)
        assert book_from(json.loads(json.dumps(to_data(book)))) == book
        assert "\n".join(text_of(book))
        every = [anchor for of_kind in anchors(book).values() for anchor in of_kind]
        assert len(every) == len(set(every))
        known = {kind: set(of_kind) for kind, of_kind in anchors(book).items()}
        assert not [one for one in pointed(book) if one[1] not in known[one[0]]]
        assert all(plain(paragraph).strip() for paragraph in prose(book))
        assert all(rule.heading and rule.prose for rule in book.rules)
