"""Wrong engines of Dreieck nimmt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from common import naive_dreieck
from common.naive_dreieck import Cell, NaiveDreieck, cell_of, part
from common.wrong_engines.conversation import Answer, Catalogue, Conversation, Unsupported

# The plain engine works these out again and again; here they are worked out once.
beside = naive_dreieck.beside = cache(naive_dreieck.beside)
turned = naive_dreieck.turned = cache(naive_dreieck.turned)
naive_dreieck.corners = cache(naive_dreieck.corners)

Table = dict[Cell, tuple[str, str]]
Found = TypeVar("Found")
Work = Callable[[Any], Found]


class Rules(NaiveDreieck):
    """The plain engine, which compares symbols only where there are any."""

    def __init__(
        self, params: dict[str, Any] | None = None, rulings: dict[str, str] | None = None
    ) -> None:
        super().__init__(params, rulings)
        self.surroundings: dict[frozenset[Cell], set[Cell]] = {}
        self.divided: dict[frozenset[Cell], list[tuple[set[Cell], set[Cell]]]] = {}
        self.seen: tuple[Table, Cell, tuple[str | None, ...]] = {}, ("", 0, 0), ()
        """The table and the cell that were looked at last, and the symbols beside the cell."""

    def outside(self, region: set[Cell]) -> set[Cell]:
        return remembered(self.surroundings, frozenset(region), super().outside)

    def regions(self, cells: frozenset[Cell]) -> list[tuple[set[Cell], set[Cell]]]:
        return remembered(self.divided, cells, super().regions)

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        if self.seen[0] is not table or self.seen[1] != cell:
            owned = tuple(table[other][1] if other in table else None for other in beside(cell))
            self.seen = table, cell, owned
        return fit(cell[0], self.seen[2], symbols, self.rulings["match"])


def remembered(known: dict[frozenset[Cell], Found], cells: frozenset[Cell], work: Work) -> Found:
    """Return what was found of some cells, or find it; a dictionary that grows large is emptied."""
    if cells not in known:
        if len(known) > 20_000:
            known.clear()
        known[cells] = work(cells)
    return known[cells]


@cache
def fit(kind: str, owned: tuple[str | None, ...], symbols: str, match: str) -> bool:
    """Return whether a tile fits to the neighbours of a cell, given the symbols of those there are."""
    cell = kind, 0, 0
    mine = dict(zip(naive_dreieck.corners(cell), symbols, strict=True))
    fits = [
        all(
            mine.get(point, symbol) == symbol
            for point, symbol in zip(naive_dreieck.corners(other), theirs, strict=True)
        )
        for other, theirs in zip(beside(cell), owned, strict=True)
        if theirs is not None
    ]
    return bool(fits) and (all if match == "all" else any)(fits)


class Dreieck(Conversation):
    """A right engine of Dreieck nimmt."""

    game = "dreieck"
    rules = Rules
    readings = {  # noqa: RUF012
        "match": ("all", "one"),
        "outline": ("outer", "every"),
        "trigger": ("completing", "standing"),
        "claim": ("must", "may"),
        "stuck": ("keep", "bury"),
    }

    @classmethod
    def check(cls, params: dict[str, Any]) -> None:
        k, s, supply = params.get("k", 2), params.get("s", 4), params.get("supply", "hand")
        stacks = params.get("stacks")
        fits = type(k) is int and type(s) is int and k >= 2 and 1 <= s <= 26
        if not fits or set(params) - {"k", "s", "supply", "stacks"}:
            raise Unsupported("k is a whole number from 2, s one from 1 to 26")
        if supply not in ("hand", "stack") or (supply == "stack") != ("stacks" in params):
            raise Unsupported("stacks come with supply=stack, and only then")
        if supply == "stack":
            names = NaiveDreieck({"k": k, "s": s}).names
            players = {f"p{number}" for number in range(1, k + 1)}
            if set(stacks) != players or any(sorted(each) != names for each in stacks.values()):
                raise Unsupported("a stack for each player, with each tile once")


FAULTS = Catalogue(Dreieck)


@FAULTS.rules
class TableIsTenCellsWide(Rules):
    """The board is capped: nothing is laid farther than three from the first tile."""

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        return max(abs(cell[1]), abs(cell[2])) <= 3 and super().matches(table, cell, symbols)


@FAULTS.rules
class FirstCapturedRegionOnly(Rules):
    """Of several regions that one tile completes only one is captured."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        found = super().captures(table, laid)
        if not found:
            return found
        owner = table[min(found)][0]
        return part(min(found), {cell for cell in found if table[cell][0] == owner})


@FAULTS.rules
class TieGoesToTheFirst(Rules):
    """Wrong tie: of those with equal totals only the first in turn order wins."""

    def winners(self, state: dict[str, Any]) -> list[str]:
        return super().winners(state)[:1]


@FAULTS.rules
class TilesMayBeFlipped(Rules):
    """A tile whose mirror image one has left can be laid, too."""

    def legal_actions(self, state: dict[str, Any]) -> list[str]:
        mover = state["turn"]
        if mover is None or not state["tiles"] or self.stacks is not None:
            return super().legal_actions(state)
        left = state["left"][mover]
        both = sorted({*left, *(min(turned(tile[::-1])) for tile in left)})
        return super().legal_actions({**state, "left": {**state["left"], mover: both}})

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        mover = state["turn"]
        tile = min(turned(action.partition(":")[2][:3])) if action != "pass" else None
        left = state["left"][mover]
        if tile is None or tile in left:
            return super().play(state, action)
        other = min(turned(tile[::-1]))
        kept = [tile if each == other else each for each in left]
        return super().play({**state, "left": {**state["left"], mover: kept}}, action)


@FAULTS.rules
class ThirdEdgeNeedNotMatch(Rules):
    """At one of the three edges of a cell that points down the symbols are not compared."""

    def matches(self, table: Table, cell: Cell, symbols: str) -> bool:
        _, q, r = cell
        if cell[0] == "d":
            others = [each for each in beside(cell) if each != ("u", q, r + 1) and each in table]
            if others:
                return super().matches({each: table[each] for each in others}, cell, symbols)
        return super().matches(table, cell, symbols)


@FAULTS.rules
class OwnRegionsFallToo(Rules):
    """Whoever encloses the own region loses it."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        after = super().play(state, action)
        if action == "pass" or action.endswith("~"):
            return after
        table = self.table(after)
        laid = cell_of(action.split(":", maxsplit=1)[0])
        own = part(laid, {cell for cell in table if table[cell][0] == state["turn"]})
        if all(other in table for cell in own for other in beside(cell)):
            for cell in own:
                del after["tiles"][f"{cell[0]}{cell[1]},{cell[2]}"]
        return after


@FAULTS.rules
class PassesAreNeverForgotten(Rules):
    """Passes are counted over the whole game, not in a row."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        after = super().play(state, action)
        if action != "pass":
            after["passes"] = state["passes"]
        return after


@FAULTS.rules
class EndsWhenOneHandIsEmpty(Rules):
    """The game ends as soon as one player has laid all tiles."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        after = super().play(state, action)
        return {**after, "turn": None} if not all(after["left"].values()) else after


@FAULTS.rules
class EndSeenATurnLate(Rules):
    """The last pass is seen a turn late: one pass more is needed."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        k = len(self.players)
        after = super().play({**state, "passes": min(state["passes"], k - 2)}, action)
        if action != "pass":
            return after
        passes = state["passes"] + 1
        at = self.players.index(state["turn"])
        turn = None if passes > k else self.players[(at + 1) % k]
        return {**after, "passes": passes, "turn": turn}


@FAULTS.rules
class OnlyOwnTilesEnclose(Rules):
    """Wrong only for three players or more: all tiles around must be the capturing player's."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        found = super().captures(table, laid)
        mover = table[laid][0]
        for cell in sorted(found):
            region = part(cell, {each for each in found if table[each][0] == table[cell][0]})
            around = {other for each in region for other in beside(each)} - region
            if any(other in table and table[other][0] != mover for other in around):
                found = found - region
        return found


@FAULTS.rules
class SmallRegionsOnly(Rules):
    """A region of more than two tiles is never captured."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        found = super().captures(table, laid)
        return {
            cell
            for cell in found
            if len(part(cell, {x for x in found if table[x][0] == table[cell][0]})) <= 2
        }


@FAULTS.rules
class CapturedTilesGoBackToTheHand(Rules):
    """Captured tiles are given back to their owners."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        after = super().play(state, action)
        for cell, (owner, symbols) in state["tiles"].items():
            if cell not in after["tiles"]:
                after["left"][owner] = sorted([*after["left"][owner], min(turned(symbols))])
        return after


@FAULTS.rules
class CapturesCountForTheOwner(Rules):
    """The points for captured tiles go to the player to move next."""

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        after = super().play(state, action)
        mover = state["turn"]
        taken = after["captured"][mover] - state["captured"][mover]
        heir = self.players[(self.players.index(mover) + 1) % len(self.players)]
        after["captured"][mover] -= taken
        after["captured"][heir] += taken
        return after


@FAULTS.rules
class TilesLeftCountAtTheEndOnly(Rules):
    """The tiles left are taken off the score only when the game is over."""

    def scores(self, state: dict[str, Any]) -> dict[str, int]:
        return super().scores(state) if state["turn"] is None else dict(state["captured"])


@FAULTS.rules
class FirstTileMayBeTurned(Rules):
    """The first tile can be laid in any rotation."""

    def legal_actions(self, state: dict[str, Any]) -> list[str]:
        actions = super().legal_actions(state)
        if state["tiles"]:
            return actions
        ways = {way for action in actions for way in turned(action.partition(":")[2])}
        return sorted(f"u0,0:{way}" for way in ways)


@FAULTS.rules
class PassingIsAlwaysAllowed(Rules):
    """A player who can lay a tile may pass all the same."""

    def legal_actions(self, state: dict[str, Any]) -> list[str]:
        actions = super().legal_actions(state)
        return sorted({*actions, "pass"}) if actions and state["tiles"] else actions


@FAULTS.rules
class TilesAreToldByName(Rules):
    """The position names each tile, not how it lies."""

    def to_json(self, state: dict[str, Any]) -> dict[str, Any]:
        tiles = {c: [owner, min(turned(t))] for c, (owner, t) in state["tiles"].items()}
        return {**state, "tiles": tiles}


@FAULTS.rules
class MatchIsAlwaysOne(Rules):
    """Follows match=one, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "match": "one"})


@FAULTS.rules
class TriggerIsAlwaysStanding(Rules):
    """Follows trigger=standing, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "trigger": "standing"})


@FAULTS.rules
class OneColourIsCapturedAtOnce(Rules):
    """Wrong only for three players or more: of regions of several colours one colour is captured."""

    def captures(self, table: Table, laid: Cell) -> set[Cell]:
        found = super().captures(table, laid)
        owners = sorted({table[cell][0] for cell in found})
        return {cell for cell in found if table[cell][0] == owners[0]}


@FAULTS.conversation
class CapturesAreSharedBetweenGames(Dreieck):
    """State shared between games: what the first player has captured is not set back to zero."""

    kept = 0

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().begin(params, rulings)
        self.current["captured"]["p1"] = self.kept

    def play(self, request: Answer) -> Answer:
        answer = super().play(request)
        self.kept = self.current["captured"]["p1"]
        return answer
