"""The checks that `rulewright verify` runs, for any game."""

from rulewright.checks.bulk import BulkCheck
from rulewright.checks.exhaustive import ExhaustiveCheck
from rulewright.checks.laws import LawsCheck
from rulewright.checks.lint import LintCheck
from rulewright.checks.lockstep import LockstepCheck
from rulewright.checks.outcome import NORMAL, QUICK, THOROUGH, Check, Effort, Outcome, Progress
from rulewright.checks.theorems import TheoremsCheck
from rulewright.checks.vectors import VectorsCheck

CHECKS: tuple[Check, ...] = (
    LintCheck(),
    TheoremsCheck(),
    LockstepCheck(),
    BulkCheck(),
    ExhaustiveCheck(),
    LawsCheck(),
    VectorsCheck(),
)

__all__ = ["CHECKS", "NORMAL", "QUICK", "THOROUGH", "Check", "Effort", "Outcome", "Progress"]
