"""How long the site takes, and what it weighs: to be made, to be opened, and to follow an edit.

    python -m tests.bench.bench_site [SITE]    some minutes; fills docs/benchmarks.md; SITE is one that is built already

What is made is measured in seconds of the processor, beside what mkdocs alone needs for the same pages; what a person
waits for, in seconds of the clock. Limits are reported, never asserted.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import unquote, urlsplit

from qedeck.spec.files import shipped_games

from . import report
from .report import Figure

DOCS = Path(__file__).parents[2] / "docs"
COMPLETE = ("werewolves_and_robbers", "wolf_and_hound", "wolf_and_hound_match")
LANGUAGES = ("en", "ja")
BUILT, WEIGHT, READY, FOLLOWED = 180.0, 400.0, 300.0, 3.0
"""Seconds of two processors for everything, kB of a page of rules, ms of a table, seconds after an edit."""
OPENED, EDITS = 9, 5
SEEN = """new MutationObserver((_, watch) => {
  if (document.querySelector("qed-table section.qt")) { window.readyAt = performance.now(); watch.disconnect(); }
}).observe(document, { childList: true, subtree: true });"""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def spent() -> float:
    """Seconds of the processor of all programs that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def made(folder: Path, site: Path) -> list[Figure]:
    """Everything, with nothing kept from before; then the same Markdown by mkdocs alone."""
    around = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    before = spent()
    told = subprocess.run([sys.executable, "-m", "qedeck.commands.main", "docs", "build", "--out", str(site)],
                          env=around, check=True, capture_output=True, text=True).stdout
    whole = spent() - before
    work = next((folder / "cache").glob("*/site-*"))
    before = spent()
    for language in LANGUAGES:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", f"{language}.yml", "-d",
                        str(folder / "bare" / language)], cwd=work, env=around, check=True)
    bare = spent() - before
    pages = told.strip().splitlines()[-1].partition(" in ")[0]
    return [Figure(f"all shipped games in both languages, {pages}", whole, "s of the processor", BUILT),
            Figure("of that, what mkdocs alone would need", bare, "s of the processor"),
            Figure("ratio", whole / bare, "")]


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, or None where there is none."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        yield None
        return
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


def weight(browser: Any, page: Path) -> float:
    """kB of all that the browser loads before anybody presses anything, as it lies on the disk."""
    opened, loaded = browser.new_page(), set[Path]()
    opened.on("requestfinished", lambda request: loaded.add(Path(unquote(urlsplit(request.url).path)))
              if request.url.startswith("file:") else None)
    opened.goto(page.as_uri())
    opened.wait_for_load_state("networkidle")
    opened.close()
    return sum(path.stat().st_size for path in loaded) / 1000


def ready(browser: Any, page: Path) -> tuple[float, float]:
    """ms from the opening of the page until its table can be played, and of these the page's own work: medians."""
    waited, worked = [], []
    for _ in range(OPENED):
        opened = browser.new_page()
        opened.add_init_script(SEEN)
        measure = opened.context.new_cdp_session(opened)
        measure.send("Performance.enable", {"timeDomain": "threadTicks"})
        opened.goto(page.as_uri())
        opened.wait_for_function("window.readyAt")
        figures = {one["name"]: one["value"] for one in measure.send("Performance.getMetrics")["metrics"]}
        waited.append(float(opened.evaluate("window.readyAt")))
        worked.append(float(figures["ThreadTime"]) * 1000)
        opened.close()
    return median(waited), median(worked)


def looked_at(site: Path) -> list[Figure]:
    """Weight and table of each complete game; of both languages the worse."""
    found = []
    with chromium() as browser:
        if browser is None:
            return [Figure("pages in a browser: there is no Chromium, or no playwright", None, "")]
        for game in COMPLETE:
            pages = [site / language / "games" / game for language in LANGUAGES]
            heavy = max(weight(browser, page / "rules.html") for page in pages)
            waited, worked = max(ready(browser, page / "table.html") for page in pages)
            found += [Figure(f"{game}: its rules, with all that they load", heavy, "kB", WEIGHT),
                      Figure(f"{game}: its table, ready after", waited, "ms", READY),
                      Figure(f"{game}: of that, work of the page", worked, "ms of the processor")]
    return found


def followed(folder: Path) -> list[Figure]:
    """From an edit of a rule to pages that say so, in `docs serve`."""
    from qedeck.commands.serving import Desk
    from qedeck.site.build import Bench
    from qedeck.site.serve import News

    found = []
    for name in ("werewolves_and_robbers", "wolf_and_hound"):
        rules = shipped_games()[name]
        game = shutil.copytree(rules.parent, folder / name) / rules.name
        desk = Desk([game], Bench(folder / "work", live=True), folder / "live", News())
        desk.look([game])
        times = []
        for turn in range(EDITS):
            text = game.read_text("utf-8")
            game.write_text(f"{text.rstrip()}\n-- edit {turn}\n", "utf-8")
            times.append(_until_news(desk))
        desk.bench.close()
        shutil.rmtree(folder / "work")
        shutil.rmtree(folder / "live")
        found.append(Figure(f"{name}: its pages, after an edit", median(times), "s", FOLLOWED))
    return found


def _until_news(desk: Any) -> float:
    """Seconds until the pages are new; the tables, which follow, are not waited for."""
    from threading import Thread

    edition, started = desk.news.edition, time.monotonic()
    work = Thread(target=desk.changed)
    work.start()
    while desk.news.edition == edition:
        time.sleep(0.01)
    took = time.monotonic() - started
    work.join()
    return took


def main(arguments: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = Path(arguments[0]).resolve() if arguments else folder / "site"
        figures = [] if arguments else made(folder, site)
        print(*report.figures(figures), sep="\n", flush=True)
        figures += [*looked_at(site), *followed(folder)]
    print(*report.figures(figures), sep="\n")
    if not arguments:
        report.put(DOCS / "benchmarks.md", report.figures(figures), "site")


if __name__ == "__main__":
    main(sys.argv[1:])
