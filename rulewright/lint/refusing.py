"""Formulas of a game that brings its own structures: asked again with facts that refuse to be truths.

What a formula says of many positions at once is not compared here, since a whole number in such a
game may be a number as well as the lanes of all candidates. But a fact that refuses `bool` and `==`
shows each `if`, `and`, `or`, `not` and comparison that a formula applies to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from traceback import walk_tb
from typing import Any

from attrs import define, field

from rulewright.author.bulk import LaneFact, mapped
from rulewright.lint.arguments import liftable, thinned
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.formulas import USE
from rulewright.lint.sampling import Asked, Call, Calls
from rulewright.lint.sources import SourceFiles, place_of
from rulewright.play.attribution import place_in
from rulewright.spec import broadcast
from rulewright.spec.broadcast import NotAFormula
from rulewright.spec.logic import NotCounted
from rulewright.spec.registry import Rulebook

MOST = 32
"""Calls of one formula that are repeated."""
LIMITED = (
    "what formulas say of many positions at once, since the game does not derive from OneByOne; each "
    "was asked again with facts that refuse `if`, `and`, `or`, `not` and `==`"
)


@define(eq=False)
class RefusingFactsLint:
    """Asks the formulas of a game again, with facts that are no Python truths."""

    rulebook: Rulebook
    files: SourceFiles
    calls: Calls
    left_out: list[str] = field(factory=list)
    _answers: Counter[Asked] = field(factory=Counter)
    _told: set[Asked] = field(factory=set)

    def findings(self) -> Iterator[LintFinding]:
        """Yield each formula that uses a fact as a Python truth; at most one finding for each."""
        self.left_out.append(LIMITED)
        for (asked, _), calls in self.calls.kept.items():
            if asked not in self._told:
                yield from self.formula(asked, calls)
        self.left_out += [
            f"`{kind}` of {identifier}: it takes no facts of another kind"
            for (identifier, kind), answers in self._answers.items()
            if not answers
        ]

    @property
    def evaluated(self) -> int:
        """How many calls were answered, so that each fact that was used was used as one."""
        return self._answers.total()

    def formula(self, asked: Asked, calls: Sequence[Call]) -> Iterator[LintFinding]:
        """Ask one formula again."""
        identifier, kind = asked
        formula = getattr(self.rulebook[identifier], kind)
        answered = 0
        for given, _ in thinned(calls, MOST):
            try:
                formula(*refusing(given))
            except NotCounted:  # these facts make numbers of lanes where the game has plain ones
                continue
            except NotAFormula as refusal:
                if in_the_library(refusal):
                    continue
                self._told.add(asked)
                inside = place_in(refusal, [self.files.first.parent])
                place = inside or place_of(formula, self.files.anywhere)
                yield finding("formula", place, f"`{kind}` of {identifier}: {refusal}", USE)
                return
            except Exception:  # noqa: BLE001, S112 - it needs facts of another kind, and shows nothing
                continue
            answered += 1
        self._answers[asked] += answered


def refusing(given: tuple[Any, ...]) -> list[Any]:
    """Return arguments with facts that refuse to be truths, in place of those that are."""
    sizes = (1, max(1, *(widest(each) for each in given)))

    def change(value: Any) -> Any:
        return LaneFact(int(value), 0, sizes) if isinstance(value, bool) else value

    return [mapped(change, each) if liftable(each) else each for each in given]


def in_the_library(refusal: NotAFormula) -> bool:
    """Return whether a combinator used a fact as a truth, to save work, and not the formula."""
    *_, (caller, _), _ = walk_tb(refusal.__traceback__)
    return Path(caller.f_code.co_filename).parent == Path(broadcast.__file__).parent


def widest(argument: Any) -> int:
    """Return how many lanes the widest whole number of an argument would have."""
    found = [1]

    def note(value: Any) -> Any:
        if isinstance(value, int):
            found.append(value.bit_length())
        return value

    if liftable(argument):
        mapped(note, argument)
    return max(found)
