"""A game written as formulas over attrs classes of facts is judged, and played, in bulk as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen

from rulewright.interface import Json, reading_field
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.judge import Judge
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    at_least,
    count,
    exactly_one,
    implies,
    none_of,
    not_,
)
from rulewright.spec.one_by_one import OneByOne, Rules
from rulewright.spec.play import play, record
from rulewright.spec.registry import Clause, Quotation, Rulebook

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def tictactoe(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example's class."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    return type(games.specification("tictactoe"))


# ------------------------------------------------------------------------------------- a tiny game
# ruff: noqa: ARG001 - the formulas of one kind share one signature


@frozen
class Readings:
    """What is left open."""

    last: str = reading_field("wins", "loses")


@frozen
class Heap:
    """Five matches, which of them are gone; how many each player took; and whose turn it is."""

    gone: tuple[Fact, ...]
    taken: tuple[Any, Any]
    turn: tuple[Fact, Fact]


def five_matches(rules: Rules) -> Heap:
    """Five matches lie there (HEAP-1)."""
    return Heap((False,) * 5, (0, 0), (True, False))


def one_or_two(rules: Rules, before: Heap, move: tuple[Fact, ...]) -> Fact:
    """One match is taken, or two that lie side by side (HEAP-2)."""
    return exactly_one(move)


def matches_are_there(rules: Rules, before: Heap, move: tuple[Fact, ...]) -> Fact:
    """What is taken lies there (HEAP-3)."""
    pairs = zip(reached(move), before.gone, strict=True)
    return all_of(implies(takes, not_(gone)) for takes, gone in pairs)


def they_are_gone(rules: Rules, before: Heap, move: tuple[Fact, ...]) -> Heap:
    """What is taken is gone, and counted (HEAP-3)."""
    takes = reached(move)
    counted = tuple(
        number + count(all_of((due, fact)) for fact in takes)
        for number, due in zip(before.taken, before.turn, strict=True)
    )
    gone = tuple(any_of(pair) for pair in zip(before.gone, takes, strict=True))
    return evolve(before, gone=gone, taken=counted)


def most_matches_win(rules: Rules, here: Heap) -> tuple[Fact, ...]:
    """Who has more matches wins, or loses, at the end (HEAP-4)."""
    first, second = here.taken
    over = none_of(here.turn)
    more, fewer = {"wins": (first, second), "loses": (second, first)}[rules.rulings.last]
    return all_of((over, more > fewer)), all_of((over, fewer > more))


def reached(move: tuple[Fact, ...]) -> list[Fact]:
    """For each match: an action takes it."""
    single, double = move[:5], (False, *move[5:], False)
    return [any_of((single[at], double[at], double[at + 1])) for at in range(5)]


WORDS = (Quotation("A heap.", "en"),)
BOOK = Rulebook(
    "heap",
    "Heap",
    (),
    (
        Clause("HEAP-1", WORDS, effect=five_matches),
        Clause("HEAP-2", WORDS, permits=one_or_two),
        Clause("HEAP-3", WORDS, permits=matches_are_there, effect=they_are_gone),
        Clause("HEAP-4", WORDS, effect=most_matches_win),
    ),
    (),
    (),
    {},
)


class Matches(OneByOne[Heap]):
    """Take one match, or two neighbours; nothing here knows of lanes."""

    rulebook = BOOK
    players = ("first", "second")
    ending_clause = "HEAP-4"
    readings = Readings
    actions = (*"abcde", "ab", "bc", "cd", "de")

    def initial(self) -> Heap:
        """Set the game up."""
        start: Heap = self.effect("HEAP-1", self.rules)
        return start

    def played(self, state: Heap, move: tuple[Fact, ...]) -> Heap:
        """Take matches; the turn passes on while any is left."""
        after: Heap = self.effect("HEAP-3", self.rules, state, move)
        left = not_(at_least(5, after.gone))
        return evolve(after, turn=tuple(all_of((left, due)) for due in reversed(state.turn)))

    def wins(self, state: Heap) -> Any:
        """Find who has won."""
        return self.effect("HEAP-4", self.rules, state)

    def points(self, state: Heap) -> Any:
        """Count what each player took."""
        return state.taken

    def to_json(self, state: Heap) -> Json:
        """Write the matches that are gone."""
        gone = [name for name, fact in zip("abcde", state.gone, strict=True) if fact]
        return {"gone": gone, "taken": list(state.taken), "turn": self.turn(state)}

    def parsed(self, position: Json) -> Heap:
        """Read the same."""
        first, second = position["taken"]
        turn = position["turn"]
        gone = tuple(name in position["gone"] for name in "abcde")
        return Heap(gone, (first, second), (turn == "first", turn == "second"))


@frozen
class Party:
    """How many play."""

    k: int = 2


class Crowd(Matches):
    """The same among more: only the names of the players are asked for."""

    parameters = Party

    def players_under(self, params: Party) -> tuple[str, ...]:
        """Number them."""
        return tuple(f"p{number}" for number in range(1, params.k + 1))


# -------------------------------------------------------------------------------------- one by one


def test_who_plays_may_depend_on_the_parameters() -> None:
    """The rules that clauses are given name the same players as the engine."""
    for params, players in (({}, ("p1", "p2")), ({"k": 3}, ("p1", "p2", "p3"))):
        engine = Crowd(params)
        assert engine.players == engine.rules.players == players
        assert engine.turn(engine.initial()) == "p1"
    assert Crowd.players == Matches().players == ("first", "second")


def views(engine: Any, moves: list[str]) -> Iterator[tuple[Any, ...]]:
    """What an engine says of the positions of a game, one after the other."""
    state = engine.initial()
    for move in (*moves, None):
        legal = engine.legal_actions(state)
        yield legal, engine.turn(state), engine.scores(state), engine.winners(state), state
        if move is None or move not in legal:
            return
        state = engine.play(state, move)


def parts(right: Any, other: Any, moves: list[str]) -> bool:
    """Whether single positions of a game show a difference."""
    pairs = zip(views(right, moves), views(other, moves), strict=False)
    return any(one != two for one, two in pairs)


def flipped(value: Any, choose: Random) -> Any:
    """Change one fact of what a clause says follows."""
    if isinstance(value, tuple):
        at = choose.randrange(len(value))
        return (*value[:at], flipped(value[at], choose), *value[at + 1 :])
    if hasattr(value, "turn"):
        name = choose.choice(
            [field for field in ("marks", "gone", "turn") if hasattr(value, field)]
        )
        return evolve(value, **{name: flipped(getattr(value, name), choose)})
    return not_(value)


def mutants(book: Rulebook) -> Iterator[tuple[str, Rulebook]]:
    """Each clause dropped, and each effect changed in several places."""
    for clause in book.clauses:
        if clause.permits is not None:
            yield f"without {clause.identifier}", book.without(clause.identifier)
        for seed in range(3 if clause.effect else 0):

            def wrong(*given: Any, effect: Any = clause.effect, seed: int = seed) -> Any:
                return flipped(effect(*given), Random(seed))

            changed = book.replacing(clause.identifier, effect=wrong)
            yield f"{clause.identifier} changed ({seed})", changed


def judged(engine: Any, recording: Any) -> bool:
    """Whether a recording is refuted."""
    try:
        engine.check(recording)
    except RecordingRefuted:
        return True
    return False


@pytest.mark.parametrize("own", ["tictactoe", "heap"])
def test_mutants_are_found_exactly_where_single_positions_show_them(
    own: str, tictactoe: Any
) -> None:
    """With and without boards in the recording; a clause that makes no difference is not refuted."""
    game = tictactoe if own == "tictactoe" else Matches
    right = game()
    recording = record(right, 1, 64)
    bare = evolve(recording, places=(), board=recording.board[:, :, :0])
    assert right.check(recording).positions == right.check(bare).positions == recording.plies
    found = 0
    for name, book in mutants(right.rulebook):
        mutant = game(rulebook=book)
        differs = any(parts(right, mutant, recording.moves(game)) for game in range(64))
        assert judged(mutant, bare) == judged(mutant, recording) == differs, name
        found += differs
    assert found > 5


@pytest.mark.parametrize("own", ["tictactoe", "heap"])
def test_bulk_legal_sets_and_states_are_the_single_ones(own: str, tictactoe: Any) -> None:
    """Of every position of some games, played with and without a preference, under all readings."""
    game = tictactoe if own == "tictactoe" else Matches
    for reading in {"tictactoe": ("any", "across"), "heap": ("wins", "loses")}[own]:
        engine = game(rulings={"row" if own == "tictactoe" else "last": reading})
        for biased in (False, True):
            plies = list(play(engine.in_bulk(), 2, range(24), biased=biased))
            recording = record(engine, 2, 24, biased=biased)
            for number in range(24):
                singly = views(engine, recording.moves(number))
                for at, (legal, turn, scores, winners, state) in enumerate(singly):
                    assert plies[at].state(number) == state
                    columns = np.flatnonzero(recording.legal[at][number])
                    assert {recording.actions[column] for column in columns} == set(legal)
                    assert recording.turn[at, number] == -1 if turn is None else turn is not None
                    assert recording.scores[at, number].tolist() == list(scores.values())
                    assert int(recording.winners[at, number].sum()) == len(winners)


def test_recorded_boards_are_read_again() -> None:
    """Facts and numbers come back; so games can be judged from the middle."""
    engine = Matches()
    recording = record(engine, 4, 16)
    bulk = engine.in_bulk()
    plies = list(play(bulk, 4, range(16)))
    for ply in range(len(recording.turn)):
        positions = Judge(bulk, recording).recorded(ply)
        for number in range(16):
            assert bulk.state(positions, number) == plies[ply].state(number)
    assert engine.legal_in_bulk(recording, 2) == int((recording.turn[2] >= 0).sum())
    later = evolve(
        recording,
        from_start=False,
        **{name: getattr(recording, name)[2:] for name in ("board", "turn", "scores", "winners")},
        played=recording.played[2:],
        legal=np.array([recording.legal[ply] for ply in range(2, len(recording.turn))]),
    )
    assert engine.check(later).positions == int((recording.turn[2:] >= 0).sum())
    with pytest.raises(ValueError, match="from the start"):
        engine.check(evolve(later, places=(), board=later.board[:, :, :0]))


def test_a_rule_that_branches_on_a_fact_is_refused() -> None:
    """Python's own `or` chooses for all lanes alike: an error, not a wrong answer."""

    def short(rules: Rules, before: Heap, move: tuple[Fact, ...]) -> Fact:
        return before.gone[0] or all_of(map(not_, before.gone))

    engine = Matches(rulebook=BOOK.replacing("HEAP-2", permits=short))
    with pytest.raises(TypeError, match="`or`"):
        list(play(engine.in_bulk(), 1, range(4)))


def test_a_game_that_counts_scores_its_own_way_is_judged_by_them(tictactoe: Any) -> None:
    """Ten for a win: said of single positions only, and found in bulk all the same."""

    class Tens(tictactoe):  # type: ignore[misc]
        """Tic-tac-toe for ten points."""

        def scores(self, state: Any) -> dict[str, int]:
            """Count ten for who has won."""
            return {name: 10 * score for name, score in super().scores(state).items()}

    engine = Tens()
    recording = record(engine, 3, 40)
    assert int(recording.scores.max()) == 10
    assert engine.check(recording).positions > 100
    with pytest.raises(RecordingRefuted, match="score"):
        tictactoe().check(recording)
