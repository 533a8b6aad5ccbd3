"""A framework's game as a player that `rulewright conform` checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.bridges.foreign import ForeignGame
from rulewright.bridges.guessing import all_actions, by_places
from rulewright.bridges.spelling import ActionSpelling
from rulewright.conformance.adapter.conversation import NotSupported
from rulewright.interface import Action, IllegalAction, Json
from rulewright.play import games


class FrameworkPlayer:
    """Plays one game under fixed parameters, translated by a mapping.

    Positions are the framework's own and are not reported; the score of a winner is 1.
    """

    def __init__(
        self,
        game: str,
        foreign: ForeignGame,
        params: Mapping[str, Any],
        rulings: Mapping[str, str],
        spelling: ActionSpelling,
    ) -> None:
        """Set the game up."""
        self.game, self.foreign, self.spelling = game, foreign, spelling
        engine = games.specification(game, params, rulings)
        self.params, self.rulings, self.names = (
            dict(engine.params),
            dict(engine.rulings),
            engine.players,
        )
        self.ours = by_places(all_actions(engine))
        self.at = foreign.start()

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game; only the one that was loaded can be played."""
        if game != self.game:
            raise NotSupported(f"{self.foreign.text} is loaded as {self.game}")
        chosen = games.specification(game, params, rulings)
        if dict(chosen.params) != self.params:
            raise NotSupported(f"{self.foreign.text} has fixed parameters")
        if dict(chosen.rulings) != self.rulings:
            raise NotSupported(f"{self.foreign.text} plays one reading only")
        self.at = self.foreign.start()

    def spelled(self) -> dict[Action, int]:
        """Return the legal actions as ours, by the framework's numbers."""
        actions = self.foreign.actions(self.at)
        return {self.spelling.read(text, self.ours): number for number, text in actions.items()}

    def legal(self) -> list[Action]:
        """List every legal action; two that translate alike are listed twice."""
        actions = self.foreign.actions(self.at).values()
        return [self.spelling.read(text, self.ours) for text in actions]

    def play(self, action: Action) -> None:
        """Play an action; raises `IllegalAction`."""
        number = self.spelled().get(action)
        if number is None:
            raise IllegalAction(action, f"{self.foreign.framework} does not offer it")
        self.at = self.foreign.play(self.at, number)

    def state(self) -> Json:
        """Report what the framework knows."""
        mover = self.foreign.mover(self.at)
        won = {self.spelling.players[each] for each in self.foreign.winners(self.at)}
        return {
            "over": mover is None,
            "turn": None if mover is None else self.spelling.players[mover],
            "winners": [name for name in self.names if name in won],
            "scores": {name: int(name in won) for name in self.names},
        }


class CountingPlayer(FrameworkPlayer):
    """One that also counts sequences of actions, where states are copied fast enough."""

    def perft(self, depth: int) -> int:
        """Count the sequences of exactly `depth` actions."""
        return self.counted(self.at, depth)

    def counted(self, state: Any, depth: int) -> int:
        """Count from a state; the last ply is not played."""
        actions = self.foreign.actions(state) if depth else {0: ""}
        if depth <= 1:
            return len(actions)
        return sum(self.counted(self.foreign.play(state, each), depth - 1) for each in actions)
