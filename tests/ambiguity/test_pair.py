"""The compiled search and games against the plain ones, through the interface."""

from __future__ import annotations

import numpy as np
import pytest

from rulewright.ambiguity.dispute import dispute
from rulewright.ambiguity.study import comparable_of, rulings_of, shares, value
from rulewright.ambiguity.witness import Witness, best_of, shrunk
from rulewright.impl.comparison import Manner
from rulewright.impl.engine import CompiledEngine
from rulewright.interface import Action
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.play.nearest import shortest_by_search
from rulewright.play.pair import CompiledPair, EnginePair, PlainGames, PlainPair, pair_of
from rulewright.play.plain import PlainDriver

SMALL = {"n": 1}
MOST = 600
"""Most positions of the slow searches."""


def both(question: str, first: str, second: str, n: int = 1) -> tuple[CompiledPair, PlainPair]:
    """One pair of readings, compiled and plain."""
    found = pair_of("minoa", {"n": n}, rulings_of("minoa", question, (first, second)), 1)
    assert isinstance(found, CompiledPair)
    return found, PlainPair(found.first, found.second)


def silent(count: int, plies: int) -> None:
    """Discard progress messages."""
    del count, plies


PAIRS = [
    ("end", "full", "literal"),
    ("end", "full", "exhausted"),
    ("closure", "line", "coloured"),
    ("stranded", "skip", "over"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("question", "first", "second"), PAIRS)
def test_three_searches_find_games_of_the_same_length(
    question: str, first: str, second: str
) -> None:
    """Compiled, plain, and lockstep search find the same, or none of them finds a game."""
    compiled, plain = both(question, first, second)
    one, other = compiled.nearest(10**6, silent), plain.nearest(MOST, silent)
    measured = shortest_by_search(plain.first, plain.second, other.plies + 1, MOST)
    if other.moves is None:
        assert one.moves is None or len(one.moves) > other.plies
        assert measured.moves is None
    else:
        assert one.moves is not None
        assert measured.moves is not None
        assert len(one.moves) == len(other.moves) == len(measured.moves)
        assert compiled.parting(one.moves) == plain.parting(one.moves) == len(one.moves)
    assert (one.moves is None) == one.complete == (question == "stranded")


@pytest.mark.slow
@pytest.mark.parametrize(("question", "first", "second"), PAIRS[:3])
def test_a_compiled_game_parts_where_the_plain_replay_does(
    question: str, first: str, second: str
) -> None:
    """For uniform, biased and greedy games, those that part first."""
    compiled, plain = both(question, first, second, n=2)
    looked = 0
    for manner in Manner:
        played = compiled.play(7, 60, manner, 200)
        for moves in played.shortest(4):
            assert plain.parting(moves) == compiled.parting(moves) == len(moves)
            looked += 1
    assert looked >= 10


@pytest.mark.slow
def test_the_two_players_of_random_games_count_alike() -> None:
    """Compiled and plain games are drawn differently, so their shares agree within their error."""
    ends, areas = (
        [each.play(3, 300, Manner.UNIFORM, 100) for each in both(*pair)]
        for pair in (("end", "full", "exhausted"), ("closure", "line", "coloured"))
    )
    for one, two in (
        [each.parted >= 0 for each in ends],
        [each.changed for each in ends],
        [each.comparable for each in areas],
    ):
        assert 0.02 < np.mean(one) < 0.98
        assert abs(np.mean(one) - np.mean(two)) < 0.12


class Narrower:
    """A second engine that permits only every other action at the start, and is otherwise right."""

    def __init__(self, engine: CompiledEngine) -> None:
        """Take an engine."""
        self.engine = engine

    def __getattr__(self, name: str) -> object:
        """Do as the engine does."""
        return getattr(self.engine, name)

    def legal_actions(self, state: bytes) -> tuple[Action, ...]:
        """Leave actions out."""
        legal = self.engine.legal_actions(state)
        return legal[::2] if state == self.engine.initial() else legal


@pytest.mark.slow
def test_a_game_that_the_other_reading_forbids_does_not_count_as_unchanged() -> None:
    """Each game of the narrower reading is legal under the wider one, but not the reverse.

    Games of the wider reading that the narrower one forbids are not comparable. Counted as unchanged,
    they would make the share small, whatever the readings.
    """
    engine = games.implementation("minoa", SMALL, {"end": "exhausted"})
    narrower = Narrower(engine)
    permitted = narrower.legal_actions(engine.initial())
    sides = PlainPair(engine, narrower)  # type: ignore[arg-type]
    played = sides.play(3, 40, Manner.UNIFORM, 100)
    assert isinstance(played, PlainGames)
    allowed = [moves[0] in permitted for moves in played.moves]
    assert allowed[1::2] == [True] * 20
    assert 0 < sum(allowed[::2]) < 20
    assert played.comparable.tolist() == allowed
    counted = comparable_of(played)
    assert (counted.by_second.hits, counted.by_second.games) == (20, 20)
    assert (counted.by_first.hits, counted.by_first.games) == (sum(allowed[::2]), 20)
    assert counted.games == sum(allowed)
    assert not played.changed.any()


@pytest.mark.slow
def test_games_that_are_cut_off_have_no_comparable_result() -> None:
    """Neither in compiled nor in plain play; an end under one of the readings is a result."""
    for sides in both("end", "full", "exhausted"):
        short = sides.play(3, 40, Manner.UNIFORM, 2)
        assert not short.comparable.any()
        assert short.broken_off.any()
        whole = sides.play(3, 40, Manner.UNIFORM, 200)
        assert whole.comparable.any()
        assert not whole.broken_off.any()
        assert not (whole.changed & ~whole.comparable).any()
        witness = Witness(SMALL, ("a",), True, "")
        found = shares((witness, sides, lambda _, played=short: played))
        assert found["changes_result"] is None
        assert found["comparable"].games == 0
        found = shares((witness, sides, lambda _, played=whole: played))
        assert found["changes_result"].games == found["comparable"].games == whole.comparable.sum()


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "expected"), [("full", None), ("literal", "red")])
def test_a_solved_board_has_the_value_that_plain_search_finds(
    reading: str, expected: str | None
) -> None:
    """Minoa with six triangles: under the literal reading the first piece takes the whole board."""
    rulings = {"end": reading}
    found = value("minoa", {"n": 1}, rulings, 10**6)
    assert found == PlainDriver(games.implementation("minoa", SMALL, rulings)).value(10**6)
    assert found is not None
    alone = "nobody can force being the only winner"  # a win may be shared
    assert found.said == (f"{expected} can force a win" if expected else alone)


@pytest.mark.slow
def test_a_witness_is_shrunk_to_what_matters() -> None:
    """Of a long game under end=literal, the first piece suffices."""
    compiled, _ = both("end", "full", "literal", n=2)
    (moves,) = compiled.play(5, 40, Manner.UNIFORM, 200).shortest(1)
    assert len(shrunk(compiled, moves) or ()) == 1


class OtherWinner:
    """A second engine that is right in everything but who wins."""

    def __init__(self, engine: CompiledEngine) -> None:
        """Take an engine."""
        self.engine = engine

    def __getattr__(self, name: str) -> object:
        """Do as the engine does."""
        return getattr(self.engine, name)

    def winners(self, state: bytes) -> tuple[str, ...]:
        """Let the others win."""
        won = self.engine.winners(state)
        return tuple(name for name in self.engine.players if name not in won) if won else ()


@pytest.mark.slow
def test_a_difference_in_the_winner_alone_is_found_and_described() -> None:
    """The planted fault shows at the first end of a game, not before."""
    engine = games.implementation("minoa", SMALL)
    sides: EnginePair = PlainPair(engine, OtherWinner(engine))  # type: ignore[arg-type]
    found = sides.nearest(10**6, silent)
    assert found.moves is not None
    engines = (sides.first, sides.second)
    assert dispute("end", engines, found.moves).disputed == "the result"
    with pytest.raises(Disagreement, match="two readings without a difference"):
        dispute("end", engines, ())


@pytest.mark.slow
def test_keys_that_mean_different_things_are_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled search compares keys; where they are unreliable, the slow search is used."""
    readings = rulings_of("minoa", "end", ("full", "literal"))
    assert isinstance(pair_of("minoa", SMALL, readings, 1), CompiledPair)
    monkeypatch.setattr(CompiledEngine, "to_json", lambda self, state: {"a": id(self), "b": state})
    assert isinstance(pair_of("minoa", SMALL, readings, 1), PlainPair)


def test_readings_never_part_only_where_every_option_set_is_decided() -> None:
    """A theorem for two players says nothing about three."""
    never, unknown = (Witness({"k": k}, None, k == 2, "") for k in (2, 3))
    found, shortest = (Witness({"k": k}, ("a",), k == 5, "") for k in (4, 5))
    assert best_of([never]) is never
    assert best_of([never, unknown]) is unknown
    assert best_of([never, found, unknown]) is found
    assert best_of([never, found, shortest]) is shortest
    longer = Witness({"k": 6}, ("a", "b"), False, "")
    assert best_of([longer, never, found]) is found, "of two that may not be shortest, the shorter"
    assert best_of([longer, shortest, found]) is shortest
