"""Games that chance makes of the smallest one: each part of the contract in, out or extreme.

All of them are legal. What a seed makes is the same on every machine.
"""

import pprint
import shutil
from pathlib import Path
from random import Random
from typing import Any

from companion import new_game
from companion.names import tidy

RULES = Path(__file__).with_name("rules_by_chance.txt")
WORDS = (
    "Go",
    "'\"><b x=&",
    "Zürich 🐬 \u202eabc",
    "A title that a family thought of on a very long winter's evening " * 3,
    "Fishermensfriendshipschampionshipboatracingtrophy",
    "{{ 1/0 }}",
)
NUMBERS = (tuple(range(1, 7)), (0,), (-1000, 0, 1000), tuple(range(100)))
SHOWS = ("round", "told", "dealer", "team", "hint", "called", "memory", "pending", "news")
SHOWS += ("highlight", "finish", "tied", "overtime", "practice", "in_play", "table")
PARTS = ("pages", "robot", "rules.md", "book.py", "sheets.py")

FACTS = '''"""What can be told."""

from typing import Annotated

from companion.frozen import dataclass
from companion.words import (
    OPEN, Between, Corrected, HandedOver, Hardware, Joined, Left, Seat, Secret, Text
)


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays."""

    seats: int
{setup}

@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins."""


@dataclass(frozen=True, slots=True)
class Highest:
    """Somebody is the best."""

    called = Text("who was best")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Number:
    """So many."""

    n: Annotated[int, Between(-1000, 1000), OPEN]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One thing of several."""

    what: {chosen}


@dataclass(frozen=True, slots=True)
class Many:
    """Some of us."""

    seats: tuple[Seat, ...]


Felt = {felt}
Fact = Dealt | Highest | Number | Chosen | Many | Corrected | Left | Joined | HandedOver{senses}
'''


def _plan(rng: Random) -> dict[str, Any]:
    """What a game is like."""

    def words(chance: float = 0.4) -> str:
        return rng.choice(WORDS) if rng.random() < chance else "Roll"

    safe = tuple(one for one in WORDS if "{" not in one)
    options = tuple(f"{rng.choice(safe)} {n}" for n in range(rng.choice((1, 4, 60))))
    asked = rng.sample(("seat", "number", "chosen", "many", "plain"), rng.randint(1, 5))
    return {
        "seats": rng.choice(((1, 1), (1, 8), (8, 8), (2, 6), (3, 5), (2, 2))),
        "title": tidy(words(0.6)[:40]),
        "ages": tidy(words()[:40]),
        "minutes": rng.choice((0, 1, 600)),
        "variants": rng.choice((0, 0, 1, 6)),
        "sounds": rng.choice((0, 0, 1, 5)),
        "first": rng.choice((0, -7, 10**9)),
        "worth": rng.choice((1, 0, -3, 10**9)),
        "rounds": rng.choice((1, 2, 3, 10**6)),
        "says": rng.choice(("", "{who} {n}", words(0).replace("{", ""))),
        "rules": rng.random() < 0.8,
        "rule": rng.choice(("X-R2", "")),
        "sign": rng.choice(("", "win", "tie", "nothing_like_that")),
        "wins": rng.choice(("best", "all", "nobody")),
        "places": rng.random() < 0.8,
        "asks": tuple(asked) if rng.random() < 0.9 else (),
        "asks_whom": rng.choice(("all", "all", 1, 0)),
        "one_ask": rng.random() < 0.5,
        "must": rng.random() < 0.9,
        "topic": rng.choice(("", "turn", "'\"><b x=&")),
        "lead": rng.choice(("", rng.choice(safe))),
        "text": rng.choice(safe),
        "label": rng.choice(safe),
        "unit": rng.choice(safe),
        "numbers": rng.choice(NUMBERS),
        "labels": rng.choice(((), options)),
        "of": rng.choice(("number", "card", "'\"><b x=&")),
        "pen": rng.random() < 0.8,
        "seatings": rng.random() < 0.5,
        "dolphins": rng.random() < 0.4,
        "secret": rng.choice(("Annotated[str, OPEN]", "str", 'Annotated[str, Secret("Sure?")]')),
        "shows": tuple(one for one in SHOWS if rng.random() < 0.35),
        "without": tuple(one for one in PARTS if rng.random() < 0.5),
    } | {"options": options}


def write(kind: str, games: Path, seed: int) -> dict[str, Any]:
    """Write the game that this seed makes into a folder of games; what it is like."""
    rng = Random(seed)
    plan = _plan(rng)
    list(new_game.write(kind, games))
    folder, options = games / kind, rng.choice((0, 1, 24))
    _without(folder, plan)
    plan["shows"] = tuple(
        one for one in plan["shows"] if plan["dolphins"] or one not in ("in_play", "table")
    )
    variants, sounds = plan["variants"], plan["sounds"]
    (folder / "plan.py").write_text(f"PLAN = {pprint.pformat(plan, width=95)}\n", encoding="utf-8")
    setup = [f"    option_{n}: bool = {n % 2 == 0}" for n in range(options)]
    setup += ['    variant: str = "v0"'] if variants else []
    facts = FACTS.format(
        setup="\n".join(setup) + "\n",
        chosen=plan["secret"],
        felt="Hardware" if plan["dolphins"] else "Corrected",
        senses=" | Hardware" if plan["dolphins"] else "",
    )
    (folder / "facts.py").write_text(facts, encoding="utf-8")
    fields = "\n".join(f"    {one}: {HINTS[one]}" for one in plan["shows"])
    rules = RULES.read_text(encoding="utf-8").replace("    # MORE", fields)
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "__init__.py").write_text(
        f'''"""A game that chance made."""

from companion.games.game import Game, Option
from companion.sounds import Sound

GAME = Game(
    kind={kind!r},
    package=__name__,
    title={plan["title"]!r},
    ages={plan["ages"]!r},
    seats={plan["seats"]!r},
    minutes={plan["minutes"]!r},
    variants={tuple((f"v{n}", f"{plan['title']} {n}") for n in range(variants))!r},
    options=tuple(Option(f"option_{{n}}", {plan["title"]!r}) for n in range({options})),
    sounds=tuple(Sound(f"{kind}_{{n}}", {plan["label"]!r}, ((50, 0),), ((440, 0, 50),))
                 for n in range({sounds})),
)
''',
        encoding="utf-8",
    )
    return plan


HINTS = {
    "round": "int",
    "told": "int",
    "dealer": "Seat | None",
    "highlight": "str",
    "in_play": "tuple[Pad, ...] | None",
    "table": "TableView | None",
    "tied": "tuple[Seat, ...]",
    **dict.fromkeys(("team", "hint", "called", "finish"), "Text | None"),
    **dict.fromkeys(("memory", "pending", "news", "overtime", "practice"), "bool"),
}


def _without(folder: Path, plan: dict[str, Any]) -> None:
    """Leave out what the plan leaves out, and what would speak of the rules as they were."""
    shutil.rmtree(folder / "robot")
    (folder / "rules.md").unlink()
    gone = [*plan["without"], "conftest.py", f"test_{folder.name}.py"]
    gone += ["sheets.py"] if "book.py" in gone else []
    for part in gone:
        path = folder / part
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for page in (folder / "pages").glob("line.html"):
        page.unlink()


# --- and one hook of it that goes wrong, now and then -------------------------------------------

HOOKS = {
    "rules.py": ("start", "judge", "asks", "view"),
    "stats.py": ("race", "figures", "records", "table"),
    "highlights.py": ("highlights",),
    "drawing.py": ("drawn",),
}
FAULTS = {
    "raises": "1 // 0",
    "gives nothing": "return None",
    "gives a number": "return 3",
    "gives words": "return 'x' * 10 ** 6",
    "gives markup": f"return (given, {WORDS[1]!r})",
    "gives no number": "return float('nan')",
    "gives half of it": "return given[:1] if isinstance(given, tuple) else [given]",
    "says too much": "raise Refused('', Text('?' * 10 ** 6))",
    "says what is not there": "raise Refused('', Text('{who}'))",
    "says half a letter": "raise Refused('', Text('\\ud83d'))",
    "ends the program": "raise SystemExit(3)",
    "goes round": "return spoilt(*told, **more)",
    "never ends": "all(iter(lambda: True, False))",
    "is slow": "sleep(0.03)",
    "waits": "sleep(60)",
}
SPOILT = """

from functools import wraps as _wraps
from time import sleep

from companion.words import Refused, Text

calls = 0


def _spoil(work):
    @_wraps(work)
    def spoilt(*told, **more):
        global calls
        calls += 1
        given = work(*told, **more)
        if calls >= {since} and calls % {every} == 0:
            {fault}
        return given
    return spoilt


{hook} = _spoil({hook})
"""
TELLS = """from companion.games.race import Race
from companion.words import Text


def race(of):
    return Race(Text("x"), Text("y"), (), ())


def figures(of):
    return ()


def records(of):
    return ()


def table(of, facts):
    return ()


def highlights(of):
    return ()


def drawn():
    return "x"
"""


def spoil(folder: Path, seed: int) -> str:
    """Let one of its hooks go wrong from some call on; which, and how."""
    rng = Random(seed)
    file = rng.choice([*HOOKS, "rules.py", "rules.py"])
    hook, fault = rng.choice(HOOKS[file]), rng.choice([*FAULTS])
    for name in HOOKS.keys() - {"rules.py"}:
        (folder / name).write_text(TELLS, encoding="utf-8")
    (folder / "pages").mkdir(exist_ok=True)
    page = f"{{{{ declared.{folder.name}.drawing.drawn() }}}}"
    (folder / "pages" / "line.html").write_text(page, encoding="utf-8")
    since, every = rng.choice((1, 5, 40, 200)), rng.choice((1, 1, 2, 7))
    spoilt = SPOILT.format(since=since, every=every, fault=FAULTS[fault], hook=hook)
    with (folder / file).open("a", encoding="utf-8") as rules:
        rules.write(spoilt)
    return f"{file}: {hook} {fault} since {since}, every {every}"
