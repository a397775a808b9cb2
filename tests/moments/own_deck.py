"""A family's own deck, in a script that is written from right to left: the sample in their words.

Not the printed one either: its pictures lie where the sample's do, so that both play alike.
"""

from dataclasses import replace
from typing import Any, Final

from companion.games.animal_splash.deck import Card, Deck, Measure
from companion.games.animal_splash.sample import SAMPLE

WORDS: Final = {
    "crab": "סרטן", "turtle": "צב ים", "seahorse": "סוסון ים", "octopus": "תמנון",
    "ray": "טריגון", "red": "אדום", "yellow": "צהוב", "green": "ירוק", "blue": "כחול",
    "ship": "אונייה", "anchor": "עוגן", "reef": "שונית", "open sea": "ים פתוח", "kelp": "אצה",
    "anemone": "שושנת ים", "sponge": "ספוג", "seagrass": "עשב ים",
}  # fmt: skip
# What only the table can judge, in as many letters as there may be.
JUDGED: Final = "התמונה הכי יפה מכל התמונות עם הדגים הקטנים והגדולים ליד הספינה הישנה והעוגן שלה"


def _word(word: str) -> str:
    return WORDS.get(word, word)


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_word, words))


def _card(card: Card) -> Card:
    animal, colour, background = map(_word, (card.animal, card.colour, card.background))
    shown = replace(card, animal=animal, colour=colour, background=background)
    return replace(shown, plants=_words(card.plants), second=_word(card.second))


def _titled(n: int, one: Any) -> Any:
    of = _word(one.of)
    # No two cards have one title; the longest is as long as a phone can show.
    judged, counted = f"{JUDGED[:77]} {n + 1}", f"{n + 1} {of or WORDS['open sea']}"
    return replace(one, title=judged if one.measure is Measure.OTHER else counted, of=of)


OWN: Final = Deck(
    title="",
    animals=_words(SAMPLE.animals),
    colours=_words(SAMPLE.colours),
    backgrounds=_words(SAMPLE.backgrounds),
    plants=_words(SAMPLE.plants),
    cards=tuple(map(_card, SAMPLE.cards)),
    starts=tuple(map(_card, SAMPLE.starts)),
    missions=tuple(_titled(n, one) for n, one in enumerate(SAMPLE.missions)),
    ends=tuple(_titled(n, one) for n, one in enumerate(SAMPLE.ends)),
)
