"""Our own words, in both languages: one table, key -> (English, Japanese). Words of a game come from its Book.

Where English has a form for one, it stands before a ¦: "{count} card¦{count} cards".
"""

from __future__ import annotations

from typing import Final

from qedeck.site.pages.phrases_of_proofs import PROVED

PHRASES: Final[dict[str, tuple[str, str]]] = PROVED | {
    # the frame of every page
    "search": ("Search", "検索"),
    "search.placeholder": ("A word of the rules", "調べたい言葉"),
    "search.none": ("Nothing was found. Try a shorter word.", "見つかりませんでした。もっと短い言葉でお試しください。"),
    "search.close": ("Close", "閉じる"),
    "search.hint": ("Any part of a word will do.", "言葉の一部でも見つかります。"),
    "menu": ("Contents", "メニュー"),
    "language": ("This page in Japanese", "このページを英語で読む"),
    "made with": ("Made by qedeck from the text of the games.", "ゲームのテキストから qedeck が作成しました。"),
    "english only": ("This page is in English.", "このページは英語版のみです。"),
    "to light": ("Switch to light colours", "明るい配色にする"),
    "to dark": ("Switch to dark colours", "暗い配色にする"),
    "to system": ("Colours as the system has them", "配色をシステムに合わせる"),
    # beside the games
    "games": ("Games", "ゲーム"),
    "guide": ("Guide", "はじめかた"),
    "reference": ("Reference", "リファレンス"),
    "commands": ("The commands", "コマンド"),
    "messages": ("Messages", "メッセージ一覧"),
    "python": ("From Python", "Python から使う"),
    "project": ("Project", "プロジェクト"),
    "decisions": ("Decisions", "設計の記録"),
    "reports": ("Reports", "検証レポート"),
    # the shelf
    "shelf": ("Rules you can trust", "信じられるルールブック"),
    "shelf lead": (
        "Each game on this shelf is one text. The rules you read, the table you play on and the proofs behind them "
        "are made from it, and from nothing else.",
        "この棚のゲームは、どれも1つのテキストでできています。読むルールも、遊べるテーブルも、"
        "その裏づけとなる証明も、すべてそのテキストだけから作られています。"),
    "shelf variants": ("Variants", "バリアント"),
    # pages of a game
    "rules": ("Rules", "ルール"),
    "examples": ("Examples", "例"),
    "cards": ("Cards", "カード"),
    "table": ("Table", "テーブル"),
    "evening": ("Evening", "進行"),
    "promises": ("Promises", "約束と証明"),
    "open": ("Open points", "決まっていないこと"),
    "odds": ("Odds", "統計"),
    "variants": ("Variants", "バリアント"),
    "about rules": ("Set-up, course of play, end", "準備から終わりまで"),
    "about table": ("Play it here", "このページで遊べます"),
    "about evening": ("Lead it from a phone", "スマートフォンで進行役ができます"),
    "about odds": ("Who wins how often", "だれがどれだけ勝つか"),
    "about print": ("Rulebook, summary and cards as PDF", "ルールブック、早見表、カードのPDF"),
    "about variants": ("The same game with a few rules changed", "ルールを少し変えた遊び方"),
    "about changes": ("{count} rule differs¦{count} rules differ", "ちがうルール{count}つ"),
    "about cards": ("{count} face, drawn¦{count} faces, all drawn", "{count}種類のカードをすべて図で"),
    "about examples": ("{count} worked example¦{count} worked examples", "図つきの例が{count}個"),
    "about open": ("{count} question to the publisher¦{count} questions to the publisher", "出版社への質問{count}件"),
    "minutes": ("{count} minutes", "約{count}分"),
    "ages": ("ages {count} and up", "{count}歳から"),
    "moderated": ("with a moderator", "進行役がいます"),
    "a variant of": ("A variant of", "もとのゲーム："),
    "draft": ("Draft.", "下書きです。"),
    "draft stamp": ("draft", "下書き"),
    "draft means": (
        "This game is not finished: some rules have no text yet and are told from their clauses, and not all is "
        "proved.",
        "このゲームはまだ完成していません。文章のないルールは条文から自動で書き起こしたもので、"
        "証明もまだ一部だけです。"),
    "players count": ("{count} players", "{count}人"),
    "players range": ("{low} to {high} players", "{low}〜{high}人"),
    "players word": ("Players", "人数"),
    # rules
    "edition": ("Edition", "表示"),
    "edition player": ("For players", "プレイヤー用"),
    "edition designer": ("For designers", "デザイナー用"),
    "chapters": ("Chapters", "章"),
    "course": ("Course of play", "ゲームの流れ"),
    "setup by players": ("Set-up by number of players", "人数ごとの準備"),
    "setup always": ("The same for any number of players", "何人でも同じもの"),
    "rule": ("The rule", "このルール"),
    "see also": ("See also", "関連"),
    "computed": (
        "Told from the clause: there is no text for it yet.",
        "まだ文章がないため、条文から自動で書き起こしました。"),
    "changed here": ("changed in this variant", "このバリアントで変更"),
    "example of": ("Example: {title}", "例：{title}"),
    "page title": ("{game}: {page}", "{game}｜{page}"),
    "see drawn": ("See it drawn", "図で見る"),
    "all examples": ("All {count} examples", "全{count}個の例"),
    "shows": ("Shows", "関係するルール"),
    "example fails": ("This example does not come out as it says.", "この例は、書いてあるとおりになりません。"),
    "try it": ("Try it", "試してみる"),
    "step by step": ("Step by step", "1手ずつ見る"),
    "before": ("Before", "はじめ"),
    "after": ("After", "おわり"),
    # beside a rule, for designers
    "encodes": ("Encodes", "もとの文"),
    "decides": ("Who decides", "決める人"),
    "choice": ("{who}: {what}", "{who}：{what}"),
    "may decline": ("may decline", "しなくてもよい"),
    "in secret": ("in secret", "ひそかに"),
    "readings here": ("Readings", "読み方"),
    "default mark": ("(played so)", "（こう読みます）"),
    "other ways": ("Read otherwise", "別の読み方では"),
    "changes so": ("How this rule changes", "このルールはこう変わります"),
    "says no more": ("This goes:", "次のことはなくなります。"),
    "says instead": ("Then it reads:", "こうなります。"),
    "needed by": ("Needed by", "これに頼る約束"),
    "and more": ("and {count} more", "ほか{count}件"),
    # cards
    "find a card": ("Find a card", "カードをさがす"),
    "all cards": ("{count} card¦{count} cards", "{count}種類"),
    "some cards": ("# of these cards", "#種類"),
    "cards count": ("{count} card¦{count} cards", "{count}枚"),
    "assumed": ("assumed", "仮定"),
    "assumed count": (
        "{words}, assumed; {low} to {high} would fit",
        "{words}（仮定。{low}〜{high}枚の可能性があります）"),
    "allowed": ("{low} to {high} would fit", "{low}〜{high}の可能性あり"),
    "used with": ("{count} with {players} players", "{players}人のとき{count}枚"),
    "card wins": (
        "Of the tricks it is played to at random, it wins {shares}.",
        "ランダムに出したとき、そのトリックに勝つ割合：{shares}。"),
    "card share": ("{share} % with {players} players", "{players}人で{share}%"),
    # variants
    "variant of": ("This is how it differs from {name}.", "{name}とちがうところです。"),
    "the base": ("The base game", "もとのゲーム"),
    "this variant": ("This variant", "このバリアント"),
    "what changes": ("What changes", "変わるルール"),
    "parts from base": ("Where the games part", "ゲームが分かれるところ"),
    "parts from base lead": (
        "The same choices in both games, and the same luck, up to where they part. What differs is framed.",
        "どちらのゲームでも、同じ配り方で同じ手を選んでいます。分かれたところで、違うものを枠で示します。"),
    "endings won": ("Endings that are new", "増えた終わり方"),
    "endings lost": ("Endings that are gone", "なくなった終わり方"),
    "promises kept": (
        "{count} promise of the base is known to hold here, too.¦"
        "{count} promises of the base are known to hold here, too.",
        "もとのゲームの約束のうち{count}件は、このバリアントでも成り立つことがわかっています。"),
    "promises unknown": (
        "Of {count} promise of the base nobody knows yet whether the variant keeps it.¦"
        "Of {count} promises of the base nobody knows yet whether the variant keeps them.",
        "もとのゲームの約束のうち{count}件は、このバリアントでも成り立つかどうか、まだわかっていません。"),
    "promises won": ("Promises won", "新しく成り立つ約束"),
    "promises lost": ("Promises lost", "成り立たなくなる約束"),
    "promises own": ("Promises of this variant", "このバリアントの約束"),
    "and its promises": ("Endings and promises", "終わり方と約束"),
    "comes out otherwise": ("What comes out otherwise", "結果が変わる例"),
    "comes out otherwise lead": (
        "Examples of the base that do not come out as they say there.",
        "もとのゲームの例のうち、このバリアントではそのとおりにならないものです。"),
    "more variants": ("Variants of this game", "このゲームのバリアント"),
    "from word": ("From", "変更前"),
    "to word": ("To", "変更後"),
    "change replaced": ("Another rule", "ルールの差しかえ"),
    "change part": ("Another step", "ルールの一部の変更"),
    "change row": ("Another row", "表の一行の変更"),
    "change added": ("New", "追加"),
    "change removed": ("Gone", "削除"),
    "change cards": ("Other cards", "カードの変更"),
    "change players": ("Other numbers of players", "人数の変更"),
    "change set": ("Decided", "決定"),
    "change restricted": ("Restricted", "制限"),
    # to print
    "print": ("To print", "印刷用"),
    "print at full size": (
        "Print at 100 %: each card is 63 × 88 mm.",
        "倍率100%で印刷してください。カードは63×88 mmです。"),
    "print choose": ("choose {what}", "{what}を選ぶ"),
    "print summary": ("Summary", "早見表"),
    "page number": ("page #", "#ページ"),
    "contents": ("Contents", "目次"),
    "print lead": (
        "Everything on paper: to read, to lie on the table, and to cut out.",
        "読むためのルールブック、テーブルに置く早見表、切り抜いて遊べるカードです。"),
    "print not made": (
        "This site was built without its PDFs. Two commands make them:",
        "このサイトはPDFなしで作られています。次の2つのコマンドで作れます。"),
    "print a4": ("Rulebook, A4", "ルールブック（A4）"),
    "print a5": ("Rulebook, A5", "ルールブック（A5）"),
    "print summary page": ("Summary on one page, A4", "1ページの早見表（A4）"),
    "print cards": ("Cards to cut out, nine on a sheet of A4", "切り抜いて使うカード（A4に9枚ずつ）"),
    "print pages": ("{count} page¦{count} pages", "{count}ページ"),
    "print deck": ("Decks for Tabletop Simulator", "Tabletop Simulator用のデッキ"),
    "print deck words": (
        "A picture of all faces, one of the back, and how to import them.",
        "全カードの表の画像と裏の画像、それに取りこむときの設定です。"),
    "print faces": ("{name}: {width} × {height}, {count} cards", "{name}：横{width}×縦{height}、{count}枚"),
    "print back": ("back", "裏"),
    "print settings": ("Settings (JSON)", "設定（JSON）"),
    "print untold": (
        "Most rules have no text yet: what is said of them here was told from the clauses of the game.",
        "ほとんどのルールにはまだ文章がなく、ここにある説明はゲームの条文から自動で書き起こしたものです。"),
    "some untold": (
        "{count} rule has no text yet: what is said of it was told from its clause.¦"
        "{count} rules have no text yet: what is said of them was told from their clauses.",
        "{count}個のルールにはまだ文章がなく、条文から自動で書き起こしています。"),
    "print marks": (
        "In the margin: proved, no play can break the rule's promises; shown, a play shows that it can come about; "
        "open, the rulebook can be read in more than one way, and the last chapter says how it is played here. "
        "Where nothing stands, nothing is claimed.",
        "欄外の印について。「証明済み」は、そのルールにかかわる約束がどんなプレイでも破られないこと、"
        "「確認済み」は、実際にそうなるプレイがあること、「未確定」は、説明書を何通りかに読めることを示します"
        "（どう遊ぶかは最後の章にあります）。印のないルールについては、何も主張していません。"),
    "print colophon": (
        "Made by qedeck from the text of the game. Edition of the rules: {digest}.",
        "ゲームのテキストから qedeck が作成しました。ルールの版：{digest}"),
    "print more examples": (
        "{count} more example is drawn on the site of the game.¦"
        "{count} more examples are drawn on the site of the game.",
        "このほか{count}個の例を、ゲームのサイトで図とともに紹介しています。"),
    # the table
    "evening needs script": ("The moderator's page needs JavaScript.", "進行役のページには JavaScript が必要です。"),
    "table needs script": ("The table needs JavaScript.", "テーブルで遊ぶには JavaScript が必要です。"),
    "open in editor": ("Open in my editor", "エディターで開く"),
}


def say(language: str, key: str, **parts: object) -> str:
    """A phrase, with its gaps filled. It is plain text still: whoever writes a page escapes the whole."""
    english, japanese = PHRASES[key]
    words = japanese if language == "ja" else english
    one, several, many = words.partition("¦")
    if several:
        words = one if parts.get("count") == 1 else many
    return words.format(**parts) if parts else words
