"""Identification: which readings an engine follows, alone and together, and which clauses it lacks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from common.players import ForgetsOne, Playing
from common.tiny import EARLY, LEAN

from rulewright.conformance import QUICK, Conformity, check
from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.identify import Identifier
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games


def identified(
    player: Playing, game: str, params: dict[str, Any], effort: Any = EARLY
) -> GameReport:
    """Check a player and give the report of its game."""
    (found,) = check(player, game, params, effort=effort, seed=1).games
    return found


def said(game: GameReport) -> dict[str, str]:
    """What is said about each question."""
    return {each.question: each.said for each in game.questions}


READINGS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("minoa", {"n": 1}, {"end": "literal"}),
    ("minoa", {"n": 1}, {"closure": "coloured"}),
    ("minoa", {"n": 1}, {"end": "exhausted", "closure": "coloured"}),
    ("nonaga", {}, {"removal": "rim", "bar": "none"}),
    ("dreieck", {"s": 2}, {"match": "one"}),
    ("dreieck", {"k": 4, "s": 2}, {"claim": "may"}),
    ("ari", {"n": 4}, {"next_to": "four", "own_face": "any"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "params", "readings"),
    READINGS,
    ids=["-".join((each[0], *each[2].values())) for each in READINGS],
)
def test_a_combination_of_readings_is_named(
    game: str, params: dict[str, Any], readings: dict[str, str]
) -> None:
    """They explain every deviation, and the run to try instead is named."""
    found = identified(Playing(**readings), game, params, QUICK)
    assert found.verdict is Conformity.DEVIATES
    about = said(found)
    assert {name: about[name] for name in readings} == readings
    assert set(found.suggestion.split()) - {"--ruling"} == {
        f"{name}={reading}" for name, reading in readings.items()
    }
    causes = {cause for each in found.deviations for cause in each.explained_by.split("; ")}
    assert causes
    assert causes <= {f"{name}={reading}" for name, reading in readings.items()}
    for question in found.questions:
        if question.question in readings:
            assert question.in_force in question.breaks
    # And as what it plays it conforms.
    again = check(Playing(**readings), game, params, readings, effort=LEAN, seed=2)
    assert again.verdict is Conformity.CONFORMS


@pytest.mark.slow
def test_a_clause_that_is_not_obeyed_is_named() -> None:
    """Areas need no edge: no reading of `closure` explains it, dropping MIN-9 does."""
    found = identified(Playing("MIN-9 off"), "minoa", {"n": 2})
    assert found.plays == "MIN-9 off explains everything observed"
    (closure,) = (each for each in found.questions if each.question == "closure")
    assert closure.status == "none of the known ones"
    assert set(closure.breaks) == {"line", "coloured"}
    (deviation,) = found.deviations
    assert deviation.explained_by == "MIN-9 off"
    assert [each.clause for each in deviation.clauses] == ["MIN-9"]
    assert len(deviation.moves) == 2


@pytest.mark.slow
def test_a_reading_and_a_clause_together() -> None:
    """Areas must carry a piece, and lines carry two things: two causes, told apart."""
    player = Playing("MIN-6 off", closure="coloured")
    found = identified(player, "minoa", {"n": 1}, QUICK)
    assert found.plays == "closure=coloured, MIN-6 off explain everything observed"
    assert {"closure=coloured", "MIN-6 off"} <= {each.explained_by for each in found.deviations}
    assert said(found)["closure"] == "coloured"
    assert found.suggestion == "--ruling closure=coloured"


def test_what_nothing_explains_is_said_so() -> None:
    """A bug that is no reading and no clause; the readings that show elsewhere are still named."""
    found = identified(ForgetsOne(), "minoa", {"n": 1})
    assert found.plays.startswith("no known reading or broken clause explains everything")
    assert not found.suggestion
    assert [each.explained_by for each in found.deviations] == [""]
    assert "closest, not exact: " in found.plays
    assert "observations explained)" in found.plays
    certain = [each for each in found.questions if each.status == "follows"]
    assert all(each.readings == (each.in_force,) and not each.against for each in certain)
    assert len(certain) < len(found.questions)


class MissesNine(Playing):
    """Has a clause wrong, and besides one value after nine actions: no hypothesis has both."""

    part = "scores"
    wrong: object = {"red": -1, "blue": -1}

    def state(self) -> dict[str, Any]:
        """Return the state, with the wrong value after nine actions."""
        answer = super().state()
        return answer | ({self.part: self.wrong} if self.plies == 9 else {})


def test_a_clause_and_a_pattern_together() -> None:
    """A clause mutant explains most, and a bug that is no clause the rest: each has its deviation."""
    found = identified(MissesNine("MIN-10 without effect"), "minoa", {"n": 1})
    plays = re.sub(r"\d+ pos", "N pos", found.plays)
    bug = "'scores' is wrong in N positions: before the end"
    assert plays == f"MIN-10 without effect explains everything observed, apart from 1 bug: {bug}"
    assert sorted(re.sub(r"\d+", "N", each.explained_by) for each in found.deviations) == [
        bug,
        "MIN-N without effect",
    ]


def test_what_is_closest_explains_the_most() -> None:
    """One clause mutant explains nearly all, and the rest is reported without an explanation."""
    player = MissesNine("MIN-10 without effect")
    player.part, player.wrong = "turn", "blue"
    found = identified(player, "minoa", {"n": 1})
    assert "closest, not exact: MIN-10 without effect" in found.plays
    explained, observed = map(int, re.findall(r"\d+", found.plays.split("effect")[1]))
    assert observed > explained > 0.9 * observed
    assert {"", "MIN-10 without effect"} == {each.explained_by for each in found.deviations}


def test_what_cannot_be_told_apart_is_said_so() -> None:
    """With two players nobody has a partner, and there is always an action."""
    about = said(identified(Playing(), "minoa", {"n": 1, "k": 2}))
    assert about["partners"] == "not told apart within this run: separate, shared"
    assert about["stranded"] == "not told apart within this run: skip, over"
    assert about["closure"] == "line"


@pytest.mark.slow
def test_what_is_not_supported_is_blamed_where_it_would_help() -> None:
    """Partners need four players, and this engine knows two only."""
    player = Playing()
    player.unsupported = ("k",)
    about = said(identified(player, "minoa", {"n": 2}))
    assert about["partners"] == "not told apart by what it supports: separate, shared"
    assert about["closure"] == "line"
    player.unsupported = ()
    assert said(identified(player, "minoa", {"n": 2}))["partners"] == "separate"


def test_each_reading_breaks_where_it_is_said_to() -> None:
    """The games shown for the other readings are replayed: there the reading and the engine part."""
    found = identified(Playing(), "minoa", {"n": 1})
    laboratory, broken = Laboratory("minoa"), 0
    for question in found.questions:
        for reading, at in question.breaks.items():
            own = laboratory.engine(Hypothesis.of(found.rulings), at.params)
            other = laboratory.engine(
                Hypothesis.of(found.rulings).but(**{question.question: reading}), at.params
            )
            states = [own.initial(), other.initial()]
            for action in at.moves:
                states = [own.play(states[0], action), other.play(states[1], action)]
            assert own.legal_actions(states[0]) != other.legal_actions(states[1]) or own.is_over(
                states[0]
            ) != other.is_over(states[1])
            broken += 1
    assert broken >= 2


def test_combinations_are_tried_nearest_first() -> None:
    """First the one in force, then those with one other reading, and each once."""
    start = Hypothesis.of(games.specified("minoa").default_rulings)
    every = list(Laboratory("minoa").combinations(start))
    assert every[0] == start
    changed = [len(each.departures(start)) for each in every]
    assert changed == sorted(changed)
    assert len(set(every)) == len(every) == 3 * 2 * 2 * 2


RELOCATED = ("2,0>1,1", "2,-1>2,1", "-2,0>-2,1")
"""A game of Nonaga after which black may move the disc on 2,1 where none is barred."""


@pytest.mark.parametrize(
    ("played", "broken", "mutant", "instead"),
    [
        ({"bar": "none"}, (), "NON-6 off", {"bar": "none"}),
        ({"bar": "none", "win": "end_of_turn"}, (), "NON-6 off", {"bar": "none"}),
        ({}, ("NON-3 off",), "NON-3 off", {}),
        ({}, (), "NON-3 off", {}),
    ],
    ids=["the same", "beside another departure", "no reading is the same", "in vain"],
)
def test_a_reading_takes_the_place_of_a_clause_that_is_the_same(
    played: dict[str, str], broken: tuple[str, ...], mutant: str, instead: dict[str, str]
) -> None:
    """That NON-6 is not obeyed was told of an engine that plays *bar=none* beside a bug."""
    laboratory = Laboratory("nonaga")
    in_force = Hypothesis.of(games.specified("nonaga").default_rulings)
    truth = Hypothesis(in_force.but(**played).rulings, broken)
    own = laboratory.reference(truth, {})
    assert own is not None
    seen = tuple(
        Observation({}, RELOCATED[:plies], own.seen(own.state(RELOCATED[:plies])))
        for plies in range(len(RELOCATED) + 1)
    )
    others = {name: reading for name, reading in played.items() if name not in instead}
    found = Hypothesis(in_force.but(**others).rulings, (mutant,))
    identifier = Identifier(Weigher(laboratory, in_force, seen, seen[-1:]), 100)
    assert identifier.read_in_place_of_mutants(found) == truth
