"""Beside a bug: what is a bug of the clause itself, what is no reading, and what stays open."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from common.claims import Claims
from common.composites import Composite, drawn
from common.tiny import LEAN

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import NOT_MET, Break
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.doubts import ENOUGH, FEW, Doubts, Weighed
from rulewright.conformance.verdict.one_direction import OneDirection
from rulewright.conformance.verdict.parting import separations
from rulewright.conformance.verdict.questions import Asking
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

ARI = Hypothesis.of(games.specified("ari").default_rulings)
DREIECK = Hypothesis.of(games.specified("dreieck").default_rulings)
NONAGA = Hypothesis.of(games.specified("nonaga").default_rulings)
ACTION = (LEGAL, "action")


@pytest.mark.parametrize(
    ("part", "times", "unexplained", "is_a_bug"),
    [
        (LEGAL, ENOUGH, False, True),
        ("position.captured", FEW + 1, False, False),
        ("position.captured", FEW, False, True),  # in few games
        ("scores", FEW + 1, False, False),
        ("scores", FEW + 1, True, True),  # scores are wrong for another reason, too
    ],
)
def test_what_a_departure_does_to_positions_is_no_bug_about_actions(
    part: str, times: int, unexplained: bool, is_a_bug: bool
) -> None:
    """*trigger* was open, since actions were wrong in one position only of the reading followed."""
    item = ACTION if part == LEGAL else (part, "")
    every = [Observation({}, (f"{each}",), Seen(legal=("action",))) for each in range(times)]
    wrong = frozenset({item} if unexplained else ())
    weigher: Any = SimpleNamespace(in_force=ARI, wrong=lambda *_: wrong)
    weighed = Weighed("before", refuted=times, supported=4, own_alone=FEW)
    for each in every:
        weighed.entire.add(each, frozenset({item}))
    found = Doubts(weigher, ARI.but(lifting="after"), (), tuple(every))
    assert found.is_a_bug_of_its_clause("lifting", [weighed]) is is_a_bug


def test_what_nothing_tells_apart_stays_open_though_a_third_is_partly_right() -> None:
    """*removal=local* was told: *path* is right here and there, and *four* and *rim* fit as well."""
    at = Observation({}, (), Seen(legal=("action",)))
    path = Weighed("path", refuted=150, supported=4, first=at, first_against=at)
    own, laboratory = NONAGA.but(removal="local"), Laboratory("nonaga")
    weigher = Weigher(laboratory, NONAGA)
    asking: Any = SimpleNamespace(
        run=SimpleNamespace(setup=SimpleNamespace(game="nonaga", rulings=NONAGA.readings)),
        hypothesis=own,
        weigher=weigher,
        one_direction=SimpleNamespace(tells=lambda *_: False),
        is_not_obeyed=lambda _: False,
        weighed=lambda _, reading: path if reading == "path" else Weighed(reading),
        broken=lambda *_: Break((), {}, ""),
        open=lambda *_: NOT_MET,
    )
    found = Asking.asked_about(asking, "removal", Doubts(weigher, own, (), ()))
    assert (found.status, found.readings) == (NOT_MET, ("local", "four", "rim"))
    assert [*found.breaks] == ["path"]


def test_an_answer_that_several_readings_have_wrong_is_counted_once() -> None:
    """Three other readings made 276 deciding answers of 92."""
    at = Observation({}, (), Seen(legal=("action",)))
    answers = {(at.key, (LEGAL, each)) for each in ("one", "two")}
    own, laboratory = NONAGA.but(removal="local"), Laboratory("nonaga")
    weigher = Weigher(laboratory, NONAGA)
    asking: Any = SimpleNamespace(
        run=SimpleNamespace(setup=SimpleNamespace(game="nonaga", rulings=NONAGA.readings)),
        hypothesis=own,
        identified=SimpleNamespace(explains_all=True),
        weigher=weigher,
        one_direction=SimpleNamespace(tells=lambda *_: False),
        is_not_obeyed=lambda _: False,
        weighed=lambda _, reading: Weighed(reading, 2, 0, at, for_own={*answers}),
        broken=lambda *_: Break((), {}, ""),
    )
    found = Asking.asked_about(asking, "removal", Doubts(weigher, own, (), ()))
    assert found.evidence == "2 deciding answers, all for it"
    assert [*found.breaks] == ["path", "four", "rim"]


@pytest.mark.parametrize(
    ("unexplained", "alone", "is_a_bug"),
    [(1, 1, True), (FEW, 1, True), (FEW + 1, 1, False), (ENOUGH, FEW, True), (ENOUGH, 2, False)],
)
def test_few_of_many_unexplained_positions_are_so_by_accident(
    unexplained: int, alone: int, is_a_bug: bool
) -> None:
    """*threat* was open beside queens that are shielded, for one position of nine."""
    every = [Observation({}, (f"{each}",), Seen(legal=("action",))) for each in range(unexplained)]
    weigher: Any = SimpleNamespace(in_force=ARI, wrong=lambda *_: frozenset({ACTION}))
    weighed = Weighed("before", refuted=ENOUGH, supported=4, own_alone=alone)
    found = Doubts(weigher, ARI.but(lifting="after"), (), tuple(every))
    assert found.is_a_bug_of_its_clause("lifting", [weighed]) is is_a_bug


def directed(followed: str, supposed: str, *faults: str) -> OneDirection:
    """Ask an engine of Dreieck, that seems to follow a reading of *match*, about what it has wrong."""
    player = Composite("dreieck", {"match": followed}, faults).player()
    pair = DREIECK.but(match=supposed), DREIECK.but(match={"all": "one", "one": "all"}[supposed])
    setup = Setup("dreieck", {}, DREIECK.readings, QUICK, 1)
    run = GameRun(setup, Crew(Object(player)), silent)
    seen = []
    for expected in islice(separations(run, pair), 60):
        made = run.play(Script("asked", expected.params, expected.moves))
        seen += [] if made is None else made.observations
    return OneDirection(run, Weigher(run.rules.laboratory, DREIECK), pair[0], tuple(seen))


@pytest.mark.parametrize(
    ("followed", "supposed", "faults", "told"),
    [
        ("one", "one", ("third_edge_need_not_match",), True),
        ("one", "one", (), False),  # nothing is wrong
        ("all", "one", ("third_edge_need_not_match",), False),  # all is wrong in every direction
        ("one", "all", ("third_edge_need_not_match",), False),
    ],
)
def test_a_bug_of_one_direction_is_right_in_another(
    followed: str, supposed: str, faults: tuple[str, ...], told: bool
) -> None:
    """Symbols are not compared at one edge of three: turned, the same tile may be laid."""
    asked = directed(followed, supposed, *faults)
    assert asked.tells("match", {"all": "one", "one": "all"}[supposed]) is told


@pytest.mark.slow
@pytest.mark.soak
def test_a_bug_of_one_direction_does_not_hide_a_reading() -> None:
    """*match* was open beside it: what it leaves out is just what `all` forbids."""
    made = drawn("dreieck", 353)
    (found,) = check(made.player(), "dreieck", effort=LEAN, seed=1).games
    said = {each.question: each.readings for each in found.questions}
    assert said == {
        **{each: (reading,) for each, reading in made.readings.items()},
        "stuck": ("keep",),
    }
    assert Claims(made, found, [*made.parts()]).false() == []
