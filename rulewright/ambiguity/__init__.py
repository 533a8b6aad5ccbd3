"""Where two readings of a rulebook differ, and whether it matters."""

from rulewright.ambiguity.findings import Ambiguity, Comparable, Share, Solved
from rulewright.ambiguity.study import studied, studied_with, study

__all__ = ["Ambiguity", "Comparable", "Share", "Solved", "studied", "studied_with", "study"]
