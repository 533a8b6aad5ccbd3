"""An adapter that plays other rules than it is asked for.

Arguments: `QUESTION=READING` for a reading that it follows whatever is ruled, `CLAUSE how` for a clause
that it has wrong (as in `clause_mutants` of `rulewright.conformance.evidence.hypothesis`), `forbids
QUESTION` for a question that it does not support, `leaves-out PART` for a part of Minoa's position
that it declares as left out, and the names of faults below.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from attrs import evolve

from rulewright.conformance.evidence.hypothesis import with_mutants
from rulewright.interface import Json
from rulewright.play import games
from rulewright.protocol.messages import (
    Done,
    HelloAnswer,
    Illegal,
    LegalAnswer,
    PerftAnswer,
    StateAnswer,
    Unsupported,
)
from rulewright.protocol.serving import Adapter, Refusal, serve

ARGUMENTS = sys.argv[1:]
READINGS = dict(word.split("=") for word in ARGUMENTS if "=" in word)
MUTANTS = tuple(word for word in ARGUMENTS if word[:3].isupper())
LEFT_OUT = [word.split()[1] for word in ARGUMENTS if word.startswith("leaves-out ")]
UNSUPPORTED = [word.split()[1] for word in ARGUMENTS if word.startswith("forbids ")]

TIRES = {"tires": 1, "tires-late": 10}
"""Games that are begun until no more are."""


class Other(Adapter):
    """Plays what the arguments say."""

    games_begun = 0

    def hello(self, request: Json) -> HelloAnswer:
        """Introduce this program, with what it leaves out."""
        answer = super().hello(request)
        declared = {"minoa": tuple(LEFT_OUT)} if LEFT_OUT else {}
        return answer if answer.leaves_out is None else evolve(answer, leaves_out=declared)

    def new(self, request: Json) -> Done:
        """Begin a game, by other rules."""
        for name in {**request.get("rulings", {}), **request.get("params", {})}:
            if name in UNSUPPORTED:
                raise Refusal(Unsupported(f"{name} is not supported"))
        if any(self.games_begun == most for name, most in TIRES.items() if name in ARGUMENTS):
            raise Refusal(Unsupported("enough of that"))
        before = self.engine, self.state
        try:
            super().new(request)  # refuses what there is not
        except Refusal:
            if "goes-on" in ARGUMENTS:
                self.engine, self.state = before
            raise
        changed = {**request, "rulings": {**request.get("rulings", {}), **READINGS}}
        super().new(changed)
        if MUTANTS:
            found = games.specified(request["game"])
            rulebook = with_mutants(found.rulebook, MUTANTS)
            self.engine = found.engine(request["params"], changed["rulings"], rulebook)
            self.state = self.engine.initial()
        self.games_begun += 1
        self.plies = 0
        return Done()

    def legal(self, request: Json) -> LegalAnswer:
        """List the legal actions, or some of them."""
        actions = list(super().legal(request).actions)
        if "forgetful" in ARGUMENTS and len(actions) > 1 and random.random() < 0.2:
            actions.pop()
        if "shared" in ARGUMENTS and self.games_begun > 1 and self.plies == 2:
            actions.pop()
        if "late" in ARGUMENTS and self.plies >= 12 and actions:
            actions.pop()
        if "lists-less" in ARGUMENTS and self.plies % 3:
            actions = actions[1:]
        if "offers-nonsense" in ARGUMENTS:
            actions.append("nonsense")
        return LegalAnswer(tuple(actions))

    def play(self, request: Json) -> Done:
        """Play an action, or do what the arguments say instead."""
        engine: Any = self.playing()
        legal = engine.legal_actions(self.state)
        if "accepts" in ARGUMENTS and request["action"] not in legal:
            return Done()
        if "moved-anyway" in ARGUMENTS and legal and request["action"] not in legal:
            self.state = engine.play(self.state, legal[0])
            raise Refusal(Illegal("no"))
        if "refuses" in ARGUMENTS and request["action"] in legal[-1:] and self.plies == 1:
            raise Refusal(Illegal("no"))
        answer = super().play(request)
        self.plies += 1
        return answer

    def report_state(self, request: Json) -> StateAnswer:
        """Report a state."""
        answer = super().report_state(request)
        if "no-position" in ARGUMENTS:
            answer = evolve(answer, position=None)
        for name in LEFT_OUT:
            del (answer.position or {})[name]
        if "poor" in ARGUMENTS:
            answer = evolve(answer, scores=dict.fromkeys(answer.scores, 0))
        return answer

    def perft(self, request: Json) -> PerftAnswer:
        """Count."""
        if "counts-not" in ARGUMENTS:
            raise Refusal(Unsupported("perft"))
        answer = super().perft(request)
        if "miscounts" in ARGUMENTS and request["depth"] > 1:
            answer = PerftAnswer(answer.count + 1)
        return answer


if __name__ == "__main__":
    import rulewright.protocol.serving

    rulewright.protocol.serving.Adapter = Other  # type: ignore[misc]
    serve("impl", sys.stdin.buffer, sys.stdout.buffer)
