"""What a drawing wears on pages, written on it: attributes in place of styles and symbols.

So a sheet is whole by itself, in any browser and for any printer. Understands as much of CSS as the
pages' drawings need: classes, attributes, one inside another, and `var()`; the rest it passes over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from companion.frozen import dataclass

SVG: Final = "{http://www.w3.org/2000/svg}"
PAINTS: Final = frozenset(
    (
        "fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-dasharray", "stroke-opacity", "opacity", "color", "paint-order", "font-size",
        "font-weight", "text-anchor",
    )
)  # fmt: skip # a list of words
PLACES: Final = ("x", "y", "width", "height")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_RULE = re.compile(r"@[^{;]+(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMMA = re.compile(r",(?![^(]*\))")
_SIMPLE = re.compile(
    r"\.(?P<cls>[\w-]+)|\[(?P<has>[\w-]+)(?:=\"(?P<is>[^\"]*)\")?\]"
    r"|:not\(\[(?P<lacks>[\w-]+)\]\)|(?P<tag>:root|[a-z]\w*)"
)
_VAR = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_FONT = re.compile(r"(?P<weight>\d{3}) (?P<size>[\d.]+px)[/ ]")


class NoDrawing(LookupError):
    """A symbol is used that no page has."""

    def __init__(self, name: str) -> None:
        super().__init__(f'no drawing is called "{name}"')
        self.name = name


@dataclass(frozen=True, slots=True)
class _Kind:
    """What an element must be."""

    tag: str
    classes: frozenset[str]
    has: tuple[tuple[str, str | None], ...]
    lacks: tuple[str, ...]

    def fits(self, one: Element) -> bool:
        """Whether an element is of this kind."""
        return (
            self.tag in ("", one.tag.removeprefix(SVG))
            and self.classes <= {*one.get("class", "").split()}
            and all(
                one.get(name, None if is_ else "") == (is_ or one.get(name))
                and one.get(name) is not None
                for name, is_ in self.has
            )
            and all(one.get(name) is None for name in self.lacks)
        )


@dataclass(frozen=True, slots=True)
class _Wear:
    """One rule: kinds of elements inside each other, and what the innermost wears."""

    kinds: tuple[_Kind, ...]
    weight: tuple[int, int]
    wears: tuple[tuple[str, str], ...]

    def fits(self, one: Element, above: tuple[Element, ...]) -> bool:
        """Whether an element wears it that lies inside of these."""
        *outer, inner = self.kinds
        if not inner.fits(one):
            return False
        left = list(above)
        for kind in reversed(outer):
            while left and not kind.fits(left[-1]):
                left.pop()
            if not left:
                return False
            left.pop()
        return True


class Wardrobe:
    """All that the pages' styles say of drawings, and the symbols that they use."""

    def __init__(self, styles: Iterable[str], symbols: Mapping[str, Element]) -> None:
        self.symbols = symbols
        self._by: dict[str, list[_Wear]] = {}
        self._all: dict[str, str] = {}
        rules = [rule for style in styles for rule in _rules(style)]
        for n, (selector, wears) in enumerate(rules):
            kinds = _kinds(selector)
            if selector == ":root":
                self._all |= {name: said for name, said in wears if name.startswith("--")}
            elif kinds:
                parts = sum(len(one.classes) + len(one.has) + len(one.lacks) for one in kinds)
                wear = _Wear(kinds, (parts, n), wears)
                self._by.setdefault(_handle(kinds[-1]), []).append(wear)

    def dressed(self, drawing: Element) -> Element:
        """The drawing with all that it wears written on it, and without symbols."""
        return self._dressed(drawing, self._all, ())

    def _dressed(
        self, one: Element, told: Mapping[str, str], above: tuple[Element, ...]
    ) -> Element:
        worn = self._worn(one, above)
        told = {**told, **{name: said for name, said in worn.items() if name.startswith("--")}}
        paints = {name: _said(said, told) for name, said in worn.items() if name in PAINTS}
        kept = {
            name: said
            for name, said in one.attrib.items()
            if name != "class" and not name.startswith(("data-", "aria-"))
        }
        looks = kept | {name: said for name, said in paints.items() if said}
        if one.tag == f"{SVG}use":
            return self._drawn(one, looks, told, above)
        made = Element(one.tag, looks)
        made.text = one.text if (one.text or "").strip() else None
        made.extend([self._dressed(inner, told, (*above, one)) for inner in one])
        return made

    def _drawn(
        self,
        use: Element,
        looks: dict[str, str],
        told: Mapping[str, str],
        above: tuple[Element, ...],
    ) -> Element:
        """A symbol in the place where it is used."""
        name = looks.pop("href", "")[1:]
        if name not in self.symbols:
            raise NoDrawing(name)
        symbol = self.symbols[name]
        place: dict[str, str] = {name: looks.pop(name) for name in PLACES if name in looks}
        box: dict[str, str] = {
            name: symbol.attrib[name] for name in ("viewBox", "overflow") if name in symbol.attrib
        }
        made = Element(f"{SVG}g", looks) if looks else None
        inner = Element(f"{SVG}svg", place | box)
        inner.extend([self._dressed(one, told, (*above, use, symbol)) for one in symbol])
        if made is None:
            return inner
        made.append(inner)
        return made

    def _worn(self, one: Element, above: tuple[Element, ...]) -> dict[str, str]:
        handles = [f".{name}" for name in one.get("class", "").split()]
        handles += [f"[{name}" for name in one.attrib if name.startswith("data-")]
        handles.append(one.tag.removeprefix(SVG))
        found = [wear for handle in handles for wear in self._by.get(handle, ())]
        fits = {wear.weight: wear for wear in found if wear.fits(one, above)}
        return {name: said for at in sorted(fits) for name, said in fits[at].wears}


def _rules(style: str) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Each selector of a style by itself, and what it says."""
    bare = _AT_RULE.sub("", _COMMENT.sub("", style))
    for selectors, said in _BLOCK.findall(bare):
        wears = tuple(_declared(said))
        for selector in _COMMA.split(selectors) if wears else ():
            yield " ".join(selector.replace(">", " ").split()), wears


def _declared(said: str) -> Iterator[tuple[str, str]]:
    for part in said.split(";"):
        name, _, value = (word.strip() for word in part.partition(":"))
        if name in PAINTS or name.startswith("--"):
            yield name, value
        elif name == "font" and (font := _FONT.match(value)):
            yield "font-weight", font["weight"]
            yield "font-size", font["size"]


def _kinds(selector: str) -> tuple[_Kind, ...]:
    """A selector in parts; nothing where it says more than is understood, or only tags."""
    kinds = tuple(map(_kind, selector.split(" ")))
    told = any(kind and (kind.classes or kind.has) for kind in kinds)
    return tuple(kind for kind in kinds if kind) if all(kinds) and told else ()


def _kind(text: str) -> _Kind | None:
    found = list(_SIMPLE.finditer(text))
    if "".join(one[0] for one in found) != text:
        return None
    return _Kind(
        next((one["tag"] for one in found if one["tag"]), ""),
        frozenset(one["cls"] for one in found if one["cls"]),
        tuple((one["has"], one["is"]) for one in found if one["has"]),
        tuple(one["lacks"] for one in found if one["lacks"]),
    )


def _handle(kind: _Kind) -> str:
    """By what an element is found that may be of a kind."""
    if kind.classes:
        return f".{min(kind.classes)}"
    return f"[{kind.has[0][0]}" if kind.has else kind.tag


def _said(value: str, told: Mapping[str, str]) -> str:
    """A value with what stands for its names; nothing where one is not told."""
    for _ in range(4):
        found = _VAR.search(value)
        if found is None:
            return "" if "(" in value.replace("url(", "") else value.replace('"', "")
        said = told.get(found[1], found[2])
        if said is None:
            return ""
        value = value[: found.start()] + said + value[found.end() :]
    return ""
