"""Strategies: what is drawn is of the game, shows itself as code, and shrinks as a game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase, InMemoryExampleDatabase

from rulewright import Position
from rulewright.interface import UnknownGame, UsageError, Violation
from rulewright.play import games as catalogue
from rulewright.play.explain import IllegalMove
from rulewright.spec.engine import Specification
from rulewright.testing import (
    DrawnGame,
    DrawnPosition,
    NeverMet,
    clause,
    games,
    illegal_actions,
    legal_actions,
    observe,
    occasion,
    pairs_of_games,
    parameters,
    positions,
    question,
    replay,
    rulings,
    shrink,
)
from rulewright.testing.choices import COUNTED, chosen

FEW = settings(max_examples=15, derandomize=True, deadline=None, database=None)
SPECIFIED = catalogue.specification("minoa", {"n": 1})


@FEW
@given(
    st.deferred(
        lambda: games("tictactoe", params=parameters("tictactoe"), rulings=rulings("tictactoe"))
    )
)
def test_a_drawn_game_is_legal_and_its_code_plays_it_again(game: DrawnGame) -> None:
    """For a guest, under drawn options: the line that is shown makes an equal game."""
    assert len(game.states) == len(game.moves) + 1
    again = eval(repr(game), {"replay": replay})  # noqa: S307 - the code that tests print
    assert again == game
    assert again.position == game.position == game.positions[-1]
    assert eval(repr(game.position), {"replay": replay}) == game.position  # noqa: S307


@FEW
@given(games(SPECIFIED, max_plies=9))
def test_an_engine_is_taken_as_well_as_a_name(game: DrawnGame) -> None:
    """And its length is bounded."""
    assert game.engine is SPECIFIED
    assert len(game.moves) <= 9


def test_a_failing_example_is_shown_as_code_with_the_board() -> None:
    """What Hypothesis prints can be pasted, the comments included."""

    @settings(derandomize=True, deadline=None, database=None)
    @given(positions("tictactoe"))
    def test(position: DrawnPosition) -> None:
        assert len(position.moves) < 2

    with pytest.raises(AssertionError) as failure:
        test()
    message = "\n".join(failure.value.__notes__)
    shown = message[message.index("replay(") : message.index(".position") + len(".position")]
    assert eval(shown, {"replay": replay}).moves == ("a1", "a2")  # noqa: S307
    assert "# 1 x . ." in " ".join(shown.split())


def test_a_choice_stands_for_the_same_action_when_others_go() -> None:
    """A number keeps its action while that is legal; small ones count; all are drawn alike."""
    squares = [f"{column}{row}" for column in "abc" for row in "123"]
    assert [chosen(number, squares) for number in (1, 2, 3)] == squares[:3]
    drawn = Counter()
    for number in range(COUNTED, COUNTED + 4500):
        first = chosen(number * 3001 % (1 << 24) | COUNTED, squares)
        drawn[first] += 1
    assert set(drawn) == set(squares)
    assert max(drawn.values()) < 1.3 * min(drawn.values())
    for number in range(COUNTED, 1 << 24, 99_991):
        action = chosen(number, squares)
        fewer = [square for square in squares if square in {action, "a1", "b2", "c1"}]
        assert chosen(number, fewer) == action


def test_games_shrink_to_the_fewest_and_simplest_actions_on_the_smallest_board() -> None:
    """Removed, exchanged, made smaller."""
    strategy = games("minoa", params=parameters("minoa"))
    game = find(strategy, lambda game: len(game.position.json["sticks"]) > 1, settings=FEW)
    assert game.engine.params["n"] == 1
    assert len(game.moves) == 2
    longer = replay("tictactoe", "c3 c2 b3 b2 c1")
    found = shrink(longer, lambda game: len(game.position.json["x"]) > 1)
    assert found.moves == ("a1", "a2", "a3")


@pytest.mark.parametrize(
    ("where", "options"),
    [
        (clause("MIN-9").alone_decides(), {"closure": "coloured"}),
        (question("closure").matters(), {}),
        (question("end").matters("literal") & ~clause("MIN-9").alone_decides(), {}),
    ],
    ids=repr,
)
def test_rare_positions_meet_their_condition(where: Any, options: Any) -> None:
    """Every example, and without a health check."""

    @FEW
    @given(positions("minoa", n=1, where=where, **options))
    def test(position: DrawnPosition) -> None:
        assert where(position)
        assert replay("minoa", position.moves, n=1, **options).position == position

    test()


def test_the_shortest_rare_position_is_found() -> None:
    """A clause that is the only one to forbid an action after one move, and never at the start."""
    strategy = positions("tictactoe", where=clause("TTT-3").alone_decides())
    assert find(strategy, lambda _: True).moves == ("a1",)


@pytest.mark.slow
def test_an_occasion_has_just_been_met() -> None:
    """What the specification names as rare is drawn at once."""
    where = occasion("a single tile captured")
    position = find(positions("dreieck", k=3, where=where), lambda _: True)
    assert where(position)
    assert not where(replay("dreieck", position.moves[:-1], k=3).position)


@pytest.mark.parametrize(
    ("strategy", "error", "says"),
    [
        (lambda: games("tictacto"), UnknownGame, "did you mean 'tictactoe'"),
        (lambda: games("minoa", m=1), UsageError, "unknown parameter or question 'm' of minoa"),
        (lambda: games("minoa", n=0), UsageError, "from 1"),
        (lambda: games(SPECIFIED, n=2), UsageError, "whose options are fixed"),
    ],
)
def test_wrong_options_fail_at_once(strategy: Any, error: type[Exception], says: str) -> None:
    """Where they are written, not when something is drawn."""
    with pytest.raises(error, match=says):
        strategy()


@pytest.mark.parametrize(
    ("where", "error", "says"),
    [
        (clause("TTT-33").alone_decides(), UsageError, "did you mean 'TTT-3'"),
        (clause("TTT-4").alone_decides(), NeverMet, "128 random games of tictactoe"),
        (question("rows").matters(), UsageError, "did you mean 'row'"),
        (occasion("a fork"), UsageError, "unknown occasion 'a fork'"),
    ],
)
def test_a_condition_that_cannot_be_met_is_named(
    where: Any, error: type[Exception], says: str
) -> None:
    """And no health check is blamed for it."""
    with pytest.raises(error, match=says):
        find(positions("tictactoe", where=where), lambda _: True)


@FEW
@given(st.data())
def test_actions_are_legal_and_illegal(data: st.DataObject) -> None:
    """Of a position, and of a game."""
    position = data.draw(positions("tictactoe", where=lambda here: not here.over))
    assert data.draw(legal_actions(position)) in position.legal_actions
    here, action = data.draw(illegal_actions("tictactoe"))
    assert action not in here.legal_actions
    assert here.explain(action)


def test_a_position_without_such_an_action_is_named() -> None:
    """The message is the code of the position."""
    over = replay("tictactoe", "a1 a2 b1 b2 c1").position
    with pytest.raises(
        UsageError, match=r"replay\('tictactoe', 'a1 a2 b1 b2 c1'\).position has no"
    ):
        legal_actions(over)
    with pytest.raises(UsageError, match="every action is legal"):
        illegal_actions(replay("tictactoe").position)


@FEW
@given(st.deferred(lambda: pairs_of_games("tictactoe")))
def test_two_games_differ_in_one_action(pair: tuple[DrawnGame, DrawnGame]) -> None:
    """Both are legal games of the same length."""
    one, other = pair
    differing = [mine != yours for mine, yours in zip(one.moves, other.moves, strict=True)]
    assert sum(differing) == 1
    assert replay("tictactoe", other.moves) == other


@pytest.mark.parametrize("kind", [Position, DrawnPosition, DrawnGame, Specification, Violation])
def test_types_are_drawn(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through `st.from_type`, of any game of the catalogue."""
    monkeypatch.setattr(catalogue, "game_names", lambda _="spec": ("tictactoe",))

    @settings(FEW, max_examples=5)
    @given(st.from_type(kind))
    def test(thing: object) -> None:
        assert isinstance(thing, kind)

    test()


def test_a_move_that_is_illegal_names_its_clause() -> None:
    """A pasted line that no longer fits says which move, and why."""
    with pytest.raises(IllegalMove, match=r"move 2, 'a1', is not legal: TTT-3"):
        replay("tictactoe", "a1 a1")


def test_a_failing_example_is_kept_and_comes_first(tmp_path: Path) -> None:
    """The example database works: the second run begins with the game that failed."""
    database = DirectoryBasedExampleDatabase(tmp_path)
    tried: list[tuple[str, ...]] = []

    def run() -> None:
        @settings(database=database, deadline=None)
        @given(games("tictactoe"))
        def test(game: DrawnGame) -> None:
            tried.append(game.moves)
            assert len(game.moves) < 3

        test()

    with pytest.raises(AssertionError):
        run()
    tried.clear()
    with pytest.raises(AssertionError):
        run()
    assert tried[0] == ("a1", "a2", "a3")


def test_statistics_count_clauses_and_lead_to_them() -> None:
    """Events name the clauses; without a database nothing else is kept."""
    met: Counter[str] = Counter()

    @settings(FEW, database=InMemoryExampleDatabase())
    @given(games("tictactoe"))
    def test(game: DrawnGame) -> None:
        met.update(observe(game))

    test()
    assert met["TTT-3"]
    assert "TTT-4" not in met


OVER_SOON = catalogue.specified("nonaga").engine({"n": 1})
"""A board on which one action ends the game."""


@settings(FEW, suppress_health_check=[HealthCheck.too_slow])
@given(legal_actions(OVER_SOON), illegal_actions(OVER_SOON))
def test_actions_are_drawn_where_games_are_over_at_once(
    legal: tuple[DrawnPosition, str], illegal: tuple[DrawnPosition, str]
) -> None:
    """Finished positions are left for the one before."""
    (here, action), (there, forbidden) = legal, illegal
    assert action in here.legal_actions
    assert forbidden not in there.legal_actions
