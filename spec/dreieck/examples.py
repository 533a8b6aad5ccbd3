"""The rulebook's worked example, as a game of four players from the start, under the default rulings.

p1 is A (blue), p2 is B (green), p3 is C (yellow) and p4 is D (red). D's region is two tiles, on `d0,0`
and `u1,0`. A lies at two of its four outer edges and B at one; C, who lay at none, closes the last.
"""

from __future__ import annotations

QUOTATION = (
    "Beispiel: Spieler A (Blau) und B (Grün) haben gemeinsam fast alle Seiten eines roten Gebiets von "
    "Spieler D blockiert. Spieler C (Gelb) legt das letzte Plättchen, das das rote Gebiet vollständig "
    "umzingelt – Spieler C bekommt die Punkte für alle gefangenen roten Plättchen, "  # noqa: RUF001
    "auch wenn A und B den Großteil der Vorarbeit geleistet haben."
)
PARAMS = {"k": 4}
MOVES = (
    "u0,0:abd",
    "d-1,0:adb",
    "u-1,1:bdb",
    "d0,0:bdd",
    "d0,-1:aba",
    "u0,1:dda",
    "d-2,1:bbc",
    "u1,0:bbd",
    "d1,-1:cbb",
    "u0,-1:aaa",
    "d1,0:bad",
)
RED = ("d0,0", "u1,0")
"""D's region, taken by the last move."""
CAPTURED = {"p1": 0, "p2": 0, "p3": 2, "p4": 0}
