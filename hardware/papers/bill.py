"""The bill of materials: what each build needs and what it costs, as the tables of its page."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HARDWARE = Path(__file__).resolve().parent.parent
AT_HOME = "at home"
TOTAL = "all of it, EUR or USD"


@dataclass(frozen=True, slots=True)
class Part:
    """A part: `many` a build of its page, `eur` the least and the most for all of them."""

    what: str
    many: tuple[int, ...]
    eur: tuple[int, int]
    note: str = ""
    instead: str = ""
    counted: bool = True  # in the total


@dataclass(frozen=True, slots=True)
class Page:
    """A page and the builds that it is for."""

    file: str
    builds: tuple[str, ...]
    parts: tuple[Part, ...] = field(default=())


def pages() -> tuple[Page, ...]:
    """All of it, as parts.toml has it."""
    tree = tomllib.loads((HARDWARE / "parts.toml").read_text(encoding="utf-8"))
    return tuple(
        Page(page["file"], tuple(page["builds"]), tuple(map(_part, page["part"])))
        for page in tree["page"]
    )


def table(page: Page) -> tuple[str, ...]:
    """The page's table, its total in the last line."""
    heads = ("Part", *page.builds, "EUR or USD", "Instead")
    return (_row(heads), "|" + "---|" * len(heads), *_rows(page))


def total(page: Page, build: int) -> tuple[int, int]:
    """The least and the most that a build costs, without what is not counted."""
    parts = [part for part in page.parts if part.counted and part.many[build]]
    return sum(part.eur[0] for part in parts), sum(part.eur[1] for part in parts)


def written(text: str, page: Page) -> str:
    """A page's text with the table as it is now."""
    lines = text.split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("| Part |"))
    last = next(at for at, line in enumerate(lines) if at > first and not line.startswith("|"))
    return "\n".join((*lines[:first], *table(page), *lines[last:]))


def _part(told: dict[str, object]) -> Part:
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    return Part(**{**told, **lists})  # type: ignore[arg-type]  # as the file has it


def _rows(page: Page) -> Iterator[str]:
    for part in page.parts:
        price = " ".join(filter(None, (_price(*part.eur), part.note)))
        yield _row((part.what, *map(str, part.many), price, part.instead))
    sums = [_price(*total(page, build)) for build in range(len(page.builds))]
    left_out = [part.what for part in page.parts if not part.counted]
    without = f"without {left_out[0]}" if left_out else ""
    yield _row((TOTAL, *sums, "", without))


def _price(least: int, most: int) -> str:
    if not most:
        return AT_HOME
    return str(least) if least == most else f"{least} to {most}"


def _row(cells: tuple[str, ...]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
