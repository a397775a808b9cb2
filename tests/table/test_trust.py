"""When a pad is doubted, and when it is believed again."""

from companion.table.trust import (
    CHANGES_MOST,
    CHATTERING,
    EDGES_MOST,
    SECOND_US,
    STUCK,
    STUCK_US,
    TRUST_AGAIN_US,
    UNPLUGGED,
    UNPLUGGED_US,
    Trust,
)


def look(trust: Trust, now_us: int, rest: bool = True, touched: int = 0, gone: int = 0) -> str:
    trust.look(now_us, rest, touched, gone)
    return trust.why


def test_one_change_too_many_within_a_second_is_chattering() -> None:
    trust = Trust()
    for i in range(CHANGES_MOST):
        trust.change(i * 30_000)
    assert look(trust, SECOND_US) == ""
    trust.change(SECOND_US - 1)
    assert look(trust, SECOND_US) == CHATTERING


def test_a_storm_of_edges_is_chattering_whatever_the_lock_out_let_through() -> None:
    trust = Trust()
    for i in range(EDGES_MOST + 1):
        trust.edge(i * 1_000)
    assert look(trust, 300_000) == CHATTERING


def test_the_same_edges_over_two_seconds_are_a_lively_hand() -> None:
    trust = Trust()
    for i in range(EDGES_MOST + 1):
        trust.edge(i * 8_000)
    assert look(trust, 2 * SECOND_US) == ""


def test_trust_comes_back_after_three_quiet_seconds_at_rest() -> None:
    trust = Trust()
    for i in range(EDGES_MOST + 1):
        trust.edge(i * 1_000)
    assert look(trust, 300_000) == CHATTERING
    assert look(trust, 250_000 + TRUST_AGAIN_US - 1) == CHATTERING
    assert look(trust, 250_001 + TRUST_AGAIN_US, rest=False) == CHATTERING
    assert look(trust, 250_001 + TRUST_AGAIN_US) == ""


def test_stuck_and_unplugged_need_their_time_and_rest_to_end() -> None:
    trust = Trust()
    assert look(trust, 1, rest=False, touched=STUCK_US - 1) == ""
    assert look(trust, 1, rest=False, touched=STUCK_US) == STUCK
    assert look(trust, 1, rest=False, gone=UNPLUGGED_US) == STUCK  # the first word stands
    assert look(trust, 2) == ""
    assert look(trust, 3, rest=False, gone=UNPLUGGED_US) == UNPLUGGED


def test_only_a_new_word_is_news() -> None:
    trust = Trust()
    assert trust.look(1, False, STUCK_US, 0)
    assert not trust.look(2, False, STUCK_US, 0)
    assert trust.look(3, True, 0, 0)
    assert not trust.look(4, True, 0, 0)
