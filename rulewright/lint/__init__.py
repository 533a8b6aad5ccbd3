"""What is wrong with the package of a game, found before anything is checked.

`lint` looks at a game's rulebook, options, code and theorems as data, and plays some games by its
specification. Each finding names the file, the line, and the remedy.
"""

from rulewright.lint.examine import lint
from rulewright.lint.finding import KINDS, LintFinding, LintReport

__all__ = ["KINDS", "LintFinding", "LintReport", "lint"]
