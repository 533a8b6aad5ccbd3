"""Readings under which no game was played, and why: a verdict does not cover them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import cattrs
from attrs import asdict, frozen

from rulewright.checks.outcome import Outcome
from rulewright.checks.witness import OWN, SecondWitness
from rulewright.play import games

KEY = "readings_left_out"
"""The key of these readings in an outcome's data."""
FOREIGN = "its implementation does not play it"
APART = "does not play it with the defaults of the other questions"
ALONE = "there is no implementation"
SHORT = "no set of options that was drawn includes it"
STOPPED = "the check ended with its failure, before a game under it"


@frozen
class Unplayed:
    """A reading that was left out of a check."""

    question: str
    reading: str
    reason: str

    @property
    def sentence(self) -> str:
        """The reading and the reason."""
        return f"{self.question}={self.reading}: {self.reason}"


def unplayed(
    game: str,
    sets: Iterable[tuple[Mapping[str, Any], Mapping[str, str]]],
    witness: SecondWitness = OWN,
    *,
    stopped: bool = False,
) -> list[Unplayed]:
    """Return the readings of a game that occur in no option set.

    `stopped` says that a failure ended the check before all option sets were played.
    """
    specified = games.specified(game)
    default = specified.default_rulings
    met = {
        (question, rulings.get(question, default[question]))
        for _, rulings in sets
        for question in default
    }
    reasons = {SHORT: STOPPED} if stopped else {}

    def why(question: str, reading: str) -> str:
        reason = why_unplayed(game, question, reading, witness)
        return reasons.get(reason, reason)

    return [
        Unplayed(question, reading, why(question, reading))
        for question, readings in specified.readings.items()
        for reading in readings
        if (question, reading) not in met
    ]


def why_unplayed(game: str, question: str, reading: str, witness: SecondWitness = OWN) -> str:
    """Return why no game was played under a reading."""
    if witness.missing(game):
        return witness.missing(game) if witness.asked else ALONE
    if played(game, question, reading, witness):
        return SHORT
    return f"{witness.called} {APART}" if witness.asked else FOREIGN


def played(game: str, question: str, reading: str, witness: SecondWitness = OWN) -> bool:
    """Return whether the second witness supports a reading under any checked parameters."""
    specified = games.specified(game)
    rulings = specified.default_rulings | {question: reading}
    return any(witness.plays(game, dict(params), rulings) for params in specified.played)


def as_data(found: Iterable[Unplayed]) -> dict[str, object]:
    """Return the data for an outcome; empty if there are none."""
    written = [asdict(each) for each in found]
    return {KEY: written} if written else {}


def left_out(outcomes: Iterable[Outcome], game: str) -> tuple[Unplayed, ...]:
    """Return the readings that the checks of a game left out, without duplicates."""
    found: dict[Unplayed, None] = {}
    for outcome in outcomes:
        if outcome.game == game:
            written: Any = outcome.data.get(KEY, [])
            found |= dict.fromkeys(cattrs.structure(written, list[Unplayed]))
    return tuple(found)
