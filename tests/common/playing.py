"""Random games on a foreign engine and the reference implementation, which must agree on everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from attrs import define, field

from common.foreign import Process
from rulewright.interface import Action, Engine
from rulewright.play import games
from rulewright.play.perft import perft

STYLES = ("uniform", "events", "squeeze")
"""Any action; one that changes scores, ends the game or upsets the order; one with few replies."""

LOOKED_AT = 12
"""Actions among which a biased player chooses."""


class Differs(AssertionError):
    """The two engines part; names the game that shows it."""


@define
class Match:
    """One game on both engines under some options."""

    process: Process
    game: str
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    random: Random
    engine: Engine[Any] = field(init=False)
    state: Any = field(init=False)
    moves: list[Action] = field(factory=list)
    seen: set[Action] = field(factory=set)
    counted: Counter[str] = field(factory=Counter)

    def __attrs_post_init__(self) -> None:
        """Set the game up on both."""
        self.engine = games.engine(self.game, self.params, self.rulings)
        self.state = self.engine.initial()
        self.process.get("new", game=self.game, params=self.params, rulings=self.rulings)

    def play(self, style: str, plies: int) -> None:
        """Play and compare; raises `Differs`."""
        for _ in range(plies):
            legal = self.compare()
            if not legal:
                self.counted["ended"] += 1
                break
            if self.random.random() < 0.2:
                self.offer_wrong_ones(legal)
            action = self.choose(style, legal)
            self.same(f"play {action}", {"ok": True}, self.process.ask("play", action=action))
            before = self.engine.scores(self.state)
            self.state = self.engine.play(self.state, action)
            self.counted["scores changed"] += before != self.engine.scores(self.state)
            self.moves.append(action)
        self.offer_wrong_ones(self.compare())
        depth = 2 if len(self.engine.legal_actions(self.state)) < 60 else 1
        count = perft(self.engine, self.state, depth)
        self.same(f"perft {depth}", count, self.process.get("perft", depth=depth)["count"])

    def compare(self) -> tuple[Action, ...]:
        """Compare everything that is said of the position."""
        legal = self.engine.legal_actions(self.state)
        self.same("legal", list(legal), sorted(self.process.get("legal")["actions"]))
        self.same("state", self.expected(), self.process.get("state"))
        self.seen.update(legal[:40])
        self.counted["positions"] += 1
        return legal

    def expected(self) -> dict[str, Any]:
        """Say all about the position, as the protocol does."""
        engine, state = self.engine, self.state
        return {
            "over": engine.is_over(state),
            "turn": engine.turn(state),
            "winners": list(engine.winners(state)),
            "scores": engine.scores(state),
            "position": engine.to_json(state),
        }

    def offer_wrong_ones(self, legal: tuple[Action, ...]) -> None:
        """Offer actions of other positions, and legal ones that are misspelt."""
        known = set(legal)
        for action in self.random.sample(sorted(self.seen), min(3, len(self.seen))):
            for wrong in (action, self.random.choice(list(misspelt(action)))):
                if wrong in known:
                    continue
                answer = self.process.ask("play", action=wrong)
                self.same(f"keys for {wrong!r}", {"ok", "illegal"}, set(answer))
                self.same(f"ok for {wrong!r}", expected=False, given=answer["ok"])
                self.counted["refusals"] += 1
        self.same("state after refusals", self.expected(), self.process.get("state"))

    def choose(self, style: str, legal: tuple[Action, ...]) -> Action:
        """Choose an action."""
        if style == "uniform" or self.random.random() < 0.2:
            return self.random.choice(legal)
        few = self.random.sample(legal, min(LOOKED_AT, len(legal)))
        few += [action for action in legal if not action[-1].isalnum()][:LOOKED_AT]
        worth = self.eventful if style == "events" else self.replies
        return max(few, key=lambda action: (worth(self.engine.play(self.state, action)), action))

    def eventful(self, after: Any) -> int:
        """Prefer a change of the scores, then an unexpected turn, then few replies."""
        engine = self.engine
        if engine.scores(after) != engine.scores(self.state):
            return 3
        return 2 if engine.is_over(after) else engine.turn(after) == engine.turn(self.state)

    def replies(self, after: Any) -> int:
        """Prefer few replies, but not the end."""
        count = len(self.engine.legal_actions(after))
        return -count if count else -10_000

    def same(self, what: str, expected: object, given: object) -> None:
        """Demand that both say the same."""
        if expected != given:
            if isinstance(expected, list) and isinstance(given, list):
                missing = [each for each in expected if each not in given]
                extra = [each for each in given if each not in expected]
                expected, given = f"also {missing}", f"also {extra} ({len(given)} in all)"
            raise Differs(
                f"{self.game} {dict(self.params)} {dict(self.rulings)}: {what}: expected {expected}, "
                f"given {given}, after {' '.join(self.moves) or 'no action'}"
            )


def misspelt(action: Action) -> Iterator[str]:
    """Spell an action wrongly in the ways that a careless parser lets pass."""
    yield f"{action} "
    yield f" {action}"
    yield f"{action}\n"
    yield f"{action}\0"
    yield f"{action}x"
    yield action.upper() if action != action.upper() else action.lower()
    yield action.replace("0", "-0", 1) + ("" if "0" in action else "~")
    yield action.replace("1", "01", 1) + ("" if "1" in action else ",")
    yield action.replace("2", "+2", 1) + ("" if "2" in action else "+")
    yield action.replace(",", ", ", 1) + ("" if "," in action else ";")
    yield action[:-1]
    yield action[1:]
    yield ""
    yield f"{action}\u2028"
    yield action.replace("1", "\u0661", 1) + ("" if "1" in action else "\u00a0")


def random_stacks(random: Random, players: int, tiles: list[str]) -> dict[str, list[str]]:
    """Shuffle a stack for each player."""
    return {f"p{i}": random.sample(tiles, len(tiles)) for i in range(1, players + 1)}


def random_params(game: str, random: Random) -> dict[str, Any]:
    """Draw parameters of a game; small boards and the usual one."""
    return PARAMS[game](random)


def _dreieck(random: Random) -> dict[str, Any]:
    k, s = random.choice([2, 2, 3, 4, 6]), random.choice([1, 2, 2, 3, 4])
    if random.random() < 0.5:
        return {"k": k, "s": s}
    tiles = list(
        games.engine("dreieck", {"s": s}).to_json(games.engine("dreieck", {"s": s}).initial())[
            "left"
        ]["p1"]
    )
    return {"k": k, "s": s, "supply": "stack", "stacks": random_stacks(random, k, tiles)}


def _ari(random: Random) -> dict[str, Any]:
    params: dict[str, Any] = {"n": random.choice([4, 5, 6, 8, 15])}
    if random.random() < 0.5:
        dice = random.sample(["III", "IV", "V"], random.randint(1, 3))
        most = random.choice([2, 4, 9])
        params["nets"] = {die: [random.randint(1, most) for _ in range(6)] for die in dice}
    return params


PARAMS = {
    "minoa": lambda random: random.choice(
        [{}, {"k": 3}, {"k": 4}, *({"n": n, "k": k} for n, k in MINOA_BOARDS)]
    ),
    "nonaga": lambda random: {
        "n": random.choice([1, 1, 2, 2, 3]),
        "first": random.choice(["red", "black"]),
    },
    "dreieck": _dreieck,
    "ari": _ari,
}
MINOA_BOARDS = [(1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (5, 3)]
