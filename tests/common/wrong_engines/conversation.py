"""The adapter of the wrong engines, and the faults that any engine can have, whatever its game.

Only the standard library is used, and the plain engines of `tests/impl`, so that a process starts at
once.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

Answer = dict[str, Any]


class Unsupported(Exception):
    """What this engine cannot play."""


class Conversation:
    """A right adapter around the rules of one game; the faults are its subclasses."""

    game: ClassVar[str]
    readings: ClassVar[dict[str, tuple[str, ...]]]
    rules: ClassVar[Any]
    """Makes the rules from parameters and rulings."""

    def __init__(self) -> None:
        """Begin without a game."""
        self.engine: Any = None
        self.current: Any = None
        self.found: Any = None
        self.plies = 0
        self.games = 0
        self.ended = False

    @classmethod
    def check(cls, params: dict[str, Any]) -> None:
        """Raise `Unsupported` for parameters that the game does not have."""
        raise NotImplementedError

    def answer(self, line: str) -> Answer:
        """Answer one request."""
        try:
            request = json.loads(line)
            commands = {
                "hello": self.hello,
                "new": self.new,
                "legal": self.legal,
                "play": self.play,
                "state": self.state,
                "perft": self.perft,
                "quit": self.quit,
            }
            return {"ok": True, **commands[request["cmd"]](request)}
        except Unsupported as refusal:
            return {"ok": False, "unsupported": str(refusal)}
        except PermissionError as refusal:
            return {"ok": False, "illegal": str(refusal)}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return {"ok": False, "error": f"{type(error).__name__}: {error}"}

    def hello(self, request: Answer) -> Answer:
        """Introduce the engine."""
        if request["version"] != 1:
            raise ValueError("this is version 1")
        name = f"{self.game}, {sys.argv[-1]}"
        return {"version": 1, "name": name, "language": "python", "games": [self.game]}

    def new(self, request: Answer) -> Answer:
        """Begin a game."""
        self.engine = self.current = None
        params, rulings = request.get("params", {}), request.get("rulings", {})
        if request["game"] != self.game:
            raise Unsupported(f"this engine plays {self.game}")
        for question, reading in rulings.items():
            if reading not in self.readings.get(question, ()):
                raise Unsupported(f"{question}={reading}")
        self.check(params)
        self.begin(params, rulings)
        return {}

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Set the game up."""
        self.engine = self.rules(params, rulings)
        self.current = self.engine.initial()
        self.plies = 0
        self.games += 1

    def actions(self) -> list[str]:
        """List the legal actions; they are found once for each position."""
        if self.found is None or self.found[0] is not self.current:
            self.found = (self.current, list(self.engine.legal_actions(self.current)))
        return list(self.found[1])

    def legal(self, _: Answer) -> Answer:
        """Return the legal actions."""
        return {"actions": self.actions()}

    def play(self, request: Answer) -> Answer:
        """Play an action."""
        action = request["action"]
        if action not in self.actions():
            self.refused(action)
            raise PermissionError(f"no legal action: {action}")
        self.current = self.engine.play(self.current, action)
        self.plies += 1
        return {}

    def refused(self, action: str) -> None:
        """Do nothing about an illegal action."""

    def state(self, _: Answer) -> Answer:
        """Return everything about the position."""
        engine, current = self.engine, self.current
        return {
            "over": engine.is_over(current),
            "turn": engine.turn(current),
            "winners": list(engine.winners(current)),
            "scores": engine.scores(current),
            "position": engine.to_json(current),
        }

    def perft(self, request: Answer) -> Answer:
        """Count sequences of actions."""
        return {"count": self.count(self.current, int(request["depth"]))}

    def count(self, state: Any, depth: int) -> int:
        """Count the sequences of some length from a state."""
        if depth == 0:
            return 1
        actions = self.engine.legal_actions(state)
        if depth == 1:
            return len(actions)
        return sum(self.count(self.engine.play(state, action), depth - 1) for action in actions)

    def quit(self, _: Answer) -> Answer:
        """End the conversation."""
        self.ended = True
        return {}


def serve(conversation: Conversation) -> None:
    """Answer until `quit` or the end of input."""
    for line in sys.stdin:
        print(json.dumps(conversation.answer(line)), flush=True)
        if conversation.ended:
            return


# ---- the catalogue of a game ----

Made = TypeVar("Made", bound=type)


class Catalogue(dict[str, type[Conversation]]):
    """The faults of a game by name; `right` is none."""

    def __init__(self, right: type[Conversation]) -> None:
        """Begin with the right engine and the faults that any engine can have."""
        super().__init__(right=right)
        for fault in ANY_GAME:
            self[snake(fault.__name__)] = type(
                fault.__name__, (fault, right), {"__doc__": fault.__doc__}
            )

    def rules(self, cls: Made) -> Made:
        """Enter rules with a fault in them (a decorator)."""
        right = self["right"]
        made = type(cls.__name__, (right,), {"rules": cls, "__doc__": cls.__doc__})
        self[snake(cls.__name__)] = made
        return cls

    def conversation(self, cls: Made) -> Made:
        """Enter an adapter with a fault in it (a decorator)."""
        self[snake(cls.__name__)] = cls
        return cls


def snake(name: str) -> str:
    """Write the name of a class as the command line has it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# ---- faults of any game ----


class LegalActionsVary(Conversation):
    """Is not deterministic: now and then one legal action is left out."""

    def legal(self, request: Answer) -> Answer:
        actions = super().legal(request)["actions"]
        if len(actions) > 1 and random.random() < 0.02:
            actions.remove(random.choice(actions))
        return {"actions": actions}


class RightUntilMoveForty(Conversation):
    """From the fortieth action on, the last of the legal actions is forgotten."""

    def actions(self) -> list[str]:
        actions = sorted(super().actions())
        return actions[:-1] if self.plies >= 40 and len(actions) > 1 else actions


class RefusedMoveCostsATurn(Conversation):
    """An illegal action is refused, and then another one is played in its place."""

    def refused(self, action: str) -> None:
        actions = self.actions()
        if actions and action.strip():
            self.current = self.engine.play(self.current, actions[0])


class BlanksAreIgnored(Conversation):
    """An action with blanks around it is taken for the action."""

    def play(self, request: Answer) -> Answer:
        return super().play({"action": request["action"].strip()})


class WinnersTooEarly(Conversation):
    """Whoever leads is called a winner while the game is still on."""

    def state(self, request: Answer) -> Answer:
        answer = super().state(request)
        best = max(answer["scores"].values())
        if not answer["over"]:
            answer["winners"] = [each for each, score in answer["scores"].items() if score == best]
        return answer


class GoesOnAfterTheEnd(Conversation):
    """The actions of the last position can still be played when the game is over."""

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().begin(params, rulings)
        self.remembered: list[str] = []

    def actions(self) -> list[str]:
        actions = super().actions()
        self.remembered = actions or self.remembered
        return self.remembered

    def play(self, request: Answer) -> Answer:
        if self.engine.is_over(self.current) and request["action"] in self.remembered:
            return {}
        return super().play(request)


class NewGameGoesOnWithTheOld(Conversation):
    """State shared between games: a new game with the options of the last one goes on with that one."""

    options: Any = None
    before: Any = None

    def new(self, request: Answer) -> Answer:
        self.before = self.current
        return super().new(request)

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().begin(params, rulings)
        if self.options == (params, rulings) and self.before is not None:
            self.current = self.before
        self.options = (params, rulings)


ANY_GAME: tuple[Callable[..., Conversation], ...] = (
    LegalActionsVary,
    RightUntilMoveForty,
    RefusedMoveCostsATurn,
    BlanksAreIgnored,
    WinnersTooEarly,
    GoesOnAfterTheEnd,
    NewGameGoesOnWithTheOld,
)
