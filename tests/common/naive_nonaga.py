"""Nonaga written straight from the rule page, slow and plain, to compare both engines with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
OTHER = {"red": "black", "black": "red"}
READINGS = {
    "removal": ("path", "local", "four", "rim"),
    "placement": ("anywhere", "slide_in", "slide_across", "four"),
    "connectivity": ("connected", "throughout", "contact", "free"),
    "bar": ("opponent", "none"),
    "win": ("immediate", "end_of_turn"),
    "no_piece_step": ("skip", "loses"),
    "no_disc_step": ("skip", "loses"),
}

Cell = tuple[int, int]
State = dict[str, Any]


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """List the six neighbours of a cell."""
    return tuple((cell[0] + q, cell[1] + r) for q, r in DIRECTIONS)


def contacts(cell: Cell, discs: set[Cell]) -> int:
    """Count the discs that touch a cell."""
    return len(discs.intersection(around(cell)))


def connected(cells: set[Cell]) -> bool:
    """Return whether cells hang together."""
    waiting = [min(cells)]
    seen = set(waiting)
    while waiting:
        for other in around(waiting.pop()):
            if other in cells and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen == cells


@cache
def gates(cell: Cell) -> list[tuple[Cell, Cell, Cell]]:
    """List the neighbours of a cell, each with the two cells that both of them touch."""
    found = []
    for other in around(cell):
        one, two = (each for each in around(cell) if each in around(other))
        found.append((other, one, two))
    return found


def slides(start: Cell, discs: set[Cell]) -> set[Cell]:
    """Find the vacant cells within a wide frame where a round disc can go from a vacant cell."""
    return set(sliding(start, discs))


def sliding(start: Cell, discs: set[Cell]) -> Iterator[Cell]:
    """Yield these, the vacant cell first."""
    yield start
    everything = discs | {start}
    low_q, high_q = min(q for q, _ in everything) - 3, max(q for q, _ in everything) + 3
    low_r, high_r = min(r for _, r in everything) - 3, max(r for _, r in everything) + 3
    seen, waiting = {start}, [start]
    while waiting:
        for there, one, other in gates(waiting.pop()):
            if there in discs or there in seen or (one in discs and other in discs):
                continue
            if not (low_q <= there[0] <= high_q and low_r <= there[1] <= high_r):
                continue
            seen.add(there)
            waiting.append(there)
            yield there


def far_away(discs: set[Cell]) -> Cell:
    """Give a cell of the frame's rim that touches no disc."""
    return min(q for q, _ in discs) - 3, min(r for _, r in discs) - 3


def text(source: Cell, target: Cell) -> str:
    """Write an action."""
    return f"{source[0]},{source[1]}>{target[0]},{target[1]}"


def cells_of(action: str) -> tuple[Cell, Cell]:
    """Read an action."""
    (a, b), (c, d) = (map(int, cell.split(",")) for cell in action.split(">"))
    return (a, b), (c, d)


class NaiveNonaga:
    """The game under one choice of parameters and readings; a state is a plain dictionary."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Take the parameters, and the first reading of every question that is not named."""
        assert set(params) <= {"n", "first"}
        assert set(rulings) <= set(READINGS)
        self.n: int = params.get("n", 2)
        self.first: str = params.get("first", "red")
        chosen = {question: rulings.get(question, READINGS[question][0]) for question in READINGS}
        assert all(chosen[question] in READINGS[question] for question in READINGS)
        self.removal, self.placement = chosen["removal"], chosen["placement"]
        self.connectivity, self.bar = chosen["connectivity"], chosen["bar"]
        self.win = chosen["win"]
        self.no_piece_step, self.no_disc_step = chosen["no_piece_step"], chosen["no_disc_step"]

    def initial(self) -> State:
        """Set the board up (NON-1)."""
        n = self.n
        span = range(-n, n + 1)
        corners = [(n * q, n * r) for q, r in DIRECTIONS]
        state = {
            "discs": {(q, r) for q in span for r in span if abs(q + r) <= n},
            "red": {corners[0], corners[2], corners[4]},
            "black": {corners[1], corners[3], corners[5]},
            "turn": self.first,
            "step": "piece",
            "barred": None,
            "winner": None,
        }
        return self.due(state, passes=0)

    def piece_steps(self, state: State) -> list[str]:
        """List the piece steps of the player to move (NON-2, NON-3)."""
        occupied = state["red"] | state["black"]
        found = []
        for piece in state[state["turn"]]:
            for q, r in DIRECTIONS:
                at = piece
                while True:
                    ahead = (at[0] + q, at[1] + r)
                    if ahead not in state["discs"] or ahead in occupied:
                        break
                    at = ahead
                if at != piece:
                    found.append(text(piece, at))
        return sorted(found)

    def may_leave(self, disc: Cell, state: State) -> bool:
        """Apply NON-4, NON-5 and NON-6 to a disc."""
        if disc in state["red"] | state["black"]:
            return False
        if self.bar == "opponent" and disc == state["barred"]:
            return False
        others = state["discs"] - {disc}
        if self.removal == "path":
            # One side of the frame is as far away as any other: no disc is near it.
            side = max(q for q, _ in state["discs"]) + 3
            return any(q == side for q, _ in sliding(disc, others))
        if self.removal == "local":
            vacant = [cell for cell in around(disc) if cell not in others]
            return any(x in around(y) for x in vacant for y in vacant)
        return contacts(disc, others) <= {"four": 4, "rim": 5}[self.removal]

    def may_lie(self, disc: Cell, target: Cell, others: set[Cell], reached: set[Cell]) -> bool:
        """Apply NON-7, and NON-8 through it, to a disc and the cell where it is put down."""
        if target == disc or target in others or contacts(target, others) < 2:
            return False
        if self.placement in ("slide_in", "slide_across") and target not in reached:
            return False
        if self.placement == "four" and contacts(target, others) > 4:
            return False
        return self.may_remain(others, others | {target})

    def may_remain(self, others: set[Cell], after: set[Cell]) -> bool:
        """Apply NON-8 to the discs while one is in the hand, and after the disc step."""
        if self.connectivity == "contact":
            return not any(after.isdisjoint(around(cell)) for cell in after)
        if self.connectivity == "throughout" and not connected(others):
            return False
        return self.connectivity == "free" or connected(after)

    def disc_steps(self, state: State) -> list[str]:
        """List the disc steps of the player to move."""
        found = []
        for disc in state["discs"]:
            if not self.may_leave(disc, state):
                continue
            others = state["discs"] - {disc}
            reached = set()
            if self.placement == "slide_in":
                reached = slides(far_away(others), others)
            elif self.placement == "slide_across":
                reached = slides(disc, others)
            touching = {cell for other in others for cell in around(other)}
            found += [
                text(disc, target)
                for target in touching
                if self.may_lie(disc, target, others, reached)
            ]
        return sorted(found)

    def steps(self, state: State) -> list[str]:
        """List the steps that are due."""
        return self.piece_steps(state) if state["step"] == "piece" else self.disc_steps(state)

    def over(self, state: State, winner: str | None) -> State:
        """End the game."""
        return {**state, "turn": None, "step": None, "barred": None, "winner": winner}

    def end_turn(self, state: State, relocated: Cell | None, passes: int) -> State:
        """End the turn: the game is won (win=end_of_turn), or the other player is to move."""
        mover = state["turn"]
        if connected(state[mover]):
            return self.over(state, mover)
        after = {**state, "turn": OTHER[mover], "step": "piece", "barred": relocated}
        return self.due(after, passes)

    def due(self, state: State, passes: int) -> State:
        """Go on until the player to move has an action, or the game is over.

        `passes` counts the turns in a row, up to now, that went over without an action.
        """
        mover = state["turn"]
        without_action = False
        if state["step"] == "piece" and not self.piece_steps(state):
            if self.no_piece_step == "loses":
                return self.over(state, OTHER[mover])
            state = {**state, "step": "disc"}
            without_action = True
        if state["step"] == "disc" and not self.disc_steps(state):
            if self.no_disc_step == "loses":
                return self.over(state, OTHER[mover])
            passes = passes + 1 if without_action else 0
            if passes == 2:
                return self.over(state, None)
            return self.end_turn(state, None, passes)
        return state

    def legal_actions(self, state: State) -> list[str]:
        """List the legal actions, sorted."""
        return [] if state["turn"] is None else self.steps(state)

    def play(self, state: State, action: str) -> State:
        """Give the state after a legal action."""
        assert action in self.legal_actions(state)
        source, target = cells_of(action)
        mover = state["turn"]
        if state["step"] == "disc":
            after = {**state, "discs": state["discs"] - {source} | {target}}
            return self.end_turn(after, target, passes=0)
        after = {**state, mover: state[mover] - {source} | {target}, "step": "disc"}
        if self.win == "immediate" and connected(after[mover]):
            return self.over(after, mover)
        return self.due(after, passes=0)

    def turn(self, state: State) -> str | None:
        """Name the player to move."""
        turn: str | None = state["turn"]
        return turn

    def is_over(self, state: State) -> bool:
        """Return whether the game is over."""
        return state["turn"] is None

    def scores(self, state: State) -> dict[str, int]:
        """Give one point for a win."""
        return {player: int(state["winner"] == player) for player in OTHER}

    def winners(self, state: State) -> list[str]:
        """Name the winner, if there is one."""
        return [] if state["winner"] is None else [state["winner"]]

    def to_json(self, state: State) -> dict[str, Any]:
        """Write the position as the page says."""
        return {
            "discs": [list(cell) for cell in sorted(state["discs"])],
            "pieces": {player: [list(cell) for cell in sorted(state[player])] for player in OTHER},
            "turn": state["turn"],
            "step": state["step"],
            "barred": None if state["barred"] is None else list(state["barred"]),
        }

    def from_json(self, position: dict[str, Any]) -> State:
        """Take up a position in which a step is due and possible."""
        barred = position["barred"]
        return {
            "discs": {(q, r) for q, r in position["discs"]},
            **{player: {(q, r) for q, r in position["pieces"][player]} for player in OTHER},
            "turn": position["turn"],
            "step": position["step"],
            "barred": None if barred is None else (barred[0], barred[1]),
            "winner": None,
        }
