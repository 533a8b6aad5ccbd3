"""Engines as they are met in the field: several readings that are not the defaults, bugs, gaps.

A composite is drawn from a seed, and what is true of it is known. It plays in this process.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from time import process_time
from typing import Any

from attrs import define, evolve, field, frozen

from common.wrong_engines import faults_of
from common.wrong_engines.conversation import Conversation, Unsupported
from rulewright.conformance import NotSupported
from rulewright.interface import IllegalAction
from rulewright.play import games

IN_FULL, NEVER = "in full", "never"
MOST_READINGS, MOST_FAULTS = 4, 2


@frozen
class Composite:
    """Readings and faults of one engine, and what it says of its positions."""

    game: str
    readings: Mapping[str, str] = field(hash=False)
    """Those that it plays whatever it is asked for."""
    faults: tuple[str, ...] = ()
    """Names of wrong engines whose rules it shares."""
    position: str = IN_FULL
    """`in full`, `never` told, `without KEY`, or `KEY never set`."""

    @property
    def name(self) -> str:
        """Say in one line what it is."""
        readings = (f"{question}={reading}" for question, reading in self.readings.items())
        message = () if self.position == IN_FULL else (f"position {self.position}",)
        return ", ".join((self.game, *readings, *self.faults, *message))

    def but(self, question: str, reading: str) -> Composite:
        """Return the same engine with another reading of one question."""
        return evolve(self, readings={**self.readings, question: reading})

    def player(self) -> Adapted:
        """Return it as a player in this process."""
        return Adapted(self)

    def parts(self) -> Iterator[Composite]:
        """Yield the engine without each of its faults, and with its positions in full."""
        for fault in self.faults:
            yield evolve(self, faults=tuple(each for each in self.faults if each != fault))
        if self.position not in {IN_FULL, NEVER}:  # it may be left out
            yield evolve(self, position=IN_FULL)


Exchange = tuple[str, tuple[Any, ...], Any]
"""A method of a player, its arguments, and what came of it."""


@define
class Remembering:
    """Rules that work out once what follows from a position, for all games with the same options."""

    rules: Any
    begun: Any = None
    listed: dict[int, list[str]] = field(factory=dict)
    played: dict[tuple[int, str], Any] = field(factory=dict)
    """By the number of the object that is the position; all of them are kept."""

    def initial(self) -> Any:
        """Return the position that a game begins with, always the same object."""
        if self.begun is None:
            self.begun = self.rules.initial()
        return self.begun

    def legal_actions(self, state: Any) -> list[str]:
        """List the legal actions."""
        if id(state) not in self.listed:
            self.listed[id(state)] = list(self.rules.legal_actions(state))
        return self.listed[id(state)]

    def play(self, state: Any, action: str) -> Any:
        """Return the position after an action."""
        step = id(state), action
        if step not in self.played:
            self.played[step] = self.rules.play(state, action)
        return self.played[step]

    def __getattr__(self, name: str) -> Any:
        """Leave the rest to the rules."""
        return getattr(self.rules, name)


@frozen
class Adapted:
    """A composite as `rulewright.conformance.check` asks a player."""

    composite: Composite
    remembers: bool = True
    """Whether it works out once what follows from a position: that changes no answer."""
    conversation: Conversation = field(init=False)

    @conversation.default
    def _conversation(self) -> Conversation:
        catalogue = faults_of(self.composite.game)
        right = catalogue["right"]
        rules = tuple(catalogue[name].rules for name in self.composite.faults)
        readings = dict(self.composite.readings)
        bases = (*rules, right.rules) if right.rules not in rules else rules

        boards = tuple(dict.fromkeys(each.board for each in rules if hasattr(each, "board")))

        class Rules(*bases):  # type: ignore[misc]
            """The rules of all faults, with the readings of the composite."""

            if boards:  # some rules leave everything to a board, which has the fault
                board = type("Board", boards, {})

            def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
                super().__init__(params, {**rulings, **readings})

        if not self.remembers:
            return type("Composite", (right,), {"rules": Rules})()
        known: dict[str, Remembering] = {}

        def remembered(params: dict[str, Any], rulings: dict[str, str]) -> Remembering:
            options = json.dumps([params, rulings], sort_keys=True)
            if options not in known:
                known[options] = Remembering(Rules(params, rulings))
            return known[options]

        return type("Composite", (right,), {"rules": staticmethod(remembered)})()

    def ask(self, command: str, **rest: Any) -> dict[str, Any]:
        """Ask the adapter of the naive engine."""
        requests = {"new": self.conversation.new, "legal": self.conversation.legal}
        requests |= {"play": self.conversation.play, "state": self.conversation.state}
        requests |= {"perft": self.conversation.perft}
        return requests[command](rest)

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        try:
            self.ask("new", game=game, params=dict(params), rulings=dict(rulings))
        except Unsupported as error:
            raise NotSupported(str(error)) from error

    def legal(self) -> list[str]:
        """List the legal actions."""
        actions: list[str] = self.ask("legal")["actions"]
        return actions

    def play(self, action: str) -> None:
        """Play an action."""
        try:
            self.ask("play", action=action)
        except (PermissionError, ValueError, KeyError, IndexError) as error:
            raise IllegalAction(action, str(error)) from error

    def state(self) -> dict[str, Any]:
        """Report the position, or what the composite tells of it."""
        answer = self.ask("state")
        how = self.composite.position
        if how == NEVER:
            return {key: value for key, value in answer.items() if key != "position"}
        position = dict(answer["position"])
        if how.startswith("without "):
            position.pop(how.removeprefix("without "))
        elif how.endswith(" never set"):
            position[how.removesuffix(" never set")] = None
        return {**answer, "position": position}


@frozen
class Wrong(Adapted):
    """A right adapter around wrong rules."""

    rules: type = field(kw_only=True)
    conversation: Conversation = field(init=False)

    @conversation.default
    def _of_the_rules(self) -> Conversation:
        right = faults_of(self.composite.game)["right"]
        made: Conversation = type("Wrong", (right,), {"rules": self.rules})()
        return made


@frozen
class Overheard:
    """A player that notes what it is asked, and what it answers."""

    player: Adapted
    exchanges: list[Exchange] = field(factory=list)
    seconds: list[float] = field(factory=list)
    """Processor time of each answer."""

    def new(self, *arguments: Any) -> None:
        """Begin a game."""
        self.noted("new", arguments)

    def legal(self) -> list[str]:
        """List the legal actions."""
        actions: list[str] = self.noted("legal", ())
        return actions

    def play(self, action: str) -> None:
        """Play an action."""
        self.noted("play", (action,))

    def state(self) -> dict[str, Any]:
        """Report the position."""
        answer: dict[str, Any] = self.noted("state", ())
        return answer

    def noted(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Ask the player, and note it."""
        began = process_time()
        try:
            answer = getattr(self.player, name)(*arguments)
        except (NotSupported, IllegalAction) as error:
            self.exchanges.append((name, arguments, type(error)))
            raise
        finally:
            self.seconds.append(process_time() - began)
        self.exchanges.append((name, arguments, answer))
        return answer


def answers_otherwise(other: Adapted, exchanges: Iterable[Exchange]) -> bool:
    """Return whether an engine answers anything otherwise, asked the same."""
    for name, arguments, answer in exchanges:
        try:
            if getattr(other, name)(*arguments) != answer:
                return True
        except (NotSupported, IllegalAction) as error:
            if type(error) is not answer:
                return True
    return False


def faults_to_share(game: str) -> Iterator[str]:
    """Name the wrong engines whose fault is in the rules, and in no reading."""
    catalogue = faults_of(game)
    right = catalogue["right"]
    for name, cls in catalogue.items():
        is_reading = (cls.__doc__ or "").startswith("Follows ")
        if cls.rules is right.rules or "__init__" in vars(cls.rules) or is_reading:
            continue
        yield name


def drawn(game: str, seed: int) -> Composite:
    """Draw a composite: 2 to 4 readings, up to two faults, one in three with part of its position."""
    random = Random(f"composite {game} {seed}")
    questions = games.specified(game).readings
    chosen = random.sample(sorted(questions), random.randint(2, min(MOST_READINGS, len(questions))))
    readings = {
        question: random.choice(questions[question][1:])
        for question in questions
        if question in chosen
    }
    faults = random.sample(sorted(faults_to_share(game)), random.choice((0, 0, 1, 1, 1, 2)))
    made = Composite(game, readings, tuple(faults))
    if random.random() < 1 / 3:
        engine = games.fastest(game, {}, {})
        key = random.choice(sorted(engine.to_json(engine.initial())))
        made = evolve(made, position=random.choice((NEVER, f"without {key}", f"{key} never set")))
    return made
