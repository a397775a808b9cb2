"""The one deal that is being played, in a private file of its own: what no journal may hold yet;
and between two deals on which phones the hands are.

No copy, export or report reads it. It is written before anybody is shown a card, so that a plug
that is pulled loses no hand.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Resting:
    """Between two deals of a game: on which phones the hands are."""

    game: int
    phones: Known


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

    def resting(self) -> Resting | None:
        """Which game waits for its next deal, or None."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            told = _whole(self._path.read_bytes())
            return None if "seed" in told else Resting(told["game"], _phones(told))
        return None

    def rest(self, resting: Resting) -> None:
        """No deal is being played, and another one will be. Raises OSError."""
        disk.replace_durably(self._path, _summed(asdict(resting)))

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
    return _summed(told)


def _summed(told: Mapping[str, object]) -> bytes:
    text = json.dumps(told).encode()
    return _sum_of(text) + text


def _read(written: bytes) -> Deal:
    told = _whole(written)
    return Deal(
        told["game"],
        tuple(map(Seat, told["people"])),
        bytes.fromhex(told["seed"]),
        bytes.fromhex(told["salt"]),
        tuple(map(tuple, told["passed"])),
        tuple(told["chosen"]),
        _phones(told),
    )


def _whole(written: bytes) -> dict[str, Any]:
    """What is told in it. Raises ValueError where it is not as it was written."""
    own, text = written[:_SUM_BYTES], written[_SUM_BYTES:]
    if own != _sum_of(text):
        raise ValueError
    told: dict[str, Any] = json.loads(text)
    return told


def _phones(told: Mapping[str, Any]) -> Known:
    return tuple((Seat(seat), tuple(phones)) for seat, phones in told.get("phones", ()))


def _sum_of(text: bytes) -> bytes:
    return sha256(b"deal 2 " + text).hexdigest().encode() + b"\n"
