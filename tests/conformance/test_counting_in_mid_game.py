"""Counting is asked for in the middle of games as well, and leaves the game as it was."""

from __future__ import annotations

from attrs import evolve
from common.counting_players import (
    CountsAtTheStartOnly,
    CountsFromTheStart,
    CountsTooManyLate,
    MovesWhenCounting,
    TiredOfCounting,
)
from common.players import Counts, Playing
from common.tiny import EARLY

from rulewright.conformance import QUICK, Conformity, Report, check
from rulewright.conformance.evidence.report import GameReport, ReportedDeviation, Status
from rulewright.conformance.stages.counting import OF_EACH_FORM, STAGE
from rulewright.play import games
from rulewright.play.perft import perft

SMALL = {"n": 1}


def report(player: Playing) -> tuple[Report, GameReport]:
    """Check a player of Minoa on the smallest board."""
    found = check(player, "minoa", SMALL, effort=QUICK, seed=1)
    (game,) = found.games
    return found, game


def deviation_of_kind(game: GameReport, kind: str) -> ReportedDeviation:
    """Find the deviation of a kind."""
    (reported,) = (each for each in game.deviations if each.kind == kind)
    return reported


def test_an_engine_that_counts_right_passes() -> None:
    """Positions from the start to the end of a game are counted, and nothing is unsupported."""
    found, game = report(Counts())
    assert found.verdict is Conformity.CONFORMS
    cases = [each for each in game.cases if "in mid-game" in each.name]
    assert {(each.stage, each.status) for each in cases} == {(STAGE, Status.PASSED)}
    *in_games, by_form, before_an_end = (int(each.name.split()[0]) for each in cases)
    assert before_an_end > 4
    assert min(in_games) > 8
    assert by_form == OF_EACH_FORM  # all actions of Minoa are spelt alike


class ForgetsPasses(Counts):
    """Counts by making actions and taking them back, and the passes before are not put back."""

    def perft(self, depth: int) -> int:
        """Count sequences of actions."""
        count = super().perft(depth)
        if depth > 1:
            position = self.engine.to_json(self.position)
            self.position = self.engine.from_json({**position, "passes": 0})
        return count


def test_counting_after_a_pass_leaves_the_passes_as_they_were() -> None:
    """Random games of Dreieck hardly pass: vectors with each form of a last action are counted after."""
    (game,) = check(ForgetsPasses(), "dreieck", effort=EARLY, seed=1).games
    deviation = deviation_of_kind(game, "counting changed the position")
    assert deviation.moves[-1] == "pass"
    assert '{"passes": 0}' in deviation.sentence


def test_a_count_that_forgets_the_moves_deviates() -> None:
    """From the start it is right; one move shows that it is not."""
    found, game = report(CountsFromTheStart())
    assert found.verdict is Conformity.DEVIATES
    deviation = deviation_of_kind(game, "count")
    assert len(deviation.moves) == 1
    engine = games.implementation("minoa", SMALL)
    state = engine.play(engine.initial(), deviation.moves[0])
    assert deviation.expected == f"{perft(engine, state, 1)} for depth 1"
    assert deviation.given == f"{perft(engine, engine.initial(), 1)} for depth 1"
    assert not deviation.explained_by
    assert deviation.shortness.startswith("shortest")


def test_a_count_that_is_wrong_late_is_found_and_shortened() -> None:
    """Three plies are needed to show it."""
    found, game = report(CountsTooManyLate())
    assert found.verdict is Conformity.DEVIATES
    assert len(deviation_of_kind(game, "count").moves) == 3


def test_a_count_that_changes_the_game_deviates() -> None:
    """The counts are right, but after them the engine is in another position."""
    found, game = report(MovesWhenCounting())
    assert found.verdict is Conformity.DEVIATES
    deviation = deviation_of_kind(game, "counting changed the position")
    assert len(deviation.moves) == 1
    assert "after 'perft'" in deviation.sentence
    assert not deviation.explained_by


def test_a_count_that_changes_only_what_comes_later_is_blamed() -> None:
    """Legal set and state are as before; the next action is refused, only because of the count."""
    found, game = report(TiredOfCounting())
    assert found.verdict is Conformity.DEVIATES
    deviation = deviation_of_kind(game, "counting changed the position")
    assert "'perft'" in deviation.sentence
    assert "not deterministic" not in {each.kind for each in game.deviations}


def test_an_engine_that_counts_at_the_start_only_is_counted_as_such() -> None:
    """It conforms, and what it does not support is seen by `--strict`."""
    found, game = report(CountsAtTheStartOnly())
    assert found.verdict is Conformity.CONFORMS
    assert evolve(found, strict=True).exit_status() == 1
    cases = [each for each in game.cases if each.status is Status.UNSUPPORTED]
    assert {each.stage for each in cases} == {STAGE}


def test_an_engine_that_does_not_count_is_asked_at_the_start_only() -> None:
    """That it does not is counted already."""
    _, game = report(Playing())
    assert not any("in mid-game" in each.name for each in game.cases)
