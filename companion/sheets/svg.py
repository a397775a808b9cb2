"""Writes one side of a sheet as SVG in millimetres, in colour or in grey."""

import re
from math import isfinite
from typing import Final, Protocol
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from companion.sheets.paper import (
    Lettering,
    Mark,
    Marks,
    Oblong,
    Outline,
    PaperSize,
    Sprite,
    Spun,
    Stamp,
)
from companion.sheets.worn import SVG

FONTS: Final = (
    "ui-rounded, 'SF Pro Rounded', 'Arial Rounded MT Bold', Nunito, 'DejaVu Sans', system-ui, "
    "sans-serif"
)
_PAINT = re.compile(r'="#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})([0-9a-fA-F]{2})?"')
_LIGHT: Final = (0.299, 0.587, 0.114)  # how light red, green and blue are to an eye


class Pictures(Protocol):
    """Where drawings come from: the pages' symbols, and what a game's templates draw."""

    def sprite(self, sprite: Sprite) -> Element:
        """One of the symbols."""

    def stamp(self, stamp: Stamp) -> list[Element]:
        """What a template draws."""

    def wax(self) -> Element:
        """The pattern with the grain of a crayon."""


def svg(paper: PaperSize, marks: Marks, about: str, pictures: Pictures) -> str:
    """One side as a file."""
    register_namespace("", SVG[1:-1])
    root = Element(
        f"{SVG}svg",
        {
            "width": f"{mm(paper.wide)}mm",
            "height": f"{mm(paper.high)}mm",
            "viewBox": f"0 0 {mm(paper.wide)} {mm(paper.high)}",
            "role": "img",
            "aria-label": about,
            "font-family": FONTS,
        },
    )
    white = {"width": mm(paper.wide), "height": mm(paper.high), "fill": "#ffffff"}
    SubElement(root, f"{SVG}rect", white)
    root.extend([_element(mark, pictures) for mark in marks])
    if "url(#wax)" in tostring(root, "unicode"):
        defs = Element(f"{SVG}defs")
        defs.append(pictures.wax())
        root.insert(0, defs)
    return tostring(root, "unicode")


def grey(drawn: str) -> str:
    """The same without its colours, each as light as it was."""
    return _PAINT.sub(_as_light, drawn)


def _as_light(found: re.Match[str]) -> str:
    three = found[1] if len(found[1]) == 6 else "".join(2 * one for one in found[1])
    parts = (int(three[at : at + 2], 16) for at in (0, 2, 4))
    light = round(sum(part * share for part, share in zip(parts, _LIGHT, strict=True)))
    return f'="#{3 * f"{light:02x}"}{found[2] or ""}"'


def _element(mark: Mark, pictures: Pictures) -> Element:
    match mark:
        case Lettering():
            return _letters(mark)
        case Oblong():
            looks = {"fill": mark.fill, "stroke": mark.line, "stroke-width": mm(mark.thick)}
            round_ = {"rx": mm(mark.round)} if mark.round else {}
            return Element(f"{SVG}rect", _box(mark) | looks | round_)
        case Outline():
            looks = {"fill": mark.fill, "stroke": mark.line, "stroke-width": mm(mark.thick)}
            ends = {"stroke-linecap": "round", "stroke-linejoin": "round"}
            dash = {"stroke-dasharray": mark.dash} if mark.dash else {}
            return Element(f"{SVG}path", {"d": mark.d} | looks | ends | dash)
        case Sprite():
            return pictures.sprite(mark)
        case Stamp():
            made = Element(f"{SVG}svg", _box(mark))
            made.extend(pictures.stamp(mark))
            return made
        case Spun():
            turn = f"rotate({mm(mark.angle)} {mm(mark.x)} {mm(mark.y)})"
            made = Element(f"{SVG}g", {"transform": turn})
            made.extend([_element(one, pictures) for one in mark.marks])
            return made


def _letters(mark: Lettering) -> Element:
    looks = {"x": mm(mark.x), "y": mm(mark.y), "font-size": mm(mark.size), "fill": mark.colour}
    if mark.anchor != "start":
        looks["text-anchor"] = mark.anchor
    if mark.bold:
        looks["font-weight"] = "bold"
    made = Element(f"{SVG}text", looks)
    made.text = mark.text
    return made


def _box(mark: Oblong | Stamp) -> dict[str, str]:
    return {
        "x": mm(mark.x),
        "y": mm(mark.y),
        "width": mm(mark.wide),
        "height": mm(mark.high),
    }


def mm(n: float) -> str:
    """A length or a place as SVG has it. Raises ValueError where it is on no paper."""
    if not isfinite(n):
        raise ValueError(f"nothing can be drawn at {n}")
    return f"{round(n, 2):g}"
