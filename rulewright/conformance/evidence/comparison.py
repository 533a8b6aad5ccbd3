"""Several engines beside each other: their reports, and the games on which each two part."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulewright.conformance.adapter.observation import Seen
from rulewright.conformance.adapter.scripts import Performance
from rulewright.conformance.evidence.known import KnownDifference
from rulewright.conformance.evidence.notebook import joined
from rulewright.conformance.evidence.printable import shown
from rulewright.conformance.evidence.reference import same_json
from rulewright.conformance.evidence.report import BROKEN_OFF, Conformity, GameReport, Report
from rulewright.interface import Action, Json
from rulewright.protocol.messages import StateAnswer

FEW = 3
"""Actions of a difference that are named."""


@frozen
class Contender:
    """An engine that is compared with others."""

    name: str
    version: str
    """"" if it does not matter."""
    words: tuple[str, ...]
    """The command that starts its adapter."""
    known: tuple[KnownDifference, ...] = ()
    """Differences that are declared for it."""

    @property
    def label(self) -> str:
        """How it is called beside the others."""
        return f"{self.name}@{self.version}" if self.version else self.name


@frozen
class Contested:
    """What was found out about one engine."""

    contender: Contender
    report: Report
    messages: int
    """Requests that it answered in the games that all engines played; 0 after a fault."""
    seconds: float
    """How long it took for these answers."""

    @property
    def game(self) -> GameReport | None:
        """The report of the game; None if the adapter broke down before it."""
        return self.report.games[0] if self.report.games else None

    @property
    def deviations(self) -> int | None:
        """Number of deviations; None if the run did not get through, so that there may be more."""
        through = self.report.verdict not in {*BROKEN_OFF, Conformity.NOTHING}
        return len(self.game.deviations) if self.game is not None and through else None

    @property
    def speed(self) -> float | None:
        """Answers a second; None if there are none."""
        return self.messages / self.seconds if self.messages and self.seconds else None


@frozen
class FirstDifference:
    """A game after which two engines do not say the same."""

    params: Json
    moves: tuple[Action, ...]
    about: str
    one: str
    """What the first engine says."""
    other: str
    svg: str = ""
    """The position; "" if the rules do not permit the moves."""


@frozen
class Pairing:
    """Two engines, and the shortest game that was found on which they part."""

    one: str
    other: str
    parted: FirstDifference | None
    positions: int
    """Positions in which both were looked at."""


@frozen
class EnginesCompared:
    """Engines of one game, compared."""

    game: str
    title: str
    params: Json
    rulings: Mapping[str, str]
    effort: str
    seed: int
    version: str
    """The version of rulewright."""
    contested: tuple[Contested, ...]
    pairings: tuple[Pairing, ...]

    def exit_status(self) -> int:
        """Return the status of the worst engine: 3 for a fault, 1 for a deviation, else 0."""
        return max((each.report.exit_status() for each in self.contested), default=0)


def first_difference(one: Performance, other: Performance) -> FirstDifference | None:
    """Find the first position of a game about which two engines do not say the same."""
    first, second = answers(one), answers(other)
    for moves in sorted(first.keys() & second.keys(), key=len):
        found = difference(first[moves], second[moves])
        if found is not None:
            return FirstDifference(one.script.params, moves, *found)
    return None


def common_positions(one: Performance, other: Performance) -> int:
    """Count the positions of a game in which both engines were looked at."""
    return len(answers(one).keys() & answers(other).keys())


def answers(performance: Performance) -> dict[tuple[Action, ...], Seen]:
    """Join what an engine said of each position; the moves of the game were accepted."""
    found: dict[tuple[Action, ...], Seen] = {}
    for each in performance.observations:
        for ply, action in enumerate(each.moves):
            before = found.get(each.moves[:ply], Seen())
            found[each.moves[:ply]] = joined(before, Seen(accepted=(action,)))
        found[each.moves] = joined(found.get(each.moves, Seen()), each.seen)
    return found


def difference(one: Seen, other: Seen) -> tuple[str, str, str] | None:
    """Say what two engines say of one position if it differs: about what, and each of the two."""
    if one.legal is not None and other.legal is not None:
        first, second = set(one.legal), set(other.legal)
        if first != second:
            return "legal actions", alone(first - second), alone(second - first)
    for action in sorted({*one.accepted, *other.accepted}):
        if action in one.accepted and action in other.refused:
            return f"playing {action}", "accepted", "refused"
        if action in one.refused and action in other.accepted:
            return f"playing {action}", "refused", "accepted"
    if one.state is None or other.state is None:
        return None
    return of_states(one.state, other.state)


def alone(actions: set[Action]) -> str:
    """Say which actions one engine lists, and the other does not."""
    if not actions:
        return "lists nothing else"
    named = ", ".join(sorted(actions)[:FEW])
    more = f" and {len(actions) - FEW} more" if len(actions) > FEW else ""
    return f"alone lists {named}{more}"


def of_states(one: StateAnswer, other: StateAnswer) -> tuple[str, str, str] | None:
    """Say in which part two answers to `state` differ; a position that is left out does not."""
    for part in ("over", "turn", "winners", "scores", "position"):
        first, second = getattr(one, part), getattr(other, part)
        left_out = part == "position" and None in (first, second)
        if not left_out and not same_json(plain(first), plain(second)):
            return part, shown(first), shown(second)
    return None


def plain(value: object) -> object:
    """Return a value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
