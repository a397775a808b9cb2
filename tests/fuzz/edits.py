"""Bytes that are nearly right: a file as it should be, after a few slips of a pen or a card."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

# What programs have stumbled over, to stand in the place of a value or between two.
TOKENS = (
    *(b"", b"null", b"true", b"-1", b"0", b"1.5", b"1e999", b"NaN", b"9" * 30, b"9" * 5000),
    *(b'""', b'"\\ud800"', b"[]", b"{}", b"[" * 3000, b'{"a":' * 3000, b"\0", b"\n", b"\xff\xfe"),
    *("é🐬\u202e".encode(), b"=", b",", b"[[pads]]", b"-inf", b"1979-05-27", b"\xef\xbb\xbf"),
)
VALUE = re.compile(rb'-?\d+|true|false|null|"[^"\n]*"')
FAR = 1 << 16


@st.composite
def edited(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """One of these after a few edits: cut, doubled, moved, typed over, a value for another."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 4))):
        text = draw(st.sampled_from(EDITS))(draw, text)
    return text


def _cut(draw: st.DrawFn, text: bytes) -> bytes:
    start, end = _span(draw, text)
    return text[:start] + text[end:]


def _end(draw: st.DrawFn, text: bytes) -> bytes:
    return text[: _place(draw, text)]


def _typed(draw: st.DrawFn, text: bytes) -> bytes:
    start, end = _span(draw, text)
    return text[:start] + draw(st.sampled_from(TOKENS) | st.binary(max_size=4)) + text[end:]


def _bit(draw: st.DrawFn, text: bytes) -> bytes:
    at = _place(draw, text[:-1])
    return (
        text[:at] + bytes([text[at] ^ 1 << draw(st.integers(0, 7))]) + text[at + 1 :]
        if text
        else text
    )


def _moved(draw: st.DrawFn, text: bytes) -> bytes:
    (start, end), to = _span(draw, text), _place(draw, text)
    return text[:to] + text[start:end] * draw(st.sampled_from((1, 2, 40))) + text[to:]


def _valued(draw: st.DrawFn, text: bytes) -> bytes:
    values = list(VALUE.finditer(text))
    if not values:
        return text
    one = values[draw(st.integers(0, FAR)) % len(values)]
    other = values[draw(st.integers(0, FAR)) % len(values)].group()
    return text[: one.start()] + draw(st.sampled_from((other, *TOKENS))) + text[one.end() :]


EDITS = (_cut, _end, _typed, _bit, _moved, _valued, _valued, _valued)


def _place(draw: st.DrawFn, text: bytes) -> int:
    return draw(st.integers(0, FAR)) % (len(text) + 1)


def _span(draw: st.DrawFn, text: bytes) -> tuple[int, int]:
    start = _place(draw, text)
    return start, min(len(text), start + draw(st.sampled_from((0, 1, 2, 8, 40, 300))))
