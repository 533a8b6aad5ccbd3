"""Prove the theorems of every game and keep the verdicts for the documentation.

Run as `python docs/verdicts.py [--certify] [GAME ...]`, before Sphinx; all games if none is named. With
`--certify`, every answer of the solver is checked, which takes several times as long. Theorems are
proved again unless the kept verdicts carry the digest of all that they rest on: the sources, and the
versions of Python and Z3; and unless they were certified, if that is asked for. A failed proof leaves no
verdicts. The exit status is 1 if a theorem does not hold.
"""  # noqa: INP001

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import rulewright
from rulewright.mutation.sources import syntax_of
from rulewright.play.games import folder_of_specification, game_names

FOLDER = Path(__file__).parent / "generated" / "verdicts"
CERTIFY = "--certify"
PACKAGE = Path(rulewright.__file__).parent
RESTED_ON = (
    "spec",
    "proofs",
    "certificates",
    "certifying",
    "interface",
    "play",
    "parts",
    "checks",
    "vectors",
    "wording",
    "console",
    "commands",
)
"""The packages whose sources, and data, a verdict rests on."""
SUFFIXES = {".py", ".txt", ".json"}


def sources(game: str) -> Iterator[Path]:
    """Yield the files that the verdicts on a game rest on; a game of one's own brings its folder."""
    folder = folder_of_specification(game)
    folders = [PACKAGE / name for name in RESTED_ON]
    if not folder.is_relative_to(PACKAGE / "spec"):
        folders.append(folder)
    yield from PACKAGE.glob("*.py")
    for each in folders:
        yield from (path for path in sorted(each.rglob("*")) if path.suffix in SUFFIXES)


def digest_of(files: Iterable[Path]) -> str:
    """Digest code and data, and the versions of what reads and solves them.

    Comments and layout are left out; texts are not, as verdicts quote some of them.
    """
    whole = sha256(f"{platform.python_version()} {version('z3-solver')}".encode())
    for path in files:
        text = path.read_text("utf-8")
        content = syntax_of(text) if path.suffix == ".py" else text
        whole.update(f"{path.name} {sha256(content.encode()).hexdigest()}".encode())
    return whole.hexdigest()


def is_kept(path: Path, digest: str, *, certified: bool = False) -> bool:
    """Return whether a file holds verdicts that rest on just this, and were certified if need be."""
    try:
        verdicts = json.loads(path.read_text(encoding="utf-8"))
        return verdicts["sources"] == digest and verdicts["certified"] >= certified
    except (OSError, ValueError, LookupError, TypeError):
        return False


def proved(game: str, *options: str) -> tuple[int, str]:
    """Prove a game's theorems; return the exit status, and the verdicts as JSON."""
    command = [sys.executable, "-m", "rulewright", "prove", game, *options, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
    return done.returncode, done.stdout


def main(given: Iterable[str]) -> int:
    """Write one file for each game."""
    options = [each for each in given if each == CERTIFY]
    games = [each for each in given if each != CERTIFY] or game_names()
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = 0
    for game in games:
        path, digest = FOLDER / f"{game}.json", digest_of(sources(game))
        if is_kept(path, digest, certified=bool(options)):
            continue
        path.unlink(missing_ok=True)
        status, verdicts = proved(game, *options)
        failed = failed or status
        if status == 0 and digest_of(sources(game)) == digest:
            kept = {"sources": digest, "certified": bool(options), **json.loads(verdicts)}
            path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
