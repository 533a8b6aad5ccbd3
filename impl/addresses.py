"""Calls of compiled functions by their addresses, and games in memory, for `rulewright.impl.by_address`.

What calls a function by its address contains none of its code, so it is compiled whatever lies there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba.core.cgutils
import numba.types
from llvmlite import ir
from numba.core.errors import TypingError
from numba.extending import intrinsic as intrinsic_of_numba

types: Any = numba.types
cgutils: Any = numba.core.cgutils
WORD = 8
"""Bytes of a number in memory."""
NUMBERS = (types.int64, types.uint64)
ROW = types.Array(types.int64, 1, "C")
"""What is passed by address, beside the game: whole numbers, and rows of them."""


def intrinsic(function: Callable[..., Any]) -> Any:
    """Have a function say what the compiler does where it is called, with arguments of any number."""
    made: Any = intrinsic_of_numba
    return made(function)


def passed(arguments: Any) -> tuple[Any, ...]:
    """Return the types of arguments that are passed by address; raises `TypingError` for others.

    Caller and callee are compiled apart: nothing else would notice if they took them differently.
    """
    found = tuple(map(types.unliteral, arguments))
    for each in found:
        if each not in (*NUMBERS, ROW):
            raise TypingError(f"{each} is not passed by address: whole numbers and rows are")
    return found


@intrinsic
def words_of(_: Any, game: Any) -> Any:
    """Return how many numbers a game takes in memory."""

    def lower(context: Any, *__: Any) -> Any:
        size = context.get_abi_sizeof(context.get_data_type(game))
        return ir.Constant(ir.IntType(64), -(-size // WORD))

    return types.int64(game), lower


@intrinsic
def put_down(_: Any, game: Any, memory: Any) -> Any:
    """Write a game to memory, which has room for it; its tables stay where they are."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, array = arguments
        start = context.make_array(signature.args[1])(context, builder, array).data
        pointer = context.get_data_type(game).as_pointer()
        context.pack_value(builder, game, value, builder.bitcast(start, pointer))
        return context.get_dummy_value()

    return types.void(game, memory), lower


@intrinsic
def lying_at(_: Any, place: Any) -> Any:
    """Return the game that lies at a place."""

    def lower(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return context.unpack_value(builder, place.dtype, arguments[0])

    return place.dtype(place), lower


@intrinsic
def address_of(context: Any, function: Any, game: Any, *arguments: Any) -> Any:
    """Return the address of a function of a game's place and of such arguments; it returns a number."""
    asked = (types.CPointer(game), *passed(arguments))
    signature = function.get_call_type(context, asked, {})
    if signature.return_type != types.int64:
        name = function.dispatcher.py_func.__name__
        raise TypingError(f"{name} returns {signature.return_type}, not a whole number")

    def lower(context: Any, builder: Any, *_: Any) -> Any:
        made = function.dispatcher.overloads[signature.args]
        context.add_linking_libs([made.library])
        found = context.declare_function(builder.module, made.fndesc)
        return builder.ptrtoint(found, ir.IntType(64))

    return types.int64(function, game, types.BaseTuple.from_types(arguments)), lower


@intrinsic
def call(_: Any, address: Any, place: Any, *arguments: Any) -> Any:
    """Call the function at an address with the game at a place, both as numbers; return its number."""
    takes = (types.voidptr, *passed(arguments))

    def lower(context: Any, builder: Any, __: Any, given: Any) -> Any:
        function, game, others = given
        convention = context.call_conv
        kind = convention.get_function_type(types.int64, takes).as_pointer()
        game = builder.inttoptr(game, context.get_value_type(types.voidptr))
        values = (game, *cgutils.unpack_tuple(builder, others))
        status, returned = convention.call_function(
            builder, builder.inttoptr(function, kind), types.int64, takes, values
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return returned

    return types.int64(address, place, types.BaseTuple.from_types(arguments)), lower


@intrinsic
def refused(_: Any, game: Any) -> Any:
    """Refuse to be compiled: what calls this needs a game's own code."""
    raise TypingError(
        f"a {game.instance_class.__name__} has no code for this: pass the game itself"
    )
