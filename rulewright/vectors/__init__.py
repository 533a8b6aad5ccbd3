"""The conformance suite as data: vectors and perft tables, usable from any language."""

from rulewright.vectors.suite import load, perft_tables
from rulewright.vectors.vector import Expectation, Forbidden, PerftTable, Vector

__all__ = ["Expectation", "Forbidden", "PerftTable", "Vector", "load", "perft_tables"]
