"""Code that runs in a process of its own, with a cache folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def printed_with_cache(code: str, cache: Path) -> str:
    """Return what some code prints; raises `CalledProcessError` if it fails."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "RULEWRIGHT_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
