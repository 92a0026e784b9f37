"""`python -m qedeck.commands` is the same as `qedeck`."""

from __future__ import annotations

import sys

from qedeck.commands.main import main

sys.exit(main())
