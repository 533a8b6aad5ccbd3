"""What Nonaga's rulebook could say so that only the default reading of each question is left."""

WORDINGS = {
    "removal": {
        "de": "Eine Scheibe darf nur umgelegt werden, wenn man sie flach ganz aus dem Feld "
        "hinausschieben kann, während alle anderen Scheiben liegen bleiben.",
        "en": "A disc may be moved only if it can be slid flat all the way out of the field while "
        "all other discs lie still.",
    },
    "placement": {
        "de": "Die Scheibe darf auf jeden anderen freien Platz gelegt werden, auch in ein Loch im "
        "Inneren, wo sie mindestens zwei Scheiben berührt.",
        "en": "The disc may be put down on any other vacant place, also in a hole inside the "
        "field, where it touches at least two discs.",
    },
    "connectivity": {
        "de": "Nach dem Umlegen müssen alle Scheiben ein zusammenhängendes Feld bilden.",
        "en": "After the disc has been put down, all discs must form one connected field.",
    },
    "bar": {
        "de": "Die Scheibe, die ein Spieler versetzt hat, darf der Gegner im unmittelbar folgenden "
        "Zug nicht bewegen.",
        "en": "The disc that a player has moved may not be moved by the opponent in the very next turn.",
    },
    "win": {
        "de": "Das Spiel endet sofort mit dem Zug der Figur, der die drei zusammenbringt; eine "
        "Scheibe wird nicht mehr umgelegt.",
        "en": "The game ends at once with the move of the piece that brings the three together; no "
        "disc is moved any more.",
    },
    "no_piece_step": {
        "de": "Wer keine Figur bewegen kann, legt nur eine Scheibe um.",
        "en": "A player who can move no piece only moves a disc.",
    },
    "no_disc_step": {
        "de": "Wer keine Scheibe umlegen kann, beendet den Zug nach der Figur.",
        "en": "A player who can move no disc ends the turn after the piece.",
    },
}
ENGLISH = {
    "removal": "a free disc from the edge of the field",
    "placement": "lays it against the field again elsewhere.",
    "connectivity": "It is allowed to move a disc in such a way that another disc is afterwards in "
    "contact with only one disc.",
    "bar": "The disc that a player has moved in a turn may not be moved by the opponent in the "
    "following turn.",
    "win": "After moving the piece the player removes a free disc",
    "no_piece_step": "The player whose turn it is moves one of their pieces",
    "no_disc_step": "After moving the piece the player removes a free disc",
}
