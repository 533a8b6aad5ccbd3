"""Nonaga, specified: slide a piece, relocate a disc; three pieces together win."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.nonaga.drawing import DRAWING
from rulewright.spec.nonaga.game import Nonaga
from rulewright.spec.nonaga.options import Parameters, Rulings
from rulewright.spec.nonaga.rulebook import RULEBOOK
from rulewright.spec.nonaga.symmetry import renamings, symmetries

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Nonaga,
    draw=DRAWING,
    played=({}, {"first": "black"}, {"n": 1}, {"n": 3}),
    exhausted=({"n": 1}, {"n": 1, "first": "black"}),
    larger=({"n": 4}, {"n": 5, "first": "black"}),
    symmetries=symmetries,
    renamings=renamings,
)
