"""What is known of one pad and of one button on a touch board.

Must not judge, and sends nothing.
"""

from dataclasses import dataclass

from companion.table import trust
from companion.table.board import health
from companion.table.board.conversation import Felt
from companion.table.board.doubts import doubts_us, is_sharp
from companion.table.board.health import PadHealth, Settings
from companion.table.board.kink import NOTHING, Shape, comes_to_nothing, trembles, was_off
from companion.table.board.noise import NOISY_US
from companion.table.board.whole import Whole
from companion.table.frames import Event, Field
from companion.table.frames import Kind as Of
from companion.table.gpio import HELD_US
from companion.table.signals import Kind
from companion.words import Pad

AWAY = "not connected"
EMPTIED_US = 200_000  # what is soft so soon after a pad was taken for empty was there before
FORGETS_US = 30_000  # of some 25 ms a board makes its mean of an empty pad
CREEPS_US = 100_000  # the slowest hand comes near and touches in half of that
KINDS = {
    Of.TOUCH: Kind.TOUCH,
    Of.SOFT: Kind.TOUCH,
    Of.HELD: Kind.TOUCH,
    Of.RELEASE: Kind.RELEASE,
    Of.LIFT: Kind.LIFT,
    Of.HOME: Kind.HOME,
    Of.NEAR: Kind.NEAR,
}
_OFF = {Kind.TOUCH: Kind.RELEASE, Kind.LIFT: Kind.HOME}


class BoardPad:
    """One pad: what it is at, and what speaks against it."""

    def __init__(self, pad: Pad, now_us: int) -> None:
        self.pad = pad
        self.touched = self.lifted = False
        self.touched_us = self.lifted_us = self.changed_us = 0
        self.sure_us = now_us  # when what is believed was last known to be so
        self.odd: tuple[bool, bool] | None = None  # what the board said once, and no event did
        self.health = PadHealth()
        self.why = ""
        self.sharp_us: int | None = None  # of a touch whose moment was told as known
        self.trembles = False  # and was not known: until the next round
        self._was_nobodys = False  # its last touch
        self.whole = Whole()
        self.back_us: int | None = None  # touched since then, and much lighter just before
        self.level = 0  # the newest that is known, in samples
        self.near_us: int | None = None  # a hand hovers since then
        self.emptied_us = now_us - EMPTIED_US  # when it was last taken for empty
        self.creeps = False  # touched without a jump, and long after it began: a spill does that
        self.blocked = False  # full as a round began, when nobody's hand is there: a spill, a short
        self._trust = trust.Trust()
        self._sent_on: set[Kind] = set()
        self._fields: dict[Field, int] = {}

    def moment_us(self, felt: Felt, noisy: bool) -> tuple[int, int, int]:
        """When it was by the table's clock, and how late and how early that may be."""
        span = felt.line.span
        rise = self._rise(felt)
        late_us, early_us = doubts_us(felt.event, felt.at_us - self.sure_us, noisy, rise)
        later_us = max(0, -late_us)  # it surely was not before
        return felt.at_us + later_us, span(late_us + later_us), span(early_us - later_us)

    def is_nobodys(self, felt: Felt, in_round: bool) -> bool:
        """Whether noise jumped, or let go again, or a wire came back, and no hand was there. If one
        is there after all, the board goes on saying so, and it is made up for."""
        before, kind = self._was_nobodys, felt.event.kind
        if kind not in (Of.TOUCH, Of.RELEASE):
            return False
        rise = self._rise(felt)
        shows = kind is Of.TOUCH and rise is not None and comes_to_nothing(rise)
        self._was_nobodys = shows
        is_back = rise is not None and rise is not felt.shape
        self.back_us = felt.at_us if is_back else None
        if rise is not None and rise.levels:
            self.level = rise.levels[-1]
        # Between rounds dolphins are put back: that is nothing to doubt.
        self.trembles |= in_round if is_back else shows
        return shows or (before and kind is Of.RELEASE and not self.touched)

    def is_whole_again(self, now_us: int) -> bool:
        """Whether nothing but the pad itself is there, though the board says that it is touched. So
        soon the board would still remember what was there before."""
        whole = self.whole.level
        if self.back_us is None or whole is None or now_us - self.back_us < FORGETS_US:
            return False
        return abs(self.level - whole) <= NOTHING and now_us - self.emptied_us >= EMPTIED_US

    def _rise(self, felt: Felt) -> Shape | None:
        """How it rose, over the pad as it is while it is whole: the board may have taken it for
        lighter by then."""
        rise, whole = felt.shape, self.whole.level
        if rise is None or whole is None or whole - rise.base <= NOTHING:
            return rise
        back = rise._replace(base=whole)
        return back if was_off(back) else rise

    def doubt_if_recent(self, at_us: int) -> None:
        """Hands tremble now: so they did a moment ago, though its touch was told as sharp."""
        if self.sharp_us is not None:
            self.trembles |= at_us - self.sharp_us < NOISY_US

    def weigh(self, event: Event, at_us: int, noisy: bool) -> None:
        """What else an event means than what it says."""
        if event.kind is Of.NEAR:
            self.near_us = at_us
        elif event.kind is Of.SOFT:
            slow = self.near_us is not None and at_us - self.near_us > CREEPS_US
            self.creeps = slow or at_us - self.emptied_us < EMPTIED_US
        elif event.kind is Of.RELEASE:
            self.creeps = False
        if event.kind in (Of.TOUCH, Of.SOFT, Of.HELD):
            self.sharp_us = at_us if is_sharp(event) and not noisy else None

    def note(self, kind: Kind, at_us: int) -> None:
        """Believe it."""
        match kind:
            case Kind.TOUCH | Kind.RELEASE:
                self.touched, self.touched_us = kind is Kind.TOUCH, at_us
            case Kind.LIFT | Kind.HOME:
                self.lifted, self.lifted_us = kind is Kind.LIFT, at_us
            case _:
                return
        self.changed_us = at_us
        self._trust.change(at_us)

    def sent(self, kind: Kind) -> None:
        """A signal of it was sent."""
        if kind in _OFF:
            self._sent_on.add(kind)
        for on, off in _OFF.items():
            if kind is off:
                self._sent_on.discard(on)

    def catch_up(self) -> list[Kind]:
        """What was not sent while the pad chattered and is over by now."""
        on = {Kind.TOUCH: self.touched, Kind.LIFT: self.lifted}
        over = [kind for kind in _OFF if kind in self._sent_on and not on[kind]]
        self._sent_on -= set(over)
        return [_OFF[kind] for kind in over]

    def know(self, field: Field, value: int) -> None:
        """Take what the board has stored."""
        self._fields[field] = value
        if {Field.BASE, Field.STEP} <= set(self._fields):
            self.health.settings = Settings(self._fields[Field.BASE], self._fields[Field.STEP])

    @property
    def is_odd(self) -> bool:
        """Whether no hand can be what it feels."""
        return self.blocked or self.why == trust.STUCK

    @property
    def is_felt(self) -> bool:
        """Whether the board says that it is touched, be it by nobody."""
        return self.touched or self.back_us is not None

    def rests(self, now_us: int, for_us: int) -> bool:
        """Whether it has been touched for so long."""
        return self.touched and now_us - self.touched_us >= for_us

    def look(self, now_us: int, quiet_us: int, away: bool) -> None:
        """Think again; all other pads have been quiet for `quiet_us`."""
        down_us = min(quiet_us, now_us - self.touched_us) if self.touched else 0
        gone_us = min(quiet_us, now_us - self.lifted_us) if self.lifted else 0
        self._trust.look(now_us, not (self.touched or self.lifted), down_us, gone_us)
        self.blocked &= self.touched
        found = {
            health.SHORTED: self.blocked,
            health.DRIFTED: self.creeps,
            health.NOISY: self.trembles,
        }
        doubt = next((why for why, is_so in found.items() if is_so), "")
        self.why = AWAY if away else self._trust.why or doubt or self.health.why


@dataclass(slots=True)
class BoardButton:
    """One of the board's buttons."""

    name: str
    since_us: int = 0
    is_down: bool = False
    told_held: bool = False

    def down(self, at_us: int) -> None:
        self.since_us, self.is_down, self.told_held = at_us, True, False

    def up(self) -> None:
        self.is_down = False

    def is_held(self, now_us: int) -> bool:
        """True once, when it has been down for five seconds."""
        held = self.is_down and not self.told_held and now_us - self.since_us >= HELD_US
        self.told_held |= held
        return held


def shakes(felt: Felt) -> bool:
    """Whether a contact came in noise, by the board's word or its rise."""
    return not is_sharp(felt.event) or (felt.shape is not None and trembles(felt.shape))
