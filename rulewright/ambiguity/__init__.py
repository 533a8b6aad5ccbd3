"""Where two readers of a rulebook can disagree, and whether it matters."""

from rulewright.ambiguity.findings import Ambiguity, Share, Solved
from rulewright.ambiguity.study import studied, study

__all__ = ["Ambiguity", "Share", "Solved", "studied", "study"]
