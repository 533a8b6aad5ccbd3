"""The detectors need only the game interface, and do not fail on a broken game."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

from rulewright.commands.games import games_command
from rulewright.gaps import (
    Clear,
    Finding,
    Subject,
    Unlooked,
    apart,
    asymmetry,
    cycles,
    endings,
    material,
    sameness,
    turns,
)
from rulewright.play import games
from rulewright.play.pair import Manner, PlainPair
from rulewright.play.random_games import Line

EXAMPLES = Path(__file__).parents[2] / "examples"
MARKS = 2
"""Marks after which the broken game permits no more."""


@frozen
class Walk:
    """An endless walk round the numbers below a bound, unless one of them is the end."""

    numbers: int = 5
    end: int = -1

    def initial(self) -> int:
        """Begin beside the circle."""
        return -2

    def is_over(self, state: int) -> bool:
        """Return whether the walk has reached the end."""
        return state == self.end

    def legal_actions(self, state: int) -> tuple[str, ...]:
        """Return the steps of one and of two."""
        return () if self.is_over(state) else ("one", "two")

    def play(self, state: int, action: str) -> int:
        """Take a step."""
        return (max(state, -1) + (1 if action == "one" else 2)) % self.numbers


@pytest.fixture
def tictactoe(monkeypatch: pytest.MonkeyPatch) -> Subject:
    """The game of the tutorial, by its specification alone."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    return evolve(Subject.of("tictactoe", 1, 40, 40), implemented=False)


def broken(subject: Subject, marks: int) -> Subject:
    """Permit nothing once this many marks are placed."""

    def permits(rulings: Any, before: Any, put: Any) -> Any:
        if sum(map(sum, before.marks)) >= marks:
            return 0
        return subject.rulebook["TTT-3"].permits(rulings, before, put)  # type: ignore[misc]

    rulebook = subject.rulebook.replacing("TTT-3", permits=permits)
    return evolve(subject, specified=evolve(subject.specified, rulebook=rulebook))


@pytest.mark.parametrize("marks", [0, MARKS])
def test_a_player_to_move_without_an_action_is_found(tictactoe: Subject, marks: int) -> None:
    """At the start, and later; the unmodified game has none."""
    (found,) = turns.find(broken(tictactoe, marks))
    assert found.title == "A player who is to move has no legal action, and the game is not over"
    assert found.moves is not None
    assert len(found.moves) == marks
    assert "TTT-3" in found.clauses
    assert found.statement.startswith("After" if marks else "At the start")
    assert list(turns.find(tictactoe)) == []


@pytest.mark.parametrize("marks", [0, MARKS])
def test_an_end_that_is_never_reached_is_found(tictactoe: Subject, marks: int) -> None:
    """All positions are visited, and none of them is an end."""
    (found,) = endings.never(broken(tictactoe, marks))
    assert found.proof == f"all {1 if not marks else 1 + 9 + 72} reachable positions were visited"
    assert list(endings.never(tictactoe)) == []


def test_a_result_that_is_always_shared_is_found(tictactoe: Subject) -> None:
    """Everybody wins every game: nobody has a partner, so it is reported."""

    def everybody_wins(rulings: Any, here: Any) -> Any:
        over = any(says.three_in_a_row_win(rulings, here)) or all(
            map(any, zip(*here.marks, strict=True))
        )
        return over, over

    says = import_module("tictactoe.clauses")
    rulebook = tictactoe.rulebook.replacing("TTT-4", effect=everybody_wins)
    shared = evolve(tictactoe, specified=evolve(tictactoe.specified, rulebook=rulebook))
    (found,) = endings.results(shared)
    assert found.title == "The result can be shared"
    assert "x and o" in found.statement
    assert [each.title for each in endings.results(tictactoe)] == [
        "The game can end without a winner"
    ]


def test_a_question_that_decides_who_wins_asks_about_a_result(tictactoe: Subject) -> None:
    """Another of its readings gives the same finished game a winner; in the unchanged game none does."""
    says = import_module("tictactoe.clauses")

    def somebody_wins_across(rules: Any, here: Any) -> Any:
        x, o = says.three_in_a_row_win(rules, here)
        full = says.a_full_board_ends_the_game(rules, here) and not o
        return x or (rules.rulings.row == "across" and full), o

    rulebook = tictactoe.rulebook.replacing("TTT-4", effect=somebody_wins_across)
    asked = evolve(tictactoe, specified=evolve(tictactoe.specified, rulebook=rulebook))
    (found,) = endings.results(asked)
    (before,) = endings.results(tictactoe)
    assert isinstance(found, Finding)
    assert isinstance(before, Finding)
    assert found.title == before.title == "The game can end without a winner"
    assert (found.questions, before.questions) == (("row",), ())


def test_a_detector_that_does_not_apply_says_so(tictactoe: Subject) -> None:
    """Silence would suggest that it ran; where it applies, there is no such report."""
    detectors = (apart.find, asymmetry.find, material.find, sameness.find, endings.never)
    found = [each for detector in detectors for each in detector(tictactoe)]
    assert {each.detector: each.why for each in found if isinstance(each, Unlooked)} == {
        "arrangement comes apart": "no list in the starting position holds connected cells",
        "asymmetry": "the specification names no renaming to try (`renamings`)",
        "material limit": "no quotation has a number in digits beside the name of a list in the "
        "positions",
    }
    nothing = evolve(tictactoe, specified=evolve(tictactoe.specified, exhausted=()))
    (never,) = endings.never(nothing)
    assert isinstance(never, Unlooked)
    minoa = Subject.of("minoa", 1, 2, 20)
    assert not any(
        isinstance(each, Unlooked) for each in (*material.find(minoa), *endings.never(minoa))
    )
    assert not any(
        isinstance(each, Unlooked) for each in apart.find(Subject.of("nonaga", 1, 2, 10))
    )


def test_where_no_game_ends_the_results_are_not_examined(tictactoe: Subject) -> None:
    """Three actions are too few; compiled engines play much longer, so ARI's games do end."""
    (reported,) = endings.results(evolve(tictactoe, plies=3))
    assert isinstance(reported, Unlooked)
    assert reported.why == "no random game ended"
    ari = Subject.of("ari", 1, 3, 40)
    over, played = endings.finished(ari, ari.engine({}, ari.default()))
    assert 0 < len(over) <= played
    assert all(len(line.moves) > ari.plies or winners for line, winners in over)


def test_a_game_without_legal_actions_does_not_stop_the_search_for_cycles(
    tictactoe: Subject,
) -> None:
    """There is no way out of the start."""
    assert list(cycles.find(broken(tictactoe, 0))) == []


def test_a_walk_without_an_end_is_distinguished_from_one_with_an_end() -> None:
    """The one without an end returns its number of positions."""
    walk: Any = Walk()
    assert endings.endless(walk) == 1 + walk.numbers
    ends: Any = Walk(end=3)
    assert endings.endless(ends) is None


def test_a_random_game_that_repeats_a_position_is_a_cycle() -> None:
    """The shortest way back, and the shortest way to where it begins."""
    walk: Any = Walk()
    moves = ("one", "two", "one", "one", "one", "two", "two", "one", "two")
    states = [walk.initial()]
    for action in moves:
        states.append(walk.play(states[-1], action))
    met = cycles.came_back(walk, [Line(moves, tuple(states))])
    assert met is not None
    line, length = met
    assert sorted(line.moves[-length:]) == ["one", "two", "two"]
    assert len(line.moves) == length + 1  # the start itself is beside the circle
    assert cycles.came_back(walk, [Line(moves[:2], tuple(states[:3]))]) is None


def test_words_that_make_no_position_are_no_finding(tictactoe: Subject) -> None:
    """A position may have other words than whose turn it is; incompatible ones are dropped."""
    order = turns.TurnOrder({("x",): Counter({("nobody",): 99})})
    engine = tictactoe.engine({}, tictactoe.default())
    assert turns.out_of_turn(engine, order, ("a1",)) == 1
    assert turns.confirmed(tictactoe, {}, order, ("a1",)) is None


def test_games_that_cannot_go_on_are_broken_off_where_readings_are_compared(
    tictactoe: Subject,
) -> None:
    """In random and greedy play; reporting them is left to the detectors."""
    engine = broken(tictactoe, MARKS).engine({}, tictactoe.default())
    for manner in Manner:
        played = PlainPair(engine, engine).play(1, 4, manner, 20)
        assert played.games == 4
        assert played.broken_off.all()
        assert not played.comparable.any()


def test_the_depth_of_the_search_for_the_nearest_end_is_reported(tictactoe: Subject) -> None:
    """All games of two actions; for larger games the partial search is stated."""
    (clear,) = endings.at_once(tictactoe)
    assert isinstance(clear, Clear)
    assert clear.statement == "No game is over before every player has had a turn."
    assert clear.measured == "82 positions, the nearest to the start: all after at most 2 actions."
    ari = Subject.of("ari", 1, 1, 1)
    (first, *_) = endings.at_once(ari)
    assert isinstance(first, Clear)
    assert "not every game of 2 actions was searched" in first.statement
    assert "all after at most 1 action." in first.measured


@pytest.mark.parametrize("module", ["__init__", "spec"])
def test_a_package_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    """One line with its name and Python's message; the other games are unaffected."""
    name = f"half_a_game_{module}"
    package = tmp_path / name
    package.mkdir()
    for each in ("__init__", "spec"):
        (package / f"{each}.py").write_text("GAME = undefined\n" if each == module else "")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    with pytest.raises(games.BrokenPackage) as caught:
        games.specified(name)
    assert caught.value.exit_status == 5
    assert str(caught.value) == (
        f"the game {name!r} cannot be loaded: its package {name!r} raises NameError: "
        f"name 'undefined' is not defined ({package}/{module}.py:1)"
    )
    assert {name, "minoa"} <= set(games.game_names())
    assert games.specified("minoa").name == "minoa"
    listed = CliRunner().invoke(games_command, standalone_mode=False)
    assert str(listed.exception) == str(caught.value)
    assert "minoa: Minoa" in listed.stdout
