"""Options of `rulewright conform` that take the engine from a framework instead of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from attrs import evolve, frozen

from rulewright.console import files
from rulewright.console.options import BadOption, Decorator

if TYPE_CHECKING:
    from rulewright.conformance.adapter.conversation import Object
    from rulewright.conformance.checking import Plan

OPENSPIEL: Decorator[Any] = click.option(
    "--openspiel", metavar="GAME", help="Check a game of OpenSpiel, such as 'hex(board_size=5)'."
)
PETTINGZOO: Decorator[Any] = click.option(
    "--pettingzoo", metavar="MODULE", help="Check an environment of PettingZoo."
)
MAPPING: Decorator[Any] = click.option(
    "--mapping", metavar="FILE", help="How the framework spells actions, in JSON; guessed without."
)


@frozen
class FromFramework:
    """What the three options say."""

    openspiel: str | None
    pettingzoo: str | None
    mapping: str | None

    def refuse_nothing(self, words: tuple[str, ...]) -> None:
        """Raise `BadOption` if neither a command nor a framework names an engine."""
        if not words and self.openspiel is None and self.pettingzoo is None:
            raise BadOption("the command that starts the adapter is missing: put it after --")

    def refuse_what_excludes(self, plan: Plan, words: tuple[str, ...], *, validate: bool) -> bool:
        """Return whether a framework is named; raises `BadOption` for what does not go together."""
        given = [name for name in ("openspiel", "pettingzoo") if getattr(self, name) is not None]
        if not given:
            if self.mapping is not None:
                raise BadOption("--mapping goes with --openspiel or --pettingzoo")
            return False
        if len(given) > 1 or words or validate:
            raise BadOption(
                f"--{given[0]} names the engine: leave out the other framework, --validate, and the "
                "command after --"
            )
        if plan.game is None:
            raise BadOption(f"--{given[0]} needs --game: the rules that the engine is held against")
        return True

    def engine(self, plan: Plan) -> tuple[Object, Plan]:
        """Load the framework's game, and print the mapping; returns it, and the plan that suits it."""
        from rulewright.bridges.foreign import OpenSpielForeign, PettingZooForeign  # noqa: PLC0415
        from rulewright.bridges.guessing import guess  # noqa: PLC0415 - load the engines
        from rulewright.bridges.player import CountingPlayer, FrameworkPlayer  # noqa: PLC0415
        from rulewright.bridges.spelling import read_mapping  # noqa: PLC0415
        from rulewright.conformance.adapter.conversation import Object  # noqa: PLC0415
        from rulewright.play.games import specification  # noqa: PLC0415

        game = plan.game or ""
        foreign: OpenSpielForeign | PettingZooForeign = (
            PettingZooForeign(self.pettingzoo)
            if self.pettingzoo is not None
            else OpenSpielForeign(self.openspiel or "")
        )
        if self.mapping is None:
            found = guess(game, foreign, plan.params, plan.rulings, plan.seed)
            spelling, params = found.spelling, found.params
            click.echo(found.said(foreign))
        else:
            text = files.read_bytes(self.mapping, "mapping").decode()
            players = specification(game, plan.params, plan.rulings).players
            spelling, params = read_mapping(text, players), plan.params
        kind = FrameworkPlayer if self.openspiel is None else CountingPlayer
        player = kind(game, foreign, params, plan.rulings, spelling)
        return Object(player), evolve(plan, params=dict(player.params))
