"""Robots tell whole games over HTTP as thumbs do; the score is the true one, the past is shown."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from companion.codec import plain
from companion.games import GAMES
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.animal_splash.robot.family import Temper as Diving
from companion.games.party_splash.robot.family import PartyFamily
from companion.games.split.robot.family import SplitFamily
from companion.games.split.robot.family import Temper as Placing
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper as Fishing
from companion.runtime import Companion
from tests.games.shelf import most
from tests.robots.animal_straight import spoken
from tests.web.house import Clock, Phone, begin, leader, seated
from tests.web.telling import tell

pytestmark = pytest.mark.long

NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus")
EVENINGS: tuple[tuple[str, int, dict[str, Any], int], ...] = (
    ("split", 3, {"variant": "refereed", "perfect_memory": True}, 28),  # games of hundred facts
    ("split", 6, {"variant": "refereed", "perfect_memory": True}, 14),
    ("split", 4, {"variant": "light", "perfect_memory": True}, 16),
    ("animal_splash", 2, {"variant": "full"}, 5),
    ("animal_splash", 4, {"variant": "light"}, 6),
    ("party_splash", 4, {}, 3),
    ("party_splash", 7, {}, 5),
    ("twisted_fish", 4, {"variant": "refereed"}, 11),  # a round
)
END = {  # what the page of the last moment shows
    "split": "hero-board",
    "animal_splash": 'class="as-ending"',
    "party_splash": "party-hero",
    "twisted_fish": 'id="pool"',
}
IsTrue = Callable[[Any, str], None]  # of a view, and of what the history says who won


def told_by(kind: str, setup: Any, rng: Random) -> tuple[Iterator[Any], IsTrue]:
    """What a family tells, and what holds in the end."""
    match kind:
        case "split":
            chips = SplitFamily(setup, rng, Placing(shows=0.5))

            def right_side(view: Any, won: str) -> None:
                mine = [s for s in range(setup.seats) if s % len(view["sides"]) == chips.winner]
                assert view["winners"] == mine and NAMES[view["winner"]] in won

            return chips.game(), right_side
        case "animal_splash":
            divers = AnimalFamily(setup, rng, Diving(acts=0.4))

            def right_points(view: Any, won: str) -> None:
                assert view["totals"] == [spoken(points) for points in divers.points]
                assert tuple(view["winners"]) == divers.winners()

            return divers.game(), right_points
        case "party_splash":
            guests = PartyFamily(setup, rng)

            def right_balloons(view: Any, won: str) -> None:
                assert guests.party is not None and view["side"] == guests.party.winner
                assert won == view["team"] or view["side"] == "sibling"

            return guests.game(), right_balloons
    fishers = TwistedFishFamily(setup, rng, Fishing(says_draws=1.0))

    def right_totals(view: Any, won: str) -> None:
        assert view["phase"] in ("scored", "over") and not won  # a round won is no game won
        assert tuple(view["totals"]) == fishers.score.standing().totals

    return fishers.round(), right_totals


@pytest.mark.parametrize(("kind", "people", "options", "seed"), EVENINGS)
def test_robots_play_by_thumbs_and_the_score_is_true(
    own: Companion, clock: Clock, kind: str, people: int, options: dict[str, Any], seed: int
) -> None:
    referee = leader(own, *NAMES[:people], kind=kind, **options)
    looker = seated(own, referee, 0)
    facts, is_true = told_by(kind, own.referee.picture.setup, Random(seed))
    for told, fact in enumerate(facts):
        clock.now_s += 1  # no thumb is as fast as robots are
        tell(own, referee, fact)
        if told % 19 == 0:
            looks = ((referee, "/"), (referee, "/referee"), (looker, "/seat"))
            assert [page.get(path)[0] for page, path in looks] == [200] * 3
    view, history = referee.state()["view"], referee.get("/history")[1]
    won = re.findall(r"<h2>([^<]*) won</h2>", history)
    is_true(view, won[0].replace("&#39;", "'") if won else "")
    assert bool(won) == view["over"] == ("Being played now" not in history)
    _looked_at_again(referee, kind)


def _looked_at_again(referee: Phone, kind: str) -> None:
    """The game's past: every page that shows it, first, middle and last."""
    game = referee.state()["game"]["id"]
    for path in ("/", "/referee", f"/game/{game}"):
        status, page = referee.get(path)
        assert status == 200, path
        assert kind == "twisted_fish" or re.search(r'wins?!|class="as-ending"', page), path
    last = int(re.findall(r'max="(\d+)"', referee.get(f"/replay/{game}")[1])[0])
    for at in (0, 1, last // 2):
        status, page = referee.get(f"/replay/{game}?at={at}")
        assert (status, 'id="pool"' in page) == (200, True)
    assert END[kind] in referee.get(f"/replay/{game}?at={last}")[1]


ASKED_ELSEWHERE = {"robots", "way"}  # by the game's own part of the page, and only for phones


@pytest.mark.parametrize("kind", GAMES)
def test_every_house_option_is_on_the_page_that_begins_a_game(referee: Phone, kind: str) -> None:
    game = GAMES[kind]
    others = {"seats", "variant", "dealer", "deck", "board", "pads", *ASKED_ELSEWHERE}
    asked = ASKED_ELSEWHERE & {one.name for one in fields(game.Setup)}
    usual = {one.name: plain(one.default) for one in fields(game.Setup) if one.name not in others}
    assert {option.key for option in game.options} == {*usual}
    page = referee.get("/new")[1]
    assert all(f'data-option="{key}"' in page for key in asked)
    for option in game.options:
        if option.drawn:  # by the game's own part of the page
            assert f'data-option="{option.key}"' in page
            continue
        assert option.label.replace("'", "&#39;") in page
        for value, words in option.values:
            assert re.search(rf'<option value="{value}"[^>]*>{words}<', page)
    options = [option for option in game.options if option.kind != "number"]
    chosen = {
        o.key: type(usual[o.key])(o.values[-1][0]) if o.values else not usual[o.key]
        for o in options
    }
    begin(referee, *NAMES[: game.seats[0]], kind=kind, **chosen, **most(kind))
    said = [option["text"] for option in referee.state()["game"]["options"]]
    for option in options:
        value = option.values[-1][1] if option.values else "yes" if chosen[option.key] else "no"
        assert f"{option.label}: {value}" in said
