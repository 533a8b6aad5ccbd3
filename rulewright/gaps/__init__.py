"""Detectors of holes in a rulebook that need no hint where to search."""

from rulewright.gaps.findings import Beside, Clear, Finding, Unlooked
from rulewright.gaps.search import DETECTORS, find, found, found_with
from rulewright.gaps.subject import Subject

__all__ = [
    "DETECTORS",
    "Beside",
    "Clear",
    "Finding",
    "Subject",
    "Unlooked",
    "find",
    "found",
    "found_with",
]
