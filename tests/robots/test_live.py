"""A family that plays while time goes by, with people in some seats: told the time at each step."""

from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import Temper
from companion.games.dolphin_splash.robot.live import GRACE_US, LiveFamily
from companion.robots import Act, Does
from companion.words import Pad, Seat, Touched

GAME = GAMES["dolphin_splash"]
ANA, BEN = Seat(0), Seat(1)
CALM = Temper(slips=0.0, bluffs=0.0, claims=1.0)
SET = [3, 3, 3, 3]
MIXED = [0, 1, 2, 3]
SECOND_US = 1_000_000


class Evening:
    """A live family and the rules that it plays by, on a clock of ours."""

    def __init__(self, *people: Seat, seed: int = 1, seats: int = 4) -> None:
        self.family = LiveFamily(Setup(seats), Random(seed), CALM)
        self.family.sit(people)
        self.state = GAME.start(Setup(seats))
        self.now_us = SECOND_US
        self.look()
        self.answer("deal")
        self.look()

    def look(self, after_us: int = 0) -> list[Act]:
        """What hands do by then; the table feels it."""
        self.now_us += after_us
        acts = self.family.look(GAME.view(self.state), self.now_us)
        for act in acts:
            if act.does is Does.TOUCH and act.pad is not None:
                self.feel(act.pad, act.at_us)
        return acts

    def feel(self, pad: Pad, at_us: int) -> None:
        self.tell(Touched(pad, at_us, 300))

    def tell(self, fact: Any) -> None:
        self.state = GAME.judge(self.state, fact).state

    def answer(self, topic: str) -> str:
        """Let the robots answer a question; "" where they do not."""
        ask = next(ask for ask in GAME.asks(self.state) if ask.topic == topic)
        reply = self.family.answer(ask)
        if reply is None:
            return ""
        choice = next(choice for choice in ask.choices if choice.key == reply.key)
        assert not choice.slots
        self.tell(choice.fact)
        return reply.key

    def hands(self, **hands: list[int]) -> None:
        """Give each seat these cards."""
        for seat, cards in zip(self.family.seats, hands.values(), strict=True):
            self.family._round().hands[seat] = list(cards)


def mixed(first: list[int]) -> dict[str, list[int]]:
    return {"a": first, "b": [0, 0, 1, 2], "c": [1, 1, 2, 0], "d": [2, 2, 0, 1]}


def test_a_person_s_chosen_card_goes_left_and_the_new_one_takes_its_place() -> None:
    evening = Evening(ANA)
    evening.hands(**mixed([3, 3, 1, 3]))
    family = evening.family
    assert family.choose(ANA, 1, family.turn), "a card that no robot would give away"
    family.heard(evening.now_us)
    hand = family.hand(ANA)
    assert hand is not None
    assert [hand["cards"][place] for place in (0, 2, 3)] == [3, 1, 3] and hand["cards"][1] != 3
    assert 3 in family._round().hands[BEN]


def test_a_choice_is_about_the_cards_that_were_seen() -> None:
    evening = Evening(ANA)
    family = evening.family
    turn = family.turn
    family.heard(evening.now_us)
    assert not family.choose(ANA, 0, turn)
    assert not family.choose(ANA, 0, family.turn + 1)
    assert not family.choose(ANA, 4, family.turn)
    assert not family.choose(BEN, 0, family.turn)


def test_only_people_are_shown_a_hand_and_only_their_own() -> None:
    evening = Evening(ANA)
    hand = evening.family.hand(ANA)
    assert hand is not None and hand["cards"] == evening.family._round().hands[ANA]
    assert all(evening.family.hand(seat) is None for seat in evening.family.seats[1:])


def test_nobody_grabs_for_a_person() -> None:
    evening = Evening(ANA)
    evening.hands(**mixed(SET))
    evening.family.heard(evening.now_us)
    touches = [act for act in evening.look(2 * SECOND_US) if act.does is Does.TOUCH]
    assert not touches


def test_a_person_with_four_of_a_kind_is_first_and_robots_follow() -> None:
    evening = Evening(ANA)
    evening.hands(**mixed(SET))
    assert evening.family.reach(ANA, Pad(1), evening.now_us)
    evening.feel(Pad(1), evening.now_us)
    touches = [act for act in evening.look(3 * SECOND_US) if act.does is Does.TOUCH]
    assert len(touches) == 2 and all(act.pad != Pad(1) for act in touches)
    evening.look()
    assert evening.answer("verdict") == "yes"
    assert ANA in evening.family._round().holds


def test_a_person_who_grabs_without_a_set_has_fouled() -> None:
    evening = Evening(ANA)
    evening.hands(**mixed(MIXED))
    assert evening.family.reach(ANA, Pad(0), evening.now_us)
    evening.feel(Pad(0), evening.now_us)
    evening.look(3 * SECOND_US)
    assert evening.answer("verdict") == "no"
    assert ANA in evening.family._to_blame()


def test_a_word_that_is_called_when_no_round_is_on_moves_no_hand() -> None:
    evening = Evening()
    evening.hands(**mixed(SET))
    evening.family.look(GAME.view(GAME.start(Setup(4))), evening.now_us)  # the deal was dropped
    before = {seat: list(hand) for seat, hand in evening.family._round().hands.items()}
    evening.family.heard(evening.now_us)
    assert evening.family.next_us() is None and evening.family._round().hands == before


def test_after_the_first_hand_nobody_only_hovers() -> None:
    """Who was about to feint comes along, or leaves it."""
    evening = Evening()
    evening.hands(**mixed(MIXED))
    evening.family._add([Act(Does.NEAR, evening.now_us + SECOND_US, Pad(3), BEN)])
    evening.family._touch(ANA, Pad(0), evening.now_us)
    assert all(act.does is not Does.NEAR for act in evening.family._plan)
    late = Act(Does.NEAR, evening.now_us + SECOND_US, Pad(3), BEN)
    evening.family._add([late])
    evening.family._touch(BEN, Pad(1), evening.now_us + 1)
    assert late in evening.family._plan, "only the first hand changes what others do"


def test_two_dolphins_for_one_hand_there_are_not() -> None:
    evening = Evening(ANA, BEN)
    evening.hands(**mixed(SET))
    assert evening.family.reach(ANA, Pad(0), evening.now_us)
    assert not evening.family.reach(ANA, Pad(1), evening.now_us)
    assert not evening.family.reach(BEN, Pad(0), evening.now_us)


def test_free_dolphins_wait_for_people_but_not_for_ever() -> None:
    evening = Evening(ANA, BEN)
    evening.hands(a=[0, 0, 1, 2], b=[1, 1, 2, 0], c=SET, d=[2, 2, 0, 1])
    evening.family.heard(evening.now_us)
    for _ in range(30):
        evening.look(SECOND_US // 10)
    assert len(evening.family._round().holds) == 2
    assert evening.answer("verdict") == ""
    evening.look(GRACE_US)
    assert evening.answer("verdict") == "yes"


def test_a_robot_never_gives_away_four_of_a_kind() -> None:
    evening = Evening()
    evening.hands(**mixed(SET))
    evening.family.heard(evening.now_us)
    assert evening.family._round().hands[ANA] == SET
    assert [act.seat for act in evening.look() if act.does is Does.TOUCH] == [ANA]


def test_the_next_deal_waits_for_the_dolphins() -> None:
    evening = Evening()
    evening.hands(**mixed(SET))
    evening.family.heard(evening.now_us)
    for _ in range(40):
        evening.look(SECOND_US // 10)
    assert evening.answer("verdict") == "yes"
    evening.look()
    assert evening.answer("holders").startswith("seat:")
    evening.look()
    assert evening.answer("deal") == ""
    for _ in range(60):
        evening.look(SECOND_US // 10)
    assert evening.answer("deal") == "start"


@pytest.mark.parametrize("seed", range(3))
def test_whoever_sits_down_takes_the_hand_as_it_is(seed: int) -> None:
    evening = Evening(seed=seed)
    cards = list(evening.family._round().hands[BEN])
    evening.family.sit([BEN])
    hand = evening.family.hand(BEN)
    assert hand is not None and hand["cards"] == cards
    evening.family.sit([])
    assert evening.family.hand(BEN) is None
