"""ARI's rulebook, sentence by sentence, and its material: dice, boards, options, first plies."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from rulewright.impl import game
from rulewright.interface import (
    BadParameter,
    UnknownReading,
    choices_of,
)
from rulewright.play.games import folder_of_specification
from rulewright.spec.ari import GAME, ONE_NUMBER_EACH
from rulewright.spec.ari.board import USUAL_NETS, orientations
from rulewright.spec.ari.examples import EXAMPLES
from rulewright.spec.ari.symmetry import mirrored_net
from rulewright.spec.registry import unaccounted, words

QUESTIONS = {name: readings for name, (_, readings) in choices_of(GAME.rulings).items()}

# ------------------------------------------------------------------------------------- the rulebook


def test_every_sentence_is_accounted_for_and_every_quotation_is_exact() -> None:
    """Nothing of the rulebook is left over, and nothing is quoted that does not stand there."""
    (source,) = GAME.rulebook.sources
    assert unaccounted(source, GAME.rulebook.sentences["de"]) == ""
    quoted = [*GAME.rulebook.clauses, *GAME.rulebook.questions, *GAME.rulebook.settled]
    for each in quoted:
        for quotation in each.quotations:
            assert words(quotation.text) in words(source.text)
    for example in EXAMPLES:
        assert words(example.quotation) in words(source.text)
    names = {clause.identifier for clause in GAME.rulebook.clauses} | set(QUESTIONS)
    borne = {name for each in GAME.rulebook.sentences["de"] for name in each.bears}
    assert borne == names


@pytest.mark.parametrize("name", ["pointing", "geometry"])
def test_what_clauses_build_on_uses_the_combinators_alone(name: str) -> None:
    """As in `clauses.py`: no bare `& | ^ ~` and no `and`, `or`, `not` in the text of a rule."""
    tree = ast.parse((folder_of_specification("ari") / f"{name}.py").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
    bare = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Invert, ast.And, ast.Or, ast.Not)
    assert len(tree.body) > 5
    assert not [node for node in ast.walk(tree) if isinstance(node, bare)]


def test_questions_are_those_of_the_options() -> None:
    """The registry and the rulings name the same readings, the same one first."""
    stated = {
        question.name: tuple(reading.name for reading in question.readings)
        for question in GAME.rulebook.questions
    }
    assert stated == QUESTIONS


@pytest.mark.parametrize(
    ("params", "count"),
    [({}, 16_200), ({"n": 5}, 1_800), ({"n": 26}, 26 * 26 * 72), ({"n": 4}, 16 * 72)],
)
def test_first_ply(params: dict[str, Any], count: int) -> None:
    """Any of three dice on any cell, in any of 24 orientations."""
    engine = GAME.engine(params)
    assert len(engine.legal_actions(engine.initial())) == count


@pytest.mark.slow
def test_second_ply_of_the_page() -> None:
    """perft(2) of n=5."""
    engine = GAME.engine({"n": 5})
    first = engine.initial()
    played = (engine.play(first, action) for action in engine.legal_actions(first))
    assert sum(len(engine.legal_actions(state)) for state in played) == 972_288


# -------------------------------------------------------------------------------------- the material


def test_a_usual_die_has_24_orientations() -> None:
    """Opposite sides stay opposite; the mirror image is among them, by a die upside down."""
    for net in USUAL_NETS.values():
        ways = orientations(net)
        assert len(ways) == 24
        opposite = {net[0]: net[5], net[1]: net[3], net[2]: net[4]}
        opposite |= {value: key for key, value in opposite.items()}
        assert all(opposite[n] == s and opposite[e] == w for n, e, s, w in ways)
        assert all((n, w, s, e) in ways for n, e, s, w in ways)
        assert orientations(mirrored_net(net)) == ways
        assert net[1:5] in ways


def test_repeated_numbers_leave_fewer_orientations() -> None:
    """Turnings that show the same four sides are one orientation."""
    assert len(orientations((1, 1, 1, 1, 1, 1))) == 1
    assert len(orientations((2, 1, 1, 1, 1, 1))) == 5
    engine = GAME.engine({"n": 4, "nets": ONE_NUMBER_EACH})
    assert len(engine.legal_actions(engine.initial())) == 3 * 16


@pytest.mark.parametrize(
    ("nets", "message"),
    [
        ([], "must be an object"),
        ("III", "must be an object"),
        ({"VI": [1, 2, 3, 4, 5, 6]}, "'VI'"),
        ({"III": [1, 2, 3, 4, 5]}, "six numbers"),
        ({"III": [1, 2, 3, 4, 5, 0]}, "six numbers"),
        ({"III": [1, 2, 3, 4, 5, 10]}, "six numbers"),
        ({"III": [1, 2, 3, 4, 5, True]}, "six numbers"),
        ({"III": [1, 2, 3, 4, 5, 6.0]}, "six numbers"),
        ({"III": "123456"}, "six numbers"),
        ({"III": {}}, "six numbers"),
    ],
)
def test_bad_nets_are_refused_by_both_sides(nets: Any, message: str) -> None:
    """One line says what is wrong."""
    for engine in (GAME.engine, game("ari").engine):
        with pytest.raises(BadParameter, match=message):
            engine({"nets": nets})


def test_bad_size_and_reading_are_refused() -> None:
    """From 4 to 26; readings by name."""
    for n in (3, 27, True, "15"):
        with pytest.raises(BadParameter, match="4 to 26"):
            GAME.engine({"n": n})
    with pytest.raises(UnknownReading, match="sweeps"):
        GAME.engine({}, {"off_board": "sweep"})
