"""Why an action is illegal: the clauses, in the rulebook's words and in English."""

from __future__ import annotations

from rulewright.interface import Action, Json, MalformedAction
from rulewright.play import games
from rulewright.play.explain import explain, reasons, shortened
from rulewright.referee.lines import PositionReached
from rulewright.referee.pictures import refusal_of
from rulewright.report.quotations import quoted
from rulewright.spec.registry import Quotation, Rulebook


def explanation_of(here: PositionReached, action: Action) -> Json:
    """Say whether an action is legal in a position, and which clauses forbid it."""
    malformed = ""
    try:
        violations = explain(here.engine, here.state, action)
    except MalformedAction as error:
        violations, malformed = (), error.reason
    legal = not violations and not malformed
    shown = shortened(action)
    why = malformed or reasons(violations)
    return {
        "action": action,
        "legal": legal,
        "malformed": malformed,
        "violations": [clause_of(here.line.game, each.clause) for each in violations],
        "said": f"{shown} is legal." if legal else f"{shown} is illegal: {why}",
        "drawing": refusal_of(here, "" if malformed else action),
    }


def clause_of(game: str, identifier: str) -> Json:
    """Return a clause: its demand, its words in every source, and the questions about it."""
    book = games.specified(game).rulebook
    clause = book[identifier]
    return {
        "clause": identifier,
        "demand": clause.demand,
        "quotations": [quotation_of(each, book) for each in clause.quotations],
        "questions": [each.name for each in book.questions if identifier in each.clauses],
    }


def quotation_of(quotation: Quotation, book: Rulebook) -> Json:
    """Return the words of a rulebook with their language, English, and where they stand."""
    said = quoted(quotation, book)
    titles = {source.name: source.title for source in book.sources}
    return {
        "text": said.text,
        "language": said.language,
        "english": said.english,
        "source": quotation.source,
        "title": titles.get(quotation.source, quotation.source),
    }
