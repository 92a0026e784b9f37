"""Open points and the sentences of the rulebook: what each leads to, made from rules and promises."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from qedeck.interpreter.play import rules_of
from qedeck.interpreter.settings import values_in_words
from qedeck.site.book.answers import Alternative, Answer, Parting, Point, PointKind, Promise, Statement, StatementKind
from qedeck.site.book.fill.coding import comment_above
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.prose import Paragraph, anchor_of
from qedeck.site.book.words.grades import weakest
from qedeck.site.book.words.speaker import Linker
from qedeck.spec import tree as t

AGREE, DIFFER = "readings_agree", "readings_differ"


@dataclass(frozen=True)
class Points:
    """What a game leaves open."""

    web: Web
    promises: tuple[Promise, ...]

    @property
    def desk(self) -> Desk:
        return self.web.desk

    def points(self, prose: dict[str, tuple[Paragraph, ...]]) -> tuple[Point, ...]:
        """Readings, then numbers that are not stated; `prose` are the texts of their rules."""
        parts = [(name, self.desk.written[name]) for name in self.desk.rules]
        readings = [self._reading(name, part, prose[name]) for name, part in parts if isinstance(part, t.Reading)]
        numbers = [self._number(name, part, prose[name]) for name, part in parts if isinstance(part, t.Parameter)]
        return (*readings, *numbers)

    def _reading(self, name: str, part: t.Reading, prose: tuple[Paragraph, ...]) -> Point:
        linker, words = Linker(self.desk), [word.text for word in part.alternatives]
        said = [self.desk.texts.alternative(self.desk.language, part.name.text, word) for word in words]
        alternatives = tuple(
            Alternative(word, linker.text(text), word == words[0]) for word, text in zip(words, said, strict=True)
        )
        return self._point(name, "reading", prose, alternatives, said[0])

    def _number(self, name: str, part: t.Parameter, prose: tuple[Paragraph, ...]) -> Point:
        rules = rules_of(self.desk.game, max(self.desk.game.players))
        cells, _ = rules.first
        value = values_in_words(rules.meaning, rules.words, cells, "parameter").get(part.name.text)
        assumed = "" if value is None or isinstance(value, dict) else rules.words.name(
            self.desk.language, value if isinstance(value, bool | int) else str(value))
        return self._point(name, "number", prose, (), assumed)

    def _point(self, name: str, kind: PointKind, prose: tuple[Paragraph, ...],
               alternatives: tuple[Alternative, ...], assumed: str) -> Point:
        anchor, clause = anchor_of(name), self.desk.clauses[name]
        touches = tuple(anchor_of(user) for user in self.web.used_by[name] if user in self.desk.anchored)
        source = self.desk.source(clause.span)
        told = self.desk.texts.files.get(self.desk.language, {}).get("why", {}).get(self.desk.written_name(name), "")
        why = str(told) or (comment_above(source, self.desk.line(clause.span)) if source else "")
        touched = set(touches)
        return Point(
            anchor, kind, self.desk.heading(name), prose, alternatives, assumed,
            why, bool(told), clause.cites, touches, self._examples(self.desk.written_name(name)),
            tuple(promise.anchor for promise in self.promises if anchor in promise.readings),
            tuple(promise.anchor for promise in self.promises
                  if promise.default_readings and touched & set(promise.needs)),
            tuple(self._partings(self.desk.written_name(name))),
        )

    def _examples(self, word: str) -> tuple[str, ...]:
        """Examples that say how it is to be read there: what they tell is no longer so if it is read otherwise."""
        found: list[str] = []
        for name, part in self.desk.written.items():
            if isinstance(part, t.Example):
                targets = (line.setting.target for line in part.lines if isinstance(line, t.With))
                if any(isinstance(target, t.Name) and target.word == word for target in targets):
                    found.append(anchor_of(name))
        return tuple(found)

    @cached_property
    def _by_anchor(self) -> dict[str, Promise]:
        return {promise.anchor: promise for promise in self.promises}

    def _partings(self, reading: str) -> list[Parting]:
        """What was asked about the ways to read it."""
        found: list[Parting] = []
        for prop in (one for one in self.desk.game.clauses if isinstance(one, t.Property)):
            promise = self._by_anchor.get(anchor_of(self.desk.keys[prop.span]))
            # Of one that was only just written nothing is known yet.
            for place, claim in enumerate(prop.claims[: len(promise.claims)] if promise else ()):
                if promise and claim.kind in (AGREE, DIFFER) and claim.names[0].text == reading:
                    on = tuple(word.text for word in claim.names[1:])
                    found += [self._parting(promise, claim.kind, on, one) for one in promise.claims[place].answers]
        return found

    def _parting(self, promise: Promise, kind: str, on: tuple[str, ...], answer: Answer) -> Parting:
        refuted = answer.was in ("refuted", "refuted as expected")
        decided = refuted or answer.was in ("proved", "proved by default", "shown")
        if not decided:
            return Parting(promise.anchor, answer.players, answer.grade, answer.words, None, on, answer.play)
        agree = (kind == AGREE) != refuted
        said = ("違いは出ない" if agree else "違いが出る") if self.desk.ja else (
            "it makes no difference" if agree else "it makes a difference")
        if not answer.fresh:
            said += "（古い結果）" if self.desk.ja else " (out of date)"
        same = agree if answer.fresh else None
        return Parting(promise.anchor, answer.players, answer.grade, said, same, on, answer.play)

    # ---- the sentences of the rulebook ----------------------------------------------------------------------

    def statements(self) -> tuple[Statement, ...]:
        """Every id that the game cites, in order."""
        found: list[Statement] = []
        for id_, names in sorted(self.desk.game.cited().items()):
            rules = [name for name in names if name in self.desk.anchored]
            examples = [name for name in names
                        if self.desk.clauses[name].kind == "example" and name not in self.desk.outdated]
            anchors = {anchor_of(name) for name in rules}
            citing = [promise for promise in self.promises if id_ in promise.cites]
            resting = [promise for promise in self.promises
                       if promise not in citing and any(anchors & set(answer.used) for claim in promise.claims
                                                        for answer in claim.answers)]
            found.append(Statement(
                id_, anchor_of(f"statement  {id_}"), _kind(id_), tuple(map(anchor_of, dict.fromkeys(rules))),
                tuple(map(anchor_of, dict.fromkeys(examples))),
                tuple(promise.anchor for promise in (*citing, *resting)), weakest([one.grade for one in citing]),
            ))
        return tuple(found)


def _kind(id_: str) -> StatementKind:
    middle: dict[str, StatementKind] = {"-U-": "open", "-P-": "promise", "-EX-": "example"}
    return next((kind for part, kind in middle.items() if part in id_), "rule")
