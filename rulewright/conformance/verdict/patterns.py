"""Bugs as they are met in the field, told by what they do to the answers, whatever the game.

A pattern is found in what readings leave over. It has a name and words, and it accounts for items of
observations; what is left of them is explained by other means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.reference import BREAKING, Item, Reference
from rulewright.conformance.verdict.kinds import KindOfAction, kinds
from rulewright.conformance.verdict.weighing import Left
from rulewright.interface import Action, Json
from rulewright.play import games
from rulewright.protocol.messages import StateAnswer
from rulewright.wording.numbers import counted

FOLLOWING = 6
"""Observations that other parameters must explain, the start among them."""
CHANCES = 4
"""Times that an action of a kind must be legal, and missing, before a kind is said to be missing."""
MOST_LISTED = 3
"""Sets of parameters that are named."""
MOST_KINDS = 3
"""Kinds of actions that are said to be missing at most."""
MAIN = 1 / 2
"""Share of all missing actions that a kind must have: kinds of a few fit any other bug by chance."""
Recognises = Callable[[Observation, Item], bool]
Contradicts = Callable[[Seen, Sequence[Action], Action], bool]
"""Whether an action was not treated as it is listed."""


@frozen
class Pattern:
    """One bug of an engine: a name, words, and the items that it accounts for."""

    name: str
    words: str
    accounts: dict[Any, frozenset[Item]] = field(hash=False)
    """For each observation, by its key, the items that are due to the bug."""

    recognises: Recognises = field(eq=False)
    """Returns whether an item of an observation, also of a new one, shows the bug."""

    def due_in(self, observation: Observation) -> frozenset[Item]:
        """Return the items of an observation that are due to the bug."""
        return self.accounts.get(observation.key, frozenset())

    def shows_in(self, observation: Observation, item: Item) -> bool:
        """Return whether an item of an observation is due to the bug, whether it was met or not."""
        return item in self.due_in(observation) or self.recognises(observation, item)

    @property
    def times(self) -> int:
        """Positions in which it shows."""
        return len(self.accounts)


def without(patterns: Sequence[Pattern]) -> Left:
    """Return what leaves out the items that patterns account for."""

    def left(observation: Observation, items: frozenset[Item]) -> frozenset[Item]:
        for each in patterns:
            items -= each.due_in(observation)
        return items

    return left


@define
class Residue:
    """What a hypothesis has otherwise, observation by observation."""

    laboratory: Laboratory
    hypothesis: Hypothesis
    wrong: dict[Any, tuple[Observation, frozenset[Item]]]
    observations: Sequence[Observation]

    def expected(self, observation: Observation) -> tuple[Reference, Any] | None:
        """Return the engine of the hypothesis and the state of an observation; None if there is none."""
        reference = self.laboratory.reference(self.hypothesis, observation.params)
        if reference is None:
            return None
        try:
            return reference, reference.state(observation.moves)
        except BREAKING:
            return None

    def is_past_end(self, observation: Observation) -> bool:
        """Return whether the game of an observation goes on after its end."""
        reference = self.laboratory.reference(self.hypothesis, observation.params)
        if reference is None or self.expected(observation) is not None:
            return False
        for plies in range(len(observation.moves)):
            try:
                if reference.engine.is_over(reference.state(observation.moves[:plies])):
                    return True
            except BREAKING:
                return False
        return False


def patterns_in(residue: Residue) -> list[Pattern]:
    """Find patterns one after the other, each in what the ones before leave over."""
    found: list[Pattern] = []
    for finder in FINDERS:
        for pattern in finder(residue):
            found.append(pattern)
            for key, items in pattern.accounts.items():
                observation, wrong = residue.wrong[key]
                residue.wrong[key] = observation, wrong - items
            residue.wrong = {key: each for key, each in residue.wrong.items() if each[1]}
    return found


# -------------------------------------------------------------------------------- start and options


def another_start(residue: Residue) -> Iterator[Pattern]:
    """The game begins from another position, with some parameters or with all."""
    found: dict[str, list[Observation]] = {}
    for start in [each for each, _ in residue.wrong.values() if not each.moves]:
        told, answer = residue.expected(start), start.seen.state
        if told is None or answer is None:
            continue
        instead = asked_instead(residue, start)
        if instead or differs_at_the_start(told, answer):
            found.setdefault(instead, []).append(start)
    for instead, starts in found.items():
        sent = frozenset(each.key[0] for each in starts)
        accounts = {key: wrong for key, (_, wrong) in residue.wrong.items() if key[0] in sent}
        shows = partial(is_with, sent)
        if instead:
            words = f"it plays as if {instead} been asked for"
            yield Pattern("an option is ignored", words, accounts, shows)
        else:
            words = f"it begins from another position with {listed([*map(asked, starts)])}"
            yield Pattern("another start", words, accounts, shows)


def is_with(sent: Collection[str], observation: Observation, _: Item) -> bool:
    """Return whether an observation was made with some of the parameters."""
    return observation.key[0] in sent


def differs_at_the_start(told: tuple[Reference, Any], answer: StateAnswer) -> bool:
    """Return whether a position is reported that is not the first one."""
    reference, state = told
    return any(each.kind == "position" for each in reference.about_state(state, answer))


def asked_instead(residue: Residue, start: Observation) -> str:
    """Say with which parameters a start, and what follows, would be right; "" if with none known."""
    for params, words in other_parameters(residue.laboratory.game, start.params):
        reference = residue.laboratory.reference(residue.hypothesis, params)
        if reference is not None and all(
            not reference.wrong(evolve(each, params=params)) for each in shortest_of(residue, start)
        ):
            return words
    return ""


def shortest_of(residue: Residue, start: Observation) -> Iterator[Observation]:
    """Yield the start, and the next observations with the same parameters."""
    same = (each for each in residue.observations if each.key[0] == start.key[0])
    return islice(same, FOLLOWING)


def other_parameters(game: str, params: Json) -> Iterator[tuple[Json, str]]:
    """Yield parameters without one of them, or with another value, and say which."""
    for name in params:
        fewer = {other: value for other, value in params.items() if other != name}
        yield fewer, f"'{name}' had not"
    found = games.specified(game)
    known = [{**found.default_parameters, **each} for each in (*found.played, *found.larger)]
    for name in found.default_parameters:
        values = [each[name] for each in known if isinstance(each[name], int | str)]
        for value in dict.fromkeys(values):
            yield {**params, name: value}, f"{name}={value} had"


def listed(texts: Sequence[str]) -> str:
    """List some texts, no more than a few."""
    shown = [*texts[:MOST_LISTED]]
    more = len(texts) - len(shown)
    return ", with ".join(shown + ([counted(more, "other sets of parameters")] if more else []))


def asked(observation: Observation) -> str:
    """Say with which parameters a game was asked for."""
    return options(observation.params) or "default parameters"


# ------------------------------------------------------------------------------------------- the end


def unnoticed_end(residue: Residue) -> Iterator[Pattern]:
    """The game goes on where it is over, and whatever is said after that."""
    yield from about_the_end(
        residue, True, "an end is not noticed", "it goes on in {} in which the game is over{}"
    )


def end_too_soon(residue: Residue) -> Iterator[Pattern]:
    """The game is over where it goes on."""
    yield from about_the_end(
        residue, False, "an end that is none", "it ends the game in {} in which it should go on{}"
    )


def about_the_end(residue: Residue, over: bool, name: str, words: str) -> Iterator[Pattern]:
    """Find positions in which the engine says otherwise whether the game is over."""

    def ends(each: Observation) -> bool:
        told = residue.expected(each)
        return (
            each.seen.state is not None
            and told is not None
            and told[0].engine.is_over(told[1]) == over
        )

    def otherwise(each: Observation) -> bool:
        return ends(each) and each.seen.state is not None and each.seen.state.over != over

    def shows(each: Observation, _: Item) -> bool:
        return otherwise(each) or (over and residue.is_past_end(each))

    accounts = {
        key: items for key, (each, items) in residue.wrong.items() if shows(each, ("over", ""))
    }
    times = sum(otherwise(residue.wrong[key][0]) for key in accounts)
    if times:
        right = sum(ends(each) and not otherwise(each) for each in residue.observations)
        verb = "other is" if right == 1 else "others are"
        share = f" ({right:,} {verb} right)" if right else ""
        yield Pattern(name, words.format(counted(times, "positions"), share), accounts, shows)


def stuck_player(residue: Residue) -> Iterator[Pattern]:
    """Nobody has an action where the turn should have passed, or the game should be over."""

    def stuck(each: Observation, _: Item = ("turn", "")) -> bool:
        told, answer = residue.expected(each), each.seen.state
        if told is None or answer is None or answer.over or each.seen.legal != ():
            return False
        reference, state = told
        return reference.engine.is_over(state) or reference.engine.turn(state) != answer.turn

    accounts = {key: items for key, (each, items) in residue.wrong.items() if stuck(each)}
    if accounts:
        words = (
            f"in {counted(len(accounts), 'positions')} it lists no action and the game is not over: "
            "whoever has none is neither passed over nor loses"
        )
        yield Pattern("a stuck player", words, accounts, stuck)


def other_results(residue: Residue) -> Iterator[Pattern]:
    """The game ends when it should, with other winners or scores."""
    for name in ("winners", "scores"):
        item = (name, "")
        accounts = {
            key: frozenset({item})
            for key, (_, wrong) in residue.wrong.items()
            if item in wrong and ("over", "") not in wrong
        }
        if accounts:
            words = f"'{name}' is wrong in {counted(len(accounts), 'positions')}"
            yield Pattern(f"other {name}", words, accounts, partial(is_item, item))


def is_item(expected: Item, _: Observation, item: Item) -> bool:
    """Return whether an item is a certain one."""
    return item == expected


# ------------------------------------------------------------------------- listed and not as played


def played_unlisted(residue: Residue) -> Iterator[Pattern]:
    """Illegal actions are played, although the engine does not list them."""
    yield from unlike_the_list(
        residue,
        "plays what it does not list",
        "it plays illegal actions that it does not list itself ({})",
        lambda seen, legal, action: action in seen.accepted and action not in legal,
        is_legal=False,
    )


def refused_listed(residue: Residue) -> Iterator[Pattern]:
    """Legal actions are refused, although the engine lists them."""
    yield from unlike_the_list(
        residue,
        "refuses what it lists",
        "it refuses legal actions that it lists itself ({})",
        lambda seen, legal, action: action in seen.refused and action in legal,
        is_legal=True,
    )


def unlike_the_list(
    residue: Residue, name: str, words: str, contradicts: Contradicts, *, is_legal: bool
) -> Iterator[Pattern]:
    """Find actions, legal or illegal ones, that are not treated as the engine's list has it."""

    def shows(each: Observation, item: Item) -> bool:
        legal = each.seen.legal
        if item[0] != LEGAL or legal is None or not contradicts(each.seen, legal, item[1]):
            return False
        told = residue.expected(each)
        return told is not None and (item[1] in told[0].engine.legal_actions(told[1])) == is_legal

    accounts = {
        key: found
        for key, (each, wrong) in residue.wrong.items()
        if (found := frozenset(item for item in wrong if shows(each, item)))
    }
    if accounts:
        yield Pattern(name, words.format(counted(len(accounts), "times")), accounts, shows)


# ------------------------------------------------------------------------------- actions of one kind


def missing_kinds(residue: Residue) -> Iterator[Pattern]:
    """No action of some kind is ever listed: a bounded board, a direction, a kind of move."""
    for params in dict.fromkeys(params for params, _ in residue.wrong):
        yield from missing_with(residue, params)


def missing_with(residue: Residue, params: str) -> Iterator[Pattern]:
    """The same, in the games with some parameters."""
    chances: Counter[Action] = Counter()
    listed: set[Action] = set()
    missing: dict[Any, frozenset[Action]] = {}
    every = 0
    for each in residue.observations:
        told = residue.expected(each) if each.key[0] == params else None
        if told is None or each.seen.legal is None:
            continue
        chances.update(told[0].engine.legal_actions(told[1]))
        listed.update(each.seen.legal)
    for key, (_, wrong) in residue.wrong.items():
        if key[0] != params:
            continue
        found = frozenset(action for part, action in wrong if part == LEGAL)
        every += len(found & chances.keys())
        missing[key] = found & chances.keys() - listed
    for _ in range(MOST_KINDS):
        best = widest(chances, listed, missing, least=max(CHANCES, MAIN * every))
        if best is None:
            return
        accounts = {
            key: frozenset((LEGAL, each) for each in actions if best.belongs(each))
            for key, actions in missing.items()
        }
        accounts = {key: items for key, items in accounts.items() if items}
        total = sum(map(len, accounts.values()))
        every -= total
        given = "" if params == "{}" else f" with {params}"
        words = f"it never lists an action {best.words}{given} ({counted(total, 'times')} legal)"
        shows = partial(is_missing, best, params)
        yield Pattern("a kind of actions is missing", words, accounts, shows)
        missing = {
            key: frozenset(each for each in actions if not best.belongs(each))
            for key, actions in missing.items()
        }


def is_missing(kind: KindOfAction, params: str, observation: Observation, item: Item) -> bool:
    """Return whether an action of a kind is not listed, in a game with some parameters."""
    if item[0] != LEGAL or observation.key[0] != params or not kind.belongs(item[1]):
        return False
    return observation.seen.legal is not None and item[1] not in observation.seen.legal


def widest(
    chances: Counter[Action],
    listed: set[Action],
    missing: dict[Any, frozenset[Action]],
    least: float,
) -> KindOfAction | None:
    """Return the kind that is never listed and of which the most actions are missing, enough of them."""
    lacking = Counter(each for actions in missing.values() for each in actions)
    if sum(lacking.values()) < least:
        return None
    best, most = None, 0
    for kind in kinds(sorted({*chances, *listed})):
        found = sum(times for each, times in lacking.items() if kind.belongs(each))
        if found >= least and found > most and not any(map(kind.belongs, listed)):
            best, most = kind, found
    return best


FINDERS: tuple[Callable[[Residue], Iterable[Pattern]], ...] = (
    played_unlisted,
    refused_listed,
    another_start,
    unnoticed_end,
    end_too_soon,
    stuck_player,
    other_results,
    missing_kinds,
)
"""What looks for patterns, in this order."""
