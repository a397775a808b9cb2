"""What scripts read of answers, events, cards and attributes, found in their text alone.

A script is looked at function by function. What a name means in one says `test_scripts.py`; a
path is followed from there as far as it is written out.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import companion
from tests.web.test_http_doc import EVENTS
from tests.web.test_openapi import DOC

Schema = Mapping[str, Any]
Named = Mapping[str, Schema]  # what the names of a function mean; "{}" is what it takes apart

PACKAGE = Path(companion.__file__).parent
SCRIPTS = sorted(path for path in PACKAGE.rglob("*.js") if "vendor" not in path.parts)
TEMPLATES = sorted(PACKAGE.rglob("*.html"))
ANYTHING: Schema = {}

_FUNCTION = re.compile(
    r"^(?:export )?(?:async )?function (\w+)\((.*?)\) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_TELLS = r"(?:tell|post|tellInTurn|asked)\("
# A name or a pattern that is given what the table answers.
GIVEN = re.compile(
    r"(?:const|let) (\w+|\{[^}]*\}) = \(?(?:await )?(?:\(?inTurn\(\(\) => )?"
    rf"(?:{_TELLS}|answer\.json)"
)
SENT = re.compile(rf"{_TELLS}\s*[\"`](/api/[\w/]+)[\"`], \{{([^{{}}]*)\}}")
_STEP = r"\??\.(\w+)(\()?"


@cache
def text_of(file: Path) -> str:
    """A script without its comments."""
    return _COMMENT.sub("", file.read_text(encoding="utf-8"))


def functions(file: Path) -> dict[str, tuple[str, str]]:
    """What each function takes and does; "" is all of the script."""
    text = text_of(file)
    found = {name: (takes, body) for name, takes, body in _FUNCTION.findall(text)}
    return {"": ("", text), **found}


# --- forms ------------------------------------------------------------------------------------


def whole(schema: Schema) -> Schema:
    """A schema with what it refers to in its place, of several forms all fields together."""
    if "$ref" in schema:
        return whole(DOC["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return either(*map(whole, schema["anyOf"]))
    return schema


def either(*forms: Schema) -> Schema:
    """One of several forms: it has all their fields."""
    fields: dict[str, Schema] = {}
    for form in map(whole, forms):
        fields |= form.get("properties", {})
    items = [form["items"] for form in map(whole, forms) if "items" in form]
    return {"properties": fields, **({"items": items[0]} if items else {})}


def shown(name: str) -> Schema:
    """A class of the contract, as OpenAPI calls it."""
    return whole(DOC["components"]["schemas"][name])


def answer(method: str, path: str) -> Schema:
    """What a route gives, or why it does not."""
    given = DOC["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
    return either(given, shown("refusal"))


def heard(method: str, path: str) -> Schema:
    """The same as `post` gives it."""
    return {"properties": {"ok": {}, "status": {}, "reply": answer(method, path)}}


def event(name: str) -> Schema:
    """What an event of the stream tells."""
    return {"properties": dict.fromkeys(re.findall(r'"(\w+)":', dict(EVENTS)[name]), ANYTHING)}


def object_of(**fields: Schema) -> Schema:
    """An object that the house makes itself."""
    return {"properties": fields}


# --- reading ----------------------------------------------------------------------------------


def taken_apart(pattern: str) -> list[str]:
    """The fields that a pattern such as `{ name, of: other = 0 }` takes out."""
    parts = (part.strip() for part in pattern.strip("{} ").split(","))
    return [re.split(r"[:= ]", part)[0] for part in parts if part and not part.startswith("...")]


def reads(file: Path, known: Mapping[str, Named]) -> Iterator[tuple[str, Schema, str]]:
    """Every field that a script reads: where, of what form, and its name."""
    all_ = functions(file)
    for function, names in known.items():
        takes, body = all_[function]
        for name, schema in names.items():
            if name.startswith("{"):
                patterns = re.findall(r"\{[^{}]*\}", takes) if name == "{}" else [name]
                for field in (field for one in patterns for field in taken_apart(one)):
                    yield f"{file.name} {function}", whole(schema), field
                continue
            yield from _paths(f"{file.name} {function}", body, name, schema)


def _paths(where: str, body: str, name: str, schema: Schema) -> Iterator[tuple[str, Schema, str]]:
    for found in re.finditer(rf"(?<![\w.]){re.escape(name)}(?=\??\.)", body):
        form, at = whole(schema), found.end()
        while step := re.match(_STEP, body[at:]):
            if step[2] or "properties" not in form:  # a list's or a text's own
                break
            yield where, form, step[1]
            form, at = whole(form["properties"].get(step[1], ANYTHING)), at + step.end()
    pattern = rf"(?:const|let) (\{{[^}}]*\}}) = {re.escape(name)};"
    for found in re.finditer(pattern, body):
        for field in taken_apart(found[1]):
            yield where, whole(schema), field


# --- attributes -------------------------------------------------------------------------------


def camel(name: str) -> str:
    """How a script calls an attribute: `let-in` -> `letIn`."""
    return re.sub(r"-(\w)", lambda found: found[1].upper(), name)


def written(file: Path) -> set[str]:
    """The data attributes that a template writes."""
    return {camel(name) for name in re.findall(r"data-([\w-]+)", file.read_text(encoding="utf-8"))}


def on_buttons(file: Path) -> set[str]:
    """The data attributes that a template writes on what is tapped."""
    text = file.read_text(encoding="utf-8")
    tags = re.findall(r"<(?:button|a|label|summary)\b.*?(?<![-%}])>", text, re.DOTALL)
    return {camel(name) for tag in tags for name in re.findall(r"data-([\w-]+)", tag)}


def modules_of(page: Path) -> list[str]:
    """The scripts that a page brings with it, by name."""
    lists = re.findall(r"set modules = \[([^\]]*)\]", page.read_text(encoding="utf-8"))
    return [name for one in lists for name in re.findall(r'"([\w-]+)"', one)]


def set_by(file: Path) -> set[str]:
    """The data attributes that a script writes itself."""
    text = text_of(file)
    lists = ",".join(re.findall(r"Object\.assign\(\w+\.dataset, \{([^}]*)\}", text))
    return {*re.findall(r"\.dataset\.(\w+) = ", text), *taken_apart(lists)}


def asked_for(file: Path) -> set[str]:
    """The data attributes that a script reads, or finds parts of the page by."""
    text = text_of(file)
    apart = ",".join(re.findall(r"\{([^{}]*)\} = [^;\n]*\bdataset\b", text))
    selected = re.findall(r"\[data-([\w-]+)", text) + re.findall(r'Attribute\("data-([\w-]+)', text)
    plain = re.findall(r"dataset\??\.(\w+)\b(?! = )", text)
    return {*plain, *map(camel, selected), *taken_apart(apart)}
