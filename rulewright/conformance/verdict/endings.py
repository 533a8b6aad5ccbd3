"""Bugs about the end of a game: one that is not noticed, one that is none, one without an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.conformance.verdict.weighing import changes
from rulewright.wording.numbers import counted

FIXED = 3
"""Games that must stop after the same number of actions, before that number is said to be fixed."""
TURN: Item = ("turn", "")
NOT_NOTICED, TOO_SOON = ABOUT_THE_END = ("an end is not noticed", "an end that is none")
"""Names of bugs: games go on after their end, or are over before it."""


def stops_after(residue: Residue) -> Iterator[Pattern]:
    """Every game that gets so far stops after a fixed number of actions."""
    stopped: list[Observation] = []
    longest = 0
    for each, reference, state in residue.expectations():
        stops = has_stopped(each)
        if stops is None or not reference.engine.legal_actions(state):
            continue
        if stops:
            stopped.append(each)
        else:
            longest = max(longest, len(each.moves))
    last = min((len(each.moves) for each in stopped), default=0)
    if len(stopped) < FIXED or last <= longest:
        return

    def shows(each: Observation, _: Item = TURN) -> bool:
        return len(each.moves) >= last and not residue.is_past_end(each)

    accounts = {key: items for key, (each, items) in residue.wrong.items() if shows(each)}
    ends = all(each.seen.state is not None and each.seen.state.over for each in stopped)
    stops_how = "it ends every game" if ends else "it lists and plays nothing any more"
    known_as = f"{stops_how} after {counted(last, 'actions')}"
    words = f"{known_as}, whether it is over or not ({counted(len(stopped), 'games')})"
    yield Pattern("a fixed number of actions", words, accounts, shows, known_as, is_general=True)


def has_stopped(observation: Observation) -> bool | None:
    """Return whether an engine calls a game over, or lists nothing; None if it was not asked."""
    seen = observation.seen
    if seen.state is not None and seen.state.over:
        return True
    if seen.legal is not None:
        return not seen.legal
    return None if seen.state is None else False


def going_on(residue: Residue) -> Iterator[Pattern]:
    """The engine says that the game is over, and goes on all the same: with actions, or a turn.

    An action that is wrong before the end as well is another bug.
    """
    before = {
        action
        for each, items in residue.wrong.values()
        if (truth := residue.expected(each)) is not None and not truth[0].engine.is_over(truth[1])
        for part, action in items
        if part == LEGAL
    }

    def shows(each: Observation, item: Item) -> bool:
        if residue.is_past_end(each):
            return True
        truth, answer = residue.expected(each), each.seen.state
        if truth is None or answer is None or not answer.over or item[0] not in {LEGAL, TURN[0]}:
            return False
        return item[1] not in before and truth[0].engine.is_over(truth[1])

    accounts = found_in(residue, shows)
    parts = {
        part
        for key, items in accounts.items()
        for part, _ in items
        if not residue.is_past_end(residue.wrong[key][0])
    }
    if not parts:
        return
    ways = ((LEGAL, "lists or plays actions"), (TURN[0], "names a player to move"))
    said = " and ".join(words for part, words in ways if part in parts)
    at = sum(not residue.is_past_end(residue.wrong[key][0]) for key in accounts)
    words = f"it {said} in {counted(at, 'positions')} in which the game is over, as it says itself"
    yield Pattern("an end without effect", words, accounts, shows)


def found_in(residue: Residue, shows: Any) -> dict[Any, frozenset[Item]]:
    """Return the wrong items that show something, for each observation that has any."""
    found = {
        key: frozenset(item for item in items if shows(each, item))
        for key, (each, items) in residue.wrong.items()
    }
    return {key: items for key, items in found.items() if items}


def unnoticed_end(residue: Residue) -> Iterator[Pattern]:
    """The game goes on where it is over, and whatever is said after that."""
    yield from about_the_end(
        residue, True, NOT_NOTICED, "it goes on in {} in which the game is over{}"
    )


def end_too_soon(residue: Residue) -> Iterator[Pattern]:
    """The game is over where it goes on."""
    yield from about_the_end(
        residue, False, TOO_SOON, "it ends the game in {} in which it should go on{}"
    )


def about_the_end(residue: Residue, over: bool, name: str, words: str) -> Iterator[Pattern]:
    """Find positions in which the engine says otherwise whether the game is over."""

    def ends(each: Observation) -> bool:
        truth = residue.expected(each)
        return (
            each.seen.state is not None
            and truth is not None
            and truth[0].engine.is_over(truth[1]) == over
        )

    def otherwise(each: Observation) -> bool:
        return ends(each) and each.seen.state is not None and each.seen.state.over != over

    def shows(each: Observation, _: Item) -> bool:
        return otherwise(each) or (over and (residue.is_past_end(each) or plays_on(residue, each)))

    accounts = {
        key: items for key, (each, items) in residue.wrong.items() if shows(each, ("over", ""))
    }
    times = sum(otherwise(residue.wrong[key][0]) for key in accounts)
    if times:
        right = sum(ends(each) and not otherwise(each) for each in residue.observations)
        verb = "other is" if right == 1 else "others are"
        share = f" ({right:,} {verb} right)" if right else ""
        yield Pattern(name, words.format(counted(times, "positions"), share), accounts, shows)


def plays_on(residue: Residue, observation: Observation) -> bool:
    """Return whether an action is played once the game is over, where nothing was asked before it."""
    seen = observation.seen
    return seen.state is None and bool(seen.accepted) and residue.is_over(observation)


def ends_by_another_reading(residue: Residue, observation: Observation) -> bool:
    """Return whether another reading of one question ends the game where the hypothesis has it go on."""
    game, hypothesis = residue.laboratory.game, residue.hypothesis
    others = (evolve(residue, hypothesis=each) for each in changes(game, hypothesis, 1))
    return any(each.is_over(observation) for each in others)


def stuck_player(residue: Residue) -> Iterator[Pattern]:
    """Nobody has an action where the turn should have passed, or the game ended without a winner.

    If it is so at ends only, it is these that are not noticed.
    """

    def stuck(each: Observation, _: Item = TURN) -> bool:
        truth, answer = residue.expected(each), each.seen.state
        if truth is None or answer is None or answer.over or each.seen.legal != ():
            return False
        reference, state = truth
        if reference.engine.is_over(state):
            return not reference.engine.winners(state)
        if reference.engine.turn(state) != answer.turn:
            return True
        # The same player may be due for something else, which the position shows.
        if answer.position is None:
            return ends_by_another_reading(residue, each)
        return any(each.kind == "position" for each in reference.about_state(state, answer))

    accounts = {key: items for key, (each, items) in residue.wrong.items() if stuck(each)}
    if any(not residue.is_over(residue.wrong[key][0]) for key in accounts):
        words = (
            f"in {counted(len(accounts), 'positions')} it lists no action and the game is not over: "
            "whoever has none is neither passed over nor loses"
        )
        yield Pattern("a stuck player", words, accounts, stuck)
