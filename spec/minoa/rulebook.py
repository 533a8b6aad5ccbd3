"""Minoa's rulebook: clauses, questions, settled questions, and what became of every sentence."""

from __future__ import annotations

from rulewright.spec.minoa import clauses as says
from rulewright.spec.minoa.sentences import SENTENCES, SOURCES
from rulewright.spec.minoa.wordings import ENGLISH, WORDINGS
from rulewright.spec.registry import Clause, Question, Quotation, Reading, Rulebook, Settled, worded


def english(text: str) -> Quotation:
    """Quote the English rulebook."""
    return Quotation(text, "en")


def german(text: str) -> Quotation:
    """Quote the German rulebook."""
    return Quotation(text, "de")


CLAUSES = (
    Clause(
        "MIN-1",
        (english("The board is initially empty."), german("Das Spielbrett ist zu Anfang leer.")),
        effect=says.board_is_empty_at_the_start,
    ),
    Clause(
        "MIN-2",
        (
            english("Red begins. Players take turns in a clockwise direction."),
            german("Rot beginnt. Die Spielreihenfolge ist im Uhrzeigersinn."),
        ),
        effect=says.turns_go_round_in_order,
        holds=says.turn_belongs_to_one_who_can_move,
    ),
    Clause(
        "MIN-3",
        (
            english(
                "In their turn, players must choose one of the following options: "
                "• play one black stick or • play one piece of their own color"
            ),
            german(
                "In ihrer Runde, müssen die Spieler **eine** der folgenden Optionen wählen: "
                "- spiele **einen** schwarzen Stab - spiele **eine** Figur deiner Farbe"
            ),
        ),
        permits=says.turn_is_exactly_one_stick_or_one_own_piece,
    ),
    Clause(
        "MIN-4",
        (
            english("Black sticks may be placed anywhere on the gray lines except the edges,"),
            german(
                "Schwarze Stäbe dürfen irgendwo auf den grauen Linien "
                "mit Ausnahme der Eckfelder gespielt werden;"
            ),
        ),
        permits=says.sticks_go_on_interior_lines_only,
        holds=says.no_stick_lies_on_the_boundary,
    ),
    Clause(
        "MIN-5",
        (
            english("while the player’s own colored pieces may only be played on the edges."),
            german(
                "während die den Spielern gehörenden farbigen Steine "
                "nur auf den Eckfeldern gespielt werden dürfen."
            ),
        ),
        permits=says.pieces_go_on_boundary_lines_only,
        holds=says.no_piece_lies_in_the_interior,
    ),
    Clause(
        "MIN-6",
        (
            english("Only one stick or piece may be placed on a line"),
            german("Nur ein Stab oder eine Figur darf auf einer Linie platziert werden."),
        ),
        permits=says.a_line_carries_at_most_one_stick_or_piece,
        holds=says.no_line_carries_two_things,
    ),
    Clause(
        "MIN-7",
        (
            english("sticks or pieces already placed may not be moved again once they are played."),
            german("Stäbe oder Figuren, die einmal gelegt sind, dürfen nicht mehr bewegt werden."),
        ),
        effect=says.what_is_played_is_put_down_and_nothing_moves,
    ),
    Clause(
        "MIN-8",
        (
            english("• 60 black sticks • 12 red, 12 blue, 8 yellow, 6 green pieces"),
            german("- 60 schwarze Stäbe - 12 rote, 12 blaue, 8 gelbe, 6 grüne Figuren"),
            english("The black sticks are available to all players."),
            german("Die schwarzen Stäbe sind von allen Spielern benutzbar."),
        ),
        permits=says.a_stick_needs_supply_and_a_piece_needs_a_hand,
        holds=says.no_more_lies_on_the_board_than_there_is,
    ),
    Clause(
        "MIN-9",
        (
            english(
                "All areas in the interior of the board must, when closed off, trace to an edge."
            ),
            german(
                "Alle Gebiete im Brettinneren **müssen**, wenn sie geschlossen werden, "
                "sich auch auf Eckfelder erstrecken."
            ),
        ),
        permits=says.closed_areas_trace_to_an_edge,
        holds=says.every_area_traces_to_an_edge,
    ),
    Clause(
        "MIN-10",
        (
            english(
                "When a player places their last own colored piece and only one of the other players "
                "still has colored pieces to play, these pieces are played on the remaining vacant "
                "edges (instantly and disregarding the normal turn order)."
            ),
            german(
                "Wenn ein Spieler seinen letzten farbigen Stein platziert und nur **einer** der anderen "
                "Spieler noch farbige Figuren zum Ausspielen hat, werden diese Figuren sofort und "
                "entgegen der normalen Spielreihenfolge auf die verbliebenen leeren Eckfelder gesetzt."
            ),
        ),
        effect=says.last_pieces_fill_the_vacant_boundary,
        holds=says.nobody_is_left_alone_with_pieces,
    ),
    Clause(
        "MIN-11",
        (
            english("A game ends when all areas can be assigned to a single player."),
            german(
                "Das Spiel endet, wenn alle Gebiete jeweils einzelnen Spielern zugeordnet werden können."
            ),
        ),
        effect=says.game_ends_when_all_areas_are_assigned,
        holds=says.nobody_has_the_turn_exactly_when_it_is_over,
    ),
    Clause(
        "MIN-12",
        (
            english(
                "Players determine the total territory size by summing up all triangles in areas "
                "they claim."
            ),
            german(
                "Die Spieler ermitteln die gesamte Gebietsgröße durch Zusammenzählen aller Dreiecke "
                "in den Gebieten, die sie beanspruchen."
            ),
        ),
        effect=says.territory_is_the_areas_of_one_player_alone,
    ),
    Clause(
        "MIN-13",
        (
            english("The player with the largest territory wins."),
            german("Der Spieler mit dem größten Territorium gewinnt."),
            english("There are 96 triangles in total, so games can end in a draw."),
        ),
        effect=says.largest_territory_wins,
    ),
    Clause(
        "MIN-14",
        (
            english(
                "Players facing each other at the table (red/yellow and blue/green) are partners and "
                "add their scores at the end of the game."
            ),
            german(
                "Am Tisch gegenüberliegende Spieler (rot/gelb und blau/grün) sind Partner und zählen "
                "ihr Spielergebnis zusammen."
            ),
        ),
        effect=says.partners_add_their_territories,
    ),
)

QUESTIONS = (
    Question(
        "end",
        "When does the game end?",
        (
            english("A game ends when all areas can be assigned to a single player."),
            german(
                "Das Spiel endet, wenn alle Gebiete jeweils einzelnen Spielern zugeordnet werden können."
            ),
        ),
        (
            Reading(
                "full",
                "Every boundary line is occupied and every area carries pieces of exactly one player.",
            ),
            Reading(
                "literal",
                "Every area carries pieces of exactly one player, vacant boundary lines "
                "notwithstanding.",
            ),
            Reading("exhausted", "Nobody has a legal move."),
        ),
        ("MIN-11",),
    ),
    Question(
        "closure",
        "Must an area that is closed off have a piece at its edge, or only an edge?",
        (
            english(
                "All areas in the interior of the board must, when closed off, trace to an edge."
            ),
            english(
                "In this example placement of black sticks on the red lines is not allowed, because "
                "an interior territory without colored edge would be created."
            ),
            german(
                "in diesem Beispiel ist das Platzieren von Stäben auf den roten Linien nicht erlaubt, "
                "da ein inneres Territorium ohne farbige Eckfelder geschaffen würde."
            ),
        ),
        (
            Reading("line", "After the stick, every area has a boundary line, vacant or not."),
            Reading(
                "coloured",
                "If the stick splits an area, both parts must carry at least one piece; if it splits "
                "none, it is free.",
            ),
        ),
        ("MIN-9",),
    ),
    Question(
        "partners",
        "Can an area with pieces of two partners be assigned?",
        (
            english(
                "Players facing each other at the table (red/yellow and blue/green) are partners and "
                "add their scores at the end of the game."
            ),
            german(
                "Am Tisch gegenüberliegende Spieler (rot/gelb und blau/grün) sind Partner und zählen "
                "ihr Spielergebnis zusammen."
            ),
        ),
        (
            Reading("separate", "An area with pieces of two partners is not assigned."),
            Reading(
                "shared",
                "With four players an area is assigned when all its pieces belong to one team, and its "
                "triangles go to that team.",
            ),
        ),
        ("MIN-11", "MIN-14"),
    ),
    Question(
        "stranded",
        "What if the player to move has no legal move and the game is not over?",
        (
            english("In their turn, players must choose one of the following options:"),
            german("In ihrer Runde, müssen die Spieler **eine** der folgenden Optionen wählen:"),
        ),
        (
            Reading("skip", "The turn goes to the next player who has a legal move."),
            Reading("over", "The game ends there."),
        ),
        ("MIN-2", "MIN-11"),
    ),
)

SETTLED = (
    Settled(
        "Do pieces go on the lines at the corners (“Eckfelder”) or on all lines at the rim (“edges”)?",
        "On all lines at the rim: 24 pieces fit the 24 boundary lines of the board of size 4 exactly "
        "and cannot fit the lines at its corners.",
        (english("except the edges,"), german("mit Ausnahme der Eckfelder")),
    ),
    Settled(
        "How large is the board?",
        "Side length 4: it is in the figure only, but 96 triangles and 60 sticks both give it.",
        (english("There are 96 triangles in total,"), english("• 60 black sticks")),
    ),
)

RULEBOOK = Rulebook(
    game="minoa",
    title="Minoa",
    sources=SOURCES,
    clauses=CLAUSES,
    questions=worded(QUESTIONS, WORDINGS, ENGLISH),
    settled=SETTLED,
    sentences=SENTENCES,
)
