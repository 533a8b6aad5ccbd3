"""Readings of two questions that only together are told from others, or explain what is left over."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import HIDDEN, NOT_MET, UNCLEAR, QuestionFound
from rulewright.conformance.verdict.alternatives import instead_of_a_bug
from rulewright.conformance.verdict.identify import LITTLE, Identifier
from rulewright.conformance.verdict.questions import is_touched
from rulewright.conformance.verdict.together import Together
from rulewright.conformance.verdict.weighing import Weigher, possible_changes
from rulewright.play import games

RULES = Hypothesis.of(games.specified("nonaga").default_rulings)
IN, ACROSS = RULES.but(placement="slide_in"), RULES.but(placement="slide_across")
FOUR, BOTH = IN.but(removal="four"), ACROSS.but(removal="four")
WRONG = frozenset({(LEGAL, "a-b")})
RIGHT = frozenset[tuple[str, str]]()


def observed(number: int) -> Observation:
    return Observation({}, ("move",) * number, Seen(legal=()))


def placement(*readings: str) -> QuestionFound:
    return QuestionFound("placement", "", NOT_MET, readings, "anywhere", {})


def weighing(wrong: dict[Hypothesis, frozenset[int]], count: int) -> Weigher:
    """What each hypothesis has wrong, of some observations; every other one has them all wrong."""
    every = tuple(observed(number) for number in range(count))
    known = {
        (hypothesis, each): WRONG if number in numbers else RIGHT
        for hypothesis, numbers in wrong.items()
        for number, each in enumerate(every)
    }
    others = (
        each for number in (1, 2) for each in possible_changes(Weigher(LAB, RULES), IN, number)
    )
    known = {(each, one): WRONG for each in others for one in every} | known
    return Weigher(LAB, RULES, every, known=known)


LAB = Laboratory("nonaga")


def open_beside(weigher: Weigher, found: QuestionFound, *new: Observation) -> bool:
    together = Together(weigher, IN, weigher.observations, lambda _: new)
    return together.is_open("removal", "four", [found])


def test_a_reading_is_open_that_only_one_of_two_open_readings_speaks_against() -> None:
    """*removal* was said to be path of an engine that plays four, as if *placement* were known."""
    weigher = weighing({IN: frozenset(), FOUR: frozenset({3}), BOTH: frozenset()}, 5)
    assert open_beside(weigher, placement("slide_in", "slide_across"))
    assert not open_beside(weigher, placement("slide_in"))
    excluded = evolve(weigher, excluded=frozenset({("removal", "four")}))
    assert not open_beside(excluded, placement("slide_in", "slide_across"))


def test_it_is_not_open_if_answers_speak_against_it_beside_each() -> None:
    weigher = weighing({IN: frozenset(), FOUR: frozenset({3}), BOTH: frozenset({4})}, 5)
    assert not open_beside(weigher, placement("slide_in", "slide_across"))


def test_games_are_played_about_it_before_it_is_open() -> None:
    weigher = weighing({IN: frozenset(), FOUR: frozenset({3}), BOTH: frozenset()}, 5)
    asked = observed(9)
    weigher.known.update({(IN, asked): RIGHT, (BOTH, asked): WRONG})
    assert not open_beside(weigher, placement("slide_in", "slide_across"), asked)
    weigher.known[IN, asked] = WRONG
    assert open_beside(weigher, placement("slide_in", "slide_across"), asked)


def test_two_readings_are_changed_at_once_for_the_little_that_is_left_over() -> None:
    weigher = weighing({IN: frozenset({7}), BOTH: frozenset()}, 40)
    assert Identifier(weigher, trials=10_000).settled(IN) == BOTH


def test_they_are_not_if_they_spoil_as_much() -> None:
    weigher = weighing({IN: frozenset({7}), BOTH: frozenset({8})}, 40)
    assert Identifier(weigher, trials=10_000).settled(IN) == IN


def test_they_are_not_if_much_is_left_over() -> None:
    much = frozenset(range(LITTLE + 1))
    weigher = weighing({IN: much, BOTH: frozenset()}, 40)
    assert Identifier(weigher, trials=10_000).settled(IN) == IN
    weigher = weighing({IN: much - {0}, BOTH: frozenset()}, 40)
    assert Identifier(weigher, trials=10_000).settled(IN) == BOTH


@pytest.mark.parametrize(("wrong", "touched"), [({2}, True), ((), False)])
def test_readings_are_not_told_apart_from_a_bug_if_answers_differ_that_decide_nothing(
    wrong: Any, touched: bool
) -> None:
    """Of Minoa's *stranded*, beside a turn that is wrong, no answer was said to be met: 160 were."""
    weigher = weighing({IN: frozenset(), ACROSS: frozenset(wrong)}, 4)
    weigher.left = lambda _, __: frozenset()  # a bug accounts for all of it
    asking: Any = SimpleNamespace(weigher=weigher, hypothesis=IN, observations=weigher.observations)
    assert is_touched(asking, "placement", ("slide_in", "slide_across")) is touched


@pytest.mark.parametrize("status", [HIDDEN, UNCLEAR])
def test_a_reading_in_the_place_of_a_bug_is_said_to_be_one_of_two_ways(status: str) -> None:
    """*no_action=loses* was said to explain winners of ARI, and a bug with it: either does."""
    causes: Any = SimpleNamespace(hypothesis=RULES, accounts_for=lambda *_: True)
    shown: Any = SimpleNamespace(difference=SimpleNamespace(kind="winners"))
    found = QuestionFound("bar", "", status, ("opponent", "none"), "opponent", {})
    assert [*instead_of_a_bug(causes, shown, [found])] == ["bar=none or a bug"]


def test_where_the_reading_in_force_would_do_the_other_departures_are_what_explains() -> None:
    """Of a composite of Dreieck *match=one* explained what was told as explained by nothing.

    `trigger` was open, and its other reading could not play the game.
    """
    played = RULES.but(bar="none", placement="slide_in")
    causes: Any = SimpleNamespace(
        hypothesis=played,
        accounts_for=lambda hypothesis, _: hypothesis == played.but(bar="opponent"),
        run=SimpleNamespace(rules=SimpleNamespace(in_force=RULES)),
    )
    shown: Any = SimpleNamespace(difference=SimpleNamespace(kind="extra"))
    found = QuestionFound("bar", "", HIDDEN, ("opponent", "none"), "opponent", {})
    assert [*instead_of_a_bug(causes, shown, [found])] == ["placement=slide_in or a bug"]
