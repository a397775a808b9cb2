"""What a page offers: each link, button and field, and what the page's script tells of it.

What a button does is said once for each attribute that scripts go by. A button of which nobody
knows what it does is a fault: `test_monkey.py` would use everything but that one.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.monkey.page import Element

Body = dict[str, Any]
FEW: Final = 3  # picks of a form beside those that stand
ANSWERS_MOST: Final = 12  # of a page are read at a time, by chance


@dataclass(frozen=True)
class Offer:
    """One thing that can be done on a page: a link, or what is told."""

    words: str
    path: str
    told: Body | None = None  # None: a link
    must: bool = True  # is taken when it is used at once
    nonce: bool = False
    file: bool = False

    def __str__(self) -> str:
        return f"{self.words[:40]!r} {self.path} {str(self.told or '')[:200]}"


@dataclass
class Page:
    """A page, and chance."""

    at: str
    root: Element
    rng: Random
    found: list[Offer] = field(default_factory=list)


# --- links ------------------------------------------------------------------------------------


def links(page: Page) -> Iterator[Offer]:
    """Where it leads."""
    for one in page.root.all("a"):
        href = one.attrs.get("href", "")
        if not href.startswith("#") and "hidden" not in one.attrs:
            yield Offer(one.words(), href.partition("#")[0], file="download" in one.attrs)


def anchors(page: Page) -> Iterator[str]:
    """Places of this page to which it leads and that are not there."""
    ids = {one.attrs["id"] for one in page.root.all() if "id" in one.attrs}
    for one in page.root.all("a"):
        href = one.attrs.get("href", "")
        if href.startswith("#") and href != "#" and href[1:] not in ids:
            yield href


# --- buttons ----------------------------------------------------------------------------------


def _flag(path: str, field: str, name: str) -> Callable[[Element], Offer]:
    return lambda one: Offer(one.words(), path, {field: one.data(name) == "1"})


def _said(path: str, field: str, name: str, **more: Any) -> Callable[[Element], Offer]:
    return lambda one: Offer(one.words(), path, {field: one.data(name), **more})


def _does(path: str, **told: Any) -> Callable[[Element], Offer]:
    return lambda one: Offer(one.words(), path, told)


def _number(one: Element, name: str) -> int:
    return int(one.data(name) or "")


def _letting_in(one: Element) -> Offer:
    told = {"knock": one.data("let-in"), "yes": one.data("yes") == "1"}
    return Offer(one.words(), "/api/let_in", told)


def _vouching(one: Element) -> Offer:
    told = {"claim": one.data("vouch"), "yes": one.data("yes") == "1"}
    return Offer(one.words(), "/api/vouch", told)


def _points(one: Element) -> Offer:
    table = [int(worth) for worth in (one.data("points") or "").split()]
    return Offer(one.words(), "/api/points", {"table": table})


def _good_night(one: Element) -> Offer:
    how = one.data("good-night")
    off = {"off": how == "off"} if how else {}
    return Offer(one.words(), "/api/good_night", {"sure": True, **off})


def _turn_back(way: str) -> Callable[[Element], Offer]:
    return lambda one: Offer(one.words(), f"/api/{way}", {"of": _number(one, way)}, nonce=True)


def _sitting(one: Element) -> Offer:
    if one.data("person") is None:
        return Offer(one.words(), "/api/hand", {"card": 0, "turn": 0})
    told = {"person": _number(one, "person"), "seat": _number(one, "sit")}
    return Offer(one.words(), "/api/sit", told, nonce=True)


def _child(one: Element) -> Offer:
    told = {"person": _number(one, "person"), "child": one.data("child") == "1"}
    return Offer(one.words(), "/api/child", told)


def _passing_on(one: Element) -> Offer:
    told = {"person": _number(one, "pass"), "passed": True}
    return Offer(one.words(), "/api/me", told)


def _plain(one: Element) -> Offer:
    told = {"of": one.data("of"), "id": one.data("plain")}
    return Offer(one.words(), "/api/plain_name", told)


def _dropping(one: Element) -> Offer:
    word = one.data("drop")
    return Offer(one.words(), f"/api/drop_{word}", {word or "": one.data("id")})


TELLS: Final[dict[str, Callable[[Element], Offer]]] = {
    "review": _flag("/api/review", "on", "review"),
    "pause": _flag("/api/caller", "paused", "pause"),
    "undo": _turn_back("undo"),
    "redo": _turn_back("redo"),
    "tempo": _said("/api/caller", "tempo", "tempo"),
    "may-wait": _flag("/api/house", "may_wait", "may-wait"),
    "may-take-back": _flag("/api/house", "may_take_back", "may-take-back"),
    "again": lambda one: Offer(one.words(), "/api/again", {}, nonce=True),
    "let-in": _letting_in,
    "send-away": _does("/api/send_away", sure=True),
    "put-out": _said("/api/put_out", "phone", "put-out"),
    "invite": lambda one: Offer(one.words(), "/api/invite", {"seat": _number(one, "invite")}),
    "network": _said("/api/network", "act", "network"),
    "wiring": _said("/api/wiring", "act", "wiring"),
    "record": _flag("/api/record", "open", "record"),
    "go-on": _does("/api/go_on", sure=True),
    "points": _points,
    "good-night": _good_night,
    "come-in": _does("/api/enter", pictures=[]),
    "door": _flag("/api/door", "open", "door"),
    "door-choice": _said("/api/door_choice", "choice", "door-choice"),
    "sit": _sitting,
    "child": _child,
    "figures": _flag("/api/figures", "on", "figures"),
    "rated": _flag("/api/ratings", "on", "rated"),
    "vouch": _vouching,
    "pass": _passing_on,
    "play": _flag("/api/play", "yes", "play"),
    "here": _does("/api/here", sure=True),
    "knock": lambda one: Offer(one.words(), "/api/knock", {"seat": _number(one, "knock")}),
    "knock-in": _does("/api/knock", role="seat"),
    "knock-referee": _does("/api/knock", role="referee"),
    "knock-wall": _does("/api/knock", role="wall"),
    "knock-table": _does("/api/knock", role="table"),
    "forget": lambda one: Offer(
        one.words(), "/api/forget", {"person": _number(one, "forget"), "sure": True}
    ),
    "plain": _plain,
    "poster": lambda one: Offer(one.words(), "/api/drop_poster", {"when": _number(one, "poster")}),
    "file": _said("/api/drop_file", "file", "file"),
    "drop": _dropping,
    "print-poster": _does("/api/keep_poster", sure=True),
    "calibrate": _said("/api/calibrate", "act", "calibrate"),
}
EDITORS: Final = re.compile("/(boards|decks)/")  # drawn by their scripts, and told as one file
# What changes this screen alone, or is told with something else that is used; and what others
# of these tests use: hands on pretend and drawn dolphins, the page that begins a game.
OWN: Final = {
    *("step", "theme-switch", "picture", "wipe", "none", "none-undo", "read", "whole", "print"),
    *("awake-switch", "stay", "ends", "back", "next", "choose", "move", "known", "other", "no"),
    *("yes", "press", "sim", "grab", "card", "effort", "game", "boxless", "phones", "agree"),
}
OWN_IDS: Final = {
    *("sound", "sound-offer", "cover-off", "knock-again", "gift-done", "again-play", "start"),
    "whole",
}


def buttons(page: Page) -> Iterator[Offer]:
    """What its buttons tell, the answers to questions and what a form has to say left out."""
    for one in page.root.all("button"):
        if "disabled" in one.attrs or one.data("ask") is not None or _submits(one):
            continue
        if EDITORS.match(page.at):
            continue
        known = next((name for name in TELLS if one.data(name) is not None), None)
        if known is not None:
            yield TELLS[known](one)
        elif page.at.partition("?")[0] == "/me" and one.data("person") is not None:
            yield Offer(one.words(), "/api/me", {"person": _number(one, "person")}, must=False)
        elif one.data("person") is None or page.at != "/new":
            is_own = one.attrs.get("id") in OWN_IDS or any(one.data(n) is not None for n in OWN)
            assert is_own, f"{page.at}: what does {one.attrs} do?"


def _submits(one: Element) -> bool:
    at: Element | None = one
    while at is not None and at.tag != "form":
        at = at.parent
    return at is not None and one.attrs.get("type", "submit") == "submit"


# --- answers ----------------------------------------------------------------------------------


def answers(page: Page) -> list[Offer]:
    """What some of its answers tell: a button, or a form with some of its picks."""
    there = [
        one
        for one in page.root.all("button")
        if one.data("ask") is not None
        and ("disabled" not in one.attrs or one.data("confirm") is not None)
    ]
    found = []
    for one in page.rng.sample(there, min(ANSWERS_MOST, len(there))):
        for picks, must in _picks(one, page.rng):
            told = {"ask": one.data("ask"), "key": one.data("key"), "picks": picks}
            found.append(Offer(one.words(), "/api/answer", told, must=must, nonce=True))
    return found


def _picks(button: Element, rng: Random) -> Iterator[tuple[Body, bool]]:
    chance = button.json("chance") if button.data("chance") else None
    own = rng.choice(chance) if chance else button.json("pick") if button.data("pick") else None
    form = button.closest("form")
    if form is None or (own is None and button.data("confirm") is None):
        yield button.json("picks") if button.data("picks") else {}, True
        return
    slots = list(form.having("field"))
    for fields in _filled(slots, rng):
        yield {**form.json("form"), **fields, **(own or {})}, len(slots) == 1 - bool(own)


def _filled(slots: list[Element], rng: Random) -> Iterator[Body]:
    """A form as it stands, where that is complete, and with some other picks."""
    standing = [_told(slot, _ticked(slot)) for slot in slots]
    if all(_fits(slot, _ticked(slot)) for slot in slots):
        yield dict(standing)
    for _ in range(FEW if slots else 0):
        yield dict(_told(slot, _drawn(slot, rng)) for slot in slots)


def _inputs(slot: Element) -> list[Element]:
    return [one for one in slot.all("input") if one.data("name") is not None]


def _ticked(slot: Element) -> list[Element]:
    return [one for one in _inputs(slot) if "checked" in one.attrs]


def _fits(slot: Element, picked: list[Element]) -> bool:
    return _number(slot, "least") <= len(picked) <= _number(slot, "most")


def _drawn(slot: Element, rng: Random) -> list[Element]:
    there = [one for one in _inputs(slot) if "disabled" not in one.attrs]
    most = min(_number(slot, "most"), len(there))
    many = rng.randint(min(_number(slot, "least"), most), most)
    picked = rng.sample(there, many)
    return [one for one in there if one in picked]


def _told(slot: Element, picked: list[Element]) -> tuple[str, Any]:
    values = [json.loads(one.attrs["value"]) for one in picked]
    many = slot.data("many") == "1"
    return slot.data("field") or "", values if many else values[0] if values else None


# --- fields -----------------------------------------------------------------------------------


def fields(page: Page) -> Iterator[Offer]:
    """What its fields tell by themselves: at what stands there, at their least and their most."""
    for one in page.root.all("input"):
        if one.attrs.get("id") == "every":
            low, high, step = (int(one.attrs[name]) for name in ("min", "max", "step"))
            for ms in (int(one.attrs["value"]), low, high, page.rng.randrange(low, high, step)):
                yield Offer("seconds between calls", "/api/caller", {"every_ms": ms})
        elif one.data("seat-name") is not None:
            name = f"Pat {page.rng.randrange(10**9)}"  # nobody else’s; what stands is not told
            was = one.attrs["value"]
            told = {"seat": _number(one, "seat-name"), "was": was, "name": name}
            yield Offer(one.words(), "/api/names", told)
        elif one.attrs.get("id") == "again-at":
            for at in {0, int(one.attrs["max"]), int(one.attrs["value"])}:
                yield Offer(one.words(), f"{page.at.partition('?')[0]}?at={at}")


# --- forms ------------------------------------------------------------------------------------


def forms(page: Page, names: Iterable[str]) -> Iterator[Offer]:
    """What its forms tell, as they stand and with each of their options."""
    for one in page.root.all("form"):
        if one.attrs.get("id") == "me":
            yield from _of_me(one, names)
        elif one.data("rename") is not None:
            (name,) = (at for at in one.all("input") if at.attrs["name"] == "name")
            told = {"person": _number(one, "rename"), "name": name.attrs["value"]}
            yield Offer(one.words(), "/api/rename", told)
        elif one.data("merge") is not None:
            for other in one.all("option"):
                told = {"person": _number(one, "merge"), "into": int(other.attrs["value"])}
                yield Offer(one.words(), "/api/merge", {**told, "sure": True})
        else:
            assert one.attrs.get("id") == "add", f"{page.at}: what does {one.attrs} tell?"


def _of_me(form: Element, names: Iterable[str]) -> Iterator[Offer]:
    (name,) = (one for one in form.all("input") if one.attrs.get("id") == "my-name")
    (child,) = (one for one in form.all("input") if one.attrs.get("id") == "child")
    looks = [one for one in form.all("input") if one.attrs.get("name") == "look"]
    passed = {} if form.data("passed") is None else {"passed": True}
    had = form.data("has") == "1"
    field_ = "new_name" if had else "name"
    told = {"child": "checked" in child.attrs, **passed}
    for called in [name.attrs["value"]] if had else names:
        for look in looks:
            if "disabled" not in look.attrs:
                said = {field_: called, "look": look.attrs["value"], **told}
                yield Offer(form.words(), "/api/me", said, must=had)
