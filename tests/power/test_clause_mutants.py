"""Power: a mutant of any clause of the specification is found, and the game shrinks to the shortest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen

from rulewright.play import games
from rulewright.play.nearest import shortest_by_search
from rulewright.spec.logic import all_of, any_of, count, not_
from rulewright.spec.minoa import GAME, clauses
from rulewright.spec.registry import Rulebook
from rulewright.testing import GameFails, machine, shortest_difference

BOOK = GAME.rulebook


@frozen
class Mutant:
    """A rulebook with one clause changed, the options to look under, and the least moves needed."""

    name: str
    rulebook: Rulebook
    shortest: int
    why: str
    params: dict[str, Any]
    rulings: dict[str, str]


def mutant(
    name: str,
    rulebook: Rulebook,
    shortest: int,
    why: str,
    params: dict[str, Any] | None = None,
    **rulings: str,
) -> Mutant:
    """Make a mutant on the board of size 1, unless parameters are given."""
    return Mutant(name, rulebook, shortest, why, params or {"n": 1}, rulings)


def begins_with(colour: int) -> Callable[..., Any]:
    """Mutate MIN-1/MIN-2: another colour begins."""

    def effect(rules: Any) -> Any:
        start = clauses.board_is_empty_at_the_start(rules)
        return start.with_turn([player == colour for player in range(len(rules.players))])

    return effect


def nothing_is_filled(rules: Any, placed: Any, move: Any) -> Any:
    """Mutate MIN-10: the last hand stays in hand."""
    del rules, move
    return placed


def sticks_vanish(rules: Any, before: Any, move: Any) -> Any:
    """Mutate MIN-7: only the newest stick stays."""
    put_down = clauses.what_is_played_is_put_down_and_nothing_moves(rules, before, move)
    return evolve(put_down, sticks=move.stick)


def turns_go_backwards(rules: Any, mover: Any, outlook: Any) -> Any:
    """Mutate MIN-2: the round goes the other way."""
    turn = clauses.turns_go_round_in_order(
        rules, tuple(reversed(mover)), evolve(outlook, can_move=tuple(reversed(outlook.can_move)))
    )
    return tuple(reversed(turn))


def shared_areas_count(rules: Any, position: Any) -> Any:
    """Mutate MIN-12: an area counts for everybody who has a piece there."""
    return tuple(
        count(clauses.areas_carrying(rules, position, (player,)))
        for player in range(len(position.pieces))
    )


def an_area_is_lost(rules: Any, position: Any) -> Any:
    """Mutate MIN-12: the first triangle is never counted."""
    return tuple(
        count(own[1:]) for own in (clauses.areas_carrying(rules, position, (p,)) for p in (0, 1))
    )


def most_pieces_end_it(rules: Any, position: Any, can_move: Any) -> Any:
    """Mutate MIN-11: a full boundary is enough."""
    del can_move
    return clauses.boundary_is_full(rules, position)


def everybody_is_alone(rules: Any, position: Any) -> Any:
    """Mutate MIN-14: partners do not add up; every team has its first member's territory."""
    alone = clauses.territory_is_the_areas_of_one_player_alone(rules, position)
    return tuple(alone[team[-1]] for team in rules.teams)


def smallest_wins(rules: Any, totals: Any, over: Any) -> Any:
    """Mutate MIN-13: the smallest territory wins."""
    return clauses.largest_territory_wins(rules, [-total for total in totals], over)


def first_best_wins(rules: Any, totals: Any, over: Any) -> Any:
    """Mutate MIN-13: a tie goes to the player who comes first."""
    wins = clauses.largest_territory_wins(rules, totals, over)
    return tuple(all_of((won, not_(any_of(wins[:player])))) for player, won in enumerate(wins))


def closure(reading: str) -> Callable[..., Any]:
    """Mutate MIN-9: another reading than the one ruled."""

    def permits(rules: Any, before: Any, move: Any) -> Any:
        other = evolve(rules, rulings=evolve(rules.rulings, closure=reading))
        return clauses.closed_areas_trace_to_an_edge(other, before, move)

    return permits


MUTANTS = [
    mutant("blue begins", BOOK.replacing("MIN-1", effect=begins_with(1)), 0, "seen at once"),
    mutant(
        "turns go backwards",
        BOOK.replacing("MIN-2", effect=turns_go_backwards),
        1,
        "yellow, not blue, follows red",
        {"n": 1, "k": 3},
    ),
    mutant(
        "lines carry two things", BOOK.without("MIN-6"), 1, "the line just used is offered again"
    ),
    mutant(
        "only the newest stick stays",
        BOOK.replacing("MIN-7", effect=sticks_vanish),
        2,
        "a stick and anything after it",
    ),
    mutant(
        "hands never run dry",
        BOOK.without("MIN-8"),
        6,
        "red's second and last piece is ply 4 at the earliest, red's next turn comes after ply 6",
        {"n": 1, "k": 3},
    ),
    mutant(
        "areas need no edge",
        BOOK.without("MIN-9"),
        2,
        "two sides of a triangle; the third is offered",
        {"n": 2},
    ),
    mutant(
        "closure line for coloured",
        BOOK.replacing("MIN-9", permits=closure("line")),
        1,
        "a second spoke parts the small board without pieces",
        closure="coloured",
    ),
    mutant(
        "closure coloured for line",
        BOOK.replacing("MIN-9", permits=closure("coloured")),
        1,
        "a second spoke is not offered",
    ),
    mutant(
        "nothing is filled",
        BOOK.replacing("MIN-10", effect=nothing_is_filled),
        5,
        "red's third and last piece is ply 5 at the earliest",
    ),
    mutant(
        "a full boundary ends the game",
        BOOK.replacing("MIN-11", effect=most_pieces_end_it),
        5,
        "the boundary is full after ply 5 at the earliest",
    ),
    mutant(
        "shared areas count for all",
        BOOK.replacing("MIN-12", effect=shared_areas_count),
        2,
        "one piece each in the undivided area",
    ),
    mutant(
        "the first triangle is not counted",
        BOOK.replacing("MIN-12", effect=an_area_is_lost),
        1,
        "one piece claims the undivided area",
    ),
    mutant(
        "the smallest territory wins",
        BOOK.replacing("MIN-13", effect=smallest_wins),
        1,
        "the first piece ends the game under end=literal",
        end="literal",
    ),
    mutant(
        "partners are counted apart",
        BOOK.replacing("MIN-14", effect=everybody_is_alone),
        1,
        "the first piece ends the game for red and yellow under end=literal",
        {"n": 2, "k": 4},
        end="literal",
    ),
]


@pytest.mark.parametrize("planted", MUTANTS, ids=lambda each: each.name.replace(" ", "-"))
def test_a_mutant_is_found_and_shrinks_to_the_shortest_game(planted: Mutant) -> None:
    """Lockstep play against the implementation finds the mutant, and nothing shorter is left."""
    measure = GAME.engine(planted.params, planted.rulings, planted.rulebook)
    tested = games.engine("minoa", planted.params, planted.rulings, "impl")
    moves = shortest_difference(measure, tested, max_plies=40)
    assert moves is not None
    if len(moves) > planted.shortest:  # Hypothesis shrinks to what no single change makes shorter
        moves = shortest_by_search(measure, tested, most_plies=len(moves) - 1).moves
    assert moves is not None
    assert len(moves) == planted.shortest, planted.why


def test_a_tie_given_to_the_first_player_is_found() -> None:
    """A rare difference: it takes a finished game with equal territories."""
    rulebook = BOOK.replacing("MIN-13", effect=first_best_wins)
    measure = GAME.engine({"n": 1}, {}, rulebook)
    tested = games.engine("minoa", {"n": 1}, {}, "impl")
    moves = shortest_difference(measure, tested, max_plies=40)
    assert moves is not None
    state = tested.initial()
    for move in moves:
        state = tested.play(state, move)
    assert tested.scores(state) == {"red": 3, "blue": 3}


def test_no_difference_is_found_where_there_is_none() -> None:
    """The search does not cry wolf."""
    measure = games.engine("minoa", {"n": 1}, {}, "spec")
    tested = games.engine("minoa", {"n": 1}, {}, "impl")
    assert shortest_difference(measure, tested, max_plies=40, examples=50) is None


def test_the_machine_finds_a_mutant_as_well() -> None:
    """The state machine fails on a mutant, and says where the two part."""
    forgetful = GAME.engine({"n": 2}, {}, BOOK.without("MIN-9"))
    with pytest.raises(GameFails, match="which is illegal") as found:
        machine("minoa", forgetful).TestCase("runTest").debug()
    assert len(found.value.moves) == 2
    assert "MIN-9" in str(found.value)
