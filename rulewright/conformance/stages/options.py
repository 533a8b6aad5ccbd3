"""Options that a game does not have: an engine that begins a game all the same plays another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from attrs import field, frozen

from rulewright.conformance.adapter.conversation import Command, Conversation, NotSupported
from rulewright.conformance.adapter.faults import ErrorAnswer, OutOfPlace, PlayerRaised
from rulewright.conformance.adapter.observation import Difference, Observation, Seen
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.deviations import Finding
from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.report import OPTIONS, Case, Status
from rulewright.conformance.stages.asking import Way, compare
from rulewright.conformance.stages.run import Run
from rulewright.interface import Json, RulewrightError, options_from
from rulewright.play import games
from rulewright.protocol.messages import Legal

STAGE = OPTIONS
NONE_SUCH = "no-such-"
LARGEST = 64
"""Largest whole number that is offered as a value out of range."""
GOES_ON = "no game is in progress after a refusal"


@frozen
class WrongOption:
    """Options of `new` that a game does not have."""

    what: str
    """``parameter``, ``question``, ``reading`` or ``value``."""
    params: Json = field(hash=False)
    rulings: dict[str, str] = field(hash=False)

    @property
    def told(self) -> str:
        """Say what is asked for."""
        return f"the {self.what} {options({**self.params, **self.rulings})}"


def wrong_options(game: str) -> Iterator[WrongOption]:
    """Give one of each kind, a reading for each question, and values of each parameter."""
    yield WrongOption("parameter", {f"{NONE_SUCH}parameter": 1}, {})
    yield WrongOption("question", {}, {f"{NONE_SUCH}question": "yes"})
    for question in games.specified(game).readings:
        yield WrongOption("reading", {}, {question: f"{NONE_SUCH}reading"})
    for name, default in games.specified(game).default_parameters.items():
        for value in wrong_values(game, name, default):
            yield WrongOption("value", {name: value}, {})


def wrong_values(game: str, name: str, default: object) -> Iterator[object]:
    """Give values that a parameter must not have: a text, and the numbers nearest to its range."""
    cls = games.specified(game).parameters

    def refused(value: object) -> bool:
        try:
            options_from(cls, {name: value})
        except RulewrightError:
            return True
        return False

    if refused(f"{NONE_SUCH}value"):
        yield f"{NONE_SUCH}value"
    if type(default) is int:
        for way in (range(default, -2, -1), range(default, LARGEST + 1)):
            yield from [value for value in way if refused(value)][:1]


def offer(run: Run) -> None:
    """Request nonexistent games, and note those that are begun."""
    run.crew.first.afresh()
    offered = list(wrong_options(run.game))
    for option in {each.what: each for each in offered}.values():
        name = f"a first game after a refusal of {option.told}"
        first = Script("a first game", run.params_sent({}), ())
        compare(run, first, after_a_refusal(run, option), "earlier", name)
    taken = [each for each in offered if tried(run, each)]
    if taken:
        given = ", ".join(each.told for each in taken)
        accepted(run, Difference("option", "'unsupported'", given), len(taken))
    if isinstance(run.opens, Command) and len(taken) < len(offered):
        refused = next(each for each in offered if each not in taken)
        if goes_on(run, refused):
            accepted(run, Difference("going on", "an error", refused.told), 1)


def after_a_refusal(run: Run, option: WrongOption) -> Way:
    """Ask for a game that there is not before the one that is played."""

    def way(conversation: Conversation, script: Script) -> Performance:
        with suppress(NotSupported, ErrorAnswer, PlayerRaised):
            conversation.new(run.game, *sent(run, option))
        return run.perform(conversation, script)

    return way


def tried(run: Run, option: WrongOption) -> bool:
    """Ask for one game that there is not; tells whether the engine begins it."""

    def begins(conversation: Conversation, wanted: WrongOption) -> bool:
        conversation.new(run.game, run.params_sent({}), run.rulings_sent)
        try:
            conversation.new(run.game, *sent(run, wanted))
        except (ErrorAnswer, PlayerRaised):
            return False  # refused as well, though not in the best words
        return True

    result = run.crew.first.work(begins, option)
    name = f"{option.told} is refused"
    if result.fault is not None:
        run.fault(STAGE, Script(name, run.params_sent({}), ()), result.fault)
        return False
    status = Status.DEVIATES if result.made else Status.PASSED
    run.cases.append(Case(STAGE, name, status, "it is accepted" if result.made else ""))
    return bool(result.made)


def goes_on(run: Run, option: WrongOption) -> bool:
    """Tell whether an earlier game goes on after `new` was refused."""

    def lists(conversation: Conversation, wanted: WrongOption) -> bool:
        conversation.new(run.game, run.params_sent({}), run.rulings_sent)
        with suppress(NotSupported, ErrorAnswer):
            conversation.new(run.game, *sent(run, wanted))
        try:
            conversation.ask(Legal())
        except (ErrorAnswer, OutOfPlace):
            return False
        return True

    result = run.crew.first.work(lists, option)
    if result.fault is not None:
        run.fault(STAGE, Script(GOES_ON, run.params_sent({}), ()), result.fault)
        return False
    status = Status.DEVIATES if result.made else Status.PASSED
    run.cases.append(Case(STAGE, GOES_ON, status, "one is" if result.made else ""))
    return bool(result.made)


def sent(run: Run, option: WrongOption) -> tuple[Json, Mapping[str, str]]:
    """Put wrong options among those in force, so that nothing else is a reason to refuse them."""
    params = not_default(
        {**run.given, **option.params}, games.specified(run.game).default_parameters
    )
    return params, {**run.rulings_sent, **option.rulings}


def accepted(run: Run, difference: Difference, times: int) -> None:
    """Write down what was accepted: no reading and no clause explains it, and no move is needed."""
    finding = Finding(Observation(run.params_sent({}), (), Seen()), difference, STAGE)
    run.about_options.append((finding, times))
