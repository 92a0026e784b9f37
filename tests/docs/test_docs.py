"""Whatever the documentation shows is true: blocks check, examples pass, plays come out as claimed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from qedeck.commands.dossier import MARK
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import play_random, start
from qedeck.spec.diagnostic import Report
from qedeck.spec.explain import pages
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.gather import gather
from qedeck.spec.grammar import keywords
from qedeck.spec.variants import clause_name

from .blocks import PAGES, ROOT, Block, blocks, specs, whole

README = ROOT / "README.md"
MADE_BY_MAKE = {".venv"}
"""Named in the documentation, but only there once something has run."""

whole_or_fragment = [b for b in specs() if not {"excerpt", "step", "more", "instead"} & set(b.info)]
checked = [b for b in whole_or_fragment if "wrong" not in b.info and "file" not in b.info]


def name(block: Block) -> str:
    return block.name


def errors(game: Game) -> list[str]:
    return [f"{d.code} {d.title}" for d in game.diagnostics if d.severity == "error"]


def assert_examples_pass(game: Game) -> None:
    sources = {name: source.text for name, source in game.sources.items()}
    outcomes = [run_example(program, game.texts, sources) for program in game.examples()]
    assert not [outcome for outcome in outcomes if not outcome.passed]


@pytest.mark.parametrize("block", checked, ids=name)
def test_a_block_checks_and_its_examples_pass(block: Block) -> None:
    game = load_text(whole(block))
    assert not errors(game)
    assert_examples_pass(game)


@pytest.mark.parametrize("block", checked, ids=name)
def test_a_block_plays_as_it_says(block: Block) -> None:
    game = load_text(whole(block))
    wanted = block.after("plays")
    for players in game.players:
        play = start(game, players, seed=3)
        play_random(play, 200)
        if wanted is not None:
            assert play.result is not None
            assert wanted in (play.result.kind, play.result.code)


@pytest.mark.parametrize("block", [b for b in specs() if "wrong" in b.info], ids=name)
def test_a_wrong_block_gets_the_message_it_shows(block: Block) -> None:
    assert block.after("wrong") in {d.code for d in load_text(whole(block)).diagnostics}


# ---- the README's own game ---------------------------------------------------------------------


def written(folder: Path) -> dict[str, Path]:
    """The files of the README, as a reader would save them."""
    found = {}
    for block in specs():
        file = block.after("file")
        if block.page == README and file is not None:
            found[file] = folder / file
            found[file].write_text(block.text, "utf-8")
    return found


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    return written(tmp_path)


def test_the_first_game_passes_its_examples_and_plays(files: dict[str, Path]) -> None:
    for path in files.values():
        game = load(path)
        assert not errors(game)
        assert_examples_pass(game)
        for players in game.players:
            for seed in range(5):
                play = start(game, players, seed=seed)
                play_random(play)
                assert play.result is not None and play.result.kind == "won"


def test_the_steps_are_the_first_game(files: dict[str, Path]) -> None:
    steps = [b.text.strip() for b in specs() if b.page == README and "step" in b.info]
    assert steps
    text = files["sun_and_moon.qed"].read_text("utf-8")
    for step in steps:
        assert step in text


def test_the_output_shown_is_what_comes_out(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = pytest.importorskip("qedeck.commands.main")
    text = files["sun_and_moon.qed"].read_text("utf-8")
    for right, slip in (("do play-trick\n  until", "do play-trik\n  until"), ("to trick\n", "to tirck\n")):
        text = text.replace(right, slip)
    (tmp_path / "typo.qed").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    for block in blocks(README):
        for how in ("more", "instead"):
            edited = block.after(how) if block.info[:1] == ("qed",) else None
            if edited is not None:
                files[edited].write_text(edit(how, files[edited].read_text("utf-8"), block.text), "utf-8")
        for command, wanted in runs(block.text) if block.info == ("console",) else ():
            main.main(shlex.split(command)[1:])
            assert_shown(command, wanted, capsys.readouterr().out.splitlines())


def edit(how: str, text: str, clause: str) -> str:
    """What a reader does who is told to add a clause, or to write one in place of another of the same head."""
    if how == "more":
        return f"{text}\n{clause}"
    head = clause.splitlines()[0]
    clauses = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    assert sum(one.startswith(f"{head}\n") for one in clauses) == 1
    return "".join(f"{clause}\n" if one.startswith(f"{head}\n") else one for one in clauses)


def runs(text: str) -> list[tuple[str, list[str]]]:
    """Each command of a console block, with the lines shown for it."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        else:
            found[-1][1].append(line)
    return found


def assert_shown(command: str, wanted: list[str], got: list[str]) -> None:
    """The lines come in this order; a line of three dots stands for any number of others."""
    at, skipping = 0, False
    for line in wanted:
        if line == "…":
            skipping = True
            continue
        if skipping:
            assert line in got[at:], f"{command} does not print: {line}"
            at = got.index(line, at)
        assert at < len(got) and got[at] == line, f"{command} prints {got[at:at + 1]} in place of: {line}"
        at, skipping = at + 1, False
    assert skipping or not any(got[at:]), f"{command} goes on with {got[at:at + 1]}"


def test_the_python_shown_prints_what_is_shown(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (program,) = [b.text for b in blocks(README) if b.info == ("python",)]
    (output,) = [b.text for b in blocks(README) if b.info == ("text",)]
    exec(compile(program, "README.md", "exec"), {})
    assert capsys.readouterr().out == output


def test_an_excerpt_is_what_the_file_says() -> None:
    excerpts = [b for b in specs() if "excerpt" in b.info]
    assert excerpts
    for block in excerpts:
        file = block.after("excerpt")
        assert file is not None
        assert block.text.strip() in (ROOT / file).read_text("utf-8"), f"{block.name} is not in {file}"


# ---- what the pages name -----------------------------------------------------------------------

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_PATH = re.compile(r"(?:spec|interpreter|proofs|docs|tests)/[\w./*-]*|\.venv|[A-Z]\w+\.md|Makefile|pyproject\.toml")


def shown(page: Path) -> str:
    return page.read_text("utf-8")


@pytest.mark.parametrize("page", [p for p in PAGES if p.is_file()], ids=lambda p: str(p.relative_to(ROOT)))
def test_every_path_exists(page: Path) -> None:
    missing = []
    for link in _LINK.findall(shown(page)):
        if "://" not in link and not (page.parent / link).exists():
            missing.append(link)
    for code in _CODE.findall(shown(page)):
        if _PATH.fullmatch(code) and code not in MADE_BY_MAKE and not list(ROOT.glob(code.rstrip("/"))):
            missing.append(code)
    assert not missing


def commands(page: Path) -> list[str]:
    lines = [line for b in blocks(page) for line in b.text.splitlines() if b.info[:1] in (("sh",), ("console",))]
    inline = [code for code in _CODE.findall(shown(page)) if code.startswith(("qedeck ", "make "))]
    return [line.removeprefix("$ ").strip() for line in lines if line.startswith("$ ")] + inline


@pytest.mark.parametrize("page", [p for p in PAGES if p.is_file()], ids=lambda p: str(p.relative_to(ROOT)))
def test_every_command_exists(page: Path) -> None:
    main = pytest.importorskip("qedeck.commands.main")
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for command in commands(page):
        program, *words = shlex.split(command.split("#")[0])
        if program == "make":
            assert words[0] in targets, command
        elif program.endswith("qedeck"):
            with pytest.raises(SystemExit) as left:
                raise SystemExit(main.main([words[0], "--help"]))
            assert left.value.code in (0, None), command


@pytest.mark.parametrize("page", [p for p in PAGES if p.is_file()], ids=lambda p: str(p.relative_to(ROOT)))
def test_every_code_has_a_page(page: Path) -> None:
    known = pages()
    assert not {code for code in re.findall(r"\bQ\d{3}\b", shown(page)) if code not in known}


def test_the_list_of_reserved_words_is_complete() -> None:
    listed = re.findall(r"^> (.*)$", shown(ROOT / "docs" / "reference" / "language.md"), re.MULTILINE)
    assert {word for line in listed for word in re.findall(r"[a-z]+", line)} == keywords()


OF_GRADES = re.compile(
    r"## (How to read a grade|Would a slip of the pen be noticed|How much of it is pinned down).*?(?=\n## |\Z)", re.S
)
"""Where a report written by hand speaks of grades: what they mean, and how mutants fared."""


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "reports").glob("*.md")), ids=lambda page: page.stem)
def test_grades_are_told_by_the_tables_alone(page: Path) -> None:
    """Words by hand cannot keep up with verdicts: they name properties and other clauses that exist, and no grade."""
    head, _, ours = OF_GRADES.sub("", page.read_text("utf-8").partition(MARK)[0]).partition("\n## ")
    assert "the tables" in head
    assert not re.findall(r".*\b(?:proved|sampled|undecided|not decided)\b.*", ours)
    games = [gather(path, {}, Report()) for name, path in shipped_games().items() if name.startswith(page.stem)]
    called = {clause_name(clause) for game in games for clause in game.clauses}
    called |= {game.head.name.text for game in games if game.head}
    assert not set(re.findall(r"\*([a-z0-9]+(?:[-_][a-z0-9]+)+)\*", ours)) - called
