"""The words people read, one TOML file per language beside a spec: NAME.en.toml and NAME.ja.toml.

[names] says what each word of the game is called, [counters] how things are counted; [clauses] has the sentences, one
for each clause; [readings.NAME] one for each alternative; [choices] what a choice is called in
a play log, with {player} and the names of what is picked; [log] how moves and shows of a phase read
there, [changes] how a value that has changed does; [announcements] what is announced, [timers] how long people talk
after it; [facts] how it is said that
something is so; [headings] what a rule is called if its name makes no title; [why] why an open point is read as it is
by default; [table] what is shown of the table before a question; [look] how words are drawn (`looks`). They are
checked both ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.source import Source, Span

LANGUAGES = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Texts:
    """What a game's words are called; whatever is missing falls back to the word itself."""

    files: dict[str, dict[str, Any]] = field(default_factory=dict)

    def title(self, language: str, game: str) -> str:
        return str(self.files.get(language, {}).get("title", {}).get("name", spoken(game)))

    def name(self, language: str, word: str) -> str:
        """A word in this language; a numbered card is its family's name with the number."""
        names = self.files.get(language, {}).get("names", {})
        if word in names:
            return str(names[word])
        family, _, number = word.rpartition(" ")
        if number.isdigit():
            if family == "player" and "player" not in names:
                return f"プレイヤー{number}" if language == "ja" else f"Player {number}"
            if family in names:
                return f"{names[family]}{number}" if language == "ja" else f"{names[family]} {number}"
        return spoken(word)

    def clause(self, language: str, name: str) -> str | None:
        found = self.files.get(language, {}).get("clauses", {}).get(name)
        return str(found).strip() if found is not None else None

    def alternative(self, language: str, reading: str, word: str) -> str:
        found = self.files.get(language, {}).get("readings", {}).get(reading, {})
        return str(found.get(word, spoken(word)))

    def choice(self, language: str, *keys: str) -> str | None:
        """The first of these keys that has a sentence for the play log."""
        choices = self.files.get(language, {}).get("choices", {})
        return next((str(choices[k]) for k in keys if k in choices), None)

    def logged(self, language: str, phase: str) -> str | None:
        """The sentence for what moves or is shown in this phase."""
        found = self.files.get(language, {}).get("log", {}).get(phase)
        return None if found is None else str(found)

    def announced(self, language: str, what: str) -> str:
        """What is said aloud; if nobody wrote that, the name of it."""
        return str(self.files.get(language, {}).get("announcements", {}).get(what, spoken(what)))

    def minutes(self, language: str, what: str) -> int:
        """For how many minutes people talk after an announcement; 0: they do not. One file may say it for all."""
        files = [self.files.get(language, {}), *self.files.values()]
        found = next((file["timers"][what] for file in files if what in file.get("timers", {})), "0")
        return int(found) if found.isascii() and found.isdigit() and len(found) < 4 else 0

    def changed(self, language: str, *keys: str) -> str | None:
        """The first of these keys that has a sentence for a value that has changed."""
        changes = self.files.get(language, {}).get("changes", {})
        return next((str(changes[k]) for k in keys if k in changes), None)

    def watched(self) -> frozenset[str]:
        """The values whose changes are told in some language."""
        keys = (key for file in self.files.values() for key in file.get("changes", {}))
        return frozenset(key.partition(".")[0] for key in keys)

    def table(self, language: str) -> dict[str, Any]:
        """Lines to show before a question: for each kind of thing a template, and what goes into its lists."""
        found: dict[str, Any] = self.files.get(language, {}).get("table", {})
        return found


def combined(several: Sequence[Texts]) -> Texts:
    """The texts of a variant over those of its base, and so on: the first that says something is heard."""
    files: dict[str, dict[str, Any]] = {}
    for texts in reversed(several):
        for language, sections in texts.files.items():
            files[language] = _over(sections, files.get(language, {}))
    return Texts(files)


def _over(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    both = dict(other)
    for key, value in first.items():
        known = both.get(key)
        both[key] = _over(value, known) if isinstance(value, dict) and isinstance(known, dict) else value
    return both


def spoken(word: str) -> str:
    return word.replace("-", " ").replace("_", " ")


def check_texts(
    texts: Texts,
    sources: dict[str, Source],
    clauses: dict[str, c.Clause],
    written: tuple[t.Clause, ...],
    game: Span | None,
    report: Report,
) -> None:
    """Both ways: a clause without a text, and a text without a clause.

    Without a place of the game it is a variant, which need not say anything: its base does.
    """
    told = {
        name
        for name, clause in clauses.items()
        if game is not None and clause.kind not in ("example", "property") and not only_for_proofs(clause)
    }
    aloud = {one.what.text: one.what.span for one in announcements(written)}
    for language in LANGUAGES:
        if language not in texts.files:
            if game is not None:
                report.warn(
                    "Q414",
                    f"the game has no {language} texts",
                    game,
                    f"put them beside it, in a file ending in .{language}.toml",
                )
            continue
        have = set(texts.files[language].get("clauses", {}))
        for name in sorted(told - have):
            report.warn(
                "Q414",
                f"{name} has no {language} text",
                clauses[name].span,
                f"add it under [clauses] in the .{language}.toml file",
            )
        source = sources[language]
        for name in sorted(have - set(clauses)):
            offset = max(0, source.text.find(name))
            report.error(
                "Q415",
                f"this text belongs to no clause: {name}",
                Span(source.name, offset, offset + len(name)),
                did_you_mean(name, clauses),
            )
        remembered = {line.name.text for cl in written if isinstance(cl, t.Remember) for line in cl.lines}
        phases = {cl.name.text for cl in written if isinstance(cl, t.Phase)}
        phases |= {name for name, clause in clauses.items() if clause.kind == "trigger"}
        kinds = {cl.name.text for cl in written if isinstance(cl, t.Values | t.Cards) and cl.name} | {"player", "lists"}
        asked = {cl.name.text for cl in written if isinstance(cl, t.Define | t.Parameter)} | remembered
        for section, known, what in (
            ("counters", kinds | remembered | {"card"}, "kind of thing or remembered value"),
            ("log", phases, "phase"), ("changes", remembered, "remembered value"), ("table", kinds, "kind of thing"),
            ("announcements", set(aloud), "announcement"), ("timers", set(aloud), "announcement"),
            ("facts", asked, "definition or value"),
            ("headings", set(clauses), "clause"),
            ("why", {cl.name.text for cl in written if isinstance(cl, t.Reading)}, "reading"),
        ):
            for name in sorted(texts.files[language].get(section, {})):
                if name.partition(".")[0] not in known:
                    offset = max(0, source.text.find(f"\n{name}") + 1)
                    report.error(
                        "Q415",
                        f"this text belongs to no {what}: {name}",
                        Span(source.name, offset, offset + len(name)),
                        did_you_mean(name, known),
                    )
        for name, minutes in texts.files[language].get("timers", {}).items():
            if name in aloud and texts.minutes(language, name) <= 0:
                offset = max(0, source.text.find(f"\n{name}", source.text.find("[timers]")) + 1)
                report.error("Q413", f"{name} in [timers] is not a number of minutes: {minutes}",
                             Span(source.name, offset, offset + len(name)), f'write: {name} = "5"')
        for name in sorted(aloud.keys() - texts.files[language].get("announcements", {}).keys()):
            if game is not None:
                hint = f"add it under [announcements] in the .{language}.toml file"
                report.warn("Q414", f"the announcement {name} has no {language} text", aloud[name], hint)
        readings = {cl.name.text: cl for cl in written if isinstance(cl, t.Reading)}
        texted = texts.files[language].get("readings", {})
        for name, reading in readings.items():
            for word in reading.alternatives if game is not None else ():
                if word.text not in texted.get(name, {}):
                    report.warn(
                        "Q414",
                        f"the alternative {word} of {name} has no {language} text",
                        word.span,
                        f"add it under [readings.{name}]",
                    )
        for name in sorted(set(texted) - set(readings)):
            offset = max(0, source.text.find(name))
            report.error(
                "Q415",
                f"this text belongs to no reading: {name}",
                Span(source.name, offset, offset + len(name)),
                did_you_mean(name, readings),
            )


def announcements(part: object) -> Iterator[t.Announce]:
    """All that is said aloud anywhere in a part of the tree."""
    if isinstance(part, t.Announce):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from announcements(one)
    elif isinstance(part, t.Node) and not isinstance(part, t.Word | t.Expr):
        for name in part.__dataclass_fields__:
            yield from announcements(getattr(part, name))


def only_for_proofs(clause: c.Clause) -> bool:
    """A definition that cites nothing but properties is a tool of proofs; the rulebook does not print it."""
    return bool(clause.cites) and all("-P-" in statement for statement in clause.cites)
