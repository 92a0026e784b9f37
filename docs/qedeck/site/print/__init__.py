"""Print: a game's Book and its cards become PDF, and pictures of decks for tables on a screen, by typst."""
