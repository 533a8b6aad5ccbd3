"""Read a query: Booleans, integers and assertions about them, in SMT-LIB 2."""

import json
import re
from collections.abc import Callable
from functools import reduce
from itertools import combinations, pairwise
from typing import Any, NamedTuple

TOKEN = re.compile(r";[^\n\r\0]*|\|[^|\\\0-\x1f\x7f]*\||[()]|[^\s()|;]+|\S|[\r\v\f]", re.ASCII)
WORD = re.compile(r"0|[1-9]\d*|:status|(?!-?\d)[\w~!@$%^&*+=<>.?/-]+", re.ASCII)
BOOL, INT, MOST = "Bool", "Int", 1_000_000
SORTS = {  # that of the arguments (None: any, all alike), and that of the result
    **dict.fromkeys(("not", "and", "or", "=>", "xor"), (BOOL, BOOL)),
    **dict.fromkeys(("=", "distinct"), (None, BOOL)),
    **dict.fromkeys(("<=", "<", ">=", ">"), (INT, BOOL)),
    **dict.fromkeys(("+", "-", "*"), (INT, INT)),
}
DEFINED: dict[str, Callable[..., int]] = {  # `t` makes a term of an operator and its arguments
    "or": lambda t, *a: t("not", t("and", *(t("not", x) for x in a))),
    "=>": lambda t, *a: t("or", *(t("not", x) for x in a[:-1]), a[-1]),
    "xor": lambda t, *a: reduce(lambda x, y: t("not", t("=", x, y)), a),
    "distinct": lambda t, *a: t("and", *(t("not", t("=", x, y)) for x, y in combinations(a, 2))),
    "<": lambda t, *a: t("and", *(t("not", t("<=", y, x)) for x, y in pairwise(a))),
    ">=": lambda t, *a: t("<=", *reversed(a)),
    ">": lambda t, *a: t("<", *reversed(a)),
    "-": lambda t, x, *a: t("+", x, *(t("-", y) for y in a)) if a else t("*", t(-1), x),
}
"""Operators that others express. These remain: not, and, =, <=, +, *, ite."""
WORDS = "! _ :status as assert check-sat declare-fun exists false forall ite let match par true"
RESERVED = {"", *SORTS, *WORDS.split(), "lambda", "set-info", "set-logic"}
"""What is no name, even between bars."""
SILENT = (["set-logic", "ALL"], ["set-info", ":status", "unknown"], ["check-sat"])


class RefusedError(Exception):
    """Something is not as it must be; the message says what."""


def demand(right: object, why: str, *about: object) -> None:
    """Raise `RefusedError` unless something is right; the message is put together only then."""
    if not right:
        raise RefusedError(why.format(*about) if about else why)


class Term(NamedTuple):
    """An operator applied to earlier terms; or a `symbol` or `constant`, with its name or value."""

    operator: str
    sort: str
    arguments: tuple[Any, ...]


class Assertions:
    """Terms, each after its arguments and none twice; which are symbols, and which are asserted."""

    def __init__(self, text: str) -> None:
        """Read the text; raises `RefusedError` unless all of it is understood."""
        self.terms: list[Term] = []
        self.symbols: dict[str, int] = {}
        self.asserted: list[int] = []
        self._numbers: dict[Term, int] = {}
        try:
            commands = _expressions(text)
            misplaced = ["set-logic", "ALL"] in commands[1:] or ["check-sat"] in commands[:-1]
            demand(not misplaced, "set-logic is not first, or check-sat is not last")
            for command in commands:
                match command:
                    case ["declare-fun", str(name), [], ("Bool" | "Int") as sort] if _is_name(name):
                        demand(name not in self.symbols, f"declared twice: {name[:60]}")
                        self.symbols[name] = self._number("symbol", sort, name)
                    case ["assert", body]:
                        self.asserted.append(self._applied("and", self._term(body, self.symbols)))
                    case _:
                        demand(command in SILENT, f"not understood: {str(command)[:60]}")
        except (RecursionError, TypeError, ValueError, IndexError) as error:
            raise RefusedError(f"a term or parenthesis is not as it must be: {error}") from error

    def _number(self, operator: str, sort: str, *arguments: Any) -> int:
        term = Term(operator, sort, arguments)
        if self._numbers.setdefault(term, len(self.terms)) == len(self.terms):
            self.terms.append(term)
        demand(len(self.terms) <= MOST, "it takes more than {:,} terms", MOST)
        return self._numbers[term]

    def _term(self, body: Any, scope: dict[str, int]) -> int:
        while isinstance(body, list) and body[0] == "let":
            _, pairs, body = body
            bound = {x: self._term(y, scope) for x, y in (z for z in pairs if isinstance(z, list))}
            demand(0 < len(pairs) == len(bound) and all(map(_is_name, bound)), "no new name")
            scope = {**scope, **bound}
        if isinstance(body, list):
            return self._applied(body[0], *[self._term(each, scope) for each in body[1:]])
        if body in scope:
            return scope[body]
        if body in ("true", "false"):
            return self._number("constant", BOOL, body == "true")
        demand(re.fullmatch("[0-9]{1,18}", body), f"unknown name: {body[:60]}")
        return self._applied(int(body))

    def _applied(self, operator: str | int, *arguments: int) -> int:
        if isinstance(operator, int):
            return self._number("constant", INT, operator)
        sorts = [self.terms[number].sort for number in arguments]
        if operator == "ite" and len(sorts) == 3 and sorts[0] == BOOL and sorts[1] == sorts[2]:
            return self._number(operator, sorts[1], *arguments)
        takes, gives = SORTS.get(operator, ("", ""))
        enough = gives and len(sorts) > (operator not in ("not", "and", "or", "+", "*", "-"))
        if not enough or (sorts[1:] and operator == "not") or {*sorts} != {takes or sorts[0]}:
            raise RefusedError(f"{operator[:60]!r} does not take {sorts[:4]}")
        if operator == "-" and len(sorts) == 1 and self.terms[arguments[0]].operator == "constant":
            return self._applied(-self.terms[arguments[0]].arguments[0])
        if operator in ("=", "<=") and len(sorts) > 2:
            return self._applied("and", *(self._applied(operator, *p) for p in pairwise(arguments)))
        if operator in DEFINED:
            return DEFINED[operator](self._applied, *arguments)
        return self._number(operator, gives, *arguments)


def read_json(text: str) -> dict[str, Any]:
    """Read a JSON object; raises `RefusedError` if it is none, or names a key twice."""
    try:
        return {**json.loads(text, object_pairs_hook=_once, parse_constant=int)}
    except (RecursionError, TypeError, ValueError) as error:
        raise RefusedError(f"no JSON object that has each key once: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len(dict(pairs)) == len(pairs), f"JSON names a key twice: {str(dict(pairs))[:60]}")
    return dict(pairs)


def _is_name(name: str) -> bool:
    """Return whether this is neither a number nor a word of the language."""
    return not name.isdigit() and name not in RESERVED


def _expressions(text: str) -> list[Any]:
    """Return what stands in parentheses, as lists of lists and names."""
    lists: list[list[Any]] = [[]]
    for token in {*(tokens := TOKEN.findall(text))} - {"(", ")"}:
        right = _is_name(token.strip("|")) if "|" in token else WORD.fullmatch(token)
        demand(right or token[0] == ";", f"no word: {token[:60]!r}")
    for token in tokens:
        if token == "(":
            lists.append([])
        elif token == ")":
            lists[-2].append(lists.pop())
        elif token[0] != ";":
            lists[-1].append(token.strip("|"))
    demand(len(lists) == 1, "a parenthesis is not closed")
    return lists[0]
