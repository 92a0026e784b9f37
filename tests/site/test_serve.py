"""`qedeck docs serve`: for one reader, only reading, and a page that follows its text."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from socket import create_connection
from threading import Thread
from typing import Any

import pytest

from qedeck.commands.building import serve_parser
from qedeck.commands.main import main
from qedeck.commands.serving import Desk
from qedeck.site.build import Bench
from qedeck.site.serve import News, Watch, server
from tests.docs.blocks import ROOT, blocks

pytest.importorskip("mkdocs", reason="the site needs the extra: pip install qedeck[docs]")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Desk, int]]:
    folder = tmp_path_factory.mktemp("served")
    game = folder / "sun_and_moon.qed"
    game.write_text(next(block.text for block in blocks(ROOT / "README.md")
                         if block.info[:3] == ("qed", "file", "sun_and_moon.qed")), "utf-8")
    news = News(editor="vscode://file{file}:{line}")
    desk = Desk([game], Bench(folder / "work", "mkdocs", live=True), folder / "site", news)
    desk.look([game])
    listening = server(desk.out, news, "127.0.0.1", 0)
    Thread(target=listening.serve_forever, daemon=True).start()
    watch = Watch(desk.files, desk.changed)
    watch.start()
    yield game, desk, listening.server_address[1]
    watch.stop()
    listening.shutdown()
    listening.server_close()
    desk.bench.close()


def asked(port: int, path: str, method: str = "GET", host: str = "localhost") -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, headers={"Host": host})
    answer = connection.getresponse()
    return answer, answer.read()


def news_of(port: int) -> Any:
    return json.loads(asked(port, "/live.json")[1])


def test_pages_and_news_are_served(served: tuple[Path, Desk, int]) -> None:
    game, _, port = served
    answer, page = asked(port, "/en/games/sun_and_moon/rules.html")
    assert answer.status == 200 and b'name="qed-live"' in page and answer.headers["Cache-Control"] == "no-store"
    assert news_of(port)["files"]["sun_and_moon.qed"] == str(game)
    assert news_of(port)["editor"].startswith("vscode:")


@pytest.mark.parametrize(("path", "status"), [
    ("/../sun_and_moon.qed", 404), ("/%2e%2e/sun_and_moon.qed", 404), ("/en/games/", 404), ("/nothing.html", 404),
])
def test_nothing_else_is_served(served: tuple[Path, Desk, int], path: str, status: int) -> None:
    assert asked(served[2], path)[0].status == status


def test_only_reading_and_only_by_its_own_name(served: tuple[Path, Desk, int]) -> None:
    port = served[2]
    assert asked(port, "/en/index.html", "POST")[0].status == 501
    assert asked(port, "/en/index.html", host="evil.example")[0].status == 403
    assert asked(port, "/live.json", host="evil.example")[0].status == 403
    assert asked(port, "/en/index.html", host="127.0.0.1:1")[0].status == 200


def test_it_is_for_this_machine_alone_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    host = serve_parser().parse_args([]).host
    listening = server(tmp_path, News(), host, 0)
    assert listening.server_address[0] == host == "127.0.0.1"
    # An address that would be answered if it listened to all of them.
    with pytest.raises(OSError):
        create_connection(("127.0.0.2", listening.server_address[1]), timeout=2)
    listening.server_close()


def quiet(port: int) -> None:
    """Wait until the pages of earlier edits are all there."""
    last, since = news_of(port)["edition"], time.monotonic()
    while time.monotonic() < since + 2:
        time.sleep(0.1)
        now = news_of(port)["edition"]
        if now != last:
            last, since = now, time.monotonic()


def changed(game: Path, port: int, old: str, new: str) -> tuple[Any, float]:
    """Save an edit; the news after it, and how long that took."""
    before, started = news_of(port)["edition"], time.monotonic()
    game.write_text(game.read_text("utf-8").replace(old, new), "utf-8")
    while time.monotonic() < started + 30:
        now = news_of(port)
        if now["edition"] != before:
            return now, time.monotonic() - started
        time.sleep(0.05)
    raise AssertionError("the page did not follow")


def test_a_page_follows_its_text(served: tuple[Path, Desk, int]) -> None:
    game, _, port = served
    before = asked(port, "/ja/games/sun_and_moon/designer.js")[1]
    now, seconds = changed(game, port, "deal 4 from deck", "deal 3 from deck")
    assert not now["trouble"]
    # Three seconds for a reader; a machine that does other things meanwhile gets some more.
    assert seconds < 10
    assert asked(port, "/ja/games/sun_and_moon/designer.js")[1] != before


def test_of_a_long_game_the_rules_come_first(served: tuple[Path, Desk, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples and promises follow; here they never do."""
    game, _, port = served
    quiet(port)
    examples, rules = (asked(port, f"/en/games/sun_and_moon/{page}")[1] for page in ("examples.html", "designer.js"))
    monkeypatch.setattr(Desk, "look", lambda self, paths: None)
    monkeypatch.setattr(Desk, "took", property(lambda self: 60.0, lambda self, seconds: None))
    dealt = next(line for line in game.read_text("utf-8").splitlines() if " from deck" in line)
    changed(game, port, dealt, "  deal 2 from deck to hand of each player")
    assert asked(port, "/en/games/sun_and_moon/designer.js")[1] != rules
    assert asked(port, "/en/games/sun_and_moon/examples.html")[1] == examples


def test_a_slip_is_told_and_the_last_pages_stay(served: tuple[Path, Desk, int]) -> None:
    game, _, port = served
    now, _ = changed(game, port, "do play-trick", "do play-trik")
    assert "Q205" in now["trouble"]
    assert asked(port, "/en/games/sun_and_moon/rules.html")[0].status == 200
    now, _ = changed(game, port, "do play-trik", "do play-trick")
    assert now["trouble"] == ""


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "serve", "no_such_game"]) == 2
    assert main(["docs", "serve", "sharp_knives", "--editor", "javascript"]) == 2
    assert "{file}" in capsys.readouterr().err
