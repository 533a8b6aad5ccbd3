"""Engines in this process: every deviation has its class, its shortest game and its clause."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from common.counting_players import Miscounts
from common.players import (
    AcceptsAnything,
    BlamesAnother,
    Forgetful,
    ForgetsOne,
    KeepsTraces,
    ListsNonsense,
    MovesAnyway,
    Playing,
    Raises,
    RefusesOne,
    TellsOtherwise,
)
from common.tiny import BRIEF, TINY

from rulewright.conformance import QUICK, Conformity, Report, check
from rulewright.conformance.adapter.faults import MalformedActions
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.evidence.thoroughness import Thoroughness
from rulewright.conformance.verdict.conclude import Conclusion
from rulewright.conformance.verdict.describe import Describer, EnginesDisagree
from rulewright.play import games

SMALL = {"n": 1}
DEFAULTS = games.specified("minoa").default_rulings


def report(
    player: Playing, effort: Thoroughness = BRIEF, **rulings: str
) -> tuple[Report, GameReport]:
    """Check a player of Minoa on the smallest board."""
    found = check(player, "minoa", SMALL, rulings, effort=effort, seed=1)
    (game,) = found.games
    return found, game


def test_the_rules_conform() -> None:
    """An engine that plays by the rules: everything passes, nothing is unsupported or at fault."""
    found, game = report(Playing(), QUICK)
    assert found.verdict is Conformity.CONFORMS
    assert found.exit_status() == 0
    assert game.checked > 5
    assert game.positions > 150
    assert not game.deviations
    assert game.plays == "the rulings in force explain everything observed"


WRONG: list[tuple[Playing, str, int, str]] = [
    (AcceptsAnything(), "illegal action accepted", 1, "MIN-6"),
    (MovesAnyway(), "refusal changed the position", 0, "MIN-1"),
    (RefusesOne(), "legal action refused", 1, ""),
    (ForgetsOne(), "legal action missing", 5, ""),
]


@pytest.mark.usefixtures("few_vectors")
@pytest.mark.parametrize(
    ("player", "kind", "length", "clause"), WRONG, ids=[each[1].replace(" ", "-") for each in WRONG]
)
def test_a_deviation_of_each_kind_of_action(
    player: Playing, kind: str, length: int, clause: str
) -> None:
    """One deviation of that kind, the shortest game there is, and the clause with its words."""
    found, game = report(player)
    assert found.verdict is Conformity.DEVIATES
    assert found.exit_status() == 1
    reported = {each.kind: each for each in game.deviations}[kind]
    assert len(reported.moves) == length
    assert reported.clauses
    assert all(each.quotation and each.demand for each in reported.clauses)
    assert not clause or clause in {each.clause for each in reported.clauses}
    assert reported.svg.startswith("<svg")
    assert reported.text
    # The game that is shown is a legal one, and its end is what the sentence says.
    engine = games.implementation("minoa", SMALL)
    state = engine.initial()
    for action in reported.moves:
        state = engine.play(state, action)
    if reported.action is not None and kind.startswith("legal"):
        assert reported.action in engine.legal_actions(state)
    if reported.action is not None and kind.startswith("illegal"):
        assert reported.action not in engine.legal_actions(state)


VALUES: list[tuple[str, Any, str]] = [
    ("over", True, "end"),
    ("turn", "red", "turn"),
    ("winners", ["red"], "winners"),
    ("scores", {"red": 9, "blue": 9}, "scores"),
    ("position", {"sticks": [], "pieces": {}, "turn": "red"}, "position"),
]


@pytest.mark.parametrize("reason", ["MIN-1", "", "MIN-9 and MIN-6, at once"])
def test_a_reason_is_the_engine_s_own(reason: str) -> None:
    """Why an action is illegal may be said in any words: engines may name different clauses."""
    found, game = report(BlamesAnother(reason), QUICK)
    assert found.verdict is Conformity.CONFORMS
    assert not game.deviations


class TellsTruthForOne(Playing):
    """Writes true for one, and one for true, within the position."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        return answer | {"position": exchanged(answer["position"])}


def exchanged(value: Any) -> Any:
    """Exchange numbers and truth values, all through a value."""
    if isinstance(value, dict):
        return {name: exchanged(each) for name, each in value.items()}
    if isinstance(value, list):
        return [exchanged(each) for each in value]
    if value in (0, 1):
        return int(value) if isinstance(value, bool) else bool(value)
    return value


def test_true_is_not_one() -> None:
    """Python takes them for equal; JSON does not, and nor does who reads it in another language."""
    for game, params in (("nonaga", {"n": 1}), ("dreieck", {"s": 2}), ("ari", {"n": 4})):
        engine = games.implementation(game, params)
        position = engine.to_json(engine.initial())
        if json.dumps(exchanged(position)) == json.dumps(position):
            continue
        (found,) = check(TellsTruthForOne(), game, params, effort=TINY, seed=1).games
        assert "position" in {each.kind for each in found.deviations}, game
        return
    pytest.fail("no game has a number or a truth value in its first position")


@pytest.mark.usefixtures("few_vectors")
@pytest.mark.parametrize(("what", "value", "kind"), VALUES, ids=[each[0] for each in VALUES])
def test_a_deviation_of_each_kind_of_value(what: str, value: Any, kind: str) -> None:
    """It shows after one move; the clauses are those that the value rests on."""
    player = TellsOtherwise()
    player.what, player.value = what, value
    found, game = report(player)
    assert found.verdict is Conformity.DEVIATES
    deviation = {each.kind: each for each in game.deviations}[kind]
    assert len(deviation.moves) == 1
    assert deviation.shortness == "shortest: every shorter game with these parameters was tried"
    expected = {"scores": "MIN-12", "winners": "MIN-13", "turn": "MIN-2", "over": "MIN-11"}
    quoted = [each.clauses[0].clause for each in game.deviations if each.kind == kind]
    assert expected.get(what, "MIN-7") in quoted


class ListsMore(Playing):
    """Lists one action twice, or one that cannot exist."""

    more = ""

    def legal(self) -> list[str]:
        """List the legal actions, and one more."""
        actions = super().legal()
        return actions + ([self.more] if self.more else actions[:1])


def test_an_action_listed_twice_is_one_deviation() -> None:
    """It is a wrong answer and no fault; it hides nothing, and the readings are still found."""
    found, game = report(ListsMore(closure="coloured"))
    assert found.verdict is Conformity.DEVIATES
    assert not game.faults
    assert [each.kind for each in game.deviations].count("action listed twice") == 1
    assert "closure=coloured" in {each.explained_by for each in game.deviations}
    assert game.plays.startswith(
        "closure=coloured explains everything observed, apart from 1 bug: "
    )


def test_an_impossible_action_is_a_wrong_answer() -> None:
    """It is spelt well and lies off the board: the clause that forbids it is quoted."""
    player = ListsMore()
    player.more = "5,5-5,6"
    found, game = report(player)
    assert found.verdict is Conformity.DEVIATES
    assert not game.faults
    (deviation,) = game.deviations
    assert (deviation.kind, deviation.action, deviation.moves) == (
        "illegal action listed",
        "5,5-5,6",
        (),
    )
    assert deviation.clauses


def test_a_wrong_count_with_right_actions() -> None:
    """Divide finds no guilty position: the count itself is wrong, at the start."""
    found, game = report(Miscounts())
    assert found.verdict is Conformity.DEVIATES
    (deviation,) = game.deviations
    assert (deviation.kind, deviation.moves) == ("count", ())
    assert deviation.given == "133 for depth 2"
    assert not deviation.clauses


def test_tables_of_other_parameters_do_not_apply() -> None:
    """A table of the default board says nothing of the parameters that are fixed."""
    _, game = report(Miscounts())
    names = {case.name for case in game.cases if case.stage == "perft"}
    assert names
    assert not any("default" in name for name in names), names


def test_an_engine_that_changes_its_mind() -> None:
    """No rule is blamed."""
    found, game = report(Forgetful())
    assert found.verdict is Conformity.DEVIATES
    assert "not deterministic" in {each.kind for each in game.deviations}


def test_traces_of_an_earlier_game_deviate() -> None:
    """A player in this process cannot be started afresh, so what shows is the wrong legal set."""
    found, game = report(KeepsTraces())
    assert found.verdict is Conformity.DEVIATES
    assert {len(each.moves) for each in game.deviations} == {2}


def test_nonsense_is_a_fault() -> None:
    """A text that is no action says nothing about the rules."""
    found, game = report(ListsNonsense())
    assert found.verdict is Conformity.FAULT
    assert found.exit_status() == 3
    assert {each.kind for each in game.faults} == {"malformed actions"}


def test_nonsense_that_shows_late_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found before is reported as it was met; what the engine lists then is its fault."""

    def draw(_: Conclusion) -> None:
        raise MalformedActions("nonsense", "it is no action")

    monkeypatch.setattr(Conclusion, "draw", draw)
    found, game = report(ForgetsOne())
    assert found.verdict is Conformity.FAULT
    assert {each.kind for each in game.faults} == {"malformed actions"}
    assert game.deviations


def test_an_exception_is_a_fault_and_tells_the_moves() -> None:
    """After a few of them the player is left alone."""
    found, game = report(Raises())
    assert found.verdict is Conformity.FAULT
    assert len(game.faults) == 3
    assert {each.kind for each in game.faults} == {"exception"}
    assert "ZeroDivisionError" in game.faults[0].message
    assert len(game.faults[0].moves) >= 3


def test_a_game_that_is_not_supported_is_no_pass() -> None:
    """Nothing could be checked: the exit status says so."""
    player = Playing()
    player.unsupported = ("n",)
    found, game = report(player)
    assert found.verdict is Conformity.NOTHING
    assert found.exit_status() == 1
    assert game.checked == 0
    assert found.unsupported == 1


def test_a_parameter_that_is_not_supported_is_counted() -> None:
    """The rest conforms: status 0, and 1 where nothing may be missing."""
    player = Playing()
    player.unsupported = ("k",)
    found = check(player, "minoa", effort=BRIEF, seed=1)
    assert found.verdict is Conformity.CONFORMS
    assert found.unsupported > 0
    assert (found.exit_status(), evolve(found, strict=True).exit_status()) == (0, 1)


def test_rulings_that_are_supported_are_named() -> None:
    """The engine does not play the reading in force, but the other one."""
    player = Playing(closure="line")
    player.unsupported = ("closure",)
    found, game = report(player, closure="coloured")
    assert found.verdict is Conformity.NOTHING
    assert "--ruling closure=line" in game.suggestion


class Lying:
    """An implementation with a bug: of two winners it names the first."""

    def __init__(self, engine: Any) -> None:
        """Keep the engine that has everything else right."""
        self.engine = engine

    def __getattr__(self, name: str) -> Any:
        """Have everything else from the engine."""
        return getattr(self.engine, name)

    def winners(self, state: Any) -> tuple[str, ...]:
        """Forget that both have won."""
        found: tuple[str, ...] = self.engine.winners(state)
        return found[:1]


class BySpecification(Playing):
    """Plays as the specification says."""

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game."""
        self.engine = games.specification(game, params, rulings)
        self.begin()


def test_a_bug_of_our_own_is_not_blamed_on_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is right, the implementation that it is held against is not: status 4, no verdict."""
    fastest = games.fastest
    monkeypatch.setattr(games, "fastest", lambda *options: Lying(fastest(*options)))
    with pytest.raises(
        EnginesDisagree, match=r"bug in rulewright.*disagree: winners after"
    ) as caught:
        report(BySpecification())
    assert caught.value.exit_status == 4


def test_moves_that_only_the_implementation_allows_are_our_own_bug() -> None:
    """The specification cannot even follow: the same verdict."""
    describer = Describer(Laboratory("minoa"), Hypothesis.of(DEFAULTS))
    reference = games.specification("minoa", SMALL)
    first = reference.legal_actions(reference.initial())[0]
    with pytest.raises(EnginesDisagree, match="illegal action"):
        describer.check_agreement(reference, Observation(SMALL, (first, first), Seen()))
    describer.check_agreement(reference, Observation(SMALL, (first,), Seen()))
