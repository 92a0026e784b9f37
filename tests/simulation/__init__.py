"""Many games: counted right, wherever they are played."""
