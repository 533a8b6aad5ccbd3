"""Symmetries that are claimed and false, and those that hold and are not claimed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any

from attrs import frozen

from rulewright.author.boards import BoardDrawing, CellBoard, board_symmetry
from rulewright.interface import RulewrightError, Symmetry
from rulewright.lint.effort import LintEffort, TooSlow
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sampling import SampledGames, described
from rulewright.lint.sources import SourceFiles
from rulewright.play import games
from rulewright.play.attribution import Place
from rulewright.play.view import View, view
from rulewright.spec.catalogue import SpecifiedGame

FEWEST = 40
"""Positions in which a renaming must have held before it is called a symmetry that was forgotten."""
MOST = 60
"""Positions of each set of options on which a symmetry is tried."""
OF_GUESTS = 5
"""How many times as many positions of a guest as of our games: they are small, and nobody has looked."""
GROUP = 24
"""Most combinations of the claimed symmetries that are formed."""


@frozen
class FalseImage:
    """A position whose image under a symmetry is not treated alike."""

    moves: tuple[str, ...]
    options: str
    what: str

    @property
    def story(self) -> str:
        """The position and what differs, in words."""
        after = " ".join(self.moves) or "no move"
        return f"under {self.options}, after {after}, {self.what}"


def positions(sampled: SampledGames, most: int = MOST) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield some positions of games, with the moves that lead to them; the ends are among them."""
    every = [
        (line.moves[:at], state) for line in sampled.lines for at, state in enumerate(line.states)
    ]
    ends = [(line.moves, line.states[-1]) for line in sampled.lines]
    yield from (*every[:: max(len(every) // most, 1)], *ends)


def false_image(
    symmetry: Symmetry, sampled: SampledGames, most: int = MOST, deadline: float = inf
) -> FalseImage | None:
    """Return the first of some positions that a symmetry does not keep; None if it keeps all.

    Of a guest, what an action leads to is looked at as well. Raises `TooSlow` at a deadline; the first
    position is looked at in any case.
    """
    engine = sampled.engine
    options = described({**engine.params, **engine.rulings})
    for number, (moves, state) in enumerate(positions(sampled, most)):
        if number and monotonic() > deadline:
            raise TooSlow
        seen = view(engine, state)
        if not symmetry.applies(seen.position):
            continue
        expected = image_of(seen, symmetry)
        try:
            image = engine.from_json(expected.position)
        except RulewrightError as error:
            return FalseImage(moves, options, f"the image of the position is refused ({error})")
        different = expected.differences(view(engine, image))
        if different:
            return FalseImage(moves, options, f"the image differs in {', '.join(different)}")
        if seen.legal and games.is_guest(engine.game):
            action = seen.legal[number % len(seen.legal)]
            other = symmetry.action(action)
            reached = image_of(view(engine, engine.play(state, action)), symmetry)
            different = reached.differences(view(engine, engine.play(image, other)))
            if different:
                said = f"{other} in the image leads to another position than {action}: its image"
                return FalseImage(moves, options, f"{said} differs in {', '.join(different)}")
    return None


def image_of(seen: View, symmetry: Symmetry) -> View:
    """Return the view of a position, renamed."""
    order = list(seen.scores)
    scores = {symmetry.player(name): score for name, score in seen.scores.items()}
    winners = {symmetry.player(name) for name in seen.winners}
    return View(
        over=seen.over,
        turn=None if seen.turn is None else symmetry.player(seen.turn),
        legal=tuple(sorted(map(symmetry.action, seen.legal))),
        scores={name: scores.get(name, 0) for name in order},
        winners=tuple(name for name in order if name in winners),
        position=symmetry.position(seen.position),
    )


def claimed_in_vain(
    specified: SpecifiedGame, every: Sequence[SampledGames], files: SourceFiles, effort: LintEffort
) -> Iterator[LintFinding]:
    """Yield the symmetries that are claimed and do not hold.

    So many positions are looked at for each, of each set of options; raises `TooSlow`.
    """
    reported: set[str] = set()
    deadline = monotonic() + effort.seconds
    most = effort.images * (OF_GUESTS if games.is_guest(specified.name) else 1)
    yield from applied_nowhere(specified, every, files)
    for sampled in every:
        for symmetry in specified.symmetries(sampled.engine):
            if symmetry.name in reported:
                continue
            found = false_image(symmetry, sampled, most, deadline)
            if found is not None:
                reported.add(symmetry.name)
                if false_image(symmetry, sampled, most, inf) != found:
                    yield unsteady(found, files)
                    return
                yield finding(
                    "symmetry",
                    claim_of(symmetry, files),
                    f"the symmetry {symmetry.name!r} is claimed, but {found.story}",
                    "mend the renaming, or claim it only where it holds",
                )


def unsteady(found: FalseImage, files: SourceFiles) -> LintFinding:
    """Return that a specification says something else of a position when it is asked again."""
    what = f"the specification says something else when it is asked again: {found.story}"
    return finding("result", files.anywhere, what, "let nothing depend on chance, time or calls")


def applied_nowhere(
    specified: SpecifiedGame, every: Sequence[SampledGames], files: SourceFiles
) -> Iterator[LintFinding]:
    """Yield the symmetries of a guest that are claimed, and apply to no position of the games."""
    if not games.is_guest(specified.name):
        return
    claims_of = {each.name: each for one in every for each in specified.symmetries(one.engine)}
    applied = {
        each.name
        for one in every
        for each in specified.symmetries(one.engine)
        if any(each.applies(one.engine.to_json(state)) for state in one.states())
    }
    count = sum(one.positions for one in every)
    for name in [each for each in claims_of if each not in applied]:
        what = f"the symmetry {name!r} is claimed, but applies to none of {count} positions"
        remedy = "mend `applies`, or leave the claim out"
        yield finding("symmetry", claim_of(claims_of[name], files), what, remedy)


def claim_of(symmetry: Symmetry, files: SourceFiles) -> Place:
    """Return the place where a symmetry is made; or where all are claimed."""
    made = files.call_with(("Symmetry", "board_symmetry"), symmetry.name)
    return claims(files) if made == files.anywhere else made


def claims(files: SourceFiles) -> Place:
    """Return the place where symmetries are claimed, or would be."""
    place = files.assigned("symmetries")
    return files.call(("SpecifiedGame",)) if place == files.anywhere else place


def forgotten(
    specified: SpecifiedGame, every: Sequence[SampledGames], files: SourceFiles, effort: LintEffort
) -> Iterator[LintFinding]:
    """Yield candidates that hold in all positions that were tried, and do not follow from the claimed.

    Candidates are the game's own `renamings`, and the symmetries of the boards that it uses. One that
    is true only under some of the options tried is none. Raises `TooSlow`.
    """
    deadline = monotonic() + effort.seconds
    count = sum(len(list(positions(sampled))) for sampled in every)
    if count < FEWEST or not every:
        return
    engine = every[0].engine
    claimed = [each.name for each in specified.symmetries(engine)]
    for name, symmetry in candidates(specified, every[0]).items():
        if name in claimed or not changes_something(symmetry, every[0]):
            continue
        if all(is_forgotten(name, specified, sampled, deadline) for sampled in every):
            yield finding(
                "symmetry",
                claims(files),
                f"{name!r} is not claimed, but held in all {count} positions that were tried",
                "claim it in `symmetries` of the SpecifiedGame",
            )


def is_forgotten(
    name: str, specified: SpecifiedGame, sampled: SampledGames, deadline: float
) -> bool:
    """Return whether a candidate holds under a set of options, and does not follow from the claimed."""
    symmetry = candidates(specified, sampled).get(name)
    return (
        symmetry is not None
        and false_image(symmetry, sampled, deadline=deadline) is None
        and not follows(symmetry, specified.symmetries(sampled.engine), sampled)
    )


def candidates(specified: SpecifiedGame, sampled: SampledGames) -> Mapping[str, Symmetry]:
    """Return what may be a symmetry, by name: the game's renamings, and symmetries of its boards."""
    found = {each.name: each for each in specified.renamings(sampled.engine)}
    for board in boards_of(sampled.engine, specified.draw):
        for name in board.symmetries:
            found.setdefault(name, board_symmetry(board, name))
    return found


def applied_to(symmetry: Symmetry, sampled: SampledGames) -> list[View]:
    """Return the views of some positions to which a renaming applies."""
    seen = [view(sampled.engine, state) for _, state in positions(sampled)][:MOST]
    return [each for each in seen if symmetry.applies(each.position)]


def changes_something(symmetry: Symmetry, sampled: SampledGames) -> bool:
    """Return whether a renaming applies to enough positions, and makes another one of some."""
    seen = applied_to(symmetry, sampled)
    return len(seen) >= FEWEST // 2 and any(image_of(each, symmetry) != each for each in seen)


def boards_of(engine: Any, drawing: Any = None) -> list[CellBoard]:
    """Return the boards that an engine has among its attributes, parameters, or package's names.

    The board that is drawn is one of them.
    """
    package = type(engine).__module__.rpartition(".")[0]
    modules = (sys.modules[name] for name in list(sys.modules) if name.startswith(f"{package}."))
    rules = getattr(engine, "rules", None)
    params = getattr(rules, "params", None)
    holders = (engine, type(engine), rules, *modules)
    values = [value for each in holders for value in getattr(each, "__dict__", {}).values()]
    for name in dir(params):
        with suppress(Exception):  # a property of the guest's that nothing else may ask for
            values.append(getattr(params, name))
    if isinstance(drawing, BoardDrawing):
        drawn = drawing.board
        values.append(drawn if isinstance(drawn, CellBoard) else drawn(engine.params))
    kept: list[CellBoard] = []
    for value in values:
        if isinstance(value, CellBoard) and value not in kept:
            kept.append(value)
    return kept


def follows(symmetry: Symmetry, claimed: Sequence[Symmetry], sampled: SampledGames) -> bool:
    """Return whether a symmetry does what some claimed ones do one after the other."""
    if any(each.name == symmetry.name for each in claimed):
        return True
    seen = applied_to(symmetry, sampled)
    wanted = written([image_of(each, symmetry) for each in seen])
    known = {written(seen): seen}
    waiting = [seen]
    while waiting and len(known) < GROUP:
        images = waiting.pop(0)
        for each in claimed:
            if not all(each.applies(one.position) for one in images):
                continue
            further = [image_of(one, each) for one in images]
            key = written(further)
            if key == wanted:
                return True
            if key not in known:
                known[key] = further
                waiting.append(further)
    return wanted in known


def written(views: Sequence[View]) -> str:
    """Return views as a text, by which they can be compared."""
    return json.dumps([[each.turn, each.legal, each.position] for each in views], sort_keys=True)
