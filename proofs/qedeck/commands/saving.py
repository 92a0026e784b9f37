"""`--save-example`: refutations in, examples at the end of a file out, with what was done in words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from qedeck.commands.exits import Wrong
from qedeck.commands.fmt import write
from qedeck.commands.retelling import Untold, retold
from qedeck.commands.verdict_text import named
from qedeck.proofs.answers import Question
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import tree as t
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load
from qedeck.spec.home import examples_file, name_of


def target(path: str, file: str) -> Path:
    """Where examples go: the file that was named, else the game's own; Wrong if that is not ours to write."""
    if file:
        return Path(file)
    if Path(path).resolve() in {shipped.resolve() for shipped in shipped_games().values()}:
        name = name_of(Path(path))
        raise Wrong(f"{name} is a shipped game; say where examples shall go: --save-example my_examples.qed")
    own = examples_file(Path(path))
    if not os.access(own if own.exists() else own.parent, os.W_OK):
        raise Wrong(f"{own} may not be written; say where examples shall go: --save-example my_examples.qed")
    return own


def save_examples(game: Game, found: Sequence[tuple[Question, Verdict]], path: Path) -> Iterator[str]:
    """Add an example for each refutation; what was done with each, in words."""
    broken = [(question, verdict) for question, verdict in found if verdict.grade is Grade.REFUTED]
    if not broken:
        yield "nothing was refuted, so there is no example to save"
    there = _read(path)
    names = {clause.name.text for clause in game.clauses if isinstance(clause, t.Example)}
    names |= set(re.findall(r"^example (\S+)", there, re.MULTILINE))
    known = _bodies(game, there)
    added = []
    for question, verdict in broken:
        name = _name(verdict, names)
        try:
            text = retold(game, question, verdict, name)
        except Untold as untold:
            yield f"no example for {named(verdict)}: {untold}"
            continue
        if _body(text) in known:
            yield f"{named(verdict)}: this example is there already"
            continue
        names.add(name)
        known.add(_body(text))
        added.append(text)
        short = verdict.trace is not None and "\n  when " not in text
        note = " (the last position only: its play cannot be taken up after what chance did)" if short else ""
        yield f"example {name} added to {path}{note}"
    if added:
        _append(game, path, there, added, Path(broken[0][0].game))


def _name(verdict: Verdict, taken: set[str]) -> str:
    plain = re.sub(r"[^\w-]+", "-", verdict.property)
    name = base = f"{plain}-with-{verdict.players}"
    number = 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def _bodies(game: Game, there: str) -> set[str]:
    """The examples that there are, without their names."""
    spans = [clause.span for clause in game.clauses if isinstance(clause, t.Example)]
    texts = [game.sources[span.file].text[span.start : span.end] for span in spans]
    texts += re.split(r"^(?=\S)", there, flags=re.MULTILINE)
    return {_body(text) for text in texts if text.startswith("example ")}


def _body(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines()[1:])


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise Wrong(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _append(game: Game, path: Path, there: str, added: Sequence[str], own: Path) -> None:
    """Put the examples at the end; if the game were no longer sound with them, it is left as it was."""
    before = f"{there.rstrip()}\n\n" if there.strip() else ""
    try:
        write(path, before + "\n".join(added))
        if path.resolve() == examples_file(own).resolve() and len(load(own).diagnostics) > len(game.diagnostics):
            write(path, there) if there else path.unlink()
            raise Wrong(f"{path} is left as it was: with the examples it would not be sound")
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror or error}") from None
