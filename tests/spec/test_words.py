"""Facts in words: packing, what they refuse, and reachability in compiled code."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.spec import flooding, logic
from rulewright.spec.broadcast import NotAFormula
from rulewright.spec.lanes import pack
from rulewright.spec.words import WordFact, filled, packed, unpacked, vector_of, words_of

AXES = (3, 2)
"""Parts of the actions in the tests of reachability."""
LANES = 800
"""So many that all words together are more than one block."""
NODES = 7


@given(st.lists(st.booleans(), min_size=1, max_size=200))
def test_what_is_packed_is_unpacked(row: list[bool]) -> None:
    """Also as one bit vector; a word that is not full holds nothing above."""
    words = packed(np.array([row, row[::-1]]))
    assert unpacked(words, len(row)).tolist() == [row, row[::-1]]
    vector = pack(row)
    assert np.array_equal(words_of(vector, words.shape[-1]), words[0])
    assert vector_of(words[:1], (3, *words.shape[1:])) == sum(
        vector << copy * 64 * words.shape[-1] for copy in range(3)
    )


def test_a_fact_in_words_is_neither_branched_on_nor_compared_nor_mixed_with_vectors() -> None:
    """Each would say one thing for all lanes, or join lanes to others."""
    fact = WordFact(np.array([5], np.uint64))
    refused: list[Any] = [
        lambda: bool(fact),
        lambda: fact == fact,  # noqa: PLR0124 - what is refused
        lambda: fact & 5,
        lambda: -2 | fact,
        lambda: fact ^ 1,
        lambda: filled(3),
    ]
    for ask in refused:
        with pytest.raises(NotAFormula):
            ask()
    with pytest.raises(TypeError):
        fact & "x"  # type: ignore[operator]
    with pytest.raises(TypeError):
        np.array([True]) & fact  # type: ignore[operator]


def drawn(seed: int, nodes: int = NODES) -> tuple[list[Any], list[tuple[int, int, Any]]]:
    """Draw a start and links: constants, and facts along some of the axes."""
    chance = np.random.default_rng(seed)

    def fact(share: float) -> Any:
        kind = chance.integers(6)
        if kind < 2:
            return bool(kind) and share > 0.3
        shape = [size if chance.random() < 0.6 else 1 for size in AXES]
        return WordFact(packed(chance.random((*shape, LANES)) < share))

    ends = chance.integers(0, nodes, (2 * nodes, 2)).tolist()
    start = [fact(0.1) for _ in range(nodes - 1)]
    start.append(WordFact(packed(chance.random((1, 1, LANES)) < 0.3)))
    return start, [(one, other, fact(0.5)) for one, other in ends]


def differing(seed: int) -> int:
    """Flood in words and in arrays of truths; count the lanes in which a node differs."""
    start, links = drawn(seed)

    def array(fact: Any) -> Any:
        if not isinstance(fact, WordFact):
            return fact
        return unpacked(np.broadcast_to(fact.words, (*AXES, fact.words.shape[-1])), LANES)

    found = logic.reachable(start, links)
    expected = logic.reachable(
        [array(fact) for fact in start], [(one, other, array(fact)) for one, other, fact in links]
    )
    return sum(
        int(np.count_nonzero(array(one) != np.asarray(other)))
        for one, other in zip(found, expected, strict=True)
    )


def test_floods_in_words_are_those_in_arrays() -> None:
    """Whatever the axes, the constants and the links: loops and links given twice among them."""
    assert [differing(seed) for seed in range(60)] == [0] * 60


@pytest.mark.parametrize("block", [1, 5])
def test_blocks_may_be_of_any_size(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one may be smaller; and what is compiled does what its Python source does."""
    monkeypatch.setattr(flooding, "BLOCK", block)
    spread: Any = flooding.spread
    monkeypatch.setattr(flooding, "spread", spread.py_func)
    assert [differing(seed) for seed in range(3)] == [0] * 3


def test_a_flood_without_links_stays_where_it_starts() -> None:
    """And one over links that are never open."""
    start = [WordFact(packed(np.array([[True, False]]))), False, True]
    for links in ([], [(0, 1, False), (1, 2, False)]):
        found = logic.reachable(start, links)
        assert [unpacked(fact.words, 2).tolist() for fact in found] == [
            [[True, False]],
            [[False, False]],
            [[True, True]],
        ]


PLANTED = {
    "a way is left out": lambda ends, nodes, right: right(ends[:-1], nodes),
    "ways are one-way": lambda ends, nodes, right: one_way(right(ends, nodes)),
}


def one_way(found: tuple[Any, Any]) -> tuple[Any, Any]:
    """Close the ways that lead down."""
    begins, ways = found
    here = np.repeat(np.arange(len(begins) - 1), np.diff(begins))
    ways[ways[:, 0] < here] = here[ways[:, 0] < here, None] * [1, 0] + ways[ways[:, 0] < here] * [
        0,
        1,
    ]
    return begins, ways


@pytest.mark.parametrize("planted", PLANTED)
def test_a_wrong_flood_is_noticed(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail."""
    right, wrong = flooding.ways_of, PLANTED[planted]
    monkeypatch.setattr(flooding, "ways_of", lambda ends, nodes: wrong(ends, nodes, right))
    assert sum(differing(seed) > 0 for seed in range(60)) > 10


def test_threads_do_not_write_to_the_same_words() -> None:
    """What one floods is not overwritten by another."""
    rooms: list[Any] = [flooding.ROOM.of((4, 4))]
    thread = Thread(target=lambda: rooms.append(flooding.ROOM.of((4, 4))))
    thread.start()
    thread.join()
    assert len(rooms) == 2
    assert not np.shares_memory(*rooms)
    assert np.shares_memory(rooms[0], flooding.ROOM.of((2, 3)))


def test_without_a_folder_for_compiled_code_it_is_compiled_nevertheless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An installation that nobody may write to is no reason to fail."""
    right, asked = flooding.njit, []

    def njit(*given: Any, **named: Any) -> Any:
        asked.append(named)
        if named:
            raise RuntimeError("cannot cache function: no locator available")
        return right(*given)

    monkeypatch.setattr(flooding, "njit", njit)
    assert flooding.compiled(lambda number: number + 1)(2) == 3
    assert asked == [{"cache": True}, {}]
