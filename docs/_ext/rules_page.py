"""The rules of a game clause by clause, and every sentence of its rulebooks."""  # noqa: INP001

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from markup import folded, plain, prose, table

from rulewright.interface import choices_of

if TYPE_CHECKING:
    from rulewright.spec.catalogue import SpecifiedGame
    from rulewright.spec.registry import Clause, Question, Quotation, Rulebook

ROLES = {
    "permits": "which actions it permits",
    "effect": "what follows",
    "holds": "what is true in every position",
}


def rules_page(game: SpecifiedGame) -> Iterator[str]:
    """Parameters, clauses, questions and settled questions."""
    book = game.rulebook
    yield f"# {book.title}: the rules"
    yield ""
    yield (
        f"{len(book.clauses)} clauses, {len(book.questions)} questions. "
        "Quotations are in the words of the rulebook files: "
        f"{'; '.join(f'{plain(each.title)} ({each.language})' for each in book.sources)}. "
        "Each formula is shown as it is run and proved."
    )
    yield from ("", "## Parameters", "")
    parameters = choices_of(game.parameters).items()
    rows = ((f"`{name}`", f"`{default}`", str(demand)) for name, (default, demand) in parameters)
    yield from table(("parameter", "default", "values"), rows)
    yield from ("## Clauses", "")
    for clause in book.clauses:
        yield from clause_section(book, clause)
    yield from ("## Questions", "")
    yield "The first reading is the default."
    yield ""
    for question in book.questions:
        yield from question_section(book, question)
    yield from ("## Settled questions", "")
    yield "They look open, but only one answer is possible."
    yield ""
    for settled in book.settled:
        yield from (f"**{plain(settled.asks)}**", "")
        yield from quoted(book, settled.quotations)
        yield from (plain(settled.answer), "")


def clause_section(book: Rulebook, clause: Clause) -> Iterator[str]:
    """A clause: demand, quotations, formulas, and the questions that bear on it."""
    name = clause.identifier
    yield f"({label(book, name)})="
    yield f"### {name}: {clause.name.replace('_', ' ')}"
    yield from ("", prose(clause.demand), "")
    yield from quoted(book, clause.quotations)
    open_here = [each.name for each in book.questions if name in each.clauses]
    if open_here:
        yield f"Left open: {', '.join(link(book, each) for each in open_here)}."
        yield ""
    for role, meaning in ROLES.items():
        formula = getattr(clause, role)
        if formula is not None:
            yield from folded(f"<code>{formula.__name__}</code>: {meaning}", formula)


def question_section(book: Rulebook, question: Question) -> Iterator[str]:
    """A question: quotations, readings, and the clauses it bears on."""
    yield f"({label(book, question.name)})="
    yield f"### `{question.name}`: {plain(question.asks)}"
    yield ""
    yield from quoted(book, question.quotations)
    readings = (
        (f"`{each.name}`", plain(each.meaning) + ("" if each.in_text else " (Not in the text.)"))
        for each in question.readings
    )
    yield from table(("reading", "meaning"), readings)
    yield f"Bears on {', '.join(link(book, each) for each in question.clauses)}."
    yield ""


def quoted(book: Rulebook, quotations: Iterable[Quotation]) -> Iterator[str]:
    """Quote, each with the language of its source."""
    languages = {source.name: source.language for source in book.sources}
    for quotation in quotations:
        yield f"> {plain(quotation.text)} *({languages[quotation.source]})*"
        yield ">"
    yield ""


def sentences_page(game: SpecifiedGame) -> Iterator[str]:
    """Every sentence of every source, with the clauses and questions it bears on."""
    book = game.rulebook
    yield f"# {book.title}: sentence by sentence"
    yield ""
    yield (
        "Every sentence of the rulebook files, in order, with the clauses and questions it bears on. "
        "A test fails on a sentence that is missing here, or that is neither mapped nor marked."
    )
    yield ""
    for source in book.sources:
        sentences = book.sentences[source.name]
        mapped = sum(bool(sentence.bears) for sentence in sentences)
        yield f"## {source.language}: {plain(source.title)}"
        yield ""
        yield f"{len(sentences)} sentences, {mapped} of them bear on a rule."
        yield ""
        rows = (
            (
                plain(sentence.text),
                ", ".join(link(book, name) for name in sentence.bears)
                or f"no rule: {plain(sentence.no_rule)}",
            )
            for sentence in sentences
        )
        yield from table(("sentence", "bears on"), rows)


def label(book: Rulebook, name: str) -> str:
    """The target of a clause or a question."""
    return f"{book.game}-{name.lower()}"


def link(book: Rulebook, name: str) -> str:
    """Link to a clause or a question."""
    return f"[{name}](#{label(book, name)})"
