"""What phones send, checked for its form: texts, whole numbers, names.

Says in a sentence what does not fit; whether it counts is the referee's business.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from flask import current_app, request

from companion.access import AccessError
from companion.names import SAME_NAME, alike, is_legible, tidy
from companion.web.spoken import NAME_MOST
from companion.web.wire import TEXT_MOST

PEOPLE_MOST = 12  # more than any table seats; the game says how many it wants


def body() -> dict[str, Any]:
    """The body of this request: an object with no fields but those that its route says.

    Raises AccessError.
    """
    view: Any = current_app.view_functions[request.endpoint or ""]
    fields = view.says.fields
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets in brackets in brackets
        body = None
    if not isinstance(body, dict):
        raise AccessError(400, "That was not JSON. Send an object.")
    for field in body:
        if field not in fields:
            raise AccessError(400, f"{field[:40]!r} is not known here: say {', '.join(fields)}.")
    return body


def text(body: Mapping[str, Any], field: str) -> str:
    """A short text of printable letters. Raises AccessError."""
    value = body.get(field)
    if not isinstance(value, str) or not 0 < len(value) <= TEXT_MOST or not value.isprintable():
        raise AccessError(400, f"{field} should be a text of 1 to {TEXT_MOST} letters.")
    return value


def whole(body: Mapping[str, Any], field: str) -> int:
    """A whole number that JavaScript can hold. Raises AccessError."""
    value = body.get(field)
    if type(value) is not int or not 0 <= value < 2**53:
        raise AccessError(400, f"{field} should be a whole number.")
    return value


def flag(body: Mapping[str, Any], field: str) -> bool:
    """True or false. Raises AccessError."""
    value = body.get(field)
    if not isinstance(value, bool):
        raise AccessError(400, f"{field} should be true or false.")
    return value


def table(body: Mapping[str, Any], field: str) -> dict[str, Any]:
    """An object, or an empty one where nothing was said. Raises AccessError."""
    value = body.get(field)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise AccessError(400, f"{field} should be an object.")
    return value


def people(body: Mapping[str, Any], field: str) -> list[str]:
    """Names, no two alike. Raises AccessError."""
    value = body.get(field)
    if not isinstance(value, list) or len(value) > PEOPLE_MOST:
        raise AccessError(400, f"{field} should be a list of at most {PEOPLE_MOST} names.")
    names = [name(entry) for entry in value]
    if any(alike(*two) for two in combinations(names, 2)):
        raise AccessError(400, SAME_NAME)
    return names


def name(value: object) -> str:
    """A person's name, without what cannot be shown. Raises AccessError."""
    if not isinstance(value, str):
        raise AccessError(400, "A name should be a text.")
    plain = tidy(value)
    if not (is_legible(plain) and len(plain) <= NAME_MOST):
        raise AccessError(400, f"A name should have 1 to {NAME_MOST} letters.")
    return plain
