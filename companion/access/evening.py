"""Who comes and goes, between access and the referee: the door, START, good night.

Decides nothing about games, and keeps nothing that must outlive the evening.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from companion import days
from companion.access import Access
from companion.access.door import OPEN, WALL
from companion.access.joining import Waiting
from companion.access.tonight import TonightsGames
from companion.frozen import replace
from companion.journal.people import People, Person
from companion.journal.settings import EVENING_AFTER
from companion.referee import GameRow, Referee
from companion.referee.effects import Effect
from companion.referee.picture import AccessState, Guest, JoinRequest, Night
from companion.say import Names, complaint, listed
from companion.words import CompanionError

HOLD_S = 5.0  # START is told as held after this long
LINK_S = 120.0  # a wall shows the referee's link for so long after that
ASK_S = 10.0  # to begin the second hold: who leans on a button holds it once
AWAY_MS = 180_000  # a phone that nobody looks at for so long leaves its words to the buttons
CAME_MS = 60_000  # so long an open table's screens say who came
DOUBLED_S = 180.0  # so long screens say that somebody is here on two phones
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
        self._people = People(referee.journal)
        self.robots_play = False  # and say it themselves: no wall leads the table's buttons
        self._power_off, self._off_by_itself = power_off, off_by_itself
        self._now_s, self._wall_ms = now_s, wall_ms
        self._tonight = TonightsGames(referee, wall_ms)
        self._asked_s: float | None = None
        self._link_until_s = float("-inf")
        self._off_s: float | None = None
        self._doubled: dict[str, float] = {}  # since when
        self._closing: Night | None = None
        self._ended: list[GameRow] = []  # its games
        self._link = ""  # as it was when the screens were last told

    def open(self) -> None:
        """Take part from now on."""
        self._access.on_change = self.show
        hooks = self._referee.hooks
        hooks.start = self._start
        hooks.held = self._held
        with suppress(CompanionError):  # what cannot be told any more is no poster
            self._hang_up_again()
        self.show()

    def _hang_up_again(self) -> None:
        """A start after good night leaves its poster where it was."""
        games = self._tonight.last_night() if self._referee.picture.game is None else []
        night = self._tonight.night(games) if games else None
        if night is not None and night.poster.games:
            self._closing, self._ended = night, games

    def show(self) -> None:
        """Let the screens show who asks, who is in, and what START would do."""
        requests, access = self._now()
        self._link = self._access.sessions.referee_key()
        self._referee.show_access(requests, access)
        self._referee.effects.tried(Effect.NEWS, self._referee.hub.send, "let_in")

    def look(self) -> None:
        """Do what time alone brings; call it often."""
        with suppress(CompanionError):  # what cannot be read now is looked at again
            self._access.joining.sweep()
            shown = (self._referee.picture.requests, self._referee.picture.access, self._link)
            requests, access = self._now()
            if (requests, access, self._access.sessions.referee_key()) != shown:
                self.show()
            doubled = self._newly_doubled(access.guests)
            self._referee.note_trouble(
                "doubled", _on_two_phones(doubled, self._referee.picture.names)
            )
        self._lights_out()

    def _kindly(self, work: Callable[[], object]) -> bool:
        """Do what a hand at the table asked for; a full disk is said."""
        try:
            work()
        except CompanionError as problem:
            self._referee.note_trouble("access", complaint(problem))
            return False
        self._referee.note_trouble("access", "")
        return True

    # --- START --------------------------------------------------------------------------------

    def _start(self, _: str) -> bool:
        """START, which means nothing to a game: between games it opens the door for a while."""
        door = self._access.door.now()
        if self._game_is_on() or door.choice != WALL or door.only_nods:
            return False
        return self._kindly(lambda: self._access.open_door(True))

    def _held(self, button: str) -> bool:
        """START was held: walls show the referee's link, and between games good night is asked.

        It lets nobody in.
        """
        if button != "start":
            return True
        self._link_until_s = self._now_s() + LINK_S
        if self._game_is_on() or self._is_closed():
            return self._kindly(self.show)
        if self._is_asked():
            return self._kindly(self.good_night)
        self._asked_s = self._now_s()
        return self._kindly(self.show)

    def _is_asked(self) -> bool:
        return self._asked_s is not None and self._now_s() - self._asked_s <= ASK_S + HOLD_S

    def _game_is_on(self) -> bool:
        return not self._referee.picture.may_rest

    def _is_closed(self) -> bool:
        return self._closing is not None and self._referee.picture.game is None

    # --- good night ---------------------------------------------------------------------------

    def good_night(self, off: bool | None = None) -> None:
        """End the evening: seats' phones are strangers, PASS is silent, the journal is folded.

        `off` switches the machine off, too, where that can be; None: as the configuration says.
        Raises CompanionError.
        """
        games = self._tonight.games()
        night = self._tonight.night(games)
        self._referee.rest(night)
        self._asked_s, self._closing, self._ended = None, night, games
        for newest in self._referee.journal.games(1):  # also where it was left another day
            self._referee.journal.set_setting(EVENING_AFTER, newest.game)
        self._tonight.remember(games)
        self._access.end_evening()
        self._referee.journal.checkpoint()
        wanted = self._off_by_itself if off is None else off
        goes_off = wanted and self._power_off is not None
        self._off_s = self._now_s() + LIGHTS_OUT_S if goes_off else None
        self.show()

    def let_count(self, table: tuple[int, ...]) -> None:
        """What places are worth over an evening, the first one first; none: as ever.

        Raises CompanionError.
        """
        self._tonight.points = table
        self.show()

    def _request(self, waiting: Waiting) -> JoinRequest:
        person = self._people.person(waiting.person) if waiting.person else None
        names = self._referee.picture.names
        seat = next((s for s, n in names.people.items() if n == waiting.person), None)
        return JoinRequest(waiting.id, seat, waiting.words, waiting.role, person)

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
        if self._closing is not None:
            self._closing = self._tonight.retold(self._closing, self._ended)
        self._access.door.note_lobby(self._referee.picture.game is None and self._closing is None)
        requests = tuple(map(self._request, self._access.joining.waiting))
        held = self._now_s() < self._link_until_s
        will = "will" if self._off_s is not None else "may" if self._power_off is not None else ""
        guests, door = self._access.sessions.phones(), self._access.door.now()
        young_ms = self._wall_ms() - CAME_MS if door.choice == OPEN else float("inf")
        never_led = self._referee.picture.game is None and not self._access.sessions.has_led()
        access = AccessState(
            evening=days.turn(self._wall_ms()),
            guests=guests,
            came=tuple(g for g in guests if g.role == "seat" and g.since_ms >= young_ms),
            vouched=tuple(self._access.persons.vouched()),
            sharers=tuple(self._access.sessions.sharers()),
            crowds=self._access.sessions.crowds(),
            asking=self._asking(),
            watching=self._access.persons.watching,
            claims=self._access.persons.claims(),
            door=door,
            link=held or never_led,
            held=held,
            asked=self._is_asked(),
            closing=self._closing,
            alone=not (self.robots_play or any(map(self._looks_on, guests))),
            points=self._tonight.points,
            off=will,
        )
        return requests, replace(access, between=self._tonight.between(access))

    def _looks_on(self, guest: Guest) -> bool:
        """Whether somebody has looked at this phone lately: what it says is left to it."""
        lately = max(guest.seen_ms, guest.since_ms) > self._wall_ms() - AWAY_MS
        return guest.role in ("seat", "referee") and (guest.here or lately)

    def _newly_doubled(self, guests: Iterable[Guest]) -> list[str]:
        now_s, before = self._now_s(), self._doubled
        doubled = self._access.persons.doubled(guests)
        self._doubled = {name: before.get(name, now_s) for name in doubled}
        return [name for name, since_s in self._doubled.items() if now_s - since_s < DOUBLED_S]

    def _asking(self) -> tuple[Person, ...]:
        """Who is here, asks to play and does not yet."""
        if not (self._access.persons.asking or self._access.persons.watching):
            return ()
        picture, persons = self._referee.picture, self._access.persons
        here = {*picture.view.present, *picture.view.joining}
        playing = (who for seat, who in picture.names.people.items() if seat in here)
        persons.play(frozenset(playing))
        there = {one.number: one for one in persons.here()}
        return tuple(there[number] for number in persons.asking if number in there)


def _on_two_phones(people: list[str], names: Names) -> str:
    """Who is, and what to do: once for all of them."""
    if not people:
        return ""
    is_here = "is here" if len(people) == 1 else "are each here"
    said = f"{listed(people, names)} {is_here} on two phones. Is that right?"
    return f"{said} Under Phones the referee puts one out."
