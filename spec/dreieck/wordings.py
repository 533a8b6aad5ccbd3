"""What the rulebook could say so that only the default reading of each question is left."""

WORDINGS = {
    "match": {
        "de": "Ein Plättchen muss mit jedem Plättchen, das es an einer Kante berührt, an dieser "
        "Kante übereinstimmen.",
        "en": "A tile must match every tile that it touches along an edge, at that edge.",
    },
    "outline": {
        "de": "Äußere Kanten sind die zum offenen Tisch hin; Kanten eines Lochs im Inneren der "
        "Fläche müssen nicht belegt sein.",
        "en": "Outer edges are those towards the open table; edges of a hole inside the area need not "
        "be occupied.",
    },
    "trigger": {
        "de": "Gefangen werden nur Flächen, an denen das eben gelegte Plättchen selbst außen anliegt.",
        "en": "Only areas are captured that the tile just laid itself touches along an outer edge.",
    },
    "claim": {
        "de": "Gefangene Plättchen müssen sofort vom Spielfeld genommen werden.",
        "en": "Captured tiles must be taken off the table at once.",
    },
    "stuck": {
        "de": "Ein Plättchen, das nicht gelegt werden kann, bleibt oben auf dem Stapel.",
        "en": "A tile that cannot be laid stays on top of the stack.",
    },
}
ENGLISH = {
    "match": "Two of the three emojis at the adjoining edge must agree exactly with the emojis of "
    "the neighbouring tile.",
    "outline": "you surround this area completely with your tiles (that is, your tiles lie at all "
    "outer edges of the opponent's area)",
    "trigger": "Only the player who lays the last tile and so completes the enclosure may remove "
    "all enclosed tiles of that colour and count them as captured.",
    "claim": "You may take all enclosed tiles of the opponent off the table.",
    "stuck": "If you cannot lay a valid triangle, you must pass for this round.",
}
