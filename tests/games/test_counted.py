"""What games count, and say of it: places from one, what is left, what is lost, what is missing."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations, product
from random import Random
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from companion import codec
from companion.frozen import replace
from companion.games import GAMES
from companion.games.animal_splash import turns
from companion.games.animal_splash.naming import name_of
from companion.games.dolphin_splash import cards, hands
from companion.games.dolphin_splash.state import is_silent, unheard
from companion.games.party_splash.cards import Attendee, Role
from companion.games.party_splash.facts import Flip, Flipped
from companion.games.party_splash.state import Shot, roles_of
from companion.games.party_splash.state import Stage as Party
from companion.games.split import naming
from companion.games.split.facts import Placed, Removed
from companion.games.split.path import SIDE, SPACES
from companion.games.split.state import Step
from companion.games.twisted_fish.cards import DECK
from companion.games.twisted_fish.facts import Announce, Caught, Challenged, Forgiven, Warden
from companion.games.twisted_fish.scoring import in_hands, may_be_held
from companion.games.twisted_fish.state import (
    Basket,
    Denial,
    Lie,
    Stage,
    all_laid,
    has_basket,
    open_cards,
)
from companion.games.twisted_fish.whoppers import with_lies
from companion.referee.opening import NewGame, set_up
from companion.say import Names, say, spoken
from companion.words import Left, Moment, Named, Refused, Seat, Text
from tests.games.chance import any_facts, fill
from tests.games.shelf import RULES
from tests.games.test_contract import asked, evenings, states
from tests.games.test_race import games_of

ANIMAL, DOLPHIN = RULES["animal_splash"], RULES["dolphin_splash"]
FISH, PARTY, SPLIT = RULES["twisted_fish"], RULES["party_splash"], RULES["split"]


# --- names that are numbers -------------------------------------------------------------------


def named(form: Any) -> Iterator[Named]:
    """The names that an annotation speaks of."""
    if get_origin(form) is Annotated:
        yield from (note for note in get_args(form)[1:] if isinstance(note, Named))
    for part in get_args(form):
        yield from named(part)


@pytest.mark.parametrize("kind", GAMES)
def test_people_count_from_one(kind: str) -> None:
    """What is called by a number alone, such as "place 3", begins with 1 and leaves none out."""
    people = tuple(map(str, range(GAMES[kind].seats[0])))
    setup = set_up(NewGame(kind, people, {}), 5)
    facts = codec.kinds(codec.fact_of(RULES[kind].judge))
    hints = [form for fact in facts for form in get_type_hints(fact, include_extras=True).values()]
    for note in {note.what: note for form in hints for note in named(form)}.values():
        called = [say(names[0], Names(upright=True)) for names in note.names(setup)]
        numbers = [re.fullmatch(r"(?:place|spot|card|mission|end card) (\d+)", n) for n in called]
        if all(numbers):
            assert [int(found[1]) for found in numbers if found] == [*range(1, len(called) + 1)]


@pytest.mark.parametrize("kind", RULES)
def test_a_refusal_counts_from_one_too(kind: str) -> None:
    """What is refused of place 3 is said of place 3, not of the number that it has inside."""
    game, rng = RULES[kind], Random(3)
    for state in states(game)[::11]:
        for fact in any_facts(game, rng):
            try:
                game.judge(state, fact)
            except Refused as refused:
                found = re.search(r"\b(place|spot) {n}", refused.text.template)
                inside = getattr(fact, found[1], None) if found else None
                if isinstance(inside, int):
                    assert dict(refused.text.values)["n"] == inside + 1, refused.text


@pytest.mark.parametrize("kind", RULES)
def test_rounds_are_counted_one_by_one(kind: str) -> None:
    """Before anything is told none has begun; what is taken back is counted no more."""
    for setup, steps in evenings(RULES[kind])[:4]:
        states = [RULES[kind].start(setup), *(step.after for step in steps)]
        rounds = [RULES[kind].view(state).round for state in states]
        assert rounds[0] == 0
        assert all(0 <= now <= before + 1 for before, now in pairwise(rounds))


@pytest.mark.parametrize("kind", RULES)
def test_what_the_pen_wrote_before_the_deal_counts_after_it(kind: str) -> None:
    """A family gives its smallest three points to begin with, and then lays out the cards."""
    game, written = RULES[kind], 0
    for setup, _ in evenings(game):
        start = game.start(setup)
        pens = [one for ask in game.asks(start) if ask.topic == "crayon" for one in ask.choices]
        for fact in (fill(one, Random(3)) for one in pens):
            penned = game.judge(start, fact).state
            for deal in deals(game, penned):
                plain, after = (shown(game, game.judge(s, deal).state) for s in (start, penned))
                assert plain != after, fact
                written += 1
    assert written or kind in ("party_splash", "split"), "there a pen is for what was dealt"


def shown(game: Any, state: Any) -> Any:
    """What the view shows, but for how many facts there were."""
    view = codec.plain(game.view(state))
    view.pop("told", None)
    return view


def deals(game: Any, state: Any) -> list[Any]:
    """What begins a game or a round at once."""
    asks = [ask for ask in game.asks(state) if ask.must]
    return [c.fact for ask in asks for c in ask.choices if type(c.fact).__name__ == "Dealt"]


# One of a thing that is said as if there were several; "Seat 1 lays" and "1 is the most" are not.
OF_ONE = re.compile(
    r"(?<![\w/-])(?<!(?i:seat) )(?<!(?i:card) )(?<!(?i:row) )(?<!(?i:place) )"
    r"1 (?!is\b|has\b|does\b|was\b|says\b)[a-z]+s\b"
)


def sentences(kind: str) -> Iterator[str]:
    """What is said, asked, shown and refused in games that robots played."""
    game, rng = RULES[kind], Random(7)
    texts = [ruling.text for _, steps in evenings(game) for s in steps for ruling in s.rulings]
    for state in states(game)[::5]:
        for ask in asked(game, state):
            texts += [*filter(None, (ask.lead,)), ask.text, *(one.label for one in ask.choices)]
            texts += [label for one in ask.choices for slot in one.slots for label in slot.labels]
        for fact in any_facts(game, rng):
            try:
                game.judge(state, fact)
            except Refused as refused:
                texts.append(refused.text)
    yield from {say(text, Names(upright=True)) for text in texts}
    for state in states(game)[::23]:
        yield json.dumps(codec.plain(spoken(game.view(state), Names(upright=True))))


@pytest.mark.parametrize("kind", RULES)
def test_one_of_a_thing_is_no_several(kind: str) -> None:
    """Nobody takes "1 points"."""
    assert not [found[0] for said in sentences(kind) if (found := OF_ONE.search(said))]


# --- Animal Splash ----------------------------------------------------------------------------


def test_the_missions_are_filled_as_far_as_the_pile_goes() -> None:
    """A-R9: whatever is told of those that lie there already."""
    state = next(s for s in states(ANIMAL) if len(s.open) == turns.OPEN)
    for there, hidden, left in product(range(turns.OPEN + 1), range(turns.OPEN + 1), range(6)):
        if there + hidden <= turns.OPEN:
            before = replace(state, open=state.open[:there], hidden=hidden, missions_left=left)
            after = turns._refilled(before)
            lie = len(after.open) + after.hidden
            assert lie == min(turns.OPEN, there + hidden + left)
            assert lie + after.missions_left == there + hidden + left


def test_rounds_that_are_left_count_the_one_that_is_played() -> None:
    state = next(s for s in states(ANIMAL) if ANIMAL.view(s).turn is not None)
    for number in range(state.rounds + 3):
        left = ANIMAL.view(replace(state, round=number)).left
        assert left == sum(later >= number for later in range(number, state.rounds + 1))


# --- Splash -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("need", "got", "said"), [(1, 0, ""), (2, 0, "two Misses"), (2, 1, "one more Miss")]
)
def test_how_many_misses_help_is_said(need: int, got: int, said: str) -> None:
    seen = 0
    for state in states(PARTY):
        top = state.stack[-1] if state.stack else None
        if isinstance(top, Shot):
            shot = replace(top, need=need, got=got)
            ask = PARTY.asks(replace(state, stack=(*state.stack[:-1], shot)))[0]
            words = ask.lead.template if ask.lead else ""
            found = [how for how in ("two Misses", "one more Miss") if how in words]
            assert found == ([said] if said else []), words
            seen += 1
    assert seen


# --- Twisted Fish -----------------------------------------------------------------------------


def test_a_card_that_was_seen_at_the_end_is_in_no_other_hand() -> None:
    """F-C6: what lies open or was shown is offered to nobody, all else of which some is left is."""
    shown = 0
    for state in states(FISH):
        if (now := state.round) is not None and now.ends is not None:
            seen = open_cards(now) | now.ends.shown
            offered = sum(1 << card for card in may_be_held(now))
            assert not offered & seen
            assert all(in_hands(now)) <= (offered | seen == (1 << DECK) - 1)
            shown += bool(now.ends.shown)
    assert shown


def test_who_is_caught_loses_what_lay_before_them_alone() -> None:
    """F-R6: and it is said how much that was."""
    lost = 0
    for state in states(FISH):
        for seat in state.present:
            try:
                judged = FISH.judge(state, Caught(seat))
            except Refused:
                continue
            by: dict[Seat, int] = {}
            for basket in state.round.baskets:
                by[basket.seat] = by.get(basket.seat, 0) + basket.worth * basket.counts
            said = {
                dict(ruling.text.values).get("n")
                for ruling in judged.rulings
                if "points lost" in ruling.text.template
            }
            assert said <= {by.get(seat, 0)}
            lost += bool(said) and any(by[other] for other in by if other != seat)
    assert lost > 9


SAID, KNOWN, DOUBTED = (60, 61, 62)  # what each has denied, and what came of it
SETTLED: dict[Any, set[int]] = {  # what is left of it for the seat that is spoken of
    Caught: set(),
    Left: set(),
    Forgiven: {KNOWN, DOUBTED},
    Warden: {SAID, KNOWN},
    Challenged: {SAID, KNOWN, DOUBTED},
}


@pytest.mark.parametrize("kind", SETTLED, ids=lambda kind: kind.__name__)
def test_with_the_whoppers_of_one_nobody_elses_are_settled(kind: Any) -> None:
    """F-R6, F-Q33, F-S5, F-S13, F-S8."""
    settled = 0
    for state in (s for s in states(FISH)[::23] if s.stage is Stage.PLAYING and s.round):
        setup = replace(state.setup, announce=Announce.IF_CHALLENGED)
        told, known, doubted = (
            tuple(Lie(seat, card, Text("No."), card == SAID) for seat in state.present)
            for card in (SAID, KNOWN, DOUBTED)
        )
        now = replace(state.round, lies=(*told, *known), doubted=doubted)
        for by, seat in permutations(state.present, 2):
            fact = kind(by, seat) if kind in (Challenged, Warden) else kind(seat)
            try:
                after = FISH.judge(replace(state, setup=setup, round=now), fact).state.round
            except Refused:
                continue
            if after is not None:
                left = {(lie.seat, lie.card) for lie in (*after.lies, *after.doubted)}
                others = {(s, c) for s in state.present if s != seat for c in SETTLED[Challenged]}
                assert others <= left
                assert {c for s, c in left if s == seat} & SETTLED[Challenged] == SETTLED[kind]
                settled += 1
    assert settled > 9


def test_a_whopper_is_told_with_the_time_of_its_own_no() -> None:
    """F-C4: the newest by that very seat to that very card."""
    state = next(s for s in states(FISH) if s.stage is Stage.PLAYING and len(s.present) > 2)
    asked = [*product((4, 5, 6), state.present)]
    noes = tuple(Denial(c, s, fact) for fact, (c, s) in enumerate((*asked, *reversed(asked))))
    now = replace(state.round, denials=noes, arrivals=(), lies=(), doubted=())
    found = with_lies(state, now, tuple((seat, card) for card, seat in asked))
    newest = {(no.seat, no.card): Moment(no.fact) for no in noes}
    assert len(found.lies) == len(newest)
    for lie in found.lies:
        assert dict(lie.evidence.values)["when"] == newest[lie.seat, lie.card]


# --- SPLIT ------------------------------------------------------------------------------------


def test_the_newest_chip_lies_where_it_is_said_to_lie() -> None:
    """One that was taken off, or put right, is on no screen, and nothing else is shown for it."""
    shown = 0
    for step in (step for _, steps in evenings(SPLIT) for step in steps):
        view = SPLIT.view(step.after)
        if isinstance(step.fact, Placed) and step.after != step.before:
            assert view.newest == step.fact.space
        assert view.newest is None or view.chips[view.newest]
        shown += view.newest is not None
    assert shown > 9


def test_when_a_chip_was_taken_off_none_is_the_newest() -> None:
    taken = 0
    for state in states(SPLIT):
        for space in range(SPACES) if state.step is Step.REMOVE else ():
            try:
                after = SPLIT.judge(state, Removed(state.turn, space)).state
            except Refused:
                continue
            assert after.newest < 0 and SPLIT.view(after).newest is None
            taken += 1
    assert taken > 9


@pytest.mark.parametrize("space", range(SPACES))
def test_a_space_is_called_by_its_row_and_its_number_there(space: int) -> None:
    row, number = divmod(space, SIDE)
    long, short = (say(name, Names(upright=True)) for name in naming.spaces(None)[space])
    assert (long, short) == (f"row {row + 1}, space {number + 1}", f"{row + 1}.{number + 1}")


# --- the squirt-gun party ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "kids", "siblings", "classmates", "friends"),
    [(4, 1, 1, 2, 0), (5, 1, 1, 2, 1), (6, 1, 1, 3, 1), (7, 1, 1, 3, 2), (8, 1, 2, 3, 2)],
)
def test_P_R1_balloons_by_the_number_of_players(
    players: int, kids: int, siblings: int, classmates: int, friends: int
) -> None:
    counts = {
        Role.BIRTHDAY_KID: kids,
        Role.SIBLING: siblings,
        Role.CLASSMATE: classmates,
        Role.BEST_FRIEND: friends,
    }
    assert Counter(map(Role, roles_of(players))) == Counter(counts)


def test_who_flips_two_is_told_so_wherever_it_is_asked() -> None:
    """P-R16h, P-Q31: and nobody else is."""
    asked = Counter[tuple[bool, Flip]]()
    for state in states(PARTY):
        for ask in (ask for ask in PARTY.asks(state) if ask.must):
            for choice in (one for one in ask.choices if isinstance(one.fact, Flipped)):
                two = state.kids[choice.fact.seat].attendee == Attendee.LISA_MARIA
                said = f"{ask.text.template} {choice.label.template}"
                assert (" two " in said) is two, said
                asked[two, choice.fact.what] += 1
    assert {what for two, what in asked if two} >= {Flip.BALLOON, Flip.TIME_OUT}


COMES = re.compile(r"draw|take|turn up|keeps|the table says so")
GOES = re.compile(r"discards|takes|passes|bursts|the table says so")


def test_whose_cards_come_or_go_hears_of_it() -> None:
    """P-R9, P-R10, P-R12, P-S1: else real hands and piles are soon other ones than are counted."""
    came = went = 0
    for step in (step for _, steps in evenings(PARTY) for step in steps):
        before, after = step.before, step.after
        if after.stage is not Party.PLAYING or (after.number, before.stage) != (
            before.number,
            Party.PLAYING,
        ):
            continue
        said = " ".join(ruling.text.template for ruling in step.rulings)
        kids = [*zip(before.kids, after.kids, strict=False)]
        if any(now.hand > then.hand for then, now in kids):
            assert COMES.search(said), said
            came += 1
        out = [before.kids[seat] for seat in before.ring if seat not in after.ring]
        lies_less = any({*then.play} - {*now.play} for then, now in kids)
        if lies_less or any(kid.hand for kid in out):
            assert GOES.search(said), said
            went += 1
    assert came > 9 and went > 9


# --- Animal Splash ----------------------------------------------------------------------------


def test_two_plants_alike_are_two_and_two_unlike_ones_a_choice() -> None:
    of_one, of_two = set[bool](), set[bool]()
    for card in {card for state in states(ANIMAL)[:1] for card in state.deck.cards}:
        named_ = say(name_of(card), Names(upright=True))
        if len(card.plants) == 2:
            a, b = card.plants
            assert named_.endswith(f"2 {a}" if a == b else f"{a} or {b}")
            of_two.add(a == b)
        else:
            assert named_.endswith(card.plants[0])
            of_one.add(True)
    assert of_one and of_two == {False, True}


def test_a_mission_that_nobody_named_is_called_by_its_colour() -> None:
    by_name = by_colour = 0
    for state in (state for game in games_of("animal_splash") for state in game[-1:]):
        for line in ANIMAL.view(state).scores:
            why = [say(text, Names(upright=True)) for text in line.why]
            for taken in state.missions[line.seat]:
                titles = [state.deck.missions[taken.mission].title] if taken.mission >= 0 else []
                said = titles[0] if titles and titles[0] else f"{taken.colour} mission"
                assert f"{said}: {taken.points}" in why
                by_name += bool(titles)
                by_colour += not titles
    assert by_name and by_colour


# --- Twisted Fish -----------------------------------------------------------------------------


@pytest.mark.parametrize("missing", range(-1, 5))
def test_all_five_lie_there_where_the_diver_stands_for_none(missing: int) -> None:
    now = next(state.round for state in states(FISH) if state.round)
    now = replace(now, baskets=(Basket(Seat(1), 0, missing),))
    assert all_laid(now, 0) is (missing < 0) and has_basket(now, 0)
    assert not all_laid(now, 1) and not has_basket(now, 1)


# --- SPLASH! ----------------------------------------------------------------------------------


def test_a_deck_of_another_size_is_said_before_the_deal_and_no_other() -> None:
    """D-R2: a set of four comes with whoever sits down, and goes with whoever leaves."""
    said = Counter[bool]()
    for _, steps in evenings(DOLPHIN):
        sizes = [0]  # of the decks that were dealt
        for before, after in ((step.before, step.after) for step in steps):
            if after.round > before.round:
                asked = [ask for ask in DOLPHIN.asks(before) if ask.topic == "deal"]
                size = 0 if hands.on_phones(after.setup) else DOLPHIN.view(after).deck
                differs = sizes[-1] not in (0, size)
                for ask in asked:
                    words = say(ask.lead, Names(upright=True))
                    assert (f"The deck has {size} cards now." in words) is differs, words
                    assert ("now." in words) is differs, words
                    said[differs] += 1
                sizes.append(size)
    assert said[True] and said[False]


def test_four_cards_that_are_said_to_bring_one_more_have_brought_it() -> None:
    """D-R8, D-Q2, D-Q3, D-Q5: the dolphin's own, and one more."""
    said = Counter[bool]()
    for setup, steps in evenings(DOLPHIN):
        for step in steps:
            for ruling in (one for one in step.rulings if one.rule == "D-R8"):
                (seat,), more = ruling.seats, " one " in ruling.text.template.split("cards}")[1]
                seventh = any(one.rule == "D-Q5" for one in step.rulings)  # it is on no pad
                assert more is (step.after.gains[seat] == 2 or seventh), ruling
                assert seventh <= setup.bonus_breaks_tie
                assert bool(ruling.sign) is more
                said[more] += 1
    assert said[True] and said[False]


def test_a_whole_pack_is_told_from_its_lowest_card_to_its_highest() -> None:
    """The four that have letters are told by themselves."""
    said = "and everything from 2 to 10: 40 cards"
    assert said == cards.WHOLE


def test_four_of_a_kind_is_four_of_one_kind() -> None:
    for hand in product(range(3), repeat=4):
        assert hands.four(hand) == (hand[0] if len({*hand}) == 1 else None)
    assert hands.four(()) is None


def test_who_holds_a_dolphin_or_claims_one_has_one() -> None:
    by_card = by_claim = 0
    for state in states(DOLPHIN):
        claimants = {seat for seat, _ in state.claims}
        for seat in state.present:
            assert hands.has_dolphin(state, seat) is (seat in {*state.holders, *claimants})
            by_card += seat in state.holders and seat not in claimants
            by_claim += seat in claimants and seat not in state.holders
    assert by_card and by_claim


def test_pads_that_cannot_say_when_are_named_unless_the_table_is_silent() -> None:
    named_ = kept = 0
    for state in states(DOLPHIN):
        shown = DOLPHIN.view(state).unheard
        if is_silent(state):
            assert shown == ()
            kept += bool(unheard(state))
        else:
            assert shown == unheard(state)
            named_ += bool(shown)
    assert named_ and kept
