"""The module of a game for a page, and the description that says what lies where in it: plain data, a versioned schema.

    page = describe(load("wolf_and_hound"), players=4)
    page.wasm             # bytes of a WebAssembly module; it needs nothing from outside
    page.description      # where things lie, nodes, tellings, definitions: docs/reference/page_module.md
    page.words["ja"]      # how all of that is called, and the sentences of the log

Whoever has these three plays, sees and tells as the interpreter does, and knows no rule; `reading` shows how.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, assert_never

from qedeck.engine.asking import Questions
from qedeck.engine.conditions import Written
from qedeck.engine.ir import Region
from qedeck.engine.listening import Site
from qedeck.engine.machine import binary, state_bytes
from qedeck.engine.page import PageDriver
from qedeck.engine.page_log import HEAD
from qedeck.engine.program import Program
from qedeck.engine.reached import asked_for
from qedeck.engine.vocabulary import vocabulary
from qedeck.interpreter.calls import calls, together
from qedeck.interpreter.chance import CARDS, PLAYERS, Chance
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import rules_of
from qedeck.interpreter.settings import settled
from qedeck.interpreter.trace import fingerprint
from qedeck.interpreter.watchable import judge_of
from qedeck.spec import core as c
from qedeck.spec.game import Game
from qedeck.spec.home import short
from qedeck.spec.source import NOWHERE, Span
from qedeck.spec.texts import LANGUAGES, only_for_proofs

FORMAT, VERSION = "qedeck-page", 1


@dataclass(frozen=True, slots=True)
class PageModule:
    """All that a page needs to play a game at one player count, with one choice of parameters and readings."""

    wasm: bytes
    description: dict[str, Any]
    words: dict[str, dict[str, Any]]
    driver: PageDriver = field(repr=False, compare=False)

    def position(self, cells: Mapping[str, Sequence[int]], node: int, seed: int = 0, given: bool = False) -> bytes:
        """Any position, to be written to the beginning of memory; then `resume(node)`. Chance begins with the seed."""
        raw = bytearray(state_bytes(self.driver, cells, self.driver.image))
        streams = {"cards": Chance(seed, CARDS).state, "players": Chance(seed, PLAYERS).state}
        for name, place in HEAD.items():
            width = 8 if name in streams else 4
            value = {"node": node, "seat": -1, "log": self.driver.log, "given": int(given)}.get(name, 0)
            number = streams.get(name, value) & (1 << 8 * width) - 1
            raw[place : place + width] = number.to_bytes(width, "little")
        return bytes(raw)


def describe(
    game: Game, players: int, settings: Mapping[str, object] | None = None, unsettled: Collection[str] = ()
) -> PageModule:
    """Compile a game for a page. Unfit if the engine cannot; SettingError if a setting is none; needs wasmtime.

    `unsettled`: roles (parameter, reading) of what can still be settled in the page before each game.
    """
    rules = rules_of(game, players)
    sources = {name: source.text for name, source in game.sources.items()}
    fixed = settled(rules.meaning, rules.words, settings or {}, sources)
    program = Program(rules.core, fixed or None, listen=True, unsettled=unsettled)
    writer = _Writer(game, program)
    description = writer.description(dict(settings or {}))
    words = {language: vocabulary(rules.words, language) for language in LANGUAGES}
    return PageModule(binary(writer.driver.text()), description, words, writer.driver)


class _Writer:
    """The description of one program. What can be asked is asked for here, so it is written before the module."""

    def __init__(self, game: Game, program: Program) -> None:
        self.game, self.program, self.core = game, program, program.core
        self.written = Written(game)
        self.questions = Questions(program)
        self.files: list[str] = []
        self.nodes = [self._node(number, node) for number, node in enumerate(self.core.nodes)]
        self.defines = [self._define(define) for define in self.core.defines.values() if self._printed(define.clause)]
        self.endings = [
            {"name": e.name, "result": e.result, "ask": self.questions.condition(e.name, e.condition)}
            for e in self.core.endings
        ]
        self.sights = self._sights()
        self.limits = self._limits() if program.memory.unsettled else []
        self.copies = {name: self._copies(name) for name in self.core.families} if program.memory.unsettled else {}
        self.driver = PageDriver(program, self.questions.asked())

    def _sights(self) -> dict[str, int]:
        """By whom something is seen, where that depends on the position: the question whether a seat sees it."""
        seats = self.program.layout.seats
        lines = [(zone.name, zone.sight, seats if zone.owned else 1) for zone in self.core.zones.values()]
        lines += [
            (var.name, var.sight, var.dims[0].size if var.dims else 1)
            for var in self.core.vars.values()
            if var.role == "remembered"
        ]
        asked = {name: self.questions.sight(name, sight, whose) for name, sight, whose in lines}
        return {name: ask for name, ask in asked.items() if ask is not None}

    def _printed(self, clause: str) -> bool:
        return clause in self.core.clauses and not only_for_proofs(self.core.clauses[clause])

    def description(self, settings: dict[str, object]) -> dict[str, Any]:
        program, core, driver, game = self.program, self.core, self.driver, self.game
        listener = program.listener
        assert listener is not None
        return {
            "format": FORMAT, "version": VERSION, "game": game.name, "variant": game.variant,
            "rules": fingerprint(game), "moderated": core.moderated, "players": core.players,
            "seats": program.layout.seats, "settings": settings,
            "head": HEAD, "image": driver.image, "choices": program.legality.choices.start, "log": driver.log,
            "arguments": max((len(function.params) for function in self.questions.functions), default=0),
            "chance": {
                "amounts": _at(program.amounts), "pile": _at(program.pile), "dealt": _at(program.dealt),
                "pile set": program.pile_set.start, "dealt sets": program.dealt_sets.start, "order": _at(program.order),
            },
            "ended": _at(program.memory.regions["ended"]), "winner": _at(program.memory.regions["winner"]),
            "domains": {domain.name: list(domain.members) for domain in self._domains()},
            "cards": {name: self._cards(name) for name in core.families},
            "vars": [self._var(var) for var in core.vars.values() if var.role != "control"],
            "zones": [self._zone(zone) for zone in core.zones.values()],
            "nodes": self.nodes,
            "tellings": [self._telling(site) for site in listener.sites],
            "calls": sorted(calls(core)),
            "changes": driver.remembered,
            "marks": {"start": listener.marks.start, "clauses": listener.names},
            "endings": self.endings,
            "defines": self.defines,
            "limits": self.limits,
            "unsettled": {"names": self._unsettled(), "first": driver.image - driver.state_start},
            "faults": [[code, clause, self._span(span)] for code, clause, span in program.sites],
            "clauses": {
                name: [clause.kind, self._span(clause.span)]
                for name, clause in core.clauses.items()
                if clause.kind not in ("property", "example") and self._printed(name)
            },
            "files": self.files,
        }

    def _unsettled(self) -> list[str]:
        """What can be settled and makes any difference: some of it does so only under a reading that is not played."""
        memory = self.program.memory
        return [name for name in memory.unsettled if name in asked_for(memory)] if memory.unsettled else []

    # ---- kinds of things ---------------------------------------------------------------------------------

    def _domains(self) -> list[c.Domain]:
        """Those of the game, and the places of its rows and grids."""
        found = {domain.name: domain for domain in self.core.domains.values()}
        for var in self.core.vars.values():
            found |= {dim.name: dim for dim in var.dims if dim.name not in found}
            if isinstance(var.type, c.Member) and var.type.domain.name not in found:
                found[var.type.domain.name] = var.type.domain
        return list(found.values())

    def _cards(self, name: str) -> dict[str, Any]:
        """A set of cards: the family of each, and how many there are."""
        meaning: Meaning[bool, int] = self.program.memory.meaning
        copies = [int(meaning.value(term, self.program.memory.first)[0]) for term in self.core.copies.get(name, ())]
        return {"families": list(self.core.families[name]), "copies": copies} | (
            {"asks": self.copies[name]} if name in self.copies else {})

    def _copies(self, name: str) -> list[int | None]:
        """How many there are of each card, as questions, where that may be settled."""
        return [self.questions.number(term) for term in self.core.copies.get(name, ())]

    def _limits(self) -> list[dict[str, Any]]:
        words = self.written.limits(self.core)
        return [self._limit(term, *said) for term, said in zip(self.core.constraints, words, strict=True)]

    def _limit(self, term: c.Expr, text: str, span: Span) -> dict[str, Any]:
        """What must hold for parameters, and whether it does."""
        return {"text": text, "span": self._span(span), "ask": self.questions.condition("", term)}

    def _var(self, var: c.Var) -> dict[str, Any]:
        made: dict[str, Any] = {
            "name": var.name, "role": var.role, "sight": c.PLAIN.get(var.sight, "asked"), "clause": var.clause,
            "type": _type(var.type), "dims": [dim.name for dim in var.dims],
        }
        if var.role == "remembered" and var.name in self.sights:
            made["sees"] = self.sights[var.name]
        if var.role == "remembered":
            made["first"] = [int(value) for value in self.program.memory.first[var.name]]
        mark = c.marked(var.name)
        if c.remembers(var.name) is not None:
            made["known"] = c.remembers(var.name)
        if mark is not None:
            made["mark"] = {"word": mark[0], "zone": mark[1]}
        region = self.program.memory.regions.get(var.name)
        if region is None:
            return made | {"values": [int(value) for value in self.program.memory.rigid[var.name]]}
        return made | ({"set": region.start} if region.bits else {"at": _at(region)})

    def _zone(self, zone: c.Zone) -> dict[str, Any]:
        judge = judge_of(self.core, zone.name)
        return {
            "name": zone.name, "kind": zone.kind, "owned": zone.owned, "also": [kind.name for kind in zone.also],
            "cards": zone.cards.name,
            "places": None if zone.places is None else zone.places.name, "sight": c.PLAIN.get(zone.sight, "asked"),
            "counted": zone.counted, "judge": None if judge is None else judge.name,
        } | ({"sees": self.sights[zone.name]} if zone.name in self.sights else {}) | (
            {"known": c.known_in(zone.name)} if c.is_remembered(self.core, zone) else {}) | (
            {} if zone.firm is None else {"firm": zone.firm})

    # ---- the course of play --------------------------------------------------------------------------------

    def _node(self, number: int, node: c.Node) -> dict[str, Any]:
        made: dict[str, Any] = {
            "name": node.name, "clause": node.clause, "span": self._span(node.span), "who": c.who_decides(node)
        }
        if (ask := self.questions.notices(number, node)) is not None:
            made["notices"] = ask
        if together(self.core, node):
            made["together"] = True
        secret = node.noticed != c.EVERYBODY
        if secret and not isinstance(node, c.Decision):
            made["secret"] = True
        match node:
            case c.Decision():
                options = [] if node.owner.who == "nobody" else [
                    self._option(node, place) for place in range(len(node.options))
                ]
                return made | {"kind": "choice", "secret": secret, "options": options}
            case c.DealDecision():
                targets = [ref.zone for ref, _ in node.targets]
                sides = [self._side(ref) for ref, _ in node.targets]
                return made | {"kind": "deal", "zone": node.source.zone, "targets": targets, "sides": sides,
                               "set": self.program.is_set(number)}
            case c.ShuffleDecision():
                return made | {"kind": "shuffle", "zone": node.zone.zone, "sides": [self._side(node.zone)]}
            case _:
                assert_never(node)

    def _side(self, ref: c.ZoneRef) -> dict[str, Any]:
        """Whose zone it is, from 0, and which besides: each a number, or a question."""

        def told(term: c.Expr) -> Any:
            return int(term.value) if isinstance(term, c.Const) else {"ask": self.questions.number(term)}

        owner = None if ref.owner is None else told(ref.owner)
        return {"zone": ref.zone, "owner": owner, "also": [told(part) for part in ref.also]}

    def _option(self, node: c.Decision, place: int) -> dict[str, Any]:
        option = node.options[place]
        ask, conditions = self.questions.conditions(node, option)
        picks = [
            {"label": pick.label, "type": _type(pick.type), "low": low, "size": size}
            for pick, (low, size) in zip(option.picks, self.program.sizes(option), strict=True)
        ]
        said = [
            {"text": text, "span": self._span(span), "inside": condition.inside,
             "define": condition.term.define if isinstance(condition.term, c.Call) else None}
            for condition, (text, span) in zip(conditions, self.written.texts(node, option, conditions), strict=True)
        ]
        base = self.program.bases(node)[place]
        return {"name": option.name, "clause": option.clause, "base": base, "picks": picks, "ask": ask,
                "conditions": said}

    def _telling(self, site: Site) -> dict[str, Any]:
        return {
            "kind": site.kind, "clause": site.clause, "span": self._span(site.span), "from": site.source,
            "to": site.target, "fields": list(site.fields), "types": [_type(type_) for type_ in site.types],
            "cards": site.cards,
        }

    # ---- definitions ------------------------------------------------------------------------------------------

    def _define(self, define: c.Define) -> dict[str, Any]:
        params = [
            [name.split("~")[0], ["member", of.name] if isinstance(of, c.Domain) else _type(of)]
            for name, of in define.params
        ]
        tables = [
            {"ask": table.ask, "rows": [{"name": row.name, "span": self._span(row.span)} for row in table.cases.rows],
             "default": table.cases.default is not None}
            for table in self.questions.rows(define)
        ]
        reads = sorted(self.program.layout.reads[define.name] - self.program.memory.rigid.keys())
        seen = [name for name in reads if self.core.vars[name].role != "control" and not self.core.vars[name].rigid]
        return {"name": define.name, "clause": define.clause, "params": params, "type": _type(define.type),
                "ask": self.questions.value(define), "reads": seen, "tables": tables}

    # ---- places in the text --------------------------------------------------------------------------------------

    def _span(self, span: Span) -> list[int] | None:
        """The number of a file, the line, and from where to where in characters."""
        source = self.game.sources.get(span.file)
        if span == NOWHERE or source is None:
            return None
        name = short(Path(span.file))
        if name not in self.files:
            self.files.append(name)
        return [self.files.index(name), source.line_of(span.start), span.start, span.end]


def _at(region: Region) -> list[int]:
    """Where a region begins, how many bytes a cell has, whether it may be below 0, how many cells there are."""
    return [region.start, region.width, int(region.low < 0), region.count]


def _type(type_: c.Type) -> list[Any]:
    match type_:
        case c.YesNo():
            return ["yes"]
        case c.Whole(low, high):
            return ["number", low, high]
        case c.Member(domain, optional):
            return ["member", domain.name, "none"] if optional else ["member", domain.name]
        case _:
            assert_never(type_)
