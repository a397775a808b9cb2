"""Whatever is asked: NO and YES get to each of its answers, and each button does what it says.

Held for questions made by chance, and for those of all games. Somebody wants one answer, sees what
is lit and what the three buttons mean, and knows nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random
from typing import Any

import pytest

from companion.referee.answers import Teller, filled
from companion.referee.buttons import Pressed, meanings, opening_draft, press
from companion.referee.fold import OpenAsk
from companion.referee.walking import (
    DONE,
    ELSE,
    KEYS,
    SURE,
    Answer,
    AtHand,
    Draft,
    is_last,
    is_lit,
    level_of,
    root,
    walked,
)
from companion.words import Ask, Choice, Refused, Slot, Text
from tests.games.chance import any_setup, play
from tests.games.shelf import RULES

TABLE = Teller("buttons", referee=True)
PRESSES_MOST = 200


@dataclass(frozen=True)
class Said:
    """A fact of no game: three things that may be picked."""

    one: Any = None
    two: Any = None
    three: Any = None


FIELDS = tuple(field.name for field in fields(Said))


# --- what is asked ----------------------------------------------------------------------------


def any_slot(rng: Random, field: str, before: tuple[str, ...]) -> Slot:
    count = rng.choice((1, 1, 2, 3, 5, 8, 9, 12, 20))
    many = rng.random() < 0.4
    least = rng.choice((0, 1, 1, min(2, count) if many else 1))
    most = max(least, rng.choice((1, 2, 3, count)) if many else 1)
    other = rng.choice(before) if before and rng.random() < 0.5 else ""
    options = tuple(rng.sample(range(30), count))
    return Slot(field, options, rng.choice(("seat", "number")), least, most, many, other_than=other)


def any_choice(rng: Random, key: str, slots: int) -> Choice:
    made: tuple[Slot, ...] = ()
    for at in range(slots):
        made += (any_slot(rng, FIELDS[at], FIELDS[:at]),)
    sure = "Really?" if rng.random() < 0.2 else ""
    return Choice(key, Text(f"Answer {key}"), Said(), made, sure=sure)


def any_ask(rng: Random, name: str, must: bool) -> OpenAsk:
    """A question that needs an answer leaves a button free, as those of all games do."""
    keys = rng.sample(("yes", "no", "start", "other", "more", "last"), rng.choice((1, 1, 2, 3)))
    if {*KEYS} <= {*keys}:
        keys.remove("start")
    direct = {*KEYS} & {*keys} if must or rng.random() < 0.5 else set()
    choices = tuple(
        any_choice(rng, key, 0 if key in direct else rng.choice((0, 1, 1, 2, 3))) for key in keys
    )
    return OpenAsk(name, Ask(Text(f"Question {name}"), (), choices, must))


def made_up(seed: int) -> AtHand:
    rng = Random(seed)
    musts = tuple(any_ask(rng, f"m{n}", True) for n in range(rng.choice((0, 1, 1, 1, 2))))
    if {*KEYS} <= {one.key for ask in musts for one in ask.ask.choices}:
        musts = musts[:1]
    others = tuple(any_ask(rng, f"o{n}", False) for n in range(rng.choice((0, 0, 1, 3))))
    return AtHand(musts, others, rng.random() < 0.5)


def of_games(kind: str) -> Iterator[AtHand]:
    """What is asked where robots that pick by chance come by, and nobody has a phone."""
    game, seen = RULES[kind], set[tuple[Ask, ...]]()
    for seed in range(2):
        rng = Random(seed)
        for step in play(game, any_setup(game, rng), rng, 30):
            asks = tuple(ask for ask in game.asks(step.after) if ask.must)
            if asks and asks not in seen:
                seen.add(asks)
                offers = [ask for ask in game.asks(step.after) if not ask.must]
                others = rng.sample(offers, min(len(offers), 2))
                musts, more = (
                    tuple(OpenAsk(f"{sort}{n}", ask) for n, ask in enumerate(some))
                    for sort, some in (("m", asks), ("o", others))
                )
                yield AtHand(musts, more, alone=rng.random() < 0.5)


# --- somebody who wants one answer ------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """One answer to one of the questions."""

    ask: OpenAsk
    choice: Choice
    picks: tuple[tuple[int | str, ...], ...]

    @property
    def is_direct(self) -> bool:
        """Whether a button carries it."""
        return self.choice.key in KEYS and not self.choice.slots

    @property
    def fact(self) -> Any:
        slots = zip(self.choice.slots, self.picks, strict=True)
        picks = {slot.field: [plain(one) for one in pick] for slot, pick in slots}
        return filled(self.choice, picks, TABLE)


def plain(one: int | str) -> int | str:
    """A pick as phones tell it: a game's own numbers may be names of them."""
    return one if isinstance(one, str) else int(one)


def any_picks(choice: Choice, rng: Random) -> tuple[tuple[int | str, ...], ...]:
    """Picks for all of its slots. Raises Refused where what was picked first leaves none."""
    found: dict[str, tuple[int | str, ...]] = {}
    for slot in choice.slots:
        left = [one for one in slot.options if one not in found.get(slot.other_than, ())]
        if len(left) < slot.least:
            raise Refused("", Text("Nobody is left."))
        count = rng.randint(slot.least, min(slot.most, len(left)))
        found[slot.field] = tuple(rng.sample(left, count))
    return tuple(found.values())


def all_wanted(asked: AtHand, rng: Random) -> Iterator[Wanted]:
    """An answer of each sort that buttons reach, with picks by chance."""
    first = root(asked)
    lights = level_of(asked, first).lights if first else ()
    is_else = not asked.musts or any(light.at == ELSE for light in lights)
    for ask in (*asked.musts[:1], *(asked.others if is_else else ())):
        for choice in ask.ask.choices:
            try:
                wanted = Wanted(ask, choice, any_picks(choice, rng))
                assert wanted.fact is not None
            except Refused:
                continue
            yield wanted


def next_key(asked: AtHand, draft: Draft | None, wanted: Wanted) -> str:
    """What this person presses now."""
    is_begun = draft is not None and draft.begun
    is_at_hand = wanted.is_direct and wanted.ask in asked.musts
    if is_at_hand and (wanted.choice.key == "start" or not is_begun):
        return wanted.choice.key
    if draft is None or not draft.begun:
        means = meanings(asked, draft)
        return next(key for key, text in means if text.template == "Something else")
    return "yes" if _is_lit(asked, draft, wanted) else "no"


def _is_lit(asked: AtHand, draft: Draft, wanted: Wanted) -> bool:
    """Whether YES is right about what is lit."""
    level = level_of(asked, draft)
    light = next(light for light in level.lights if light.at == draft.candidate)
    if light.at == ELSE:
        return wanted.ask in asked.others
    if level.ask is None:
        return light.at == wanted.ask.id
    if level.ask != wanted.ask or level.choice is None:
        return level.ask == wanted.ask and light.at == wanted.choice.key
    assert level.choice == wanted.choice
    if level.slot is None:
        assert light.at == SURE
        return True
    left = {*wanted.picks[len(draft.given)]} - {*draft.picked}
    return not left if light.at == DONE else bool(left & {light.at, *light.group})


def answered(asked: AtHand, wanted: Wanted) -> Answer:
    """What comes of it."""
    draft = opening_draft(asked, seat_buttons=False)
    for _ in range(PRESSES_MOST):
        led = press(next_key(asked, draft, wanted), asked, draft, seat_buttons=False)
        if led.answer is not None:
            return led.answer
        assert led.draft is not None and is_lit(asked, led.draft)
        draft = led.draft
    raise AssertionError(f"nobody gets to {wanted}")


def hold(asked: AtHand, rng: Random) -> int:
    """Each answer is reached, and it is that one; how many there are."""
    found = [*all_wanted(asked, rng)]
    for wanted in found:
        answer = answered(asked, wanted)
        assert (answer.ask, answer.key) == (wanted.ask.id, wanted.choice.key)
        assert filled(wanted.choice, answer.picks, TABLE) == wanted.fact
    return len(found)


def test_each_answer_is_reached_whatever_is_asked() -> None:
    reached = sum(hold(made_up(seed), Random(seed)) for seed in range(200))
    assert reached > 300


@pytest.mark.parametrize("kind", RULES)
def test_each_answer_of_every_game_is_reached(kind: str) -> None:
    rng = Random(1)
    assert sum(hold(asked, rng) for asked in of_games(kind)) > 9


# --- what each button does --------------------------------------------------------------------


def hold_meaning(asked: AtHand, draft: Draft | None, key: str) -> Pressed:
    """What a button does is what the screens say of it."""
    led = press(key, asked, draft, seat_buttons=False)
    means = dict(meanings(asked, draft)).get(key)
    about = asked.musts[0].id if asked.musts else draft.ask if draft else ""
    at_first = opening_draft(asked, seat_buttons=False) or Draft(about)
    match means.template if means else "":
        case "":
            assert led.answer is None and led.draft in (None, draft, at_first, root(asked))
        case "Back":
            assert led == Pressed(at_first), "the question as it was when it came"
            assert led.draft != draft
        case "Something else":
            assert led == Pressed(root(asked)) and led.used
        case "This one" | "The next one" | "Not this one":
            assert led.used and draft is not None and draft.begun
        case said:
            carried = (ask.id for ask in asked.musts for one in ask.ask.choices if one.key == key)
            assert led == Pressed(None, Answer(next(carried), key, {}))
            assert said == f"Answer {key}"
    return led


def test_each_button_does_what_it_says() -> None:
    used = 0
    for seed in range(200):
        asked, rng = made_up(seed), Random(seed)
        draft = opening_draft(asked, seat_buttons=False)
        for _ in range(10):
            for key in KEYS:
                used += hold_meaning(asked, draft, key).used
            led = press(rng.choice(KEYS), asked, draft, seat_buttons=False)
            draft = led.draft or opening_draft(asked, seat_buttons=False)
    assert used > 2000


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("least", "most"), [(0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (2, 3)])
@pytest.mark.parametrize("many", [False, True])
def test_what_can_only_be_one_thing_is_not_asked(
    count: int, least: int, most: int, many: bool
) -> None:
    """And everything else is."""
    choice = Choice(
        "a", Text("A"), Said(), (Slot("one", (7, 8, 9)[:count], "seat", least, most, many),)
    )
    asked = AtHand((OpenAsk("q", Ask(Text("Q"), (), (choice, Choice("b", Text("B"), Said())))),))
    led = press("yes", asked, Draft("q", candidate="a"), seat_buttons=False)
    if (count, least, most) == (1, 1, 1):
        assert led == Pressed(None, Answer("q", "a", {"one": [7]}))
    else:
        assert led.answer is None and led.draft is not None and led.draft.candidate is not None


def test_the_last_answer_of_a_question_is_the_last_that_is_lit() -> None:
    asked = AtHand(
        (OpenAsk("q", Ask(Text("Q"), (), tuple(Choice(k, Text(k), Said()) for k in "abc"))),)
    )
    assert walked(asked.musts[0]) == asked.musts[0].ask.choices
    found = [is_last(asked, Draft("q", candidate=key)) for key in "abc"]
    assert found == [False, False, True]
