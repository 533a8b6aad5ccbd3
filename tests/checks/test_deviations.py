"""Vectors and perft tables on both sides of a small game: what does not hold is told, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from common.heaps import engine_of, heaps
from common.plain_heaps import Position, perft
from common.twin_rows import LIES, TwinRows

from rulewright.checks import QUICK
from rulewright.checks import vectors as checked
from rulewright.checks.outcome import Effort
from rulewright.checks.vectors import (
    COUNTED,
    SHOWN,
    Committed,
    SideCount,
    VectorsCheck,
    committed,
    deviations,
    differing,
    miscount,
    option_sets_of,
    said,
    sides_of,
)
from rulewright.play import games
from rulewright.vectors import PerftTable, Vector, load, perft_tables
from rulewright.vectors.failures import Failure
from rulewright.vectors.vector import Expectation, identifier

TOY = TwinRows()
GAME = "minoa"
QUESTIONS = {"legal_actions": "legal", "is_over": "over", "turn": "over", "to_json": "position"}
LONGER = {"length": 3}


def vector_of(*moves: str, length: int = 2) -> Vector:
    """Make a vector that says everything of a position."""
    toy = TwinRows(length)
    state = toy.initial()
    for action in moves:
        state = toy.play(state, action)
    expect = Expectation(
        legal=toy.legal_actions(state),
        position=toy.to_json(state),
        scores=toy.scores(state),
        over=toy.is_over(state),
        turn=toy.turn(state),
        winners=toy.winners(state),
    )
    params = {} if length == 2 else {"length": length}
    vector = Vector("", GAME, params, {}, (), (), "", moves, expect)
    return evolve(vector, id=identifier("toy", vector))


VECTORS = (
    vector_of(),
    vector_of("left1"),
    vector_of("left1", "right2", "left1"),
    vector_of("left2", "right2"),
    vector_of("left2", "left1", length=3),
)
TABLES = (
    PerftTable(GAME, "two", {}, {}, {1: 4, 2: 10, 3: 12, 4: 6}),
    PerftTable(GAME, "three", LONGER, {}, {1: 4, 2: 14}),
)


def side(name: str, *, longer: bool = True, **changed: Any) -> SideCount:
    """Make a side with an engine of its own."""

    def make(_: str, params: Any, rulings: Any) -> Any:
        assert rulings == {}
        return TwinRows(params.get("length", 2), **changed)

    return SideCount(name, make, lambda game, params, _: game == GAME and (longer or not params))


def told(
    *sides: SideCount, vectors: tuple[Vector, ...] = VECTORS, tables: Any = TABLES
) -> tuple[list[tuple[str, str, tuple[str, ...]]], list[str]]:
    """Return what does not hold, and the progress."""
    lines: list[str] = []
    found = deviations(Committed(GAME, vectors, tables), sides, lines.append)
    return [(each.side, each.what, each.moves) for each in found], lines


def test_right_engines_keep_all_vectors_and_tables() -> None:
    """And each is counted on each side, with the progress."""
    one, other = side("the one"), side("the other")
    found, lines = told(one, other)
    assert found == []
    assert one.counts == other.counts == {"vectors": 5, "tables": 2, "unsupported": 0, "longer": 0}
    steps = [(number, 5, "vectors") for number in range(1, 6)]
    steps += [(number, 2, "perft tables") for number in (1, 2)]
    expected = [
        f"{who}: {n} of {m} {what}" for who in ("the one", "the other") for n, m, what in steps
    ]
    assert lines == expected
    assert said(one) == "one: 5 vectors, 2 perft tables"


def test_what_a_side_does_not_support_is_left_out_and_counted() -> None:
    """On that side, whatever it would have said."""
    lie = {("scores", (1, 2, 1, 0, 1)): {"ann": 7}}
    one, other = side("the one", longer=False), side("the other", longer=False, lies=lie)
    found, _ = told(one, other)
    assert [(who, moves) for who, _, moves in found] == [("the other", ("left1",))]
    assert one.counts == {"vectors": 4, "tables": 1, "unsupported": 2, "longer": 0}
    assert said(one) == "one: 4 vectors, 1 perft table, 2 left out: not supported"
    data = Committed(GAME, VECTORS, TABLES)
    assert option_sets_of(data, (side("a"), one)) == [({}, {})] * 5
    assert option_sets_of(data, (side("a"), side("b"))) == [({}, {})] * 4 + [
        (LONGER, {}),
        ({}, {}),
        (LONGER, {}),
    ]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("question", [*QUESTIONS, "scores", "winners"])
def test_a_lie_about_the_position_of_a_vector_is_told(number: int, question: str) -> None:
    """On the side that lies, with the moves of the vector and what is wrong; the others go on."""
    vector = VECTORS[number]
    toy = TwinRows(vector.params.get("length", 2))
    state = toy.initial()
    for action in vector.moves:
        state = toy.play(state, action)
    lies = {(question, state): LIES[question](getattr(toy, question)(state))}
    found, lines = told(side("the one"), side("the other", lies=lies), tables=())
    wrong = [what for _, what, moves in found if moves == vector.moves]
    assert len(wrong) == 1
    assert {who for who, _, _ in found} == {"the other"}
    what = "turn" if question == "turn" else QUESTIONS.get(question, question)
    assert wrong[0].startswith(f"{vector.id}: {what}: ")
    assert "the vector" in wrong[0] or "the other" in wrong[0]
    assert len(lines) == 10


def test_a_vector_whose_moves_are_refused_does_not_hold() -> None:
    """On that side."""
    refuses = ((1, 2, 1, 0, 1), "right2")
    found, _ = told(side("the one", refuses=refuses), side("the other"), tables=())
    assert [(who, moves) for who, _, moves in found] == [("the one", VECTORS[2].moves)]
    assert "playing 'right2'" in found[0][1]


@pytest.mark.parametrize("number", range(5))
def test_a_changed_vector_is_told_on_no_side(number: int) -> None:
    """Though both engines keep what is left of it."""
    silent = evolve(VECTORS[number], expect=evolve(VECTORS[number].expect, winners=None))
    found, _ = told(side("a"), side("b"), vectors=(*VECTORS[:number], silent), tables=())
    what = f"{silent.id}: it was changed, since its identifier is not that of its content"
    assert found == [("", what, silent.moves)]


@pytest.mark.parametrize(("number", "depth"), [(0, 1), (0, 2), (0, 4), (1, 1), (1, 2)])
def test_a_wrong_count_of_a_table_is_told(number: int, depth: int) -> None:
    """With the depth, and both counts; the first of several."""
    right = TABLES[number]
    count = right.counts[depth]
    wrong = evolve(right, counts={**right.counts, depth: 77})
    given = deviation = miscount(side("the one"), wrong)
    plural = "action" if depth == 1 else "actions"
    assert given == (
        f"perft {right.name}: 77 sequences of {depth} {plural} in the table, {count} counted"
    )
    found, _ = told(side("the one"), side("the other"), tables=(wrong, right))
    assert found == [(who, deviation, ()) for who in ("the one", "the other")]
    every = miscount(side("the one"), evolve(right, counts=dict.fromkeys(right.counts, 77)))
    assert every.startswith(f"perft {right.name}: 77 sequences of 1 action in the table, 4 counted")
    assert ";" not in every
    beyond = miscount(side("the one"), evolve(right, counts={**right.counts, 9: 3}))
    assert beyond.endswith("3 sequences of 9 actions in the table, 0 counted")


def test_slow_engines_count_no_deeper_than_is_fast() -> None:
    """But one action in any case."""
    most = COUNTED.plain
    for count, tried in ((most, True), (most + 1, False)):
        table = evolve(TABLES[0], counts={**TABLES[0].counts, 5: count})
        assert bool(miscount(side("the one"), table)) is tried
    assert "1 action" in miscount(side("the one"), evolve(TABLES[0], counts={1: most + 1}))
    assert miscount(side("the one"), evolve(TABLES[0], counts={})) == ""


def test_compiled_engines_count_every_table() -> None:
    """However large its counts are."""
    game = heaps(8)
    counts = {depth: perft(Position.first(game), depth) for depth in (1, 2, 5)}
    assert counts[5] > COUNTED.plain
    compiled = SideCount("the one", lambda *_: engine_of(game), lambda *_: True)
    assert miscount(compiled, PerftTable(GAME, "large", {}, {}, counts)) == ""
    for depth, count in counts.items():
        wrong = PerftTable(GAME, "large", {}, {}, {**counts, depth: count + 1})
        assert f"{count:,} counted" in miscount(compiled, wrong)


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run the check on sides and data that are given; reports are one line."""

    def run(
        *sides: SideCount,
        vectors: tuple[Vector, ...] = VECTORS,
        tables: Any = TABLES,
        effort: Effort = QUICK,
    ) -> Any:
        monkeypatch.setattr(checked, "sides_of", lambda *_: sides)
        monkeypatch.setattr(checked, "load", lambda _: vectors)
        monkeypatch.setattr(checked, "perft_tables", lambda _: tables)
        monkeypatch.setattr(checked, "missing_from", lambda *_: "")
        monkeypatch.setattr(checked, "scope_of", lambda *_, **__: None)
        monkeypatch.setattr(checked, "story", lambda _, moves, what: f"{what} {' '.join(moves)}")
        return VectorsCheck().run(GAME, effort, 1, lambda _: None)

    return run


def test_the_check_holds_if_something_was_compared(check: Callable[..., Any]) -> None:
    """All on both sides; of nothing there is no verdict."""
    outcome = check(side("the one"), side("the other"))
    assert (outcome.held, outcome.failure, outcome.cases) == (True, "", 14)
    assert outcome.detail == "one: 5 vectors, 2 perft tables; other: 5 vectors, 2 perft tables"
    counts = {"vectors": 5, "tables": 2, "unsupported": 0, "longer": 0}
    assert outcome.data == {"sides": {"one": counts, "other": counts}}
    assert 0 <= outcome.seconds < 60
    nothing = check(side("the one"), side("the other"), vectors=(), tables=())
    assert (nothing.held, nothing.failure, nothing.cases) == (False, checked.NONE, 0)
    only_tables = check(side("the one"), vectors=())
    assert (only_tables.held, only_tables.cases) == (True, 2)
    one = check(side("the one"), vectors=VECTORS[:1], tables=())
    assert (one.held, one.cases) == (True, 1)


def test_the_check_fails_for_what_does_not_hold_and_stops_after_some(
    check: Callable[..., Any],
) -> None:
    """Which is said where it is so: there may be more."""
    lies = {("scores", (2, 2, 0, 0, 0)): {"ann": 7}}
    outcome = check(side("the one"), side("the other", lies=lies))
    assert not outcome.held
    assert outcome.failure.startswith(f"the other fails {VECTORS[0].id}: scores: ")
    assert "there may be more" not in outcome.failure
    assert outcome.cases == 14
    changed = evolve(VECTORS[1], comment="", expect=evolve(VECTORS[1].expect, winners=None))
    told = check(side("the one"), vectors=(changed,), tables=())
    assert (told.held, told.failure[: len(changed.id)]) == (False, changed.id)
    for count in (SHOWN - 1, SHOWN, SHOWN + 1):
        wrong = tuple(evolve(TABLES[0], name=f"no. {at}", counts={1: 77}) for at in range(count))
        several = check(side("the one"), vectors=(), tables=wrong)
        assert not several.held
        assert several.failure.count("the one fails perft") == min(count, SHOWN) == several.cases
        stopped = several.failure.endswith("\n\nstopped at these: there may be more")
        assert stopped == (count >= SHOWN)


def test_options_that_no_vector_is_about_leave_the_check_out(check: Callable[..., Any]) -> None:
    """One vector or one table is enough."""
    effort = evolve(QUICK, only=(({}, {}),))
    none = check(side("the one"), vectors=(), tables=(), effort=effort)
    assert (none.verdict, none.left_out) == ("left out", checked.NONE_OF_THESE)
    for vectors, tables in ((VECTORS[:1], ()), ((), TABLES[:1]), (VECTORS[:1], TABLES[:1])):
        some = check(side("the one"), vectors=vectors, tables=tables, effort=effort)
        assert (some.held, some.left_out) == (True, "")
        assert some.cases == len(vectors) + len(tables)


def test_vectors_of_some_options_are_chosen() -> None:
    """Those whose parameters are these, and whose rulings are among these."""
    vectors, tables = load(GAME), perft_tables(GAME)
    assert committed(GAME) == Committed(GAME, vectors, tables, is_whole=True)
    specified = games.specified(GAME)
    usual, default = specified.default_parameters, specified.default_rulings
    for params, rulings in (({}, {}), ({"n": 1}, {}), ({}, {"end": "literal"}), ({"n": 99}, {})):
        found = committed(GAME, ((params, rulings),))
        for every, chosen in ((vectors, found.vectors), (tables, found.tables)):
            expected = [
                each
                for each in every
                if usual | each.params == usual | params
                and all((default | rulings)[name] == it for name, it in each.rulings.items())
            ]
            assert list(chosen) == expected
        assert bool(found.vectors) == (params != {"n": 99})
    both = committed(GAME, (({}, {}), ({"n": 1}, {})))
    assert len(both.vectors) == sum(
        len(committed(GAME, (each,)).vectors) for each in (({}, {}), ({"n": 1}, {}))
    )


def test_a_vector_that_names_all_rulings_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """If they are those; one more or another is too many."""
    default = games.specified(GAME).default_rulings
    every, none = evolve(VECTORS[0], rulings=default), VECTORS[1]
    other = evolve(VECTORS[0], rulings={**default, "end": "literal"})
    monkeypatch.setattr(checked, "load", lambda _: (every, none, other))
    monkeypatch.setattr(checked, "perft_tables", lambda _: ())
    assert committed(GAME, (({}, {}),)).vectors == (every, none)
    assert committed(GAME, (({}, {"end": "literal"}),)).vectors == (none, other)


def test_a_failure_is_described_without_its_moves() -> None:
    """They are shown below it."""
    failure = Failure(VECTORS[1], "turn", "bob", "ann")
    line = differing(failure, "the one")
    assert line.startswith(f"{VECTORS[1].id}: turn: ")
    assert "left1" not in line


def test_the_sides_are_the_specification_and_what_is_compared_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It alone if there is nothing else, unless that was asked for."""

    class Witness:
        """A second witness that may be missing."""

        called, asked, lacks = "the guest", False, ""
        engine, plays = (staticmethod(lambda *_: TOY), staticmethod(lambda *_: True))

        def missing(self, game: str) -> str:
            """Say why, if it is."""
            assert game == GAME
            return self.lacks

    for asked, lacks, names in (
        (False, "", ["the specification", "the guest"]),
        (False, "gone", ["the specification"]),
        (True, "gone", ["the specification", "the guest"]),
    ):
        monkeypatch.setattr(Witness, "asked", asked)
        monkeypatch.setattr(Witness, "lacks", lacks)
        assert [each.side for each in sides_of(GAME, Witness())] == names  # type: ignore[arg-type]
    assert sides_of(GAME)[0].offered(GAME, {"n": 99}, {})
