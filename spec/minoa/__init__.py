"""Minoa, specified: sticks and pieces on a triangulated hexagon; the largest territory wins."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.minoa import drawing
from rulewright.spec.minoa.game import Minoa
from rulewright.spec.minoa.options import Parameters, Rulings
from rulewright.spec.minoa.rulebook import RULEBOOK
from rulewright.spec.minoa.symmetry import symmetries

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Minoa,
    draw=drawing,
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
)
