"""The documentation, held to the code."""
