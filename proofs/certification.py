"""What a check of the solver's answers found, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import frozen

from rulewright.proofs.solving import Query


@frozen
class Entry:
    """A query in a folder of certificates: a line of its manifest."""

    name: str
    answer: str
    """`sat` or `unsat`."""
    query: str
    """The SHA-256 of its text."""
    certificate: str | None
    """The SHA-256 of its certificate, if it has one."""
    agrees: str | None = None
    """The solver that agrees, where there is no certificate."""


@frozen
class Certification:
    """The queries of a theorem by what stands behind their answers, besides the solver's word."""

    certified: int = 0
    """Answers `unsat` with a certificate that was checked."""
    evaluated: int = 0
    """Answers `sat` with a model that satisfies the text."""
    decided: int = 0
    """Queries that constants decide, before any solver is asked."""
    agreed: int = 0
    """Answers `unsat` without a certificate, with which a second solver agrees."""
    agreed_earlier: int = 0
    """Of these, agreement that was kept from an earlier run: nothing can check it again."""
    without: int = 0
    """Answers with neither."""
    kept: int = 0
    """Certificates that were kept from an earlier run, and only checked."""
    unasked: int = 0
    """Queries that Z3 was not asked: a certificate or a model was kept, and it was checked."""
    against: str = ""
    """The first contradiction, if there is one."""
    missing: str = ""
    """What is not installed, with the extra that has it."""
    wrong: str = ""
    """Which solver failed, and how: it did not start, ended without an answer, or gave nonsense."""
    seconds: float = 0.0
    entries: tuple[Entry, ...] = ()

    def __str__(self) -> str:
        """Format the numbers as one line."""
        if self.against:
            return f"contradicted: {self.against}"
        earlier = f" ({self.agreed_earlier} in an earlier run)" if self.agreed_earlier else ""
        parts = [
            f"{self.certified} certificate{'s' * (self.certified != 1)}",
            f"{self.evaluated} model{'s' * (self.evaluated != 1)} evaluated",
            f"{self.decided} decided before the solver",
            f"{self.agreed} agreed only" + earlier,
            f"{self.without} without either",
        ]
        told = "; ".join(filter(None, (self.wrong, self.missing)))
        return ", ".join(parts) + (f" ({told})" if told else "")


Certify: TypeAlias = Callable[[Sequence[Query]], Certification]
"""Checks the answers to the queries of a theorem."""
