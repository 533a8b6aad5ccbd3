"""What no proof, game or test of the prover shows of a theorem: it is left to whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.proofs.prove import TheoremVerdict


def unheld(verdict: TheoremVerdict) -> Iterator[str]:
    """Yield what of a theorem's claims is held against no game, though they are held against some."""
    if verdict.theorem.extent.inductive and not any(part.begins for part in verdict.parts):
        yield (
            "no part speaks of the first position, and no claim is held against it: that the induction "
            "begins is as the author says"
        )
    for part in verdict.parts:
        if part.unread:
            first, *others = part.unread
            more = f" and {len(others)} more" if others else ""
            yield (
                f"{part.kind} {part.name!r} is held against what is read of games, and its premises "
                f"speak of {first!r}{more}, which is not"
            )
