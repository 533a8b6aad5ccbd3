"""Theorems and clauses with the results of the checks."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getsource
from textwrap import dedent
from typing import Any

from attrs import frozen

from rulewright.checks.proving import by_default
from rulewright.play import games
from rulewright.proofs.theorem import Theorem
from rulewright.report.study import GameStudy
from rulewright.spec.coverage import Tally
from rulewright.spec.registry import Clause
from rulewright.wording.chance import rule_of_three
from rulewright.wording.numbers import counted


@frozen
class TheoremRow:
    """A theorem, and its verdict if it was proved for this report."""

    theorem: Theorem
    verdict: Mapping[str, Any] | None
    by_default: str = ""
    """The options that its scope leaves to their defaults, in words; empty if there are none."""

    @property
    def status(self) -> str:
        """Its verdict, in a word or two."""
        if self.verdict is None:
            return "not run"
        status = str(self.verdict["status"])
        return status if self.verdict["holds"] else f"{status}: does not hold"

    @property
    def kind(self) -> str:
        """Its style: `good`, `bad`, or `none` if it was not run."""
        return "none" if self.verdict is None else "good" if self.verdict["holds"] else "bad"

    @property
    def checked(self) -> str:
        """What stands behind the answers of the solver besides its word, in one line."""
        certification = self.verdict and self.verdict.get("certification")
        if not self.verdict or not certification:
            return "not asked"
        enumerated, assumed = self.verdict["enumerated"], len(self.theorem.assumptions)
        computed = f"{enumerated} enumerated, {assumed} assumed"
        return f"{certification['summary']}; {computed}; {self.verdict['replayed']}"

    @property
    def parts(self) -> dict[str, list[str]]:
        """The names of its parts by kind."""
        found: dict[str, list[str]] = {}
        for part in self.theorem.parts:
            found.setdefault(part.kind, []).append(part.name)
        return found


def theorem_rows(study: GameStudy) -> list[TheoremRow]:
    """List the theorems about a game; empty if it has no proofs."""
    if study.game not in games.game_names("proofs"):
        return []
    verdicts = study.data("theorems")
    return [
        TheoremRow(theorem, verdicts.get(theorem.name), by_default(study.game, theorem))
        for theorem in games.theorems(study.game)
    ]


@frozen
class ClauseRow:
    """A clause, how often it held and failed, and the theorems and questions about it."""

    clause: Clause
    tally: Tally | None
    """None if the clause does not constrain actions, or nothing was counted."""
    judged: int
    """Random games in which it was counted."""
    theorems: tuple[str, ...]
    questions: tuple[str, ...]

    @property
    def formulas(self) -> list[tuple[str, str]]:
        """Name and source of each formula, as it is run and proved."""
        return [(each.__name__, dedent(getsource(each)).rstrip()) for each in self.clause.formulas]

    @property
    def gaps(self) -> list[str]:
        """What the clause was never seen to do."""
        if self.tally is None:
            return []
        seen = {"hold": self.tally.held, "fail": self.tally.failed, "fail alone": self.tally.alone}
        return [what for what, count in seen.items() if not count]

    @property
    def how_rare(self) -> str:
        """How rare what it was never seen to do may still be; empty if no games were counted."""
        if not self.judged:
            return ""
        return f"in {counted(self.judged, 'games')}: {rule_of_three(self.judged, 'it does so')}"


def clause_rows(study: GameStudy) -> list[ClauseRow]:
    """List the clauses of a game's rulebook."""
    book = games.specified(study.game).rulebook
    coverage, judged = study.data("coverage"), int(study.data("judged").get("games", 0))
    theorems = [row.theorem for row in theorem_rows(study)]
    return [
        ClauseRow(
            clause=clause,
            judged=judged,
            tally=Tally(**counts) if (counts := coverage.get(clause.identifier)) else None,
            theorems=tuple(each.name for each in theorems if clause.identifier in each.clauses),
            questions=tuple(
                each.name for each in book.questions if clause.identifier in each.clauses
            ),
        )
        for clause in book.clauses
    ]
