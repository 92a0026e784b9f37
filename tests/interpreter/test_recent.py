"""The last answers are found again by which thing they are about."""

from __future__ import annotations

from qedeck.interpreter.recent import Recent


def test_another_thing_that_looks_the_same_is_another_thing() -> None:
    kept, one, two = Recent[str](4), [1, 2], [1, 2]
    kept.keep("about one", one, "north")
    assert kept.known(one, "north") == "about one"
    assert kept.known(two, "north") is None
    assert kept.known(one, "south") is None


def test_the_newest_answer_comes_first_and_the_oldest_is_forgotten() -> None:
    kept, thing = Recent[int](2), object()
    for answer in (1, 2, 3):
        kept.keep(answer, thing)
    assert kept.known(thing) == 3
    assert list(kept.all(thing)) == [3, 2]
    assert [answer for _, answer in kept] == [3, 2]
