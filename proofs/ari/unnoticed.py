"""Why theorems of ARI do not notice some mutants of the clauses that they name."""

from __future__ import annotations

from rulewright.proofs.mutation import NoticedByNone, Unnoticed

UNNOTICED: tuple[Unnoticed, ...] = ()
NOTICED_BY_NONE: tuple[NoticedByNone, ...] = ()
