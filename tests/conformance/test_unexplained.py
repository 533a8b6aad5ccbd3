"""What nothing explains about legal actions is told by the clause that decides, with its first game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import chain
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from attrs import evolve
from common.claims import Claims
from common.composites import Composite
from common.players import Playing
from common.tiny import LEAN

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import Report
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.outputs.lines import SCHEMA, records
from rulewright.conformance.outputs.page import page
from rulewright.conformance.outputs.summary import markdown, terminal, unexplained_lines
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import play_vectors
from rulewright.conformance.verdict import unexplained
from rulewright.conformance.verdict.alternatives import have_it_so, open_readings
from rulewright.conformance.verdict.causes import Causes
from rulewright.conformance.verdict.conclude import Conclusion
from rulewright.conformance.verdict.reporting import Reporting
from rulewright.conformance.verdict.unexplained import (
    BESIDE,
    LATER,
    LEFT_OPEN,
    NOWHERE,
    OTHERWISE,
    Attribution,
)
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.play.replay import state_after

LISTED, MISSING = "illegal action listed", "legal action missing"
ALONE = "which {} alone forbids"
GAME, SMALL = "nonaga", {"n": 2}
BEYOND = ("2,0>1,1", "2,-1>2,1", "-2,0>-2,1", "1,-1>-1,-2")
"""A game whose last move another reading of `removal` permits."""


FEWER = evolve(
    QUICK, games=2, looks=3, late=0, parameters=1, replays=40, nearest=10, trials=200, separations=0
)


@cache
def without(clause: str, rulings: tuple[tuple[str, str], ...], params: str) -> Any:
    """Return an engine that does not obey a clause."""
    return Laboratory(GAME).engine(Hypothesis(rulings, (f"{clause} off",)), json.loads(params))


@cache
def forbidden_by(clause: str, rulings: Any, params: str, position: str) -> tuple[str, ...]:
    """List the actions of a position that a clause alone forbids."""
    other = without(clause, rulings, params)
    reference = games.fastest(GAME, json.loads(params), dict(rulings))
    here = json.loads(position)
    legal = {*reference.legal_actions(reference.from_json(here))}
    every = other.legal_actions(other.read(here))  # which is a position of the right rules
    return tuple(each for each in every if each not in legal)


class NowAndThen(Playing):
    """Breaks some clauses now and then, as the numbers of an action decide: no known rule does."""

    def __init__(self, broken: dict[str, int], **readings: str) -> None:
        """Keep for each clause one in how many actions breaks it."""
        super().__init__(**readings)
        self.broken = broken
        self.extra: dict[str, set[tuple[Any, ...]]] = {each: set() for each in broken}
        """By clause, the illegal actions that were listed, in games that the rules permit."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        super().new(game, params, rulings)
        every = games.specified(game).default_rulings | dict(rulings) | self.readings
        self.options = tuple(every.items()), json.dumps(params, sort_keys=True)
        self.moves: tuple[str, ...] = ()
        self.is_permitted = True

    def broken_here(self) -> dict[str, list[str]]:
        """List by clause the illegal actions that it has here."""
        position = json.dumps(self.engine.to_json(self.position))
        return {
            clause: [
                each
                for each in forbidden_by(clause, *self.options, position)
                if chosen(each, one_in)
            ]
            for clause, one_in in self.broken.items()
        }

    def legal(self) -> list[str]:
        """List the legal actions, and some that one clause forbids."""
        here = self.broken_here()
        for clause, actions in here.items() if self.is_permitted else ():
            self.extra[clause].update(
                (str(self.engine.params), self.moves, each) for each in actions
            )
        return sorted({*super().legal(), *chain(*here.values())})

    def play(self, action: str) -> None:
        """Play what it lists; what the rules permit needs no look at its bugs."""
        try:
            super().play(action)
        except IllegalAction:
            here = self.broken_here()
            clause = next((each for each, actions in here.items() if action in actions), None)
            if clause is None:
                raise
            other = without(clause, *self.options)
            position = other.from_json(self.engine.to_json(self.position))
            after = other.to_json(other.play(position, action))
            self.position = self.engine.from_json(after)
            self.is_permitted = False
        self.moves += (action,)


def chosen(action: str, one_in: int) -> bool:
    """Return whether the numbers of an action say so."""
    scaled = (number * (3 + 4 * at) for at, number in enumerate(spelling.numbers(action)))
    return sum(scaled) % one_in == 0


@cache
def two_bugs() -> tuple[NowAndThen, Report]:
    """Check an engine with two unknown bugs, under different clauses."""
    player = NowAndThen({"NON-6": 2, "NON-5": 20})
    return player, check(player, GAME, SMALL, effort=FEWER, seed=1)


def test_two_unknown_bugs_are_told_by_their_clauses() -> None:
    """Each is counted: exactly the illegal actions that were listed, no matter what the other lists."""
    player, report = two_bugs()
    found = [each for each in report.games[0].unexplained if each.kind == LISTED]
    told = {each.clauses: each.actions for each in found}
    listed = {(clause,): len(actions) for clause, actions in player.extra.items()}
    assert told == listed
    assert min(told.values()) > 100
    assert {each.how for each in found} == {ALONE.format(*each.clauses) for each in found}
    assert not [each for each in found if each.under]  # the question 'bar' is open, so it stays
    assert {each.clauses: each.perhaps for each in found} == {
        ("NON-6",): ("bar=none",),
        ("NON-5",): (),
    }


def test_the_first_game_shows_an_action_that_the_clause_alone_forbids() -> None:
    """It is among the shortest ones in which the engine listed such an action."""
    player, report = two_bugs()
    for each in report.games[0].unexplained:
        specification: Any = games.specification(GAME, each.params, {})
        violations = specification.explain(state_after(specification, each.moves), each.action)
        assert tuple(one.clause for one in violations) == each.clauses
        if each.kind == LISTED:
            lengths = {len(moves) for _, moves, _ in player.extra[each.clauses[0]]}
            assert len(each.moves) == min(lengths)


def test_every_output_tells_them() -> None:
    """The terminal, Markdown, the page, and JSON as the schema describes it."""
    _, report = two_bugs()
    (game,) = report.games
    lines = [*unexplained_lines(game)]
    (first,) = [each for each in game.unexplained if each.how == ALONE.format("NON-5")][:1]
    said = f"{first.actions:,} actions in {first.positions:,} positions, first {first.action!r}"
    assert any(
        each.startswith(f"unexplained: {first.kind}, which NON-5 alone forbids: {said}")
        for each in lines
    )
    assert set(lines) <= set(terminal(report))
    assert any(each.startswith("unexplained, unless bar=none explains it: ") for each in lines)
    assert markdown(report).count("- unexplained") == len(lines)
    assert page(report).count("alone forbids: ") == len(lines)
    told = [each for each in records(report) if each["record"] == "unexplained"]
    assert [each["actions"] for each in told] == [each.actions for each in game.unexplained]
    schema = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    assert [*map(schema.is_valid, told)] == [True] * len(lines)


def test_what_readings_explain_is_not_told_again() -> None:
    """An engine that plays another reading has nothing unexplained."""
    (game,) = check(Playing(closure="coloured"), "minoa", {"n": 1}, effort=LEAN, seed=1).games
    assert game.deviations
    assert not game.unexplained


class DropsSome(Playing):
    """Plays another reading, and leaves out some legal actions."""

    def legal(self) -> list[str]:
        """List most of the legal actions."""
        every = super().legal()
        return [each for each in every if len(every) < 2 or not chosen(each, 7)]


def test_missing_actions_are_judged_under_the_readings_followed() -> None:
    """Those of the other reading are explained; what is dropped is told as it is."""
    player = DropsSome(closure="coloured")
    (game,) = check(player, "minoa", {"n": 2, "k": 2}, effort=LEAN, seed=1).games
    assert {each.question: each.said for each in game.questions}["closure"] == "coloured"
    rows = [each for each in game.unexplained if each.kind == MISSING]
    assert rows
    for each in rows:
        assert each.under == ("closure=coloured",)
        engine = games.fastest("minoa", each.params, {"closure": "coloured"})
        assert each.action in engine.legal_actions(state_after(engine, each.moves))
        assert chosen(each.action, 7)
    assert {each.clauses for each in rows} <= {(), ("MIN-9",)}


def test_one_position_leaves_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clauses of a few actions of each are looked for, the rest of them is only counted."""
    crew = Crew(Object(DropsSome()))
    run = GameRun(
        Setup("minoa", {"n": 1}, games.specified("minoa").default_rulings, QUICK, 1), crew, silent
    )
    play_vectors(run)
    conclusion = Conclusion(run)
    conclusion.identify()
    attribution = Attribution(
        Causes(run, run.rules.in_force), conclusion.weigher, run.rules.in_force
    )
    every = sum(each.actions for each in attribution.rows())
    monkeypatch.setattr(unexplained, "OF_ONE_POSITION", 1)
    rows = attribution.rows()
    assert sum(each.actions for each in rows) == every
    looked_for = sum(each.actions for each in rows if each.how not in {LATER, BESIDE})
    positions = {observation.key for observation, _, alone in attribution.left() if alone}
    assert looked_for == len(positions) < every


class DropsWhereNobodyElseIs(Playing):
    """Leaves out some actions, only in games that the rules in force forbid."""

    def legal(self) -> list[str]:
        """List the legal actions, without some of those late ones."""
        every = super().legal()
        return [each for each in every if self.plies < len(BEYOND) or not chosen(each, 3)]


def test_what_shows_only_in_games_that_the_rules_forbid_has_a_deviation() -> None:
    """It is held against the readings that the engine follows, and says so."""
    rulings = games.specified(GAME).default_rulings
    crew = Crew(Object(DropsWhereNobodyElseIs(removal="rim")))
    run = GameRun(Setup(GAME, {"n": 2}, rulings, FEWER, 1), crew, silent)
    performance = run.play(Script("game", {}, BEYOND, everywhere=True))
    assert performance is not None
    run.judge("confirmation", performance)
    reporting = Reporting(run, Causes(run, run.rules.in_force.but(removal="rim")))
    (found,) = reporting.beside_readings()
    assert found.kind == MISSING
    assert not found.explained_by
    assert found.sentence.endswith(", under removal=rim")
    engine = games.fastest(GAME, found.params, {"removal": "rim"})
    assert found.action in engine.legal_actions(state_after(engine, found.moves))


def test_an_open_reading_is_named_though_another_fits_better() -> None:
    """A bug hides the reading that is followed; what that explains may be no further bug."""
    hidden = Composite("minoa", {"closure": "coloured"}, ("one_side_of_the_stick_is_looked_at",))
    (game,) = check(hidden.player(), "minoa", {"n": 1, "k": 2}, effort=LEAN, seed=1).games
    (closure,) = [each for each in game.questions if each.question == "closure"]
    assert closure.readings == ("line", "coloured")
    assert "the rulings in force" in game.plays
    assert {each.perhaps for each in game.unexplained if each.clauses == ("MIN-9",)} == {
        ("closure=coloured",)
    }


def test_what_open_readings_explain_together_is_not_told_as_unexplained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only so many are tried: of a composite of Minoa three were open, and two of them explained it."""
    monkeypatch.setattr(unexplained, "SLOW", 0)
    monkeypatch.setattr(unexplained, "HELD", 0)
    hidden = Composite("minoa", {"closure": "coloured"}, ("one_side_of_the_stick_is_looked_at",))
    (game,) = check(hidden.player(), "minoa", {"n": 1, "k": 2}, effort=LEAN, seed=1).games
    assert {each.perhaps for each in game.unexplained} == {(LEFT_OPEN,)}
    assert any("unless what is left open explains it" in each for each in unexplained_lines(game))
    assert Claims(hidden, game, [Composite("minoa", {})]).false() == []


def test_all_open_readings_that_explain_an_action_are_named() -> None:
    """One that fits best need not be the one that is followed: slide_across was, and slide_in named."""
    moves = ("0,-2>1,-2", "0,-2>-2,-1", "2,-2>2,-1", "-1,-1>0,-2", "1,-2>2,-2")
    observation = Observation({}, moves, Seen(legal=()))
    item = ("legal", "-1,2>-1,-1")
    best = Hypothesis.of(games.specified(GAME).default_rulings).but(placement="slide_in")
    open_ones = ("anywhere", "slide_in", "slide_across")
    attribution: Any = SimpleNamespace(
        questions=[SimpleNamespace(question="placement", readings=open_ones)],
        causes=SimpleNamespace(hypothesis=best),
        weigher=SimpleNamespace(wrong=Laboratory(GAME).wrong),
    )

    def named(departure: str) -> str:
        return Attribution.with_others(attribution, departure, observation, item)

    assert named("placement=slide_in") == "placement=slide_in or slide_across"
    assert named("bar=none") == "bar=none"
    assert named("NON-7 off") == "NON-7 off"


CLAIMING = ("u0,0:aaa", "d0,-1:aaa", "d0,0:aaa", "u1,0:aaa")
"""A game of Dreieck with one symbol, after which a tile can be laid that captures."""


def test_an_open_reading_is_named_for_what_it_explains_alone() -> None:
    """Actions that it explains were told with those that no reading does, as unexplained by any."""
    in_force = Hypothesis.of(games.specified("dreieck").default_rulings)
    laboratory = Laboratory("dreieck")
    params = {"s": 1, "k": 10}
    other = laboratory.reference(in_force.but(claim="may"), params)
    assert other is not None
    legal = other.engine.legal_actions(other.state(CLAIMING))
    declined = next(each for each in legal if each.endswith("~"))
    nonsense = next(f"{each}~" for each in legal if each[-1] != "~" and f"{each}~" not in legal)
    observation = Observation(params, CLAIMING, Seen(legal=tuple(sorted({*legal, nonsense}))))
    questions: Any = [
        SimpleNamespace(question="trigger", readings=("completing", "standing")),
        SimpleNamespace(question="claim", readings=("must", "may")),
        SimpleNamespace(question="stuck", readings=("bury",)),
    ]
    weigher = Weigher(laboratory, in_force)

    def named(action: str, counts: tuple[int, ...]) -> tuple[str, ...]:
        return open_readings(weigher, in_force, questions, (observation, action), counts)

    assert named(declined, (1,)) == named(declined, (1, 2)) == ("claim=may",)
    assert named(nonsense, (1, 2)) == named(declined, ()) == ()


@pytest.mark.parametrize(
    ("readings", "clauses"), [(("anywhere", "slide_in"), ("NON-7",)), (("anywhere",), ())]
)
def test_a_reading_that_is_not_followed_says_nothing_of_a_missing_action(
    readings: tuple[str, ...], clauses: tuple[str, ...]
) -> None:
    """That it would forbid the action was told beside thousands of answers that speak against it."""
    moves = ("0,-2>1,-2", "0,-2>-2,-1", "2,-2>2,-1", "-1,-1>0,-2", "1,-2>2,-2")
    in_force = Hypothesis.of(games.specified(GAME).default_rulings)
    questions: Any = (SimpleNamespace(question="placement", readings=readings),)
    causes: Any = SimpleNamespace()
    found = Attribution(causes, Weigher(Laboratory(GAME), in_force), in_force, questions)
    observation = Observation({}, moves, Seen())
    how = OTHERWISE if clauses else NOWHERE
    assert found.decided(observation, "missing", "-1,2>-1,-1") == (clauses, how)


def test_two_open_readings_that_explain_an_action_together_are_named() -> None:
    """Neither would by itself."""
    under = Hypothesis.of(games.specified("dreieck").default_rulings)
    both = {("trigger", "standing"), ("claim", "may")}

    class InPart(Weigher):
        """Has an action otherwise unless both are assumed."""

        def wrong(self, hypothesis: Hypothesis, _: Observation) -> frozenset[tuple[str, str]]:
            """Return the item."""
            return frozenset(() if both <= {*hypothesis.rulings} else {("legal", "pass")})

    weigher = InPart(Laboratory("dreieck"), under)
    questions: Any = [
        SimpleNamespace(question="trigger", readings=("completing", "standing")),
        SimpleNamespace(question="outline", readings=("outer", "every")),
        SimpleNamespace(question="claim", readings=("must", "may")),
    ]
    shown = Observation({}, (), Seen()), "pass"
    found = open_readings(weigher, under, questions, shown, (1, 2))
    assert found == ("trigger=standing", "claim=may")
    assert open_readings(weigher, under, questions, shown, (1,)) == ()


def test_a_reading_that_cannot_play_a_game_explains_nothing_in_it() -> None:
    """It has no action otherwise there, since none was compared."""
    in_force = Hypothesis.of(games.specified(GAME).default_rulings)
    weigher = Weigher(Laboratory(GAME), in_force)
    after = Observation({}, BEYOND, Seen(legal=("2,0>1,0",)))
    assert not have_it_so(weigher, in_force.but(bar="none"), after, "2,0>1,0")


def test_a_clause_that_is_not_obeyed_decides_nothing() -> None:
    """It is named among the departures under which the rest is judged."""
    rulings = games.specified("minoa").default_rulings
    crew = Crew(Object(DropsSome("MIN-9 off")))
    run = GameRun(Setup("minoa", {"n": 1}, rulings, QUICK, 1), crew, silent)
    play_vectors(run)
    conclusion = Conclusion(run)
    conclusion.identify()
    under = evolve(run.rules.in_force, mutants=("MIN-9 off",))
    rows = Attribution(Causes(run, under), conclusion.weigher, under).rows()
    assert rows
    for each in rows:
        assert each.under == ("MIN-9 off",)
        assert "MIN-9" not in each.clauses
    beside = Attribution(Causes(run, run.rules.in_force), conclusion.weigher, run.rules.in_force)
    assert ("MIN-9",) in {each.clauses for each in beside.rows()}
