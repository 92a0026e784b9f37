"""`qedeck docs print`: a game in, a folder of PDFs out: rulebook, summary, cards; and its decks as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands.common import Parser, open_game
from qedeck.commands.exits import GOOD, WRONG, Wrong
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.site.book.record import Language
    from qedeck.site.print.press import Press

DEFAULT_OUT = "print"


def print_parser() -> Parser:
    parser = Parser(
        "docs print",
        "Print a game, on paper: the rulebook in A4 and A5, a summary on one page, and its cards to cut out, as PDF;\n"
        "and the pictures of its decks for Tabletop Simulator. Needs the extra: pip install 'qedeck[print]'.",
        "  qedeck docs print wolf_and_hound --out paper\n  qedeck docs print my_game.qed --lang en --backs\n\n"
        "exit codes: 0 good; 2 the input or usage is wrong, or typst or a Japanese font is missing",
    )
    parser.game()
    parser.add_argument("--out", metavar="FOLDER", default=DEFAULT_OUT,
                        help=f"where the files go (default: {DEFAULT_OUT})")
    parser.add_argument("--lang", choices=("en", "ja", "both"), default="both", help="the language (default: both)")
    parser.add_argument("--backs", action="store_true",
                        help="behind each sheet of cards its other side, to be printed on both sides of the paper")
    return parser


def command(argv: Sequence[str]) -> int:
    """Everything there is to print of one game. 0 good, 2 wrong or not ready."""
    args = print_parser().parse_args(argv)
    presses = presses_for(("en", "ja") if args.lang == "both" else (args.lang,))
    game = open_game(args.game)
    if game is None:
        return WRONG
    from qedeck.site.book.making import book_of
    from qedeck.site.print.making import prints_of
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.files import find_game

    path = find_game(args.game)
    if isinstance(path, Diagnostic):
        raise Wrong(path.title)
    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for language, press in presses.items():
            for one in prints_of(game, book_of(game, path, language), press, args.backs):
                (out / one.file).write_bytes(one.data)
                print(out / one.file, f"({counted(one.pages, 'page')})" if one.file.endswith(".pdf") else "")
    except OSError as error:
        raise Wrong(f"{out} cannot be written into: {error.strerror}") from None
    return GOOD


def presses_for(languages: Sequence[Language]) -> dict[Language, Press]:
    """A press for each language; an ordinary error where something has to be installed first."""
    from qedeck.site.print.press import NotReady, Press

    try:
        return {language: Press(language) for language in languages}
    except NotReady as error:
        raise Wrong(str(error)) from None
