"""How often a process of ours looks for garbage: Python's own pace suits programs that keep little."""

from __future__ import annotations

import gc

PACE = 5_000, 50, 10
"""New objects before a look at them, looks before one at those left over, and of these before all.

Sources, terms and verdicts are kept for as long as a process runs, and each look goes through them in
vain. Looks that are rarer still leave tables of many megabytes lying about.
"""


def look_seldom() -> None:
    """Look for garbage at this pace from now on: for processes that are ours alone."""
    gc.set_threshold(*PACE)
