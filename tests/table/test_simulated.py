"""Pretend hands, and what goes wrong with a pretend table."""

from collections.abc import Callable
from threading import Lock, Thread

import pytest

from companion.table.gpio import Table
from companion.table.signals import Kind
from companion.table.simulated import STAMP_OLDEST_US, Hands
from companion.words import Pad
from tests.table.bench import BLUE, GOLD, MS, RED, bench, touch_only


def test_the_table_finds_every_dolphin_at_home() -> None:
    with bench() as on:
        on.wait(500)
        assert on.felt == []
        assert all(state.home and not state.touched for state in on.table.pads())


def test_taps_keep_the_stamps_that_pages_gave_them() -> None:
    with bench(touch_only()) as on:
        on.wait(1_000)
        on.hands.touch(BLUE, 903 * MS)
        on.hands.touch(RED, 900 * MS)
        assert [(s.pad, s.at_us) for s in on.felt] == [(BLUE, 903 * MS), (RED, 900 * MS)]


def test_a_stamp_is_neither_from_the_future_nor_from_long_ago() -> None:
    with bench(touch_only()) as on:
        on.wait(2_000)
        on.hands.touch(RED, 5_000 * MS)
        on.hands.touch(BLUE, 0)
        assert [s.at_us for s in on.felt] == [2_000 * MS, 2_000 * MS - STAMP_OLDEST_US]


def test_a_release_is_never_stamped_before_its_touch() -> None:
    with bench(touch_only()) as on:
        on.wait(1_000)
        on.hands.touch(RED, 1_000 * MS)
        on.hands.release(RED, 900 * MS)
        on.wait(100)
        touch, release = on.felt
        assert touch.at_us < release.at_us <= touch.at_us + MS


def test_a_hovering_hand_is_told_though_no_pin_feels_it() -> None:
    with bench() as on:
        on.hands.near(GOLD)
        on.hands.away(GOLD)
        assert [(s.kind, s.pad, s.source) for s in on.felt] == [(Kind.NEAR, GOLD, "sim")]


def test_a_bounce_is_a_burst_of_edges_and_one_touch() -> None:
    with bench(touch_only()) as on:
        pin = on.factory.pin(on.config.pads[RED].touch)
        pin.clear_states()
        on.hands.set_bounce(8)
        on.hands.touch(RED)
        assert len(pin.states) - 1 == 17
        on.time.ns += 100 * MS * 1_000
        on.hands.release(RED)
        on.wait(100)
        assert on.kinds() == [Kind.TOUCH, Kind.RELEASE]


def test_touching_twice_is_touching() -> None:
    with bench(touch_only()) as on:
        on.hands.touch(RED)
        on.wait(100)
        on.hands.touch(RED)
        assert on.kinds() == [Kind.TOUCH]


def test_what_hands_do_while_unplugged_is_true_again_with_the_plug_back() -> None:
    with bench() as on:
        on.hands.unplug(RED, True)
        on.wait(100)
        on.hands.lift(RED)
        on.hands.unplug(RED, False)
        on.wait(100)
        assert on.kinds() == [Kind.LIFT]
        on.hands.home(RED)
        assert on.kinds() == [Kind.LIFT, Kind.HOME]


REFUSED: dict[str, Callable[[Hands], None]] = {
    "There is no pad 5: there are 0 to 4.": lambda hands: hands.touch(Pad(5)),
    "There is no pad -1: there are 0 to 4.": lambda hands: hands.lift(Pad(-1)),
    "There is no pad 7: there are 0 to 4.": lambda hands: hands.near(Pad(7)),
    "There is no pad 8: there are 0 to 4.": lambda hands: hands.away(Pad(8)),
    "There is no pad 9: there are 0 to 4.": lambda hands: hands.set_noise(Pad(9), True),
    "There is no button 'maybe': there are start, yes, no, seat:0": lambda hands: hands.tap(
        "maybe"
    ),
    "26 ms is no bounce: say 0 to 25 ms.": lambda hands: hands.set_bounce(26),
}


@pytest.mark.parametrize(("sentence", "do"), REFUSED.items(), ids=REFUSED.keys())
def test_refuses_what_is_not_there(sentence: str, do: Callable[[Hands], None]) -> None:
    with bench() as on:
        with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
            do(on.hands)
        assert on.felt == []


def test_hands_that_came_after_the_table_put_the_dolphins_home() -> None:
    with bench() as on:
        on.hands.lift(RED)
        again = Hands(on.config, on.factory, on.clock, on.felt.append)
        on.wait(100)
        assert on.kinds() == [Kind.LIFT, Kind.HOME]
        again.close()


def test_many_hands_at_once_lose_and_double_nothing() -> None:
    taps, pause_ns = 50, 100_000_000  # whoever has the processor alone taps no faster than a hand
    with bench(touch_only()) as on:
        assert isinstance(on.table, Table)
        turn = Lock()

        def play(pad: Pad) -> None:
            for _ in range(taps):
                on.hands.touch(pad)
                on.hands.release(pad)
                with turn:  # time never goes back, and one thread watches
                    on.time.ns += pause_ns
                    on.table.watch(on.clock.now_us())

        threads = [Thread(target=play, args=(Pad(i),)) for i in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        on.wait(100)
        for pad in range(5):
            assert on.kinds(Pad(pad)) == [Kind.TOUCH, Kind.RELEASE] * taps
        assert on.table.trouble() == ()


def test_the_noise_thread_starts_and_ends() -> None:
    with bench() as on:
        on.hands.start()
        on.hands.set_noise(RED, True)
        on.hands.set_noise(RED, False)
        on.hands.close()
