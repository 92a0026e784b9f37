"""Certificates: verdicts in, a folder out with which somebody without qedeck can check them again.

One SMT-LIB file for each question that a solver was asked, the plays as data and as text, and an index.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from qedeck.commands.exits import Wrong
from qedeck.proofs.verdict import Verdict
from qedeck.spec.escapes import escaped
from qedeck.spec.game import Game
from qedeck.spec.plain import counted

CHECK = "(check-sat)"


def certify(game: Game, verdicts: Sequence[Verdict], folder: Path) -> str:
    """Write the folder; what was written, in words."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = _names(verdicts)
        index = [_entry(game, verdict, name, folder) for verdict, name in zip(verdicts, names, strict=True)]
        _write(folder / "index.json", json.dumps(_head(game) | {"verdicts": index}, ensure_ascii=False, indent=1))
        _write(folder / "README.md", _readme(game, verdicts, index))
    except OSError as error:
        raise Wrong(f"{folder} cannot be written: {error.strerror or error}") from None
    files = sum(len(_strings(entry["questions"])) for entry in index)
    return f"{counted(files, 'solver question')} and {counted(len(index), 'verdict')} written to {folder}"


def _head(game: Game) -> dict[str, object]:
    return {"format": "qedeck-certificate", "version": 1, "game": game.name, "variant": game.variant}


def _entry(game: Game, verdict: Verdict, name: str, folder: Path) -> dict[str, object]:
    """The files of one verdict, and its line of the index."""
    texts, files = smt_texts(verdict.smt), []
    answers = [_status(text, verdict) for text in texts]
    for number, text in enumerate(texts, 1):
        file = f"{name}.smt2" if len(texts) == 1 else f"{name}-{number:0{len(str(len(texts)))}}.smt2"
        words = _comment(game, verdict, number, len(texts), answers[number - 1])
        _write(folder / file, f"{words}(set-logic ALL)\n{text}")
        files.append(file)
    entry: dict[str, object] = {
        "property": verdict.property, "claim": verdict.claim, "players": verdict.players,
        "grade": verdict.grade.value, "engine": verdict.engine, "detail": verdict.detail,
        "agreed": list(verdict.agreed), "questions": files, "answers": answers,
        "play": None, "story": None,
    }  # fmt: skip
    if verdict.trace is not None:
        entry["play"] = f"{name}.play.json"
        _write(folder / f"{name}.play.json", json.dumps(verdict.trace, ensure_ascii=False, indent=1))
    if verdict.story:
        entry["story"] = f"{name}.txt"
        _write(folder / f"{name}.txt", "\n".join([verdict.detail, *verdict.story]))
    return entry


def smt_texts(joined: str) -> list[str]:
    """The questions of a verdict one by one: each ends by asking."""
    parts = [part.strip() for part in joined.split(CHECK)]
    return [f"{part}\n{CHECK}\n" for part in parts[:-1]] if len(parts) > 1 else []


def _status(text: str, verdict: Verdict) -> str:
    """What a solver says of a question: as it is written there, or as of all of them."""
    written = re.search(r"\(set-info :status (sat|unsat)\)", text)
    return written[1] if written else verdict.solved()


def _comment(game: Game, verdict: Verdict, number: int, total: int, meant: str) -> str:
    means = {
        "sat": "The answer is sat: there is one.",
        "unsat": "The answer is unsat: there is none, and the verdict rests on that.",
        "unknown": "Nobody has answered this yet.",
    }
    claim = verdict.wording.words or verdict.claim.replace("_", " ")
    lines = [
        f"game: {game.variant or game.name}, {counted(verdict.players, 'player')}",
        f"property: {verdict.property}",
        f"claim: {claim}; verdict: {verdict.grade.value} ({verdict.engine})",
        f"question {number} of {total}: is there a position, or a step of play, that the formula describes?",
        means[meant],
    ]
    if total > 1:
        lines.append("The verdict rests on all of its questions together.")
    return "".join(f"; {_plain(line)}\n" for line in lines)


def _readme(game: Game, verdicts: Sequence[Verdict], index: Sequence[dict[str, object]]) -> str:
    rows = []
    for verdict, entry in zip(verdicts, index, strict=True):
        files = _strings(entry["questions"])
        shown = f"`{files[0]}`" if len(files) == 1 else f"`{files[0]}` and {len(files) - 1} more" if files else "none"
        told = f"`{entry['story']}`" if entry["story"] else ""
        about = f"{_cell(verdict.property)} | {verdict.players} | {verdict.grade.value}"
        rows.append(f"| {about} | {shown} | {', '.join(dict.fromkeys(_strings(entry['answers'])))} | {told} |")
    head = ["| property | players | verdict | questions | answer | told |", "|---|---|---|---|---|---|"]
    table = "\n".join([*head, *rows])
    return f"""# What was decided about {_cell(game.variant or game.name)}

Every file ending in `.smt2` is one question in SMT-LIB, a language that many solvers read. Its first lines say in
words what it is about. To check a verdict again without qedeck, give its questions to a solver:

    z3 FILE.smt2
    cvc5 FILE.smt2

The solver prints `sat`, `unsat` or `unknown`. It must print what the first lines of the file say; a verdict with
several questions rests on all of them. `index.json` lists every file with its answer. What the files cannot show is
that the formulas say what the rules say.

What a verdict shows is told in a `.txt` file. A file ending in `.play.json` is the same play as data. A verdict without
questions was found by playing, or by looking at the rules alone.

{table}
"""


# ---- names and texts -------------------------------------------------------------------------------


def _names(verdicts: Sequence[Verdict]) -> list[str]:
    """A name for the files of each verdict: safe in every file system, and no two alike."""
    names: list[str] = []
    for verdict in verdicts:
        plain = re.sub(r"[^\w-]+", "-", verdict.property).strip("-")[:80] or "property"
        name = base = f"{plain}-{verdict.claim}-{verdict.players}"
        again = 1
        while name.lower() in names:
            again += 1
            name = f"{base}-{again}"
        names.append(name.lower())
    return names


def _write(path: Path, text: str) -> None:
    path.write_text(escaped(text.rstrip("\n"), keep="\n") + "\n", "utf-8", newline="\n")


def _plain(line: str) -> str:
    return " ".join(line.split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _strings(found: object) -> list[str]:
    return [str(item) for item in found] if isinstance(found, list) else []
