"""Claims in words: what a property says, in the language of the Book."""

from __future__ import annotations

from qedeck.site.book.prose import Paragraph, Prose
from qedeck.site.book.words.english_terms import aside
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.knowing import knowing_in_words
from qedeck.site.book.words.sayings import crowded, looking_back
from qedeck.site.book.words.speaker import Speaker, sentence
from qedeck.site.book.words.speech import Env, capital, prose_of
from qedeck.site.book.words.trial_lines import setting_in_words
from qedeck.site.book.words.unfolding import unfolded
from qedeck.spec import tree as t
from qedeck.spec.variants import clause_name

# Of each kind of claim: English, Japanese. {} is what is claimed; names are filled in by their places.
SAID = {
    "always": ("always: {}", "いつでも、{}"),
    "never": ("never: {}", "次のようには決してならない：{}"),
    "reachable": ("it can come to this: {}", "次のようになることがある：{}"),
    "any_position": ("however things lie: {}", "カードがどう並んでいても、{}"),
    "some_position": ("things can lie so that {}", "次のような並びがありうる：{}"),
    "any_two": ("of any two positions: {}", "どの2つの場面についても、{}"),
    "some_two": ("there are two positions such that {}", "次のような2つの場面がありうる：{}"),
    "each_choice": ("whatever is chosen: {}", "何を選んでも、{}"),
    "each_phase": ("whenever “{0}” comes to its end: {}", "「{0}」が終わるたびに、{}"),
    "some_choice": ("something can be chosen so that {}", "次のようになる選び方がある：{}"),
    "endings_reachable": ("every ending can come about", "どの終わり方も起こりうる"),
    "endings_exclusive": ("no two endings at once", "2つの終わり方が同時に当てはまることはない"),
    "endings_complete": ("a result for every end", "終わったときには、必ずどれかの終わり方に当てはまる"),
    "never_stuck": ("whoever is asked always has something to choose", "選ぶ人には、いつでも選べるものがある"),
    "never_undefined": ("the rules always say what happens", "何が起きるか、いつでもルールに書かれている"),
    "ends": ("every game ends", "ゲームは必ず終わる"),
    "ends_within": ("every game ends within {} choices", "ゲームは{}回選ぶまでに必ず終わる"),
    "deal": ("every deal has enough cards", "配るカードが足りなくなることはない"),
    "order": ("“{0}” puts everything into one order, without ties or circles",
              "「{0}」で、すべてが1列に並ぶ（同じ順位も、堂々めぐりもない）"),
    "cycle": ("“{0}” goes round in a circle, as intended", "「{0}」は、ねらいどおり堂々めぐりになる"),
    "can_win": ("every {0} can win by “{1}”", "どの{0}も、「{1}」で勝つことがある"),
    "conserved": ("no {0} is lost or made", "{0}は、なくなることも増えることもない"),
    "same": ("“{0}” and “{1}” come to the same", "「{0}」と「{1}」は、どちらを使っても同じ"),
    "same_without": ("it is the same game without “{0}”", "「{0}」がなくても、同じゲームになる"),
    "same_with": ("it would be the same game with {} written otherwise", "{}を書きかえても、同じゲームになる"),
    "same_as": ("it is the same game as “{0}”", "「{0}」と同じゲームである"),
    "outcome_without": ("it comes out the same without “{0}”", "「{0}」がなくても、結果は同じになる"),
    "outcome_with": ("it would come out the same with {} written otherwise", "{}を書きかえても、結果は同じになる"),
    "outcome_as": ("it comes out as “{0}” does", "「{0}」と同じ結果になる"),
    "readings_differ": ("it matters how “{0}” is read", "「{0}」の読み方で、違いが出る"),
    "readings_agree": ("it makes no difference how “{0}” is read", "「{0}」をどう読んでも、違いは出ない"),
    "hidden": ("{} stays hidden", "{}は、わからないままである"),
    "shown": ("{} is there to see", "{}が見える"),
    "can_tell": ("everybody can tell {}", "だれにでも{}がわかる"),
    "never_tell": ("nobody can ever tell {}", "だれにも{}はわからない"),
    "may_tell": ("it can happen that somebody can tell {}", "{}がわかる人がいることもある"),
}
FAULTS = {
    "exclusive": ("no two cases contradict each other", "2つの場合分けが食い違うことはない"),
    "complete": ("there is a case for every position", "どんな場面にも、当てはまる場合がある"),
    "alive": ("no case is idle", "使われない場合分けはない"),
}
STOCK = {
    "no card is lost or made": "カードは、なくなることも増えることもない",
    "no two cases contradict each other": FAULTS["exclusive"][1],
    "a case for every position": FAULTS["complete"][1],
    "no case is idle": FAULTS["alive"][1],
    "every deal has enough cards": SAID["deal"][1],
    "nobody is stuck": "だれも行き詰まらない",
    "the rules always say what happens": SAID["never_undefined"][1],
    "no two endings at once": SAID["endings_exclusive"][1],
    "a result for every end": SAID["endings_complete"][1],
    "every ending can come about": SAID["endings_reachable"][1],
    "every game ends": SAID["ends"][1],
}
"""What every game is asked, in Japanese."""
_TWO_POSITIONS = ("any_two", "some_two")


def elsewhere(claim: t.Claim) -> str:
    """Where `was` and `other` look in a claim of this kind."""
    return "other" if claim.kind in _TWO_POSITIONS else "begun" if claim.kind == "each_phase" else "before"


def claim_in_words(speaker: Speaker, claim: t.Claim) -> Prose:
    """A sentence for it, as far as its kind has words."""
    ja = isinstance(speaker, Japanese)
    if claim.kind == "clauses" and claim.names:
        said = FAULTS.get(claim.names[0].text, ("", ""))[ja]
        return prose_of(f"{said}。" if ja else capital(f"{said}."))
    template = SAID.get(claim.kind)
    if template is None:
        return ()
    words = template[ja]
    if claim.kind in t.SIGHTED:
        body = knowing_in_words(speaker, claim) if claim.kind in t.TELLING else _secret(speaker, claim)
        words = body if body else words
    elif claim.kind in ("same_with", "outcome_with"):
        words = words.replace("{}", _changed(speaker, claim))
    elif "{}" in words and claim.body is not None:
        what, env = _body(speaker, claim.body)
        said = speaker.term(what, env) if claim.kind == "ends_within" else sentence(speaker, what, env)
        words = words.replace("{}", said)
    if claim.kind == "conserved":
        kinds = ("や" if ja else " or ").join(speaker.lore.desk.word(name.text) for name in claim.names)
        words = words.replace("{0}", kinds)
    for place, name in enumerate(claim.names):
        words = words.replace("{" + str(place) + "}", speaker.lore.name(name.text))
    if claim.kind.startswith("readings") and len(claim.names) > 1:
        on = ("、" if ja else ", ").join(speaker.lore.name(name.text) for name in claim.names[1:])
        words = f"{on}について、{words}" if ja else f"for {on}, {words}"
    return prose_of(f"{words}。" if ja else capital(f"{words}."))


def claim_in_lines(speaker: Speaker, claim: t.Claim) -> tuple[Paragraph, ...]:
    """The same as a list, if it is too long for one sentence."""
    before, _, after = SAID.get(claim.kind, ("", ""))[isinstance(speaker, Japanese)].partition("{}")
    if claim.body is None or not before or after or claim.kind in (*t.SIGHTED, "same_with", "outcome_with"):
        return ()
    if claim.kind == "each_phase":
        before = before.replace("{0}", speaker.lore.name(claim.names[0].text))
    return unfolded(speaker, before, *_body(speaker, claim.body))


def _body(speaker: Speaker, expr: t.Expr) -> tuple[t.Expr, Env]:
    """What is claimed, as it is told best, with the kinds of things that go by letters in it."""
    return looking_back(expr, speaker.lore.fixed), Env(lettered=crowded(expr))


def given_in_words(speaker: Speaker, prop: t.Property) -> tuple[Prose, ...]:
    """What a property is said of: numbers and readings that it sets, and what it assumes."""
    said = [setting_in_words(speaker, setting) for setting in prop.settings]
    said += [sentence(speaker, one, Env(lettered=crowded(one))) for one in prop.assuming]
    return tuple(prose_of(f"{one}。" if isinstance(speaker, Japanese) else capital(f"{one}.")) for one in said)


def _changed(speaker: Speaker, claim: t.Claim) -> str:
    """The rules that would be others."""
    names: list[str] = []
    for change in claim.changes:
        match change:
            case t.ReplaceClause(clause):
                names.append(clause_name(clause))
            case t.ReplaceRow(_, define):
                names.append(define.text)
            case t.Amend(name) | t.Remove(name):
                names.append(name.text)
            case t.Set(setting):
                names += [setting.target.word] if isinstance(setting.target, t.Name | t.Of | t.Call) else []
    said = [speaker.lore.name(name) for name in dict.fromkeys(names)]
    if isinstance(speaker, Japanese):
        return "".join(f"「{one}」" for one in said) or "ルール"
    return ", ".join(f"“{one}”" for one in said) or "the rules"


def _secret(speaker: Speaker, claim: t.Claim) -> str:
    """From whom something is hidden, or to whom it is shown."""
    if claim.body is None or claim.bind is None:
        return ""
    env = speaker.known(claim.bind.name.text, claim.bind.type.text, Env())
    what = speaker.term(claim.body, env)
    if isinstance(speaker, Japanese):
        such, who = speaker.bound(claim.bind, claim.where, Env())[2], speaker.lore.desk.word("player")
        until = f"{speaker.holds(claim.until, env).come}まで、" if claim.until is not None else ""
        known = env.names[claim.bind.name.text].words
        whom = f"{such}どの{who}にも"
        if known in what + until:
            until, whom = f"{such}どの{who}についても、{until}", f"{known}には"
        return f"{until}{what}は、{whom}わからない" if claim.kind == "hidden" else f"{what}は、{whom}見える"
    such = f" for whom{aside(speaker.holds(claim.where, env))}" if claim.where is not None else ""
    until = f", until{aside(speaker.holds(claim.until, env))}" if claim.until is not None else ""
    if claim.kind == "hidden":
        return f"no player{such} can know {what}{until}"
    return f"every player{such} can see {what}"
