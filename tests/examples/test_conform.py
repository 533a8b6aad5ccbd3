"""The runner finds nothing wrong with the engines in `examples/`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from common.foreign import built

PLAYED = [("javascript", "nonaga"), ("javascript", "dreieck"), ("c", "minoa"), ("java", "ari")]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "game"), PLAYED)
def test_it_conforms(language: str, game: str, tmp_path: Path) -> None:
    """By the command, as a user would run it; nothing is unsupported."""
    options = ["--quick", "--strict", "--seed", "1", "--game", game]
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "conform", *options, "--", *built(language, tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"\n{game}: conforms under " in done.stdout
    assert "unsupported (" not in done.stdout
