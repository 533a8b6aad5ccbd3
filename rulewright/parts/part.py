"""A part of a long job as plain data, and its outcome: both travel, and are kept as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from attrs import asdict, field, frozen

from rulewright.interface import Json
from rulewright.wording.options import options

DIFFERENCE, REFUTED, CRASH, HANG, RAISED = "difference", "refuted", "crash", "hang", "raised"
"""What a finding is: two engines differ, a claim is refuted, a worker dies, never ends, or raises."""


def canonical(value: Json) -> str:
    """Write JSON in the one way by which it is identified."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(value: Json) -> str:
    """Return 32 hexadecimal digits of SHA-256 by which JSON is identified."""
    return sha256(canonical(value).encode()).hexdigest()[:32]


@frozen(eq=False)
class WorkPart:
    """A part of a long job: JSON values only, the same for everybody who makes it."""

    game: str
    check: str
    """The kind of work, such as `lockstep`."""
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    seed: int
    share: Mapping[str, Any]
    """Which share of the work, as JSON: `{"first": 512, "games": 512}`."""
    rules: str
    """The version of the rules: the digest of the sources that it rests on, see `version_of`."""

    @property
    def key(self) -> str:
        """What identifies the part: 32 hexadecimal digits."""
        return digest(self.as_json())

    @property
    def work(self) -> str:
        """What identifies the same part under every version of the rules."""
        return digest({**self.as_json(), "rules": ""})

    @property
    def options(self) -> str:
        """The parameters and rulings in words."""
        return options(self.params, self.rulings)

    def as_json(self) -> dict[str, Any]:
        """Return all fields as JSON."""
        return asdict(self)

    @classmethod
    def of_json(cls, written: Mapping[str, Any]) -> WorkPart:
        """Read what `as_json` returned."""
        return cls(**written)

    def __eq__(self, other: object) -> bool:
        """Compare by content."""
        return isinstance(other, WorkPart) and canonical(self.as_json()) == canonical(
            other.as_json()
        )

    def __hash__(self) -> int:
        """Hash by content."""
        return hash(self.key)


@frozen(eq=False)
class PartFinding:
    """What a part has found wrong."""

    kind: str
    game: str
    check: str
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    seed: int
    headline: str
    """What is wrong, in one line."""
    text: str
    """The same for people: options, moves and position."""
    moves: tuple[str, ...] = ()
    """The shortest game found that shows it; empty if none is known."""
    blame: str = ""
    """Whose mistake it is that the work was ended: `guest`, `adapter` or `rulewright`; else empty."""

    @property
    def key(self) -> str:
        """What identifies the finding, whichever seed led to it: 32 hexadecimal digits."""
        return digest({**self.as_json(), "seed": 0, "text": "", "blame": ""})

    def as_json(self) -> dict[str, Any]:
        """Return all fields as JSON."""
        return {**asdict(self), "moves": list(self.moves)}

    @classmethod
    def of_json(cls, written: Mapping[str, Any]) -> PartFinding:
        """Read what `as_json` returned."""
        return cls(**{**written, "moves": tuple(written["moves"])})

    def __eq__(self, other: object) -> bool:
        """Compare by content."""
        return isinstance(other, PartFinding) and canonical(self.as_json()) == canonical(
            other.as_json()
        )

    def __hash__(self) -> int:
        """Hash by content."""
        return hash(self.key)


@frozen
class PartOutcome:
    """The outcome of a part: a pure function of the part, except for the time it took."""

    part: WorkPart
    counts: Mapping[str, int] = field(factory=dict)
    """Games, positions and whatever else is added up."""
    clauses: Mapping[str, tuple[int, int, int]] = field(factory=dict)
    """How often each clause held, failed, and was the only one to fail."""
    occasions: Mapping[str, int] = field(factory=dict)
    """How often each rare occasion was met."""
    findings: tuple[PartFinding, ...] = ()
    smallest: tuple[int, ...] = ()
    """The smallest hashes of positions met; see `rulewright.parts.distinct`."""
    seconds: float = field(default=0.0, eq=False)
    data: Mapping[str, Any] = field(factory=dict)
    """Whatever else this kind of part needs, as JSON."""

    def as_json(self) -> dict[str, Any]:
        """Return all fields as JSON."""
        return {
            "part": self.part.as_json(),
            "counts": dict(self.counts),
            "clauses": {name: list(seen) for name, seen in self.clauses.items()},
            "occasions": dict(self.occasions),
            "findings": [each.as_json() for each in self.findings],
            "smallest": list(self.smallest),
            "seconds": self.seconds,
            "data": dict(self.data),
        }

    @classmethod
    def of_json(cls, written: Mapping[str, Any]) -> PartOutcome:
        """Read what `as_json` returned."""
        return cls(
            WorkPart.of_json(written["part"]),
            dict(written["counts"]),
            {name: clause_counts(seen) for name, seen in written["clauses"].items()},
            dict(written["occasions"]),
            tuple(PartFinding.of_json(each) for each in written["findings"]),
            tuple(written["smallest"]),
            written["seconds"],
            dict(written["data"]),
        )


def clause_counts(seen: list[int]) -> tuple[int, int, int]:
    """Read how often a clause held, failed, and was the only one to fail."""
    held, failed, alone = seen
    return held, failed, alone
