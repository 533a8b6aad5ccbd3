"""Take the pictures of the referee's page for `referee.md`: run as `python docs/referee_pictures.py`.

Each picture is a scene: an address, what is done there, and texts that the page then shows. The texts
are kept beside the pictures, so that a test can compare them; pixels differ from machine to machine.
"""  # noqa: INP001

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from attrs import frozen

IMAGES = Path(__file__).parent / "images"
KEPT = IMAGES / "referee.json"
"""The texts of all scenes."""
READY = (
    "() => document.querySelector('#board').dataset.places === 'all'"
    " && document.querySelector('#readings').childElementCount > 0"
    " && !document.querySelector('#readings').hasAttribute('aria-busy')"
)
PATIENCE = 60_000


def nothing(tab: Any) -> None:
    """Do nothing."""
    del tab


def ask_why(tab: Any) -> None:
    """Click the third side of a triangle inside the board."""
    tab.locator('.place[data-place="0,1-1,0"]').click()
    tab.locator("#why").wait_for()


def choose_a_way(tab: Any) -> None:
    """Click a free cell beside the tiles, and look at a way to lay a tile."""
    tab.locator(".place.may").first.click()
    tab.locator("#choice .preview svg").wait_for()


@frozen
class Scene:
    """A picture of the page: where it begins, what is done, and which elements' texts are kept."""

    query: str
    shows: tuple[str, ...]
    """Selectors."""
    does: Callable[[Any], None] = nothing
    width: int = 1280
    height: int = 900
    dark: bool = False


SCENES: Mapping[str, Scene] = {
    "referee": Scene(
        "?game=minoa&moves=0,0-1,0+0,0-0,1", ("#said", "#why-title", "#why-body"), ask_why
    ),
    "referee-readings": Scene(
        "?game=minoa&param.n=2&moves=-1,-1-0,-1",
        ("#said", "#readings-said", "#tree"),
    ),
    "referee-phone": Scene(
        "?game=dreieck&moves=u0,0:abc", ("#said", "#choice-title"), choose_a_way, 390, 1100, True
    ),
}


def taken(browser: Any, address: str, scene: Scene, picture: Path) -> dict[str, str]:
    """Take the picture of a scene; returns the texts that the page shows."""
    tab = browser.new_page(
        viewport={"width": scene.width, "height": scene.height},
        color_scheme="dark" if scene.dark else "light",
    )
    tab.set_default_timeout(PATIENCE)
    tab.goto(address + scene.query)
    tab.wait_for_function(READY)
    scene.does(tab)
    texts = {
        selector: " ".join(tab.locator(selector).inner_text().split()) for selector in scene.shows
    }
    tab.evaluate("window.scrollTo(0, 0)")
    tab.screenshot(path=str(picture))
    tab.close()
    return texts


@contextmanager
def referee() -> Iterator[str]:
    """Run the referee; yields its address."""
    command = [sys.executable, "-m", "rulewright", "referee", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            said = process.stdout.readline() if process.stdout else ""
            yield next(word for word in said.split() if word.startswith("http://"))
        finally:
            process.terminate()


def main() -> None:
    """Take all pictures, and keep their texts."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra

    program = which("chromium") or which("google-chrome")
    with referee() as address, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        texts = {
            name: taken(browser, address, scene, IMAGES / f"{name}.png")
            for name, scene in SCENES.items()
        }
        browser.close()
    KEPT.write_text(json.dumps(texts, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
