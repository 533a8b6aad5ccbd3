"""The report: readable pages with every theorem, clause, ambiguity and gap of a game."""

from rulewright.report.gather import gather
from rulewright.report.site import pages_of, write_site
from rulewright.report.study import GameStudy, ReportRun

__all__ = ["GameStudy", "ReportRun", "gather", "pages_of", "write_site"]
