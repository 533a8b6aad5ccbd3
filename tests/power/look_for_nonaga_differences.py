"""Run by the tests, in a process of its own, on a copy of the package with switchable bugs in it.

Argument: a JSON list of bugs, each with its number, params, rulings, and, where random games hardly show
it, the name of a game among those of the theorems. The bug with the number in `NONAGA_BUG` is at work in
engines made then (0: none). Prints a JSON object: where the implementation was loaded from, and for each
bug the first game found that the specification refutes, and the shortest game left of it (null if none).
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import rulewright.impl
from rulewright.impl.drivers import record
from rulewright.play import games
from rulewright.play.lockstep import differs
from rulewright.play.shorten import shortest
from rulewright.proofs.nonaga import games as lines
from rulewright.spec.coverage import RecordingRefuted

GAMES, PLIES = 256, 10


def shown(bug: dict[str, Any]) -> dict[str, Any]:
    """Look for a bug: in random games, all their positions in order of plies, or in a given game."""
    os.environ["NONAGA_BUG"] = str(bug["number"])
    measure = games.specification("nonaga", bug["params"], bug["rulings"])
    tested = games.implementation("nonaga", bug["params"], bug["rulings"])
    parts = differs(measure, tested)
    moves: list[str] | None = None
    if bug["line"] is not None and parts(getattr(lines, bug["line"])):
        moves = list(getattr(lines, bug["line"]))
    elif bug["line"] is None:
        try:
            measure.check(record(tested, 5, GAMES, max_plies=PLIES))
        except RecordingRefuted as refuted:
            moves = refuted.moves
    left = shortest(moves, parts) if moves is not None and parts(moves) else None
    return {"moves": moves, "shortest": left}


order = json.loads(sys.argv[1])
answers = [shown(bug) for bug in order]
print(json.dumps({"impl": rulewright.impl.__file__, "found": answers}))
