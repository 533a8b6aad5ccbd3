"""Each action is a mishap, except `go`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from rulewright.author import (
    Action,
    Clause,
    Engine,
    Fact,
    Json,
    OneByOne,
    Quotation,
    Rulebook,
    Source,
    SpecifiedGame,
)

TEXT = Source(
    "en", "English", "Mischief <script>alert(1)</script>", "Go & stay. Three goes end it."
)


@frozen
class Count:
    """How many actions were played, and whose turn it is."""

    played: int = 0
    turn: tuple[bool, bool] = (True, False)


def going_is_free(rules: Any, before: Count, move: Sequence[Fact]) -> Fact:
    """Whoever is to move may do <b>anything</b> (MIS-1)."""
    del rules, before, move
    return True


def nobody_stays_twice(rules: Any, before: Count, move: Sequence[Fact]) -> Fact:
    """Nobody stays (MIS-2)."""
    del rules, before
    return ~move[1] if isinstance(move[1], int) else not move[1]


class Mischief(OneByOne[Count]):
    """A game that goes wrong."""

    rulebook = Rulebook(
        "mischief",
        "Mischief",
        (TEXT,),
        (
            Clause("MIS-1", (Quotation("Go & stay.", "en"),), permits=going_is_free),
            Clause("MIS-2", (Quotation("Three goes end it.", "en"),), permits=nobody_stays_twice),
        ),
    )
    players = ("one", "two")
    ending_clause = "MIS-2"
    actions = ("go", "stay", "loop", "swallow", "eat", "recur", "raise", "leave")

    def initial(self) -> Count:
        """Begin."""
        return Count()

    def successor(self, state: Count, action: Action) -> Count:
        """Do what the action is called."""
        getattr(self, f"do_{action}", lambda: None)()
        played = state.played + 1
        one, two = state.turn
        return evolve(state, played=played, turn=(two, one) if played < 3 else (False, False))

    def played(self, state: Count, move: tuple[Fact, ...]) -> Count:
        """Go on."""
        return self.successor(
            state, next(each for each, is_it in zip(self.actions, move, strict=True) if is_it)
        )

    def do_loop(self) -> None:
        """Never end."""
        while True:
            pass

    def do_swallow(self) -> None:
        """Never end, and swallow every exception."""
        while True:
            try:
                self.do_loop()
            except BaseException:  # noqa: BLE001, S112
                continue

    def do_eat(self) -> None:
        """Take all memory."""
        held = []
        while True:
            held.append(bytes(1 << 28))  # not written to, so this is quick

    def do_recur(self) -> None:
        """Call itself."""
        self.do_recur()

    def do_raise(self) -> None:
        """Raise an exception that is no error on purpose."""
        raise ArithmeticError("mischief")

    def do_leave(self) -> None:
        """End the process."""
        os._exit(7)

    def wins(self, state: Count) -> tuple[bool, bool]:
        """The first player wins in the end."""
        return state.played == 3, False

    def to_json(self, state: Count) -> Json:
        """Write it."""
        return {"played": state.played}

    def parsed(self, position: Json) -> Count:
        """Read it."""
        played = int(position["played"])
        return Count(
            played, ((True, False), (False, True))[played % 2] if played < 3 else (False, False)
        )


class Rough:
    """A drawing in one line, by its author's own means, that escapes nothing."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw it."""
        del engine
        return f"{position['played']} played"

    def svg(
        self,
        engine: Engine[Any],
        position: Json,
        last: Action | None = None,
        *,
        before: Json | None = None,
        legal: Sequence[Action] = (),
        forbidden: Action | None = None,
    ) -> str:
        """Draw it."""
        del engine, before, forbidden
        marks = [
            f'<circle class="m" cx="{20 * n + 10}" cy="10" r="8"/>'
            for n, a in enumerate(Mischief.actions)
            if a in legal
        ]
        return "\n".join(
            [
                '<svg viewBox="0 0 200 40"><style>.m { fill: none }</style>',
                f"<title>{last}</title><script>alert(2)</script>",
                f'<rect class="g" x="0" y="30" width="{position["played"] + 1}" height="9"/>',
                *marks,
                "</svg>",
            ]
        )


GAME = SpecifiedGame(engine=Mischief, draw=Rough())
