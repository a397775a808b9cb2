"""The words that every layer shares: seats, pads, times, texts, questions and refusals.

Holds data only: no clock, no chance, no input or output, and nothing of one particular game.
"""

from collections.abc import Callable
from typing import Annotated, Any, Generic, NewType, TypeVar, Union

from companion.frozen import dataclass

Seat = NewType("Seat", int)
"""A place at the table, 0.. clockwise: the next seat is to the left."""

Pad = NewType("Pad", int)
"""One sensor under one dolphin: it knows that it was touched, never by whom."""


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of a number in a fact or setup, inclusive: `Annotated[int, Between(0, 6)]`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Open:
    """A fact's field that the whole table may know: `Annotated[bool, OPEN]`."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A fact's field that nobody may read unless its fact stands: `Annotated[Role, Secret()]`.

    With `sure` it cannot be unsaid: pages let a second tap say so before it is told. With `variant`
    it is one in that way to play alone.
    """

    sure: str = ""
    variant: str = ""


OPEN = Open()
GUEST = "A guest"  # whose name was forgotten
SECRET = Secret()


SEATS_MOST = 8
PADS_MOST = 5  # the box holds five dolphins


UNCERTAIN_MOST_US = 10_000_000  # a fact's; what was away for longer came in this time
QUOTED_MOST = 60  # letters of what somebody wrote, in a sentence about it


def short(text: str) -> str:
    """What somebody wrote, as a sentence can say it again: its beginning, where it is long."""
    return text if len(text) <= QUOTED_MOST else f"{text[: QUOTED_MOST - 3]}..."


class CompanionError(Exception):
    """The root of all errors of this project: its text is for the person at the table."""


# --- sentences --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seats:
    """People in a sentence, by seat."""

    of: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Pads:
    """Dolphins in a sentence, by pad."""

    of: tuple[Pad, ...]


@dataclass(frozen=True, slots=True)
class Us:
    """A length of time in a sentence, in microseconds; it may be off by `unsure_us`."""

    us: int
    unsure_us: int = 0


@dataclass(frozen=True, slots=True)
class Takers:
    """Dolphins in a sentence, each by the name of the seat that claimed it, if one did."""

    of: tuple[tuple[Pad, Seat | None], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was told, in a sentence: the game's fact of this number (1..).

    Rules have no clock; who knows the journal says the hour.
    """

    fact: int


Value = Union[int, str, Seats, Pads, Us, Takers, Moment, "Text"]  # noqa: UP007  # names itself


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """A sentence as data: an English template and the values that fill it."""

    template: str
    values: tuple[tuple[str, Value], ...]

    def __init__(self, template: str, /, **values: Value) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(sorted(values.items())))


class Refused(CompanionError, ValueError):
    """What was told cannot have happened; the state is as it was before."""

    lasts = True  # False: asked another time, the rules may say otherwise

    def __init__(self, rule: str, text: Text) -> None:
        super().__init__(f"[{rule}] {text.template}")
        self.rule = rule
        self.text = text


@dataclass(frozen=True, slots=True)
class Named:
    """What the numbers of a field stand for: `Annotated[int, Between(0, 53), Named("card", …)]`.

    `names` gives, for a game's setup, the names of each number from the least on: first as screens
    say it ("4 of hearts"), then as people write it ("4H"). Facts hold the number; who writes a file
    by hand may write any of the names.
    """

    what: str
    names: Callable[[Any], tuple[tuple[Text, ...], ...]]


# --- what a game says -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules conclude from a fact: one sentence and the rule that says so.

    `sign` names the sound and picture that go with it ("letter", "foul", "win" …), if any.
    """

    rule: str
    text: Text
    seats: tuple[Seat, ...] = ()
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A hole in a choice's fact, filled by a pick.

    `options` in the order shown; `least`..`most` of them may be picked. With `many` the field is
    a tuple in the options' order, else it is the one picked (or None where `least` is 0).
    With `me` a phone that has a seat fills in its own. `other_than` names a field of the fact
    that may not hold the same. With `preset` the first option stands until another is picked, so
    that a choice whose only other slot takes one pick needs one tap. What is `ticked` is
    picked already, and told unless somebody picks otherwise. `labels` are the options in words
    where `of` is a game's own.
    """

    field: str
    options: tuple[int | str, ...]
    of: str = "seat"  # "seat", "pad", "number" or a game's own word: how screens draw the options
    least: int = 1
    most: int = 1
    many: bool = False
    me: bool = False
    other_than: str = ""
    preset: bool = False
    ticked: tuple[int | str, ...] = ()
    labels: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: a key that phones, buttons, voices and robots all say, and its fact."""

    key: str
    label: Text
    fact: Any
    slots: tuple[Slot, ...] = ()
    tone: str = ""  # "good", "bad" or "": how the button looks
    sure: str = ""  # what is asked once more before it is told: it drops what is played


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that the referee needs answered (`must`), or an offer that may be taken up.

    Any one of `seats` may answer, and the first answer counts; the referee's screen may always.
    `topic` names the kind of question, for pages that draw it in a place of its own. An offer
    that is `unfolded` stands in the open beside the question, for nobody would look for it. What
    is `on_table` is told on the table's own screen as well, for that is what is played on.
    """

    text: Text
    seats: tuple[Seat, ...]
    choices: tuple[Choice, ...]
    must: bool = True
    topic: str = ""
    lead: Text | None = None  # what just happened, said above the question
    unfolded: bool = False
    on_table: bool = False


StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Judged(Generic[StateT]):
    """The state after a fact, and what the rules concluded from it."""

    state: StateT
    rulings: tuple[Ruling, ...] = ()


# --- what hardware tells, in every game that has sensors --------------------------------------


@dataclass(frozen=True, slots=True)
class Touched:
    """A pad felt a hand. The contact lay within `uncertain_us` before `at_us` (table time), or
    within `early_us` after it."""

    pad: Pad
    at_us: int
    uncertain_us: Annotated[int, Between(0, UNCERTAIN_MOST_US)]
    early_us: Annotated[int, Between(0, UNCERTAIN_MOST_US)] = 0


@dataclass(frozen=True, slots=True)
class Released:
    """The hand left the pad."""

    pad: Pad
    at_us: int


@dataclass(frozen=True, slots=True)
class Lifted:
    """The dolphin left its place. It left within `uncertain_us` before `at_us`."""

    pad: Pad
    at_us: int
    uncertain_us: Annotated[int, Between(0, UNCERTAIN_MOST_US)]


@dataclass(frozen=True, slots=True)
class Homed:
    """The dolphin is back in its place."""

    pad: Pad
    at_us: int


@dataclass(frozen=True, slots=True)
class Suspected:
    """The pad cannot be trusted: "stuck", "chattering" or "unplugged"."""

    pad: Pad
    why: str


@dataclass(frozen=True, slots=True)
class Trusted:
    """The pad can be trusted again."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted since the last such fact: calls of PASS, and hands that only feinted."""

    calls: Annotated[int, Between(0, 1_000_000)]
    fake_outs: tuple[Pad, ...] = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """Cards were dealt by lot, unseen. `seal` is a hash of that lot, so that nobody, not even the
    table, can change a card any more; it tells none."""

    seal: Annotated[str, OPEN]


@dataclass(frozen=True, slots=True)
class Unsealed:
    """The lot of a deal that is over, in hexadecimal, and what was passed: whoever reads it can
    deal again and see that all was so. Of each call it has the place of each hand's card."""

    seal: Annotated[str, OPEN]
    seed: Annotated[str, OPEN]
    salt: Annotated[str, OPEN]
    people: tuple[Seat, ...]
    passed: Annotated[tuple[tuple[int, ...], ...], OPEN] = ()


Hardware = Touched | Released | Lifted | Homed | Suspected | Trusted | Counted | Sealed | Unsealed


# --- what people may tell in every game -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction by people: `points` more (or fewer) for `seat`, whatever the rules say."""

    called = Text("what the pen wrote")
    seat: Seat
    points: Annotated[int, Between(-1000, 1000), OPEN]
    why: Annotated[str, OPEN] = ""


@dataclass(frozen=True, slots=True)
class Left:
    """The seat leaves the game."""

    called = Text("a leaving")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody takes this seat: a new one, or one that was left."""

    called = Text("somebody sitting down")
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Another person plays on for this seat."""

    called = Text("a change of players")
    seat: Seat
