"""Hex: the four readings of the swap, both engines, and OpenSpiel's counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.lockstep import Lockstep
from rulewright.spec.coverage import RecordingRefuted

GAME = "hex"
FOLDER = Path(__file__).parents[2] / "examples" / GAME
SIDES = ("spec", "impl")


def test_only_public_packages_are_imported() -> None:
    """As an author outside would write it."""
    lines = [line for file in FOLDER.glob("*.py") for line in file.read_text().splitlines()]
    imported = {line.split()[1] for line in lines if line.startswith("from rulewright")}
    assert imported == {"rulewright", "rulewright.author", "rulewright.author.boards"}


SWAPPED = {
    "mirror": {"red": [], "blue": ["c2"], "has red": "first"},
    "stay": {"red": [], "blue": ["b3"], "has red": "first"},
    "sides": {"red": ["b3"], "blue": [], "has red": "second"},
}
"""After b3 and the swap, as the readings say; then the first player moves."""


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("reading", SWAPPED)
def test_the_swap_changes_what_its_reading_says(side: str, reading: str) -> None:
    """The stone that the first player puts next is red, or blue if colours were exchanged."""
    engine = games.engine(GAME, {"n": 3}, {"swap": reading}, side)
    assert "swap" not in engine.legal_actions(engine.initial())
    swapped = engine.play(engine.play(engine.initial(), "b3"), "swap")
    assert engine.to_json(swapped) == SWAPPED[reading] | {"turn": "first"}
    assert "swap" not in engine.legal_actions(swapped)
    after = engine.to_json(engine.play(swapped, "a1"))
    assert "a1" in after["blue" if reading == "sides" else "red"]
    assert after["turn"] == "second"


@pytest.mark.parametrize("side", SIDES)
def test_where_it_is_not_agreed_nobody_swaps(side: str) -> None:
    """And nobody swaps later, or first, where it is."""
    engine = games.engine(GAME, {"n": 3}, {"swap": "none"}, side)
    assert "swap" not in engine.legal_actions(engine.play(engine.initial(), "b3"))


def test_stones_and_sides_have_the_colours_of_their_names() -> None:
    """Though the players are called otherwise, since they may exchange colours."""
    engine = games.specification(GAME, {"n": 3})
    state = engine.play(engine.play(engine.initial(), "a1"), "c3")
    drawn = games.specified(GAME).draw.svg(engine, engine.to_json(state))
    for hue in ("cf3a2b", "2f6fd0"):
        for kind, rule in (("piece", "fill"), ("goal", "stroke")):
            assert f'class="{kind} in-{hue}"' in drawn
            assert f".{kind}.in-{hue} {{ {rule}: #{hue}; }}" in drawn


def mirrored(cell: str) -> str:
    """Exchange row and column."""
    return f"{chr(ord('a') + int(cell[1:]) - 1)}{ord(cell[0]) - ord('a') + 1}"


def random_moves(engine: Any, random: Random) -> Iterator[str]:
    """Yield the moves of a random game in which the second player swaps."""
    state = engine.initial()
    for move in (random.choice(engine.legal_actions(state)), "swap"):
        state = engine.play(state, move)
        yield move
    while not engine.is_over(state):
        move = random.choice(engine.legal_actions(state))
        state = engine.play(state, move)
        yield move


@pytest.mark.parametrize("side", SIDES)
def test_exchanged_colours_are_a_mirrored_stone(side: str) -> None:
    """`sides` and `mirror` are one game: seen in the mirror, with the colours exchanged."""
    sides, mirror = (
        games.engine(GAME, {"n": 4}, {"swap": reading}, side) for reading in ("sides", "mirror")
    )
    for seed in range(20):
        here, there = sides.initial(), mirror.initial()
        for ply, move in enumerate(random_moves(sides, Random(seed))):
            here = sides.play(here, move)
            there = mirror.play(there, move if ply <= 1 else mirrored(move))
            position, image = sides.to_json(here), mirror.to_json(there)
            if ply:
                assert sorted(map(mirrored, position["red"])) == image["blue"]
                assert sorted(map(mirrored, position["blue"])) == image["red"]
            assert sides.winners(here) == mirror.winners(there)
            assert position["turn"] == image["turn"]
        assert sides.is_over(here)


@pytest.mark.parametrize("reading", [*SWAPPED, "none"])
def test_both_engines_play_and_refuse_the_same(reading: str) -> None:
    """Cells that are taken, swaps at every time, and what is no cell; positions read back."""
    options: Any = ({"n": 3}, {"swap": reading})
    game = Lockstep.begin(games.specification(GAME, *options), games.engine(GAME, *options))
    for action in ("swap", "b1", "b1", "swap", "swap", "a2", "c3", "z9", "swap", "b2", "pass"):
        if action in game.seen.legal:
            game = game.play(action)
            game.reread()
        else:
            game.refuse(action)


IMPOSSIBLE: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({}, {"red": ["a1"], "blue": ["a1"], "has red": "first", "turn": "first"}),
    ({}, {"red": [], "blue": [], "has red": "first", "turn": "second"}),
    ({}, {"red": ["a1", "a2"], "blue": [], "has red": "first", "turn": "second"}),
    ({}, {"red": ["a1"], "blue": [], "has red": "second", "turn": "first"}),
    ({}, {"red": ["a1", "a2"], "blue": ["b1"], "has red": "first", "turn": "second"}),
    ({"swap": "none"}, {"red": [], "blue": ["a1"], "has red": "first", "turn": "first"}),
    ({"swap": "sides"}, {"red": [], "blue": ["a1"], "has red": "second", "turn": "second"}),
    ({"swap": "sides"}, {"red": ["a1"], "blue": [], "has red": "second", "turn": "second"}),
]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("rulings", "position"), IMPOSSIBLE)
def test_positions_that_no_game_reaches_are_refused(
    side: str, rulings: dict[str, str], position: dict[str, Any]
) -> None:
    """On two by two: stones on stones, turns that do not fit, chains after which somebody is to move."""
    engine = games.engine(GAME, {"n": 2}, rulings, side)
    with pytest.raises(games.UsageError, match="HEX-"):
        engine.from_json(position)


@pytest.mark.parametrize(
    ("n", "reading", "text", "depth"),
    [(2, "mirror", "hex(board_size=2,swap=True)", 6), (4, "none", "hex(board_size=4)", 3)],
)
def test_openspiel_counts_the_same(n: int, reading: str, text: str, depth: int) -> None:
    """Sequences of every length, by both engines; the smallest board to the end."""
    pyspiel = pytest.importorskip("pyspiel")

    def leaves(state: Any, left: int) -> int:
        if left == 0 or state.is_terminal():
            return int(left == 0)
        return sum(leaves(state.child(action), left - 1) for action in state.legal_actions())

    start = pyspiel.load_game(text).new_initial_state()
    expected = [leaves(start, each) for each in range(1, depth + 1)]
    for side in SIDES:
        engine = games.engine(GAME, {"n": n}, {"swap": reading}, side)
        assert list(driver_of(engine).perfts(engine.initial(), depth)) == expected


def test_states_that_are_equal_and_written_otherwise_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two equal ones the first is remembered: of the other two like texts were said to differ."""
    rules, engine = games.specification(GAME, {"n": 3}), games.engine(GAME, {"n": 3})
    assert rules.check(driver_of(engine).record(1, 50)).positions
    kind = type(engine.initial())
    monkeypatch.setattr(kind, "__eq__", lambda one, other: occupied(one) == occupied(other))
    monkeypatch.setattr(kind, "__hash__", lambda state: hash(occupied(state)))
    with pytest.raises(RecordingRefuted, match=r"says the same, but .* compared \(`eq=False`\)"):
        rules.check(driver_of(games.engine(GAME, {"n": 3})).record(1, 50))


def occupied(state: Any) -> tuple[int, int]:
    """Return which cells have a stone, of whatever colour, and who is to move."""
    return state.red | state.blue, state.mover
