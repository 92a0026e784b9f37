"""Promises: every property with its claims, and what was recorded of each at each player count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from qedeck.interpreter.play import Play
from qedeck.interpreter.recent import Recent
from qedeck.interpreter.telling import tell
from qedeck.interpreter.trace import TraceError, replay
from qedeck.proofs.answers import Question, every_property, know
from qedeck.proofs.record import Entry, Record, beside, read
from qedeck.proofs.uses.cited import read as read_used
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.wording import wording
from qedeck.site.book.answers import Answer, ClaimMade, GradeWord, Promise
from qedeck.site.book.fill.coding import clause_text, nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.words.claims import STOCK, claim_in_lines, claim_in_words, elsewhere, given_in_words
from qedeck.site.book.words.findings import findings
from qedeck.site.book.words.grades import grade_word, in_words, weakest
from qedeck.site.book.words.positions import told_facts, told_positions
from qedeck.site.book.words.speaker import speaker_of
from qedeck.site.book.worked import RecordedPlay
from qedeck.spec import tree as t
from qedeck.spec.game import Game
from qedeck.spec.properties import property_counts
from qedeck.spec.source import NOWHERE


@dataclass(frozen=True)
class Ledger:
    """The verdicts that lie beside a game, each with whether it still counts."""

    desk: Desk

    @cached_property
    def properties(self) -> list[t.Property]:
        """Those of the game, then what every game is asked."""
        return sorted(every_property(self.desk.game), key=lambda prop: prop.span == NOWHERE)

    @cached_property
    def entries(self) -> dict[tuple[str, int, int], Entry]:
        """For each question the row that answers it, if there is one."""
        path = str(self.desk.path)
        return {_place(e): e for e in recorded(self.desk.game, path, self.record)}

    @cached_property
    def carried(self) -> dict[tuple[str, int, int], Entry]:
        """Of a variant, for questions that nobody asked of it: what was found of its base, where that is sure to hold
        here as well, since all that the answer depends on is the same."""
        homes = self.desk.game.homes[1:]
        if not self.desk.game.variant or not homes:
            return {}
        known = read(beside(homes[0]), self.desk.game)
        found = recorded(self.desk.game, str(self.desk.path), known)
        return {_place(e): e for e in found if e.fresh and self.entries[_place(e)].row is None}

    @cached_property
    def record(self) -> Record:
        return read(beside(self.desk.path), self.desk.game)


def _place(entry: Entry) -> tuple[str, int, int]:
    return entry.question.property, entry.question.claim, entry.question.players


_KEPT: list[tuple[Game, Record, list[Entry]]] = []
"""What was found of the last games: both languages ask the same."""
MOST_KEPT = 4


def recorded(game: Game, path: str, record: Record) -> list[Entry]:
    """Every question of a game with its row; the digests that say whether it counts take a while."""
    for kept, known, entries in _KEPT:
        if kept is game and known.rows == record.rows:
            return entries
    know(path, game)
    head = next(clause for clause in game.clauses if isinstance(clause, t.Game))
    asked = [
        Question(path, prop.name.text, place, players, 0.0, False)
        for prop in every_property(game)
        for place in range(len(prop.claims))
        for players in property_counts(head, prop)
    ]
    found = list(record.current(asked))
    _KEPT.insert(0, (game, record, found))
    del _KEPT[MOST_KEPT:]
    return found


_PLAYED: Recent[tuple[Play | None]] = Recent(64)
"""Plays that were played again: both languages tell of the same."""


def played(game: Game, trace: dict[str, Any]) -> Play | None:
    """A recorded play by the rules as they are; None if it goes another way by now."""
    known = _PLAYED.known(game, trace)
    if known is None:
        try:
            again = replay(game, trace)
            known = (again.play if again.same else None,)
        except (TraceError, ValueError):
            known = (None,)
        _PLAYED.keep(known, game, trace)
    return known[0]


@dataclass(frozen=True)
class Promises:
    """The properties of a game in words, with their answers."""

    web: Web

    @property
    def desk(self) -> Desk:
        return self.web.desk

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.desk)

    @cached_property
    def all(self) -> tuple[Promise, ...]:
        return tuple(self._promise(prop) for prop in self.ledger.properties)

    def _promise(self, prop: t.Property) -> Promise:
        name, stock = prop.name.text, prop.span == NOWHERE
        key = "" if stock else self.desk.keys[prop.span]
        title, translated = (STOCK.get(name, name) if self.desk.ja else name, True) if stock else (
            self.desk.title(key, prop.title))
        claims = tuple(self._claim(prop, place) for place in range(len(prop.claims)))
        answers = [answer for claim in claims for answer in claim.answers]
        used = tuple(dict.fromkeys(anchor for answer in answers for anchor in answer.used))
        counts = property_counts(self.desk.head, prop)
        source = None if stock else self.desk.source(prop.span)
        return Promise(
            promise_anchor(key or name, stock), name, title, translated, stock, tuple(word.text for word in prop.cites),
            tuple(counts), wording(prop, 0, self.desk.game.sources).under if prop.claims else (),
            given_in_words(speaker_of(self.desk, elsewhere(prop.claims[0]) if prop.claims else "before"), prop),
            self._readings(prop, key), prop.default_readings, prop.refuted,
            tuple(anchor_of(self.desk.named.get(word.text, word.text)) for word in prop.follows), claims,
            weakest([answer.grade for answer in answers]), used or self._encoding(prop),
            "" if stock else self.desk.file(prop.span), 0 if stock else self.desk.line(prop.span),
            clause_text(source, prop.span) if source else "",
        )

    def _encoding(self, prop: t.Property) -> tuple[str, ...]:
        """The rules that encode what a property cites, and those that it names."""
        cites = {word.text for word in prop.cites if "-P-" not in word.text}
        named = self.web.uses.get(self.desk.keys.get(prop.span, ""), ())
        citing = [name for name in self.desk.rules if cites & set(self.desk.clauses[name].cites)]
        return tuple(anchor_of(name) for name in dict.fromkeys((*citing, *named)) if name in self.desk.anchored)

    def _readings(self, prop: t.Property, key: str) -> tuple[str, ...]:
        """Open points that it names: set, assumed or claimed something of."""
        about = nodes((prop.settings, prop.assuming))
        words = [node.word for node in about if isinstance(node, t.Name | t.Of | t.Call)]
        words += [name.text for claim in prop.claims for name in claim.names]
        found = [*(self.desk.named.get(word, "") for word in words), *self.web.uses.get(key, ())]
        open_ = (t.Reading, t.Parameter)
        return tuple(dict.fromkeys(anchor_of(one) for one in found if isinstance(self.desk.written.get(one), open_)))

    # ---- one claim ------------------------------------------------------------------------------------

    def _claim(self, prop: t.Property, place: int) -> ClaimMade:
        claim = prop.claims[place]
        said = wording(prop, place, self.desk.game.sources)
        answers = tuple(self._answer(prop, place, count) for count in property_counts(self.desk.head, prop))
        words = claim_in_words(speaker_of(self.desk, elsewhere(claim)), claim)
        lines = claim_in_lines(speaker_of(self.desk, elsewhere(claim)), claim)
        other = claim.names[0].text if claim.kind in ("same_as", "outcome_as") and claim.names else ""
        return ClaimMade(place, claim.kind, other, said.words, words, lines, said.line, answers)

    def _answer(self, prop: t.Property, place: int, players: int) -> Answer:
        question = (prop.name.text, place, players)
        carried = self.ledger.carried.get(question)
        entry = carried or self.ledger.entries.get(question)
        row = entry.row if entry else None
        if entry is None or row is None:
            none: GradeWord = "not asked"
            words = in_words(None, True, self.desk.ja)
            return Answer(players, none, none, "", words, False, True, prop.default_readings, "", 0.0, "", (), (), (),
                          (), (), False, (), None, (), "", 0, False)
        verdict, was = row.verdict, grade_word(row.verdict)
        used = [self._titles[title] for title, _ in map(read_used, verdict.used) if title in self._titles]
        return Answer(
            players, was if entry.fresh else "stale", was, verdict.grade.name,
            in_words(verdict, entry.fresh, self.desk.ja), entry.fresh, verdict.expected, verdict.default_readings,
            verdict.engine, verdict.seconds, verdict.detail, verdict.over, verdict.rests, verdict.agreed,
            tuple(map(anchor_of, used)), findings(speaker_of(self.desk), verdict), verdict.narrowed,
            verdict.leads, self._play(verdict, entry.fresh, prop),
            verdict.met, row.digest, row.edition, carried is not None,
        )

    @cached_property
    def _titles(self) -> dict[str, str]:
        """How proofs name clauses, each with our name: `define strength`, `zone deck`."""
        found: dict[str, str] = {}
        for name in self.desk.anchored:
            kind, written = self.desk.clauses[name].kind, self.desk.written_name(name)
            match kind:
                case "game" | "values" | "cards" | "trigger":
                    title = name
                case "leave out":
                    title = f"{name} leave out"
                case _:
                    title = f"{kind} {written}"
            found.setdefault(title, name)
        return found

    def _play(self, verdict: Verdict, fresh: bool, prop: t.Property) -> RecordedPlay | None:
        """The play or position that shows it; one that was written down is told in the language of the Book.

        What shows something of other rules is shown only if it can be played by the rules as they are.
        """
        if verdict.grade not in (Grade.REFUTED, Grade.SHOWN, Grade.LAID_OUT) or not (verdict.story or verdict.trace):
            return None
        trace: dict[str, Any] | None = verdict.trace
        story = self._told(trace) if trace else None
        if not fresh and story is None:
            return None
        found = trace.get("settings") if trace else None
        settings = found if isinstance(found, dict) else {}
        # A play in which nobody has decided anything yet has nothing to tell: its table says it all.
        speaker = speaker_of(self.desk, elsewhere(prop.claims[0]) if prop.claims else "before")
        story = told_positions(speaker, verdict.story) if story is None else story
        lines, told = (verdict.story, False) if story is None else (story, True)
        facts = told_facts(speaker, verdict.witness, prop) or ()
        return RecordedPlay(verdict.players, lines, told, verdict.witness, facts, trace, settings)

    def _told(self, trace: dict[str, Any]) -> tuple[str, ...] | None:
        play = played(self.desk.game, trace)
        return None if play is None else tuple(tell(play, self.desk.language))


def promise_anchor(name: str, stock: bool) -> str:
    """`stock..every.game.ends` for what every game is asked; a clause has no two spaces in its name."""
    return anchor_of(f"stock  {name}" if stock else name)
