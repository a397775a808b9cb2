"""What the numbers in a party's facts are called, for who writes facts by hand.

Words only, and those of the screens: a family's own where it has entered its deck.
"""

from typing import Protocol

from companion.games.party_splash.cards import (
    ATTENDEES,
    ICONS,
    ROLES,
    Print,
    attendee_text,
    deck_of,
    icon_text,
    role_text,
)
from companion.words import Text

Names = tuple[tuple[Text, ...], ...]


class Entered(Protocol):
    """A setup with the deck as the family entered it."""

    @property
    def deck(self) -> tuple[Print, ...]:
        """The cards that were entered."""


def cards(setup: Entered) -> Names:
    """ "Water Bucket", "squirt gun of range 2"."""
    return tuple((text,) for text in deck_of(setup.deck).texts)


def icons(setup: Entered) -> Names:
    """ "ducky"."""
    return tuple((icon_text(icon),) for icon in range(len(ICONS)))


def roles(setup: Entered) -> Names:
    """ "Best Friend"."""
    return tuple((role_text(role),) for role in range(len(ROLES)))


def attendees(setup: Entered) -> Names:
    """ "Lil' Brudder"."""
    return tuple((attendee_text(attendee),) for attendee in range(len(ATTENDEES)))
