"""Games that decide which reading is followed, since no bug that shows elsewhere touches them."""

from __future__ import annotations

from rulewright.conformance.verdict.doubts import ENOUGH, FEW, Doubts, Events, Weighed
from rulewright.conformance.verdict.simplest import without_bugs


def is_decided_alone(doubts: Doubts, weighed: Weighed) -> bool:
    """Return whether games that no bug touches speak against another reading, and none for it.

    In several the one that is followed has everything right, where the other is wrong in a way
    in which nothing is unexplained anywhere; in none is it the reverse.
    """
    alone = weighed.entire.times.items()
    several = any(times > FEW and not doubts.unexplained[sign] for sign, times in alone)
    return several and not weighed.entire_against.times


def is_decided_with_others(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether many games decide which have parameters with which everything is explained.

    Bugs that show with other parameters only, of three players say, are not why these are so.
    """
    raw, other = without_bugs(doubts.weigher), doubts.hypothesis.but(**{question: weighed.reading})
    touched = {each.key[0] for each in doubts.observations if raw.wrong(doubts.hypothesis, each)}
    games, where = Events(), set()
    for each in doubts.observations:
        wrong = frozenset() if each.key[0] in touched else raw.wrong(other, each)
        if wrong:
            games.add(each, wrong)
            where.add(each.key[0])
    return len(where) > 1 and max(games.times.values(), default=0) >= ENOUGH
