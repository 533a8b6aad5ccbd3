"""Players in this process that leave out parts of the position, rightly or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from common.players import Counts


class LeavesOut(Counts):
    """Leaves out parts of Minoa's position; version 1.1 of the protocol lets it declare them."""

    def __init__(
        self, *omitted: str, declared: Sequence[str] | None = None, **readings: str
    ) -> None:
        """Keep what is left out, and what is declared: the same unless given."""
        super().__init__(**readings)
        self.omitted = omitted
        self.leaves_out: Mapping[str, Sequence[str]] = {
            "minoa": omitted if declared is None else declared
        }

    def state(self) -> dict[str, Any]:
        """Return the state without them."""
        answer = super().state()
        answer["position"] = {
            name: value for name, value in answer["position"].items() if name not in self.omitted
        }
        return answer


class HidesWhatIsWrong(LeavesOut):
    """Has a part of the position wrong, and does not report it."""

    def state(self) -> dict[str, Any]:
        """Return the state; `turn` of the position is nonsense where it is reported."""
        answer = super().state()
        if "turn" in answer["position"]:
            answer["position"]["turn"] = "nobody"
        return answer


class ForgetsToDeclare(LeavesOut):
    """Leaves parts out as an engine of version 1 does that has them wrong."""

    def __init__(self, *omitted: str) -> None:
        """Declare nothing at all."""
        super().__init__(*omitted)
        del self.leaves_out
