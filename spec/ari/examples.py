"""The six rows of the rulebook's figure, as positions: in two the queen is threatened, in four not.

In each row white attacks eastwards along row 8, and it is white's turn; the dice that the row does not
show lie in the corners, where they do not matter.
"""

from __future__ import annotations

from attrs import field, frozen

from rulewright.interface import Json
from rulewright.spec.ari.board import USUAL_NETS, orientations
from rulewright.spec.ari.options import DICE

ROW = 8
AWAY = {("white", "III"): "m1", ("white", "V"): "o1"} | {
    ("black", "III"): "m15",
    ("black", "IV"): "o15",
    ("black", "V"): "k15",
}


@frozen
class Example:
    """One row of the figure."""

    name: str
    quotation: str
    threatened: bool
    queen: str
    """Where the black queen stands."""
    number: int
    """What white's die IV on b8 shows to the east."""
    between: tuple[tuple[str, str, str], ...] = field(default=())
    """What stands between: player, die, cell."""
    shows: int | None = None
    """What a die between shows to the east; anything if None."""

    def position(self) -> Json:
        """The row as a position of the board of size 15."""
        placed = {("white", "IV"): f"b{ROW}"} | AWAY
        placed |= {(player, die): cell for player, die, cell in self.between}
        wanted = {("white", "IV"): self.number}
        wanted |= {(player, die): self.shows for player, die, _ in self.between if self.shows}
        return {
            "dice": {
                player: {
                    die: [placed[player, die], lying(die, wanted.get((player, die)))]
                    for die in DICE
                }
                for player in ("white", "black")
            },
            "queens": {"white": "j2", "black": self.queen},
            "last": None,
            "turn": "white",
        }


def lying(die: str, east: int | None) -> str:
    """Spell an orientation of a die that shows a number to the east (any number if None)."""
    ways = orientations(USUAL_NETS[die])
    shown = next(way for way in ways if east in (None, way[1]))
    return "".join(map(str, shown))


EXAMPLES = (
    Example(
        "exactly on the target cell",
        "In Zeile 1 steht die Königin genau auf dem Zielfeld, der dazwischenstehende eigene Stein hilft "
        "nichts.",
        threatened=True,
        queen="g8",
        number=5,
        between=(("black", "V", "e8"),),
    ),
    Example(
        "swept over",
        "In Zeile 2 überstreicht der angreifende Würfel das Feld der Königin.",
        threatened=True,
        queen="e8",
        number=5,
    ),
    Example(
        "target cell covered",
        "In Zeile 3 wird das Zielfeld durch einen anliegenden Würfel verdeckt.",
        threatened=False,
        queen="g8",
        number=5,
        between=(("black", "V", "c8"),),
    ),
    Example(
        "number too small",
        "In Zeile 4 reicht die Zahl nicht aus, die Königin zu erreichen.",
        threatened=False,
        queen="g8",
        number=3,
    ),
    Example(
        "own die between",
        "In Zeile 5 wird die Königin durch ihren eigenen Würfel gedeckt.",
        threatened=False,
        queen="f8",
        number=5,
        between=(("black", "V", "d8"),),
    ),
    Example(
        "second attacker between",
        "In Zeile 6 wird das Überstreichen des Königinnen-Feldes vom linken Angriffs-Würfel durch einen "
        "weiteren Angriffs-Würfel verhindert, und dieser hat nicht die erforderliche Zeigerstärke, um "
        "die Königin zu bedrohen.",
        threatened=False,
        queen="h8",
        number=8,
        between=(("white", "III", "d8"),),
        shows=2,
    ),
)
