"""What a network does to phones' messages: held up, told twice, told again another day.

A touch counts before the claim of the same phone, once, and in time or never.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import pytest

from companion.runtime import Companion
from companion.table.edges import LOCK_OUT_US
from companion.table.lateness import AHEAD_MOST_US, GONE_ON, HELD_UP, LATE_MOST_US, NO_CLOCK
from tests.every_day import some
from tests.web.house import Phone, begin, leader, referee_phone, running, seated, unchanged, until

pytestmark = pytest.mark.long

PEOPLE = ("Ana", "Ben", "Cy", "Dee")
EVERY_DAY, CHANCES = 6, 30
ROUNDS = 3
LATE = 0.2  # of all touches are held up too long
MOST_US = 60 * LATE_MOST_US  # here, where no touch is late because the machine is busy
AGAIN = 0.5  # after each message another copy of an old one comes
ADDRESSES = count()
PROMISED = {"counts", "already", "settled", "asked_again", "refused"}
NO_ROUND = "no round is on"


@dataclass
class Hand:
    """A phone whose page tells one thing after the other, and what the network still holds."""

    phone: Phone
    old: list[tuple[str, dict[str, Any], Any]] = field(default_factory=list)
    late: bool = False

    def send(self, path: str, body: dict[str, Any]) -> Any:
        """Tell it; what was heard may come again at any time, and is answered the same."""
        status, reply = self.phone.post(path, body)
        assert status == 200, reply
        self.old.append((path, body, reply))
        return reply

    def again(self, rng: Random) -> None:
        """The copy of an old message comes, or two at once."""
        if not self.old:
            return
        path, body, reply = rng.choice(self.old)
        with ThreadPoolExecutor(2) as both:
            copies = [both.submit(self.phone.post, path, body) for _ in range(rng.choice((1, 2)))]
        assert {str(copy.result()) for copy in copies} == {str((200, reply))}

    def touch(self, pad: int, age_us: int) -> None:
        """A touch that was so long under way, and the hand that leaves."""
        told = self.phone.hand("touch")
        stamp = {"at_us": told["at_us"] - age_us, "pad": pad}
        said = self.send("/api/sim", {**told, **stamp})
        self.late = age_us > MOST_US
        assert said == {"ok": not self.late, "say": HELD_UP if self.late else ""}
        self.send("/api/sim", {**self.phone.hand("release"), **stamp})

    def claim(self, pad: int) -> None:
        """As the page does it, or the person, once the table asks."""

        def asked() -> str:
            asks = self.phone.state()["asks"]
            mine = [ask["id"] for ask in asks if ask["mine"] and ask["topic"] == "claim"]
            return mine[0] if mine else ""

        ask = until(asked, "the question")
        told = {"tell": secrets.token_hex(16), "ask": ask, "key": f"pad:{pad}", "picks": {}}
        assert self.send("/api/answer", told)["reply"] == "counts"


def sat(house: Companion, referee: Phone, seat: int) -> Phone:
    """A phone at a seat, with an address of its own: nobody knocks too often."""
    number = next(ADDRESSES)
    return seated(house, referee, seat, f"127.0.{20 + number // 200}.{1 + number % 200}")


def rows_of(house: Companion) -> list[str]:
    """What the journal holds of the game, oldest first."""
    game = house.referee.picture.game
    assert game is not None
    return [row.facts for row in house.referee.journal.rows(game.game)]


def deal(house: Companion, referee: Phone) -> None:
    """All dolphins lie still, and the next round begins."""
    house_pads = house.table.pads
    if referee.phase() == "bonus":
        referee.answer("no", "bonus")
    referee.home(*range(5))
    until(lambda: all(pad.home and not pad.touched for pad in house_pads()), "a quiet table")
    clock = house.referee.clock
    quiet_us = clock.now_us() + LOCK_OUT_US  # a hand that comes sooner is the last one's bounce
    until(lambda: clock.now_us() > quiet_us, "the end of all bounces")
    assert referee.answer("start", "deal")["reply"] == "counts"


@pytest.mark.parametrize("chance", some(range(CHANCES), range(EVERY_DAY)))
def test_whatever_the_network_does_a_touch_counts_once_and_before_its_claim(
    house: Companion, chance: int
) -> None:
    rng = Random(chance)
    referee = leader(house, *PEOPLE)
    hands = [Hand(sat(house, referee, seat)) for seat in range(len(PEOPLE))]
    for _ in range(ROUNDS):
        deal(house, referee)
        began = len(rows_of(house))
        for hand in hands:  # what is still under way of the rounds before stops nothing
            hand.again(rng)
        assert referee.phase() == "live"
        pads = list(referee.state()["view"]["in_play"])
        grabs = dict(zip(rng.sample(range(len(PEOPLE)), len(pads)), pads, strict=True))
        told = [(who, what) for who in grabs for what in ("touch", "claim")]
        held = shuffled(rng, told)
        for who, what in held:
            hand, pad = hands[who], grabs[who]
            if what == "touch":
                in_time = referee.phase() == "live" or rng.random() > LATE
                hand.touch(pad, 0 if in_time else rng.randrange(1, 17) * MOST_US + 1)
            else:
                hand.claim(pad)
            if rng.random() < AGAIN:
                rng.choice(hands).again(rng)
        until(lambda: referee.phase() in ("scored", "bonus", "over"), "the score")
        rows = rows_of(house)[began:]
        for who, pad in grabs.items():
            touches = [n for n, row in enumerate(rows) if f'"touched","pad":{pad},' in row]
            claim = next(n for n, row in enumerate(rows) if f'"claimed","seat":{who},' in row)
            assert len(touches) == (0 if hands[who].late else 1), (rows, who)
            assert all(touch < claim for touch in touches), rows
        state = referee.state()
        felt = {pad for who, pad in grabs.items() if not hands[who].late}
        assert {mark["pad"] for mark in state["view"]["order"]} == felt, "the photo finish"
        assert not [line for line in state["said"] if NO_ROUND in line["text"]]
        if referee.phase() == "over":
            return


def shuffled(rng: Random, told: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The messages of all phones in any order that keeps each phone's own."""
    waiting: dict[int, list[tuple[int, str]]] = {}
    for who, what in told:
        waiting.setdefault(who, []).append((who, what))
    order = []
    while waiting:
        who = rng.choice(sorted(waiting))
        order.append(waiting[who].pop(0))
        if not waiting[who]:
            del waiting[who]
    return order


# --- too late ---------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ["touch", "lift", "home", "near", "press"])
@pytest.mark.parametrize(
    ("told", "say"),
    [
        ({"age_us": 17 * MOST_US}, HELD_UP),
        ({"age_us": MOST_US + 1}, HELD_UP),
        ({"age_us": -AHEAD_MOST_US - MOST_US}, NO_CLOCK),
        ({"at_us": None}, NO_CLOCK),
        ({"deal": "0.0"}, GONE_ON),
        ({"deal": "none"}, GONE_ON),
    ],
)
def test_a_hand_that_comes_too_late_never_stops_a_round(
    house: Companion, do: str, told: dict[str, Any], say: str
) -> None:
    referee = leader(house, *PEOPLE)
    referee.home(*range(5))
    deal(house, referee)
    body = {**referee.hand(do), **({"button": "no"} if do == "press" else {"pad": 0})}
    body["at_us"] -= told.get("age_us", 0)
    body |= {name: value for name, value in told.items() if name != "age_us"}
    with unchanged(house, referee):
        assert referee.post("/api/sim", body) == (200, {"ok": False, "say": say})
    assert referee.phase() == "live" and house.caller.running


def test_where_a_tables_time_drags_a_stamp_from_ahead_is_now(
    house: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.hands, "drags", True)
    referee = leader(house, *PEOPLE)
    deal(house, referee)
    ahead = {**referee.hand("touch"), "pad": 0}
    ahead["at_us"] += 20 * AHEAD_MOST_US
    assert referee.post("/api/sim", ahead)[1] == {"ok": True, "say": ""}
    late = {**referee.hand("touch"), "pad": 1}
    late["at_us"] -= 2 * MOST_US
    assert referee.post("/api/sim", late)[1] == {"ok": False, "say": HELD_UP}


def test_a_touch_of_the_round_before_is_not_one_of_this(house: Companion) -> None:
    referee = leader(house, *PEOPLE)
    deal(house, referee)
    meant = {**referee.hand("touch"), "pad": 1}
    referee.answer("redeal", "redeal")
    with unchanged(house, referee):
        assert referee.post("/api/sim", meant)[1] == {"ok": False, "say": GONE_ON}
    assert referee.phase() == "live"


@pytest.mark.parametrize("last", ["held", "claim"])
def test_a_touch_that_was_under_way_at_the_score_is_no_touch_after_it(
    house: Companion, last: str
) -> None:
    """D-Q18 is for hands that come between rounds: this one got its letter, and is told so."""
    referee = leader(house, *PEOPLE)
    hands = [Hand(sat(house, referee, seat)) for seat in range(3)]
    deal(house, referee)
    hands[0].touch(0, 0)
    meant = {**hands[2].phone.hand("touch"), "pad": 2}  # in time, but held up by half a second
    if last == "held":
        until(lambda: referee.phase() == "grab", "the grab")
        assert referee.answer("seat:3", "holders")["reply"] == "counts"
    else:
        for seat, hand in enumerate(hands):
            hand.claim(seat)
    assert referee.state()["view"]["letters"] == [1, 1, 1, 0]
    until(lambda: "touched" not in str(referee.state()["pads"]), "every hand off its dolphin")
    with unchanged(house, referee):
        assert hands[2].send("/api/sim", meant) == {"ok": False, "say": GONE_ON}
    assert not [line for line in referee.state()["said"] if NO_ROUND in line["text"]]


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("again", range(6))
def test_of_two_that_tell_opposite_things_at_once_one_counts(house: Companion, again: int) -> None:
    referee = leader(house, *PEOPLE)
    ana, ben = (sat(house, referee, seat) for seat in (0, 1))
    deal(house, referee)
    referee.sim("touch", pad=again % 3)
    asks = until(lambda: [a for a in ana.state()["asks"] if a["topic"] == "verdict"], "a grab")
    both = Barrier(2)

    def tell(phone: Phone, key: str) -> dict[str, Any]:
        both.wait()
        return phone.tell(asks[0]["id"], key, {})

    before = len(rows_of(house))
    with ThreadPoolExecutor(2) as thumbs:
        told = [thumbs.submit(tell, ana, "yes"), thumbs.submit(tell, ben, "no")]
    replies = sorted((one.result() for one in told), key=lambda reply: str(reply["reply"]))
    assert [reply["reply"] for reply in replies] == ["counts", "settled"]
    assert "was quicker" in replies[1]["say"]
    assert len(rows_of(house)) == before + 1
    assert referee.phase() == ("holders" if told[0].result()["reply"] == "counts" else "foul")


def test_of_twenty_same_taps_at_once_one_is_written(house: Companion) -> None:
    referee = leader(house, *PEOPLE)
    ana = sat(house, referee, 0)
    deal(house, referee)
    referee.sim("touch", pad=1)
    until(lambda: referee.phase() == "grab", "the grab")
    ask = next(ask for ask in ana.state()["asks"] if ask["topic"] == "verdict")
    tap = {"tell": secrets.token_hex(8), "ask": ask["id"], "key": "yes", "picks": {}}
    all_ = Barrier(20)

    def tell(_: int) -> dict[str, Any]:
        all_.wait()
        return dict(ana.post("/api/answer", tap)[1])

    before = len(rows_of(house))
    with ThreadPoolExecutor(all_.parties) as thumbs:
        replies = list(thumbs.map(tell, range(all_.parties)))
    assert len(rows_of(house)) == before + 1
    assert all(reply == replies[0] for reply in replies) and replies[0]["reply"] == "counts"


@pytest.mark.parametrize("again", range(6))
def test_an_undo_and_an_answer_at_once_come_one_after_the_other(
    house: Companion, again: int
) -> None:
    referee = leader(house, *PEOPLE)
    ana, ben = (sat(house, referee, seat) for seat in (0, 1))
    deal(house, referee)
    referee.sim("touch", pad=again % 3)
    until(lambda: referee.phase() == "grab", "the grab")
    assert ana.answer("yes", "verdict")["reply"] == "counts"
    of = ana.state()["undo"]["of"]
    ask = next(ask["id"] for ask in ben.state()["asks"] if ask["topic"] == "holders")
    both = Barrier(2)

    def undo() -> dict[str, Any]:
        both.wait()
        body = {"tell": secrets.token_hex(8), "of": of}
        reply: dict[str, Any] = ana.post("/api/undo", body)[1]
        return reply

    def answer() -> dict[str, Any]:
        both.wait()
        return ben.tell(ask, "seat:3", {})

    with ThreadPoolExecutor(2) as thumbs:
        undone, answered = (one.result() for one in [thumbs.submit(undo), thumbs.submit(answer)])
    assert {undone["reply"], answered["reply"]} <= PROMISED
    letters = referee.state()["view"]["letters"]
    if undone["reply"] == "counts":  # the answer came first and stands alone, or was asked anew
        assert (answered["reply"] == "counts") is (letters == [1, 1, 1, 0])
    else:
        assert answered["reply"] == "counts" and undone["say"]
        assert letters == [1, 1, 1, 0]


def test_whoever_repeats_yesterdays_taps_changes_nothing(tmp_path: Path) -> None:
    house = running(tmp_path)
    referee = leader(house, *PEOPLE)
    ana = Hand(seated(house, referee, 0))
    deal(house, referee)
    ana.touch(0, 0)
    ana.claim(0)
    ask = referee.state()["asks"][0]
    yesterday = [*ana.old, ("/api/undo", {"tell": "u", "of": house.referee.picture.seq}, None)]
    house.close()
    with closing(running(tmp_path)) as house:
        referee = referee_phone(house)
        ana.phone.port = house.address.port
        begin(referee, *PEOPLE)
        deal(house, referee)
        fresh = [
            (path, {**body, "tell": secrets.token_hex(8)}, None) for path, body, _ in yesterday
        ]
        for path, body, _ in [*yesterday, *fresh]:
            with unchanged(house, referee):
                status, said = ana.phone.post(path, body)
            leaves = body.get("do") == "release"
            assert status == (200 if ana.phone.state()["you"]["seat"] == 0 else 403), said
            if path == "/api/sim" and status == 200:
                assert said["ok"] is leaves and (leaves or said["say"]), said
            else:
                assert said["reply"] in PROMISED and (said["say"] or said["reply"] == "counts")
        assert referee.tell(ask["id"], "yes", {})["reply"] == "asked_again"
        assert referee.phase() == "live"


def test_a_claim_without_a_touch_is_a_person_s_word(house: Companion) -> None:
    """D-C1: people say which dolphin is theirs; what the pads did not feel is in no photo."""
    referee = leader(house, *PEOPLE)
    hands = [Hand(sat(house, referee, seat)) for seat in range(3)]
    deal(house, referee)
    early = {"tell": "early", "ask": "1.1", "key": "pad:0", "picks": {}}
    with unchanged(house, referee):
        said = hands[1].phone.post("/api/answer", early)[1]
    assert said["reply"] == "asked_again" and said["say"], "nobody has grabbed"
    hands[0].touch(0, 0)
    for seat, hand in enumerate(hands):
        hand.claim(seat)
    state = until(lambda: (s := referee.state())["view"]["phase"] == "scored" and s, "the score")
    assert state["view"]["letters"] == [1, 1, 1, 0]
    assert [mark["pad"] for mark in state["view"]["order"]] == [0]
    assert not [line for line in state["said"] if NO_ROUND in line["text"]]
