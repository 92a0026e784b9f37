"""The time of a question is kept, also where the bell is not heard at first; and nobody is told of that."""

from __future__ import annotations

import signal
import time

import pytest

from qedeck.proofs import answers


class Slow:
    """Something that takes its time to be thrown away."""

    def __del__(self) -> None:
        until = time.monotonic() + 0.4
        while time.monotonic() < until:
            pass


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no bell here")
def test_the_bell_rings_again(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(answers, "RING", 0.3)
    start = time.monotonic()
    with pytest.raises(answers._TimeIsUp), answers._limit(0.1):
        thing: Slow | None = Slow()
        thing = None  # the first bell rings in here, and is lost
        assert thing is None
        while time.monotonic() - start < 5:
            pass
    assert 0.3 < time.monotonic() - start < 3
    assert capfd.readouterr().err == ""
