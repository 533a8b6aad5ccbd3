"""The pictures in the documentation of the referee show what the page shows now."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
import referee_pictures as pictures
from common.referee import RefereeClient

pytestmark = pytest.mark.slow
DOCS = Path(__file__).parents[2] / "docs"


def size(picture: Path) -> tuple[int, int]:
    """Read width and height of a PNG."""
    begin = picture.read_bytes()[:24]
    assert begin.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", begin[16:])
    return int(width), int(height)


@pytest.mark.parametrize("name", pictures.SCENES)
def test_a_scene_says_what_its_picture_says(
    browser: Any, referee: RefereeClient, name: str, tmp_path: Path
) -> None:
    """Its texts are those kept with it; `python docs/referee_pictures.py` renews both."""
    scene, fresh = pictures.SCENES[name], tmp_path / "fresh.png"
    texts = pictures.taken(browser, referee.address, scene, fresh)
    assert texts == json.loads(pictures.KEPT.read_text("utf-8"))[name]
    kept = pictures.IMAGES / f"{name}.png"
    assert size(kept) == size(fresh) == (scene.width, scene.height)
    assert 0.5 < kept.stat().st_size / fresh.stat().st_size < 2


def test_every_picture_is_shown() -> None:
    """On the page of the referee, with what it shows in words."""
    page = (DOCS / "referee.md").read_text("utf-8")
    for name in pictures.SCENES:
        assert f"](images/{name}.png)" in page
    assert "](docs/images/referee.png)" in (DOCS.parent / "README.md").read_text("utf-8")
