"""What every game should satisfy, without anybody writing it down."""

from __future__ import annotations

from qedeck.spec import tree as t


def stock_properties(clauses: tuple[t.Clause, ...]) -> list[t.Property]:
    """The stock properties of a game, in the words of the language."""
    sets = [clause.name or t.Word("card") for clause in clauses if isinstance(clause, t.Cards)]
    claims = [
        ("no card is lost or made", t.Claim("conserved", names=tuple(sets))),
        ("no two cases contradict each other", t.Claim("clauses", names=(t.Word("exclusive"),))),
        ("a case for every position", t.Claim("clauses", names=(t.Word("complete"),))),
        ("no case is idle", t.Claim("clauses", names=(t.Word("alive"),))),
        ("every deal has enough cards", t.Claim("deal")),
        ("nobody is stuck", t.Claim("never_stuck")),
        ("the rules always say what happens", t.Claim("never_undefined")),
        ("no two endings at once", t.Claim("endings_exclusive")),
        ("a result for every end", t.Claim("endings_complete")),
        ("every ending can come about", t.Claim("endings_reachable")),
        ("every game ends", t.Claim("ends")),
    ]
    wanted = [(name, claim) for name, claim in claims if claim.kind != "conserved" or sets]
    return [t.Property(t.Word(name), None, None, (), (), (claim,), ()) for name, claim in wanted]
