"""Wrong engines of ARI."""

from __future__ import annotations

from functools import cache
from typing import Any

from common import naive_ari
from common.naive_ari import DEFAULT_NETS, OTHER, SIDES, Cell, NaiveAri, State
from common.wrong_engines.conversation import Answer, Catalogue, Conversation, Unsupported

# The plain engine works these out again and again; here they are worked out once.
cell_of = naive_ari.cell_of = cache(naive_ari.cell_of)
text_of = naive_ari.text_of = cache(naive_ari.text_of)


class Rules(NaiveAri):
    """The plain engine, which remembers what it found in the position before it."""

    found: tuple[Any, str, list[str]] | None = None

    def actions_of(self, state: State, player: str) -> list[str]:
        if self.found is None or self.found[0] is not state or self.found[1] != player:
            self.found = (state, player, super().actions_of(state, player))
        return self.found[2]


class Ari(Conversation):
    """A right engine of ARI."""

    game = "ari"
    rules = Rules
    readings = {  # noqa: RUF012
        "no_target": ("any_die", "any_cell"),
        "next_to": ("eight", "four"),
        "own_face": ("others", "any"),
        "lifting": ("before", "after"),
        "orientation": ("free", "kept"),
        "off_board": ("dead", "sweeps"),
        "capture": ("strike", "landing"),
        "threat": ("open", "mate"),
        "no_action": ("skip", "loses"),
    }

    @classmethod
    def check(cls, params: dict[str, Any]) -> None:
        n, nets = params.get("n", 15), params.get("nets", {})
        if type(n) is not int or not 4 <= n <= 26 or set(params) - {"n", "nets"}:
            raise Unsupported("n is a whole number from 4 to 26")
        if set(nets) - set(DEFAULT_NETS) or any(len(net) != 6 for net in nets.values()):
            raise Unsupported("nets: die to six numbers")
        if any(type(v) is not int or not 1 <= v <= 9 for net in nets.values() for v in net):
            raise Unsupported("numbers are from 1 to 9")


FAULTS = Catalogue(Ari)


@FAULTS.rules
class LastRowIsNoTarget(Rules):
    """Off by one at the rim: a target cell in the last row or column is taken to be off the board."""

    def targets(self, state: State, player: str, die: str) -> set[Cell]:
        found = super().targets(state, player, die)
        return {cell for cell in found if max(cell) < self.n - 1}


@FAULTS.rules
class BoardIsCappedAtFourteen(Rules):
    """The board is capped: it never has more than fourteen rows and columns."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__({**params, "n": min(14, params.get("n", 15))}, rulings)


@FAULTS.rules
class QueensCoverSides(Rules):
    """A queen next to a die covers that side, as a die does."""

    def targets(self, state: State, player: str, die: str) -> set[Cell]:
        cell, _ = state["dice"][player][die]
        x, y = cell_of(cell)
        hidden = [(x + dx, y + dy) in self.queen_cells(state) for dx, dy in SIDES]
        found = super().targets(state, player, die)
        return {
            (a, b)
            for a, b in found
            if not hidden[SIDES.index(((a > x) - (a < x), (b > y) - (b < y)))]
        }


@FAULTS.rules
class SidesAreNeverCovered(Rules):
    """A die next to a side does not cover it."""

    def targets(self, state: State, player: str, die: str) -> set[Cell]:
        cell, sides = state["dice"][player][die]
        alone = {"white": {}, "black": {}, player: {die: [cell, sides]}}
        return super().targets({**state, "dice": alone}, player, die)


@FAULTS.rules
class FirstSideOnly(Rules):
    """Symmetric in three of four directions: the west side threatens nothing."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        cell, _ = state["dice"][player][die]
        enemy = state["queens"][OTHER[player]]
        (x, y), queen = cell_of(cell), cell_of(enemy) if enemy else None
        if queen and queen[1] == y and queen[0] < x:
            return False
        return super().threatens(state, player, die)


@FAULTS.rules
class ExactTargetCanBeShielded(Rules):
    """A piece between protects the queen on the target cell, too."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        return super().threatens(state, player, die) and self.clear(state, player, die)

    def clear(self, state: State, player: str, die: str) -> bool:
        """Return whether nothing stands between a die and the enemy queen."""
        (x, y), (a, b) = (
            cell_of(state["dice"][player][die][0]),
            cell_of(state["queens"][OTHER[player]]),
        )
        k = max(abs(a - x), abs(b - y))
        dx, dy = (a - x) // k, (b - y) // k
        between = {(x + i * dx, y + i * dy) for i in range(1, k)}
        return not between & (self.dice_cells(state) | self.queen_cells(state))


@FAULTS.rules
class QueensDoNotShield(Rules):
    """The attacker's own queen between does not hinder the threat."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        queens = {**state["queens"], player: None}
        return super().threatens({**state, "queens": queens}, player, die)


@FAULTS.rules
class ReachIsOneTooShort(Rules):
    """Off by one: a queen exactly on the target cell is not threatened."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        cell, sides = state["dice"][player][die]
        enemy = state["queens"][OTHER[player]]
        if enemy and super().threatens(state, player, die):
            (x, y), (a, b) = cell_of(cell), cell_of(enemy)
            side = SIDES.index(((a > x) - (a < x), (b > y) - (b < y)))
            return int(sides[side]) != max(abs(a - x), abs(b - y))
        return False


@FAULTS.rules
class WinSeenATurnLate(Rules):
    """The winner is named one question late: the game is over, and nobody has won yet."""

    def winners(self, state: State) -> list[str]:
        return (
            [] if state["turn"] is None and "*" in str(state.get("by")) else super().winners(state)
        )

    def play(self, state: State, action: str) -> State:
        return {**super().play(state, action), "by": action}

    def to_json(self, state: State) -> dict[str, Any]:
        return {key: value for key, value in super().to_json(state).items() if key != "by"}


@FAULTS.rules
class QueensStepInSevenDirections(Rules):
    """Symmetric in seven of eight directions: queens never step to the south-west."""

    def play_actions(self, state: State, player: str) -> list[str]:
        x, y = cell_of(state["queens"][player])
        gone = text_of((x - 1, y - 1)) if x and y else ""
        return [each for each in super().play_actions(state, player) if each != f"Q@{gone}"]


@FAULTS.rules
class QueensMayMeetInTheSetUp(Rules):
    """That queens do not stand next to each other is looked at in play only."""

    def queen_may_stand(self, state: State, player: str, cell: Cell) -> bool:
        if state["queens"][player] is None:
            return cell in self.vacant(state)
        return super().queen_may_stand(state, player, cell)


@FAULTS.rules
class DiceAreOnlySpun(Rules):
    """A die is turned about the vertical only: four of its orientations."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, rulings)
        for die, ways in self.turnings.items():
            first = ways[0]
            self.turnings[die] = sorted({first[i:] + first[:i] for i in range(4)})


@FAULTS.rules
class BlacksDieVIsAnother(Rules):
    """Wrong only for black: black's die V has the numbers of die IV."""

    def actions_of(self, state: State, player: str) -> list[str]:
        if player == "white":
            return super().actions_of(state, player)
        kept = self.turnings
        self.turnings = {**kept, "V": kept["IV"]}
        try:
            return super().actions_of(state, player)
        finally:
            self.turnings = kept


@FAULTS.rules
class DieVanishesWithTheStrike(Rules):
    """After a strike the die stands where the queen stood."""

    def moved(self, state: State, player: str, action: str) -> State:
        after = super().moved(state, player, action)
        if action.endswith("*"):
            die = action[:-1]
            there = state["queens"][OTHER[player]]
            after["dice"][player][die] = [there, after["dice"][player][die][1]]
        return after


@FAULTS.rules
class BoardIsRound(Rules):
    """A target cell off the board is found on the opposite side."""

    def targets(self, state: State, player: str, die: str) -> set[Cell]:
        cell, sides = state["dice"][player][die]
        x, y = cell_of(cell)
        lying = self.dice_cells(state)
        return {
            ((x + int(v) * dx) % self.n, (y + int(v) * dy) % self.n)
            for (dx, dy), v in zip(SIDES, sides, strict=True)
            if (x + dx, y + dy) not in lying
        }


@FAULTS.rules
class OrientationIsAlwaysKept(Rules):
    """Follows orientation=kept, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "orientation": "kept"})


@FAULTS.rules
class CaptureIsAlwaysLanding(Rules):
    """Follows capture=landing, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "capture": "landing"})


@FAULTS.rules
class SweepsAndOwnFaces(Rules):
    """Follows off_board=sweeps together with own_face=any, whatever it is asked for."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "off_board": "sweeps", "own_face": "any"})


@FAULTS.rules
class AttackersDiceDoNotShield(Rules):
    """Only the defender's dice and the queens hinder a threat, not the attacker's other dice."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        return super().threatens(state, player, die) or self.passes(state, player, die, player)

    def passes(self, state: State, player: str, die: str, owner: str) -> bool:
        """Return whether a die would threaten but for dice of an owner that do not lie beside it."""
        x, y = cell_of(state["dice"][player][die][0])
        near = {(x + dx, y + dy) for dx, dy in SIDES}
        kept = {
            each: where
            for each, where in state["dice"][owner].items()
            if (owner, each) == (player, die) or cell_of(where[0]) in near
        }
        fewer = {**state, "dice": {**state["dice"], owner: kept}}
        return super().threatens(fewer, player, die)


@FAULTS.rules
class DefendersDiceDoNotShield(Rules):
    """Only the attacker's own pieces hinder a threat, not the defender's dice."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        near = {
            (x + dx, y + dy)
            for x, y in [cell_of(state["dice"][player][die][0])]
            for dx, dy in SIDES
        }
        dice = state["dice"][OTHER[player]]
        kept = {each: where for each, where in dice.items() if cell_of(where[0]) in near}
        fewer = {**state, "dice": {**state["dice"], OTHER[player]: kept}}
        return super().threatens(fewer, player, die)


@FAULTS.rules
class CoveredSidesStillThreaten(Rules):
    """A covered side has no target cell, but it threatens all the same."""

    def threatens(self, state: State, player: str, die: str) -> bool:
        enemy = state["queens"][OTHER[player]]
        if enemy is None or super().threatens(state, player, die):
            return enemy is not None
        cell, sides = state["dice"][player][die]
        (x, y), queen = cell_of(cell), cell_of(enemy)
        return any(
            (x + int(v) * dx, y + int(v) * dy) == queen
            for (dx, dy), v in zip(SIDES, sides, strict=True)
        )


@FAULTS.rules
class BoardEndsAtFifteen(Rules):
    """Wrong only on boards larger than the game's own: there are fifteen rows and columns."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().__init__({**params, "n": min(15, params.get("n", 15))}, rulings)


@FAULTS.conversation
class LastDieIsKeptFromTheGameBefore(Ari):
    """State shared between games: a game begins with the die put down last in the one before."""

    kept: Any = None

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        super().begin(params, rulings)
        if self.kept:
            self.current = {**self.current, "last": self.kept}

    def state(self, request: Answer) -> Answer:
        answer = super().state(request)
        self.kept = answer["position"]["last"] or self.kept
        return answer

    def actions(self) -> list[str]:
        if not any(self.current["dice"].values()):
            return list(self.engine.legal_actions({**self.current, "last": None}))
        return super().actions()
