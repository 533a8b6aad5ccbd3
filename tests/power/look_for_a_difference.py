"""Run by the tests, in a process of its own, on a copy of the package with a bug planted in it.

Arguments: a JSON object with game, params, rulings and the number of examples. Prints a JSON object:
where the implementation was loaded from, and the shortest game found (null if none was).
"""

from __future__ import annotations

import json
import sys

import rulewright.impl
from rulewright.play import games
from rulewright.play.nearest import shortest_by_search
from rulewright.testing import shortest_difference

order = json.loads(sys.argv[1])
measure = games.engine(order["game"], order["params"], order["rulings"], "spec")
tested = games.engine(order["game"], order["params"], order["rulings"], "impl")
moves = shortest_difference(measure, tested, max_plies=60, examples=order["examples"])
if moves and order["shorter"]:
    search = shortest_by_search(measure, tested, most_plies=len(moves) - 1, most_positions=20_000)
    moves = search.moves or moves
print(json.dumps({"impl": rulewright.impl.__file__, "moves": moves}))
