"""What an automatic theorem says, its verdict, and the positions that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import field, frozen

from rulewright.interface import Action, Json

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "undecided"
CONDITIONAL = "conditional"
"""Proved from demands one of which is not proved."""
NOT_APPLICABLE = "not applicable"
ORDER = (REFUTED, UNDECIDED, CONDITIONAL, NOT_APPLICABLE, PROVED)
"""From the verdict that matters most to the one that needs no attention."""


@frozen
class ShownStep:
    """A position, perhaps with an action and the position after it, and whether a game comes there.

    It was replayed on the executable specification under these parameters and rulings.
    """

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    before: Json
    action: Action | None = None
    after: Json | None = None
    moves: tuple[Action, ...] | None = None
    """A game from the start to `before`; None if none was found."""
    search: str = ""
    """How far the search for such a game went, in words."""


@frozen
class AutomaticTwin:
    """What became of a statement under rules that are wrong on purpose."""

    name: str
    """The mutant: `TTT-3 off`."""
    status: str
    """`refuted`, as it should be; `survives` if the statement holds of it as well; or `undecided`."""


@frozen
class AutomaticVerdict:
    """The verdict on one statement about a game on one board."""

    name: str
    kind: str
    """`invariants`, `turns`, `clauses`, `readings` or `symmetries`."""
    statement: str
    status: str
    """`proved`, `refuted`, `undecided`, `conditional` or `not applicable`."""
    detail: str
    answer: str = ""
    """The word for what was proved, where there are several: `equal`, `ordered`, `parted`,
    `decisive`, `implied`."""
    shown: ShownStep | None = None
    twins: tuple[AutomaticTwin, ...] = ()
    under: str = ""
    """The readings that it is about, in words."""
    queries: int = 0
    seconds: float = field(default=0.0, eq=False)

    @property
    def stands(self) -> bool:
        """Whether it needs no attention: it is proved, or does not apply."""
        return self.status in (PROVED, NOT_APPLICABLE)

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants of which it holds as well."""
        return tuple(twin.name for twin in self.twins if twin.status == "survives")


MakeVerdict: TypeAlias = Callable[..., AutomaticVerdict]
"""Makes the verdict on a statement of its status and detail, and what else there is."""
