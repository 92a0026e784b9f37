"""`qedeck docs book`: a game in, its Book out, as data for programs or as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qedeck.commands.common import Parser, open_game, print_json
from qedeck.commands.exits import GOOD, WRONG, Wrong


def book_parser() -> Parser:
    parser = Parser(
        "docs book",
        "Print the rulebook that the site and the printed rules are made of: chapters and rules, what is in the box,\n"
        "the set-up, examples, promises, open points, odds. Nothing is proved and nothing is simulated for it.",
        "  qedeck docs book wolf_and_hound --lang ja\n"
        "  qedeck docs book my_game.qed --format json > my_game.book.json\n\n"
        "exit codes: 0 good; 1 with --strict, a text is missing; 2 the input or usage is wrong",
    )
    parser.game()
    parser.add_argument("--lang", choices=("en", "ja"), default="en", help="the language of the Book")
    parser.add_argument("--strict", action="store_true", help="a rule without a text in this language is an error")
    parser.formats()
    return parser


def book(argv: Sequence[str]) -> int:
    """The whole Book of one game."""
    args = book_parser().parse_args(argv)
    game = open_game(args.game, args.format)
    if game is None:
        return WRONG
    from qedeck.site.book.as_json import to_data
    from qedeck.site.book.as_text import text_of
    from qedeck.site.book.making import book_of
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.files import find_game

    path = find_game(args.game)
    if isinstance(path, Diagnostic):
        raise Wrong(path.title)
    made = book_of(game, Path(path), args.lang)
    if args.format == "json":
        print_json(to_data(made))
    else:
        print("\n".join(text_of(made)))
    if args.strict and made.missing:
        import sys

        for anchor in made.missing:
            print(f"{made.file}: {anchor.replace('.', ' ')} has no {args.lang} text", file=sys.stderr)
        return 1
    return GOOD
