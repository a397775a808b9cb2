"""Frozen dataclasses <-> JSON, and JSON Schema, from their annotations.

Strict: unknown and missing fields are refused, True is no integer, bounds are kept. Knows no
game: a union of dataclasses is told apart by "kind", the class's name in snake case.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from companion.words import Between, CompanionError, Text

Json = Any  # what json.loads gives


class Malformed(CompanionError, ValueError):
    """JSON that is not of the form asked for: the sentence names the place and what fits."""


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


def loads(form: Any, line: str) -> Any:
    """One line of JSON as a value of `form`. Raises Malformed, for broken JSON too."""
    return decode(form, parse(line))


def schema(form: Any, title: str = "") -> Json:
    """The JSON Schema (draft 2020-12) of an annotation."""
    defs: dict[str, Json] = {}
    body = _schema(form, defs)
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


@cache
def _decoder(form: Any) -> _Decoder:
    if isinstance(form, NewType):
        return _decoder(form.__supertype__)
    origin = get_origin(form)
    if origin is Annotated:
        inner, *notes = get_args(form)
        return _bounded(_decoder(inner), next(n for n in notes if isinstance(n, Between)))
    if origin in (Union, UnionType):
        return _union(form)
    if origin is tuple:
        return _tuple(_decoder(get_args(form)[0]))
    if origin is frozenset:
        items = _tuple(_decoder(get_args(form)[0]))
        return lambda data, where: frozenset(items(data, where))
    if isinstance(form, type) and issubclass(form, Enum):
        return _enum(form)
    if is_dataclass(form) and isinstance(form, type):
        return _dataclass(form)
    return _plain(form)


def _plain(form: Any) -> _Decoder:
    named = {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}[form]

    def decode_plain(data: Json, where: str) -> Any:
        if type(data) is not form:
            raise Malformed(f"{where} should be {named}, not {_short(data)}.")
        if form is str and not _is_writable(data):
            raise Malformed(f"{where} holds half a character: {_short(data)}. Type it again.")
        return data

    return decode_plain


def _bounded(inner: _Decoder, bounds: Between) -> _Decoder:
    def decode_bounded(data: Json, where: str) -> Any:
        number = inner(data, where)
        if not bounds.least <= number <= bounds.most:
            raise Malformed(
                f"{where} should be {bounds.least} to {bounds.most}, not {_short(data)}."
            )
        return number

    return decode_bounded


def _tuple(item: _Decoder) -> _Decoder:
    def decode_tuple(data: Json, where: str) -> Any:
        if type(data) is not list:
            raise Malformed(f"{where} should be a list, not {_short(data)}.")
        return tuple(item(entry, f"{where}[{place}]") for place, entry in enumerate(data))

    return decode_tuple


def _enum(form: type[Enum]) -> _Decoder:
    by_value = {member.value: member for member in form}

    def decode_enum(data: Json, where: str) -> Any:
        if type(data) is not str or data not in by_value:
            raise Malformed(f"{where} should be one of {', '.join(by_value)}, not {_short(data)}.")
        return by_value[data]

    return decode_enum


def _union(form: Any) -> _Decoder:
    members = get_args(form)
    if NoneType in members:
        (rest,) = (member for member in members if member is not NoneType)
        inner = _decoder(rest)
        return lambda data, where: None if data is None else inner(data, where)
    by_kind = {kind_of(member): _dataclass(member) for member in _members(form)}

    def decode_union(data: Json, where: str) -> Any:
        kind = data.get("kind") if type(data) is dict else None
        if type(kind) is not str or kind not in by_kind:
            raise Malformed(f'{where} needs a "kind" of {", ".join(by_kind)}: {_short(data)}.')
        return by_kind[kind](data, kind)

    return decode_union


def _dataclass(form: type) -> _Decoder:
    hints = get_type_hints(form, include_extras=True)
    decoders = {f.name: _decoder(hints[f.name]) for f in fields(form)}
    needed = {f.name for f in fields(form) if _needed(f)}
    own_kind = kind_of(form)

    def decode_dataclass(data: Json, where: str) -> Any:
        if type(data) is not dict:
            raise Malformed(f"{where} should be an object, not {_short(data)}.")
        given = {key: value for key, value in data.items() if key != "kind"}
        if data.get("kind", own_kind) != own_kind:
            raise Malformed(f"{where} should be of kind {own_kind}, not {_short(data['kind'])}.")
        for key in given:
            if key not in decoders:
                raise Malformed(f"{where} has no {_short(key)}: it has {', '.join(decoders)}.")
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


def _is_writable(text: str) -> bool:
    """Whether UTF-8 can hold it: JSON may spell lone surrogates, files and databases may not."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _short(data: Json) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."


_DECODER = json.JSONDecoder(parse_constant=_no_constant)  # made once: that takes longer than a line


# --- schema -----------------------------------------------------------------------------------


def _schema(form: Any, defs: dict[str, Json]) -> Json:
    if isinstance(form, NewType):
        return _schema(form.__supertype__, defs)
    origin, args = get_origin(form), get_args(form)
    if origin is Annotated:
        bounds = next(note for note in args[1:] if isinstance(note, Between))
        return {**_schema(args[0], defs), "minimum": bounds.least, "maximum": bounds.most}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(member, defs) for member in args]}
    if origin in (tuple, list):
        return {"type": "array", "items": _schema(args[0], defs)}
    if origin is frozenset:
        return {"type": "array", "items": _schema(args[0], defs), "uniqueItems": True}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], defs)}
    if isinstance(form, type) and issubclass(form, Enum):
        return {"enum": [member.value for member in form]}
    if form is Text:
        return {"type": "string", "description": "a sentence"}
    if is_dataclass(form) or is_typeddict(form):
        return _object_schema(form, defs)
    plain = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}
    return {"type": plain[form]}


def _object_schema(form: Any, defs: dict[str, Json]) -> Json:
    name = kind_of(form)
    if name in defs:
        return {"$ref": f"#/$defs/{name}"}
    defs[name] = {}
    hints = get_type_hints(form, include_extras=True)
    properties = {key: _schema(hint, defs) for key, hint in hints.items()}
    required = list(hints)
    if is_dataclass(form):
        properties = {"kind": {"const": name}, **properties}
        required = ["kind", *(f.name for f in fields(form) if _needed(f))]
    defs[name] = {
        "type": "object",
        "description": (form.__doc__ or "").strip().split("\n")[0],
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    return {"$ref": f"#/$defs/{name}"}
