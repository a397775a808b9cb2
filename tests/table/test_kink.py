"""When a hand touched, by the shape of its pad's rise."""

import pytest

from companion.table.board.doubts import FAR_US
from companion.table.board.kink import UNSEEN, Kink, Shape, comes_to_nothing, kink, shape

SCAN_US = 80
BASE = 40
CLIPPED = 127


def rise(above: list[float]) -> Shape:
    """Of samples above the empty pad, scan by scan; the ninth is the stamp's."""
    levels = [min(CLIPPED, BASE + round(y)) for y in above]
    return shape(BASE, levels, [n * SCAN_US % 256 for n in range(len(levels))])


def palm(most: float, until: int, pace_us: float) -> list[float]:
    """What a plate adds that nears evenly, touches at scan `until`, and stays."""
    left_us = (max(0, until - n) * SCAN_US for n in range(24))
    return [most / (1 + us / pace_us) for us in left_us]


def told(found: Kink | None) -> tuple[float, float]:
    assert found is not None and found.from_us is not None and found.to_us is not None
    return found.from_us, found.to_us


def test_a_sharp_contact_lay_between_two_scans() -> None:
    from_us, to_us = told(kink(rise([0] * 8 + [40] * 16)))
    assert -130 <= from_us <= -92 and -12 <= to_us <= 30


@pytest.mark.parametrize("until", [8, 10, 13])
def test_a_palm_touches_where_its_rise_ends_however_early_it_was_stamped(until: int) -> None:
    from_us, to_us = told(kink(rise(palm(60, until, 250))))
    touched_us = (until - 8) * SCAN_US - 12
    assert from_us <= touched_us <= to_us and to_us - from_us < 400


def test_what_the_pad_has_no_room_for_is_reckoned_by_its_pace() -> None:
    above = palm(150, 12, 150)
    assert max(above) > CLIPPED - BASE
    from_us, to_us = told(kink(rise(above)))
    assert from_us <= 4 * SCAN_US - 12 <= to_us < 1_000


def test_skin_on_film_is_pressed_flat_and_touched_where_that_began() -> None:
    before = [6 / (1 + (8 - n) * 0.7) for n in range(8)]
    pressed = [6 + 40 * (1 - 0.8 ** (n - 7)) for n in range(8, 24)]
    found = kink(rise(before + pressed))
    assert found is not None and (found.from_us is None or found.from_us <= -12)
    assert found.to_us is None or found.to_us >= -12


def test_a_rise_that_has_not_ended_says_nothing_of_its_end() -> None:
    found = kink(rise([n / 2 for n in range(24)]))
    assert found == Kink(None, None)


def test_a_hand_that_trembles_has_no_moment() -> None:
    assert kink(rise([0] * 8 + [40, 32] * 8)) is None


# Rises as a charger bent them in races; each from the empty pad on, its stamp's scan the ninth.
BENT_FILM = (
    *(14, 13, 14, 15, 18, 17, 20, 23, 27, 28, 33, 36, 38, 37, 43, 41, 52, 51, 54, 53, 52, 57),
    *(58, 58),
)
LONG_THERE = (
    *(22, 22, 21, 22, 22, 22, 21, 22, 27, 28, 27, 28, 27, 27, 27, 28, 27, 27, 27, 26, 27, 27),
    *(26, 26),
)
STEPPED = (30, 30, 30, 30, 30, 30, 30, 29, *(36,) * 10, 35, 36, 35, 36, 35, 35)
STEPPED_SOONER = (15, 16, 16, 16, 16, 21, 20, 21, 21, 20, 20, 20, 21, 21, 20, 20, 21, 21, 20, 21)
STEPPED_AND_SHAKEN = (20, 22, 24, 24, 23, 23, 23, 23, 30, 29, 28, 30, *(28,) * 4, 30, *(29,) * 7)
ON_ITS_WAY = (
    *(13, 14, 14, 15, 16, 16, 17, 17, 25, 25, 27, 28, 29, 29, 30, 29, 30, 32, 33, 35, 39, 41),
    *(47, 47),
)
ON_ITS_WAY_TO_FULL = (12, 14, 12, 13, 14, 14, 14, 16, 25, 25, 24, 26, 28, 29, *(30,) * 10)
NO_ROOM = (18, 21, 24, 23, 22, 24, 25, 26, 33, 39, 46, 49, 52, 55, 58, 63, *(87,) * 8)


def test_a_rise_that_goes_on_while_it_shakes_may_have_begun_long_before_its_kink() -> None:
    found = kink(rise(list(BENT_FILM)))
    assert found is None or found.from_us is None or found.from_us <= -500
    calm = kink(rise([60 / (1 + (20 - n) * 0.2) for n in range(21)] + [60.0] * 3))
    assert calm is not None and calm.is_calm and calm.from_us is not None and calm.from_us > 0


@pytest.mark.parametrize(("hum", "is_sharp"), [(8, True), (16, False)])
def test_hum_that_lifts_a_hand_slowly_is_no_skin_that_is_pressed_flat(
    hum: int, is_sharp: bool
) -> None:
    """Mains lift a large hand by a tenth while its rise is told; they shake it a little, too."""
    lifted = [70 + hum * (n - 8) // 15 - 2 * (n % 5 == 4) for n in range(8, 24)]
    found = kink(rise([1, 1, 1, 2, 2, 2, 3, 4, *map(float, lifted)]))
    assert found is not None and (found.from_us is not None and found.from_us > -200) == is_sharp


def test_a_hand_that_was_there_and_is_shaken_has_no_moment() -> None:
    assert kink(rise(list(LONG_THERE))) is None


def test_a_hand_that_came_nearer_though_shaken_has_a_moment() -> None:
    came = [10, 11, 13, 14, 15, 15, 16, 14, 22, 21, 22, 20, *(22, 21) * 6]
    assert kink(rise(list(map(float, came)))) is not None


@pytest.mark.parametrize("stepped", [STEPPED, STEPPED_SOONER, STEPPED_AND_SHAKEN])
def test_a_hand_that_kept_still_and_steps_once_has_no_moment(stepped: tuple[int, ...]) -> None:
    """One swing of a charger a scan shows where a scan is longer, and nowhere else."""
    assert kink(rise(list(stepped))) is None


def test_a_hand_that_nears_a_full_pad_did_not_keep_still() -> None:
    told(kink(rise([22, 24, 27, 30, 34, 39, 45, 52, *(59,) * 16])))


# Of races at 12 kHz: the pad, its rise, and the microseconds between its scans.
SLIPPED = (
    *(31, 32, 33, 33, 34, 34, 36, 39, 47, 48, 50, 50, 50, 51, 50, 52, 54, 55, 54, 54, 54, 55),
    *(52, 54),
)
SLIPPED_US = (76, 85, 79, 88, 81, 86, 85, 103, 82, 79, 87, 77, 80, 79, 84, 87, 79, 78, 77, 82, 80)
CREPT = (
    *(28, 27, 30, 31, 33, 33, 34, 36, 39, 38, 39, 40, 39, 39, 40, 39, 38, 39, 39, 38, 39, 38, 38),
    38,
)
CREPT_US = (83, 81, 77, 77, 86, 80, 79, 80, 78, 85, 77, 86, 88, 81, 79, 84, 82, 80, 87, 86, 79)


def at_times(base: int, rises: tuple[int, ...], apart_us: tuple[int, ...]) -> Shape:
    times_us = [sum(apart_us[:n]) % 256 for n in range(22)]
    times_us += [(times_us[-1] + 80 * n) % 256 for n in (1, 2)]
    return shape(base, [base + level for level in rises], times_us)


@pytest.mark.parametrize(
    ("base", "slow", "apart_us"),
    [(60, SLIPPED, SLIPPED_US), (87, CREPT, CREPT_US), (40, CREPT, CREPT_US)],
    ids=["a step where a scan was long", "to a full pad", "no step"],
)
def test_slow_noise_on_a_hand_that_was_there_has_no_moment(
    base: int, slow: tuple[int, ...], apart_us: tuple[int, ...]
) -> None:
    assert kink(at_times(base, slow, apart_us)) is None
    if slow is SLIPPED:
        found = kink(at_times(base, slow, (82,) * 21))
        assert found is not None, "where no scan was longer than others a step is a step"


@pytest.mark.parametrize(("was", "to", "slips"), [(16, 32, False), (12, 24, True), (29, 46, True)])
def test_a_step_is_noise_up_to_a_size_that_grows_with_the_hand(
    was: int, to: int, slips: bool
) -> None:
    came = (was - 4, was - 3, was - 1, was, was, was, was, was)  # it did not keep still
    apart_us = (*(82,) * 7, 110, *(82,) * 13)
    assert (kink(at_times(40, (*came, *(to,) * 16), apart_us)) is None) == slips


FALTERED = (
    *(2, 2, 2, 3, 3, 3, 5, 8, 11, 14, 16, 17, 22, 24, 26, 28, 30, 30, 31, 35, 40, 41, 42, 45),
)
FALTERED_US = (79, 79, 85, 86, 76, 83, 84, 78, 79, 79, 77, 164, 81, 85, 84, 84, 77, 83, 88, 87, 81)


def test_skin_that_is_pressed_flat_slower_and_then_faster_may_have_touched_before() -> None:
    """Noise does that: it touched 0.18 ms before its stamp."""
    found = kink(at_times(32, FALTERED, FALTERED_US))
    assert found is None or found.from_us is None or found.from_us <= -180


SHAKEN_NEAR = (13, 15, 17, 15, 17, 18, 21, 25, 29, 40, 55, 53, *(78,) * 12)
SHAKEN_US = (76, 88, 84, 81, 82, 78, 85, 87, 83, 80, 79, 88, 87, 84, 84, 83, 88, 81, 78, 76, 87)


def test_a_charger_shakes_a_hand_the_more_the_nearer_it_is() -> None:
    """A dip on its way is no end of it: it touched 0.38 ms after its stamp."""
    _, to_us = told(kink(at_times(49, SHAKEN_NEAR, SHAKEN_US)))
    assert to_us >= 380


@pytest.mark.parametrize(
    ("base", "rises"), [(66, ON_ITS_WAY), (CLIPPED - 30, ON_ITS_WAY_TO_FULL)], ids=["on", "to full"]
)
def test_a_hand_that_comes_on_after_a_step_may_touch_long_after_it(
    base: int, rises: tuple[int, ...]
) -> None:
    times_us = [n * SCAN_US % 256 for n in range(24)]
    found = kink(shape(base, [base + level for level in rises], times_us))
    assert found is None or (found.to_us is None and not found.is_calm)


@pytest.mark.parametrize(("step", "may_come_on"), [(15, True), (16, False)])
def test_a_step_that_no_charger_makes_is_the_touch(step: int, may_come_on: bool) -> None:
    came, on = ON_ITS_WAY_TO_FULL[:8], ON_ITS_WAY_TO_FULL[8:]
    stepped = (*came, *(y + step - (on[0] - came[-1]) for y in on))
    found = kink(at_times(CLIPPED - max(stepped), stepped, (80,) * 21))
    assert found is not None and (found.to_us is None) == may_come_on


def test_skin_that_is_pressed_flat_after_a_step_does_not_come_on() -> None:
    pressed = (2, 2, 2, 2, 3, 3, 3, 5, 10, 14, 17, 22, 25, 27, 28, 30, 31, 32, 34, 34, *(35,) * 4)
    found = kink(rise(list(pressed)))
    assert found is not None and found.is_calm


IN_NOISE = {
    "rough": (51, 43, "4 5 7 7 8 5 6 8 13 28 21 22 21 35 33 35 32 34 38 36 38 37 37 32"),
    "trembling": (28, -33, "2 2 2 2 2 4 5 7 12 21 24 25 43 47 50 50 49 46 44 43 47 44 49 49"),
    "jumping": (
        41,
        -4833,
        "19 18 20 28 28 22 24 26 28 29 28 25 28 24 29 29 29 28 24 25 25 29 29 27",
    ),
    "coming": (
        49,
        -21324,
        "43 41 41 45 46 49 48 47 48 48 47 48 47 48 48 48 47 48 48 48 48 49 47 47",
    ),
    "stepping": (
        57,
        -1556,
        "35 34 36 38 38 37 36 36 50 51 52 53 53 52 50 52 51 52 51 52 50 49 51 50",
    ),
    "uneven": (29, 1304, "34 34 35 36 36 38 39 39 53 54 56 58 59 63 65 68 71 72 75 79 84 87 94 98"),
}
"""Rises of races that a charger made so: the empty pad, when it touched from its stamp on, and what
was above the empty pad."""


@pytest.mark.parametrize("name", IN_NOISE)
def test_a_rise_in_noise_is_never_said_to_be_where_it_was_not(name: str) -> None:
    base, touched_us, above = IN_NOISE[name]
    levels = [base + int(level) for level in above.split()]
    found = kink(shape(base, levels, [n * SCAN_US % 256 for n in range(24)]))
    if found is None:
        return
    assert found.from_us is None or found.from_us <= touched_us
    latest_us = float("inf") if not found.is_calm else FAR_US
    assert touched_us <= (latest_us if found.to_us is None else found.to_us)


def test_a_charge_of_a_heavier_pad_ends_later_and_so_may_its_touch_have_been() -> None:
    levels, times_us = [0] * 8 + [20] * 16, [n * SCAN_US % 256 for n in range(24)]
    light, heavy = (
        told(kink(shape(base, [base + level for level in levels], times_us)))[1]
        for base in (20, 100)
    )
    assert heavy - light == pytest.approx(80 * 3 / 16, abs=1)


def test_what_shakes_and_has_no_room_to_end_is_not_known_to_have_ended() -> None:
    found = kink(rise(list(NO_ROOM)))
    assert found is None or found.to_us is None


def test_bounds_closer_than_a_scan_are_none() -> None:
    """A palm through film, bent without a tremble: it touched where the second step begins."""
    bent = [13, 12, 13, 13, 14, 16, 18, 20, 25, 30, 35, 36, 37, 43, 48, 51, *[60] * 8]
    times_us = [n * 79 % 256 for n in range(24)]
    assert kink(shape(60, [60 + level for level in bent], times_us)) is None


def test_times_turn() -> None:
    plain = rise([0] * 8 + [40] * 16)
    assert kink(shape(BASE, plain.levels, [(n * SCAN_US + 200) % 256 for n in range(24)])) == kink(
        plain
    )


# --- what jumped and came to nothing ------------------------------------------------------------

JUMPED = [71, 69, 69, 67, 67, 72, 73, 71, 72, 70, 67, 68, 67, 69, 69, 69, 70, 72, 71, 71, 69]


def test_a_jump_in_a_charger_s_noise_comes_to_nothing() -> None:
    assert comes_to_nothing(Shape(69, JUMPED, range(21)))


def test_a_wire_that_comes_back_to_an_empty_pad_is_no_hand() -> None:
    for nears in (0, 5):
        back = Shape(69, [37] * 8 + [69 + nears] * 13, range(21))
        assert comes_to_nothing(back)
    held = Shape(69, [37] * 8 + [90] * 13, range(21))
    assert not comes_to_nothing(held) and kink(held) is None, "a hand that came meanwhile"


def test_the_least_hand_comes_to_something() -> None:
    for least in (9, 20, -20):  # 5 pF; and a pad that is emptier than was known
        levels = [*JUMPED[:8], *(level + least for level in JUMPED[8:])]
        assert not comes_to_nothing(Shape(69, levels, range(21)))
    put_back = [*JUMPED[:8], *(73 + n % 2 for n in range(13))]  # a dolphin of 3 pF
    assert not comes_to_nothing(Shape(69, put_back, range(21)))
    for unknown in (UNSEEN, Shape(CLIPPED, [CLIPPED] * 21, range(21))):
        assert not comes_to_nothing(unknown)
