"""Frozen dataclasses <-> JSON, and JSON Schema, from their annotations.

Strict: unknown and missing fields are refused, True is no integer, bounds are kept. Knows no
game: a union of dataclasses is told apart by "kind", the class's name in snake case. Only what a
person wrote by hand may have names in place of numbers, and only `by_hand` takes them.
"""

import json
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.frozen import dataclass
from companion.names import unmarked
from companion.say import DOLPHINS, Names, say
from companion.words import SEATS_MOST, Between, CompanionError, Named, Pad, Seat, Text, short

Json = Any  # what json.loads gives


@dataclass(frozen=True, slots=True, init=False)
class Shaped:
    """In an annotation: what JSON Schema says of a value beyond its type, `Shaped(minItems=1)`."""

    keywords: tuple[tuple[str, Hashable], ...]

    def __init__(self, **keywords: Hashable) -> None:
        object.__setattr__(self, "keywords", tuple(keywords.items()))

    def drawn(self) -> dict[str, Json]:
        """As a schema has it."""
        said = ((f"${key}" if key == "ref" else key, value) for key, value in self.keywords)
        return {key: list(value) if isinstance(value, tuple) else value for key, value in said}


class Malformed(CompanionError, ValueError):
    """JSON that is not of the form asked for: the sentence names the place and what fits."""


@cache
def kind_of(cls: type) -> str:
    """The name of a class in JSON: `GoodGrab` -> "good_grab"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def encode(value: Any) -> Json:
    """A dataclass, enum, tuple or plain value as JSON data; dataclasses carry their "kind"."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((f.name, encode(getattr(value, f.name))) for f in fields(value))
        return {"kind": kind_of(type(value)), **dict(pairs)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    return value


def plain(value: Any) -> Json:
    """As `encode`, without the kinds: for who knows by the place what each thing is."""
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def terse(value: Any) -> Json:
    """As `plain`, without fields that say no more than where they are left out."""
    if is_dataclass(value):
        said = ((f, getattr(value, f.name)) for f in fields(value))
        return {f.name: terse(v) for f, v in said if f.default is MISSING or v != f.default}
    return [terse(item) for item in value] if isinstance(value, tuple) else plain(value)


def dumps(value: Any) -> str:
    """A value as one line of JSON."""
    return json.dumps(encode(value), ensure_ascii=False, separators=(",", ":"))


def decode(form: Any, data: Json, where: str = "") -> Any:
    """JSON data as a value of `form` (a class, a union, an annotation). Raises Malformed."""
    return _decoder(form)(data, where or "it")


def parse(line: str) -> Json:
    """One line of JSON as plain data. Raises Malformed where it is broken."""
    try:
        return _DECODER.decode(line)
    except (ValueError, RecursionError) as problem:
        raise Malformed(f"This is not JSON: {problem}. Check the line for a typing slip.") from None


def loads(form: Any, line: str, where: str = "") -> Any:
    """One line of JSON as a value of `form`. Raises Malformed, for broken JSON too."""
    return decode(form, parse(line), where)


def by_hand(form: Any, setup: Any = None) -> "_Decoder":
    """How JSON that a person wrote is read, and where it lies in the file: as `decode` does, but
    names of a game of this setup are taken as numbers.

    What is given back raises Malformed, also for a name that several things have.
    """
    return _decoder(form, _Hand(setup))


def schema(form: Any, title: str = "", setup: Any = None, kinds: bool = True) -> Json:
    """The JSON Schema (draft 2020-12) of an annotation; with a setup its numbers have names.

    Without `kinds` it is that of `plain`.
    """
    defs: dict[str, Json] = {}
    body = _Drawing(defs, _Hand(setup) if setup is not None else None, kinds).of(form)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**head, **({"title": title} if title else {}), **body, "$defs": defs}


def fact_of(judge: Callable[..., Any]) -> Any:
    """The union of a game's facts: the annotation of its judge's second parameter."""
    return list(get_type_hints(judge, include_extras=True).values())[1]


def kinds(form: Any) -> tuple[type, ...]:
    """The classes of a union of dataclasses."""
    return tuple(_members(form))


# --- decoding ---------------------------------------------------------------------------------

_Decoder = Callable[[Json, str], Any]


@dataclass(frozen=True, slots=True)
class _Hand:
    """A person who writes for a game of a setup."""

    setup: Any


@cache
def _decoder(form: Any, hand: _Hand | None = None) -> _Decoder:
    named = _named(form, hand)
    if named is not None:
        return _in_words(_decoder(form), named)
    if isinstance(form, NewType):
        return _decoder(form.__supertype__, hand)
    origin = get_origin(form)
    if origin is Annotated:
        inner, *notes = get_args(form)
        bounds = _note(notes, Between)
        return _bounded(_decoder(inner, hand), bounds) if bounds else _decoder(inner, hand)
    if origin in (Union, UnionType):
        return _union(form, hand)
    if origin in (tuple, frozenset):
        item = get_args(form)[0]
        return _collected(origin, _list(_decoder(item, hand), _named(item, hand)))
    if isinstance(form, type) and issubclass(form, Enum):
        return _enum(form)
    if is_dataclass(form) and isinstance(form, type):
        return _dataclass(form, hand)
    return _plain(form)


def _plain(form: Any) -> _Decoder:
    named = {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}[form]

    def decode_plain(data: Json, where: str) -> Any:
        if type(data) is not form:
            raise Malformed(f"{where} should be {named}, not {shown(data)}.")
        if form is str and not is_writable(data):
            raise Malformed(f"{where} holds half a character: {shown(data)}. Type it again.")
        return data

    return decode_plain


def _bounded(inner: _Decoder, bounds: Between) -> _Decoder:
    def decode_bounded(data: Json, where: str) -> Any:
        number = inner(data, where)
        if not bounds.least <= number <= bounds.most:
            raise Malformed(
                f"{where} should be {bounds.least} to {bounds.most}, not {shown(data)}."
            )
        return number

    return decode_bounded


def _collected(into: type, items: _Decoder) -> _Decoder:
    return items if into is tuple else lambda data, where: into(items(data, where))


def _list(item: _Decoder, named: "_Named | None") -> _Decoder:
    def decode_list(data: Json, where: str) -> Any:
        if type(data) is not list:
            raise Malformed(f"{where} should be a list, not {shown(data)}.")
        entries = named.in_turn(data) if named else data
        return tuple(item(entry, f"{where}[{place}]") for place, entry in enumerate(entries))

    return decode_list


def _in_words(number: _Decoder, named: "_Named") -> _Decoder:
    def decode_name(data: Json, where: str) -> Any:
        return number(named.number(data, where) if type(data) is str else data, where)

    return decode_name


def _enum(form: type[Enum]) -> _Decoder:
    by_value = {member.value: member for member in form}

    def decode_enum(data: Json, where: str) -> Any:
        if type(data) is not str or data not in by_value:
            raise Malformed(f"{where} should be one of {', '.join(by_value)}, not {shown(data)}.")
        return by_value[data]

    return decode_enum


def _union(form: Any, hand: _Hand | None) -> _Decoder:
    members = get_args(form)
    if NoneType in members:
        (rest,) = (member for member in members if member is not NoneType)
        inner = _decoder(rest, hand)
        return lambda data, where: None if data is None else inner(data, where)
    by_kind = {kind_of(member): _dataclass(member, hand) for member in _members(form)}

    def decode_union(data: Json, where: str) -> Any:
        kind = data.get("kind") if type(data) is dict else None
        if type(kind) is not str or kind not in by_kind:
            raise Malformed(f'{where} needs a "kind" of {", ".join(by_kind)}: {shown(data)}.')
        return by_kind[kind](data, kind)

    return decode_union


def _dataclass(form: type, hand: _Hand | None) -> _Decoder:
    hints = get_type_hints(form, include_extras=True)
    decoders = {f.name: _decoder(hints[f.name], hand) for f in fields(form)}
    needed = {f.name for f in fields(form) if _needed(f)}
    own_kind = kind_of(form)

    def decode_dataclass(data: Json, where: str) -> Any:
        if type(data) is not dict:
            raise Malformed(f"{where} should be an object, not {shown(data)}.")
        given = {key: value for key, value in data.items() if key != "kind"}
        if data.get("kind", own_kind) != own_kind:
            raise Malformed(f"{where} should be of kind {own_kind}, not {shown(data['kind'])}.")
        for key in given:
            if key not in decoders:
                raise Malformed(f"{where} has no {shown(key)}: it has {', '.join(decoders)}.")
        for key in sorted(needed - given.keys()):
            raise Malformed(f"{where} lacks {key}.")
        return form(**{key: decoders[key](v, f"{where}.{key}") for key, v in given.items()})

    return decode_dataclass


def _needed(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _members(form: Any) -> list[type]:
    members: list[type] = []
    for member in get_args(form) or (form,):
        members.extend(_members(member) if get_args(member) else [member])
    return members


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def is_writable(text: str) -> bool:
    """Whether UTF-8 can hold it: JSON may spell lone surrogates, files and databases may not."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def shown(value: object) -> str:
    """Something as a sentence can say it."""
    return short(repr(value))


_DECODER = json.JSONDecoder(parse_constant=_no_constant)  # made once: that takes longer than a line


# --- names in place of numbers ----------------------------------------------------------------


@dataclass(frozen=True)
class _Named:
    """What numbers are called: each with its names, the one that screens say first."""

    what: str
    names: Mapping[int, tuple[str, ...]]

    def number(self, name: str, where: str) -> int:
        """The number of a name. Raises Malformed where nothing or several things are called so."""
        found = self.numbers(name)
        if not found:
            given = " or ".join(next(iter(self.names.values())))
            raise Malformed(
                f"{where} should be a {self.what}, like {given}, not {shown(name)}. "
                "companion schema says what they are called."
            )
        if len(found) > 1:
            numbers = " or ".join(map(str, found))
            raise Malformed(f"{where}: several are called {shown(name)}. Write {numbers}.")
        return found[0]

    def in_turn(self, entries: list[Json]) -> list[Json]:
        """A list in which who names two alike means both of them."""
        taken: list[Json] = []
        for entry in entries:
            alike = self.numbers(entry) if type(entry) is str else []
            left = [number for number in alike if number not in taken]
            taken.append((left or alike)[0] if alike else entry)
        return taken

    def numbers(self, name: str) -> list[int]:
        """All numbers that are called so, in whatever case and with whatever spaces."""
        wanted = _bare(name)
        return [n for n, names in self.names.items() if wanted in map(_bare, names)]


@cache
def _named(form: Any, hand: _Hand | None) -> _Named | None:
    """What the numbers of a form are called, if they have names for who writes by hand."""
    speaker = Names(upright=True)
    if hand is None:
        return None
    if form is Seat:
        return _Named("seat", {n: (speaker.seat(Seat(n)),) for n in range(SEATS_MOST)})
    if form is Pad:
        return _Named("dolphin", {n: (speaker.pad(Pad(n)),) for n in range(len(DOLPHINS))})
    if get_origin(form) is not Annotated:
        return None
    _, *notes = get_args(form)
    note, bounds = _note(notes, Named), _note(notes, Between)
    if note is None or bounds is None:
        return None
    said = [tuple(say(name, speaker) for name in names) for names in note.names(hand.setup)]
    return _Named(note.what, dict(enumerate(said, start=bounds.least)))


def _bare(name: str) -> str:
    return "".join(unmarked(name).casefold().replace(",", " ").split())


_Note = TypeVar("_Note")


def _note(notes: Sequence[Any], kind: type[_Note]) -> _Note | None:
    return next((note for note in notes if isinstance(note, kind)), None)


# --- schema -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A schema that is drawn; `hand` asks for the names of numbers."""

    defs: dict[str, Json]
    hand: _Hand | None
    kinds: bool

    def of(self, form: Any) -> Json:
        """The schema of an annotation."""
        called = _named(form, self.hand)
        if called is not None:
            return self._named(called, form)
        if isinstance(form, NewType):
            return self.of(form.__supertype__)
        origin, args = get_origin(form), get_args(form)
        if origin is Annotated:
            bounds = _note(args[1:], Between)
            limits = {"minimum": bounds.least, "maximum": bounds.most} if bounds else {}
            shape = _note(args[1:], Shaped)
            drawn = shape.drawn() if shape else {}
            return drawn if "$ref" in drawn else {**self.of(args[0]), **limits, **drawn}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(member) for member in args]}
        if origin in (tuple, list):
            return {"type": "array", "items": self.of(args[0])}
        if origin is frozenset:
            return {"type": "array", "items": self.of(args[0]), "uniqueItems": True}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if origin is Mapping:
            return {"type": "object"}
        if form is Any:
            return {}
        if isinstance(form, type) and issubclass(form, Enum):
            return {"enum": [member.value for member in form]}
        if form is Text:
            return {"type": "string", "description": "a sentence"}
        if is_dataclass(form):
            return self._object(form)
        named = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}
        return {"type": named[form]}

    def _named(self, named: _Named, form: Any) -> Json:
        """A number with what each is called: drawn once, and pointed to."""
        first, *_ = named.names.items()
        if form in (Seat, Pad):  # what a table has more of is no fault
            words = f"Which {named.what}: {first[0]} is {first[1][0]}, and so on."
            return {"type": "integer", "description": words}
        key = f"{named.what.replace(' ', '_')}_number"
        example = " or ".join(json.dumps(name) for name in first[1])
        self.defs[key] = {
            "type": "integer",
            "description": f"Which {named.what}. A file by hand may say {example} for {first[0]}.",
            "oneOf": [*(_called(*one) for one in named.names.items()), *_more(named, form)],
        }
        return {"$ref": f"#/$defs/{key}"}

    def _object(self, form: Any) -> Json:
        name = kind_of(form)
        if name in self.defs:
            return {"$ref": f"#/$defs/{name}"}
        self.defs[name] = {}
        hints = get_type_hints(form, include_extras=True)
        kind = {"kind": {"const": name}} if self.kinds else {}
        self.defs[name] = {
            "type": "object",
            "description": (form.__doc__ or "").strip().split("\n")[0],
            "properties": {**kind, **{f.name: self.of(hints[f.name]) for f in fields(form)}},
            "required": [*kind, *(f.name for f in fields(form) if _needed(f))],
            "additionalProperties": False,
        }
        return {"$ref": f"#/$defs/{name}"}


def _more(named: _Named, form: Any) -> list[Json]:
    """What another setup may have beyond the names of this one: a deck of more cards."""
    after = max(named.names) + 1
    bounds = _note(get_args(form)[1:], Between)
    if bounds is None or bounds.most < after:
        return []
    return [{"minimum": after, "maximum": bounds.most, "title": "of another setup"}]


def _called(number: int, names: tuple[str, ...]) -> Json:
    title, *others = names
    return {
        "const": number,
        "title": title,
        **({"description": f"or {others[0]}"} if others else {}),
    }
