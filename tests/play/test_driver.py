"""The compiled driver and the plain one, on the same engine, return the same."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.interface import Engine, MalformedAction
from rulewright.play import games
from rulewright.play.compiled import CompiledDriver
from rulewright.play.driver import Allowance, driver_of
from rulewright.play.lockstep import Disagreement
from rulewright.play.plain import PlainDriver
from rulewright.play.replay import replay
from rulewright.spec.coverage import RecordingRefuted

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("minoa", {"n": 1}),
    ("nonaga", {"n": 1}),
    ("dreieck", {"s": 1}),
]


def both(game: str, params: dict[str, Any]) -> tuple[CompiledDriver, PlainDriver]:
    """Two drivers of one compiled engine."""
    engine = games.implementation(game, params)
    compiled = driver_of(engine)
    assert isinstance(compiled, CompiledDriver)
    return compiled, PlainDriver(engine)


def test_the_driver_is_chosen_by_the_engine() -> None:
    """A specification has no kernel."""
    assert isinstance(driver_of(games.implementation("minoa")), CompiledDriver)
    assert isinstance(driver_of(games.specification("minoa")), PlainDriver)


def test_an_allowance_depends_on_the_driver() -> None:
    """Plain engines get the smaller allowance."""
    compiled, plain = both("minoa", {"n": 1})
    work = Allowance(compiled=100, plain=7)
    assert (compiled.allowed(work), plain.allowed(work)) == (100, 7)


@pytest.mark.parametrize(("game", "params"), SMALL)
def test_a_text_is_read_as_an_action_or_refused(game: str, params: dict[str, Any]) -> None:
    """What is illegal at the start is an action all the same."""
    (moves,) = both(game, params)[0].lines(1, 1)
    assert moves
    for driver in both(game, params):
        for each in moves:
            driver.read(each)
        for text in (f"{moves[0]} ", "no action", ""):
            with pytest.raises(MalformedAction):
                driver.read(text)


@pytest.mark.parametrize(("game", "params"), SMALL)
def test_perft_is_the_same(game: str, params: dict[str, Any]) -> None:
    """At every depth, separately and together."""
    compiled, plain = both(game, params)
    start = compiled.engine.initial()
    counts = list(compiled.perfts(start, 3))
    assert counts == list(plain.perfts(start, 3))
    assert counts == [compiled.perft(start, depth) for depth in (1, 2, 3)]
    assert counts == [plain.perft(start, depth) for depth in (1, 2, 3)]
    assert compiled.perft(start, 0) == plain.perft(start, 0) == 1


@pytest.mark.parametrize(("game", "params"), SMALL[1:])
def test_the_same_positions_are_visited(game: str, params: dict[str, Any]) -> None:
    """Completely, and up to a limit."""
    compiled, plain = both(game, params)
    one, other = compiled.visit(10_000), plain.visit(10_000)
    assert one.complete
    assert other.complete
    assert set(one.states) == set(other.states)
    assert (one.positions, one.finished) == (other.positions, other.finished)
    assert not compiled.visit(3).complete
    assert not plain.visit(3).complete


def test_a_limit_that_is_just_met_is_complete() -> None:
    """With one position fewer it is not."""
    _, plain = both("dreieck", {"s": 1})
    positions = plain.visit(10_000).positions
    assert plain.visit(positions).complete
    assert not plain.visit(positions - 1).complete


@pytest.mark.parametrize("biased", [False, True])
def test_lines_are_the_recorded_games_and_legal(*, biased: bool) -> None:
    """The same seed yields the same games, whatever their number."""
    for driver in both("minoa", {"n": 1}):
        played = list(driver.lines(5, 4, biased=biased))
        recording = driver.record(5, 4, biased=biased)
        assert played == [tuple(recording.moves(game)) for game in range(4)]
        assert played[:2] == list(driver.lines(5, 2, biased=biased))
        for moves in played:
            assert driver.engine.is_over(list(replay(driver.engine, moves))[-1])
        assert all(len(moves) == 2 for moves in driver.lines(5, 4, biased=biased, max_plies=2))


def test_a_game_played_out_has_winners_and_one_cut_off_has_none() -> None:
    """Minoa's smallest board ends after some plies, not after one."""
    for driver in both("minoa", {"n": 1}):
        ended = driver.play_out(1, 100)
        assert ended.winners is not None
        assert 1 < ended.plies < 100
        cut = driver.play_out(1, 1)
        assert (cut.plies, cut.winners) == (1, None)


class WithoutAnAction:
    """An engine that omits one legal action at the start."""

    def __init__(self, engine: Engine[Any]) -> None:
        """Take the right engine."""
        self.engine = engine

    def __getattr__(self, name: str) -> Any:
        """Delegate to the engine."""
        return getattr(self.engine, name)

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Omit the first action."""
        legal = self.engine.legal_actions(state)
        return legal[1:] if state == self.engine.initial() else legal


def test_a_sweep_covers_all_positions_and_notices_a_difference() -> None:
    """Both drivers sweep the same positions; a wrong reading, and a missing action, are refuted."""
    judge = games.specification("dreieck", {"s": 1})
    compiled, plain = both("dreieck", {"s": 1})
    one, other = compiled.sweep(judge, 10_000), plain.sweep(judge, 10_000)
    assert one.complete
    assert one.finished
    assert evolve(one, coverage=other.coverage) == other
    assert one.positions == compiled.visit(10_000).positions
    rules = games.specification("minoa", {"n": 1}, {"closure": "coloured"})
    wrong = games.implementation("minoa", {"n": 1})
    with pytest.raises((RecordingRefuted, Disagreement)):
        driver_of(wrong).sweep(rules, 2_000)
    with pytest.raises(Disagreement):
        PlainDriver(WithoutAnAction(plain.engine)).sweep(judge, 10)  # type: ignore[arg-type]
