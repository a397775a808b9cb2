"""What every game's view has in common: what the frame and its shared pages read of any game.

A game's `View` is a frozen dataclass of its own fields, in its own order; JSON has no others.
"""

from typing import TypeVar, cast

from companion.frozen import dataclass
from companion.games.placing import PlacedView
from companion.words import Pad, Seat, Text


class _LeftOut:
    """What a view that leaves a field out is read as; no dataclass takes it for a default."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __get__(self, view: object | None, of: type) -> object:
        if view is None:
            raise AttributeError
        return self.value


T = TypeVar("T")


def left_out(value: T) -> T:
    """A field of CommonView that a game may leave out: it is read as this value then."""
    return cast(T, _LeftOut(value))


@dataclass(frozen=True, slots=True)
class FinishView:
    """One touch in the photo finish; equal places could not be told apart, 0 is not trusted."""

    pad: Pad
    place: int
    after_us: int
    uncertain_us: int
    seat: Seat | None
    close: bool
    suspect: bool
    lifted: bool
    early_us: int = 0


@dataclass(frozen=True, slots=True)
class TableView:
    """What the table itself should do now."""

    pads: tuple[Pad, ...]  # the dolphins that count, all others are dark; none named: all count
    calling: bool  # PASS is called
    once: bool  # one call, then silence
    hush: bool  # the first touch silences the caller
    silent: bool  # touches are not shown


NEEDED = ("phase", "stage", "present", "over", "winners", "placing")  # no game leaves them out


class CommonView:
    """What the frame reads of any game's view; a Text is its sentence once it is spoken."""

    __slots__ = ()

    phase: str = left_out("")
    stage: str = left_out("")  # "between" deals, "live", "judging", "resting" or "over"
    present: tuple[Seat, ...] = left_out(())
    over: bool = left_out(False)
    winners: tuple[Seat, ...] = left_out(())  # of the whole game
    placing: tuple[PlacedView, ...] = left_out(())
    round: int = left_out(0)
    told: int = left_out(0)  # facts that counted so far
    memory: bool = left_out(False)  # what was said so far is to be remembered, not read up
    dealer: Seat | None = left_out(None)
    turn: Seat | None = left_out(None)  # whose turn it is, which who is asked need not have
    joining: tuple[Seat, ...] = left_out(())
    pending: bool = left_out(False)  # an open question may still change the scores
    called: Text | None = left_out(None)  # this game, where it has another name than usual
    team: Text | None = left_out(None)  # who has won, where it is more than their names
    hint: Text | None = left_out(None)  # what everybody does while nothing is asked
    highlight: str = left_out("")  # what stands out on every screen: the "finish", or nothing
    finish: Text | None = left_out(None)  # the sentence of that picture
    order: tuple[FinishView, ...] = left_out(())
    unheard: tuple[Pad, ...] = left_out(())  # dolphins whose pads cannot say when a hand came
    claims: dict[str, Seat] = left_out({})
    suspects: dict[str, str] = left_out({})  # pads that the game takes for doubted, and why
    news: bool = left_out(False)  # the newest ruling is what everybody waits to hear
    overtime: bool = left_out(False)
    tied: tuple[Seat, ...] = left_out(())
    in_play: tuple[Pad, ...] | None = left_out(None)  # of a game that is played with dolphins
    table: TableView | None = left_out(None)
    practice: bool = left_out(False)  # it is not what the box has: nobody's figures count it
    phones: bool = left_out(False)  # hands of cards are on phones, and there are no others
    robots: dict[str, str] = left_out({})  # seats whose hands robots hold, and how


@dataclass(frozen=True, slots=True)
class NoView(CommonView):
    """Where no game is played: there is nothing to show of it."""
