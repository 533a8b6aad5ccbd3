"""The rulebook as data: sentences, quotations, clauses, questions, and the names that they use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getdoc
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import nearest
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sources import SourceFiles, place_of
from rulewright.spec.registry import (
    Clause,
    Question,
    Quotation,
    Rulebook,
    Sentence,
    Settled,
    Source,
    words,
)
from rulewright.wording.numbers import counted
from rulewright.wording.texts import no_name

Findings: TypeAlias = Iterator[LintFinding]
CITED = re.compile(r"\(([A-Za-z][A-Za-z0-9]*-\d+)\)")
SHOWN = 60
"""Characters shown of a passage."""


def quoted(text: str) -> str:
    """Quote a passage, cut where it is long."""
    whole = words(text)
    return repr(whole if len(whole) <= SHOWN else f"{whole[: SHOWN - 3]}...")


def stands(quotation: Quotation, sources: Mapping[str, Source]) -> bool:
    """Return whether a quotation stands in its source, word by word."""
    text = words(quotation.text)
    return (
        quotation.source in sources and bool(text) and text in words(sources[quotation.source].text)
    )


def said_of_nothing(source: Source, files: SourceFiles) -> Findings:
    """Yield words in `no_rule` that stand in no sentence."""
    for part in source.no_rule:
        if not any(part in sentence for sentence in map(words, source.sentences)):
            what = f"`no_rule` names {quoted(part)}, which stands in no sentence"
            yield finding("sentence", files.written(part), what, "quote the text word by word")


@frozen
class RulebookLint:
    """Looks at a rulebook; `files` says where things are written."""

    rulebook: Rulebook
    files: SourceFiles

    def findings(self) -> Findings:
        """Yield all that is wrong."""
        yield from self.duplicates()
        yield from self.sentences()
        yield from self.quotations()
        yield from self.clauses()
        yield from self.questions()

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The identifiers of the clauses."""
        return tuple(clause.identifier for clause in self.rulebook.clauses)

    @property
    def names(self) -> tuple[str, ...]:
        """What a sentence can bear: clauses and questions."""
        return (*self.identifiers, *(question.name for question in self.rulebook.questions))

    # names that occur twice

    def named(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """List the kinds of what has a name, what each is made with, and the names."""
        rulebook = self.rulebook
        return [
            ("clause", "Clause", self.identifiers),
            ("question", "Question", tuple(each.name for each in rulebook.questions)),
            ("source", "Source", tuple(each.name for each in rulebook.sources)),
            *(
                (f"reading of {each.name}", "Reading", tuple(one.name for one in each.readings))
                for each in rulebook.questions
            ),
        ]

    def duplicates(self) -> Findings:
        """Yield names that occur twice, and those that are none."""
        for noun, maker, names in self.named():
            for name in filter(no_name, names):
                place = self.files.call_with((maker,), name)
                what = f"the name {name!r} of a {noun} {no_name(name)}"
                yield finding("duplicate", place, what, "give it a name, a text")
            for name, times in Counter(names).items():
                if times > 1:
                    yield finding(
                        "duplicate",
                        self.files.call_with((maker,), name),
                        f"the {noun} {name!r} occurs {times} times",
                        "give each a name of its own",
                    )

    # sentences

    def sentences(self) -> Findings:
        """Yield sentences that are not accounted for, and those that are not as they should be."""
        sources = {source.name: source for source in self.rulebook.sources}
        for name in self.rulebook.sentences:
            if name not in sources:
                yield self.unknown("source", name, sources, "`sentences`")
        for name, source in sources.items():
            yield from said_of_nothing(source, self.files)
            given = self.rulebook.sentences.get(name, ())
            yield from self.unaccounted(source, given)
            for sentence in given:
                yield from self.bearing(source, sentence)
        borne = {
            each
            for given in self.rulebook.sentences.values()
            for one in given
            for each in one.bears
        }
        for clause in self.rulebook.clauses:
            quoting = all(stands(each, sources) for each in clause.quotations)
            if clause.identifier not in borne and quoting and clause.quotations:
                yield finding(
                    "sentence",
                    self.files.call_with(("Clause",), clause.identifier),
                    f"no sentence bears {clause.identifier}",
                    "let it quote the sentence that demands it, or name it in `bears` of the Sentence",
                )

    def unaccounted(self, source: Source, sentences: Sequence[Sentence]) -> Findings:
        """Yield what of a source no sentence accounts for, in the order of the text."""
        text, at = words(source.text), 0
        missing: list[str] = []
        strays: list[str] = []
        for sentence in (words(each.text) for each in sentences):
            found = text.find(sentence, at)
            if found < 0:
                strays.append(sentence)
            elif sentence:
                missing.append(text[at:found])
                at = found + len(sentence)
        missing.append(text[at:])
        for stray in strays:
            known = stray in text
            yield finding(
                "sentence",
                self.files.written(stray),
                f"the sentence {quoted(stray)} "
                + (
                    "is accounted for twice, or in another order than the text"
                    if known
                    else f"does not stand in the source {source.name!r}"
                ),
                "list the sentences once, in the order of the text"
                if known
                else "quote the text word by word",
            )
        for gap in filter(None, map(str.strip, missing)):
            if gap not in strays:
                yield finding(
                    "sentence",
                    self.files.in_source(source, gap),
                    f"no sentence accounts for {quoted(gap)}",
                    "give it a Sentence that says what it bears, or why it bears no rule",
                )

    def bearing(self, source: Source, sentence: Sentence) -> Findings:
        """Yield what is wrong with what a sentence bears."""
        if not words(sentence.text):
            return
        if bool(sentence.bears) == bool(sentence.no_rule):
            fault = "both bears something and bears no rule" if sentence.bears else "bears nothing"
            yield finding(
                "sentence",
                self.files.in_source(source, sentence.text),
                f"the sentence {quoted(sentence.text)} {fault}",
                "let a clause or a question bear it, or say in `no_rule` why it bears no rule",
            )
        for name in sentence.bears:
            if name not in self.names:
                yield finding(
                    "reference",
                    self.files.written(name),
                    f"the sentence {quoted(sentence.text)} bears {name!r}, which is no clause and no "
                    "question",
                    f"name a clause or a question{nearest(name, self.names)}",
                )

    def unknown(self, noun: str, name: str, known: Iterable[str], where: str) -> LintFinding:
        """Return the finding of a name that does not exist."""
        return finding(
            "reference",
            self.files.written(name),
            f"{where} names the unknown {noun} {name!r}",
            f"name one that exists{nearest(name, known)}",
        )

    # quotations

    def quotations(self) -> Findings:
        """Yield what is not quoted, or does not stand in its source."""
        holders: list[tuple[str, str, str, Sequence[Quotation]]] = [
            *(
                ("Clause", each.identifier, each.identifier, each.quotations)
                for each in self.rulebook.clauses
            ),
            *(
                ("Question", each.name, f"the question {each.name!r}", each.quotations)
                for each in self.rulebook.questions
            ),
            *(("Settled", each.asks, f"{each.asks!r}", each.quotations) for each in self.settled()),
        ]
        sources = {source.name: source for source in self.rulebook.sources}
        for maker, name, noun, given in holders:
            place = self.files.call_with((maker,), name)
            if not given:
                remedy = f'give the {maker} some words of a sentence: Source.quote("...")'
                yield finding("quotation", place, f"{noun} quotes nothing", remedy)
            for quotation in given:
                if quotation.source not in sources:
                    what = f"{noun} quotes the unknown source {quotation.source!r}"
                    remedy = f"name a source{nearest(quotation.source, sources)}"
                    yield finding("quotation", place, what, remedy)
                elif not stands(quotation, sources):
                    passage = quoted(quotation.text)
                    what = f"{noun} quotes {passage}, which is not in {quotation.source!r}"
                    yield finding("quotation", place, what, "quote the text word by word")

    def settled(self) -> tuple[Settled, ...]:
        """The questions that look open."""
        return self.rulebook.settled

    # clauses

    def clauses(self) -> Findings:
        """Yield clauses without formulas, and formulas whose docstring is missing or another's."""
        owners: dict[object, set[str]] = {}
        for clause in self.rulebook.clauses:
            for formula in clause.formulas:
                owners.setdefault(formula, set()).add(clause.identifier)
        citing = any(CITED.search(getdoc(formula) or "") for formula in owners)
        for clause in self.rulebook.clauses:
            place = self.files.call_with(("Clause",), clause.identifier)
            if not clause.formulas:
                what, remedy = (
                    f"{clause.identifier} has no formula",
                    "give it `permits`, `effect` or `holds`",
                )
                yield finding("docstring", place, what, remedy)
            for formula in clause.formulas:
                where = place_of(formula, place)
                own = owners[formula]
                first = citing and formula is clause.formulas[0]
                name = getattr(formula, "__name__", repr(formula))
                text = getdoc(formula) if hasattr(formula, "__name__") else ""
                yield from self.docstring(clause, name, text or "", where, own, first=first)

    def docstring(
        self, clause: Clause, name: str, text: str, place: Any, own: set[str], *, first: bool
    ) -> Findings:
        """Yield what is wrong with the docstring of a formula."""
        identifier = clause.identifier
        if not text.strip():
            remedy = f"say what it demands, and end with ({identifier})"
            yield finding(
                "docstring", place, f"{name}, a formula of {identifier}, has no docstring", remedy
            )
            return
        cited = set(CITED.findall(text.split("\n\n", maxsplit=1)[0]))
        others = sorted(cited - own)
        if others and not cited & own:
            what = f"the docstring of {name}, a formula of {identifier}, cites {', '.join(others)}"
            yield finding("docstring", place, what, f"cite ({identifier})")
        elif first and f"({identifier})" not in text and not cited & own:
            what = f"the docstring of {name}, which says {identifier}, does not cite it"
            yield finding("docstring", place, what, f"end it with ({identifier})")

    # questions

    def questions(self) -> Findings:
        """Yield questions without readings, and unknown clauses."""
        for question in self.rulebook.questions:
            place = self.files.call_with(("Question",), question.name)
            if len(question.readings) < 2:  # noqa: PLR2004 - a question with one answer is none
                number = counted(len(question.readings), "readings")
                what = f"the question {question.name!r} has {number}"
                yield finding(
                    "question", place, what, "give it at least two, or settle it by a clause"
                )
            for name in question.clauses:
                if name not in self.identifiers:
                    what = f"the question {question.name!r} names the unknown clause {name!r}"
                    remedy = f"name one that exists{nearest(name, self.identifiers)}"
                    yield finding("reference", place, what, remedy)

    def against_rulings(self, rulings: dict[str, tuple[str, ...]]) -> Findings:
        """Yield the differences between the questions and the class of the rulings."""
        questions = {each.name: each for each in self.rulebook.questions}
        for name, question in questions.items():
            if name not in rulings:
                yield finding(
                    "question",
                    self.files.call_with(("Question",), name),
                    f"the question {name!r} is no field of the rulings",
                    f"give the class of the rulings a field of that name{nearest(name, rulings)}",
                )
            else:
                yield from self.readings(question, rulings[name])
        for name in rulings:
            if name not in questions:
                yield finding(
                    "question",
                    self.files.assigned(name),
                    f"the rulings have a field {name!r} that is no question of the rulebook",
                    f"add a Question of that name{nearest(name, questions)}",
                )

    def readings(self, question: Question, declared: tuple[str, ...]) -> Findings:
        """Yield the difference between a question's readings and those of its field."""
        given = tuple(reading.name for reading in question.readings)
        if given == declared or not given:
            return
        place = self.files.call_with(("Question",), question.name)
        ours, theirs = ", ".join(given), ", ".join(declared)
        what = f"the question {question.name!r} has the readings {ours}, its field {theirs}"
        if sorted(given) == sorted(declared):
            what += f", so the default would be {given[0]!r} here and {declared[0]!r} there"
        yield finding("question", place, what, "list the same ones in the same order")
