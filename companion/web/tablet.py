"""The tablet's own route: what its glass felt, in its own time, to the table's sensor.

Checks the form of what is told; which touch was first is decided by its stamps.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol

from flask import Blueprint, Response, jsonify

from companion.access import AccessError
from companion.codec import Shaped
from companion.frozen import dataclass
from companion.web import forms
from companion.web.guard import TABLE, needs
from companion.web.spoken import DONE, Moment, Word, says
from companion.web.wire import Count

CONTACTS_MOST = 100  # at once; a page that has more to tell begins anew
TIME_MOST_US = 2**53  # what JavaScript can count to


@dataclass(frozen=True, slots=True)
class Contact:
    """A finger that came down on a place, or went up; in the tablet's time, of the deal shown."""

    do: Annotated[str, Shaped(enum=("down", "up"))]
    place: Word
    finger: Count
    at_us: Moment
    deal: Word


TOLD = {
    "visit": Word,
    "number": Count,
    "offset_us": Moment,
    "uncertain_us": Count,
    "contacts": Annotated[tuple[Contact, ...], Shaped(maxItems=CONTACTS_MOST)],
    "leaving": bool,
}


class DrawnTable(Protocol):
    """The sensor that a tablet is. Raises ValueError for places that are not there."""

    def take(
        self,
        visit: str,
        number: int,
        offset_us: int,
        uncertain_us: int,
        contacts: Sequence[tuple[str, str, int, int, str]],
    ) -> str: ...
    def leave(self, visit: str) -> None: ...


def tablet_table(drawn: DrawnTable | None) -> Blueprint:
    """The blueprint of /api/tablet; without `drawn` nobody is let in to use it."""
    blueprint = Blueprint("tablet", __name__, url_prefix="/api")

    @blueprint.post("/tablet")
    @needs(TABLE)
    @says({**DONE, "say": str}, TOLD)
    def tablet() -> Response:
        """What the glass of a tablet felt."""
        body = forms.body()
        if drawn is None:
            raise AccessError(400, "The dolphins of this table are real: touch those.")
        visit, number = forms.text(body, "visit"), forms.whole(body, "number")
        offset_us, leaving = _time(body, "offset_us"), forms.flag(body, "leaving")
        uncertain_us, contacts = forms.whole(body, "uncertain_us"), _contacts(body)
        try:
            say = drawn.take(visit, number, offset_us, uncertain_us, contacts)
        except ValueError as problem:
            raise AccessError(400, str(problem)) from None
        if leaving:
            drawn.leave(visit)
        return jsonify(ok=True, say=say)

    return blueprint


def _contacts(body: Mapping[str, Any]) -> list[tuple[str, str, int, int, str]]:
    contacts = body.get("contacts")
    if not isinstance(contacts, list) or len(contacts) > CONTACTS_MOST:
        raise AccessError(400, f"contacts should be a list of at most {CONTACTS_MOST}.")
    return [_contact(contact) for contact in contacts]


def _contact(contact: object) -> tuple[str, str, int, int, str]:
    if not isinstance(contact, dict) or set(contact) != set(Contact.__dataclass_fields__):
        raise AccessError(400, "A contact has do, place, finger, at_us and deal.")
    do, place = forms.text(contact, "do"), forms.text(contact, "place")
    finger, at_us = forms.whole(contact, "finger"), _time(contact, "at_us")
    return do, place, finger, at_us, forms.text(contact, "deal")


def _time(body: Mapping[str, Any], field: str) -> int:
    """A time, which may be before the table's zero."""
    value = body.get(field)
    if type(value) is not int or abs(value) >= TIME_MOST_US:
        raise AccessError(400, f"{field} should be a whole number of microseconds.")
    return value
