"""Clauses, conditions and steps in words, in English and Japanese: for what has no text of its own."""
