"""Hypothesis strategies: games, positions, and a machine that plays two engines in lockstep.

A game is drawn as one number per ply, which chooses among the legal actions: that is fast, and shrinks
to the shortest game with the simplest moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen
from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulewright.interface import Action, Engine
from rulewright.play import games as catalogue
from rulewright.play.lockstep import Disagreement, Lockstep

INDEX = st.integers(min_value=0, max_value=2**31 - 1)


@frozen
class DrawnGame:
    """Some moves of a game from its start, and the state after each."""

    engine: Engine[Any]
    moves: tuple[Action, ...]
    states: tuple[Any, ...]
    """One more than there are moves."""

    @property
    def last(self) -> Any:
        """The state after the last move."""
        return self.states[-1]


def rulings(game: str) -> st.SearchStrategy[dict[str, str]]:
    """Draw a reading for each question of a game, the defaults being simplest."""
    questions = catalogue.specified(game).readings
    return st.fixed_dictionaries(
        {question: st.sampled_from(readings) for question, readings in questions.items()}
    )


def parameters(game: str) -> st.SearchStrategy[Mapping[str, Any]]:
    """Draw parameters from those that the game's specification names for checking."""
    return st.sampled_from(catalogue.specified(game).played)


def played(engine: Engine[Any], choices: Sequence[int]) -> DrawnGame:
    """Play one action for each choice (taken modulo the number of legal actions)."""
    states, moves = [engine.initial()], []
    for choice in choices:
        legal = engine.legal_actions(states[-1])
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        states.append(engine.play(states[-1], moves[-1]))
    return DrawnGame(engine, tuple(moves), tuple(states))


def games(engine: Engine[Any], max_plies: int = 100) -> st.SearchStrategy[DrawnGame]:
    """Draw games of at most `max_plies` actions from the start of an engine's game."""
    return st.lists(INDEX, max_size=max_plies).map(lambda choices: played(engine, choices))


def positions(engine: Engine[Any], max_plies: int = 100) -> st.SearchStrategy[Any]:
    """Draw states that can be reached within `max_plies` actions."""
    return games(engine, max_plies).map(lambda game: game.last)


def shortest_difference(
    reference: Engine[Any], tested: Engine[Any], max_plies: int = 100, examples: int = 500
) -> tuple[Action, ...] | None:
    """Search random games for one on which two engines part, and return it shrunk.

    Gives up after `examples` games of at most `max_plies` actions and returns None. The same engines
    always yield the same game.
    """

    def parts(choices: Sequence[int]) -> bool:
        try:
            lockstep_game(reference, tested, choices)
        except Disagreement:
            return True
        return False

    look = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    try:
        found = find(st.lists(INDEX, max_size=max_plies), parts, settings=look)
    except NoSuchExample:
        return None
    try:
        lockstep_game(reference, tested, found)
    except Disagreement as difference:
        return difference.moves
    raise AssertionError("an engine is not deterministic")


def lockstep_game(reference: Engine[Any], tested: Engine[Any], choices: Sequence[int]) -> Lockstep:
    """Play one action for each choice on both engines; raises `Disagreement`."""
    game = Lockstep.begin(reference, tested)
    for choice in choices:
        legal = game.seen.legal
        if not legal:
            break
        game = game.play(legal[choice % len(legal)])
    return game


def lockstep_machine(
    reference: Callable[[], Engine[Any]], tested: Callable[[], Engine[Any]]
) -> type[RuleBasedStateMachine]:
    """Return a machine that plays two engines in lockstep and compares everything after each step.

    `reference` must return a specification (an engine with `candidates` and `explain`).
    """

    class LockstepMachine(RuleBasedStateMachine):
        """Plays legal actions on both engines, and tries illegal ones."""

        game: Lockstep

        @initialize()
        def begin(self) -> None:
            self.game = Lockstep.begin(reference(), tested())

        @precondition(lambda self: self.game.seen.legal)
        @rule(choice=INDEX)
        def play(self, choice: int) -> None:
            legal = self.game.seen.legal
            self.game = self.game.play(legal[choice % len(legal)])

        @precondition(lambda self: not self.game.seen.over)
        @rule(choice=INDEX)
        def offer(self, choice: int) -> None:
            specification: Any = self.game.reference
            spelled = specification.candidates(self.game.states[0])
            action = spelled[choice % len(spelled)]
            self.game.explained(specification.explain, action)
            if action not in self.game.seen.legal:
                self.game.refuse(action)

        @precondition(lambda self: self.game.seen.over)
        @rule()
        def end(self) -> None:
            self.game.refuse("no action")

        @invariant()
        def position_reads_again(self) -> None:
            if hasattr(self, "game"):
                self.game.reread()

    return LockstepMachine
