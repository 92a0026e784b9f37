"""`qedeck docs build` and `qedeck docs serve`: games in, a folder of pages out, or a server that follows the text."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import Executor
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands.common import GAME, Parser, parser_of
from qedeck.commands.docs import SUB_VERBS
from qedeck.commands.exits import Wrong
from qedeck.commands.main import VERBS
from qedeck.commands.printing import presses_for
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.files import cache_folder
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.site.build import Built
    from qedeck.site.shelf import Shelved, Unread
    from qedeck.site.trees import Site

DEFAULT_OUT = "site"


def build_parser() -> Parser:
    parser = Parser("docs build", "Make the site of games from their files: rules, cards, tables, promises, in English "
                    "and Japanese. Without a game: of all shipped games, with the documentation of qedeck.",
                    "  qedeck docs build\n  qedeck docs build my_game.qed --out my_site")
    _games(parser)
    parser.add_argument("--out", metavar="FOLDER", default=DEFAULT_OUT,
                        help=f"where the pages go (default: {DEFAULT_OUT}); a folder that is not ours is left alone")
    parser.add_argument("--strict", action="store_true",
                        help="a missing text, or a link that leads nowhere, is an error")
    parser.add_argument("--with", dest="builder", choices=("mkdocs", "zensical"), default="mkdocs",
                        help="which program makes HTML of the Markdown (default: mkdocs)")
    parser.add_argument("--with-print", action="store_true",
                        help="also everything to print: rulebooks and cards as PDF (needs the extra: print)")
    return parser


def serve_parser() -> Parser:
    parser = Parser("docs serve", "Make the site of games and show it, and follow what is written: a page that is open "
                    "changes a moment after its text was saved.",
                    "  qedeck docs serve my_game.qed\n  qedeck docs serve wolf_and_hound --port 9000")
    _games(parser)
    parser.add_argument("--host", default="127.0.0.1",
                        help="who may read along (default: 127.0.0.1, only this machine)")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="where to listen (default: 8000)")
    parser.add_argument("--editor", default="vscode", metavar="NAME",
                        help="what opens a clause from its page: vscode, vscodium, idea, sublime, emacs, zed, or an "
                             "address with {file} and {line} in it (default: vscode)")
    return parser


def _games(parser: ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME",
                        help=f"{GAME}; may be several")


def build(argv: Sequence[str]) -> int:
    """0 good; 1 strict, and something is missing; 2 a game cannot be played, or the folder is somebody else's."""
    args = build_parser().parse_args(argv)
    needs(args.builder)
    if args.with_print:
        presses_for(("en", "ja"))
    from qedeck.site.build import Bench, NotOurs, claim, crew

    out, started = Path(args.out), time.monotonic()
    try:
        claim(out)
    except NotOurs as error:
        raise Wrong(str(error)) from None
    # The same processes read the games and make the pages.
    with crew() as at_work:
        games, unread = _shelved(args.games, at_work, args.with_print)
        if unread:
            return _tell(unread)
        site = site_of_games(games, whole=not args.games)
        result = Bench(work_folder(out), args.builder, crew=at_work).build(site, out)
    return _report(site, result, out, time.monotonic() - started, args.strict)


def needs(builder: str) -> None:
    if find_spec(builder) is None:
        extra = "pip install 'qedeck[docs]'" if builder == "mkdocs" else "pip install zensical"
        raise Wrong(f"the site is made with {builder}, which is not installed: {extra}")


def _shelved(names: Sequence[str], crew: Executor, prints: bool) -> tuple[list[Shelved], list[Unread]]:
    from qedeck.site.shelf import Shelved, Unread, all_shelved, wanted

    paths = wanted(names)
    if isinstance(paths, Diagnostic):
        raise Wrong(f"{paths.title}; {paths.hint}" if paths.hint else paths.title)
    found = all_shelved(paths, crew, prints).values()
    return [one for one in found if isinstance(one, Shelved)], [one for one in found if isinstance(one, Unread)]


def site_of_games(games: Sequence[Shelved], whole: bool) -> Site:
    from qedeck.site.shelf import libraries_of, shared_of
    from qedeck.site.trees import site_of

    root = _checkout() if whole else None
    return site_of(libraries_of(games), _every_parser() if root else (), root, shared_of(games))


def _every_parser() -> list[tuple[str, ArgumentParser]]:
    """What every verb can be told, in the order of the verbs."""
    found = []
    for verb in VERBS:
        command = import_module(f"qedeck.commands.{verb}").command
        inner = tuple(SUB_VERBS) if verb == "docs" else ("",)
        found += [(f"{verb} {one}".strip(), parser_of(command, *([one] if one else []))) for one in inner]
    return found


def _checkout() -> Path | None:
    """The folder with our documentation, if qedeck runs from one."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "docs/architecture.md").is_file() else None


def work_folder(out: Path) -> Path:
    """A folder that stays, so that the next build has less to do; one for each place that a site goes to."""
    name = sha256(str(out.resolve()).encode()).hexdigest()[:12]
    folder = cache_folder() / f"site-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _tell(unread: Sequence[Unread]) -> int:
    for one in unread:
        print(one.messages, file=sys.stderr)
        print(f"qedeck: {one.name} cannot be played, so there is no site of it", file=sys.stderr)
    return 2


def _report(site: Site, result: Built, out: Path, seconds: float, strict: bool) -> int:
    for line in (*result.warnings, *(str(fault) for fault in result.faults)):
        print(line, file=sys.stderr)
    if strict:
        for line in site.missing:
            print(line, file=sys.stderr)
    elif site.missing:
        print(f"{counted(len(site.missing), 'text')} missing, told from the clauses instead (--strict lists them)")
    print(f"{counted(result.pages, 'page')} in {seconds:.0f} s: {out / 'index.html'}")
    return 1 if result.faults or (strict and (site.missing or result.warnings)) else 0
