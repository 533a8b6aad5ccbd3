"""Both engines of ARI against plain code that was written from the rule page alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from common.naive_ari import NaiveAri, State, text_of

from rulewright.interface import Engine
from rulewright.play import games
from rulewright.spec.ari.examples import EXAMPLES, Example

RULINGS: list[dict[str, str]] = [
    {},
    {"no_target": "any_cell"},
    {"next_to": "four"},
    {"own_face": "any"},
    {"lifting": "after"},
    {"orientation": "kept"},
    {"off_board": "sweeps"},
    {"capture": "landing"},
    {"threat": "mate"},
    {"no_action": "loses"},
    {"capture": "landing", "threat": "mate", "own_face": "any"},
    {"lifting": "after", "own_face": "any", "off_board": "sweeps"},
    {"orientation": "kept", "next_to": "four", "no_action": "loses"},
]
NINES = {"III": [9] * 6, "IV": [9] * 6, "V": [9] * 6}
FEW = {"III": [9, 1, 9, 2, 9, 3], "IV": [9] * 6, "V": [8, 3, 9, 9, 1, 9]}
BOXED = [
    "III@a4:9999",
    "III@d3:9999",
    "IV@b1:9999",
    "IV@c4:9999",
    "V@b2:9999",
    "V@c3:9999",
    "Q@a1",
    "Q@d4",
]
"""Both queens in their corners; black is boxed in, white can still move the die on a4."""


def both(params: dict[str, Any], rulings: dict[str, str]) -> list[Engine[Any]]:
    """Make both engines."""
    return [
        games.specification("ari", params, rulings),
        games.implementation("ari", params, rulings),
    ]


def compare(
    engines: list[Engine[Any]], states: list[Any], plain: NaiveAri, now: State
) -> list[str]:
    """Compare one position in full; give its legal actions."""
    legal = plain.legal_actions(now)
    for engine, state in zip(engines, states, strict=True):
        assert list(engine.legal_actions(state)) == legal
        assert engine.turn(state) == plain.turn(now)
        assert engine.is_over(state) == plain.is_over(now)
        assert engine.scores(state) == plain.scores(now)
        assert list(engine.winners(state)) == plain.winners(now)
        assert engine.to_json(state) == plain.to_json(now)
    return legal


def play(engines: list[Engine[Any]], states: list[Any], action: str) -> list[Any]:
    """Play one action on both engines."""
    return [engine.play(state, action) for engine, state in zip(engines, states, strict=True)]


def choose(plain: NaiveAri, now: State, legal: list[str], chance: Random) -> str:
    """Choose an action; captures seldom, so that games last, and queens half of the time."""
    quiet = [a for a in legal if None not in plain.moved(now, now["turn"], a)["queens"].values()]
    if not plain.in_play(now) or not quiet or chance.random() < 0.1:
        return chance.choice(legal)
    steps = [action for action in quiet if action.startswith("Q")]
    return chance.choice(steps if steps and chance.random() < 0.5 else quiet)


def crowded(plain: NaiveAri, chance: Random) -> dict[str, Any]:
    """Make a position in play: a queen in a corner, and dice mostly around her."""
    far = max(plain.cells)
    queens = [(0, 0), chance.choice([far, (far[0], 0), (far[0], 1)])]
    cells = sorted(
        set(plain.cells) - set(queens),
        key=lambda cell: max(cell) + chance.random() * chance.choice([1, 3]),
    )[:6]
    chance.shuffle(cells)
    chance.shuffle(queens)
    dice = {
        player: {
            die: [text_of(cells.pop()), chance.choice(sides)]
            for die, sides in plain.turnings.items()
        }
        for player in ("white", "black")
    }
    white, black = (text_of(cell) for cell in queens)
    return {
        "dice": dice,
        "queens": {"white": white, "black": black},
        "last": None,
        "turn": chance.choice(["white", "black"]),
    }


@pytest.mark.parametrize(
    ("params", "counts"), [({"n": 15}, [16_200]), ({"n": 5}, [1_800, 972_288])]
)
def test_the_plain_code_has_the_published_counts(params: dict[str, Any], counts: list[int]) -> None:
    """As `perft.md` says."""
    plain = NaiveAri(params)
    first = plain.initial()
    actions = plain.legal_actions(first)
    assert len(actions) == counts[0]
    if len(counts) == 2:
        seconds = (plain.legal_actions(plain.play(first, action)) for action in actions)
        assert sum(len(second) for second in seconds) == counts[1]


@pytest.mark.parametrize("rulings", RULINGS, ids=lambda rulings: "-".join(rulings.values()))
def test_random_games_agree(rulings: dict[str, str]) -> None:
    """From the empty board, compared after every ply."""
    chance = Random(str(rulings))
    some: list[dict[str, Any]] = [
        {"n": 4},
        {"n": 6},
        {"n": 5, "nets": FEW},
        {"n": 4, "nets": NINES},
    ]
    for params in some:
        plain, engines = NaiveAri(params, rulings), both(params, rulings)
        now, states = plain.initial(), [engine.initial() for engine in engines]
        for _ in range(14):
            legal = compare(engines, states, plain, now)
            if plain.is_over(now):
                break
            action = choose(plain, now, legal, chance)
            now, states = plain.play(now, action), play(engines, states, action)


@pytest.mark.parametrize("rulings", RULINGS, ids=lambda rulings: "-".join(rulings.values()))
def test_crowded_positions_agree(rulings: dict[str, str]) -> None:
    """From positions in play where a queen has little room, and one ply further."""
    chance = Random(str(rulings))
    some: list[dict[str, Any]] = [{"n": 4}, {"n": 4, "nets": NINES}, {"n": 5, "nets": FEW}]
    for params in some:
        plain, engines = NaiveAri(params, rulings), both(params, rulings)
        for _ in range(3):
            now = plain.from_json(crowded(plain, chance))
            if not plain.legal_actions(now):
                continue
            states = [engine.from_json(plain.to_json(now)) for engine in engines]
            legal = compare(engines, states, plain, now)
            captures = [action for action in legal if action.endswith("*")]
            for action in captures + chance.sample(legal, min(2, len(legal))):
                compare(engines, play(engines, states, action), plain, plain.play(now, action))


@pytest.mark.parametrize(
    ("rulings", "winners"),
    [
        ({"no_action": "skip"}, []),
        ({"no_action": "loses"}, ["white"]),
        ({"threat": "mate"}, ["white"]),
    ],
)
def test_who_boxes_the_last_queen_in(rulings: dict[str, str], winners: list[str]) -> None:
    """Both players without an action: under `skip` nobody wins, else who moved last."""
    params = {"n": 4, "nets": NINES}
    plain = NaiveAri(params, rulings)
    engines = both(params, rulings)
    now, states = plain.initial(), [engine.initial() for engine in engines]
    for action in [*BOXED, "III@a2:9999"]:
        now, states = plain.play(now, action), play(engines, states, action)
        compare(engines, states, plain, now)
    assert plain.is_over(now)
    assert plain.winners(now) == winners


def test_who_has_lost_is_read_from_a_position_that_is_over() -> None:
    """White moves the die on a4 to wherever it can go; black has no action then, white may have one."""
    engines = both({"n": 4, "nets": NINES}, {"no_action": "loses"})
    states = [engine.initial() for engine in engines]
    for action in BOXED:
        states = play(engines, states, action)
    seen = []
    for action in engines[0].legal_actions(states[0]):
        after = zip(engines, play(engines, states, action), strict=True)
        read = [(each, each.from_json(each.to_json(state))) for each, state in after]
        said, other = ((each.turn(state), tuple(each.winners(state))) for each, state in read)
        assert said == other
        seen.append(said)
    assert (None, ("white",)) in seen


@pytest.mark.parametrize(
    ("number", "second", "black", "strikes"),
    [
        (4, None, "c1", ["III*"]),  # 1: on the target cell, a die between does not help
        (6, None, None, ["III*"]),  # 2: the reach passes over her cell
        (4, None, "b1", []),  # 3: the side is covered
        (3, None, None, []),  # 4: the number is too small
        (6, None, "c1", []),  # 5: her own die between, and she is nearer than the target cell
        (6, "c1", None, []),  # 6: a second attacker between, whose own number is too small
    ],
)
def test_the_example_rows_of_the_rulebook(
    number: int, second: str | None, black: str | None, strikes: list[str]
) -> None:
    """White's die III on a1 points east at the queen on e1; elsewhere dice point off the board."""
    params = {
        "n": 9,
        "nets": {"III": [9, 9, number, 9, 9, 9], "IV": [9, 9, 1, 9, 9, 9], "V": [9] * 6},
    }
    east = {"III": f"9{number}99", "IV": "9199", "V": "9999"}
    cells = {
        "white": {"III": "a1", "IV": second or "b9", "V": "c9"},
        "black": {"III": black or "d7", "IV": "e7", "V": "f7"},
    }
    position = {
        "dice": {
            player: {die: [cell, east[die]] for die, cell in places.items()}
            for player, places in cells.items()
        },
        "queens": {"white": "h5", "black": "e1"},
        "last": None,
        "turn": "white",
    }
    plain = NaiveAri(params)
    now = plain.from_json(position)
    assert [action for action in plain.legal_actions(now) if action.endswith("*")] == strikes
    engines = both(params, {})
    compare(engines, [engine.from_json(position) for engine in engines], plain, now)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_the_rows_as_they_are_drawn(example: Example) -> None:
    """The positions of the documentation, on all three."""
    plain, engines = NaiveAri({}), both({}, {})
    now = plain.from_json(example.position())
    legal = compare(engines, [each.from_json(example.position()) for each in engines], plain, now)
    strikes = [action for action in legal if action.endswith("*")]
    assert strikes == (["IV*"] if example.threatened else [])
