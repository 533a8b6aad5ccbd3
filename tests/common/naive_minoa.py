"""Minoa written straight from the rule page, slow and plain, to compare the implementation with."""

from __future__ import annotations

from typing import Any

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PLAYERS = ("red", "blue", "yellow", "green")
TEAM = {"red": "first", "yellow": "first", "blue": "second", "green": "second"}


class NaiveMinoa:
    """One position that is played on; every question is answered by looking at the whole board."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        """Set the board up (MIN-1)."""
        n, k = params.get("n", 4), params.get("k", 2)
        self.end = rulings.get("end", "full")
        self.closure = rulings.get("closure", "line")
        self.stranded = rulings.get("stranded", "skip")
        self.shared = k == 4 and rulings.get("partners", "separate") == "shared"
        self.players = PLAYERS[:k]
        inside = {
            (q, r)
            for q in range(-n, n + 1)
            for r in range(-n, n + 1)
            if max(abs(q), abs(r), abs(q + r)) <= n
        }
        triangles = set()
        for q, r in inside:
            for index in range(6):
                (a, b), (c, d) = DIRECTIONS[index], DIRECTIONS[(index + 1) % 6]
                corners = frozenset({(q, r), (q + a, r + b), (q + c, r + d)})
                if corners <= inside:
                    triangles.add(corners)
        self.triangles_of: dict[str, list[Any]] = {}
        for triangle in triangles:
            for left_out in triangle:
                (q, r), (s, t) = sorted(triangle - {left_out})
                self.triangles_of.setdefault(f"{q},{r}-{s},{t}", []).append(triangle)
        self.triangles = triangles
        self.boundary = {line for line, sides in self.triangles_of.items() if len(sides) == 1}
        self.interior = set(self.triangles_of) - self.boundary
        self.sticks: set[str] = set()
        self.pieces: dict[str, str] = {}
        self.supply = 3 * n * (n + 1)
        self.hands = dict.fromkeys(self.players, 6 * n // k)
        self.turn: str | None = "red"

    def areas(self, sticks: set[str]) -> list[tuple[frozenset[Any], list[str]]]:
        """List the areas: triangles, and boundary lines."""
        links: dict[Any, list[Any]] = {triangle: [] for triangle in self.triangles}
        edges: dict[Any, list[str]] = {triangle: [] for triangle in self.triangles}
        for line, sides in self.triangles_of.items():
            if line in self.boundary:
                edges[sides[0]].append(line)
            elif line not in sticks:
                links[sides[0]].append(sides[1])
                links[sides[1]].append(sides[0])
        found, seen = [], set()
        for triangle in self.triangles:
            if triangle in seen:
                continue
            area, waiting = [], [triangle]
            seen.add(triangle)
            while waiting:
                area.append(waiting.pop())
                for other in links[area[-1]]:
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            found.append((frozenset(area), [line for each in area for line in edges[each]]))
        return found

    def stick_fits(self, line: str) -> bool:
        """Apply MIN-4, 6, 8 and 9 to a stick."""
        if line not in self.interior or line in self.sticks or len(self.sticks) == self.supply:
            return False
        after = self.areas(self.sticks | {line})
        if self.closure == "line":
            return all(edges for _, edges in after)
        if len(after) == len(self.areas(self.sticks)):
            return True
        left, right = self.parts(line)
        return any(e in self.pieces for e in left) and any(e in self.pieces for e in right)

    def parts(self, line: str) -> tuple[list[str], list[str]]:
        """Give the boundary lines of the two parts into which a stick splits an area."""
        before = {area for area, _ in self.areas(self.sticks)}
        left, right = (e for area, e in self.areas(self.sticks | {line}) if area not in before)
        return left, right

    def moves_of(self, player: str) -> list[str]:
        """List what a player could do if it were their turn (MIN-3)."""
        moves = [line for line in self.interior if self.stick_fits(line)]
        if self.hands[player]:
            moves += [line for line in self.boundary if line not in self.pieces]
        return sorted(moves)

    def legal(self) -> list[str]:
        """List the legal actions, sorted."""
        return [] if self.turn is None else self.moves_of(self.turn)

    def owners(self, edges: list[str], *, teams: bool) -> set[str]:
        """Name who has pieces on these lines."""
        owners = {self.pieces[edge] for edge in edges if edge in self.pieces}
        return {TEAM[owner] for owner in owners} if teams else owners

    def ended(self) -> bool:
        """Apply MIN-11."""
        if self.end == "exhausted" or (
            self.end == "full" and len(self.pieces) < len(self.boundary)
        ):
            return False
        return all(
            len(self.owners(edges, teams=self.shared)) == 1 for _, edges in self.areas(self.sticks)
        )

    def play(self, line: str) -> None:
        """Play a legal action."""
        mover = self.turn
        assert mover is not None
        if line in self.interior:
            self.sticks.add(line)
        else:
            self.pieces[line] = mover
            self.hands[mover] -= 1
            holding = [player for player in self.players if self.hands[player]]
            if not self.hands[mover] and len(holding) == 1:
                for edge in self.boundary:
                    self.pieces.setdefault(edge, holding[0])
                self.hands[holding[0]] = 0
        self.turn = None
        if self.ended():
            return
        at = self.players.index(mover) + 1
        order = [*self.players[at:], *self.players[:at]]
        able = [player for player in order if self.moves_of(player)]
        if self.stranded == "skip":
            self.turn = able[0] if able else None
        else:
            self.turn = order[0] if order[0] in able else None

    def scores(self) -> dict[str, int]:
        """Apply MIN-12."""
        scores = dict.fromkeys(self.players, 0)
        for area, edges in self.areas(self.sticks):
            owners = self.owners(edges, teams=False)
            if len(owners) == 1:
                scores[owners.pop()] += len(area)
        return scores

    def winners(self) -> tuple[str, ...]:
        """Apply MIN-13 and 14."""
        if self.turn is not None:
            return ()
        scores = self.scores()
        if len(self.players) == 4:
            totals = {"first": 0, "second": 0}
            if self.shared:
                for area, edges in self.areas(self.sticks):
                    owners = self.owners(edges, teams=True)
                    if len(owners) == 1:
                        totals[owners.pop()] += len(area)
            else:
                for player, score in scores.items():
                    totals[TEAM[player]] += score
            scores = {player: totals[TEAM[player]] for player in self.players}
        most = max(scores.values())
        return tuple(player for player in self.players if scores[player] == most)

    def json(self) -> dict[str, Any]:
        """Write the position."""
        return {
            "sticks": sorted(self.sticks),
            "pieces": dict(sorted(self.pieces.items())),
            "turn": self.turn,
        }
