"""Run the conformance suite on composites, whose truth is known, and write down what it said of them.

    python tests/composite_survey.py COUNT [GAME ...] [--first SEED] [--jobs N] [--kept FILE]

Writes rows to `docs/composites.json`, in the place of those of the same composites, and the tables of
`docs/composites.md`. Composites of the games named, or of all, are drawn from COUNT seeds, from SEED (0)
on. Each row is appended to FILE as soon as it is made: a survey that was broken off goes on from there,
as long as no source has changed, and what was kept is written though it is not asked for. Each row says
of which day's code it is.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import median
from subprocess import run
from time import process_time
from typing import Any

from attrs import evolve
from common.claims import READING, Claims
from common.composites import (
    IN_FULL,
    NEVER,
    Composite,
    Exchange,
    Overheard,
    answers_otherwise,
    drawn,
)

from rulewright.checks.scope import ranges
from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.stages.vectors import suite
from rulewright.conformance.verdict.parting import parting_on
from rulewright.play import games
from rulewright.vectors.suite import read_shared

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "composites.json"
PAGE = ROOT / "docs" / "composites.md"
BEFORE = ROOT / "docs" / "composites-before.json"
"""Rows of an earlier version, which stay as they are."""
BEGIN, END = "<!-- {} -->", "<!-- end of {} -->"
SEED = 1
FIXED: dict[str, dict[str, Any]] = {"ari": {"n": 5}}
"""Parameters that are fixed, where the naive engine takes minutes for the game's own."""
RIGHT, OPEN, NONE, FALSE = "right", "open", "none", "false"
Task = tuple[str, int]


def judged(
    composite: Composite,
    seed: int,
    found: GameReport,
    seconds: float,
    showing: Sequence[Composite],
    *,
    apart: Collection[str] = (),
    own_seconds: float = 0.0,
) -> dict[str, Any]:
    """Hold what a report says against what is true of a composite.

    `showing` is the composite without one of its bugs, for each that showed. `apart` are the questions
    that are left open, though the run could have told them apart; of the seconds `own_seconds` are the
    composite's.
    """
    truth = games.specified(composite.game).default_rulings | dict(composite.readings)
    said = {each.question: list(each.readings) for each in found.questions}
    answers = {question: verdict(truth[question], said.get(question, [])) for question in truth}
    bugs = len(showing)
    return {
        "game": composite.game,
        "seed": seed,
        "name": composite.name,
        "verdict": found.verdict.value,
        "answers": answers,
        "false": Claims(composite, found, showing, apart).false(),
        "apart": sorted(apart),
        "deviations": len(found.deviations),
        "causes": bugs
        + sum(answers[each] == RIGHT or each in apart for each in composite.readings),
        "planted": sum(1 for _ in composite.parts()),
        "bugs": bugs,
        "shown": sum(not READING.fullmatch(each.explained_by) for each in found.deviations),
        "seconds": round(seconds, 1),
        "own_seconds": round(own_seconds, 1),
        **moves_shown(found),
    }


def moves_shown(found: GameReport) -> dict[str, int]:
    """Count the moves of deviations that one reading explains, and those of the shortest known games."""
    shown = known = 0
    for each in found.deviations:
        reading = READING.fullmatch(each.explained_by.removesuffix(" or a bug"))
        shortest = shortest_known(found.game, *reading.groups()) if reading else None
        if shortest is not None:
            shown += len(each.moves)
            known += min(shortest, len(each.moves))
    return {"moves": shown, "known_moves": known}


@cache
def shortest_known(game: str, question: str, reading: str) -> int | None:
    """Return the moves of the shortest game, of theorems and vectors, that shows a reading alone."""
    fixed = FIXED.get(game, {})
    laboratory, in_force = Laboratory(game), Hypothesis.of(games.specified(game).default_rulings)
    if reading not in games.specified(game).readings[question]:
        return None
    other = in_force.but(**{question: reading})
    every = [(each["params"], each["moves"]) for each in read_shared(game, "games.json") or ()]
    every += [(each.params, each.moves) for each in suite(game) if question in each.questions]
    lengths = []
    for given, moves in every:
        params = {**given, **fixed}
        pair = laboratory.reference(in_force, params), laboratory.reference(other, params)
        line = None if None in pair else parting_on(pair[0], pair[1], tuple(moves))
        if line is not None:
            lengths.append(len(line))
    return min(lengths, default=None)


def verdict(true: str, said: list[str]) -> str:
    """Return how a true reading relates to those that a report names."""
    if not said:
        return NONE
    if true not in said:
        return FALSE
    return RIGHT if said == [true] else OPEN


def surveyed(game: str, seed: int) -> dict[str, Any]:
    """Run the suite on the composite of a seed."""
    return row_of(drawn(game, seed), seed)


def row_of(composite: Composite, seed: int = 0) -> dict[str, Any]:
    """Run the suite on one composite."""
    game = composite.game
    began = process_time()
    player = Overheard(composite.player())
    (found,) = check(player, game, FIXED.get(game), effort=QUICK, seed=SEED).games
    seconds = process_time() - began
    said = {each.question: each.readings for each in found.questions}
    apart = [each for each in said if could_be_told(composite, player, each, said[each])]
    own = sum(player.seconds)
    showing = without_a_bug(composite, player)
    row = judged(composite, seed, found, seconds, showing, apart=apart, own_seconds=own)
    for other in as_answered(composite, player) if row["false"] else ():
        again = judged(
            *(other, seed, found, seconds, without_a_bug(other, player)),
            apart=apart,
            own_seconds=own,
        )
        if not again["false"]:
            row = {**again, "name": composite.name, "as": other.name}
            break
    return {**row, "code": code_now()}


def as_answered(composite: Composite, player: Overheard) -> Iterator[Composite]:
    """Yield composites with a fault less and one more reading that have answered all the same.

    Nothing can tell them apart, so what is true of one of them may be said of either: a bar that is
    never set is no bar, where no positions are told.
    """
    asked = [*by_default_rulings(player.exchanges)]
    entry = games.specified(composite.game)
    for fault in composite.faults:
        left = evolve(composite, faults=tuple(each for each in composite.faults if each != fault))
        for question, readings in entry.readings.items():
            for reading in readings if question not in composite.readings else ():
                other = left.but(question, reading)
                if not answers_otherwise(other.player(), asked):
                    yield other


def could_be_told(
    composite: Composite, player: Overheard, question: str, said: Sequence[str]
) -> bool:
    """Return whether a question is left open, though its readings differ in what was answered.

    The engine with another of the readings that are named, asked the same, answers something otherwise.
    What it answers under other rulings than those in force says of these what no run is asked about.
    """
    entry = games.specified(composite.game)
    true = (entry.default_rulings | dict(composite.readings))[question]
    others = [each for each in said or entry.readings[question] if each != true]
    asked = [*by_default_rulings(player.exchanges)]
    return len(said) != 1 and any(
        answers_otherwise(composite.but(question, each).player(), asked) for each in others
    )


def by_default_rulings(exchanges: Iterable[Exchange]) -> Iterator[Exchange]:
    """Yield what was asked, and answered, in games that begin without other rulings."""
    is_by_default = True
    for each in exchanges:
        name, arguments, _ = each
        if name == "new":
            game, _, rulings = arguments
            is_by_default = rulings.items() <= games.specified(game).default_rulings.items()
        if is_by_default:
            yield each


def without_a_bug(composite: Composite, player: Overheard) -> list[Composite]:
    """Return the composite without each bug without which it would have answered something otherwise.

    None, if it has answered as it would without any of them: then one bug has undone the other.
    """
    position = NEVER if composite.position == NEVER else IN_FULL
    right = evolve(composite, faults=(), position=position)
    if not answers_otherwise(right.player(), player.exchanges):
        return []
    return [
        other for other in composite.parts() if answers_otherwise(other.player(), player.exchanges)
    ]


def table(rows: list[dict[str, Any]]) -> str:
    """Return the table of the page: one row for each game, and one for all."""
    header = (
        "| game | composites | questions | right | not told apart | that could be | right of those "
        "that could be | none | false | deviations for each cause | bugs | that showed "
        "| with a deviation | moves, times the shortest known | processor time, median s "
        "| without the composite's own |"
    )
    lines = [header, "|" + "---|" * 16]
    for game in (*dict.fromkeys(each["game"] for each in rows), "all"):
        own = [each for each in rows if game in {each["game"], "all"}]
        answers = Counter(answer for each in own for answer in each["answers"].values())
        causes = max(sum(each["causes"] for each in own), 1)
        apart = sum(len(each["apart"]) for each in own)
        bugs = sum(each["bugs"] for each in own)
        shown = sum(min(each["shown"], each["bugs"]) for each in own)
        cells = (
            game,
            len(own),
            sum(answers.values()),
            answers[RIGHT],
            answers[OPEN],
            apart,
            f"{100 * answers[RIGHT] / max(answers[RIGHT] + apart, 1):.0f} %",
            answers[NONE],
            sum(len(each["false"]) for each in own),
            f"{sum(each['deviations'] for each in own) / causes:.2f}",
            sum(each["planted"] for each in own),
            bugs,
            shown,
            *measured(own),
        )
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def measured(rows: Sequence[dict[str, Any]]) -> tuple[str, str, str]:
    """Return what is measured: moves, and processor time; an earlier version did not note all of it."""
    seconds = f"{median(each['seconds'] for each in rows):.0f}"
    if any("moves" not in each for each in rows):
        return "-", seconds, "-"
    known = sum(each["known_moves"] for each in rows)
    times = f"{sum(each['moves'] for each in rows) / known:.2f}" if known else "-"
    alone = f"{median(each['seconds'] - each['own_seconds'] for each in rows):.0f}"
    return times, seconds, alone


def write(rows: list[dict[str, Any]]) -> None:
    """Write the record, and the table of the page."""
    RECORD.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    for name, shown in tables(rows).items():
        begin, end = BEGIN.format(name), END.format(name)
        before, rest = text.split(begin)
        after = rest.split(end)[1]
        text = f"{before}{begin}\n{shown}{end}{after}"
    PAGE.write_text(text, encoding="utf-8")


def tables(rows: list[dict[str, Any]]) -> dict[str, str]:
    """Return the tables of the page: all engines, and those of an earlier version then and now."""
    earlier = json.loads(BEFORE.read_text("utf-8"))
    same = {(each["game"], each["seed"]) for each in earlier}
    latest = code_of(rows)[-1]
    return {
        "table": table([each for each in rows if each["code"] == latest]),
        "code": surveyed_on(rows),
        "table of all": table(rows),
        "table before": table(earlier),
        "table of the same": table([each for each in rows if (each["game"], each["seed"]) in same]),
    }


def code_of(rows: Sequence[dict[str, Any]]) -> list[str]:
    """List the code that rows are of, the latest last."""
    return sorted({each["code"] for each in rows})


def surveyed_on(rows: Sequence[dict[str, Any]]) -> str:
    """Say which composites were surveyed on which code."""
    lines = []
    for code in reversed(code_of(rows)):
        games_of: dict[str, list[int]] = {}
        for each in rows:
            if each["code"] == code:
                games_of.setdefault(each["game"], []).append(each["seed"])
        said = "; ".join(f"{game} {', '.join(ranges(seeds))}" for game, seeds in games_of.items())
        lines.append(f"- code of {code}: {said}")
    return "\n".join(lines) + "\n"


def code_now() -> str:
    """Return when the library was changed last, as it is committed."""
    last = ("log", "-1", "--format=%ad", "--date=format:%Y-%m-%d %H:%M", "--")
    paths = ("rulewright", "spec", "impl")
    asked = run(["git", *last, *paths], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    return asked.stdout.strip()


def sources() -> str:
    """Return a digest of all that a row depends on: the library, and the composites."""
    digest = hashlib.sha256()
    for directory in ("rulewright", "tests/common"):
        for path in sorted((ROOT / directory).rglob("*.py")):
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def kept_rows(file: Path | None, digest: str) -> dict[Task, dict[str, Any]]:
    """Return the rows that a survey of the same sources has made before, by game and seed."""
    found: dict[Task, dict[str, Any]] = {}
    lines = [] if file is None or not file.exists() else file.read_text("utf-8").splitlines()
    for line in lines:
        with suppress(ValueError):  # the last line may be cut off
            each = json.loads(line)
            if each["sources"] == digest:
                found[each["row"]["game"], each["row"]["seed"]] = each["row"]
    return found


def all_rows(tasks: Sequence[Task], jobs: int, file: Path | None) -> Iterator[dict[str, Any]]:
    """Yield a row for each composite: those that were kept, then the rest as they are made."""
    digest = sources()
    kept = kept_rows(file, digest)
    yield from kept.values()
    rest = [each for each in tasks if each not in kept]
    with ProcessPoolExecutor(jobs) as pool:
        for row in pool.map(surveyed, *zip(*rest, strict=True)) if rest else ():
            print(
                f"{row['game']} {row['seed']}: {row['seconds']} s {row['false'] or ''}", flush=True
            )
            if file is not None:
                with file.open("a", encoding="utf-8") as appended:
                    appended.write(json.dumps({"sources": digest, "row": row}) + "\n")
            yield row


def main() -> None:
    """Survey composites of some games, or of all."""
    every = games.game_names("impl")
    parser = argparse.ArgumentParser(description="Survey composites.")
    parser.add_argument("count", type=int)
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--first", type=int, default=0, metavar="seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kept", type=Path)
    words = parser.parse_args()
    before = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else []
    seeds = range(words.first, words.first + words.count)
    tasks = [(game, seed) for seed in seeds for game in words.games or every]
    rows = {(each["game"], each["seed"]): each for each in before}
    rows |= {(each["game"], each["seed"]): each for each in all_rows(tasks, words.jobs, words.kept)}
    write([rows[each] for each in sorted(rows)])


if __name__ == "__main__":
    main()
