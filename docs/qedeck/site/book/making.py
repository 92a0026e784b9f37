"""Game to Book: the door. A checked game, its file and a language in; the whole record out."""

from __future__ import annotations

from pathlib import Path

from qedeck.interpreter.trace import fingerprint
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.laying_out import Tables
from qedeck.site.book.fill.odds_read import odds_of
from qedeck.site.book.fill.open_points import Points
from qedeck.site.book.fill.ruling import Rulebook
from qedeck.site.book.fill.varying import Variation, about, only_for_proofs, variants_of
from qedeck.site.book.fill.vocabulary import vocabulary
from qedeck.site.book.fill.working import Workshop
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.record import SCHEMA, Book, Language
from qedeck.spec.game import Game


def book_of(game: Game, path: Path, language: Language, before: Book | None = None) -> Book:
    """The Book of a sound game; verdicts and odds are read from the files beside `path`.

    With the Book of `before` an edit, its examples and promises stay as they were: the rules are new at once.
    """
    desk = Desk(game, path, language)
    rulebook = Rulebook(desk, before.promises if before else None)
    every = Workshop(rulebook.web).examples() if before is None else (*before.examples, *before.unlike)
    outdated = desk.outdated if before is None else {example.clause for example in before.unlike}
    examples = tuple(example for example in every if example.clause not in outdated)
    box = rulebook.contents.box()
    head, files = desk.head, desk.texts.files.get(language, {})
    cites = any(clause.cites for clause in desk.clauses.values())
    return Book(
        schema=SCHEMA,
        name=desk.name,
        base=game.name if game.variant else None,
        language=language,
        title=desk.book_title,
        file=path.name,
        digest=fingerprint(game),
        draft=cites and not desk.texts.files,
        missing=tuple(anchor_of(name) for name in desk.rules if not desk.text(name)),
        for_proofs=only_for_proofs(desk),
        players=tuple(game.players),
        seats=head.seats,
        ages=head.ages,
        minutes=head.minutes,
        moderated=head.moderated,
        about=about(desk) or rulebook.prose["game"],
        words=vocabulary(desk),
        chapters=rulebook.chapters(bool(examples)),
        tools=rulebook.tools(),
        course=rulebook.course.stages(),
        box=box,
        setup=Tables(desk, box).setup(),
        examples=examples,
        unlike=tuple(example for example in every if example.clause in outdated),
        promises=rulebook.promises,
        statements=Points(rulebook.web, rulebook.promises).statements(),
        points=rulebook.points,
        odds=odds_of(desk),
        changes=Variation(rulebook).changes() if game.variant else (),
        variants=variants_of(desk),
        script=tuple(anchor_of(name) for name in rulebook.order.phases.order) if head.moderated else (),
        table=dict(files.get("table", {})),
        log={part: {str(k): str(v) for k, v in files.get(part, {}).items()} for part in ("choices", "log", "changes")},
    )
