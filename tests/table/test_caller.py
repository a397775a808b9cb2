"""PASS on absolute deadlines, hushed at a touch; signs; news."""

import random
from threading import Event
from time import monotonic, monotonic_ns, perf_counter_ns

import pytest

from companion.games import sounds
from companion.table.caller import (
    AHEAD_US,
    BREATH_US,
    LEAD_IN_US,
    Buzzer,
    Called,
    Caller,
    Hushed,
    News,
    Planned,
    Signed,
)
from companion.table.clock import TableClock
from companion.table.config import BuzzerConfig, ConfigError
from companion.table.gpio import mock_factory
from companion.table.tempo import TEMPOS, Tempo, tempo_of
from tests.table.bench import MS, SECOND, Time
from tests.web.house import PATIENCE_S

STEADY = tempo_of(1_000)
SOUNDS = sounds()


class Parlour:
    """A caller whose time only moves when a test says so, and a buzzer that keeps a record."""

    def __init__(self) -> None:
        self.time = Time()
        self.clock = TableClock(0, self.time.monotonic_ns)
        self.news: list[News] = []
        self.sounds: list[tuple[int, bool]] = []
        self.caller = Caller(self.clock, self, self.news.append, SOUNDS)  # type: ignore[arg-type]

    def sound(self, on: bool) -> None:
        self.sounds.append((self.clock.now_us(), on))

    def close(self) -> None:
        pass

    def until(self, at_us: int) -> None:
        """Run on time until `at_us`."""
        while (next_us := self.caller.step()) is not None and next_us <= at_us:
            self.at(max(self.clock.now_us(), next_us))
        self.at(at_us)
        self.caller.step()

    def at(self, at_us: int) -> None:
        self.time.ns += (at_us - self.clock.now_us()) * 1_000

    def called(self) -> list[Called]:
        return [n for n in self.news if isinstance(n, Called)]

    def planned(self) -> list[Planned]:
        return [n for n in self.news if isinstance(n, Planned)]


def test_the_first_call_comes_after_a_lead_in_and_the_rest_on_the_beat() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.until(5 * SECOND)
    assert on.called() == [Called(n, LEAD_IN_US + (n - 1) * SECOND, 0) for n in range(1, 5)]
    assert on.caller.calls == 4
    assert on.sounds[:2] == [(LEAD_IN_US, True), (LEAD_IN_US + 90 * MS, False)]
    assert len(on.sounds) == 8


def test_ten_thousand_jittery_calls_do_not_drift() -> None:
    on = Parlour()
    chance = random.Random(7)
    on.caller.begin(STEADY)
    while on.caller.calls < 10_000:
        next_us = on.caller.step()
        assert next_us is not None
        on.at(max(on.clock.now_us(), next_us + chance.randrange(30_000)))
        on.news[:] = on.called()[-1:]
    call = on.called()[-1]
    assert (call.n, call.at_us) == (10_000, LEAD_IN_US + 9_999 * SECOND)
    assert 0 <= call.late_us < 30_000


def test_late_calls_say_so_and_are_still_heard_in_full() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.at(LEAD_IN_US + 7 * MS)
    assert on.caller.step() == LEAD_IN_US + 97 * MS  # the end of the beep
    assert on.called() == [Called(1, LEAD_IN_US, 7 * MS)]
    on.until(2 * SECOND)
    assert on.sounds == [(LEAD_IN_US + 7 * MS, True), (LEAD_IN_US + 97 * MS, False)]


def test_after_a_long_sleep_there_is_no_burst() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.at(LEAD_IN_US + 10 * SECOND)
    on.until(LEAD_IN_US + 12 * SECOND)
    assert [c.late_us for c in on.called()] == [10 * SECOND, 0, 0]
    assert [c.at_us - LEAD_IN_US for c in on.called()[1:]] == [11 * SECOND, 12 * SECOND]


def test_every_call_is_announced_at_least_1200_ms_ahead() -> None:
    for tempo in (*TEMPOS.values(), tempo_of(400), tempo_of(5_000)):
        on = Parlour()
        announced: dict[int, int] = {}
        on.caller.begin(tempo)
        while on.caller.calls < 30:
            for news in on.planned():
                for n, _ in news.calls:
                    announced.setdefault(n, on.clock.now_us())
            on.news[:] = on.called()
            next_us = on.caller.step()
            assert next_us is not None
            on.at(max(on.clock.now_us(), next_us))
        assert len(on.called()) == 30
        for call in on.called():
            assert call.at_us - announced[call.n] >= 1_200 * MS


def test_a_plan_replaces_the_one_before() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    assert on.planned()[-1].calls == ((1, LEAD_IN_US), (2, LEAD_IN_US + SECOND))
    on.until(SECOND)
    assert on.planned()[-1].calls[0] == (1, LEAD_IN_US)
    assert on.planned()[-1].calls[-1][1] > SECOND + AHEAD_US - 1


@pytest.mark.parametrize("tempo", TEMPOS.values(), ids=TEMPOS.keys())
def test_calls_come_sooner_and_sooner_down_to_the_last_tempo(tempo: Tempo) -> None:
    on = Parlour()
    on.caller.begin(tempo)
    on.until(200 * SECOND)
    at = [c.at_us for c in on.called()]
    gaps = [(b - a) // 1000 for a, b in zip(at, at[1:], strict=False)]
    assert gaps[0] == tempo.first_ms
    assert gaps[1] == tempo.first_ms - tempo.faster_ms
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] == tempo.last_ms
    assert gaps.index(tempo.last_ms) <= 30
    assert on.caller.every_ms == tempo.last_ms


def test_tempos_differ_and_get_faster() -> None:
    calm, brisk, wild = TEMPOS.values()
    assert calm.first_ms > brisk.first_ms > wild.first_ms
    assert calm.last_ms > brisk.last_ms > wild.last_ms


@pytest.mark.parametrize("wrong", [399, 5_001, "frantic", ""])
def test_there_is_no_other_tempo(wrong: str | int) -> None:
    with pytest.raises(ValueError, match="is no tempo: say one of calm, brisk, wild, or 400 to"):
        tempo_of(wrong)


def test_once_is_one_call_and_then_silence() -> None:
    on = Parlour()
    on.caller.begin(STEADY, once=True)
    assert (on.caller.running, on.caller.once) == (True, True)
    assert on.planned()[-1].calls == ((1, LEAD_IN_US),)
    on.until(60 * SECOND)
    assert [c.n for c in on.called()] == [1]
    assert not on.caller.running
    assert on.sounds == [(LEAD_IN_US, True), (LEAD_IN_US + 90 * MS, False)]


def test_hush_cuts_a_call_short_and_forgets_the_plan() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.until(LEAD_IN_US)
    assert on.sounds[-1] == (LEAD_IN_US, True)
    on.at(LEAD_IN_US + 40 * MS)
    on.caller.hush(LEAD_IN_US + 39 * MS)
    assert on.sounds[-1] == (LEAD_IN_US + 40 * MS, False)
    assert on.news[-1] == Hushed(LEAD_IN_US + 39 * MS)
    assert not on.caller.running
    before = len(on.news)
    assert on.caller.step() is None
    on.until(60 * SECOND)
    assert len(on.news) == before
    assert not any(sounding for _, sounding in on.sounds[1:])
    assert on.caller.calls == 1  # still told after the hush


def test_hushing_twice_is_said_once() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.caller.hush(1)
    on.caller.hush(2)
    assert on.news[1:] == [Hushed(1)]


def test_the_pin_is_low_before_the_news_is_told() -> None:
    on = Parlour()
    low_at_news: list[bool] = []
    on.caller.begin(STEADY)
    on.until(LEAD_IN_US)
    on.caller._news = lambda news: low_at_news.append(on.sounds[-1][1] is False)
    on.caller.hush(LEAD_IN_US)
    assert low_at_news == [True]


def test_signs_follow_a_hush() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.until(LEAD_IN_US)
    on.caller.hush(LEAD_IN_US)
    on.caller.sign("grab")
    assert on.news[-1] == Signed("grab", LEAD_IN_US)
    on.until(60 * SECOND)
    assert on.sounds[-2:] == [(LEAD_IN_US, True), (LEAD_IN_US + 350 * MS, False)]


def test_signs_wait_for_each_other_and_a_call_waits_for_none() -> None:
    on = Parlour()
    on.caller.sign("foul")
    on.caller.sign("letter")
    end_us = 1_120 * MS
    assert on.news == [Signed("foul", 0), Signed("letter", end_us + BREATH_US)]
    on.caller.begin(STEADY)
    on.until(LEAD_IN_US - 1)
    on.caller.sign("win")
    on.until(LEAD_IN_US + 900 * MS)
    assert on.sounds[-2:] == [(LEAD_IN_US, True), (LEAD_IN_US + 90 * MS, False)]


def test_a_sign_that_nobody_has_declared_is_silent() -> None:
    on = Parlour()
    on.caller.sign("boo")
    on.until(SECOND)
    assert (on.sounds, on.news) == ([], [])


def test_a_pause_holds_the_count_and_resume_leads_in_again() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.until(LEAD_IN_US + SECOND)
    on.caller.pause()
    assert (on.caller.running, on.caller.paused) == (True, True)
    assert on.news[-1] == Planned(())
    on.caller.pause()
    on.until(30 * SECOND)
    assert on.caller.calls == 2
    on.caller.resume()
    told = len(on.news)
    on.caller.resume()
    assert len(on.news) == told
    assert not on.caller.paused
    on.until(30 * SECOND + LEAD_IN_US)
    assert on.called()[-1] == Called(3, 30 * SECOND + LEAD_IN_US, 0)


def test_pause_and_resume_mean_nothing_while_nobody_calls() -> None:
    on = Parlour()
    on.caller.pause()
    on.caller.resume()
    assert on.news == []
    assert not on.caller.running


def test_another_tempo_is_heard_at_once() -> None:
    on = Parlour()
    on.caller.begin(tempo_of(5_000))
    on.until(LEAD_IN_US + 2 * SECOND)
    on.caller.set_tempo(tempo_of(400))
    on.until(LEAD_IN_US + 4 * SECOND)
    soon_us = LEAD_IN_US + 2 * SECOND + 50 * MS
    assert [c.at_us for c in on.called()[1:4]] == [soon_us + i * 400 * MS for i in range(3)]


def test_a_slower_tempo_counts_from_the_last_call() -> None:
    on = Parlour()
    on.caller.begin(tempo_of(400))
    on.until(LEAD_IN_US)
    on.caller.set_tempo(tempo_of(3_000))
    on.until(LEAD_IN_US + 3 * SECOND)
    assert [c.at_us - LEAD_IN_US for c in on.called()] == [0, 3 * SECOND]


def test_another_tempo_leaves_the_lead_in_alone() -> None:
    on = Parlour()
    on.caller.begin(tempo_of(5_000))
    on.caller.set_tempo(tempo_of(400))
    on.until(LEAD_IN_US + 400 * MS)
    assert [c.at_us - LEAD_IN_US for c in on.called()] == [0, 400 * MS]


def test_another_tempo_while_silent_is_for_later() -> None:
    on = Parlour()
    on.caller.set_tempo(TEMPOS["wild"])
    assert on.news == []
    assert (on.caller.tempo.name, on.caller.every_ms) == ("wild", 1_200)
    on.caller.begin()
    on.until(LEAD_IN_US + 1_200 * MS)
    assert [c.at_us - LEAD_IN_US for c in on.called()] == [0, 1_200 * MS]


def test_beginning_again_counts_from_one() -> None:
    on = Parlour()
    on.caller.begin(STEADY)
    on.until(LEAD_IN_US + SECOND)
    on.caller.begin(STEADY)
    assert on.caller.calls == 0
    assert on.planned()[-1].calls[0] == (1, 2 * LEAD_IN_US + SECOND)


def test_the_buzzer_is_a_pin_or_silence() -> None:
    factory = mock_factory()
    with pytest.raises(ConfigError, match=r"buzzer\.pin: GPIO 99 cannot be had"):
        Buzzer(BuzzerConfig(99), factory)
    low = Buzzer(BuzzerConfig(26, active_high=False), factory)
    assert factory.pin(26).state
    low.sound(True)
    assert not factory.pin(26).state
    low.close()
    low.close()
    none = Buzzer(BuzzerConfig(None), None)
    none.sound(True)
    none.close()
    factory.close()


def test_a_caller_whose_pin_fails_says_so_and_can_begin_again() -> None:
    on = Parlour()
    told = Event()

    def fail(sounding: bool) -> None:
        if sounding:
            told.set()
            raise OSError("the pin is gone")

    on.sound = fail  # type: ignore[method-assign]
    on.caller.start()
    on.caller.sign("grab")
    assert told.wait(PATIENCE_S)
    on.caller.set_tempo(STEADY)  # takes the lock: the failure has been dealt with
    assert on.caller.trouble() == (
        "The caller fell silent (the pin is gone). Begin again, or restart it.",
    )
    on.caller.begin(STEADY)
    assert on.caller.trouble() == ()
    on.caller.close()


class Heard(Buzzer):
    """A buzzer that says when it begins to sound."""

    def __init__(self, config: BuzzerConfig, factory: object) -> None:
        super().__init__(config, factory)
        self.began = Event()

    def sound(self, on: bool) -> None:
        super().sound(on)
        if on:
            self.began.set()


def test_a_sounding_thread_is_silent_when_a_hush_returns() -> None:
    assert len(hushed(20)) == 20


@pytest.mark.soak  # for its clock, which a busy machine makes slow
def test_a_sounding_thread_is_hushed_within_two_milliseconds() -> None:
    """The 99th percentile of 200 hushes from another thread, until the pin is low."""
    assert sorted(hushed(200))[197] <= 2_000


def hushed(times: int) -> list[float]:
    """How many microseconds each hush of a sounding caller took, until the pin was low."""
    factory = mock_factory(monotonic)
    clock = TableClock(0, monotonic_ns)
    buzzer = Heard(BuzzerConfig(26), factory)
    caller = Caller(clock, buzzer, lambda news: None, SOUNDS)
    caller.start()
    took_us: list[float] = []
    for _ in range(times):
        buzzer.began.clear()
        caller.sign("grab")
        assert buzzer.began.wait(PATIENCE_S)
        began_ns = perf_counter_ns()
        caller.hush(clock.now_us())
        took_us.append((perf_counter_ns() - began_ns) / 1_000)
        assert not factory.pin(26).state
    caller.close()
    factory.close()
    return took_us


def test_a_real_thread_keeps_the_beat() -> None:
    factory = mock_factory(monotonic)
    clock = TableClock(0, monotonic_ns)
    done = Event()
    calls: list[Called] = []

    def hear(news: News) -> None:
        if isinstance(news, Called):
            calls.append(news)
            done.set()

    caller = Caller(clock, Buzzer(BuzzerConfig(26), factory), hear)
    caller.start()
    caller.begin(tempo_of(400), once=True)
    assert done.wait(PATIENCE_S)
    caller.close()
    factory.close()
    assert calls[0].n == 1
    assert calls[0].late_us >= 0
