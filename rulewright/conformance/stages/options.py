"""Options that a game does not have: an engine that begins such a game plays another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations, islice

from attrs import field, frozen

from rulewright.conformance.adapter.conversation import Command, Conversation, NotSupported
from rulewright.conformance.adapter.faults import ErrorAnswer, OutOfPlace, PlayerRaised
from rulewright.conformance.adapter.observation import Discrepancy, Observation, Seen
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.report import OPTIONS
from rulewright.conformance.stages.asking import Way, compare
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Json, RulewrightError, options_from
from rulewright.play import games
from rulewright.protocol.messages import LegalRequest

STAGE = OPTIONS
NONE_SUCH = "no-such-"
LARGEST = 64
"""Largest whole number that is offered as a value out of range."""
BELOW, ABOVE = 2, 4
"""Numbers outside of its range that are offered of a parameter: the next one may be wrong for a second
reason, such as one that does not divide the board either."""
TOGETHER = 6
"""Pairs of numbers that are offered of each two parameters, of numbers up to `PAIRED`."""
PAIRED = 16
COMBINATION = "combination"
GOES_ON = "no game is in progress after a refusal"


@frozen
class WrongOption:
    """Options of `new` that a game does not have."""

    what: str
    """``parameter``, ``question``, ``reading``, ``value`` or ``combination``."""
    params: Json = field(hash=False)
    rulings: dict[str, str] = field(hash=False)

    @property
    def described(self) -> str:
        """Name what is requested."""
        return f"the {self.what} {options({**self.params, **self.rulings})}"


def wrong_options(game: str) -> Iterator[WrongOption]:
    """Yield one of each kind, a reading for each question, and values of each parameter."""
    yield WrongOption("parameter", {f"{NONE_SUCH}parameter": 1}, {})
    yield WrongOption("question", {}, {f"{NONE_SUCH}question": "yes"})
    for question in games.specified(game).readings:
        yield WrongOption("reading", {}, {question: f"{NONE_SUCH}reading"})
    for name, default in games.specified(game).default_parameters.items():
        for value in wrong_values(game, name, default):
            yield WrongOption("value", {name: value}, {})
    for params in wrong_together(game):
        yield WrongOption(COMBINATION, params, {})


def wrong_values(game: str, name: str, default: object) -> Iterator[object]:
    """Yield values that a parameter must not have: a text, and the numbers nearest to its range."""
    if not has(game, {name: f"{NONE_SUCH}value"}):
        yield f"{NONE_SUCH}value"
    if type(default) is int:
        down, up = range(default, -2, -1), range(default, LARGEST + 1)
        for way, most in ((down, BELOW), (up, ABOVE)):
            yield from islice((value for value in way if not has(game, {name: value})), most)


def wrong_together(game: str) -> Iterator[Json]:
    """Yield parameters that the game has one by one, and not together, or not without another one.

    Of numbers there are some pairs of values for each two parameters; a text or a list is left out.
    """
    found = games.specified(game)
    known = [dict(each) for each in found.played]
    values = numbers_of(game, (*found.played, *found.larger))
    for one, other in combinations(values, 2):
        pairs = ({one: first, other: second} for first in values[one] for second in values[other])
        yield from islice((pair for pair in pairs if not has(game, pair)), TOGETHER)
    left_out: set[str] = set()
    for params in known:
        for needed in sorted(params.keys() - values.keys() - left_out):
            rest = {name: value for name, value in params.items() if name != needed}
            if not has(game, rest):
                left_out.add(needed)
                yield rest


def numbers_of(game: str, known: Iterable[Mapping[str, object]]) -> dict[str, list[int]]:
    """Return for each parameter the numbers up to the largest known one that it has beside defaults."""
    largest: dict[str, int] = {}
    for params in known:
        for name, value in params.items():
            if type(value) is int:
                largest[name] = min(PAIRED, max(value, largest.get(name, value)))
    return {
        name: [value for value in range(most + 1) if has(game, {name: value})]
        for name, most in largest.items()
    }


def has(game: str, params: Json) -> bool:
    """Return whether a game has some parameters, the others by default."""
    try:
        options_from(games.specified(game).parameters, params)
    except RulewrightError:
        return False
    return True


def offer(run: GameRun) -> None:
    """Request nonexistent games, and record those that are begun."""
    run.crew.first.afresh()
    fixed, game = run.setup.given, run.setup.game
    offered = [
        each
        for each in wrong_options(game)
        if each.what != COMBINATION or not has(game, {**fixed, **each.params})
    ]
    for option in {each.what: each for each in offered}.values():
        name = f"a first game after a refusal of {option.described}"
        first = Script("a first game", run.setup.params_sent({}), ())
        compare(run, first, after_a_refusal(run, option), "earlier", name)
    taken = [each for each in offered if tried(run, each)]
    if taken:
        given = ", ".join(each.described for each in taken)
        accepted(run, Discrepancy("option", "'unsupported'", given), len(taken))
    if isinstance(run.crew.opens, Command) and len(taken) < len(offered):
        refused = next(each for each in offered if each not in taken)
        if goes_on(run, refused):
            accepted(run, Discrepancy("going on", "an error", refused.described), 1)


def after_a_refusal(run: GameRun, option: WrongOption) -> Way:
    """Request a nonexistent game before the one that is played."""

    def way(conversation: Conversation, script: Script) -> Performance:
        with suppress(NotSupported, ErrorAnswer, PlayerRaised):
            conversation.new(run.setup.game, *sent(run, option))
        return run.perform(conversation, script)

    return way


def tried(run: GameRun, option: WrongOption) -> bool:
    """Request one nonexistent game; returns whether the engine begins it."""

    def begins(conversation: Conversation, wanted: WrongOption) -> bool:
        conversation.new(run.setup.game, run.setup.params_sent({}), run.setup.rulings_sent)
        try:
            conversation.new(run.setup.game, *sent(run, wanted))
        except (ErrorAnswer, PlayerRaised):
            return False  # refused as well, though not in the best words
        return True

    result = run.crew.first.work(begins, option)
    name = f"{option.described} is refused"
    if result.fault is not None:
        run.evidence.fault(STAGE, Script(name, run.setup.params_sent({}), ()), result.fault)
        return False
    run.evidence.add_case(STAGE, name, ["it is accepted"] if result.made else [])
    return bool(result.made)


def goes_on(run: GameRun, option: WrongOption) -> bool:
    """Return whether an earlier game goes on after `new` was refused."""

    def lists(conversation: Conversation, wanted: WrongOption) -> bool:
        conversation.new(run.setup.game, run.setup.params_sent({}), run.setup.rulings_sent)
        with suppress(NotSupported, ErrorAnswer):
            conversation.new(run.setup.game, *sent(run, wanted))
        try:
            conversation.ask(LegalRequest())
        except (ErrorAnswer, OutOfPlace):
            return False
        return True

    result = run.crew.first.work(lists, option)
    if result.fault is not None:
        run.evidence.fault(STAGE, Script(GOES_ON, run.setup.params_sent({}), ()), result.fault)
        return False
    run.evidence.add_case(STAGE, GOES_ON, ["one is"] if result.made else [])
    return bool(result.made)


def sent(run: GameRun, option: WrongOption) -> tuple[Json, Mapping[str, str]]:
    """Add wrong options to those in force, so that nothing else is a reason to refuse them."""
    params = not_default(
        {**run.setup.given, **option.params}, games.specified(run.setup.game).default_parameters
    )
    return params, {**run.setup.rulings_sent, **option.rulings}


def accepted(run: GameRun, difference: Discrepancy, times: int) -> None:
    """Record what was accepted: no reading and no clause explains it, and no move is needed."""
    detection = Detection(Observation(run.setup.params_sent({}), (), Seen()), difference, STAGE)
    run.evidence.about_options.append((detection, times))
