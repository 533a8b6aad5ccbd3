"""Prove the theorems of every game and keep the verdicts for the documentation.

Run as `python docs/verdicts.py [GAME ...]`, before Sphinx; all games if none is named.
Theorems are proved again only if the specification
or the proofs have changed since. The exit status is 1 if a theorem does not hold.
"""  # noqa: INP001

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rulewright.play.games import folder_of_specification, game_names

FOLDER = Path(__file__).parent / "generated" / "verdicts"


def is_fresh(path: Path, sources: Path) -> bool:
    """Return whether a file is newer than every source of the specification and the proofs."""
    if not path.exists() or not path.stat().st_size:
        return False
    written = path.stat().st_mtime
    parts = (sources / "spec", sources / "proofs")
    return all(each.stat().st_mtime < written for part in parts for each in part.rglob("*.py"))


def main() -> int:
    """Write one file for each game."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = 0
    for game in sys.argv[1:] or game_names():
        path = FOLDER / f"{game}.json"
        package = folder_of_specification(game).parents[1]
        if is_fresh(path, package):
            continue
        command = [sys.executable, "-m", "rulewright", "prove", game, "--certify", "--json"]
        proved = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
        failed = failed or proved.returncode
        if proved.returncode == 0:
            path.write_text(proved.stdout, encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())
