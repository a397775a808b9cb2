"""Every moment fits every screen: what robots reach, and the moments between, as measured."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from tests.moments.crawl import (
    ALL,
    REST,
    SEATS,
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
from tests.moments.tables import BETWEEN, looked_at

pytestmark = pytest.mark.long

CHANCES, MANY = 4, 30  # tables of each game that chance chooses, and screens of each


def said(faults: list[Fault]) -> str:
    return "\n".join(map(str, faults))


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
    "first": '<main class="wizard"><p class="step" data-step="0"><b class="button">Who?</b></p>',
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


def test_while_a_dialog_is_open_nothing_else_is_seen(still: Browser) -> None:
    asked = "<dialog open><p>Sure?</p>{}</dialog>"
    behind = "<p style='width: 999px; white-space: nowrap'>Wider than the screen</p>"
    assert "rim" not in measured(still, STYLE + BAD["rim"] + asked.format(""))
    assert "rim" in measured(still, STYLE + behind + asked.format(BAD["rim"]))
    high = "<p class='qr' style='height: 2000px'></p>"
    scrolls = asked.format(high).replace(" open", " open style='height: 200px; overflow: auto'")
    assert "sight" in measured(still, STYLE + scrolls)


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
