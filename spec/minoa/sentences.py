"""Minoa's rulebooks, sentence by sentence: which clauses and questions each one bears."""

from __future__ import annotations

from importlib.resources import files

from rulewright.spec.registry import Sentence, Source


def source(name: str, language: str, title: str) -> Source:
    """Read a rulebook that lies beside this file."""
    text = files(__package__).joinpath(f"rulebook.{name}.txt").read_text(encoding="utf-8")
    return Source(name, language, title, text)


SOURCES = (
    source("en", "English", "Minoa, a strategy game for 2 to 4 players by Dieter Stein"),
    source("de", "German", "Minoa, ein Strategiespiel für 2 bis 4 Spieler von Dieter Stein"),
)

ENGLISH = (
    Sentence("A strategy game for 2 to 4 players by Dieter Stein", ("MIN-1",)),
    Sentence("Material", no_rule="heading"),
    Sentence("• hexagonal board", ("MIN-1",)),
    Sentence("• 60 black sticks", ("MIN-1", "MIN-8")),
    Sentence("• 12 red, 12 blue, 8 yellow, 6 green pieces", ("MIN-1", "MIN-8")),
    Sentence("Fig. 1 – The Minoa board.", no_rule="caption; the figure shows the side length 4"),
    Sentence("Preparation", no_rule="heading"),
    Sentence("The board is initially empty.", ("MIN-1",)),
    Sentence("Each player chooses a color and picks the corresponding pieces.", ("MIN-1",)),
    Sentence("• 2 players take 12 pieces each (red and blue)", ("MIN-1", "MIN-8")),
    Sentence("• 3 players take 8 pieces each (red, blue, and yellow)", ("MIN-1", "MIN-8")),
    Sentence("• 4 players take 6 pieces each (red, blue, yellow, and green)", ("MIN-1", "MIN-8")),
    Sentence("The black sticks are available to all players.", ("MIN-8",)),
    Sentence("Play", no_rule="heading"),
    Sentence("Red begins.", ("MIN-2",)),
    Sentence("Players take turns in a clockwise direction.", ("MIN-2",)),
    Sentence(
        "In their turn, players must choose one of the following options:", ("MIN-3", "stranded")
    ),
    Sentence("• play one black stick or", ("MIN-3",)),
    Sentence("• play one piece of their own color", ("MIN-3",)),
    Sentence(
        "Black sticks may be placed anywhere on the gray lines except the edges, while the player’s "
        "own colored pieces may only be played on the edges.",
        ("MIN-4", "MIN-5"),
    ),
    Sentence(
        "Fig. 2 – Black sticks may only be placed in the interior of the board (left), colored pieces "
        "may only be placed at the edges (right).",
        ("MIN-4", "MIN-5"),
    ),
    Sentence(
        "Only one stick or piece may be placed on a line and sticks or pieces already placed may not "
        "be moved again once they are played.",
        ("MIN-6", "MIN-7"),
    ),
    Sentence(
        "The goal of the game is to claim the largest territory on the board by closing off areas "
        "with black sticks that have exactly one player’s color at the edge.",
        ("MIN-12", "MIN-13", "partners"),
    ),
    Sentence(
        "All areas in the interior of the board must, when closed off, trace to an edge.",
        ("MIN-9", "closure"),
    ),
    Sentence(
        "Fig. 3 – In this example placement of black sticks on the red lines is not allowed, because "
        "an interior territory without colored edge would be created.",
        ("MIN-9", "closure"),
    ),
    Sentence("Fig. 4 – An advanced game.", no_rule="caption of an example"),
    Sentence("Red claims a territory.", no_rule="caption of an example"),
    Sentence(
        "When a player places their last own colored piece and only one of the other players still "
        "has colored pieces to play, these pieces are played on the remaining vacant edges (instantly "
        "and disregarding the normal turn order).",
        ("MIN-10",),
    ),
    Sentence("End of the Game", no_rule="heading"),
    Sentence("A game ends when all areas can be assigned to a single player.", ("MIN-11", "end")),
    Sentence(
        "Players determine the total territory size by summing up all triangles in areas they claim.",
        ("MIN-12",),
    ),
    Sentence("The player with the largest territory wins.", ("MIN-13",)),
    Sentence("There are 96 triangles in total, so games can end in a draw.", ("MIN-1", "MIN-13")),
    Sentence(
        "Often it is easy to see which player has won, so there is no exact counting necessary.",
        no_rule="advice",
    ),
    Sentence("Fig. 5 – Red scores 58 points and wins.", no_rule="caption of an example"),
    Sentence("For four Players", no_rule="heading"),
    Sentence("Four players should play a partner game.", ("MIN-14",)),
    Sentence(
        "Players facing each other at the table (red/yellow and blue/green) are partners and add "
        "their scores at the end of the game.",
        ("MIN-14", "partners"),
    ),
    Sentence(
        "During the game however, the two team players are not allowed to discuss their tactics.",
        no_rule="conduct at the table; it changes no position",
    ),
)

GERMAN = (
    Sentence("# MINOA", no_rule="heading"),
    Sentence("Ein Strategiespiel für 2 bis 4 Spieler von Dieter Stein", ("MIN-1",)),
    Sentence("## Spielmaterial", no_rule="heading"),
    Sentence("- Sechseckiges Brett", ("MIN-1",)),
    Sentence("- 60 schwarze Stäbe", ("MIN-1", "MIN-8")),
    Sentence("- 12 rote, 12 blaue, 8 gelbe, 6 grüne Figuren", ("MIN-1", "MIN-8")),
    Sentence("Bild 1 – Das Minoa Brett.", no_rule="caption; the figure shows the side length 4"),
    Sentence("## Spielaufbau", no_rule="heading"),
    Sentence("Das Spielbrett ist zu Anfang leer.", ("MIN-1",)),
    Sentence("Jeder Spieler wählt eine Farbe und nimmt die dazugehörigen Figuren auf.", ("MIN-1",)),
    Sentence("- 2 Spieler jeder nimmt 12 Teile (rot und blau)", ("MIN-1", "MIN-8")),
    Sentence("- 3 Spieler jeder nimmt 8 Teile (rot, blau und gelb)", ("MIN-1", "MIN-8")),
    Sentence("- 4 Spieler jeder nimmt 6 Teile (rot, blau, gelb und grün)", ("MIN-1", "MIN-8")),
    Sentence("Die schwarzen Stäbe sind von allen Spielern benutzbar.", ("MIN-8",)),
    Sentence("## Spielablauf", no_rule="heading"),
    Sentence("Rot beginnt.", ("MIN-2",)),
    Sentence("Die Spielreihenfolge ist im Uhrzeigersinn.", ("MIN-2",)),
    Sentence(
        "In ihrer Runde, müssen die Spieler **eine** der folgenden Optionen wählen:",
        ("MIN-3", "stranded"),
    ),
    Sentence("- spiele **einen** schwarzen Stab", ("MIN-3",)),
    Sentence("- spiele **eine** Figur deiner Farbe", ("MIN-3",)),
    Sentence(
        "Schwarze Stäbe dürfen irgendwo auf den grauen Linien mit Ausnahme der Eckfelder gespielt "
        "werden; während die den Spielern gehörenden farbigen Steine nur auf den Eckfeldern gespielt "
        "werden dürfen.",
        ("MIN-4", "MIN-5"),
    ),
    Sentence(
        "Bild. 2 – Schwarze Stäbe dürfen nur innerhalb des Brettes platziert werden (links), farbige "
        "Figuren dürfen nur auf die Eckfelder platziert werden (rechts).",
        ("MIN-4", "MIN-5"),
    ),
    Sentence("Nur ein Stab oder eine Figur darf auf einer Linie platziert werden.", ("MIN-6",)),
    Sentence(
        "Stäbe oder Figuren, die einmal gelegt sind, dürfen nicht mehr bewegt werden.", ("MIN-7",)
    ),
    Sentence(
        "Das Spielziel ist, das **größte Territorium zu beanspruchen**, indem Gebiete mit schwarzen "
        "Stäben abgeschlossen werden, die genau von **einem** Spieler Farbsteine auf Eckfeldern haben.",
        ("MIN-12", "MIN-13", "partners"),
    ),
    Sentence(
        "Alle Gebiete im Brettinneren **müssen**, wenn sie geschlossen werden, sich auch auf "
        "Eckfelder erstrecken.",
        ("MIN-9", "closure"),
    ),
    Sentence(
        "Bild 3 – in diesem Beispiel ist das Platzieren von Stäben auf den roten Linien nicht "
        "erlaubt, da ein inneres Territorium ohne farbige Eckfelder geschaffen würde.",
        ("MIN-9", "closure"),
    ),
    Sentence("Bild 4 – Ein fortgeschrittenes Spiel.", no_rule="caption of an example"),
    Sentence("Rot beansprucht ein Territorium.", no_rule="caption of an example"),
    Sentence(
        "Wenn ein Spieler seinen letzten farbigen Stein platziert und nur **einer** der anderen "
        "Spieler noch farbige Figuren zum Ausspielen hat, werden diese Figuren sofort und entgegen "
        "der normalen Spielreihenfolge auf die verbliebenen leeren Eckfelder gesetzt.",
        ("MIN-10",),
    ),
    Sentence("## Spielende", no_rule="heading"),
    Sentence(
        "Das Spiel endet, wenn alle Gebiete jeweils einzelnen Spielern zugeordnet werden können.",
        ("MIN-11", "end"),
    ),
    Sentence(
        "Die Spieler ermitteln die gesamte Gebietsgröße durch Zusammenzählen aller Dreiecke in den "
        "Gebieten, die sie beanspruchen.",
        ("MIN-12",),
    ),
    Sentence("Der Spieler mit dem größten Territorium gewinnt.", ("MIN-13",)),
    Sentence(
        "Oft ist auch ohne genaues Nachzählen zu ersehen, welcher Spieler gewonnen hat.",
        no_rule="advice",
    ),
    Sentence("Bild 5 – Rot erreicht 58 Punkte und gewinnt.", no_rule="caption of an example"),
    Sentence("## Für Vier Spieler", no_rule="heading"),
    Sentence("Vier Spieler spielen ein Partnerspiel.", ("MIN-14",)),
    Sentence(
        "Am Tisch gegenüberliegende Spieler (rot/gelb und blau/grün) sind Partner und zählen ihr "
        "Spielergebnis zusammen.",
        ("MIN-14", "partners"),
    ),
    Sentence(
        "Während des Spiels ist es aber den beiden Teamspielern nicht erlaubt ihre Taktik zu "
        "diskutieren.",
        no_rule="conduct at the table; it changes no position",
    ),
)

SENTENCES = {"en": ENGLISH, "de": GERMAN}
