"""What a function does, in a few bytes: the same in every process, and others as soon as it does something else.

The code counts with all that it takes from outside: numbers, other functions of the user's, what it is bound to.
What is installed, as Python's own functions and this package's, counts by its name.
"""

import hashlib
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

INSTALLED = (str(Path(__file__).parents[1]), *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))
PLAIN = (int, float, complex, str, bytes, type(None), type(...))
Seen = dict[int, tuple[int, object]]  # by id: its number; the thing too, so that no other gets its id


def fingerprint(*things: object) -> bytes:
    """32 bytes for functions, objects that are called, and plain values."""
    total = hashlib.sha256()
    for text in _of_all(things, {}):
        total.update(text.encode(errors="surrogatepass") + b"\0")
    return total.digest()


def _of_all(things: Iterable[object], seen: Seen) -> Iterator[str]:
    for thing in things:
        yield from _parts(thing, seen)
    yield "."


def _parts(thing: Any, seen: Seen) -> Iterator[str]:
    if isinstance(getattr(thing, "py_func", None), FunctionType):
        thing = thing.py_func  # of what numba has decorated
    yield type(thing).__name__
    if isinstance(thing, PLAIN):
        yield repr(thing)
    elif isinstance(thing, ModuleType):
        yield thing.__name__
    elif isinstance(thing, tuple):
        yield from _of_all(thing, seen)
    elif isinstance(thing, CodeType):
        yield from _of_all((thing.co_code, thing.co_names, thing.co_consts), seen)
    elif isinstance(thing, set | frozenset):
        yield from sorted("".join(_parts(part, {})) for part in thing)
    elif id(thing) in seen:
        yield str(seen[id(thing)][0])
    else:
        seen[id(thing)] = len(seen), thing
        yield from _of_all(_inside(thing), seen)


def _inside(thing: Any) -> Iterable[object]:
    """What a function, a class or any other object consists of."""
    if isinstance(thing, FunctionType):
        return _of_function(thing)
    if isinstance(thing, MethodType | staticmethod | classmethod):
        return (thing.__func__, getattr(thing, "__self__", None))
    if isinstance(thing, property):
        return (thing.fget, thing.fset)
    if isinstance(thing, Mapping):
        return (part for pair in thing.items() for part in pair)
    if isinstance(thing, list):
        return thing
    if isinstance(thing, type):
        members = () if _is_installed(thing) else _members(thing)
        return (thing.__module__, thing.__qualname__, *members)
    try:
        made = thing.__reduce_ex__(4)  # what it would be made of again
    except Exception:  # what cannot be saved raises what it likes
        return (type(thing).__qualname__,)
    return (made,) if isinstance(made, str) else (list(part) if isinstance(part, Iterator) else part for part in made)


def _of_function(function: FunctionType) -> Iterable[object]:
    cells = [_held(cell) for cell in function.__closure__ or ()]
    if function.__code__.co_filename.startswith(INSTALLED):
        return (function.__module__, function.__qualname__, *cells)
    outside = [function.__globals__.get(name) for name in _names(function.__code__)]
    return (function.__code__, function.__defaults__, function.__kwdefaults__, *cells, *outside)


def _held(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # still empty
        return None


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _members(kind: type) -> list[object]:
    return [member for name, member in sorted(vars(kind).items()) if not name.startswith("__") or callable(member)]


def _is_installed(kind: type) -> bool:
    """True where no function of the class stands in a file of the user's."""
    own = [member for member in vars(kind).values() if isinstance(member, FunctionType)]
    return all(member.__code__.co_filename.startswith(INSTALLED) for member in own)
