"""Who the people behind the phones are: their names and looks, and who asks to play.

Decides only; it knows nothing of pages or games. Nobody who is here has another's look.
"""

import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable

from companion.access.gathering import people_of
from companion.access.refused import AccessError
from companion.access.secret import hash_of
from companion.access.session_rows import Session
from companion.access.sessions import Sessions
from companion.frozen import dataclass
from companion.games import robots
from companion.journal import Journal
from companion.journal.people import GUESTS, People, Person
from companion.journal.settings import ASKING, VOUCHED, WATCHING
from companion.looks import Look, look_in, own_look
from companion.names import alike, isolated, same
from companion.referee.dressing import dress, taken, tonight
from companion.referee.picture import Claim, Guest
from companion.say import Names, listed

KNOWN_MOST = 60  # names that a newcomer may tap
CLAIMS_MOST = 8
NEW_MOST = 8  # people that one phone may add in an evening: a whole table
NOT_NAMES = {"the referee", "referee", "the table", "the wall"}  # how pages call others
NOT_NAMES |= {*GUESTS, "nobody", "somebody", "everybody"}  # an answer beside people's names, too
WHO_IS_IT = 428  # HTTP's number for: somebody is called so, say first whether that is you
CLAIM_S = 180.0  # after that nobody remembers who it was
SAID_S = 60.0  # so long screens say that somebody has a second phone


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a phone says of its person; what is None stays as it is.

    It is who has this `number` or `name`; a `new_name` is the same person's. A look is a shape.
    `known`: a person of that name is meant who is known already. `passed`: the phone is handed
    on, and comes back.
    """

    name: str | None = None
    number: int | None = None
    new_name: str | None = None
    shape: str | None = None
    child: bool | None = None
    known: bool = False
    passed: bool = False


class Persons:
    """The people of one table. All methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal,
        sessions: Sessions,
        now_s: Callable[[], float],
        wall_ms: Callable[[], int],
        changed: Callable[[], None],
    ) -> None:
        self._journal, self._sessions, self._people = journal, sessions, People(journal)
        self._now_s, self._wall_ms, self._changed = now_s, wall_ms, changed
        self._lock = threading.Lock()  # two who choose one look at once: the second gives way
        self._asking = journal.setting(ASKING)
        self._watching = journal.setting(WATCHING)
        self._claims: dict[str, tuple[Claim, float]] = {}  # by the hash of the phone's secret
        self._new: Counter[str] = Counter()  # people that each phone has added
        # Who has two phones, and somebody said that it is so: when, or before this start.
        before = journal.setting(VOUCHED)
        self._vouched = dict.fromkeys(before, float("-inf"))

    def choose(self, cookie: str, session: Session, wanted: Wanted) -> str:
        """Note who a phone's person is: a sentence, where the look that was wanted is taken.

        Raises AccessError: somebody who is here has that name. Another phone of theirs, or the
        referee's, may say for a while that it is so all the same.
        """
        hash_ = hash_of(cookie)
        with self._lock:
            person, said = self._who(session, wanted), ""
            own = session.person is not None and session.person.number == person.number
            theirs = not own and person.number in self._sessions.live()
            if theirs:
                self._claims[hash_] = Claim(session.phone, person), self._now_s()
            else:
                if wanted.passed and session.person is not None:
                    self._sessions.share(hash_, session.person.number, person.number)
                said = self._be(hash_, person, own, wanted)
        self._changed()
        if theirs:
            raise AccessError(
                409,
                f"{isolated(person.name)} is here already. Is that you? Ask the referee, "
                "or add a letter.",
            )
        return said

    def claims(self) -> tuple[Claim, ...]:
        """The phones that say they are somebody's who has one in, the longest waiting first.

        Of a phone that was put out meanwhile nobody is asked any more.
        """
        cut, is_in = self._now_s() - CLAIM_S, self._sessions.is_in
        with self._lock:
            there = ((of, one) for of, one in self._claims.items() if one[1] > cut and is_in(of))
            self._claims = dict([*there][-CLAIMS_MOST:])
            return tuple(claim for claim, _ in self._claims.values())

    def vouch(self, claim: str, session: Session, yes: bool) -> None:
        """Another phone of that person, or the referee's, says whether it is so.

        Raises AccessError: nobody waits, or it is not theirs to say.
        """
        self.claims()
        with self._lock:
            found = [(hash_, one) for hash_, (one, _) in self._claims.items() if one.id == claim]
            if not found:
                raise AccessError(410, "That phone does not wait any more.")
            hash_, told = found[0]
            theirs = session.person is not None and session.person.number == told.person.number
            if not (session.leads or theirs):
                raise AccessError(403, "That is for the referee, or for whose phone it is.")
            del self._claims[hash_]
            if yes:
                self._note_vouched({**self._vouched, told.person.number: self._now_s()})
                self._sessions.become(hash_, told.person.number)
        self._changed()

    def doubled(self, guests: Iterable[Guest]) -> list[str]:
        """Whose phones are two of those that are in, and nobody said that it is so."""
        people = [guest.person for guest in guests if guest.person is not None]
        phones = Counter(one.number for one in people)
        names = {one.number: one.name for one in people}
        return [names[n] for n, count in phones.items() if count > 1 and n not in self._vouched]

    def vouched(self) -> list[str]:
        """Of whom somebody said a moment ago that another phone is theirs, too."""
        cut = self._now_s() - SAID_S
        with self._lock:
            newly = [number for number, at_s in self._vouched.items() if at_s > cut]
        return [one.name for one in self._people.among(newly)] if newly else []

    def say_child(self, number: int, child: bool) -> None:
        """Whether somebody is a child. Raises AccessError: nobody has that number."""
        if self._people.person(number) is None:
            raise AccessError(410, "That person is not known here any more.")
        self._people.child(number, child)
        self._changed()

    def taken(self, but: int | None = None) -> dict[Look, str]:
        """The looks of who is here, with their names; of all others than this one."""
        return taken(self._journal, self._wall_ms(), but)

    def here(self) -> list[Person]:
        """Whose phones are in this evening, and who played tonight without one."""
        return tonight(self._journal, self._wall_ms())

    def known(self) -> list[Person]:
        """Who was here before and has no phone in this evening, the last seen first."""
        live = self._sessions.live()
        known = people_of(self._people.known(KNOWN_MOST))
        return [one for one in known if one.number not in live]

    def merged(self, number: int, into: int) -> None:
        """These two are one: who said so knows of the phones of both."""
        with self._lock:
            there = {n: at_s for n, at_s in self._vouched.items() if n != number}
            self._note_vouched({**there, into: self._now_s()})
            self._note(*(_as(some, number, into) for some in (self._asking, self._watching)))
            self._claims = {h: c for h, c in self._claims.items() if c[0].person.number != number}
        self._sessions.merged(number, into)

    def forgot(self, number: int) -> None:
        """Nobody has this number any more."""
        with self._lock:
            self._note_vouched({n: at_s for n, at_s in self._vouched.items() if n != number})
            self._note(_without(self._asking, (number,)), _without(self._watching, (number,)))
            self._claims = {h: c for h, c in self._claims.items() if c[0].person.number != number}

    def look_at_names(self, names: Iterable[str], own: int | None = None) -> None:
        """Names for others than whoever writes them; `own` is whose name it is so far.

        Raises AccessError: one only looks like somebody's.
        """
        for name in names:
            _look_at(name, 400)
            known = self._people.named(name)
            if known is not None and known.number != own and not same(known.name, name):
                raise AccessError(
                    400,
                    f"Somebody is called {isolated(known.name)} already. Is it that person? Write "
                    f"{isolated(known.name)}. If not, add a letter.",
                )

    def look_at_phones(self, names: Iterable[str]) -> None:
        """Names for a game in which each needs a phone. Raises AccessError: some share theirs."""
        known = (self._people.named(name) for name in names)
        self.look_at_phones_of({one.number for one in known if one is not None})

    def look_at_phones_of(self, people: Collection[int]) -> None:
        """The same of people by their numbers."""
        crowded = self._sessions.crowded(people)
        if crowded:
            said = listed([one.name for one in crowded], Names())
            raise AccessError(
                400,
                f"{said} share a phone, and here each needs one. One of you plays now, or comes in "
                "by another phone.",
            )

    # --- asking to play -----------------------------------------------------------------------

    @property
    def asking(self) -> tuple[int, ...]:
        """The people who ask to play, who asked first comes first."""
        return self._asking

    @property
    def watching(self) -> tuple[int, ...]:
        """The people who are here and would rather watch."""
        return self._watching

    def ask(self, person: Person, plays: bool) -> None:
        """Somebody who is in asks to play, or would rather watch. Raises JournalError."""
        number = (person.number,)
        with self._lock:
            asking, watching = _without(self._asking, number), _without(self._watching, number)
            self._note(asking + number * plays, watching + number * (not plays))
        self._changed()

    def play(self, numbers: frozenset[int]) -> None:
        """These play now: they need not ask any more, and watch no more."""
        if not numbers.isdisjoint((*self._asking, *self._watching)):
            with self._lock:
                self._note(_without(self._asking, numbers), _without(self._watching, numbers))

    def end_evening(self) -> None:
        """Nobody asks any more."""
        with self._lock:
            self._note((), ())
            self._claims = {}
            self._new.clear()
            self._note_vouched({})

    def _note(self, asking: tuple[int, ...], watching: tuple[int, ...]) -> None:
        self._journal.set_setting(ASKING, asking)
        self._journal.set_setting(WATCHING, watching)
        self._asking, self._watching = asking, watching

    def _note_vouched(self, vouched: dict[int, float]) -> None:
        self._journal.set_setting(VOUCHED, tuple(vouched))
        self._vouched = vouched

    # --- inside -------------------------------------------------------------------------------

    def _who(self, session: Session, wanted: Wanted) -> Person:
        if wanted.number is not None:
            found = self._people.person(wanted.number)
            if found is None:
                raise AccessError(410, "Nobody here goes by that name any more. Write it instead.")
            return found
        if wanted.name is not None:
            return self._called(session, wanted) or self._add(session, wanted.name)
        if session.person is None:
            raise AccessError(400, "Say who you are first: tap your name, or write it.")
        if wanted.new_name is not None:
            rename(self._people, session.person.number, wanted.new_name)
        return session.person

    def _called(self, session: Session, wanted: Wanted) -> Person | None:
        """Who is called so already: this phone's, another phone's, or as its holder says."""
        found = self._people.named(wanted.name or "")
        if found is None or wanted.known or found.number in self._sessions.live():
            return found
        if found.number in {one.number for one in (session.person, *session.others) if one}:
            return found
        raise AccessError(
            WHO_IS_IT,
            f"Somebody is called {isolated(found.name)} already. Is that you? If not, add a letter "
            "to your name.",
        )

    def _be(self, hash_: str, person: Person, own: bool, wanted: Wanted) -> str:
        """This phone is this person's now; what there is to say of the look."""
        self._claims.pop(hash_, None)
        if not own:
            self._sessions.become(hash_, person.number)
        if wanted.child is not None:
            self._people.child(person.number, wanted.child)
        return self._dress(person, wanted.shape)

    def _add(self, session: Session, name: str) -> Person:
        _look_at(name)
        if self._new[session.phone] >= NEW_MOST:
            raise AccessError(429, "Those are many names for one phone. The referee adds more.")
        self._new[session.phone] += 1
        return Person(self._people.number(name, self._wall_ms()), name)

    def _dress(self, person: Person, shape: str | None) -> str:
        wanted = own_look(shape) if shape else look_in(person.look)
        look, whose = dress(self._journal, person.number, self._wall_ms(), wanted)
        if wanted is None or look == wanted:
            return ""
        return f"{isolated(whose or 'Somebody')} has that look tonight. Yours is the {look.shape}."


def rename(people: People, number: int, name: str) -> None:
    """This is what somebody is called from now on. Raises AccessError: it is taken."""
    _look_at(name)
    other = people.rename(number, name)
    if other is not None:
        raise AccessError(
            409,
            f"Somebody is called {isolated(other.name)} already. Add a letter. Or is that the same "
            "person? The referee's page makes two into one: People.",
        )


def _as(numbers: tuple[int, ...], number: int, into: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(into if one == number else one for one in numbers))


def _without(numbers: tuple[int, ...], these: Collection[int]) -> tuple[int, ...]:
    return tuple(one for one in numbers if one not in these)


def _look_at(name: str, status: int = 409) -> None:
    """Raises AccessError for a name that would be taken for somebody else's part."""
    if any(alike(name, other) for other in NOT_NAMES | robots()):
        raise AccessError(
            status, f"Pages say {isolated(name)} and mean something else. Add a letter."
        )
