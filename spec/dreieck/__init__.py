"""Dreieck nimmt, specified: triangles with a symbol in each corner, laid edge to edge to capture."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.dreieck.board import tiles_of
from rulewright.spec.dreieck.drawing import DRAWING
from rulewright.spec.dreieck.game import Dreieck
from rulewright.spec.dreieck.occasions import OCCASIONS, counted
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.dreieck.symmetry import renamings, symmetries

STACKED_FOR_TWO = {
    "s": 2,
    "supply": "stack",
    "stacks": {"p1": ["bbb", "abb", "aab", "aaa"], "p2": ["bbb", "aab", "abb", "aaa"]},
}
STACKED_FOR_THREE = {
    "k": 3,
    "s": 3,
    "supply": "stack",
    "stacks": {
        "p1": ["bcc", "bbc", "acb", "ccc", "abb", "aaa", "acc", "bbb", "aac", "abc", "aab"],
        "p2": ["aab", "acb", "ccc", "bbc", "aac", "bbb", "abc", "abb", "aaa", "bcc", "acc"],
        "p3": ["bbb", "aaa", "bcc", "abb", "ccc", "aac", "acb", "abc", "aab", "acc", "bbc"],
    },
}

ALPHABETICAL = list(tiles_of(4))
FULL_STACKS = {
    "supply": "stack",
    "stacks": {"p1": ALPHABETICAL, "p2": ALPHABETICAL[::-1]},
}

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Dreieck,
    draw=DRAWING,
    full_size=({}, {"k": 4}, {"k": 6}, FULL_STACKS),
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
    larger=({"k": 5, "s": 3}, {"k": 7, "s": 2}, {"s": 6}),
    crowded=({"k": 10, "s": 1}, {"k": 11, "s": 2}),
    symmetries=symmetries,
    renamings=renamings,
    occasions=OCCASIONS,
    count_occasions=counted,
)
