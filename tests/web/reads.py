"""What templates read of the contract, found without drawing them: each path's types are followed.

A name is followed from `snap`, `view` and the like through loops, filters and macros' parameters;
what comes from elsewhere is not looked at.
"""

import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from jinja2 import Environment, nodes

from companion import codec
from companion.evening.poster import Poster, Stroke, Symbol, Words
from companion.games import GAMES
from companion.games.book import Step, Tile
from companion.games.game import Game
from companion.games.party_splash.prints import PrintView
from companion.games.view import CommonView
from companion.new_game.stub import GAME as STUB
from companion.stats.of_table import TableShown
from companion.stats.person import FigureShown, GroupShown
from companion.stats.race import RacePicture
from companion.stats.rating import RatingShown
from companion.stats.records import RecordShown, RecordsShown
from companion.web import past, wire
from companion.web.catalogue import GameOffered
from companion.web.drawing import FILTERS
from companion.web.guide import GuideShown, GuideStep
from companion.web.rulebook import BookShown

SHELF = {**GAMES, STUB.kind: STUB}
Read = tuple[type | ModuleType, str]  # a class of the contract or what pages draw by, and a name
ITEMS = ("list", "sort", "reverse", "select", "reject")
BY_FIELD = ("selectattr", "rejectattr")
ENV = Environment(trim_blocks=True, lstrip_blocks=True)
ENV.filters.update(FILTERS)
# What a name means wherever a template or a macro is given it.
NAMES: dict[str, Any] = {
    "snap": past.PastSnap,
    "replay": past.Replay,
    "amending": past.Amending,
    "ask": wire.AskShown,
    "choice": wire.ChoiceShown,
    "slot": wire.SlotShown,
    "seat": wire.SeatShown,
    "pad": wire.Dolphin,
    "mine": tuple[wire.AskShown, ...],
    "placing": tuple[past.PlaceShown, ...],
    "past": tuple[past.PastGame, ...],
    "games": tuple[GameOffered, ...],
    "game": GameOffered,
    "recalled": dict[str, tuple[PrintView, ...]],
    "print": PrintView,
    "guide": GuideShown,
    "shown": GuideStep,
    "poster": Poster,
    "symbols": tuple[Symbol, ...],
    "strokes": tuple[Stroke, ...],
    "texts": tuple[Words, ...],
    "race": RacePicture,
    "groups": tuple[GroupShown, ...],
    "figure": FigureShown,
    "record": RecordShown,
    "held": tuple[RecordsShown, ...],
    "ratings": tuple[RatingShown, ...],
    "tables": tuple[TableShown, ...],
    "rulebook": BookShown,
    "step": Step,
    "tile": Tile,
}


def kind_of(file: Path) -> str:
    """The game whose template it is, if it is a game's."""
    return next((part for part in file.parts if part in SHELF), "")


def bare(form: Any) -> Any:
    """An annotation without notes, and without None."""
    if get_origin(form) is Annotated:
        return bare(get_args(form)[0])
    if get_origin(form) in (Union, types.UnionType):
        rest = [one for one in get_args(form) if one is not types.NoneType]
        return bare(rest[0]) if len(rest) == 1 else None
    return form


def item_of(form: Any) -> Any:
    """What a list, or the values of a mapping, are made of."""
    origin, args = get_origin(bare(form)), get_args(bare(form))
    if origin in (list, tuple) and args:
        return bare(args[0])
    return bare(args[1]) if origin in (dict, Mapping) and len(args) > 1 else None


def is_shown(form: Any) -> bool:
    """Whether it is a class whose fields are known."""
    named = isinstance(form, type) and issubclass(form, tuple) and hasattr(form, "_fields")
    whole = isinstance(form, type) and (dataclasses.is_dataclass(form) or form is CommonView)
    return named or whole


def form_of(value: Any) -> Any:
    """What a name of a module is, by its value."""
    if isinstance(value, ModuleType):
        return value
    if isinstance(value, tuple) and type(value) is tuple and value:
        return tuple[form_of(value[0]), ...]
    if isinstance(value, dict):
        return dict[str, form_of(next(iter(value.values())))]  # type: ignore[misc]
    return type(value)


class Reader:
    """Reads one template; `lost` is a field that is taken for renamed."""

    def __init__(self, file: Path, lost: Read | None = None) -> None:
        self.reads: set[Read] = set()
        self.faults: list[str] = []
        self._file, self._lost = file, lost
        kind = kind_of(file)
        self._view = get_type_hints(SHELF[kind].view)["return"] if kind else CommonView
        names = {**NAMES, "declared": Mapping[str, Game], "view": self._view}
        # A macro of a game calls what it is given as the view calls it.
        shown = classes(self._view) if kind else ()
        self._given = {codec.kind_of(one).removesuffix("_view"): one for one in shown} | NAMES
        self._walk(parsed(file), names)

    def _walk(self, node: nodes.Node, names: dict[str, Any]) -> None:
        match node:
            case nodes.For():
                inner = {**names, **self._bound(node.target, self._pairs(node.iter, names))}
                for part in (node.test, *node.body, *node.else_):
                    if part is not None:
                        self._walk(part, inner)
            case nodes.Assign():
                names.update(self._bound(node.target, self.of(node.node, names)))
            case nodes.Macro() | nodes.CallBlock():
                unknown = {arg.name: self._given.get(arg.name) for arg in node.args}
                inner = {**names, **unknown}
                if "view" in unknown:
                    inner["view"] = self._view
                for part in node.body:
                    self._walk(part, inner)
            case nodes.Expr():
                self.of(node, names)
            case _:
                for child in node.iter_child_nodes():
                    self._walk(child, names)

    def _pairs(self, node: nodes.Expr, names: Mapping[str, Any]) -> Any:
        """What a list that is written out is made of: pairs, each part with its own."""
        if isinstance(node, nodes.List | nodes.Tuple) and node.items:
            last = node.items[-1]
            if isinstance(last, nodes.Tuple):
                return self.of(last, names)
        return item_of(self.of(node, names))

    def _bound(self, target: nodes.Node, form: Any) -> dict[str, Any]:
        if isinstance(target, nodes.Name):
            return {target.name: form}
        if isinstance(target, nodes.Tuple) and isinstance(form, list):
            parts = zip(target.items, form, strict=True)
            return {part.name: of for part, of in parts if isinstance(part, nodes.Name)}
        return {name.name: None for name in target.find_all(nodes.Name)}

    def of(self, node: nodes.Node, names: Mapping[str, Any]) -> Any:
        """What an expression is, as far as it is known; notes what it reads."""
        match node:
            case nodes.Name():
                return names.get(node.name)
            case nodes.Getattr(attr="drawing", node=nodes.Getattr(attr=kind)) if kind in SHELF:
                return SHELF[kind].drawing
            case nodes.Getattr():
                return self._field(self.of(node.node, names), node.attr, node.lineno)
            case nodes.Getitem():
                self.of(node.arg, names)
                form = self.of(node.node, names)
                return bare(form) if isinstance(node.arg, nodes.Slice) else item_of(form)
            case nodes.Tuple():
                return [self.of(part, names) for part in node.items]
            case nodes.Filter() if node.node is not None:
                return self._filtered(node, names)
            case nodes.CondExpr():
                self.of(node.test, names)
                one = self.of(node.expr1, names)
                other = self.of(node.expr2, names) if node.expr2 is not None else None
                return one or other
            case nodes.Add():
                self.of(node.right, names)
                return self.of(node.left, names)
            case nodes.Test(name="defined"):
                self._asked_for(node.node, names)
                return None
            case nodes.Call(node=nodes.Getattr(attr=called) as asked):
                for arg in node.args:
                    self.of(arg, names)
                whole = self.of(asked.node, names)
                if isinstance(whole, ModuleType):
                    self._field(whole, called, node.lineno)
                    return bare(hints_of(getattr(whole, called, is_shown)).get("return"))
                if called in ("with_view", "at_rest"):
                    return whole
                return self._called(whole, called)
            case _:
                for child in node.iter_child_nodes():
                    self.of(child, names)
                return None

    def _asked_for(self, node: nodes.Expr, names: Mapping[str, Any]) -> None:
        """What the contract has is there, and needs no asking for."""
        if isinstance(node, nodes.Getattr) and is_shown(self.of(node.node, names)):
            self.faults.append(f"{self._file.name}:{node.lineno}: {node.attr} is there")

    def _called(self, form: Any, name: str) -> Any:
        """What a mapping's own way of looking into it gives."""
        if name == "get":
            return item_of(form)
        return tuple[item_of(form), ...] if name == "values" and item_of(form) else None

    def _filtered(self, node: nodes.Filter, names: Mapping[str, Any]) -> Any:
        assert node.node is not None
        form = self.of(node.node, names)
        for arg in node.args[1:] if node.name in BY_FIELD else node.args:
            self.of(arg, names)
        if node.name in BY_FIELD and isinstance(node.args[0], nodes.Const):
            self._field(item_of(form), node.args[0].value, node.lineno)
        for keyword in node.kwargs:
            if keyword.key == "attribute" and isinstance(keyword.value, nodes.Const):
                self._field(item_of(form), keyword.value.value, node.lineno)
        if node.name == "default":
            self._asked_for(node.node, names)
        if node.name in FILTERS:
            return bare(hints_of(FILTERS[node.name]).get("return"))
        if node.name in (*ITEMS, *BY_FIELD, "default"):
            return form
        return item_of(form) if node.name in ("first", "last") else None

    def _field(self, form: Any, name: str, line: int) -> Any:
        if isinstance(form, ModuleType):
            if (form, name) == self._lost or not hasattr(form, name):
                self.faults.append(f"{self._file.name}:{line}: {form.__name__} has no {name}")
            self.reads.add((form, name))
            return form_of(getattr(form, name, None))
        form = bare(form)
        if get_origin(form) is Mapping:
            return None
        if not is_shown(form):
            return None
        hints = hints_of(form)
        owner = next((c for c in form.__mro__ if name in vars(c).get("__annotations__", {})), form)
        if (owner, name) == self._lost or not (name in hints or hasattr(form, name)):
            self.faults.append(f"{self._file.name}:{line}: {form.__name__} has no {name}")
        self.reads.add((owner, name))
        found = bare(hints.get(name))
        return self._view if found is CommonView else found


def memoized(made: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same, made once for each."""
    known: dict[Any, Any] = {}

    def get(key: Any) -> Any:
        if key not in known:
            known[key] = made(key)
        return known[key]

    return get


hints_of = memoized(lambda form: get_type_hints(form, include_extras=True))
parsed = memoized(lambda file: ENV.parse(file.read_text(encoding="utf-8")))


def classes(form: Any) -> Iterator[type]:
    """All classes that are shown as a part of this one, itself among them."""
    form = bare(form)
    if is_shown(form):
        yield form
        for hint in hints_of(form).values():
            yield from classes(hint)
    else:
        for part in get_args(form):
            yield from classes(part)
