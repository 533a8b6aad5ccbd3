"""Questions about which more games are played, since bugs or few games leave them open."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulewright.conformance.verdict.doubts import ENOUGH, FEW, Doubts, Weighed
from rulewright.conformance.verdict.endings import ABOUT_THE_END
from rulewright.conformance.verdict.questions import Asking
from rulewright.conformance.verdict.results import OVER
from rulewright.conformance.verdict.simplest import without_bugs
from rulewright.play import games


def doubted(asking: Asking) -> Iterator[tuple[str, Weighed]]:
    """Yield the questions that unexplained answers leave open, each with another reading.

    Not those that a bug hides: a bug that is like a reading is so in any number of games.
    """
    if asking.identified.fits:
        yield from seldom_shown(asking)
    yield from beside_a_bug_about_the_end(asking)
    if asking.identified.fits:
        return
    doubts = Doubts(asking.weigher, asking.hypothesis, (), asking.observations)
    for question, readings in games.specified(asking.run.setup.game).readings.items():
        if asking.is_not_obeyed(question):
            continue
        for reading in readings:
            is_excluded = (question, reading) in asking.weigher.excluded
            if is_excluded or reading == asking.hypothesis.readings[question]:
                continue
            found = asking.observed(question, reading)
            unclear = found.supported and not found.is_refuted
            # The few games that are asked about what nothing observed tells apart would be too few.
            if not found.is_apart or unclear or doubts.is_doubtful(question, found):
                yield question, found


def departures(asking: Asking) -> Iterator[tuple[str, Weighed]]:
    """Yield the questions whose reading in force is not followed, each with that, beside other bugs."""
    for question, reading in asking.weigher.in_force.rulings:
        if not asking.identified.fits and asking.hypothesis.readings[question] != reading:
            yield question, asking.observed(question, reading)


def beside_a_bug_about_the_end(asking: Asking) -> Iterator[tuple[str, Weighed]]:
    """Yield the questions that few games decide but for what a bug about the end explains away.

    More of them may show which ends the engine notices: just those that one of two readings has.
    """
    if all(each.name not in ABOUT_THE_END for each in asking.patterns):
        return
    raw = evolve(asking, weigher=without_bugs(asking.weigher), patterns=())
    for question, readings in games.specified(asking.run.setup.game).readings.items():
        for reading in readings if not asking.is_not_obeyed(question) else ():
            is_excluded = (question, reading) in asking.weigher.excluded
            if is_excluded or reading == asking.hypothesis.readings[question]:
                continue
            found = raw.observed(question, reading)
            if not found.is_apart or max(found.entire.times.values(), default=0) >= ENOUGH:
                continue
            # What else is unexplained has questions of its own, in which nothing ends.
            if asking.identified.fits or ends_apart(raw, question, reading):
                yield question, found


def ends_apart(asking: Asking, question: str, reading: str) -> bool:
    """Return whether only one of two readings has a game over where the engine says so, or does not."""
    own, other = asking.hypothesis, asking.hypothesis.but(**{question: reading})
    wrong = asking.weigher.wrong
    return any((OVER, "") in wrong(own, each) ^ wrong(other, each) for each in asking.observations)


def seldom_shown(asking: Asking) -> Iterator[tuple[str, Weighed]]:
    """Yield the questions whose reading in force few games refute, each with that reading.

    A bug may answer these few as another reading would: an end that is seen late, say.
    """
    for question, reading in asking.weigher.in_force.rulings:
        own = asking.hypothesis.readings[question]
        is_excluded = (question, reading) in asking.weigher.excluded
        if own == reading or is_excluded or asking.is_not_obeyed(question):
            continue
        found = asking.observed(question, reading)
        if 0 < max(found.events.times.values(), default=0) <= FEW:
            yield question, found
