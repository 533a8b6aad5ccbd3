"""Nonaga's rulebook, sentence by sentence: which clauses and questions each one bears."""

from __future__ import annotations

from importlib.resources import files

from rulewright.spec.registry import Sentence, Source


def source(name: str, language: str, title: str) -> Source:
    """Read a rulebook that lies beside this file."""
    text = files(__package__).joinpath(f"rulebook.{name}.txt").read_text(encoding="utf-8")
    return Source(name, language, title, text)


SOURCES = (
    source("de", "German", "Nonaga, Strategiespiel für 2 Personen von Viktor Bautista i Roca"),
)

GERMAN = (
    Sentence("Viktor Bautista i Roca", no_rule="the author"),
    Sentence("SPIELREGELN", no_rule="heading"),
    Sentence("NONAGA", no_rule="heading"),
    Sentence("Autor: Viktor Bautista i Roca", no_rule="the author"),
    Sentence("Strategiespiel für 2 Personen ab 10 Jahren", ("NON-1",)),
    Sentence("Spieldauer ca. 15 Minuten", no_rule="advice"),
    Sentence("SPIELMATERIAL", no_rule="heading"),
    Sentence("19 weiße Scheiben", ("NON-1",)),
    Sentence("6 Spielfiguren (je 3 Steine in Schwarz und Rot)", ("NON-1",)),
    Sentence("SPIELZIEL", no_rule="heading"),
    Sentence(
        "Jeder Spieler versucht als Erster die drei Figuren der eigenen Farbe auf benachbarten "
        "Scheiben anzuordnen.",
        ("NON-9",),
    ),
    Sentence("SPIELVORBEREITUNG", no_rule="heading"),
    Sentence("Die 19 Scheiben werden zu einem Sechseck aneinandergelegt.", ("NON-1",)),
    Sentence(
        "Die schwarzen und roten Spielfiguren werden abwechselnd auf die 6 Eckscheiben gestellt.",
        ("NON-1",),
    ),
    Sentence(
        "Jeder Spieler wählt eine Farbe, der Anfangsspieler wird ausgelost.", ("NON-1", "NON-9")
    ),
    Sentence("SPIELWEISE", no_rule="heading"),
    Sentence(
        "1. **Figur bewegen:** Wer an der Reihe ist, bewegt eine seiner Figuren in beliebiger gerader "
        "Richtung bis zum Rand des Spielfelds, oder bis sie auf eine andere Spielfigur trifft.",
        ("NON-2", "NON-3", "no_piece_step"),
    ),
    Sentence("Rot hat drei verschiedene Möglichkeiten für den ersten Zug.", ("NON-2", "NON-3")),
    Sentence(
        "Vier verschiedene Zugmöglichkeiten für einen roten Stein in einer späteren Spielsituation.",
        ("NON-2", "NON-3"),
    ),
    Sentence(
        "2. Scheibe umlegen: Nach dem Bewegen der Figur entfernt der Spieler eine freie Scheibe vom "
        "Rand des Feldes und legt sie an anderer Stelle wieder an.",
        ("NON-4", "NON-5", "NON-7", "win", "no_disc_step"),
    ),
    Sentence("Dabei ist folgendes zu beachten:", no_rule="announces what follows"),
    Sentence(
        "Eine Scheibe darf man nur dann umlegen, wenn man sie aus dem Feld schieben kann, ohne dass "
        "dabei eine andere Scheibe bewegt wird.",
        ("NON-5", "removal"),
    ),
    Sentence(
        "Wichtig: Die Scheibe, die ein Spieler in seinem Zug versetzt hat, darf der Gegner im Folgezug "
        "**nicht** bewegen.",
        ("NON-6", "bar"),
    ),
    Sentence(
        "Beim Wiederanlegen muss die Scheibe mit mindestens zwei anderen Scheiben Kontakt haben.",
        ("NON-7", "placement"),
    ),
    Sentence(
        "Wobei es erlaubt ist, eine Scheibe so umzulegen, dass eine **andere** Scheibe danach nur noch "
        "Kontakt zu einer Scheibe hat.",
        ("NON-8", "connectivity"),
    ),
    Sentence("SPIELEUDE", no_rule="heading"),
    Sentence(
        "Der erste Spieler, dem es gelingt, alle drei Figuren seiner Farbe auf direkt benachbarten "
        "Scheiben zu bringen, gewinnt die Partie.",
        ("NON-9", "win"),
    ),
    Sentence(
        "Die Figuren können entweder in einer geraden Linie, in einer Dreiecksform oder in einem Haken "
        "miteinander verbunden sein.",
        ("NON-9",),
    ),
    Sentence("*Drei Gewinnstellungen für **Rot***", no_rule="caption of an example"),
    Sentence("Linie", no_rule="caption of an example"),
    Sentence("Dreieck", no_rule="caption of an example"),
    Sentence("Haken", no_rule="caption of an example"),
    Sentence("© 2017 by Steffen Spiele", no_rule="imprint"),
    Sentence("Autor: Viktor Bautista i Roca", no_rule="imprint"),
    Sentence("Lektorat: Redaktion Steffen Spiele", no_rule="imprint"),
    Sentence("Gestaltung: Steffen Mühlhäuser", no_rule="imprint"),
    Sentence("Grafik: Bernhard Kümmelmann", no_rule="imprint"),
    Sentence("Regellayout: Christof Tisch", no_rule="imprint"),
    Sentence("Fertigung: Ludofact Jettingen", no_rule="imprint"),
)

SENTENCES = {"de": GERMAN}
