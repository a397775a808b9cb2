"""The engines that families carry: SPLASH! in WebKit and in Firefox, beside Chromium, and in one
of some years ago."""

import platform
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.runtime import Companion
from tests.browser.screens import NAME
from tests.engines import firefox, webkit
from tests.engines.hands import PHONE, ChromiumEngine, Engine, Hand
from tests.engines.older import older
from tests.moments.crawl import REST, SEATS, SEED, WAYS, Part, by_chance, crawl, moments, unexcepted
from tests.moments.crawl import Table as Crawled
from tests.moments.drivers import MEASURE
from tests.moments.recorded import MIDDLE, NAMES, SEA, Look, bench, played
from tests.moments.resting import REFEREES, at_rest
from tests.moments.stage import SIZES, stage
from tests.web.house import Phone, begin, leader, on_a_tablet, referee_phone, running, until

SOAKED: Final = pytest.param("chromium", marks=pytest.mark.soak)  # every day sees it elsewhere
ENGINES: Final = ("firefox", "webkit", SOAKED)
OLDER: Final = pytest.param("older", marks=pytest.mark.soak)  # what measures pages is of today
HIDDEN: Final = """() => [...document.querySelectorAll("main button[data-ask]")].filter((one) => {
  if (!one.getClientRects().length) return false;
  one.scrollIntoView({ block: "center" });
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.textContent.trim())"""
PLAY: Final = pytest.mark.parametrize("engine", (*ENGINES, OLDER), indirect=True, scope="module")
TABLET: Final = (1024, 768)
HOME: Final = ".flat-pool .toy[data-state=home]"
FEW: Final = 8  # screens of each table
MACHINE: Final = "127.0.0.1"  # WebKit finds no name that nobody tells it


def started(name: str, folder: Path, request: pytest.FixtureRequest) -> Engine:
    if name == "chromium":
        return ChromiumEngine(request.getfixturevalue("screens"))
    if name == "older":
        if platform.machine() != "x86_64":
            pytest.skip("npm has it for this sort of processor alone")
        kind = request.getfixturevalue("screens").browser_type
        return ChromiumEngine(kind.launch(**older()))
    made: Callable[[Path], Engine] = {"firefox": firefox.Firefox, "webkit": webkit.WebKit}[name]
    program = {"firefox": firefox.PROGRAM, "webkit": webkit.PROGRAM}[name]
    if shutil.which(program) is None and shutil.which("dpkg-query") is None:
        pytest.skip(f"only Debian has a package with {program}")
    return made(folder / name)


@pytest.fixture(scope="module", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    made = started(request.param, tmp_path_factory.mktemp("engine"), request)
    yield made
    made.close()


@dataclass
class Table:
    """A table of three, its referee, and who looks."""

    house: Companion
    referee: Phone
    engine: Engine

    def hand(self, *size: int) -> Hand:
        """A screen that nobody let in yet."""
        host = MACHINE if isinstance(self.engine, webkit.WebKit) else NAME
        base = f"http://{host}:{self.house.address.port}"
        return Hand(self.engine, base, size) if size else Hand(self.engine, base)  # type: ignore[arg-type]

    def seat(self, name: str) -> Hand:
        """A phone comes in by the wall, is let in, and says who it is."""
        self.house.evening.look()  # the door shut when the game began
        phone = self.hand()
        phone.visit("/")
        phone.tap("Take a seat")
        phone.is_at("/join")
        phone.tap("Ask to come in")
        self.let_in()
        phone.is_at("/me")
        phone.tap(name)
        phone.is_at("/seat")
        return phone

    def start_again(self, folder: Path) -> None:
        """The machine stops and starts, at the port that it has from then on."""
        port = self.house.address.port
        self.house.close()
        self.house = running(folder, names=(NAME,), port=port)
        self.referee = referee_phone(self.house)

    def let_in(self) -> None:
        """Whoever asks comes in."""
        (knock,) = until(lambda: self.referee.state()["knocks"], "a knock")
        self.referee.post("/api/let_in", {"knock": knock["id"], "yes": True})

    def state(self) -> Any:
        """What the rules say by now."""
        return self.house.referee.picture.state

    def tap(self, phone: Hand, words: str) -> None:
        """Answer what is asked by now, and go on when it counts."""
        before = self.state()
        until(lambda: self.house.referee.picture.open, "a question")

        def place() -> tuple[float, float] | None:
            """Where it is on a page that nothing comes to meanwhile, such as a hand that left."""
            seq = self.house.referee.picture.version
            phone.knows(seq)
            found = phone.place(words, "button, a[href]")
            return found if self.house.referee.picture.version == seq else None

        phone.tap_at(until(place, words))
        until(lambda: self.state() != before, words)

    def deal(self, phone: Hand) -> None:
        """Whoever has the cards taps, and sees the dolphins wake."""
        self.tap(phone, "Dealt")
        until(lambda: self.state().phase.value == "live", "the round")
        phone.holds("() => document.querySelectorAll('.pool[data-tap] .toy').length > 0")

    def grab(self, phone: Hand, seat: int, pad: int) -> None:
        """A thumb on a dolphin, which is this seat's from then on."""
        phone.knows(self.house.referee.picture.version)
        phone.grab(pad)
        until(lambda: (seat, pad) in self.state().claims, f"{pad} is {seat}'s")

    def has(self, *letters: int) -> None:
        """So many letters each."""
        until(lambda: tuple(self.state().letters) == letters, f"the letters {letters}")

    def undo(self, phone: Hand) -> None:
        """Who told the newest word takes it back."""
        undo = self.house.referee.picture.undo
        assert undo is not None
        phone.knows(self.house.referee.picture.version)
        phone.tap("", f"[data-undo='{undo.seq}']")


@pytest.fixture
def table(engine: Engine, tmp_path: Path, unhurried: None) -> Iterator[Table]:
    house = running(tmp_path, names=(NAME,))
    referee = leader(house, "Ana", "Ben", "Cy")
    made = Table(house, referee, engine)
    yield made
    made.house.close()


@PLAY
def test_a_phone_comes_in_grabs_and_takes_it_back(table: Table) -> None:
    ana = table.seat("Ana")
    table.deal(ana)
    table.grab(ana, 0, 0)
    table.tap(ana, "Good grab")
    table.tap(ana, "Cy")
    table.has(1, 1, 0)
    table.undo(ana)
    table.has(0, 0, 0)
    ana.page.close()


@pytest.mark.soak
@PLAY
def test_two_phones_play_a_whole_game(table: Table) -> None:
    wall = table.hand(1280, 720)
    wall.visit("/")
    ana, ben = table.seat("Ana"), table.seat("Ben")
    for letters in range(1, 7):
        table.deal(ana)
        wall.sees("PASS")
        table.grab(ana, 0, 0)
        table.grab(ben, 1, 1)
        table.has(letters, letters, 0)
        if letters == 2:
            table.undo(ben)
            until(lambda: table.state().phase.value != "scored", "a word taken back")
            table.tap(ben, "Say again")
            table.has(letters, letters, 0)
        if table.state().phase.value == "bonus":
            table.referee.answer("none")
    wall.sees("over")


@pytest.mark.soak
@PLAY
def test_a_phone_that_was_stale_comes_back_and_is_heard(table: Table, tmp_path: Path) -> None:
    table.start_again(tmp_path)
    ana = table.seat("Ana")
    ana.tap("Sound is off")
    ana.sees("Sound is on")
    table.house.close()
    ana.sees("No connection for")
    table.start_again(tmp_path)
    ana.sees("live")
    ana.visit("/history")
    ana.page.back()
    ana.is_at("/seat")
    if not isinstance(table.engine, firefox.Firefox):  # where no loudspeaker is, its sound waits
        ana.page.tap((200, 2))  # what sounded before sounds again, at the latest from a tap on
        ana.sees("Sound is on")
    table.tap(ana, "Dealt")


@pytest.mark.soak
@PLAY
def test_fingers_on_the_tablet_in_the_middle_are_felt_in_order(
    engine: Engine, tmp_path: Path, unhurried: None
) -> None:
    house = on_a_tablet(tmp_path, names=(NAME,))
    table = Table(house, referee_phone(house), engine)
    try:
        glass = table.hand(*TABLET)
        glass.visit("/tabletop")
        glass.tap("Yes, draw them here")
        table.let_in()
        glass.holds(f"() => document.querySelectorAll({HOME!r}).length")
        begin(table.referee, "Ana", "Ben", "Cy", "Dee")
        table.referee.answer("start", "deal")
        until(lambda: table.referee.phase() == "live", "the round")
        glass.holds(
            "() => document.querySelectorAll('.flat-pool .toy[data-state=home]').length === 3"
        )
        glass.grab(2)
        glass.grab(0)
        felt = until(lambda: _order(table), "two touches")
        assert felt == [2, 0]
    finally:
        house.close()


def _order(table: Table) -> list[int]:
    order = table.referee.state()["view"]["order"]
    return [touch["pad"] for touch in order] if len(order) == 2 else []


DRAWN: Final = """<style>
body { margin: 0; font: 20px/24px sans-serif } div, p { position: absolute; margin: 0; left: 99px }
svg { overflow: visible; pointer-events: none }
</style><svg width="0" height="0"><symbol id="fin" viewBox="0 0 400 200"><path d="M0 0h400v200z"/>
</symbol></svg><p style="top: %spx">Ana</p><div><svg width="200" height="200" viewBox="0 0 200 200">
<use href="#fin" y="%s" width="200" height="100" transform="rotate(%s 100 50)"/></svg></div>"""


# Two lines of letters, each with an edge so wide that it reaches to the other.
EDGED: Final = """<svg width="300" height="100" font-size="20" style="paint-order: stroke"
  stroke="#eee" stroke-width="14"><text y="30">Upper</text><text y="52">Lower</text></svg>"""


def test_a_picture_is_where_its_ink_is(engine: Engine) -> None:
    """Firefox holds what is used to be smaller, or larger, what is turned to be elsewhere, and
    letters to be as large as the edge around them."""
    page = engine.phone()
    page.open("about:blank")
    found = []
    for turned, below in ((0, 105), (45, 165)):
        for y in (0, 40):
            page.run("(html) => { document.body.innerHTML = html; }", DRAWN % (below, y, turned))
            found.append("picture" in {one["rule"] for one in page.run(MEASURE, {})})
    page.run("(html) => { document.body.innerHTML = html; }", EDGED)
    overs = [one for one in page.run(MEASURE, {}) if one["rule"] == "over"]
    page.close()
    assert found == [False, True] * 2
    assert not overs


ROOM: Final = {"firefox": SIZES, "webkit": SIZES[1:]}  # no window of WebKit's is narrower
MOMENTS: Final = (
    Crawled("rest", 8, 9), Crawled("dolphin_splash", 6, 20), Crawled("twisted_fish", 4, 9),
    Crawled("split", 6, 9), Crawled("animal_splash", 5, 9), Crawled("party_splash", 8, 20),
    Crawled("twisted_fish", 4, 20, script="pictures"),
    Crawled("twisted_fish", 3, 20, "scorecard", 9490, "pictures"),
)  # fmt: skip
# WebKit breaks a line between no two pictures of a name where it breaks none between letters.
LATE: Final = Part(sizes=[(390, 844)], at="late joiner", page="/")


@pytest.mark.soak
@pytest.mark.parametrize("at", MOMENTS, ids=str)
def test_some_moments_fit_in_other_engines(engine: Engine, at: Crawled, tmp_path: Path) -> None:
    name = type(engine).__name__.lower()
    if name not in ROOM:
        return  # Chromium crawls all of them: tests/moments
    found = unexcepted(crawl(engine.phone(), tmp_path, at, Part(FEW, ROOM[name]), LATE))
    assert not found, "\n".join(map(str, found))


@pytest.mark.soak
@pytest.mark.parametrize("kind", (REST, *SEATS))
def test_moments_that_chance_chooses_fit_in_other_engines(
    engine: Engine, kind: str, tmp_path: Path
) -> None:
    name = type(engine).__name__.lower()
    if name not in ROOM:
        return
    at = by_chance(kind, random.randrange(10_000))  # by the run's own --randomly-seed
    if at.script in ("unspaced", "world"):
        at = replace(at, script="")  # a box has the height of the font that has its letters there
    found = unexcepted(crawl(engine.phone(), tmp_path, at, Part(2 * FEW, ROOM[name])))
    assert not found, f"Add it to MOMENTS: {at!r}\n" + "\n".join(map(str, found))


def test_an_ipad_that_lies_on_its_long_side_is_whole(engine: Engine, tmp_path: Path) -> None:
    """Letters that run down a button are drawn by each engine in its own way."""
    if not isinstance(engine, webkit.WebKit):
        return
    undone = Part(sizes=[TABLET], at="undone", page="/tabletop")
    found = unexcepted(crawl(engine.phone(), tmp_path, Crawled("party_splash", 8, 20), undone))
    assert not found, "\n".join(map(str, found))


@pytest.mark.soak
def test_what_is_heard_lies_below_a_name(engine: Engine, tmp_path: Path) -> None:
    """In WebKit the button for sound had three lines, and the name beside it lay lower."""
    drawn = Part(sizes=[PHONE], at="7 draw draw", page="/seat")
    at = Crawled("party_splash", 7, 3, seed=160, script="pictures")
    found = unexcepted(crawl(engine.phone(), tmp_path, at, drawn))
    assert not found, "\n".join(map(str, found))


@pytest.mark.soak
@pytest.mark.parametrize("at", MOMENTS, ids=str)
def test_every_moment_fits_an_ipad(engine: Engine, at: Crawled, tmp_path: Path) -> None:
    if not isinstance(engine, webkit.WebKit):
        return
    found = unexcepted(crawl(engine.phone(), tmp_path, at, Part(sizes=[TABLET], page="/tabletop")))
    assert not found, "\n".join(map(str, found))


LYING: Final = ((667, 375), (390, 844))  # and then upright


@pytest.mark.soak
def test_a_phone_that_is_turned_upright_is_whole(engine: Engine, tmp_path: Path) -> None:
    """WebKit keeps the height of a grid in a grid as it was while the phone lay."""
    if not isinstance(engine, webkit.WebKit):
        return
    over = Crawled("party_splash", 8, 9)
    page = engine.phone()
    with bench(tmp_path, NAMES[over.letters]) as made, stage(page, made.app) as shown:
        (again,) = (one for one in moments(made, over) if one.name.endswith("over, and again"))
        page.resize(*LYING[0])
        shown.show(made.draw(again, again.looks[0]))
        found = list(shown.look(LYING, again.names, ("light",), state=""))
    assert not found, "\n".join(map(str, found))


PLACES: Final = """() => [...document.querySelectorAll("body *")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [one.tagName, one.className.toString(), left, top, right, bottom].join(" ");
})"""


@pytest.mark.soak
def test_a_phone_that_is_turned_wears_what_it_would_have_begun_with(
    engine: Engine, tmp_path: Path
) -> None:
    """WebKit asks its media queries anew, and then styles nothing by them; what has more lines now
    is as high to it as it was."""
    if not isinstance(engine, webkit.WebKit):
        return
    page = engine.phone()
    turned, begun = [], []
    with bench(tmp_path, NAMES[9]) as made, stage(page, made.app) as shown:
        names = (*NAMES[9][:-1], 2 * SEA)  # WebKit parts no name of pictures where it need not
        lobby = next(one for one in at_rest(names) if one.name == "lobby")
        how = WAYS["animal_splash"]["light"]
        start = next(
            one for one in played(made, "animal_splash", 2, SEED, **how) if "start" in one.name
        )
        for places, sizes in ((turned, LYING), (begun, LYING[1:])):
            for at, look in ((lobby, REFEREES), (lobby, MIDDLE), (start, Look("/seat", "seat:0"))):
                page.resize(*sizes[0])
                shown.show(made.draw(at, look))
                page.resize(*sizes[-1])
                places += [f"{look} {place}" for place in page.run(PLACES)]
                assert page.run("() => document.documentElement.scrollWidth") == LYING[1][0], look
    assert turned == begun


@pytest.mark.parametrize(
    "kind", ("dolphin_splash", pytest.param("twisted_fish", marks=pytest.mark.soak))
)
def test_a_win_is_a_picture_above_its_words(engine: Engine, kind: str, tmp_path: Path) -> None:
    """WebKit holds a share of a grid's row to be one of the whole grid: words lay on the fish."""
    if not isinstance(engine, webkit.WebKit):
        return
    with bench(tmp_path, NAMES[3]) as made, stage(engine.phone(), made.app) as shown:
        over = next(one for one in played(made, kind, 3, SEED) if one.picture.view.over)
        shown.show(made.draw(over, over.looks[0]))
        found = list(shown.look([TABLET, (1920, 1080)], over.names, ("dark",), state=""))
    assert not found, "\n".join(map(str, found))


@pytest.mark.soak
@pytest.mark.parametrize("engine", [OLDER], indirect=True, scope="module")
@pytest.mark.parametrize("kind", GAMES)
def test_in_an_older_engine_no_answer_lies_under_what_stays(
    engine: Engine, kind: str, tmp_path: Path
) -> None:
    page = engine.phone()
    with bench(tmp_path, NAMES[9]) as made, stage(page, made.app) as shown:
        page.resize(*PHONE)
        for moment in played(made, kind, SEATS[kind][-1], SEED):
            for look in (one for one in moment.looks if one.path in ("/referee", "/seat")):
                shown.show(made.draw(moment, look))
                assert page.run(HIDDEN) == [], f"{moment.name} {look}"
