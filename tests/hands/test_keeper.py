"""Hands on phones: dealt, passed, and shown to their own phones; nothing lost, nothing told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.dolphin_splash import hands as rules
from companion.games.dolphin_splash.facts import Claimed, Fouled, GoodGrab, Kept, TooSoon
from companion.hands.checked import checked
from companion.hands.keeper import NO_HAND
from companion.hands.lot import seal_of
from companion.hands.passing import LOOK_S, REST_S
from companion.hands.store import FILE, Store
from companion.words import CompanionError, Sealed, Seat, Touched, Unsealed
from tests.hands.table import ANA, BEN, CY, PHONES, Table, dealt_again, table
from tests.referee.hall import REFEREE


@pytest.fixture
def on(tmp_path: Path) -> Iterator[Table]:
    """A round is on, and nobody has passed a card."""
    with table(tmp_path) as made:
        made.deal()
        yield made


def test_everybody_has_four_of_three_sorts_and_only_its_own(on: Table) -> None:
    hands = [on.cards(who) for who in PHONES]
    assert sorted(sort for hand in hands for sort in hand) == [0] * 4 + [1] * 4 + [2] * 4
    assert not on.hand(Seat(3), "a stranger's")["playing"]
    assert [fact.seal for fact in on.sealed] == [on.hall.view.seal] and not on.opened


def test_nobody_sees_a_card_before_its_seal_is_written(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.hall.counts("deal", "start")
        assert not made.hand(ANA)["playing"] and not made.sealed
        made.settle()
        assert made.sealed and made.hand(ANA)["playing"]


def test_at_the_call_all_chosen_cards_go_left_together(on: Table) -> None:
    before = {who: on.cards(who) for who in PHONES}
    assert on.choose(ANA, 1) and on.choose(ANA, 3)  # she thinks again
    assert on.choose(BEN, 0) and on.choose(CY, 2)
    assert on.hand(ANA)["chosen"] == 3
    on.call()
    assert on.cards(BEN) == (before[ANA][3], *before[BEN][1:])
    assert on.cards(CY)[2] == before[BEN][0] and on.cards(ANA)[3] == before[CY][2]
    assert on.hand(ANA)["chosen"] is None and not on.hand(ANA)["unchosen"]


def test_who_chose_none_passes_the_left_one_and_is_told(on: Table) -> None:
    left, ben = on.cards(ANA)[0], on.cards(BEN)
    on.choose(BEN, 1)
    on.choose(CY, 1)
    on.call()
    assert on.cards(BEN) == (ben[0], left, *ben[2:])
    assert [on.hand(who)["unchosen"] for who in PHONES] == [True, False, False]


def test_a_call_waits_once_for_who_has_chosen_none(on: Table) -> None:
    assert [on.keeper.may_call() for _ in range(3)] == [False, True, True]
    on.call()
    for who in PHONES:
        on.choose(who, 0)
    assert on.keeper.may_call()


def test_or_never_as_the_house_likes(tmp_path: Path) -> None:
    with table(tmp_path, waits_for_choice=False) as made:
        made.deal()
        assert made.keeper.may_call()


def test_a_call_waits_for_a_phone_that_is_gone_and_says_for_whom(on: Table) -> None:
    on.now_s += 60
    on.hand(ANA), on.hand(BEN)
    on.wait(10)
    assert not on.keeper.may_call() and not on.keeper.may_call()
    on.hall.wait(10)
    assert "Waiting for Cy" in " ".join(on.hall.referee.picture.trouble)
    on.hall.counts("stand_in", f"seat:{CY}")
    on.wait(10)
    on.keeper.may_call()
    assert on.keeper.may_call()
    on.hall.wait(10)
    assert not on.hall.referee.picture.trouble
    assert not on.hand(CY)["playing"], "a robot holds it"
    on.hall.counts("play_on", "back")
    on.wait(10)
    assert on.hand(CY)["playing"]


@pytest.mark.parametrize("card", [-1, 4, 10**9])
def test_a_card_that_is_not_there_cannot_go(on: Table, card: int) -> None:
    assert not on.choose(ANA, card)


def test_a_card_of_an_older_hand_cannot_go(on: Table) -> None:
    turn = on.hand(ANA)["turn"]
    on.call()
    assert not on.keeper.choose(ANA, 0, turn, PHONES[ANA])


def test_the_newest_phone_has_the_hand_and_the_other_says_so(on: Table) -> None:
    cards = on.cards(ANA)
    assert on.hand(ANA, "her new one")["cards"] == cards
    old = on.hand(ANA)
    assert old["elsewhere"] and not old["playing"] and old["cards"] == ()
    assert not on.keeper.choose(ANA, 1, on.hand(ANA, "her new one")["turn"], PHONES[ANA])
    on.keeper.choose(ANA, 0, 0, PHONES[ANA])  # bring it here
    assert on.cards(ANA) == cards and on.hand(ANA, "her new one")["elsewhere"]


def test_a_phone_that_left_with_its_hand_has_it_on_another_phone_and_the_call_goes_on(
    on: Table,
) -> None:
    cards = on.cards(CY)
    on.choose(CY, 2)
    on.now_s += 60  # its battery is empty
    for who in (ANA, BEN):
        on.choose(who, 0)
    assert not on.keeper.may_call()
    found = on.hand(CY, "a cousin's")
    assert (found["cards"], found["chosen"]) == (cards, 2)
    assert on.keeper.may_call()
    on.call()
    assert on.cards(ANA)[0] == cards[2], "the card that was chosen went"
    assert on.hand(CY) == {**NO_HAND, "elsewhere": True}, "the first one is told"


def test_a_dealer_who_asks_for_cards_twice_has_them_dealt_once(on: Table) -> None:
    cards, turn = on.cards(ANA), on.hand(ANA)["turn"]
    assert "deal" not in on.hall.topics
    (dealt,) = [row for row in on.hall.rows() if "dealt" in row.facts]
    again = on.hall.referee.answer("again", "game1.1", "start", {}, REFEREE)
    assert again.kind != "counts"
    on.settle()
    assert (on.cards(ANA), on.hand(ANA)["turn"]) == (cards, turn) and len(on.sealed) == 1
    assert [row for row in on.hall.rows() if "dealt" in row.facts] == [dealt]


def test_a_plug_that_is_pulled_loses_no_card_and_no_choice(on: Table) -> None:
    on.call()
    on.choose(ANA, 2)
    on.choose(BEN, 1)
    before = {who: dict(on.hand(who)) for who in PHONES}
    on.restart()
    assert {who: dict(on.hand(who)) for who in PHONES} == {
        who: {**hand, "unchosen": False} for who, hand in before.items()
    }
    assert len(on.sealed) == 1


def test_after_a_plug_was_pulled_a_hand_is_where_it_was(on: Table) -> None:
    """D-S15: and not on a phone that lies in a drawer with its page open."""
    assert on.hand(ANA, "a tablet")["playing"]
    on.restart()
    assert on.hand(ANA, "a tablet")["playing"] and not on.hand(ANA)["playing"]
    assert on.hand(ANA, "a tablet")["playing"]
    assert on.hand(ANA)["elsewhere"]


def test_between_two_rounds_too(on: Table, tmp_path: Path) -> None:
    """Everybody looks at the letters, and the plug is pulled."""
    winner = on.until_four()
    on.reach(winner)
    for who in PHONES:
        if who != winner:
            on.reach(who)
    on.wait(3000)
    assert on.hall.phase == "scored" and on.opened
    assert not on.hand(ANA, "a tablet")["playing"]
    on.restart()
    on.hand(ANA, "a tablet"), on.hand(ANA)
    on.hall.counts("deal", "start")
    on.settle()
    assert on.hand(ANA, "a tablet")["playing"] and not on.hand(ANA)["playing"]
    on.hall.begin(3)
    on.settle()
    assert not (tmp_path / FILE).exists()


def test_a_deal_that_was_taken_back_is_opened_and_never_dealt_again(on: Table) -> None:
    first = [on.cards(who) for who in PHONES]
    assert on.hall.undo().kind == "counts"
    on.settle()
    assert [fact.seal for fact in on.opened] == [on.sealed[0].seal]
    assert not on.hand(ANA)["playing"]
    assert on.hall.redo().kind == "counts"
    on.settle()
    assert len({fact.seal for fact in on.sealed}) == 2
    assert [on.cards(who) for who in PHONES] != first


def test_who_asks_for_cards_twice_gets_new_ones(on: Table) -> None:
    on.hall.counts("redeal", "redeal")
    on.settle()
    assert len({fact.seal for fact in on.sealed}) == 2 and len(on.opened) == 1
    assert on.hall.view.seal == on.sealed[-1].seal


def test_a_game_that_is_left_has_its_cards_opened(on: Table, tmp_path: Path) -> None:
    game = on.hall.referee.picture.game
    assert game is not None
    assert (tmp_path / FILE).exists()
    on.hall.begin(3)
    on.settle()
    last = list(on.hall.journal.rows(game.game))[-1]
    assert "unsealed" in last.facts and on.sealed == []
    assert not (tmp_path / FILE).exists()


def test_a_round_from_the_deal_to_the_letters_needs_no_word(on: Table, tmp_path: Path) -> None:
    winner = on.until_four()
    others = [who for who in PHONES if who != winner]
    assert on.reach(winner)
    on.wait(200)
    (said,) = on.hall.facts(GoodGrab)
    assert said.seat == winner and said.sort == on.cards(winner)[0]
    assert on.hall.phase == "holders"
    assert on.reach(others[0])
    assert on.hall.phase == "scored"
    letters = on.hall.view.letters
    assert letters[winner] == 1 + (said.sort == 0) and letters[others[0]] == 1
    (opened,) = on.opened
    seed, salt = bytes.fromhex(opened.seed), bytes.fromhex(opened.salt)
    assert seal_of(salt, seed) == opened.seal == on.sealed[0].seal
    assert dealt_again(opened)[winner].count(said.sort) == 4
    assert Store(tmp_path).deal() is None and opened.seed not in (tmp_path / FILE).read_text()


def test_a_hand_without_four_of_a_kind_was_too_soon_and_shows_nothing(on: Table) -> None:
    assert on.reach(ANA)
    on.wait(200)
    assert on.hall.facts(TooSoon) and on.hall.facts(Fouled) == [Fouled((ANA,))]
    assert on.hall.view.letters == (0, 1, 1) and not on.opened
    cards = on.cards(ANA)
    on.wait(3000)
    assert on.hall.phase == "live" and on.cards(ANA) == cards


def test_of_hands_too_close_to_tell_the_one_with_four_was_first(on: Table) -> None:
    winner = on.until_four()
    other = next(who for who in PHONES if who != winner)
    on.mark()
    assert on.reach(other, ago_ms=40, doubt_ms=20) and on.reach(winner, ago_ms=20, doubt_ms=20)
    on.wait(200)
    assert [said.seat for said in on.hall.facts(GoodGrab)] == [winner]


def test_a_hand_that_was_surely_sooner_is_heard_though_its_message_was_late(on: Table) -> None:
    winner = on.until_four()
    other = next(who for who in PHONES if who != winner)
    on.mark()
    assert on.reach(winner, ago_ms=20, doubt_ms=5) and on.reach(other, ago_ms=60, doubt_ms=5)
    on.wait(200)
    assert on.hall.facts(TooSoon) and on.hall.facts(Fouled) == [Fouled((other,))]


def test_the_last_dolphin_is_whose_hand_was_first(on: Table) -> None:
    winner = on.until_four()
    second, third = (who for who in PHONES if who != winner)
    on.mark()
    on.reach(winner, ago_ms=400)
    on.wait(200)
    assert on.reach(second, ago_ms=10, doubt_ms=5) and on.hall.phase == "scored"
    assert not on.reach(third, ago_ms=0, doubt_ms=1), "surely later"
    assert on.reach(third, ago_ms=100, doubt_ms=5), "surely sooner"
    assert [fact.seat for fact in on.hall.facts(Kept)] == [third]
    assert on.hall.view.holders == tuple(sorted((winner, third)))


def test_two_hands_on_the_last_dolphin_that_are_too_close_are_the_tables_to_settle(
    on: Table,
) -> None:
    winner = on.until_four()
    second, third = (who for who in PHONES if who != winner)
    on.mark()
    on.reach(winner, ago_ms=400)
    on.wait(200)
    assert on.reach(second, ago_ms=10, doubt_ms=20) and on.reach(third, ago_ms=5, doubt_ms=20)
    assert "contest" in on.hall.topics


def test_a_hand_that_came_before_the_call_is_judged_by_what_it_held_then(on: Table) -> None:
    winner = on.until_four()
    on.hall.wait(500)
    on.choose(winner, 0)
    on.call()  # and the four are three
    assert not on.hand(winner)["four"]
    assert on.reach(winner, ago_ms=200)
    on.wait(200)
    assert [said.seat for said in on.hall.facts(GoodGrab)] == [winner]


def test_a_verdict_that_was_taken_back_is_not_said_again(on: Table) -> None:
    on.reach(ANA)
    on.wait(200)
    assert on.hall.phase == "reset"
    assert on.hall.undo().kind == "counts"
    on.settle()
    assert on.hall.undo().kind == "counts"
    on.wait(1000)
    assert on.hall.phase == "grab" and "verdict" in on.hall.topics


def test_a_tap_after_one_that_was_taken_back_is_for_the_same_dolphin(on: Table) -> None:
    winner = on.until_four()
    on.reach(winner)
    assert on.hall.undo().kind == "counts"
    on.wait(1000)
    assert on.hall.phase == "grab", "whose hand it was is asked"
    assert on.reach(winner)
    on.wait(200)
    assert [said.seat for said in on.hall.facts(GoodGrab)] == [winner]
    assert len(on.hall.facts(Touched)) == 1, "no other hand was felt"


def test_robots_fill_empty_seats_and_one_person_plays(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        made.hall.referee.begin_game(
            "dolphin_splash", ["Ana"], {"cards": "phones", "way": "quick"}, sure=True
        )
        made.settle()
        made.deal()
        assert made.hall.view.robots == {"1": "quick", "2": "quick"}
        assert "stand_in" not in made.hall.topics, "nobody else would be left"
        assert not made.hand(BEN)["playing"], "its cards are the robot's own to see"
        assert made.keeper.may_call() is False
        made.wait(2000)  # they choose
        made.choose(ANA, 0)
        assert made.keeper.may_call()
        for turn in range(80):
            made.choose(ANA, turn % 4)
            made.call()
            made.wait(1000)
            made.wait(1000)
            if made.hall.facts(Claimed):
                break
        assert {fact.seat for fact in made.hall.facts(Claimed)} <= {BEN, CY}
        rows = [row for row in made.hall.rows() if "claimed" in row.facts]
        assert rows and {row.by for row in rows} == {"robot"}


def test_where_nobody_has_a_hand_the_thread_rests_and_after_a_refusal_it_looks_soon(
    on: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert on.passing.wait_s() <= LOOK_S, "a phone may be gone"
    on.hall.begin(3)
    on.settle()
    assert on.passing.wait_s() == REST_S
    monkeypatch.setattr(on.keeper, "look", _busy)
    with pytest.raises(CompanionError):
        on.settle()
    assert on.passing.wait_s() <= LOOK_S, "what was due is tried again"


def _busy() -> bool:
    raise CompanionError("The referee is busy. Please tap again.")


@pytest.mark.parametrize("restarts", [False, True])
def test_a_grab_is_not_judged_by_cards_of_a_redeal_that_was_taken_back(
    on: Table, restarts: bool
) -> None:
    """D-S16: those of the grab lie open, and of the newer ones nobody knew."""
    first = on.until_four()
    on.mark()
    assert on.reach(first) and on.hall.phase == "grab"
    on.hall.counts("redeal", "redeal")
    on.settle()
    assert on.hall.phase == "live" and len(on.sealed) == 2
    on.hall.undo()
    if restarts:
        on.restart()
    assert on.hall.phase == "grab"
    for _ in range(20):
        on.wait(500)
    assert on.hall.phase == "grab" and not on.hall.facts(TooSoon)
    assert on.hall.view.seal == on.sealed[0].seal and on.hall.view.shown
    on.hall.counts("verdict", "start")  # the table lets it be
    on.settle()
    assert on.hall.view.seal == on.sealed[2].seal and on.hall.phase == "live"
    facts = on.hall.facts(Sealed) + on.hall.facts(Unsealed)
    assert [one.fits for one in checked(facts, rules)] == [True, True, None]
