"""`qedeck fmt`: specs in, the same specs in their one layout out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from qedeck.commands.common import Parser, complain, print_json
from qedeck.commands.outlet import painted
from qedeck.spec.plain import counted


def command(argv: Sequence[str]) -> int:
    parser = Parser("fmt", "Put specs into their one layout. No comment is lost, and nothing changes its meaning.",
                    "  qedeck fmt my_game.qed\n  qedeck fmt --check *.qed     (only say which would change)\n"
                    "  qedeck fmt - < my_game.qed   (print it instead)")
    parser.add_argument("files", nargs="+", metavar="FILE",
                        help="a file ending in .qed, the folder of a game, or - for what is piped in")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if something would change")
    parser.formats()
    args = parser.parse_args(argv)
    args.files = [file for name in args.files for file in _files(name)]
    if args.files == ["-"]:
        return _filter(args.check)
    return _format(args.files, args.check, args.format)


def _files(name: str) -> list[str]:
    """Of a game that is a folder, all its files."""
    from qedeck.spec.home import first_file, parts

    first = first_file(Path(name)) if Path(name).is_dir() else None
    return [name] if first is None else [str(first), *map(str, parts(first))]


def _filter(check: bool) -> int:
    from qedeck.spec.printer import format_text

    try:
        text = sys.stdin.read()
    except UnicodeDecodeError:
        return complain("what is piped in is not text in UTF-8")
    after = format_text(text)
    if check:
        return int(after != text)
    if sys.stdout.isatty():
        print(after, end="")
    else:
        # A file for a file: what is in it stays in it.
        painted(after, sys.stdout)
    return 0


def _format(files: Sequence[str], check: bool, format_: str) -> int:
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.files import read_source
    from qedeck.spec.printer import format_text
    from qedeck.spec.render import render, to_json

    changed, wrong = [], []
    for name in files:
        source = read_source(name)
        if isinstance(source, Diagnostic):
            wrong.append(source)
            continue
        after = format_text(source.text)
        if after == source.text:
            continue
        changed.append(name)
        if not check:
            try:
                write(Path(name), after)
            except OSError as error:
                return complain(f"{name} cannot be written: {error.strerror}")
    if format_ == "json":
        print_json({"changed": changed, "check": check, "errors": [to_json(d, {}) for d in wrong]})
    else:
        for diagnostic in wrong:
            print(render(diagnostic, {}), file=sys.stderr)
        for name in changed:
            print(f"would change {name}" if check else f"formatted {name}")
        if not changed and not wrong:
            print(f"{counted(len(files), 'file')}, nothing to change")
    return 2 if wrong else int(check and bool(changed))


def write(path: Path, text: str) -> None:
    """All or nothing: a full disk must not cost anybody their spec."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_text(text, "utf-8", newline="")
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
