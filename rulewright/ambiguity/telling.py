"""Format an ambiguity as plain text, for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ambiguity.findings import Ambiguity, Comparable, Share
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

NOT_SOLVED = (
    "best play: not known. No board of this game on which play affects the result was small enough "
    "to be solved with this effort."
)

NOT_COMPARED = (
    "no game can be compared: each takes an action that the other reading forbids, or was cut off "
    "before its end"
)

NEVER = "under the other default rulings"
"""The scope of a claim that readings never part: theorems and searches vary no other question."""


def never_part(found: Ambiguity) -> bool:
    """Return whether it is known that two readings never differ."""
    return found.moves is None and found.exact


def share(found: Share | None) -> str:
    """Format a share in per cent, with its interval."""
    if found is None:
        return "not counted"
    part = 100 * found.hits / found.games
    return (
        f"{part:.2f} % of {found.games:,} games "
        f"(95 %: {100 * found.low:.2f} to {100 * found.high:.2f} %)"
    )


def comparable(found: Ambiguity, games_of: Comparable) -> str:
    """Describe how many games can be played to an end under both readings, by the reading that chose."""
    if not games_of.games:
        return NOT_COMPARED
    first, second = games_of.by_first, games_of.by_second
    every = first.games + second.games
    if games_of.games == every:
        return f"all {counted(every, 'games')} can be played to an end under both readings"
    cut = sum(games_of.broken_off)
    note = f"; {cut:,} {'was' if cut == 1 else 'were'} cut off before an end" if cut else ""
    return (
        f"{games_of.games:,} of {counted(every, 'games')} can be played to an end "
        f"under both readings ({first.hits:,} of {first.games:,} chosen under {found.first}, "
        f"{second.hits:,} of {second.games:,} under {found.second}{note})"
    )


def ordered(found: Ambiguity, games_of: Comparable, changes: Share | None) -> str:
    """Return a note if the games of just one reading are all legal under the other, and end alike."""
    sides = zip(
        (found.first, found.second),
        (games_of.by_first, games_of.by_second),
        games_of.broken_off,
        strict=True,
    )
    forbidden = {name: share.games - share.hits - cut for name, share, cut in sides}
    legal = [name for name, games in forbidden.items() if not games]
    if len(legal) != 1 or not changes or changes.hits:
        return ""
    return (
        f"Each of these games chosen under {legal[0]} is legal under the other reading too, and "
        "every finished one has the same result: as far as they show, under these options, the "
        "readings differ in what is allowed, not in what it leads to."
    )


def report_lines(found: Ambiguity) -> Iterator[str]:
    """Yield the report on one pair of readings, line by line."""
    book = games.specified(found.game).rulebook
    question = book.question(found.question)
    readings = {each.name: each for each in question.readings}
    yield f"{found.game}: {found.question}: {found.first} or {found.second}?"
    yield f"  rulebook ({found.source}): {found.quotation}"
    if found.english:
        yield f"  in English: {found.english}"
    yield f"  question: {question.asks}"
    for name in (found.first, found.second):
        note = "" if readings[name].in_text else " (not in the text; engines play it)"
        yield f"  {name}: {readings[name].meaning}{note}"
    yield from where(found)
    yield from weight(found)
    if found.wording:
        yield f"  proposed wording: {found.wording}"


def where(found: Ambiguity) -> Iterator[str]:
    """Yield where the readings part, or why they do not."""
    if found.moves is None:
        verdict = (
            f"they never part {NEVER} ({options(found.params)})"
            if never_part(found)
            else "no game was found on which they part"
        )
        yield f"  {verdict}. {found.searched}"
        return
    kind = "the shortest game" if found.exact else "the shortest game found"
    actions = "1 action" if len(found.moves) == 1 else f"{len(found.moves)} actions"
    yield f"  {kind} on which they part: {actions} ({options(found.params)})"
    yield f"    {' '.join(found.moves) or '(no action: they differ at the start)'}"
    yield f"  disputed: {found.disputed}"
    yield f"    {found.what}"
    yield f"  searched: {found.searched}"
    engine = games.engine(found.game, found.params, {found.question: found.first}, "spec")
    position = engine.to_json(state_after(engine, found.moves))
    drawing = games.specified(found.game).draw.text(engine, position)
    yield from (f"    {line}".rstrip() for line in drawing.splitlines())


def weight(found: Ambiguity) -> Iterator[str]:
    """Yield whether the difference matters."""
    if found.shows is not None:
        yield f"  random play ({options(found.counted)}): shows in {share(found.shows)};"
        yield from results(found, found.comparable, found.changes_result)
        yield f"  greedy play: shows in {share(found.greedy_shows)};"
        yield from results(found, found.greedy_comparable, found.greedy_changes_result)
    for small in found.solved:
        verdict = "differs" if small.differs else "the same"
        yield (
            f"  solved ({options(small.params)}): {found.first}: {small.first}; "
            f"{found.second}: {small.second} ({verdict}; {small.positions:,} positions"
            f"{', and all games on it end alike: inconclusive' if small.trivial else ''})"
        )
    if all(small.trivial for small in found.solved) and not never_part(found):
        yield f"  {NOT_SOLVED}"


def results(found: Ambiguity, games_of: Comparable | None, changes: Share | None) -> Iterator[str]:
    """Yield in how many of the comparable games the same actions lead to another result."""
    if games_of is None:
        return
    yield f"    {comparable(found, games_of)}{';' if changes else ''}"
    if changes:
        yield f"    of these the result differs in {share(changes)}"
        note = ordered(found, games_of, changes)
        if note:
            yield f"    {note}"
