"""Facts that a person can write: what every number is called, and that its names are taken."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import jsonschema
import pytest

from companion import codec
from companion.games import GAMES
from companion.games.animal_splash.sample import SAMPLE
from companion.words import Ask, Named, Refused
from tests.games import transcripts
from tests.games.chance import any_setup, any_value, play
from tests.games.test_transcripts import FILES, words_of
from tests.games.transcripts import read
from tests.test_cli import ROOT, companion, file

pytestmark = pytest.mark.long

# What screens put into words though it is how many, and not which.
HOW_MANY = {"number", "oxygen", "pearls", "steps"}
Called = dict[int, list[str]]


@cache
def schema(kind: str) -> dict[str, Any]:
    """The schema of a game's facts as the command prints it."""
    return dict(json.loads(companion("schema", kind).output)["fact"]["$defs"])


def called(kind: str, form: dict[str, Any]) -> Called:
    """What the numbers of a field are called, by its schema; empty for how many."""
    for inner in form.get("anyOf", [form]):
        key = inner.get("items", inner).get("$ref", "").removeprefix("#/$defs/")
        if key.endswith("_number"):
            return {
                one["const"]: [one["title"], *filter(None, [one.get("description", "")[3:]])]
                for one in schema(kind)[key]["oneOf"]
                if "const" in one
            }
    return {}


def in_words(kind: str, fact: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same fact with names for numbers, in any case and with any spaces."""
    written = dict(fact)
    for key, form in schema(kind)[fact["kind"]]["properties"].items():
        names = called(kind, form)
        if key in ("seat", "target", "asker", "dealer") and fact[key] is not None:
            written[key] = f"seat {fact[key] + 1}"
        elif names and isinstance(fact[key], list):
            written[key] = [spelled(names[number], rng) for number in fact[key]]
        elif names and fact[key] is not None:
            name = spelled(names[fact[key]], rng)
            alike = [n for n, some in names.items() if set(some) & set(names[fact[key]])]
            written[key] = name if len(alike) == 1 else fact[key]
    return written


def spelled(names: list[str], rng: Random) -> str:
    name = rng.choice(names)
    return rng.choice((name, name.upper(), name.lower(), f" {name.replace(',', ' ')}"))


@pytest.mark.parametrize(
    ("kind", "path"), FILES, ids=[f"{kind}-{path.stem}" for kind, path in FILES]
)
def test_every_paper_can_be_written_in_words(kind: str, path: Path, tmp_path: Path) -> None:
    paper, words = read(path.read_text(encoding="utf-8")), words_of(kind)
    setup = transcripts.setup(GAMES[kind], words, paper)
    state, facts = GAMES[kind].start(setup), []
    for line in paper.told:
        fact = transcripts.fact(words, paper, state, line.words)
        facts.append(codec.encode(fact))
        try:
            state = GAMES[kind].judge(state, fact).state
        except Refused:
            continue
    head = codec.dumps({"game": kind, "setup": codec.encode(setup)})
    rng = Random(path.stem)
    numbers, names = (
        companion("replay", file(tmp_path, head, *map(json.dumps, lines)), "--json")
        for lines in (facts, [in_words(kind, fact, rng) for fact in facts])
    )
    assert names.exit_code == numbers.exit_code
    assert json.loads(names.output) == json.loads(numbers.output)


@pytest.mark.parametrize("kind", GAMES)
def test_what_screens_say_in_words_has_names_in_facts(kind: str) -> None:
    """No game can forget one: whatever a page shows as a thing to pick is named in its facts."""
    seen = set()
    for seed in range(20):
        rng = Random(seed)
        for step in play(GAMES[kind], any_setup(GAMES[kind], rng), rng, most=60):
            for ask in GAMES[kind].asks(step.after):
                seen |= unnamed(ask)
    assert not seen


def unnamed(ask: Ask) -> set[tuple[str, str]]:
    """Of a question's slots those whose numbers have no names, or others than the pages'."""
    found = set()
    for choice in ask.choices:
        hints = get_type_hints(type(choice.fact), include_extras=True)
        for slot in choice.slots:
            is_which = slot.of not in {"seat", "pad", *HOW_MANY}
            if is_which and not named(hints[slot.field]):
                found.add((type(choice.fact).__name__, slot.field))
    return found


def named(form: Any) -> bool:
    return any(isinstance(note, Named) for note in getattr(form, "__metadata__", ())) or (
        get_origin(form) is not Annotated and any(map(named, get_args(form)))
    )


ROWS = (
    ("split", "turned", "card", {"4h": 16, "4 of Hearts": 16, "10S": 9, "RJ": 52, "red joker": 52}),
    ("split", "placed", "space", {"row 6 space 6": 55, "Row 6, space 6": 55, "6.6": 55, "1.10": 9}),
    ("split", "played", "on", {"place 2": 2, "place 2 left": 2, "place 2 right": 3}),
    ("split", "shown", "cards", {("4h", "4h", "bj"): [32, 33, 106], (107,): [107]}),
    ("split", "meant", "suits", {("hearts", "c"): [1, 3]}),
    ("twisted_fish", "asked", "card", {"purple hammerhead": 59, "PURPLE Hammerhead": 59}),
    ("twisted_fish", "divine", "zinger", {"Net": 69}),
    ("party_splash", "played", "card", {"water bucket": 10, "squirt gun of range 2": 18}),
    ("party_splash", "came", "attendee", {"lil' brudder": 3}),
    ("party_splash", "soaked", "role", {"best friend": 1}),
    ("animal_splash", "moved", "spot", {"spot 4": 3}),
    ("animal_splash", "picked", "end", {"left": 0, "on the right": 1}),
    ("animal_splash", "end_turned", "end", {"most crabs": 1}),
    ("dolphin_splash", "claimed", "pad", {"gold": 3}),
)


@pytest.mark.parametrize(
    ("kind", "fact", "field", "words", "number"),
    [(*row[:3], words, number) for row in ROWS for words, number in row[3].items()],
)
def test_a_name_is_its_number(kind: str, fact: str, field: str, words: Any, number: Any) -> None:
    read_ = codec.by_hand(codec.fact_of(GAMES[kind].judge), GAMES[kind].Setup(4))
    (form,) = [k for k in codec.kinds(codec.fact_of(GAMES[kind].judge)) if codec.kind_of(k) == fact]
    zeros = {key: some_value(key) for key in get_type_hints(form)}
    given = list(words) if isinstance(words, tuple) else words
    assert codec.encode(read_({"kind": fact, **zeros, field: given}, "it"))[field] == number


def some_value(key: str) -> Any:
    values = {"match": "weak", "picked_up": False, "zinger": 65, "cards": [], "suits": []}
    return values.get(key, 0)


def test_a_family_s_own_names_are_taken(tmp_path: Path) -> None:
    deck = [{"card": 10, "copies": 2, "name": "Big Wave", "bubbles": 2}]
    setup = json.dumps({"game": "party_splash", "setup": {"seats": 4, "deck": deck}})
    fact = '{"kind":"fixed","seat":0,"cards":["big wave"]}'
    assert companion("replay", file(tmp_path, setup, fact)).exit_code != 2
    assert (
        companion("replay", file(tmp_path, setup, fact.replace("big wave", "Wave"))).exit_code == 2
    )


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ('{"kind":"turned","place":0,"card":"14H"}', "Line 2: turned.card should be a card, like"),
        ('{"kind":"turned","place":0,"card":"16"}', "not '16'"),
        (
            '{"kind":"turned","place":"6.6","card":1}',
            "turned.place should be a place, like place 1",
        ),
        (
            '{"kind":"placed","seat":"Seat 9","space":1}',
            "placed.seat should be a seat, like Seat 1",
        ),
        ('{"kind":"shown","seat":0,"cards":["4H","x"]}', "shown.cards[1] should be a half"),
        ('{"kind":"meant","seat":0,"match":"4H","suits":[]}', "one of weak, strong, perfect"),
    ],
)
def test_a_name_of_nothing_is_a_sentence(tmp_path: Path, fact: str, words: str) -> None:
    setup = '{"game":"split","setup":{"seats":2}}'
    result = companion("replay", file(tmp_path, setup, fact))
    assert (result.exit_code, result.stdout) == (2, "") and words in result.stderr


def test_a_name_of_two_things_asks_for_the_number(tmp_path: Path) -> None:
    cards = (*SAMPLE.cards[:-1], SAMPLE.cards[0])
    deck = codec.encode(SAMPLE) | {"cards": codec.encode(cards)}
    setup = json.dumps({"game": "animal_splash", "setup": {"seats": 2, "deck": deck}})
    name = schema("animal_splash")["card_number"]["oneOf"][0]["title"]
    fact = json.dumps({"kind": "filled", "place": "place 1", "card": name})
    result = companion("replay", file(tmp_path, setup, fact))
    assert result.exit_code == 2 and "Write 0 or 39." in result.stderr


@pytest.mark.parametrize("kind", GAMES)
def test_schema_has_room_for_every_number_that_a_fact_may_hold(kind: str) -> None:
    facts = codec.fact_of(GAMES[kind].judge)
    known = jsonschema.Draft202012Validator(json.loads(companion("schema", kind).output)["fact"])
    rng = Random(kind)
    for form in codec.kinds(facts):
        hints = get_type_hints(form, include_extras=True)
        for _ in range(20):
            fact = form(**{key: any_value(hint, rng) for key, hint in hints.items()})
            known.validate(codec.encode(fact))


@pytest.mark.parametrize("kind", GAMES)
def test_the_journal_and_phones_know_numbers_alone(kind: str) -> None:
    form = codec.fact_of(GAMES[kind].judge)
    with pytest.raises(codec.Malformed):
        codec.loads(form, '{"kind":"corrected","seat":"Seat 1","points":1}')
    assert codec.loads(form, '{"kind":"corrected","seat":0,"points":1}').seat == 0


def test_the_example_of_the_handbook_is_played(tmp_path: Path) -> None:
    handbook = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", handbook, re.DOTALL)
    result = companion("replay", file(tmp_path, *example.splitlines()))
    assert result.exit_code == 0 and "Place 2: red joker." in result.output
