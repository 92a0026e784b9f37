"""What `simulate` says: a tally in; data for programs and charts, and lines for people in two languages, out."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING, Any

from qedeck.commands.said import SAID, columns, percent, points

if TYPE_CHECKING:
    from qedeck.commands.refereeing import Judge
    from qedeck.simulation.sweeps import Combination
    from qedeck.simulation.table import Table
    from qedeck.simulation.tally import Outcome, Tally

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BAR = 32
MOST_WORDS = 50
"""Signs of an expression that are shown."""
MOST_CARDS = 24
"""Cards that are listed for people; programs get all."""


class Report:
    """One table, and whatever is said about its games."""

    def __init__(self, here: Combination, table: Table, args: argparse.Namespace) -> None:
        from qedeck.interpreter.play import rules_of

        self.here, self.table, self.args = here, table, args
        self.rules = rules_of(here.game, here.players)
        self.judge: Judge | None = args.judge
        self.language = args.lang
        self.said = SAID[args.lang]

    # ---- for programs and charts -----------------------------------------------------------------

    def data(self, tally: Tally) -> dict[str, Any]:
        """Everything that is known, under names."""
        from qedeck.simulation.figures import Lengths

        lengths = Lengths(tally.lengths)
        return self.head() | {
            "games": tally.games,
            "asked": self.args.games,
            "engine": self.args.backend,
            "seats": self._seats(tally),
            "outcomes": [self._outcome(o, n, tally) for o, n in tally.outcomes.most_common()],
            "length": None if not tally.lengths else {
                "games": lengths.games, "mean": lengths.mean, "deviation": lengths.deviation,
                "shortest": min(tally.lengths), "longest": max(tally.lengths),
                "quantiles": {f"{share:g}": lengths.quantile(share) for share in QUANTILES},
                "counts": {str(length): n for length, n in sorted(tally.lengths.items())},
            },
            "watched": tally.watched,
            "cards": self._cards(tally),
            "clauses": self._clauses(tally),
            "otherwise": self._otherwise(tally),
        } | ({} if self.judge is None else {"referee": self.judge.data()})

    def head(self) -> dict[str, Any]:
        """What was played: enough to play it again."""
        from qedeck.interpreter.settings import values_in_words

        game = self.here.game
        cells, _ = self.rules.meaning.initial(self.table.fixed)
        rigid = {role: values_in_words(self.rules.meaning, self.rules.words, cells, role)
                 for role in ("parameter", "reading")}
        return {
            "game": game.name, "variant": game.variant, "players": self.here.players, "seed": self.args.seed,
            "settings": self.here.settings, "limit": self.args.limit,
            "assumed": {name: v for name, v in rigid["parameter"].items() if name not in self.here.settings},
            "readings": rigid["reading"], "seated": dict(self._seated()),
        }

    def _seated(self) -> list[tuple[str, str]]:
        written = [tuple(part.strip() for part in item.split("=", 1)) for item in self.args.seats]
        return [(seat, who) for seat, who in written if who != "random"]

    def _seats(self, tally: Tally) -> list[dict[str, Any]]:
        from qedeck.simulation.figures import Rate

        names = self.table.core.domains["player"].members
        wins = [sum(n for seats, n in tally.winners.items() if seat in seats) for seat in range(1, len(names) + 1)]
        even = sum(wins) / len(names) / tally.games if tally.games else 0.0
        found = []
        for number, won in enumerate(wins, 1):
            rate = Rate(won, tally.games)
            low, high = rate.interval
            # Of many seats one is often far off by chance: together they should be so only 5 times of 100.
            sure_low, sure_high = rate.within(len(names))
            verdict = "better" if sure_low > even else "worse" if sure_high < even else ""
            found.append({"seat": number, "name": self.name(names[number - 1]), "wins": won, "share": rate.share,
                          "low": low, "high": high, "even": even, "advantage": rate.share - even,
                          "advantage low": low - even, "advantage high": high - even,
                          "verdict": verdict})
        return found

    def _outcome(self, outcome: Outcome, games: int, tally: Tally) -> dict[str, Any]:
        from qedeck.simulation.figures import Rate

        rate, seed = Rate(games, tally.games), tally.first[outcome]
        data = {"kind": outcome.kind, "ending": outcome.ending or None, "code": outcome.code or None,
                "clause": outcome.clause or None, "games": games, "share": rate.share, "low": rate.interval[0],
                "high": rate.interval[1], "first seed": seed, "name": self.ended(outcome)}
        if self.judge is None or outcome.kind != "broken":
            return data | {"replay": self.replay(seed)}
        # Played so far and no further, the log ends where the claim is broken.
        after = self.judge.after(seed)
        said = {"claim": self.judge.words(outcome), "after": after}
        return data | said | {"replay": self.replay(seed, max(1, after))}

    def _cards(self, tally: Tally) -> list[dict[str, Any]]:
        from qedeck.simulation.figures import Rate

        rates = {card: Rate(tally.took[card], n) for card, n in tally.played.items()}
        ordered = sorted(rates.items(), key=lambda item: (-item[1].share, item[0]))
        return [{"card": card, "name": self.name(card), "played": rate.of, "won": rate.count, "share": rate.share,
                 "low": rate.interval[0], "high": rate.interval[1]} for card, rate in ordered]

    def _clauses(self, tally: Tally) -> list[dict[str, Any]]:
        from qedeck.interpreter.watchable import asked, watchable

        core = self.table.core
        if not tally.watched:
            return []
        of = dict.fromkeys(asked(core), tally.asked)
        return [{"clause": name, "kind": core.clauses[name].kind, "games": tally.clauses[name],
                 "of": of.get(name, tally.watched)} for name in watchable(core)]

    def _otherwise(self, tally: Tally) -> list[dict[str, Any]]:
        """Each `otherwise` of the rules, as it is written, and in how many games it was needed."""
        from qedeck.simulation.tally import place_of
        from qedeck.spec import core as c

        core, sources = self.table.core, self.here.game.sources
        terms = (*c.terms_of_core(core), *(define.body for define in core.defines.values()))
        spans = {term.span for term in c.subterms(*terms) if isinstance(term, c.Try)}
        listed = sorted((span.file, span.start, span) for span in spans if span.file in sources)
        return [{"file": file, "line": sources[file].line_of(start), "words": sources[file].words(span),
                 "games": tally.needed[place_of(span)], "of": tally.asked}
                for file, start, span in listed] if tally.asked else []

    def replay(self, seed: int, limit: int | None = None) -> str:
        """The command that shows the same game."""
        args = self.args
        words = ["qedeck", "run", self.here.called or args.game]
        words += ["--players", str(self.here.players), "--seed", str(seed)]
        for name, value in self.here.settings.items():
            entries = {f"{name} of {k}": v for k, v in value.items()} if isinstance(value, dict) else {name: value}
            for target, one in entries.items():
                words += ["--set", f"{target}={one}"]
        for item in args.seats:
            words += ["--player", item]
        words += ["--random"] if args.at_random else []
        limit = args.limit if limit is None else limit
        words += ["--limit", str(limit)] if limit != 10_000 else []
        return shlex.join(words)

    def name(self, word: str) -> str:
        return self.rules.words.name(self.language, word)

    def ended(self, outcome: Outcome) -> str:
        """An outcome as people say it."""
        kind = self.said[outcome.kind]
        if outcome.kind == "broken":
            return self.said["breaks"].format(name=outcome.clause, claim=outcome.code.removeprefix("claim "))
        if outcome.ending:
            return f"{self.here.game.texts.name(self.language, outcome.ending)} ({kind})"
        where = f"{self.said['in']} {outcome.clause}" if outcome.clause else ""
        return " ".join(part for part in (kind, outcome.code, where) if part)

    # ---- for people ------------------------------------------------------------------------------

    def lines(self, tally: Tally) -> list[str]:
        data = self.data(tally)
        manner = "games seated" if self.args.seats else "games usual" if self.table.seats else "games"
        told = self.heading(self.said[manner].format(n=tally.games))
        if not tally.games:
            return told
        for part in (self._told_seats, self._told_outcomes, self._told_referee, self._told_length, self._told_cards,
                     self._told_clauses, self._told_asked, self._told_otherwise):
            block = part(data)
            told += ["", *block] if block else []
        return told

    def heading(self, what: str, seed: bool = True) -> list[str]:
        from qedeck.commands.report import heading
        from qedeck.interpreter.play import Play

        play = Play(self.rules, self.args.seed)
        play.cells, _ = self.rules.meaning.initial(self.table.fixed)
        play.settings = dict(self.here.settings)
        first, *rest = heading(self.here.game, play, self.args.seed)
        name = first.split(",")[0]
        players = self.said["players"].format(n=self.here.players)
        drawn = self.said["seed"].format(seed=self.args.seed) if seed else ""
        told = [self.said["head"].format(name=name, players=players, what=what) + drawn, *rest]
        return told + [self.said["seated"].format(seat=seat, who=who) for seat, who in self._seated()]

    def _told_seats(self, data: dict[str, Any]) -> list[str]:
        rows = [[s["name"], f"{s['wins']:,}", percent(s["share"]), f"({percent(s['low'])} – {percent(s['high'])})",
                 points(s["advantage"]), f"({points(s['advantage low'])} – {points(s['advantage high'])})",
                 self._beyond(s)] for s in data["seats"]]
        even = percent(data["seats"][0]["even"])
        return [self.said["who wins"].format(even=even), *columns(rows, "lrrlrll")]

    def _beyond(self, seat: dict[str, Any]) -> str:
        """Whether the seat is better or worse than chance explains."""
        verdict: str = self.said.get(seat["verdict"], "")
        return "" if self.args.seats else verdict

    def _told_outcomes(self, data: dict[str, Any]) -> list[str]:
        from qedeck.simulation.tally import ENDED

        good = [o for o in data["outcomes"] if o["kind"] in ENDED]
        bad = [o for o in data["outcomes"] if o["kind"] not in ENDED]

        def rows(some: list[dict[str, Any]]) -> list[str]:
            return columns([[o["name"], f"{o['games']:,}", percent(o["share"]),
                             f"({percent(o['low'])} – {percent(o['high'])})"] for o in some], "lrrl")

        told = [self.said["how it ends"], *rows(good)] if good else []
        if bad:
            told += [*([""] if told else []), self.said["what goes wrong"]]
            for line, outcome in zip(rows(bad), bad, strict=True):
                claim = [f"    {outcome['claim']}"] if "claim" in outcome else []
                told += [line, *claim, f"    {outcome['replay']}"]
        return told

    def _told_referee(self, data: dict[str, Any]) -> list[str]:
        if self.judge is None:
            return []
        silent = len(data["referee"]["silent"])
        more = self.said["silent"].format(n=silent) if silent else ""
        return [self.said["refereed"].format(n=len(data["referee"]["watched"])) + more]

    def _told_length(self, data: dict[str, Any]) -> list[str]:
        from qedeck.simulation.figures import Lengths

        length = data["length"]
        if length is None:
            return []
        if length["shortest"] == length["longest"]:
            return [self.always(length["shortest"])]
        lengths = Lengths({int(k): n for k, n in length["counts"].items()})
        classes = lengths.histogram()
        most = max(n for _, _, n in classes)
        rows = [[f"{low}" if low == high else f"{low}–{high}", f"{n:,}", _bar(n / most)] for low, high, n in classes]
        quantiles = [f"{length['quantiles'][f'{share:g}']}" for share in QUANTILES]
        told = self.said["length"].format(mean=length["mean"], shortest=length["shortest"], longest=length["longest"])
        return [told, self.said["quantiles"].format(*quantiles), *columns(rows, "rrl")]

    def always(self, decisions: int) -> str:
        told = self.said["decision" if decisions == 1 else "decisions told"].format(n=decisions)
        return self.said["always"].format(n=told)

    def _told_cards(self, data: dict[str, Any]) -> list[str]:
        if not data["cards"]:
            return []
        shown = data["cards"][:MOST_CARDS]
        rows = [[c["name"], percent(c["share"]), f"({percent(c['low'])} – {percent(c['high'])})",
                 self.said["won of played"].format(won=c["won"], played=c["played"])] for c in shown]
        more = len(data["cards"]) - len(shown)
        return [self.said["tricks"] + self._of(data["watched"], data), *columns(rows, "lrll"),
                *([self.said["more cards"].format(n=more)] if more else [])]

    def _told_clauses(self, data: dict[str, Any]) -> list[str]:
        # Which ending came up is known of all games, and told already.
        came_up = {o["ending"] for o in data["outcomes"]} if data["watched"] < data["games"] else set()
        listed = [clause for clause in data["clauses"] if clause["clause"] not in came_up]
        return self._at_work("clauses", [c for c in listed if c["of"] == data["watched"]], data)

    def _told_asked(self, data: dict[str, Any]) -> list[str]:
        """What was watched in other games."""
        return self._at_work("asked", [c for c in data["clauses"] if 0 < c["of"] != data["watched"]], data)

    def _told_otherwise(self, data: dict[str, Any]) -> list[str]:
        """Those that were needed, the most often first; the others are counted."""
        listed = sorted(data["otherwise"], key=lambda one: -one["games"])
        needed = [one for one in listed if one["games"]]
        if not listed:
            return []
        rows = [[f"{one['file']}:{one['line']}", _short(one["words"]), f"{one['games']:,}",
                 percent(one["games"] / one["of"])] for one in needed]
        told = [self.said["otherwise"] + self._of(listed[0]["of"], data), *columns(rows, "llrr")]
        idle = len(listed) - len(needed)
        return told + ([f"  {self.said['never needed'].format(n=idle)}"] if idle else [])

    def _at_work(self, what: str, listed: list[dict[str, Any]], data: dict[str, Any]) -> list[str]:
        """Clauses that were all watched in the same games."""
        if not listed:
            return []
        idle = [clause["clause"] for clause in listed if not clause["games"]]
        rare = sorted((c for c in listed if 0 < c["games"] < c["of"]), key=lambda c: c["games"])
        rows = [[c["clause"], f"{c['games']:,}", percent(c["games"] / c["of"])] for c in rare]
        always = len(listed) - len(idle) - len(rare)
        told = [self.said[what] + self._of(listed[0]["of"], data), *columns(rows, "lrr")]
        told += [f"  {self.said['always at work'].format(n=always)}"] if always else []
        return told + ([f"  {self.said['never at work']}: {', '.join(idle)}"] if idle else [])

    def _of(self, watched: int, data: dict[str, Any]) -> str:
        return "" if watched == data["games"] else self.said["watched"].format(n=watched)

    # ---- beside ------------------------------------------------------------------------------------

    def stopped(self, tally: Tally) -> str:
        return self.said["stopped"].format(done=tally.games, asked=self.args.games, seed=self.args.seed)

    def beside(self, line: str) -> None:
        """For people; where a program reads our output, it goes beside it."""
        print(line, file=sys.stdout if self.args.format == "text" else sys.stderr, flush=True)


def _short(words: str) -> str:
    """The end of it tells what counts instead."""
    return words if len(words) <= MOST_WORDS else f"… {words[-MOST_WORDS:]}"


def _bar(share: float) -> str:
    return "█" * round(BAR * share) or ("▏" if share else "")
