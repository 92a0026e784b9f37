"""`qedeck explain`: a message code in, its page out."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from qedeck.commands.common import Parser, print_json


def command(argv: Sequence[str]) -> int:
    parser = Parser("explain", "Read the page behind a message code; without a code, the list of all of them.",
                    "  qedeck explain Q201")
    parser.add_argument("code", nargs="?", metavar="CODE", help="a code such as Q201")
    parser.formats()
    args = parser.parse_args(argv)
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.explain import contents, explain, pages, to_text

    if args.code is None:
        if args.format == "json":
            print_json([{"code": p.code, "title": p.title, "group": p.group} for p in pages().values()])
        else:
            print(contents(), end="")
        return 0
    page = explain(args.code)
    if isinstance(page, Diagnostic):
        from qedeck.spec.render import render, to_json

        if args.format == "json":
            print_json({"errors": [to_json(page, {})]})
        else:
            print(render(page, {}), end="", file=sys.stderr)
        return 2
    if args.format == "json":
        print_json({"code": page.code, "title": page.title, "group": page.group, "body": page.body})
    else:
        print(to_text(page), end="")
    return 0
