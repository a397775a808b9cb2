"""The one deal that is being played, in a private file of its own: what no journal may hold yet.

No copy, export or report reads it. It is written before anybody is shown a card, so that a plug
that is pulled loses no hand.
"""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from companion.frozen import dataclass, replace
from companion.hands.lot import seal_of
from companion.hands.phones import Known
from companion.journal import disk
from companion.words import Seat

FILE = "hands.private"
_SUM_BYTES = 65  # a hash as digits, and the line's end


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: for whom, by which lot, which places went left at each call, what is chosen for
    the next one, and on which phones the hands are."""

    game: int
    people: tuple[Seat, ...]  # seats that hold cards, clockwise
    seed: bytes
    salt: bytes
    passed: tuple[tuple[int, ...], ...] = ()  # by call: of each hand the place that went
    chosen: tuple[int | None, ...] = ()  # by hand: the place that goes next
    phones: Known = ()

    @property
    def seal(self) -> str:
        """What the journal has of it."""
        return seal_of(self.salt, self.seed)


class Store:
    """The file of a table. Its deal is on the disk when `keep` returns; by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._beside = folder / f"{FILE}.new"

    def deal(self) -> Deal | None:
        """The deal at hand, or None; what is not as it was written is none, and is dealt anew."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            return _read(self._path.read_bytes())
        return None

    def keep(self, deal: Deal) -> None:
        """Let this be the deal, whole or not at all. Raises OSError."""
        disk.replace_durably(self._path, _written(deal))

    def forget(self) -> None:
        """No deal is being played: what was is told. Raises OSError."""
        self._path.unlink(missing_ok=True)
        self._beside.unlink(missing_ok=True)


def with_choice(deal: Deal, hand: int, place: int | None) -> Deal:
    """The deal where this hand passes that card next."""
    chosen = tuple(place if at == hand else was for at, was in enumerate(deal.chosen))
    return replace(deal, chosen=chosen)


def _written(deal: Deal) -> bytes:
    """A deal as the file has it: a sum, which a card that spoils a bit does not mend, and JSON."""
    told = {
        "game": deal.game,
        "people": deal.people,
        "seed": deal.seed.hex(),
        "salt": deal.salt.hex(),
        "passed": deal.passed,
        "chosen": deal.chosen,
        "phones": deal.phones,
    }
    text = json.dumps(told).encode()
    return _sum_of(text) + text


def _read(written: bytes) -> Deal | None:
    own, text = written[:_SUM_BYTES], written[_SUM_BYTES:]
    if own != _sum_of(text):
        return None
    told = json.loads(text)
    return Deal(
        told["game"],
        tuple(map(Seat, told["people"])),
        bytes.fromhex(told["seed"]),
        bytes.fromhex(told["salt"]),
        tuple(map(tuple, told["passed"])),
        tuple(told["chosen"]),
        tuple((Seat(seat), tuple(phones)) for seat, phones in told.get("phones", ())),
    )


def _sum_of(text: bytes) -> bytes:
    return sha256(b"deal 2 " + text).hexdigest().encode() + b"\n"
