"""Dreieck nimmt, specified: triangles with a symbol in each corner, laid edge to edge to capture."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.dreieck import drawing
from rulewright.spec.dreieck.game import Dreieck
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.dreieck.symmetry import symmetries

STACKED_FOR_TWO = {
    "s": 2,
    "supply": "stack",
    "stacks": {"p1": ["aab", "bbb", "aaa", "abb"], "p2": ["bbb", "abb", "aaa", "aab"]},
}
STACKED_FOR_THREE = {
    "k": 3,
    "s": 3,
    "supply": "stack",
    "stacks": {
        "p1": ["abc", "aab", "ccc", "bbc", "acb", "aaa", "bcc", "acc", "abb", "aac", "bbb"],
        "p2": ["aab", "abc", "bbb", "acc", "aac", "bbc", "acb", "ccc", "aaa", "bcc", "abb"],
        "p3": ["acb", "aac", "abb", "abc", "bbc", "bbb", "aab", "aaa", "acc", "ccc", "bcc"],
    },
}

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Dreieck,
    draw=drawing,
    played=(
        {},
        {"k": 3},
        {"k": 4, "s": 3},
        {"s": 2},
        {"k": 3, "s": 2},
        {"k": 4, "s": 2},
        {"s": 3},
        {"k": 3, "s": 3},
        {"k": 4, "s": 1},
        STACKED_FOR_TWO,
        STACKED_FOR_THREE,
    ),
    exhausted=(
        {"s": 1},
        {"k": 3, "s": 1},
        {"k": 4, "s": 1},
        {"k": 6, "s": 1},
        STACKED_FOR_TWO,
        {"s": 2},
    ),
    explored=({"k": 3, "s": 2}, {"s": 3}, {}),
    symmetries=symmetries,
)
