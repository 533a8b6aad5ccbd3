"""Numbers of actions: stable, below their bound, and both ways."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.bridges.bridge import bridge_of
from rulewright.bridges.numbering import Coded, Listed, Ranked, numbering_of
from rulewright.bridges.stopping import NoLongerCounted
from rulewright.impl.numbers import count_returned, number_count, there_and_back
from rulewright.play import games

GAMES: list[tuple[str, dict[str, Any], dict[str, str], int]] = [
    ("minoa", {}, {}, 1_000_000),
    ("nonaga", {}, {}, 1_000_000),
    ("ari", {}, {}, 10_000_000),
    ("dreieck", {}, {}, 100_000),
    ("dreieck", {"k": 3}, {"claim": "may"}, 100_000),
    ("nonaga", {}, {"connectivity": "free"}, 500_000),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "params", "rulings", "least"), GAMES)
def test_every_number_leads_back(
    game: str, params: dict[str, Any], rulings: dict[str, str], least: int
) -> None:
    """Millions of legal actions of random games; the second time one is too many for the bound."""
    engine: Any = games.implementation(game, params, rulings)
    counted, right = there_and_back(engine, seed=1, games=400, plies=300)
    assert right
    assert counted >= least
    _, right = count_returned(engine.kernel, 1, 400, 300, 1 + (number_count(engine) or 0) // 50)
    assert not right, "the bound is looked at"


@pytest.mark.slow
def test_a_window_moves_with_the_board() -> None:
    """The same step has the same number wherever the field lies."""
    bridge = bridge_of("nonaga", {"n": 1})
    engine = bridge.engine
    position = engine.to_json(engine.initial())

    def moved(cell: list[int]) -> list[int]:
        return [cell[0] + 5, cell[1] - 3]

    there = position | {
        "discs": sorted(map(moved, position["discs"])),
        "pieces": {who: sorted(map(moved, own)) for who, own in position["pieces"].items()},
    }
    here, shifted = bridge.start(), bridge.hold(engine.from_json(there))
    assert list(here.legal) == list(shifted.legal)
    assert list(here.legal.values()) != list(shifted.legal.values())
    assert (bridge.observe(here) == bridge.observe(shifted)).all()


def test_guests_have_numbers_too() -> None:
    """The index in the list of the specification, or the rank, said plainly."""
    engine = games.specification("tictactoe")
    listed = numbering_of(engine, tuple(engine.actions))
    assert isinstance(listed, Listed)
    assert listed.stable
    state = engine.play(engine.initial(), "b2")
    assert {engine.actions[number] for number in listed.legal(state)} == set(
        engine.legal_actions(state)
    )
    ranked = numbering_of(engine)
    assert isinstance(ranked, Ranked)
    assert not ranked.stable
    assert "another thing in every position" in ranked.said
    assert list(ranked.legal(state)) == list(range(8))
    with pytest.raises(NoLongerCounted, match="8 legal actions, and 5 were announced"):
        Ranked(engine, 5).legal(state)
    assert isinstance(bridge_of("minoa", {"n": 2}).numbering, Coded)
