"""Animal Splash on the pages, over HTTP: turns of two taps, whole games, the ending, undo."""

import re
from collections.abc import Callable

from companion.games.animal_splash.sample import SAMPLE
from companion.runtime import Companion
from tests.browser.animal_moments import ANIMAL_MOMENTS, PEOPLE
from tests.web.house import Phone, begin, headline, question

Seated = Callable[[int], Phone]
CARDS = len(SAMPLE.cards)
OWN = {"seats", "variant", "dealer", "deck"}  # of Setup: what is no house option


def taps(part: str, key: str) -> dict[int, str]:
    """What one tap tells under a key: the pick, and the words of its button."""
    button = rf'data-key="{key}" data-pick=\'{{"\w+": (\d+)}}\'><span class="unseen">([^<]+)<'
    return {int(pick): words for pick, words in re.findall(button, part)}


# --- a light game -----------------------------------------------------------------------------


def test_a_light_turn_is_two_taps(house: Companion, referee: Phone, seat: Seated) -> None:
    ANIMAL_MOMENTS["light_diving"](house, referee)
    ana = seat(0)
    steps = taps(question(ana.get("/seat")[1]), "dive")
    # Only steps that 2 oxygen pay for, each with its price.
    assert steps == {
        1: "1 step: 1 oxygen for you",
        2: "2 steps",
        3: "3 steps cost 1 oxygen",
        4: "4 steps cost 2 oxygen",
    }
    assert ana.answer("dive", "dive", steps=3)["reply"] == "counts"
    pearls = taps(question(ana.get("/seat")[1]), "over")
    assert pearls[0] == "no pearl" and pearls[2] == "2 pearls"
    assert ana.answer("over", "act", pearls=1)["reply"] == "counts"
    view = referee.state()["view"]
    assert (view["turn"], view["oxygen"][0], view["pearls"][0]) == (1, 1, 3)


def test_no_oxygen_on_the_card_stands_until_it_is_tapped(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["light_diving"](house, referee)
    asked = question(seat(0).get("/seat")[1])
    stands = re.findall(r'value="(\d)" data-name="([^"]+)" [^>]*checked', asked)
    assert stands == [("0", "no oxygen")]


def test_a_mission_of_a_light_game_is_folded_and_has_no_colour_that_is_owned(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["light_diving"](house, referee)
    referee.answer("dive", "dive", steps=1)
    referee.answer("over", "act", pearls=0)
    referee.answer("dive", "dive", steps=1)
    asked = question(seat(1).get("/seat")[1])
    folded = re.findall(r"<details.*?</details>", asked, flags=re.DOTALL)
    colours = re.findall(r'name="[^"]*-colour" value="\d" data-name="(\w+)"', folded[0])
    assert colours == ["red", "orange", "green", "blue", "purple"]  # Ben has a yellow one
    assert taps(asked.replace(folded[0], ""), "over")


def test_a_mission_that_a_row_has_too_few_for_can_not_be_tapped(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["full_acting"](house, referee)
    view = referee.state()["view"]
    asked, missions = question(referee.get("/referee")[1]), view["missions"]
    own = question(seat(view["turn"]).get("/seat")[1])
    still = 0
    for mission, has in zip(missions["open"], missions["has"], strict=True):
        pick = re.search(rf'<button ([^>]*)data-pick=\'{{"mission": {mission["mission"]}}}', asked)
        if pick and has is not None:
            needs = SAMPLE.missions[mission["mission"]].count
            assert ("disabled" in pick[1]) == (has < needs)
            assert (f"has {has} of {needs}" in asked) == (has < needs)
            assert (f"you have {has} of {needs}" in own) == (has < needs)
            still += has < needs
    assert still, "one of them at least"
    assert "you have" not in asked, "it is not the referee's row"


def test_only_whose_turn_it_is_is_asked(house: Companion, referee: Phone, seat: Seated) -> None:
    ANIMAL_MOMENTS["light_diving"](house, referee)
    asked = {number: seat(number).get("/seat")[1] for number in range(2)}
    assert "Ana dives. How many steps?" in question(asked[0])
    assert 'class="card question"' not in asked[1] and "Ana's turn" in asked[1]


def test_the_ending_explains_every_point(house: Companion, referee: Phone) -> None:
    ANIMAL_MOMENTS["light_over"](house, referee)
    for path in ("/", "/referee"):
        page = referee.get(path)[1].replace("\u00a0", " ")
        [table] = re.findall(r'<table class="as-ending">.*?</table>', page, flags=re.DOTALL)
        lines = [re.findall(r"<li>([^<]+)</li>", row) for row in table.split("<tr")[2:]]
        assert lines[0][1:] == ["yellow mission: 3", "2 for the end card: 4½"]
        assert lines[1][0] == "2 pearls"
        assert re.findall(r'class="total">([^<]+)<', table) == ["7½", "6½", "0"]
        assert "Ben wins!" in headline(page)


# --- a full game ------------------------------------------------------------------------------


def test_any_card_of_the_deck_can_be_told_to_lie_there(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["full_filling"](house, referee)
    page = seat(1).get("/seat")[1]
    told = [card["card"] for card in referee.state()["view"]["grid"] if card["card"] >= 0]
    assert {*taps(page, "filled")} == {*range(CARDS)} - {*told}
    words = set(re.findall(r'aria-label="(\w+), all cards"', page))
    assert words == {*SAMPLE.animals}


def test_spots_say_their_price_and_only_those_that_can_be_paid_for_are_tapped(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["full_moving"](house, referee)
    view = referee.state()["view"]
    page = seat(view["turn"]).get("/seat")[1]
    spots = taps(question(page), "move")
    assert {*spots} == {dive["spot"] for dive in view["dives"] if dive["possible"]}
    one_step = next(dive["spot"] for dive in view["dives"] if dive["steps"] == 1)
    assert spots[one_step] == f"spot {one_step + 1}: 1 step: 1 oxygen for you"
    drawn = re.findall(r'role="img" aria-label="The diver of (\w+)"', page)
    assert {*drawn} == {*PEOPLE}


def test_a_card_is_picked_from_the_line_with_one_tap(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["full_picking"](house, referee)
    view = referee.state()["view"]
    turn, before = view["turn"], view["rows"][view["turn"]]
    places = taps(question(seat(turn).get("/seat")[1]), "pick")
    assert 1 <= len(places) <= 3
    place = next(iter(places))
    assert seat(turn).answer("pick", "pick", place=place)["reply"] == "counts"
    after = referee.state()["view"]["rows"][turn]
    assert [one["card"] for one in after] == [
        *(one["card"] for one in before), view["grid"][place]["card"]
    ]  # fmt: skip


def test_the_sample_deck_says_what_it_is(house: Companion, referee: Phone, seat: Seated) -> None:
    ANIMAL_MOMENTS["full_placing"](house, referee)
    for page in (referee.get("/")[1], seat(2).get("/seat")[1], referee.get("/referee")[1]):
        assert "sample cards, not the printed ones" in page
    ANIMAL_MOMENTS["light_placing"](house, referee)
    assert "sample" not in referee.get("/")[1]


def test_others_judge_what_the_companion_cannot(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    ANIMAL_MOMENTS["full_vote"](house, referee)
    turn = referee.state()["view"]["turn"]
    mine = {n: [a["mine"] for a in seat(n).state()["asks"] if a["must"]] for n in range(3)}
    assert mine == {n: [n != turn] for n in range(3)}


def test_a_dive_is_taken_back_and_put_right(house: Companion, referee: Phone) -> None:
    ANIMAL_MOMENTS["light_diving"](house, referee)
    referee.answer("dive", "dive", steps=1)
    dive = referee.state()["undo"]["seq"]
    referee.answer("over", "act", pearls=1)
    amending = referee.get(f"/amend/{dive}")[1]
    assert taps(amending, "dive")[4] == "4 steps cost 2 oxygen"
    newest = referee.state()["undo"]["seq"]
    for of in (newest, dive):
        assert referee.post("/api/undo", {"tell": f"{of:032}", "of": of})[1]["reply"] == "counts"
    view = referee.state()["view"]
    assert (view["phase"], view["turn"], view["oxygen"][0]) == ("move", 0, 2)


# --- before the game --------------------------------------------------------------------------


def test_a_swap_may_bring_oxygen_where_the_house_gives_it(
    house: Companion, referee: Phone, seat: Seated
) -> None:
    begin(referee, "Ana", "Ben", kind="animal_splash", swap_gives_o2=True)
    referee.answer("start", "deal")
    for _ in range(2):
        referee.answer("start", "start", oxygen=3)
    referee.answer("seat:0", "first")
    page = seat(0).get("/seat")[1]
    assert "Pearls more or fewer with the new card" in page
    assert seat(0).answer("swap", "action", pearls=0, oxygen=1)["reply"] == "counts"
    assert referee.state()["view"]["oxygen"] == [1, 3]
