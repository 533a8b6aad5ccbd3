"""The emojis of Dreieck nimmt as small drawings, so that they look the same whatever the fonts."""

EMOJIS = {
    "a": (
        '<path fill="#f7b500" '
        'd="M0-8.6 2.5-2.8 8.6-2.4 4 1.8 5.4 8 0 4.7-5.4 8-4 1.8-8.6-2.4-2.5-2.8Z"/>'
    ),
    "b": '<path fill="#e0344a" d="M0 7.6C-12-1-6.4-8.4 0-3.4 6.4-8.4 12-1 0 7.6Z"/>',
    "c": (
        '<path fill="#1f9d55" d="M-1 1.5-2.2 8.6H2.2L1 1.5Z"/>'
        '<circle fill="#1f9d55" cy="-4.2" r="3.7"/><circle fill="#1f9d55" cx="-4.3" cy="1.2" r="3.7"/>'
        '<circle fill="#1f9d55" cx="4.3" cy="1.2" r="3.7"/>'
    ),
    "d": '<path fill="#3b82d6" d="M2.6-8.2A8.4 8.4 0 1 0 8 4.4 7.2 7.2 0 0 1 2.6-8.2Z"/>',
}
"""Symbol to drawing, around the origin and no more than 9 from it: star, heart, clover, moon."""
