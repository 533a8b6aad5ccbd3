"""Holes of a rulebook, found without being told where."""

from rulewright.gaps.findings import Finding
from rulewright.gaps.search import DETECTORS, find, found
from rulewright.gaps.subject import Subject

__all__ = ["DETECTORS", "Finding", "Subject", "find", "found"]
