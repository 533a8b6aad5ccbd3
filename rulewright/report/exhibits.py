"""The games that a page shows: of theorems, clauses, ambiguities and gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from rulewright import games
from rulewright.ambiguity import Ambiguity
from rulewright.gaps import Finding
from rulewright.interface import choices_of
from rulewright.report.replay import Replay, Sheet, first_that_plays, replay
from rulewright.report.study import GameStudy
from rulewright.report.tables import TheoremRow
from rulewright.rulings import deviations


@frozen
class Exhibits:
    """Makes the replays of one page, and collects them for its script."""

    study: GameStudy
    sheet: Sheet = field(factory=Sheet)

    def of_theorem(self, row: TheoremRow) -> Replay | None:
        """Show the game that a theorem's proof shows, under the first options that allow it."""
        moves = tuple(row.verdict["witness"]) if row.verdict else ()
        engine = first_that_plays(self.study.game, moves, self.options()) if moves else None
        if engine is None:
            return None
        key = f"of-theorem-{row.theorem.name}"
        label = f"Game of the theorem: {row.theorem.name.replace('_', ' ')}"
        return self.sheet.add(replay(engine, moves, key=key, label=label))

    def of_clause(self, clause: str) -> Replay | None:
        """Show an action that the clause alone forbids."""
        found = self.study.forbidden.get(clause)
        if found is None:
            return None
        engine = games.specification(self.study.game, found.params, found.rulings)
        label = f"{found.action} is forbidden by {clause} alone"
        key = f"of-clause-{clause}"
        made = replay(engine, found.moves, key=key, label=label, refused=found.action)
        return self.sheet.add(made)

    def of_ambiguity(self, ambiguity: Ambiguity, number: int) -> dict[str, Any]:
        """Show the game on which two readings part, and what each says of the disputed action."""
        if ambiguity.moves is None:
            return {"replay": None, "verdicts": []}
        engines = [
            games.specification(ambiguity.game, ambiguity.params, {ambiguity.question: reading})
            for reading in (ambiguity.first, ambiguity.second)
        ]
        options = [(engine.params, engine.rulings) for engine in engines]
        playing = first_that_plays(ambiguity.game, ambiguity.moves, options)
        if playing is None:
            return {"replay": None, "verdicts": []}
        verdicts, refused = [], None
        if playing.is_action(ambiguity.disputed):
            for engine in engines:
                state = engine.from_json(playing.to_json(played(playing, ambiguity.moves)))
                verdicts.append((engine, engine.explain(state, ambiguity.disputed)))
            refused = ambiguity.disputed
            playing = next((engine for engine, forbids in verdicts if forbids), playing)
        label = (
            f"Where {ambiguity.first} and {ambiguity.second} part "
            f"in the question {ambiguity.question}"
        )
        made = replay(
            playing, ambiguity.moves, key=f"of-ambiguity-{number}", label=label, refused=refused
        )
        told = zip((ambiguity.first, ambiguity.second), verdicts, strict=False)
        return {
            "replay": self.sheet.add(made),
            "verdicts": [(reading, violations) for reading, (_, violations) in told],
        }

    def of_finding(self, finding: Finding, number: int) -> Replay | None:
        """Show the witness of a gap."""
        if finding.moves is None:
            return None
        engine = games.specification(finding.game, finding.params, finding.rulings)
        key = f"of-finding-{number}"
        label = f"Witness: {finding.title}"
        return self.sheet.add(replay(engine, finding.moves, key=key, label=label))

    def of_sample(self) -> Replay | None:
        """Show a random game."""
        if not self.study.sample:
            return None
        engine = games.specification(self.study.game)
        made = replay(engine, self.study.sample, key="of-sample", label="A random game")
        return self.sheet.add(made)

    def options(self) -> Iterator[tuple[Mapping[str, Any], Mapping[str, str]]]:
        """List options under which a game may have been found, the default ones first."""
        specified = games.specified(self.study.game)
        questions = {name: values for name, (_, values) in choices_of(specified.rulings).items()}
        rulings = deviations(questions)
        sizes = (*specified.played, *specified.exhausted, *specified.explored)
        yield from ((params, each) for params in sizes for each in rulings)


def played(engine: Any, moves: tuple[str, ...]) -> Any:
    """Find the position after some actions."""
    state = engine.initial()
    for action in moves:
        state = engine.play(state, action)
    return state
