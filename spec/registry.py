"""The rulebook as objects: sources, quotations, clauses, questions, sentences.

A rulebook is data about functions: each clause points to the formulas that say it. The engine asks
the rulebook for formulas, so a rulebook with one clause dropped or replaced is a different game: a
mutant, on which checks can prove their power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import getdoc
from typing import Any, TypeAlias

from attrs import asdict, evolve, field, frozen

from rulewright.interface import require_docstrings

Formula: TypeAlias = Callable[..., Any]


@frozen
class Source:
    """A rulebook file: a short name, the language, a title, and the whole text."""

    name: str
    language: str
    title: str
    text: str = field(repr=False)


@frozen
class Quotation:
    """The rulebook's own words, and the name of the source they stand in."""

    text: str
    source: str


@frozen
class Clause:
    """One atomic demand of a rulebook.

    `permits(rules, before, action)` says which actions it lets pass, `holds(rules, position)` what it
    keeps true in every position, and `effect` (its arguments depend on the clause) what follows from
    an action or a position. Each is None where the clause does not speak of that.
    """

    identifier: str
    quotations: tuple[Quotation, ...]
    permits: Formula | None = None
    holds: Formula | None = None
    effect: Formula | None = None

    @property
    def words(self) -> Quotation:
        """All that is quoted of its first source, as one text."""
        source = self.quotations[0].source
        quoted = (each.text for each in self.quotations if each.source == source)
        return Quotation(" … ".join(quoted), source)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the clause that there are; the first one names it."""
        given = (self.permits, self.effect, self.holds)
        return tuple(formula for formula in given if formula is not None)

    @property
    def name(self) -> str:
        """The claim, as a name."""
        return str(self.formulas[0].__name__)

    @property
    def demand(self) -> str:
        """The demand in plain words: the first paragraph of the formula's docstring.

        Raises `WithoutDocstrings` where Python has discarded the docstrings.
        """
        require_docstrings()
        text = (getdoc(self.formulas[0]) or "").split("\n\n")[0]
        return " ".join(text.removesuffix(f"({self.identifier}).").split()).rstrip(". ") + "."


@frozen
class Reading:
    """One answer to a question; `in_text` is False for one that only engines in circulation follow."""

    name: str
    meaning: str
    in_text: bool = True


@frozen
class Question:
    """A place where the text admits more than one reading; the first reading is the default."""

    name: str
    asks: str
    quotations: tuple[Quotation, ...]
    readings: tuple[Reading, ...]
    clauses: tuple[str, ...]
    wordings: Mapping[str, str] = field(factory=dict)
    """By language, what the rulebook could say so that only the default reading is left."""
    english: str = ""
    """The first quotation in English, where the source is in another language."""

    @property
    def wording(self) -> str:
        """The proposed wordings, each behind its language if there are several; "" if there is none."""
        if len(self.wordings) == 1:
            return next(iter(self.wordings.values()))
        return " ".join(f"{language}: “{text}”" for language, text in self.wordings.items())

    @property
    def default(self) -> str:
        """The name of the default reading."""
        return self.readings[0].name


@frozen
class Settled:
    """A question that looks open, and what leaves only one reading."""

    asks: str
    answer: str
    quotations: tuple[Quotation, ...]


@frozen
class Sentence:
    """A sentence of a source and what becomes of it: clauses and questions, or why it bears no rule."""

    text: str
    bears: tuple[str, ...] = ()
    no_rule: str = ""


@frozen
class Rulebook:
    """All that one game's rulebooks say and leave open."""

    game: str
    title: str
    sources: tuple[Source, ...]
    clauses: tuple[Clause, ...]
    questions: tuple[Question, ...]
    settled: tuple[Settled, ...]
    sentences: Mapping[str, tuple[Sentence, ...]]
    """By the name of the source, in the order of the text."""

    def __getitem__(self, identifier: str) -> Clause:
        """Find a clause by its identifier; raises KeyError."""
        for clause in self.clauses:
            if clause.identifier == identifier:
                return clause
        raise KeyError(identifier)

    def effect(self, identifier: str) -> Formula:
        """Find the formula that says what follows; raises `LookupError` if the clause has none.

        Only what is asked of the rulebook in this way can be wrong in a mutant.
        """
        formula = self[identifier].effect
        if formula is None:
            raise LookupError(f"{identifier} of {self.game} has no effect")
        return formula

    def permitting(self, *given: Any) -> dict[str, Any]:
        """Evaluate each clause that speaks of actions, by its identifier."""
        return {
            clause.identifier: clause.permits(*given)
            for clause in self.clauses
            if clause.permits is not None
        }

    def question(self, name: str) -> Question:
        """Find a question by its name; raises KeyError."""
        for question in self.questions:
            if question.name == name:
                return question
        raise KeyError(name)

    def speaking_of_actions(self) -> tuple[Clause, ...]:
        """The clauses that can forbid an action, in order."""
        return tuple(clause for clause in self.clauses if clause.permits is not None)

    def speaking_of_positions(self) -> tuple[Clause, ...]:
        """The clauses that hold in every position, in order."""
        return tuple(clause for clause in self.clauses if clause.holds is not None)

    def without(self, identifier: str) -> Rulebook:
        """Drop what a clause forbids: the mutant in which nobody has to obey it."""
        return self.replacing(identifier, permits=None, holds=None)

    def replacing(self, identifier: str, **formulas: Formula | None) -> Rulebook:
        """Swap formulas of one clause (`permits`, `holds`, `effect`): a mutant."""
        changed = Clause(**{**asdict(self[identifier], recurse=False), **formulas})
        return evolve(
            self,
            clauses=tuple(
                changed if clause.identifier == identifier else clause for clause in self.clauses
            ),
        )


def words(text: str) -> str:
    """Fold white space, so that a text can be compared whatever its line breaks."""
    return " ".join(text.split())


def unaccounted(source: Source, sentences: Iterable[Sentence]) -> str:
    """Return what of a source's text no sentence accounts for, from the first gap on; "" if nothing.

    The sentences must give the text word by word, in order, and each must bear a clause or a
    question, or say why it bears no rule.
    """
    rest = words(source.text)
    for sentence in sentences:
        text = words(sentence.text)
        if not rest.startswith(text) or bool(sentence.bears) == bool(sentence.no_rule):
            return rest
        rest = rest[len(text) :].lstrip()
    return rest


def worded(
    questions: Iterable[Question],
    wordings: Mapping[str, Mapping[str, str]],
    english: Mapping[str, str],
) -> tuple[Question, ...]:
    """Give each question, by its name, its proposed wordings and its quotation in English."""
    return tuple(
        evolve(each, wordings=wordings.get(each.name, {}), english=english.get(each.name, ""))
        for each in questions
    )
