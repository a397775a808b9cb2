"""What everybody did in a game: never more often than there were times, and of who sat there."""

from collections import Counter
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.animal_splash.state import in_game, total
from companion.games.dolphin_splash.facts import Claimed, Dealt, GoodGrab, Setup
from companion.games.split.facts import Dealt as SplitDealt
from companion.games.split.facts import Fixed, Match, Matched, Placed, Removed, Variant
from companion.games.split.facts import Setup as SplitSetup
from companion.games.split.state import winning_path
from companion.new_game.rows import NAMES
from companion.new_game.stub import GAME as STUB
from companion.say import say
from companion.words import Pad, Seat, Touched
from tests.games.split_table import CHECKERED
from tests.games.test_race import TELLING, games_of

COUNTING = [name for name in TELLING if GAMES[name].figures]


def found(name: str, states: list[Any]) -> dict[tuple[Seat, str], tuple[int, int]]:
    tells = GAMES[name].figures
    assert tells is not None
    return {(one.seat, say(one.said, NAMES)): (one.k, one.n) for one in tells(states)}


@pytest.mark.parametrize("name", COUNTING)
def test_a_figure_is_a_share_of_its_times(name: str) -> None:
    tells = GAMES[name].figures
    assert tells is not None
    counted = 0
    for states in games_of(name):
        figures = tells(states)
        assert len({(one.seat, say(one.said, NAMES)) for one in figures}) == len(figures)
        for one in figures:
            assert 0 <= one.k <= one.n and min(one.took_us, default=0) >= 0
            assert (one.every >= (one.of or one.n)) or not one.beside
            counted += one.k + sum(one.counts)
    assert counted, "somebody did something"


def test_some_games_have_figures_and_some_need_none() -> None:
    assert {"dolphin_splash", "twisted_fish", "party_splash"} <= set(COUNTING)
    assert STUB.figures is None


def test_each_round_of_fish_is_won_by_those_who_won_it() -> None:
    for states in games_of("twisted_fish"):
        rounds = {state.number: state.winners for state in states if state.winners}
        won = [seat for winners in rounds.values() for seat in winners]
        told = found("twisted_fish", states)
        shared = {seat: k for (seat, said), (k, _) in told.items() if said == "Rounds won"}
        if states[-1].stage.value in ("scored", "over"):
            assert shared == {seat: won.count(seat) for seat in shared}


def test_who_is_dry_at_the_end_of_a_party_is_still_in() -> None:
    for states in games_of("party_splash"):
        end = states[-1]
        told = found("party_splash", states)
        dry = {seat for (seat, said), (k, _) in told.items() if k and said == "Dry at the end"}
        assert dry == set(end.ring) & {seat for seat, _ in told}


def numbers(name: str, states: list[Any]) -> dict[tuple[Seat, str], tuple[int, ...]]:
    tells = GAMES[name].figures
    assert tells is not None
    return {(one.seat, say(one.said, NAMES)): one.counts for one in tells(states) if one.counts}


def played(name: str, *facts: Any, setup: Any) -> list[Any]:
    """The states of a game that is told so."""
    states = [GAMES[name].start(setup)]
    for fact in facts:
        states.append(GAMES[name].judge(states[-1], fact).state)
    return states


def test_baskets_are_those_that_lie_there_and_a_proof_needs_somebody_caught() -> None:
    baskets = 0
    for states in games_of("twisted_fish"):
        told = numbers("twisted_fish", states)
        last = {s.number: s for s in states if s.winners}
        laid = Counter(b.seat for s in last.values() if s.round for b in s.round.baskets)
        on_card = Counter[int]()
        for state in last.values():
            if state.round is None:
                for seat, card in enumerate(state.cards):
                    on_card[seat] += card.sharks + card.tens + card.fives if card else 0
        for (seat, said), counts in told.items():
            if said == "Baskets":
                assert sum(counts) == laid[seat] + on_card[seat]
                baskets += sum(counts)
        shares = found("twisted_fish", states)
        for (seat, said), (_, n) in shares.items():
            if said.startswith("Caught, and"):
                assert n == shares[seat, "Caught telling a whopper"][0]
    assert baskets


def test_every_zinger_that_was_used_was_somebodys() -> None:
    used = 0
    for states in games_of("twisted_fish"):
        told = numbers("twisted_fish", states)
        last = {s.number: s for s in states if s.stage.value in ("scored", "over") and s.round}
        spent = sum(state.round.spent.bit_count() for state in last.values())
        mine = sum(sum(n) for (_, said), n in told.items() if said == "Zingers")
        assert spent <= mine, "one that was picked up again counts twice"
        used += mine
    assert used


def test_letters_by_round_are_all_letters() -> None:
    for states in games_of("dolphin_splash"):
        end = states[-1]
        for (seat, said), counts in numbers("dolphin_splash", states).items():
            assert said == "Letters"
            if end.phase.value in ("scored", "over"):
                assert sum(counts) <= end.letters[seat]


NEAR = Setup(3)


@pytest.mark.parametrize(("apart_us", "uncertain_us", "near"), [
    (15_000, 300, (1, 1)),
    (19_000, 300, (1, 1)),
    (19_800, 300, (0, 1)),  # perhaps it was a little more
    (40_000, 300, (0, 1)),
    (100, 300, (0, 1)),  # too close to call: nobody was ahead
])  # fmt: skip
def test_a_near_finish_is_one_whatever_the_stamps_leave_open(
    apart_us: int, uncertain_us: int, near: tuple[int, int]
) -> None:
    hands = (Touched(Pad(n), 10**7 + n * apart_us, uncertain_us) for n in (0, 1))
    claims = (Claimed(Seat(n), Pad(n)) for n in (0, 1))
    states = played("dolphin_splash", Dealt(Seat(0)), *hands, GoodGrab(), *claims, setup=NEAR)
    (said,) = {what for _, what in found("dolphin_splash", states) if "20 ms" in what}
    assert found("dolphin_splash", states)[Seat(0), said] == near


def test_a_game_of_split_counts_matches_chips_and_the_path_that_won() -> None:
    paths = lost = 0
    for states in games_of("split"):
        end, told = states[-1], numbers("split", states)
        kinds = ("Weak matches", "Strong matches", "Perfect matches")
        for seat in range(end.setup.seats):
            assert all(len(told[Seat(seat), kind]) == 1 for kind in kinds)
            path = told.get((Seat(seat), "Spaces of a winning path"), ())
            assert path == ((len(winning_path(end)),) if path else ())
            assert bool(path) == (end.joined and seat in GAMES["split"].view(end).winners)
            paths, lost = paths + bool(path), lost + told[Seat(seat), "Chips lost"][0]
    assert paths and lost


@pytest.mark.parametrize("match", Match)
def test_a_match_without_a_chip_for_it_is_one_all_the_same(match: Match) -> None:
    """H-Q10: it is made, and the game goes on; nobody would say that there was none."""
    light = SplitSetup(2, variant=Variant.LIGHT)
    chips = (Fixed(space, Seat(0)) for space in CHECKERED[0][:45])
    states = played("split", SplitDealt(Seat(1)), *chips, Matched(Seat(0), match), setup=light)
    assert states[-1].turn == 1, "it is over at once"
    told = numbers("split", states)
    for kind, said in zip(Match, ("Weak", "Strong", "Perfect"), strict=True):
        assert told[Seat(0), f"{said} matches"] == (int(kind is match),)


def test_a_chip_that_the_pen_takes_off_is_not_lost() -> None:
    light = SplitSetup(2, variant=Variant.LIGHT)
    chips = Placed(Seat(0), 11), Placed(Seat(0), 12)
    matched, more = Matched(Seat(0), Match.STRONG), Matched(Seat(1), Match.PERFECT)
    begun = SplitDealt(Seat(1)), matched, *chips, more
    for then, lost in ((Fixed(11, None), 0), (Removed(Seat(1), 11), 1)):
        states = played("split", *begun, then, setup=light)
        told = numbers("split", states)
        assert told[Seat(0), "Chips lost"] == (lost,) and told[Seat(1), "Chips lost"] == (0,)
        assert told[Seat(1), "Perfect matches"] == (1,)


def test_who_was_soaked_was_soaked_by_one_at_the_most() -> None:
    soaked = won = 0
    for states in games_of("party_splash"):
        told = found("party_splash", states)
        for seat in {seat for seat, _ in told}:
            by = [k for (who, said), (k, _) in told.items() if who == seat and "Soaked by" in said]
            assert sum(by) <= 1 - told[seat, "Dry at the end"][0]
            soaked += sum(by)
        won += sum(k for (_, said), (k, _) in told.items() if said.startswith("Won as: "))
        winners = GAMES["party_splash"].view(states[-1]).winners
        assert {s for (s, said), (k, _) in told.items() if k and "Won as" in said} <= {*winners}
    assert soaked and won


def test_pearls_come_from_somewhere() -> None:
    for states in games_of("animal_splash"):
        end, told = states[-1], numbers("animal_splash", states)
        for seat in in_game(end):
            from_ = sum(sum(n) for (s, said), n in told.items() if s == seat and said != "Missions")
            share = end.shares[seat] if end.shares else 0
            assert from_ + share + end.pen[seat] == total(end, seat)


# --- records ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dolphin_splash", "split", "twisted_fish"])
def test_a_record_is_of_a_moment_that_was(name: str) -> None:
    tells, found = GAMES[name].records, 0
    assert tells is not None
    for states in games_of(name):
        for one in tells(states):
            assert 0 <= one.low <= one.high and 0 <= one.at < len(states)
            assert one.felt == (not one.unit)
            found += 1
    assert found


def test_a_finish_is_as_close_as_its_stamps_say() -> None:
    hands = (Touched(Pad(n), 10**7 + n * 15_000, 300) for n in (0, 1))
    claims = (Claimed(Seat(n), Pad(n)) for n in (0, 1))
    states = played("dolphin_splash", Dealt(Seat(0)), *hands, GoodGrab(), *claims, setup=NEAR)
    tells = GAMES["dolphin_splash"].records
    assert tells is not None
    found = {say(one.said, NAMES): one for one in tells(states)}
    closest, fastest = found["Closest finish"], found["Fastest hand after the first one"]
    assert (closest.low, closest.high, closest.seats) == (14_700, 15_300, (0, 1))
    assert fastest.seats == (1,)
    assert states[closest.at].before is not None
