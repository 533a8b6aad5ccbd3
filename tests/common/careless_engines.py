"""Engines of strangers that are wrong where play seldom gets, and elsewhere play as the reference."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from typing import Any

from common.naive_nonaga import Cell, cells_of, contacts, gates
from rulewright.interface import IllegalAction
from rulewright.play import games


class Proxy:
    """Plays Nonaga as the reference implementation does, and notes each position by its pieces."""

    game = "nonaga"

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Remember nothing yet."""
        self.engine: Any = games.implementation(self.game, params, rulings)
        self.met: dict[str, int] = {}

    def __getattr__(self, name: str) -> Any:
        """Do as the engine does."""
        return getattr(self.engine, name)

    def play(self, state: Any, action: str) -> Any:
        """Play an action, and note the position without the disc that is barred."""
        after = self.engine.play(state, action)
        key = self.key(after)
        self.met[key] = self.met.get(key, 0) + 1
        return after

    def key(self, state: Any) -> str:
        """Return a position without the barred disc."""
        return repr({**self.engine.to_json(state), "barred": None})


class BoardEndsFarOut(Proxy):
    """No disc is put down farther than nine from the middle."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave out what is farther."""
        return tuple(
            each
            for each in self.engine.legal_actions(state)
            if max(abs(int(part)) for part in re.findall(r"-?\d+", each.partition(">")[2])) <= 9
        )


class EndsAtTheThirdTime(Proxy):
    """A position that is there for the third time ends the game."""

    def is_over(self, state: Any) -> bool:
        """Count."""
        return self.engine.is_over(state) or self.met.get(self.key(state), 0) >= 3


class SeesWinsNearby(Proxy):
    """Nobody wins six or more from the middle."""

    def is_over(self, state: Any) -> bool:
        """Look where the winner stands."""
        pieces = self.engine.to_json(state)["pieces"]
        won = [cell for name in self.engine.winners(state) for cell in pieces[name]]
        return self.engine.is_over(state) and all(abs(each) < 6 for cell in won for each in cell)


class BringsNothingBack(Proxy):
    """An action that brings back an earlier position is forbidden."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave these out."""
        every = self.engine.legal_actions(state)
        return tuple(
            each for each in every if self.key(self.engine.play(state, each)) not in self.met
        )


class KeepsLegalActions(Proxy):
    """Legal actions are kept under a key that lacks the barred disc."""

    def __init__(self, params: dict[str, Any], rulings: dict[str, str]) -> None:
        """Keep none yet."""
        super().__init__(params, rulings)
        self.kept: dict[str, tuple[str, ...]] = {}

    def play(self, state: Any, action: str) -> Any:
        """Look whether it is legal first."""
        self.legal_actions(state)
        return super().play(state, action)

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Look them up."""
        return self.kept.setdefault(self.key(state), self.engine.legal_actions(state))


def numbers(name: str) -> list[int]:
    """Return the coordinates in the name of a line of Minoa."""
    return [int(each) for each in re.findall(r"(?<![0-9])-?[0-9]+", name)]


class OfMinoa(Proxy):
    """Plays Minoa as the reference implementation does."""

    game = "minoa"


class CountsInEightBits(OfMinoa):
    """No score is larger than 255."""

    def scores(self, state: Any) -> dict[str, int]:
        """Cut them."""
        return {name: score % 256 for name, score in self.engine.scores(state).items()}


class NamesOneOfTwo(OfMinoa):
    """Of three players, the first and the last of whom tie, only the first is named."""

    def winners(self, state: Any) -> tuple[str, ...]:
        """Leave out the last."""
        winners: tuple[str, ...] = self.engine.winners(state)
        return winners[:1] if winners == ("red", "yellow") else winners


class NamesLinesAsText(OfMinoa):
    """The ends of a line are in the order of their texts."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Name them so."""
        return tuple(sorted(map(self.named, self.engine.legal_actions(state))))

    def play(self, state: Any, action: str) -> Any:
        """Find the line of that name."""
        every = {self.named(each): each for each in self.engine.legal_actions(state)}
        if action not in every:
            raise IllegalAction(action, "there is no such line")
        return self.engine.play(state, every[action])

    def named(self, line: str) -> str:
        """Name a line."""
        q, r, s, t = numbers(line)
        return "-".join(sorted((f"{q},{r}", f"{s},{t}")))


class SeesShortRings(OfMinoa):
    """No ring of more than 32 sticks is noticed."""

    longest = 32

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Add what would close a longer one."""
        sticks = self.engine.to_json(state)["sticks"]
        every = self.engine.legal_actions(state)
        ends = {end for stick in sticks for end in ends_of(stick)}
        closing = {
            between(one, other) for one, other in combinations(sorted(ends), 2) if near(one, other)
        }
        return tuple(sorted({*every} | {each for each in closing if self.is_long(sticks, each)}))

    def is_long(self, sticks: list[str], line: str) -> bool:
        """Return whether a stick closes a ring that is longer than is noticed."""
        start, end = ends_of(line)
        reached, steps = {start}, 0
        while end not in reached:
            steps += 1
            more = {b for stick in sticks for a, b in permutations(ends_of(stick)) if a in reached}
            if more <= reached:
                return False
            reached |= more
        return steps >= self.longest


class KnowsThirtyTwoBoundaryLines(OfMinoa):
    """The game is over when all areas are assigned and the first 32 boundary lines are taken."""

    def is_over(self, state: Any) -> bool:
        """Look at these alone."""
        pieces, size = self.engine.to_json(state)["pieces"], self.engine.params["n"]
        start = self.engine.initial()
        side = {each for each in self.engine.legal_actions(start) if self.is_rim(each, size)}
        seen = sorted(side, key=numbers)[:32]
        assigned = sum(self.engine.scores(state).values()) == 6 * size * size
        early = assigned and all(each in pieces for each in seen)
        return self.engine.is_over(state) or early

    def is_rim(self, line: str, size: int) -> bool:
        """Return whether both ends lie on the same side of the board."""
        q, r, s, t = numbers(line)
        pairs = (q, s), (r, t), (q + r, s + t)
        return any(abs(one) == size and one == other for one, other in pairs)


class KeepsLegalLines(OfMinoa):
    """Legal actions are kept under the lines that are taken, whoever is to move."""

    kept: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - games of one process share it

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Look them up."""
        position = self.engine.to_json(state)
        taken = repr((self.engine.params, position["sticks"], sorted(position["pieces"])))
        return self.kept.setdefault(taken, self.engine.legal_actions(state))


class OfAri(Proxy):
    """Plays ARI as the reference implementation does."""

    game = "ari"


class SeesEightCells(OfAri):
    """A queen that is nine cells away is never threatened."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave out strikes from so far away."""
        position = self.engine.to_json(state)
        own = position["dice"].get(position["turn"], {})
        queen = next(
            (cell for name, cell in position["queens"].items() if name != position["turn"]), None
        )
        far = {f"{die}*" for die, (cell, _) in own.items() if queen and distance(cell, queen) == 9}
        return tuple(each for each in self.engine.legal_actions(state) if each not in far)


class StrikesAreNoActions(OfAri):
    """Whoever can only strike is passed over."""

    def turn(self, state: Any) -> str | None:
        """Name the other player then."""
        turn: str | None = self.engine.turn(state)
        every = self.engine.legal_actions(state)
        others = [name for name in self.engine.players if name != turn]
        return others[0] if every and all("*" in each for each in every) else turn


class EndsAriAtTheThirdTime(EndsAtTheThirdTime):
    """A position of ARI that is there for the third time ends the game."""

    game = "ari"


def distance(one: str, other: str) -> int:
    """Return how many columns and rows two cells are apart together."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


End = tuple[int, int]


def ends_of(line: str) -> tuple[End, End]:
    """Return the vertices of a line."""
    q, r, s, t = numbers(line)
    return (q, r), (s, t)


def between(one: End, other: End) -> str:
    """Name the line between two vertices."""
    return "-".join(f"{q},{r}" for q, r in sorted((one, other)))


def near(one: End, other: End) -> bool:
    """Return whether two vertices are joined by a line."""
    return (other[0] - one[0], other[1] - one[1]) in {(1, 0), (0, 1), (-1, 1), (1, -1)}


class GivesTheTurnToWhoHasNoMove(OfMinoa):
    """Of two players in a row who have no move, only the first is passed over."""

    mover = ""

    def play(self, state: Any, action: str) -> Any:
        """Note whose action it was."""
        self.mover = self.engine.turn(state)
        return super().play(state, action)

    def turn(self, state: Any) -> str | None:
        """Name the second of them."""
        order, due = self.engine.players, self.engine.turn(state)
        if not due or not self.mover:
            return due
        passed = (order.index(due) - order.index(self.mover)) % len(order) - 1
        return order[order.index(due) - 1] if passed == 2 else due


class WhoCanOnlyStrikeHasLost(OfAri):
    """A strike is no action."""

    def is_over(self, state: Any) -> bool:
        """Look for others."""
        every = self.engine.legal_actions(state)
        return self.engine.is_over(state) or all(each.endswith("*") for each in every)


class WinsNeedADiscStep(Proxy):
    """Three pieces together are looked at after a disc step alone."""

    step = "disc"

    def play(self, state: Any, action: str) -> Any:
        """Note which step it was."""
        self.step = self.engine.to_json(state)["step"]
        return super().play(state, action)

    def winners(self, state: Any) -> tuple[str, ...]:
        """Name nobody after a piece step that ends the game."""
        won: tuple[str, ...] = self.engine.winners(state)
        return won if self.step == "disc" else ()


class Counting(Proxy):
    """Counts in how many positions of a game something is so; each first position begins anew."""

    times = 0

    def initial(self) -> Any:
        """Begin to count."""
        self.times = 0
        return self.engine.initial()

    def play(self, state: Any, action: str) -> Any:
        """Play an action, and count."""
        after = self.engine.play(state, action)
        self.times += self.counts(state, after)
        return after

    def counts(self, before: Any, after: Any) -> bool:
        """Return whether what is counted is so after an action."""
        del before, after
        return True


class ATurnPassedOverTwiceEnds(Counting, OfAri):
    """Whoever is passed over for the second time has ended the game: the count is never set back."""

    def counts(self, before: Any, after: Any) -> bool:
        """Count turns that are passed over once both queens are there."""
        is_begun = None not in self.engine.to_json(after)["queens"].values()
        return is_begun and self.engine.turn(before) == self.engine.turn(after)

    def is_over(self, state: Any) -> bool:
        """Look at the count."""
        return self.engine.is_over(state) or self.times >= 2

    def turn(self, state: Any) -> str | None:
        """Name nobody then."""
        return None if self.is_over(state) else self.engine.turn(state)


class OddActionsAreWhites(Counting, OfAri):
    """Who has won is told by the number of actions."""

    def winners(self, state: Any) -> tuple[str, ...]:
        """Name white after an odd number."""
        return (("black", "white")[self.times % 2],) if self.engine.is_over(state) else ()


class TwoPiecesCancelOut(OfAri):
    """A queen behind two pieces can be struck, as one behind none can."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """List such strikes, too."""
        position = self.engine.to_json(state)
        mover = position["turn"]
        pieces = [cell for own in position["dice"].values() for cell, _ in own.values()]
        queen = next(cell for name, cell in position["queens"].items() if name != mover)
        every = list(self.engine.legal_actions(state))
        for die, (cell, sides) in position["dice"].get(mover, {}).items():
            between = [each for each in pieces if queen and is_between(each, cell, queen)]
            reaches = queen and max(map(int, sides)) > distance(cell, queen)
            if reaches and len(between) == 2 and distance(cell, between[0]) > 1:
                every.append(f"{die}*")
        return tuple(sorted(set(every)))


def is_between(cell: str, one: str, other: str) -> bool:
    """Return whether a cell lies on the straight line between two others."""
    in_file = {each[0] for each in (cell, one, other)}
    in_rank = {each[1:] for each in (cell, one, other)}
    near = distance(one, cell) + distance(cell, other) == distance(one, other)
    return 1 in {len(in_file), len(in_rank)} and near and cell not in {one, other}


class TurnsAreCountedInAByte(Counting, OfMinoa):
    """Of three players the turn is taken from a count of actions that ends at 127."""

    def turn(self, state: Any) -> str | None:
        """Name the player after."""
        order, due = self.engine.players, self.engine.turn(state)
        if due and self.times > 127 and len(order) == 3:
            return str(order[(order.index(due) + 1) % 3])
        return str(due) if due else None


class KeepsTwoHundredActions(Counting, OfMinoa):
    """A game is over when its record is full."""

    def is_over(self, state: Any) -> bool:
        """Look at the count."""
        return self.engine.is_over(state) or self.times >= 200


class CountsActionsInAByte(Counting):
    """A game is over when its actions no longer fit in a byte."""

    def is_over(self, state: Any) -> bool:
        """Look at the count."""
        return self.engine.is_over(state) or self.times > 255


class CountsActionsOfMinoaInAByte(CountsActionsInAByte, OfMinoa):
    """The same of Minoa."""


class CountsActionsOfDreieckInAByte(CountsActionsInAByte):
    """The same of Dreieck."""

    game = "dreieck"


class RedIsNotPassedOverAfterGreen(GivesTheTurnToWhoHasNoMove):
    """Of green and red, passed over one after the other, only green is."""

    def turn(self, state: Any) -> str | None:
        """Name red then."""
        due = self.engine.turn(state)
        return "red" if (self.mover, due) == ("yellow", "blue") else due


class GreenIsNotPassedOverAlone(GivesTheTurnToWhoHasNoMove):
    """After yellow, when green has no move, it is blue's turn."""

    def turn(self, state: Any) -> str | None:
        """Name blue then."""
        due, order = self.engine.turn(state), self.engine.players
        is_passed = (self.mover, due) == ("yellow", "red") and "green" in order
        return "blue" if is_passed else due


class RedKeepsPiecesAfterBlue(Counting, OfMinoa):
    """Of four players, the last piece of blue does not put down those of red."""

    def counts(self, before: Any, after: Any) -> bool:
        """Count the times that red has got pieces so."""
        taken, pieces = (self.engine.to_json(each)["pieces"] for each in (before, after))
        put_down = {pieces[each] for each in pieces.keys() - taken.keys()}
        mover, players = self.engine.turn(before), self.engine.players
        return mover == "blue" and "green" in players and "red" in put_down

    def to_json(self, state: Any) -> dict[str, Any]:
        """Leave all pieces out then: it is enough that something is wrong."""
        position: dict[str, Any] = self.engine.to_json(state)
        return {**position, "pieces": {}} if self.times else position


class KeepsPieceSteps(KeepsLegalActions):
    """Piece steps are kept under the discs and the pieces of the player to move."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Look them up."""
        is_piece_step = self.engine.to_json(state)["step"] == "piece"
        return super().legal_actions(state) if is_piece_step else self.engine.legal_actions(state)

    def key(self, state: Any) -> str:
        """Leave out the other player's pieces."""
        position = self.engine.to_json(state)
        own = position["pieces"].get(position["turn"])
        return repr((position["discs"], position["turn"], own))


class LooksSixStepsFar(Proxy):
    """A disc with a way out of more than six steps is not known to have one."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave out what is done with such discs."""
        position = self.engine.to_json(state)
        every: tuple[str, ...] = self.engine.legal_actions(state)
        if position["step"] != "disc" or self.engine.rulings["removal"] != "path":
            return every
        discs = {(q, r) for q, r in position["discs"]}
        out = {disc: is_soon_out(disc, discs - {disc}) for disc, _ in map(cells_of, every)}
        return tuple(each for each in every if out[cells_of(each)[0]])


def is_soon_out(disc: Cell, others: set[Cell]) -> bool:
    """Return whether a disc touches no other after six steps or fewer."""
    reached = {disc}
    for _ in range(6):
        steps = [(there, {*beside}) for each in reached for there, *beside in gates(each)]
        reached |= {there for there, beside in steps if there not in others and beside - others}
        if any(not contacts(each, others) for each in reached):
            return True
    return False
