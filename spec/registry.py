"""The rulebook as objects: sources, quotations, clauses, questions, sentences.

A rulebook is data about functions: each clause points to the formulas that say it. The engine asks
the rulebook for formulas, so a rulebook with one clause dropped or replaced is a different game: a
mutant, on which checks can prove their power.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import getdoc
from pathlib import Path
from typing import Any, Self, TypeAlias

from attrs import Attribute, Factory, asdict, evolve, field, frozen

from rulewright.interface import UnknownName, UsageError, require_docstrings

Formula: TypeAlias = Callable[..., Any]
SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")
"""Where a sentence ends: behind its full stop, or with its line, as titles do."""


class UnknownClause(UnknownName, LookupError):
    """A rulebook has no clause of that name."""

    noun = "clause"


class UnregisteredQuestion(UnknownName, LookupError):
    """A rulebook has no question of that name."""

    noun = "question"


class WithoutEffect(UsageError, LookupError):
    """A clause is asked what follows, and says nothing of it."""


class WithoutReadings(UsageError, LookupError):
    """A question has no reading, so none can be its default."""


@frozen
class Source:
    """A rulebook file: a short name, the language, a title, and the whole text."""

    name: str
    language: str
    title: str
    text: str = field(repr=False)
    no_rule: Mapping[str, str] = field(factory=dict, eq=False, repr=False)
    """Sentences that bear no rule, or words of them, each with the reason."""

    @classmethod
    def beside(cls, module: str, file: str, title: str, **more: Any) -> Self:
        """Read a text file (UTF-8) that lies beside a module, which gives its `__file__`.

        The name and the language are ``en`` and ``English`` if not given. Raises `OSError`.
        """
        text = Path(module).with_name(file).read_text(encoding="utf-8")
        return cls(**{"name": "en", "language": "English"} | more, title=title, text=text)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the text; none may go on beyond the end of a line."""
        return tuple(filter(None, map(str.strip, SENTENCE_ENDS.split(self.text))))

    def quote(self, *of: str) -> tuple[Quotation, ...]:
        """Quote the first sentence in which some words stand; for several words, one sentence each.

        Words that stand nowhere are quoted as they are, which `rulewright lint` reports.

        >>> from rulewright.author import Source
        >>> text = "The board is empty at the start. X begins."
        >>> Source("en", "English", "A game", text).quote("begins")
        (Quotation(text='X begins.', source='en'),)
        """
        return tuple(
            Quotation(next((each for each in self.sentences if part in each), part), self.name)
            for part in of
        )

    def accounted(self, named: Iterable[tuple[str, Iterable[Quotation]]]) -> tuple[Sentence, ...]:
        """Say of each sentence who quotes it, given names with their quotations; or why nobody has to.

        A sentence that nobody quotes, and that is not among `no_rule`, has neither.
        """
        whole = words(self.text)
        quoted: list[tuple[str, int, int]] = []
        for name, quotations in named:
            for said in (words(each.text) for each in quotations if each.source == self.name):
                begin = whole.find(said)
                if said and begin >= 0:
                    quoted.append((name, begin, begin + len(said)))
        found, start = [], 0
        for sentence in map(words, self.sentences):
            end = start + len(sentence)
            bears = dict.fromkeys(
                name for name, begin, last in quoted if begin < end and start < last
            )
            reasons = (reason for part, reason in self.no_rule.items() if part in sentence)
            found.append(Sentence(sentence, tuple(bears), "" if bears else next(reasons, "")))
            start = end + 1
        return tuple(found)


def tuple_of(kind: type) -> Callable[[Any, Attribute[Any], Any], None]:
    """Return a validator of fields; it raises `TypeError`, which names field, kind and remedy."""

    def check(instance: Any, attribute: Attribute[Any], given: Any) -> None:
        name = f"{attribute.name!r} of a {type(instance).__name__}"
        if not isinstance(given, tuple | list):
            what = f"{name} must be a tuple, and is a {type(given).__name__}"
            raise TypeError(f"{what} (a tuple of one is written with a comma)")
        for each in given:
            if not isinstance(each, kind):
                raise TypeError(
                    f"{name} must consist of {kind.__name__}, and has a {type(each).__name__} in it"
                )

    return check


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
    quotations: tuple[Quotation, ...] = field(validator=tuple_of(Quotation))
    permits: Formula | None = None
    holds: Formula | None = None
    effect: Formula | None = None

    @property
    def words(self) -> Quotation:
        """All that is quoted of its first source, as one text."""
        source = self.quotations[0].source if self.quotations else ""
        quoted = (each.text for each in self.quotations if each.source == source)
        return Quotation(" … ".join(quoted), source)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the clause that there are; the first one names it."""
        given = (self.permits, self.effect, self.holds)
        return tuple(formula for formula in given if formula is not None)

    @property
    def name(self) -> str:
        """The claim, as a name; the identifier of a clause without formulas."""
        named = (str(getattr(each, "__name__", "")) for each in self.formulas)
        return next(filter(None, named), self.identifier)

    @property
    def demand(self) -> str:
        """The demand in plain words: the first paragraph of the formula's docstring.

        The identifier may stand at its end, in parentheses; it is left out.
        Raises `WithoutDocstrings` where Python has discarded the docstrings.
        """
        require_docstrings()
        if not self.formulas:
            return f"{self.identifier}."
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
    quotations: tuple[Quotation, ...] = field(validator=tuple_of(Quotation))
    readings: tuple[Reading, ...] = field(validator=tuple_of(Reading))
    clauses: tuple[str, ...] = field(validator=tuple_of(str))
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
        """The name of the default reading; raises `WithoutReadings`."""
        if not self.readings:
            raise WithoutReadings(
                f"question {self.name!r} has no readings: it must have one at least"
            )
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
    sources: tuple[Source, ...] = field(validator=tuple_of(Source))
    clauses: tuple[Clause, ...] = field(validator=tuple_of(Clause))
    questions: tuple[Question, ...] = field(default=(), validator=tuple_of(Question))
    settled: tuple[Settled, ...] = field(default=(), validator=tuple_of(Settled))
    sentences: Mapping[str, tuple[Sentence, ...]] = field(
        default=Factory(lambda self: self.sentences_by_quotation(), takes_self=True)
    )
    """By the name of the source, in the order of the text; if not given, by who quotes them."""

    def sentences_by_quotation(self) -> dict[str, tuple[Sentence, ...]]:
        """Say of each sentence of the sources which clauses and questions quote it."""
        named = [(each.identifier, each.quotations) for each in self.clauses]
        named += [(each.name, each.quotations) for each in self.questions]
        return {source.name: source.accounted(named) for source in self.sources}

    def __getitem__(self, identifier: str) -> Clause:
        """Find a clause by its identifier; raises `UnknownClause`."""
        for clause in self.clauses:
            if clause.identifier == identifier:
                return clause
        known = (clause.identifier for clause in self.clauses)
        raise UnknownClause(identifier, known, f"of {self.game}")

    def effect(self, identifier: str) -> Formula:
        """Find the formula that says what follows; raises `UnknownClause` or `WithoutEffect`.

        Only what is asked of the rulebook in this way can be wrong in a mutant.
        """
        formula = self[identifier].effect
        if formula is None:
            raise WithoutEffect(
                f"{identifier} of {self.game} has no effect: its Clause must have effect=..., "
                "a formula that says what follows"
            )
        return formula

    def permitting(self, *given: Any) -> dict[str, Any]:
        """Evaluate each clause that speaks of actions, by its identifier."""
        return {
            clause.identifier: clause.permits(*given)
            for clause in self.clauses
            if clause.permits is not None
        }

    def question(self, name: str) -> Question:
        """Find a question by its name; raises `UnregisteredQuestion`."""
        for question in self.questions:
            if question.name == name:
                return question
        known = (question.name for question in self.questions)
        raise UnregisteredQuestion(name, known, f"of {self.game}")

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
