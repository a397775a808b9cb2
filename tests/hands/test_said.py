"""What phones that hold hands say of a round, at each of its moments: no wall has to hang there."""

import re
from html import unescape
from pathlib import Path
from random import Random

from flask.testing import FlaskClient

from companion.games.dolphin_splash import hands as rules
from companion.names import unmarked
from companion.words import Corrected, Left
from tests.hands.evenings import SLIPS, Rounds
from tests.hands.looking import ORIGIN, Screens
from tests.hands.table import ANA, BEN, CY, Table
from tests.referee.hall import Hall, hall
from tests.web.twins import _let_in

DOLPHIN = re.compile(r'<section class="grab-place.*?</section>', re.DOTALL)
LEAD = re.compile(r'<p class="lead">(.*?)</p>')
TAG = re.compile(r"<[^>]*>")
LIVE = re.compile(r'<main id="live".*</main>', re.DOTALL)
RULE = re.compile(r"(?<=</summary>)\s*<p>[^<]*</p>")  # as it is written for all tables
ALOUD = re.compile(r' aria-label="([^"]*)"')
# What a table has that has cards, or dolphins that somebody touches there.
THERE = re.compile(
    r"shuffl|\bmiddle\b|\bSTART\b|put \w* ?back|back in|dolphins are back|lift|“Dealt”|pads?\b|"
    r"drawer|on the table|\bboard\b|spoon|face down|\bpile\b",
    re.IGNORECASE,
)
COLOUR = re.compile(r"\b(red|blue|green|gold|white)\b", re.IGNORECASE)  # no phone shows one
PADS = re.compile(r'<details class="more" id="pads">.*?</details>', re.DOTALL)  # of this table
HELD = ("live", "grab", "holders", "foul", "reset")
MOMENTS = {"waiting", "live", "grab", "reset", "holders", "scored", "over"}
ROUNDS_MOST = 9
GONE_S = 60.0  # a phone that nobody has heard of for so long


class Reader:
    """Ana's phone and Ben's, who is a small child, at each new picture."""

    def __init__(self, screens: Screens) -> None:
        self._screens, self._seen = screens, -1
        self.phases: set[str] = set()
        self.foul: dict[str, str] = {}
        self.unsaid: list[tuple[str, ...]] = []
        self.misfits: set[str] = set()
        self.listen()

    def listen(self) -> None:
        """At the referee's hub: after a restart that is another one."""
        screens = self._screens
        self._phones = {"Ana": screens.phones["seat"], "Ben": _child(screens)}
        hub = screens.table.referee.hub
        hub._own = (*hub._own, self)  # type: ignore[arg-type]

    def note(self, what: str, text: str) -> None:
        """What Ana's phone was answered."""

    def announce(self, version: int) -> None:
        """There is a new picture."""
        picture = self._screens.table.referee.picture
        if picture.seq == self._seen or picture.game is None:
            return
        self._seen = picture.seq
        self.phases.add(phase := picture.view.phase)
        nobody = self._screens.phones["nobody"]
        said = nobody.get("/api/state").json["headline"]
        self._hold_fit(nobody.get("/").get_data(as_text=True))
        for page in ("/", "/referee"):
            shown = self._screens.phones["referee"].get(page).get_data(as_text=True)
            self._hold_fit(PADS.sub("", shown), COLOUR)
        for seat, (name, phone) in enumerate(self._phones.items()):
            page = phone.get("/seat").get_data(as_text=True)
            self._hold_fit(page)
            words = " ".join(unescape(TAG.sub(" ", "".join(DOLPHIN.findall(page)))).split())
            told = said and (phase != "live" or not said["standing"])
            missing = told and (
                unmarked(said["text"]) not in unmarked(words)
                or said["text"] in LEAD.findall(unescape(page))
            )
            # Nobody has said yet what a grab was.
            if missing or (phase, words) == ("grab", "You have one!"):
                self.unsaid.append((name, phase, said["text"], words))
            # Room is kept for cards where there are some, and for nothing between rounds.
            has_cards = phase in HELD and str(seat) not in picture.view.robots
            if ('class="pocket dealt"' in page) != has_cards:
                self.unsaid.append((name, phase, "cards"))
            if phase == "reset":
                self.foul[name] = words

    def _hold_fit(self, page: str, other: re.Pattern[str] = THERE) -> None:
        """Nothing that is read or heard on it is of another table."""
        live = RULE.sub("", LIVE.findall(page)[0])
        for text in (*TAG.split(live), *ALOUD.findall(live)):
            if other.search(words := unescape(text).strip()):
                self.misfits.add(words)

    def put(self, event: object) -> None:
        """All live screens are told at once."""

    def close(self) -> None:
        """The house closes."""


def _child(screens: Screens) -> FlaskClient:
    """Ben's phone: he is a small child."""
    person = screens.table.referee.picture.names.people[BEN]
    told = {"person": person, "child": True}
    screens.phones["referee"].post("/api/child", json=told, headers=ORIGIN)
    return _let_in(screens.app, screens.access.sessions.invite(person))


def dealt(bench: Hall, **options: bool) -> tuple[Table, tuple[FlaskClient, FlaskClient]]:
    """A table at which cards are dealt, and the phones of Ana and of Ben, who is a child."""
    on = Table(bench, **options)
    screens = Screens(on)
    phones = screens.phones["seat"], _child(screens)
    on.deal()
    return on, phones


def test_each_phone_says_what_came_of_every_grab_as_the_wall_does(tmp_path: Path) -> None:
    """A whole game of nothing but phones; no sentence of it is of cards or of dolphins that lie."""
    with hall(tmp_path) as bench:
        on = Table(bench, people=2, robots=2, way="quick")
        screens = Screens(on)
        reader = Reader(screens)
        reader.announce(0)
        rounds = Rounds(screens, reader, Random(0), (ANA, BEN), SLIPS)  # type: ignore[arg-type]
        for _ in range(ROUNDS_MOST):
            rounds.play()
            if bench.phase == "over":
                break
            lacks = 5 - bench.view.letters[ANA]  # no long game
            if lacks:
                bench.referee.tell("", Corrected(ANA, lacks), "referee")
                bench.wait(500)
        assert not reader.unsaid
        assert sorted(reader.misfits) == []
        assert reader.phases >= MOMENTS
        assert "You get a letter!" in reader.foul["Ana"]
        assert "Too soon!" in reader.foul["Ben"]


def test_who_comes_back_takes_the_hand_from_the_robot_a_child_too(tmp_path: Path) -> None:
    """D-S15: in sight, beside a dolphin that the robot grabs meanwhile."""
    with hall(tmp_path) as bench:
        on = Table(bench)
        screens = Screens(on)
        phones = {ANA: screens.phones["seat"], BEN: _child(screens)}
        on.deal()
        for who, phone in phones.items():
            assert "plays on" not in phone.get("/seat").get_data(as_text=True)
            bench.counts("stand_in", f"seat:{who}")
            on.settle()
            page = phone.get("/seat").get_data(as_text=True)
            name = bench.referee.picture.names.seat(who)  # the referee reads it, too
            assert page.count(f"{name} plays on") == 1 and "I play" not in page
            (dolphin,) = DOLPHIN.findall(page)
            assert 'class="pocket dealt"' not in page, "no cards are here to have room"
            assert "The robot grabs." in dolphin and "disabled" in dolphin.partition(">")[2]
            ask = next(o for o in phone.get("/api/state").json["asks"] if o["topic"] == "play_on")
            told = {"tell": f"b{who}", "ask": ask["id"], "key": "back", "picks": {}}
            assert phone.post("/api/answer", json=told, headers=ORIGIN).json["reply"] == "counts"
            assert "Four of a kind? Grab!" in phone.get("/seat").get_data(as_text=True)


def test_who_may_have_the_last_dolphin_is_offered_no_other_one(tmp_path: Path) -> None:
    """D-Q19: two hands on it were too close to call."""
    with hall(tmp_path) as bench:
        on = Table(bench)
        screens = Screens(on)
        phones = {ANA: screens.phones["seat"], BEN: _child(screens)}
        on.deal()
        while on.until_four() != CY:
            bench.counts("redeal", "redeal")
            on.settle()
        on.mark()
        on.reach(CY, ago_ms=400)
        on.wait(200)
        for who in phones:
            assert on.reach(who, ago_ms=10, doubt_ms=20)
        assert bench.view.contested
        for phone in phones.values():
            (dolphin,) = DOLPHIN.findall(phone.get("/seat").get_data(as_text=True))
            assert "see …" in dolphin and "Ana and Ben were too close to call." in dolphin
            assert "disabled" in dolphin.partition("<svg")[0]


def test_who_gets_nothing_for_a_foul_has_not_touched_for_that(tmp_path: Path) -> None:
    """D-Q9, the house option: a second foul gives nobody a letter."""
    with hall(tmp_path) as bench:
        on, phones = dealt(bench, one_foul_award_per_round=True)
        for letters in (1, 0):
            assert on.reach(CY)
            on.wait(200)
            assert bench.phase == "reset" and bench.view.fresh[ANA] == letters
            for phone in phones:
                (dolphin,) = DOLPHIN.findall(phone.get("/seat").get_data(as_text=True))
                assert "Too soon!" not in dolphin
            on.wait(3000)


def test_nobody_reads_of_a_grab_that_is_over(tmp_path: Path) -> None:
    """A foul that is taken back leaves none from before, and who leaves ends the round."""
    with hall(tmp_path) as bench:
        on, phones = dealt(bench)
        for who in (BEN, ANA):
            on.wait(3000)
            assert on.reach(who)
            on.wait(200)
        assert bench.undo().kind == "counts" and bench.phase == "foul"
        on.settle()
        for phone in phones:
            (dolphin,) = DOLPHIN.findall(phone.get("/seat").get_data(as_text=True))
            assert "Too soon!" not in dolphin and "a letter!" not in dolphin
        bench.referee.tell("", Left(CY), "referee")
        assert bench.phase == "resting"
        for phone in phones:
            page = phone.get("/seat").get_data(as_text=True)
            assert "You have one!" not in page and "a letter!" not in page


def test_after_a_bonus_a_phone_says_too_who_else_got_a_letter(tmp_path: Path) -> None:
    with hall(tmp_path) as bench:
        on, phones = dealt(bench)
        while rules.four(on.cards(on.until_four())) != rules.BONUS_SORT:
            bench.counts("redeal", "redeal")
            on.settle()
        first = on.until_four()
        for who in (first, *(one for one in (ANA, BEN, CY) if one != first)):
            on.reach(who)
            on.wait(500)
        assert bench.view.bonus == first
        both = bench.view.holders
        names = [bench.referee.picture.names.seat(who) for who in both]
        for phone in phones:
            (dolphin,) = DOLPHIN.findall(phone.get("/seat").get_data(as_text=True))
            assert "had all four Splash cards" in dolphin
            assert all(re.search(f"{name}[^.]*get a letter", dolphin) for name in names), dolphin


def test_a_phone_says_below_its_dolphin_for_whom_the_call_waits(tmp_path: Path) -> None:
    """D-S15: every screen does, a child's too; and no dolphin moves away under a thumb."""
    with hall(tmp_path) as bench:
        on, phones = dealt(bench)
        on.now_s += GONE_S
        for who in (ANA, BEN):
            on.hand(who)
        on.settle()
        bench.wait()
        for phone in phones:
            above, _, below = phone.get("/seat").get_data(as_text=True).partition('id="grab"')
            assert "Waiting for" in below and "Waiting for" not in above
