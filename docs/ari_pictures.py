"""Draw the pictures of `docs/ari.md`: the rows of the rulebook's figure, and a mate.

`python docs/ari_pictures.py` writes them to `docs/images/`.
"""  # noqa: INP001

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.proofs.ari.play import MATES, replayed
from rulewright.spec.ari import GAME
from rulewright.spec.ari.examples import EXAMPLES

IMAGES = Path(__file__).parent / "images"
SMALLEST = 4


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each picture."""
    engine: Any = GAME.engine()
    for number, example in enumerate(EXAMPLES, start=1):
        yield f"ari-row-{number}.svg", GAME.draw.svg(engine, example.position())
    game = MATES[SMALLEST]
    mated, state = replayed(game, {"n": SMALLEST}, {"threat": "mate"})
    yield "ari-mate.svg", GAME.draw.svg(mated, mated.to_json(state), game[-1])


if __name__ == "__main__":
    for name, text in pictures():
        (IMAGES / name).write_text(f"{text}\n", encoding="utf-8")
