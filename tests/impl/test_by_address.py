"""A game that is called by address plays as the game itself does, and keeps what it needs."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import gc
import inspect
import pickle
import weakref
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from common.heaps import heaps
from numba.core.errors import TypingError

from rulewright.impl import kernel
from rulewright.impl.addresses import passed
from rulewright.impl.by_address import COUNT, KernelByAddress, by_address, entries
from rulewright.impl.dispatch import _PROVIDED, compiled, provides
from rulewright.impl.kernel import Row
from rulewright.impl.loops import Log, count_sequences, examine, play_games, play_recorded, rank
from rulewright.impl.numbers import write_numbers
from rulewright.play import games

PLIES, POSITIONS = 40, 400
type_of: Any = numba.typeof


def recorded(game: Any, *, biased: bool) -> list[np.ndarray]:
    """Play games, and return every table that is written of them."""
    log = Log.empty(game, POSITIONS, POSITIONS * game.most_legal)
    row, place = np.zeros(game.row_size, np.int64), np.zeros(3, np.int64)
    count = play_recorded(game, 7, 8, biased, PLIES, row, place, np.zeros(1, np.uint64), log)
    assert count > PLIES
    return [
        log.legal[: log.ends[count - 1]],
        *(table[:count] for table in log if table is not log.legal),
    ]


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("name", games.game_names("impl"))
def test_games_are_recorded_alike(name: str, biased: bool) -> None:
    """Every board, legal set, turn and result, of games chosen in both ways."""
    engine: Any = games.implementation(name, {"ari": {"n": 5}, "minoa": {"n": 2}}.get(name, {}))
    itself, called = (recorded(each, biased=biased) for each in (engine.kernel, engine.by_address))
    assert all(np.array_equal(one, other) for one, other in zip(itself, called, strict=True))


def test_random_games_counts_and_ranks_are_alike() -> None:
    game = heaps(4, players=3, again=2)
    played = []
    for each in (game, by_address(game)):
        wins, key = np.zeros(3, np.int64), np.zeros(game.key_size, np.int64)
        row, ranked, drawn = np.zeros(game.row_size, np.int64), *np.zeros((2, 6), np.int64)
        scores = np.zeros((2, 3), np.int64)
        told = examine(each, key, row, ranked, scores[0], scores[1], True)
        ranks = rank(each, key, row, ranked, drawn)
        paths = count_sequences(each, key, 4)
        totals = play_games(each, 1, 50, 100, wins)
        played.append((told, ranks, ranked.tolist(), drawn.tolist(), paths, totals, wins.tolist()))
    assert played[0] == played[1]
    assert played[0][4] > 100


def test_the_tables_of_a_game_live_as_long_as_it_is_called() -> None:
    """Only their addresses are written: the game that they belong to is kept."""
    engine: Any = games.implementation("nonaga")
    key = engine.key(engine.initial())
    tables = {
        name: each.copy()
        for name, each in engine.kernel._asdict().items()
        if isinstance(each, np.ndarray)
    }
    called = by_address(engine.kernel._replace(**tables))
    alive = [weakref.ref(each) for each in tables.values()]
    tables.clear()
    gc.collect()
    assert alive
    assert all(each() is not None for each in alive)
    expected = count_sequences(engine.by_address, key, 2)
    assert count_sequences(called, key, 2) == expected
    del called
    gc.collect()
    assert all(each() is None for each in alive)


def test_addresses_do_not_travel() -> None:
    """Another process would run whatever lies there."""
    with pytest.raises(pickle.PicklingError, match="a game by address cannot travel"):
        pickle.dumps(by_address(heaps()))


def test_every_function_of_a_kernel_is_provided_or_refused() -> None:
    """Or a default would be taken for a game's own."""
    stubs = [
        each
        for name, each in inspect.getmembers(kernel, inspect.isfunction)
        if not name.startswith("_")
    ]
    assert len(stubs) == COUNT + 3
    assert all(KernelByAddress in _PROVIDED[each] for each in stubs)


def test_what_needs_the_code_of_a_game_is_not_compiled_without() -> None:
    """A game may number its actions otherwise."""
    game = by_address(heaps())
    key, row, codes = np.zeros((3, 20), np.int64)
    with pytest.raises(TypingError, match="a KernelByAddress has no code for this"):
        write_numbers(game, key, row, codes)


@pytest.mark.parametrize("other", [1.5, np.zeros(3, np.int32), np.zeros((2, 2), np.int64), True])
def test_only_numbers_and_rows_are_passed_by_address(other: object) -> None:
    """Whoever calls and what is called are compiled apart, and nobody compares them."""
    assert passed([type_of(1), type_of(np.zeros(3, np.int64))])
    with pytest.raises(TypingError, match="is not passed by address"):
        passed([type_of(other)])


class Refusing(NamedTuple):
    """A game whose turn raises an error."""

    row_size: int = 1
    key_size: int = 1
    player_count: int = 1
    place_count: int = 1
    most_legal: int = 1
    temper_count: int = 1


@provides(kernel.turn, Refusing)
def turn(game: Refusing, row: Row) -> int:
    if game.row_size == len(row):
        raise ValueError("nobody's turn")
    return 0


@compiled
def turn_of(game: Any, row: Row) -> int:
    return kernel.turn(game, row)


def test_an_error_of_the_code_that_is_called_is_raised() -> None:
    """As it is where the code is part of what calls it."""
    for stub in _PROVIDED:
        if Refusing not in _PROVIDED[stub]:
            names = list(inspect.signature(stub).parameters)
            given: dict[str, Any] = {}
            exec(f"def {stub.__name__}({', '.join(names)}): return 0", given)  # noqa: S102
            provides(stub, Refusing)(given[stub.__name__])
    with pytest.raises(ValueError, match="nobody's turn"):
        turn_of(by_address(Refusing()), np.zeros(1, np.int64))


def test_a_game_that_does_not_fit_is_not_written() -> None:
    game = heaps()
    memory, addresses = np.full(3, 77, np.int64), np.zeros(COUNT, np.int64)
    assert entries(game, memory, addresses) == len(game)
    assert memory.tolist() == [77, 77, 77]
    assert addresses.all()
    assert by_address(game).memory.tolist() == [*game]
