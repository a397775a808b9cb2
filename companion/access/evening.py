"""Who comes and goes, between access and the referee: START, a touched dolphin, good night.

Decides nothing about games, and keeps nothing that must outlive the evening.
"""

import time
from collections.abc import Callable
from contextlib import suppress

from companion.access import Access, AccessError
from companion.access.joining import Waiting
from companion.games import GAMES
from companion.journal.settings import EVENING_AFTER
from companion.referee import GameRow, Referee
from companion.referee.effects import Effect
from companion.referee.picture import AccessState, JoinRequest, Tonight, winner_of
from companion.referee.replay import Unusable, replayed
from companion.say import complaint
from companion.words import CompanionError, Pad, Refused

HOLD_S = 5.0  # START is told as held after this long
ASK_S = 10.0  # to begin the second hold: who leans on a button holds it once
TONIGHT_MS = 18 * 3_600_000  # where nobody said good night, yesterday's games are not tonight's
GAMES_MOST = 30
LIGHTS_OUT_S = 10.0  # every screen has shown the closing page by then


class Evening:
    """The evening at one table. All methods may be called from any thread."""

    def __init__(
        self,
        referee: Referee,
        access: Access,
        power_off: Callable[[], None] | None = None,
        off_by_itself: bool = True,
        now_s: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        """`power_off` is called a moment after good night, if there is such a thing and somebody
        asked for it; `off_by_itself` says whether START asks for it, too.
        """
        self._referee, self._access = referee, access
        self._power_off, self._off_by_itself = power_off, off_by_itself
        self._now_s, self._wall_ms = now_s, wall_ms
        self._asked_s: float | None = None
        self._off_s: float | None = None
        self._closing: tuple[Tonight, ...] | None = None
        self._link = ""  # as it was when the screens were last told

    def open(self) -> None:
        """Take part from now on."""
        self._access.on_change = self.show
        hooks = self._referee.hooks
        hooks.admit = self._admit
        hooks.held = self._held
        hooks.touch = self._touched
        self.show()

    def show(self) -> None:
        """Let the screens show who asks, who is in, and what START would do."""
        requests, access = self._now()
        self._link = self._access.sessions.referee_key()
        phones = tuple(guest.seat for guest in access.guests if guest.seat is not None)
        self._referee.show_access(requests, phones, access)
        self._referee.effects.tried(Effect.NEWS, self._referee.hub.send, "let_in")

    def look(self) -> None:
        """Do what time alone brings; call it often."""
        with suppress(CompanionError):  # what cannot be read now is looked at again
            self._access.joining.sweep()
            self.name_pads()
            shown = (self._referee.picture.requests, self._referee.picture.access, self._link)
            if (*self._now(), self._access.sessions.referee_key()) != shown:
                self.show()
        self._lights_out()

    # --- newcomers ----------------------------------------------------------------------------

    def name_pads(self) -> None:
        """Name a dolphin to each phone that waits without one."""
        fit = [pad for pad in self._referee.picture.pads if pad.state not in ("dark", "suspect")]
        free = tuple(pad.pad for pad in fit if pad.state == "home")
        self._access.joining.name_pads(free, tuple(pad.pad for pad in fit))

    def touch_for(self, waiting: Waiting | None) -> Pad | None:
        """The dolphin that lets this phone in when it is touched now."""
        return waiting.pad if waiting is not None and not self._cards_go_round() else None

    def _touched(self, pad: Pad) -> None:
        if not self._cards_go_round():
            self._kindly(lambda: self._access.joining.touched(pad))

    def _cards_go_round(self) -> bool:
        picture = self._referee.picture
        if picture.module is None:
            return False
        return bool(picture.module.view(picture.state).get("touches") == "game")

    def _admit(self, request: str) -> bool:
        return self._kindly(lambda: self._access.joining.answer(request, True))

    def _kindly(self, work: Callable[[], object]) -> bool:
        """Let somebody in; one that gave up by then is no harm, a full disk is said."""
        try:
            work()
        except AccessError:
            return False
        except CompanionError as problem:
            self._referee.note_trouble("access", complaint(problem))
            return False
        self._referee.note_trouble("access", "")
        return True

    # --- START, held --------------------------------------------------------------------------

    def _held(self, button: str) -> bool:
        """START was held: the lost referee is found, or the evening ends. Else a low blip."""
        if button != "start":
            return True
        # Its words were on the wall for as long as the hand was on the button.
        found = self._access.joining.candidate(waited_s=HOLD_S)
        if found is not None:
            return self._admit(found.id)
        if self._access.joining.candidate() or self._game_is_on() or self._is_closed():
            return False
        if self._is_asked():
            return self._kindly(self.good_night)
        self._asked_s = self._now_s()
        return self._kindly(self.show)

    def _is_asked(self) -> bool:
        return self._asked_s is not None and self._now_s() - self._asked_s <= ASK_S + HOLD_S

    def _game_is_on(self) -> bool:
        picture = self._referee.picture
        if picture.game is None or picture.module is None:
            return False
        return not picture.module.view(picture.state)["over"]

    def _is_closed(self) -> bool:
        return self._closing is not None and self._referee.picture.game is None

    # --- good night ---------------------------------------------------------------------------

    def good_night(self, off: bool | None = None) -> None:
        """End the evening: seats' phones are strangers, PASS is silent, the journal is folded.

        `off` switches the machine off, too, where that can be; None: as the configuration says.
        Raises CompanionError.
        """
        games = self._tonight()
        stories = tuple(map(self._story, games))
        self._referee.rest(stories)
        self._asked_s, self._closing = None, stories
        if games:
            self._referee.journal.set_setting(EVENING_AFTER, games[-1].game)
        self._access.end_evening()
        self._referee.journal.checkpoint()
        wanted = self._off_by_itself if off is None else off
        goes_off = wanted and self._power_off is not None
        self._off_s = self._now_s() + LIGHTS_OUT_S if goes_off else None
        self.show()

    def _tonight(self) -> list[GameRow]:
        """This evening's games that can still be told, the first first."""
        journal = self._referee.journal
        after = journal.setting(EVENING_AFTER)
        since_ms = self._wall_ms() - TONIGHT_MS
        games = [g for g in journal.games(GAMES_MOST) if g.game > after and g.begun_ms >= since_ms]
        return [game for game in reversed(games) if game.kind in GAMES]

    def _story(self, game: GameRow) -> Tonight:
        try:
            picture = replayed(self._referee.journal, game)
        except (ValueError, Refused, Unusable):
            return Tonight(game.kind, 0, "", ())  # newer rules cannot tell it any more
        view, names = picture.module.view(picture.state), picture.names
        players = tuple(names.seat(seat) for seat in names.seats)
        won = winner_of(picture, view)
        return Tonight(game.kind, int(view.get("round", 0)), won, players)

    def _lights_out(self) -> None:
        if self._off_s is None or self._power_off is None:
            return
        if self._referee.picture.game is not None:
            self._off_s = None  # one more game after all
        elif self._now_s() >= self._off_s:
            self._off_s = None
            self._power_off()

    # --- inside -------------------------------------------------------------------------------

    def _now(self) -> tuple[tuple[JoinRequest, ...], AccessState]:
        if self._referee.picture.game is not None:
            self._closing = None  # the next evening has begun
        waiting, candidate = self._access.joining.waiting, self._access.joining.candidate()
        requests = tuple(JoinRequest(w.id, w.seat, w.words, w.role) for w in waiting)
        guests = self._access.sessions.phones()
        words = JoinRequest(candidate.id, None, candidate.words, "referee") if candidate else None
        will = "will" if self._off_s is not None else "may" if self._power_off is not None else ""
        return requests, AccessState(guests, words, self._is_asked(), self._closing, will)
