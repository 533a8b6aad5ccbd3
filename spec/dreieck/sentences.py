"""The rulebook of Dreieck nimmt, sentence by sentence: which clauses and questions each one bears."""

from __future__ import annotations

from importlib.resources import files

from rulewright.spec.registry import Sentence, Source


def source(name: str, language: str, title: str) -> Source:
    """Read a rulebook that lies beside this file."""
    text = files(__package__).joinpath(f"rulebook.{name}.txt").read_text(encoding="utf-8")
    return Source(name, language, title, text)


SOURCES = (source("de", "German", "Spielanleitung: Dreieck nimmt (© Orges Leka)"),)

GERMAN = (
    Sentence("Spielanleitung: Dreieck nimmt (© Orges Leka)", no_rule="title"),
    Sentence("Ziel des Spiels", no_rule="heading"),
    Sentence(
        "Lege deine farbigen Dreiecksplättchen strategisch auf das Spielfeld und nimm gegnerische "
        "Dreiecke gefangen!",
        no_rule="the aim in general words; what it takes is said below",
    ),
    Sentence("Wer am Ende die meisten Punkte gesammelt hat, gewinnt.", ("DRE-11",)),
    Sentence("Spieleranzahl", no_rule="heading"),
    Sentence("2+ Spieler", ("DRE-1",)),
    Sentence("Spielmaterial", no_rule="heading"),
    Sentence("- Jeweils 24 farbige Dreieckskarten pro Spieler", ("DRE-1",)),
    Sentence("- Jedes Dreieck zeigt 3 Emojis an den Ecken", ("DRE-1", "DRE-5")),
    Sentence("- Spielfläche (z. B. Tisch oder Raster auf Papier)", ("DRE-1", "DRE-3")),
    Sentence("Spielablauf", no_rule="heading"),
    Sentence("- 1.Start: Jeder Spieler nimmt sich seine Farbe.", ("DRE-1",)),
    Sentence(
        "Die Karten werden gemischt und als verdeckter Stapel oder Hand bereitgehalten.",
        ("DRE-1", "stuck"),
    ),
    Sentence("- 2.Der jüngere Spieler beginnt.", ("DRE-2",)),
    Sentence("Gespielt wird abwechselnd.", ("DRE-2",)),
    Sentence(
        "- 3.Plättchen legen: Lege ein Dreieck aus deiner Hand/von deinem Stapel an ein bereits "
        "liegendes Dreieck auf dem Spielfeld an.",
        ("DRE-1", "DRE-3", "DRE-6"),
    ),
    Sentence(
        "Dabei müssen zwei der drei Emojis an der anliegenden Kante exakt mit den Emojis des "
        "Nachbarplättchens übereinstimmen.",
        ("DRE-4", "DRE-5", "match"),
    ),
    Sentence(
        "- 4.Passen: Falls du kein gültiges Dreieck legen kannst, musst du für diese Runde passen.",
        ("DRE-6", "stuck"),
    ),
    Sentence("Gefangennahme (2 Spieler)", no_rule="heading"),
    Sentence(
        "Wenn dein Gegner ein oder mehrere Plättchen so angelegt hat, dass sie eine zusammenhängende "
        "Fläche bilden, und du diese Fläche vollständig mit deinen Plättchen umzingelst (d.h., an allen "
        "*äußeren* Kanten der gegnerischen Fläche liegen deine Plättchen), dann gelten die "
        "eingeschlossenen gegnerischen Plättchen als gefangen.",
        ("DRE-7", "outline", "trigger"),
    ),
    Sentence(
        "- Du darfst alle eingeschlossenen gegnerischen Plättchen vom Spielfeld nehmen.",
        ("DRE-7", "claim"),
    ),
    Sentence("Sie zählen als deine Gefangenen.", ("DRE-8",)),
    Sentence("- Für jedes entfernte gegnerische Plättchen erhältst du sofort 1 Punkt.", ("DRE-8",)),
    Sentence("Gefangennahme (Mehrspieler-Regel)", no_rule="heading"),
    Sentence(
        "Wenn ein Spieler ein oder mehrere Plättchen so legt, dass eine zusammenhängende Fläche aus "
        "Plättchen eines *anderen* Spielers vollständig von gegnerischen Plättchen umzingelt ist (egal "
        "welcher Farbe die umzingelnden Plättchen angehören), gelten die eingeschlossenen Plättchen als "
        "gefangen.",
        ("DRE-7", "outline", "trigger"),
    ),
    Sentence(
        "- Nur der Spieler, der das letzte Plättchen legt und damit die Umzingelung vollendet, darf "
        "alle eingeschlossenen gegnerischen Plättchen dieser Farbe entfernen und als seine Gefangenen "
        "werten.",
        ("DRE-7", "DRE-8", "trigger", "claim"),
    ),
    Sentence(
        "- Für jedes entfernte gegnerische Plättchen erhält dieser Spieler 1 Punkt – unabhängig davon, "
        "wie viele andere Spieler an der Umzingelung beteiligt waren.",
        ("DRE-8",),
    ),
    Sentence("- Wichtig:", no_rule="heading"),
    Sentence("- Du kannst Plättchen von jedem beliebigen Gegner gefangen nehmen.", ("DRE-7",)),
    Sentence(
        "- Mehrere Farben können gemeinsam umzingeln, aber nur die Person, die den entscheidenden Zug "
        "macht, erhält die Punkte.",
        ("DRE-7", "DRE-8"),
    ),
    Sentence(
        "- Beispiel: Spieler A (Blau) und B (Grün) haben gemeinsam fast alle Seiten eines roten Gebiets "
        "von Spieler D blockiert.",
        ("DRE-7",),
    ),
    Sentence(
        "Spieler C (Gelb) legt das letzte Plättchen, das das rote Gebiet vollständig umzingelt – "
        "Spieler C bekommt die Punkte für alle gefangenen roten Plättchen, auch wenn A und B den "
        "Großteil der Vorarbeit geleistet haben.",
        ("DRE-7", "DRE-8"),
    ),
    Sentence("Strafpunkte", no_rule="heading"),
    Sentence(
        "Am Spielende erhältst du –1 Punkt für jedes deiner eigenen Plättchen, das du nicht mehr legen "
        "konntest (also noch auf der Hand oder im verdeckten Stapel hast).",
        ("DRE-10",),
    ),
    Sentence("Spielende & Sieg", no_rule="heading"),
    Sentence(
        "Das Spiel endet, wenn alle Spieler ihre Plättchen gelegt haben oder alle Spieler nacheinander "
        "gepasst haben, weil keine Züge mehr möglich sind.",
        ("DRE-9", "stuck"),
    ),
    Sentence(
        "Anschließend werden die Punkte für jeden Spieler gezählt:", ("DRE-8", "DRE-10", "DRE-11")
    ),
    Sentence("1. Punkte für Gefangene:", no_rule="heading"),
    Sentence(
        "- +1 Punkt für jedes gegnerische Plättchen, das du während des Spiels gefangen genommen hast.",
        ("DRE-8",),
    ),
    Sentence("2. Strafpunkte:", no_rule="heading"),
    Sentence(
        "- –1 Punkt für jedes eigene Plättchen, das am Spielende noch nicht auf dem Spielfeld liegt.",
        ("DRE-10",),
    ),
    Sentence(
        "Gesamtpunktzahl = (Punkte für Gefangene) - (Strafpunkte)", ("DRE-8", "DRE-10", "DRE-11")
    ),
    Sentence(
        "Der Spieler mit der höchsten Gesamtpunktzahl gewinnt das Spiel!",
        ("DRE-11",),
    ),
    Sentence("Bei Gleichstand gibt es mehrere Gewinner.", ("DRE-11",)),
    Sentence("Taktik-Tipp", no_rule="heading"),
    Sentence(
        "- Plane Formationen voraus, um große eigene Gebiete zu bilden und gleichzeitig gegnerische "
        "Plättchen für Mehrfach-Gefangennahmen einzuschließen.",
        no_rule="advice",
    ),
    Sentence(
        "- Blockiere deinen Gegner, indem du kritische Felder belegst, die er zum Anlegen oder zum "
        "Verbinden seiner Gebiete benötigen könnte!",
        no_rule="advice",
    ),
    Sentence("Achte darauf, nicht selbst eingeschlossen zu werden.", no_rule="advice"),
)

SENTENCES = {"de": GERMAN}
