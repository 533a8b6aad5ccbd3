"""Wrong answers about the rules: one class for each kind, exit status 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import frozen

from rulewright.conformance.adapter.faults import quoted
from rulewright.conformance.adapter.observation import (
    LISTED,
    MISSPELT,
    NOT_LISTED,
    Discrepancy,
    Observation,
)
from rulewright.conformance.evidence.printable import apart, shown, whole
from rulewright.interface import Action, RulewrightError


class Deviation(RulewrightError):
    """An engine says something that the rules do not; `kind` names what it is about."""

    exit_status = 1
    kind: ClassVar[str] = "deviation"
    says: ClassVar[str] = "expected {expected}, given {given}"

    def __init__(self, observation: Observation, difference: Discrepancy) -> None:
        """Keep the game and what is different at its end."""
        self.observation = observation
        self.difference = difference
        expected, given = apart(difference.expected, difference.given)
        said = self.says.format(
            action=repr(difference.action), expected=shown(expected), given=shown(given)
        )
        before = whole(difference.expected), whole(difference.given)
        part = (whole(expected), whole(given)) != before
        super().__init__(
            f"{said}{' where they differ,' if part else ''} {after(observation.moves)}"
        )


def after(moves: Sequence[Action]) -> str:
    """Say after which moves."""
    if not moves:
        return "at the start"
    count = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
    return f"after {count} ({' '.join(moves)})"


class IllegalListed(Deviation):
    """An illegal action among the legal ones."""

    kind = "illegal action listed"
    says = "'legal' lists {action}, which is illegal,"


class IllegalAccepted(Deviation):
    """An illegal action was played."""

    kind = "illegal action accepted"
    says = "'play' accepts {action}, which is illegal,"


class MisspeltAccepted(IllegalAccepted):
    """A text that is no action was played."""

    kind = "misspelt action accepted"
    says = "'play' accepts {action}, which is misspelt and so illegal,"


class LegalMissing(Deviation):
    """A legal action is not among those listed."""

    kind = "legal action missing"
    says = "'legal' does not list {action}, which is legal,"


class LegalRefused(Deviation):
    """A legal action was refused."""

    kind = "legal action refused"
    says = "'play' refuses {action}, which is legal,"


class RefusalChangedPosition(Deviation):
    """After an action was refused the engine tells another position or other actions than before."""

    kind = "refusal changed the position"
    says = "after {action} was refused the engine tells {given}, before it {expected},"


class WrongEnd(Deviation):
    """The game is over, or is not, against the rules."""

    kind = "end"
    says = "'over' is {given}, expected {expected},"


class WrongTurn(Deviation):
    """Another player is to move."""

    kind = "turn"
    says = "'turn' is {given}, expected {expected},"


class WrongWinners(Deviation):
    """Other players have won."""

    kind = "winners"
    says = "'winners' are {given}, expected {expected},"


class WrongScores(Deviation):
    """Other scores."""

    kind = "scores"
    says = "'scores' are {given}, expected {expected},"


class WrongPosition(Deviation):
    """Another position."""

    kind = "position"
    says = "'position' is {given}, expected {expected},"


class WrongCount(Deviation):
    """Another number of action sequences, though every legal set that was compared is right."""

    kind = "count"
    says = "'perft' counts {given}, expected {expected},"


class CountingChangedPosition(Deviation):
    """After `perft` the game is not what it was before."""

    kind = "counting changed the position"
    says = "after 'perft' it is {given}, before or without it {expected},"


class ChangesItsMind(Deviation):
    """The same question after the same moves has two answers."""

    kind = "not deterministic"
    says = "the engine does not always answer the same: once {given}, else {expected},"


class EarlierGameMatters(Deviation):
    """What was played before `new` makes a difference."""

    kind = "earlier game matters"
    says = "only with another game before it, {given} instead of {expected}"


class UnknownOptionAccepted(Deviation):
    """A game is begun that there is not: what was asked for is ignored."""

    kind = "unknown option accepted"
    says = "'new' accepts {given}, which must be answered with {expected},"


class RefusedGameGoesOn(Deviation):
    """After `new` was refused an earlier game is still in progress."""

    kind = "refused game goes on"
    says = "'legal' is answered though 'new' has refused {given}, expected {expected},"


class OptionsInFullMatter(Deviation):
    """Telling an option that has its default anyway makes a difference."""

    kind = "options in full matter"
    says = "only if every option is told, {given} instead of {expected},"


BY_DIFFERENCE: dict[str, type[Deviation]] = {
    MISSPELT: MisspeltAccepted,
    "refusal": RefusalChangedPosition,
    "over": WrongEnd,
    "turn": WrongTurn,
    "winners": WrongWinners,
    "scores": WrongScores,
    "position": WrongPosition,
    "count": WrongCount,
    "counting": CountingChangedPosition,
    "option": UnknownOptionAccepted,
    "going on": RefusedGameGoesOn,
    "mind": ChangesItsMind,
    "earlier": EarlierGameMatters,
    "in full": OptionsInFullMatter,
}


def deviation_of(observation: Observation, difference: Discrepancy) -> Deviation:
    """Give a difference its class."""
    kind = difference.kind
    if kind == "extra":
        listed = difference.given == LISTED
        return (IllegalListed if listed else IllegalAccepted)(observation, difference)
    if kind == "missing":
        listed = difference.given == NOT_LISTED
        return (LegalMissing if listed else LegalRefused)(observation, difference)
    return BY_DIFFERENCE[kind](observation, difference)


@frozen
class Detection:
    """A deviation as it was met: where, and by which test."""

    observation: Observation
    difference: Discrepancy
    source: str
    """The stage and the case."""
    clauses: tuple[str, ...] = ()
    """The clauses that the test is about, where it says so."""

    @property
    def length(self) -> int:
        """Number of moves."""
        return len(self.observation.moves)

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{quoted(self.source)}: {deviation_of(self.observation, self.difference)}"
