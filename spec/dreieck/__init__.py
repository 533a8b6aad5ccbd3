"""Dreieck nimmt, specified: triangles with a symbol in each corner, laid edge to edge to capture."""

from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.dreieck import drawing
from rulewright.spec.dreieck.game import Dreieck
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Dreieck,
    draw=drawing,
)
