"""Operations on the bits of a 64-bit word, for compiled code: a few machine instructions each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _count_ones(_: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return (types.int64(types.int64), generate) if word == types.int64 else None


def _lowest_one(_: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return (types.int64(types.int64), generate) if word == types.int64 else None


def _nth_one(_: Any, word: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        bits, rank = arguments
        integer, one = bits.type, ir.Constant(bits.type, 1)
        if "+bmi2" in context.codegen().magic_tuple()[2]:
            deposit = builder.module.globals.get("llvm.x86.bmi.pdep.64") or ir.Function(
                builder.module, ir.FunctionType(integer, [integer] * 2), "llvm.x86.bmi.pdep.64"
            )
            found = builder.call(deposit, [builder.shl(one, rank), bits])
            return builder.cttz(found, ir.Constant(ir.IntType(1), 1))
        place: Any = ir.Constant(integer, 0)
        for half in (32, 16, 8, 4, 2, 1):
            lower = builder.and_(bits, ir.Constant(integer, (1 << half) - 1))
            ones = builder.ctpop(lower)
            above = builder.icmp_signed(">=", rank, ones)
            width = ir.Constant(integer, half)
            rank = builder.select(above, builder.sub(rank, ones), rank)
            bits = builder.select(above, builder.lshr(bits, width), bits)
            place = builder.select(above, builder.add(place, width), place)
        return place

    fits = word == types.int64 and index in (types.int64, types.uint64)
    return (types.int64(types.int64, types.int64), generate) if fits else None


count_ones: Callable[[int], int] = cast("Any", intrinsic(_count_ones))
"""Count the set bits of a word."""

lowest_one: Callable[[int], int] = cast("Any", intrinsic(_lowest_one))
"""Return the index of the lowest set bit of a word, which must not be zero."""

nth_one: Callable[[int, int], int] = cast("Any", intrinsic(_nth_one))
"""Return the index of set bit number `index` of a word (from 0, lowest first); there must be one."""
