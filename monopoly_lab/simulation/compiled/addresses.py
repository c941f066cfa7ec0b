"""Addresses in compiled code: call an own strategy through one, and read arrays from one.

An own strategy answers with three numbers packed into one.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

SPACE, AMOUNT = 8, 20  # bits of an answer before its space and its amount, which begin at -1
REFUSED = -1
WAY = types.int64(types.voidptr, types.voidptr, types.int64, types.int64)  # state, tables, seat, what is asked for


def _call(context: Any, address: Any, s: Any, t: Any, p: Any, what: Any) -> tuple[Any, Any]:
    """Return the function at an address, called with a state and tables, which are records."""

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        pointer = cgutils.voidptr_t
        kind = ir.FunctionType(ir.IntType(64), [pointer, pointer, ir.IntType(64), ir.IntType(64)])
        at, state, tables, *rest = given
        records = [builder.bitcast(each, pointer) for each in (state, tables)]
        return builder.call(builder.inttoptr(at, kind.as_pointer()), [*records, *rest])

    return types.int64(types.int64, s, t, types.int64, types.int64), generated


call: Any = intrinsic(_call)


def _address(context: Any, numbers: Any) -> tuple[Any, Any]:
    """Return where the numbers of an array begin."""

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, given[0]).data

    return types.CPointer(numbers.dtype)(numbers), generated


address: Any = intrinsic(_address)


def _array_at(context: Any, address: Any, shape: Any) -> tuple[Any, Any]:
    """Return the array of this shape that begins at an address, without a copy; `shape` is a tuple of lengths."""
    kind = types.Array(address.dtype, len(shape), "C")

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        at, lengths = given
        array = make_array(kind)(context, builder)
        itemsize = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        shape = cgutils.unpack_tuple(builder, lengths, kind.ndim)
        strides = [itemsize]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        data = builder.bitcast(at, array.data.type)
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=None)
        return array._getvalue()

    return kind(address, types.UniTuple(types.int64, len(shape))), generated


array_at: Any = intrinsic(_array_at)


def own_choice(s: Any, t: Any, number: int, p: int, what: int) -> tuple[int, int, int]:
    """Return the answer as `custom_strategy.own_choice` does; `number` is an address."""
    answer = call(number, s, t, p, what)
    if answer < 0:
        return REFUSED, -1, -1
    return answer & 255, ((answer >> SPACE) & 4095) - 1, (answer >> AMOUNT) - 1
