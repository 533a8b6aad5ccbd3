"""Dreieck nimmt's specification against the page: table, tiles, clauses, questions, positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright.interface import (
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    UnknownParameter,
    UnknownReading,
)
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import (
    corners_of,
    name_of,
    steps_from_first,
    tiles_of,
    ways_to_lie,
    window_from,
)
from rulewright.spec.dreieck.occasions import occasions
from rulewright.spec.registry import unaccounted, words

FULL = ["aaa", "aab", "abb", "bbb"]


def play(engine: Any, *moves: str) -> Any:
    """Play moves from the start."""
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    return state


def clauses(engine: Any, state: Any, action: str) -> list[str]:
    """Name the clauses that forbid an action."""
    return [violation.clause for violation in engine.explain(state, action)]


def position(**changes: Any) -> dict[str, Any]:
    """The position before the first tile, with two symbols, and some of it changed."""
    start = {
        "tiles": {},
        "left": {"p1": FULL, "p2": FULL},
        "captured": {"p1": 0, "p2": 0},
        "passes": 0,
        "turn": "p1",
    }
    return {**start, **changes}


# ---------------------------------------------------------------------------------- the rulebook


def test_every_sentence_of_the_rulebook_is_accounted_for() -> None:
    """Nothing of the text is left over, and what sentences bear exists."""
    book = GAME.rulebook
    (source,) = book.sources
    assert unaccounted(source, book.sentences["de"]) == ""
    known = {clause.identifier for clause in book.clauses}
    known |= {question.name for question in book.questions}
    borne = {name for sentence in book.sentences["de"] for name in sentence.bears}
    assert borne == known


def test_quotations_are_the_rulebook_s_own_words() -> None:
    """Clauses, questions and settled questions quote exactly."""
    book = GAME.rulebook
    text = words(book.sources[0].text)
    quoted = [
        quotation.text
        for each in (*book.clauses, *book.questions, *book.settled)
        for quotation in each.quotations
    ]
    assert len(quoted) >= 20
    assert [quotation for quotation in quoted if words(quotation) not in text] == []


def test_demands_name_their_clause_and_are_the_pages() -> None:
    """DRE-1 to DRE-11, each with a demand; DRE-6 says what it says."""
    book = GAME.rulebook
    assert [clause.identifier for clause in book.clauses] == [f"DRE-{n}" for n in range(1, 12)]
    assert (
        book["DRE-6"].demand == "A player who can lay a tile must; a player who cannot must pass."
    )
    for clause in book.clauses:
        assert clause.identifier in (clause.formulas[0].__doc__ or "")


# ------------------------------------------------------------------------------- table and tiles


def test_neighbours_are_the_cells_that_share_two_corners() -> None:
    """Every joint joins two cells with exactly the two corners that it names in common."""
    window = window_from((-2, -2), (2, 2))
    assert len(window.joints) == 3 * 25 - 2 * 5
    for one, other, shared in window.joints:
        mine, theirs = corners_of(window.cells[one]), corners_of(window.cells[other])
        assert len(set(mine) & set(theirs)) == 2
        assert {mine[a] for a, _ in shared} == {theirs[b] for _, b in shared}
        assert all(mine[a] == theirs[b] for a, b in shared)


def test_corners_run_counter_clockwise() -> None:
    """The signed area of the corners is that of one triangle, for up and down alike."""
    for cell in (("u", 0, 0), ("d", 0, 0), ("u", -3, 2), ("d", 4, -1)):
        (a, b), (c, d), (e, f) = corners_of(cell)
        assert (c - a) * (f - b) - (e - a) * (d - b) == 1


def test_steps_from_the_first_cell_are_those_of_the_shortest_walk() -> None:
    """The formula agrees with a breadth-first walk over a window."""
    window = window_from((-6, -6), (6, 6))
    steps = {window.number["u", 0, 0]: 0}
    front = list(steps)
    while front:
        cell = front.pop(0)
        for other, _ in window.around[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                front.append(other)
    assert len(steps) == 2 * 13 * 13
    assert all(steps_from_first(window.cells[cell]) == count for cell, count in steps.items())


@pytest.mark.parametrize("s", [1, 2, 3, 4, 5, 6, 7, 8])
def test_there_are_as_many_tiles_as_the_page_says(s: int) -> None:
    """(s³+2s)/3 tiles, each named by its least rotation; 24 for four symbols."""
    assert len(tiles_of(s)) == (s**3 + 2 * s) // 3
    assert all(name_of(name) == name for name in tiles_of(s))
    assert {name_of(way) for way in ways_to_lie(s)} == set(tiles_of(s))


# ------------------------------------------------------------------------------------- the clauses


@pytest.mark.parametrize(("params", "counts"), [({}, [24, 288]), ({"s": 2}, [4, 24, 112, 680])])
def test_perft_of_the_page(params: dict[str, Any], counts: list[int]) -> None:
    """The counts that independent engines agree on."""
    engine = GAME.engine(params)

    def perft(state: Any, plies: int) -> int:
        if plies == 1:
            return len(engine.legal_actions(state))
        return sum(perft(engine.play(state, a), plies - 1) for a in engine.legal_actions(state))

    assert [perft(engine.initial(), depth) for depth in range(1, len(counts) + 1)] == counts


def test_each_clause_forbids_what_it_says() -> None:
    """One action for each clause that speaks of actions, forbidden by it alone."""
    engine = GAME.engine()
    start = engine.initial()
    assert clauses(engine, start, "u0,0:abc") == []
    assert clauses(engine, start, "u0,0:bca") == ["DRE-3"]
    assert clauses(engine, start, "d0,0:abc") == ["DRE-3"]
    assert clauses(engine, start, "pass") == ["DRE-6"]
    state = play(engine, "u0,0:abc", "d0,0:bac")
    assert clauses(engine, state, "d-1,0:acb") == []
    assert clauses(engine, state, "d-1,0:adb") == ["DRE-4"]
    assert clauses(engine, state, "d-1,0:abc") == ["DRE-1", "DRE-4"]
    assert clauses(engine, state, "u0,0:aaa") == ["DRE-3", "DRE-4"]
    assert clauses(engine, state, "u7,-9:aaa") == ["DRE-3"]
    assert clauses(engine, state, f"u{10**15},0:aaa") == ["DRE-3"]
    with pytest.raises(IllegalAction, match="DRE-4"):
        engine.play(state, "d-1,0:adb")


def test_explanations_quote_the_rulebook() -> None:
    """A violation has identifier, demand, quotation and source."""
    engine = GAME.engine()
    (violation,) = engine.explain(play(engine, "u0,0:abc"), "d0,0:aaa")
    assert violation.clause == "DRE-4"
    assert violation.quotation.startswith("Dabei müssen zwei der drei Emojis")
    assert violation.source == "de"


def test_a_tile_may_be_turned_never_flipped() -> None:
    """With `abc` laid, the flipped tile `acb` is still in hand, and is another tile."""
    engine = GAME.engine()
    state = play(engine, "u0,0:abc")
    assert engine.to_json(state)["left"]["p1"] == [t for t in tiles_of(4) if t != "abc"]
    (acb,) = (tile for tile in range(24) if tiles_of(4)[tile] == "acb")
    assert state.left[0][acb] is True


RING = {  # round u0,0: its three neighbours
    "d0,-1": ["p2", "aaa"],
    "d-1,0": ["p2", "bbb"],
    "u0,0": ["p1", "aaa"],
}


def test_the_last_neighbour_captures_a_single_tile() -> None:
    """With two symbols: p2 lays the third neighbour of p1's tile, and scores one point."""
    engine = GAME.engine({"s": 2}, {"match": "one"})
    before = engine.from_json(
        position(
            tiles=RING,
            left={"p1": ["aab", "abb", "bbb"], "p2": ["aab", "abb"]},
            turn="p2",
        )
    )
    (capturing, *_) = (a for a in engine.legal_actions(before) if a.startswith("d0,0:"))
    after = engine.to_json(engine.play(before, capturing))
    assert "u0,0" not in after["tiles"]
    assert after["captured"] == {"p1": 0, "p2": 1}


def test_claim_may_offers_the_second_form_only_where_something_is_captured() -> None:
    """`~` leaves everything lying, and exists for capturing actions alone."""
    must, may = (GAME.engine({"s": 2}, {"match": "one", "claim": c}) for c in ("must", "may"))
    form = position(tiles=RING, left={"p1": ["aab", "abb", "bbb"], "p2": ["aab", "abb"]}, turn="p2")
    first, second = must.from_json(form), may.from_json(form)
    capturing = {a for a in must.legal_actions(first) if a.startswith("d0,0:")}
    declined = {a for a in may.legal_actions(second) if a.endswith("~")}
    assert declined == {f"{action}~" for action in capturing} != set()
    after = may.to_json(may.play(second, min(declined)))
    assert after["captured"] == {"p1": 0, "p2": 0}
    assert "u0,0" in after["tiles"]
    assert clauses(may, second, "u-1,0:bbb~") != []
    with pytest.raises(MalformedAction):
        must.play(first, min(declined))


def test_the_worked_example_of_the_rulebook() -> None:
    """A and B block most of D's region, C closes it and alone has the points (DRE-7, DRE-8)."""
    engine = GAME.engine({"k": 4}, {"match": "one"})
    full = list(tiles_of(4))

    def without(*laid: str) -> list[str]:
        return [name for name in full if name not in laid]

    state = engine.from_json(
        {
            # p4's region is u0,0 and d0,0; p1 and p2 lie at three of its four outer edges.
            "tiles": {
                "u0,0": ["p4", "aab"],
                "d0,0": ["p4", "aaa"],
                "d0,-1": ["p1", "aaa"],
                "d-1,0": ["p2", "aab"],
                "u1,0": ["p1", "aab"],
            },
            "left": {
                "p1": without("aaa", "aab"),
                "p2": without("aab"),
                "p3": full,
                "p4": without("aaa", "aab"),
            },
            "captured": dict.fromkeys(("p1", "p2", "p3", "p4"), 0),
            "passes": 0,
            "turn": "p3",
        }
    )
    assert "u0,1:aaa" in engine.legal_actions(state)
    after = engine.to_json(engine.play(state, "u0,1:aaa"))
    assert after["captured"] == {"p1": 0, "p2": 0, "p3": 2, "p4": 0}
    assert sorted(after["tiles"]) == ["d-1,0", "d0,-1", "u0,1", "u1,0"]
    assert engine.scores(engine.from_json(after)) == {"p1": -22, "p2": -23, "p3": -21, "p4": -22}


def test_the_game_ends_after_a_round_of_passes_and_equal_scores_share_the_win() -> None:
    """One symbol: p1 and p2 lay their only tiles; both have 0 points and share the win."""
    engine = GAME.engine({"s": 1})
    state = play(engine, "u0,0:aaa", "d0,0:aaa")
    assert engine.is_over(state)
    assert engine.turn(state) is None
    assert engine.legal_actions(state) == ()
    assert engine.winners(state) == ("p1", "p2")
    assert clauses(engine, state, "pass") == ["DRE-9"]
    assert clauses(engine, state, "u0,0:aaa") == ["DRE-9"]


STACKS = {"p1": ["aaa", "bbb", "abb", "aab"], "p2": ["bbb", "aab", "abb", "aaa"]}


@pytest.mark.parametrize(
    ("stuck", "stack"),
    [("keep", ["bbb", "aab", "abb", "aaa"]), ("bury", ["aab", "abb", "aaa", "bbb"])],
)
def test_a_stuck_stack_is_kept_or_buried(stuck: str, stack: list[str]) -> None:
    """p1 lays `aaa`; p2 has `bbb` on top, passes, and keeps it on top or buries it."""
    engine = GAME.engine({"s": 2, "supply": "stack", "stacks": STACKS}, {"stuck": stuck})
    state = play(engine, "u0,0:aaa")
    assert engine.legal_actions(state) == ("pass",)
    after = engine.to_json(engine.play(state, "pass"))
    assert after["left"]["p2"] == stack
    assert after["passes"] == 1


# --------------------------------------------------------------------------------------- positions


IMPOSSIBLE = [
    (position(tiles={"u0,0": ["p1", "aaa"]}, turn="p2"), "DRE-3"),
    (position(turn="p2"), "DRE-2"),
    (position(turn=None), "DRE-2"),
    (position(left={"p1": FULL[1:], "p2": FULL}, turn="p2"), "DRE-3"),
    (
        position(tiles={"u0,0": ["p1", "aaa"]}, left={"p1": FULL[1:], "p2": FULL[1:]}, turn="p1"),
        "DRE-8",
    ),
    (
        position(
            tiles={"u0,0": ["p1", "aaa"], "d0,0": ["p1", "aaa"]},
            left={"p1": FULL[1:], "p2": FULL[1:]},
            turn="p1",
        ),
        "DRE-1",
    ),
    (
        position(
            tiles={"u0,0": ["p1", "aaa"], "d0,0": ["p2", "bbb"]},
            left={"p1": FULL[1:], "p2": FULL[:3]},
        ),
        "DRE-4",
    ),
    (
        position(tiles={"u0,0": ["p1", "aaa"]}, left={"p1": FULL[1:], "p2": FULL}, passes=1),
        "DRE-6",
    ),
    (
        position(tiles={"u0,0": ["p1", "aaa"]}, left={"p1": FULL[1:], "p2": FULL}, turn=None),
        "DRE-9",
    ),
    (
        position(
            tiles={"u0,0": ["p1", "aaa"]},
            left={"p1": FULL[1:], "p2": FULL[1:]},
            captured={"p1": 0, "p2": 1},
            turn="p1",
        ),
        "DRE-8",
    ),
]


@pytest.mark.parametrize(("form", "clause"), IMPOSSIBLE)
def test_impossible_positions_are_refused_with_their_clause(
    form: dict[str, Any], clause: str
) -> None:
    """A position that breaks a clause is not built."""
    with pytest.raises(ImpossiblePosition) as refusal:
        GAME.engine({"s": 2}).from_json(form)
    assert refusal.value.clause == clause


def test_stacks_in_another_order_are_refused() -> None:
    """A stack goes round, but does not change its order; `keep` never turns it at all."""
    keep, bury = (
        GAME.engine({"s": 2, "supply": "stack", "stacks": STACKS}, {"stuck": stuck})
        for stuck in ("keep", "bury")
    )
    form = keep.to_json(play(keep, "u0,0:aaa"))
    form["left"]["p2"] = ["aab", "abb", "aaa", "bbb"]
    with pytest.raises(ImpossiblePosition, match="DRE-1"):
        keep.from_json(form)
    assert bury.to_json(bury.from_json(form)) == form
    form["left"]["p2"] = ["abb", "aab", "aaa", "bbb"]
    with pytest.raises(ImpossiblePosition, match="DRE-1"):
        bury.from_json(form)


MALFORMED: list[Any] = [
    [],
    position(more=1),
    {"tiles": {}},
    position(tiles=[]),
    position(tiles={"u0": ["p1", "aaa"]}),
    position(tiles={"u0,00": ["p1", "aaa"]}),
    position(tiles={"u-0,0": ["p1", "aaa"]}),
    position(tiles={"u0,0": ["p3", "aaa"]}),
    position(tiles={"u0,0": ["p1", "aac"]}),
    position(tiles={"u0,0": ["p1", "aa"]}),
    position(tiles={"u0,0": "p1"}),
    position(left={"p1": FULL}),
    position(left={"p1": FULL, "p2": ["aaa", "aaa"]}),
    position(left={"p1": FULL, "p2": FULL[::-1]}),
    position(left={"p1": FULL, "p2": ["baa"]}),
    position(left={"p1": FULL, "p2": [1]}),
    position(captured={"p1": 0}),
    position(captured={"p1": 0, "p2": -1}),
    position(captured={"p1": 0, "p2": True}),
    position(passes=3),
    position(passes=-1),
    position(passes="0"),
    position(turn="p3"),
    position(turn=1),
]


@pytest.mark.parametrize("form", MALFORMED)
def test_malformed_positions_are_refused(form: Any) -> None:
    """Only the page's form is read."""
    with pytest.raises(MalformedPosition, match="malformed position: "):
        GAME.engine({"s": 2}).from_json(form)


@pytest.mark.parametrize(
    "action",
    ["", "Pass", "u0,0", "u0,0:ab", "u0,0:abcd", "u0,0:abz", "u00,0:abc", "u-0,0:abc", "x0,0:abc",
     "u0,0:abc~", "u0,0: abc", "u+1,0:abc", "u0,0:abc\n"],
)  # fmt: skip
def test_malformed_actions_are_refused(action: str) -> None:
    """Only the page's spelling is an action."""
    engine = GAME.engine()
    with pytest.raises(MalformedAction, match="an action is"):
        engine.play(engine.initial(), action)


def test_options_are_checked() -> None:
    """Unknown names and values are refused with what would be right."""
    half = {"p1": FULL, "p2": FULL[:2]}
    for params, wanted in (
        ({"k": 1}, "whole number from 2"),
        ({"s": 0}, "from 1 to 26"),
        ({"s": 27}, "from 1 to 26"),
        ({"supply": "bag"}, "hand or stack"),
        ({"stacks": STACKS}, "supply=stack only"),
        ({"s": 2, "supply": "stack"}, "required with supply=stack"),
        ({"s": 2, "supply": "stack", "stacks": "{bad"}, "is '{bad', it must be an object"),
        (
            {"s": 2, "supply": "stack", "stacks": {"p1": FULL}},
            "leaves out p2: .*for each of p1, p2",
        ),
        ({"s": 2, "supply": "stack", "stacks": half}, "4 tiles of p2 .*: 'abb' is missing"),
        ({"s": 2, "supply": "stack", "stacks": {"p1": FULL, "p2": 7}}, "of p2 .*: 7 is no list"),
        (
            {"s": 2, "supply": "stack", "stacks": {"p1": FULL, "p2": ["baa", *FULL[1:]]}},
            r"of p2 .*: 'baa' is none of them \(its name is 'aab'\)",
        ),
        (
            {"s": 2, "supply": "stack", "stacks": {"p1": FULL, "p2": [*FULL, "aaa"]}},
            "of p2 .*: 'aaa' is there more than once",
        ),
        (
            {"s": 2, "supply": "stack", "stacks": {**STACKS, "p3": FULL}},
            "names 'p3', who does not play",
        ),
    ):
        with pytest.raises(BadParameter, match=wanted):
            GAME.engine(params)
    with pytest.raises(UnknownParameter, match="known: k, s, supply, stacks"):
        GAME.engine({"n": 4})
    with pytest.raises(UnknownReading, match="did you mean 'standing'"):
        GAME.engine({}, {"trigger": "standin"})


@pytest.mark.parametrize("params", [{"s": 2}, {"k": 3, "s": 2}, {"k": 4, "s": 1}])
def test_positions_read_again(params: dict[str, Any]) -> None:
    """Every position of a random game round-trips, and the ends name their winners."""
    engine = GAME.engine(params, {"match": "one"})
    random = Random(1)
    for _ in range(4):
        state = engine.initial()
        while not engine.is_over(state):
            assert engine.from_json(engine.to_json(state)) == state
            assert engine.winners(state) == ()
            state = engine.play(state, random.choice(engine.legal_actions(state)))
        assert engine.from_json(engine.to_json(state)) == state
        assert engine.winners(state)


def test_occasions_are_told() -> None:
    """A declined capture and the passes of the end are seen in a short game."""
    engine = GAME.engine({"k": 4, "s": 1}, {"claim": "may"})
    moves = ["u0,0:aaa", "d0,0:aaa", "d-1,0:aaa", "d0,-1:aaa~"]
    assert occasions(engine, moves) == {"a capture declined": 1}
    taken = occasions(engine, [*moves[:3], "d0,-1:aaa"])
    assert taken == {
        "a single tile captured": 1,
        "a region captured that several colours enclose": 1,
    }
    passing = GAME.engine({"s": 2, "supply": "stack", "stacks": STACKS})
    assert occasions(passing, ["u0,0:aaa", "pass"]) == {"a pass with tiles left": 1}
