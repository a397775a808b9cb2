"""A party family knows the truth: towels, cards, distances and the winner are held against it."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion import codec
from companion.frozen import replace
from companion.games.party_splash import ring, soaking
from companion.games.party_splash import rules as party_splash
from companion.games.party_splash.cards import ATTENDEES, Card, deck_of
from companion.games.party_splash.facts import Played, Print, Setup, Soaked
from companion.games.party_splash.robot.family import PartyFamily, Temper
from companion.games.party_splash.robot.party import BALLOONS, CARDS, ICONS, KIDS, Party
from companion.games.party_splash.robot.party import deck_of as dealt
from companion.games.party_splash.state import End, Side, Stage, State, roles_of
from companion.robots.answering import Answering
from companion.words import Refused, Seat, Text
from tests.games.decks import any_prints
from tests.robots.party_straight import CAREFUL, USUAL, WILD, played
from tests.robots.playing import filled
from tests.robots.told import refolded

# All that three hundred games come by in the rules; test_soak.py plays ten thousand others.
SEEDS = (*range(100), 198)
SEATS = (4, 5, 6, 7, 8)


@pytest.mark.parametrize("tenth", range(10))
def test_towels_cards_and_the_winner_are_the_true_ones(tenth: int) -> None:
    for seed in SEEDS[tenth::10]:
        played(seed)


def test_every_side_wins_some_day() -> None:
    games = [played(seed, temper=temper) for seed in range(12) for temper in (USUAL, CAREFUL)]
    won = Counter(game.state.end.side for game in games if game.state and game.state.end)
    assert set(won) >= {Side.PARTY, Side.CLASSMATES}, won


@pytest.mark.parametrize("seats", SEATS)
def test_the_box_of_the_robots_is_the_box_of_the_rules(seats: int) -> None:
    """Both were written apart: balloons by number of kids, and what is printed on each card."""
    party = Party(Setup(seats), Random(seats), Seat(seats - 1), [*KIDS])
    balloons = [BALLOONS.index(child.balloon) for child in party.children]
    assert sorted(balloons) == sorted(roles_of(seats)) and party.birthday.seat == seats - 1
    deck, papers = deck_of(()), [*dealt(Setup(seats))]
    assert Counter(paper.icon for paper in papers) == dict(zip(ICONS, deck.icons, strict=True))
    assert {(CARDS.index(one.name), one.range) for one in papers} == {*enumerate(deck.ranges)}
    assert len(papers) == deck.size == party.size


@pytest.mark.parametrize("who", KIDS)
def test_every_attendee_comes_along(who: str) -> None:
    rest = [kid for kid in KIDS if kid != who]
    for seed in range(2):
        others = Random(seed).sample(rest, 3)
        assert played(seed, Setup(4), WILD, [who, *others]).state


def test_the_robots_meet_all_that_can_be_told() -> None:
    games = [played(seed, temper=WILD) for seed in range(40)]
    kinds = {codec.kind_of(type(fact)) for game in games for fact in game.facts}
    cards = {fact.card for game in games for fact in game.facts if isinstance(fact, Played)}
    cited = set().union(*(game.cited for game in games))
    all_kinds = {codec.kind_of(kind) for kind in codec.kinds(codec.fact_of(party_splash.judge))}
    not_theirs = {"gathered", "shown", "handful", "fixed", "left", "joined", "handed_over",
                  "corrected"}  # fmt: skip
    assert kinds == all_kinds - not_theirs
    assert cards == set(map(int, Card))
    assert cited >= {"P-R11", "P-R13", "P-R16a", "P-R16d", "P-R16l", "P-R16n", "P-R16o", "P-Q24"}
    assert sum(game.kept_dry for game in games) > 0
    assert len(KIDS) == len(ATTENDEES)


def test_a_family_s_own_deck() -> None:
    long_guns = (Print(17, 4, 3), Print(14, 6, 0, 6), Print(13, 3))
    for seed in range(10):
        played(seed, Setup(6, deck=long_guns))


@pytest.mark.parametrize("seats", SEATS)
def test_any_deck_that_a_party_begins_with_is_played_to_its_end(seats: int) -> None:
    """With little water and many Chips nobody would ever be soaked."""
    for seed in range(12):
        played(seed, Setup(seats, deck=any_prints(Random(seed), seats)))


@pytest.mark.parametrize("seats", SEATS)
def test_each_fact_is_the_answer_to_a_question(seats: int) -> None:
    """A party told by the asks alone, as one person with one phone would: nothing is missing."""
    sensible = Temper(wastes=0.0)  # nobody is offered Chips that are dead
    setup = Setup(seats, everybody_tells=True)
    table = Answering(PartyFamily(setup, Random(seats), sensible))
    state = party_splash.start(setup)
    while table.next is not None:
        ask, reply = next(
            (ask, reply)
            for ask in party_splash.asks(state)
            if 0 in ask.seats and (reply := table.answer(ask)) is not None
        )
        state = party_splash.judge(state, filled(ask, reply)).state
        table.look(party_splash.view(state))
    assert state.stage is Stage.OVER


def test_a_fact_after_the_last_towel_is_refused() -> None:
    game = played(3)
    soaked = next(fact for fact in game.facts if isinstance(fact, Soaked))
    told = game.facts[: game.facts.index(soaked) + 1]
    state = refolded(party_splash, game.setup, told)
    if state.stage is Stage.PLAYING:
        with pytest.raises(Refused) as refusal:
            party_splash.judge(state, Played(soaked.seat, int(Card.PIZZA)))
        assert refusal.value.rule == "P-R12"


def test_who_needs_so_many_towels_stays_in_with_so_many() -> None:
    moments = (state for seed in range(40) for state in states_of(seed))
    assert next(filter(towels_are_enough, moments)), "nobody was ever short of more than one"


def states_of(seed: int) -> Iterator[State]:
    """The states of a wild party."""
    game = played(seed, Setup(6), WILD)
    state = party_splash.start(game.setup)
    for fact in game.facts:
        state = party_splash.judge(state, fact).state
        yield state


def towels_are_enough(state: State) -> bool:
    """Tell towels one by one; whether anybody was short of several, and they were enough."""
    ask = party_splash.asks(state)[0]
    if ask.topic != "dying" or ask.lead is None or "n" not in dict(ask.lead.values):
        return False
    about, told = dict(ask.lead.values), 0
    while ask.topic == "dying" and ask.lead and dict(ask.lead.values)["seat"] == about["seat"]:
        ways = [choice.fact for choice in ask.choices if choice.key in ("chips", "trade")]
        if not ways:
            return False
        state = party_splash.judge(state, ways[0]).state
        ask, told = party_splash.asks(state)[0], told + 1
    assert told == about["n"]
    return True


def test_a_referee_that_forgets_a_reward_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soaking, "REWARD", 2)
    with pytest.raises(AssertionError):
        for seed in range(5):
            played(seed)


def test_a_referee_that_counts_the_soaked_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ring, "within", lambda state, seat, far: state.players)
    monkeypatch.setattr(ring, "NEXT", 2)
    straight = ring.distance
    monkeypatch.setattr(
        ring, "distance", lambda s, a, b: straight(replace(s, ring=s.players), a, b)
    )
    with pytest.raises(AssertionError):
        for seed in range(5):
            played(seed, Setup(6))


def test_a_referee_that_names_another_winner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = soaking.end_of

    def wrong(state: State) -> End | None:
        return right(state) and End(Side.SIBLING, Text("The Sibling wins!"))

    monkeypatch.setattr(soaking, "end_of", wrong)
    with pytest.raises(AssertionError):
        for seed in range(5):
            played(seed)
