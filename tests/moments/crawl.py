"""What is looked at: which tables, names and screens, all or a seeded few; and what was found."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games.animal_splash.facts import Variant as HowAnimal
from companion.games.split.facts import CardSet
from companion.games.split.facts import Variant as HowSplit
from companion.games.twisted_fish.facts import Variant as HowFish
from tests.moments import apart, pocket, told
from tests.moments.beside import decided, figures, pages
from tests.moments.drivers import Driver
from tests.moments.excepted import EXCEPTED
from tests.moments.house import of_house
from tests.moments.isolated import exposed
from tests.moments.own_deck import OWN
from tests.moments.recorded import ALIKE, NAMES, Bench, Look, Moment, bench, people, played
from tests.moments.resting import at_rest, beside
from tests.moments.stage import LIGHTS, SEQ, SIZES, STATES, Fault, Stage, stage
from tests.moments.waits import silent, urges

SEED: Final = 3
FOLDS: Final = re.compile(r"<details.*?</details>", re.DOTALL)
SEATS: Final = {
    "dolphin_splash": (3, 4, 5, 6), "twisted_fish": (3, 4, 5, 6), "split": (2, 3, 4, 6),
    "animal_splash": (2, 3, 4, 5), "party_splash": (4, 5, 6, 7, 8),
}  # fmt: skip
REST: Final = "rest"
PHONES: Final = "phones"
APART: Final = "apart"  # each hand and each word by itself
TOLD: Final = "told"  # late, in another order, wrong and put right
FEW_PHONES: Final = (2, 3, 5)  # a robot plays along


@dataclass(frozen=True, slots=True)
class Table:
    """A game of so many people with names so long, which way and by whose luck; or one at rest.

    `script`: names are written in this one.
    """

    kind: str
    seats: int
    letters: int
    way: str = ""
    seed: int = SEED
    script: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """Their names, and of some who play in no game."""
        return people(self.letters, self.script)

    def __str__(self) -> str:
        luck = "" if self.seed == SEED else str(self.seed)
        told = (self.kind, str(self.seats), str(self.letters), self.script, self.way, luck)
        return "-".join(filter(None, told))


# How a game is played; the first is the one in which most is to be seen. Without the box the screen
# in the middle is the board.
WAYS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "dolphin_splash": {"": {}, APART: {}, TOLD: {}, PHONES: {}},
    "twisted_fish": {
        "": {"variant": HowFish.REFEREED}, "scorecard": {"variant": HowFish.SCORECARD},
        TOLD: {},
    },
    "split": {
        "": {"variant": HowSplit.REFEREED},
        "light": {"variant": HowSplit.LIGHT},
        "packs": {"variant": HowSplit.REFEREED, "cards": CardSet.PACKS},
        TOLD: {},
    },
    "animal_splash": {
        "": {"variant": HowAnimal.FULL},
        "light": {"variant": HowAnimal.LIGHT},
        "own": {"variant": HowAnimal.FULL, "deck": OWN},
        TOLD: {},
    },
    "party_splash": {"": {}, TOLD: {}},
}  # fmt: skip
USUAL: Final[dict[str, dict[str, Any]]] = {"": {}}
FOUND: Final = (
    Table("dolphin_splash", 5, 20, seed=7510),  # three of five in overtime
    Table("dolphin_splash", 6, 20, seed=8),  # long names of all six in one sentence
    Table("animal_splash", 5, 20, seed=41),  # a long name wins, and where to dive lies far down
    Table("twisted_fish", 4, 3, seed=41),  # a long name's Zinger is left over; a tall fish is asked
    Table("twisted_fish", 6, 9, seed=77),  # who asks a child has a name of pictures
    Table("split", 3, 9, "light", seed=5),  # of a child's three matches one was below the screen
    Table("split", 6, 20, seed=9),  # the one chip that a child may take lies far down
    Table("party_splash", 8, 9, seed=14),  # long news leave the tablet's seats little room
    Table("party_splash", 4, 20, seed=1007, script="arabic"),  # a long name beside five towels
    Table("party_splash", 6, 20, seed=5),  # somebody flips before anything else is done
    Table("split", 2, 20, "light", 7693, "pictures"),  # a match's chips leave its word no room
    Table("split", 2, 3, "light", 3628, "arabic"),  # the board is higher than a small tablet
    Table("split", 4, 3, "packs", 1233, "arabic"),  # a Joker stands for a letter with a tail
    Table("animal_splash", 2, 9, seed=7528, script="latin"),  # the table's picture is folded
    Table("animal_splash", 4, 9, "light", 4054, "pictures"),  # names as broad as their row
    Table("dolphin_splash", 6, 20, script="pictures"),  # two in each sentence
    Table("party_splash", 8, 9, script="pictures"),  # two names of pictures among eight
    Table("party_splash", 4, 20, seed=65073),  # who may be soaked has a name of two words
    Table("dolphin_splash", 5, 9, seed=21106, script="broad"),  # nine letters, many of them broad
    Table("dolphin_splash", 3, 20, PHONES, 11, "broad"),  # four cards across a small phone
    Table("twisted_fish", 6, 9, seed=60860, script="pictures"),  # 150 points, and two baskets
    Table("split", 3, 20, script="unspaced"),  # no line may end inside a name
    Table("twisted_fish", 6, 20, script="unspaced"),  # marks above marks, letters below letters
    Table("party_splash", 8, 9, script="world"),  # each wrote the own script
    Table("animal_splash", 4, 3, TOLD, 3305, "pictures"),  # a child tells late where a card lies
    Table("twisted_fish", 4, 9, "scorecard", 5799),  # what was counted is taken back
    Table("split", 4, 9, seed=9093, script="world"),  # two of them have won, on a low tablet
    Table("dolphin_splash", 4, 20, PHONES, 801, "world"),  # a mark below letters that go low
    Table("party_splash", 6, 9, seed=5744, script="world"),  # and what happened before the news
    Table("animal_splash", 2, 3, seed=4432),  # what a child dives past leaves the spots little room
)
ALL: Final = FOUND + tuple(
    Table(kind, seats, letters, way)
    for letters in NAMES
    for kind, many in ((REST, (8,)), *SEATS.items())
    for way in WAYS.get(kind, USUAL)
    for seats in (many if not way else FEW_PHONES if way == PHONES else (many[0], many[-1]))
)


def by_chance(kind: str, seed: int) -> Table:
    """Some table of this game, or one at rest: the same for the same seed."""
    rng = Random(f"{kind} {seed}")
    seats, way = rng.choice(SEATS.get(kind, (8,))), rng.choice(list(WAYS.get(kind, USUAL)))
    return Table(kind, seats, rng.choice(list(NAMES)), way, seed, rng.choice(["", *ALIKE]))


def moments(made: Bench, table: Table) -> list[Moment]:
    """Every moment of a table."""
    if table.kind == REST:
        rest = list(at_rest(table.people))
        lobby = next(moment.picture for moment in rest if moment.name == "lobby")
        return [*rest, *of_house(lobby, table.people)]
    how = WAYS.get(table.kind, USUAL)[table.way]
    if table.way == PHONES:
        found = pocket.played(made, table.seats, table.seed)
    elif table.way == APART:
        found = apart.played(made, table.seats)
    elif table.way == TOLD:
        found = told.played(made, table.kind, table.seats, table.seed)
        over = any(moment.picture.view.over for moment in found)  # one round of Twisted Fish is not
        return [*found, decided(made, found), pages(made, found)] if over else found
    else:
        found = played(made, table.kind, table.seats, table.seed, **how)
    found.append(decided(made, found))
    around = list(beside(made, found))
    return [*found, *around, pages(made, found), figures(made, found)]


@dataclass(frozen=True, slots=True)
class Part:
    """What is looked at of a table: all screens, or a `few` in two sizes each, and its end.

    `at`: at such moments alone; `but`: at no such moment; `page`: on this page alone; `state`: in
    this state alone; `only`: what breaks these rules alone. Without sizes its words are read.
    """

    few: int = 0
    sizes: Sequence[tuple[int, int]] = SIZES
    at: str = ""
    but: str = "-"
    page: str = ""
    state: str | None = None
    only: Sequence[str] = ()


def crawl(driver: Driver, folder: Path, table: Table, *parts: Part) -> Iterator[Fault]:
    """What is wrong at a table, in each of these parts; it is played once."""
    with bench(folder, table.people) as made, stage(driver, made.app) as shown:
        all_moments = moments(made, table)
        for part in parts:
            rng, seen = Random(str(table)), set[int]()
            looks = [
                (moment, look)
                for moment in all_moments
                for look in moment.looks
                if part.at in moment.name and part.but not in moment.name
                if part.page in ("", look.path)
            ]
            if part.few:
                some = rng.sample(looks, min(part.few, len(looks)))
                looks = some + [seen for seen in looks if _is_end(*seen) and seen not in some]
            # In this order a page is opened once, and only its live part changes.
            looks.sort(key=lambda seen: (seen[1].path, str(seen[1])))
            for moment, look in looks:
                some_sizes = rng.sample(part.sizes, min(2, len(part.sizes)))
                sizes = some_sizes if part.few else part.sizes
                state = rng.choice(STATES) if part.few else part.state
                found = _look(shown, made, moment, look, sizes, state, seen)
                yield from (one for one in found if one.rule in (part.only or (one.rule,)))


def _is_end(moment: Moment, look: Look) -> bool:
    """Whether it is what a referee sees as a game is over: that is in every sample."""
    return look.path == "/referee" and moment.name.endswith("over, and again")


def _look(
    shown: Stage,
    made: Bench,
    moment: Moment,
    look: Look,
    sizes: Sequence[tuple[int, int]],
    state: str | None,
    seen: set[int],
) -> Iterator[Fault]:
    """`seen`: what was looked at before, which is looked at no second time."""
    html = made.draw(moment, look)
    yield from (Fault("isolated", str(look), moment.name, "any", what) for what in exposed(html))
    if silent(html, moment):
        yield Fault("waits", str(look), moment.name, "any", "nothing says that somebody says wait")
    if urges(html, moment):
        yield Fault(
            "waits", str(look), moment.name, "any", "an answer is asked for that is refused"
        )
    shows = look.dialog, look.words, look.unfolded, moment.names
    opened = hash((*shows, SEQ.sub("", html)))
    if not sizes or opened in seen:
        return
    seen.add(opened)
    shown.show(html, look.unfolded)
    if look.dialog:
        shown.ask(look.dialog, look.words)
    for rule, size, what in shown.look(sizes, moment.names, LIGHTS, state):
        yield Fault(rule, str(look), moment.name, size, what)
    folds = hash((look.path, *FOLDS.findall(html)))
    if "<details" in html and not (look.unfolded or look.dialog or state or folds in seen):
        seen.add(folds)
        shown.unfold()
        for rule, size, what in shown.look(sizes, moment.names, LIGHTS, ""):
            yield Fault(rule, f"{look} unfolded", moment.name, size, what)


def unexcepted(faults: Iterable[Fault]) -> list[Fault]:
    """Those that nobody knows yet."""
    return [one for one in faults if not any(known.covers(one) for known in EXCEPTED)]
