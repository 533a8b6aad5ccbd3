"""An engine that plays one of the games wrongly on purpose: `python wrong_engine.py GAME FAULT`.

The fault `right` is none: the suite must find nothing there.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "impl")]

from conversation import Catalogue, serve  # noqa: E402 - found through the line above

GAMES = ("minoa", "nonaga", "dreieck", "ari")


def faults_of(game: str) -> Catalogue:
    """Load the wrong engines of a game."""
    found: Catalogue = import_module(f"wrong_{game}").FAULTS
    return found


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in GAMES or sys.argv[2] not in faults_of(sys.argv[1]):
        sys.exit("usage: wrong_engine.py GAME FAULT")
    serve(faults_of(sys.argv[1])[sys.argv[2]]())
