"""Many games: batches of seeds in, tallies out, wherever they are played; and exact odds of small games."""
