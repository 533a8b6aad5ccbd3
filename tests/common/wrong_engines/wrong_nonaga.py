"""Wrong engines of Nonaga."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from common import naive_nonaga
from common.naive_nonaga import (
    OTHER,
    READINGS,
    Cell,
    NaiveNonaga,
    State,
    cells_of,
    connected,
    contacts,
    text,
)
from common.wrong_engines.conversation import Answer, Catalogue, Conversation, Unsupported

# The plain engine works this out again and again; here it is worked out once.
around = naive_nonaga.around = cache(naive_nonaga.around)


def leads_out(disc: Cell, others: set[Cell]) -> bool:
    """Return whether a round disc can go from its cell to beyond all others."""
    low_q, high_q = min(q for q, _ in others), max(q for q, _ in others)
    low_r, high_r = min(r for _, r in others), max(r for _, r in others)
    seen, waiting = {disc}, [disc]
    while waiting:
        here = waiting.pop()
        if not (low_q <= here[0] <= high_q and low_r <= here[1] <= high_r):
            return True
        ring = around(here)
        for number, there in enumerate(ring):
            if there in others or there in seen:
                continue
            if ring[number - 1] in others and ring[(number + 1) % 6] in others:
                continue
            seen.add(there)
            waiting.append(there)
    return False


class Rules(NaiveNonaga):
    """The plain engine, which looks at each position once and answers early where it can."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, rulings)
        self.known: dict[Any, list[str]] = {}
        self.hangs: tuple[set[Cell], bool] = (set(), False)

    def looked_up(self, state: State, steps: Callable[[State], list[str]]) -> list[str]:
        """Give what was found in this position before, or find it."""
        frozen = (frozenset(each) if isinstance(each, set) else each for each in state.values())
        key = (steps.__name__, *frozen)
        if key not in self.known:
            if len(self.known) > 50_000:
                self.known.clear()
            self.known[key] = steps(state)
        return self.known[key]

    def piece_steps(self, state: State) -> list[str]:
        return self.looked_up(state, super().piece_steps)

    def disc_steps(self, state: State) -> list[str]:
        return self.looked_up(state, super().disc_steps)

    def may_leave(self, disc: Cell, state: State) -> bool:
        if contacts(disc, state["discs"]) == 6 or disc in state["red"] | state["black"]:
            return False
        if self.removal == "path" and not leads_out(disc, state["discs"] - {disc}):
            return False
        kept, self.removal = self.removal, "rim" if self.removal == "path" else self.removal
        try:
            return super().may_leave(disc, state)
        finally:
            self.removal = kept

    def may_remain(self, others: set[Cell], after: set[Cell]) -> bool:
        if self.connectivity not in {"connected", "throughout"}:
            return super().may_remain(others, after)
        if self.hangs[0] is not others:
            self.hangs = others, connected(others)
        (target,) = after - others
        if self.hangs[1] and contacts(target, others) > 0:
            return True
        return self.connectivity == "connected" and connected(after)


class Nonaga(Conversation):
    """A right engine of Nonaga."""

    game = "nonaga"
    rules = Rules
    readings = READINGS

    @classmethod
    def check(cls, params: dict[str, Any]) -> None:
        n, first = params.get("n", 2), params.get("first", "red")
        if type(n) is not int or n < 1 or first not in OTHER or set(params) - {"n", "first"}:
            raise Unsupported("n is a whole number from 1; first is red or black")


FAULTS = Catalogue(Nonaga)


@FAULTS.rules
class FieldEndsTwoCellsOut(Rules):
    """The board is capped: no disc is put farther than n + 1 from the middle, as in an array."""

    def may_lie(self, disc: Cell, target: Cell, others: set[Cell], reached: set[Cell]) -> bool:
        q, r = target
        inside = max(abs(q), abs(r), abs(q + r)) <= self.n + 1
        return inside and super().may_lie(disc, target, others, reached)


@FAULTS.rules
class ContactsInFiveDirections(Rules):
    """Symmetric in five of six directions: the disc to the upper left counts as no contact."""

    def may_lie(self, disc: Cell, target: Cell, others: set[Cell], reached: set[Cell]) -> bool:
        unseen = (target[0], target[1] - 1)
        return contacts(target, others - {unseen}) >= 2 and super().may_lie(
            disc, target, others, reached
        )


@FAULTS.rules
class BarIsNeverSet(Rules):
    """No disc is ever barred, nor reported as barred."""

    def end_turn(self, state: State, relocated: Cell | None, passes: int) -> State:
        return super().end_turn(state, None, passes)


@FAULTS.rules
class BarStaysForGood(Rules):
    """A disc that was relocated in the first four turns is never moved again."""

    def end_turn(self, state: State, relocated: Cell | None, passes: int) -> State:
        kept = state.get("kept", ())
        if len(kept) < 4:
            kept = (*kept, relocated)
        return super().end_turn({**state, "kept": kept}, relocated, passes)

    def may_leave(self, disc: Cell, state: State) -> bool:
        return disc not in state.get("kept", ()) and super().may_leave(disc, state)


@FAULTS.rules
class WinSeenATurnLate(Rules):
    """The end of the game is seen when the winner's next turn is due."""

    def over(self, state: State, winner: str | None) -> State:
        if winner is None or winner != state["turn"] or not connected(state[winner]):
            return super().over(state, winner)  # nobody was to see it, or the other is stuck
        return self.due({**state, "step": "disc"}, 0)

    def end_turn(self, state: State, relocated: Cell | None, passes: int) -> State:
        mover = state["turn"]
        if connected(state[OTHER[mover]]):
            return super().over(state, OTHER[mover])
        after = {**state, "turn": OTHER[mover], "step": "piece", "barred": relocated}
        return self.due(after, passes)


@FAULTS.rules
class HooksDoNotWin(Rules):
    """Three in a line or a triangle win, three in a hook do not."""

    def over(self, state: State, winner: str | None) -> State:
        # Who wins because the other is stuck is not to move.
        if winner and winner == state["turn"] and self.is_hook(state[winner]):
            return self.due({**state, "step": "disc"}, 0)
        return super().over(state, winner)

    @staticmethod
    def is_hook(cells: set[Cell]) -> bool:
        """Distinguish a hook from a line and a triangle."""
        middle = [cell for cell in cells if len(set(around(cell)) & cells) == 2]
        if not connected(cells) or len(middle) != 1:
            return False
        one, two = cells - set(middle)
        return (one[0] + two[0], one[1] + two[1]) != (2 * middle[0][0], 2 * middle[0][1])

    def end_turn(self, state: State, relocated: Cell | None, passes: int) -> State:
        mover = state["turn"]
        if self.is_hook(state[mover]):
            after = {**state, "turn": OTHER[mover], "step": "piece", "barred": relocated}
            return self.due(after, passes)
        return super().end_turn(state, relocated, passes)


@FAULTS.rules
class PieceMayStopEarly(Rules):
    """A piece may also stop one cell before the end of its slide."""

    def piece_steps(self, state: State) -> list[str]:
        found = set()
        for action in super().piece_steps(state):
            source, target = cells_of(action)
            found.add(action)
            gone = max(abs(target[0] - source[0]), abs(target[1] - source[1]))
            if gone > 1:
                q, r = ((target[i] - source[i]) // gone for i in (0, 1))
                found.add(text(source, (target[0] - q, target[1] - r)))
        return sorted(found)


@FAULTS.rules
class PieceStopsAtRadius(Rules):
    """Off by one at the rim: a piece does not slide onto a disc outside the first hexagon."""

    def piece_steps(self, state: State) -> list[str]:
        inside = {cell for cell in state["discs"] if max(map(abs, (*cell, sum(cell)))) <= self.n}
        standing = state["red"] | state["black"]
        return super().piece_steps({**state, "discs": inside | standing})


@FAULTS.rules
class OldPlaceCountsAsContact(Rules):
    """The place that the disc came from counts among the two contacts."""

    def may_lie(self, disc: Cell, target: Cell, others: set[Cell], reached: set[Cell]) -> bool:
        if disc in around(target) and contacts(target, others) == 1 and target not in others:
            after = others | {target}
            return self.placement == "anywhere" and self.may_remain(others, after)
        return super().may_lie(disc, target, others, reached)


@FAULTS.rules
class DiscMayBePutBack(Rules):
    """A disc may be put back where it came from."""

    def disc_steps(self, state: State) -> list[str]:
        back = [
            text(disc, disc)
            for disc in state["discs"]
            if self.may_leave(disc, state) and contacts(disc, state["discs"]) >= 2
        ]
        return sorted(super().disc_steps(state) + back)


def vacant_cells_lead_out(disc: Cell, discs: set[Cell]) -> bool:
    """Return whether vacant cells lead from a disc to the outside, however narrow the way is."""
    far = max(max(map(abs, cell)) for cell in discs) + 2
    seen, waiting = {disc}, [disc]
    while waiting:
        cell = waiting.pop()
        if max(map(abs, cell)) >= far:
            return True
        waiting += [x for x in around(cell) if x not in discs and x not in seen]
        seen.update(waiting)
    return False


@FAULTS.rules
class DiscsSqueezeThrough(Rules):
    """A disc slides out wherever vacant cells lead out, between two discs that touch, too."""

    def may_leave(self, disc: Cell, state: State) -> bool:
        if self.removal != "path":
            return super().may_leave(disc, state)
        kept, self.removal = self.removal, "rim"
        try:
            return super().may_leave(disc, state) and vacant_cells_lead_out(disc, state["discs"])
        finally:
            self.removal = kept


@FAULTS.rules
class RemovalIsAlwaysRim(Rules):
    """Follows removal=rim, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "removal": "rim"})


@FAULTS.rules
class ConnectivityIsAlwaysContact(Rules):
    """Follows connectivity=contact, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "connectivity": "contact"})


@FAULTS.rules
class RimAndNoBar(Rules):
    """Follows removal=rim together with bar=none, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "removal": "rim", "bar": "none"})


@FAULTS.rules
class OnlyRedWins(Rules):
    """Black's three together are not noticed."""

    def over(self, state: State, winner: str | None) -> State:
        if winner == "black" == state["turn"] and connected(state["black"]):
            return self.due({**state, "step": "disc"}, 0)
        return super().over(state, winner)

    def end_turn(self, state: State, relocated: Cell | None, passes: int) -> State:
        if state["turn"] == "black" and connected(state["black"]):
            after = {**state, "turn": "red", "step": "piece", "barred": relocated}
            return self.due(after, passes)
        return super().end_turn(state, relocated, passes)


@FAULTS.rules
class LoserLosesAPoint(Rules):
    """The score of the loser is minus one."""

    def scores(self, state: State) -> dict[str, int]:
        scores = super().scores(state)
        return {p: s - (state["winner"] == OTHER[p]) for p, s in scores.items()}


@FAULTS.rules
class RedAlwaysBegins(Rules):
    """The parameter `first` is taken and ignored."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__({**params, "first": "red"}, rulings)


@FAULTS.rules
class LargerFieldsHaveSwappedCorners(Rules):
    """Wrong only for n other than 2: red and black have each other's corners."""

    def initial(self) -> State:
        state = super().initial()
        if self.n == 2:
            return state
        return {**state, "red": state["black"], "black": state["red"]}


@FAULTS.rules
class PlacementIsAlwaysSlideIn(Rules):
    """Follows placement=slide_in, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "placement": "slide_in"})


@FAULTS.rules
class FieldsHaveARadiusOfThree(Rules):
    """Wrong only for fields larger than usual: the radius is three at most."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__({**params, "n": min(3, params.get("n", 2))}, rulings)


@FAULTS.conversation
class BarIsKeptFromTheGameBefore(Nonaga):
    """State shared between games: the disc barred last is barred in the next game, too."""

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        kept = self.kept
        super().begin(params, rulings)
        if kept in self.current["discs"] and self.games > 1:
            self.current = {**self.current, "barred": kept}

    kept: Any = None

    def play(self, request: Answer) -> Answer:
        answer = super().play(request)
        self.kept = self.current["barred"]
        return answer


@FAULTS.conversation
class NumbersAreReadFreely(Nonaga):
    """An action is read as numbers, so that `+1` and `01` are taken for 1."""

    def play(self, request: Answer) -> Answer:
        if request["action"].count(">") == 1 and request["action"].count(",") == 2:
            return super().play({"action": text(*cells_of(request["action"]))})
        return super().play(request)
