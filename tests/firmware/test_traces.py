"""How a pad rises as it is touched: told after each contact, and the moment lies where it turns."""

from companion.table.board.kink import kink
from companion.table.board.traces import Traces
from companion.table.frames import TRACE_PARTS, Event, Kind, Trace
from tests.firmware.bench import Heard, Host

TOLD_US = 35_000  # after five hands at once


def traces(host: Host) -> list[Heard]:
    return [heard for heard in host.heard if isinstance(heard.message, Trace)]


def moments_us(host: Host) -> dict[int, tuple[float, float]]:
    """By pad: from when to when its hand touched, by the board's clock."""
    found, kept = {}, Traces()
    for _, trace in traces(host):
        assert isinstance(trace, Trace)
        kept.take(trace)
    for _, event in host.events:
        assert isinstance(event, Event) and event.kind is Kind.TOUCH
        rise = kept.shape(event.number)
        assert rise is not None, event
        between = kink(rise)
        assert between and between.from_us is not None and between.to_us is not None
        found[event.place] = (event.at_us + between.from_us, event.at_us + between.to_us)
    return found


def test_the_shape_of_a_contact_says_when_it_was(host: Host) -> None:
    for n in range(6):
        host.events.clear()
        host.heard.clear()
        at_us = host.sim.now_us + 11_000 + 37 * n
        host.sim.approach(2, 20, at_us)
        host.run(11_000 + 8_000)
        assert len(traces(host)) == TRACE_PARTS
        [(from_us, to_us)] = moments_us(host).values()
        assert from_us - 10 <= host.sim.board_us(at_us) <= to_us + 10
        assert to_us - from_us < 300
        host.sim.leave(2, host.sim.now_us)
        host.run(60_000)


def test_five_hands_at_once_have_a_shape_each(host: Host) -> None:
    at_us = [host.sim.now_us + 11_000 + 61 * pad for pad in range(5)]
    for pad in range(5):
        host.sim.approach(pad, (10, 20, 60, 30, 15)[pad], at_us[pad])
    host.run(11_000 + TOLD_US)
    for pad, (from_us, to_us) in moments_us(host).items():
        assert from_us - 10 <= host.sim.board_us(at_us[pad]) <= to_us + 10
    assert len(traces(host)) == 5 * TRACE_PARTS
    assert max(heard.at_us for heard in traces(host)) < at_us[-1] + TOLD_US
    host.run(200_000)
    assert len(traces(host)) == 5 * TRACE_PARTS, "none is told again"
