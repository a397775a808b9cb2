"""A running companion: watches over its parts, says what ails them, and ends them in order.

Knows the parts, not how they are made: that is `assembly.py`.
"""

import gc
import math
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from companion.access import Access
from companion.access.evening import Evening
from companion.frozen import dataclass
from companion.hands.passing import Passing
from companion.helpers.saying import Hearing
from companion.journal.check import IntegrityCheck
from companion.neighbours import Neighbours
from companion.notify import Notify
from companion.own_network import OwnNetwork
from companion.referee import Referee
from companion.referee.effects import Effect
from companion.referee.picture import Picture
from companion.referee.wiring import Standing
from companion.referee.wiring_checks import WiringChecks
from companion.stop import Stop
from companion.table.caller import Caller
from companion.table.interfaces import TouchTable
from companion.table.tablet import Tablet
from companion.web.address import Address
from companion.web.server import Server
from companion.web.simulator import Hands as HandsOfPages
from companion.words import CompanionError, Pad

if TYPE_CHECKING:  # most tables have no touch board
    from companion.table.board.calibration.calibrator import Calibrator
    from companion.table.board.table import BoardTable

CHECK_S = 0.5
REST_S = 0.9  # while nothing is new: a journal that was taken away is said within a second
LOOK_S = 5.0  # and all else is looked at this often, where the system says that files were touched
ALONE = (
    "No phone can find this table yet: it has no network. Put a network cable into the Pi, or tell "
    "it your Wi-Fi. The table notices by itself."
)
CLOSE_S = 5.0  # then a stuck part is left behind: what counted is in the journal


class PretendHands(HandsOfPages, Protocol):
    """The hands at a simulated table, and what keeps them going."""

    def start(self) -> None: ...
    def alive(self) -> bool: ...
    def trouble(self) -> str: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Senses:
    """What feels hands, and by name what only a touch board or only a tablet can do more."""

    table: TouchTable
    board: "BoardTable | None" = None
    tablet: Tablet | None = None


@dataclass(slots=True)
class Companion:
    """A running companion."""

    address: Address
    access: Access
    referee: Referee
    senses: Senses
    caller: Caller
    server: Server
    evening: Evening
    wiring: WiringChecks
    hands: PretendHands | None  # at a simulated table
    check: IntegrityCheck
    calibrator: "Calibrator | None"  # of a touch board
    passing: Passing | None  # what keeps hands on phones going; robots of a demo keep their own
    _closing: ExitStack
    _notify: Notify
    _saved: tuple[str, int] | None = None  # what of a damaged journal, and its last game
    _written: bool = True  # whether the journal could be written at the last look
    _away: bool = False  # whether the tablet or the board was, at the last look
    _signs: tuple[object, ...] = ()  # that there is something to look at, at the last look
    _looked_s: float = -LOOK_S
    _lit: dict[Pad, bool] | None = None
    _stir: Callable[[], None] | None = None
    hearing: Hearing = field(default_factory=Hearing)  # what the machine's helpers say
    network: OwnNetwork = field(default_factory=OwnNetwork)
    neighbours: Neighbours = field(default_factory=Neighbours)
    _alone: bool | None = None  # whether the machine had no network, at the last look

    @property
    def table(self) -> TouchTable:
        """What feels hands."""
        return self.senses.table

    @property
    def referee_link(self) -> str:
        """The referee's link, for whoever stands at the machine."""
        return self.address.link(self.access.sessions.referee_key())

    def troubles(self) -> tuple[str, ...]:
        """What no screen can mend: then the process should end, for its supervisor."""
        parts = (
            (self.referee.alive(), "The referee has stopped, or is stuck."),
            (self.caller.alive(), "The caller has stopped."),
            (self.server.alive(), "The page server has stopped."),
            (self.table.alive(), "The table's signals have stopped."),
            (self.passing is None or self.passing.alive(), "The cards on the phones are stuck."),
            (self.hands is None or self.hands.alive(), "The simulated touch board has stopped."),
        )
        return tuple(f"{words} Start the companion again." for fine, words in parts if not fine)

    def glance(self, now_s: float) -> float:
        """Look at what cannot wait, and at all where something is new or it is time.

        Answers in how many seconds to come again.
        """
        is_guiding = self.referee.picture.wiring is not None or self.calibrator is not None
        is_new = is_guiding or self._now() != self._signs
        may_rest = not is_new and self._may_rest()  # what is touched while it looks is heard
        if is_new or now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            self.look()
        else:
            self._look_at_journal()
        if is_new:
            self.table.stir()
            return CHECK_S
        return LOOK_S if may_rest else REST_S

    def stirred_by(self, stir: Callable[[], None]) -> None:
        """Have `stir` called by whatever is worth a glance before it is time."""
        self._stir = stir
        self.referee.hub.also_tell(stir)

    def _may_rest(self) -> bool:
        """Whether nothing ails or happens that would not be told: who waits for that comes again.

        What a touch board or a tablet has to say, and what goes wrong in a round, is looked for.
        """
        looks = self.senses.board or self.senses.tablet or self.referee.hands_count
        return not looks and self.referee.journal.tells(self._stir)

    def _now(self) -> tuple[object, ...]:
        """What is another when there is something to look at; the rest is time's alone."""
        table, caller = self.table, self.caller
        ails = table.is_away, table.trouble(), caller.trouble()
        return self.referee.picture.version, *ails, self.hands and self.hands.trouble()

    def look(self) -> None:
        """Show the complaints of all parts, and light the dolphins of this round."""
        self._signs = self._now()
        self._look_at_journal()
        if self.hands is None:
            self.network.look(self.address, self.referee)
        self._look_at_network()
        if self.hands is None:  # a pretended table has no machine of its own
            self.referee.note_trouble("helpers", self.hearing.now(time.monotonic()))
            house = "" if self._alone or self.address.own_ip else self.address.ip()
            self.referee.note_trouble("neighbours", self.neighbours.look(house, time.monotonic()))
        self.referee.note_trouble("table", " ".join(self.table.trouble()))
        self.referee.note_trouble("caller", " ".join(self.caller.trouble()))
        if self.hands is not None:
            self.referee.note_trouble("pace", self.hands.trouble())
        self._hold_pass()
        self.referee.show_now(margins=tuple(pad.margin for pad in self.table.pads()))
        self.evening.look()
        self.wiring.look()
        if self.calibrator is not None:
            self.calibrator.look()
            self.referee.note_trouble("calibrating", self.calibrator.notice)
        self.referee.effects.tried(Effect.LIGHTS, self._light)
        self._notify_systemd()

    def _light(self) -> None:
        """Light the dolphins of this round, or the one that is asked for while wires are checked;
        one that fails keeps no other dark.
        """
        picture = self.referee.picture
        is_on, asked = picture.game is not None, _asked_for(picture)
        lit = {pad.pad: (is_on and pad.state != "dark") or pad.pad == asked for pad in picture.pads}
        if lit == self._lit:
            return
        with ExitStack() as each:
            for pad, on in lit.items():
                each.callback(self.table.lights.set, pad, on)
        self._lit = lit

    def _look_at_network(self) -> None:
        """Say that no phone can come, and once aloud; and aloud that they can. A pretended table
        is where whoever looks at it is.
        """
        alone = self.hands is None and self.address.is_alone
        if alone == self._alone:
            return
        self._alone = alone
        self.referee.note_trouble("network", ALONE if alone else "")
        if self.hands is None and self.referee.picture.game is None:
            self.caller.sign("alone" if alone else "awake")

    def _hold_pass(self) -> None:
        """No PASS over dolphins that went dark in mid-round; START, or a phone, goes on."""
        away = self.table.is_away
        if away and not self._away and self.caller.running and not self.caller.paused:
            with suppress(CompanionError):  # too busy to be told: the sentence is shown anyway
                self.referee.pause(True)
        self._away = away

    def _notify_systemd(self) -> None:
        """Where the table is by now; and that all goes on, if it does.

        Whoever comes here has just read the journal: one that does not answer holds this thread,
        and one that takes no fact holds the referee's. A full disk answers, and is no death.
        """
        if self._notify.is_heard and not self.troubles():
            self._notify.say(f"The table is at {self.address.url}")
            self._notify.feed((self.referee.round_s(), self.table.rounds))

    def _look_at_journal(self) -> None:
        """Say that nothing can be written, until it can; and what was saved of a damaged one."""
        journal, referee = self.referee.journal, self.referee
        journal.look()
        referee.show_now(saved=journal.is_saved)
        referee.note_trouble("journal", journal.trouble)
        referee.note_trouble("integrity", self.check.complaint)
        if not journal.trouble and not self._written:
            referee.note_trouble("access", "")  # it had the same complaint
        self._written = not journal.trouble
        if journal.is_saved:
            self._saved = None  # it says so itself, once it is gone on with
            referee.note_trouble("saved", "")
            return
        if self._saved is not None and not self._saved[0]:
            return  # nothing was
        with suppress(CompanionError):  # the next look tries again
            referee.note_trouble("saved", self._what_was_saved())

    def _what_was_saved(self) -> str:
        """The sentence about a damaged journal, until the next game is begun."""
        journal = self.referee.journal
        newest = max((game.game for game in journal.games(1)), default=0)
        if self._saved is None:
            self._saved = (journal.recovered(), newest)
        if self._saved[0] and newest != self._saved[1]:
            journal.forget_recovered()
            self._saved = ("", newest)
        return self._saved[0]

    def close(self) -> None:
        """End everything, the sounds first and the journal last."""
        self.neighbours.close()
        self._closing.close()


def _asked_for(picture: Picture) -> Pad | None:
    """The dolphin that the check of the wires asks for, until a game begins."""
    check = picture.wiring if picture.game is None else None
    now = (part.pad for part, at in check.parts if at is Standing.NOW) if check else iter(())
    return next(now, None)


def watch(
    companion: Companion,
    stop: Stop,
    say: Callable[[str], None],
    more: Callable[[], tuple[str, ...]] = lambda: (),
) -> int:
    """Look after the parts until told to stop: 0, or 1 when one of them died, which is noticed
    in a second where something goes on, and else in `LOOK_S`.

    `more` are the troubles of whatever else is to live as long.
    """
    if not stop.wait(CHECK_S):  # the first page is there
        _rest_memory()
    companion.stirred_by(stop.stir)
    wait_s, asked_s, now_s = CHECK_S, -math.inf, time.monotonic()
    while not (stop.rest(wait_s) or stop.wait(now_s + CHECK_S - time.monotonic())):
        now_s = time.monotonic()
        if wait_s < REST_S or now_s - asked_s >= LOOK_S:
            asked_s = now_s
            # Twice: after a machine's own pause everybody is late, and comes round a moment later.
            if companion.troubles() + more() and not stop.wait(CHECK_S):
                troubles = companion.troubles() + more()
                for sentence in troubles:
                    say(sentence)
                if troubles:
                    return 1
        wait_s = companion.glance(now_s)
    return 0


def _rest_memory() -> None:
    """Let no later collection of garbage, for which all wait, go through what a start made."""
    gc.collect()
    gc.freeze()


def close_in_time(companion: Companion, say: Callable[[str], None]) -> None:
    """End everything; a part that is stuck cannot keep the process from ending, with exit 1."""

    def leave() -> None:
        say("A part is stuck and was left behind. What counted is in the journal.")
        sys.stdout.flush()
        os._exit(1)

    patience = threading.Timer(CLOSE_S, leave)
    patience.daemon = True
    patience.start()
    companion.close()
    patience.cancel()


def log(sentence: str) -> None:
    """One line for the journal of the machine."""
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)
