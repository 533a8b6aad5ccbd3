"""Minoa's theorems on material and on how games end: they hold, and what they assume is tested."""

import random

import pytest

from rulewright.proofs.minoa import length_of_a_game, literal_end, material
from rulewright.proofs.minoa.setting import engine, positions
from rulewright.proofs.prove import prove
from rulewright.proofs.theorem import Theorem
from rulewright.spec.minoa.board import board_of

THEOREMS = (*material.THEOREMS, *literal_end.THEOREMS, *length_of_a_game.THEOREMS)


@pytest.mark.slow
@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_theorem_holds(theorem: Theorem) -> None:
    """Prove each theorem: nothing open, nothing vacuous, every twin refuted."""
    verdict = prove(theorem)
    assert verdict.holds, verdict.detail


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
    """Test what is handed on from action to action, for every number of players."""
    moves = random_game(k, seed)
    for actions, position in enumerate(positions(moves, engine({"k": k}))):
        assert length_of_a_game.counted_lines(position, actions)
    assert len(moves) <= length_of_a_game.LONGEST


@pytest.mark.parametrize(
    "moves",
    [length_of_a_game.shortest_moves(), *(random_game(2, seed) for seed in range(5))],
    ids=lambda moves: f"{len(moves)} actions",
)
def test_turns_and_lines_are_counted_for_two(moves: tuple[str, ...]) -> None:
    """Test what two players hand on from action to action."""
    *line, last = positions(moves, engine())
    said = length_of_a_game.counted_turns()
    for actions, position in enumerate(line):
        assert said(position, actions)
        assert length_of_a_game.counted_lines_of_two(position, actions)
    assert length_of_a_game.is_full(last)
    assert len(moves) >= length_of_a_game.SHORTEST


def test_the_shortest_game_needs_the_row_of_sticks() -> None:
    """Replay the shortest game."""
    game = engine()
    moves = length_of_a_game.shortest_moves()
    *_, last = positions(moves, game)
    assert len(moves) == 23
    assert sum(last.sticks) == 8
    assert game.is_over(last)
    assert game.winners(last) == ("red", "blue")
