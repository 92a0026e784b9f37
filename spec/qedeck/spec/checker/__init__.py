"""Stage 2 to 3: names and types are checked, and what was written becomes Core."""
