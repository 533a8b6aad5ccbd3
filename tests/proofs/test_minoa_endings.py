"""Minoa's theorems on material and on how games end: they hold, and what they assume is tested."""

import random

import pytest

from rulewright.proofs.minoa import length_of_a_game, material
from rulewright.proofs.minoa.setting import engine, positions
from rulewright.spec.minoa.board import board_of


@pytest.mark.parametrize("n", range(1, material.LARGEST_COUNTED + 1))
def test_boards_of_every_size_are_counted_alike(n: int) -> None:
    """Test the assumption on counts."""
    assert material.is_counted_alike(board_of(n))


def random_game(k: int, seed: int) -> tuple[str, ...]:
    """Play a game at random on the specification, to its end."""
    game, chance = engine({"k": k}), random.Random(seed)
    position, moves = game.initial(), []
    while legal := game.legal_actions(position):
        moves.append(chance.choice(legal))
        position = game.play(position, moves[-1])
    return tuple(moves)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_action_takes_a_line(k: int, seed: int) -> None:
    """Test what is handed on from action to action, for every number of players (assumption)."""
    moves = random_game(k, seed)
    for actions, position in enumerate(positions(moves, engine({"k": k}))):
        taken = sum(position.sticks) + sum(map(sum, position.pieces))
        assert actions <= taken <= length_of_a_game.MOST == 84
    assert length_of_a_game.SHORTEST == 23 <= len(moves) <= 83


@pytest.mark.parametrize("seed", range(5))
def test_two_players_place_by_their_own_actions_until_the_boundary_fills(seed: int) -> None:
    """Test what two players hand on: nobody has more pieces on the board than actions made."""
    *line, last = positions(random_game(2, seed), engine())
    for actions, position in enumerate(line):
        red, blue = map(sum, position.pieces)
        assert red <= (actions + 1) // 2
        assert blue <= actions // 2
    assert sum(map(sum, last.pieces)) == 24


def test_the_shortest_game_needs_the_row_of_sticks() -> None:
    """Replay the shortest game: eight sticks part the halves, and it is drawn."""
    game = engine()
    *_, last = positions(length_of_a_game.drawn_game(), game)
    assert len(length_of_a_game.drawn_game()) == 23
    assert sum(last.sticks) == 8
    assert game.is_over(last)
    assert game.winners(last) == ("red", "blue")


@pytest.mark.parametrize("k", [2, 3, 4])
def test_invariants_are_handed_on_from_action_to_action(k: int) -> None:
    """Test the induction: vacant lines and hands are equally many, and every area has an edge."""
    game = engine({"k": k})
    for seed in range(3):
        for position in positions(random_game(k, seed), game):
            vacant = 24 - sum(map(sum, position.pieces))
            assert vacant == sum(24 // k - sum(own) for own in position.pieces)
            assert game.from_json(game.to_json(position)) == position
