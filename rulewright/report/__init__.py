"""The report: readable pages with every theorem, clause, ambiguity and gap of a game."""

from rulewright.report.gather import gather
from rulewright.report.kept import kept_in
from rulewright.report.site import add_to_site, pages_of, write_site
from rulewright.report.study import GameStudy, ReportRun

__all__ = [
    "GameStudy",
    "ReportRun",
    "add_to_site",
    "gather",
    "kept_in",
    "pages_of",
    "write_site",
]
