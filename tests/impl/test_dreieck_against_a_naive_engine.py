"""Dreieck nimmt: both engines play random games in step with plain code written from the rule page.

The plain code shares nothing with either engine, so a misreading of the page in both would show.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from common.naive_dreieck import Cell, NaiveDreieck, beside, cell_of, corners, text_of, turned

from rulewright.interface import IllegalAction
from rulewright.play import games

GAMES = [  # players, symbols, what the players like, whether they have stacks
    (2, 1, "any", False),
    (2, 2, "hugging", True),
    (3, 2, "any", False),
    (3, 2, "hugging", True),
    (2, 3, "any", True),
    (2, 3, "hugging", False),
    (2, 4, "hugging", False),
]
DEVIATIONS: list[dict[str, str]] = [
    {},
    {"match": "one"},
    {"outline": "every"},
    {"trigger": "standing"},
    {"claim": "may"},
    {"stuck": "bury"},
    {"outline": "every", "trigger": "standing"},
    {"claim": "may", "trigger": "standing"},
    {
        "match": "one",
        "outline": "every",
        "trigger": "standing",
        "claim": "may",
        "stuck": "bury",
    },
]

HOLE = "u1,0"
"""The twelve cells that share a corner with it are a ring; one of them is `u0,0`."""


class Trio:
    """Plain code, specification and implementation under the same options, in the same position."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Set all three up."""
        self.plain = NaiveDreieck(params, rulings)
        self.engines = (
            games.specification("dreieck", params, rulings),
            games.implementation("dreieck", params, rulings),
        )
        self.here = self.plain.initial()
        self.states: list[Any] = [engine.initial() for engine in self.engines]

    def read(self, position: dict[str, Any]) -> None:
        """Go to a position."""
        self.here = position
        self.states = [engine.from_json(position) for engine in self.engines]

    def compare(self) -> list[str]:
        """Compare the position in full; gives its legal actions."""
        plain, here = self.plain, self.here
        legal = plain.legal_actions(here)
        for engine, state in zip(self.engines, self.states, strict=True):
            assert engine.to_json(state) == plain.to_json(here)
            assert list(engine.legal_actions(state)) == legal
            assert engine.turn(state) == plain.turn(here)
            assert engine.is_over(state) == plain.is_over(here)
            assert engine.scores(state) == plain.scores(here)
            assert list(engine.winners(state)) == plain.winners(here)
        return legal

    def play(self, action: str) -> int:
        """Play a legal action; gives how many tiles it captured."""
        before, mover = self.here, self.here["turn"]
        self.here = self.plain.play(before, action)
        self.states = [
            engine.play(state, action)
            for engine, state in zip(self.engines, self.states, strict=True)
        ]
        count: int = self.here["captured"][mover] - before["captured"][mover]
        return count


def choose(trio: Trio, legal: list[str], temper: str, chance: random.Random) -> str:
    """Choose an action; a hugging one likes cells beside many tiles of others."""
    if temper == "any" or chance.random() < 0.1:
        return chance.choice(legal)
    table = trio.plain.table(trio.here)

    def others(action: str) -> float:
        if action == "pass":
            return 0
        cell = cell_of(action.partition(":")[0])
        around = [table[other][0] for other in beside(cell) if other in table]
        return sum(owner != trio.here["turn"] for owner in around) + chance.random()

    return max(legal, key=others)


def stacked(params: dict[str, int], chance: random.Random) -> dict[str, Any]:
    """Shuffle a stack for every player."""
    names = NaiveDreieck(params).names
    stacks = {f"p{n + 1}": chance.sample(names, len(names)) for n in range(params["k"])}
    return {**params, "supply": "stack", "stacks": stacks}


@pytest.mark.parametrize(
    "rulings", DEVIATIONS, ids=lambda rulings: "-".join(rulings.values()) or "default"
)
def test_random_games_agree_with_plain_code(rulings: dict[str, str]) -> None:
    """Some of the games capture, some pass, and all end; so no comparison looks at nothing."""
    chance = random.Random(str(rulings))
    captures = passes = unclaimed = 0
    for k, s, temper, stacks in GAMES:
        params = {"k": k, "s": s}
        trio = Trio(stacked(params, chance) if stacks else params, rulings)
        while legal := trio.compare():
            action = choose(trio, legal, temper, chance)
            captures += trio.play(action)
            passes += action == "pass"
            unclaimed += action.endswith("~")
        assert trio.here["turn"] is None
    assert captures
    assert passes
    assert bool(unclaimed) == (rulings.get("claim") == "may")


def filled(owners: dict[Cell, str], opened: Cell) -> dict[str, Any]:
    """Find tiles for cells of given owners, four symbols; p1 is to move, and can lay the open cell.

    Every corner has one symbol, so that all edges match; symbols change until no player has a tile
    twice.
    """
    chance = random.Random(1)
    points = sorted({point for cell in owners for point in corners(cell)})
    symbols = {point: chance.choice("abcd") for point in points}
    while True:
        lying = {cell: "".join(symbols[point] for point in corners(cell)) for cell in owners}
        used = [(owner, min(turned(lying[cell]))) for cell, owner in owners.items()]
        twice = [cell for cell, tile in zip(owners, used, strict=True) if used.count(tile) > 1]
        if not twice:
            break
        symbols[chance.choice(corners(chance.choice(twice)))] = chance.choice("abcd")
    used = [tile for cell, tile in zip(owners, used, strict=True) if cell != opened]
    names = NaiveDreieck({"s": 4}).names
    return {
        "tiles": {
            text_of(cell): [owner, lying[cell]] for cell, owner in owners.items() if cell != opened
        },
        "left": {
            player: [name for name in names if (player, name) not in used]
            for player in ("p1", "p2")
        },
        "captured": {"p1": 0, "p2": 0},
        "passes": 0,
        "turn": "p1",
    }


@pytest.mark.parametrize("trigger", ["completing", "standing"])
@pytest.mark.parametrize("outline", ["outer", "every"])
@pytest.mark.parametrize("last", ["rim", "hole"])
def test_a_ring_with_a_hole_agrees_with_plain_code(outline: str, trigger: str, last: str) -> None:
    """Random games hardly ever make a hole, so one is built: p2's ring, in it and around it p1's.

    One cell is open: one on the rim with an empty hole, or the hole with a full rim. What the last
    tile captures separates the readings of `outline` apart, and with a full rim those of `trigger`.
    """
    rulings = {"outline": outline, "trigger": trigger, "claim": "may"}
    trio = Trio({"k": 2, "s": 4}, rulings)
    hole = cell_of(HOLE)
    near = {cell for each in beside(hole) for cell in beside(each)}
    near |= {cell for each in near for cell in beside(each)}
    ring = sorted(cell for cell in near - {hole} if {*corners(cell)} & {*corners(hole)})
    assert len(ring) == 12
    rim = sorted({cell for each in ring for cell in beside(each)} - {*ring, hole})
    owners = dict.fromkeys(ring, "p2") | dict.fromkeys(rim, "p1")
    opened = rim[0] if last == "rim" else hole
    trio.read(filled(owners | {opened: "p1"}, opened))
    legal = [action for action in trio.compare() if cell_of(action.partition(":")[0]) == opened]
    assert legal
    for engine, state in zip(trio.engines, trio.states, strict=True):
        with pytest.raises(IllegalAction):
            engine.play(state, "pass")
    expected = {
        ("rim", "outer"): 12,
        ("rim", "every"): 0,
        ("hole", "outer"): 12 if trigger == "standing" else 0,
        ("hole", "every"): 12,
    }[last, outline]
    start = trio.here
    assert any(action.endswith("~") for action in legal) == (expected > 0)
    for action in legal[:2]:  # with its second form, where it has one
        trio.read(start)
        assert trio.play(action) == (0 if action.endswith("~") else expected)
        trio.compare()
