"""What the laws are asked of: `make test` draws the same examples each time, so that it fails for what was changed and
for nothing else; `make test-all` (the profile `hunt`) draws new ones, and finds what nobody has thought of."""

from __future__ import annotations

from hypothesis import settings

# The first example also loads the grammar, so a time limit for each would fail by chance.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.register_profile("hunt", deadline=None)
settings.load_profile("steady")
