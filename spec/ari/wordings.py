"""What ARI's rulebook could say so that only the default reading of each question is left."""

WORDINGS = {
    "no_target": {
        "de": "Bietet der letzte Würfel kein freies Zielfeld, so wird der nächste auf ein freies "
        "Zielfeld irgendeines Würfels gesetzt, und gibt es keines, auf ein beliebiges freies Feld.",
        "en": "If the last die offers no vacant target cell, the next goes on a vacant target cell of "
        "any die, and if there is none, on any vacant cell.",
    },
    "next_to": {
        "de": "Königinnen dürfen nicht nebeneinander stehen, auch nicht diagonal.",
        "en": "Queens may not stand next to each other, nor diagonally.",
    },
    "own_face": {
        "de": "Ein Würfel darf nicht auf seine eigenen Zielfelder gesetzt werden, wohl aber auf die "
        "jedes anderen Würfels.",
        "en": "A die may not be put on its own target cells, but on those of any other die.",
    },
    "lifting": {
        "de": "Es gelten die Zielfelder, bevor der Würfel aufgehoben wird.",
        "en": "Target cells are those before the die is lifted.",
    },
    "orientation": {
        "de": "Beim Ziehen darf ein Würfel beliebig gedreht und gekippt werden.",
        "en": "A die that moves may be turned and tipped as its player likes.",
    },
    "off_board": {
        "de": "Eine Seite, deren Zielfeld außerhalb des Bretts liegt, bedroht nichts.",
        "en": "A side whose target cell lies off the board threatens nothing.",
    },
    "capture": {
        "de": "Eine Königin wird von einem Würfel geschlagen, der sie bedroht; der Würfel bleibt "
        "stehen. Auf das Feld einer Königin darf kein Würfel gesetzt werden.",
        "en": "A queen is captured by a die that threatens her; the die stays where it is. No die may "
        "be put on the cell of a queen.",
    },
    "threat": {
        "de": "Man darf die eigene Königin bedroht lassen.",
        "en": "A player may leave the own queen threatened.",
    },
    "no_action": {
        "de": "Wer nicht ziehen kann, wird übergangen; kann keiner ziehen, endet das Spiel ohne Sieger.",
        "en": "A player who cannot move is passed over; if neither can, the game ends without a winner.",
    },
}
ENGLISH = {
    "no_target": "The first player puts their second die on one of the target cells of this die, "
    "the second again on one of these target cells, and so on, until each has placed their three dice.",
    "next_to": "Queens may not stand next to each other.",
    "own_face": "The number on the side face of a die lying on the board says on which cell, "
    "counted from the die, the other die can be put (target cell).",
    "lifting": "2) On each cell that the side face of a die points at",
    "orientation": "the dice may be put only on certain cells:",
    "off_board": "Should the target cell be outside the board, it cannot be used.",
    "capture": "and only they may be captured, the dice may not.",
    "threat": "But if the queen stands exactly on the target cell, she must move out of the danger "
    "zone, unless one can make the side of the attacking die invalid by putting a die right next to it.",
    "no_action": "One moves either the queen or one of the three dice.",
}
