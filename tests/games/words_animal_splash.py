"""How Animal Splash's facts are told in a transcript: "Ana dives 2", "Ana takes 4 to the left"."""

from companion.games.animal_splash import facts as f
from companion.games.animal_splash.facts import (
    LEFT,
    RIGHT,
    Action,
    Area,
    Attribute,
    Variant,
    Way,
)
from companion.games.animal_splash.naming import COLOURS
from companion.games.animal_splash.state import State, number, total
from companion.say import Names, say
from companion.words import Seat
from tests.games.transcripts import Forms, House, Transcript

HOUSE: House = {
    "full": ("variant", Variant.FULL),
    "kind and colour apart": ("kind_and_colour_separate", True),
    "two plants are one": ("double_plant_counts_two", False),
    "two animals are two": ("two_animals_count_two", True),
    "swaps give oxygen": ("swap_gives_o2", True),
    "nothing may be best": ("zero_counts_for_end_card", True),
    "hints": ("show_groups", True),
}
ACTIONS = {"a card": Action.CARD, "a pearl": Action.PEARL, "a swap": Action.SWAP}
GROUPS = {"a kind": Attribute.KIND, "a colour": Attribute.COLOUR, "plants": Attribute.PLANT}


def score(paper: Transcript, state: State) -> str:
    """ "Ana 7½ (2 oxygen), Ben 3 (0 oxygen)"; before the cards are laid out nothing."""
    if not state.oxygen:
        return "nothing yet"
    return ", ".join(
        f"{name} {number(total(state, Seat(s)))} ({state.oxygen[s]} oxygen)"
        for s, name in enumerate(paper.players)
    )


def _mine(state: State, n: str) -> int:
    """A card of the row of whose turn it is, from the left."""
    return state.rows[state.turn][int(n) - 1]


def _named(state: State, words: str) -> int:
    """A card by what is said of it, the first one that was not told yet."""
    names = [say(face.name, Names()) for face in state.faces]
    return next(n for n, name in enumerate(names) if name == words and not state.seen >> n & 1)


def _started(state: State, number: str) -> int:
    """A start card by the number in its corner."""
    return next(n for n, face in enumerate(state.faces) if face.number == int(number))


def _mission(state: State, title: str) -> int:
    return [mission.title for mission in state.deck.missions].index(title)


def _pearls(words: str) -> int:
    return int(words or 0)


FORMS: Forms = (
    (r"(\w+) lays out the cards", lambda p, s, g: f.Dealt(p.seat(g[0]))),
    (r"(\w+) begins", lambda p, s, g: f.First(p.seat(g[0]))),
    # a light game
    (r"(\w+) starts with (\d)", lambda p, s, g: f.Breathed(p.seat(g[0]), int(g[1]))),
    (r"(\w+) is in the water(?:, (\d) on the card)?",
     lambda p, s, g: f.Dived(p.seat(g[0]), 0, _pearls(g[1]))),
    (r"(\w+) dives (\d+)(?:, (\d) on the card)?",
     lambda p, s, g: f.Dived(p.seat(g[0]), int(g[1]), _pearls(g[2]))),
    (r"(\w+) pays for (a card|a pearl|a swap)(?:, (-?\d) pearls)?",
     lambda p, s, g: f.Paid(p.seat(g[0]), ACTIONS[g[1]], _pearls(g[2]))),
    (r"(\w+) comes up(?: with (\d+))?",
     lambda p, s, g: f.Surfaced(p.seat(g[0]), _pearls(g[1]))),
    (r"(\w+) has a (\w+) mission, (\d+) points(?:, (\d+) pearls)?",
     lambda p, s, g: f.Granted(p.seat(g[0]), COLOURS.index(g[1]), int(g[2]), _pearls(g[3]))),
    (r"end card: (\d+) and (\d+)", lambda p, s, g: f.Valued(int(g[0]), int(g[1]))),
    (r"(\w+) counts (\d+)", lambda p, s, g: f.Tallied(p.seat(g[0]), int(g[1]))),
    # a full game
    (r"(\w+) draws start card (\d)", lambda p, s, g: f.Drew(p.seat(g[0]), _started(s, g[1]))),
    (r"place (\d): (.+)", lambda p, s, g: f.Filled(int(g[0]) - 1, _named(s, g[1]))),
    (r"mission: (.+)", lambda p, s, g: f.Revealed(_mission(s, g[0]))),
    (r"end card: (.+)",
     lambda p, s, g: f.EndTurned([end.title for end in s.deck.ends].index(g[0]))),
    (r"(\w+) to spot (\d+)", lambda p, s, g: f.Moved(p.seat(g[0]), int(g[1]) - 1)),
    (r"(\w+) takes (\d)(?: to the (left))?",
     lambda p, s, g: f.Picked(p.seat(g[0]), int(g[1]) - 1, LEFT if g[2] else RIGHT)),
    (r"(\w+) moves card (\d) to (\d)",
     lambda p, s, g: f.Shifted(p.seat(g[0]), _mine(s, g[1]), int(g[2]) - 1)),
    (r"(\w+) moves the (animal|plant) pearl of card (\d) (over|left|right)",
     lambda p, s, g: f.Slid(p.seat(g[0]), _mine(s, g[2]), Area(g[1]), Way(g[3]))),
    (r"(\w+) swaps card (\d) for (\d)",
     lambda p, s, g: f.Swapped(p.seat(g[0]), _mine(s, g[1]), int(g[2]) - 1)),
    (r"(\w+) scores (a kind|a colour|plants) on card (\d)",
     lambda p, s, g: f.Scored(p.seat(g[0]), _mine(s, g[2]), GROUPS[g[1]])),
    (r"(\w+) wants the mission: (.+)", lambda p, s, g: f.Met(p.seat(g[0]), _mission(s, g[1]))),
    (r"the others say (yes|no)", lambda p, s, g: f.Voted(s.turn, g[0] == "yes")),
    (r"(\w+) is done", lambda p, s, g: f.Ended(p.seat(g[0]))),
    (r"oxygen: (\w+) ([+-]\d+)", lambda p, s, g: f.Adjusted(p.seat(g[0]), int(g[1]))),
)  # fmt: skip
