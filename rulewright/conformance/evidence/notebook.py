"""All that was observed of one engine, each position once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, evolve, field

from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.interface import Action


@define
class Notebook:
    """All observations of one engine under the same rulings, each position once."""

    pages: dict[tuple[str, tuple[Action, ...]], Observation] = field(factory=dict, init=False)
    conflicts: list[tuple[Observation, Observation]] = field(factory=list, init=False)
    """Two answers to the same question that are not the same."""

    def __len__(self) -> int:
        """Count the positions observed."""
        return len(self.pages)

    def __iter__(self) -> Iterator[Observation]:
        """Iterate over the observations in the order in which their positions were first seen."""
        return iter(tuple(self.pages.values()))

    def change(self, changed: Callable[[Observation], Observation]) -> None:
        """Read every observation otherwise; what was played stays as it is."""
        for key, each in self.pages.items():
            self.pages[key] = changed(each)

    def add(self, observation: Observation) -> Observation:
        """Add an observation, joined with what was seen in that position before."""
        before = self.pages.get(observation.key)
        if before is not None:
            if contradicts(before.seen, observation.seen):
                self.conflicts.append((before, observation))
            observation = evolve(observation, seen=joined(before.seen, observation.seen))
        self.pages[observation.key] = observation
        return observation


def contradicts(one: Seen, other: Seen) -> bool:
    """Return whether the same question was answered in two ways."""
    if one.legal is not None and other.legal is not None and one.legal != other.legal:
        return True
    if set(one.accepted) & set(other.refused) or set(one.refused) & set(other.accepted):
        return True
    both = one.state is not None and other.state is not None
    return both and one.state != other.state


def joined(one: Seen, other: Seen) -> Seen:
    """Join what was seen of a position at two times; the later answer counts."""
    return Seen(
        legal=one.legal if other.legal is None else other.legal,
        state=one.state if other.state is None else other.state,
        accepted=tuple(sorted({*one.accepted, *other.accepted})),
        refused=tuple(sorted({*one.refused, *other.refused})),
        twice=tuple(sorted({*one.twice, *other.twice})),
    )
