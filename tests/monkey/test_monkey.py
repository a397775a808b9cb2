"""What pages show can be used, by every sort of phone, at moments that robots reach by chance.

A monkey reads each page as browsers do and uses what it finds, at once or on a page of before.
What is offered counts, what is refused says why and changes nothing, a link leads to a page, what
is old never counts for something else, and all screens and the journal agree after each step.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from tests.monkey.beginning import begins
from tests.monkey.monkey import Monkey
from tests.monkey.offers import TELLS, Page
from tests.monkey.page import read
from tests.monkey.zoo import Zoo
from tests.robots.live_games import Playing

SORTS = ("", "sim", "tablet")  # real dolphins, pretended ones, a tablet that is the table
KINDS = ("", *GAMES)  # "": no game yet
SEED = 5
STEPS, SOAKED = 4, 400
SOAKS = 24  # walks of each sort
FOLDED = 60  # steps of a game at whose moments questions wait folded
FOLDS = re.compile(r'<details[^>]* id="([^"]+)" data-question="([^"]+)"')
BEGUN_MOST = 120  # steps of a game before the monkey comes


@pytest.fixture
def zoo(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Zoo]:
    made = Zoo(tmp_path, getattr(request, "param", ""))
    yield made
    made.close()


def monkey_at(zoo: Zoo, kind: str, seed: int) -> tuple[Monkey, Playing | None]:
    """A monkey at a table where a game of this kind has been played for a while, or none."""
    rng, playing, seats = Random(f"{kind} {seed}"), None, 0
    zoo.referee_phone()
    if kind:
        playing = Playing(zoo, kind, seed)
        for _ in range(rng.randrange(BEGUN_MOST)):
            if not playing.view().over:
                playing.step()
        seats = zoo.referee.picture.setup.seats
    zoo.everybody(seats)
    return Monkey(zoo, rng), playing


def hold(monkey: Monkey, told: object) -> None:
    """Nothing was found, and something was done."""
    assert not monkey.faults, f"{told}:\n" + "\n".join(monkey.faults.values())
    assert monkey.done["pages"] and monkey.done["told"] + monkey.done["links"], monkey.done


@pytest.mark.parametrize(("zoo", "kind"), [(SORTS[n % 3], kind) for n, kind in enumerate(KINDS)],
                         indirect=["zoo"])  # fmt: skip
def test_what_pages_show_can_be_used(zoo: Zoo, kind: str) -> None:
    monkey, _ = monkey_at(zoo, kind, SEED)
    monkey.few = 1
    monkey.look_round()
    monkey.walk(STEPS)
    hold(monkey, kind)


@pytest.mark.parametrize("kind", GAMES)
def test_what_somebody_has_opened_asks_the_same_people_the_same_later(
    tmp_path: Path, kind: str
) -> None:
    """A page keeps open what has the same id: no other question comes to be under a thumb there."""
    zoo = Zoo(tmp_path)
    leader, playing = zoo.referee_phone(), Playing(zoo, kind, SEED)
    was: dict[str, tuple[object, ...]] = {}
    for _ in range(FOLDED):
        if playing.view().over:
            break
        playing.step()
        asked = {ask["id"]: (ask["topic"], *ask["seats"]) for ask in leader.state()["asks"]}
        folds = FOLDS.findall(leader.get("/referee").text)
        now = {fold: asked[of] for fold, of in folds if of in asked}
        assert len(now) == len(folds), "each has an id of its own, and is asked"
        changed = [fold for fold in now if was.get(fold, now[fold]) != now[fold]]
        assert not changed, [(fold, was[fold], now[fold]) for fold in changed]
        was |= now
    zoo.close()
    assert was, "it was tried"


@pytest.mark.parametrize("zoo", ["tablet"], indirect=True)
def test_every_option_of_every_game_begins_one(zoo: Zoo) -> None:
    """Each game, each way of playing it, and each value of each field that the page has."""
    leader, refused = zoo.referee_phone(), []
    page = Page("/new", read(leader.get("/new").text), Random(zoo.sort))
    offered = list(begins(page, zoo.people))
    assert {offer.told["kind"] for offer in offered if offer.told} == {*GAMES}
    for offer in offered:
        zoo.pass_time()
        answer = leader.post(offer.path, {**(offer.told or {}), "sure": True})
        if answer.reply["reply"] != "counts":
            refused.append(f"{offer}: {answer.reply['say']}")
    assert not refused, "\n".join(refused)


def test_no_button_is_known_that_is_on_no_page() -> None:
    """A button that got another name would be used no more, and nobody would miss it."""
    folder = Path(__file__).resolve().parents[2] / "companion"
    pages = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.html"))
    assert not [name for name in TELLS if f"data-{name}" not in pages]


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", range(SOAKS))
def test_a_monkey_walks_for_long(tmp_path: Path, kind: str, place: int) -> None:
    seed = Random().randrange(10**9)
    zoo = Zoo(tmp_path, SORTS[place % 3])
    print(f"monkey {kind or 'no game'} {zoo.sort or 'real'} {seed}")
    try:
        monkey, playing = monkey_at(zoo, kind, seed)
        monkey.look_round()
        if playing is not None and not playing.view().over:
            playing.step()
            monkey.look_round()
        monkey.walk(SOAKED)
    finally:
        zoo.close()
    print(dict(monkey.done))
    hold(monkey, (kind, zoo.sort, seed))
