"""`qedeck docs`: what is made of games for people to read. One module for each of its own verbs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from qedeck.commands.exits import GOOD, WRONG

SUB_VERBS = {
    "build": ("building", "build", "make the site of some games, or of all that are shipped"),
    "serve": ("serving", "serve", "the same, shown at once, following what is written"),
    "book": ("book", "book", "print the rulebook of a game, as text or as data"),
    "print": ("printing", "command", "make PDFs of a game: rulebook, summary, cards to cut out"),
}
"""What stands behind `docs`: the module that does it, the function in it, and what that is."""


def command(argv: Sequence[str]) -> int:
    words = list(argv)
    verb = words[0] if words else "--help"
    if verb in SUB_VERBS:
        module, function, _ = SUB_VERBS[verb]
        code: int = getattr(import_module(f"qedeck.commands.{module}"), function)(words[1:])
        return code
    if verb in ("-h", "--help", "help"):
        if len(words) > 1 and words[1] in SUB_VERBS:
            return command([words[1], "--help"])
        print(usage(), end="")
        return GOOD if words else WRONG
    from difflib import get_close_matches

    close = get_close_matches(verb, SUB_VERBS, n=1)
    hint = f"did you mean {close[0]}?" if close else "qedeck docs --help lists what there is"
    print(f"qedeck: there is no command docs {verb}; {hint}", file=sys.stderr)
    return WRONG


def usage() -> str:
    lines = ["usage: qedeck docs COMMAND …", "", "What people read of a game, made from its files.", "", "commands:"]
    lines += [f"  {verb:9} {what}" for verb, (*_, what) in SUB_VERBS.items()]
    lines += ["", "for instance:", "  qedeck docs build my_game.qed",
              "  qedeck docs book wolf_and_hound --lang ja", "  qedeck docs print wolf_and_hound --out paper",
              "  qedeck docs COMMAND --help"]
    return "\n".join(lines) + "\n"
