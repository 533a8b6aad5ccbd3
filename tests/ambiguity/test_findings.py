"""The parts of an ambiguity, and their JSON form."""

from __future__ import annotations

import json

import cattrs
import pytest
from attrs import evolve

from rulewright.ambiguity import Ambiguity, Comparable, Share, Solved
from rulewright.ambiguity.witness import search_summary
from rulewright.gaps import Finding
from rulewright.interface import Nearest
from rulewright.play import games


@pytest.mark.parametrize(
    ("positions", "words"),
    [(1, "as 1 position compared shows."), (2, "as 2 positions compared show.")],
)
def test_a_count_of_one_position_is_singular(positions: int, words: str) -> None:
    """If the readings differ at the start, no other position is compared."""
    assert search_summary(Nearest(("a",), 0, positions, complete=False)).endswith(words)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (81, 263, 0.25529, 0.36621)],
)
def test_the_interval_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    """The third case is Newcombe's (Statistics in Medicine 17, 1998, table I): 0.2553 to 0.3662."""
    share = Share.of(hits, of)
    assert (round(share.low, 5), round(share.high, 5)) == (low, high)
    assert (share.hits, share.games) == (hits, of)


AMBIGUITY = Ambiguity(
    game="minoa",
    question="end",
    quotation="A game ends",
    source="en",
    first="full",
    second="literal",
    params={"k": 3},
    moves=("a", "b"),
    exact=True,
    searched="all",
    disputed="whether the game is over",
    what="this; that",
    theorem=None,
    shows=Share.of(1, 2),
    changes_result=None,
    greedy_shows=None,
    greedy_changes_result=None,
    solved=(Solved({"n": 1}, "x", "y", 3),),
    wording="so",
    comparable=Comparable(Share.of(1, 3), Share.of(3, 3), (2, 0)),
)


def test_an_ambiguity_is_plain_json_and_can_be_read_again() -> None:
    """The report reads what the command wrote."""
    written = json.loads(json.dumps(AMBIGUITY.to_json()))
    assert cattrs.structure(written, Ambiguity) == AMBIGUITY
    assert written["moves"] == ["a", "b"]
    assert AMBIGUITY.solved[0].differs
    assert not evolve(AMBIGUITY.solved[0], second="x").differs


def test_a_finding_is_plain_json_and_can_be_read_again() -> None:
    """The same for findings."""
    finding = Finding(
        "g", "d", "t", "s", ("A-1",), (), {"n": 1}, {"q": "r"}, ("a",), None, "words", "all"
    )
    assert cattrs.structure(json.loads(json.dumps(finding.to_json())), Finding) == finding


@pytest.mark.parametrize("game", games.game_names())
def test_every_question_has_a_proposed_wording_in_the_language_of_its_rulebook(game: str) -> None:
    """A publisher can adopt it; a quotation from a German source alone has an English translation."""
    book = games.specified(game).rulebook
    languages = {source.name for source in book.sources}
    for question in book.questions:
        assert languages <= set(question.wordings), question.name
        assert question.wordings["en"] in question.wording
        assert bool(question.english) == (question.quotations[0].source != "en"), question.name


@pytest.mark.parametrize("game", games.game_names("proofs"))
def test_what_theorems_say_of_partings_is_about_these_questions(game: str) -> None:
    """A parting names an existing theorem about the question, and existing readings."""
    theorems = {theorem.name: theorem for theorem in games.theorems(game)}
    book = games.specified(game).rulebook
    assert games.partings(game)
    for parting in games.partings(game):
        assert parting.question in theorems[parting.theorem].clauses
        known = {reading.name for reading in book.question(parting.question).readings}
        assert parting.readings <= known
        assert len(parting.readings) == 2
