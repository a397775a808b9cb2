"""What holds for every game: total, pure, replayable, without dead ends, and telling no secrets.

Runs over all rules, with facts and robots made from each game's own annotations and asks.
"""

import json
import pickle
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, get_args, get_type_hints

import jsonschema_rs
import pytest

from companion import codec, games, more_games
from companion.frozen import replace
from companion.referee.secrecy import sure
from companion.say import Names, say, spoken
from companion.words import Ask, Choice, Hardware, Refused, Seat, Seats, Slot, Text
from tests.games.chance import Step, any_facts, any_setup, any_value, fill, play
from tests.games.shelf import RULES

pytestmark = pytest.mark.long

GAMES_PLAYED = 24
EVENINGS_MOST = 200  # that are looked at for a kind of fact
STEPS_MOST = 100
TRIES = 20  # random picks before a choice counts as never accepted
FEW_KINDS = 9  # of facts: a game of fewer may refuse nobody by the number of a seat
FILLED = 3  # random picks of each choice that are told


def kind_of(game: ModuleType) -> str:
    """The folder of these rules."""
    return game.__name__.split(".")[-2]


each_game = pytest.mark.parametrize("game", RULES.values(), ids=RULES)


@cache
def evenings(game: ModuleType) -> tuple[tuple[Any, list[Step]], ...]:
    """Games that robots played: setups and steps. The same in every test and every run."""
    return tuple(evening(game, seed) for seed in range(GAMES_PLAYED))


def evening(game: ModuleType, seed: int) -> tuple[Any, list[Step]]:
    """The game that robots played with this seed: its setup and its steps."""
    rng = Random(seed)
    setup = any_setup(game, rng)
    return setup, play(game, setup, rng, STEPS_MOST, rng.uniform(0.1, 1), 0.15)


@cache
def states(game: ModuleType) -> tuple[Any, ...]:
    """Where those games came by."""
    return tuple(step.after for _, steps in evenings(game) for step in steps)


def twins(game: ModuleType, every: int = 1) -> Iterator[tuple[Any, Any]]:
    """Each, and the same with nothing in common with it; what several share is copied once."""
    some = states(game)[::every]
    return zip(some, copied(some), strict=True)


_ASKED: dict[int, tuple[Ask, ...]] = {}


def asked(game: ModuleType, state: Any) -> tuple[Ask, ...]:
    """What is asked in one of those states, which are kept for good: reckoned once."""
    if id(state) not in _ASKED:
        _ASKED[id(state)] = game.asks(state)
    return _ASKED[id(state)]


# --- the five names and their facts -----------------------------------------------------------


@each_game
def test_a_game_is_what_it_says(game: ModuleType) -> None:
    assert all(hasattr(game, name) for name in ("Setup", "start", "judge", "asks", "view"))
    more_games.look_at(games.GAMES[kind_of(game)])


def test_every_folder_is_a_game_of_its_own_kind() -> None:
    folders = {path.parent.name for path in Path(games.__file__).parent.glob("*/__init__.py")}
    assert {kind_of(game) for game in RULES.values()} == folders == {*RULES}


@each_game
def test_the_robots_tell_every_kind_of_fact(game: ModuleType) -> None:
    told = {type(step.fact) for _, steps in evenings(game) for step in steps}
    missing = set(codec.kinds(codec.fact_of(game.judge))) - told
    # Robots that pick by chance hardly ever get some things right, or come to them.
    found = _tellable(game, missing, states(game) if missing else ())
    for seed in range(GAMES_PLAYED, EVENINGS_MOST):
        if missing <= found:
            break
        after = tuple(step.after for step in evening(game, seed)[1])
        found |= _tellable(game, missing - found, after)
    assert missing <= found


@each_game
def test_what_drops_the_game_that_is_played_asks_first(game: ModuleType) -> None:
    """An offer to deal while nobody waits for a deal: all that was told since the last is gone."""
    offers = [ask for state in states(game) for ask in asked(game, state) if not ask.must]
    dealing = [choice for ask in offers if ask.topic == "redeal" for choice in ask.choices]
    named = [c for ask in offers for c in ask.choices if type(c.fact).__name__ == "Dealt"]
    assert all(sure(choice) for choice in (*dealing, *named))


@each_game
def test_facts_go_through_json(game: ModuleType) -> None:
    form = codec.fact_of(game.judge)
    rng = Random(1)
    for fact in (fact for _ in range(50) for fact in any_facts(game, rng)):
        assert codec.loads(form, codec.dumps(fact)) == fact


@each_game
def test_setups_go_through_json(game: ModuleType) -> None:
    rng = Random(2)
    for setup in (any_value(game.Setup, rng) for _ in range(100)):
        assert codec.loads(game.Setup, codec.dumps(setup)) == setup


@each_game
def test_facts_and_setups_have_a_schema(game: ModuleType) -> None:
    rng = Random(3)
    facts, setups = _validator(codec.fact_of(game.judge)), _validator(game.Setup)
    for fact in (fact for _ in range(10) for fact in any_facts(game, rng)):
        facts.validate(codec.encode(fact))
        assert not facts.is_valid({**codec.encode(fact), "more": 1})
    for _ in range(20):
        setups.validate(codec.encode(any_value(game.Setup, rng)))
    assert not facts.is_valid({"kind": "no_such_thing"})


# --- judging ----------------------------------------------------------------------------------


@each_game
def test_replay_equals_live(game: ModuleType) -> None:
    form = codec.fact_of(game.judge)
    for setup, steps in evenings(game):
        state = game.start(codec.loads(game.Setup, codec.dumps(setup)))
        for step in steps:
            judged = game.judge(state, codec.loads(form, codec.dumps(step.fact)))
            state = judged.state
            assert state == step.after
            assert judged.rulings == step.rulings


@each_game
def test_a_setup_is_taken_or_refused(game: ModuleType) -> None:
    rng = Random(4)
    for _ in range(300):
        try:
            game.start(any_value(game.Setup, rng))
        except Refused as refusal:
            assert say(refusal.text, Names())


@each_game
def test_a_dealer_who_is_not_there_is_called_by_the_number_that_people_give_a_seat(
    game: ModuleType,
) -> None:
    setup = any_setup(game, Random(4))
    for dealer in (-3, -2, setup.seats, setup.seats + 1, 40) if hasattr(setup, "dealer") else ():
        with pytest.raises(Refused) as refused:
            game.start(replace(setup, dealer=dealer))
        assert say(refused.value.text, Names()) == f"Seat {dealer + 1} is not at this table."


ONE_S_OWN = {  # whom a phone need not say, by question, answer and field: it tells of its own seat
    "dolphin_splash": {("bonus", "bonus", "seat")},
    "twisted_fish": {
        ("basket", "basket", "seat"),
        ("challenge", "challenge", "by"),
        *(("zinger", zinger, "seat") for zinger in ("boat", "diver", "warden")),
    },
}


@each_game
def test_who_tells_of_themselves_is_taken_at_their_word(game: ModuleType) -> None:
    found = {
        (ask.topic, choice.key, slot.field)
        for state in states(game)[::4]
        for ask in asked(game, state)
        for choice in ask.choices
        for slot in choice.slots
        if slot.me
    }
    assert found == ONE_S_OWN.get(kind_of(game), set())


@each_game
def test_who_is_refused_is_called_by_the_number_that_people_give_a_seat(game: ModuleType) -> None:
    rng, kinds = Random(7), codec.kinds(codec.fact_of(game.judge))
    named = 0
    for state in states(game)[::9]:
        for fact in (any_value(kind, rng) for kind in kinds):
            outcome = _refusal(game, state, fact)
            if outcome is None or not outcome[1].template.startswith("Seat {n} "):
                continue
            seats = [
                number for number in _numbers(codec.plain(fact)) if number + 1 == _told(outcome)
            ]
            assert seats, (fact, outcome)
            named += 1
    assert named > 9 or len(kinds) < FEW_KINDS


def is_said(text: Text) -> bool:
    """Whether there is something to say, and each number in it is one that people count by."""
    inner = [value for _, value in text.values if isinstance(value, Text)]
    whole = not any(isinstance(value, float) for _, value in text.values)
    return bool(say(text, Names())) and whole and all(map(is_said, inner))


@each_game
def test_judge_is_total(game: ModuleType) -> None:
    """Any well-formed fact in any state is judged or refused; hardware is never refused."""
    rng = Random(5)
    for state in states(game)[::3]:
        for fact in any_facts(game, rng):
            try:
                judged = game.judge(state, fact)
            except Refused as refusal:
                assert not isinstance(fact, get_args(Hardware))
                assert is_said(refusal.text)
            else:
                assert all(is_said(ruling.text) for ruling in judged.rulings)
                game.asks(judged.state)
                game.view(judged.state)


@each_game
def test_judge_leaves_its_input_as_it_was(game: ModuleType) -> None:
    rng = Random(6)
    for state, before in twins(game, every=10):
        for fact in any_facts(game, rng):
            same_fact = copied(fact)
            _outcome(game, state, fact)
            assert state == before
            assert fact == same_fact


@each_game
def test_the_same_is_judged_the_same(game: ModuleType) -> None:
    rng = Random(7)
    for state, twin in twins(game, every=10):
        for fact in any_facts(game, rng):
            assert _outcome(game, state, fact) == _outcome(game, twin, fact)


@each_game
def test_a_pen_is_always_taken(game: ModuleType) -> None:
    """The people have the last word on every score: in every state it is offered and works."""
    for state in states(game):
        pens = [c for ask in asked(game, state) for c in ask.choices if c.key == "correct"]
        assert pens and all(_works(game, state, choice, Random(8)) for choice in pens)


# --- asking -----------------------------------------------------------------------------------


@each_game
def test_asks_are_well_made(game: ModuleType) -> None:
    for state, twin in twins(game):
        asks = asked(game, state)
        assert asks == game.asks(twin)
        assert [ask.must for ask in asks] == sorted((ask.must for ask in asks), reverse=True)
        assert len(set(asks)) == len(asks), "two questions cannot be told apart"
        for ask in asks:
            _well_made(ask)


@each_game
def test_there_are_no_dead_ends(game: ModuleType) -> None:
    rng = Random(9)
    for state in states(game):
        for ask in asked(game, state):
            works = (_works(game, state, choice, rng) for choice in ask.choices)
            assert not ask.must or any(works), f"no answer to {ask.text.template} is taken"


@each_game
def test_every_answer_is_taken_or_refused(game: ModuleType) -> None:
    rng = Random(10)
    for state in states(game)[::3]:
        for ask in asked(game, state):
            for choice in ask.choices:
                for _ in range(FILLED if choice.slots else 1):
                    _outcome(game, state, fill(choice, rng))


# --- who it is about --------------------------------------------------------------------------


@each_game
def test_who_is_asked_is_there(game: ModuleType) -> None:
    for state in states(game)[::8]:
        view = game.view(state)
        here = {*view.present, *view.joining}
        assert list(view.present) == sorted({*view.present})
        for ask in asked(game, state):
            assert here >= {*ask.seats}, ask


@each_game
def test_whom_a_ruling_concerns_it_names(game: ModuleType) -> None:
    named = 0
    for _, steps in evenings(game):
        for ruling in (ruling for step in steps for ruling in step.rulings):
            seats = {*_seats_in(ruling.text)}
            assert not seats or not ruling.seats or seats & {*ruling.seats}, ruling
            named += bool(seats & {*ruling.seats})
    assert named > 9 or game.__name__.startswith("companion.new_game")


@each_game
def test_what_people_tell_is_answered_by_a_ruling(game: ModuleType) -> None:
    """Else the wall says only that something was noted. What is felt may be silent."""
    felt = get_args(Hardware)
    silent = {
        type(step.fact).__name__
        for _, steps in evenings(game)
        for step in steps
        if not step.rulings and not isinstance(step.fact, felt)
    }
    assert not silent


@each_game
def test_who_has_won_came_in_first_and_only_at_the_end(game: ModuleType) -> None:
    ends = [steps[-1].after for _, steps in evenings(game)]
    for state in (*states(game)[::8], *ends):
        view = game.view(state)
        assert view.over == (view.stage == "over") and view.over >= bool(view.winners)
        if view.over and not view.winners:  # P-S9 nobody of the side that won was seen yet
            assert view.team and "balloon" in {ask.topic for ask in game.asks(state)}
        assert {*view.winners} == {one.seat for one in view.placing if one.place == 1}
        assert len({one.seat for one in view.placing}) == len(view.placing)


@each_game
def test_each_fact_is_told_and_rounds_come_one_by_one(game: ModuleType) -> None:
    for _, steps in evenings(game):
        for step in steps[::9]:
            before, after = game.view(step.before), game.view(step.after)
            assert after.told - before.told in (0, 1) and after.round <= before.round + 1
            assert before.round >= 0


# --- showing ----------------------------------------------------------------------------------


@each_game
def test_views_are_json_and_fit_their_schema(game: ModuleType) -> None:
    fits = _validator(get_type_hints(game.view)["return"], kinds=False)
    for state in states(game)[::7]:
        for seat in (None, 0, 2):
            shown = codec.plain(spoken(game.view(state, seat), Names()))
            assert json.loads(json.dumps(shown)) == shown
            fits.validate(shown)


@each_game
def test_asks_say_no_more_than_the_view(game: ModuleType) -> None:
    """What looks the same to everybody asks for the same; offers may know when they are late."""
    seen: dict[str, tuple[Ask, ...]] = {}
    setup = any_setup(game, Random(11))
    for seed in range(60):
        for step in play(game, setup, Random(seed), 25, 0.9, 0.4):
            view = game.view(step.after)
            shown = json.dumps(codec.plain(spoken(view, Names())))
            musts = tuple(ask for ask in game.asks(step.after) if ask.must)
            if view.memory:  # what comes first there is the asked one's alone
                musts = tuple(map(_in_no_order, musts))
            assert seen.setdefault(shown, musts) == musts


@each_game
def test_hidden_knowledge_is_not_told(game: ModuleType) -> None:
    """Pairs of games that differ in what is hidden alone look, ask and refuse alike."""
    pairs = import_module(f"tests.games.test_{kind_of(game)}").HIDDEN
    rng = Random(12)
    for setup, facts, other_facts in pairs:
        one, other = (_after(game, setup, told) for told in (facts, other_facts))
        assert one != other, "nothing is hidden in this pair"
        for seat in (None, *range(3)):
            assert game.view(one, seat) == game.view(other, seat)
        assert game.asks(one) == game.asks(other)
        for fact in (fact for _ in range(40) for fact in any_facts(game, rng)):
            assert _refusal(game, one, fact) == _refusal(game, other, fact)


# --- helpers ----------------------------------------------------------------------------------


def _in_no_order(ask: Ask) -> Ask:
    """A question whose options stand in their own order."""

    def put(slot: Slot) -> Slot:
        labels = slot.labels or (None,) * len(slot.options)
        pairs = sorted(zip(slot.options, labels, strict=True), key=lambda pair: str(pair[0]))
        options, words = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        return replace(slot, options=options, labels=words if slot.labels else ())

    choices = (replace(one, slots=tuple(map(put, one.slots))) for one in ask.choices)
    return replace(ask, choices=tuple(choices))


def _seats_in(text: Text) -> Iterator[Seat]:
    """Everybody whom a sentence names."""
    for _, value in text.values:
        if isinstance(value, Seats):
            yield from value.of
        elif isinstance(value, Text):
            yield from _seats_in(value)


def _tellable(game: ModuleType, kinds: set[type], among: Iterable[Any]) -> set[type]:
    """Of these kinds those that some pick of a choice tells, where it is offered."""
    rng = Random(13)
    offered = (
        (state, choice)
        for state in among
        for ask in game.asks(state)
        for choice in ask.choices
        if type(choice.fact) in kinds
    )
    return {type(choice.fact) for state, choice in offered if _works(game, state, choice, rng)}


def copied(value: Any) -> Any:
    """The same with nothing in common, much sooner than `deepcopy` makes it."""
    return pickle.loads(pickle.dumps(value))


def _validator(form: Any, kinds: bool = True) -> Any:
    schema = codec.schema(form, kinds=kinds)
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


def _told(outcome: tuple[str, Text]) -> Any:
    """The seat that a refusal names."""
    return dict(outcome[1].values)["n"]


def _numbers(value: Any) -> Iterator[int]:
    """All numbers in JSON."""
    if isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)
    elif isinstance(value, int):
        yield value


def _after(game: ModuleType, setup: Any, facts: tuple[Any, ...]) -> Any:
    state = game.start(setup)
    for fact in facts:
        state = game.judge(state, fact).state
    return state


def _outcome(game: ModuleType, state: Any, fact: Any) -> Any:
    try:
        return game.judge(state, fact)
    except Refused as refusal:
        return refusal.rule, refusal.text


def _refusal(game: ModuleType, state: Any, fact: Any) -> Any:
    outcome = _outcome(game, state, fact)
    return outcome if isinstance(outcome, tuple) else None


def _works(game: ModuleType, state: Any, choice: Choice, rng: Random) -> bool:
    """Whether some legal picks make the choice a fact that is taken."""
    tries = range(TRIES if choice.slots else 1)
    # What a page has picked already has to do; of eight counters chance finds nothing that fits.
    preset = {slot.field: slot.options[0] for slot in choice.slots if slot.preset}
    facts = (fill(choice, rng) for _ in tries)
    first = [replace(fill(choice, rng), **preset)] if preset else []
    return any(_refusal(game, state, fact) is None for fact in (*first, *facts))


def _well_made(ask: Ask) -> None:
    keys = [choice.key for choice in ask.choices]
    assert keys and len(set(keys)) == len(keys)
    for text in (ask.text, ask.lead, *(choice.label for choice in ask.choices)):
        assert text is None or say(text, Names())
    for choice in ask.choices:
        for slot in choice.slots:
            assert hasattr(choice.fact, slot.field)
            assert len(set(slot.options)) == len(slot.options)
            assert 0 <= slot.least <= slot.most
            assert slot.least <= len(slot.options)
