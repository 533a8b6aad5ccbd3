"""ARI's rulebook, sentence by sentence: which clauses and questions each one bears."""

from __future__ import annotations

from importlib.resources import files

from rulewright.spec.registry import Sentence, Source

SOURCES = (
    Source(
        "de",
        "German",
        "ARI, ein Strategie-Spiel von M. Winkelmann",
        files(__package__).joinpath("rulebook.de.txt").read_text(encoding="utf-8"),
    ),
)

GERMAN = (
    Sentence("Autor: mgf. winkelmann", no_rule="author"),
    Sentence("ARI", no_rule="title"),
    Sentence("Spielbrett aus Leder 38 x 38 cm²", no_rule="how the board is made"),
    Sentence("Spielsteine Miwin’sche Würfel", ("ARI-1",)),
    Sentence("Ein Strategie-Spiel", no_rule="subtitle"),
    Sentence("zurück zur Tabelle", no_rule="link of the web page"),
    Sentence(
        "Spielmaterial: Zwei Sätze Miwin’scher Würfel, zwei Damen und ein 15 x 15 Brett, jedes "
        "Spielfeld hat die Größe der Grundfläche eines Würfels (2,5 x 2,5 cm²)",
        ("ARI-1", "ARI-2", "ARI-4"),
    ),
    Sentence("Spieleranzahl: zwei", ("ARI-1",)),
    Sentence("Spieldauer: ca 15 min", no_rule="how long a game takes"),
    Sentence("Ziel: Die gegnerische Königin zu schlagen", ("ARI-9",)),
    Sentence(
        "Das Spiel: Jeder Spieler besitzt einen Spielstein, die Königin, und einen Satz Miwin’scher "
        "Würfel.",
        ("ARI-1", "ARI-2"),
    ),
    Sentence("Die drei Würfel dienen hier ebenfalls als Spielsteine.", ("ARI-1", "ARI-7")),
    Sentence(
        "Während eine Königin in jede Richtung (waagerecht, senkrecht oder diagonal) beliebig ein Feld "
        "weit ziehen kann, dürfen die Würfel nur auf bestimmte Felder gesetzt werden:",
        ("ARI-6", "ARI-7", "orientation"),
    ),
    Sentence(
        "1) An jedes der vier waage- oder senkrechten Nachbarfelder der eigenen Königin", ("ARI-7",)
    ),
    Sentence(
        "2) Auf jedes Feld, auf das die Seitenfläche eines Würfels zeigt",
        ("ARI-4", "ARI-7", "lifting"),
    ),
    Sentence(
        "Die Zahl der Seitenfläche eines auf dem Spielfeld liegenden Würfels gibt an, auf das "
        "wievielte Feld - vom Würfel weggezählt - der andere Würfel gesetzt werden kann (Zielfeld).",
        ("ARI-4", "ARI-7", "own_face"),
    ),
    Sentence(
        "Sollte das Zielfeld außerhalb des Spielbretts liegen, so kann es nicht benutzt werden.",
        ("ARI-4", "off_board", "no_target"),
    ),
    Sentence(
        "Sollte eine Seite nicht sichtbar sein, weil ein anderer Würfel anliegt, so entfällt dieses "
        "Zielfeld ebenfalls (verdeckte Seite).",
        ("ARI-4", "no_target"),
    ),
    Sentence(
        "Es wird entweder mit der Königin oder mit einem der drei Würfel gezogen.",
        ("ARI-5", "no_action"),
    ),
    Sentence("Königinnen dürfen nicht nebeneinander stehen.", ("ARI-3", "next_to")),
    Sentence("und nur sie dürfen geschlagen werden, die Würfel nicht.", ("ARI-9", "capture")),
    Sentence(
        "Die Schlagstärke eines Würfels sind seine Zielfelder, bis zu diesem Feld in der Felderreihe "
        "kann eine Königin bedroht oder geschlagen werden, sofern sich zwischen dem angreifenden "
        "Würfel und der Königin kein anderer Würfel oder die eigene Königin befindet.",
        ("ARI-8", "ARI-9", "off_board", "capture"),
    ),
    Sentence("In dem Fall wäre die Königin gedeckt.", ("ARI-8",)),
    Sentence(
        "Steht die Königin jedoch genau auf dem Zielfeld, dann muss sie aus der Gefahrenzone ziehen, "
        "außer man kann die Seite des angreifenden Würfels durch direktes Anlegen ungültig machen.",
        ("ARI-8", "threat"),
    ),
    Sentence("Sonst ist sie nicht zu schützen.", ("ARI-8",)),
    Sentence(
        "Spielablauf: Der erste Spieler setzt einen seiner drei Würfel auf ein beliebiges Feld.",
        ("ARI-1",),
    ),
    Sentence(
        "Der zweite Spieler setzt nun einen seiner Würfel auf eines der (maximal) vier Zielfelder "
        "dieses Würfels.",
        ("ARI-1", "no_target"),
    ),
    Sentence(
        "Der erste Spieler setzt seinen zweiten Würfel auf eines der Zielfelder dieses Würfels, der "
        "Zweite wieder auf eines dieser Ziel-Felder usw., bis jeder seine drei Würfel plaziert hat.",
        ("ARI-1", "no_target"),
    ),
    Sentence("Zum Schluß werden die Königinnen auf beliebige Felder gesetzt.", ("ARI-2",)),
    Sentence(
        "Von nun an, kann irgendein eigener Würfel auf irgendein Zielfeld der eignen oder gegnerischen "
        "Würfel gesetzt werden, außerdem auf ein Nachbarfeld der eigenen Königin.",
        ("ARI-5", "ARI-7", "own_face"),
    ),
    Sentence("Wer die gegnerische Königin schlagen kann, ist Sieger.", ("ARI-9", "threat")),
    Sentence("Beispiel:", no_rule="heading"),
    Sentence("In den oberen beiden Reihen wird die Königin bedroht:", ("ARI-8",)),
    Sentence(
        "In Zeile 1 steht die Königin genau auf dem Zielfeld, der dazwischenstehende eigene Stein "
        "hilft nichts.",
        ("ARI-8",),
    ),
    Sentence("In Zeile 2 überstreicht der angreifende Würfel das Feld der Königin.", ("ARI-8",)),
    Sentence("In den unteren vier Reihen wird die Königin nicht bedroht:", ("ARI-8",)),
    Sentence(
        "In Zeile 3 wird das Zielfeld durch einen anliegenden Würfel verdeckt.", ("ARI-4", "ARI-8")
    ),
    Sentence("In Zeile 4 reicht die Zahl nicht aus, die Königin zu erreichen.", ("ARI-8",)),
    Sentence("In Zeile 5 wird die Königin durch ihren eigenen Würfel gedeckt.", ("ARI-8",)),
    Sentence(
        "In Zeile 6 wird das Überstreichen des Königinnen-Feldes vom linken Angriffs-Würfel durch "
        "einen weiteren Angriffs-Würfel verhindert, und dieser hat nicht die erforderliche "
        "Zeigerstärke, um die Königin zu bedrohen.",
        ("ARI-8",),
    ),
    Sentence("zurück zur Tabelle", no_rule="link of the web page"),
)

SENTENCES = {"de": GERMAN}
