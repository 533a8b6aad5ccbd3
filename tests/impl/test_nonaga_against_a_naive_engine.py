"""Both Nonaga engines, in lockstep with a third that was written from the rule page alone."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from common.naive_nonaga import READINGS, NaiveNonaga

from rulewright.play import games
from rulewright.proofs.nonaga.games import NEITHER_STEP

SINGLE_DEVIATIONS: list[dict[str, str]] = [
    {},
    *({question: other} for question, (_, *others) in READINGS.items() for other in others),
]
SMALL = {"n": 1, "first": "black"}
RARE: dict[str, tuple[dict[str, str], str, str, str, str, str]] = {
    "no disc step, skipped": (
        {},
        "-2,1 -1,1 -1,2 0,0 1,-2 1,-1 2,-2",
        "-1,1 -1,2 1,-2",
        "-2,1 0,0 2,-2",
        "black piece",
        "0,0>1,-1",
    ),
    "no disc step, lost": (
        {"no_disc_step": "loses"},
        "-2,0 -1,0 -1,2 0,0 0,1 1,1 2,1",
        "-2,0 -1,2 1,1",
        "-1,0 0,0 2,1",
        "red piece",
        "1,1>0,1",
    ),
    "no disc step after three came together, won": (
        {"win": "end_of_turn"},
        "-1,1 0,-2 0,-1 0,0 1,-3 1,0 2,0",
        "0,-2 1,-3 2,0",
        "-1,1 0,-1 1,0",
        "black piece",
        "0,-1>0,0",
    ),
    "no disc step after three came together, lost": (
        {"win": "end_of_turn", "no_disc_step": "loses"},
        "-1,0 0,0 1,0 2,-2 2,-1 2,0 3,-1",
        "0,0 2,-2 2,-1",
        "-1,0 2,0 3,-1",
        "red piece",
        "0,0>1,0",
    ),
    "no piece step, skipped": (
        {"bar": "none"},
        "-1,-1 -1,1 -1,2 0,-1 0,0 1,-1 2,-2",
        "-1,-1 -1,1 0,-1",
        "-1,2 0,0 1,-1",
        "black disc",
        "2,-2>1,0",
    ),
    "no piece step, lost": (
        {"removal": "rim", "no_piece_step": "loses"},
        "-3,3 -2,2 -1,1 0,0 1,0 2,0 3,0",
        "-3,3 -1,1 0,0",
        "-2,2 1,0 2,0",
        "black piece",
        "2,0>3,0",
    ),
    "neither step, the turn goes over": (
        {},
        "-2,1 -2,2 -1,1 0,0 1,-2 1,-1 2,-2",
        "-2,2 -1,1 2,-2",
        "-2,1 0,0 1,-1",
        "black disc",
        "1,-2>0,-1",
    ),
    "neither step, lost": (
        {"no_disc_step": "loses"},
        "-3,1 -2,0 -2,1 -2,2 -1,-1 -1,1 0,0",
        "-2,1 -2,2 -1,-1",
        "-2,0 -1,1 0,0",
        "red disc",
        "-3,1>-3,2",
    ),
}
"""Rulings, discs, red and black pieces, whose step is due, and the action that leads there."""
DOWN_AND_UP = "0,0 -1,1 -2,2 -3,3 -4,4 -5,5 -6,6 0,-1 0,-2 0,-3 0,-4 0,-5 0,-6"
"""Two of three straight arms, and the disc where they meet: no disc between two others can be moved."""
HEMMED_IN: dict[str, tuple[str, str, str, str, str, dict[str, str]]] = {
    "a disc step leaves black neither step": (
        f"{DOWN_AND_UP} 1,0 2,0 2,1 3,1 3,2 3,3",
        "3,2 -5,5 0,-5",
        "3,3 -6,6 0,-6",
        "red disc",
        "2,1>3,0",
        {"skip skip": "", "skip loses": "red", "loses skip": "red", "loses loses": "red"},
    ),
    "a piece step leaves red no disc step, and black neither step": (
        f"{DOWN_AND_UP} 1,0 2,0 3,0 4,0 5,0 6,0",
        "5,0 -5,5 0,-1",
        "6,0 -6,6 0,-6",
        "red piece",
        "0,-1>0,-5",
        {"skip skip": "", "skip loses": "black", "loses skip": "red", "loses loses": "black"},
    ),
    "three come together and red has no disc step": (
        f"{DOWN_AND_UP} 1,0 2,0 3,0 4,0 5,0 6,0",
        "1,0 -1,1 0,-3",
        "6,0 -6,6 0,-6",
        "red piece",
        "0,-3>0,0",
        {"skip skip": "red", "skip loses": "black", "loses skip": "red", "loses loses": "black"},
    ),
}
"""Discs, red and black pieces, whose step is due, the action, and who has won then, for each reading of
`no_piece_step` and of `no_disc_step`, under `win=end_of_turn`."""


def cells(text: str) -> list[list[int]]:
    """Read a list of cells."""
    return [[int(number) for number in cell.split(",")] for cell in text.split()]


def position_of(discs: str, red: str, black: str, due: str) -> dict[str, Any]:
    """Lay out a position in which no disc is barred."""
    turn, step = due.split()
    pieces = {"red": sorted(cells(red)), "black": sorted(cells(black))}
    return {
        "discs": sorted(cells(discs)),
        "pieces": pieces,
        "turn": turn,
        "step": step,
        "barred": None,
    }


def view(engine: Any, state: Any) -> dict[str, Any]:
    """Ask an engine all that the rule page says about a state."""
    return {
        "legal": list(engine.legal_actions(state)),
        "position": engine.to_json(state),
        "turn": engine.turn(state),
        "over": engine.is_over(state),
        "scores": dict(engine.scores(state)),
        "winners": list(engine.winners(state)),
    }


def play_together(
    params: dict[str, Any],
    rulings: dict[str, str],
    seed: int,
    plies: int,
    begin: tuple[dict[str, Any], str] | None = None,
) -> None:
    """Play a random game with the three engines, maybe from a position on, with a given action."""
    naive = NaiveNonaga(params, rulings)
    others = [
        games.specification("nonaga", params, rulings),
        games.implementation("nonaga", params, rulings),
    ]
    mine, theirs = naive.initial(), [engine.initial() for engine in others]
    if begin is not None:
        mine, theirs = naive.from_json(begin[0]), [e.from_json(begin[0]) for e in others]
    chance, moves = random.Random(seed), []
    for ply in range(plies + 1):
        expected = view(naive, mine)
        for engine, state in zip(others, theirs, strict=True):
            assert view(engine, state) == expected, (params, rulings, moves)
        if ply == plies or not expected["legal"]:
            break
        moves.append(begin[1] if begin and not ply else chance.choice(expected["legal"]))
        mine = naive.play(mine, moves[-1])
        theirs = [e.play(s, moves[-1]) for e, s in zip(others, theirs, strict=True)]


@pytest.mark.parametrize("rulings", SINGLE_DEVIATIONS, ids=str)
def test_the_three_engines_agree_in_a_random_game(rulings: dict[str, str]) -> None:
    """The board of the rulebook, under every single deviation."""
    play_together({}, rulings, seed=SINGLE_DEVIATIONS.index(rulings), plies=4)


@pytest.mark.parametrize("rulings", SINGLE_DEVIATIONS, ids=str)
def test_the_three_engines_agree_on_the_smallest_board(rulings: dict[str, str]) -> None:
    """Seven discs, where games end soon; black begins."""
    for seed in range(2):
        play_together(SMALL, rulings, seed, plies=16)


def test_the_naive_engine_has_the_published_counts() -> None:
    """The first plies of perft.md; the nine piece steps share 570 disc steps."""
    naive = NaiveNonaga({}, {})
    begin = naive.initial()
    moves = naive.legal_actions(begin)
    assert len(moves) == 9
    assert sum(len(naive.legal_actions(naive.play(begin, move))) for move in moves) == 570


@pytest.mark.parametrize("name", RARE)
def test_the_three_engines_agree_where_a_step_is_impossible(name: str) -> None:
    """Seven discs as no short game leaves them; then the game goes on."""
    rulings, *laid, action = RARE[name]
    play_together({"n": 1}, rulings, seed=0, plies=4, begin=(position_of(*laid), action))


@pytest.mark.parametrize("first", ["red", "black"])
@pytest.mark.parametrize("name", HEMMED_IN)
def test_the_three_engines_agree_where_the_field_is_locked(name: str, first: str) -> None:
    """The board of the rulebook, with pieces at all ends of three arms, under all readings of it."""
    *laid, action, won = HEMMED_IN[name]
    position = position_of(*laid)
    questions = ("win", "no_piece_step", "no_disc_step")
    for readings in product(*(READINGS[question] for question in questions)):
        rulings = dict(zip(questions, readings, strict=True))
        play_together({"first": first}, rulings, seed=0, plies=2, begin=(position, action))
        if rulings["win"] == "end_of_turn":
            engine = games.implementation("nonaga", {"first": first}, rulings)
            after = engine.play(engine.from_json(position), action)
            assert "".join(engine.winners(after)) == won[" ".join(readings[1:])], rulings


@pytest.mark.parametrize("no_piece_step", READINGS["no_piece_step"])
@pytest.mark.parametrize("no_disc_step", READINGS["no_disc_step"])
def test_a_game_from_the_start_can_leave_a_player_neither_step(
    no_piece_step: str, no_disc_step: str
) -> None:
    """A search found it, random play does not; both engines agree on what follows."""
    rulings = {"connectivity": "throughout", "no_piece_step": no_piece_step}
    engines = [
        each("nonaga", {}, rulings | {"no_disc_step": no_disc_step})
        for each in (games.specification, games.implementation)
    ]
    states = [engine.initial() for engine in engines]
    for action in NEITHER_STEP:
        states = [engine.play(state, action) for engine, state in zip(engines, states, strict=True)]
    said, other = (view(engine, state) for engine, state in zip(engines, states, strict=True))
    assert said == other
    assert said["winners"] == (["black"] if "loses" in {no_piece_step, no_disc_step} else [])
    assert said["turn"] == (None if said["winners"] else "black")
