"""Wrong answers about the rules: what each kind is called, and its sentence; exit status 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rulewright.conformance.adapter.faults import quoted
from rulewright.conformance.adapter.observation import (
    LISTED,
    MISSPELT,
    NOT_LISTED,
    TWICE,
    Discrepancy,
    Observation,
)
from rulewright.conformance.adapter.scripts import ASKING, OPTIONS_TURNED, STATE_FIRST, UNASKED
from rulewright.conformance.evidence.printable import apart, shown, whole
from rulewright.interface import Action, RulewrightError

REFUSED_BEFORE = "refused before"
REFUSED_EARLIER = "refused earlier"
EARLIER_ONES = "earlier ones"
KINDS: dict[str, tuple[str, str]] = {
    "extra, listed": ("illegal action listed", "'legal' lists {action}, which is illegal,"),
    "extra": ("illegal action accepted", "'play' accepts {action}, which is illegal,"),
    "missing, not listed": (
        "legal action missing",
        "'legal' does not list {action}, which is legal,",
    ),
    "missing": ("legal action refused", "'play' refuses {action}, which is legal,"),
    TWICE: ("action listed twice", "'legal' lists {action} more than once,"),
    MISSPELT: (
        "misspelt action accepted",
        "'play' accepts {action}, which is misspelt and so illegal,",
    ),
    "refusal": (
        "refusal changed the position",
        "after {action} was refused the engine reports {given}, before it {expected},",
    ),
    "over": ("end", "'over' is {given}, expected {expected},"),
    "turn": ("turn", "'turn' is {given}, expected {expected},"),
    "winners": ("winners", "'winners' are {given}, expected {expected},"),
    "scores": ("scores", "'scores' are {given}, expected {expected},"),
    "position": ("position", "'position' is {given}, expected {expected},"),
    # though every legal set that was compared is right
    "count": ("count", "'perft' counts {given}, expected {expected},"),
    "counting": (
        "counting changed the position",
        "after 'perft' it is {given}, before or without it {expected},",
    ),
    ASKING: (
        "asking changed the answer",
        "asked again, with nothing in between, the engine reports {given}, before it {expected},",
    ),
    STATE_FIRST: (
        "asking changed the answer",
        "asked for the state before the legal actions, {given} instead of {expected},",
    ),
    UNASKED: (
        "earlier list still in force",
        "where nothing is asked after the last move, 'play' accepts {action}, which is illegal,",
    ),
    "option": (
        "unknown option accepted",
        "'new' accepts {given}, which must be answered with {expected},",
    ),
    "going on": (
        "refused game goes on",
        "'legal' is answered though 'new' has refused {given}, expected {expected},",
    ),
    "mind": (
        "not deterministic",
        "the engine does not always answer the same: once {given}, else {expected},",
    ),
    "earlier": (
        "earlier game matters",
        "only with another game before it, {given} instead of {expected}",
    ),
    EARLIER_ONES: (
        "earlier game matters",
        "only after other games, {given} instead of {expected}",
    ),
    REFUSED_BEFORE: (
        "refusal changed the game",
        "only after illegal actions were refused on the way, {given} instead of {expected},",
    ),
    REFUSED_EARLIER: (
        "refusal changed a later game",
        "only after illegal actions were refused in a game before it, {given} instead of {expected},",
    ),
    "in full": (
        "options in full matter",
        "only if every option is given, {given} instead of {expected},",
    ),
    OPTIONS_TURNED: (
        "order of options matters",
        "only if options are sent in another order, {given} instead of {expected},",
    ),
    "defaults": (
        "other defaults",
        "only where options are left out, {given} instead of {expected},",
    ),
}
"""For each kind of discrepancy, what the deviation is called and its sentence."""
RULES = ("extra, listed", "extra", "missing, not listed", "missing", "over", "turn", "winners")
ABOUT_RULES = tuple(KINDS[each][0] for each in (*RULES, "scores", "position"))
"""What deviations are called that a reading or a clause can explain."""
OF_ONE_CLAUSE = tuple(KINDS[each][0] for each in RULES[:2])
"""What deviations are called that one clause alone can forbid, without an explanation."""
ABOUT_OPTIONS = (KINDS["option"][0], KINDS["going on"][0])
BY_ASKING = KINDS[ASKING][0]
ABOUT_NO_RULE = tuple(
    KINDS[each][0]
    for each in (
        "mind",
        "earlier",
        REFUSED_BEFORE,
        REFUSED_EARLIER,
        "in full",
        OPTIONS_TURNED,
        "defaults",
    )
)


class Deviation(RulewrightError):
    """An engine says something that the rules do not; `kind` names what it is about."""

    exit_status = 1

    def __init__(self, observation: Observation, difference: Discrepancy) -> None:
        """State the discrepancy, and the game that shows it."""
        self.kind, says = KINDS[key_of(difference)]
        expected, given = difference.expected, difference.given
        if difference.kind != "winners":  # those that differ would pass for all of them
            expected, given = apart(expected, given)
        said = says.format(
            action=repr(difference.action),
            expected=shown(expected),
            given=shown(given) + left_out(expected, given),
        )
        before = whole(difference.expected), whole(difference.given)
        part = (whole(expected), whole(given)) != before
        super().__init__(
            f"{said}{' where they differ,' if part else ''} {after(observation.moves)}"
        )


def left_out(expected: object, given: object) -> str:
    """Name what is missing in an answer that has nothing else wrong."""
    if given != {} or not isinstance(expected, Mapping):
        return ""
    return f" (it leaves out {', '.join(map(str, expected))})"


def key_of(difference: Discrepancy) -> str:
    """Return the key of a discrepancy in `KINDS`."""
    how = {LISTED: ", listed", NOT_LISTED: ", not listed"}
    if difference.kind in {"extra", "missing"}:
        return difference.kind + how.get(str(difference.given), "")
    return difference.kind


def after(moves: Sequence[Action]) -> str:
    """Say after which moves."""
    if not moves:
        return "at the start"
    count = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
    return f"after {count} ({' '.join(moves)})"


@frozen
class Detection:
    """A deviation as it was detected: where, and by which test."""

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
        return f"{quoted(self.source)}: {Deviation(self.observation, self.difference)}"
