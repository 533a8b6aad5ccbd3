"""Lockstep compares what random play draws, and what is read from JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulewright.checks.lockstep import random_game
from rulewright.impl.engine import Ranking
from rulewright.interface import ImpossiblePosition
from rulewright.play import games
from rulewright.play.changed import changed
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.spec.logic import all_of, implies
from rulewright.spec.nonaga import GAME


class Another:
    """An engine of Nonaga that plays as the specification does."""

    def __init__(self) -> None:
        """Make the specification."""
        self.engine = games.specification("nonaga")

    def __getattr__(self, name: str) -> Any:
        """Play as the specification."""
        return getattr(self.engine, name)


class Ranked(Another):
    """An engine whose ranking can be wrong."""

    def __init__(self, **wrong: Any) -> None:
        """Keep what is wrong."""
        super().__init__()
        self.wrong = wrong
        self.notation = self

    def text(self, code: int) -> str:
        """Spell an action by its number in the initial position."""
        return self.engine.legal_actions(self.engine.initial())[code]

    def ranking(self, state: Any) -> Ranking:
        """Rank the actions as they are sorted."""
        codes = tuple(range(len(self.engine.legal_actions(state))))
        right = Ranking(len(codes), codes, frozenset(codes[:3]))
        return evolve(right, **self.wrong)


def ranked(**wrong: Any) -> None:
    """Compare the ranks of the initial position."""
    Lockstep.begin(games.specification("nonaga"), Ranked(**wrong)).ranked()  # type: ignore[arg-type]


def test_the_actions_by_rank_are_the_legal_ones() -> None:
    """A rank that finds another action, one too few, and a draw of what is not legal, differ."""
    ranked()
    count = len(
        games.specification("nonaga").legal_actions(games.specification("nonaga").initial())
    )
    ranked(ranked=(1, 0, *range(2, count)))
    with pytest.raises(
        Disagreement, match="legal actions by rank at the start: only the specification has"
    ):
        ranked(ranked=(1, 1, *range(2, count)))
    with pytest.raises(Disagreement, match=r"legal actions by rank .* has -1"):
        ranked(ranked=(-1, *range(1, count)))
    with pytest.raises(
        Disagreement, match=f"number of legal actions .* implementation says {count - 1}"
    ):
        ranked(count=count - 1)
    with pytest.raises(Disagreement, match="drawn that are not legal"):
        ranked(drawn=frozenset((0, count)))


def whoever_can(_: Any, position: Any, outlook: Any) -> Any:
    """Mutate NON-5: `all_of` for `any_of`, so that it never holds anybody to it."""
    due = all_of((all_of(position.turn), position.disc_step))
    return implies(due, outlook.can_relocate)


LOCKED = {
    "discs": [[q, 0] for q in range(19)],
    "pieces": {"red": [[0, 0], [2, 0], [4, 0]], "black": [[14, 0], [16, 0], [18, 0]]},
    "turn": "red",
    "step": "disc",
    "barred": None,
}
"""Nothing can be relocated: only the ends of the line could be slid out, and they carry pieces."""


def test_a_position_that_one_engine_reads_and_the_other_refuses_is_noticed() -> None:
    """With the mutant of NON-5 as the specification: it would read a position without an action."""
    right, wrong = (
        GAME.engine({}, {}, book)
        for book in (GAME.rulebook, GAME.rulebook.replacing("NON-5", holds=whoever_can))
    )
    with pytest.raises(ImpossiblePosition, match="NON-5"):
        right.from_json(LOCKED)
    Lockstep.begin(right, right).offer(LOCKED)
    with pytest.raises(
        Disagreement,
        match=r"another position.* reads it, .* refuses it: impossible.*`BeyondTheImplementation`",
    ):
        Lockstep.begin(wrong, right).offer(LOCKED)


def test_a_crash_on_reading_is_a_failure() -> None:
    """Neither read nor refused."""

    class Careless(Another):
        """Takes the turn for a name."""

        def from_json(self, position: Any) -> Any:
            """Read a position."""
            return self.engine.from_json({**position, "turn": position["turn"].lower()})

    game = Lockstep.begin(games.specification("nonaga"), Careless())  # type: ignore[arg-type]
    with pytest.raises(
        Disagreement, match=r"neither reads nor refuses it, but raises AttributeError"
    ):
        game.offer({**LOCKED, "turn": None})


def test_random_games_offer_changed_positions() -> None:
    """An engine that reads everything as the initial position is found in one game."""

    class Lenient(Another):
        """Refuses nothing of the right form."""

        def from_json(self, position: Any) -> Any:
            """Read a position."""
            try:
                return self.engine.from_json(position)
            except ImpossiblePosition:
                return self.engine.initial()

    def some_games() -> None:
        for seed in range(5):
            random_game(games.specification("nonaga"), Lenient(), Random(seed))

    with pytest.raises(Disagreement, match="another position"):
        some_games()


@pytest.mark.parametrize("game", games.game_names())
def test_changes_are_of_one_place_and_reproducible(game: str) -> None:
    """The position itself is left as it is."""
    engine = games.specification(game)
    position = engine.to_json(engine.initial())
    before = json.dumps(position)
    made = [json.dumps(changed(position, position, Random(seed))) for seed in range(60)]
    assert json.dumps(position) == before
    assert made == [json.dumps(changed(position, position, Random(seed))) for seed in range(60)]
    assert len(set(made)) > 5


TOWERS = {"white": {"a1": 1, "b1": 2}, "black": {"c1": 3}, "turn": "white"}
LINES = {"sticks": ["a", "b"], "pieces": {"c": "red"}, "far": [[0, 0]], "near": {"red": [[1, 1]]}}


def test_entries_are_added() -> None:
    """A square with two owners, a line that is a stick and a piece: nothing is left out for it."""
    made = [changed(TOWERS, TOWERS, Random(seed)) for seed in range(300)]
    for added in ({"a1": 1, "b1": 2, "c1": 3}, {"c1": 3, "a1": 1}, {"c1": 3, "b1": 2}):
        assert any(added in each.values() for each in made if isinstance(each, dict))
    made = [changed(LINES, LINES, Random(seed)) for seed in range(600)]
    assert {**LINES, "pieces": {"c": "red", "a": "red"}} in made
    assert {**LINES, "sticks": ["a", "b", "c"]} in made
    assert {**LINES, "near": {"red": [[1, 1], [0, 0]]}} in made


def test_entries_of_another_position_are_added() -> None:
    """Also where this one has none."""
    empty = {"sticks": [], "pieces": {}}
    made = [changed(empty, LINES, Random(seed)) for seed in range(300)]
    assert {**empty, "sticks": ["c"]} in made
    assert {**empty, "pieces": {"c": "red"}} in made
    assert empty in made
