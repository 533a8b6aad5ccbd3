"""Minoa, specified: sticks and pieces on a triangulated hexagon; the largest territory wins."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.minoa import drawing
from rulewright.spec.minoa.game import Minoa
from rulewright.spec.minoa.options import Parameters, Rulings
from rulewright.spec.minoa.rulebook import RULEBOOK

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Minoa,
    draw=drawing,
)
