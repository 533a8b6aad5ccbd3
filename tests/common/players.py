"""Players in this process that play other rules, or misbehave, for the tests of the runner."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rulewright.conformance.adapter.conversation import NotSupported
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.interface import IllegalAction, MalformedAction, RulewrightError
from rulewright.play import games
from rulewright.play.perft import perft


class Playing:
    """Plays by the rules, except for the readings and clause mutants that it is made with."""

    def __init__(self, *mutants: str, **readings: str) -> None:
        """Keep what is otherwise."""
        self.mutants = mutants
        self.readings = readings
        self.games = 0
        self.unsupported: tuple[str, ...] = ()

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        for name in (*params, *rulings):
            if name in self.unsupported:
                raise NotSupported(f"{name} is not for me")
        for question, reading in rulings.items():  # whatever it plays instead
            if reading not in games.specified(game).readings.get(question, ()):
                raise NotSupported(f"{question}={reading}")
        every = games.specified(game).default_rulings
        hypothesis = Hypothesis(
            tuple((every | dict(rulings) | self.readings).items()), self.mutants
        )
        try:
            self.engine: Any = Laboratory(game).engine(hypothesis, params)
        except RulewrightError as error:
            raise NotSupported(str(error)) from error
        self.begin()

    def begin(self) -> None:
        """Set the game up."""
        self.position = self.engine.initial()
        self.plies = 0
        self.games += 1

    def legal(self) -> list[str]:
        """List the legal actions."""
        return list(self.engine.legal_actions(self.position))

    def play(self, action: str) -> None:
        """Play an action."""
        self.position = self.engine.play(self.position, action)
        self.plies += 1

    def state(self) -> dict[str, Any]:
        """Return the position."""
        engine = self.engine
        return {
            "over": engine.is_over(self.position),
            "turn": engine.turn(self.position),
            "winners": engine.winners(self.position),
            "scores": engine.scores(self.position),
            "position": engine.to_json(self.position),
        }


class AcceptsAnything(Playing):
    """Takes an illegal action, and does nothing."""

    def play(self, action: str) -> None:
        """Play an action, if it is one."""
        if action in self.legal():
            super().play(action)


class ReadsFreely(Playing):
    """Takes some texts that are no action for one: `reads` makes an action of a text."""

    def __init__(self, reads: Callable[[str], str], **readings: str) -> None:
        """Keep how actions are read."""
        super().__init__(**readings)
        self.reads = reads

    def play(self, action: str) -> None:
        """Play what was perhaps meant."""
        meant = self.reads(action)
        super().play(meant if meant in self.legal() else action)


class ShufflesOnRefusal(Playing):
    """Refuses what is misspelt and reports the same state, but forgets a legal action."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.offended = False

    def legal(self) -> list[str]:
        """List all, or all but one."""
        actions = super().legal()
        return actions[:-1] if self.offended else actions

    def play(self, action: str) -> None:
        """Play an action, or take offence."""
        self.offended = action not in super().legal()
        super().play(action)


class MovesAnyway(Playing):
    """Refuses an illegal action, but moves."""

    def play(self, action: str) -> None:
        """Play an action, or another one."""
        legal = self.legal()
        if legal and action not in legal:
            self.position = self.engine.play(self.position, legal[0])
        super().play(action)


class RefusesOne(Playing):
    """Lists an action as legal and refuses it in the second ply."""

    def play(self, action: str) -> None:
        """Play an action, or refuse it."""
        if self.plies == 1 and action in self.legal()[-1:]:
            raise IllegalAction(action, "not today")
        super().play(action)


class ForgetsOne(Playing):
    """Does not list the last legal action once `late` plies are played."""

    late = 5

    def legal(self) -> list[str]:
        """List all but one."""
        actions = super().legal()
        return actions[:-1] if self.plies >= self.late else actions


class TellsOtherwise(Playing):
    """Reports one thing of the state wrong: `what` is `value`."""

    what = "scores"
    value: Any = None

    def state(self) -> dict[str, Any]:
        """Return the state, and one thing wrong once something was played."""
        answer = super().state()
        return answer | {self.what: self.value} if self.plies else answer


class KeepsTraces(Playing):
    """Does not list the last action of the third ply of every game but the first."""

    def legal(self) -> list[str]:
        """List all, or all but one."""
        actions = super().legal()
        return actions[:-1] if self.games > 1 and self.plies == 2 else actions


class Forgetful(Playing):
    """Forgets an action now and then."""

    def __init__(self) -> None:
        """Draw always the same chances."""
        super().__init__()
        self.random = random.Random(1)

    def legal(self) -> list[str]:
        """List all, or all but one."""
        actions = super().legal()
        return actions[:-1] if len(actions) > 1 and self.random.random() < 0.2 else actions


class ListsNonsense(Playing):
    """Lists a text that is no action."""

    def legal(self) -> list[str]:
        """List the legal actions and nonsense."""
        return [*super().legal(), "nonsense"]


class Raises(Playing):
    """Has a bug that shows in the fourth ply."""

    def play(self, action: str) -> None:
        """Play an action, or break."""
        if self.plies == 3:
            raise ZeroDivisionError("a bug")
        super().play(action)


class Counts(Playing):
    """Counts, and counts right."""

    def perft(self, depth: int) -> int:
        """Count the sequences of some length."""
        return perft(self.engine, self.position, depth)


class TakesAnyOption(Playing):
    """Begins a game whatever is asked for: what it does not know it ignores."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game with the options that there are."""
        known = games.specified(game).readings
        good = {name: each for name, each in rulings.items() if each in known.get(name, ())}
        for chosen in (dict(params), {"n": params.get("n", 1)}, {}):
            try:
                super().new(game, chosen, good)
            except NotSupported:
                continue
            return


class TellsNoPosition(Counts):
    """Leaves the position out."""

    def state(self) -> dict[str, Any]:
        """Return all but the position."""
        answer = super().state()
        del answer["position"]
        return answer


class TellsPositionEarly(TellsNoPosition):
    """Leaves the position out once a few plies are played."""

    def state(self) -> dict[str, Any]:
        """Return all, or all but the position."""
        return Playing.state(self) if self.plies < 3 else super().state()


class BlamesAnother(Counts):
    """Refuses what is illegal, and always names the same clause, whichever it is."""

    def __init__(self, reason: str) -> None:
        """Keep what is said."""
        super().__init__()
        self.reason = reason

    def play(self, action: str) -> None:
        """Play, or refuse for a reason of its own."""
        if action not in self.legal():
            raise IllegalAction(action, self.reason)
        super().play(action)


class KeepsRulings(Counts):
    """Takes over the readings of the game before, where it is given none."""

    def __init__(self) -> None:
        """Nothing was asked for."""
        super().__init__()
        self.kept: dict[str, str] = {}

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game under what was asked for now, or before."""
        super().new(game, params, rulings)
        super().new(game, params, {**self.kept, **rulings})
        self.kept = dict(rulings)


class MisreadsDefaults(Counts):
    """Plays another reading if it is given the default one."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        other = {"closure": "coloured"} if rulings.get("closure") == "line" else {}
        super().new(game, params, {**rulings, **other})


class HasOtherDefaults(Counts):
    """Plays the reading that it is given, and another one than the rulebook's if it is given none."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        super().new(game, params, {"closure": "coloured", **rulings})


class NeedsDefaultsLeftOut(Counts):
    """Knows no question, not even by its default reading."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        if rulings:
            raise NotSupported("readings")
        super().new(game, params, rulings)


class PlaysOn(Counts):
    """Takes actions after the end: it says that the game is over, and forgets to look."""

    def play(self, action: str) -> None:
        """Play, or do nothing where the game is over and the text is an action."""
        try:
            super().play(action)
        except MalformedAction:
            raise
        except IllegalAction:
            if not self.engine.is_over(self.position):
                raise


class TellsTheSameObject(Counts):
    """Reports one object, which it goes on changing; and what it refuses, it plays in part."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.kept: dict[str, Any] = {}
        self.refused = 0

    def play(self, action: str) -> None:
        """Play; a refused action leaves a trace in what is reported."""
        try:
            super().play(action)
        except IllegalAction:
            self.refused += 1
            self.state()
            raise

    def state(self) -> dict[str, Any]:
        """Return the state, with the trace, in the object that was returned before."""
        answer = super().state()
        self.kept.clear()
        self.kept.update(answer["position"])
        if self.refused:
            self.kept["turn"] = "nobody"
        return answer | {"position": self.kept}


class ChangesItsOrders(Counts):
    """Empties the parameters and rulings that it is given, the inner ones too."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        super().new(game, params, rulings)
        for given in (*params.values(), params, rulings):
            if isinstance(given, dict):
                given.clear()


class Exits(Counts):
    """Ends the whole program, with a status that looks like success."""

    def play(self, action: str) -> None:
        """Play an action, or leave."""
        if self.plies == 3:
            sys.exit(0)
        super().play(action)


class TellsWhatIsNoJson(Counts):
    """Reports a position with a set in it."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        return super().state() | {"position": {"sticks": set()}}


class TiresOfTelling(Counts):
    """Reports another turn when it is asked a second time."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.asked_at = -1

    def state(self) -> dict[str, Any]:
        """Return the state, and the second time the turn of nobody."""
        answer = super().state()
        again, self.asked_at = self.asked_at == self.plies, self.plies
        return answer | ({"turn": None} if again and self.plies > 2 else {})


class MustBeAskedFirst(Counts):
    """Plays only what it has listed since the last action."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.listed: list[str] = []

    def legal(self) -> list[str]:
        """List, and remember."""
        self.listed = super().legal()
        return self.listed

    def play(self, action: str) -> None:
        """Play what was listed."""
        if action not in self.listed:
            raise IllegalAction(action, "not listed")
        super().play(action)
        self.listed = []


class SulksAfterRefusing(Counts):
    """Lists one action less after it has refused one that is spelt right, until the next is played."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.sulking = False

    def legal(self) -> list[str]:
        """List all, or all but one."""
        actions = super().legal()
        return actions[:-1] if self.sulking else actions

    def play(self, action: str) -> None:
        """Play an action, or sulk."""
        self.sulking = False
        try:
            super().play(action)
        except MalformedAction:
            raise
        except IllegalAction:
            self.sulking = True
            raise


class TiresOfAGame(Counts):
    """Refuses as unsupported, after some games or after a certain action, what it has played before."""

    def __init__(self, *, most: int = sys.maxsize, after: str = "") -> None:
        """Keep after how many games, or which action."""
        super().__init__()
        self.most, self.after = most, after

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game, unless tired."""
        if self.games >= self.most:
            raise NotSupported("enough of that")
        super().new(game, params, rulings)

    def play(self, action: str) -> None:
        """Play an action, and be tired from that one on."""
        if action == self.after:
            self.most = self.games
        super().play(action)


class RemembersARefusal(Counts):
    """Forgets an action in the game that follows a `new` which it has refused."""

    refused = False

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game, or refuse to."""
        try:
            super().new(game, params, rulings)
        except NotSupported:
            self.refused = True
            raise
        self.short, self.refused = self.refused, False

    def legal(self) -> list[str]:
        """List all, or all but one."""
        actions = super().legal()
        return actions[:-1] if self.short else actions
