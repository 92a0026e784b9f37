"""The front door of the command line: words in, an exit code out.

0 good; 1 failing or refuted; 2 the input or the usage is wrong; 3 unknown or timed out; 4 our own
fault. A verb's module is imported only when its verb is used, so that every command starts fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from qedeck.commands.exits import GOOD, INTERRUPTED, OURS, PIPE_CLOSED, UNKNOWN, WRONG, Wrong
from qedeck.commands.outlet import outlets, silence, what_was_cut

VERBS = {
    "check": "read a game and say what is wrong with it",
    "fmt": "put a spec into its one layout",
    "run": "play a game from a script or at random, and print what happens",
    "play": "sit down and play, against random players",
    "simulate": "play very many games and say how they come out",
    "test": "run the examples that stand in a spec",
    "verify": "decide the properties of a game, with a graded verdict for each",
    "docs": "make the rulebook of a game: what people read, from its files",
    "explain": "read the page behind a message code",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Never raises: whatever happens becomes a message and an exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _speak_any_language()
    with outlets():
        return _run(words)


def _run(words: list[str]) -> int:
    try:
        code = _dispatch(words)
        sys.stdout.flush()
        return _said(what_was_cut(), code)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else WRONG if leaving.code else GOOD
    except Wrong as wrong:
        return _said(str(wrong), WRONG)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output wants no more of it.
        silence()
        return PIPE_CLOSED
    except MemoryError:
        return _said("there is not enough memory for this", UNKNOWN)
    except Exception as error:  # the last line of defence: nobody should have to read a traceback
        if os.environ.get("QEDECK_DEBUG") == "1":
            raise
        print(f"qedeck: sorry, this is our own fault, not yours: {type(error).__name__}: {error}", file=sys.stderr)
        print("Please report it to the maintainers, with the command you gave and, if you can, the spec.\n"
              "With QEDECK_DEBUG=1 in the environment the command also says where it happened.", file=sys.stderr)
        return OURS


def _said(message: str, code: int) -> int:
    if message:
        print(f"qedeck: {message}", file=sys.stderr)
    return code


def _dispatch(words: list[str]) -> int:
    verb = words[0] if words else "--help"
    if verb in VERBS:
        module = import_module(f"qedeck.commands.{verb}")
        code: int = module.command(words[1:])
        return code
    if verb in ("-h", "--help", "help"):
        if len(words) > 1 and words[1] in VERBS:
            return _dispatch([words[1], "--help"])
        print(usage(), end="")
        return GOOD if words else WRONG
    if verb in ("-V", "--version", "version"):
        print(f"qedeck {_version()}")
        return GOOD
    from difflib import get_close_matches

    close = get_close_matches(verb, VERBS, n=1)
    hint = f"did you mean {close[0]}?" if close else "qedeck --help lists the commands"
    print(f"qedeck: there is no command {verb}; {hint}", file=sys.stderr)
    return WRONG


def usage() -> str:
    lines = ["usage: qedeck COMMAND …", "", "Rules of card games as text that runs, is proved, and prints itself.", "",
             "commands:"]
    lines += [f"  {verb:9} {what}" for verb, what in VERBS.items()]
    lines += ["", "for instance:", "  qedeck check stool_pigeon", "  qedeck run stool_pigeon --players 3 --seed 7",
              "  qedeck COMMAND --help", "",
              "exit codes: 0 good, 1 failing, 2 the input or usage is wrong, 3 unknown, 4 our own fault"]
    return "\n".join(lines) + "\n"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("qedeck")
    except PackageNotFoundError:
        return "(not installed)"


def _speak_any_language() -> None:
    """A terminal that cannot show kanji gets question marks instead of a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
