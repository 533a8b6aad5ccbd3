"""Games where people already play: OpenSpiel, PettingZoo and Gymnasium, both ways.

    >>> from rulewright.bridges import openspiel
    >>> openspiel.register("minoa")
    ('rulewright_minoa',)

`openspiel`, `pettingzoo` and `gymnasium` need the extras of their names; importing them without raises
`MissingExtra`. `training` steps thousands of games at once, and needs none.
"""
