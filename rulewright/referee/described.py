"""A game for who is new to it: its parameters, the questions of its rulebook, and its clauses."""

from __future__ import annotations

from typing import Any

from rulewright.interface import Json, choices_of
from rulewright.play import games
from rulewright.play.attribution import GuestMistake, attributed
from rulewright.referee.refusals import quotation_of
from rulewright.report.quotations import code_of
from rulewright.spec.registry import Clause, Rulebook


def games_of() -> Json:
    """List the games that can be loaded, and those that cannot, with the reason."""
    found, broken = [], []
    for name in games.game_names():
        try:
            found.append({"game": name, "title": games.specified(name).rulebook.title})
        except Exception as error:
            mistake = attributed(error)
            if not isinstance(mistake, GuestMistake):
                raise
            broken.append({"game": name, "error": str(mistake)})
    return {"games": found, "broken": broken}


def description_of(game: str) -> Json:
    """Describe a game; raises `UnknownGame`."""
    specified = games.specified(game)
    book = specified.rulebook
    return {
        "game": game,
        "title": book.title,
        "parameters": {
            name: {"default": default, "values": values}
            for name, (default, values) in choices_of(specified.parameters).items()
        },
        "questions": [
            {
                "name": question.name,
                "asks": question.asks,
                "default": question.default,
                "clauses": list(question.clauses),
                "quotation": quotation_of(question.quotations[0], book)
                if question.quotations
                else None,
                "readings": [
                    {"name": reading.name, "meaning": reading.meaning}
                    for reading in question.readings
                ],
                "wording": question.wording,
            }
            for question in book.questions
        ],
        "sources": [
            {"name": source.name, "title": source.title, "language": code_of(source.language)}
            for source in book.sources
        ],
        "clauses": [clause_in(clause, book) for clause in book.clauses],
        "hints": hints_of(book, ending_of(game)),
    }


def clause_in(clause: Clause, book: Rulebook) -> Json:
    """Describe a clause."""
    speaks = (clause.permits is not None, clause.holds is not None)
    about = {(True, True): "both", (True, False): "actions", (False, True): "positions"}
    return {
        "clause": clause.identifier,
        "about": about.get(speaks, "other"),
        "demand": clause.demand,
        "quotations": [quotation_of(each, book) for each in clause.quotations],
    }


def hints_of(book: Rulebook, ending: str) -> Json:
    """Name the clauses that a newcomer needs first: how to act, what follows, and the end."""
    how = [
        clause.identifier for clause in book.speaking_of_actions() if clause.identifier != ending
    ]
    other = [
        clause.identifier
        for clause in book.clauses
        if clause.permits is None and clause.holds is None and clause.identifier != ending
    ]
    return {"how": how, "end": [*([ending] if ending else []), *other]}


def ending_of(game: str) -> str:
    """Return the clause that ends a game."""
    engine: Any = games.specification(game)
    return str(getattr(engine, "ending_clause", ""))
