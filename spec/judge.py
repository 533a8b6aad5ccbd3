"""The judge of recorded games: the specification replays them all side by side."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any, Generic, NoReturn

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.interface import LegalSets, MalformedPosition, Recording
from rulewright.spec.bulk import Actions, Bulk, Numbers, Q, Table
from rulewright.spec.coverage import Coverage, RecordingRefuted
from rulewright.spec.naming import Naming
from rulewright.spec.spans import side_by_side, spans

REMEMBERED = 1 << 20
"""Positions in JSON form whose facts are remembered."""
EQUAL_TO_ANOTHER = (
    "the same, but its state equals that of another position: is a field left out where states are "
    "compared (`eq=False`)?"
)
"""What is said of a recorded position that is right, but whose state was met with another."""
NOT_IN_JSON = (
    "the same, but what is read from it is another state: the JSON form must carry all of the state"
)
"""What is said of a recorded position that is right, but not what was played to."""
SPARSE = 64
"""Table entries per legal action above which lists are faster."""
SEVERAL = 4
"""More plies than these must be judged at once, or reading their positions costs more than it saves."""


def check(bulk: Bulk[Any], recording: Recording) -> Coverage:
    """Replay recorded games and compare everything recorded about each position.

    Compares the board (if the recording names places), turn, scores, winners and the complete legal
    set. Raises `RecordingRefuted` at the first ply on which anything differs, for the first such game.
    """
    return Judge(bulk, recording).check()


def legal_sets(bulk: Bulk[Any], recording: Recording, ply: int) -> int:
    """Find the complete legal sets of one ply; return the number of games with a legal action."""
    positions = Judge(bulk, recording).recorded(ply)
    table = bulk.legal_table(positions)
    if table is not None:
        return int(np.count_nonzero(table.any(axis=1)))
    legal = bulk.legal(positions)
    return int(np.count_nonzero(np.bincount(legal.games)))


def with_places(bulk: Bulk[Any], recording: Recording) -> Recording:
    """Return a recording with the places of the rules, for who looks at the boards.

    It is returned as it is if it has them, or if positions in JSON form cannot be judged in bulk.
    """
    judge = Judge(bulk, recording)
    if not judge.by_json:
        return recording
    tables = [judge.bulk.written(judge.recorded(ply)) for ply in range(recording.turn.shape[0])]
    board = np.array(tables).astype(np.uint8)
    return evolve(recording, places=bulk.places, contents=bulk.contents, board=board)


@frozen(eq=False)
class Judge(Generic[Q]):
    """A recording to be compared with the rules."""

    bulk: Bulk[Q]
    recording: Recording
    naming: Naming = field(repr=False)

    @naming.default
    def _looked_up(self) -> Naming:
        return Naming(self.bulk, self.recording)

    def check(self) -> Coverage:
        """Compare every position of every game."""
        self.names()
        at_once, (plies, games) = self.bulk.at_once, self.recording.turn.shape
        if SEVERAL * games < at_once and plies > 1 and self.recording.places and not self.by_json:
            coverage = self.in_spans(at_once)
            if coverage is not None:
                return coverage
        return self.ply_by_ply()

    def ply_by_ply(self) -> Coverage:
        """Replay all games, and compare them after each ply."""
        plies = self.recording.turn.shape[0]
        positions, coverage = self.first(), Coverage()
        for ply in range(plies):
            coverage += self.compared(ply, positions)
            if ply < plies - 1:
                positions = self.bulk.played(positions, self.chosen(ply))
        return coverage

    def in_spans(self, at_once: int) -> Coverage | None:
        """Play on from recorded positions, those of several plies at once, and compare what follows.

        None unless all is as recorded: what differs first, and what cannot be read, is found ply by ply.
        """
        first = self.first()
        try:
            coverage, same = self.compared(0, first), self.is_recorded(0, first)
            for plies, games in spans(self.recording, at_once) if same else ():
                before, after = (self.beside(plies + more, games) for more in (0, 1))
                positions = self.bulk.played(before.recorded(0), before.chosen(0))
                coverage += after.compared(0, positions)
                if not after.is_recorded(0, positions):
                    return None
        except Exception:  # noqa: BLE001 - what is recorded can be anything; it is judged once more
            return None
        return coverage if same else None

    def beside(self, plies: Numbers, games: Numbers) -> Judge[Q]:
        """Return the judge of recorded positions side by side."""
        return Judge(self.bulk, side_by_side(self.recording, plies, games), self.naming)

    def is_recorded(self, ply: int, positions: Q) -> bool:
        """Return whether positions are the recorded ones in all that a rule can look at."""
        return self.bulk.are_same(positions, self.recorded(ply))

    def first(self) -> Q:
        """Return the positions that the games begin with."""
        games = self.recording.turn.shape[1]
        return self.bulk.start(games) if self.recording.from_start else self.recorded(0)

    def compared(self, ply: int, positions: Q) -> Coverage:
        """Compare the positions of a ply and their legal sets; raises `RecordingRefuted`."""
        self.position(ply, positions)
        coverage = self.bulk.coverage(positions)
        table = self.bulk.legal_table(positions)
        if table is None or not self.is_as_in(ply, table):
            self.legal(ply, self.bulk.legal(positions))
        return coverage

    def recorded(self, ply: int) -> Q:
        """Return the positions before a ply as recorded; replay the games if no board is."""
        recording = self.recording
        turn = recording.turn[ply].astype(np.int64)
        if self.by_json:
            return self.bulk.from_facts(self.given_facts(ply), turn, recording.winners[ply])
        if not recording.places:
            return self.replayed(ply)
        return self.bulk.read(self.board(ply), turn, recording.winners[ply])

    def replayed(self, plies: int) -> Q:
        """Play the games up to a ply; raises ValueError for one that does not begin at the start."""
        if not self.recording.from_start:
            raise ValueError("without places, only games from the start can be judged")
        positions = self.bulk.start(self.recording.turn.shape[1])
        for ply in range(plies):
            positions = self.bulk.played(positions, self.chosen(ply))
        return positions

    def chosen(self, ply: int) -> Actions:
        """Find what is played next, where anything is."""
        games, columns = self.plays(ply)
        return Actions(games, self.naming.codes[columns])

    # --- names ------------------------------------------------------------------------------------

    def names(self) -> None:
        """Require that both name the same players, places, contents and actions."""
        bulk, recording = self.bulk, self.recording
        self.same("names of players", bulk.players, tuple(recording.players))
        if recording.places and not self.by_json:
            self.same("names of places", sorted(bulk.places), sorted(recording.places))
            unknown = sorted(set(recording.contents) - set(bulk.contents))
            self.same("names of contents", [], unknown)
        if not self.by_json:
            most = int(recording.board.max(initial=0))
            known = min(most, len(recording.contents) - 1)
            self.same("a code on the board that means nothing", known, most)
        coded = zip(recording.actions, self.naming.coded, strict=True)
        strange = [name for name, code in coded if code is None]
        self.same("actions that the game does not have", [], strange)
        twice = [name for name, times in Counter(recording.actions).items() if times > 1]
        self.same("names of actions given twice", [], twice)

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `RecordingRefuted` unless two values are equal."""
        if expected != given:
            raise RecordingRefuted(what, 0, [], expected, given)

    def differ(self, what: str, game: int, ply: int, expected: object, given: object) -> NoReturn:
        """Raise `RecordingRefuted`."""
        raise RecordingRefuted(what, game, self.recording.moves(game, ply), expected, given)

    # --- positions in JSON form -------------------------------------------------------------------

    @cached_property
    def by_json(self) -> bool:
        """Whether positions are compared in JSON form: the recorded places are not the rulebook's."""
        return (
            self.recording.written is not None
            and sorted(self.bulk.places) != sorted(self.recording.places)
            and self.bulk.facts(self.bulk.start(1)) is not None
        )

    def given_facts(self, ply: int) -> Numbers:
        """Read the recorded positions of a ply; raises `RecordingRefuted` for one of another form."""
        return np.array(
            [self.facts_given(ply, game) for game in range(self.recording.turn.shape[1])]
        )

    def facts_given(self, ply: int, game: int) -> Numbers:
        """Read one recorded position, or recall what was read."""
        written = self.recording.written
        assert written is not None
        key = type(self.bulk), str(self.bulk.places), written.state(ply, game)
        if key not in written.known:
            if len(written.known) >= REMEMBERED:
                written.known.clear()
            position = written.json(ply, game)
            try:
                written.known[key] = self.bulk.facts_of(position)
            except MalformedPosition as refusal:
                self.differ("the form of the position", game, ply, str(refusal), position)
        found: Numbers = written.known[key]
        return found

    def facts(self, ply: int, positions: Q) -> None:
        """Raise `RecordingRefuted` unless all facts are those of the recorded positions."""
        expected, written = self.bulk.facts(positions), self.recording.written
        assert expected is not None
        assert written is not None
        for game in np.flatnonzero((expected != self.given_facts(ply)).any(axis=1))[:1].tolist():
            here, there = self.bulk.as_json(positions, game), written.json(ply, game)
            other = [key for key in here if here[key] != there.get(key)]
            if not other:
                is_read = np.array_equal(self.bulk.facts_of(there), expected[game])
                self.differ(
                    "the position", game, ply, here, EQUAL_TO_ANOTHER if is_read else NOT_IN_JSON
                )
            said = ({key: each.get(key) for key in other} for each in (here, there))
            self.differ("the position", game, ply, *said)

    # --- positions --------------------------------------------------------------------------------

    def board(self, ply: int) -> Numbers:
        """Translate the recorded boards of a ply: `[game, place]`."""
        rows = self.recording.board[ply][:, self.naming.columns_of_places]
        found: Numbers = self.naming.contents[rows]
        return found

    def position(self, ply: int, positions: Q) -> None:
        """Compare board, turn, scores and winners."""
        recording, bulk = self.recording, self.bulk
        if self.by_json:
            self.facts(ply, positions)
        elif recording.places:
            self.places(ply, bulk.written(positions), self.board(ply))
        results = bulk.results(positions)
        self.equal(ply, "turn", results.turn, recording.turn[ply])
        for player, name in enumerate(bulk.players):
            scores = recording.scores[ply, :, player]
            self.equal(ply, f"score of {name}", results.scores[:, player], scores)
            winners = recording.winners[ply, :, player]
            self.equal(ply, f"win of {name}", results.winners[:, player], winners)

    def places(self, ply: int, expected: Numbers, given: Numbers) -> None:
        """Raise `RecordingRefuted` unless two boards are equal."""
        for game, place in np.argwhere(expected != given)[:1].tolist():
            contents = (*self.bulk.contents, None)
            said = (contents[table[game, place]] for table in (expected, given))
            self.differ(f"what is on {self.bulk.places[place]}", game, ply, *said)

    def equal(self, ply: int, what: str, expected: NDArray[Any], given: NDArray[Any]) -> None:
        """Raise `RecordingRefuted` unless two rows, one value for each game, are equal."""
        for game in np.flatnonzero(expected != given)[:1].tolist():
            self.differ(what, game, ply, expected[game].item(), given[game].item())

    # --- legal sets -------------------------------------------------------------------------------

    def is_as_in(self, ply: int, table: Table) -> bool:
        """Return whether the legal sets are those of a table, and what is played next is among them."""
        sets = self.recording.legal
        lanes, listed = sets.listed(ply) if isinstance(sets, LegalSets) else np.nonzero(sets[ply])
        width = len(self.naming.codes)
        given = lanes * width + listed
        once = bool((given[1:] > given[:-1]).all())
        # All that is listed is legal, nothing twice, and there is no more of it.
        if not (once and self.naming.are_distinct) or len(given) != np.count_nonzero(table):
            return False
        acting, played = self.plays(ply)
        lists = ((lanes, listed), (acting, played))
        return all(bool(table[games, self.naming.codes[columns]].all()) for games, columns in lists)

    def legal(self, ply: int, legal: Actions) -> None:
        """Compare the complete legal sets, and demand that what is played next is among them."""
        columns, sets = self.naming.columns(legal), self.recording.legal
        games, unnamed = legal.games, Actions(legal.games[:0], legal.codes[:0])
        if columns.min(initial=0) < 0:
            named = columns >= 0
            unnamed = Actions(games[~named], legal.codes[~named])
            games, columns = games[named], columns[named]
        size = len(self.naming.codes) * self.recording.turn.shape[1]
        if isinstance(sets, LegalSets) and len(columns) * SPARSE < size:
            self.same_lists(ply, sets, games, columns, unnamed)
        elif isinstance(sets, LegalSets) and not len(unnamed.games):
            self.same_marks(ply, sets, games, columns)
        else:
            self.same_tables(ply, sets[ply], games, columns, unnamed)

    def same_tables(
        self, ply: int, given: Table, games: Numbers, columns: Numbers, unnamed: Actions
    ) -> None:
        """Compare legal sets, and what is played next with them, where they are a table."""
        expected = np.zeros_like(given)
        expected[games, columns] = True
        games, columns = np.nonzero(expected != given)
        self.unequal(ply, games, columns, expected[games, columns], unnamed)
        acting, played = self.plays(ply)
        self.lawful(ply, acting[~expected[acting, played]])

    def same_marks(self, ply: int, sets: LegalSets, games: Numbers, columns: Numbers) -> None:
        """The same where they are long lists: each is marked in a row of all actions of all games."""
        width = len(self.naming.codes)
        marked = np.zeros(width * self.recording.turn.shape[1], np.bool_)
        marked[games * width + columns] = True
        lanes, listed = sets.listed(ply)
        given = lanes * width + listed
        once = bool((given[1:] > given[:-1]).all())
        if not (once and len(given) == np.count_nonzero(marked) and marked[given].all()):
            none = Actions(games[:0], columns[:0])
            self.same_tables(ply, sets[ply], games, columns, none)
            self.listed_once(ply, given)
            return
        acting, played = self.plays(ply)
        self.lawful(ply, acting[~marked[acting * width + played]])

    def same_lists(
        self, ply: int, sets: LegalSets, games: Numbers, columns: Numbers, unnamed: Actions
    ) -> None:
        """The same where they are lists, because there are too many actions for a table."""
        width = len(self.naming.codes)
        expected = np.sort(games * width + columns)
        listed = sets.listed(ply)
        given = listed[0] * width + listed[1]
        if len(unnamed.games) > 0 or not np.array_equal(expected, given):
            keys = np.setxor1d(expected, given)
            self.unequal(ply, keys // width, keys % width, np.isin(keys, expected), unnamed)
            self.listed_once(ply, given)
        acting, played = self.plays(ply)
        self.lawful(ply, acting[~np.isin(acting * width + played, expected, assume_unique=True)])

    def unequal(
        self, ply: int, games: Numbers, columns: Numbers, legal: Table, unnamed: Actions
    ) -> None:
        """Raise `RecordingRefuted` for the first action of the first game, if any is given.

        `games`, `columns` and `legal` describe actions that are legal on one side only; those that are
        `unnamed` are legal, and the recording has no column for them.
        """
        every = np.concatenate([games, unnamed.games])
        codes = np.concatenate([self.naming.codes[columns], unnamed.codes])
        for first in np.lexsort((codes, every))[:1].tolist():
            what = f"legality of {self.bulk.name(int(codes[first]))}"
            is_legal = first >= len(games) or bool(legal[first])
            self.differ(what, int(every[first]), ply, is_legal, not is_legal)

    def listed_once(self, ply: int, given: Numbers) -> None:
        """Raise `RecordingRefuted` if a position lists an action twice; `given` numbers them."""
        keys, times = np.unique(given, return_counts=True)
        for at in np.flatnonzero(times > 1)[:1].tolist():
            game, column = divmod(int(keys[at]), len(self.naming.codes))
            what = f"how often {self.recording.actions[column]} is listed"
            self.differ(what, game, ply, 1, int(times[at]))

    def plays(self, ply: int) -> tuple[Numbers, Numbers]:
        """Find what is played next: the games, and the columns of the actions."""
        if ply == len(self.recording.played):
            none = np.zeros(0, np.int64)
            return none, none
        row = self.recording.played[ply].astype(np.int64)
        games = np.flatnonzero(row >= 0)
        return games, row[games]

    def lawful(self, ply: int, unfounded: Numbers) -> None:
        """Raise `RecordingRefuted` if there are games that go on with an illegal action."""
        for game in unfounded[:1].tolist():
            name = self.recording.actions[self.recording.played[ply, game]]
            self.differ(f"illegal play of {name}", game, ply, False, True)
