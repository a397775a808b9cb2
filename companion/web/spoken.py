"""What a route of the JSON interface takes and gives, said beside it: `says`.

Data only. The OpenAPI document is built of it, and `forms.body` takes a body's fields from it.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from companion.codec import Shaped
from companion.frozen import dataclass
from companion.web.guard import EVERYBODY
from companion.web.wire import LETTERS, TEXT_MOST, Role, SeatNumber
from companion.words import Between

NAME_MOST = 20  # what fits beside six boxes
Sure = Annotated[bool, Shaped(const=True)]
Word = Annotated[str, Shaped(minLength=1, maxLength=TEXT_MOST, pattern=LETTERS)]
Name = Annotated[str, Shaped(minLength=1, maxLength=10 * NAME_MOST)]  # with blanks to leave out
Moment = Annotated[int, Between(1 - 2**53, 2**53 - 1)]  # of a clock that may stand before 0
Picks = Mapping[str, Any]
STREAM = "stream"  # what a route gives that does not end
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class May:
    """A field that may be left out."""

    form: Any


@dataclass(frozen=True, slots=True)
class OneOf:
    """A body with exactly one of these fields."""

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a route gives and takes: annotations, or the fields of an object with theirs.

    `asks` is what its address may ask, each with its words; `refuses` are HTTP's numbers of how
    it may refuse beside the usual ones.
    """

    gives: Any
    takes: Any = None
    asks: Mapping[str, Any] | None = None
    refuses: tuple[int, ...] = ()

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of its body."""
        plain: Mapping[str, Any] = self.takes
        return self.takes.fields if isinstance(self.takes, OneOf) else plain


def says(
    gives: Any,
    takes: Any = None,
    asks: Mapping[str, Any] | None = None,
    refuses: tuple[int, ...] = (),
    does: str = "",
) -> Callable[[F], F]:
    """Mark a view with what it gives and takes; its docstring says what it does, or `does`."""

    def mark(view: F) -> F:
        view.says = Spoken(gives, takes, asks, refuses)  # type: ignore[attr-defined]
        view.__doc__ = does or view.__doc__
        return view

    return mark


# --- what several routes give -----------------------------------------------------------------

DONE = {"ok": Annotated[bool, Shaped(const=True)]}
HEARD = {"ok": bool, "say": str}
WHO = {"role": Role, "seat": SeatNumber | None}


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of something that was told, a sentence about it, and the rule that says so."""

    reply: Annotated[str, Shaped(enum=("counts", "already", "settled", "asked_again", "refused"))]
    say: str
    rule: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not taken, in a sentence."""

    reply: Annotated[str, Shaped(const="refused")]
    say: str
    rule: str


KNOCK = {
    "state": Annotated[str, Shaped(enum=("waiting", "in", "no", "gone", "none"))],
    "words": str,
    "role_asked": Annotated[str, Shaped(enum=EVERYBODY[1:])],
}
