"""The pages of theorems in a real browser: nothing of a table is cut off on a narrow page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.play import games

pytestmark = pytest.mark.slow
CUT_OFF = """
() => [document.documentElement, ...document.querySelectorAll(".table-wrapper")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.className}: ${each.scrollWidth} > ${each.clientWidth}`)
"""
VISIBLE = """
() => [...document.querySelectorAll("table.theorems tbody tr")].map((row) => {
  const cell = [...row.cells].find((each) => /^(proved|open)/.test(each.innerText.trim()));
  if (!cell) return false;
  const [box, frame] = [cell, cell.closest(".table-wrapper")].map((x) => x.getBoundingClientRect());
  return box.width > 0 && box.left >= frame.left && box.right <= frame.right;
})
"""


@pytest.mark.parametrize("width", [390, 900, 1280])
@pytest.mark.parametrize("name", games.game_names())
def test_the_table_of_theorems_fits_the_page(
    browser: Any, site: Path, name: str, width: int
) -> None:
    """Neither the page nor a table scrolls sideways, and every verdict is in sight."""
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.goto((site / "generated" / name / "theorems.html").as_uri())
    cut_off, visible = tab.evaluate(CUT_OFF), tab.evaluate(VISIBLE)
    tab.close()
    assert cut_off == []
    assert visible == [True] * len(games.theorems(name))
