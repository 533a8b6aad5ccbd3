"""Random games against which premises are held: played once, as far as somebody asks."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.proofs.recorded_games import SEED, PlayedGames
from rulewright.spec.minoa.game import Minoa
from rulewright.spec.play import Ply, play

GAMES = 6
ENGINE = Minoa({"n": 1})


def begun() -> Iterator[Ply]:
    return play(ENGINE.in_bulk(), SEED, range(GAMES))


def looked_at(games: PlayedGames, stride: int, most: int) -> list[tuple[int, object]]:
    found = games.positions(GAMES, stride, most)
    return [(each.game, ENGINE.to_json(each.state)) for each in found]


def test_positions_are_the_same_whatever_was_asked_before() -> None:
    together = PlayedGames(begun)
    for stride, most in ((1, 2), (3, 40), (1, 0), (2, 5), (1, 200)):
        found = looked_at(together, stride, most)
        assert found == looked_at(PlayedGames(begun), stride, most)
        assert len(found) >= GAMES // stride


def test_games_that_break_down_do_so_again() -> None:
    """What was played of them until then is not taken for games."""

    def breaks_down() -> Iterator[Ply]:
        for number, ply in enumerate(begun()):
            if number == 3:
                raise ZeroDivisionError
            yield ply

    games = PlayedGames(breaks_down)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            looked_at(games, 1, 200)
    assert looked_at(games, 1, 2) == looked_at(PlayedGames(begun), 1, 2)
