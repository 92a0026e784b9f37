"""Plays: at random, steered, searched, all of them; and played again before they are told."""
