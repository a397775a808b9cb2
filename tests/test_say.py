"""Texts become sentences: names for seats and pads, lists and lengths as people say them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.names import unmarked
from companion.say import Names, duration, listed, parted, say
from companion.words import Pad, Pads, Seat, Seats, Takers, Text, Us

ANA, BEN, CY = (Seat(n) for n in range(3))
NAMES = Names({ANA: "Ana", BEN: "Ben"})

SENTENCES: tuple[tuple[Text, str], ...] = (
    (Text("Too soon! Who touched?"), "Too soon! Who touched?"),
    (Text("{n} of {of}", n=3, of="four"), "3 of four"),
    (Text("{s} wins", s=Seats((ANA,))), "Ana wins"),
    (Text("{s} hold", s=Seats((ANA, BEN))), "Ana and Ben hold"),
    (Text("{s} hold", s=Seats((BEN, ANA, CY))), "Ben, Ana and Seat\u00a03 hold"),
    (Text("without: {s}", s=Seats(())), "without: nobody"),
    (Text("{p} is back", p=Pads((Pad(0),))), "Red is back"),
    (Text("{p}", p=Pads((Pad(4), Pad(5), Pad(-1)))), "White, Dolphin\u00a06 and Dolphin\u00a00"),
    (Text("{t} first", t=Takers(((Pad(0), None), (Pad(1), BEN)))), "Red and Ben first"),
    (Text("by {gap}", gap=Us(84_000)), "by 84\u00a0ms"),
)


@pytest.mark.parametrize(("text", "sentence"), SENTENCES, ids=[s for _, s in SENTENCES])
def test_sentence(text: Text, sentence: str) -> None:
    assert say(text, NAMES) == sentence


LENGTHS = (
    (0, "0.0\u00a0ms"),
    (100, "0.1\u00a0ms"),
    (9_949, "9.9\u00a0ms"),
    (9_950, "10\u00a0ms"),
    (84_000, "84\u00a0ms"),
    (999_499, "999\u00a0ms"),
    (999_500, "1.0\u00a0s"),
    (1_250_000, "1.2\u00a0s"),
    (61_000_000, "61.0\u00a0s"),
)


@pytest.mark.parametrize(("us", "words"), LENGTHS)
def test_duration(us: int, words: str) -> None:
    assert duration(us) == words


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_longer_time_never_reads_shorter(us: int, more_us: int) -> None:
    def read_us(words: str) -> float:
        number, unit = words.split()
        return float(number) * {"ms": 1000, "s": 1_000_000}[unit]

    assert read_us(duration(us)) <= read_us(duration(us + more_us))


def test_dolphins_have_the_house_s_names() -> None:
    names = Names(pads=("Flipper", "Otto"))
    assert say(Text("{p}", p=Pads((Pad(1), Pad(2)))), names) == "Otto and Dolphin\u00a03"


def test_an_empty_name_is_no_name() -> None:
    assert Names({ANA: ""}).seat(ANA) == "Seat 1"


GERMAN = {
    "{s} wins": "{s} gewinnt",
    "{first} and {last}": "{first} und {last}",
    "nobody": "niemand",
    "Seat {n}": "Platz {n}",
    "Dolphin {n}": "Delfin {n}",
}


def test_a_catalogue_stands_in_for_english() -> None:
    names = Names({BEN: "Ben"}, translate=lambda text: GERMAN.get(text, text))
    assert say(Text("{s} wins", s=Seats((ANA, BEN))), names) == "Platz\u00a01 und Ben gewinnt"
    assert say(Text("{s} wins", s=Seats(())), names) == "niemand gewinnt"
    assert say(Text("{p}", p=Pads((Pad(7),))), names) == "Delfin\u00a08"


@pytest.mark.parametrize("name", ["{n}", "{0.__class__}", "%s", "}{", "{"])
def test_a_name_is_never_a_template(name: str) -> None:
    assert say(Text("{s} wins", s=Seats((ANA,))), Names({ANA: name})) == f"{name} wins"


def test_lists() -> None:
    assert [listed(list("abcd"[:n]), NAMES) for n in range(5)] == [
        "nobody",
        "a",
        "a and b",
        "a, b and c",
        "a, b, c and d",
    ]


def test_a_family_s_own_word_keeps_its_direction_to_itself() -> None:
    card = Text("{n} {plant}, {background}", n=2, plant="\u05d0\u05e6\u05d4", background="reef")
    assert say(card, Names()) == "2 \u2068\u05d0\u05e6\u05d4\u2069, reef"


@pytest.mark.parametrize("name", ["Dr. Who", "ดร. พรทิพย์", "ד. כהן"])
def test_a_name_s_own_full_stop_ends_no_sentence(name: str) -> None:
    asked = say(Text("{who} asks. Do you have it?", who=Seats((Seat(0),))), Names({Seat(0): name}))
    first, rest = parted(asked, re.compile(r"\. "), [name])
    assert (unmarked(first), rest) == (f"{name} asks", "Do you have it?")
