"""Machines: for an engine alone, for two, for adapters; what fails is a short game, told in lines."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.internal.reflection import function_digest
from hypothesis.stateful import invariant

from rulewright.interface import UsageError
from rulewright.play import games as catalogue
from rulewright.testing import FaultyAdapter, GameFails, UnsupportedOptions, machine
from rulewright.testing.known import known_lines
from rulewright.testing.machines import failing
from rulewright.testing.shrinking import OutOfTime, ShorterGames, shortest_failing

HERE = Path(__file__).parents[1]
NAIVE = f"{sys.executable} {HERE / 'common' / 'wrong_tictactoe.py'}"


def run(made: Any, examples: int = 20, **how: Any) -> None:
    """Run a machine as unittest would, the same each time."""
    case = made.TestCase
    case.settings = settings(
        case.settings, max_examples=examples, derandomize=True, database=None, **how
    )
    case("runTest").debug()


def failure(made: Any, examples: int = 60, **how: Any) -> GameFails:
    """Run a machine that must fail."""
    with pytest.raises(GameFails) as found:
        run(made, examples, **how)
    return found.value


def specification() -> Any:
    """Make the rules of tic-tac-toe."""
    return catalogue.specification("tictactoe")


class Lies:
    """An engine that answers one thing wrongly once three marks are on the board."""

    called = "the liar"

    def __init__(self, **lies: Any) -> None:
        """Keep what is answered instead, given the right engine and the arguments."""
        self.right = specification()
        self.lies = lies

    def __getattr__(self, name: str) -> Any:
        """Answer like the right engine, except for the lies."""
        answer = getattr(self.right, name)
        if name not in self.lies:
            return answer

        def lying(state: Any, *rest: Any) -> Any:
            marks = sum(sum(own) for own in state.marks)
            return self.lies[name](self.right, state, *rest) if marks > 2 else answer(state, *rest)

        return lying


def blows_up(*_: Any) -> Any:
    """Raise what no engine may raise."""
    return {}["a key"]


class Trims(Lies):
    """An engine that plays an action with blanks around it as if there were none."""

    def play(self, here: Any, action: str) -> Any:
        """Play what is left."""
        return self.right.play(here, action.strip())


ALONE = {
    "legal_actions": (lambda engine, here: engine.legal_actions(here)[::-1], "the order of the"),
    "turn": (lambda *_: None, "whether a player is to move"),
    "winners": (lambda *_: ("x",), "the winners before the end"),
    "scores": (lambda *_: {"o": 0, "x": 0}, "the players with a score"),
    "to_json": (lambda engine, _: engine.to_json(engine.initial()), "read from its JSON form"),
    "play": (lambda engine, here, action: engine.successor(here, action), "accepts"),
    "is_over": (blows_up, "the liar raises KeyError: 'a key' in test_machines.py, line"),
}


@pytest.mark.parametrize("what", ALONE)
def test_an_engine_alone_obeys_the_laws_of_the_interface(what: str) -> None:
    """Each lie is told with the shortest game that has it."""
    lie, says = ALONE[what]
    found = failure(machine(Lies(**{what: lie})))
    assert says in found.what
    assert "the liar" in found.what
    assert len(found.moves) == 3


def test_a_misspelt_action_must_be_refused() -> None:
    """A blank before or behind it is enough, though without the blank it is legal."""
    found = failure(machine(Trims()))
    accepted = found.what.split("'")[1]
    assert found.what.startswith("the liar accepts '")
    assert accepted.strip() != accepted
    assert not found.moves


def test_engines_that_are_right_pass() -> None:
    """Alone, beside the specification, made of options, and as an adapter."""
    run(machine("tictactoe"), 5)
    run(machine(specification()), 5)
    run(machine("tictactoe", specification()), 5)
    run(machine("tictactoe", catalogue.specified("tictactoe").engine, row="across"), 5)
    run(machine("tictactoe", NAIVE), 5)


TWO = {
    "turn": (lambda *_: "x", "turn of the liar: 'x', but it must be 'o'", ()),
    "legal_actions": (
        lambda engine, here: engine.legal_actions(here)[1:],
        "the liar does not list 'b1', which is legal",
        ("no clause forbids 'b1'",),
    ),
}


@pytest.mark.parametrize("what", TWO)
def test_two_engines_are_compared(what: str) -> None:
    """What differs is said of the one that is tested, with the clause."""
    lie, says, because = TWO[what]
    found = failure(machine("tictactoe", Lies(**{what: lie})))
    assert (found.what, found.because, found.moves) == (says, because, ("a1", "a2", "a3"))


@pytest.mark.parametrize(
    ("fault", "length", "clause"),
    [
        ("no diagonals", 5, "TTT-4"),
        ("taken squares", 1, "TTT-3"),
        ("takes taken squares", 1, "TTT-3"),
        ("o begins", 0, ""),
    ],
)
def test_an_adapter_that_is_wrong_is_shown_with_board_moves_and_clause(
    fault: str, length: int, clause: str
) -> None:
    """In a few lines, the last of which plays the game again."""
    found = failure(machine("tictactoe", f"{NAIVE} {fault}"))
    assert len(found.moves) == length
    message = str(found)
    assert fault in message
    assert clause in message
    assert f"to play it again: replay('tictactoe', '{' '.join(found.moves)}')" in message
    assert "a b c" in message
    assert len(message.splitlines()) < 16
    assert all("reproduce_failure" in note for note in getattr(found, "__notes__", []))
    assert found.__cause__ is found.__context__ is None


def test_an_adapter_at_fault_is_named_as_such() -> None:
    """That is no verdict on the rules."""
    with pytest.raises(FaultyAdapter, match="the adapter 'false' is at fault, asked 'hello'"):
        run(machine("tictactoe", "false"))


def test_nothing_tested_is_no_success() -> None:
    """Options that the adapter does not play fail the test."""
    with pytest.raises(UnsupportedOptions, match=r"does not play tictactoe \(row=across\)"):
        run(machine("tictactoe", NAIVE, row="across"))


class Player:
    """A player in this process that forgets to begin anew: it fails in its second game only."""

    def __init__(self) -> None:
        """Have played nothing."""
        self.games = 0
        self.here: Any = None

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game."""
        self.rules = catalogue.specification(game, params, rulings)
        self.here = self.rules.initial()
        self.games += 1

    def legal(self) -> tuple[str, ...]:
        """List the legal actions."""
        return self.rules.legal_actions(self.here)[self.games > 3 :]

    def play(self, action: str) -> None:
        """Play an action."""
        self.here = self.rules.play(self.here, action)

    def state(self) -> dict[str, Any]:
        """Tell the position."""
        return {
            "over": self.rules.is_over(self.here),
            "turn": self.rules.turn(self.here),
            "winners": list(self.rules.winners(self.here)),
            "scores": self.rules.scores(self.here),
            "position": json.loads(json.dumps(self.rules.to_json(self.here))),
        }


def test_what_depends_on_earlier_games_is_told_as_such() -> None:
    """It cannot be shrunk to one game, nor be met again: that is said."""
    found = failure(machine("tictactoe", Player()))
    assert "does not list" in found.what
    assert "it does not fail each time" in str(found) or found.earlier


def test_a_user_adds_invariants() -> None:
    """They see the position, and fail with the shortest game."""

    class Mine(machine("tictactoe")):  # type: ignore[misc]
        @invariant()
        def few(self) -> None:
            assert len(self.position.json["x"]) < 2, "too many marks"

    found = failure(Mine)
    assert found.what == "too many marks"
    assert found.moves == ("a1", "a2", "a3")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: machine("tictactoe", 3), "3 is nothing that can be tested"),
        (
            lambda: machine("tictactoe", catalogue.specified("tictactoe")),
            "this makes engines: pass its `engine`",
        ),
        (lambda: machine("tictactoe", ""), "there is no word in it"),
        (lambda: machine("tictactoe", "'no end"), "No closing quotation"),
        (lambda: machine("tictactoe", NAIVE, rows="any"), "unknown parameter or question 'rows'"),
        (lambda: run(machine("tictactoe", lambda *_: 3)), "3 is nothing that can be tested"),
    ],
)
def test_what_cannot_be_tested_is_refused(make: Any, says: str) -> None:
    """With what would be right."""
    with pytest.raises(UsageError, match=says):
        make()


class EveryBoard:
    """An engine that is wrong on every board: each action scores a point."""

    called = "the generous"

    def __init__(self, params: Any, rulings: Any) -> None:
        """Play by right rules otherwise."""
        self.right = catalogue.specification("nonaga", params, rulings)

    def __getattr__(self, name: str) -> Any:
        """Answer like the right engine."""
        return getattr(self.right, name)

    def scores(self, here: Any) -> Any:
        """Count a point for each player once an action was played."""
        begun = here != self.right.initial()
        return {each: score + begun for each, score in self.right.scores(here).items()}


BOARDS = ({"n": 4}, {"n": 1, "first": "black"}, {"n": 2})


@pytest.mark.parametrize("boards", [BOARDS, BOARDS[::-1]], ids=["largest first", "largest last"])
def test_a_board_is_made_smaller(boards: Any) -> None:
    """Of a range of boards that a machine begins with the smallest is shown, whichever failed first."""
    found = failure(machine("nonaga", EveryBoard, params=st.sampled_from(boards)), 20)
    assert found.what.startswith("scores of the generous: ")
    assert dict(found.engine.params) == {"n": 1, "first": "black"}
    assert len(found.moves) == 1


class LargeBoards(EveryBoard):
    """The same fault, on fields with a radius of three only."""

    def scores(self, here: Any) -> Any:
        """Be right on smaller ones."""
        return super().scores(here) if self.right.params["n"] > 2 else self.right.scores(here)


def test_no_smaller_board_is_shown_than_fails() -> None:
    """What a smaller board has right is no failure there."""
    boards = st.sampled_from([{"n": 4}, {"n": 3}, {"n": 1}])
    found = failure(machine("nonaga", LargeBoards, params=boards), 20)
    assert dict(found.engine.params)["n"] == 3


def test_a_known_game_shows_a_failure_that_random_games_show_late() -> None:
    """The vectors of a game have short games to its rare positions: a tie after fourteen moves."""

    class FirstOfATie:
        called = "the partial"

        def __init__(self, params: Any, rulings: Any) -> None:
            self.right = catalogue.specification("minoa", params, rulings)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.right, name)

        def winners(self, here: Any) -> Any:
            return self.right.winners(here)[:1]

    engine = catalogue.specification("minoa", {"n": 2})
    made = machine("minoa", FirstOfATie, n=2)
    late = next(each for each in known_lines(engine) if engine.winners(reached(engine, each))[1:])
    known = ShorterGames(engine, lambda *given: failing(made, *given), offers=False)
    longer = [*late, "never played"]
    known.found[tuple(longer)] = GameFails("planted", engine, longer)
    known.known()
    assert known.length == len(late) == 14


def test_a_short_game_is_found_without_trying_others_at_random() -> None:
    """The nearest games are searched first; that went on for twelve seconds, whatever it met."""
    engine, tried = catalogue.specification("tictactoe"), list[Any]()

    def third_move(of: Any, moves: Any, _: bool) -> GameFails | None:
        tried.append(moves)
        return GameFails("planted", of, moves) if len(moves) > 2 else None

    found = shortest_failing(
        GameFails("planted", engine, ["c3", "c2", "c1", "b3", "b2"]), third_move
    )
    assert found is not None
    assert tuple(found.moves) == ("a1", "a2", "a3")
    assert len(tried) < 1_000


def test_a_search_that_is_out_of_time_goes_on_where_it_was() -> None:
    """The game that it was about to try is not left out."""
    engine = catalogue.specification("tictactoe")

    def first_move(of: Any, moves: Any, _: bool) -> GameFails | None:
        return GameFails("planted", of, moves) if moves and moves[-1] == "a1" else None

    games = ShorterGames(engine, first_move, offers=False)
    assert games.fails(("b2", "a1"))
    games.share = 0.0
    for _ in range(20):
        with pytest.raises(OutOfTime):
            games.nearest()
    games.share = 1.0
    games.nearest()
    assert games.best.moves == ("a1",)


def reached(engine: Any, moves: Any) -> Any:
    """Play moves, those that are legal; return the state."""
    state = engine.initial()
    for action in moves:
        if action not in engine.legal_actions(state):
            return engine.initial()
        state = engine.play(state, action)
    return state


class Unready:
    """A player that always plays the first action, and has no representation of its own."""

    def __init__(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Take the options."""


def key_of(owner: Any) -> bytes:
    """Return what Hypothesis's database knows a machine by."""
    return function_digest(owner)


def test_examples_of_two_machines_of_one_game_are_kept_apart() -> None:
    """Else what fails one of them is replayed on the other, and its own examples are thrown away."""
    engine = catalogue.implementation("nonaga", {"n": 1})
    others = [
        machine("nonaga", n=1),
        machine("nonaga", n=2),
        machine("nonaga", n=1, first="black"),
        machine("nonaga", Unready, n=1),
        machine("nonaga", "node engine.js", n=1),
        machine("nonaga", "node other.js", n=1),
        machine("nonaga", engine),
    ]
    keys = list(map(key_of, others))
    assert len(set(keys)) == len(keys)
    assert key_of(machine("nonaga", "node engine.js", n=1)) == keys[4]


def test_the_key_of_a_machine_is_the_same_in_every_process(tmp_path: Path) -> None:
    """An address in it would be another one each time, so nothing would ever be replayed."""
    program = """
from hypothesis.internal.reflection import function_digest
from rulewright.testing import machine
class Mine:
    padding = [object() for _ in range({padding})]
    def __init__(self, params, rulings): ...
    def legal_actions(self, state): ...
made = [machine("nonaga", what, n=1) for what in (Mine, Mine.legal_actions, lambda *_: Mine)]
print(*(function_digest(each).hex() for each in made))
"""
    said = set()
    for padding in (1, 5_000):
        file = tmp_path / "program.py"
        file.write_text(program.format(padding=padding), encoding="utf-8")
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
        said.add(done.stdout)
    assert len(said) == 1
