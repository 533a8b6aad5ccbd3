"""ARI, specified: a queen and three Miwin dice each; what the dice point at they threaten."""

from rulewright.spec.ari.drawing import DRAWING
from rulewright.spec.ari.game import Ari
from rulewright.spec.ari.occasions import OCCASIONS, counted
from rulewright.spec.ari.options import Parameters, Rulings
from rulewright.spec.ari.rulebook import RULEBOOK
from rulewright.spec.ari.symmetry import renamings, symmetries
from rulewright.spec.catalogue import SpecifiedGame

ONE_NUMBER_EACH = {"III": [1] * 6, "IV": [2] * 6, "V": [3] * 6}
"""Dice that look alike however they are turned, so that actions are few."""
TWO_NUMBERS_EACH = {"III": [1, 2, 1, 1, 2, 1], "IV": [2, 3, 2, 3, 3, 2], "V": [3, 1, 1, 1, 1, 1]}

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Ari,
    draw=DRAWING,
    played=(
        {},
        {"n": 4, "nets": ONE_NUMBER_EACH},
        {"n": 4, "nets": TWO_NUMBERS_EACH},
        {"n": 5, "nets": {"V": [1, 2, 3, 1, 2, 3]}},
        {"n": 5, "nets": TWO_NUMBERS_EACH},
        {"n": 7, "nets": ONE_NUMBER_EACH},
    ),
    explored=(
        {"n": 4, "nets": ONE_NUMBER_EACH},
        {"n": 4, "nets": TWO_NUMBERS_EACH},
        {"n": 5, "nets": ONE_NUMBER_EACH},
    ),
    larger=({"n": 16}, {"n": 26}),
    symmetries=symmetries,
    renamings=renamings,
    occasions=OCCASIONS,
    count_occasions=counted,
)
