"""Nonaga's implementation: counts, agreement with the specification, positions from outside."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulewright.impl import game
from rulewright.impl.drivers import perft, record
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.nonaga import Parameters, Rulings
from rulewright.impl.nonaga.board import nonaga
from rulewright.impl.nonaga.notation import NonagaNotation
from rulewright.interface import (
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    LegalSets,
    MalformedAction,
    MalformedPosition,
    choices_of,
)
from rulewright.lockstep import Lockstep, view
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.logic import any_of, not_
from rulewright.spec.nonaga import GAME, clauses

NONAGA = game("nonaga")
BOOK = GAME.rulebook
QUESTIONS = {name: readings for name, (_, readings) in choices_of(Rulings).items()}
DEVIATIONS = [{}] + [
    {question: reading} for question, readings in QUESTIONS.items() for reading in readings[1:]
]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def shrunken(discs: int, rulings: dict[str, str]) -> tuple[Any, CompiledEngine]:
    """Make both engines for a field of any number of discs (which no parameter gives)."""
    measure = GAME.engine({}, rulings, BOOK.replacing("NON-1", holds=None))
    parameters, chosen = Parameters(), Rulings(**rulings)
    kernel = nonaga(parameters, chosen, discs)
    notation = NonagaNotation(kernel, parameters)
    return measure, CompiledEngine("nonaga", {}, rulings, kernel, notation)


def fields(size: int) -> list[tuple[tuple[int, int], ...]]:
    """List the connected fields of `size` discs, one of each class under the twelve symmetries."""
    found = {((0, 0),)}
    for _ in range(size - 1):
        grown = set()
        for field in found:
            for q, r in field:
                for dq, dr in AROUND:
                    if (q + dq, r + dr) not in field:
                        grown.add(normal((*field, (q + dq, r + dr))))
        found = grown
    return sorted(found)


def normal(field: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Choose one image of a field under symmetries and translations."""
    images = []
    for mirrored in (False, True):
        cells = [cell[::-1] if mirrored else cell for cell in field]
        for _ in range(6):
            cells = [(-r, q + r) for q, r in cells]
            left, top = min(q for q, _ in cells), min(r for _, r in cells)
            images.append(tuple(sorted((q - left, r - top) for q, r in cells)))
    return min(images)


def placements(field: tuple[tuple[int, int], ...]) -> Iterator[dict[str, Any]]:
    """Place three pieces of each colour in every way."""
    for red in combinations(field, 3):
        for black in combinations([cell for cell in field if cell not in red], 3):
            yield {"red": list(map(list, red)), "black": list(map(list, black))}


def compare_field(
    discs: int,
    field: tuple[tuple[int, int], ...],
    rulings: dict[str, str],
    most: int | None = None,
    seed: int = 0,
) -> int:
    """Compare both engines on a field with pieces in every way (or `most` of them, sampled)."""
    measure, tested = shrunken(discs, rulings)
    placed = list(placements(field))
    chosen = placed if most is None else Random(seed).sample(placed, min(most, len(placed)))
    compared = 0
    for pieces in chosen:
        for step in ("piece", "disc"):
            position = {
                "discs": list(map(list, field)),
                "pieces": pieces,
                "turn": "red",
                "step": step,
                "barred": None,
            }
            answers = [read(engine, position) for engine in (measure, tested)]
            assert answers[0][0] == answers[1][0], position
            if answers[0][0]:
                pair = Lockstep(measure, tested, (answers[0][1], answers[1][1]))
                for action in pair.seen.legal:
                    expected = measure.play(pair.states[0], action)
                    given = tested.play(pair.states[1], action)
                    assert measure.to_json(expected) == tested.to_json(given), (position, action)
                    assert measure.winners(expected) == tested.winners(given), (position, action)
            compared += 1
    return compared


def read(engine: Any, position: dict[str, Any]) -> tuple[bool, Any]:
    """Read a position, or tell that it is refused."""
    try:
        return True, engine.from_json(position)
    except ImpossiblePosition:
        return False, None


def test_perft_has_the_published_values() -> None:
    counts = [perft(NONAGA.engine(), depth=depth) for depth in range(7)]
    assert counts == [1, 9, 570, 4_374, 199_488, 1_684_506, 73_403_796]


def test_both_sides_declare_the_same_choices() -> None:
    assert choices_of(GAME.parameters) == choices_of(Parameters)
    assert choices_of(GAME.rulings) == choices_of(Rulings)


@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_the_specification_confirms_recorded_games(rulings: dict[str, str]) -> None:
    for biased in (False, True):
        tables = record(NONAGA.engine({}, rulings), 7, 8, biased=biased, max_plies=24)
        assert isinstance(tables.legal, LegalSets)
        assert GAME.engine({}, rulings).check(tables).positions > 100


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_the_specification_confirms_games_under_mixed_readings(seed: int) -> None:
    random = Random(seed)
    rulings = {question: random.choice(readings) for question, readings in QUESTIONS.items()}
    params = {"n": random.choice([2, 3]), "first": random.choice(["red", "black"])}
    tables = record(NONAGA.engine(params, rulings), seed, 12, biased=seed % 2 == 0, max_plies=40)
    assert GAME.engine(params, rulings).check(tables).positions > 100


def test_recordings_from_the_middle_of_games_are_judged_as_they_stand() -> None:
    tables = record(NONAGA.engine(), 3, 6, max_plies=20)
    assert isinstance(tables.legal, LegalSets)
    later = evolve(
        tables,
        from_start=False,
        **{
            name: getattr(tables, name)[9:]
            for name in ("played", "board", "turn", "scores", "winners")
        },
        legal=evolve(
            tables.legal,
            plies=tables.legal.plies - 9,
            starts=tables.legal.starts[9 * tables.legal.games :],
        ),
    )
    assert GAME.engine().check(later).positions > 30


def other_reading(question: str, reading: str, clause: str) -> Any:
    """Mutate a clause: another reading than the one ruled."""
    permits = BOOK[clause].permits
    assert permits is not None

    def mutated(rules: Any, before: Any, move: Any) -> Any:
        return permits(
            evolve(rules, rulings=evolve(rules.rulings, **{question: reading})), before, move
        )

    return mutated


def nobody_wins(rules: Any, made: Any, outlook: Any) -> Any:
    """Mutate NON-9: three together go unnoticed."""
    apart = evolve(made, pieces=tuple((False,) * len(own) for own in made.pieces))
    return evolve(
        clauses.turn_is_a_piece_step_and_a_disc_step(rules, apart, outlook), pieces=made.pieces
    )


def stops_anywhere(rules: Any, before: Any, move: Any) -> Any:
    """Mutate NON-2: a piece may stop early."""
    free = clauses.vacant_discs(before)
    early = clauses.both(
        clauses.begins_on(move, clauses.carried_by_the_mover(before)),
        lambda: clauses.touches(rules, move.origin, clauses.map_all(move.target, free), any_of),
    )
    return any_of(
        (
            clauses.piece_slides_straight_as_far_as_it_can(rules, before, move),
            clauses.both(not_(before.disc_step), lambda: early),
        )
    )


MUTANTS = {
    "a piece may stop early": BOOK.replacing("NON-2", permits=stops_anywhere),
    "a piece may stay": BOOK.without("NON-3"),
    "discs under pieces move": BOOK.without("NON-4"),
    "any disc comes out": BOOK.without("NON-5"),
    "rim discs come out": BOOK.replacing("NON-5", permits=other_reading("removal", "rim", "NON-5")),
    "four contacts hold": BOOK.replacing(
        "NON-5", permits=other_reading("removal", "four", "NON-5")
    ),
    "nothing is barred": BOOK.without("NON-6"),
    "a disc goes anywhere": BOOK.without("NON-7"),
    "the field may part": BOOK.without("NON-8"),
    "only contact counts": BOOK.replacing(
        "NON-8", permits=other_reading("connectivity", "contact", "NON-8")
    ),
    "nobody wins": BOOK.replacing("NON-9", effect=nobody_wins),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_of_a_clause_is_refuted(name: str) -> None:
    tables = record(NONAGA.engine(), 11, 64, max_plies=40)
    with pytest.raises(RecordingRefuted):
        GAME.engine({}, {}, MUTANTS[name]).check(tables)


@pytest.mark.parametrize("question", ["removal", "placement", "connectivity", "bar", "win"])
def test_every_reading_is_told_apart_by_recorded_games(question: str) -> None:
    """Except readings that part only in rare positions; those have games of their own."""
    rare = {"local", "slide_in", "slide_across"}
    for reading in QUESTIONS[question][1:]:
        if reading not in rare:
            tables = record(
                NONAGA.engine({}, {question: reading}), 5, 64, biased=True, max_plies=60
            )
            with pytest.raises(RecordingRefuted):
                GAME.engine().check(tables)


@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_fields_of_six_discs_agree_whatever_stands_where(rulings: dict[str, str]) -> None:
    listed = fields(6)
    assert len(listed) == 82
    assert sum(compare_field(6, field, rulings, most=3) for field in listed) == 82 * 6


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_fields_of_up_to_ten_discs_agree_on_sampled_placements(rulings: dict[str, str]) -> None:
    for size, count in ((7, 333), (8, 1_448)):
        listed = fields(size)
        assert len(listed) == count
        for number, field in enumerate(Random(size).sample(listed, 40)):
            compare_field(size, field, rulings, most=2, seed=number)


def test_a_game_a_million_cells_away_is_the_same() -> None:
    engine = NONAGA.engine()
    spec = GAME.engine()
    far = next(each for each in GAME.symmetries(spec) if "1000000" in each.name)
    state = engine.initial()
    away = engine.from_json(far.position(engine.to_json(state)))
    random = Random(2)
    for _ in range(30):
        legal = engine.legal_actions(state)
        assert sorted(map(far.action, legal)) == list(engine.legal_actions(away))
        if not legal:
            break
        action = random.choice(legal)
        state, away = engine.play(state, action), engine.play(away, far.action(action))
        assert far.position(engine.to_json(state)) == engine.to_json(away)


def columns_of(action: str) -> tuple[int, int]:
    """Read the columns where a step begins and ends."""
    begin, end = action.split(">")
    return int(begin.split(",")[0]), int(end.split(",")[0])


def test_a_field_may_drift_out_of_its_frame() -> None:
    """Both players move everything to the right, and nobody wins, until the frame was left behind."""
    rulings = {"bar": "none"}
    engine, spec = NONAGA.engine({}, rulings), GAME.engine({}, rulings)
    state, random = engine.initial(), Random(1)
    for ply in range(600):
        legal = list(engine.legal_actions(state))
        random.shuffle(legal)
        legal.sort(key=lambda action: columns_of(action)[1] - columns_of(action)[0])
        after = [engine.play(state, action) for action in legal[-4:]]
        state = next(
            each for each in reversed(after) if not engine.is_over(each) or each is after[0]
        )
        if engine.is_over(state):
            break
        if ply % 60 == 0:
            assert view(engine, state) == view(spec, spec.from_json(engine.to_json(state)))
    assert min(q for q, _ in engine.to_json(state)["discs"]) > 35


def test_spelling_and_refusals() -> None:
    engine = NONAGA.engine()
    start = engine.initial()
    for text in ("", "2,0", "02,0>1,0", "-0,0>1,0", "2,0>1,0\n", "²,0>1,0"):
        with pytest.raises(MalformedAction):
            engine.play(start, text)
    for text in ("2,0>2,0", "2,0>0,0", "0,0>1,0", "99999999,0>1,0", "2,0>500,0", "50,0>51,0"):
        with pytest.raises(IllegalAction, match="NON-"):
            engine.play(start, text)


def test_too_wide_or_too_large_is_refused_plainly() -> None:
    with pytest.raises(BadParameter, match="up to 29"):
        NONAGA.engine({"n": 30})
    engine = NONAGA.engine({}, {"connectivity": "free"})
    position = engine.to_json(engine.initial())
    wide = position | {"discs": [*position["discs"][:-1], [70, 0]]}
    wide["pieces"] = position["pieces"] | {
        "red": [[-2, 2], [0, -2], [1, 0]],
        "black": [[-2, 0], [0, 0], [0, 2]],
    }
    with pytest.raises(MalformedPosition, match="wide"):
        engine.from_json(wide)
