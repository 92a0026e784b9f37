"""Game to Book: one plain record of all that is shown of a game, in one language. `making.book_of` is the door."""
