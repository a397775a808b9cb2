"""The OpenAPI document of an application: built of its routes, of what each says beside itself in
`says`, and of the types of the contract and of the games. Changes nothing.
"""

import json
import re
from collections.abc import Callable
from typing import Any, get_type_hints

from flask import Flask

from companion import codec
from companion.games import GAMES
from companion.web.guard import EVERYBODY, TABLE, may
from companion.web.spoken import STREAM, May, OneOf, Refusal, Spoken

Json = dict[str, Any]
HERE = "#/components/schemas/"
# What stands for a game's view without a game, and for its options where none are said.
EITHER: dict[str, Json] = {
    "view": {"type": "object", "maxProperties": 0},
    "setup": {"type": "null"},
}
ORIGIN: Json = {
    "name": "Origin",
    "in": "header",
    "required": True,
    "description": "`http://` and Host: posts of other pages are not taken",
    "schema": {"type": "string"},
}
REFUSALS = {
    400: "not of the form written here",
    403: "not for this role, not from a page of this table, or a wrong secret",
    404: "there is no such {things}, no hand of cards, or no touch board",
    409: "not so: what is asked for would lose something{unseen}, or cannot be as things stand",
    410: "the phone to be let in does not wait any more",
    413: "too long",
    415: "not JSON",
    421: "the table goes by another name",
    428: "somebody is called so: say first whether that is you",
    429: "too fast",
    500: "a slip of ours",
    503: "the table cannot now: a full disk, a busy referee, no stream left; try again",
}
GET_REFUSALS = (421, 500, 503)
POST_REFUSALS = (400, 403, 413, 415, 421, 429, 500, 503)


def written(app: Flask) -> str:
    """The document as JSON, drawn when it is first asked for."""
    if "openapi" not in app.extensions:
        app.extensions["openapi"] = json.dumps(document(app), ensure_ascii=False)
    text: str = app.extensions["openapi"]
    return text


def document(app: Flask) -> Json:
    """The OpenAPI document. Raises LookupError for a route that does not say what it gives."""
    paths: dict[str, Json] = {}
    schemas = _games()
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            if rule.rule.startswith("/api/"):
                view = app.view_functions[rule.endpoint]
                path = paths.setdefault(path_of(rule.rule), {})
                path[method.lower()] = _operation(method, rule.rule, view, schemas)
    _schema(Refusal, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Splash Companion",
            "version": "1",
            "description": "Everything that phones, walls and other programs read from the table,"
            " and tell it. What holds for all of it: docs/http.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {role: _cookie(role) for role in EVERYBODY[1:]},
        },
    }


def path_of(rule: str) -> str:
    """A route as OpenAPI writes it: `{number}` for `<number>`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def _operation(method: str, rule: str, view: Callable[..., Any], schemas: Json) -> Json:
    """One method of a route."""
    spoken: Spoken | None = getattr(view, "says", None)
    if spoken is None:
        raise LookupError(f"{method} {rule} does not say what it gives")
    role: str = view.needs  # type: ignore[attr-defined]
    entered = _entered()
    able: list[Json] = [{one: []} for one in EVERYBODY if role != "nobody" and may(one, role)]
    able += [{TABLE: []}] if getattr(view, "also_table", False) else []
    usual = GET_REFUSALS if method == "GET" else POST_REFUSALS
    drawn: Json = {
        "operationId": re.sub(r"\W+", "_", f"{method} {rule}".lower()).strip("_"),
        "summary": (view.__doc__ or "").strip(),
        "x-role": role,
        "security": able,
        "parameters": [ORIGIN] if method == "POST" else _parameters(rule, spoken, schemas),
        "responses": {
            "200": {"description": "taken", "content": _content(spoken.gives, schemas)},
            **{
                str(status): {
                    "description": REFUSALS[status].format_map(entered),
                    "content": _content(Refusal, schemas),
                }
                for status in sorted((*usual, *spoken.refuses))
            },
        },
    }
    if method == "POST":
        drawn["requestBody"] = {"required": True, "content": _content(spoken.takes, schemas)}
    return drawn


def _entered() -> dict[str, str]:
    """What families enter, as the ways to refuse call it."""
    takes = [content for game in GAMES.values() for content in game.takes]
    *first, last = ["game", *(content.word for content in takes)]
    hidden = (content.word for content in takes if content.unseen)
    return {
        "things": " or ".join(filter(None, (", ".join(first), last))),
        "unseen": "".join(f", or a game is played on that {word}" for word in hidden),
    }


def _parameters(rule: str, spoken: Spoken, schemas: Json) -> list[Json]:
    """What an address may say: the parts of its path, and what it asks."""
    parts = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"<(?:\w+:)?(\w+)>", rule)
    ]
    asked = (spoken.asks or {}).items()
    return parts + [
        {"name": name, "in": "query", "schema": _schema(form, schemas)} for name, form in asked
    ]


def _content(form: Any, schemas: Json) -> Json:
    if form is STREAM:
        return {"text/event-stream": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": _schema(form, schemas)}}


def _schema(form: Any, schemas: Json) -> Json:
    """The schema of what is said of a route; definitions are put among the others."""
    if isinstance(form, OneOf):
        alone = _schema({field: May(of) for field, of in form.fields.items()}, schemas)
        return {**alone, "minProperties": 1, "maxProperties": 1}
    if isinstance(form, May):
        return _schema(form.form, schemas)
    if isinstance(form, dict):
        return {
            "type": "object",
            "properties": {field: _schema(of, schemas) for field, of in form.items()},
            "required": [field for field, of in form.items() if not isinstance(of, May)],
            "additionalProperties": False,
        }
    drawn = _moved(codec.schema(form, kinds=False), "")
    schemas.update(drawn.pop("$defs"))
    drawn.pop("$schema")
    return drawn


def _moved(schema: Json, prefix: str) -> Json:
    """A schema that points to the document's components, whose names open with this."""
    text = json.dumps(schema).replace("#/$defs/", HERE + prefix)
    moved: Json = json.loads(text)
    moved["$defs"] = {prefix + name: body for name, body in moved["$defs"].items()}
    return moved


def _games() -> Json:
    """What each game shows and takes, from its own types, and one name for either of them all."""
    found: Json = {"game": {"enum": list(GAMES)}}
    for kind, module in GAMES.items():
        shown = codec.schema(get_type_hints(module.view)["return"], kinds=False)
        taken = codec.schema(module.Setup)
        found |= _moved(shown, f"{kind}.")["$defs"] | _moved(taken, f"{kind}.")["$defs"]
        found[f"{kind}.setup"] = {**found[f"{kind}.setup"], "required": []}
    for name, other in EITHER.items():
        found[name] = {"anyOf": [other, *({"$ref": f"{HERE}{kind}.{name}"} for kind in GAMES)]}
    return found


def _cookie(role: str) -> Json:
    """The security scheme of a role."""
    return {
        "type": "apiKey",
        "in": "cookie",
        "name": "companion-PORT",
        "description": f"the cookie of a phone that is {role}; PORT is the table's own",
    }
