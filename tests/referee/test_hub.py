"""How many screens are live at once, who gives way, and what a screen that comes late misses."""

from itertools import pairwise

import pytest

from companion.referee.hub import Feed, Hub, TooManyFeeds

FEEDS_MOST, FEEDS_OF_ONE_MOST = 64, 8
STRANGERS_FEEDS_MOST, AT_ONCE_MOST = 32, 8
EVENTS_MOST, TOGETHER_S, APART_S = 64, 0.1, 0.004


def test_a_phone_has_so_many_screens_and_its_oldest_gives_way() -> None:
    hub = Hub()
    other = hub.subscribe("other")
    own = [hub.subscribe("phone") for _ in range(FEEDS_OF_ONE_MOST)]
    assert not any(feed.closed for feed in (other, *own))
    newest = hub.subscribe("phone")
    assert [feed.closed for feed in own] == [True] + [False] * (FEEDS_OF_ONE_MOST - 1)
    assert own[0].gave_way and not newest.closed and not other.closed
    assert len(hub) == FEEDS_OF_ONE_MOST + 1


@pytest.mark.parametrize("most", [6, FEEDS_MOST, 4 * FEEDS_MOST])
def test_strangers_have_half_of_all_places_at_most(most: int) -> None:
    hub, may = Hub(most), min(most // 2, STRANGERS_FEEDS_MOST)
    strangers = [hub.subscribe(network="a") for _ in range(may)]
    assert len(hub) == may and not any(feed.closed for feed in strangers)
    hub.subscribe(network="b")
    assert [feed.closed for feed in strangers] == [True] + [False] * (may - 1)
    assert len(hub) == may


def test_a_table_has_so_many_screens_and_the_next_one_asks_now_and_then() -> None:
    hub = Hub()
    feeds = [hub.subscribe(f"{n}") for n in range(FEEDS_MOST)]
    assert not any(feed.closed for feed in feeds)
    with pytest.raises(TooManyFeeds):
        hub.subscribe("one more")


def test_the_network_with_most_strangers_gives_way_the_newcomer_s_counted() -> None:
    hub = Hub(8)
    first, second, third, fourth = (hub.subscribe(network=name) for name in "abba")
    hub.subscribe(network="b")  # now there are three of b's, as it is one of them
    assert [feed.closed for feed in (first, second, third, fourth)] == [False, True, False, False]


def test_where_all_places_are_taken_a_stranger_gives_way_to_a_phone() -> None:
    hub = Hub(4)
    stranger = hub.subscribe(network="a")
    phones = [hub.subscribe(f"{n}") for n in range(3)]
    assert not stranger.closed
    phones.append(hub.subscribe("3"))
    assert stranger.closed and stranger.gave_way and len(hub) == 4
    with pytest.raises(TooManyFeeds):
        hub.subscribe("4")
    hub.subscribe("2")
    assert [feed.closed for feed in phones] == [False, False, True, False]
    hub.unsubscribe(phones[0])
    assert len(hub) == 3 and not hub.subscribe("4").closed
    with pytest.raises(TooManyFeeds):
        hub.subscribe(network="z")


def test_a_part_of_the_table_is_no_screen() -> None:
    hub = Hub(2)
    hub.announce(9)
    own = [hub.listen() for _ in range(5)]
    assert len(hub) == 0 and own[0].take(8, 0) == ([], True) and own[0].take(9, 0) == ([], False)
    hub.send("sign", name="win")
    assert all([event.name for event in feed.take(9, 0)[0]] == ["sign"] for feed in own)
    hub.close()
    assert all(feed.closed for feed in own) and hub.listen().closed
    with pytest.raises(TooManyFeeds):
        hub.subscribe()


def test_who_has_the_newest_picture_waits_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    feed, waited = Hub().subscribe(), list[float]()
    assert feed.take(0, 0) == ([], False), "none was announced yet"

    class Bell:
        def acquire(self, timeout: float) -> bool:
            waited.append(timeout)
            return False

    feed.announce(3)
    monkeypatch.setattr(feed, "_bell", Bell())
    for seen, waits in ((2, 0), (3, 1), (4, 2)):
        assert feed.take(seen, 60) == ([], seen < 3)
        assert len(waited) == waits
    assert all(50 < one <= 60 for one in waited)
    feed.take(9, 0.001)
    feed.take(9, -5)
    assert 0 <= waited[-2] <= 0.001 and waited[-1] == 0, "and no longer than was said"


def test_who_does_not_read_keeps_the_newest_and_the_picture() -> None:
    hub = Hub()
    feed = hub.subscribe()
    hub.announce(5)
    for n in range(EVENTS_MOST + 3):
        hub.send("called", n=n)
    events, newer = feed.take(4, 0)
    assert [event.data["n"] for event in events] == list(range(3, EVENTS_MOST + 3)) and newer
    assert feed.take(5, 0) == ([], False) and hub.version == 5
    feed.announce(3)
    assert feed.take(4, 0) == ([], True), "an older picture is no news"


def test_of_one_networks_strangers_only_some_are_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub, late = Hub(), list[float]()
    hub.subscribe("phone", "a")
    hub.subscribe(network="b")
    feeds = [hub.subscribe(network="a") for _ in range(AT_ONCE_MOST + 2)]
    assert [bool(feed.late_s) for feed in feeds] == [False] * AT_ONCE_MOST + [True] * 2
    assert not hub.subscribe(network="c").late_s and not hub.subscribe("2", "a").late_s

    def sleep(s: float) -> None:
        late.append(s)
        hub.send("felt", n=1)

    class Bell:
        def acquire(self, timeout: float) -> bool:
            hub.send("felt", n=0)
            return True

        def release(self) -> None: ...

    def heard(feed: Feed) -> list[int]:
        monkeypatch.setattr(feed, "_bell", Bell())
        return [event.data["n"] for event in feed.take(0, 60)[0]]

    monkeypatch.setattr("companion.referee.hub.time.sleep", sleep)
    assert heard(feeds[0]) == [0] and late == []
    feeds[-1].take(0, 0)
    assert heard(feeds[-1]) == [0, 1] and late == [feeds[-1].late_s]
    hub.unsubscribe(feeds[0])
    assert not hub.subscribe(network="a").late_s


def test_no_two_of_the_others_are_told_in_the_same_moment() -> None:
    hub = Hub()
    strangers = [hub.subscribe(network="a") for _ in range(STRANGERS_FEEDS_MOST)]
    late = strangers[AT_ONCE_MOST:]
    hub.unsubscribe(late.pop(3))
    moments = sorted(feed.late_s for feed in (*late, hub.subscribe(network="a")))
    assert len(moments) == STRANGERS_FEEDS_MOST - AT_ONCE_MOST and moments[0] == TOGETHER_S
    assert all(b - a > 0.9 * APART_S for a, b in pairwise(moments))


def test_who_is_stirred_wakes_once_and_hears_no_news() -> None:
    feed = Hub().subscribe()
    for _ in range(2):
        feed.stir()
        assert feed._bell.acquire(timeout=0), "the bell was rung"
        feed.stir()
        assert feed.take(0, 60) == ([], False), "and it waits for nothing"
        assert feed.take(0, 0) == ([], False)
