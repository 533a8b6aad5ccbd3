"""Run the conformance suite on wrong engines, and write down what it found.

    python tests/power/wrong_engines/survey.py [GAME [FAULT ...]]

Updates `docs/wrong-engines.json` and the tables of `docs/wrong-engines.md`; engines that are not named
keep the rows they have.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from attrs import evolve
from wrong_engine import GAMES, faults_of

from rulewright.conformance.checking import Order, conform
from rulewright.conformance.conversation import Command
from rulewright.conformance.effort import QUICK, Effort
from rulewright.conformance.process import Clock, Limits
from rulewright.conformance.report import GameReport, Report, Status, Told, Verdict
from rulewright.interface import RulewrightError

ROOT = Path(__file__).parents[3]
RECORD = ROOT / "docs" / "wrong-engines.json"
PAGE = ROOT / "docs" / "wrong-engines.md"
ENGINE = Path(__file__).with_name("wrong_engine.py")
SEED = 1
EFFORT: Effort = evolve(
    QUICK,
    name="survey",
    games=2,
    entries=8_000,
    looks=3,
    parameters=1,
    count=200,
    by_hand=3,
    replays=12,
    nearest=3,
    seconds=1,
    separations=1,
)
SMALL: dict[str, list[dict[str, Any]]] = {
    "minoa": [{"n": 2}, {"n": 1}, {}],
    "nonaga": [{}, {"n": 1}],
    "dreieck": [{"s": 2}, {"k": 4, "s": 2}, {}],
    "ari": [{"n": 6}, {}],
}
"""Parameters that are fixed in a first run, and in further ones while nothing is found; if nothing is
found at all, the same again with the effort of `--quick`."""
RARE = "not met in the few games of this run"
NOT_CAUGHT: dict[tuple[str, str], str] = {
    ("minoa", "partners_lose_together_only"): RARE,
    ("dreieck", "first_captured_region_only"): RARE,
    ("ari", "exact_target_can_be_shielded"): RARE,
    ("ari", "queens_do_not_shield"): RARE,
}
"""Engines that the suite takes to be right, and why."""
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"


def command(game: str, fault: str) -> list[str]:
    """Give the command that starts a wrong engine."""
    return [sys.executable, str(ENGINE), game, fault]


def examined(game: str, fault: str) -> Report:
    """Run the suite on a wrong engine, quickly and under the default rulings."""
    opens = Command(command(game, fault), Limits(), Clock(None))
    seconds = 0.0
    for params, effort in [(each, way) for way in (EFFORT, QUICK) for each in SMALL[game]]:
        report = conform(opens, Order(game, params, effort=effort, seed=SEED))
        seconds += report.seconds
        if report.verdict is not Verdict.CONFORMS:
            break
    return evolve(report, seconds=seconds)


def row(game: str, fault: str, report: Report) -> dict[str, Any]:
    """Write down what became of a wrong engine."""
    found = report.games[0] if report.games else None
    shown = min(found.deviations, key=length, default=None) if found else None
    return {
        "game": game,
        "engine": fault,
        "does": does(game, fault),
        "verdict": report.verdict.value,
        "caught_by": caught_by(report),
        "length": None if shown is None else length(shown),
        "shown_by": None if shown is None else evidence(shown),
        "explained_by": explanation(found) if found else "",
        "seconds": round(report.seconds, 1),
    }


def does(game: str, fault: str) -> str:
    """Say what a wrong engine does."""
    return " ".join((faults_of(game)[fault].__doc__ or "").split())


def length(told: Told) -> int:
    """Count the actions of the game that shows a deviation, the one that is offered included."""
    return len(told.moves) + (told.action is not None)


def evidence(told: Told) -> dict[str, Any]:
    """Keep the game that shows a deviation."""
    return {
        "kind": told.kind,
        "params": dict(told.params),
        "rulings": dict(told.rulings),
        "moves": list(told.moves),
        "action": told.action,
        "sentence": told.sentence,
    }


def caught_by(report: Report) -> str:
    """Name the first stage that noticed."""
    for game in report.games:
        for case in game.cases:
            if case.status in (Status.DEVIATES, Status.FAULT):
                return case.stage
        if game.deviations or game.faults:
            return "random games"
    return "smoke test" if report.faults else ""


def explanation(found: GameReport) -> str:
    """Name the readings and clause mutants that explain all deviations; nothing if one is left over."""
    told = {told.explained_by for told in found.deviations}
    return "" if "" in told else "; ".join(sorted(told))


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
    """Write one table for each game; the right engines are told apart by their verdict."""
    lines = []
    for game in GAMES:
        lines += [
            f"\n## {game}\n",
            "| engine | what it does | caught by | actions | s | explained by |",
        ]
        lines += ["|---|---|---|---|---|---|"]
        shown = [each for each in rows if each["game"] == game]
        for each in shown:
            if each["engine"] != "right":
                cells = (
                    f"`{each['engine']}`",
                    each["does"],
                    each["caught_by"]
                    or f"not caught: {NOT_CAUGHT.get((game, each['engine']), '?')}",
                    "" if each["length"] is None else str(each["length"]),
                    f"{each['seconds']:.0f}",
                    each["explained_by"],
                )
                lines.append("| " + " | ".join(cells) + " |")
        named = {each["engine"] for each in shown}
        missed = [engine for where, engine in NOT_CAUGHT if where == game and engine not in named]
        for engine in missed:
            reason = NOT_CAUGHT[game, engine]
            lines.append(f"| `{engine}` | {does(game, engine)} | not caught: {reason} | | | |")
        if waiting := len(set(faults_of(game)) - named - set(missed)):
            lines.append(f"\nStill to be examined: {waiting}.")
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
            told = (
                f"{new['caught_by']}, {new['length']} actions, explained by {new['explained_by']!r}"
            )
            print(f"{game} {fault}: {new['verdict']}; {told}; {new['seconds']} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
