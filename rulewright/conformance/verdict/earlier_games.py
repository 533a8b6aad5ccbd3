"""What an engine answers only after other games: which of them, and what in them, is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from attrs import frozen

from rulewright.conformance.adapter.conversation import REMEMBERED, Conversation, PastGame
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.deviations import EARLIER_ONES, REFUSED_EARLIER, Detection
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.stages.run import GameRun, begin_afresh
from rulewright.play.shorten import shortest
from rulewright.protocol.messages import Illegal, NewRequest, PerftRequest, PlayRequest, Request
from rulewright.wording.numbers import counted

TRIED = (1, 4, 16, 64, 200, REMEMBERED)
"""Last games that are played again, until the answer is wrong as it was."""
ASKED = 10_000
"""Requests in them at most: an engine may take a millisecond for each."""
REPLAYS = 40
"""Times that they are played with some of them left out, and again with some requests left out."""
REPEATS = 3
TOLD = 3
"""Games that are told; of more of them, the last one."""
Shows: TypeAlias = Callable[[Performance], Detection | None]
"""Finds what is looked for in a performance."""


@frozen
class Leftover:
    """What was left over from earlier games."""

    kind: str
    """Of the difference that it makes."""
    told: str
    """The games, in one line."""
    detection: Detection
    """What showed after them."""


@frozen
class Past:
    """What one instance of an engine was asked, to be asked again before a script."""

    run: GameRun
    script: Script
    shows: Shows

    def left_over(self, games: Sequence[PastGame]) -> Leftover | None:
        """Find what is needed of some games for what is looked for; None if it does not always show."""
        recent = next((games[-many:] for many in sizes(games) if self.shown(games[-many:])), None)
        if recent is None:
            return None
        numbers = [str(each) for each in range(len(recent))]
        kept = shortest(
            numbers,
            lambda some: self.shown([recent[int(each)] for each in some]) is not None,
            until_stuck=True,
            replays=REPLAYS,
        )
        needed, kind = self.plainest([recent[int(each)] for each in kept])
        needed = self.shortened(needed)
        found = None
        for _ in range(REPEATS):
            found = self.shown(needed)
            if found is None:
                return None
        assert found is not None
        if kind == "earlier" and len(needed) > 1:
            kind = EARLIER_ONES
        return Leftover(kind, told(needed, self.run.setup.rulings_sent), found)

    def plainest(self, games: Sequence[PastGame]) -> tuple[Sequence[PastGame], str]:
        """Leave out what was only asked, or refused, if it makes no difference; says what does."""
        for counts, refusals in ((False, False), (True, False), (False, True)):
            plainer = [[each for each in game if keeps(each, counts, refusals)] for game in games]
            if self.shown(plainer):
                return plainer, REFUSED_EARLIER if refusals else "earlier"
        return games, "earlier"

    def shortened(self, games: Sequence[PastGame]) -> Sequence[PastGame]:
        """Leave out requests that are not needed."""
        every = [(at, each) for at, game in enumerate(games) for each in game]

        def chosen(some: Sequence[str]) -> Sequence[PastGame]:
            kept = {int(each) for each in some}
            return [
                [
                    each
                    for number, (of, each) in enumerate(every)
                    if of == at and (number in kept or isinstance(each[0], NewRequest))
                ]
                for at in range(len(games))
            ]

        removable = [str(n) for n, (_, each) in enumerate(every) if type(each[0]) is not NewRequest]
        return chosen(
            shortest(
                removable,
                lambda some: self.shown(chosen(some)) is not None,
                until_stuck=True,
                replays=REPLAYS,
            )
        )

    def shown(self, games: Sequence[PastGame]) -> Detection | None:
        """Return what a fresh engine shows after some games."""
        if self.run.left_alone:
            return None
        begin_afresh(self.run, self.script.params)
        made = self.run.crew.first.work(self.after, games).made
        return None if made is None else self.shows(made)

    def after(self, conversation: Conversation, games: Sequence[PastGame]) -> Performance | None:
        """Play the script after games; None if one of them no longer goes as it did."""
        for game in games:
            for request, was_refused in game:
                if isinstance(conversation.ask(request), Illegal) and not was_refused:
                    return None
        return self.run.perform(conversation, self.script)


def sizes(games: Sequence[PastGame]) -> Sequence[int]:
    """Return how many of the last games are tried, each number of them once."""
    asked = accumulate(len(each) for each in reversed(games))
    most = sum(each <= ASKED for each in asked)
    return sorted({min(each, most) for each in TRIED if most})


def keeps(asked: tuple[Request, bool], counts: bool, refusals: bool) -> bool:
    """Return whether something is kept where only what was played is, or counts or refusals too."""
    request, was_refused = asked
    if isinstance(request, PlayRequest):
        return refusals or not was_refused
    return isinstance(request, NewRequest) or (counts and isinstance(request, PerftRequest))


def told(games: Sequence[PastGame], rulings: Mapping[str, str]) -> str:
    """Describe games in one line."""
    if len(games) > TOLD:
        return f"{counted(len(games), 'games')}, the last of them: {game_told(games[-1], rulings)}"
    return "; then ".join(game_told(each, rulings) for each in games)


def game_told(game: PastGame, rulings: Mapping[str, str]) -> str:
    """Describe a game: its options, what was played, refused and counted in it."""
    said: list[str] = []
    given = ""
    for request, was_refused in game:
        match request:
            case NewRequest(_, params, others):
                also = {} if others == rulings else others
                given = options({**params, **also}) or "default parameters"
            case PlayRequest(action):
                said.append(f"{action!r} refused" if was_refused else action)
            case PerftRequest(depth):
                said.append(f"counted to depth {depth}")
    return f"{given}, {' '.join(said) or 'no move'}"
