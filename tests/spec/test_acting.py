"""Whether anybody can act, as a formula of a game itself: on bools, lanes, NumPy arrays and Z3 terms."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
import z3
from attrs import evolve, frozen

from rulewright.author import (
    Clause,
    Fact,
    Json,
    OneByOne,
    Question,
    Reading,
    Rulebook,
    Rules,
    all_of,
    any_of,
    implies,
    none_of,
    not_,
)
from rulewright.proofs import any_move, any_position, facts_in
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.play import record

# ruff: noqa: ARG001, ARG002 - the formulas of one kind share one signature
SIZE = 5
"""A strip; a man goes one or two cells to the right, not over or onto another man."""
ACTIONS = tuple(f"{cell}+{by}" for cell in range(SIZE) for by in (1, 2) if cell + by < SIZE)
MOVES = tuple((int(action[0]), int(action[0]) + int(action[2])) for action in ACTIONS)


@frozen
class Strip:
    """For each player the cells of their men, and whose turn it is."""

    men: tuple[tuple[Fact, ...], tuple[Fact, ...]]
    turn: tuple[Fact, ...] = (True, False)


def men_stand_at_the_left(rules: Rules) -> Strip:
    """Men stand at the left (STR-1)."""
    return Strip(((True, False, True, False, False), (False, True, False, False, False)))


def own_men_move(rules: Rules, before: Strip, move: tuple[Fact, ...]) -> Fact:
    """A player moves a man of their own (STR-2)."""
    return all_of(
        implies(
            played,
            any_of(
                all_of((due, own[at])) for due, own in zip(before.turn, before.men, strict=True)
            ),
        )
        for (at, _), played in zip(MOVES, move, strict=True)
    )


def the_way_is_free(rules: Rules, before: Strip, move: tuple[Fact, ...]) -> Fact:
    """Nobody stands in the way (STR-3)."""
    taken = [any_of(both) for both in zip(*before.men, strict=True)]
    return all_of(
        implies(played, none_of(taken[at + 1 : to + 1]))
        for (at, to), played in zip(MOVES, move, strict=True)
    )


def the_man_moves(rules: Rules, before: Strip, move: tuple[Fact, ...]) -> Strip:
    """The man moves."""
    come = [
        any_of(p for (_, to), p in zip(MOVES, move, strict=True) if to == c) for c in range(SIZE)
    ]
    gone = [
        any_of(p for (at, _), p in zip(MOVES, move, strict=True) if at == c) for c in range(SIZE)
    ]
    men = tuple(
        tuple(
            any_of((all_of((due, new)), all_of((man, not_(old)))))
            for man, new, old in zip(own, come, gone, strict=True)
        )
        for own, due in zip(before.men, before.turn, strict=True)
    )
    return evolve(before, men=men)


RULEBOOK = Rulebook(
    "strip",
    "Strip",
    (),
    (
        Clause("STR-1", (), effect=men_stand_at_the_left),
        Clause("STR-2", (), permits=own_men_move, effect=the_man_moves),
        Clause("STR-3", (), permits=the_way_is_free),
    ),
    (Question("stuck", "?", (), (Reading("skips", ""), Reading("ends", "")), ()),),
)


class StripGame(OneByOne[Strip]):
    """Who cannot move is left out; the game is over when nobody can."""

    rulebook = RULEBOOK
    players = ("a", "b")
    ending_clause = "STR-2"
    actions = ACTIONS

    def initial(self) -> Strip:
        """Set the game up."""
        start: Strip = self.effect("STR-1", self.rules)
        return start

    def played(self, state: Strip, move: tuple[Fact, ...]) -> Strip:
        """Move, and pass the turn on to the next player who can move."""
        made: Strip = self.effect("STR-2", self.rules, state, move)
        able, next_due = self.able(made), state.turn[::-1]
        if self.rules.rulings.stuck == "ends":
            return evolve(made, turn=tuple(map(all_of, zip(next_due, able, strict=True))))
        turn = (
            all_of((can, any_of((due, not_(other)))))
            for can, other, due in zip(able, able[::-1], next_due, strict=True)
        )
        return evolve(made, turn=tuple(turn))

    def wins(self, state: Strip) -> tuple[Fact, ...]:
        """Whoever moved last, of which nothing is known: nobody."""
        return (False, False)

    def to_json(self, state: Strip) -> Json:
        """Write cells and turn."""
        men = [[at for at, man in enumerate(own) if man] for own in state.men]
        return {"men": men, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Strip:
        """Read the same."""
        men = [tuple(at in own for at in range(SIZE)) for own in position["men"]]
        return Strip((men[0], men[1]), tuple(position["turn"] == player for player in "ab"))


def naive(men: tuple[tuple[bool, ...], ...], player: int) -> bool:
    """Try every move of a player."""
    taken = {at for own in men for at, man in enumerate(own) if man}
    return any(men[player][at] and not taken & set(range(at + 1, to + 1)) for at, to in MOVES)


EVERY = [
    tuple(tuple(what == player for what in row) for player in (1, 2))
    for row in product((0, 1, 2), repeat=SIZE)
]
"""What can stand on five cells, for each player."""


@pytest.fixture(scope="module")
def engine() -> StripGame:
    """The game."""
    return StripGame()


def test_one_position_after_the_other(engine: StripGame) -> None:
    """Every position: as many can act as a naive search finds; nobody where nobody is due."""
    for men in EVERY:
        assert engine.able(Strip(men)) == (naive(men, 0), naive(men, 1))
        assert engine.can_act(Strip(men, (False, False))) is False


def test_all_positions_as_arrays_and_as_bit_vectors(engine: StripGame) -> None:
    """One evaluation for 243 positions."""
    table = np.array(EVERY)
    expected = np.array([[naive(men, player) for men in EVERY] for player in (0, 1)])
    arrays: Any = tuple(tuple(table[:, player, at] for at in range(SIZE)) for player in (0, 1))
    assert np.array_equal(np.array(engine.able(Strip(arrays))), expected)
    lanes: Any = tuple(
        tuple(
            sum(int(men[player][at]) << lane for lane, men in enumerate(EVERY))
            for at in range(SIZE)
        )
        for player in (0, 1)
    )
    for fact, row in zip(engine.able(Strip(lanes)), expected, strict=True):
        assert [bool(fact >> lane & 1) for lane in range(len(EVERY))] == row.tolist()


def test_a_term_means_the_same(engine: StripGame) -> None:
    """The transition itself is a term, turn included."""
    here, move = any_position(engine), any_move(engine)
    after = engine.played(here, move)
    random, seen = Random(1), set()
    for _ in range(6):
        state = engine.initial()
        while legal := engine.legal_actions(state):
            action = random.choice(legal)
            values = facts_in(engine.rules, state)
            values |= {f"action {each}": each == action for each in ACTIONS}
            known = [(z3.Bool(name), z3.BoolVal(value)) for name, value in values.items()]
            state = engine.play(state, action)
            turn = [z3.simplify(z3.substitute(due, *known)) for due in after.turn]
            assert [z3.is_true(due) for due in turn] == list(state.turn)
            seen.add(state.turn)
    assert seen == {(True, False), (False, True), (False, False)}


@pytest.mark.parametrize("stuck", ["skips", "ends"])
def test_games_side_by_side_are_those_played_one_by_one(stuck: str) -> None:
    """Recorded in lanes, judged in lanes, and replayed on bools; nobody is due without a move."""
    engine = StripGame(None, {"stuck": stuck})
    recording = record(engine, 3, 40)
    engine.check(recording)
    skipped = 0
    for game in range(recording.played.shape[1]):
        state = engine.initial()
        for ply in range(recording.played.shape[0]):
            code = recording.played[ply, game]
            if code < 0:
                break
            before = engine.turn(state)
            state = engine.play(state, recording.actions[code])
            assert engine.is_over(state) or engine.legal_actions(state)
            skipped += engine.turn(state) == before
        assert recording.turn[-1, game] == -1
        assert engine.is_over(state)
    assert (skipped > 0) == (stuck == "skips")


def test_a_turn_that_passes_to_somebody_stuck_is_refuted() -> None:
    """Power: a recording by a game that does not look is refused."""

    class Careless(StripGame):
        """Never looks."""

        def able(self, state: Strip) -> tuple[Fact, ...]:
            """Claim that everybody can act."""
            return (True, True)

    with pytest.raises(RecordingRefuted):
        StripGame().check(record(Careless(), 3, 20, max_plies=20))


def test_lanes_are_judged_in_one_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not action by action, which would take as many evaluations as there are actions."""
    asked = []

    def counted(rules: Rules, before: Strip, move: tuple[Fact, ...]) -> Fact:
        asked.append(move)
        return the_way_is_free(rules, before, move)

    engine = StripGame(rulebook=RULEBOOK.replacing("STR-3", permits=counted))
    record(engine, 3, 40, max_plies=2)
    judged = 3  # before each ply, and at the end
    assert len(asked) <= judged + 2 * len(engine.players)


class StripGameThatMayBeOver(StripGame):
    """Whose turn it is at the start depends on who can move, too."""

    def initial(self) -> Strip:
        """Set the game up, and ask who can move."""
        start = super().initial()
        due = (
            all_of((can, first)) for can, first in zip(self.able(start), start.turn, strict=True)
        )
        return evolve(start, turn=tuple(due))


def test_a_start_may_ask_who_can_move() -> None:
    """The start tells facts from numbers for `can_act`, and asks `can_act` itself."""
    engine, usual = StripGameThatMayBeOver(), StripGame()
    assert engine.initial() == usual.initial()
    assert engine.able(engine.initial()) == usual.able(usual.initial())
    assert any(engine.able(engine.initial()))
