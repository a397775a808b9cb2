"""What the picks of Animal Splash are called: oxygen, steps with their price, pearls, spots.

Words only.
"""

from functools import cache

from companion.games.animal_splash import naming
from companion.games.animal_splash.divers import breath
from companion.games.animal_splash.state import Dive
from companion.words import Text

Names = tuple[Text, ...]


@cache
def oxygen(numbers: tuple[int, ...]) -> Names:
    """ "no oxygen", "3 oxygen"."""
    return tuple(Text("{n} oxygen", n=n) if n else Text("no oxygen") for n in numbers)


@cache
def steps(numbers: tuple[int, ...]) -> Names:
    """ "1 step: 1 oxygen for you", "2 steps", "4 steps cost 2 oxygen"."""
    return tuple(_steps(n, breath(n)) for n in numbers)


@cache
def pearls(numbers: tuple[int, ...]) -> Names:
    """ "no pearl", "1 pearl", "2 pearls"."""
    return tuple(
        Text("{n} pearls", n=n) if n > 1 else Text("1 pearl") if n else Text("no pearl")
        for n in numbers
    )


def spots(dives: tuple[Dive, ...]) -> Names:
    """ "spot 4: 3 steps cost 1 oxygen"; "spot 4" for a diver that is placed."""
    return tuple(
        Text("{spot}: {steps}", spot=naming.spot(dive.spot), steps=_steps(dive.steps, dive.oxygen))
        if dive.steps
        else naming.spot(dive.spot)
        for dive in dives
    )


@cache
def places(numbers: tuple[int, ...]) -> Names:
    """ "place 3"."""
    return tuple(map(naming.place, numbers))


@cache
def sides(ends: tuple[int, ...]) -> Names:
    """ "on the right", "on the left"."""
    return tuple(naming.SIDES[end] for end in ends)


def titles(words: tuple[str, ...]) -> Names:
    """What a family called its missions and end cards."""
    return tuple(map(naming.title, words))


def _steps(n: int, gain: int) -> Text:
    if gain > 0:
        return Text("1 step: 1 oxygen for you")
    if gain < 0:
        return Text("{n} steps cost {price} oxygen", n=n, price=-gain)
    return Text("{n} steps", n=n)
