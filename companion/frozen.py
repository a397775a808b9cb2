"""Frozen, slotted dataclasses, made and copied in less time than the standard library takes.

`dataclass` is the standard one in all that it makes; but of a frozen and slotted class the methods
are written when the first of them is called. A start makes some 250 such classes and uses 70: to
write all was a third of it. One that is made then takes two thirds of the time, too, for its slots
are filled by themselves. All fields are given as one is made, and nothing is computed meanwhile.

A game's state has some thirty fields and is replaced twice a fact: with the standard
`dataclasses.replace` that was more than half of all judging.
"""

import dataclasses
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

_SAME = object()  # stands for a field that stays
_UNSET = object()  # stands for one that is made anew for each
_OWN = {"__init__", "__eq__", "__hash__", "__repr__", "__post_init__"}


@dataclasses.dataclass(frozen=True, slots=True)
class _Example:
    """What any frozen and slotted class has of the standard library, whatever its fields are."""


_ALIKE = ("__dataclass_params__", "__getstate__", "__setstate__")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, **more):
        """As `dataclasses.dataclass`."""
        if not (frozen and slots) or more:
            how = {"frozen": frozen, "slots": slots, "kw_only": kw_only, **more}
            return dataclasses.dataclass(cls, **how)
        made = partial(_frozen, kw_only=kw_only)
        return made if cls is None else made(cls)

    def replace(old, /, **changes):
        """A copy of `old` with some fields changed. Raises TypeError for a field it lacks."""
        return _replacing(type(old))(old, **changes)


def _frozen(cls: Any, kw_only: bool) -> Any:
    if own := _OWN & vars(cls).keys():
        raise TypeError(f"{cls.__name__} has {own} of its own: see `dataclasses`")
    # A class that inherits fields has to say at once that it is frozen, too.
    inherits = any(map(dataclasses.is_dataclass, cls.__bases__))
    made = dataclasses.dataclass(
        cls, init=False, repr=False, eq=False, slots=True, frozen=inherits, kw_only=kw_only
    )
    for name in _ALIKE:
        setattr(made, name, getattr(_Example, name))
    made.__setattr__, made.__delattr__, made.__repr__ = _not_set, _not_deleted, _shown
    _leave_unwritten(made)
    return made


def _not_set(self: object, name: str, _: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _not_deleted(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _shown(self: Any) -> str:
    told = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(told)})"


def _leave_unwritten(cls: Any) -> None:
    """Let the first call of a method write all of them."""

    def __init__(self: Any, /, *values: Any, **named: Any) -> None:
        _write(cls)
        cls.__init__(self, *values, **named)

    def __eq__(self: Any, other: object) -> Any:
        _write(cls)
        return cls.__eq__(self, other)

    def __hash__(self: Any) -> Any:
        _write(cls)
        return cls.__hash__(self)

    cls.__init__, cls.__eq__, cls.__hash__ = __init__, __eq__, __hash__


def _write(cls: type) -> None:
    """Write a class's methods, as `dataclasses` does."""
    fields = dataclasses.fields(cls)
    scope: dict[str, Any] = {"_unset": _UNSET}
    given, puts = [], []
    for field in sorted(fields, key=lambda field: bool(field.kw_only)):
        name = value = field.name
        if field.kw_only and "*" not in given:
            given.append("*")
        scope[f"_put_{name}"] = getattr(cls, name).__set__
        if field.default is not dataclasses.MISSING:
            scope[f"_usual_{name}"] = field.default
            given.append(f"{name}=_usual_{name}")
        elif field.default_factory is not dataclasses.MISSING:
            scope[f"_make_{name}"] = field.default_factory
            given.append(f"{name}=_unset")
            value = f"_make_{name}() if {name} is _unset else {name}"
        else:
            given.append(name)
        puts.append(f"_put_{name}(_self, {value})")
    one, other = (_compared(fields, of) for of in ("_self", "_other"))
    lines = (
        f"def __init__(_self, {', '.join(given)}):",
        *(f" {put}" for put in puts or ["pass"]),
        "def __eq__(_self, _other):",
        f" return {one} == {other} if _other.__class__ is _self.__class__ else NotImplemented",
        "def __hash__(_self):",
        f" return hash({one})",
    )
    exec("\n".join(lines), scope)  # the fields' names are the class's own, and nobody's input
    for name in ("__init__", "__eq__", "__hash__"):
        scope[name].__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, scope[name])


def _compared(fields: Iterable[dataclasses.Field[Any]], of: str) -> str:
    return f"({''.join(f'{of}.{field.name},' for field in fields if field.compare)})"


@cache
def _replacing(cls: type) -> Callable[..., Any]:
    """A function that fills the slots of a copy one by one, written for this class.

    As `dataclasses` writes `__init__`: a loop over fields would take half as long again.
    """
    names = [field.name for field in dataclasses.fields(cls)]
    lines = [f"def replace(_old, *, {', '.join(f'{name}=_same' for name in names)}):"]
    lines += ["    _new = _made(_cls)"]
    lines += [
        f"    _put_{name}(_new, _old.{name} if {name} is _same else {name})" for name in names
    ]
    lines += ["    return _new"]
    known = {"_same": _SAME, "_made": object.__new__, "_cls": cls}
    scope: dict[str, Any] = {
        **known,
        **{f"_put_{name}": getattr(cls, name).__set__ for name in names},
    }
    exec("\n".join(lines), scope)  # the fields' names are the class's own, and nobody's input
    made: Callable[..., Any] = scope["replace"]
    return made
