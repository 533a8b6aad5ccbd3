"""The rulebooks as data: every sentence accounted for, every quotation to the letter."""

from __future__ import annotations

import re

import attrs
import pytest

from rulewright.interface import choices_of
from rulewright.play import games
from rulewright.spec.registry import Sentence, unaccounted, words

GAMES = games.game_names()


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_accounted_for(game: str) -> None:
    """The sentences give each rulebook word by word, and each has a fate."""
    rulebook = games.specified(game).rulebook
    assert set(rulebook.sentences) == {source.name for source in rulebook.sources}
    for source in rulebook.sources:
        assert unaccounted(source, rulebook.sentences[source.name]) == ""


@pytest.mark.parametrize("game", GAMES)
def test_an_unaccounted_sentence_is_found(game: str) -> None:
    """Leaving any one sentence out, or its fate, is noticed."""
    rulebook = games.specified(game).rulebook
    for source in rulebook.sources:
        sentences = rulebook.sentences[source.name]
        for index in range(len(sentences)):
            assert unaccounted(source, sentences[:index] + sentences[index + 1 :]) != ""
            fateless = (
                *sentences[:index],
                Sentence(sentences[index].text),
                *sentences[index + 1 :],
            )
            assert unaccounted(source, fateless) != ""


@pytest.mark.parametrize("game", GAMES)
def test_sentences_bear_what_there_is_and_all_of_it(game: str) -> None:
    """Sentences name existing clauses and questions, and each of those is borne by a sentence."""
    rulebook = games.specified(game).rulebook
    named = {name for each in rulebook.sentences.values() for one in each for name in one.bears}
    clauses = {clause.identifier for clause in rulebook.clauses}
    questions = {question.name for question in rulebook.questions}
    assert named <= clauses | questions
    assert clauses <= named


@pytest.mark.parametrize("game", GAMES)
def test_quotations_are_in_their_sources(game: str) -> None:
    """What is quoted stands there."""
    rulebook = games.specified(game).rulebook
    texts = {source.name: words(source.text) for source in rulebook.sources}
    for holder in (*rulebook.clauses, *rulebook.questions, *rulebook.settled):
        assert holder.quotations
        for quotation in holder.quotations:
            assert words(quotation.text) in texts[quotation.source]


@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_formulas_that_name_and_say_their_demand(game: str) -> None:
    """Identifiers are distinct and in order; each clause has a formula whose docstring cites it."""
    rulebook = games.specified(game).rulebook
    numbers = [int(clause.identifier.split("-")[1]) for clause in rulebook.clauses]
    assert numbers == list(range(1, len(numbers) + 1))
    for clause in rulebook.clauses:
        assert clause.formulas
        for formula in clause.formulas:
            assert f"({clause.identifier})" in (formula.__doc__ or "")
        assert len(clause.demand) > len(clause.identifier)


@pytest.mark.parametrize("game", GAMES)
def test_a_violation_quotes_every_sentence_of_its_clause(game: str) -> None:
    """Of one source, and one language: the formula does not say which of them was broken."""
    engine = games.specification(game)
    for clause in games.specified(game).rulebook.clauses:
        violation = engine.violation(clause.identifier)
        assert violation.source == clause.quotations[0].source
        own = [each.text for each in clause.quotations if each.source == violation.source]
        assert violation.quotation == " … ".join(own)


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_the_questions(game: str) -> None:
    """The rulings' class and the registry list the same questions, readings and defaults."""
    specified = games.specified(game)
    declared = {name: tuple(values) for name, (_, values) in choices_of(specified.rulings).items()}
    assert declared == {
        question.name: tuple(reading.name for reading in question.readings)
        for question in specified.rulebook.questions
    }
    clauses = {clause.identifier for clause in specified.rulebook.clauses}
    for question in specified.rulebook.questions:
        assert set(question.clauses) <= clauses


@pytest.mark.parametrize("game", GAMES)
def test_both_sides_declare_the_same_options(game: str) -> None:
    """Specification and implementation take the same parameters and rulings, with equal defaults."""
    specified, implemented = games.specified(game), games.implemented(game)
    assert choices_of(specified.rulings) == choices_of(implemented.rulings)
    names = [field.name for field in attrs.fields(specified.parameters)]
    assert names == [field.name for field in attrs.fields(implemented.parameters)]
    first, second = games.engine(game, {}, {}, "spec"), games.engine(game, {}, {}, "impl")
    assert dict(first.params) == dict(second.params)
    assert first.players == second.players


MODEL = {"__init__", "board", "bulk", "clauses", "drawing", "evaluation", "facts", "game"}
MODEL |= {"notation", "options", "rulebook", "sentences", "symmetry"}

ORDER = ["set-up", "turn", "legality", "effect", "end", "score"]
"""The sections of `clauses.py`; a game may have further ones of its own between them."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    """Who has read one game has read them all."""
    folder = games.folder_of_specification(game)
    assert {file.stem for file in folder.glob("*.py")} >= MODEL
    sections = re.findall(r"^# -+ (.+)$", (folder / "clauses.py").read_text("utf-8"), re.MULTILINE)
    shared = [name for name in sections if name in ORDER]
    assert sections[0] == "set-up"
    assert shared == [name for name in ORDER if name in shared]
