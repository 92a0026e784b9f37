"""Proofs about games: the Z3 algebra, symbolic states, the engines and their verdicts."""
