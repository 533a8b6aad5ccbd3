"""Rules that the implementation takes from the specification: a mistake there would be on both sides."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import unwrap
from pathlib import Path
from random import Random
from time import process_time
from types import CodeType, FrameType
from typing import Any

from attrs import define

from rulewright.interface import IllegalAction
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sampling import KINDS, option_sets
from rulewright.play import games
from rulewright.play.attribution import Place
from rulewright.spec.catalogue import SpecifiedGame

SECONDS, LONGEST = 0.3, 200
"""Seconds of the processor for a random game under each set of options, and its most plies."""
METHODS = (
    *("initial", "legal_actions", "play", "played", "is_over", "turn", "can_act", "able"),
    *("wins", "winners", "points", "scores", "totals", "explain"),
)
"""What a specification says of the rules; how positions are written may be shared."""


@define(eq=False)
class SharedRules:
    """Notices that a rule of the specification is asked."""

    rules: dict[CodeType, str]
    """What is noticed, and how it is called."""
    folder: Path
    """Where the code lies that may not ask."""
    noticed: tuple[str, Place] | None = None
    """The rule asked first, and where."""

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Look at a call."""
        if self.noticed is None and event == "call" and frame.f_code in self.rules:
            self.noticed = self.asking(frame)

    def asking(self, frame: FrameType) -> tuple[str, Place]:
        """Return what the nearest place of the package outside of the rules asks, and that place."""
        rule = self.rules[frame.f_code]
        files = {code.co_filename for code in self.rules}
        place = Path(frame.f_code.co_filename).resolve(), frame.f_lineno
        while (caller := frame.f_back) is not None:
            file = Path(caller.f_code.co_filename).resolve()
            outside = caller.f_code.co_filename not in files
            if outside and file.is_relative_to(self.folder):
                asked = f"`{frame.f_code.co_name}` of the specification"
                return self.rules.get(frame.f_code, asked), (file, caller.f_lineno)
            frame = caller
        return rule, place


def rules_of(specification: Any) -> dict[CodeType, str]:
    """Return the code of a specification's formulas, and of its methods about the rules."""
    found = {
        unwrap(formula).__code__: f"`{kind}` of {clause.identifier}"
        for clause in specification.rulebook.clauses
        for kind in KINDS
        if hasattr(formula := getattr(clause, kind), "__code__")
    }
    for name in METHODS:
        method: Any = getattr(type(specification), name, None)
        if hasattr(method, "__code__"):
            found[unwrap(method).__code__] = f"`{name}` of the specification"
    return found


def takes_rules(game: str, specified: SpecifiedGame, specification: Any) -> Iterator[LintFinding]:
    """Yield a rule of the specification that the implementation asks in random games."""
    folder = games.folder_of_guest(game)
    if folder is None or game not in games.game_names("impl"):
        return
    for params, rulings in option_sets(specified):
        if not games.offered(game, params, rulings):
            continue
        engine: Any = games.implementation(game, params, rulings)
        shared = SharedRules(rules_of(specification), folder.resolve())
        before = sys.getprofile()
        sys.setprofile(shared)
        try:
            play(engine)
        finally:
            sys.setprofile(before)
        if shared.noticed is not None:
            rule, place = shared.noticed
            what = f"the implementation asks {rule}, so a mistake there would be on both sides"
            yield finding("package", place, what, "write the rule by other means in `impl`")
            return


def play(engine: Any) -> None:
    """Play a random game for some time, and ask for all that the rules say."""
    random, deadline = Random(0), process_time() + SECONDS
    state = engine.initial()
    for _ in range(LONGEST):
        for ask in (engine.turn, engine.scores, engine.winners, engine.is_over):
            ask(state)
        legal = engine.legal_actions(state)
        if not legal or process_time() > deadline:
            return
        try:
            state = engine.play(state, random.choice(legal))
        except IllegalAction:  # it lists what it refuses, which is a finding of its own
            return
