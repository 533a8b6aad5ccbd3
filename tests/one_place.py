"""Try one-place mutants of files, and write down what notices each, one JSON object a line.

`FILE` is below the package, such as `spec/logic.py`; `spec/ari` stands for all files with the rules of a
game. `--sample N` tries only N of them, drawn by a seed. What is in RESULTS is not tried again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import asdict
from common.one_place import sample
from common.one_place_run import PACKAGE, Trials, own_files

EVERY = 1 << 30
SEED = 15


def files_of(given: list[str]) -> Iterator[str]:
    """Yield files, for the folder of a game all that it has."""
    for each in given:
        floor, _, game = each.partition("/")
        yield from (each,) if each.endswith(".py") else own_files(floor, game)


def main() -> int:
    """Try them one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--sample", type=int, default=EVERY)
    parser.add_argument("--stages", type=int, default=9, help="how many stages, of each mutant")
    parser.add_argument("--again", action="store_true", help="try the survivors in RESULTS again")
    given = parser.parse_args()
    known = set()
    if given.results.exists():
        before = [json.loads(line) for line in given.results.read_text("utf-8").splitlines()]
        known = {each["name"] for each in before if each["found"] or not given.again}
    drawn = sample(PACKAGE, files_of(given.files), given.sample, SEED)
    drawn = [each for each in drawn if each.name not in known]
    with tempfile.TemporaryDirectory() as name, Trials(Path(name)) as trials:
        for file in sorted({each.file for each in drawn}):
            found = trials.unchanged(file, given.stages)
            if found:
                print(f"{file}, unchanged: {found}")
                return 1
        with given.results.open("a", encoding="utf-8") as results:
            for mutant in drawn:
                verdict = trials.tried(mutant, given.stages)
                results.write(json.dumps(asdict(verdict), ensure_ascii=False) + "\n")
                results.flush()
                if not verdict.found:
                    print(f"survivor: {verdict.name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
