"""Bugs that `rulewright verify --selftest` plants in a copy of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

IMPLEMENTATION, SPECIFICATION, HARNESS = "implementation", "specification", "harness"


@frozen
class Probe:
    """A check of one game, under the options that find a bug soon."""

    check: str
    game: str = "minoa"
    params: Mapping[str, Any] = field(factory=lambda: {"n": 1})
    rulings: Mapping[str, str] = field(factory=dict)
    theorem: str = ""
    """The one theorem that is proved, if the check is that of the theorems."""


@frozen
class Plant:
    """A text that is replaced in one file, and the check that has to find it."""

    name: str
    about: str
    part: str
    """Where it lies: implementation, specification or harness."""
    file: str
    """Below the folder of the package."""
    right: str
    wrong: str
    trial: Probe
    found_by: str
    """What the failure says: another failure is no proof that this bug was found."""


LOCKSTEP, LAWS, BULK = Probe("lockstep"), Probe("laws"), Probe("bulk")
VECTORS = Probe("vectors", rulings={"closure": "line", "end": "full"})
THEOREM = Probe("theorems", theorem="closed_area_without_edge_means_a_cycle_of_sticks")
TRIALS = (LOCKSTEP, LAWS, BULK, VECTORS, THEOREM)
"""What has to hold without a bug."""

PLANTS = (
    Plant(
        "actions-are-missing",
        "compiled code never lists a boundary line as legal",
        IMPLEMENTATION,
        "impl/minoa/kernel.py",
        "for _ in range(2 if row[HANDS + row[TURN]] else 1):",
        "for _ in range(1):",
        LOCKSTEP,
        "legal at the start",
    ),
    Plant(
        "ranks-repeat",
        "random play finds one action under several ranks",
        IMPLEMENTATION,
        "impl/minoa/kernel.py",
        "return base + 64 * word + nth_one(bits, index)",
        "return base + 64 * word + nth_one(bits, 0)",
        LOCKSTEP,
        "legal actions by rank",
    ),
    Plant(
        "nobody-wins",
        "only more territory than everybody, oneself included, wins (MIN-13)",
        SPECIFICATION,
        "spec/minoa/clauses.py",
        "(over, *(own >= other for other in totals))",
        "(over, *(own > other for other in totals))",
        VECTORS,
        "the specification fails",
    ),
    Plant(
        "one-area-is-enough",
        "one area with a boundary line is enough for all (MIN-9)",
        SPECIFICATION,
        "spec/minoa/clauses.py",
        "return all_of(connected_to(rules, position.sticks, boundary_triangles(rules)))",
        "return any_of(connected_to(rules, position.sticks, boundary_triangles(rules)))",
        THEOREM,
        "refuted",
    ),
    Plant(
        "turn-is-not-renamed",
        "a symmetry of the players leaves whose turn it is",
        SPECIFICATION,
        "spec/minoa/symmetry.py",
        'None if json["turn"] is None else colours[json["turn"]]',
        'json["turn"]',
        LAWS,
        "colours passed on",
    ),
    Plant(
        "positions-are-misread",
        "every piece of a position in JSON is read as that of any player",
        SPECIFICATION,
        "spec/minoa/notation.py",
        "tuple(pieces.get(name) == player for name in rules.board.names)",
        "tuple(name in pieces for name in rules.board.names)",
        LOCKSTEP,
        "impossible position",
    ),
    Plant(
        "first-clause-is-unsaid",
        "an explanation leaves out the first clause that forbids an action",
        HARNESS,
        "spec/engine.py",
        "return tuple(map(self.violation, verdicts.forbidding(lane)))",
        "return tuple(map(self.violation, verdicts.forbidding(lane)[1:]))",
        LOCKSTEP,
        "explanation of",
    ),
    Plant(
        "lanes-are-reversed",
        "eight games at a time are judged in the reversed order",
        HARNESS,
        "spec/lanes.py",
        'np.packbits(table.T, axis=1, bitorder="little")',
        'np.packbits(table.T, axis=1, bitorder="big")',
        BULK,
        "the specification says",
    ),
    Plant(
        "conclusion-is-not-asked",
        "the solver never sees the last term of a query",
        HARNESS,
        "proofs/solving.py",
        "solver.add(*given)",
        "solver.add(*given[:-1])",
        THEOREM,
        "refuted",
    ),
    Plant(
        "vector-demands-less",
        "a committed vector has lost one of the actions that must be legal",
        HARNESS,
        "suite/minoa/readings.json",
        '"allowed": ["0,0-1,-1", "0,0-1,0"]',
        '"allowed": ["0,0-1,-1"]',
        VECTORS,
        "its identifier is not that of its content",
    ),
)
