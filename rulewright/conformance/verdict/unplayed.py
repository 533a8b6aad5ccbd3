"""Actions that an engine takes without a word, and does not play: what follows them is another game.

An engine that ignores what it does not list answers `ok` and stays where it is. All that is observed
after such an action is left out: it would speak for and against readings that are not concerned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.notebook import Notebook
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.everywhere import OBSERVED, WrongEverywhere
from rulewright.conformance.verdict.weighing import by_length
from rulewright.interface import Action
from rulewright.wording.numbers import counted

HOW = "it accepts actions that it does not list, and does not play them"
LEAST = 3
"""Games in which it must be seen, and never otherwise."""
REPLAYED = 400
"""Games that are played again at most, to see where the engine stayed where it was."""
ELSEWHERE = ("turn", "position")
"""Kinds of difference that show that the engine is elsewhere."""
Key = tuple[str, tuple[Action, ...]]


@define
class UnplayedActions:
    """Finds and leaves out what was observed after actions that the engine did not play."""

    run: GameRun
    after: dict[Key, Observation] = field(factory=dict, init=False)
    """The positions in which such an action was accepted last."""
    replayed: set[Key] = field(factory=set, init=False)

    def leave_out(self) -> WrongEverywhere | None:
        """Leave it all out, and return what is to be said of it; None if there is nothing."""
        notebook = self.run.evidence.notebook
        found = dict(unlisted(notebook))
        ignored = {key: each for key, (each, changed) in found.items() if not changed}
        if not self.after and (len(ignored) < LEAST or len(ignored) < len(found)):
            return None
        self.after |= ignored
        self.replay(by_length(notebook))
        if self.detection is None:
            return None
        pages = notebook.pages
        for key in [each for each in pages if self.follows(each)]:
            del pages[key]
        detections = self.run.evidence.detections
        detections[:] = [each for each in detections if not self.follows(each.observation.key)]
        where = f"({counted(len(self.after), 'games')})"
        shown = tuple(by_length(self.after.values()))
        return WrongEverywhere((), HOW, self.detection, shown, where)

    def replay(self, observations: Iterable[Observation]) -> None:
        """Play games again that deviate, and ask after each action whether it was played."""
        rules = self.run.rules
        for each in observations:
            is_known = each.key in self.replayed or self.follows(each.key)
            if is_known or len(self.replayed) >= REPLAYED:
                continue
            if rules.laboratory.explains(rules.in_force, each):
                continue
            self.replayed.add(each.key)
            try:
                performance = self.run.play(
                    Script("asked", each.params, each.moves, everywhere=True)
                )
            except AdapterFault:
                return
            lines = Notebook()
            for one in () if performance is None else performance.observations:
                lines.add(one)
            for key, (one, changed) in unlisted(lines):
                if not changed:
                    self.after[key] = one

    def follows(self, key: Key) -> bool:
        """Return whether an action in a game was not played."""
        params, moves = key
        return any((params, moves[:plies]) in self.after for plies in range(1, len(moves) + 1))

    @property
    def detection(self) -> Detection | None:
        """The shortest game that shows it."""
        for each in by_length(self.after.values()):
            different = self.run.rules.discrepancies(each)
            if different:
                told = next((one for one in different if one.kind in ELSEWHERE), different[0])
                return Detection(each, told, OBSERVED)
        return None


def unlisted(notebook: Notebook) -> Iterator[tuple[Key, tuple[Observation, bool]]]:
    """Yield what follows an accepted action that was not listed, and whether it changed anything."""
    for each in notebook:
        params, moves = each.key
        before = notebook.pages.get((params, moves[:-1])) if moves else None
        if before is None or before.seen.legal is None or moves[-1] in before.seen.legal:
            continue
        positions: list[Any] = [
            None if one.seen.state is None else one.seen.state.position for one in (before, each)
        ]
        if None not in positions:
            yield each.key, (each, before.seen.state != each.seen.state)
