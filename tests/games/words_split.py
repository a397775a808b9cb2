"""How SPLIT's facts are told in a transcript: "Ana plays 4H on 3", "Ana places 3.7"."""

from companion.games.split import facts as f
from companion.games.split.cards import BLACK_JOKER, LETTERS, RED_JOKER, card_of
from companion.games.split.facts import Match, Variant
from companion.games.split.state import COLOURS, State, supply
from companion.words import Corrected
from tests.games.transcripts import Forms, House, Transcript

HOUSE: House = {
    "light": ("variant", Variant.LIGHT),
    "perfect memory": ("perfect_memory", True),
    "jokers keep their rank": ("joker_keeps_rank", True),
    "no two jokers": ("joker_on_joker", False),
    "must change": ("must_change_type", True),
    "always lit": ("light_up_spaces", True),
    "turned": ("turned", True),
}
RANKS = ("A", *(str(n) for n in range(2, 11)), "J", "Q", "K")


def score(paper: Transcript, state: State) -> str:
    """ "red 44, green 45", the chips that are not placed."""
    return ", ".join(f"{COLOURS[n]} {supply(state, n)}" for n in range(len(state.chips)))


def card(words: str) -> int:
    """ "4S", "10H", "red joker"."""
    if words.endswith("joker"):
        return RED_JOKER if words.startswith("red") else BLACK_JOKER
    return card_of(LETTERS.index(words[-1]), RANKS.index(words[:-1]))


def space(row: str, column: str) -> int:
    """Row 1..10 and space 1..10, as the sentences count them."""
    return 10 * (int(row) - 1) + int(column) - 1


def _hand(words: str) -> tuple[int, ...]:
    cards = [card(word.strip()) for word in words.split(",")]
    return tuple(2 * c + cards[:n].count(c) for n, c in enumerate(cards))


def _suits(letters: str) -> tuple[int, ...]:
    return tuple(sorted(LETTERS.index(letter) for letter in letters))


_CARD = r"((?:A|\d+|J|Q|K)[SHDC]|red joker|black joker)"
_SPACE = r"(\d+)\.(\d+)"
_KIND = "(weak|strong|perfect)"

FORMS: Forms = (
    (r"(\w+) deals", lambda p, s, g: f.Dealt(p.seat(g[0]))),
    (rf"place (\d+): {_CARD}", lambda p, s, g: f.Turned(int(g[0]) - 1, card(g[1]))),
    (  # "on 3" for a single card, "on 3 left" or "on 3 right" for one of a match
        rf"(\w+) plays {_CARD} on (\d+)(?: (left|right))?",
        lambda p, s, g: f.Played(
            p.seat(g[0]), 2 * (int(g[2]) - 1) + (g[3] == "right"), card(g[1])
        ),
    ),
    (
        rf"(\w+) means {_KIND} ([SHDC]+)",
        lambda p, s, g: f.Meant(p.seat(g[0]), Match(g[1]), _suits(g[2])),
    ),
    (rf"(\w+) places {_SPACE}", lambda p, s, g: f.Placed(p.seat(g[0]), space(g[1], g[2]))),
    (rf"(\w+) removes {_SPACE}", lambda p, s, g: f.Removed(p.seat(g[0]), space(g[1], g[2]))),
    (r"(\w+) removes no more", lambda p, s, g: f.Enough(p.seat(g[0]))),
    (r"(\w+) wants light", lambda p, s, g: f.LitUp(p.seat(g[0]))),
    (r"(\w+) has no match", lambda p, s, g: f.Claimed(p.seat(g[0]))),
    (r"nobody sees one", lambda p, s, g: f.Searched(s.turn, False)),
    (r"somebody sees one", lambda p, s, g: f.Searched(s.turn, True)),
    (r"the hand: (.+)", lambda p, s, g: f.Shown(s.turn, _hand(g[0]))),
    (rf"(\w+) makes a {_KIND} match", lambda p, s, g: f.Matched(p.seat(g[0]), Match(g[1]))),
    (r"(\w+) has no cards left", lambda p, s, g: f.Spent(p.seat(g[0]))),
    (rf"board: {_SPACE} (\w+)", lambda p, s, g: f.Fixed(space(g[0], g[1]), p.seat(g[2]))),
    (rf"board: {_SPACE} is free", lambda p, s, g: f.Fixed(space(g[0], g[1]), None)),
    (r"pen: (\w+) (has not|has) won",
     lambda p, s, g: Corrected(p.seat(g[0]), 1 if g[1] == "has" else -1)),
)  # fmt: skip
