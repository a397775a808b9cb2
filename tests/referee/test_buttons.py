"""Table buttons: whole games without a phone, drafts, walks, and a hand that is falling already."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.frozen import replace
from companion.games.dolphin_splash.facts import (
    Claimed,
    Dealt,
    GoodGrab,
    Grabbed,
    Held,
    Setup,
    TooSoon,
)
from companion.journal import Op
from companion.referee.buttons import (
    FALLING_HAND_US,
    Pressed,
    answering,
    meanings,
    opening_draft,
    press,
)
from companion.referee.fold import OpenAsk
from companion.referee.keys import Keys
from companion.referee.picture import AccessState
from companion.referee.walking import ELSE, UNDO, AtHand, Draft
from companion.say import Names, say
from companion.table.signals import Kind
from companion.words import Ask, Choice, Corrected, Pad, Seat, Slot, Text
from tests.games import chance
from tests.referee.hall import GAME, MS, Hall, as_told, broken, hall

FALLING_MS = FALLING_HAND_US // MS
A, B, C, D = (Seat(seat) for seat in range(4))


# --- whole games ------------------------------------------------------------------------------


def holders(table: Hall, rng: Random) -> list[int]:
    """Who holds a dolphin in the end: always Ana, and others by chance."""
    view = table.view
    others = [seat for seat in view.present if seat != 0]
    return sorted([0, *rng.sample(others, view.dolphins - 1)])


def play_on(table: Hall, rng: Random, choose: "type[WithSeats] | type[Walking]") -> None:
    """One thing that the table does in its phase, with hands on dolphins and on buttons alone."""
    match table.phase:
        case "waiting" | "scored":
            table.press("start")
        case "live":
            table.grab(*table.view.in_play[: rng.choice((1, 2))])
        case "grab":
            table.press(rng.choice(("yes", "yes", "no", "start")))
        case "holders":
            choose.without(table, holders(table, rng))
        case "foul":
            choose.several(table, "foul", [rng.choice((1, 2, 3))])
        case "reset":
            table.press("start")
        case "bonus":
            choose.bonus(table, rng)
        case phase:
            raise AssertionError(f"nobody knows what to press in {phase}")


class WithSeats:
    """A table that has a button a seat."""

    @staticmethod
    def without(table: Hall, holding: list[int]) -> None:
        if table.view.overtime:
            return WithSeats.several(table, "holders", holding)
        (without,) = set(table.view.present) - set(holding)
        table.press(f"seat:{without}")

    @staticmethod
    def several(table: Hall, topic: str, seats: list[int]) -> None:
        about = table.ask(topic)
        for number in seats:
            table.press(f"seat:{number}")
        assert table.referee.picture.draft == Draft(about, tuple(seats))
        table.press("yes")

    @staticmethod
    def bonus(table: Hall, rng: Random) -> None:
        table.press(rng.choice(("no", f"seat:{table.view.holders[0]}")))


class Walking:
    """A table with START, YES and NO alone: the screens show whom they are about."""

    @staticmethod
    def without(table: Hall, holding: list[int]) -> None:
        if table.view.overtime:
            return Walking.several(table, "holders", holding)
        (without,) = set(table.view.present) - set(holding)
        for _ in range(without):
            table.press("no")
        draft = table.referee.picture.draft
        assert draft is not None and draft.candidate == f"seat:{without}"
        table.press("yes")

    @staticmethod
    def several(table: Hall, topic: str, seats: list[int]) -> None:
        about = table.ask(topic)
        for number in table.view.present:
            draft = table.referee.picture.draft
            if draft is None or draft.ask != about:
                return  # all that may hold one are named
            assert draft.candidate == number
            table.press("yes" if number in seats else "no")

    @staticmethod
    def bonus(table: Hall, rng: Random) -> None:
        table.press(rng.choice(("no", "yes")))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("choose", [WithSeats, Walking])
def test_whole_game_is_played_with_buttons_alone(
    tmp_path: Path, choose: type[WithSeats] | type[Walking], seed: int
) -> None:
    rng = Random(seed)
    with hall(tmp_path, seat_buttons=choose is WithSeats) as table:
        table.begin(4)
        for _ in range(400):
            if table.phase == "over":
                break
            play_on(table, rng, choose)
        assert table.phase == "over"
        told = [row.by for row in table.rows() if row.by not in ("gpio", "table")]
        assert len(told) > 12 and set(told) == {"buttons"}


@pytest.mark.parametrize("seat_buttons", [True, False])
def test_overtime_is_settled_with_buttons_alone(tmp_path: Path, seat_buttons: bool) -> None:
    choose = WithSeats if seat_buttons else Walking
    with hall(tmp_path, seat_buttons) as table:
        table.begin(4)
        for letters in (0, 1):
            table.counts("crayon", "correct", seat=letters, points=2)
            table.counts("crayon", "correct", seat=letters, points=2)
            table.counts("crayon", "correct", seat=letters, points=1)
        for holding in ([0, 1, 2], [0, 3]):
            table.press("start")
            table.grab(0)
            table.press("yes")
            choose.without(table, holding)
            if table.phase == "bonus":
                table.press("no")
        assert table.view.winner == 0


# --- which answers buttons reach --------------------------------------------------------------


def keys_pressed(seat_buttons: bool) -> tuple[str, ...]:
    seats = tuple(f"seat:{seat}" for seat in range(8)) if seat_buttons else ()
    return ("start", "yes", "no", *seats)


@cache
def reached(musts: tuple[OpenAsk, ...], seat_buttons: bool) -> set[tuple[str, str]]:
    """All answers, as (ask, key), that presses can lead to."""
    seen: set[Draft | None] = set()
    todo = [opening_draft(AtHand(musts), seat_buttons)]
    answers = set()
    while todo:
        draft = todo.pop()
        if draft in seen:
            continue
        seen.add(draft)
        for key in keys_pressed(seat_buttons):
            led = press(as_told(key), AtHand(musts), draft, seat_buttons)
            if led.answer is not None:
                answers.add((led.answer.ask, led.answer.key))
            elif led.draft is not None and len(led.draft.picked) <= 2:
                todo.append(led.draft)
    return answers


def musts_of_games() -> Iterator[tuple[OpenAsk, ...]]:
    """The needed questions of every situation that random families get into."""
    for seed in range(60):
        rng = Random(seed)
        setup = chance.any_setup(GAME, rng, pads=5)
        for step in chance.play(GAME, setup, rng, 80):
            asks = [ask for ask in GAME.asks(step.after) if ask.must]
            if asks:
                yield tuple(OpenAsk(str(place), ask) for place, ask in enumerate(asks))


@pytest.mark.parametrize("seat_buttons", [True, False])
def test_buttons_reach_every_question_that_must_be_answered(seat_buttons: bool) -> None:
    topics = set()
    for musts in musts_of_games():
        for open_ in musts:
            topic, keys = open_.ask.topic, {choice.key for choice in open_.ask.choices}
            topics.add(topic)
            alone = {key for _, key in reached((open_,), seat_buttons)}
            assert alone == keys, f"no button says {keys - alone} to {topic}"
        assert any(ask == musts[0].id for ask, _ in reached(musts, seat_buttons))
    assert topics == {"deal", "verdict", "holders", "contest", "foul", "reset", "bonus"}


# --- one question at a time -------------------------------------------------------------------


def musts(*facts: object, players: int = 4) -> tuple[OpenAsk, ...]:
    state = GAME.start(Setup(players))
    for fact in facts:
        state = GAME.judge(state, fact).state
    asks = [ask for ask in GAME.asks(state) if ask.must]
    return tuple(OpenAsk(ask.topic, ask) for ask in asks)


GRAB = (Dealt(A), Grabbed())
FOUL = (*GRAB, TooSoon())
OVERTIME = (
    *(Corrected(seat, 5) for seat in (A, B)),
    Dealt(A),
    Held((A, B, C)),
    Dealt(B),
    Grabbed(),
)


def presses(asks: tuple[OpenAsk, ...], *keys: str, seat_buttons: bool = True) -> Pressed:
    led = Pressed(None)
    for key in keys:
        assert led.answer is None, "who has answered presses no more"
        led = press(as_told(key), AtHand(asks), led.draft, seat_buttons)
    return led


def answer(led: Pressed) -> tuple[str, str, list[object]] | None:
    if led.answer is None:
        return None
    (picks,) = led.answer.picks.values() or ([],)
    return led.answer.ask, led.answer.key, list(picks)


@pytest.mark.parametrize(
    ("facts", "seat_buttons", "keys", "wanted"),
    [
        pytest.param(GRAB, True, ["yes"], ("verdict", "yes", []), id="verdict"),
        pytest.param(GRAB, True, ["seat:2"], ("holders", "seat:2", []), id="implied-yes"),
        pytest.param(GRAB, True, ["seat:5"], None, id="seat-that-nobody-has"),
        pytest.param(FOUL, True, ["start"], ("foul", "start", []), id="nobody-touched"),
        pytest.param(
            FOUL, True, ["seat:1", "seat:3", "yes"], ("foul", "touched", [1, 3]), id="two"
        ),
        pytest.param(
            FOUL,
            True,
            ["seat:1", "seat:1", "seat:2", "yes"],
            ("foul", "touched", [2]),
            id="a-second-press-takes-it-back",
        ),
        pytest.param(
            FOUL, True, ["seat:1", "no", "seat:2", "yes"], ("foul", "touched", [2]), id="no-clears"
        ),
        pytest.param(FOUL, True, ["yes"], None, id="yes-about-nobody"),
        pytest.param(FOUL, False, ["no", "yes", "no", "no"], ("foul", "touched", [1]), id="walk"),
        pytest.param(
            FOUL,
            False,
            ["no", "no", "no", "no", "yes", "no", "no", "no"],
            ("foul", "touched", [0]),
            id="walk-round-again-if-nobody-was-named",
        ),
        pytest.param(FOUL, False, ["start"], ("foul", "start", []), id="walk-left-by-start"),
        pytest.param(
            OVERTIME,
            True,
            ["seat:0", "seat:3", "yes"],
            ("holders", "held", [0, 3]),
            id="chosen-seats-are-what-yes-is-about",
        ),
        pytest.param(OVERTIME, True, ["yes"], ("verdict", "yes", []), id="yes-without-a-draft"),
        pytest.param(
            OVERTIME,
            True,
            ["seat:0", "no", "yes"],
            ("verdict", "yes", []),
            id="cleared-draft-is-none",
        ),
        pytest.param(
            (*OVERTIME, GoodGrab()),
            False,
            ["yes", "no", "yes"],
            ("holders", "held", [0, 2]),
            id="walk-ends-when-all-are-named",
        ),
    ],
)
def test_presses_lead_to(
    facts: tuple[object, ...],
    seat_buttons: bool,
    keys: list[str],
    wanted: tuple[str, str, list[object]] | None,
) -> None:
    led = presses(musts(*facts), *keys, seat_buttons=seat_buttons)
    assert answer(led) == wanted


def test_bonus_is_walked_after_yes_and_left_by_no() -> None:
    asks = musts(Corrected(A, 5), Corrected(B, 4), Dealt(A), Held((A, B)), players=3)
    assert [ask.id for ask in asks] == ["bonus"]
    assert answer(presses(asks, "no", seat_buttons=False)) == ("bonus", "no", [])
    assert answer(presses(asks, "yes", "yes", seat_buttons=False)) == ("bonus", "seat:0", [])
    assert answer(presses(asks, "yes", "no", "yes", seat_buttons=False)) == ("bonus", "seat:1", [])
    assert answer(presses(asks, "yes", "no", "no", seat_buttons=False)) is None
    back = presses(asks, "yes", "no", "no", "no", seat_buttons=False)
    assert answer(back) == ("bonus", "no", [])


def test_two_who_say_the_same_dolphin_are_settled_first() -> None:
    asks = musts(*GRAB, Claimed(A, Pad(0)), Claimed(B, Pad(0)))
    assert answer(presses(asks, "seat:1")) == ("contest", "seat:1", [])
    assert answer(presses(asks, "no", "no", "yes", seat_buttons=False)) == ("contest", "nobody", [])
    assert answer(presses(asks, "start")) == ("verdict", "start", [])


def test_too_many_chosen_is_a_blip_and_keeps_the_draft(table: Hall) -> None:
    table.begin(4)
    for number in (0, 1):
        for points in (2, 2, 1):
            table.counts("crayon", "correct", seat=number, points=points)
    table.counts("deal", "start")
    table.grab(0)
    table.counts("holders", "seat:3")
    if table.phase == "bonus":
        table.press("no")
    table.press("start")
    table.grab(0)
    for number in (0, 1, 2):
        table.press(f"seat:{number}")
    table.caller.signs.clear()
    table.press("yes")
    assert table.caller.signs == ["deny"] and table.phase == "grab"
    table.press("seat:2")
    table.press("yes")
    assert table.view.holders == (0, 1)


# --- falling hands ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read_ms", "phase"), [(0, "grab"), (FALLING_MS - 1, "grab"), (FALLING_MS, "foul")]
)
def test_hand_that_fell_as_the_question_came_is_ignored_with_a_blip(
    table: Hall, read_ms: int, phase: str
) -> None:
    table.begin()
    table.press("start")
    table.feels(Kind.TOUCH, 0)
    assert table.phase == "grab"
    table.caller.signs.clear()
    table.wait(read_ms) if read_ms else None
    table.feels(Kind.PRESS, button="no")
    assert table.phase == phase
    assert ("deny" in table.caller.signs) == (phase == "grab")


def test_press_stamped_before_the_question_is_ignored_however_late_it_comes(table: Hall) -> None:
    table.begin()
    table.press("start")
    table.feel(Kind.TOUCH, 0)
    table.wait(1000)
    table.feels(Kind.PRESS, button="no", ago_ms=1100)
    assert table.phase == "grab" and table.caller.signs[-1] == "deny"


def test_press_that_means_nothing_is_a_blip(table: Hall) -> None:
    table.press("yes")
    assert table.caller.signs == ["deny"]
    table.begin()
    table.press("no")
    assert table.caller.signs == ["deny", "deny"] and table.rows() == []


def test_offers_are_never_answered_by_buttons(table: Hall) -> None:
    table.begin()
    table.press("start")
    rows = table.rows()
    for button in ("start", "yes", "no", "seat:0"):
        table.press(button)
    assert table.rows() == rows


def test_why_a_press_cannot_count_is_shown_until_the_next(table: Hall) -> None:
    table.begin()
    with broken(table.journal):
        table.press("start")
    refused = table.referee.picture.refused
    assert refused is not None and "disk is full" in say(refused, Names())
    table.press("start")
    assert table.referee.picture.refused is None and table.phase == "live"


def test_a_phone_that_is_quicker_ends_a_walk(tmp_path: Path) -> None:
    with hall(tmp_path, seat_buttons=False) as table:
        table.begin(kind="party_splash", players=4)
        table.press("no")
        draft = table.referee.picture.draft
        assert draft is not None and draft.begun
        table.counts("attendee", "comes", attendee=5)
        draft = table.referee.picture.draft
        assert draft is None
        table.press("no")
        table.press("yes")
        table.press("yes")
        assert table.rows()[-1].by == "buttons"


def test_what_buttons_told_last_they_take_back_where_nobody_has_a_phone(tmp_path: Path) -> None:
    with hall(tmp_path, seat_buttons=False) as table:
        table.referee.show_access((), AccessState(alone=True))
        table.begin(kind="party_splash", players=4)
        before = table.topics
        table.press("yes")
        table.press("yes")
        assert len(table.rows()) == 1
        for _ in range(9):  # past all that can be answered, to what else there is
            draft = table.referee.picture.draft
            assert draft is not None
            if draft.candidate == ELSE:
                break
            table.press("no")
        for _ in range(2):  # what else, and that it is taken back
            table.press("yes")
        assert [row.op for row in table.rows()] == [Op.FACT]
        table.press("yes")
        assert [(row.op, row.by) for row in table.rows()][1:] == [(Op.UNDO, "buttons")]
        assert table.topics == before
        assert not any(one.id == UNDO for one in table.referee.picture.asked.others)


YES_OR_NO = (Choice("yes", Text("Yes"), None), Choice("no", Text("No"), None))


@pytest.mark.parametrize("seat_buttons", [True, False])
def test_with_a_phone_here_nothing_is_lit_by_itself(seat_buttons: bool) -> None:
    slot = Slot("points", (1, 2, 3), of="number")
    which = Choice("which", Text("Which?"), Corrected(A, 1), (slot,))
    asked = AtHand((OpenAsk("1.0", Ask(Text("Which?"), (), (which,))),))
    assert opening_draft(asked, seat_buttons) is None
    assert opening_draft(replace(asked, alone=True), seat_buttons) is not None
    for begun in (False, True):
        keys = Keys(seat_buttons)
        keys.look(replace(asked, alone=True), (), 0)
        assert keys.draft is not None
        if begun:
            keys.press(replace(asked, alone=True), "no", FALLING_HAND_US)
        keys.look(asked, (), FALLING_HAND_US)
        assert (keys.draft is not None) == begun, "a phone wakes up; what a hand began goes on"


def test_yes_takes_nothing_that_was_not_lit() -> None:
    """What was lit can be picked no more: the first one is, and a hand already falling waits."""

    def asked(*options: int) -> AtHand:
        slot = Slot("points", options, of="number")
        which = Choice("which", Text("Which?"), Corrected(A, 1), (slot,))
        return AtHand((OpenAsk("1.0", Ask(Text("Which?"), (), (which,))),), alone=True)

    keys = Keys(seat_buttons=False)
    keys.look(asked(1, 2, 3), (), 0)
    keys.press(asked(1, 2, 3), "no", FALLING_HAND_US)
    assert keys.draft is not None and keys.draft.candidate == 2
    keys.look(asked(1, 3), (), 2 * FALLING_HAND_US)
    assert keys.draft is not None and keys.draft.candidate == 1
    assert keys.press(asked(1, 3), "yes", 3 * FALLING_HAND_US - 1) is None
    assert keys.press(asked(1, 3), "yes", 3 * FALLING_HAND_US) is not None


def test_after_the_end_start_is_for_what_comes_next() -> None:
    offer = OpenAsk("9.9", Ask(Text("Is a score wrong?"), (), YES_OR_NO, must=False))
    over = AtHand((), (offer,), alone=True)
    assert not press("start", over, None, seat_buttons=False).used
    assert press("no", over, None, seat_buttons=False).used
    assert [key for key, _ in meanings(over, None)] == ["no"]


@pytest.mark.parametrize(
    ("seats", "key", "answered"),
    [
        ((B, C), "seat:1", "yes"),  # Ben is asked, and Cy may say it for him
        ((B, C), "seat:2", None),
        ((B,), "seat:1", "yes"),
        ((B, C, D), "seat:1", None),  # a question to the whole table
        ((B, C), "no", "no"),
    ],
)
def test_who_is_asked_says_yes_with_his_own_button(
    seats: tuple[Seat, ...], key: str, answered: str | None
) -> None:
    ask = OpenAsk("1.0", Ask(Text("Yes or no?"), seats, YES_OR_NO))
    found = press(as_told(key), AtHand((ask,)), None, seat_buttons=True).answer
    assert (found.key if found else None) == answered


SEATS = Choice("give", Text("Give"), Dealt(A), (Slot("dealer", (A, B, C)),))


def test_a_seat_s_own_button_takes_what_is_lit_for_it_at_once() -> None:
    asked, draft = (
        AtHand((OpenAsk("q", Ask(Text("Who?"), (), (SEATS,))),)),
        Draft("q", (), A, "give"),
    )
    for number in range(4):
        found = press(as_told(f"seat:{number}"), asked, draft, seat_buttons=True)
        told = None if number == 3 else ("q", "give", [number])
        assert answer(found) == told and found.draft is None


@pytest.mark.parametrize(
    ("keys", "led_to"),
    [
        ("start", "start"),
        ("start no", "start no"),
        ("start yes no", "yes no"),  # "nobody grabbed" is seldom, and START the largest
        ("start touched", ""),  # seats are picked for it
        ("seat:0 seat:2 no start", "no seat:0 seat:2"),
        ("splash", ""),  # on phones
    ],
)
def test_a_hand_is_led_to_the_buttons_that_answer_what_is_asked(keys: str, led_to: str) -> None:
    choices = (replace(SEATS, key=key) if key == "touched" else plain(key) for key in keys.split())
    first = OpenAsk("1.0", Ask(Text("Well?"), (), tuple(choices)))
    second = OpenAsk("1.1", Ask(Text("Or so?"), (), YES_OR_NO))
    asked = AtHand((first, second))
    assert set(answering(asked, None)) == set(led_to.split()), "what is asked second waits"
    assert set(answering(asked, Draft("1.0", (B,)))) == {"yes", "no"}, "a hand chooses"
    assert answering(AtHand(()), Draft("1.0", (B,))) == ()


def plain(key: str) -> Choice:
    """An answer that says all."""
    return Choice(key, Text("This"), Dealt(A))


@pytest.mark.parametrize("key", ["yes", "no", "start", "seat:1"])
def test_what_can_be_told_no_more_is_chosen_no_further(key: str) -> None:
    asked, gone = (
        AtHand((OpenAsk("q", Ask(Text("Who?"), (), (SEATS,))),)),
        Draft("p", (), C, "give"),
    )
    found = press(as_told(key), asked, gone, seat_buttons=False)
    assert found == press(as_told(key), asked, None, seat_buttons=False)
