"""Far too much of something: told before any work is done, within seconds, with a place and a hint."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qedeck.spec import limits

from .conftest import HEAD, MAIN, Run, Said

SECONDS = 5
ZONES = "\nzones\n  deck: pile of card, face down, full at start\n"
NESTED = "some number i from 1 to 10000 where some number j from 1 to 10000 where some number k from 1 to 10000 where "


def lines(count: int, line: str) -> str:
    return "".join(line.format(i=i) for i in range(count))


TOO_MUCH = {
    "faces_in_ranges": "\ncards\n" + lines(100, "  f{i}, rank 1 to 1000\n") + ZONES,
    "faces_one_by_one": "\ncards\n" + lines(100_000, "  f{i}\n") + ZONES,
    "faces_a_few_too_many": "\ncards\n" + lines(401, "  f{i}\n") + ZONES,
    "cards": "\ncards\n  ace, 100001 copies\n" + ZONES,
    "remembered": "\nremember\n" + lines(50_000, "  v{i}: 0 to 9\n"),
    "remembered_in_clauses": lines(50_000, "\nremember\n  v{i}: 0 to 9\n"),
    "remembered_a_few_too_many": "\nremember\n" + lines(2_001, "  v{i}: 0 to 9\n"),
    "properties": lines(14_000, "\nproperty p{i}\n  always yes\n"),
    "lines": "\nremember\n" + lines(9_000, "  v{i}: 0 to 9\n"),
    "words_of_a_list": "\nsuit is one of " + ", ".join(f"w{i}" for i in range(1_001)) + "\n",
    "alternatives": "\nreading r: " + ", ".join(f"w{i}" for i in range(1_001)) + "\n",
    "cells":
        f"\ns is one of {', '.join(f'w{i}' for i in range(900))}\n\nparameter t(s a1, s a2): 0 to 9\n  assumed 1\n",
    "long_line": "\nsuit is one of a1" + ", a1" * 499_000 + "\n",
    "long_sum": "\ndefine x: number\n  1" + " + 1" * 490_000 + "\n",
    "brackets": "\ndefine x: number\n  " + "(" * 990_000 + "1" + ")" * 990_000 + "\n",
    "deep": "\ndefine x: number\n  " + "not " * 5_000 + "yes\n",
    "long_name": "\ndefine " + "x" * 1_990_000 + ": number\n  1\n",
    "number": "\ndefine x: number\n  " + "9" * 1_990_000 + "\n",
    "mistakes": "=\n" * 4_900,
    "unknown_names": "\ndefine x: number\n  0" + lines(300, "\n\ndefine d{i}: number\n  y{i} + z{i}") + "\n",
    "nested_some": f"\ndefine x: yes or no\n  {NESTED}i + j is k + 40000\n",
    "nested_some_by_definitions":
        "\ndefine a1 of number n: yes or no\n  some number i from 1 to 10000 where a2 of i\n"
        "\ndefine a2 of number n: yes or no\n  some number i from 1 to 10000 where i is n\n",
    "nested_some_in_a_claim": f"\nproperty p\n  always {NESTED}i + j is k\n",
    "nested_some_in_an_example": f"\nexample e\n  then {NESTED}i + j is k\n",
    "picks":
        "\nphase other\n  player 1 chooses one\n"
        "    go with number i from 1 to 10000, number j from 1 to 10000, number k from 1 to 10000\n",
    "loops":
        "\nremember\n  x: 0 to 9\n\nphase other\n"
        "  for each number i from 1 to 300\n    for each number j from 1 to 300\n"
        "      x becomes number of numbers k from 1 to 9999 where k is i * j\n",
    "range": "\ndefine x: number\n  number of numbers i from 1 to 999999999 where i is 1\n",
}


def check(qedeck: Run, folder: Path, text: str) -> Said:
    """What is said of a game, soon: counted is what the process works, not how long it waits on a busy machine."""
    (folder / "g.qed").write_text(text, "utf-8")
    before = time.process_time()
    said = qedeck("check", "g.qed")
    assert time.process_time() - before < SECONDS
    return said


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much(name: str, qedeck: Run, folder: Path, golden: Callable[[str, str], None]) -> None:
    main = MAIN.replace("\n  ", "\n  do other\n  ", 1) if "phase other" in TOO_MUCH[name] else MAIN
    said = check(qedeck, folder, HEAD + TOO_MUCH[name] + main)
    assert said.code == 2
    told = said.out.split("\n\n")
    golden(f"limits_{name}.txt", "\n\n".join(told if len(told) < 5 else [told[0], "…", *told[-3:]]))
    assert qedeck("run", "g.qed", "--seed", "1").code == 2, "it is refused before play"


@pytest.mark.parametrize("name", ["comment", "title", "blanks", "text"])
def test_long_lines_that_are_fine(name: str, qedeck: Run, folder: Path) -> None:
    long = {"comment": "-- " + "x " * 990_000, "title": 'example e "' + "q " * 990_000 + '"\n  then yes',
            "blanks": " " * 1_990_000, "text": ""}[name]
    if name == "text":
        (folder / "g.en.toml").write_text('[clauses]\nmain = "' + "x" * 1_990_000 + '"\n', "utf-8")
    assert check(qedeck, folder, f"{HEAD}{MAIN}\n{long}\n").code == 0


def test_a_table_with_too_many_lines(qedeck: Run, folder: Path, golden: Callable[[str, str], None]) -> None:
    (folder / "cards.csv").write_text("family,rank\n" + lines(50_000, "f{i},{i}\n"), "utf-8")
    said = check(qedeck, folder, HEAD + '\ncards from "cards.csv"\n' + ZONES + MAIN)
    assert said.code == 2
    golden("limits_table.txt", said.out)


def test_a_table_with_too_many_columns(qedeck: Run, folder: Path, golden: Callable[[str, str], None]) -> None:
    (folder / "cards.csv").write_text(f"family{lines(50_000, ',a{i}')}\nf{',1' * 50_000}\n", "utf-8")
    said = check(qedeck, folder, HEAD + '\ncards from "cards.csv"\n' + ZONES + MAIN)
    assert said.code == 2
    golden("limits_columns.txt", said.out)


@pytest.mark.parametrize("clause", ["property p{i}\n  always yes", "on boom of p\n  boom of p happens"])
def test_many_clauses(clause: str, qedeck: Run, folder: Path) -> None:
    """As many as a file may have, of kinds that are looked at together."""
    event = "\nevent boom of player p\n"
    assert check(qedeck, folder, HEAD + event + lines(2_500, f"\n{clause}\n") + MAIN).code == 0


def test_as_much_as_is_allowed(qedeck: Run, folder: Path) -> None:
    """Each limit is one that a game may come up to."""
    picks = "number i from 1 to 1000, number j from 1 to 1000, if i < 2"
    ways = f"\nphase other\n  player 1 chooses one\n    go with {picks}\n"
    text = (
        HEAD + "\ncards\n" + lines(400, "  f{i}\n") + ZONES + "\nremember\n" + lines(2_000, "  v{i}: 0 to 9\n")
        + "\nsuit is one of " + ", ".join(f"w{i}" for i in range(1_000)) + "\n" + ways
        + "\nparameter t(card c, card d): 0 to 9\n  assumed 1\n" + MAIN.replace("\n  ", "\n  do other\n  ", 1)
    )
    assert check(qedeck, folder, text).code == 0


def test_many_player_counts(qedeck: Run, folder: Path, golden: Callable[[str, str], None]) -> None:
    head = HEAD.replace("players 2", "players 1 to 40")
    said = check(qedeck, folder, head + lines(4_000, "\ndefine d{i}: number\n  {i} + 1\n") + MAIN)
    assert said.code == 2
    golden("limits_player_counts.txt", said.out)


def test_a_long_chain_of_definitions(qedeck: Run, folder: Path) -> None:
    chain = "".join(f"\ndefine d{i}: number\n  d{i - 1} + d{i - 1}\n" for i in range(1, 900))
    main = MAIN.replace("\n  ", "\n  if d899 > 1: show 1 to everyone\n  ", 1)
    assert check(qedeck, folder, HEAD + "\ndefine d0: number\n  1\n" + chain + main).code == 0
    assert qedeck("run", "g.qed", "--seed", "1").code in (0, 1)


def test_warnings_have_an_end(qedeck: Run, folder: Path) -> None:
    said = check(qedeck, folder, HEAD + lines(2_000, "\ndefine d{i}: number\n  1\n") + MAIN)
    assert said.code == 0 and "there are 1,900 more like this" in said.out and said.out.count("Q420") == 101


def test_the_table_of_limits_is_the_one_in_the_reference() -> None:
    """Every limit of limits.py stands in the table, with its number."""
    reference = (Path(__file__).parents[2] / "docs" / "reference" / "language.md").read_text("utf-8")
    table = reference.split("## Limits\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE)
    numbers = {int(n.replace(",", "")) for _, right in rows for n in re.findall(r"\d[\d,]*", right)}
    known = {value for name, value in vars(limits).items() if name.isupper() and name != "LARGEST_PRODUCT"}
    assert known <= numbers, f"not in the table: {known - numbers}"
