"""The TOML files beside a spec become Texts, or messages: untrusted input, as any file is.

Nothing but texts gets through, in the sections that there are, and no sign in them that nobody sees.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.escapes import escaped
from qedeck.spec.source import Source, Span
from qedeck.spec.texts import Texts

MOST_NESTED_TEXTS = 20
SECTIONS = (
    "names", "counters", "clauses", "readings", "choices", "log", "changes", "announcements", "timers", "facts",
    "headings", "why", "table", "title", "look",
)


def read_texts(sources: dict[str, Source], report: Report) -> Texts:
    """Parse the text files of a game; `sources` maps a language to its file."""
    files: dict[str, dict[str, Any]] = {}
    for language, source in sources.items():
        parsed = _parsed(language, source, report)
        if parsed is not None:
            files[language] = {section: _sound(section, parsed[section], source, report) for section in parsed}
    return Texts(files)


# Quoted texts and comments are passed over; brackets open and close; names with dots between them count as brackets.
_TOML = re.compile(
    r'#[^\n]*|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"'
    r"|'''.*?'''|'[^'\n]*'|([\[{])|([\]}])|(\.)|(\n)",
    re.DOTALL,
)


def _too_deep(text: str) -> int | None:
    """Where brackets or dotted names are nested too deeply for anybody to mean it, and for a parser to be quick."""
    depth = dots = 0
    for found in _TOML.finditer(text):
        depth = max(0, depth + bool(found[1]) - bool(found[2]))
        dots = 0 if found[4] else dots + bool(found[3])
        if max(depth, dots) > MOST_NESTED_TEXTS:
            return found.start()
    return None


def _parsed(language: str, source: Source, report: Report) -> dict[str, Any] | None:
    """The sections of one file, each of them a table."""
    deep = _too_deep(source.text)
    if deep is not None:
        report.error(
            "Q413",
            f"the {language} texts are nested too deeply",
            Span(source.name, deep, deep + 1),
            'a text file has sections with names and texts, nothing more: name = "words"',
        )
        return None
    try:
        parsed = tomllib.loads(source.text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"line (\d+)", str(error))
        offset = source.offset_of(int(place.group(1))) if place else 0
        # What is no mistake of TOML is a number with thousands of digits.
        toml = isinstance(error, tomllib.TOMLDecodeError)
        why = str(error).split(" (at")[0].lower() if toml else "there is something in it that is far too large"
        report.error(
            "Q413",
            f"the {language} texts cannot be read: {why}",
            Span(source.name, offset, offset + 1),
            'the file is TOML: name = "words"',
        )
        return None
    for section, value in parsed.items():
        offset = max(0, source.text.find(f"[{section}"))
        place_of = Span(source.name, offset, offset + 1)
        if section not in SECTIONS:
            hint = did_you_mean(section, SECTIONS)
            report.error("Q413", f"there is no section [{section}] in a text file", place_of, hint)
        elif not isinstance(value, dict):
            hint = f"write [{section}] on a line of its own, and the names and texts below it"
            report.error("Q413", f"{section} is not a section", place_of, hint)
    return {section: value for section, value in parsed.items() if section in SECTIONS and isinstance(value, dict)}


def _sound(section: str, table: dict[str, Any], source: Source, report: Report) -> dict[str, Any]:
    """A section with nothing but texts in it, or sections of texts, and nothing in them that nobody sees."""
    kept: dict[str, Any] = {}
    for name, value in table.items():
        inner = section in ("readings", "table.lists") or (section, name) == ("table", "lists")
        if inner and isinstance(value, dict):
            kept[escaped(name)] = _sound(f"{section}.{name}", value, source, report)
        elif not inner and isinstance(value, str):
            kept[escaped(name)] = escaped(value, keep="\n")
        else:
            hint = f"write [{section}.{name}] on a line of its own" if inner else 'write: name = "words"'
            if not inner and isinstance(value, dict) and value:
                hint = f'a name with a dot in it goes into quotes: "{name}.{next(iter(value))}" = "words"'
            what = "a section of texts" if inner else "a text"
            report.error("Q413", f"{name} in [{section}] is not {what}", _place(source, section, name), hint)
    return kept


def _place(source: Source, section: str, name: str) -> Span:
    """Where a name of a section stands, as far as that can be told from the text."""
    after = max(0, source.text.find(f"[{section}"))
    found = re.compile(rf"(?m)^[ \t\[]*(?:[\w.\"'-]*[.\"'])?({re.escape(name)})(?![\w-])").search(source.text, after)
    return Span(source.name, found.start(1), found.end(1)) if found else Span(source.name, after, after + 1)
