"""The merge of outcomes: the same whatever the order in which they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from rulewright.parts.distinct import estimated, smallest
from rulewright.parts.part import PartFinding, PartOutcome, clause_counts


@frozen
class Totals:
    """What some parts have come to. It grows with the distinct findings, not with the parts."""

    parts: int = 0
    counts: Mapping[str, int] = field(factory=dict)
    clauses: Mapping[str, tuple[int, int, int]] = field(factory=dict)
    """How often each clause held, failed, and was the only one to fail."""
    occasions: Mapping[str, int] = field(factory=dict)
    findings: tuple[PartFinding, ...] = ()
    """Each once, in the order of their keys."""
    smallest: tuple[int, ...] = ()
    """The smallest hashes of positions met."""

    @classmethod
    def of(cls, outcome: PartOutcome) -> Totals:
        """Return the totals of a single part."""
        return cls(
            1,
            dict(outcome.counts),
            dict(outcome.clauses),
            dict(outcome.occasions),
            in_order_of_keys(outcome.findings),
            smallest(outcome.smallest),
        )

    def __add__(self, other: Totals) -> Totals:
        """Merge: associative, commutative, and `Totals()` changes nothing."""
        names = {*self.clauses, *other.clauses}
        return Totals(
            self.parts + other.parts,
            added(self.counts, other.counts),
            {
                name: sums(
                    self.clauses.get(name, (0, 0, 0)),
                    other.clauses.get(name, (0, 0, 0)),
                )
                for name in sorted(names)
            },
            added(self.occasions, other.occasions),
            in_order_of_keys((*self.findings, *other.findings)),
            smallest(self.smallest, other.smallest),
        )

    @property
    def distinct(self) -> float:
        """About how many distinct positions were met."""
        return estimated(self.smallest)

    def as_json(self) -> dict[str, Any]:
        """Return all fields as JSON."""
        return {
            "parts": self.parts,
            "counts": dict(self.counts),
            "clauses": {name: list(seen) for name, seen in self.clauses.items()},
            "occasions": dict(self.occasions),
            "findings": [each.as_json() for each in self.findings],
            "smallest": list(self.smallest),
        }

    @classmethod
    def of_json(cls, written: Mapping[str, Any]) -> Totals:
        """Read what `as_json` returned."""
        return cls(
            written["parts"],
            dict(written["counts"]),
            {name: clause_counts(seen) for name, seen in written["clauses"].items()},
            dict(written["occasions"]),
            tuple(PartFinding.of_json(each) for each in written["findings"]),
            tuple(written["smallest"]),
        )


def added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Add counts by name; a count of nothing stays."""
    total = Counter(one)
    total.update(other)
    return dict(sorted(total.items()))


def sums(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    """Add three counts."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def in_order_of_keys(findings: tuple[PartFinding, ...]) -> tuple[PartFinding, ...]:
    """Return each finding once; of those that differ in the seed only, that of the smallest."""
    by_key: dict[str, PartFinding] = {}
    for each in sorted(findings, key=lambda one: (one.key, one.seed, one.text, one.blame)):
        by_key.setdefault(each.key, each)
    return tuple(by_key.values())
