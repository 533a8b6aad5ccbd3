"""Positions side by side, and the single ones that are taken out of them."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from rulewright.play import games
from rulewright.spec.counting import LaneCount
from rulewright.spec.play import Ply, play
from rulewright.spec.structure import SHAPE, in_lane, in_lanes, mapped


@attrs.frozen
class Cell:
    """A place with a fact and a number."""

    name: str = attrs.field(metadata=SHAPE)
    occupied: Any
    height: Any


@attrs.frozen
class Named:
    """A part without facts."""

    name: str = attrs.field(metadata=SHAPE)


NUMBER = LaneCount.constant(6)
MADE = (
    (Cell("a", 0b1010, NUMBER), Cell("b", True, LaneCount.constant(3))),
    [0b0001, (), []],
    Named("c"),
)


def test_each_lane_has_its_own_structure() -> None:
    """The kind of each part stays; constants are the same in all lanes."""
    first, last = in_lanes(MADE, [0, 3])
    assert first == ((Cell("a", False, 6), Cell("b", True, 3)), [True, (), []], Named("c"))
    assert last == ((Cell("a", True, 6), Cell("b", True, 3)), [False, (), []], Named("c"))
    assert type(first[0][0].occupied) is bool
    assert in_lanes(MADE, []) == []


def test_lanes_taken_together_are_those_taken_one_by_one() -> None:
    """Also in an order of one's own, and more than once."""
    lanes = [2, 0, 3, 2]
    one_by_one = [mapped(lambda fact: in_lane(fact, lane), MADE) for lane in lanes]  # noqa: B023
    assert in_lanes(MADE, lanes) == one_by_one


@pytest.mark.parametrize("game", ["minoa", "nonaga", "dreieck", "ari"])
def test_positions_taken_out_together_are_those_taken_out_one_by_one(game: str) -> None:
    """The states are equal, and so is what the specification writes of them."""
    engine = games.specification(game, {"n": 2} if game == "minoa" else {})
    plies: list[Ply] = [ply for ply, _ in zip(play(engine.in_bulk(), 1, range(5)), range(6))]  # noqa: B905
    for ply in plies:
        together = ply.states([4, 0, 2])
        alone = [ply.state(number) for number in (4, 0, 2)]
        assert together == alone
        assert len({str(engine.to_json(state)) for state in together}) == len(
            set(map(str, together))
        )
    assert len({str(engine.to_json(state)) for state in plies[-1].states(range(5))}) > 1


def test_a_game_that_takes_positions_out_in_its_own_way_is_asked_for_each() -> None:
    """One that was written before several could be taken out together."""
    engine: Any = games.specification("dreieck")
    bulk = engine.in_bulk()
    kind: Any = next(each for each in type(bulk).__mro__ if each.__name__ == "SideBySide")

    class OwnWay(kind):  # type: ignore[misc]
        """Says which game it is."""

        def state(self, positions: Any, game: int) -> Any:
            """Take one position out, with the number of its game."""
            return game, super().state(positions, game)

    OwnWay.__abstractmethods__ = frozenset()
    own: Any = OwnWay.__new__(OwnWay)
    positions = bulk.start(3)
    taken = own.states(positions, [2, 0])
    assert [game for game, _ in taken] == [2, 0]
    assert [state for _, state in taken] == kind.states(bulk, positions, [2, 0]) != []
