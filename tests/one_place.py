"""Try one-place mutants of files, and write down what notices each, one JSON object a line.

`FILE` is below the package, such as `spec/logic.py`; `spec/ari` stands for all files with the rules of a
game. `--sample N` tries only N of them, drawn by a seed. What is in RESULTS is not tried again, unless
`--again` asks for the survivors. `--verify quick` puts what survives of a game to `rulewright verify`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Container, Iterator
from pathlib import Path

from attrs import asdict, evolve
from common.one_place import Mutant, sample
from common.one_place_run import PACKAGE, TESTS, VERIFIED, Trials, Verdict, own_files

EVERY = 1 << 30
SEED = 15


def files_of(given: list[str]) -> Iterator[str]:
    """Yield files, for the folder of a game all that it has."""
    for each in given:
        floor, _, game = each.partition("/")
        yield from (each,) if each.endswith(".py") else own_files(floor, game)


def verdict_on(
    mutant: Mutant, trials: Trials, given: argparse.Namespace, survivors: Container[str]
) -> Verdict:
    """Try a mutant; put what survives of a game's engine to `rulewright verify`, if that is wanted."""
    verdict = Verdict(mutant.name, "", -1, 0.0)
    if not given.verify or mutant.name not in survivors:
        verdict = trials.tried(mutant, given.stages)
    if verdict.found or not given.verify or mutant.file in TESTS:
        return verdict
    whole = trials.verified(mutant, given.verify, given.checks.split(","))
    found = whole.found and f"verify, {given.verify}: {whole.found}"
    return evolve(verdict, found=found, seconds=verdict.seconds + whole.seconds)


def main() -> int:
    """Try them one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--sample", type=int, default=EVERY)
    parser.add_argument("--only", default="", help="only mutants whose names contain this")
    parser.add_argument("--stages", type=int, default=9, help="how many stages, of each mutant")
    parser.add_argument("--again", action="store_true", help="try the survivors in RESULTS again")
    parser.add_argument("--cache", type=Path, help="where to keep machine code from run to run")
    parser.add_argument("--verify", choices=["quick", "normal"], help="what is left is verified")
    parser.add_argument("--checks", default=",".join(VERIFIED), help="with these checks")
    given = parser.parse_args()
    known, survivors = set[str](), set[str]()
    if given.results.exists():
        before = [json.loads(line) for line in given.results.read_text("utf-8").splitlines()]
        survivors = {each["name"] for each in before if not each["found"]}
        known = {each["name"] for each in before} - (survivors if given.again else set())
    drawn = sample(PACKAGE, files_of(given.files), given.sample, SEED)
    drawn = [each for each in drawn if each.name not in known and given.only in each.name]
    with tempfile.TemporaryDirectory() as name, Trials(Path(name), given.cache) as trials:
        anew = [each for each in drawn if not given.verify or each.name not in survivors]
        for file in sorted({each.file for each in anew}):
            found = trials.unchanged(file, given.stages)
            if found:
                print(f"{file}, unchanged: {found}")
                return 1
        with given.results.open("a", encoding="utf-8") as results:
            for mutant in drawn:
                verdict = verdict_on(mutant, trials, given, survivors)
                results.write(json.dumps(asdict(verdict), ensure_ascii=False) + "\n")
                results.flush()
                if not verdict.found:
                    print(f"survivor: {verdict.name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
