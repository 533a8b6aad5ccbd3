"""An engine that takes another player to be to move is told just that, and not what follows from it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from common.composites import Composite, Wrong
from common.wrong_engines.wrong_dreieck import Rules as DreieckRules
from common.wrong_engines.wrong_minoa import Board
from common.wrong_engines.wrong_minoa import Rules as MinoaRules
from common.wrong_engines.wrong_nonaga import Rules as NonagaRules

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.report import GameReport

FEWER = evolve(
    QUICK, games=6, entries=6_000, late=4, replays=60, nearest=20, trials=200, separations=20
)


class WhoeverCapturesMovesAgain(DreieckRules):
    """A turn more for each capture."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        """Give the position after a legal action."""
        after, mover = super().play(state, action), state["turn"]
        more = after["captured"][mover] > state["captured"][mover]
        return {**after, "turn": mover} if more and after["turn"] else after


class NoDiscInTheFirstTurn(NonagaRules):
    """The first turn of each player is over after the piece step."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        """Give the position after a legal action."""
        after, turns = super().play(state, action), state.get("turns", 0)
        if turns < 2 and after["step"] == "disc":
            after, turns = self.end_turn(after, None, 0), turns + 1
        return {**after, "turns": turns}


class BoardOfMoreTurns(Board):
    """Whoever places a piece moves again."""

    def play(self, line: str) -> None:
        """Play a legal action."""
        mover = self.turn
        super().play(line)
        if line in self.boundary and mover and self.turn is not None and self.moves_of(mover):
            self.turn = mover


class WhoeverPlacesAPieceMovesAgain(MinoaRules):
    """A turn more for each piece; the game is over when the player due cannot move."""

    board = BoardOfMoreTurns

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        """Follow a reading, whatever is asked for."""
        super().__init__(params, {**rulings, "stranded": "over"})


class BoardOfReceivers(Board):
    """Whoever gets pieces put down has had a turn with that."""

    def play(self, line: str) -> None:
        """Play a legal action."""
        mover, hands = self.turn, dict(self.hands)
        super().play(line)
        order = self.players
        for each in order if self.turn is not None else ():
            if hands[each] and not self.hands[each] and each != mover:
                after = (*order[order.index(each) + 1 :], *order)
                self.turn = next(player for player in after if self.moves_of(player))


class WhoeverGetsPiecesHasHadATurn(MinoaRules):
    """After the last pieces have been put down the turn goes to the player after their owner."""

    board = BoardOfReceivers


def checked(game: str, rules: type, **params: int) -> GameReport:
    """Check an engine with wrong rules; returns the report of the game."""
    player = Wrong(Composite(game, {}), rules=rules)
    (found,) = check(player, game, params, effort=FEWER, seed=7).games
    return found


def test_a_turn_too_many_is_told_as_a_turn() -> None:
    """Vectors ask for actions first: those of another player were told, and clauses about tiles."""
    found = checked("dreieck", WhoeverCapturesMovesAgain, s=2)
    first, *others = found.deviations
    assert first.kind == "turn"
    assert [each.clause for each in first.clauses] == ["DRE-2"]
    assert "turn" not in {each.kind for each in others}
    assert not {"legal action missing", "illegal action listed"} & {each.kind for each in others}


@pytest.mark.slow
@pytest.mark.soak
def test_a_step_that_is_left_out_is_no_bounded_board() -> None:
    """No disc is put far out in the first turns: none is put anywhere, as it is another's turn."""
    found = checked("nonaga", NoDiscInTheFirstTurn)
    (shown,) = found.deviations
    assert (shown.kind, shown.explained_by) == ("turn", "")
    assert shown.clauses[0].clause == "NON-9"


@pytest.mark.slow
@pytest.mark.soak
def test_where_the_turn_is_wrong_it_says_nothing_of_a_reading() -> None:
    """Games went on where by *over* they end, since it was another's turn: *skip* was told."""
    found = checked("minoa", WhoeverPlacesAPieceMovesAgain)
    assert "turn" in {each.kind for each in found.deviations}
    (stranded,) = (each for each in found.questions if each.question == "stranded")
    assert "over" in stranded.readings


def test_a_wrong_turn_does_not_say_that_the_game_is_over() -> None:
    """All ends were as by *full*, and it was said that a bug may be why: none was named."""
    found = checked("minoa", WhoeverGetsPiecesHasHadATurn, n=1)
    assert [each.kind for each in found.deviations] == ["turn"]
    (end,) = (each for each in found.questions if each.question == "end")
    assert end.said == "full"
