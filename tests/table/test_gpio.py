"""The table on pretend pins, through the devices and callbacks of real ones."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import run
from threading import Thread
from types import ModuleType

import pytest

from companion.table import gpio
from companion.table.config import BuzzerConfig, Config, ConfigError, default, simulated
from companion.table.gpio import HELD_US, REST_S, PadState, Table, mock_factory, real_factory
from companion.table.pins import PretendPin, callback_thread
from companion.table.signals import Kind, Signal
from companion.words import Pad
from tests.table.bench import (
    BLUE,
    BOOTED_NS,
    GREEN,
    MS,
    RED,
    WHITE,
    Bench,
    bench,
    switch_only,
    touch_only,
)
from tests.web.house import PATIENCE_S, until


def edge(on: Bench, pin: int, high: bool, at_us: int) -> None:
    on.factory.pin(pin).drive(high, on.clock.to_monotonic_s(at_us))


def lose_edge(on: Bench, pin: int, high: bool) -> None:
    """Change a level without anybody being told."""
    on.factory.pin(pin)._state = high


def test_the_kernels_stamp_passes_through_exactly() -> None:
    with bench(touch_only()) as on:
        pin = on.config.pads[BLUE].touch
        on.factory.pin(pin).drive(True, (BOOTED_NS + 84_123_456) / 1000000000)
        assert on.felt == [Signal(Kind.TOUCH, 84_123, BLUE, "", 20_000, "sim")]


def test_who_bounces_from_the_start_is_still_first() -> None:
    """Red bounces for 8 ms from 0, Blue is clean at 3 ms: Red was first."""
    with bench(touch_only()) as on:
        red, blue = on.config.pads[RED].touch, on.config.pads[BLUE].touch
        assert red is not None and blue is not None
        bounce = [(red, i % 2 == 0, 1_000 * MS + i * MS) for i in range(9)]
        for pin, high, at_us in sorted([*bounce, (blue, True, 1_003 * MS)], key=lambda e: e[2]):
            edge(on, pin, high, at_us)
        assert [(s.kind, s.pad, s.at_us) for s in on.felt] == [
            (Kind.TOUCH, RED, 1_000 * MS),
            (Kind.TOUCH, BLUE, 1_003 * MS),
        ]
        on.time.ns += 1_010 * MS * 1_000
        on.wait(200)
        assert on.kinds() == [Kind.TOUCH, Kind.TOUCH]


def test_a_whole_grab_touch_lift_home() -> None:
    with bench() as on:
        on.wait(50)
        on.hands.touch(RED)
        on.wait(100)
        on.hands.lift(RED)
        on.wait(100)
        on.hands.home(RED)
        assert on.kinds() == [Kind.TOUCH, Kind.RELEASE, Kind.LIFT, Kind.HOME]
        assert [s.at_us for s in on.felt] == [50 * MS, 150 * MS, 150 * MS, 250 * MS]
        assert {s.uncertain_us for s in on.felt} == {20_000}


def test_a_switch_only_pad_feels_lifting() -> None:
    with bench(switch_only()) as on:
        on.hands.touch(GREEN)  # a lever switch feels no hand
        on.hands.lift(GREEN)
        on.wait(100)
        on.hands.home(GREEN)
        assert [(s.kind, s.pad) for s in on.felt] == [(Kind.LIFT, GREEN), (Kind.HOME, GREEN)]


def test_pads_that_are_wired_the_other_way_round() -> None:
    odd = tuple(
        replace(pad, touch_active_high=False, switch_closed_at_home=False)
        for pad in simulated().pads
    )
    with bench(replace(simulated(), pads=odd)) as on:
        assert on.table.pads()[RED] == PadState(RED, touched=False, home=True, why="")
        on.hands.touch(RED)
        on.wait(100)
        on.hands.lift(RED)
        assert on.kinds() == [Kind.TOUCH, Kind.RELEASE, Kind.LIFT]


def test_a_missed_edge_is_made_up_with_the_doubt_of_a_tick() -> None:
    with bench(touch_only()) as on:
        on.wait(200)
        pin = on.config.pads[RED].touch
        assert pin is not None
        lose_edge(on, pin, True)
        on.wait(50)
        assert on.felt == []  # it may be on its way
        on.wait(50)
        assert on.felt == [Signal(Kind.TOUCH, 250 * MS, RED, "", 20_000 + 50 * MS, "sim")]
        lose_edge(on, pin, False)
        on.wait(100)
        assert on.kinds() == [Kind.TOUCH, Kind.RELEASE]


def test_a_level_that_is_read_late_is_stamped_when_it_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where the machine is too busy to get on: the hand came meanwhile."""
    with bench(touch_only()) as on:
        on.wait(200)
        pin = on.config.pads[RED].touch
        assert pin is not None
        read = gpio._Point.is_on

        def late(point: gpio._Point) -> bool:
            on.time.ns += 10 * MS * 1_000
            if point.wire.pin == pin:
                lose_edge(on, pin, True)
            return read(point)

        before_us = on.clock.now_us()
        monkeypatch.setattr(gpio._Point, "is_on", late)
        on.wait(50)
        monkeypatch.setattr(gpio._Point, "is_on", read)
        on.wait(50)
        (felt,) = on.felt
        assert felt.pad == RED and felt.at_us >= before_us + 50 * MS + 10 * MS
        assert felt.at_us - felt.uncertain_us <= before_us


def test_at_rest_it_looks_now_and_then_and_a_hand_makes_it_look_closely() -> None:
    with bench() as on:
        for pad in range(5):
            on.hands.lift(Pad(pad))  # as in the box
        on.let_watch(61_000)
        assert {state.why for state in on.table.pads()} == {"unplugged"}
        assert on.let_watch(60_000) == 60 / REST_S
        on.hands.home(RED)
        assert 57 <= on.let_watch(3_000) <= 61
        on.let_watch(1_000)
        assert on.let_watch(60_000) == 60 / REST_S
        on.hands_count = True
        assert on.let_watch(60_000) == 1_200


def test_an_edge_missed_at_rest_is_made_up_with_the_doubt_of_the_rest() -> None:
    with bench(touch_only()) as on:
        rest_us = round(REST_S * 1e6)
        on.let_watch(2 * rest_us // MS)
        pin = on.config.pads[RED].touch
        assert pin is not None
        lose_edge(on, pin, True)
        assert on.let_watch(rest_us // MS + 50) == 2  # the second one soon after the first
        assert on.felt == [Signal(Kind.TOUCH, 3 * rest_us, RED, "", rest_us + 20_000, "sim")]
        on.let_watch(10_000)
        lose_edge(on, pin, False)
        on.hands_count = True
        on.let_watch(100)
        assert on.kinds() == [Kind.TOUCH, Kind.RELEASE]


def test_a_button_that_is_down_at_rest_is_told_as_held_in_time() -> None:
    with bench() as on:
        on.hands.press("yes")
        on.let_watch(5_050)
        assert on.kinds() == [Kind.PRESS, Kind.HELD]
        assert on.let_watch(60_000) == 60 / REST_S  # something lies on it


def test_an_edge_ends_the_watchs_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "TICK_S", 0.001)
    with bench(touch_only()) as on:
        monkeypatch.setattr(gpio, "REST_S", PATIENCE_S)
        on.table.start()
        pin = on.config.pads[RED].touch
        assert pin is not None
        lose_edge(on, pin, True)
        on.hands.touch(BLUE)
        until(lambda: on.kinds(RED), "what was missed")
        on.hands.release(BLUE)


def test_a_deal_ends_the_watchs_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    with bench(touch_only()) as on:
        monkeypatch.setattr(gpio, "REST_S", PATIENCE_S)
        on.table.start()
        rounds = on.table.rounds
        on.table.stir()
        until(lambda: on.table.rounds > rounds, "a look")


def test_pads_tell_what_lies_there_before_anybody_moves() -> None:
    with bench() as on:
        on.hands.lift(WHITE)
        on.hands.touch(RED)
        states = on.table.pads()
        assert [state.pad for state in states] == [0, 1, 2, 3, 4]
        assert states[WHITE] == PadState(WHITE, touched=False, home=False, why="")
        assert states[RED] == PadState(RED, touched=True, home=True, why="")


def test_a_pad_that_is_touched_for_20_seconds_while_all_is_quiet_is_stuck() -> None:
    with bench(touch_only()) as on:
        on.wait(1_000)
        on.hands.touch(RED)
        on.wait(19_900)
        assert on.kinds() == [Kind.TOUCH]
        on.wait(150)
        assert [(s.kind, s.pad, s.why) for s in on.felt[1:]] == [(Kind.SUSPECT, RED, "stuck")]
        assert on.table.pads()[RED].why == "stuck"
        on.wait(60_000)
        assert len(on.felt) == 2  # said once
        on.hands.release(RED)
        on.wait(2_950)
        assert on.kinds()[2:] == [Kind.RELEASE]
        on.wait(100)
        assert on.kinds()[2:] == [Kind.RELEASE, Kind.TRUST]


def test_a_pad_is_not_stuck_while_others_play() -> None:
    with bench(touch_only()) as on:
        on.hands.touch(RED)
        for _ in range(6):
            on.wait(10_000)
            on.hands.touch(BLUE)
            on.wait(200)
            on.hands.release(BLUE)
        assert Kind.SUSPECT not in on.kinds()


def test_noise_is_chattering_and_muted_until_it_is_quiet() -> None:
    with bench(touch_only()) as on:
        on.hands.set_noise(RED, True)
        for _ in range(100):
            on.hands.shake()
            on.wait(20, tick_ms=20)
        suspects = [s for s in on.felt if s.kind is Kind.SUSPECT]
        assert [(s.pad, s.why) for s in suspects] == [(RED, "chattering")]
        assert suspects[0].at_us <= 1_300 * MS
        assert [s for s in on.felt if s.at_us > suspects[0].at_us] == []  # 0.7 s of silence
        on.hands.set_noise(RED, False)
        on.wait(2_900)
        assert on.kinds()[-1] is Kind.SUSPECT
        on.wait(300)
        assert on.kinds()[-1] is Kind.TRUST
        touches, releases = on.kinds().count(Kind.TOUCH), on.kinds().count(Kind.RELEASE)
        assert touches == releases  # what was muted is made good before the trust
        on.hands.touch(RED)
        assert on.kinds()[-1] is Kind.TOUCH


def test_ten_bouncing_taps_a_second_are_no_chattering() -> None:
    with bench(touch_only()) as on:
        on.hands.set_bounce(5)
        for _ in range(50):
            on.hands.touch(RED)
            on.wait(50)
            on.hands.release(RED)
            on.wait(50)
        assert on.kinds().count(Kind.TOUCH) == 50
        assert Kind.SUSPECT not in on.kinds()


def test_a_dolphin_that_is_gone_for_a_minute_may_be_a_pulled_plug() -> None:
    with bench() as on:
        on.hands.unplug(RED, True)
        assert on.kinds() == [Kind.LIFT]  # at first it looks like nothing else
        on.wait(59_900)
        assert on.kinds() == [Kind.LIFT]
        on.wait(150)
        assert (on.felt[-1].kind, on.felt[-1].pad, on.felt[-1].why) == (
            Kind.SUSPECT,
            RED,
            "unplugged",
        )
        on.hands.unplug(RED, False)
        on.wait(3_100)
        assert on.kinds() == [Kind.LIFT, Kind.SUSPECT, Kind.HOME, Kind.TRUST]


def test_a_stuck_pad_feels_nothing_once_unplugged() -> None:
    with bench(touch_only()) as on:
        on.hands.stick(RED, True)
        on.wait(100)
        on.hands.unplug(RED, True)
        on.hands.touch(RED)
        on.hands.release(RED)
        assert on.kinds() == [Kind.TOUCH, Kind.RELEASE]


def test_a_button_pressed_and_one_held() -> None:
    with bench() as on:
        on.hands.tap("yes")
        on.wait(100)
        on.hands.press("seat:4")
        on.wait(4_950)
        assert [(s.kind, s.button, s.pad) for s in on.felt] == [
            (Kind.PRESS, "yes", None),
            (Kind.PRESS, "seat:4", None),
        ]
        on.wait(200)
        assert on.felt[-1] == Signal(Kind.HELD, 100 * MS + HELD_US, None, "seat:4", 0, "sim")
        on.wait(20_000)
        on.hands.let_go("seat:4")
        on.wait(100)
        assert on.kinds() == [Kind.PRESS, Kind.PRESS, Kind.HELD]  # said once
        on.hands.press("seat:4")
        on.wait(5_050)
        assert on.kinds()[3:] == [Kind.PRESS, Kind.HELD]


def test_a_button_that_chatters_is_muted_and_complained_about() -> None:
    with bench() as on:
        pin = dict(on.config.buttons.named())["no"]
        for i in range(60):
            edge(on, pin, i % 2 == 1, on.clock.now_us())
            on.wait(35, tick_ms=35)
        presses = on.kinds().count(Kind.PRESS)
        assert presses < 20
        assert on.table.trouble() == ("The button no is chattering. Look at its wires.",)
        assert Kind.SUSPECT not in on.kinds()  # no pad is suspect


def test_a_callback_that_fails_is_reported_and_kills_nothing() -> None:
    with bench(touch_only()) as on:

        def fail(signal: Signal) -> None:
            raise RuntimeError("the queue is gone")

        on.table._feel = fail
        on.hands.touch(RED)
        on.hands.touch(BLUE)
        assert on.table.trouble() == (
            "The table could not pass on what pads[0].touch felt (the queue is gone). "
            "If this comes again, restart it.",
            "The table could not pass on what pads[1].touch felt (the queue is gone). "
            "If this comes again, restart it.",
        )
        on.table._feel = on.feel
        on.hands.touch(GREEN)
        assert on.kinds() == [Kind.TOUCH]
        assert on.table.alive()


def test_a_line_that_cannot_be_read_is_reported_and_blinds_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise OSError("the line is gone")

    with bench(touch_only()) as on:
        red, blue = on.config.pads[RED].touch, on.config.pads[BLUE].touch
        assert blue is not None
        monkeypatch.setattr(on.factory.pin(red), "_get_state", fail)
        lose_edge(on, blue, True)
        on.wait(100)
        assert on.kinds() == [Kind.TOUCH]
        assert on.table.trouble() == (
            "The table could not look at pads[0].touch (the line is gone). "
            "If this comes again, restart it.",
        )


def test_alive_is_false_once_the_callback_thread_is_dead() -> None:
    dead = Thread(target=lambda: None)
    dead.start()
    dead.join()
    with bench() as on:
        table = Table(Config(pads=()), on.clock, mock_factory(), on.felt.append, notify_thread=dead)
        assert not table.alive()
        assert table.trouble() == ("The table has stopped feeling. Start the companion again.",)
        table.close()


def test_the_callback_thread_is_lgpios(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = ModuleType("lgpio")
    fake._notify_thread = Thread()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    assert callback_thread(object()) is fake._notify_thread  # type: ignore[attr-defined]
    factory = mock_factory()
    assert callback_thread(factory) is None
    factory.close()


def test_a_closed_table_feels_nothing_and_lets_go_of_its_pins() -> None:
    with bench() as on:
        pin = on.factory.pin(on.config.pads[RED].touch)
        on.table.lights.set(RED, True)
        on.table.close()
        assert pin.when_changed is None
        on.hands.touch(RED)
        on.wait(1_000)
        assert on.felt == []
        assert not on.table.alive()
        on.table.close()  # twice is once
        again = Table(on.config, on.clock, on.factory, on.felt.append)
        again.close()


def test_no_pin_is_closed_while_any_may_still_call_back(monkeypatch: pytest.MonkeyPatch) -> None:
    armed: list[object] = []
    with bench() as on:
        pins = list(on.factory.pins.values())
        assert any(pin.when_changed for pin in pins)

        def close(pin: PretendPin) -> None:
            armed.extend(pin for pin in pins if pin.when_changed)

        monkeypatch.setattr(PretendPin, "close", close)
        on.table.close()
        assert armed == []


@pytest.mark.parametrize("step", ["_disable_event_detect", "close"])
def test_a_line_that_is_still_busy_is_let_go_of_a_moment_later(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """lgpio's thread has not left it yet."""
    monkeypatch.setattr(gpio, "BUSY_S", 0)
    with bench() as on:
        busy = BusyPin(getattr(on.factory.pin(red_of(on)), step), times=3)
        monkeypatch.setattr(on.factory.pin(red_of(on)), step, busy)
        on.table.close()
        assert busy.times == 0
        assert on.table.trouble() == ()
        Table(on.config, on.clock, on.factory, on.feel).close()


def test_a_line_that_stays_busy_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "BUSY_S", 0)
    with bench() as on:
        busy = BusyPin(on.factory.pin(red_of(on)).close, times=gpio.BUSY_TRIES + 1)
        monkeypatch.setattr(on.factory.pin(red_of(on)), "close", busy)
        on.table.close()
        assert on.table.trouble() == (
            "The table could not let go of pads[0].touch (GPIO busy). "
            "If this comes again, restart it.",
        )
        assert all(point.closed for point in on.table._points if point.wire.pin != red_of(on))


def red_of(on: Bench) -> int:
    """The pin of Red's touch module."""
    pin = on.config.pads[RED].touch
    assert pin is not None
    return pin


class BusyPin:
    """A step that the kernel refuses so many times."""

    def __init__(self, step: Callable[[], None], times: int) -> None:
        self.times = times
        self._step = step

    def __call__(self) -> None:
        if self.times:
            self.times -= 1
            raise OSError("GPIO busy")
        self._step()


def test_the_watch_thread_starts_and_ends() -> None:
    with bench() as on:
        on.table.start()
        assert on.table.alive()
        on.table.close()
        assert not on.table.alive()


def test_lights_go_on_and_off_and_out() -> None:
    with bench() as on:
        light = on.factory.pin(on.config.pads[BLUE].light)
        on.table.lights.set(BLUE, True)
        assert light.state
        on.table.lights.set(BLUE, False)
        assert not light.state
        on.table.lights.set(BLUE, True)
        on.table.close()
        assert not light.state
    with bench(touch_only()) as on:
        on.table.lights.set(BLUE, True)  # there is none, and that is no mistake


def test_pins_that_cannot_be_had_are_named_and_the_others_let_go_of() -> None:
    config = replace(default(), pads=(*default().pads[:4], replace(default().pads[4], touch=2)))
    factory = mock_factory()
    with bench() as on:
        with pytest.raises(ConfigError, match=r"pads\[4\]\.touch: GPIO 2 cannot be had \(.*pull"):
            Table(config, on.clock, factory, on.felt.append)
        table = Table(default(), on.clock, factory, on.felt.append)
        table.close()
    factory.close()


def test_a_light_that_cannot_be_had_is_named() -> None:
    pads = (replace(default().pads[0], light=5),)
    factory = mock_factory()
    with bench() as on:
        with pytest.raises(ConfigError, match=r"pads\[0\]\.light: GPIO 5 cannot be had"):
            Table(Config(pads, buzzer=BuzzerConfig()), on.clock, factory, on.felt.append)
        table = Table(Config((default().pads[0],)), on.clock, factory, on.felt.append)
        table.close()
    factory.close()


@pytest.mark.parametrize("there", [True, False])
def test_rpi_gpio_is_said_to_be_no_substitute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: bool
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    if there:
        (tmp_path / "RPi").mkdir()
        (tmp_path / "RPi" / "__init__.py").touch()
        monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("companion.table.pins.board_name", lambda: "Raspberry Pi 4")
    with pytest.raises(ConfigError) as refused:
        real_factory()
    assert ("RPi.GPIO, which is here, is no substitute" in str(refused.value)) is there


def test_without_lgpio_the_table_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("companion.table.pins.board_name", lambda: "Raspberry Pi 4")
    with pytest.raises(ConfigError, match="sudo apt install python3-lgpio.*--simulated"):
        real_factory()


def test_no_other_machine_is_sent_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(
        ConfigError, match="no Raspberry Pi.*--table board.*--table tablet.*--simulated"
    ) as said:
        real_factory()
    assert "apt" not in str(said.value)


FAILURES = {
    "an old stub": (AttributeError("SET_BIAS_DISABLE"), "sudo apt install python3-lgpio"),
    "a folder that cannot be written": (
        FileNotFoundError(2, "No such file", ".lgd-nfy-3"),
        "cannot write its pipe .lgd-nfy-3 into the working folder. Set LG_WD",
    ),
    "no rights": (RuntimeError("can not open gpiochip"), "in the group gpio"),
}


@pytest.mark.parametrize(("error", "remedy"), FAILURES.values(), ids=FAILURES.keys())
def test_every_way_that_lgpio_fails_has_a_remedy(
    monkeypatch: pytest.MonkeyPatch, error: Exception, remedy: str
) -> None:
    class Factory:
        def __init__(self) -> None:
            raise error

    fake = ModuleType("gpiozero.pins.lgpio")
    fake.LGPIOFactory = Factory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", fake)
    monkeypatch.setattr("companion.table.pins.board_name", lambda: "Raspberry Pi 4")
    with pytest.raises(ConfigError, match="To play without hardware") as caught:
        real_factory()
    assert remedy in str(caught.value)


def test_importing_the_table_leaves_lgpio_and_the_folder_alone(tmp_path: Path) -> None:
    program = "import sys, companion.table.gpio; sys.exit('lgpio' in sys.modules)"
    path = {"PYTHONPATH": str(Path(__file__).parents[2])}
    run([sys.executable, "-B", "-c", program], cwd=tmp_path, env=path, check=True)
    assert list(tmp_path.iterdir()) == []


def test_signals_name_one_place() -> None:
    with bench() as on:
        on.hands.touch(RED)
        on.hands.tap("start")
        assert [(s.pad, s.button) for s in on.felt] == [(Pad(0), ""), (None, "start")]
