"""ARI's rulebook: clauses, questions, settled questions, and what became of every sentence."""

from __future__ import annotations

from rulewright.spec.ari import clauses as says
from rulewright.spec.ari import pointing
from rulewright.spec.ari.sentences import SENTENCES, SOURCES
from rulewright.spec.ari.wordings import ENGLISH, WORDINGS
from rulewright.spec.registry import Clause, Question, Quotation, Reading, Rulebook, Settled, worded


def german(text: str) -> Quotation:
    """Quote the rulebook."""
    return Quotation(text, "de")


FIRST_DIE = "Der erste Spieler setzt einen seiner drei Würfel auf ein beliebiges Feld."
NEXT_DIE = (
    "Der zweite Spieler setzt nun einen seiner Würfel auf eines der (maximal) vier Zielfelder dieses "
    "Würfels."
)
FURTHER_DICE = (
    "Der erste Spieler setzt seinen zweiten Würfel auf eines der Zielfelder dieses Würfels, der Zweite "
    "wieder auf eines dieser Ziel-Felder usw., bis jeder seine drei Würfel plaziert hat."
)
QUEENS = "Zum Schluß werden die Königinnen auf beliebige Felder gesetzt."
APART = "Königinnen dürfen nicht nebeneinander stehen."
NUMBER = (
    "Die Zahl der Seitenfläche eines auf dem Spielfeld liegenden Würfels gibt an, auf das wievielte "
    "Feld - vom Würfel weggezählt - der andere Würfel gesetzt werden kann (Zielfeld)."
)
OUTSIDE = "Sollte das Zielfeld außerhalb des Spielbretts liegen, so kann es nicht benutzt werden."
COVERED = (
    "Sollte eine Seite nicht sichtbar sein, weil ein anderer Würfel anliegt, so entfällt dieses "
    "Zielfeld ebenfalls (verdeckte Seite)."
)
ONE_PIECE = "Es wird entweder mit der Königin oder mit einem der drei Würfel gezogen."
STEP = (
    "Während eine Königin in jede Richtung (waagerecht, senkrecht oder diagonal) beliebig ein Feld weit "
    "ziehen kann,"
)
BESIDE = "1) An jedes der vier waage- oder senkrechten Nachbarfelder der eigenen Königin"
POINTED_AT = "2) Auf jedes Feld, auf das die Seitenfläche eines Würfels zeigt"
ANY_OWN_DIE = (
    "Von nun an, kann irgendein eigener Würfel auf irgendein Zielfeld der eignen oder gegnerischen "
    "Würfel gesetzt werden, außerdem auf ein Nachbarfeld der eigenen Königin."
)
POWER = (
    "Die Schlagstärke eines Würfels sind seine Zielfelder, bis zu diesem Feld in der Felderreihe kann "
    "eine Königin bedroht oder geschlagen werden, sofern sich zwischen dem angreifenden Würfel und der "
    "Königin kein anderer Würfel oder die eigene Königin befindet."
)
EXACTLY = (
    "Steht die Königin jedoch genau auf dem Zielfeld, dann muss sie aus der Gefahrenzone ziehen, außer "
    "man kann die Seite des angreifenden Würfels durch direktes Anlegen ungültig machen."
)
ONLY_QUEENS = "und nur sie dürfen geschlagen werden, die Würfel nicht."
WINNER = "Wer die gegnerische Königin schlagen kann, ist Sieger."

CLAUSES = (
    Clause(
        "ARI-1",
        (german(FIRST_DIE), german(NEXT_DIE), german(FURTHER_DICE)),
        permits=says.each_die_is_set_up_on_a_target_cell_of_the_die_before,
        holds=says.dice_alternate_and_the_last_one_is_known,
        effect=says.the_board_is_empty_and_white_begins,
    ),
    Clause(
        "ARI-2",
        (german(QUEENS),),
        permits=says.queens_are_put_on_vacant_cells_once_all_dice_lie,
        holds=says.white_puts_the_queen_first,
    ),
    Clause(
        "ARI-3",
        (german(APART),),
        permits=says.the_queen_does_not_go_next_to_the_other_queen,
        holds=says.queens_are_not_next_to_each_other,
    ),
    Clause(
        "ARI-4",
        (german(NUMBER), german(OUTSIDE), german(COVERED)),
        effect=pointing.a_side_offers_the_cell_its_number_away,
    ),
    Clause(
        "ARI-5",
        (german(ONE_PIECE),),
        permits=says.a_turn_is_one_action,
        holds=says.the_turn_is_one_players_who_can_act,
        effect=says.the_turn_goes_to_the_other_player,
    ),
    Clause(
        "ARI-6",
        (german(STEP),),
        permits=says.a_queen_steps_one_cell_to_a_vacant_cell,
        holds=says.a_queen_shares_her_cell_with_nobody,
        effect=says.the_queen_goes_to_the_cell,
    ),
    Clause(
        "ARI-7",
        (german(ANY_OWN_DIE), german(BESIDE), german(POINTED_AT)),
        permits=says.a_die_goes_to_a_target_cell_or_beside_the_own_queen,
        holds=says.no_two_dice_share_a_cell,
        effect=says.the_die_goes_to_the_cell,
    ),
    Clause(
        "ARI-8",
        (german(POWER), german(EXACTLY)),
        effect=pointing.a_die_threatens_the_enemy_queen_along_an_open_side,
    ),
    Clause(
        "ARI-9",
        (german(ONLY_QUEENS), german(WINNER)),
        permits=says.only_a_threatening_die_strikes_the_enemy_queen,
        holds=says.nobody_has_the_turn_exactly_when_it_is_over,
        effect=says.the_captured_queen_leaves_the_board,
    ),
)

QUESTIONS = (
    Question(
        "no_target",
        "What if, during set-up, the last die offers no vacant target cell?",
        (german(FURTHER_DICE), german(OUTSIDE), german(COVERED)),
        (
            Reading(
                "any_die",
                "A vacant target cell of any die on the board; if there is none, any vacant cell.",
            ),
            Reading("any_cell", "Any vacant cell."),
        ),
        ("ARI-1",),
    ),
    Question(
        "next_to",
        "When do two queens stand next to each other?",
        (german(APART),),
        (
            Reading("eight", "On orthogonally or diagonally adjacent cells."),
            Reading("four", "On orthogonally adjacent cells only."),
        ),
        ("ARI-3",),
    ),
    Question(
        "own_face",
        "Do a die's own target cells count for its own move?",
        (german(NUMBER), german(ANY_OWN_DIE)),
        (
            Reading(
                "others",
                "No; another die, or the queen, may offer the same cell.",
            ),
            Reading("any", "Yes."),
        ),
        ("ARI-7",),
    ),
    Question(
        "lifting",
        "Are target cells those before or after the moving die is taken off the board?",
        (german(POINTED_AT), german(COVERED)),
        (
            Reading("before", "Those of the board with the die still in its place."),
            Reading(
                "after",
                "Those with the moving die taken off; its own former faces then offer nothing.",
            ),
        ),
        ("ARI-7",),
    ),
    Question(
        "orientation",
        "May a die be turned when it moves?",
        (german("dürfen die Würfel nur auf bestimmte Felder gesetzt werden:"),),
        (
            Reading("free", "Yes, to any of its 24 orientations at each move."),
            Reading(
                "kept",
                "No; the orientation is chosen when the die is first put down.",
            ),
        ),
        ("ARI-7",),
    ),
    Question(
        "off_board",
        "Does a side threaten anything when its target cell is off the board?",
        (german(OUTSIDE), german(POWER)),
        (
            Reading("dead", "No."),
            Reading(
                "sweeps",
                "As far as the board reaches, if it is not covered and nothing stands between.",
            ),
        ),
        ("ARI-8",),
    ),
    Question(
        "capture",
        "Is a queen captured only by a strike, or also by a die that moves onto her cell?",
        (german(ONLY_QUEENS), german(POWER)),
        (
            Reading("strike", "Only by a die that threatens her, which stays where it is."),
            Reading(
                "landing",
                "Also by a die move onto her cell, where that would be allowed if she were not there.",
            ),
        ),
        ("ARI-7", "ARI-9"),
    ),
    Question(
        "threat",
        "May a player leave the own queen threatened?",
        (german(EXACTLY), german(WINNER)),
        (
            Reading("open", "Yes."),
            Reading(
                "mate",
                "No, unless the action captures; a player without a legal action loses.",
            ),
        ),
        ("ARI-5", "ARI-9"),
    ),
    Question(
        "no_action",
        "What if the player to move in play has no legal action (with `threat=open`)?",
        (german(ONE_PIECE),),
        (
            Reading(
                "skip",
                "The turn goes to the other player; if neither has one, the game ends without a winner.",
            ),
            Reading("loses", "That player loses."),
        ),
        ("ARI-5",),
    ),
)

SETTLED = (
    Settled(
        "What may stand between an attacking die and the queen?",
        "Any die and any queen: the rulebook names “another die or the own queen”, and no other piece "
        "exists.",
        (german("kein anderer Würfel oder die eigene Königin befindet."),),
    ),
)

RULEBOOK = Rulebook(
    game="ari",
    title="ARI",
    sources=SOURCES,
    clauses=CLAUSES,
    questions=worded(QUESTIONS, WORDINGS, ENGLISH),
    settled=SETTLED,
    sentences=SENTENCES,
)
