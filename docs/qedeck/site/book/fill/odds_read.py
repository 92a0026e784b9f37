"""Odds: the counts that were recorded beside a game become shares with their intervals, in words."""

from __future__ import annotations

from qedeck.interpreter.watchable import asked, watchable
from qedeck.simulation.figures import Lengths, Rate
from qedeck.simulation.record import Played, beside, read
from qedeck.simulation.tally import Outcome, Tally
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.odds import CardOdds, ClauseOdds, EndingOdds, Length, Odds, SeatOdds, Share, TableOdds
from qedeck.site.book.prose import anchor_of, card_anchor
from qedeck.spec.files import shipped_games
from qedeck.spec.home import is_folder, name_of

PERCENTILES = (5, 25, 50, 75, 95)
KINDS: dict[str, tuple[str, str]] = {
    "won": ("somebody wins", "だれかの勝ち"),
    "drawn": ("a draw", "引き分け"),
    "nobody": ("nobody wins", "勝者なし"),
    "undeclared": ("over, by no declared ending", "定められた終わり方ではない"),
    "stuck": ("stuck: somebody has nothing to choose", "行き詰まり（選べるものがない）"),
    "undefined": ("undefined: the rules say nothing", "ルールに定めがない"),
    "endless": ("without end", "終わらない"),
    "unfinished": ("not over in time", "時間内に終わらない"),
    "broken": ("broken off", "中断"),
}


def odds_of(desk: Desk) -> Odds | None:
    """What lies beside the game; None if nothing does."""
    record = read(beside(desk.path), desk.game)
    tables = [_table(desk, record.tables[count]) for count in sorted(record.tables)]
    return Odds(tuple(tables)) if tables else None


def _table(desk: Desk, played: Played) -> TableOdds:
    tally, core = played.tally, desk.game.core(played.players)
    clauses = _clauses(desk, played)
    shipped = desk.path.resolve() in {path.resolve() for path in shipped_games().values()}
    called = desk.name if shipped else name_of(desk.path) if is_folder(desk.path) else desk.path.name
    command = f"qedeck simulate {called} -n {tally.games} --players {played.players} --seed {played.seed}"
    command += f" --limit {played.limit}" if played.limit != 10_000 else ""
    seats = core.domains["player"].members
    return TableOdds(
        played.players, tally.games, played.seed, played.fresh(desk.game), played.digest, command,
        tuple(_ending(desk, outcome, tally) for outcome, _ in tally.outcomes.most_common()),
        tuple(_seats(desk, seats, played)), _length(tally), tuple(_cards(desk, tally)),
        tuple(one for one in clauses if one.games.number), tuple(one.rule for one in clauses if not one.games.number),
        bool(played.usual),
    )


def _share(number: int, of: int) -> Share:
    rate = Rate(number, of)
    return Share(number, rate.share, *rate.interval)


def _ending(desk: Desk, outcome: Outcome, tally: Tally) -> EndingOdds:
    kind = KINDS.get(outcome.kind, (outcome.kind, outcome.kind))[desk.ja]
    name = desk.named.get(outcome.ending, "") if outcome.ending else ""
    words = desk.heading(name) if name else kind if not outcome.clause else f"{kind}: {desk.word(outcome.clause)}"
    rule = anchor_of(name) if name in desk.anchored else None
    share = _share(tally.outcomes[outcome], tally.games)
    return EndingOdds(outcome.kind, outcome.ending, rule, words, share, tally.first[outcome])


def _seats(desk: Desk, seats: tuple[str, ...], played: Played) -> list[SeatOdds]:
    tally, wins = played.tally, played.wins
    even = sum(wins) / len(seats) / tally.games if tally.games else 0.0
    found = []
    for seat, (name, won) in enumerate(zip(seats, wins, strict=True), 1):
        low, high = Rate(won, tally.games).within(len(seats))
        verdict = "better" if low > even else "worse" if high < even else ""
        found.append(SeatOdds(seat, desk.word(name), _share(won, tally.games), even, verdict))
    return found


def _length(tally: Tally) -> Length:
    if not tally.lengths:
        return Length(0.0, 0, 0, {}, ())
    lengths = Lengths(tally.lengths)
    percentiles = {percent: lengths.quantile(percent / 100) for percent in PERCENTILES}
    classes = tuple((low, high, n) for low, high, n in lengths.histogram())
    return Length(lengths.mean, min(tally.lengths), max(tally.lengths), percentiles, classes)


def _cards(desk: Desk, tally: Tally) -> list[CardOdds]:
    """Cards that lay in tricks, the best first."""
    found = [CardOdds(card_anchor(card), card, desk.word(card), played, _share(tally.took[card], played))
             for card, played in tally.played.items()]
    return sorted(found, key=lambda one: (-one.wins.share, one.word))


def _clauses(desk: Desk, played: Played) -> list[ClauseOdds]:
    """In how many of the games that were watched for it each rule was at work; where none were, it is left out."""
    core, tally = desk.game.core(played.players), played.tally
    of = dict.fromkeys(asked(core), tally.asked)
    found = []
    for name in watchable(core):
        games = of.get(name, tally.watched)
        if games and name in desk.anchored:
            found.append(ClauseOdds(anchor_of(name), desk.heading(name), _share(tally.clauses[name], games)))
    return found
