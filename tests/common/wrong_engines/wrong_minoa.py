"""Wrong engines of Minoa."""

from __future__ import annotations

from copy import copy
from typing import Any

from common.naive_minoa import DIRECTIONS, PLAYERS, NaiveMinoa
from common.wrong_engines.conversation import Answer, Catalogue, Conversation, Unsupported

SIX = 6


def fans_of(triangles_of: dict[str, list[Any]]) -> dict[str, list[set[str]]]:
    """List for each stick the other lines round each of its ends that is not on the edge."""
    ends = {line: frozenset.intersection(*sides) for line, sides in triangles_of.items()}
    lines_at: dict[Any, set[str]] = {}
    for line, sides in triangles_of.items():
        for vertex in ends[line] if len(sides) > 1 else ():
            lines_at.setdefault(vertex, set()).add(line)
    return {
        line: [lines_at[vertex] - {line} for vertex in ends[line] if len(lines_at[vertex]) == SIX]
        for line, sides in triangles_of.items()
        if len(sides) > 1
    }


class Board(NaiveMinoa):
    """A position of the plain engine; sticks are tried by walking only the area that they lie in."""

    links: dict[Any, list[tuple[str, Any]]]
    edges: dict[Any, list[str]]
    fans: dict[str, list[set[str]]]
    fitting: list[str] | None = None
    """The sticks that may be placed, once they have been looked for."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, rulings)
        self.links = {triangle: [] for triangle in self.triangles}
        self.edges = {triangle: [] for triangle in self.triangles}
        for line, sides in self.triangles_of.items():
            if len(sides) == 1:
                self.edges[sides[0]].append(line)
            else:
                self.links[sides[0]].append((line, sides[1]))
                self.links[sides[1]].append((line, sides[0]))
        self.fans = fans_of(self.triangles_of)

    def part(self, start: Any, sticks: set[str], until: Any = None) -> set[Any]:
        """Walk the area of a triangle, or as far as to another triangle."""
        seen, waiting = {start}, [start]
        while waiting and until not in seen:
            for line, other in self.links[waiting.pop(0)]:
                if other not in seen and line not in sticks:
                    seen.add(other)
                    waiting.append(other)
        return seen

    def areas(self, sticks: set[str]) -> list[tuple[frozenset[Any], list[str]]]:
        found = []
        left = set(self.triangles)
        while left:
            area = self.part(next(iter(left)), sticks)
            left -= area
            found.append((frozenset(area), self.lines_of(area)))
        return found

    def lines_of(self, area: set[Any]) -> list[str]:
        """List the boundary lines of an area."""
        return [line for triangle in area for line in self.edges[triangle]]

    def stick_fits(self, line: str) -> bool:
        if line not in self.interior or line in self.sticks or len(self.sticks) >= self.supply:
            return False
        if self.leaves_a_way_round(line):
            return True
        one, other = self.triangles_of[line]
        sticks = self.sticks | {line}
        part = self.part(one, sticks, other)
        if other in part:
            return True
        return all(self.part_fits(self.lines_of(each)) for each in (part, self.part(other, sticks)))

    def leaves_a_way_round(self, line: str) -> bool:
        """Whether both sides of a stick are joined round one of its ends, which is seen at once."""
        return any(fan.isdisjoint(self.sticks) for fan in self.fans[line])

    def part_fits(self, lines: list[str]) -> bool:
        """Apply MIN-9 to one of the parts that a stick makes."""
        return bool(lines) if self.closure == "line" else any(line in self.pieces for line in lines)

    def moves_of(self, player: str) -> list[str]:
        if self.fitting is None:
            self.fitting = [line for line in self.interior if self.stick_fits(line)]
        vacant = self.boundary - set(self.pieces) if self.hands[player] else ()
        return sorted([*self.fitting, *vacant])

    def moved(self, action: str) -> Board:
        """Give the position after an action."""
        after = copy(self)
        after.fitting = None
        after.sticks, after.pieces = set(self.sticks), dict(self.pieces)
        after.hands = dict(self.hands)
        after.play(action)
        return after


class Rules:
    """The rules as the adapter wants them: a state is a board."""

    board: type[Board] = Board

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        self.options = params, rulings

    def initial(self) -> Board:
        return self.board(*self.options)

    def legal_actions(self, state: Board) -> list[str]:
        return state.legal()

    def play(self, state: Board, action: str) -> Board:
        return state.moved(action)

    def is_over(self, state: Board) -> bool:
        return state.turn is None

    def turn(self, state: Board) -> str | None:
        return state.turn

    def scores(self, state: Board) -> dict[str, int]:
        return state.scores()

    def winners(self, state: Board) -> tuple[str, ...]:
        return state.winners()

    def to_json(self, state: Board) -> Answer:
        return state.json()


class Minoa(Conversation):
    """A right engine of Minoa."""

    game = "minoa"
    rules = Rules
    readings = {  # noqa: RUF012
        "end": ("full", "literal", "exhausted"),
        "closure": ("line", "coloured"),
        "partners": ("separate", "shared"),
        "stranded": ("skip", "over"),
    }

    @classmethod
    def check(cls, params: dict[str, Any]) -> None:
        n, k = params.get("n", 4), params.get("k", 2)
        whole = type(n) is int and type(k) is int and not set(params) - {"n", "k"}
        if not whole or n < 1 or k not in (2, 3, 4) or 6 * n % k:
            raise Unsupported("n is a whole number from 1; k is 2, 3 or 4, and divides 6n")


FAULTS = Catalogue(Minoa)


def wrong(cls: type[Board]) -> type[Board]:
    """Enter boards with a fault in them."""
    FAULTS.rules(type(cls.__name__, (Rules,), {"board": cls, "__doc__": cls.__doc__}))
    return cls


@wrong
class NoSticksAtTheCorners(Board):
    """Off by one at the rim: a stick that ends at a corner of the board is refused."""

    def stick_fits(self, line: str) -> bool:
        n = len(self.boundary) // 6
        corners = {f"{n * q},{n * r}" for q, r in DIRECTIONS}
        return not edge_ends(line) & corners and super().stick_fits(line)


def edge_ends(line: str) -> set[str]:
    """Take a line apart into its two vertices."""
    first, rest = line.split(",", 1)
    at = rest.index("-", 1)
    return {f"{first},{rest[:at]}", rest[at + 1 :]}


@wrong
class TieGoesToTheFirst(Board):
    """Wrong tie: of those with equal territory only the first in turn order wins."""

    def winners(self) -> tuple[str, ...]:
        return super().winners()[:1]


@wrong
class WinnersInTheWrongOrder(Board):
    """Of several winners the last one in turn order is named first."""

    def winners(self) -> tuple[str, ...]:
        return super().winners()[::-1]


@wrong
class LargestAreaOnly(Board):
    """Territory is the largest area of a player, not the sum of all."""

    def scores(self) -> dict[str, int]:
        scores = dict.fromkeys(self.players, 0)
        for area, edges in self.areas(self.sticks):
            owners = self.owners(edges, teams=False)
            if len(owners) == 1:
                owner = owners.pop()
                scores[owner] = max(scores[owner], len(area))
        return scores


@wrong
class EndSeenATurnLate(Board):
    """The end is seen a turn late: only when the position before the action was final already."""

    was_final = False

    def ended(self) -> bool:
        before, self.was_final = self.was_final, super().ended()
        return before and self.was_final


@wrong
class SticksOfASmallerBoard(Board):
    """The supply is that of the next smaller board."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, rulings)
        n = params.get("n", 4)
        self.supply = 3 * n * (n - 1) or 6


@wrong
class OneSideOfSixIsNoBoundary(Board):
    """Symmetric in five of six directions: an area that has only the side q = n is taken for closed."""

    def part_fits(self, lines: list[str]) -> bool:
        most = str(max(int(end.split(",")[0]) for edge in self.boundary for end in edge_ends(edge)))
        far = [line for line in lines if {e.split(",")[0] for e in edge_ends(line)} == {most}]
        return super().part_fits([line for line in lines if line not in far])


@wrong
class OneSideOfTheStickIsLookedAt(Board):
    """Whether an area is closed off is looked at on one side of the stick only."""

    def stick_fits(self, line: str) -> bool:
        if line not in self.interior or line in self.sticks or len(self.sticks) >= self.supply:
            return False
        if self.leaves_a_way_round(line):
            return True
        one, other = sorted(self.triangles_of[line], key=sorted)
        part = self.part(one, self.sticks | {line}, other)
        return other in part or self.part_fits(self.lines_of(part))


@wrong
class ThreePlayersGoRoundBackwards(Board):
    """Wrong only for three players: the turn goes round the other way."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, rulings)
        if len(self.players) == 3:
            self.players = (PLAYERS[0], PLAYERS[2], PLAYERS[1])


@wrong
class LastPiecesStayInHand(Board):
    """The pieces of the only player left with any are never placed at once (MIN-10)."""

    def play(self, line: str) -> None:
        mover = self.turn
        assert mover
        self.hands[mover] += 1  # nobody ever seems to place the last piece
        super().play(line)
        self.hands[mover] -= 1


@wrong
class LastPiecesOfAllAreGivenAway(Board):
    """The last piece of a player hands all vacant lines to the next one, however many hold some."""

    def play(self, line: str) -> None:
        mover = self.turn
        assert mover
        if line in self.boundary and self.hands[mover] == 1:
            at = self.players.index(mover)
            heirs = [p for p in (*self.players[at + 1 :], *self.players[:at]) if self.hands[p]]
            for edge in self.boundary - {line}:
                if heirs:
                    self.pieces.setdefault(edge, heirs[0])
            for player in heirs:
                self.hands[player] = 0
        super().play(line)


@wrong
class PartnersLoseTogetherOnly(Board):
    """Of two partners who win only the one with more territory is named."""

    def winners(self) -> tuple[str, ...]:
        winners = super().winners()
        if len(self.players) < 4 or not winners:
            return winners
        scores = self.scores()
        best = max(scores[player] for player in winners)
        return tuple(player for player in winners if scores[player] == best)


@wrong
class AreasNeedTwoBoundaryLines(Board):
    """Off by one: a part that a stick closes off must have two boundary lines, or two pieces."""

    def part_fits(self, lines: list[str]) -> bool:
        counted = lines if self.closure == "line" else [e for e in lines if e in self.pieces]
        return len(counted) >= 2


@wrong
class ScoresOnlyAtTheEnd(Board):
    """Scores are zero until the game is over."""

    def scores(self) -> dict[str, int]:
        return super().scores() if self.turn is None else dict.fromkeys(self.players, 0)


@wrong
class SticksInTheOrderPlayed(Board):
    """The list of sticks is not sorted."""

    def json(self) -> dict[str, Any]:
        return {**super().json(), "sticks": sorted(self.sticks, reverse=True)}


@wrong
class EndIsAlwaysLiteral(Board):
    """Follows end=literal, whatever it is asked for."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "end": "literal"})


@wrong
class ClosureIsAlwaysColoured(Board):
    """Follows closure=coloured, whatever it is asked for."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "closure": "coloured"})


@wrong
class PartnersIsAlwaysShared(Board):
    """Follows partners=shared, whatever it is asked for."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "partners": "shared"})


@wrong
class StrandedIsAlwaysOver(Board):
    """Follows stranded=over, whatever it is asked for."""

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        super().__init__(params, {**rulings, "stranded": "over"})


@wrong
class ThreeWhoTieShareNothing(Board):
    """Wrong only for three players: where two or three have equal territory nobody wins."""

    def winners(self) -> tuple[str, ...]:
        winners = super().winners()
        return () if len(self.players) == 3 and len(winners) > 1 else winners


@wrong
class FourPlayersWinAlone(Board):
    """Wrong only for four players: the largest single territory wins, and not the team's."""

    def winners(self) -> tuple[str, ...]:
        if self.turn is not None or len(self.players) < 4:
            return super().winners()
        scores = self.scores()
        return tuple(p for p in self.players if scores[p] == max(scores.values()))


@wrong
class NeighboursArePartners(Board):
    """Wrong only for four players: red and blue are partners, and yellow and green."""

    def winners(self) -> tuple[str, ...]:
        if self.turn is not None or len(self.players) < 4:
            return super().winners()
        red, blue, yellow, green = self.scores().values()
        teams = [red + blue] * 2 + [yellow + green] * 2
        return tuple(p for p, total in zip(self.players, teams, strict=True) if total == max(teams))


@wrong
class NobodyIsPassedOver(Board):
    """Wrong from three players on: the turn also goes to a player who has no legal move."""

    def play(self, line: str) -> None:
        mover = self.turn
        assert mover
        super().play(line)
        if self.turn is not None:
            self.turn = self.players[(self.players.index(mover) + 1) % len(self.players)]


@wrong
class RimOfLargeBoardsIsForgotten(Board):
    """Wrong only on boards larger than the game's own: no stick ends five or more from the middle."""

    def stick_fits(self, line: str) -> bool:
        numbers = [int(number) for end in edge_ends(line) for number in end.split(",")]
        return max(map(abs, numbers)) < 5 and super().stick_fits(line)


@wrong
class MostPiecesOwnAnArea(Board):
    """An area with pieces of several players counts for the one who has most of them there."""

    def scores(self) -> dict[str, int]:
        scores = dict.fromkeys(self.players, 0)
        for area, edges in self.areas(self.sticks):
            there = [self.pieces[edge] for edge in edges if edge in self.pieces]
            counts = sorted({there.count(player) for player in there})
            best = [p for p in self.players if there and there.count(p) == counts[-1]]
            if len(best) == 1:
                scores[best[0]] += len(area)
        return scores


@FAULTS.conversation
class HandsAreSharedBetweenGames(Minoa):
    """State shared between games: sticks of the game before are missing from the supply."""

    used = 0

    def begin(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        if self.current is None and self.last is not None:
            self.used = min(30, self.used + len(self.last.sticks))
        super().begin(params, rulings)
        self.current.supply = max(1, self.current.supply - self.used)
        self.last = self.current

    last: Any = None

    def play(self, request: Answer) -> Answer:
        answer = super().play(request)
        self.last = self.current
        return answer


@FAULTS.conversation
class LinesCanBeSpeltBackwards(Minoa):
    """A line is also taken with its two vertices in the wrong order."""

    def play(self, request: Answer) -> Answer:
        action = request["action"]
        for known in self.actions():
            ends = sorted(edge_ends(known), key=known.index)
            if action == "-".join(reversed(ends)):
                return super().play({"action": known})
        return super().play(request)
