"""Who sits at the table of Twisted Fish: leaving, joining late and handing a seat over.

The box is silent about these; the rulings are the project's own (F-S1 to F-S5).
"""

from companion.frozen import replace
from companion.games.common import next_seat, one, plays_on, rests
from companion.games.twisted_fish import knowing
from companion.games.twisted_fish.asking import unasked
from companion.games.twisted_fish.state import (
    Acquired,
    Round,
    Stage,
    State,
    Step,
    changed,
    is_scorecard,
    least_players,
    opponents,
    player,
    playing,
    total,
    with_round,
)
from companion.games.twisted_fish.stopped import laid_since
from companion.games.twisted_fish.turns import (
    pass_on,
)
from companion.words import SEATS_MOST, Judged, Refused, Ruling, Seat, Text

_ON = (Stage.PLAYING, Stage.LEFTOVERS)  # a scorecard's round is at the latter from the deal on


def leave(state: State, seat: Seat) -> Judged[State]:
    """A seat leaves: its points stay, its hand goes into the pond. Raises Refused."""
    if state.stage is Stage.OVER:
        raise Refused("F-S1", Text("The tournament is over; everybody may go."))
    said: tuple[Ruling, ...] = (Ruling("F-S1", _farewell(state, seat), (seat,)),)
    if seat in state.joining:
        # F-S3 Who sat down and never played may go again; nothing else changes.
        joining = tuple(s for s in state.joining if s != seat)
        return Judged(replace(state, joining=joining), said)
    player(state, seat)
    if state.stage is Stage.LEFTOVERS and not is_scorecard(state):
        # F-S1 A round that is played is scored first.
        raise Refused("F-S1", Text("First: what does everybody still hold?"))
    present = tuple(s for s in state.present if s != seat)
    dealer = next_seat(state.present, seat) if seat == state.dealer else state.dealer
    away = replace(state, present=present, dealer=dealer)
    if len(present) < least_players(state.setup):
        # F-S2 With too few left the round is dropped, and the game rests.
        if state.stage in _ON:
            dropped = Text("Too few are left: this round does not count.")
            said = (*said, Ruling("F-S2", dropped))
        # F-Q3 One that is scored may still be put right.
        kept = None if state.stage in _ON else state.round
        away = _woken(replace(away, stage=Stage.RESTING, round=kept, cards=(), gone=()))
        rulings = (Ruling("F-S2", rests(len(present))),) if away.stage is Stage.RESTING else ()
        return Judged(away, (*said, *rulings))
    if state.stage is Stage.LEFTOVERS and state.cards[seat] is None:
        # F-S1 What lies on the table is still told, and counts.
        away = replace(away, gone=(*state.gone, seat))
    if state.stage is not Stage.PLAYING:
        return Judged(away, said)
    # F-S1 The hand goes into the pond; baskets stay on the table and count.
    judged = _without(state, away, seat)
    return Judged(judged.state, (*said, *judged.rulings))


def stops(state: State, seat: Seat) -> str:
    """What would stop if the seat left now (`STOPS`), or "" where play goes on."""
    if seat in state.joining or state.stage not in (*_ON, Stage.SCORED):
        return ""
    enough = len(state.present) > least_players(state.setup)
    if enough and (state.round is None or state.round.turn != seat):
        return ""  # asked at every fact, of everybody: whose turn it is may end a round by leaving
    after = leave(state, seat).state.stage
    if state.stage is Stage.SCORED:
        return "rest" if after is Stage.RESTING else ""
    if after in (Stage.RESTING, Stage.WAITING):
        return "drop_round"
    return "" if after is Stage.PLAYING else "end_round"


def join(state: State, seat: Seat, most: int) -> Judged[State]:
    """Somebody sits down: on a seat that was left, or on a new one at the end of the order."""
    if seat in (*state.present, *state.joining):
        raise Refused("F-S3", Text("{seat} plays already.", seat=one(seat)))
    full = len(state.present) + len(state.joining) >= most
    if not 0 <= seat <= min(len(state.base), SEATS_MOST - 1) or full:
        raise Refused("F-S3", Text("There is no room: Twisted Fish is for 6 at most."))
    if state.stage is Stage.OVER:
        raise Refused("F-S3", Text("This tournament is over. Play in the next one!"))
    joined = state
    if seat == len(state.base):
        # F-S3 A newcomer starts with as many points as whoever has the fewest.
        fewest = min((total(state, other) for other in state.present), default=0)
        joined = replace(state, base=(*state.base, fewest), gains=(*state.gains, 0))
        if state.cards:
            joined = replace(joined, cards=(*state.cards, None))
    # F-S3 Plays from the next deal on; the round at hand goes on without.
    joined = _woken(replace(joined, joining=(*joined.joining, seat)))
    text = Text("{seat} joins with the next deal.", seat=one(seat))
    return Judged(joined, (Ruling("F-S3", text, (seat,)),))


def hand_over(state: State, seat: Seat) -> Judged[State]:
    """Another person plays on for a seat, with its points and its hand."""
    # F-S4 The rules know seats, not people: nothing else changes.
    return Judged(state, (plays_on("F-S4", seat),))


def _farewell(state: State, seat: Seat) -> Text:
    text = "{seat} leaves; the points stay."
    if _has_cards(state, seat) and len(state.present) > least_players(state.setup):
        text = "{seat} leaves; the points stay. Shuffle {seat}'s cards into the pond."
    return Text(text, seat=one(seat))


def _has_cards(state: State, seat: Seat) -> bool:
    if seat not in state.present:
        return False
    if is_scorecard(state):
        return state.stage is Stage.LEFTOVERS
    return state.stage is Stage.PLAYING and playing(state).counts[seat] > 0


def _woken(state: State) -> State:
    present = tuple(sorted((*state.present, *state.joining)))
    if state.stage is not Stage.RESTING or len(present) < least_players(state.setup):
        return state
    # F-S2 With enough again the game goes on.
    woken = replace(state, stage=Stage.WAITING, present=present, joining=())
    if woken.dealer not in present:
        woken = replace(woken, dealer=next_seat(present, woken.dealer))
    return woken


def _without(state: State, away: State, seat: Seat) -> Judged[State]:
    """The round at play without a seat."""
    now = playing(state)
    judged, what = _gone(state, away, now, seat), now.stoppable
    if what is None or seat == what.target:
        return judged
    if now.step is Step.ASKED and seat == what.user:
        return judged  # who has asked is gone, and nothing is left to stop
    # F-R9h Whom it was used on may stop it all the same: it went before, and so did what was laid.
    kept = int(seat == what.user)  # the Zinger itself goes into no pond
    before = _gone(state, away, laid_since(state, what), seat, kept).state
    after = judged.state
    if Stage.PLAYING is not before.stage or Stage.PLAYING is not after.stage:
        return judged
    assert after.round is not None and before.round is not None
    open_still = replace(what, before=before.round, laid=())
    return Judged(with_round(after, replace(after.round, stoppable=open_still)), judged.rulings)


def _gone(state: State, away: State, now: Round, seat: Seat, kept: int = 0) -> Judged[State]:
    """This round without a seat, of whose cards so many stay out of the pond."""
    poured = _poured(state, now, seat, kept)
    pending = now.pending
    if pending is not None and pending.asker == seat:
        # F-S5 Nobody is there any more to get what was denied.
        poured = replace(poured, pending=None)
    if now.turn == seat:
        # F-S5 In the middle of its own turn: the next one begins.
        return pass_on(away, poured)
    if now.step is Step.ASKED and pending is not None and pending.target == seat:
        # F-S5 Who was just asked is gone: the asker asks somebody else.
        return _round(away, unasked(poured, poured.pending or pending))
    return _round(away, poured)


def _poured(state: State, now: Round, seat: Seat, kept: int = 0) -> Round:
    """A round with a seat's hand in the pond, and so with the rounds that it may go back to."""
    hand, pending = now.counts[seat] - kept, now.pending
    if pending is not None and pending.untold is not None:
        pending = replace(pending, untold=_poured(state, pending.untold, seat))
    if pending is not None:
        before_it = None if _is_of(pending.before, seat) else pending.before
        closing = None if pending.closing == seat else pending.closing
        pending = replace(pending, before=before_it, closing=closing)
    return replace(
        now,
        counts=changed(now.counts, seat, -hand),
        pond=now.pond + hand,
        dry=now.dry or (now.step is Step.FISHING and not (now.pond or now.drawn)),
        known=knowing.poured(now.known, seat),
        lies=tuple(lie for lie in now.lies if lie.seat != seat),
        doubted=tuple(lie for lie in now.doubted if lie.seat != seat),
        stoppable=None,
        pending=pending,
        closing=None if now.closing == seat else now.closing,
        acquired=None if _is_of(now.acquired, seat) else now.acquired,
        still=0 if hand else _still(state, now, seat),
        last_turns=_last_turns(state, now, seat),
    )


def _is_of(got: Acquired | None, seat: Seat) -> bool:
    return got is not None and got.seat == seat


def _still(state: State, now: Round, gone: Seat) -> int:
    """How many in a row were dead in the water, without who leaves with no card."""
    # F-Q24 Nothing has moved.
    before = opponents(state, now.turn)[::-1]
    return now.still - (gone in before[: now.still])


def _last_turns(state: State, now: Round, gone: Seat) -> int:
    """How many of the last turns are left without that seat: its own is over by itself."""
    seats = [now.turn, *opponents(state, now.turn)]
    # F-Q24 Everybody has one last turn, and nobody a second one for who is gone.
    return now.last_turns - (gone in seats[1 : max(1, now.last_turns)])


def _round(state: State, now: Round) -> Judged[State]:
    return Judged(with_round(state, now))
