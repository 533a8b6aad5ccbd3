"""How environments show a position."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulewright.bridges.bridge import Bridge, Held
from rulewright.bridges.pictures import pixels_of
from rulewright.interface import UnknownName

MODES = ("human", "rgb_array", "ansi")


class UnknownRenderMode(UnknownName):
    """No environment renders so."""

    noun = "render mode"


def checked(mode: str | None) -> str | None:
    """Return a render mode; raises `UnknownRenderMode`."""
    if mode is not None and mode not in MODES:
        raise UnknownRenderMode(mode, MODES)
    return mode


def rendered(bridge: Bridge, held: Held, mode: str) -> NDArray[np.uint8] | str | None:
    """Render a position; `human` shows a picture in a notebook, and characters elsewhere."""
    if mode == "ansi":
        return bridge.text(held)
    if mode == "rgb_array":
        return pixels_of(bridge.svg(held))
    display: Any = sys.modules.get("IPython.display")
    if display is not None and sys.modules["IPython"].get_ipython() is not None:
        display.display(display.SVG(bridge.svg(held)))
    else:
        print(bridge.text(held))
    return None
