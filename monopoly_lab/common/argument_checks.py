"""Argument validation: check what public functions are given, and say which types they take.

Valid calls pass through unchanged. Three kinds of arguments are checked before the call: flags must be True, False, 1
or 0, `lang` must be text, and those that `check_before_call` names must have their type. If a call fails with an error
that is not ours, the arguments are compared with the annotations of the outermost checked function, and the first that
does not fit is refused with an ArgumentError. Whole numbers of other libraries, such as numpy's, are converted to int.
"""

import builtins
import inspect
import json
import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import CO_VARARGS, CO_VARKEYWORDS
from itertools import islice, repeat
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from monopoly_lab.common.errors import ArgumentError, FileError, MonopolyLabError
from monopoly_lab.common.file_access import DIGITS, describe_system_error, quoted, shortened, shortened_path
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import did_you_mean

FOREIGN = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, OSError, MemoryError)
HUGE = 10**DIGITS
LANG = "lang"  # checked before the call: an empty value of any kind would pass for none
NOTHING = object()  # in the place of an argument that is not given
MOST_PARTS = 1000  # of a list or table, in which a value of a wrong type is looked for
MOST_TYPES = 1024  # that are remembered
UNCHANGED: set[type] = {int, str, float, bool, NoneType}  # types whose values are left as they are; more as they come
WORDS: dict[Any, str] = {  # messages for types whose name in Python says little to a student
    str: "text", int: "whole", float: "number", bool: "flag", NoneType: "none", PathLike: "path", Path: "path",
    Mapping: "table", Sequence: "list", Iterable: "list", Callable: "function", tuple: "list",
}  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


def check_argument(function: F) -> F:
    """Return the function with argument validation: ArgumentError names the first argument of a wrong type."""
    return _wrap_function(function, {})


def check_before_call(*names: str) -> Callable[[F], F]:
    """Return a decorator that checks these arguments before the call, as the function itself would accept any type."""
    return lambda function: _wrap_function(function, _places(function, names))


def _wrap_function(function: F, strict: Mapping[str, int]) -> F:
    """Return the function with its checks; `strict` are arguments checked before the call besides flags and `lang`."""
    flags = _flags(function)
    numbers = [name for name, annotation in function.__annotations__.items() if annotation is int]
    plain = {**dict.fromkeys(numbers, int), **dict.fromkeys(flags, bool), LANG: str}
    language = _places(function, [LANG] if LANG in function.__annotations__ else [])
    strict = {**flags, **language, **strict}

    @wraps(function)
    def wrapper(*given: Any, **named: Any) -> Any:
        for name, place in strict.items():
            value = named[name] if name in named else given[place] if place < len(given) else NOTHING
            is_plain = value is NOTHING or type(value) is plain.get(name)
            if not is_plain and (refusal := _refusal(function, given, named, name)):
                raise refusal
        try:
            if UNCHANGED.issuperset(map(type, given)) and UNCHANGED.issuperset(map(type, named.values())):
                return function(*given, **named)
            return function(
                *map(python_integers, given),
                **{name: python_integers(value) for name, value in named.items()},
            )
        except KeyboardInterrupt as interrupt:
            raise interrupt.with_traceback(None) from None  # nobody has asked where it came
        except MonopolyLabError as problem:
            of_inner_call = isinstance(problem, ArgumentError) and problem.from_argument_check
            refusal = _refusal(function, given, named) if of_inner_call else None
            if refusal is None:
                raise
            raise refusal from None
        except FOREIGN as problem:
            told = _refusal(function, given, named) or file_error_of(problem)
            if told is None:
                if type(problem) is TypeError and str(problem).startswith(f"{function.__qualname__}()"):
                    said = str(problem).replace(function.__qualname__, _callable_name(function, given), 1)
                    raise TypeError(f"{said}{_hint_at_names(function, given, named)}") from None
                raise
            raise told from None

    return cast(F, wrapper)


def check_arguments(cls: C) -> C:
    """Return the class with argument validation in its constructor and its public methods, inherited ones included."""
    for base in cls.__mro__:
        if not base.__module__.startswith("monopoly_lab"):
            continue
        for name, found in list(vars(base).items()):
            wrapper_type = type(found) if isinstance(found, staticmethod | classmethod) else None
            function = found.__func__ if isinstance(found, staticmethod | classmethod) else found
            is_public = name == "__init__" or name[0] != "_"
            if is_public and inspect.isfunction(function) and _takes_arguments(function) and not is_checked(function):
                checked = check_argument(function)
                setattr(base, name, wrapper_type(checked) if wrapper_type else checked)
    return cls


def _flags(function: Callable[..., Any]) -> dict[str, int]:
    """Return the arguments that are True or False, with their positions."""
    names = [name for name, annotation in function.__annotations__.items() if annotation in (bool, "bool")]
    return _places(function, names)


def _places(function: Callable[..., Any], names: Iterable[str]) -> dict[str, int]:
    """Return arguments with their positions; a keyword-only one gets a position that no call reaches."""
    code = function.__code__
    asked = code.co_varnames[: code.co_argcount]
    return {name: asked.index(name) if name in asked else sys.maxsize for name in names if name != "return"}


def python_integers(value: Any) -> Any:
    """Return the value with whole numbers as Python has them, in lists and tables too."""
    cls = type(value)
    if cls in UNCHANGED:
        return value
    if cls in (list, tuple) and not UNCHANGED.issuperset(map(type, value)):
        parts = [python_integers(part) for part in value]
        return cls(parts) if any(new is not old for new, old in zip(parts, value)) else value
    if cls is dict and not UNCHANGED.issuperset(map(type, value.values())):
        table = {key: python_integers(part) for key, part in value.items()}
        return table if any(table[key] is not value[key] for key in value) else value
    if issubclass(cls, Integral):
        return operator.index(value)
    if cls not in (list, tuple, dict) and len(UNCHANGED) < MOST_TYPES:
        UNCHANGED.add(cls)
    return value


def _takes_arguments(function: Callable[..., Any]) -> bool:
    """Return True if a caller gives a method anything but its object."""
    code = function.__code__  # a signature takes thirty times as long, and there are hundreds of methods
    lists = (code.co_flags & CO_VARARGS != 0) + (code.co_flags & CO_VARKEYWORDS != 0)
    return code.co_argcount + code.co_kwonlyargcount + lists > 1


def is_checked(function: Callable[..., Any]) -> bool:
    """Return True for a function that has argument validation already."""
    return hasattr(function, "__wrapped__")


def _refusal(
    function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any], only: str = ""
) -> ArgumentError | None:
    """Return the error for the first argument, or the one named by `only`, of a wrong type; None if all are right."""
    signature = inspect.signature(function)
    try:
        bound = signature.bind(*given, **named).arguments
    except TypeError:
        return None  # too many or too few: Python has said which
    for name, value in bound.items():
        if only not in ("", name):
            continue
        parameter = signature.parameters[name]
        annotation = declared_type(function, name)
        if parameter.kind is parameter.VAR_KEYWORD:
            value = list(value.values())
        many = parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
        values = value if many else [value]
        wrong = next((each for part in values for each in _find_mismatches(part, annotation)), None)
        if wrong is not None:
            place = f"{_callable_name(function, given)}: {name}{wrong.place}"
            kinds = ", ".join(dict.fromkeys(_type_name(annotation) for annotation in wrong.wanted))
            said = say("door.kind", place=place, value=quoted(wrong.value), kinds=kinds)
            refusal = ArgumentError(said + _as_list(wrong))
            refusal.from_argument_check = True
            return refusal
    return None


def _as_list(wrong: "Wrong") -> str:
    """Return how a text reads as the list of texts that is wanted in its place; nothing for anything else."""
    lists = [each for each in wrong.wanted if get_origin(each) in (Sequence, list, Iterable)]
    if not isinstance(wrong.value, str) or not any(get_args(each) == (str,) for each in lists):
        return ""
    return say("door.in_list", list=f"[{shortened(json.dumps(wrong.value, ensure_ascii=False))}]")


def _hint_at_names(function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> str:
    """Return what to write instead after a name that is no argument's, or a value that needs its name; else nothing."""
    parameters = inspect.signature(function).parameters
    if any(each.kind is each.VAR_KEYWORD for each in parameters.values()):
        return ""
    for name in named:
        if name not in parameters:
            return did_you_mean(name, parameters)
    by_place = [name for name, each in parameters.items() if each.kind is each.POSITIONAL_OR_KEYWORD]
    if len(given) <= len(by_place) or any(each.kind is each.VAR_POSITIONAL for each in parameters.values()):
        return ""
    value = given[len(by_place)]
    left = [name for name, each in parameters.items() if each.kind is each.KEYWORD_ONLY and name not in named]
    fitting = next((name for name in left if not any(_find_mismatches(value, declared_type(function, name)))), "")
    return say("door.by_name", name=fitting, value=shortened(repr(value))) if fitting else ""


def _callable_name(function: Callable[..., Any], given: tuple[Any, ...]) -> str:
    """Return the name of a function; of a method with the class the caller used, not a base class of it."""
    name = function.__name__
    if function.__qualname__ == name or not given or function.__code__.co_varnames[:1] not in (("self",), ("cls",)):
        return function.__qualname__
    owner = given[0] if isinstance(given[0], type) else type(given[0])
    return owner.__name__ if name == "__init__" else f"{owner.__name__}.{name}"


def file_error_of(problem: BaseException) -> FileError | None:
    """Return what the system says of a file, with its path; None for any other failure."""
    if isinstance(problem, OSError) and problem.filename is not None:
        return FileError(problem.errno, describe_system_error(problem), shortened_path(problem.filename))
    return None


def declared_type(function: Callable[..., Any], name: str) -> Any:
    """Return the annotation of a parameter."""
    annotation = inspect.signature(function).parameters[name].annotation
    if isinstance(annotation, str):  # our own text, not a caller's; of "pd.Series[float]" the class alone is known
        seen = function.__globals__
        # `pd` and `nx` of `lazy_imports` are no modules.
        modules = {each for each, value in seen.items() if isinstance(value, ModuleType)}
        dotted = r"\b([a-z]\w*)\.(\w+)(\[\w+\])?"
        plain = re.sub(dotted, lambda match: match[0] if match[1] in modules else match[2], annotation)
        return eval(plain, seen, _TypeCheckingNames(seen))
    return Any if annotation is inspect.Parameter.empty else annotation


class _TypeCheckingNames(dict[str, Any]):
    """Names that only a type checker imports: a class is known by its name then."""

    def __init__(self, seen: Mapping[str, Any]) -> None:
        self.seen = seen

    def __missing__(self, name: str) -> Any:
        if name in self.seen or hasattr(builtins, name):
            raise KeyError(name)
        return TypeVar(name)


class Wrong(NamedTuple):
    """A value of a wrong type, and its place in the argument."""

    value: object
    wanted: tuple[Any, ...]
    place: str = ""


def _find_mismatches(value: Any, annotation: Any, place: str = "") -> Iterator[Wrong]:
    """Yield what does not have the type that an annotation says: the value, or a part of it."""
    accepted = tuple(_alternatives(annotation))
    fitting = [each for each in accepted if _is_of_type(value, each)]
    if not fitting:
        yield Wrong(value, accepted, place)
    if len(fitting) == 1 and (inner := get_args(fitting[0])):
        if isinstance(value, Mapping) and len(inner) == 2:
            for key, part in islice(value.items(), MOST_PARTS):
                yield from _find_mismatches(key, inner[0], place)
                yield from _find_mismatches(part, inner[1], f"{place}[{shortened(repr(key))}]")
        elif isinstance(value, list | tuple):
            of_parts = inner if _has_fixed_length(fitting[0]) else repeat(inner[0])
            for n, (part, each) in enumerate(zip(value[:MOST_PARTS], of_parts)):
                yield from _find_mismatches(part, each, f"{place}[{n}]")


def _alternatives(annotation: Any) -> Iterator[Any]:
    """Yield the types that an annotation joins by `|`, or itself."""
    if get_origin(annotation) in (Union, UnionType):
        for each in get_args(annotation):
            yield from _alternatives(each)
    else:
        yield NoneType if annotation is None else annotation


def _has_fixed_length(annotation: Any) -> bool:
    """Return True for an annotation such as `tuple[int, str]`, with a type for each part."""
    parts = get_args(annotation)
    return get_origin(annotation) is tuple and len(parts) > 0 and ... not in parts


def _is_of_type(value: Any, annotation: Any) -> bool:
    if (isinstance(value, str) and "\0" in value) or (isinstance(value, int) and not -HUGE < value < HUGE):
        return False  # no text that a file can have, no number that can be counted
    if isinstance(annotation, TypeVar):
        return any(cls.__name__ == annotation.__name__ for cls in type(value).__mro__)
    cls = get_origin(annotation) or annotation
    if cls in (int, float):
        return isinstance(value, Integral if cls is int else Real) and not isinstance(value, bool)
    if cls is Iterable or cls is Sequence:
        return isinstance(value, cls) and not isinstance(value, str | bytes)
    if _has_fixed_length(annotation):
        return isinstance(value, tuple) and len(value) == len(get_args(annotation))
    if cls is bool:
        return (
            isinstance(value, bool)
            or type(value).__name__ in ("bool", "bool_")
            or (type(value) is int and value in (0, 1))
        )
    return not isinstance(cls, type) or cls in (object, Any) or isinstance(value, cls)


def _type_name(annotation: Any) -> str:
    """Return the words for a type in a message."""
    cls = get_origin(annotation) or annotation
    if cls in WORDS:
        return say(f"door.{WORDS[cls]}")
    return str(getattr(cls, "__name__", cls))
