"""A bug about the end that is none under an open reading is told with the reading that has it so."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen
from common.players import Playing
from common.tiny import LEAN

from rulewright.conformance import check
from rulewright.conformance.adapter.observation import LEGAL, PLAYED, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.evidence.report import HIDDEN, GameReport, QuestionFound
from rulewright.conformance.stages.late_games import going_on
from rulewright.conformance.verdict.conclude import say_under_what
from rulewright.conformance.verdict.endings import NOT_NOTICED, TOO_SOON
from rulewright.conformance.verdict.identify import Identifier, is_contrary
from rulewright.conformance.verdict.residue import Pattern, never
from rulewright.conformance.verdict.results import OVER
from rulewright.conformance.verdict.weighing import Weigher, spread
from rulewright.interface import Json
from rulewright.play import games


def checked(player: Any, game: str, params: Json) -> GameReport:
    """Check a player of a game."""
    (found,) = check(player, game, params, effort=LEAN, seed=1).games
    return found


class SkipsTheTurn(Playing):
    """Skips the whole turn of a player without a piece step, and not that step alone."""

    def play(self, action: str) -> None:
        """Play an action; then a disc step that was due without a piece step is left out."""
        before = self.engine.to_json(self.position)
        super().play(action)
        after = self.engine.to_json(self.position)
        if before["step"] == "disc" == after["step"] and after["turn"] != before["turn"]:
            turn = {**after, "turn": before["turn"], "step": "piece"}
            self.position = self.engine.from_json(turn)


@pytest.mark.slow
def test_an_end_that_is_none_under_an_open_reading_is_told_with_the_other() -> None:
    """It was said to go on where the game is over: over by *loses*, which it need not follow."""
    found = checked(SkipsTheTurn(), "nonaga", {})
    (question,) = (each for each in found.questions if each.question == "no_piece_step")
    assert "skip" in question.readings
    for said in (found.plays, *(each.explained_by for each in found.deviations)):
        assert "in which the game is over" not in said or "with no_piece_step read as loses" in said
    assert any("with no_piece_step read as loses" in each.explained_by for each in found.deviations)


NONAGA = Hypothesis.of(games.specified("nonaga").default_rulings)
LOSES = NONAGA.but(no_piece_step="loses")
OPEN = QuestionFound("no_piece_step", "?", HIDDEN, ("skip", "loses"), "skip", {})
NOTHING: frozenset[Item] = frozenset()
SAID = "it goes on in positions in which the game is over"


@frozen
class Deviation:
    """What is said of a deviation."""

    explained_by: str


def concluded(name: str, question: QuestionFound, right: int) -> Any:
    """Return what is said where *loses* has twelve ends wrong, and *skip* has some of them right."""
    every = [Observation({}, (f"game {number}",), Seen()) for number in range(12)]
    over = frozenset({(OVER, "")})
    known = {(LOSES, each): over for each in every}
    known |= {(NONAGA, each): NOTHING if at < right else over for at, each in enumerate(every)}
    found = SimpleNamespace(
        weigher=Weigher(Laboratory("nonaga"), NONAGA, known=known),
        hypothesis=LOSES,
        questions=(question,),
        patterns=(Pattern(name, SAID, {each.key: over for each in every}, never),),
        deviations=(Deviation(f"bar=none; {SAID}"), Deviation("")),
        run=SimpleNamespace(evidence=SimpleNamespace(notebook=every)),
    )
    say_under_what(found)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(
    ("name", "question", "right", "is_told"),
    [
        (NOT_NOTICED, OPEN, 7, True),
        (TOO_SOON, OPEN, 12, True),
        (NOT_NOTICED, OPEN, 6, False),  # the other reading has no more of them right than wrong
        (NOT_NOTICED, evolve(OPEN, readings=("loses",)), 12, False),
        (NOT_NOTICED, evolve(OPEN, readings=("skip",)), 12, False),
        ("another bug", OPEN, 12, False),
    ],
)
def test_a_bug_about_the_end_is_said_under_the_reading_that_it_needs(
    name: str, question: QuestionFound, right: int, is_told: bool
) -> None:
    """Where another reading that is left open has most of these ends as the engine has them."""
    found = concluded(name, question, right)
    said = f"{SAID}, with no_piece_step read as loses" if is_told else SAID
    assert [each.words for each in found.patterns] == [said]
    assert [each.explained_by for each in found.deviations] == [f"bar=none; {said}", ""]


def test_a_clause_mutant_that_games_contradict_is_given_up() -> None:
    """*Has no effect* is said of all games: an engine that captured in half of them was told so."""
    in_force = Hypothesis.of(games.specified("nonaga").default_rulings)
    mutated = Hypothesis(in_force.rulings, ("NON-6 off",))
    laboratory = Laboratory("nonaga")
    right, wrong = (laboratory.reference(each, {}) for each in (in_force, mutated))
    assert right is not None
    assert wrong is not None
    positions = [
        each
        for each in lines(right.engine)
        if set(right.engine.legal_actions(right.state(each)))
        != set(wrong.engine.legal_actions(wrong.state(each)))
    ][:12]
    assert len(positions) == 12

    def kept(obeyed: int) -> Hypothesis:
        observations = tuple(
            Observation(
                {}, each, Seen(legal=tuple(sorted(made.engine.legal_actions(made.state(each)))))
            )
            for number, each in enumerate(positions)
            for made in [right if number < obeyed else wrong]
        )
        identifier = Identifier(Weigher(laboratory, in_force, observations), 100)
        return identifier.not_contradicted(mutated)

    assert kept(0) == kept(3) == mutated
    assert kept(4) == kept(12) == in_force


def lines(engine: Any) -> list[tuple[str, ...]]:
    """Return some lines of play of three actions: a piece step, a disc step, a piece step."""
    found: list[tuple[str, ...]] = []
    start = engine.initial()
    for first in engine.legal_actions(start)[:4]:
        one = engine.play(start, first)
        for second in engine.legal_actions(one)[:6]:
            two = engine.play(one, second)
            found += [(first, second, third) for third in engine.legal_actions(two)[:2]]
    return found


ENDED = frozenset({(OVER, ""), (LEGAL, "pass")})
PLAYED_ON = frozenset({(PLAYED, "pass")})


@pytest.mark.parametrize(
    ("without", "with_it", "contrary"),
    [
        (NOTHING, ENDED, True),
        (PLAYED_ON, ENDED, True),  # the engine ends it late, and with the mutant it never ends
        (PLAYED_ON, NOTHING, False),
        (PLAYED_ON, PLAYED_ON | ENDED, False),  # the mutant cannot play it either
        (ENDED, ENDED, False),
        (ENDED, NOTHING, False),
    ],
)
def test_an_end_that_comes_late_contradicts_that_there_is_none(
    without: frozenset[Item], with_it: frozenset[Item], contrary: bool
) -> None:
    """*CAI-8 without effect* was said of a guest's engine that ends games one action late."""
    assert is_contrary(without, with_it) is contrary


def test_observations_are_chosen_from_all_of_them() -> None:
    """Of 704 the first 600 were taken: games that went on past their end were all among the others."""
    many: Any = range(704)
    assert spread(many, 600)[0] == 0
    assert spread(many, 600)[-1] > 700
    assert len(set(spread(many, 600))) == 600
    assert spread(many, 704) == spread(many, 1000) == tuple(many)
    assert spread(many, 0) == spread((), 5) == ()


@pytest.mark.parametrize("again", [False, True])
def test_past_the_end_the_last_action_is_made_again(again: bool) -> None:
    """An engine that waits for a third pass ends no game in which two passes are followed by others."""
    laboratory = Laboratory("dreieck")
    in_force = Hypothesis.of(games.specified("dreieck").default_rulings)
    reference = laboratory.reference(in_force, {"s": 2})
    assert reference is not None
    assumed: Any = SimpleNamespace(
        state=lambda _: None,
        engine=SimpleNamespace(legal_actions=lambda _: ("a", "pass", "z")),
    )
    over = ("u0,0:abb", "d0,0:bab", "d-1,0:aba", "u-1,0:baa", "pass", "pass")
    longer = {going_on(assumed, reference, over, again, Random(seed)) for seed in range(20)}
    further = {each[len(over) :] for each in longer}
    assert (further == {("pass", "pass")}) is again
    assert going_on(assumed, reference, over[:-1], again, Random(1)) == ()
