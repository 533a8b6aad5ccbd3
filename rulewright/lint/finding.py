"""What a finding consists of: where it is, what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from rulewright.play.attribution import Place, shown

KINDS = {
    "package": "the package: its name, its modules, what they offer",
    "sentence": "sentences of the rulebook that are not accounted for, or not in order",
    "reference": "names of clauses, questions and theorems that do not exist",
    "duplicate": "names that occur twice",
    "quotation": "quotations that are missing, or not in their source",
    "docstring": "formulas without a docstring, or with another clause's identifier",
    "question": "questions and readings that differ from the class of the rulings",
    "option": "parameters that the game does not take, and implementations with other options",
    "action": "actions that are no text without spaces",
    "drawing": "drawings that raise, are no text, or show nothing",
    "symmetry": "symmetries that are claimed and false, or true and not claimed",
    "deadlock": "players who are due without an action, undeclared or declared in vain",
    "unused": "clauses that nothing evaluates, readings that change nothing",
    "formula": "clauses that depend on a fact by other means than the combinators",
    "demand": "positions of games that break a clause about every position",
    "result": "methods that return something else than what they should",
    "endless": "code that gives no answer",
    "exception": "exceptions that the game's code raises",
}
"""The kinds of findings, and what each is about."""


@frozen
class LintFinding:
    """Something that is wrong with a game's package."""

    kind: str
    """One of `KINDS`."""
    file: str
    """The path, relative to the current folder if it lies there."""
    line: int
    """The number of the line, from 1."""
    what: str
    """What is wrong."""
    remedy: str
    """What would be right."""

    @property
    def sentence(self) -> str:
        """The finding in one line: file, line, what is wrong, and the remedy."""
        text = " ".join(f"{self.what}: {self.remedy}".split())
        return f"{self.file}:{self.line}: {text}"


@frozen
class LintReport:
    """All that was found in a game's package, and how much was looked at."""

    game: str
    findings: tuple[LintFinding, ...] = ()
    looked_at: tuple[str, ...] = ()
    """What was looked at, in words, such as ``12 random games``."""
    left_out: tuple[str, ...] = ()
    """What was not looked at, and why."""
    cases: int = field(default=0)
    """How many things were looked at: sentences, clauses, positions, evaluations."""

    @property
    def raised(self) -> bool:
        """Whether the game's code raised an exception."""
        return any(finding.kind == "exception" for finding in self.findings)

    @property
    def only_raised(self) -> bool:
        """Whether exceptions are all that was found."""
        return self.raised and all(finding.kind == "exception" for finding in self.findings)


def finding(kind: str, place: Place, what: str, remedy: str) -> LintFinding:
    """Make a finding of a place."""
    if kind not in KINDS:
        raise KeyError(kind)
    file, _, line = shown(place).rpartition(":")
    return LintFinding(kind, file, int(line), what, remedy)


def without_repetition(findings: Iterable[LintFinding]) -> tuple[LintFinding, ...]:
    """Return findings, each once, by file and line."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda one: (one.file, one.line, one.kind)))
