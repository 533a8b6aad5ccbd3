"""What a worker can be asked for, by name: JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rulewright.interface import Json
from rulewright.referee import (
    beside,
    described,
    exports,
    opponents,
    partings,
    positions,
    readings,
    refusals,
    shows,
    targets,
)
from rulewright.referee.lines import LineOfPlay, reached, specification


@cache
def foreign(words: tuple[str, ...], answer: float) -> beside.EngineBeside:
    """Return the foreign engine of this process."""
    return beside.EngineBeside.of(words, answer)


def listed(given: Json) -> Json:
    """List the games."""
    del given
    return described.games_of()


def described_game(given: Json) -> Json:
    """Describe a game."""
    return described.description_of(given["game"])


def position(given: Json) -> Json:
    """Describe a position."""
    return positions.position_of(reached(LineOfPlay.of(given)))


def targets_of(given: Json) -> Json:
    """Find where actions can be pointed at."""
    return targets.targets_of(reached(LineOfPlay.of(given["line"])), given["which"])


def played(given: Json) -> Json:
    """Play an action."""
    return positions.play(LineOfPlay.of(given["line"]), given["action"])


def explained(given: Json) -> Json:
    """Explain an action."""
    return refusals.explanation_of(reached(LineOfPlay.of(given["line"])), given["action"])


def read_otherwise(given: Json) -> Json:
    """Ask the other readings."""
    return readings.readings_of(reached(LineOfPlay.of(given)))


def separable(given: Json) -> Json:
    """Check what is to be searched before a search begins."""
    specification(given["game"], given["params"], given["rulings"])
    return partings.must_differ(given["game"], given["question"], given["readings"])


def parted(given: Json) -> Json:
    """Search for the shortest game on which two readings part."""
    return partings.parting(
        given["game"],
        given["params"],
        given["rulings"],
        given["question"],
        given["readings"],
        given["seconds"],
    )


def shown(given: Json) -> Json:
    """List games to step through."""
    return shows.shows_of(given["game"], given["kind"])


def answered(given: Json) -> Json:
    """Let an opponent move."""
    return opponents.move(LineOfPlay.of(given["line"]), given["player"], given["seed"])


def compared(given: Json) -> Json:
    """Compare a foreign engine."""
    return foreign(tuple(given["words"]), given["answer"]).compare(LineOfPlay.of(given["line"]))


def saved(given: Json) -> Json:
    """Write a vector."""
    return exports.vector_of(LineOfPlay.of(given["line"]), given["action"])


def loaded(given: Json) -> Json:
    """Read a document."""
    return exports.loaded(given["document"], given["game"], given["params"], given["rulings"])


def reported(given: Json) -> Json:
    """Write a report."""
    words = tuple(given["words"])
    engine = foreign(words, given["answer"]) if words else None
    return exports.report_of(LineOfPlay.of(given["line"]), given["action"], engine)


def drawn(given: Json) -> Json:
    """Draw a position as a file."""
    return exports.picture_of(LineOfPlay.of(given["line"]), given["action"], legal=given["legal"])


TASKS: Mapping[str, Callable[[Json], Any]] = {
    "games": listed,
    "game": described_game,
    "position": position,
    "targets": targets_of,
    "play": played,
    "explain": explained,
    "readings": read_otherwise,
    "separable": separable,
    "parting": parted,
    "shows": shown,
    "opponent": answered,
    "engine": compared,
    "vector": saved,
    "load": loaded,
    "report": reported,
    "svg": drawn,
}
"""The tasks by name."""
