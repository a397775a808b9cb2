"""Axe finds nothing at any moment that robots reach; and what it cannot say of letters over
gradients, pictures and in drawings our own pixels say.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.looks import THEMES, findings_by_day_and_dusk, wear
from tests.moments.crawl import REST, SEATS, Table, moments
from tests.moments.drivers import Chromium
from tests.moments.pixels import pale
from tests.moments.recorded import bench
from tests.moments.stage import stage

PHONE, TV = (390, 844), (1920, 1080)
HIGH = "() => Math.max(844, document.documentElement.scrollHeight)"
TABLES = (
    Table(REST, 8, 9),
    *(Table(kind, seats[-1], 9) for kind, seats in SEATS.items()),
)


@pytest.mark.soak
@pytest.mark.timeout(1800)  # six hundred screens, each by day and at dusk
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_moment_is_clean(screens: Browser, table: Table, tmp_path: Path) -> None:
    page = Chromium(screens)
    found: dict[str, str] = {}
    with bench(tmp_path, table.people) as made, stage(page, made.app) as shown:
        for moment in moments(made, table):
            for look in moment.looks:
                page.resize(*(TV if look.path == "/" else PHONE))
                shown.show(made.draw(moment, look), look.unfolded)
                if look.path != "/":  # whole: what stays at the lower edge lies over nothing
                    page.resize(PHONE[0], page.run(HIGH))
                for fault in unclean(page):
                    found.setdefault(fault, f"{moment.name}, {look}")
    assert not found, "\n".join(f"{where}: {what}" for what, where in found.items())


def unclean(page: Chromium) -> Iterator[str]:
    """What is wrong with what is shown, by day and at dusk."""
    yield from findings_by_day_and_dusk(page.page)
    for theme in THEMES:
        wear(page.page, theme)
        yield from (f"{theme}: {one}" for one in pale(page))


PALE = """<svg width="300" height="60"><rect width="300" height="60" fill="#888"/>
<text y="40" font-size="30" fill="#bbb">Drawn</text></svg>
<p style="background: linear-gradient(#fff, #777); color: #aaa; font-size: 30px">Over</p>
<p style="background: linear-gradient(#fff, #eee); color: #000; font-size: 30px">Well</p>
<p style="background: linear-gradient(#fff, #eee); color: #000; width: 2em">Shell: 🐚</p>
<p style="background: linear-gradient(#fff, #eee)"><b class="name" style="color: #666">Ana</b>"""


def test_pixels_find_what_is_too_pale(screens: Browser) -> None:
    page = Chromium(screens)
    page.open("about:blank")
    page.resize(*PHONE)
    page.run("(html) => { document.body.innerHTML = html; }", PALE)
    found = [one.partition(":")[0] for one in pale(page)]
    page.close()
    assert found == ['svg>text "Drawn"', 'body>p "Over"', 'p>b.name "Ana"']
