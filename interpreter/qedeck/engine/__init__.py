"""The fast engine: the one meaning, staged into code. The same seed gives the same game as in the interpreter.

    from qedeck.engine import compiled
    engine = compiled(game.core(4))                       # kept for each Core; compiles when first asked
    tally = engine.playouts(fixed, first_seed, count)     # random games, whole batches inside WebAssembly
    tally.games, tally.seconds                            # how many, how long
    tally.results()                                       # {("win", "fewest-points"): 812, ("stuck", ""): 3, …}
    tally.wins()                                          # for each seat, how many games it won
    tally.kinds[k], tally.endings[k], tally.winners[k], tally.decisions[k]   # game by game: of seed first_seed + k
    tally.faults()                                        # what was undefined: (code, clause, span, how often)

`fixed` are rows of parameters and readings, as `interpreter.settings.settled` gives them; None for those assumed.
`kinds` index KINDS: over, undeclared, undefined, stuck, endless, unfinished (the limit of decisions was met).
`winners` are masks of seats, bit 0 for the first; `endings` index core.endings, -1 without one.

    tally = engine.playouts(fixed, 1, 1000, watch=True)   # slower, and also counts:
    tally.played["card"], tally.won["card"]               # for each card set, how often each card lay in a trick,
                                                          # and won it
    tally.clauses                                         # in how many games each clause was at work: its steps,
                                                          # decisions, endings (not definitions)

    stepper = engine.stepper(fixed)                       # one move at a time, in generated Python
    state = stepper.begin()                               # at the first decision or draw of chance
    stepper.legal(state)                                  # [(option, picks), …] in the order of the text
    stepper.apply(state, action)                          # changes the state; `state.copy()` first to keep it
    state.node, state.result                              # where it stands; how it came out, or None

Games that cannot be compiled raise Unfit; the interpreter plays them all the same. Where wasmtime is not installed,
playouts run in generated Python: the same games, slower (`engine.how` says which).
"""

from __future__ import annotations

from qedeck.engine.driver import KINDS
from qedeck.engine.games import Engine, compiled
from qedeck.engine.tally import Tally
from qedeck.engine.values import Unfit

__all__ = ["KINDS", "Engine", "Tally", "Unfit", "compiled"]
