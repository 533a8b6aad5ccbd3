"""The detector reports which renamings change a game, with a shortest game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from rulewright.gaps import Clear, Finding, Subject, Unlooked, asymmetry
from rulewright.gaps.images import broken, kept, shortest_break
from rulewright.interface import Json, Symmetry
from rulewright.play import games
from rulewright.play.replay import state_if_legal
from rulewright.spec.logic import all_of, not_
from rulewright.spec.nonaga.symmetry import renaming

GAMES = ("minoa", "nonaga", "dreieck", "ari")


def detected(subject: Subject) -> tuple[dict[str, Finding], list[Clear]]:
    """Run the detector; return findings by their titles, and what it found in order."""
    every = list(asymmetry.find(subject))
    findings = {each.title: each for each in every if isinstance(each, Finding)}
    return findings, [each for each in every if isinstance(each, Clear)]


def quarter(square: str) -> str:
    """Turn a square of tic-tac-toe clockwise by a quarter."""
    column, row = "abc".index(square[0]), int(square[1])
    return f"{'abc'[row - 1]}{3 - column}"


TURN = Symmetry(
    "quarter turn",
    quarter,
    lambda here: here | {name: sorted(map(quarter, here[name])) for name in ("x", "o")},
    str,
    about="A quarter turn of the board",
    clauses=("TTT-4",),
)


class TestTicTacToe:
    """A small game that a quarter turn changes under one reading, and under planted clauses."""

    @pytest.fixture
    def subject(self, tictactoe: None) -> Subject:
        """The game from the examples, with one candidate."""
        del tictactoe
        return with_candidates(Subject.of("tictactoe", 1, 60, 20), TURN)

    def test_a_reading_that_distinguishes_directions_is_found(self, subject: Subject) -> None:
        """Under `across` a column is no row: five actions show it; by default a turn changes nothing."""
        findings, (clear,) = detected(subject)
        (found,) = findings.values()
        assert "quarter turn" in clear.statement
        assert clear.rulings == {"row": "any"}
        assert found.rulings == {"row": "across"}
        assert found.questions == ("row",)
        assert found.moves is not None
        assert len(found.moves) == 5
        assert "no shorter game shows it" in found.measured
        assert "No sentence of the text announces it" in found.statement
        assert "whether the game is over" in found.statement

    def test_what_the_text_announces_is_said_to_be(self, subject: Subject) -> None:
        """The same candidate, marked as announced by its clause."""
        planted = with_candidates(subject, evolve(TURN, announced=True))
        findings, clear = detected(planted)
        assert findings == {}
        (found,) = [each for each in clear if "changes the game" in each.statement]
        assert "the text announces it, in TTT-4: “" in found.statement
        assert "They differ about whether the game is over" in found.statement

    def test_a_clause_that_favours_a_direction_is_named(self, subject: Subject) -> None:
        """The lowest row is forbidden: the start shows it, and the image forbids an action."""

        def not_on_the_first_row(rulings: Any, before: Any, put: Any) -> Any:
            """The lowest row stays empty."""
            del rulings, before
            return all_of(not_(square) for square in put[6:])

        book = subject.rulebook.replacing("TTT-4", permits=not_on_the_first_row)
        unannounced = evolve(TURN, clauses=())
        (found,) = detected(with_candidates(subject.under(book), unannounced))[0].values()
        assert found.moves == ()
        assert found.clauses == ("TTT-4",)
        assert found.beside is not None
        reference = subject.under(book).reference({}, found.rulings)
        assert dict(found.beside.position) == reference.to_json(reference.initial())

    def test_an_action_that_does_something_else_is_noticed(self, subject: Subject) -> None:
        """Both positions have the same view, but a mark in the corner a1 lands on b1."""
        start, image = {"x": [], "o": [], "turn": "x"}, "a1"
        assert subject.name == "tictactoe"
        slipping = evolve(TURN, action=lambda square: "b1" if square == image else quarter(square))
        reference = games.specification("tictactoe")
        state = reference.from_json(start)
        assert kept(reference, TURN, state, image)
        assert not kept(reference, slipping, state, image)
        assert not kept(reference, slipping, state, None)

    def test_the_shortest_is_searched_before_it_is_shrunk(self, subject: Subject) -> None:
        """With a budget of one game, the game found is shrunk, and is not called shortest."""
        assert subject.specified.renamings(subject.reference({}, {})) == (TURN,)
        reference = games.specification("tictactoe", {}, {"row": "across"})
        moves = ("a3", "b1", "c1", "a1", "b3", "b2", "c3")
        searched = shortest_break(reference, TURN, moves, most=1_000_000)
        assert (len(searched.moves), searched.exact) == (5, True)
        shrunk = shortest_break(reference, TURN, moves, most=1)
        assert not shrunk.exact
        assert broken(reference, TURN, shrunk.moves) == len(shrunk.moves)
        assert 5 <= len(shrunk.moves) <= len(moves)
        assert "this search does not establish whether a shorter game shows it" in shrunk.searched

    def test_a_candidate_that_never_applied_is_not_reported_as_held(self, subject: Subject) -> None:
        """It applies to no position."""
        silent = evolve(TURN, name="silent turn", applies=lambda position: not position)
        (clear,) = detected(with_candidates(subject, silent))[1]
        assert clear.statement.startswith("0 renamings change nothing")
        assert "nothing is known about: silent turn" in clear.measured

    def test_a_count_of_one_is_singular(self, subject: Subject) -> None:
        """One renaming, one position, one game."""
        lines = tuple(subject.played(subject.reference({}, {}), 1))
        clear = asymmetry.nothing_changes(subject, {}, {}, {TURN: 1}, lines, again=False)
        assert clear.statement == "1 renaming changes nothing: quarter turn."
        start = "1 position or more for each renaming, one of each of 1 random game, with"
        assert clear.measured.startswith(start)


def with_candidates(subject: Subject, *candidates: Symmetry) -> Subject:
    """Return a game with other candidates."""
    name: Callable[[Any], tuple[Symmetry, ...]] = lambda _: candidates  # noqa: E731
    return evolve(subject, specified=evolve(subject.specified, renamings=name))


@pytest.mark.parametrize("game", GAMES)
def test_every_candidate_cites_known_clauses_and_theorems(game: str) -> None:
    """Every claimed symmetry is also a candidate."""
    specified = games.specified(game)
    known = {theorem.name for theorem in games.theorems(game)} | {""}
    clauses = {clause.identifier for clause in specified.rulebook.clauses}
    for params in specified.full_size:
        reference = specified.engine(params)
        candidates = specified.renamings(reference)
        assert {each.theorem for each in candidates} <= known
        assert {clause for each in candidates for clause in each.clauses} <= clauses
        names = [each.name for each in candidates]
        assert len(set(names)) == len(names)
        start = reference.to_json(reference.initial())
        assert {
            each.name for each in specified.symmetries(reference) if not identical(each, start)
        } <= set(names)


def identical(renaming: Symmetry, start: Json) -> bool:
    """Return whether a renaming is the rotation by zero degrees."""
    return renaming.name == "rotation by 0 degrees" and renaming.position(start) == start


@pytest.mark.slow
def test_all_twelve_of_minoa_hold_and_a_reversed_order_of_players_does_not() -> None:
    """The text announces the order of turns."""
    findings, clear = detected(Subject.of("minoa", 1, 8, 120))
    assert findings == {}
    nothing = [each for each in clear if "change nothing" in each.statement]
    assert [each.statement.split(" ")[0] for each in nothing] == ["12", "13", "14"]
    assert "reflection and rotation by 60 degrees" in nothing[0].statement
    assert "the same as above" not in nothing[1].statement  # one more way to pass the colours on
    reversal, exchange = [each for each in clear if "changes the game" in each.statement]
    assert (reversal.params, exchange.params) == ({"k": 3}, {"k": 4})
    assert "the text announces it, in MIN-2: “Red begins. Players take turns" in reversal.statement
    assert "They differ about whose turn it is" in reversal.statement
    assert "who are no partners, changes the game" in exchange.statement


@pytest.mark.slow
def test_all_twelve_of_nonaga_hold_and_a_sheared_field_does_not() -> None:
    """Twelve turns and reflections, translations, colours; a shear is no symmetry of the lattice."""
    subject = Subject.of("nonaga", 1, 8, 60)
    findings, (clear,) = detected(subject)
    assert findings == {}
    assert clear.statement.startswith("15 renamings change nothing")
    sheared = renaming("shear", lambda cell: (cell[0] + cell[1], cell[1]), ("red", "black"))
    found, _ = detected(with_candidates(subject, sheared))
    assert found
    assert all(each.moves == () for each in found.values())


@pytest.mark.slow
def test_the_handedness_of_the_tiles_is_found_in_dreieck() -> None:
    """A reflection turns abc into another tile; with all tiles exchanged it changes nothing."""
    findings, clear = detected(Subject.of("dreieck", 1, 8, 60))
    reflected = findings[
        "A reflection of the table, the tiles in hand as they are, changes the game"
    ]
    assert reflected.moves == ("u0,0:abc",)
    assert "no shorter game" in reflected.measured
    assert "No sentence of the text announces it" in reflected.statement
    assert "each tile exchanged for its mirror image" in clear[0].statement
    order = findings["A reversal of the order of the players changes the game"]
    assert "No sentence of the text announces it" in order.statement
    assert "abwechselnd" in order.quotation


@pytest.mark.slow
def test_who_puts_the_first_queen_is_found_in_ari() -> None:
    """The text says who puts the first die, not who puts the first queen; all eight turns hold."""
    findings, clear = detected(Subject.of("ari", 1, 6, 60))
    queens = findings["An exchange of the colours while the queens are put changes the game"]
    assert queens.clauses == ("ARI-2",)
    assert queens.moves is not None
    assert len(queens.moves) == 6
    assert "No sentence of the text announces it" in queens.statement
    assert len(findings) == 1
    dice, nothing = clear
    assert "the text announces it, in ARI-1" in dice.statement
    assert "After no action" in dice.statement
    assert "colours exchanged in play" in nothing.statement
    assert "reflection and rotation by 90 degrees" in nothing.statement
    state = state_if_legal(games.specification("ari"), queens.moves)
    assert games.specification("ari").turn(state) == "white"


def test_a_game_without_candidates_is_reported_as_such(tictactoe: None) -> None:
    """A user's own game need not name any."""
    del tictactoe
    (reported,) = asymmetry.find(Subject.of("tictactoe", 1, 5, 20))
    assert isinstance(reported, Unlooked)
