"""Holes of a rulebook, found without being told where."""

from rulewright.gaps.findings import Finding

__all__ = ["Finding"]
