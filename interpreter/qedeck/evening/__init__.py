"""An evening of a moderated game: what is read aloud, shown, asked and recorded; a game and a sheet of entries in."""
