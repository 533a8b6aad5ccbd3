"""When a reading that seems to be followed may be a bug instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import BREAKING, Item
from rulewright.conformance.verdict.moved_last import OWN_LAST, forbids_what_others_moved
from rulewright.conformance.verdict.one_only import legal_in_one_only
from rulewright.conformance.verdict.residue import Pattern
from rulewright.conformance.verdict.results import SCORES
from rulewright.conformance.verdict.simplest import (
    ExplainedBesideBugs,
    beside_bugs,
    left_over,
    without_bugs,
)
from rulewright.conformance.verdict.weighing import Weigher, told_apart
from rulewright.interface import Action

FEW = 3
"""Answers that are too few to be sure, where something else is unexplained."""
CLEARLY = 10
"""How many times as much has to speak for a reading as against it."""
ENOUGH = 20
"""Positions, or games, that are enough if nothing speaks against a reading: no bug is so like one."""
RATHER = 3
"""A reading must show in so many times the games in which answers of its kind are not explained."""
POSITION = "position"
"""How the names of the parts of a position begin."""
NOTED = f"{POSITION}."
LOOKED_AT = 12
"""Positions in which it is tried whether what the engine does not note is why it answers so."""
Controlled = Mapping[tuple[str, str, str], Mapping[tuple[str, tuple[Action, ...]], frozenset[str]]]
"""For a question, the reading that is followed and another one, as `Evidence.controls` has them."""
Sign = tuple[str, bool]
"""A part of an answer; of an action, whether it is listed or accepted, too."""


def signs(observation: Observation, items: frozenset[Item]) -> Counter[Sign]:
    """Return of which kinds the answers are that are otherwise, each once.

    What is listed in another position follows from that: it is no sign of its own.
    """
    seen = observation.seen
    taken = {*(seen.legal or ()), *seen.accepted}
    every = Counter({(part, action in taken): 1 for part, action in items})
    placed = Counter({sign: 1 for sign in every if sign[0].startswith(POSITION)})
    return placed or every


def unlike(
    observation: Observation, items: frozenset[Item], others: frozenset[Item]
) -> frozenset[Item]:
    """Return the items that are of another kind than all of some others."""
    taken = {*(observation.seen.legal or ()), *observation.seen.accepted}
    kinds = {(part, action in taken) for part, action in others}
    return frozenset(each for each in items if (each[0], each[1] in taken) not in kinds)


@define
class Events:
    """Games in which each kind of answer is otherwise: once each, however long it stays so.

    A capture too many is in the scores of all positions that follow.
    """

    times: Counter[Sign] = field(factory=Counter, init=False)
    met: set[tuple[Sign, str, tuple[str, ...]]] = field(factory=set, init=False)

    def add(self, observation: Observation, items: frozenset[Item]) -> None:
        """Count an observation with its items; those of shorter games come first."""
        params, moves = observation.key
        for sign in signs(observation, items):
            before = ((sign, params, moves[:plies]) for plies in range(len(moves)))
            if not any(each in self.met for each in before):
                self.times[sign] += 1
            self.met.add((sign, params, moves))


Answer: TypeAlias = tuple[object, Item]
"""What was played, and what was answered."""


@frozen
class Weighed:
    """A reading beside the one that an engine seems to follow: what of the two alone decides."""

    reading: str
    refuted: int = 0
    """Answers that this reading has wrong, and the other right."""
    supported: int = 0
    """Answers that this reading has right, and the other wrong."""
    first: Observation | None = None
    """The shortest game with an answer that this reading has wrong."""
    first_against: Observation | None = None
    """The shortest game with an answer that the other has wrong."""
    shows: Counter[Sign] = field(factory=Counter)
    """For each kind of answer that this reading has wrong, the positions in which it has."""
    events: Events = field(factory=Events)
    """The same, each game once."""
    clean: Events = field(factory=Events)
    """Those of them in which the other has no answer of the kind wrong."""
    against: Events = field(factory=Events)
    """Games with an answer that the other has wrong, and this one right."""
    entire: Events = field(factory=Events)
    """Games with an answer that this reading has wrong, and in which the other has everything right."""
    entire_against: Events = field(factory=Events)
    """The reverse of these."""
    for_own: set[Answer] = field(factory=set)
    """The answers that this reading has wrong, and the other right."""
    against_own: set[Answer] = field(factory=set)
    """The reverse of these."""
    own_alone: int = 0
    """Positions in which this reading has everything right, and the other has several actions wrong."""

    @property
    def is_apart(self) -> bool:
        """Whether the two differ in anything that was observed."""
        return self.refuted + self.supported > 0

    @property
    def is_refuted(self) -> bool:
        """Whether much more speaks against it than for it: answers, or else games.

        A bug that takes too much, or too little, agrees with a wrong reading here and there; hardly ever
        does that then explain all that is said in a position. Beside a bug that leaves out actions none
        has everything right: games in which one is listed that only this reading permits are contrary.
        """
        games = max(self.entire.times.values(), default=0)
        contrary = max(self.entire_against.times.values(), default=0)
        listed = self.against.times[LEGAL, True]
        in_games = games >= ENOUGH and games > max(CLEARLY * contrary, RATHER * listed)
        return in_games or self.refuted > CLEARLY * self.supported

    def is_often_refuted(self, sign: Sign) -> bool:
        """Whether it is wrong in so many games that no bug is so like the other reading.

        A bug that takes too much, or too little, is right by accident only where it is wrong, too.
        """
        return self.is_in_many(sign) and self.clean.times[sign] > FEW

    def is_in_many(self, sign: Sign) -> bool:
        """Return whether it is wrong in many games, and right where the other is wrong in few."""
        times = self.events.times[sign]
        contrary = max(self.against.times.values(), default=0)
        return times >= ENOUGH and times > CLEARLY * contrary


@frozen
class Doubts:
    """What speaks against taking answers for a reading, though they are as it has them."""

    weigher: Weigher
    hypothesis: Hypothesis
    patterns: tuple[Pattern, ...]
    observations: tuple[Observation, ...]
    controls: Controlled = field(factory=dict)
    """Control games that were played about departures."""
    unexplained: Counter[Sign] = field(init=False)
    """For each kind of answer, the games in which one is left that nothing explains."""

    mine: ExplainedBesideBugs | None = field(init=False)
    """What the hypothesis and the bugs explain; None if there are no bugs."""

    @mine.default
    def _mine(self) -> ExplainedBesideBugs | None:
        if not self.patterns:
            return None
        return beside_bugs(self.weigher, self.hypothesis, self.observations)

    @unexplained.default
    def _unexplained(self) -> Counter[Sign]:
        found = Events()
        for each in self.observations:
            found.add(each, self.weigher.wrong(self.hypothesis, each))
        return found.times

    def is_a_bug_of_its_clause(self, question: str, others: Sequence[Weighed]) -> bool:
        """Return whether a departure is wrong just where all other readings are right.

        The engine has the very clause wrong then, and a bug beside any reading may be so like the
        departure. A bug elsewhere would not spare what both readings permit, but by accident. What a
        departure does to positions and scores no bug about actions does.
        """
        own = self.hypothesis.readings[question]
        departs = own != self.weigher.in_force.readings[question]
        enough = max(min(self.unexplained.total() / FEW, FEW), 1)
        return departs and all(
            each.own_alone >= enough and not self.shows_in_positions(each) for each in others
        )

    def shows_in_positions(self, weighed: Weighed) -> bool:
        """Return whether another reading has positions or scores wrong that are right by this one.

        In games in which this one has everything right.
        """
        return any(
            times > FEW
            and (sign[0] == SCORES or sign[0].startswith(POSITION))
            and not self.unexplained[sign]
            for sign, times in weighed.entire.times.items()
        )

    def is_right_instead(self, question: str, weighed: Weighed) -> bool:
        """Return whether a departure leaves over just what another reading has right in its positions.

        The other may forbid the games that lead there, so that nothing speaks for it; it is asked about
        the positions. A bug elsewhere would not spare what both readings permit.
        """
        other = self.hypothesis.but(**{question: weighed.reading})
        if self.hypothesis.readings[question] == self.weigher.in_force.readings[question]:
            return False
        every = (
            (each, actions_in(self.weigher.wrong(self.hypothesis, each), each, self.patterns))
            for each in self.observations
        )
        some = [*islice(((each, left) for each, left in every if left), LOOKED_AT)]
        laboratory = self.weigher.laboratory
        tried = [
            left <= legal_in_one_only(laboratory, (self.hypothesis, other), each)
            for each, left in some
        ]
        # One that shows in few positions is not told from a bug that is so like it but for one of them.
        # Nor is one from such a bug if many actions are left over, and that not by one accident.
        shows_in_few = max(weighed.shows.values(), default=0) < ENOUGH
        leaves_many = len(tried) > 1 and sum(len(left) for _, left in some) >= ENOUGH
        enough = 1 if shows_in_few else 2 if leaves_many else FEW
        return len(tried) >= enough and all(tried)

    def is_forgotten(self, question: str) -> bool:
        """Return whether the reading in force lists what a departure does in the engine's own positions.

        What it never notes in its positions it cannot go by: that is one bug, and no other reading.
        """
        in_force = self.weigher.in_force.readings[question]
        other = self.hypothesis.but(**{question: in_force})
        aside = sorted(each for each in self.weigher.laboratory.aside if each.startswith(NOTED))
        if other == self.hypothesis or not aside:
            return False
        parting = [each for each in self.observations if self.parts(each, other)][:LOOKED_AT]
        # One may be forgotten and another only left out of the answers: no position lacks both.
        ways = dict.fromkeys((tuple(aside), *((each,) for each in aside)))
        return bool(parting) and any(
            all(self.would_answer(each, other, way) for each in parting) for way in ways
        )

    def is_turned_round(self, question: str) -> bool:
        """Return whether what the reading in force has of another player holds of the mover instead.

        It forbids what the other player moved last, say, and the engine what the same player did.
        """
        if all(each.name != OWN_LAST for each in self.patterns):
            return False
        in_force = self.weigher.in_force.readings[question]
        pair = self.hypothesis, self.hypothesis.but(**{question: in_force})
        return forbids_what_others_moved(self.weigher.laboratory, pair, self.observations)

    def parts(self, observation: Observation, other: Hypothesis) -> bool:
        """Return whether the legal actions are as the hypothesis has them, and not as another has."""
        left = self.weigher.wrong(self.hypothesis, observation)
        about = {part for part, _ in self.weigher.wrong(other, observation) - left}
        return LEGAL in about and observation.seen.state is not None

    def would_answer(
        self, observation: Observation, other: Hypothesis, aside: Sequence[str]
    ) -> bool:
        """Return whether a hypothesis lists what the engine does, with its parts of the position.

        What it leaves out of its answers it may note all the same.
        """
        reference = self.weigher.laboratory.asked(other, observation)
        answer = observation.seen.state
        given = None if answer is None else answer.position
        names = {each.removeprefix(NOTED) for each in aside} & {*(given or ())}
        if reference is None or given is None or not names:
            return False
        try:
            position = reference.engine.to_json(reference.state(observation.moves))
            changed = {**position, **{name: given[name] for name in names & position.keys()}}
            legal = reference.engine.legal_actions(reference.engine.from_json(changed))
        except BREAKING:
            return False
        return sorted(legal) == sorted(observation.seen.legal or ())

    def is_hidden(self, question: str, weighed: Weighed) -> bool:
        """Return whether no more bugs explain as much with another reading.

        One that is no nearer to the rulings in force must explain something by itself, if many positions
        speak against it; one as near must not leave many times as much to its bugs. One that explains
        many times as much by itself is hidden, however many bugs there are beside it. Ends that are
        missed beside others that are none may be one bug by another reading, whatever speaks against it.
        One that explains nothing, not even of what bugs do, is not hidden where games refute it.
        """
        if self.mine is None:
            return False
        other = self.hypothesis.but(**{question: weighed.reading})
        farther = self.weigher.distance(other) - self.weigher.distance(self.hypothesis)
        several = self.mine.has_several_bugs_about_the_end
        if farther >= 0 and not several and is_refuted_throughout(self, weighed, other):
            return False
        often = max(weighed.shows.values(), default=0) >= ENOUGH
        # What it leaves over is counted first: to find the bugs in that takes ten times as long.
        left = left_over(self.weigher, other, self.observations)
        if CLEARLY * left <= self.mine.before:
            return True
        much = left >= self.mine.before * (1 if farther else CLEARLY)
        if farther >= 0 and often and much and not several:
            return False
        return beside_bugs(self.weigher, other, self.observations).may_be_as_good_as(self.mine)

    def is_doubtful(self, question: str, weighed: Weighed) -> bool:
        """Return whether a departure shows no clearer than answers of its kind that nothing explains.

        What it explains may then be the same bug as they are. A reading in force is doubtful if the
        other is refuted in few games only, and there where answers of the kind are wrong as well.
        """
        shows = weighed.events.times
        if self.hypothesis.readings[question] == self.weigher.in_force.readings[question]:
            return bool(shows and self.unexplained) and not any(
                not self.unexplained[sign]
                or weighed.clean.times[sign] > FEW
                or weighed.is_in_many(sign)
                for sign in shows
            )
        return bool(shows and self.unexplained) and not any(
            times > max(RATHER * self.unexplained[sign], FEW) or self.is_clear(weighed, sign)
            for sign, times in shows.items()
        )

    def is_clear(self, weighed: Weighed, sign: Sign) -> bool:
        """Return whether a departure shows in many games: in more than nothing explains, or alone.

        Not where more actions are missing unexplained than it explains, and that in the same games.
        """
        shows, clean = weighed.events.times[sign], weighed.clean.times[sign]
        if sign == (LEGAL, False) and self.unexplained[sign] > shows > clean:
            return False
        often = max(self.unexplained[sign] + 1, ENOUGH)
        shown = weighed.events.times[sign] >= often or weighed.clean.times[sign] >= ENOUGH
        return shown and weighed.is_often_refuted(sign)


def is_refuted_throughout(doubts: Doubts, weighed: Weighed, other: Hypothesis) -> bool:
    """Return whether games that are right refute another reading, and it has no bug's answer right.

    One game may be an accident, which makes a bug look like another reading.
    """
    raw = without_bugs(doubts.weigher)
    return max(weighed.entire.times.values(), default=0) > 1 and not any(
        told_apart(raw.wrong(doubts.hypothesis, each), raw.wrong(other, each))[0]
        for each in doubts.observations
    )


def actions_in(
    items: frozenset[Item], observation: Observation, patterns: Sequence[Pattern]
) -> frozenset[Action]:
    """Return the actions among some items that no bug explains, if nothing else is wrong."""
    left = frozenset(
        item for item in items if not any(each.shows_in(observation, item) for each in patterns)
    )
    parts = {part for part, _ in left}
    return frozenset(action for _, action in left) if parts == {LEGAL} else frozenset()
