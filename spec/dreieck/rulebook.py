"""The rulebook of Dreieck nimmt: clauses, questions, settled questions, every sentence's fate."""

from __future__ import annotations

from rulewright.spec.dreieck import clauses as says
from rulewright.spec.dreieck.sentences import SENTENCES, SOURCES
from rulewright.spec.dreieck.wordings import ENGLISH, WORDINGS
from rulewright.spec.registry import Clause, Question, Quotation, Reading, Rulebook, Settled, worded


def german(text: str) -> Quotation:
    """Quote the German rulebook, the only one there is."""
    return Quotation(text, "de")


FOR_TWO = german(
    "du diese Fläche vollständig mit deinen Plättchen umzingelst (d.h., an allen *äußeren* Kanten der "
    "gegnerischen Fläche liegen deine Plättchen)"
)
FOR_MORE = german(
    "Wenn ein Spieler ein oder mehrere Plättchen so legt, dass eine zusammenhängende Fläche aus "
    "Plättchen eines *anderen* Spielers vollständig von gegnerischen Plättchen umzingelt ist (egal "
    "welcher Farbe die umzingelnden Plättchen angehören), gelten die eingeschlossenen Plättchen als "
    "gefangen."
)
LAST_TILE = german(
    "Nur der Spieler, der das letzte Plättchen legt und damit die Umzingelung vollendet, darf alle "
    "eingeschlossenen gegnerischen Plättchen dieser Farbe entfernen und als seine Gefangenen werten."
)
EDGE = german(
    "Dabei müssen zwei der drei Emojis an der anliegenden Kante exakt mit den Emojis des "
    "Nachbarplättchens übereinstimmen."
)
PASSING = german("Falls du kein gültiges Dreieck legen kannst, musst du für diese Runde passen.")
END = german(
    "Das Spiel endet, wenn alle Spieler ihre Plättchen gelegt haben oder alle Spieler nacheinander "
    "gepasst haben, weil keine Züge mehr möglich sind."
)

CLAUSES = (
    Clause(
        "DRE-1",
        (
            german("Jeweils 24 farbige Dreieckskarten pro Spieler"),
            german("Jeder Spieler nimmt sich seine Farbe."),
            german(
                "Die Karten werden gemischt und als verdeckter Stapel oder Hand bereitgehalten."
            ),
        ),
        permits=says.a_tile_of_the_own_set_that_is_left_is_laid,
        effect=says.everyone_starts_with_the_full_set,
        holds=says.nobody_has_a_tile_twice,
    ),
    Clause(
        "DRE-2",
        (german("Der jüngere Spieler beginnt. Gespielt wird abwechselnd."),),
        effect=says.turns_alternate,
        holds=says.one_player_is_to_move_and_p1_begins,
    ),
    Clause(
        "DRE-3",
        (
            german(
                "Lege ein Dreieck aus deiner Hand/von deinem Stapel an ein bereits liegendes Dreieck "
                "auf dem Spielfeld an."
            ),
        ),
        permits=says.a_tile_is_laid_beside_a_laid_tile,
        effect=says.the_tile_leaves_the_hand_for_its_cell,
        holds=says.the_table_is_never_empty_after_the_first_tile,
    ),
    Clause(
        "DRE-4",
        (EDGE,),
        permits=says.symbols_at_the_common_edge_equal,
        holds=says.laid_neighbours_agree,
    ),
    Clause(
        "DRE-5",
        (german("Jedes Dreieck zeigt 3 Emojis an den Ecken"), EDGE),
        effect=says.a_tile_may_be_turned_never_flipped,
    ),
    Clause(
        "DRE-6",
        (PASSING,),
        permits=says.who_can_lay_a_tile_must,
        effect=says.a_pass_is_counted,
        holds=says.who_passed_could_not_lay,
    ),
    Clause(
        "DRE-7",
        (FOR_MORE, FOR_TWO, LAST_TILE),
        permits=says.a_capture_is_declined_only_where_it_may_be,
        effect=says.enclosed_regions_of_others_are_captured,
    ),
    Clause(
        "DRE-8",
        (
            german(
                "Für jedes entfernte gegnerische Plättchen erhält dieser Spieler 1 Punkt – unabhängig "
                "davon, wie viele andere Spieler an der Umzingelung beteiligt waren."
            ),
            german("Für jedes entfernte gegnerische Plättchen erhältst du sofort 1 Punkt."),
        ),
        effect=says.one_point_for_each_captured_tile,
        holds=says.nothing_is_lost,
    ),
    Clause(
        "DRE-9",
        (END,),
        effect=says.all_tiles_laid_or_all_have_passed_ends_the_game,
        holds=says.nobody_has_the_turn_exactly_when_it_is_over,
    ),
    Clause(
        "DRE-10",
        (
            german(
                "Am Spielende erhältst du –1 Punkt für jedes deiner eigenen Plättchen, das du nicht "
                "mehr legen konntest (also noch auf der Hand oder im verdeckten Stapel hast)."
            ),
        ),
        effect=says.minus_one_point_for_each_own_tile_not_laid,
    ),
    Clause(
        "DRE-11",
        (
            german(
                "Der Spieler mit der höchsten Gesamtpunktzahl gewinnt das Spiel! Bei Gleichstand gibt "
                "es mehrere Gewinner."
            ),
        ),
        effect=says.the_highest_total_wins,
    ),
)

QUESTIONS = (
    Question(
        "match",
        "With which of several neighbouring tiles must the edge symbols match?",
        (EDGE,),
        (
            Reading("all", "At every neighbouring tile."),
            Reading("one", "At one neighbouring tile at least."),
        ),
        ("DRE-4",),
    ),
    Question(
        "outline",
        "Which edges of a region are its outer edges?",
        (FOR_TWO, FOR_MORE),
        (
            Reading(
                "outer",
                "Those towards the unbounded part of what is not the region, parts being edge-connected "
                "sets of cells, laid or empty.",
            ),
            Reading("every", "All edges of the region, those of holes too."),
        ),
        ("DRE-7",),
    ),
    Question(
        "trigger",
        "Must the tile just laid lie at the region that it captures?",
        (LAST_TILE, FOR_TWO),
        (
            Reading(
                "completing",
                "Only regions are captured that have the tile just laid on the other side of one of "
                "their outer edges.",
            ),
            Reading(
                "standing",
                "Every enclosed region of another player is captured after a tile has been laid, also "
                "one that its owner closed earlier.",
            ),
        ),
        ("DRE-7",),
    ),
    Question(
        "claim",
        "Must a capture be carried out?",
        (
            german("Du darfst alle eingeschlossenen gegnerischen Plättchen vom Spielfeld nehmen."),
            LAST_TILE,
        ),
        (
            Reading("must", "Captures are carried out."),
            Reading(
                "may",
                "A capturing action has a second form, with ~ at its end, that leaves all tiles lying. "
                "A region left lying is captured later only if it is completed anew; under "
                "trigger=standing by the next tile of a player other than its owner.",
            ),
        ),
        ("DRE-7",),
    ),
    Question(
        "stuck",
        "What becomes of the top tile of a stack when its player passes?",
        (PASSING, END),
        (
            Reading("keep", "It stays on top."),
            Reading("bury", "It goes to the bottom."),
        ),
        ("DRE-6",),
    ),
)

SETTLED = (
    Settled(
        "How many symbols are there?",
        "Four: with s symbols there are (s³+2s)/3 triangles that differ even when turned, and that is "
        "24 for exactly four.",
        (german("Jeweils 24 farbige Dreieckskarten pro Spieler"),),
    ),
    Settled(
        "Beside whose tiles may one lay?",
        "Beside anyone's.",
        (german("an ein bereits liegendes Dreieck auf dem Spielfeld an."),),
    ),
    Settled(
        "Which of the two capture rules holds for two players?",
        "Either: with two players they say the same of the tile just laid, for whatever does not belong "
        "to the one player belongs to the other.",
        (FOR_TWO, FOR_MORE),
    ),
    Settled(
        "What if a tile encloses a region of the player who lays it?",
        "That region is not captured, for only regions of another player are. Regions of others that "
        "the same tile encloses are.",
        (FOR_MORE, LAST_TILE),
    ),
)

RULEBOOK = Rulebook(
    game="dreieck",
    title="Dreieck nimmt",
    sources=SOURCES,
    clauses=CLAUSES,
    questions=worded(QUESTIONS, WORDINGS, ENGLISH),
    settled=SETTLED,
    sentences=SENTENCES,
)
