"""Who sits at the table: leaving, joining late and handing a seat over in mid-game.

The box is silent about these; the rulings are the project's own (D-S1 to D-S5).
"""

from companion.frozen import replace
from companion.games.common import plays_on, rests
from companion.games.dolphin_splash.cards import bonus_cards
from companion.games.dolphin_splash.facts import PLAYERS_LEAST, PLAYERS_MOST
from companion.games.dolphin_splash.scoring import drop_tied, wins_by_leaving
from companion.games.dolphin_splash.state import (
    Phase,
    State,
    bonus_start,
    left_of,
    own_robots,
)
from companion.words import SEATS_MOST, Judged, Refused, Ruling, Seat, Seats, Text

_BETWEEN_ROUNDS = (Phase.WAITING, Phase.SCORED, Phase.RESTING, Phase.OVER)


def leave(state: State, seat: Seat) -> Judged[State]:
    """A seat leaves: its letters stay on the pad, a round at hand is dropped. Raises Refused."""
    if seat not in (*state.present, *state.joining):
        raise Refused("D-C4", Text("Seat {n} does not play now.", n=seat + 1))
    if state.phase is Phase.OVER:
        raise Refused("D-S1", Text("The game is over; everybody may go."))
    if state.phase is Phase.BONUS:
        # D-S1 A round that is played is scored first.
        cards = bonus_cards(state.setup)
        text = Text("First: did a holder show all four {cards}?", cards=cards)
        raise Refused("D-S1", text)
    text = Text("{seat} leaves; the letters stay on the pad.", seat=Seats((seat,)))
    said: tuple[Ruling, ...] = (Ruling("D-S1", text, (seat,)),)
    if seat in state.joining:
        # D-S3 Who sat down and never played may go again; nothing else changes.
        joining = tuple(s for s in state.joining if s != seat)
        return Judged(replace(state, joining=joining), said)
    # D-S1 The hand's cards are missing, so a round at hand is dropped; the next deal is smaller.
    if state.phase not in _BETWEEN_ROUNDS:
        dropped = Text("This round does not count: cards are missing.")
        said = (*said, Ruling("D-S1", dropped))
    dealer = left_of(state, seat) if seat == state.dealer else state.dealer
    present = tuple(s for s in state.present if s != seat)
    away = replace(_between_rounds(state, seat), present=present, dealer=dealer)
    if not _may_play(state, present):
        # D-S2 With fewer than three the game rests until somebody sits down.
        away = _woken(replace(away, phase=Phase.RESTING))
    if seat in state.tied:
        # D-S5 Who leaves in overtime gives the tie up.
        untied = drop_tied(away, seat)
        away, said = untied.state, (*said, *untied.rulings)
    if away.phase is Phase.RESTING:
        left = len(present) if len(present) < PLAYERS_LEAST else 0  # or robots alone
        said = (*said, Ruling("D-S2", rests(left)))
    return Judged(away, said)


def stops(state: State, seat: Seat) -> str:
    """What would stop if the seat left now (`STOPS`), or "" where play goes on."""
    if seat in state.tied and wins_by_leaving(state, seat):
        return "end_game"
    between = state.phase in _BETWEEN_ROUNDS or seat in state.joining
    return "" if between else "drop_round"


def join(state: State, seat: Seat) -> Judged[State]:
    """Somebody sits down: on a seat that was left, or on a new one at the end of the order."""
    if seat in (*state.present, *state.joining):
        raise Refused("D-S3", Text("{seat} plays already.", seat=Seats((seat,))))
    if not 0 <= seat <= min(len(state.letters), SEATS_MOST - 1) or _full(state):
        raise Refused("D-S3", Text("There is no room: SPLASH! is for 6 at most."))
    if state.phase is Phase.OVER:
        raise Refused("D-S3", Text("This game is over. Play in the next one!"))
    joined = _by_a_person(state, seat)
    if seat == len(state.letters):
        # D-S3 A newcomer starts with as many letters as whoever has the fewest.
        fewest = min((state.letters[s] for s in state.present), default=0)
        joined = replace(
            joined,
            letters=(*state.letters, fewest),
            gains=(*state.gains, 0),
            counts=(*state.counts, 0),
        )
    # D-S3 Who sits down plays from the next deal on; the round at hand goes on without.
    # D-S5 In overtime a newcomer plays, but is not in the tie.
    joined = replace(joined, joining=(*joined.joining, seat))
    if joined.phase is Phase.RESTING:
        joined = _woken(joined)
    text = Text("{seat} joins with the next deal.", seat=Seats((seat,)))
    return Judged(joined, (Ruling("D-S3", text, (seat,)),))


def hand_over(state: State, seat: Seat) -> Judged[State]:
    """Another person plays on for a seat, with its letters and its hand."""
    # D-S4 The rules know seats, not people: nothing else changes.
    handed = _by_a_person(state, seat)
    if handed.phase is Phase.RESTING:
        handed = _woken(handed)
    return Judged(handed, (plays_on("D-S4", seat),))


def _by_a_person(state: State, seat: Seat) -> State:
    """The state with nobody but a person to hold that seat's hand."""
    others = tuple(pair for pair in state.robots if pair[0] != seat)
    if others == state.robots:
        return state
    # D-S18 A robot makes room for whoever comes.
    return replace(state, robots=others, taken=state.taken | {seat})


def _full(state: State) -> bool:
    return len(state.present) + len(state.joining) >= PLAYERS_MOST


def _may_play(state: State, seats: tuple[Seat, ...]) -> bool:
    """Whether these are enough."""
    # D-S18 Robots play with somebody, not among themselves.
    people = tuple(seat for seat in seats if seat not in own_robots(state))
    return len(seats) >= PLAYERS_LEAST and bool(people)


def _woken(state: State) -> State:
    present = tuple(sorted((*state.present, *state.joining)))
    if not _may_play(state, present):
        return state
    # D-S2 With three again the game goes on.
    woken = replace(state, phase=Phase.WAITING, present=present, joining=())
    if woken.dealer not in present:
        woken = replace(woken, dealer=left_of(woken, woken.dealer))
    return woken


def _between_rounds(state: State, gone: Seat) -> State:
    if state.phase in _BETWEEN_ROUNDS:
        # D-S1 Cards are missing, so no foul makes it go on; a bonus of who stays is still one.
        return replace(state, before=None, bonus_from=_without(bonus_start(state), gone))
    return replace(
        state,
        phase=Phase.WAITING,
        touches=(),
        claims=(),
        nobodys=frozenset(),
        awarded=frozenset(),
        touchers=(),
        before=None,
    )


def _without(start: State | None, gone: Seat) -> State | None:
    if start is None:
        return None
    # D-S5 Nor is who left in the tie, even if they sit down again.
    present, tied = (tuple(s for s in seats if s != gone) for seats in (start.present, start.tied))
    return replace(start, present=present, tied=tied)
