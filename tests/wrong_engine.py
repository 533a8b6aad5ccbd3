"""An engine that plays one of the games wrongly on purpose: `python tests/wrong_engine.py GAME FAULT`.

The suite must find nothing wrong with the fault `right`.
"""

from __future__ import annotations

import sys

from common.wrong_engines import GAMES, faults_of
from common.wrong_engines.conversation import serve

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in GAMES or sys.argv[2] not in faults_of(sys.argv[1]):
        sys.exit("usage: wrong_engine.py GAME FAULT")
    serve(faults_of(sys.argv[1])[sys.argv[2]]())
