"""ARI written straight from the rule page, slow and plain, to compare both engines with."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

DEFAULT_NETS = {
    "III": [5, 9, 2, 1, 7, 6],
    "IV": [4, 1, 3, 9, 8, 5],
    "V": [6, 2, 8, 7, 3, 4],
}
PLAYERS = ("white", "black")
OTHER = {"white": "black", "black": "white"}
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west
AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
DEFAULT_RULINGS = {
    "no_target": "any_die",
    "next_to": "eight",
    "own_face": "others",
    "lifting": "before",
    "orientation": "free",
    "off_board": "dead",
    "capture": "strike",
    "threat": "open",
    "no_action": "skip",
}
Cell = tuple[int, int]
State = dict[str, Any]


def turnings(net: list[int]) -> list[str]:
    """Turn a die in every way; give the sides it can show, north east south west."""
    seen = {tuple(net)}
    waiting = list(seen)
    while waiting:
        top, north, east, south, west, bottom = waiting.pop()
        for turned in (
            (top, west, north, east, south, bottom),  # about the vertical axis
            (south, top, east, bottom, west, north),  # tipped over to the north
        ):
            if turned not in seen:
                seen.add(turned)
                waiting.append(turned)
    return sorted({"".join(str(number) for number in turned[1:5]) for turned in seen})


def cell_of(text: str) -> Cell:
    """Read a cell."""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def text_of(cell: Cell) -> str:
    """Write a cell."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def copied(dice: dict[str, Any]) -> dict[str, Any]:
    """Copy the dice of both players."""
    return {player: dict(dice[player]) for player in PLAYERS}


class NaiveAri:
    """The rules; a state is the position as exchanged, and who has won."""

    def __init__(
        self, params: dict[str, Any] | None = None, rulings: dict[str, str] | None = None
    ) -> None:
        """Choose the parameters and the readings."""
        params = params or {}
        self.n: int = params.get("n", 15)
        self.rulings = {**DEFAULT_RULINGS, **(rulings or {})}
        nets = {**DEFAULT_NETS, **params.get("nets", {})}
        self.turnings = {die: turnings(net) for die, net in nets.items()}
        self.cells = [(x, y) for x in range(self.n) for y in range(self.n)]

    def initial(self) -> State:
        """Give the empty board."""
        return {
            "dice": {"white": {}, "black": {}},
            "queens": {"white": None, "black": None},
            "last": None,
            "turn": "white",
            "winner": None,
        }

    def from_json(self, position: dict[str, Any]) -> State:
        """Take up a position of a game that goes on."""
        return {**deepcopy(position), "winner": None}

    def to_json(self, state: State) -> dict[str, Any]:
        """Write the position."""
        return {key: deepcopy(value) for key, value in state.items() if key != "winner"}

    def turn(self, state: State) -> str | None:
        """Name who is to move."""
        turn: str | None = state["turn"]
        return turn

    def is_over(self, state: State) -> bool:
        """Return whether the game is over."""
        return state["turn"] is None

    def scores(self, state: State) -> dict[str, int]:
        """Give one point for a win."""
        return {player: int(player == state["winner"]) for player in PLAYERS}

    def winners(self, state: State) -> list[str]:
        """Name who has won."""
        return [player for player in PLAYERS if player == state["winner"]]

    def inside(self, cell: Cell) -> bool:
        """Return whether a cell is on the board."""
        return 0 <= cell[0] < self.n and 0 <= cell[1] < self.n

    def dice_cells(self, state: State) -> set[Cell]:
        """Give the cells where dice lie."""
        return {cell_of(cell) for player in PLAYERS for cell, _ in state["dice"][player].values()}

    def queen_cells(self, state: State) -> set[Cell]:
        """Give the cells where queens stand."""
        return {cell_of(cell) for cell in state["queens"].values() if cell is not None}

    def vacant(self, state: State) -> set[Cell]:
        """Give the cells where nothing is."""
        return set(self.cells) - self.dice_cells(state) - self.queen_cells(state)

    def targets(self, state: State, player: str, die: str) -> set[Cell]:
        """Apply ARI-4 to one die; the target cells may be occupied."""
        cell, sides = state["dice"][player][die]
        x, y = cell_of(cell)
        found, lying = set(), self.dice_cells(state)
        for (dx, dy), number in zip(SIDES, sides, strict=True):
            v = int(number)
            covered = (x + dx, y + dy) in lying
            if not covered and self.inside((x + v * dx, y + v * dy)):
                found.add((x + v * dx, y + v * dy))
        return found

    def queens_next(self, one: Cell, two: Cell) -> bool:
        """Apply ARI-3."""
        apart = abs(one[0] - two[0]), abs(one[1] - two[1])
        if self.rulings["next_to"] == "four":
            return apart in ((0, 1), (1, 0))
        return max(apart) == 1

    def queen_may_stand(self, state: State, player: str, cell: Cell) -> bool:
        """Return whether a queen may be put on a cell."""
        enemy = state["queens"][OTHER[player]]
        return cell in self.vacant(state) and (
            enemy is None or not self.queens_next(cell, cell_of(enemy))
        )

    def threatens(self, state: State, player: str, die: str) -> bool:
        """Apply ARI-8: the player's die and the enemy queen."""
        enemy = state["queens"][OTHER[player]]
        if enemy is None:
            return False
        queen = cell_of(enemy)
        cell, sides = state["dice"][player][die]
        x, y = cell_of(cell)
        lying = self.dice_cells(state)
        pieces = lying | self.queen_cells(state)
        for (dx, dy), number in zip(SIDES, sides, strict=True):
            v = int(number)
            if (x + dx, y + dy) in lying:
                continue
            exists = self.inside((x + v * dx, y + v * dy))
            if not exists and self.rulings["off_board"] == "dead":
                continue
            for k in range(1, v + 1):
                if (x + k * dx, y + k * dy) == queen:
                    between = {(x + i * dx, y + i * dy) for i in range(1, k)}
                    if k == v or not between & pieces:
                        return True
        return False

    def offered(self, state: State, player: str, die: str) -> set[Cell]:
        """Give the cells that ARI-7 offers to a die, occupied or not."""
        board = {**state, "dice": copied(state["dice"])}
        if self.rulings["lifting"] == "after":
            del board["dice"][player][die]
        cells = set()
        for owner in PLAYERS:
            for each in board["dice"][owner]:
                own = (owner, each) == (player, die)
                if not own or self.rulings["own_face"] == "any":
                    cells |= self.targets(board, owner, each)
        x, y = cell_of(state["queens"][player])
        for dx, dy in SIDES:
            if self.inside((x + dx, y + dy)):
                cells.add((x + dx, y + dy))
        return cells

    def setup_actions(self, state: State, player: str) -> list[str]:
        """Apply ARI-1 and 2."""
        vacant = self.vacant(state)
        if sum(len(dice) for dice in state["dice"].values()) == 6:
            return [
                f"Q@{text_of(cell)}" for cell in vacant if self.queen_may_stand(state, player, cell)
            ]
        if state["last"] is None:
            cells = vacant
        else:
            cells = self.targets(state, *state["last"]) & vacant
            if not cells and self.rulings["no_target"] == "any_die":
                for owner in PLAYERS:
                    for die in state["dice"][owner]:
                        cells |= self.targets(state, owner, die) & vacant
            if not cells:
                cells = vacant
        return [
            f"{die}@{text_of(cell)}:{sides}"
            for die in self.turnings
            if die not in state["dice"][player]
            for cell in cells
            for sides in self.turnings[die]
        ]

    def play_actions(self, state: State, player: str) -> list[str]:
        """Apply ARI-5 to 9."""
        actions = []
        enemy = OTHER[player]
        x, y = cell_of(state["queens"][player])
        for dx, dy in AROUND:
            if self.queen_may_stand(state, player, (x + dx, y + dy)):
                actions.append(f"Q@{text_of((x + dx, y + dy))}")
        free = self.vacant(state)
        if self.rulings["capture"] == "landing":
            free.add(cell_of(state["queens"][enemy]))
        for die, (_, lies) in state["dice"][player].items():
            kept = self.rulings["orientation"] == "kept"
            for cell in self.offered(state, player, die) & free:
                turned = [lies] if kept else self.turnings[die]
                actions += [f"{die}@{text_of(cell)}:{sides}" for sides in turned]
        if self.rulings["threat"] == "mate":
            actions = [action for action in actions if self.leaves_safe(state, player, action)]
        return actions + [
            f"{die}*" for die in state["dice"][player] if self.threatens(state, player, die)
        ]

    def leaves_safe(self, state: State, player: str, action: str) -> bool:
        """Apply the reading mate of the question threat to a step or a die move."""
        after = self.moved(state, player, action)
        enemy = OTHER[player]
        if after["queens"][enemy] is None:
            return True
        return not any(self.threatens(after, enemy, die) for die in after["dice"][enemy])

    def in_play(self, state: State) -> bool:
        """Return whether the set-up is over."""
        return None not in state["queens"].values()

    def actions_of(self, state: State, player: str) -> list[str]:
        """List what a player could do if it were their turn."""
        if self.in_play(state):
            return sorted(self.play_actions(state, player))
        return sorted(self.setup_actions(state, player))

    def legal_actions(self, state: State) -> list[str]:
        """List the legal actions, sorted."""
        return [] if state["turn"] is None else self.actions_of(state, state["turn"])

    def moved(self, state: State, player: str, action: str) -> State:
        """Move the pieces, without looking at what follows."""
        after = {**state, "queens": dict(state["queens"]), "dice": copied(state["dice"])}
        enemy = OTHER[player]
        if action.endswith("*"):
            after["queens"][enemy] = None
            return after
        piece, where = action.split("@")
        if piece == "Q":
            after["queens"][player] = where
            return after
        cell, sides = where.split(":")
        after["dice"][player][piece] = [cell, sides]
        if after["queens"][enemy] == cell:
            after["queens"][enemy] = None
        return after

    def play(self, state: State, action: str) -> State:
        """Play a legal action."""
        player = state["turn"]
        enemy = OTHER[player]
        after = self.moved(state, player, action)
        after["turn"] = enemy
        if self.in_play(state):
            if after["queens"][enemy] is None:
                return {**after, "turn": None, "winner": player}
        elif sum(len(dice) for dice in after["dice"].values()) < 6:
            after["last"] = [player, action.partition("@")[0]]
        else:
            after["last"] = None
        if not self.in_play(after) or self.actions_of(after, enemy):
            return after
        if self.rulings["threat"] == "mate" or self.rulings["no_action"] == "loses":
            return {**after, "turn": None, "winner": player}
        return {**after, "turn": player if self.actions_of(after, player) else None}
