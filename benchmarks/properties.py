"""Measure `rulewright.testing`: planted bugs found by its strategies alone, and positions per second.

Run as ``python benchmarks/properties.py [power|speed|page] ...``: `power` looks for every planted bug
in at most 500 examples, by ``@given(games(...))`` and by the machine, and leaves out wrong engines that
are recorded already (with ``again`` it looks once more for those that are not at their shortest);
`speed` draws positions; both write `properties.json`; `page` writes the tables into
``docs/properties.md``. What is not found is recorded too.
"""

from __future__ import annotations

import json
import shlex
import sys
import unittest
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from attrs import asdict, evolve, frozen
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "power")]

from rulewright.interface import Engine  # noqa: E402 - the path comes first
from rulewright.play import games as catalogue  # noqa: E402
from rulewright.play.lockstep import Disagreement  # noqa: E402
from rulewright.testing import GameFails, games, machine, shrinking  # noqa: E402
from rulewright.testing.choices import choice_lists  # noqa: E402
from rulewright.testing.machines import UNSTEADY  # noqa: E402
from rulewright.testing.searching import lockstep_game  # noqa: E402
from rulewright.testing.shrinking import SECONDS  # noqa: E402

RECORD = Path(__file__).with_name("properties.json")
PAGE = ROOT / "docs" / "properties.md"
BEGIN, END = "<!-- measured: {} -->", "<!-- end of {} -->"
EXAMPLES = 500
WRONG_ENGINES = ROOT / "docs" / "wrong-engines.json"
WRONG = ROOT / "tests" / "wrong_engine.py"


@frozen
class Found:
    """One planted bug: after how many examples each way found it, and how long the game shown is."""

    game: str
    bug: str
    known: int | None
    """The shortest game known to show it; None if none is known."""
    given: int | None
    """The example of ``@given(games(...))`` that showed it first; None if none of 500 did."""
    shrunk: int | None
    machine: bool
    length: int | None
    seconds: float
    reason: str = ""
    """Why the machine's game is longer than the known one, or there is none."""


NOT_FOUND = f"not met in {EXAMPLES} examples"
NOTHING_SHORTER = f"no shorter one met in {SECONDS:.0f} s of processor time"


def by_given(reference: Engine[Any], tested: Engine[Any]) -> tuple[int | None, int | None]:
    """Return which example found a difference, and the length of the shrunk game."""
    looked, first = 0, 0

    def parts(choices: Sequence[int]) -> bool:
        nonlocal looked, first
        looked += not first
        try:
            lockstep_game(reference, tested, choices)
        except Disagreement:
            first = first or looked
            return True
        return False

    try:
        shown = find(choice_lists(40), parts, settings=how(EXAMPLES))
    except NoSuchExample:
        return None, None
    try:
        lockstep_game(reference, tested, shown)
    except Disagreement as difference:
        return first, len(difference.moves)
    return first, None


def how(examples: int, **more: Any) -> settings:
    """Return settings that give the same result each time."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        **more,
    )


def by_machine(game: Any, tested: Any, **options: Any) -> tuple[bool, int | None, bool]:
    """Return whether the machine found it, the length of the game shown, whether it varies."""
    case: Any = machine(game, tested, **options).TestCase
    usual = case.settings
    case.settings = settings(usual, max_examples=EXAMPLES, derandomize=True, database=None)
    try:
        unittest.TestCase.debug(case("runTest"))
    except GameFails as failure:
        unsteady = UNSTEADY in failure.because
        return True, len(failure.moves) + (failure.offered is not None), unsteady
    except AssertionError:
        return True, None, False
    return False, None, False


def of_rulebooks() -> Iterator[Found]:
    """Look for the wrong clauses of `tests/power/test_clause_mutants.py`."""
    from test_clause_mutants import GAME, MUTANTS  # noqa: PLC0415 - tests are on the path by now

    for mutant in MUTANTS:
        began = perf_counter()
        right = catalogue.specification("minoa", mutant.params, mutant.rulings)
        wrong = GAME.engine(mutant.params, mutant.rulings, mutant.rulebook)
        example, shrunk = by_given(right, wrong)
        shown, length, _ = by_machine("minoa", wrong)
        seconds = round(perf_counter() - began, 1)
        yield Found("minoa", mutant.name, mutant.shortest, example, shrunk, shown, length, seconds)


def of_engines(game: str, *, again: bool = False) -> Iterator[Found]:
    """Look for the faults of the wrong engines, which are adapters: by the machine alone.

    Those that a short game shows come first, since they are done soonest. With `again` those are looked
    for whose game is no shortest one.
    """
    rows = json.loads(WRONG_ENGINES.read_text("utf-8"))["engines"]
    known = recorded()["power"]
    for row in sorted(rows, key=lambda row: row["length"] or 0):
        new = f"{game}: {row['engine']}" not in known
        new |= again and not is_shortest(known.get(f"{game}: {row['engine']}"))
        if row["game"] == game and new and row["engine"] != "right" and row["shown_by"]:
            began = perf_counter()
            command = shlex.join([sys.executable, str(WRONG), game, row["engine"]])
            options = {**row["shown_by"]["params"], **row["shown_by"]["rulings"]}
            shown, length, unsteady = by_machine(game, command, **options)
            seconds = round(perf_counter() - began, 1)
            found = Found(game, row["engine"], row["length"], None, None, shown, length, seconds)
            yield evolve(found, reason=reason(found, unsteady))


def is_shortest(row: Mapping[str, Any] | None) -> bool:
    """Return whether a row of the record shows a game no longer than the one known."""
    return row is not None and row["length"] is not None and row["length"] <= (row["known"] or 0)


def reason(found: Found, unsteady: bool) -> str:
    """Say why a game is no shortest one; "" if it is."""
    if not found.machine:
        return NOT_FOUND
    if found.length is None or found.known is None or found.length <= found.known:
        return ""
    return UNSTEADY if unsteady else NOTHING_SHORTER


def power(names: Sequence[str]) -> None:
    """Look for the planted bugs of some kinds, and record each as soon as it is looked for."""
    shrinking.SLOWER = 20  # other work on the machine is not to cost the search its time
    again = "again" in names
    kinds: dict[str, Callable[[], Iterator[Found]]] = {
        "rulebooks": of_rulebooks,
        **{
            name: lambda name=name: of_engines(name, again=again)  # type: ignore[misc]
            for name in catalogue.own_games("impl")
        },
    }
    for kind in [each for each in names if each != "again"] or kinds:
        for found in kinds[kind]():
            print(found, flush=True)
            record = recorded()
            key = f"{kind}: {found.bug}"
            record["power"] = {**record["power"], key: asdict(found)}
            RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def earlier(engine: Engine[Any]) -> st.SearchStrategy[int]:
    """Draw games as `rulewright.play.strategies` did; return the number of their positions."""

    def played(choices: Sequence[int]) -> int:
        state, plies = engine.initial(), 0
        for choice in choices:
            legal = engine.legal_actions(state)
            if not legal:
                break
            state, plies = engine.play(state, legal[choice % len(legal)]), plies + 1
        return plies + 1

    return st.lists(st.integers(0, 2**31 - 1), max_size=100).map(played)


def speed() -> None:
    """Draw positions of three engines in both ways, and record how many a second."""
    table = {}
    for name, engine in (
        ("minoa, compiled", catalogue.implementation("minoa", {"n": 2})),
        ("nonaga, compiled", catalogue.implementation("nonaga")),
        ("minoa, specification", catalogue.specification("minoa", {"n": 1})),
    ):
        now = games(engine).map(lambda game: len(game.states))
        table[name] = {"now": drawn(now), "before": drawn(earlier(engine))}
    record = recorded()
    record["speed"] = table
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def drawn(strategy: st.SearchStrategy[int]) -> dict[str, float]:
    """Draw some games; return positions per second of processor time, and positions per game."""
    counts: list[int] = []

    @how(60, phases=(Phase.generate,))
    @given(strategy)
    def look(count: int) -> None:
        counts.append(count)

    look()
    counts.clear()
    began = process_time()
    look()
    seconds = process_time() - began
    return {
        "positions per second": round(sum(counts) / seconds),
        "positions per game": round(sum(counts) / len(counts), 1),
    }


def recorded() -> dict[str, Any]:
    """Return what was measured so far."""
    if not RECORD.exists():
        return {"power": {}, "speed": {}}
    found: dict[str, Any] = json.loads(RECORD.read_text("utf-8"))
    return found


def tables() -> dict[str, str]:
    """Write the record as the tables of the page."""
    record = recorded()
    rows = ["| game | planted bug | known | `@given` | machine | why not shorter |"]
    rows.append("|---|---|---|---|---|---|")
    for each in record["power"].values():
        known = "?" if each["known"] is None else each["known"]
        given_says = "not asked" if each["given"] is None and each["machine"] is not None else ""
        if each["given"] is not None:
            given_says = f"{each['shrunk']} (example {each['given']})"
        elif each["bug"].count(" "):
            given_says = "not found"
        length = "at fault" if each["length"] is None else each["length"]
        says = length if each["machine"] else "not found"
        bug = each["bug"].replace("_", " ")
        why = each.get("reason", "")
        rows.append(f"| {each['game']} | {bug} | {known} | {given_says} | {says} | {why} |")
    heads = "| engine | positions per second | per game | before | per game |"
    speeds = [heads, "|---|---|---|---|---|"]
    for name, each in record["speed"].items():
        now, then = each["now"], each["before"]
        speeds.append(
            f"| {name} | {now['positions per second']:,} | {now['positions per game']} "
            f"| {then['positions per second']:,} | {then['positions per game']} |"
        )
    return {
        "counts": f"{counts(record['power'].values())}\n",
        "power": "\n".join(rows) + "\n",
        "speed": "\n".join(speeds) + "\n",
    }


def counts(rows: Iterable[Mapping[str, Any]]) -> str:
    """Sum the wrong engines up in a sentence."""
    total = sum(
        1
        for each in json.loads(WRONG_ENGINES.read_text("utf-8"))["engines"]
        if each["length"] is not None
    )
    own = [each for each in rows if each["given"] is None]
    found = [each for each in own if each["machine"]]
    shortest = [each for each in found if is_shortest(each)]
    return (
        f"{len(own)} of {total} wrong engines were looked for. The machine finds {len(found)}, and "
        f"shows {len(shortest)} of these by a game no longer than the one known."
    )


def page() -> None:
    """Write the tables into the page."""
    text = PAGE.read_text("utf-8")
    for name, table in tables().items():
        begin, end = BEGIN.format(name), END.format(name)
        head, rest = text.split(begin)
        text = f"{head}{begin}\n{table}{end}{rest.split(end)[1]}"
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or ["power"]
    commands: dict[str, Callable[[], None]] = {
        "power": lambda: power(rest),
        "speed": speed,
        "page": page,
    }
    if what not in commands:
        raise SystemExit(__doc__)
    commands[what]()
