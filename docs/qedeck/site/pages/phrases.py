"""Our own words, in both languages: one table, key -> (English, Japanese). Words of a game come from its Book.

Where English has a form for one, it stands before a ¦: "{count} card¦{count} cards".
"""

from __future__ import annotations

from typing import Final

PHRASES: Final[dict[str, tuple[str, str]]] = {
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
    "promises": ("Promises", "約束と証明"),
    "open": ("Open points", "決まっていないこと"),
    "odds": ("Odds", "統計"),
    "variants": ("Variants", "バリアント"),
    "about rules": ("Set-up, course of play, end", "準備から終わりまで"),
    "about table": ("Play it here", "このページで遊べます"),
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
    "card wins": ("Wins {share} % of the tricks it is played to.", "出したトリックの{share}%に勝ちます。"),
    # grades
    "grade proved": ("proved", "証明ずみ"),
    "grade proved by default": ("proved for the default readings", "標準の読み方で証明ずみ"),
    "grade shown": ("shown", "実例あり"),
    "grade refuted as expected": ("refuted, as expected", "予想どおり不成立"),
    "grade refuted": ("refuted", "不成立"),
    "grade claims nothing": ("claims nothing", "何も言っていない"),
    "grade open": ("open", "未解決"),
    "grade stale": ("stale", "古い判定"),
    "grade not asked": ("not asked", "未検証"),
    "means proved": (
        "No deal, no choice and no reading breaks it, at the player counts that are named.",
        "書かれた人数では、どんな配り方、選び方、読み方でも破られません。"),
    "means proved by default": (
        "The same, but only for the readings that are played by default.",
        "同じですが、標準の読み方にかぎります。"),
    "means shown": (
        "It can happen, and a play or a position shows how.",
        "実際に起こります。そうなるプレイか局面を示せます。"),
    "means refuted as expected": (
        "The rules do not keep it, and the game was written to say so.",
        "ルールはこれを守りません。そのことを示すために書かれた約束です。"),
    "means refuted": (
        "It is not so, and a play or a position shows it.",
        "成り立ちません。そうなるプレイか局面を示せます。"),
    "means claims nothing": (
        "There is nothing it speaks of. True, and worth nothing.",
        "あてはまるものがありません。正しくても意味がありません。"),
    "means open": (
        "Asked, and not decided. Nobody should rely on it.",
        "調べましたが、決まっていません。あてにしないでください。"),
    "means stale": (
        "Answered for other rules, or by an older prover. Nobody should rely on it.",
        "前のルールか、古い証明器での結果です。あてにしないでください。"),
    "means not asked": ("Nobody has asked it yet.", "まだ調べていません。"),
    "grade word": ("Grade", "判定"),
    "what grades mean": ("What the grades mean", "判定の意味"),
    # promises
    "promises lead": (
        "What holds in every game, whatever the players do and however the cards fall; and how sure we are of it.",
        "だれが何をしても、カードがどう配られても成り立つこと。そして、それがどこまで確かか。"),
    "sentences": ("The sentences of the rulebook", "ルールブックの文"),
    "sentences lead": (
        "Each sentence has a number. Here is which rule says it, which promises need it, and the weakest grade among "
        "those.",
        "どの文にも番号がついています。どのルールがその文を表し、どの約束がその文に頼り、"
        "いちばん弱い判定は何かを示します。"),
    "properties": ("The promises of this game", "このゲームの約束"),
    "asked of all": ("What every game is asked", "どのゲームにもたずねること"),
    "asked of all lead": (
        "Nobody had to write these down: they are asked of every game.",
        "だれも書かなくても、どのゲームにもたずねる約束です。"),
    "tools": ("What only promises speak of", "約束だけで使う言葉"),
    "tools lead": (
        "No rule uses these words; promises do, to say what they claim.",
        "ルールには出てこない、約束を言い表すためだけの言葉です。"),
    "asked of base": ("asked of the base game", "もとのゲームで検証"),
    "encoded by": ("Said by", "表すルール"),
    "drawn in": ("Drawn in", "図"),
    "any": ("any", "すべて"),
    "how many play": ("Players", "人数"),
    "word or id": ("Word or number", "言葉か番号"),
    "all of them": ("all {count}", "全{count}件"),
    "some of them": ("# of them", "#件"),
    # one promise
    "claim": ("What is claimed", "主張"),
    "claim number": ("Claim {number}", "主張{number}"),
    "name word": ("Name", "名前"),
    "holds with": ("Claimed of", "対象"),
    "about": ("About", "もとの文"),
    "under": ("Only where", "条件"),
    "which readings": ("Readings", "読み方"),
    "default readings only": ("the default ones only", "標準の読み方のみ"),
    "speaks of": ("Open points", "関係する未決事項"),
    "known to fail": ("Known", "既知"),
    "known to fail words": (
        "The rulebook does not keep this, and the game says so.",
        "ルールブックはこれを守りません。ゲームにもそう書いてあります。"),
    "answers": ("What was found", "結果"),
    "in words": ("In words", "くわしく"),
    "found by": ("Found by", "調べた方法"),
    "agreed": ("{method}; {who} agree", "{method}（{who} が一致）"),
    "engine induction": ("induction", "帰納法"),
    "engine lemma": ("one question about every position", "すべての局面への問い"),
    "engine random plays": ("random plays", "ランダムなプレイ"),
    "engine bounded search": ("every short play", "短いプレイの総当たり"),
    "engine exhaustive search": ("every play", "すべてのプレイの総当たり"),
    "engine structure": ("the text of the rules", "ルールの文面"),
    "engine measure": ("a number that shrinks", "減っていく数"),
    "engine step by step": ("every single step", "1手ずつの確認"),
    "engine none": ("", ""),
    "seconds": ("Seconds", "秒"),
    "over": ("over: {what}", "範囲：{what}"),
    "takes for granted": ("takes for granted: {what}", "前提：{what}"),
    "was": ("it was: {grade}", "前の判定：{grade}"),
    "refuting play": ("A play that refutes it, with {count} players", "成り立たないプレイ（{count}人）"),
    "showing play": ("A play that shows it, with {count} players", "成り立つプレイ（{count}人）"),
    "leads": ("What a stepping stone should speak of:", "手がかりになりそうなこと："),
    "stands out": ("What stands out:", "注目するところ："),
    "the story": ("The play, told ({count} lines)", "プレイの記録（{count}行）"),
    "rests on": ("What it rests on, and what rests on it", "何に頼り、何を支えるか"),
    "graph of": ("What {name} rests on, and what rests on it", "「{name}」が頼るものと支えるもの"),
    "rests on rule": ("rests on the rule", "頼るルール"),
    "rests on promise": ("follows from", "もとになる約束"),
    "carries promise": ("carries", "支える約束"),
    "as table": ("As a table", "表で見る"),
    "as written": ("As it is written", "条文"),
    "as data": ("The same as data (JSON)", "データ（JSON）"),
    # open points
    "open lead": (
        "{count} question that the rulebook leaves open. We had to choose; the publisher may choose "
        "otherwise.¦{count} questions that the rulebook leaves open. We had to choose; the publisher may choose "
        "otherwise.",
        "ルールブックからは決まらないことが{count}件あります。ここでは1つの読み方を選びましたが、"
        "出版社が別の読み方を選ぶこともできます。"),
    "to numbers": (
        "{count} number is not stated, either.¦{count} numbers are not stated, either.",
        "書かれていない数も{count}件あります。"),
    "numbers": ("Numbers that are not stated", "書かれていない数"),
    "numbers lead": (
        "The rulebook only says what they must satisfy. Play uses the values assumed here; proofs hold for every "
        "value that fits.",
        "ルールブックは条件だけを示しています。プレイではここに書いた値を使い、"
        "証明は条件を満たすすべての値について行います。"),
    "played so": ("Played so", "こう読みます"),
    "read otherwise": ("Read the other way", "別の読み方では"),
    "parts here": (
        "The same choices at both tables. Here they part; what differs is framed, or said below.",
        "どちらのテーブルでも、ここまで同じ手を選んでいます。違うところを枠か下の文で示します。"),
    "why so": ("Why:", "理由："),
    "assumed is": ("Assumed: {what}", "仮定：{what}"),
    "the proof": ("How we know", "根拠を見る"),
    "asked in": ("Asked in", "関係するルール"),
    "from": ("From", "もとの文"),
    "depends on it": ("Depends on it", "これに左右される約束"),
    "seen in": ("Examples", "例"),
    "to ask": ("Made to ask a question", "問いを立てるためのゲーム"),
    "default only": ("Claimed of the default only", "標準の読み方だけでの約束"),
    # odds
    "odds lead": (
        "Players who choose at random, everything as assumed. Not how good players fare: whether a seat or a rule "
        "tips the game by itself.",
        "でたらめに選ぶプレイヤーどうしの結果です（仮定はすべて標準どおり）。上手な人の勝率ではなく、"
        "席やルールだけでかたよりが出るかを見るものです。"),
    "odds made": ("{games} games, from seed {seed}:", "{games}ゲーム（シード{seed}から）："),
    "odds stale": ("These games were played by other rules than these.", "今とはちがうルールでの結果です。"),
    "by seat": ("Who wins", "だれが勝つか"),
    "by ending": ("How it ends", "どう終わるか"),
    "by card": ("Which card wins its trick", "どのカードがトリックに勝つか"),
    "length": ("How long it takes", "どれくらい続くか"),
    "length same": ("{low} decisions, always.", "決断の数はいつも{low}回です。"),
    "length words": (
        "{mean} decisions on average, between {low} and {high}.",
        "決断の数は平均{mean}回、{low}回から{high}回まででした。"),
    "never at work": ("Rules that were never at work", "一度も使われなかったルール"),
    "legend seats": (
        "The thin line is where the true share lies, 19 times out of 20; the upright line is an even share.",
        "細い線は、本当の割合が20回に19回は収まる範囲です。たての線は、全員が同じ場合の割合です。"),
    "seat": ("Seat", "席"),
    "wins": ("Wins", "勝ち"),
    "interval": ("Between", "範囲"),
    "games word": ("Games", "ゲーム数"),
    "ending": ("Ending", "終わり方"),
    "share": ("Share", "割合"),
    "a seed": ("A seed", "シードの例"),
    "decisions made": ("Decisions", "決断の数"),
    "card word": ("Card", "カード"),
    "played": ("Played", "出された回数"),
    "between": ("{low} to {high}", "{low}〜{high}"),
    "at most": ("{share} % of games at most", "{share}%のゲームがこれ以下"),
    "seat better": ("better than chance explains", "偶然とは思えないほど有利"),
    "seat worse": ("worse than chance explains", "偶然とは思えないほど不利"),
    # variants
    "variant of": ("This is how it differs from {name}.", "{name}とちがうところです。"),
    "more variants": ("Variants of this game", "このゲームのバリアント"),
    "from word": ("From", "変更前"),
    "to word": ("To", "変更後"),
    "change replaced": ("Another rule", "ルールの差しかえ"),
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
