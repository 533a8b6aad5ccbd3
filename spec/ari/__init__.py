"""ARI, specified: a queen and three Miwin dice each; what the dice point at they threaten."""

from rulewright.spec.ari import drawing
from rulewright.spec.ari.game import Ari
from rulewright.spec.ari.options import Parameters, Rulings
from rulewright.spec.ari.rulebook import RULEBOOK
from rulewright.spec.catalogue import SpecifiedGame

GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Ari,
    draw=drawing,
)
