"""Animal Splash's deck as data: faults in words, merging, the sample; and groups by brute force."""

import hashlib
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import codec
from companion.games.animal_splash import naming
from companion.games.animal_splash.deck import Card, CardView, Deck, faults, merge, shown
from companion.games.animal_splash.divers import line, steps_to
from companion.games.animal_splash.facts import Area, Attribute, CardNumber, Setup, Variant
from companion.games.animal_splash.groups import (
    ON_ANIMAL,
    ON_COLOUR,
    ON_KIND,
    ON_PLANT,
    faces,
    groups,
    house,
)
from companion.games.animal_splash.robot.sea import Sea, shares
from companion.games.animal_splash.sample import SAMPLE
from companion.games.animal_splash.scoring import shared
from companion.names import unmarked
from companion.say import Names, say
from companion.words import Refused
from tests.games.animal_table import DECK, animal_splash_line, with_card
from tests.games.decks import any_deck
from tests.moments.own_deck import OWN

EMPTY = Deck("", (), (), (), (), (), (), (), ())


def told(deck: Deck) -> list[tuple[str, str]]:
    return [(fault.rule, say(fault.text, Names())) for fault in faults(deck)]


# --- a deck of one's own ----------------------------------------------------------------------

FAULTY = (
    (replace(DECK, aids=DECK.aids - 1), "A-S10", "A deck has 72 cards; this one has 71."),
    (replace(DECK, animals=DECK.animals[:4]), "A-R12",
     "There are 5 animals in the box; this deck names 4."),
    (replace(DECK, plants=("kelp", "anemone", "sponge", "")), "A-S10",
     "Each of the plants needs a short name."),
    (replace(DECK, plants=("kelp", "anemone", "sponge", "a|b")), "A-S10",
     "Each of the plants needs a short name."),
    (replace(DECK, cards=DECK.cards[1:], aids=DECK.aids + 1), "A-S10",
     "A game needs 25 main cards; this deck has 24."),
    (with_card(2, animal="whale"), "A-R12",
     'Card 3 says "whale", and the deck does not name that.'),
    (with_card(2, plants=()), "A-R12", "Card 3 has 0 plants; it is 1 or 2."),
    (with_card(2, number=4), "A-R12", "Card 3 is no start card, and reads like one."),
    (with_card(6, oxygen=3), "A-R12", "Card 7 shows 3 oxygen; 1 is the most."),
    (with_card(2, oxygen=1), "A-R12", "Only crabs bring oxygen; here 2 kinds of animals do."),
    (replace(DECK, starts=(replace(DECK.starts[0], oxygen=2), *DECK.starts[1:])), "A-Q26",
     "Start card 1 shows 2 oxygen; it is 0, 1 or 3."),
    (replace(DECK, missions=(*DECK.missions[:9], replace(DECK.missions[9], title=""))), "A-S10",
     "Mission 10 needs a short title."),
    (replace(DECK, ends=(*DECK.ends[:4], replace(DECK.ends[4], second=9))), "A-R10",
     "End card 5 gives the second best more than the best."),
)  # fmt: skip


@pytest.mark.parametrize(("deck", "rule", "sentence"), FAULTY, ids=[f[2] for f in FAULTY])
def test_a_faulty_deck_is_told_in_words(deck: Deck, rule: str, sentence: str) -> None:
    assert (rule, sentence) in told(deck)


def test_everything_is_wrong_with_an_empty_deck() -> None:
    found = told(EMPTY)
    assert ("A-S10", "A deck has 72 cards; this one has 0.") in found and len(found) == 9


def test_a_deck_without_faults_has_none() -> None:
    assert not faults(DECK)


@pytest.mark.parametrize("seed", range(30))
def test_however_odd_a_box_is_its_deck_has_no_fault(seed: int) -> None:
    """Chance makes decks as the rulings let them be: tests of robots and files take those."""
    deck = any_deck(Random(seed))
    assert told(deck) == []
    assert codec.loads(Deck, codec.dumps(deck)) == deck


@pytest.mark.parametrize("deck", (DECK, SAMPLE), ids=("small", "sample"))
def test_a_deck_goes_through_its_file(deck: Deck) -> None:
    assert codec.loads(Deck, codec.dumps(deck)) == deck
    setup = Setup(2, Variant.FULL, deck=deck)
    assert codec.loads(Setup, codec.dumps(setup)) == setup


def test_a_file_that_a_person_wrote_needs_no_kinds() -> None:
    line_of_json = (
        '{"animal": "turtle", "colour": "green", "background": "reef", "plants": ["kelp"]}'
    )
    assert codec.loads(Card, line_of_json) == Card("turtle", "green", "reef", ("kelp",))


def test_who_writes_by_hand_sees_none_of_the_marks_that_hold_a_name() -> None:
    setup = Setup(2, Variant.FULL, deck=OWN)
    called = say(naming.cards(setup)[3][0], Names())
    hand = codec.by_hand(CardNumber, setup)
    assert called != unmarked(called)
    assert hand(called, "card") == hand(unmarked(called), "card")


# --- two halves of a deck ---------------------------------------------------------------------


@given(st.randoms(use_true_random=False))
def test_two_halves_are_the_deck(rng: Random) -> None:
    """Each card is in one of the files, or in both: together they are all, and nothing twice."""

    def half(of: Deck, wanted: set[int]) -> Deck:
        return replace(
            of,
            **{
                part: tuple(
                    card for n, card in enumerate(getattr(of, part)) if where[part, n] in wanted
                )
                for part in ("cards", "starts", "missions", "ends")
            },
        )

    parts = ("cards", "starts", "missions", "ends")
    where = {(part, n): rng.randrange(3) for part in parts for n in range(40)}
    one, other = half(SAMPLE, {0, 2}), half(SAMPLE, {1, 2})
    merged = merge(one, other)
    for part in parts:
        assert Counter(getattr(merged, part)) == Counter(getattr(SAMPLE, part))
    assert not faults(merged)


def test_merging_changes_nothing_that_is_whole() -> None:
    assert merge(DECK, DECK) == merge(DECK, EMPTY) == DECK
    assert merge(EMPTY, DECK) == DECK


def test_equal_cards_stay_as_many_as_in_the_fuller_file() -> None:
    """The small deck has three equal turtles: who enters two of them again means the same two."""
    two = replace(EMPTY, cards=DECK.cards[:2])
    assert merge(DECK, two).cards == DECK.cards
    assert Counter(merge(two, replace(EMPTY, cards=DECK.cards[:3])).cards) == {DECK.cards[0]: 3}


def test_files_that_contradict_each_other_are_refused() -> None:
    other = replace(EMPTY, starts=(replace(SAMPLE.starts[0], oxygen=3),))
    with pytest.raises(Refused) as refused:
        merge(SAMPLE, other)
    assert refused.value.rule == "A-S10"
    sentence = "Start card 1 is not the same in both files."
    assert say(refused.value.text, Names()) == sentence


def test_two_that_name_their_animals_differently_are_told_so() -> None:
    other = replace(EMPTY, animals=("shark", *SAMPLE.animals[1:]))
    names = ("A-R12", "There are 5 animals in the box; this deck names 6.")
    assert names in told(merge(SAMPLE, other))


# --- the sample -------------------------------------------------------------------------------


def test_the_sample_plays_evenly() -> None:
    assert not faults(SAMPLE) and SAMPLE.sample and not DECK.sample
    assert set(Counter((c.animal, c.colour) for c in SAMPLE.cards).values()) == {2}
    assert set(Counter(c.background for c in SAMPLE.cards).values()) == {10}
    plants = Counter(plant for c in SAMPLE.cards for plant in c.plants)
    assert max(plants.values()) <= 1.5 * min(plants.values())
    assert {card.animal for card in SAMPLE.cards if card.oxygen} == {"crab"}
    assert len(set(SAMPLE.cards)) == 40, "each card can be told from the others"


def test_the_sample_never_changes() -> None:
    """Games on record name no deck and mean this one."""
    digest = hashlib.sha256(codec.dumps(SAMPLE).encode()).hexdigest()
    assert digest.startswith("70d601344be5a6f2")


def test_a_card_as_screens_draw_it() -> None:
    main, start = SAMPLE.cards[0], SAMPLE.starts[0]
    assert shown(SAMPLE, main) == CardView(("crab",), ("red",), "ship", ("kelp",), 1, 0)
    assert shown(SAMPLE, start) == CardView(("turtle", "ray"), ("red",), "ship", ("kelp",), 1, 1)


# --- groups, steps and shares, each found the long way ----------------------------------------


@given(
    st.lists(st.integers(0, 47), min_size=1, max_size=9, unique=True),
    st.lists(st.integers(0, 7), min_size=9, max_size=9),
    st.booleans(),
    st.booleans(),
)
def test_groups_are_those_of_a_brute_force(
    row: list[int], pearls: list[int], apart: bool, double: bool
) -> None:
    setup = Setup(2, kind_and_colour_separate=apart, double_plant_counts_two=double)
    sea = Sea(setup, SAMPLE)
    sea.rows[0] = row
    blocks = {ON_KIND: Attribute.KIND, ON_COLOUR: Attribute.COLOUR}
    for card, on in zip(row, pearls, strict=False):
        if on & ON_ANIMAL:
            sea.pearls[card, Area.ANIMAL] = frozenset(a for b, a in blocks.items() if on & b)
        if on & ON_PLANT:
            sea.pearls[card, Area.PLANT] = frozenset({Attribute.PLANT})
    shown = faces(SAMPLE)
    found = {
        (g.attribute, tuple(row[g.first : g.first + g.cards])): [row[n] for n in g.takes]
        for g in groups(tuple(shown[c] for c in row), tuple(pearls[: len(row)]), house(setup))
    }
    assert found == {group: sea.may_take(group) for group in sea.groups(0)}


@given(st.lists(st.integers(0, 5), min_size=2, max_size=5), st.integers(0, 9), st.integers(0, 9))
def test_shares_are_those_of_places(counts: list[int], second: int, more: int) -> None:
    for zero in (False, True):
        values = (second + more, second)
        assert list(shared(tuple(counts), values, zero)) == shares(counts, values, zero)


@given(st.sets(st.integers(0, 11), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_steps_are_counted_as_they_are_walked(spots: set[int], rng: Random) -> None:
    sea = Sea(Setup(len(spots)) if len(spots) > 1 else Setup(2), SAMPLE)
    places = rng.sample(sorted(spots), len(spots))
    for seat, spot in enumerate(places):
        sea.divers[seat] = spot
    others = places[1:]
    walked = {spot: steps for spot, (steps, _) in sea.moves(0).items()}
    assert walked == {
        spot: steps_to(spot, places[0], others) for spot in range(12) if spot not in others
    }


def test_every_spot_looks_along_its_line() -> None:
    for spot in range(12):
        assert line(spot) == animal_splash_line(spot)
        assert set(line(spot)) == set(Sea(Setup(2), SAMPLE).line(spot))
