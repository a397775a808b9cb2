"""What the page that begins a game can tell: each game, each way of playing, each option."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.monkey.offers import Offer, Page
from tests.monkey.page import Element

Value = bool | int | str


def begins(page: Page, names: Sequence[str]) -> Iterator[Offer]:
    """Games as they are offered, and one option after the other at each of its values."""
    for tile in page.root.all("button"):
        kind = next((k for n in ("game", "boxless", "phones") if (k := tile.data(n))), None)
        if kind is not None:
            people = _people(tile, names, page.rng)
            for way in _ways(page.root, kind, tile.data("only")):
                yield from _told(page, tile, kind, people, way)


def _people(tile: Element, names: Sequence[str], rng: Random) -> list[str]:
    least, most = int(tile.data("least") or 0), int(tile.data("most") or 0)
    fit = [n for n in range(least, most + 1) if n not in tile.json("never")]
    return list(names[: rng.choice(fit)])


def _ways(root: Element, kind: str, only: str | None) -> Iterator[str | None]:
    efforts = next((e for e in root.having("efforts") if e.data("efforts") == kind), None)
    options = next(e for e in root.having("options") if e.data("options") == kind)
    if only is not None:
        yield only
        return
    ways = [one.data("effort") for one in efforts.having("effort")] if efforts else []
    for one in options.having("variant"):
        ways += [option.attrs["value"] for option in one.all("option")]
    yield from ways or [None]


def _told(
    page: Page, tile: Element, kind: str, people: list[str], way: str | None
) -> Iterator[Offer]:
    usual = tile.json("with") if tile.data("with") else {}
    room, few = int(tile.data("most") or 0) - len(people), tile.data("few")
    fields = _fields(page.root, tile, kind, room)
    standing = {name: values[0] for name, values in fields.items()}
    meant = {few: True} if few and len(people) < int(tile.data("enough") or 0) else {}
    lists = _lists(page.root, kind, every=False)

    def offer(options: dict[str, Any], **picked: str) -> Offer:
        told = {"kind": kind, "people": people, "options": {**usual, **options, **meant}}
        told |= {"variant": way} if way is not None else {}
        return Offer(f"{tile.words()} {way or ''}", "/api/game", {**told, **picked})

    yield offer({**lists, **standing})
    for name, values in fields.items():
        yield from (offer({**lists, **standing, name: value}) for value in values[1:])
    for told, one in _picked(page.root, kind):
        yield offer({**lists, **standing}, **{told: one})
    if lists:
        yield offer({**_lists(page.root, kind, every=True), **standing})


def _own(root: Element, kind: str) -> Iterator[Element]:
    for one in root.all():
        if kind in (one.data("own"), one.data("options")):
            yield one


def _fields(root: Element, tile: Element, kind: str, room: int) -> dict[str, list[Value]]:
    """What stands in each field, and what else may."""
    boxless, phones = tile.data("boxless") is not None, tile.data("phones") is not None
    found: dict[str, list[Value]] = {}
    for part in _own(root, kind):
        for one in part.having("option"):
            hidden = one.closest("unboxed") is not None and not boxless
            hidden = hidden or (one.closest("phoned") is not None and not phones)
            if not hidden:
                found[one.data("option") or ""] = _values(one, room)
    return found


def _values(one: Element, room: int) -> list[Value]:
    if one.tag == "select":
        options = [o for o in one.all("option") if int(o.data("besides") or 0) <= room]
        picked = next((o for o in options if "selected" in o.attrs), options[0])
        values = [picked.attrs["value"], *(o.attrs["value"] for o in options)]
        return [int(v) for v in values] if one.data("whole") is not None else [*values]
    if one.attrs.get("type") == "checkbox":
        return ["checked" in one.attrs, True, False]
    if one.attrs.get("type") == "number":
        return [int(one.attrs[name]) for name in ("value", "min", "max")]
    return [one.attrs["value"]]


def _picked(root: Element, kind: str) -> Iterator[tuple[str, str]]:
    for part in _own(root, kind):
        for one in part.having("told"):
            for option in one.all("option"):
                if option.attrs.get("value"):
                    yield one.data("told") or "", option.attrs["value"]


def _lists(root: Element, kind: str, every: bool) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for part in _own(root, kind):
        for one in part.having("list"):
            rows = [row for row in one.having("row") if every or row.data("kept") is not None]
            found[one.data("list") or ""] = [_row(row) for row in rows]
    return found


def _row(row: Element) -> dict[str, Any]:
    cells: dict[str, Any] = row.json("row")
    for cell in row.having("cell"):
        value = cell.attrs["value"]
        number = cell.attrs.get("type") == "number"
        cells[cell.data("cell") or ""] = int(value) if number else value
    return cells
