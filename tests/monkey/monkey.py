"""A monkey at a table: it uses what pages show, at once or much too late, and holds the table to
what it promises whoever does.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from json import dumps
from random import Random
from typing import Any, Final
from urllib.parse import quote

from tests.games.test_offered import EXCEPTED
from tests.monkey import offers
from tests.monkey.beginning import begins
from tests.monkey.offers import Offer, Page
from tests.monkey.page import read
from tests.monkey.zoo import Answer, Phone, Zoo

EVERYWHERE: Final = (
    "/", "/join", "/tabletop", "/rules", "/history", "/records", "/sheets", "/results.csv",
)  # fmt: skip
OF_SEATS: Final = ("/seat", "/me", "/figures", "/ratings")
OF_REFEREES: Final = (
    *("/referee", "/new", "/people", "/machine", "/table", "/boards", "/decks"),
    *("/boards/new", "/decks/new"),
)
# What ends something that no undo brings back: at a moment of a game it would end that.
LASTING: Final = re.compile(
    "/api/(put_out|good_night|send_away|again|forget|merge|rename|wiring|drop_|let_in|vouch|sit"
    "|me|knock|game|here|play|enter|network|plain_name|door|names)"
)
# What time, a phone that looks or another page brings about.
PASSING: Final = {
    *(
        "seq",
        "table_us",
        "undo",
        "redo",
        "phones",
        "said",
        "headline",
        "took_back",
        "door",
        "draft",
    ),
    *("caller", "knocks", "lights", "hold", "claims"),
}
NAMING: Final = re.compile(
    "/api/(good_night|names|me|rename|merge|forget|hand|caller|here|enter|let_in|plain_name)$"
)
TELLING: Final = re.compile("/api/(answer|undo|redo|amend|sit|again|game|review)$")
LIKE: Final = re.compile(r"\d+|=[^&]*")
LEADS_MOST: Final = 2  # links of a kind that are followed, of one page
STALE_MOST: Final = 400
LATE: Final = 0.15  # of what is done is done on a page of before


class Monkey:
    """At one table. What it found is in `faults`; `done` counts what it did."""

    def __init__(self, zoo: Zoo, rng: Random, few: int = 4) -> None:
        self.zoo, self.rng, self.few = zoo, rng, few
        self.faults: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.kept: list[tuple[Phone, Offer]] = []
        self._seen: Counter[tuple[int, str, str]] = Counter()

    # --- looking ------------------------------------------------------------------------------

    def open(self, phone: Phone, path: str) -> Page | None:
        """A page as this phone gets it; None where it gets none."""
        self.zoo.pass_time()
        answer = phone.get(path)
        self.done["pages"] += 1
        if answer.status >= 500:
            self._fault("a page fails", phone, path, answer)
        return self._read(phone, path, answer) if answer.status == 200 else None

    def _read(self, phone: Phone, path: str, answer: Answer) -> Page | None:
        if answer.kind != "text/html":
            return None
        try:
            page = Page(answer.path or path, read(answer.text), self.rng)
        except AssertionError as odd:
            self._fault(f"the page is torn: {odd}", phone, path, None)
            return None
        for lost in offers.anchors(page):
            self._fault(f"it leads to {lost}, which is not there", phone, path, None)
        return page

    def shown(self, page: Page) -> dict[str, list[Offer]]:
        """All that a page offers."""
        names = (*self.zoo.people, "Somebody New", "Ana")
        groups = {
            "links": [*offers.links(page)],
            "buttons": [*offers.buttons(page)],
            "answers": [*offers.answers(page)],
            "fields": [*offers.fields(page)],
            "forms": [*offers.forms(page, names)],
        }
        if page.at == "/new":
            groups["begins"] = [*begins(page, self.zoo.people)]
        if page.at.startswith("/amend/"):
            groups["answers"] = []
            groups["buttons"] = [*_amends(page)]
            groups["links"] += [*_what_if(page)]
        return {name: found for name, found in groups.items() if found}

    # --- at one moment ------------------------------------------------------------------------

    def look_round(self) -> None:
        """Follow each link that each phone shows at this moment, and use some of what there is to
        tell; the moment stays."""
        for phone in list(self.zoo.phones.values()):
            page = self.open(phone, phone.home)
            shown = self.shown(page) if page else {}
            for link in shown.pop("links", []):
                self.follow(phone, link)
            for name in sorted(shown):
                for _ in range(self.few):
                    self._use_one(phone, name)
        self.settle()

    def settle(self) -> None:
        """Nobody waits any more: what was questioned stays."""
        leader = self.zoo.phones["referee"]
        if leader.state()["review"]:
            self.use(leader, Offer("it stays", "/api/review", {"on": False}))

    def _use_one(self, phone: Phone, name: str) -> None:
        """One thing of this sort, as the page shows it now."""
        page = self.open(phone, phone.home)
        found = self.shown(page).get(name) if page else None
        if not found:
            return
        offer = self.rng.choice(found)
        self._keep(phone, [offer])
        if not LASTING.match(offer.path):
            self._and_back(phone, offer)

    def _and_back(self, phone: Phone, offer: Offer) -> None:
        before = self._lasting()
        answer = self.use(phone, offer)
        if offer.path != "/api/answer" or answer.reply.get("reply") != "counts":
            return
        self.agree(phone, offer)
        leader = self.zoo.phones["referee"]
        undo = leader.state()["undo"]
        if undo is None:
            self._fault("what was told cannot be taken back", phone, offer, answer)
            return
        back = self.use(leader, Offer("undo", "/api/undo", {"of": undo["seq"]}, nonce=True))
        after = self._lasting()
        if back.reply.get("reply") == "counts" and before != after:
            self._fault(f"undo leaves {_differs(before, after)}", phone, offer, answer)

    def follow(self, phone: Phone, link: Offer) -> None:
        """A link leads to a page, for this phone."""
        if not link.path.startswith("/"):
            return
        like = self.zoo.referee.picture.seq, phone.home, LIKE.sub("#", link.path)
        self._seen[like] += 1
        if self._seen[like] > LEADS_MOST:
            return
        self.done["links"] += 1
        answer = phone.get(link.path)
        if answer.status != 200:
            self._fault("a link leads nowhere", phone, link, answer)
        else:
            self._read(phone, link.path, answer)

    # --- using --------------------------------------------------------------------------------

    def use(self, phone: Phone, offer: Offer, late: bool = False) -> Answer:
        """Tell what the page would tell, and hold the reply to what is promised."""
        assert offer.told is not None
        self.done["told"] += 1
        excepted = not late and self._is_excepted(phone, offer)
        before = self._lasting()
        told = {**offer.told, "tell": phone.nonce()} if offer.nonce else offer.told
        answer = phone.post(offer.path, told)
        reply = answer.reply
        counted = answer.status == 200 and reply.get("reply", "counts") == "counts"
        if answer.status >= 500:
            self._fault("it fails", phone, offer, answer)
        if not counted:
            self.done["refused"] += 1
            say = reply.get("say", "")
            if not say or say.strip()[-1] not in ".!?”…":
                self._fault("it is refused without a sentence", phone, offer, answer)
            asks_back = answer.status == 409 and offer.path == "/api/game"
            if offer.must and not late and not excepted and not asks_back:
                self._fault("it is offered, and refused", phone, offer, answer)
            after = self._lasting()
            if after != before and answer.status != 410:
                self._fault(f"refused, and changes {_differs(before, after)}", phone, offer, answer)
        elif not TELLING.match(offer.path):
            after = self._lasting()
            parts = ("view", "game", "deal")
            if any(before[part] != after[part] for part in parts) and not NAMING.match(offer.path):
                self._fault(f"it changes {_differs(before, after)}", phone, offer, answer)
        return answer

    def late(self) -> None:
        """A page of before is used now: a second phone that was slower, a tap on an old page."""
        if not self.kept:
            return
        self.zoo.pass_time()
        phone, offer = self.rng.choice(self.kept)
        state = phone.state()
        asked = {ask["id"] for ask in state["asks"]}
        before = self._lasting()
        answer = self.use(phone, offer, late=True)
        self.done["late"] += 1
        counted = answer.status == 200 and answer.reply.get("reply") == "counts"
        told = offer.told or {}
        if offer.path == "/api/answer" and counted and told["ask"] not in asked:
            self._fault("an old answer counts for another question", phone, offer, answer)
        if offer.path in ("/api/undo", "/api/redo") and counted:
            now = state[offer.path.removeprefix("/api/")]
            if now is None or now["seq"] != told["of"]:
                self._fault("an old undo counts for another word", phone, offer, answer)
        if offer.path == "/api/game" and counted and not self._rests(before):
            self._fault("an old page ends the game that is on", phone, offer, answer)
        if counted and offer.path == "/api/answer":
            self.agree(phone, offer)

    # --- what all see -------------------------------------------------------------------------

    def agree(self, phone: Phone, offer: Offer) -> None:
        """All screens show the same, and the journal tells it again."""
        self.done["agreed"] += 1
        states = [one.state() for one in self.zoo.phones.values()]
        for part in ("game", "deal"):
            if any(state[part] != states[0][part] for state in states):
                self._fault(f"screens show another {part}", phone, offer, None)
        views = [state["view"] for state in states]
        for view in views[1:]:
            if view != views[0]:
                self._fault(f"another view: {_differs(views[0], view)}", phone, offer, None)
        asked = [{ask["id"]: ask["topic"] for ask in state["asks"]} for state in states]
        for some in asked[1:]:
            if any(asked[0].get(id_, topic) != topic for id_, topic in some.items()):
                self._fault("another question", phone, offer, None)
        game = self.zoo.referee.picture.game
        if game is None:
            return
        told = self.zoo.referee.past.told(game)
        if told.fold.state != self.zoo.referee.picture.state:
            self._fault("the journal tells it otherwise", phone, offer, None)

    def _lasting(self) -> dict[str, Any]:
        state = self.zoo.phones["referee"].state()
        found = {name: value for name, value in state.items() if name not in PASSING}
        found["asks"] = [{**ask, "id": ""} for ask in found["asks"]]
        found["view"] = {**found["view"], "calls": 0}
        return found

    @staticmethod
    def _rests(state: dict[str, Any]) -> bool:
        return state["game"] is None or bool(state["view"]["over"])

    def _is_excepted(self, phone: Phone, offer: Offer) -> bool:
        if offer.path != "/api/answer" or offer.told is None:
            return False
        state = phone.state()
        if state["review"]:
            return True  # it says there that nothing counts yet
        if state["game"] is None:
            return False
        kind, key = state["game"]["kind"], offer.told["key"]
        topics = {ask["topic"] for ask in state["asks"] if ask["id"] == offer.told["ask"]}
        return any((kind, topic, k) in EXCEPTED for topic in topics for k in (key, "*"))

    def _keep(self, phone: Phone, few: list[Offer]) -> None:
        self.kept += [(phone, one) for one in few if one.told is not None]
        del self.kept[:-STALE_MOST]

    def _fault(self, what: str, phone: Phone, of: Offer | str, answer: Answer | None) -> None:
        game = self.zoo.referee.picture.game
        kind = game.kind if game else "no game"
        said = f"{answer.status} {answer.reply.get('say', '')}" if answer else ""
        where = of if isinstance(of, str) else f"{of}"
        like = LIKE.sub("#", f"{what} {kind} {of if isinstance(of, str) else of.path} {said}")
        self.faults.setdefault(like, f"{what} | {kind} | {phone.name} | {where} | {said}")

    # --- walking ------------------------------------------------------------------------------

    def walk(self, steps: int) -> None:
        """Several phones in turn, each with whatever its page shows."""
        for _ in range(steps):
            self.done["steps"] += 1
            if self.rng.random() < LATE:
                self.late()
            else:
                self._step()
            self._see_to_referee()

    def _step(self) -> None:
        phone = self.zoo.any_phone(self.rng)
        role = phone.role()
        paths = [phone.home] * 8 + [*EVERYWHERE]
        paths += OF_SEATS if role in ("seat", "referee") else ()
        paths += OF_REFEREES if role == "referee" else ()
        page = self.open(phone, self.rng.choice(paths))
        if page is None:
            return
        groups = self.shown(page)
        if not groups:
            return
        name = self.rng.choice(sorted(groups))
        offer = self.rng.choice(groups[name])
        self._keep(phone, [offer, self.rng.choice(groups[self.rng.choice(sorted(groups))])])
        if name != "links":
            answer = self.use(phone, offer)
            if offer.path == "/api/game" and answer.status == 409 and self.rng.random() < 0.5:
                answer = self.use(phone, replace(offer, told={**(offer.told or {}), "sure": True}))
            self.agree(phone, offer)
            self._wait_for(phone, offer, answer)
            return
        self.follow(phone, offer)
        if offer.path.startswith("/amend/") and self.rng.random() < 0.8:
            self._put_right(phone, offer.path)

    def _put_right(self, phone: Phone, path: str) -> None:
        page = self.open(phone, path)
        for _ in range(3):
            if page is None:
                return
            found = self.shown(page)
            agreed = found.get("buttons", [])
            if agreed and self.rng.random() < 0.6:
                self.use(phone, agreed[0])
                self.agree(phone, agreed[0])
                return
            on = [one for one in found.get("links", []) if "?a=" in one.path]
            if not on:
                return
            page = self.open(phone, self.rng.choice(on).path)

    def _wait_for(self, phone: Phone, offer: Offer, answer: Answer) -> None:
        """Whoever knocked is let in now and then, and hears of it."""
        if offer.path == "/api/knock" and answer.status == 200 and self.rng.random() < 0.5:
            told = {"knock": answer.reply["knock"], "yes": True}
            self.use(self.zoo.phones["referee"], Offer("let in", "/api/let_in", told))
        if offer.path in ("/api/knock", "/api/enter", "/api/here"):
            phone.get("/api/knock")
            homes = {"seat": "/seat", "referee": "/referee", "wall": "/", "table": "/tabletop"}
            phone.home = homes.get(phone.role(), "/join")

    def _see_to_referee(self) -> None:
        """Somebody leads: else the next phone takes the link that the machine shows."""
        if self.zoo.phones["referee"].role() != "referee":
            self.zoo.referee_phone()


def _amends(page: Page) -> Iterator[Offer]:
    whole = next(page.root.having("amend"))
    for one in page.root.having("agree"):
        told = {
            "of": int(whole.data("amend") or ""),
            "answers": whole.json("answers"),
            "seen": int(whole.data("seen") or ""),
        }
        yield Offer(one.words(), "/api/amend", told, nonce=True)


def _what_if(page: Page) -> Iterator[Offer]:
    whole = next(page.root.having("amend"))
    for one in offers.answers(page):
        assert one.told is not None
        answer = {
            "question": int(one.told["ask"].split(".")[1]),
            "key": one.told["key"],
            "picks": one.told["picks"],
        }
        all_ = quote(dumps([*whole.json("answers"), answer]))
        yield Offer(one.words, f"/amend/{whole.data('amend')}?a={all_}")


def _differs(before: dict[str, Any], after: dict[str, Any]) -> str:
    names = [name for name in before if before[name] != after.get(name)]
    return ", ".join(names)
