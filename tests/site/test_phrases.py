"""Our own words on pages: every kind of thing that a page names has some."""

from __future__ import annotations

from typing import get_args

import pytest

from qedeck.site.book.record import ChangeKind
from qedeck.site.pages.phrases import PHRASES


@pytest.mark.parametrize("kind", get_args(ChangeKind))
def test_every_kind_of_change_has_words(kind: str) -> None:
    assert all(PHRASES[f"change {kind}"])
