"""Our frozen dataclasses, and copies of them, are the standard library's, only quicker."""

import copy
import dataclasses
import inspect
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

import companion
from companion.frozen import dataclass, replace
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import Family
from companion.words import Pads, Touched
from tests.robots.playing import play


@dataclass(frozen=True, slots=True)
class Card:
    """What has a field of each sort."""

    name: str
    worth: int = 3
    marks: list[str] = dataclasses.field(default_factory=list)
    noted: int = dataclasses.field(default=0, compare=False)
    secret: int = dataclasses.field(default=0, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Dealt(Card):
    """What inherits them."""

    pad: int = 0


@dataclass(frozen=True, slots=True)
class Nothing:
    """What has none."""


def ours() -> Iterator[type[Any]]:
    """All that are made by our `dataclass`: those above, and the house's."""
    yield from (Card, Dealt, Nothing)
    for found in pkgutil.walk_packages(companion.__path__, "companion."):
        for one in vars(import_module(found.name)).values():
            is_its_own = isinstance(one, type) and one.__module__ == found.name
            if is_its_own and one.__repr__ is Card.__repr__:
                yield one


def standard(cls: type[Any]) -> type[Any]:
    """The same, made by the standard library alone."""
    fields = [(field.name, field.type, copy.copy(field)) for field in dataclasses.fields(cls)]
    twin = dataclasses.make_dataclass(cls.__name__, fields, frozen=True, slots=True)
    twin.__qualname__ = cls.__qualname__
    return twin


def what_is_seen(cls: type[Any]) -> Iterator[object]:
    """What can be seen of a class and of those that are made of it."""
    fields = dataclasses.fields(cls)
    told = {field.name: f"the {field.name}" for field in fields}
    one = cls(**told)
    yield repr(one), hash(one), one == cls(**told), one.__eq__(told), cls.__match_args__
    yield [(name, one == cls(**{**told, name: "another"})) for name in told]
    yield [getattr(one, name) for name in told], dataclasses.asdict(one)
    unset = (dataclasses.MISSING, dataclasses.MISSING)
    needed = {f.name: "told" for f in fields if (f.default, f.default_factory) == unset}
    yield repr(cls(**needed)), copy.copy(one) == copy.deepcopy(one) == one
    takes = inspect.signature(cls).parameters.values()
    yield [(taken.name, taken.kind, taken.default is taken.empty) for taken in takes]
    acts: list[Callable[[], object]] = [lambda: cls(none_such=1), lambda: cls(*range(99))]
    if told:
        name = next(iter(told))
        acts += [lambda: setattr(one, name, 1), lambda: delattr(one, name)]
    for act in acts:
        with pytest.raises((TypeError, dataclasses.FrozenInstanceError)) as problem:
            act()
        yield type(problem.value), str(problem.value)


def test_all_of_the_house_are_what_the_standard_library_makes_of_them() -> None:
    found = list(ours())
    assert len(found) > 400
    for cls in found:
        assert list(what_is_seen(cls)) == list(what_is_seen(standard(cls))), cls


@pytest.mark.parametrize("asked", [hash, repr, lambda one: one == one])
def test_what_is_asked_first_may_be_any_method(asked: Callable[[object], object]) -> None:
    @dataclass(frozen=True, slots=True)
    class New:
        pad: int = 1

    one = object.__new__(New)  # as pickles and copies are made
    object.__setattr__(one, "pad", 1)
    assert asked(one) == asked(one) == asked(New())


def test_it_goes_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Dealt("ace", pad=2))) == Dealt("ace", pad=2)


def test_one_with_a_method_of_its_own_is_for_the_standard_library() -> None:
    with pytest.raises(TypeError, match="__eq__"):

        @dataclass(frozen=True, slots=True)
        class Odd:
            pad: int

            def __eq__(self, other: object) -> bool:
                return True


def test_what_is_not_frozen_is_made_by_the_standard_library() -> None:
    @dataclass(slots=True, order=True)
    class Count:
        n: int = 0

    count = Count()
    count.n += 2
    assert count == Count(2) > Count(1)


@pytest.mark.parametrize(
    "first, then", [(dataclass, dataclasses.dataclass), (dataclass, dataclass)]
)
def test_fields_are_inherited_of_either(first: Any, then: Any) -> None:
    for one, other in ((first, then), (then, first)):

        @one(frozen=True, slots=True)
        class Base:
            pad: int
            why: str = ""

        @other(frozen=True, slots=True)
        class More(Base):
            at_us: int = 0

        more = More(1, at_us=3)
        assert (more.pad, more.why, more.at_us) == (1, "", 3)
        assert replace(more, why="hm") == dataclasses.replace(more, why="hm") != more
        with pytest.raises(dataclasses.FrozenInstanceError):
            more.pad = 2


def test_a_copy_is_what_the_standard_library_makes() -> None:
    state = play(GAMES["dolphin_splash"], Family(Setup(4), Random(2))).state
    changes = {"winner": None, "calls": 7}
    assert replace(state, **changes) == dataclasses.replace(state, **changes) != state
    assert replace(state) == state


def test_the_old_one_stays_as_it_was() -> None:
    touch = Touched(1, 20, 300)
    assert replace(touch, pad=2).pad == 2
    assert touch == Touched(1, 20, 300)


def test_a_class_of_one_field() -> None:
    assert replace(Pads((1,)), of=(2,)) == Pads((2,))
    assert replace(Pads((1,))) == Pads((1,))


def test_a_field_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(Touched(1, 20, 300), colour="red")
