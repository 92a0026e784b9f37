"""Stage 0, the door: a path or the name of a shipped game in, a Source or a Diagnostic out.

A spec is untrusted input: nothing here hangs, reads without a limit or runs what it reads.
The stages after this one see text only.
"""

from __future__ import annotations

import os
import shlex
import stat
from dataclasses import replace
from pathlib import Path

from qedeck.spec.diagnostic import Diagnostic, did_you_mean
from qedeck.spec.encodings import Encoding, guess
from qedeck.spec.home import SUFFIX, first_file, games_in, homes_in, name_of
from qedeck.spec.limits import MOST_BYTES
from qedeck.spec.source import Source, Span

SPEC = "a spec"

OTHER_KINDS = {
    ".pdf": "a PDF",
    ".json": "JSON",
    ".csv": "a table (CSV)",
    ".tsv": "a table (TSV)",
    ".yaml": "YAML",
    ".yml": "YAML",
    ".toml": "TOML",
    ".xml": "XML",
    ".html": "a web page",
    ".htm": "a web page",
    ".md": "Markdown",
    ".doc": "a Word document",
    ".docx": "a Word document",
    ".odt": "a text document",
    ".rtf": "a rich-text document",
    ".xls": "a spreadsheet",
    ".xlsx": "a spreadsheet",
    ".ods": "a spreadsheet",
    ".png": "a picture",
    ".jpg": "a picture",
    ".jpeg": "a picture",
    ".gif": "a picture",
    ".svg": "a picture",
    ".webp": "a picture",
    ".zip": "an archive",
    ".gz": "an archive",
    ".py": "a Python program",
}


def cache_folder() -> Path:
    """Where qedeck keeps for this user what it need not find out again."""
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(root) / "qedeck"


def read_source(path: Path | str, what: str = SPEC) -> Source | Diagnostic:
    """The text of one file, or why it cannot be had; `what` it ought to be, in words: a spec, a script."""
    path = Path(path)
    name = shown(path)

    def refuse(code: str, title: str, hint: str = "") -> Diagnostic:
        return Diagnostic(code, title, Span(name, 0, 0), hint)

    try:
        about = path.stat()
        # Opening a pipe or a device can wait for ever, so only plain files are opened.
        if stat.S_ISDIR(about.st_mode):
            return refuse("Q002", f"{name} is a folder, not {what}", _specs_inside(path) if what == SPEC else "")
        if not stat.S_ISREG(about.st_mode):
            return refuse("Q003", f"{name} is not a plain file", f"save {what} as a file and name that")
        kind = OTHER_KINDS.get(path.suffix.lower()) if what == SPEC else None
        if kind is not None:
            return refuse("Q007", f"{name} looks like {kind}, not a spec", _instead_of(path))
        if about.st_size > MOST_BYTES:
            hint = "is it really a spec? if so, keep long tables of cards in CSV files beside it"
            said = f"{name} is too large: it has {about.st_size:,} bytes; {what} may have {MOST_BYTES:,}"
            return refuse("Q004", said, hint if what == SPEC else f"is it really {what}?")
        with path.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        # ValueError: a NUL inside the name, which no file can have.
        return refuse("Q001", f"there is no file {name}", _files_like(path))
    except PermissionError:
        return refuse("Q003", f"{name} may not be read", "you lack the permission to read it; ask whoever owns it")
    except OSError as error:
        return refuse("Q003", f"{name} could not be read: {error.strerror or 'the system refused'}")
    if len(raw) > MOST_BYTES:
        return refuse("Q004", f"{name} is too large: it grew beyond {MOST_BYTES:,} bytes while it was read")
    return _decode(name, raw, what)


def beside(path: Path, name: str) -> Path | Diagnostic | None:
    """The file of this name in the same folder, if there is one. A link must not lead out of the folder: whoever
    sends somebody a spec sends them a folder, and no other file of theirs is anybody's business."""
    return within(path.with_name(name), path.parent)


def within(found: Path, folder: Path) -> Path | Diagnostic | None:
    """The same for a file that may lie in a folder of that folder."""
    if not os.path.isfile(found):
        return None
    here = folder.resolve()
    if found.resolve().is_relative_to(here) or here.is_relative_to(games_folder().resolve()):
        return found
    said = f"{shown(found)} is a link that leads out of the folder"
    return Diagnostic("Q003", said, Span(shown(found), 0, 0), "put the file itself beside the spec")


def _decode(name: str, raw: bytes, what: str) -> Source | Diagnostic:
    place = Span(name, 0, 0)
    encoding = guess(raw)
    if encoding is Encoding.BINARY:
        ending = ", in a file ending in .qed" if what == SPEC else ""
        return Diagnostic("Q006", f"{name} is not text", place, f"{what} is plain text{ending}")
    if encoding is not Encoding.UTF_8:
        title = f"{name} is not in UTF-8{_where(raw, encoding)}"
        return Diagnostic("Q005", title, place, _how_to_convert(name, encoding))
    text = raw.decode("utf-8-sig")
    if not text.strip():
        hint = "a spec starts with a line like: game my-game" if what == SPEC else ""
        return Diagnostic("Q008", f"{name} is empty", place, hint)
    return Source(name, text)


def _where(raw: bytes, encoding: Encoding) -> str:
    if encoding is not Encoding.UNKNOWN:
        return f" but in {encoding.value}"
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return f": line {raw.count(bytes([10]), 0, error.start) + 1} has a byte that UTF-8 does not know"
    return ""


def _how_to_convert(name: str, encoding: Encoding) -> str:
    by_hand = "open it in your editor and save it as UTF-8"
    if encoding is Encoding.UNKNOWN:
        return by_hand
    return f"{by_hand}, or run: iconv -f {encoding.iconv} -t UTF-8 {shlex.quote(name)} > converted.qed"


def shown(path: Path) -> str:
    """A path as it can be printed anywhere, even where its bytes are no text."""
    return os.fsencode(path).decode("utf-8", "replace")


def _specs_inside(folder: Path) -> str:
    try:
        found = [shown(p) for p in games_in(folder)]
    except OSError:
        found = []
    if not found:
        return "name one file in it, ending in .qed"
    rest = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return f"name one file in it: {', '.join(found[:3])}{rest}"


def _files_like(path: Path) -> str:
    try:
        names = [shown(Path(p.name)) for p in path.parent.iterdir() if p.suffix == SUFFIX]
    except (OSError, ValueError):
        return "is the folder spelt right?"
    return did_you_mean(path.name, names) or "is it spelt right, and are you in the right folder?"


def _instead_of(path: Path) -> str:
    if path.suffix.lower() in (".csv", ".tsv"):
        return f'name the spec instead; in it, cards from "{shown(Path(path.name))}" reads the table'
    return "name the spec, a text file ending in .qed"


# ---- shipped games ------------------------------------------------------------------


def games_folder() -> Path:
    """Where the shipped games are: qedeck/games in an installed wheel, spec/games in a checkout."""
    here = Path(__file__).resolve()
    installed = here.parents[1] / "games"
    return installed if installed.is_dir() else here.parents[2] / "games"


def shipped_games() -> dict[str, Path]:
    """The games that come with qedeck, by name."""
    return dict(sorted((name_of(path), path) for path in homes_in(games_folder())))


def find_game(name: str) -> Path | Diagnostic:
    """The first file of the game somebody means: a path of theirs first, then a shipped game by name."""
    path = Path(name)
    try:
        first = first_file(path)
        if first is not None:
            return first
        taken = path.exists()
    except (OSError, ValueError):
        return path
    found = shipped_game(name)
    if isinstance(found, Path):
        return found
    # What cannot be a game's name is a path, and reading it will say what is wrong with it.
    if taken or not name.strip() or any(sign in name for sign in (os.sep, os.altsep or os.sep)):
        return path
    close = did_you_mean(_plain(name), shipped_games())
    nearby = [shown(Path(p.name)) for p in games_in(Path())]
    hint = close or did_you_mean(name, nearby)
    if name.endswith(SUFFIX) and not hint:
        return path
    return replace(found, hint=hint or found.hint)


def shipped_game(name: str) -> Path | Diagnostic:
    """A game that comes with qedeck, by the name that somebody gives it."""
    games = shipped_games()
    if _plain(name) in games:
        return games[_plain(name)]
    hint = did_you_mean(_plain(name), games) or f"the shipped games are {', '.join(games)}"
    return Diagnostic("Q009", f"{name} is neither a file here nor a shipped game", Span(name, 0, 0), hint)


def _plain(name: str) -> str:
    # People write the name of a game with spaces, hyphens or capitals.
    return name.removesuffix(SUFFIX).strip().lower().replace("-", "_").replace(" ", "_")
