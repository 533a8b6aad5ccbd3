"""ARI's specification against the page: material, clauses, questions, positions, power."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.impl import game
from rulewright.impl.drivers import record
from rulewright.interface import (
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    choices_of,
)
from rulewright.play.rulings import deviations
from rulewright.spec.ari import GAME, ONE_NUMBER_EACH, TWO_NUMBERS_EACH
from rulewright.spec.ari.board import USUAL_NETS, orientations
from rulewright.spec.ari.examples import EXAMPLES, Example, lying
from rulewright.spec.ari.symmetry import symmetry
from rulewright.spec.coverage import Coverage, RecordingRefuted

QUESTIONS = {name: readings for name, (_, readings) in choices_of(GAME.rulings).items()}


def position(**changes: Any) -> dict[str, Any]:
    """A position in play on the board of size 15, with some pieces elsewhere.

    `white_III="b8"` moves a die, ``"b8:1495"`` turns it as well; `white_Q` and `black_Q` the queens.
    """
    made: dict[str, Any] = {
        "dice": {
            "white": {
                "III": ["m1", lying("III", None)],
                "IV": ["o1", lying("IV", None)],
                "V": ["k1", lying("V", None)],
            },
            "black": {
                "III": ["m15", lying("III", None)],
                "IV": ["o15", lying("IV", None)],
                "V": ["k15", lying("V", None)],
            },
        },
        "queens": {"white": "c3", "black": "g8"},
        "last": None,
        "turn": "white",
    }
    for name, value in changes.items():
        player, _, piece = name.partition("_")
        if name == "turn":
            made["turn"] = value
        elif piece == "Q":
            made["queens"][player] = value
        else:
            cell, _, sides = value.partition(":")
            made["dice"][player][piece][0] = cell
            if sides:
                made["dice"][player][piece][1] = sides
    return made


def clauses(engine: Any, state: Any, action: str) -> list[str]:
    """Name the clauses that forbid an action."""
    return [violation.clause for violation in engine.explain(state, action)]


# ------------------------------------------------------------------------------------- the examples


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
@pytest.mark.parametrize("side", ["spec", "impl"])
def test_rows_of_the_figure(example: Example, side: str) -> None:
    """White can strike exactly where the rulebook says that the queen is threatened."""
    engine = GAME.engine() if side == "spec" else game("ari").engine()
    state = engine.from_json(example.position())
    strikes = [action for action in engine.legal_actions(state) if action.endswith("*")]
    assert strikes == (["IV*"] if example.threatened else [])


def test_rows_of_the_figure_are_drawn() -> None:
    """A threatened queen is ringed and marked, others are not."""
    engine = GAME.engine()
    for example in EXAMPLES:
        picture = GAME.draw.svg(engine, example.position(), "Q@g8")
        assert ('class="danger"' in picture) == example.threatened
        assert 'class="last"' in picture
        assert ("Q!" in GAME.draw.text(engine, example.position())) == example.threatened
    assert "no piece" in GAME.draw.svg(engine, engine.to_json(engine.initial()))


# -------------------------------------------------------------------------------- clauses, questions


def test_set_up_goes_from_die_to_die() -> None:
    """ARI-1, then ARI-2; white first."""
    engine = GAME.engine()
    first = engine.initial()
    assert clauses(engine, first, "Q@a1") == ["ARI-1"]
    state = engine.play(first, "III@h8:9217")
    assert engine.to_json(state)["last"] == ["white", "III"]
    assert engine.turn(state) == "black"
    targets = {
        action[3:].partition(":")[0] for action in engine.legal_actions(state) if "IV@" in action
    }
    assert targets == {"j8", "h7", "a8"}  # nine to the north is off the board
    assert clauses(engine, state, "IV@h8:1495") == ["ARI-1"]
    assert clauses(engine, state, "III*") == ["ARI-1", "ARI-9"]
    assert clauses(engine, engine.play(state, "III@j8:9217"), "III@j7:9217") == ["ARI-1"]


def test_set_up_that_runs_dry() -> None:
    """`no_target`: the target cells of all dice, or any vacant cell."""
    covered = {
        "dice": {
            "white": {"III": ["a4", "1111"], "IV": ["b2", "2222"]},
            "black": {"III": ["b4", "1111"], "V": ["a1", "3333"]},
        },
        "queens": {"white": None, "black": None},
        "last": ["black", "V"],
        "turn": "white",
    }
    params = {"n": 4, "nets": ONE_NUMBER_EACH}
    covered["dice"]["white"]["IV"] = ["b1", "2222"]
    # a1 offers a4, which is taken; b1 covers its east; so it offers nothing
    cells = {
        reading: {
            action.partition("@")[2].partition(":")[0]
            for action in GAME.engine(params, {"no_target": reading}).legal_actions(
                GAME.engine(params).from_json(covered)
            )
        }
        for reading in ("any_die", "any_cell")
    }
    assert cells["any_die"] == {"d1", "b3", "a3", "c4"}
    assert len(cells["any_cell"]) == 16 - 4


def test_queens_keep_apart() -> None:
    """ARI-3, by both readings of `next_to`."""
    board = position(white_Q="c3", black_Q="e4")
    eight, four = GAME.engine(), GAME.engine({}, {"next_to": "four"})
    assert clauses(eight, eight.from_json(board), "Q@d3") == ["ARI-3"]
    assert clauses(four, four.from_json(board), "Q@d3") == []
    assert clauses(four, four.from_json(board), "Q@d4") == ["ARI-3"]
    with pytest.raises(ImpossiblePosition, match="ARI-3"):
        eight.from_json(position(white_Q="c3", black_Q="d4"))
    assert four.from_json(position(white_Q="c3", black_Q="d4"))


def test_queen_steps_and_die_moves() -> None:
    """ARI-6 and ARI-7."""
    engine = GAME.engine()
    state = engine.from_json(position())
    assert clauses(engine, state, "Q@c5") == ["ARI-6"]
    assert clauses(engine, state, "Q@c3") == ["ARI-6"]
    assert clauses(engine, state, f"III@c4:{lying('III', None)}") == []
    assert clauses(engine, state, f"III@d4:{lying('III', None)}") == ["ARI-7"]
    assert clauses(engine, state, "III*") == ["ARI-9"]
    with pytest.raises(IllegalAction, match="ARI-6"):
        engine.play(state, "Q@c5")
    for text in ("Q@p1", "III@a1", "III@a1:1234", "VI*", "Q@a1:", "q@a1", "III*x", ""):
        with pytest.raises(MalformedAction):
            engine.explain(state, text)


def test_own_face_and_lifting() -> None:
    """A die's own target cell, and a cell behind a side that it covers itself."""
    east = lying("III", 5)
    board = position(white_III=f"b8:{east}", black_Q="o10")
    moves = f"III@g8:{east}"
    for reading, expected in (("others", ["ARI-7"]), ("any", [])):
        engine = GAME.engine({}, {"own_face": reading})
        assert clauses(engine, engine.from_json(board), moves) == expected
    both = GAME.engine({}, {"own_face": "any", "lifting": "after"})
    assert clauses(both, both.from_json(board), moves) == ["ARI-7"]
    shadowed = position(white_IV=f"b8:{lying('IV', 5)}", white_III=f"c8:{east}", black_Q="o10")
    for reading, expected in (("before", ["ARI-7"]), ("after", [])):
        engine = GAME.engine({}, {"lifting": reading})
        assert clauses(engine, engine.from_json(shadowed), moves) == expected


def test_orientation_kept() -> None:
    """The die may go, but not turn."""
    engine = GAME.engine({}, {"orientation": "kept"})
    state = engine.from_json(position())
    ways = ["".join(map(str, way)) for way in orientations(USUAL_NETS["III"])]
    legal = [way for way in ways if not clauses(engine, state, f"III@c4:{way}")]
    assert legal == [lying("III", None)]


def test_off_board() -> None:
    """A side whose target cell is off the board: dead, or sweeping as far as the board reaches."""
    board = position(white_IV=f"m8:{lying('IV', 5)}", black_Q="o8")
    for reading, expected in (("dead", ["ARI-9"]), ("sweeps", [])):
        engine = GAME.engine({}, {"off_board": reading})
        assert clauses(engine, engine.from_json(board), "IV*") == expected
    blocked = position(white_IV=f"m8:{lying('IV', 5)}", black_Q="o8", black_III="n8")
    engine = GAME.engine({}, {"off_board": "sweeps"})
    assert clauses(engine, engine.from_json(blocked), "IV*") == ["ARI-9"]


def test_strike_and_landing() -> None:
    """The striking die stays; the landing one takes the cell. White wins."""
    board = position(white_IV=f"b8:{lying('IV', 5)}", black_Q="g8")
    engine = GAME.engine({}, {"capture": "landing"})
    struck = engine.play(engine.from_json(board), "IV*")
    landed = engine.play(engine.from_json(board), f"III@g8:{lying('III', None)}")
    for state, where in ((struck, "m1"), (landed, "g8")):
        assert engine.winners(state) == ("white",)
        assert engine.scores(state) == {"white": 1, "black": 0}
        assert engine.to_json(state)["dice"]["white"]["III"][0] == where
        assert engine.to_json(state)["queens"]["black"] is None
        assert engine.legal_actions(state) == ()
        assert clauses(engine, state, "IV*") == ["ARI-9"]
        assert engine.from_json(engine.to_json(state)) == state
    strict = GAME.engine()
    assert clauses(strict, strict.from_json(board), f"III@g8:{lying('III', None)}") == ["ARI-7"]


def test_mate_forbids_to_stay_threatened() -> None:
    """`threat=mate`: the queen leaves, or the side is covered, or she captures first."""
    board = position(black_IV=f"b3:{lying('IV', 5)}", white_Q="g3", black_Q="g8")
    engine = GAME.engine({}, {"threat": "mate"})
    state = engine.from_json(board)
    assert clauses(engine, state, "Q@h3") == []  # six away
    assert clauses(engine, state, "Q@f3") == ["ARI-9"]  # still swept
    between = f"III@f3:{lying('III', None)}"
    assert clauses(engine, state, between) == ["ARI-9"]  # "otherwise she cannot be protected"
    assert clauses(GAME.engine(), state, between) == []


# ----------------------------------------------------------------------------------------- positions


IMPOSSIBLE = [
    (lambda p: p.update(last=["white", "III"]), "ARI-1"),
    (lambda p: p["dice"]["white"].pop("III"), "ARI-1"),
    (lambda p: p["queens"].update(white=None), "ARI-2"),
    (lambda p: p["queens"].update(white="f8"), "ARI-3"),
    (lambda p: p["queens"].update(white="m1"), "ARI-6"),
    (lambda p: p["queens"].update(white="g8"), "ARI-6"),
    (lambda p: p["dice"]["white"].update(III=p["dice"]["black"]["III"]), "ARI-7"),
    (lambda p: p.update(turn=None), "ARI-9"),
]


@pytest.mark.parametrize(("spoil", "clause"), IMPOSSIBLE)
def test_impossible_positions_are_refused_by_both_sides(spoil: Any, clause: str) -> None:
    """Each with the clause that it breaks."""
    spoiled = deepcopy(position())
    spoil(spoiled)
    for engine in (GAME.engine(), game("ari").engine()):
        with pytest.raises(ImpossiblePosition, match=clause) as refusal:
            engine.from_json(spoiled)
        assert refusal.value.clause == clause


MALFORMED = [
    lambda p: p.pop("last"),
    lambda p: p.update(more=1),
    lambda p: p.update(turn="green"),
    lambda p: p.update(last="white"),
    lambda p: p.update(last=["white", "VI"]),
    lambda p: p.update(dice=[]),
    lambda p: p["dice"].pop("white"),
    lambda p: p["dice"]["white"].update(VI=["a1", "1234"]),
    lambda p: p["dice"]["white"].update(III="a1"),
    lambda p: p["dice"]["white"].update(III=["a1", "1234"]),
    lambda p: p["dice"]["white"].update(III=["a01", "9217"]),
    lambda p: p["dice"]["white"].update(III=["p1", "9217"]),
    lambda p: p["dice"]["white"].update(III=["a1", 9217]),
    lambda p: p["queens"].pop("white"),
    lambda p: p["queens"].update(white="a0"),
    lambda p: p["queens"].update(white=["a", 1]),
]


@pytest.mark.parametrize("spoil", MALFORMED)
def test_malformed_positions_are_refused_by_both_sides(spoil: Any) -> None:
    """The form is the page's, exactly."""
    spoiled = deepcopy(position())
    spoil(spoiled)
    for engine in (GAME.engine(), game("ari").engine()):
        with pytest.raises(MalformedPosition):
            engine.from_json(spoiled)
        with pytest.raises(MalformedPosition):
            engine.from_json([spoiled])  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------------- laws


@pytest.mark.slow
def test_the_eight_symmetries_of_the_square_hold() -> None:
    """Images of positions allow the images of actions, and lead to images."""
    engine = GAME.engine({"n": 5})
    recording = record(game("ari").engine({"n": 5}), seed=5, games=1, max_plies=12)
    images = [symmetry(5, turns, mirrored=mirrored) for mirrored in (0, 1) for turns in range(4)]
    assert len({each.action("III@b1:5169") for each in images}) == 8
    for image in images:
        state, reflected = engine.initial(), engine.initial()
        for action in recording.moves(0):
            state = engine.play(state, action)
            reflected = engine.play(reflected, image.action(action))
            assert engine.to_json(reflected) == image.position(engine.to_json(state))
        expected = sorted(map(image.action, engine.legal_actions(state)))
        assert list(engine.legal_actions(reflected)) == expected
    with pytest.raises(BadParameter, match="0 to 3"):
        symmetry(5, 4, mirrored=False)


# -------------------------------------------------------------------------------------------- power


SMALL = {"n": 4, "nets": TWO_NUMBERS_EACH}
LIVELY = {"capture": "landing", "threat": "open", "off_board": "sweeps"}


FAR = {"III": [9] * 6, "IV": [9] * 6, "V": [9] * 6}
"""Dice that never point anywhere on the smallest board."""


def judged(engine: Any, rulings: dict[str, str], params: Any = None) -> Coverage:
    """Judge biased and uniform games of the implementation."""
    seen = Coverage()
    tested = game("ari").engine(params or SMALL, rulings)
    for biased in (False, True):
        seen += engine.check(record(tested, seed=3, games=24, biased=biased, max_plies=40))
    return seen


def test_every_clause_about_actions_bites_alone() -> None:
    """Each was seen to hold, to fail, and to be the only one to fail (ARI-5 cannot fail as spelled)."""
    seen = judged(GAME.engine(SMALL), {})
    for clause in GAME.rulebook.speaking_of_actions():
        tally = seen.clauses[clause.identifier]
        assert tally.held > 0
        assert (tally.alone > 0) == (clause.identifier != "ARI-5")


@pytest.mark.parametrize("identifier", ["ARI-1", "ARI-2", "ARI-3", "ARI-6", "ARI-7", "ARI-9"])
def test_a_dropped_clause_is_noticed(identifier: str) -> None:
    """Without a clause, some recorded legal set is wrong."""
    mutant = GAME.engine(SMALL, {}, GAME.rulebook.without(identifier))
    with pytest.raises(RecordingRefuted, match="legality"):
        judged(mutant, {})


def nothing_covers(rules: Any, _: Any, die: Any, side: int) -> Any:
    """ARI-4 without covered sides."""
    offered: Any = GAME.rulebook["ARI-4"].effect
    return offered(rules, [die], die, side)


def nothing_threatens(*_: Any) -> Any:
    """ARI-8 turned off."""
    return False


def the_die_vanishes(_: Any, before: Any, __: Any) -> Any:
    """ARI-7 with no die put down."""
    return before.own.dice


def the_queen_stays(_: Any, before: Any, __: Any) -> Any:
    """ARI-6 with a queen who does not move."""
    return before.own.queen


def nobody_is_captured(_: Any, before: Any, __: Any) -> Any:
    """ARI-9 without effect."""
    return False, before.enemy.queen


@pytest.mark.parametrize(
    ("identifier", "mutant"),
    [
        ("ARI-4", nothing_covers),
        ("ARI-6", the_queen_stays),
        ("ARI-7", the_die_vanishes),
        ("ARI-8", nothing_threatens),
        ("ARI-9", nobody_is_captured),
    ],
)
def test_a_wrong_effect_is_noticed(identifier: str, mutant: Any) -> None:
    """What follows from an action, where dice point, and what they threaten."""
    engine = GAME.engine(SMALL, LIVELY, GAME.rulebook.replacing(identifier, effect=mutant))
    with pytest.raises(RecordingRefuted):
        judged(engine, LIVELY)


def test_an_illegal_play_is_noticed() -> None:
    """A recorded action that the recording itself does not list as legal is refuted, and named."""
    games = record(game("ari").engine(SMALL), seed=3, games=8, max_plies=12)
    measure = GAME.engine(SMALL)
    assert measure.check(games).positions > 50
    ply, lane = 9, 5
    forbidden = int(np.flatnonzero(~games.legal[ply][lane])[0])
    games.played[ply, lane] = forbidden
    name = games.actions[forbidden]
    with pytest.raises(RecordingRefuted) as found:
        measure.check(games)
    assert found.value.what == f"illegal play of {name}"
    assert found.value.game == lane
    assert found.value.moves == games.moves(lane, ply)


def test_a_play_after_the_end_is_noticed() -> None:
    """When a game is over no action is legal, so none can be played."""
    games = record(game("ari").engine(SMALL), seed=3, games=8, biased=True, max_plies=40)
    ply, lane = (int(first) for first in np.argwhere(games.turn[:-1] < 0)[0])
    games.played[ply, lane] = 0
    with pytest.raises(RecordingRefuted, match="illegal play"):
        GAME.engine(SMALL).check(games)


def test_an_action_with_two_columns_is_noticed() -> None:
    """Two columns of one name could hide each other."""
    games = record(game("ari").engine(SMALL), seed=3, games=2, max_plies=3)
    first, _, *others = games.actions
    with pytest.raises(RecordingRefuted, match="given twice"):
        GAME.engine(SMALL).check(evolve(games, actions=(first, first, *others)))


@pytest.mark.parametrize("rulings", deviations(QUESTIONS)[1:], ids=str)
def test_a_swapped_reading_is_noticed(rulings: dict[str, str]) -> None:
    """An implementation that follows another reading of one question is found out."""
    stuck = rulings["no_action"] == "loses"
    params = {"n": 4, "nets": FAR} if stuck else SMALL
    engine = GAME.engine(params)
    with pytest.raises(RecordingRefuted):
        judged(engine, rulings, params)


# -------------------------------------------------------------------------------- without an action

NO_ACTION = (
    {"III": ["d4", "9999"], "IV": ["c4", "9999"], "V": ["a3", "9999"]},
    {"III": ["b4", "9999"], "IV": ["a1", "9999"], "V": ["b3", "9999"]},
)


def test_a_player_without_an_action() -> None:
    """`no_action` and `threat=mate`: white's queen in the corner, all four cells by her taken."""
    white, black = NO_ACTION
    board = {
        "dice": {"white": white, "black": black},
        "queens": {"white": "a4", "black": None},
        "last": None,
        "turn": "black",
    }
    params = {"n": 4, "nets": FAR}
    turns = {}
    for name, rulings in (
        ("skip", {}),
        ("loses", {"no_action": "loses"}),
        ("mate", {"threat": "mate", "no_action": "skip"}),
    ):
        for engine in (GAME.engine(params, rulings), game("ari").engine(params, rulings)):
            state: Any = engine.play(engine.from_json(board), "Q@d2")
            turns[name] = engine.turn(state), engine.winners(state)
            assert engine.from_json(engine.to_json(state)) == state
            assert turns[name] == (("black", ()) if name == "skip" else (None, ("black",)))
            with pytest.raises(ImpossiblePosition, match="ARI-5"):
                engine.from_json({**engine.to_json(state), "turn": "white"})
