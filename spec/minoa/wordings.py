"""What Minoa's rulebooks could say so that only the default reading of each question is left."""

WORDINGS = {
    "end": {
        "en": "The game ends as soon as every edge carries a piece and every area has pieces of "
        "exactly one player at its edges.",
        "de": "Das Spiel endet, sobald auf jeder Randlinie eine Figur liegt und jedes Gebiet "
        "Figuren genau eines Spielers am Rand hat.",
    },
    "closure": {
        "en": "A stick may not close off an area that has no edge; whether a piece already lies at "
        "that edge does not matter.",
        "de": "Ein Stab darf kein Gebiet abschließen, das keine Randlinie hat; ob dort schon eine "
        "Figur liegt, ist gleichgültig.",
    },
    "partners": {
        "en": "An area with pieces of two partners belongs to nobody: each area needs pieces of "
        "one player alone.",
        "de": "Ein Gebiet mit Figuren beider Partner gehört niemandem: Jedes Gebiet braucht "
        "Figuren eines einzigen Spielers.",
    },
    "stranded": {
        "en": "A player who can play neither a stick nor a piece is passed over until a move is "
        "possible again.",
        "de": "Wer weder einen Stab noch eine Figur spielen kann, wird übergangen, bis wieder ein "
        "Zug möglich ist.",
    },
}
ENGLISH: dict[str, str] = {}
