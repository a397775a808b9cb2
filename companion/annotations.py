"""Whether what a family's game gives is of the form that its annotation says, and what is not.

Looks at values alone: where they are written, and what becomes of that, is for others to say.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin, get_type_hints

from companion import codec
from companion.words import Between


def faults_of_fields(data: Any, what: str) -> Iterator[tuple[str, str]]:
    """The fields of a dataclass that do not hold what it says, each with its fault."""
    hints = get_type_hints(type(data), include_extras=True)
    for field in fields(data):
        value, form = getattr(data, field.name), hints[field.name]
        if not fits(value, form):
            whole = f'{what} should have "{field.name}" as {called(form)}: {codec.shown(value)}.'
            yield field.name, next(faults_within(value, what), whole)


def faults_within(value: Any, what: str) -> Iterator[str]:
    """The faults of dataclasses that are collected in a value."""
    for one in value if isinstance(value, tuple) else ():
        if is_dataclass(one) and not isinstance(one, type):
            inner = faults_of_fields(one, f"{what}: {type(one).__name__}")
            yield from (fault for _, fault in inner)


def fits(value: Any, form: Any) -> bool:
    """Whether a value is what an annotation says, as far as that can be seen."""
    of: Any = get_origin(form) or form
    args = get_args(form)
    if of is Annotated:
        bounds = [note for note in args[1:] if isinstance(note, Between)]
        return fits(value, args[0]) and all(one.least <= value <= one.most for one in bounds)
    if form is Any or not (isinstance(of, type | NewType) or of in (Union, UnionType)):
        return True
    if isinstance(of, NewType):
        return fits(value, of.__supertype__)
    if of in (Union, UnionType):
        return any(fits(value, one) for one in args)
    if isinstance(of, type) and is_dataclass(of):
        hints = get_type_hints(of, include_extras=True)
        return isinstance(value, of) and all(
            fits(getattr(value, name), hints[name]) for name in hints
        )
    whole = isinstance(value, of) and (of is not int or type(value) is int)
    if of is str and whole:
        return codec.is_writable(value)  # half a letter no page can send, and no file hold
    if not (whole and args) or not isinstance(value, tuple | list | set | frozenset | dict):
        return whole
    if of is tuple and args[-1] is not Ellipsis:
        return len(value) == len(args) and all(map(fits, value, args))
    items = value.values() if isinstance(value, dict) else value
    return all(fits(one, args[0] if of is tuple else args[-1]) for one in items)


def called(form: Any) -> str:
    """An annotation, as a sentence can say it."""
    origin, args = get_origin(form), get_args(form)
    bounds = [note for note in args[1:] if isinstance(note, Between)]
    if bounds:
        return f"{called(args[0])} from {bounds[0].least} to {bounds[0].most}"
    if origin is tuple:
        inner = ", ".join("..." if one is Ellipsis else called(one) for one in args)
        return f"tuple[{inner}]"
    if origin in (Union, UnionType):
        return " | ".join(map(called, args))
    return str(form) if args else str(getattr(form, "__name__", form))
