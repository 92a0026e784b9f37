"""The rulebook site: a game's files become its Book, and the Book pages, pictures and print. Nothing is proved here."""
