"""Every moment fits every screen: what robots reach, and the moments between, as measured."""

import random
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from tests.moments.crawl import (
    ALL,
    APART,
    PHONES,
    REST,
    SEATS,
    TOLD,
    Part,
    Table,
    by_chance,
    crawl,
    moments,
    unexcepted,
)
from tests.moments.drivers import MEASURE, Still
from tests.moments.excepted import EXCEPTED, MOST
from tests.moments.isolated import exposed
from tests.moments.recorded import bench
from tests.moments.stage import SIZES, Fault

pytestmark = pytest.mark.long

FEW, FEW_BETWEEN = 4, 2  # screens of each table in `make test`, and of sizes between
FEW_RETOLD = 2
CHANCES, MANY = 4, 30  # tables of each game that chance chooses, and screens of each
# As many phones are, and small tablets.
BETWEEN = ((360, 640), (375, 667), (412, 915), (667, 375), (568, 320), (1024, 600))
SAMPLE = (
    Table(REST, 8, 9), Table("dolphin_splash", 6, 9), Table("dolphin_splash", 5, 20, PHONES),
    Table("dolphin_splash", 4, 9, APART), Table("twisted_fish", 4, 9),
    Table("twisted_fish", 4, 20, "scorecard"), Table("split", 6, 20),
    Table("animal_splash", 5, 9), Table("animal_splash", 4, 9, "own"),
    Table("party_splash", 8, 20),
)  # fmt: skip
# Told late, wrong and put right: one of each game, and fewer of its screens.
RETOLD = (
    Table("dolphin_splash", 6, 9, TOLD), Table("twisted_fish", 4, 9, TOLD),
    Table("split", 6, 9, TOLD), Table("animal_splash", 5, 9, TOLD),
    Table("party_splash", 4, 9, TOLD),
)  # fmt: skip
calm = partial(Part, state="")  # while all is well: nothing is stale, told or heard
READ = Part(60, sizes=())  # each name keeps its direction to itself, on more pages
FIGURES = Part(FEW, at=" figures")
# Of all others the soak has it. The pool's light reaches over what stands above it, on a phone
# that shows the wall. A wall of 16:10 has the smallest names in its photo finish. Three on one
# side of a low tablet have the least room for their letters; the largest table has small words.
MORE = {
    SAMPLE[0]: (
        READ,
        calm(sizes=((320, 568),), at="house"),
        calm(sizes=BETWEEN, at="good night after 0", page="/"),
        Part(sizes=((1280, 720),), at="good night after 12", page="/"),  # without a connection, too
        calm(sizes=((568, 320),), at="nobody yet", page="/new"),  # for whom each game is
    ),
    SAMPLE[1]: (
        READ,
        calm(sizes=((1680, 1050),), at="overtime scored finish deal full", page="/"),
        calm(sizes=((1024, 600), (3840, 2160)), at="reset reset full", page="/tabletop"),
    ),
    SAMPLE[3]: (
        calm(sizes=((1280, 720),), at="overtime holders finish holders 1 lie", page="/seat"),
    ),
    SAMPLE[-2]: (READ,),
    SAMPLE[-1]: (FIGURES,),
}


def said(faults: list[Fault]) -> str:
    return "\n".join(map(str, faults))


LARGE = (300, 649)  # a phone of 390 px whose letters are larger by a third
TWICE = (195, 422)  # and the same phone with letters of twice their size
SMALL_GRID = Table("animal_splash", 4, 9, seed=403)
LETTERS = (
    (Table("dolphin_splash", 6, 9), calm(sizes=[LARGE], at="waiting deal", page="/referee")),
    (Table("twisted_fish", 6, 9), calm(sizes=[LARGE], at="6 turn whopper,ask", page="/referee")),
    (Table("twisted_fish", 6, 9), calm(sizes=[LARGE], at="6 turn whopper,ask", page="/seat")),
    (Table("party_splash", 8, 9), calm(sizes=[LARGE], at="ball ball", page="/seat")),
    (Table(REST, 8, 9), calm(sizes=[TWICE], at="nobody yet", page="/new")),
    (Table(REST, 8, 9), calm(sizes=[TWICE], at="nobody yet", page="/join")),
    (Table(REST, 8, 9), calm(sizes=[TWICE], at="lobby", page="/me")),
    (Table("twisted_fish", 4, 9), calm(sizes=[TWICE], at="turn ask", page="/seat")),
    (Table("split", 3, 9, seed=101), calm(sizes=[TWICE], at="claim claim", page="/seat")),
    (Table("party_splash", 5, 9), calm(sizes=[TWICE], at="play turn", page="/seat")),
    (Table("party_splash", 5, 9), calm(sizes=[TWICE], at="waiting attendee", page="/seat")),
    (Table("party_splash", 5, 9), calm(sizes=[(844, 390)], at="a late joiner", page="/seat")),
    (  # a child's board on tablets that are nearly square
        Table("split", 2, 9, "packs", 7404, "pictures"),
        calm(sizes=[(1024, 768), (1366, 1024)], at="chip chip full", page="/seat"),
    ),
    (Table("party_splash", 6, 9, seed=405), calm(sizes=[TWICE], at="waiting deal", page="/seat")),
    *(
        (SMALL_GRID, calm(sizes=[TWICE], at=at, page="/seat", only=("broken", "box", "cut")))
        for at in ("act act", "move", "4 over")  # divers' spots and what they cost; who has won
    ),
    *(
        (Table("animal_splash", 5, 9), calm(sizes=[TWICE], at=at, page="/seat", only=("broken",)))
        for at in ("starting start", "act act", "vote vote")
    ),
)
# Small phones on their sides, and the narrowest: what was once cut, covered or below the screen.
ASIDE, LOW = (568, 320), (667, 375)
LOW_ONES = (ASIDE, LOW, (844, 390), (960, 540), (1024, 600))
BROAD = Table("animal_splash", 3, 9, seed=34369, script="broad")
LONG = Table("animal_splash", 3, 20, script="latin")
LATIN_TWO = Table("split", 2, 20, "light", 52004, "latin")
LATIN_FIVE = Table("party_splash", 5, 9, seed=52003, script="latin")
PICTURES_SIX = Table("split", 6, 9, seed=52005, script="pictures")
PICTURES = Table("party_splash", 8, 9, script="pictures")
UNSPACED = Table("party_splash", 8, 20, script="unspaced")
UP_AND_DOWN = Table("party_splash", 8, 20, TOLD, 8)
PARTY_OF_EIGHT = Table("party_splash", 8, 20, seed=38)
BY_CARD = Table("twisted_fish", 6, 20, "scorecard", 32)
DRAWN_BACK = Table("twisted_fish", 5, 20, TOLD, 8)
CROWDED = (
    (Table("dolphin_splash", 6, 20, APART), calm(sizes=[ASIDE], at="contest", page="/seat")),
    (Table("dolphin_splash", 3, 9, APART), calm(sizes=[ASIDE], at="contest", page="/seat")),
    (Table("dolphin_splash", 3, 9, APART), calm(sizes=[ASIDE], at="holders 2 lie 1", page="/")),
    (Table("dolphin_splash", 4, 9, APART), calm(sizes=[(320, 568)], at="4 live", page="/tabletop")),
    (Table("dolphin_splash", 6, 9, script="latin"), calm(sizes=[ASIDE], at="pages beside")),
    (Table("dolphin_splash", 6, 9), calm(sizes=[ASIDE], at="waiting deal", page="/tabletop")),
    (Table("animal_splash", 5, 9, script="latin"), calm(sizes=[ASIDE], at="pages beside")),
    (BROAD, calm(sizes=[LOW], at="starting", page="/referee")),
    (LONG, calm(sizes=[(390, 844)], at="vote", page="/referee")),
    (PICTURES, calm(sizes=[(375, 667), (320, 568)], at="shot shot full", page="/seat")),
    (SAMPLE[-1], calm(sizes=[ASIDE], at="waiting attendee full", page="/referee")),
    (SAMPLE[-1], calm(sizes=[ASIDE], at="just undone", page="/referee")),
    (SAMPLE[-1], calm(sizes=[(1024, 600)], at="play turn full", page="/tabletop")),
    (UP_AND_DOWN, calm(sizes=[(320, 568)], at="up and down knock full", page="/referee")),
    (UP_AND_DOWN, calm(sizes=[(375, 667)], at="over knock full", page="/seat")),
    (DRAWN_BACK, Part(sizes=[LOW], at="taken back misheard", page="/referee", state="told")),
    (RETOLD[3], calm(sizes=[(1280, 720)], at="act act", page="/")),  # five rows of cards
    (RETOLD[0], calm(sizes=[*LOW_ONES, (320, 568)], at="live misheard")),  # what is not back yet
    (RETOLD[0], calm(sizes=[(390, 844)], at="reset reset")),
    (Table("split", 4, 9, seed=7), calm(sizes=[LOW], at="turned,turn", page="/seat")),
    # a small child's board: a chip to take and what tells it, where the screen is low
    *(
        (Table("split", 6, 20), calm(sizes=[ASIDE, (844, 390), (960, 540)], at=at, page="/seat"))
        for at in (" remove", " chip")
    ),
    (  # under a name of pictures, and as a card is turned up late
        Table("split", 3, 20, seed=304, script="pictures"),
        calm(sizes=[ASIDE, LOW], at="remove", page="/seat"),
    ),
    (
        Table("split", 4, 20, TOLD, 305, "broad"),
        calm(sizes=[ASIDE], at="turned,chip", page="/seat"),
    ),
    (
        Table("twisted_fish", 4, 20, seed=12),
        Part(sizes=[(1024, 600)], at="asked answer", page="/seat", state="stale"),
    ),
    (Table("twisted_fish", 6, 20, seed=33), calm(sizes=[(1024, 600)], at="fishing,ask", page="/")),
    *((BY_CARD, calm(sizes=[ASIDE, LOW], at=at, page="/referee")) for at in ("tally", "6 over")),
    (PARTY_OF_EIGHT, calm(sizes=[ASIDE, LOW, (844, 390)], at="8 over", page="/referee")),
    (  # in a small tablet's browser
        Table("twisted_fish", 6, 20, seed=202),
        Part(sizes=[(1024, 600), (960, 540)], at="asked answer", page="/seat", state="stale"),
    ),
    (
        Table("twisted_fish", 3, 20, TOLD, 5),
        Part(sizes=[ASIDE], at="asked answer misheard", page="/seat", state="stale"),
    ),
    (  # five long names on one button
        Table("dolphin_splash", 6, 20, TOLD, 12),
        calm(sizes=[ASIDE, (390, 844)], at="claimed knock full", page="/referee"),
    ),
    (  # two figures on a small spot
        Table("animal_splash", 4, 9, seed=7039, script="unspaced"),
        calm(sizes=[(390, 844), LOW], at="move dive", page="/seat"),
    ),
    (
        Table("dolphin_splash", 6, 20, TOLD, 4169, "arabic"),
        calm(sizes=[ASIDE], at="waiting deal", page="/tabletop"),
    ),
    (
        Table("dolphin_splash", 6, 20),
        calm(sizes=[(320, 568)], at="reset reset full", page="/tabletop"),
    ),
    (  # a child says late where a card lies; and what was counted is taken back
        Table("animal_splash", 4, 3, TOLD, 3305, "pictures"),
        calm(sizes=[(1024, 600), LOW, (1366, 768)], at="dive taken back full", page="/seat"),
    ),
    (
        Table("twisted_fish", 4, 9, "scorecard", 5799),
        calm(sizes=[(390, 844)], at="just undone", page="/referee"),
    ),
    (  # a robot that only plays along has two marks
        Table("dolphin_splash", 6, 3, PHONES, 2179, "broad"),
        calm(sizes=[(1920, 1080)], at="trouble", page="/"),
    ),
    (  # five of them, and who has won said to both sides
        Table("animal_splash", 5, 20),
        calm(sizes=[(1024, 600), (960, 540), (1024, 768)], at="5 over", page="/tabletop"),
    ),
    (Table("animal_splash", 2, 9), calm(sizes=[ASIDE, LOW, (844, 390)], at="dive full")),
    (Table("animal_splash", 2, 20, "light"), calm(sizes=[(320, 568)], at="start,first")),
    (Table("split", 2, 9), calm(sizes=[(360, 640)], at="a late joiner", page="/me")),
    (UNSPACED, calm(sizes=[(375, 667)], at="pages beside", only=("rim",))),
    (UNSPACED, calm(sizes=[LOW], at="turn", page="/")),  # letters that are higher than others
    (LATIN_FIVE, calm(sizes=[ASIDE], at="5 over", page="/referee")),
    (PICTURES_SIX, calm(sizes=[LOW], at="waiting deal", page="/tabletop")),
    (LATIN_TWO, Part(sizes=[(390, 844)], at="2 turn turn", page="/seat", state="told")),
    (  # the longest names beside what is left to do; five rows' points while the door is open
        Table("split", 4, 20, seed=7660, script="pictures"),
        calm(sizes=[(1920, 1080)], at="turn turn", page="/"),
    ),
    (
        Table("twisted_fish", 5, 20, "scorecard", 5119),
        calm(sizes=[(3840, 2160)], at="a late joiner", page="/"),
    ),
    (
        Table("twisted_fish", 5, 9, seed=2270, script="pictures"),
        calm(sizes=[(390, 844)], at="asked answer full", page="/referee"),
    ),
    (
        Table("party_splash", 8, 20, seed=4697, script="latin"),
        calm(sizes=[(844, 390)], at="waiting attendee", page="/referee"),
    ),
    (Table("dolphin_splash", 3, 20), FIGURES),  # pages of figures, at few
)


def looked_at() -> dict[Table, list[Part]]:
    """The parts of each table that are looked at: so it is played once."""
    parts: dict[Table, list[Part]] = {}
    for table in SAMPLE:
        parts[table] = [Part(FEW), Part(FEW_BETWEEN, BETWEEN), *MORE.get(table, ())]
    for table in RETOLD:
        parts[table] = [Part(FEW_RETOLD), Part(FEW_RETOLD, BETWEEN)]
    for table, part in (*LETTERS, *CROWDED):
        parts.setdefault(table, []).append(part)
    return parts


@pytest.mark.parametrize("table", looked_at(), ids=str)
def test_some_moments_fit_their_screens(still: Browser, table: Table, tmp_path: Path) -> None:
    """And letters that are larger, and what is long on small phones, have room."""
    found = unexcepted(crawl(Still(still), tmp_path, table, *looked_at()[table]))
    assert not found, said(found)


EXPOSED = (
    "<p>ليا, نور and Ben</p>",
    "<p>Ben, <span>ليا</span>: 3 letters</p>",
    '<p class="fits">ليا has won</p>',
    '<img alt="Ana 3, ليا 2">',
)
ISOLATED = (
    "<p>\u2068ليا\u2069, \u2068نور\u2069 and Ben</p>",
    "<p>Ben, <bdi>ليا</bdi>: 3 letters</p>",
    '<p>Won: <span class="name fits ems-2" title="ليا نور">ليا نور</span></p>',
    '<img alt="Ana 3, \u2068ليا\u2069 2"><input value="ليا 3"><script>"ليا, 3"</script>',
    "<h1>ليا نور</h1>",
)


@pytest.mark.parametrize("html", EXPOSED)
def test_a_name_among_words_is_found(html: str) -> None:
    assert len(list(exposed(html))) == 1


@pytest.mark.parametrize("html", ISOLATED)
def test_a_name_that_is_isolated_is_not(html: str) -> None:
    assert list(exposed(html)) == []


@pytest.mark.soak
@pytest.mark.parametrize("table", ALL, ids=str)
def test_all_moments_fit_the_phones_between(still: Browser, table: Table, tmp_path: Path) -> None:
    found = unexcepted(crawl(Still(still), tmp_path, table, Part(sizes=BETWEEN)))
    assert not found, said(found)


@pytest.mark.soak
@pytest.mark.parametrize("table", ALL, ids=str)
def test_all_moments_fit_all_screens(still: Browser, table: Table, tmp_path: Path) -> None:
    found = unexcepted(crawl(Still(still), tmp_path, table, Part()))
    assert not found, said(found)


@pytest.mark.soak
@pytest.mark.parametrize("nth", range(CHANCES))
@pytest.mark.parametrize("kind", (REST, *SEATS))
def test_moments_that_chance_chooses_fit(
    still: Browser, kind: str, nth: int, tmp_path: Path
) -> None:
    table = by_chance(kind, random.randrange(10_000))  # by the run's own --randomly-seed
    part = Part(MANY, (*SIZES, *BETWEEN))
    found = unexcepted(crawl(Still(still), tmp_path, table, part))
    assert not found, f"Add it to FOUND in crawl.py: {table!r}\n{said(found)}"


def test_every_game_is_looked_at_with_least_and_most_people() -> None:
    assert set(SEATS) == set(GAMES)
    for kind, seats in SEATS.items():
        assert (seats[0], seats[-1]) == (min(GAMES[kind].seats), max(GAMES[kind].seats))


# What shows no page, or leads to another one.
NO_PAGES = {
    "/favicon.ico", "/machine/report.zip", "/poster.svg", "/results.csv", "/results.json", "/rules",
    "/sheets/<kind>/<name>.pdf", "/sheets/<kind>/<name>/<int:side>.svg", "/static/<path:filename>",
}  # fmt: skip


def test_every_page_is_looked_at(tmp_path: Path) -> None:
    seen = set()
    for table in (Table(REST, 8, 9), Table("split", 2, 9, "light"), Table("animal_splash", 2, 9)):
        with bench(tmp_path / str(table), table.people) as made:
            urls = made.app.url_map
            for look in {look for moment in moments(made, table) for look in moment.looks}:
                if not look.closed:
                    seen.add(urls.bind("splash").match(look.path, return_rule=True)[0].rule)
    rules = {rule.rule for rule in urls.iter_rules() if "GET" in (rule.methods or ())}
    assert seen == {rule for rule in rules if not rule.startswith("/api/")} - NO_PAGES


def test_what_is_excepted_only_ever_gets_less() -> None:
    assert len(EXCEPTED) <= MOST
    assert all(known.why for known in EXCEPTED)


@pytest.mark.soak
def test_what_is_excepted_is_still_there(still: Browser, tmp_path: Path) -> None:
    chip = Part(sizes=[PHONE], at="chip")
    found = list(crawl(Still(still), tmp_path, Table("split", 2, 3), chip))
    assert [known.rule for known in EXCEPTED if not any(map(known.covers, found))] == []


# A page with one fault each, and the rule that finds it.
PHONE = (390, 844)
BAD = {
    "over": '<p class="o">Spy</p><p class="o" style="top: 22px">Two</p>',
    "box": '<div class="b"><p>Longer than its box is wide, by a good deal</p></div>',
    "flush": '<svg><g><rect rx="9" width="99" height="60"/><text y="12">Spy</text></g></svg>',
    "rim": '<button style="padding: 0">Chance</button>',
    "touches": '<svg><symbol id="s"><circle r="9" cy="9"/></symbol><g><rect rx="9" width="99"'
    ' height="99"/><text x="9" y="50" font-size="30">J</text><use href="#s" x="9" y="45"/>',
    "stacked": '<button>Yes</button><br><button style="margin-top: -9px">No</button>',
    "screen": '<p class="w">Wider than the screen</p>',
    "picture": '<p>Words</p><svg class="p" width="40" height="40"><circle r="40"/></svg>',
    "under": '<p class="u">Hidden</p><div class="lid"></div>',
    "name": '<div class="n"><b>Ana Marie</b></div>',
    "broken": '<p class="k">Some words and Charlotte</p>',
    "unit": '<p style="width: 30px">187 ms</p>',
    "fact": '<p class="line" style="width: 120px">round 1 · five dolphins</p>',
    "turned": "<p>ليا: 3 letters</p>",
    "cut": '<main class="row z"><b class="fits ems-9">Longer than its part</b></main>',
    "ends": "<svg><text y='20'><title>Charlotte</title>Charl…</text></svg>",
    "begins": '<p class="z"><b class="fits">ليا نور هدى ريم سعد</b></p>',
    "tiny": '<p><b class="broad" style="font-size: 8px">🐬🦈🐙</b></p>',
    "row": '<div class="row r"><i></i></div>',
    "sticks": '<div class="wall z"><ul class="rows"><li class="row" style="height: 20px">'
    '<b class="name" style="height: 50px">Ana</b></li></ul></div>',
    "target": "<button>x</button>",
    "squeezed": '<svg width="300"><text y="20" textLength="30">Bartholomew</text></svg>',
    "gone": '<svg role="img" style="position: absolute; height: 0"></svg>',
    "unset": '<svg><symbol id="i"><path class="wax" d="M0 0h9"/></symbol><use href="#i"/></svg>',
    "contradicts": "<h1>3 dolphins</h1><h2>2 dolphins</h2>",
    "contrast": '<p class="c">Pale</p>',
    "alike": '<main id="live"><button data-ask="1">Give</button><button data-ask="2">Give</button>',
    "hand": '<p style="height: 999px"></p><div class="at-hand"><p>Undo</p></div>',
    "people": '<main class="referee"><p style="height: 999px"></p><ul class="rows">'
    '<li class="row">Ana</li></ul><div class="at-hand"></div></main>',
    "score": '<main class="referee"><ul class="rows"><li class="row">Ana'
    '<b class="brief" hidden>3</b></li></ul><div class="at-hand"></div></main>',
    "wider": '<p><svg width="40" height="40"></svg><b data-within=".4">twelve</b></p>',
    "answer": '<div class="child"><div class="card"><p style="height: 999px"></p><button>'
    "Yes</button></div></div>",
    "forms": '<div class="question"><fieldset>Ana</fieldset><fieldset>Ben <button data-confirm>'
    "Done</button></fieldset></div>",
    "counter": '<main><b class="question"><b class="buttons"><b class="picks">'
    '<b class="counter">3</b></b></b></b><div class="at-hand t">Undo</div></main>',
    "hole": '<main class="at-hand"><div class="drawers"><details style="width: 60px"></details>',
    "next": '<main class="referee"><b class="hero">Ana</b><b class="at-hand">Undo</b></main>',
    "table": '<main class="column"><p class="table-look"><svg height="999"></svg></p></main>',
    "win": '<div class="wall-grid z"><section class="hero">Ana</section>'
    '<div class="once-more"></div></div>',
    "distant": '<div class="wall-grid z"><svg class="time-line"><text y="9" font-size="9">'
    "Ana</text></svg></div>",
    "twice": '<div class="wall-grid"><p class="line">Charlotte deals</p>'
    "<h2>Charlotte deals four cards</h2></div>",
    "again": '<div class="wall-grid"><p class="line">who comes as whom?</p>'
    '<div class="wall-band"><h2>Who comes as whom?</h2></div></div>',
    "asked": '<div class="wall-grid"><h2>Ben has no match and shows the hand</h2>'
    "<h2 data-asked>Charlotte shows the hand. Is there a match in it?</h2></div>",
    "repeats": '<p class="lead">Ana left.</p><p id="took-back">↶ Ana left.</p>',
    "noted": '<section class="question"><p class="lead">Noted.</p><h2>Who draws?</h2></section>',
    "waits": '<p id="under-review">Ana says wait!</p><button data-ask="1">Good grab</button>',
    "news": '<div class="wall-band"><p class="news">Ana gets a letter.</p><h2>Ben deals</h2></div>',
    "code": '<div class="z"></div><div class="codes"><div class="qr">Scan</div></div>',
    "first": '<main class="wizard"><p class="step"><button class="button">Who?</button></p></main>',
    "readable": '<div class="top-pool"><svg><text class="d-name" y="9" font-size="8">Ana</text>',
    "last": '<main class="column"><p class="question"><b class="ends">Done</b>'
    '<button class="button">Play</button></p></main>',
    "uneven": '<div class="boxes"><b class="g">S</b><b>P</b></div>',
    "hint": '<input placeholder="A long word" style="width: 40px">',
    "lid": '<main class="column"><p class="s"></p><button>Open</button><p class="s"></p></main>',
    "covers": '<p>Below</p><div class="toast t">Said</div>',
}
STYLE = """<style>
p { margin: 0; font: 16px/20px sans-serif }
.o { position: absolute; left: 9px; top: 9px }
.b { width: 60px; overflow: hidden; white-space: nowrap }
.w { width: 999px; white-space: nowrap; margin-left: 350px }
.p { position: absolute; left: 9px; top: 9px; pointer-events: none }
.lid { position: absolute; inset: 0; background: #fff }
.n { width: 40px; overflow-wrap: anywhere }
.k { width: 150px; word-break: break-all }
.r { width: 90px }
.z b { display: block; width: 40px; overflow: hidden; white-space: nowrap }
body:has(.z) { overflow: hidden }
.r i { display: block; width: 200px; height: 9px }
.boxes b { display: inline-block; width: 20px }
.boxes .g { width: 40px }
.c { color: #999 }
.t { position: fixed; left: 0; top: 0 }
.s { position: sticky; top: 0; height: 800px }
.wax { stroke: var(--wax) }
button { width: 30px; height: 30px }
</style>"""


def measured(
    still: Browser, html: str, *names: str, size: tuple[int, int] = PHONE, of: str = ""
) -> list[str]:
    """The rules that this breaks by itself, on a screen of this size; `of`: on which page."""
    page = Still(still)
    page.open("about:blank")
    page.resize(*size)
    page.run("(html) => { document.body.innerHTML = html; }", html)
    if of:
        page.run("(of) => { document.documentElement.dataset.page = of; }", of)
    found = page.run(MEASURE, {"names": [*names]})
    page.close()
    return [one["rule"] for one in found]


@pytest.mark.parametrize("rule", BAD)
def test_each_rule_finds_its_fault(still: Browser, rule: str) -> None:
    assert rule in measured(still, STYLE + BAD[rule], "Charlotte", "Ana Marie", "ليا")


@pytest.mark.parametrize("said", ["12 pF", "95 %", "3.4 MB", "8 years", "11 taps", "5 minutes"])
def test_every_unit_is_one(still: Browser, said: str) -> None:
    page = Still(still)
    page.open("about:blank")
    for words, parted in ((said, ["unit"]), (said.replace(" ", "\u00a0"), [])):
        page.run("(html) => { document.body.innerHTML = html; }", f'<p style="width: 9px">{words}')
        found = page.run(MEASURE, {"names": []})
        assert [one["rule"] for one in found if one["rule"] == "unit"] == parted, found
    page.close()


@pytest.mark.parametrize(("kind", "rules"), [("name fits", []), ("points", ["sticks"])])
def test_room_around_a_name_may_stick_out_of_its_row_and_no_frame(
    still: Browser, kind: str, rules: list[str]
) -> None:
    part = f'<b class="{kind}" style="display: block; margin: -9px 0; padding: 9px 0">Ana</b>'
    row = f'<li class="row" style="display: flow-root">{part}</li>'
    found = measured(still, f'{STYLE}<div class="wall z"><ul class="rows">{row}</ul></div>')
    assert [one for one in found if one == "sticks"] == rules


def test_what_is_asked_back_is_not_taken(still: Browser) -> None:
    for noted, rules in (("taken", ["contradicts"]), ("put it back", [])):
        drawn = f'<svg><text class="d-note" y="20">{noted}</text></svg>'
        found = measured(still, f"<h1>Not back in the middle yet: Red.</h1>{drawn}")
        assert [one for one in found if one == "contradicts"] == rules


def test_a_button_that_is_narrower_than_its_row_breaks_no_name(still: Browser) -> None:
    pair = '<div style="display: flex"><p class="button n">Yes: Charlotte</p><p>No</p></div>'
    assert measured(still, STYLE + pair, "Charlotte") == ["rim", "broken"]


def test_a_name_whose_end_is_cut_is_on_one_line_on_its_side_too(still: Browser) -> None:
    cut = f"<b class='fits' style='text-overflow: ellipsis; line-height: 3'>{20 * 'W'}</b>"
    turned = f"<div class='z' style='rotate: -90deg; margin: 200px 0'>{cut}</div>"
    assert "broken" not in measured(still, STYLE + turned, 20 * "W")


def test_a_phone_s_column_on_a_television_is_found(still: Browser) -> None:
    column = '<main style="width: 40rem"></main>'
    assert measured(still, column, size=(1920, 1080), of="history") == ["narrow", "narrow"]
