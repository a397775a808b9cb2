"""What is lit one after another for any slot: each option once, in groups where they are many."""

from math import ceil, sqrt

import pytest

from companion.referee.fold import OpenAsk
from companion.referee.walking import (
    DONE,
    ELSE,
    AtHand,
    Draft,
    Lit,
    level_of,
    pointed,
    root,
    took,
    went_on,
)
from companion.words import Ask, Choice, Seat, Slot, Text
from tests.referee.test_answers import Given


def at_hand(*slots: Slot, others: int = 0) -> AtHand:
    choice = Choice("give", Text("Give"), Given(Seat(0)), slots)
    offers = tuple(
        OpenAsk(f"o{n}", Ask(Text("More"), (), (Choice("more", Text("M"), None),), must=False))
        for n in range(others)
    )
    return AtHand((OpenAsk("q", Ask(Text("To whom?"), (), (choice,))),), offers)


@pytest.mark.parametrize("of", ["seat", "number"])
@pytest.mark.parametrize("least", [0, 1, 2])
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 10, 16, 17, 30])
def test_each_option_is_lit_once(of: str, least: int, many: bool, count: int) -> None:
    options = tuple(range(count))
    slot = Slot("seat", options, of, least, max(least, 3 if many else 1), many)
    for picked in ((), (0,), (0, 1)):
        draft = Draft("q", key="give", picked=picked)
        lights = level_of(at_hand(slot), draft).lights
        if many and count <= 8:
            assert lights == tuple(map(Lit, options)), "each in its turn: is it one of them?"
            continue
        may_end = len(picked) >= least and (many or least == 0)
        assert (lights[0] == Lit(DONE)) == may_end if lights else not may_end
        left = tuple(one for one in options if one not in picked)
        shown = lights[may_end:]
        assert tuple(one for lit in shown for one in lit.group or (lit.at,)) == left
        if len(left) <= 8:
            assert not any(lit.group for lit in shown)
            continue
        size = ceil(sqrt(len(left)))
        assert all(len(lit.group) == size and lit.at == lit.group[0] for lit in shown[:-1])
        assert all(len(lit.group) != 1 for lit in shown)
        group = shown[0].group
        inside = level_of(at_hand(slot), Draft("q", key="give", picked=picked, among=group))
        assert inside.lights == tuple(map(Lit, group)), "no end stands in a group"


def test_no_goes_round_and_yes_takes_what_is_lit() -> None:
    asked = at_hand(Slot("seat", (4, 5, 6)))
    draft = root(asked)
    assert draft is not None
    seen = []
    for _ in range(7):
        seen.append(draft.candidate)
        draft = went_on(asked, draft)
    assert seen == [4, 5, 6, 4, 5, 6, 4]
    answer = took(asked, draft)
    assert answer == took(asked, Draft("q", candidate=5, key="give"))
    assert pointed(asked, draft, 6) == took(asked, Draft("q", candidate=6, key="give"))
    assert pointed(asked, draft, 7) is None and pointed(asked, draft, 3) is None
    assert pointed(at_hand(Slot("seat", (4, 5, 6), "number")), draft, 6) is None


@pytest.mark.parametrize("others", [0, 1, 3])
def test_what_else_can_be_told_comes_last(others: int) -> None:
    asked = at_hand(Slot("seat", (4, 5, 6)), others=others)
    draft = root(asked)
    assert draft is not None
    more = (Lit(ELSE),) if others else ()
    assert level_of(asked, draft).lights == (*map(Lit, (4, 5, 6)), *more)
    if others:
        assert level_of(asked, Draft(ELSE)).lights == tuple(Lit(f"o{n}") for n in range(others))
        assert took(asked, Draft("q", candidate=ELSE, key="give")) == Draft(ELSE, candidate="o0")


ONE_OF_TWO = Choice("give", Text("Give"), Given(Seat(0)), (Slot("seat", (Seat(4), Seat(5))),))
PLAIN = Choice("more", Text("More"), None)


@pytest.mark.parametrize(
    ("choices", "lit"),
    [
        ((ONE_OF_TWO,), Draft("o", key="give", candidate=4)),
        ((PLAIN,), Draft("o", candidate="more")),
        ((ONE_OF_TWO, PLAIN), Draft("o", candidate="give")),
        ((PLAIN, ONE_OF_TWO), Draft("o", candidate="more")),
    ],
)
def test_an_offer_of_one_answer_begins_with_what_is_picked_for_it(
    choices: tuple[Choice, ...], lit: Draft
) -> None:
    asked = AtHand((), (OpenAsk("o", Ask(Text("More?"), (), choices, must=False)),))
    assert took(asked, Draft(ELSE, candidate="o")) == lit
