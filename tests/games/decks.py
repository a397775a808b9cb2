"""Decks of Animal Splash and of the party by chance, all without a fault: what families could
enter, however odd.

Few cards of a sort or all that the box has room for, equal cards, names as long as may be, with
pictures, from right to left, alike but for case.
"""

from contextlib import suppress
from random import Random
from typing import Any

from companion.games.animal_splash.deck import (
    ANY,
    BOX,
    ENDS_LEAST,
    MAIN_LEAST,
    MISSIONS_LEAST,
    STARTS_LEAST,
    Card,
    Deck,
    End,
    Measure,
    Mission,
    words_of,
)
from companion.games.animal_splash.naming import COLOURS
from companion.games.party_splash.cards import SAMPLE, Print, is_gun
from companion.games.party_splash.facts import Setup
from companion.games.party_splash.rules import fresh, start
from companion.names import tidy
from companion.words import Refused

LEAST = (MAIN_LEAST, STARTS_LEAST, MISSIONS_LEAST, ENDS_LEAST)
SPARE = BOX - sum(LEAST)
NAME, TITLE = 30, 80  # letters, at most
ENTERED = 0.7  # of a party's cards
EQUAL, KNOWN = 0.3, 0.7  # of the decks have equal cards; of the missions a colour of the box
LETTERS = "aZ\u00e9\u00df\u05d0\u05d1\u0628\u6f22{}<&\"'\\/%0-_$ \u0301\u200d"
PICTURES = ("\U0001f419", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f")


def any_deck(rng: Random) -> Deck:
    """A deck that can be played with."""
    animals, colours, backgrounds, plants = (_names(rng, n) for n in (5, 4, 4, 4))
    names = Deck("Ours", animals, colours, backgrounds, plants, (), (), (), ())
    n_cards, n_starts, n_missions, n_ends, aids = _numbers(rng)
    crab, is_equal = rng.choice(animals), rng.random() < EQUAL
    main = [_card(names, rng, crab) for _ in range(n_cards)]
    starts = [_start(names, rng) for _ in range(n_starts)]
    return Deck(
        "Ours",
        animals,
        colours,
        backgrounds,
        plants,
        tuple(main[:1] * n_cards if is_equal else main),
        tuple(starts[:1] * n_starts if is_equal else starts),
        tuple(_mission(names, rng) for _ in range(n_missions)),
        tuple(_end(names, rng) for _ in range(n_ends)),
        aids,
    )


def any_prints(rng: Random, seats: int) -> tuple[Print, ...]:
    """A deck with which a party of so many may begin."""
    while True:
        prints = tuple(_print(card, rng) for card in SAMPLE if rng.random() < ENTERED)
        setup = Setup(seats, deck=prints)
        with suppress(Refused):
            start(setup)
            fresh(setup)
            return prints


def _print(card: Print, rng: Random) -> Print:
    left = copies = rng.choice((0, 0, 1, 2, 3, 10, 20))
    icons = []
    for _ in range(3):
        icons.append(rng.randint(0, left))
        left -= icons[-1]
    return Print(card.card, copies, rng.randint(1, 9) if is_gun(card.card) else 0, *icons)


def largest(letter: str, *more: int) -> Deck:
    """A deck of which everything is as long as may be; with so many more cards of each sort."""
    animals, colours, backgrounds, plants = (
        tuple(f"{sort}{n}{letter * NAME}"[:NAME] for n in range(count))
        for sort, count in (("a", 5), ("c", 4), ("b", 4), ("p", 4))
    )
    numbers = [least + more for least, more in zip(LEAST, more, strict=True)]
    card = (animals[0], colours[0], backgrounds[0], plants[:2], 1)
    of: dict[str, Any] = {"measure": Measure.BACKGROUND, "of": backgrounds[0]}
    return Deck(
        "O" * 20,
        animals,
        colours,
        backgrounds,
        plants,
        (Card(*card),) * numbers[0],
        (Card(*card, animals[1], 999),) * numbers[1],
        (Mission(letter * TITLE, letter * NAME, 20, count=20, **of),) * numbers[2],
        (End(letter * TITLE, 40, 40, **of),) * numbers[3],
        SPARE - sum(more),
    )


def _numbers(rng: Random) -> list[int]:
    """How many cards of each sort, and how many player aids."""
    ends = (0, SPARE)
    cuts = sorted(rng.choice((*ends, rng.randint(*ends))) for _ in range(4))
    more = [b - a for a, b in zip((0, *cuts), (*cuts, SPARE), strict=True)]
    rng.shuffle(more)
    return [least + n for least, n in zip((*LEAST, 0), more, strict=True)]


def _word(rng: Random, most: int) -> str:
    parts = (rng.choice((*LETTERS, *PICTURES)) for _ in range(rng.choice((1, 2, 5, most))))
    return tidy("".join(parts)[:most]) or "x"


def _names(rng: Random, wanted: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    while len(found) < wanted:
        last = next(reversed(found), "x")
        word = tidy(rng.choice((_word(rng, NAME), last.upper(), last.lower(), "fish", "Fish")))
        if len(word) <= NAME and word != ANY:
            found[word] = None
    return tuple(found)


def _card(deck: Deck, rng: Random, crab: str = "") -> Card:
    animal = rng.choice(deck.animals)
    plants = tuple(rng.choice(deck.plants) for _ in range(rng.choice((1, 2))))
    shows = (animal, rng.choice(deck.colours), rng.choice(deck.backgrounds), plants)
    return Card(*shows, rng.randrange(2) if animal == crab else 0)


def _start(deck: Deck, rng: Random) -> Card:
    card = _card(deck, rng)
    colour = rng.choice((*deck.colours, ANY))
    second = rng.choice(("", *(other for other in deck.animals if other != card.animal)))
    number = rng.choice((1, 999, rng.randint(1, 99)))
    shows = (card.animal, colour, card.background, card.plants)
    return Card(*shows, rng.choice((0, 1, 3)), second, number)


def _condition(deck: Deck, rng: Random) -> dict[str, Any]:
    measure = rng.choice(list(Measure))
    words = words_of(deck, measure)
    return {"measure": measure, "of": rng.choice(words) if words else ""}


def _mission(deck: Deck, rng: Random) -> Mission:
    colour = rng.choice(COLOURS) if rng.random() < KNOWN else _word(rng, NAME)
    shows = (_word(rng, TITLE), colour, rng.randint(1, 20))
    return Mission(*shows, count=rng.choice((1, 2, 20)), **_condition(deck, rng))


def _end(deck: Deck, rng: Random) -> End:
    best = rng.randint(1, 40)
    return End(_word(rng, TITLE), best, rng.randint(0, best), **_condition(deck, rng))
