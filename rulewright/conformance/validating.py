"""Is an adapter as the protocol says, message by message? The rules are not judged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, TypeGuard, TypeVar

from attrs import define, field, frozen

from rulewright.conformance.adapter.conversation import Channel, Command, ProcessChannel
from rulewright.conformance.adapter.faults import (
    AdapterFault,
    ProgramNotFound,
    TimeExhausted,
    quoted,
)
from rulewright.conformance.adapter.process import AdapterProcess
from rulewright.conformance.checking import Plan, games_of, silent
from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.printable import named, options
from rulewright.interface import Action, Json, RulewrightError
from rulewright.play import games
from rulewright.protocol.messages import (
    PARTIAL,
    VERSION,
    HelloAnswer,
    HelloRequest,
    LegalRequest,
    NewRequest,
    PerftRequest,
    PlayRequest,
    QuitRequest,
    Request,
    StateRequest,
)
from rulewright.protocol.schema import MISSING, WrongField, definition, validator, wrong_fields
from rulewright.wording.numbers import counted
from rulewright.wording.signs import visible

Made = TypeVar("Made")
SHORT, LONG = 8, 300
"""Plies of a random game; the first one of a game goes on to its end, if that is within the longer."""
MOST_PARAMETERS = 4
MOST_FAULTS = 3
"""Faults after which an adapter is asked no more."""
SHOWN = 100
"""Characters of a value that a line shows."""
NO_ACTION = "no action"
NO_GAME = "no-such-game"


@frozen
class Validated:
    """What a validation found."""

    name: str
    version: float
    """The version that was agreed on."""
    answers: int
    begun: int
    """Games that the adapter began."""
    refused: int
    """Games that it does not support."""
    violations: tuple[str, ...]
    """Each in one line; what is wrong in the same way is named once."""

    def exit_status(self) -> int:
        """Return 0, 1 (no game was begun) or 3 (something is not as the protocol says)."""
        if self.violations:
            return 3
        return int(not self.begun)

    def lines(self) -> Iterator[str]:
        """Yield the lines that the command prints."""
        yield visible(self.name)
        yield from map(visible, self.violations)
        if self.refused:
            yield f"unsupported: {counted(self.refused, 'games')}"
        seen = f"{counted(self.answers, 'answers')} in {counted(self.begun, 'games')}"
        if self.violations:
            verdict = f"not as the protocol says: {counted(len(self.violations), 'violations')}"
        else:
            verdict = "as the protocol says" if self.begun else "no game was begun"
        yield f"{verdict}; version {self.version}, {seen}; the rules were not judged"


@frozen
class Options:
    """One game to be played, as it is sent."""

    game: str
    params: Json
    rulings: dict[str, str]
    plies: int
    parts: tuple[str, ...]
    """The names of the parts of a position."""

    def __str__(self) -> str:
        """Name it."""
        return " ".join((self.game, *filter(None, (options(self.params), options(self.rulings)))))


def options_of(plan: Plan, game: str) -> Iterator[Options]:
    """Yield the games that are played: as it is asked for, then other parameters and readings."""
    found = games.specified(game)
    params = [{**each, **plan.params} for each in ({}, *found.played[:MOST_PARAMETERS])]
    readings = [
        {question: reading}
        for question, known in found.readings.items()
        for reading in known
        if question not in plan.rulings
    ]
    wanted = [(each, dict(plan.rulings)) for each in params]
    wanted += [(dict(plan.params), {**each, **plan.rulings}) for each in readings]
    sent: list[tuple[Json, dict[str, str]]] = []
    for given, ruled in wanted:
        shown = (
            not_default(given, found.default_parameters),
            not_default(ruled, found.default_rulings),
        )
        if shown in sent:
            continue
        try:
            engine = games.fastest(game, *shown)
        except RulewrightError:
            continue  # the game does not have them together
        sent.append(shown)
        parts = tuple(engine.to_json(engine.initial()))
        yield Options(game, *shown, LONG if len(sent) == 1 else SHORT, parts)


@define
class Validation:
    """The violations so far."""

    answers: int = 0
    faults: int = 0
    found: dict[tuple[str, ...], list[str]] = field(factory=dict)
    """Where each was met; the key begins with the sentence of the first."""
    first: dict[tuple[str, ...], str] = field(factory=dict)

    def add(self, key: tuple[str, ...], sentence: str, where: str) -> None:
        """Add a violation that is met somewhere."""
        self.first.setdefault(key, sentence)
        self.found.setdefault(key, []).append(where)

    def add_field(self, request: Request, wrong: WrongField, where: str) -> None:
        """Add a field that is wrong in the answer to a request."""
        what = wrong.path or "it"
        given = "missing" if wrong.given is MISSING else in_short(wrong.given)
        sentence = f"the answer to {request.cmd!r}: {what} is {given}, but must be {wrong.right}"
        anywhere = re.sub(r"\[\d+\]", "[]", wrong.path)
        self.add((request.cmd, anywhere, wrong.right), sentence, where)

    def add_fault(self, fault: AdapterFault, where: str) -> None:
        """Add a fault after which the conversation cannot go on."""
        self.faults += 1
        self.add((fault.kind, fault.request), str(fault), where)

    def lines(self) -> tuple[str, ...]:
        """Write each violation in one line."""
        return tuple(
            f"{sentence} [{self.found[key][0]}; {counted(len(self.found[key]), 'times')}]"
            for key, sentence in self.first.items()
        )


def in_short(value: Any) -> str:
    """Write a value as the protocol writes it, truncated."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


@define
class Talk:
    """A conversation in which every answer is held against its schema."""

    channel: Channel
    validation: Validation
    where: str = "at the start"
    version: float = VERSION
    about: Json = field(factory=dict)
    """The answer to `hello`."""
    leaves_out: Mapping[str, Any] = field(factory=dict)

    def ask(self, request: Request) -> Json:
        """Send a request; raises an `AdapterFault` where no JSON object comes back."""
        given = self.channel.ask(request)
        self.validation.answers += 1
        for each in wrong_fields(definition(request, "answer"), given):
            self.validation.add_field(request, each, self.where)
        return given

    def sent(self, request: Request) -> Json:
        """Send a request that is no error: an answer that calls it one is a violation."""
        given = self.ask(request)
        if given.get("ok") is False and "error" in given:
            said = quoted(str(given["error"]))
            sentence = f"{request.cmd!r} is answered with the error {said}"
            self.validation.add((request.cmd, "error", said), sentence, self.where)
        return given

    def done(self, request: Request) -> Json | None:
        """Send a request that is to be done; None if it is not."""
        given = self.sent(request)
        return given if given.get("ok") is True else None

    def wrong(self, request: Request, path: str, given: Any, right: str) -> None:
        """Add a field that is wrong though it fits the schema."""
        self.validation.add_field(request, WrongField(path, given, right), self.where)

    def introduce(self) -> None:
        """Say hello, in the later version as well if it is listed."""
        self.about = self.done(HelloRequest()) or {}
        listed = self.about.get("versions")
        if is_list(listed) and PARTIAL in listed:
            self.version = PARTIAL
            declared = (self.done(HelloRequest(PARTIAL)) or {}).get("leaves_out")
            self.leaves_out = declared if isinstance(declared, dict) else {}
            known = self.about.get("games")
            for game in self.leaves_out:
                if is_list(known) and game not in known:
                    right = f"of a game that it names: {in_short(known)}"
                    self.wrong(HelloRequest(PARTIAL), "leaves_out", game, right)

    def left_out(self, game: str) -> list[str]:
        """List the parts of a game's position that are declared as left out."""
        declared = self.leaves_out.get(game)
        return [each for each in declared if isinstance(each, str)] if is_list(declared) else []

    def play(self, game: Options, random: Random) -> bool | None:
        """Play a random game; returns False if it is unsupported, None if the answer is neither."""
        self.where = str(game)
        unknown = NewRequest(NO_GAME)
        if self.ask(unknown).get("ok") is True:
            self.wrong(unknown, "ok", True, f"false, as there is no game {NO_GAME!r}")
        begun = self.sent(NewRequest(game.game, game.params, game.rulings))
        if begun.get("ok") is not True:
            return False if "unsupported" in begun else None
        known = self.about.get("games")
        if is_list(known) and game.game not in known:
            self.wrong(
                HelloRequest(), "games", known, f"with {game.game!r} in it, which 'new' begins"
            )
        for part in self.left_out(game.game):
            if part not in game.parts:
                right = f"one of its parts: {', '.join(game.parts)}"
                self.wrong(HelloRequest(PARTIAL), f"leaves_out.{game.game}", part, right)
        for ply in range(game.plies):
            self.where = f"{game}, after {counted(ply, 'moves')}" if ply else str(game)
            action = self.look(game, random, everything=ply < SHORT)
            if action is None or self.done(PlayRequest(action)) is None:
                break
        return True

    def look(self, game: Options, random: Random, *, everything: bool) -> Action | None:
        """Ask about the position reached; returns a listed action, if there is one."""
        listed = self.done(LegalRequest())
        self.compare_parts(game, self.done(StateRequest()))
        if everything:
            self.done(PerftRequest(1))
            refused = PlayRequest(NO_ACTION)
            if self.ask(refused).get("ok") is True:
                self.wrong(refused, "ok", True, f"false, as {NO_ACTION!r} is no action")
        actions = (listed or {}).get("actions")
        texts = [each for each in actions if isinstance(each, str)] if is_list(actions) else []
        return random.choice(sorted(texts)) if texts else None

    def compare_parts(self, game: Options, state: Json | None) -> None:
        """Compare the names of the parts of a position, not their values."""
        position = (state or {}).get("position")
        if not isinstance(position, dict):
            return
        declared = self.left_out(game.game)
        every = f"the parts of a position of {game.game} are {', '.join(game.parts)}"
        for name in game.parts:
            if name not in position and name not in declared:
                self.wrong(StateRequest(), f"position.{name}", MISSING, f"there: {every}")
        for name, value in position.items():
            if name in declared:
                right = "left out, as 'hello' declares"
                self.wrong(StateRequest(), f"position.{name}", value, right)
            elif name not in game.parts:
                self.wrong(StateRequest(), f"position.{name}", value, f"left out: {every}")


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Return whether a value is a list."""
    return isinstance(value, list)


@define
class Interview:
    """Where an adapter is talked to; after a fault a fresh instance is started."""

    command: Command
    validation: Validation
    talk: Talk | None = None
    process: AdapterProcess | None = None

    def work(self, task: Callable[[Talk], Made]) -> Made | None:
        """Do something in a conversation; None where a fault ends it."""
        validation = self.validation
        if validation.faults >= MOST_FAULTS:
            return None
        talk = self.talk
        try:
            if talk is None:
                self.process = self.command.start()
                talk = self.talk = Talk(ProcessChannel(self.process), validation)
                talk.introduce()
            return task(talk)
        except AdapterFault as fault:
            validation.add_fault(fault, talk.where if talk is not None else "at the start")
            if isinstance(fault, ProgramNotFound | TimeExhausted):
                validation.faults = MOST_FAULTS
            self.close()
            return None

    def end(self, talk: Talk) -> None:
        """Ask the adapter to end, which it must do."""
        talk.where = "at the end"
        talk.done(QuitRequest())
        assert self.process is not None
        self.process.must_end("quit")

    def close(self) -> None:
        """End the instance, if there is one."""
        if self.process is not None:
            self.process.close()
        self.talk = self.process = None


def validate(command: Command, plan: Plan, note: Callable[[str], None] = silent) -> Validated:
    """Hold an adapter to the protocol's schemas, in a short conversation that a seed fixes.

    Raises `CannotValidate` without jsonschema, and what `conform` raises for unknown games and options.
    """
    plan.refuse_unknown()
    validator("hello-answer")
    validation = Validation()
    interview = Interview(command, validation)
    results: list[bool | None] = []
    try:
        talk = interview.work(lambda talk: talk)
        about = talk.about if talk is not None else {}
        version = talk.version if talk is not None else VERSION
        for game in chosen(plan, about):
            for wanted in options_of(plan, game):
                note(str(wanted))
                random = Random(f"{plan.seed} {wanted}")
                results.append(interview.work(partial(Talk.play, game=wanted, random=random)))
        interview.work(interview.end)
    finally:
        interview.close()
    name = named(str(about.get("name") or command.name))
    begun, refused = results.count(True), results.count(False)
    return Validated(name, version, validation.answers, begun, refused, validation.lines())


def chosen(plan: Plan, about: Json) -> Sequence[str]:
    """Choose the games: the one that is asked for, or all that the adapter names and we know."""
    listed = about.get("games")
    if plan.game is None and not is_list(listed):
        return ()
    known = tuple(each for each in listed or () if isinstance(each, str))
    return games_of(plan, HelloAnswer(VERSION, "", "", known))
