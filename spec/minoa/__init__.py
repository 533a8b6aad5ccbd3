"""Minoa, specified: sticks and pieces on a triangulated hexagon; the largest territory wins."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.minoa.drawing import DRAWING
from rulewright.spec.minoa.game import Minoa
from rulewright.spec.minoa.options import Parameters, Rulings
from rulewright.spec.minoa.rulebook import RULEBOOK
from rulewright.spec.minoa.symmetry import renamings, symmetries

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Minoa,
    draw=DRAWING,
    full_size=({}, {"k": 3}, {"k": 4}),
    played=(
        {},
        {"k": 3},
        {"k": 4},
        {"n": 1},
        {"n": 1, "k": 3},
        {"n": 2},
        {"n": 2, "k": 3},
        {"n": 2, "k": 4},
        {"n": 3},
    ),
    exhausted=({"n": 1, "k": 2}, {"n": 1, "k": 3}),
    explored=({"n": 2}, {"n": 2, "k": 3}, {"n": 2, "k": 4}, {}),
    larger=({"n": 5}, {"n": 6, "k": 4}),
    symmetries=symmetries,
    renamings=renamings,
)
