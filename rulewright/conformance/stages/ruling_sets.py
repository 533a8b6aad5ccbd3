"""Which rulings to check an engine under: each reading once, or each pair of readings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from attrs import define, field

from rulewright.conformance.adapter.conversation import Conversation
from rulewright.conformance.adapter.crew import Seat
from rulewright.conformance.adapter.faults import ProgramNotFound, TimeExhausted
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory, not_default
from rulewright.conformance.evidence.report import EVERY, PAIRS
from rulewright.conformance.stages.smoke import MOST_ASKED
from rulewright.interface import Json
from rulewright.play import games

SEEDS = 2**32
Reading = tuple[str, str]


@define
class SupportedRulings:
    """Asks an engine for games under various rulings, each once."""

    seat: Seat
    game: str
    params: Json
    in_force: Hypothesis
    known: dict[Hypothesis, bool] = field(factory=dict, init=False)

    def supports(self, hypothesis: Hypothesis) -> bool:
        """Return whether the engine begins a game; a fault is left for a run to find."""
        if hypothesis not in self.known:
            laboratory = Laboratory(self.game)
            if len(self.known) >= MOST_ASKED or not laboratory.reference(hypothesis, self.params):
                return False
            defaults = games.specified(self.game).default_rulings
            sent = not_default(hypothesis.readings, defaults)
            result = self.seat.work(self._new, sent)
            self.known[hypothesis] = result.unsupported is None
        return self.known[hypothesis]

    def _new(self, conversation: Conversation, sent: dict[str, str]) -> bool:
        conversation.new(self.game, self.params, sent)
        return True

    def nearest(self, near: Hypothesis, *readings: Reading) -> Hypothesis | None:
        """Find supported rulings with some readings: those with the fewest changes."""
        for each in Laboratory(self.game).combinations(near.but(**dict(readings))):
            if all(each.readings[name] == reading for name, reading in readings):
                if self.supports(each):
                    return each
                if len(self.known) >= MOST_ASKED:
                    break
        return None

    @property
    def readings(self) -> Iterator[Reading]:
        """Iterate over every reading of every question."""
        for question, readings in games.specified(self.game).readings.items():
            yield from ((question, reading) for reading in readings)

    def chosen(self, how: str) -> tuple[Hypothesis, ...]:
        """Choose the rulings; those in force come first, or what is nearest to them."""
        try:
            base = self.nearest(self.in_force)
            if base is None:
                return (self.in_force,)
            return {EVERY: self.every, PAIRS: self.pairs}[how](base)
        except (ProgramNotFound, TimeExhausted):  # the run itself will report it
            return (self.in_force,)

    def every(self, base: Hypothesis) -> tuple[Hypothesis, ...]:
        """Choose each reading once, beside what is in force wherever that is supported."""
        found = [base]
        for question, reading in self.readings:
            if reading != base.readings[question]:
                each = self.nearest(base, (question, reading))
                if each is not None and each not in found:
                    found.append(each)
        return tuple(found)

    def pairs(self, base: Hypothesis) -> tuple[Hypothesis, ...]:
        """Choose few rulings so that each two supported readings of two questions occur together."""
        found = [base]
        waiting = list(Laboratory(self.game).combinations(base))
        left = {pair for each in waiting for pair in pairs_of(each)} - pairs_of(base)
        while left and waiting:
            best = max(waiting, key=lambda each: len(pairs_of(each) & left))
            if not pairs_of(best) & left:
                break
            waiting.remove(best)
            if self.supports(best):
                found.append(best)
                left -= pairs_of(best)
        return tuple(found)


def pairs_of(hypothesis: Hypothesis) -> set[tuple[Reading, ...]]:
    """Return the pairs of readings that occur together; where there is one question, its reading."""
    every = hypothesis.rulings
    return set(combinations(every, 2)) if len(every) > 1 else {every}


def seed_under(seed: int, game: str, rulings: Hypothesis, in_force: Hypothesis) -> int:
    """Return the seed of a run under some rulings: its own, but for those in force."""
    if rulings == in_force:
        return seed
    return Random(f"{seed} {game} {rulings.rulings}").randrange(SEEDS)
