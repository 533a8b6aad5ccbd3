"""Run the conformance suite on wrong engines, and write down what it found.

    python tests/survey.py [GAME [FAULT ...]]

Updates `docs/wrong-engines.json` and the tables of `docs/wrong-engines.md`; engines that are not named
keep the rows they have.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen
from common.wrong_engines import GAMES, faults_of

from rulewright.conformance.adapter.conversation import Command
from rulewright.conformance.adapter.process import Clock, Limits
from rulewright.conformance.checking import Plan, conform
from rulewright.conformance.evidence.report import (
    Conformity,
    GameReport,
    Report,
    ReportedDeviation,
    Status,
)
from rulewright.conformance.evidence.thoroughness import QUICK, Thoroughness
from rulewright.interface import RulewrightError

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "wrong-engines.json"
PAGE = ROOT / "docs" / "wrong-engines.md"
ENGINE = Path(__file__).with_name("wrong_engine.py")
SEED = 1
EFFORT: Thoroughness = evolve(
    QUICK,
    name="survey",
    games=2,
    entries=8_000,
    looks=3,
    late=0,
    parameters=1,
    count=200,
    by_hand=3,
    replays=60,
    nearest=40,
    trials=2_000,
    separations=0,
)
SMALL: dict[str, list[dict[str, Any]]] = {
    "minoa": [{"n": 2}, {"n": 1}, {}],
    "nonaga": [{"first": "black"}, {}],
    "dreieck": [{"s": 2}, {"k": 4, "s": 2}, {}],
    "ari": [{"n": 5}, {}],
}
"""Parameters that are fixed in a first run, and in further ones while nothing is found; if nothing is
found at all, the same again with the effort of `--quick`."""
FIRST: dict[tuple[str, str], dict[str, Any]] = {
    ("dreieck", "right_until_move_forty"): {"s": 4},
    ("minoa", "rim_of_large_boards_is_forgotten"): {"n": 5},
    ("nonaga", "fields_have_a_radius_of_three"): {"n": 4},
    ("ari", "board_ends_at_fifteen"): {"n": 16},
    ("ari", "attackers_dice_do_not_shield"): {"n": 15},
    ("ari", "defenders_dice_do_not_shield"): {"n": 15},
    ("ari", "covered_sides_still_threaten"): {"n": 15},
    ("ari", "exact_target_can_be_shielded"): {"n": 15},
    ("ari", "queens_do_not_shield"): {"n": 15},
}
"""Parameters of a first run for engines that are wrong only, or soonest, in large games."""
NOT_CAUGHT: Mapping[tuple[str, str], str] = {}
"""Engines that the suite takes to be right, and why: none. The tests hold the record against this."""
NOT_EXACT = "closest, not exact"
"""How a report says that its explanation leaves something over."""
STAGES = (
    "smoke",
    "vectors",
    "nearest positions",
    "perft",
    "spelling",
    "random games",
    "nearly legal actions",
    "late games",
    "other values",
    "other rulings",
    "ways to ask",
    "options",
    "in the end",
)
"""Where an engine can be caught, in the order in which a run goes through them."""
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"


def command(game: str, fault: str) -> list[str]:
    """Give the command that starts a wrong engine."""
    return [sys.executable, str(ENGINE), game, fault]


@frozen
class Examined:
    """What the suite says of an engine, and how long it took to say so."""

    report: Report
    to_find: float
    """Seconds until the test that noticed first was through; of everything if nothing was found."""
    in_all: float
    """Seconds of everything, with identification and shortening."""


@define
class Watch:
    """Notes when each test of a run was through."""

    began: float = field(factory=monotonic)
    notes: list[tuple[str, float]] = field(factory=list)

    def note(self, line: str) -> None:
        """Write down what the run says of its progress."""
        self.notes.append((line.partition(": ")[2], monotonic() - self.began))

    def through(self, stage: str, number: int) -> float:
        """Find when a test was through: one of its stage by number, or all of a stage's together."""
        later = STAGES[STAGES.index(stage) + 1 :] if stage in STAGES else ("in the end",)
        for line, seconds in self.notes:
            after = line.startswith((*later, "what does it play", "left alone"))
            if line.startswith(f"{stage}: {number} of ") or after:
                return seconds
        return monotonic() - self.began


def examined(game: str, fault: str) -> Examined:
    """Run the suite on a wrong engine, quickly and under the default rulings."""
    opens = Command(command(game, fault), Limits(), Clock(None))
    before = 0.0
    first = FIRST.get((game, fault))
    order = [*([] if first is None else [first]), *SMALL[game]]
    for params, effort in [(each, way) for way in (EFFORT, QUICK) for each in order]:
        watch = Watch()
        report = conform(opens, Plan(game, params, effort=effort, seed=SEED), watch.note)
        if report.verdict is not Conformity.CONFORMS:
            found = before + watch.through(*noticed(report))
            return Examined(report, found, before + report.seconds)
        before += report.seconds
    return Examined(report, before, before)


def row(game: str, fault: str, made: Examined) -> dict[str, Any]:
    """Write down what became of a wrong engine."""
    report = made.report
    found = report.games[0] if report.games else None
    shown = min(found.deviations, key=length, default=None) if found else None
    return {
        "game": game,
        "engine": fault,
        "does": does(game, fault),
        "verdict": report.verdict.value,
        "caught_by": "" if report.verdict is Conformity.CONFORMS else noticed(report)[0],
        "length": None if shown is None else length(shown),
        "shown_by": None if shown is None else evidence(shown),
        "explained_by": explanation(found) if found else "",
        "to_find": round(made.to_find, 1),
        "seconds": round(made.in_all, 1),
    }


def does(game: str, fault: str) -> str:
    """Say what a wrong engine does."""
    return " ".join((faults_of(game)[fault].__doc__ or "").split())


def length(reported: ReportedDeviation) -> int:
    """Count the actions of the game that shows a deviation, the one that is offered included."""
    return len(reported.moves) + (reported.action is not None)


def evidence(reported: ReportedDeviation) -> dict[str, Any]:
    """Keep the game that shows a deviation."""
    return {
        "kind": reported.kind,
        "params": dict(reported.params),
        "rulings": dict(reported.rulings),
        "moves": list(reported.moves),
        "action": reported.action,
        "sentence": reported.sentence,
    }


def noticed(report: Report) -> tuple[str, int]:
    """Name the first stage that noticed, and the number of the test in it."""
    for game in report.games:
        seen: Counter[str] = Counter()
        for case in game.cases:
            seen[case.stage] += 1
            if case.status in (Status.DEVIATES, Status.FAULT):
                return case.stage, seen[case.stage]
        if game.deviations or game.faults:
            return "in the end", 0
    return "smoke", 0


def explanation(found: GameReport) -> str:
    """Name the readings and clause mutants that explain all deviations; nothing if one is left over.

    Those that come nearest, but do not explain everything that was observed, are called so.
    """
    deviation = [deviation.explained_by for deviation in found.deviations]
    if "" in deviation:
        return ""
    named = "; ".join(sorted({cause for causes in deviation for cause in causes.split("; ")}))
    return f"nearly {named}" if NOT_EXACT in found.plays else named


def recorded() -> dict[str, Any]:
    """Read what is written down."""
    if not RECORD.exists():
        return {"seed": SEED, "effort": EFFORT.name, "engines": []}
    known: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return known


def write(rows: list[dict[str, Any]]) -> None:
    """Write the record in the order of the catalogues, and the tables of the page."""
    order = [(game, fault) for game in GAMES for fault in faults_of(game)]
    kept = {(each["game"], each["engine"]): each for each in rows}
    rows = [kept[key] for key in order if key in kept]
    record = {"seed": SEED, "effort": EFFORT.name, "engines": rows}
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if PAGE.exists():
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{tables(rows)}{END}{after}", encoding="utf-8")


def tables(rows: list[dict[str, Any]]) -> str:
    """Write one table for each game: a row for each engine that has been examined but the right one."""
    lines = []
    for game in GAMES:
        lines += [
            f"\n## {game}\n",
            "| engine | what it does | caught by | actions | s to find | s in all | explained by |",
        ]
        lines += ["|---|---|---|---|---|---|---|"]
        for each in rows:
            if each["game"] == game and each["engine"] != "right":
                cells = (
                    f"`{each['engine']}`",
                    each["does"],
                    each["caught_by"]
                    or f"not caught: {NOT_CAUGHT.get((game, each['engine']), '?')}",
                    "" if each["length"] is None else str(each["length"]),
                    f"{each['to_find']:.1f}"
                    if "to_find" in each
                    else f"up to {each['seconds']:.0f}",
                    f"{each['seconds']:.0f}",
                    each["explained_by"],
                )
                lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n\n"


def main(words: list[str]) -> None:
    """Examine the engines that are named, or all."""
    for game in words[:1] or GAMES:
        for fault in words[1:] or faults_of(game):
            try:
                new = row(game, fault, examined(game, fault))
            except RulewrightError as error:
                print(f"{game} {fault}: the suite itself failed: {error}", flush=True)
                continue
            others = [e for e in recorded()["engines"] if (e["game"], e["engine"]) != (game, fault)]
            write([*others, new])
            line = f"{new['caught_by']}, {new['length']} actions, by {new['explained_by']!r}"
            took = f"found after {new['to_find']} of {new['seconds']} s"
            print(f"{game} {fault}: {new['verdict']}; {line}; {took}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
