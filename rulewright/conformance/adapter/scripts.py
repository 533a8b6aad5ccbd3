"""A script is a game to play on an engine: its moves, where to look, and what to offer there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, field, frozen

from rulewright.conformance.adapter.conversation import Conversation, NotSupported, PastGame
from rulewright.conformance.adapter.observation import Discrepancy, Observation, Seen
from rulewright.interface import Action, Json
from rulewright.protocol.messages import StateAnswer

ASKING = "asking"
"""The kind of difference that asking alone makes."""
STATE_FIRST = "state first"
"""The kind of difference that the order of questions makes."""
UNASKED = "unasked"
"""The kind of difference that it makes to ask for nothing after a move."""
OPTIONS_TURNED = "options turned"
"""The kind of difference that the order of the options makes, or of what an option lists by name."""


@frozen
class Script:
    """A game to be played; it never depends on what the engine answers."""

    name: str
    params: Json = field(hash=False)
    moves: tuple[Action, ...]
    everywhere: bool = False
    """Whether to look after each move, or only after the last one."""
    offers: Mapping[int, tuple[Action, ...]] = field(factory=dict, hash=False)
    """Actions to offer after so many moves; one that is accepted ends the game."""
    looks: frozenset[int] | None = None
    """If not None: the numbers of moves after which to look, of those `everywhere` names."""
    again: bool = False
    """Whether the legal actions are asked for again after a refusal, which costs as much as before."""
    counts: Mapping[int, tuple[int, ...]] = field(factory=dict, hash=False)
    """Lengths of the sequences to count after so many moves, of those where it is looked."""
    twice: bool = False
    """Whether to ask everything a second time after each look, with nothing in between."""

    def is_looked_at(self, ply: int) -> bool:
        """Return whether to look after so many moves."""
        among = self.looks is None or ply in self.looks
        return ply == len(self.moves) or (self.everywhere and among)

    @property
    def offered(self) -> dict[int, tuple[Action, ...]]:
        """What is offered where it is looked: nothing is elsewhere."""
        return {ply: each for ply, each in self.offers.items() if self.is_looked_at(ply)}


@frozen
class Count:
    """What an engine counted in mid-game; None where it would not count."""

    observation: Observation
    depth: int
    count: int | None


@frozen
class Performance:
    """The result of a script."""

    script: Script
    observations: tuple[Observation, ...]
    changes: tuple[tuple[Observation, Discrepancy], ...] = ()
    """Refused actions, and counts, after which the engine reported another position than before."""
    counts: tuple[Count, ...] = ()
    past: tuple[PastGame, ...] = field(default=(), eq=False, repr=False)
    """The games before it in the same conversation, where they are known."""


def perform(
    conversation: Conversation, game: str, rulings: Mapping[str, str], script: Script
) -> Performance:
    """Play a script; raises `NotSupported` or an `AdapterFault`."""
    conversation.new(game, script.params, rulings)
    observations: list[Observation] = []
    changes: list[tuple[Observation, Discrepancy]] = []
    counts: list[Count] = []
    last = len(script.moves)
    for ply in range(last + 1):
        here = script.moves[:ply]
        if script.is_looked_at(ply):
            offered, depths = script.offers.get(ply, ()), script.counts.get(ply, ())
            seen, changed = look(conversation, () if depths else offered, again=script.again)
            observations.append(Observation(script.params, here, seen))
            changed = changed or (asked_again(conversation, seen) if script.twice else ())
            if depths:
                counted, changed = counting(conversation, depths, seen)
                counts.extend(Count(observations[-1], *each) for each in counted)
            if depths and offered and not changed:
                seen, changed = look(conversation, offered, again=script.again)
                observations.append(Observation(script.params, here, seen))
            changes.extend((observations[-1], each) for each in changed)
            if seen.accepted or changed:
                break  # the position is no longer that of the script
        if ply < last and conversation.play(script.moves[ply]) is not None:
            refusal = Seen(refused=(script.moves[ply],))
            observations.append(Observation(script.params, here, refusal))
            break
    return Performance(script, tuple(observations), tuple(changes), tuple(counts))


def asked_again(conversation: Conversation, before: Seen) -> tuple[Discrepancy, ...]:
    """Ask everything once more: a question changes nothing, so the answers are the same."""
    after, _ = look(conversation)
    legal = ({"legal": before.legal}, {"legal": after.legal})
    state = (facts(before.state), facts(after.state))
    both = next((each for each in (legal, state) if each[0] != each[1]), None)
    return () if both is None else (Discrepancy(ASKING, *both),)


def counting(
    conversation: Conversation, depths: Sequence[int], before: Seen
) -> tuple[list[tuple[int, int | None]], tuple[Discrepancy, ...]]:
    """Have an engine count, and check that the position is the same afterwards."""
    counted: list[tuple[int, int | None]] = []
    for depth in depths:
        try:
            counted.append((depth, conversation.perft(depth)))
        except NotSupported:
            counted.append((depth, None))
        after, _ = look(conversation)
        if after.legal != before.legal:
            expected, given = {"legal": before.legal}, {"legal": after.legal}
        else:
            expected, given = facts(before.state), facts(after.state)
        if expected != given:
            return counted, (Discrepancy("counting", expected, given, depth=depth),)
    return counted, ()


def look(
    conversation: Conversation, offers: Sequence[Action] = (), *, again: bool = False
) -> tuple[Seen, tuple[Discrepancy, ...]]:
    """Ask everything about a position, and offer actions until one is accepted.

    With `again` a refused action must leave the legal actions as they were, not only the state.
    """
    every = conversation.legal()
    legal = tuple(dict.fromkeys(every))
    twice = tuple(action for action, times in Counter(every).items() if times > 1)
    answer = conversation.state()
    accepted: list[Action] = []
    refused: list[Action] = []
    changes: list[Discrepancy] = []
    for action in offers:
        if conversation.play(action) is None:
            accepted.append(action)
            break
        refused.append(action)
        after = conversation.state()
        if after != answer:
            changes.append(Discrepancy("refusal", facts(answer), facts(after), action))
            break
        listed = tuple(dict.fromkeys(conversation.legal())) if again else legal
        if listed != legal:
            changes.append(Discrepancy("refusal", {"legal": legal}, {"legal": listed}, action))
            break
    return Seen(legal, answer, tuple(accepted), tuple(refused), twice), tuple(changes)


def facts(answer: StateAnswer | None) -> dict[str, Any]:
    """Return an answer to `state` for a message."""
    return {} if answer is None else {**asdict(answer), "winners": list(answer.winners)}
