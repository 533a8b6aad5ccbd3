"""The games that a page shows: of theorems, clauses, ambiguities and gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

from rulewright.ambiguity import Ambiguity
from rulewright.gaps import Finding
from rulewright.interface import Violation
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.report.replay import Replay, Sheet, replay
from rulewright.report.study import GameStudy
from rulewright.report.tables import TheoremRow


@frozen
class Side:
    """The verdict of one reading on a disputed action."""

    reading: str
    violations: tuple[Violation, ...]
    """The clauses that forbid it; empty if the reading permits it."""


@frozen
class DisputeShown:
    """The game on which two readings part; empty if they never do."""

    replay: Replay | None = None
    sides: tuple[Side, ...] = ()
    """The verdict of each reading, if an action is disputed."""
    beside: int = 0
    """Number of other disputed actions in the same position."""
    other_board: str = ""
    """The last position under the second reading, as SVG; "" if it is the same."""


@frozen
class Exhibits:
    """Builds the replays of one page and collects them for its script."""

    study: GameStudy
    sheet: Sheet = field(factory=Sheet)

    def of_theorem(self, row: TheoremRow) -> Replay | None:
        """Return the witness game of a theorem's proof, under the options of the proof."""
        shown = row.verdict and row.verdict["witness"]
        if not shown:
            return None
        engine = games.specification(self.study.game, shown["params"], shown["rulings"])
        key = f"of-theorem-{row.theorem.name}"
        label = f"Game of the theorem: {row.theorem.name.replace('_', ' ')}"
        return self.sheet.add(replay(engine, shown["moves"], key=key, label=label))

    def of_clause(self, clause: str) -> Replay | None:
        """Return a game with an action that the clause alone forbids."""
        found = self.study.forbidden.get(clause)
        if found is None:
            return None
        engine = games.specification(self.study.game, found.params, found.rulings)
        label = f"{found.action} is forbidden by {clause} alone"
        key = f"of-clause-{clause}"
        made = replay(engine, found.moves, key=key, label=label, refused=found.action)
        return self.sheet.add(made)

    def of_ambiguity(self, ambiguity: Ambiguity, number: int) -> DisputeShown:
        """Return the game on which two readings part, and their verdicts on the disputed action."""
        if ambiguity.moves is None:
            return DisputeShown()
        engines = [
            games.specification(ambiguity.game, ambiguity.params, {ambiguity.question: reading})
            for reading in (ambiguity.first, ambiguity.second)
        ]
        states = [state_after(engine, ambiguity.moves) for engine in engines]
        sides: tuple[Side, ...] = ()
        showing, refused, beside = engines[0], None, 0
        if engines[0].is_action(ambiguity.disputed):
            refused = ambiguity.disputed
            verdicts = [
                engine.explain(state, refused)
                for engine, state in zip(engines, states, strict=True)
            ]
            showing = next(
                (each for each, forbids in zip(engines, verdicts, strict=True) if forbids), showing
            )
            legal = [
                set(engine.legal_actions(state))
                for engine, state in zip(engines, states, strict=True)
            ]
            beside = len(legal[0] ^ legal[1]) - 1
            names = (ambiguity.first, ambiguity.second)
            sides = tuple(Side(*side) for side in zip(names, verdicts, strict=True))
        label = (
            f"Where {ambiguity.first} and {ambiguity.second} part "
            f"in the question {ambiguity.question}"
        )
        key = f"of-ambiguity-{number}"
        made = replay(showing, ambiguity.moves, key=key, label=label, refused=refused)
        other = self.other_board(engines, states, ambiguity)
        return DisputeShown(self.sheet.add(made), sides, beside, other)

    def other_board(
        self, engines: Sequence[Any], states: Sequence[Any], ambiguity: Ambiguity
    ) -> str:
        """Draw the last position under the second reading; "" if it is the same."""
        positions = [engine.to_json(state) for engine, state in zip(engines, states, strict=True)]
        if positions[0] == positions[1]:
            return ""
        last = ambiguity.moves[-1] if ambiguity.moves else None
        return games.specified(ambiguity.game).draw.svg(engines[1], positions[1], last)

    def of_finding(self, finding: Finding, number: int) -> Replay | None:
        """Return the witness of a gap."""
        if finding.moves is None:
            return None
        engine = games.specification(finding.game, finding.params, finding.rulings)
        key = f"of-finding-{number}"
        label = f"Witness: {finding.title}"
        return self.sheet.add(replay(engine, finding.moves, key=key, label=label))

    def beside(self, finding: Finding) -> str:
        """Draw the position to compare with a witness's last one; "" if there is none."""
        if finding.beside is None:
            return ""
        engine = games.specification(finding.game, finding.params, finding.rulings)
        draw = games.specified(finding.game).draw
        return draw.svg(engine, dict(finding.beside.position), forbidden=finding.beside.forbidden)

    def of_sample(self) -> Replay | None:
        """Return the sample game."""
        if not self.study.sample:
            return None
        engine = games.specification(self.study.game)
        made = replay(engine, self.study.sample, key="of-sample", label="A random game")
        return self.sheet.add(made)
