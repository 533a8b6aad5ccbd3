"""Games that decide which reading is followed, since no bug that shows elsewhere touches them."""

from __future__ import annotations

from collections import Counter

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.doubts import (
    ENOUGH,
    FEW,
    LOOKED_AT,
    NOTED,
    RATHER,
    Doubts,
    Events,
    Weighed,
)
from rulewright.conformance.verdict.endings import ABOUT_THE_END
from rulewright.conformance.verdict.ends import ends_decide
from rulewright.conformance.verdict.results import SCORES
from rulewright.conformance.verdict.sides import sides
from rulewright.conformance.verdict.simplest import without_bugs
from rulewright.conformance.verdict.weighing import IMPOSSIBLE, Weigher, spread
from rulewright.interface import Action
from rulewright.play.misspelt import form

AS_OFTEN = 1.25
"""How many times as much may be missing as other actions are, and still not be more often so."""
MUCH = 1 / 2
"""Share of all observations: where more are not explained, few games say nothing of a reading."""
SOME = 1 / 5
"""The same for games that are hardly any."""
MANY = 8
"""Games in which what only another reading permits must be missing."""
Side = tuple[str, int]
"""A part of a position, and 1 if an engine has more there than is right, -1 if less."""
Game = tuple[str, tuple[Action, ...]]
"""Parameters, and moves."""


def is_thin(doubts: Doubts, weighed: Weighed) -> bool:
    """Return whether few games speak against another reading, where actions are missing in many.

    A bug that leaves out actions may leave out in these few just what the other reading permits.
    """
    games = max(weighed.events.times.values(), default=0)
    if not doubts.unexplained[LEGAL, False] or games >= ENOUGH:
        return False
    hypothesis, wrong = doubts.hypothesis, doubts.weigher.wrong
    missing = sum(bool(unlisted(wrong(hypothesis, each), each)) for each in doubts.observations)
    return missing > (MUCH if games > FEW else SOME) * len(doubts.observations)


def is_thin_where_it_shows(doubts: Doubts, weighed: Weighed) -> bool:
    """Return whether few games speak against another reading, and are unlike others of their length.

    All is right in them, and most is not in others after as many moves: a bug in how a game is set up
    may be just like the reading where few pieces lie.
    """
    plies = {len(moves) for _, _, moves in weighed.events.met}
    games = max(weighed.events.times.values(), default=0)
    if not doubts.unexplained[LEGAL, False] or not FEW < games < ENOUGH:
        return False
    if weighed.entire.times != weighed.events.times:
        return False
    every = [each for each in doubts.observations if min(plies) <= len(each.moves) <= max(plies)]
    wrong = sum(bool(doubts.weigher.wrong(doubts.hypothesis, each)) for each in every)
    return wrong > MUCH * len(every)


def explains_a_bug_about_the_end(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether another reading has everything right wherever a bug about the end shows.

    Such a bug is what the reading does: the engine may follow it in some games only.
    """
    raw = without_bugs(doubts.weigher)
    other = doubts.hypothesis.but(**{question: weighed.reading})
    for bug in doubts.patterns:
        shown = [each for each in doubts.observations if bug.due_in(each)]
        few = spread(shown, LOOKED_AT) if bug.name in ABOUT_THE_END else ()
        if len(few) > FEW and not any(raw.wrong(other, each) for each in few):
            return True
    return False


def is_decided_alone(doubts: Doubts, weighed: Weighed) -> bool:
    """Return whether games that no bug touches speak against another reading, and none for it.

    In several the one that is followed has everything right, where the other is wrong in a way
    in which nothing is unexplained anywhere; in none is it the reverse.
    """
    alone = weighed.entire.times.items()
    several = any(times > FEW and not doubts.unexplained[sign] for sign, times in alone)
    return several and not weighed.entire_against.times


def is_of_a_kind_never_listed(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether a departure forbids actions of a kind of which none is listed at all.

    It permits others of this kind, and these are missing as well: the engine may not know the kind.
    """
    if weighed.reading != doubts.weigher.in_force.readings[question]:
        return False
    raw, own = without_bugs(doubts.weigher), doubts.hypothesis
    other = own.but(**{question: weighed.reading})
    kinds, missing = set[str](), Counter[str]()
    for each in doubts.observations:
        mine, theirs = (unlisted(raw.wrong(one, each), each) for one in (own, other))
        kinds.update(map(form, theirs - mine))
        missing.update(map(form, mine))
    if min((missing[kind] for kind in kinds), default=0) <= FEW:
        return False
    taken = ((*(each.seen.legal or ()), *each.seen.accepted) for each in doubts.observations)
    return not any(form(action) in kinds for several in taken for action in several)


def unlisted(items: frozenset[Item], observation: Observation) -> frozenset[Action]:
    """Return the actions among some items that are missing."""
    taken = {*(observation.seen.legal or ()), *observation.seen.accepted}
    return frozenset(item for part, item in items if part == LEGAL and item not in taken)


def is_unclear(question: str, other: Weighed, doubts: Doubts) -> bool:
    """Return whether too much speaks for another reading, though no bug hides it."""
    return not (
        (other.is_refuted and not is_listed_beside_what_is_missing(doubts, other))
        or is_decided_alone(doubts, other)
        or is_decided_with_others(doubts, question, other)
        or is_decided_by_side(doubts, question, other)
        or is_decided_by_share(doubts, question, other)
    )


def is_listed_beside_what_is_missing(doubts: Doubts, weighed: Weighed) -> bool:
    """Return whether only missing actions speak against another reading, and listed ones for it.

    In a position in which it has everything right an action is listed that it alone permits. Elsewhere
    such actions are missing, but so are others: a bug that leaves out actions may be why.
    """
    listed, missing = (LEGAL, True), (LEGAL, False)
    games = weighed.events.times
    return (
        {*games} == {missing}
        and weighed.entire_against.times[listed] > 0
        and games[missing] <= RATHER * doubts.unexplained[missing]
    )


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


def is_decided_by_side(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether positions are wrong on one side only, beside another reading on both.

    A bug that takes too little is not why too much is taken: in games in which the reading that is
    followed has everything right, and the other does not.
    """
    mine, theirs, alone = counted_sides(doubts, question, weighed)
    return any(
        times > FEW and not mine[part, side] and min(mine[part, -side], theirs[part, -side]) > FEW
        for (part, side), times in alone.items()
    )


def is_decided_by_ends(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether the engine ends games where the reading that is followed does, and not the other.

    A bug beside the other may go on for ever, or end a game anywhere: not just there.
    """
    raw, other = without_bugs(doubts.weigher), doubts.hypothesis.but(**{question: weighed.reading})
    return ends_decide(raw, doubts.hypothesis, other, doubts.observations)


def is_decided_by_share(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether what only another reading forbids is missing no more often than what neither does.

    A bug that leaves out actions leaves out some of these, too, as if it were that reading. Only the
    reading in force is decided so: beside a departure a bug may permit nearly all that it does.
    """
    own = doubts.hypothesis
    if own.readings[question] != doubts.weigher.in_force.readings[question]:
        return False
    if weighed.clean.times[LEGAL, True] < ENOUGH:
        return False
    raw, other = without_bugs(doubts.weigher), own.but(**{question: weighed.reading})
    missing, expected = 0, 0.0
    for each in doubts.observations:
        mine, theirs = (raw.wrong(one, each) for one in (own, other))
        if {part for part, _ in mine ^ theirs} != {LEGAL} or each.seen.legal is None:
            continue
        forbidden, both = listed_and_missing(each, mine, theirs)
        missing += forbidden[False]
        expected += forbidden.total() * both[False] / max(both.total(), 1)
    return missing <= AS_OFTEN * expected


def is_decided_by_what_is_never_listed(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether nothing is listed that only another reading permits, though most other actions are.

    A bug that leaves out actions would not leave out all of these, in many games. No departure is told
    from the reading in force so: beside that a bug may forbid just what a departure does.
    """
    own, in_force = doubts.hypothesis, doubts.weigher.in_force.readings[question]
    if weighed.supported or weighed.reading == in_force:
        return False
    raw, other = without_bugs(doubts.weigher), own.but(**{question: weighed.reading})
    games, expected = Events(), 0.0
    for each in doubts.observations:
        mine, theirs = (raw.wrong(one, each) for one in (own, other))
        if {part for part, _ in mine ^ theirs} != {LEGAL} or not each.seen.legal:
            continue
        permitted, both = listed_and_missing(each, theirs, mine)
        if permitted[True]:
            return False
        games.add(each, theirs - mine if permitted[False] else frozenset())
        expected += permitted[False] * both[True] / max(both.total(), 1)
    return expected >= ENOUGH and games.times[LEGAL, False] >= MANY


def listed_and_missing(
    observation: Observation, mine: frozenset[Item], theirs: frozenset[Item]
) -> tuple[Counter[bool], Counter[bool]]:
    """Count what is listed, and what is missing, of legal actions: by one reading alone, and by both.

    Of these two readings, `mine` and `theirs` are what they have wrong.
    """
    listed = {(LEGAL, action) for action in observation.seen.legal or ()}
    alone = Counter({True: len((theirs - mine) & listed), False: len(mine - theirs - listed)})
    both = Counter({True: len(listed - mine - theirs), False: len((mine & theirs) - listed)})
    return alone, both


def is_on_the_side_of_a_bug(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether a departure shows only as what nothing explains does, in positions or scores.

    A bug that takes too little agrees with a reading by which less is taken, in as many games as are
    asked about it: how many they are says nothing.
    """
    if doubts.hypothesis.readings[question] == doubts.weigher.in_force.readings[question]:
        return False
    entire = weighed.entire.times
    mine, _, alone = counted_sides(doubts, question, weighed)
    if not alone:  # it may report no positions
        parts = {part for part, _ in entire}
        return SCORES in parts and all(doubts.unexplained[sign] for sign in entire)
    if any(times > FEW and not part.startswith(NOTED) for (part, _), times in entire.items()):
        return False
    return all(mine[side] for side in alone)


def is_undone_in_controls(doubts: Doubts, question: str, weighed: Weighed) -> bool:
    """Return whether an engine does hardly anywhere what both readings have it do: a bug may be why.

    Then it does not do it where they part, either, whichever of them it follows. It is done where a part
    of the answer is as it must be; one that is wrong in most games of any kind says nothing.
    """
    own = doubts.hypothesis
    known = doubts.controls.get((question, own.readings[question], weighed.reading), {})
    raw, done, undone = without_bugs(doubts.weigher), 0, 0
    silent = wrong_in_most(doubts) if known else set()
    for each in doubts.observations if known else ():
        parts = (known.get(each.key, frozenset()) & reported(each)) - silent
        wrong = {part for part, _ in raw.wrong(own, each)} if parts else set()
        if parts and wrong.isdisjoint(IMPOSSIBLE):
            undone += parts <= wrong
            done += not parts <= wrong
    return undone > max(done, FEW)


def wrong_in_most(doubts: Doubts) -> set[str]:
    """Return the parts of a position that are wrong in most of those that are reported."""
    raw = without_bugs(doubts.weigher)
    told, wrong = Counter[str](), Counter[str]()
    for each in doubts.observations:
        told.update(reported(each))
        wrong.update({part for part, _ in raw.wrong(doubts.hypothesis, each)})
    return {part for part, times in told.items() if wrong[part] > times * MUCH}


def reported(observation: Observation) -> set[str]:
    """Return the parts of a position, and the scores, that an engine reports."""
    answer = observation.seen.state
    if answer is None:
        return set()
    return {SCORES, *(f"{NOTED}{name}" for name in answer.position or ())}


def counted_sides(
    doubts: Doubts, question: str, weighed: Weighed
) -> tuple[Counter[Side], Counter[Side], Counter[Side]]:
    """Count games in which positions are wrong, by the side on which they are.

    Beside the reading that is followed, beside another one, and beside this in games in which the first
    has everything right.
    """
    weigher, own = doubts.weigher, doubts.hypothesis
    other = own.but(**{question: weighed.reading})
    mine, theirs, alone = Counter[Side](), Counter[Side](), Counter[Side]()
    met: tuple[set[Game], set[Game]] = set(), set()
    for each in doubts.observations:
        left = weigher.wrong(own, each)
        found = [first_sides(weigher, one, each, met[at]) for at, one in enumerate((own, other))]
        mine.update(found[0])
        theirs.update(found[1])
        alone.update(() if left else found[1])
    return mine, theirs, alone


def first_sides(
    weigher: Weigher, hypothesis: Hypothesis, observation: Observation, met: set[Game]
) -> set[Side]:
    """Return on which sides parts of a position are wrong; nothing if some were before in the game.

    What follows from a wrong position may be wrong on any side.
    """
    params, moves = observation.key
    wrong = {part for part, _ in weigher.wrong(hypothesis, observation) if part.startswith(NOTED)}
    if not wrong or any((params, moves[:plies]) in met for plies in range(len(moves))):
        return set()
    met.add((params, moves))
    reference = weigher.laboratory.asked(hypothesis, observation)
    differences = () if reference is None else reference.discrepancies(observation)
    return {
        (each.part, side)
        for each in differences
        if each.part in wrong
        for side in sides(each.expected, each.given)
    }
