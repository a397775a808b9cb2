"""Who is at the party: invitations, the deal, leaving, sitting down, handing over.

The box says how a game begins. About who has to go it is silent: P-S1 to P-S6 are our own.
"""

from companion.frozen import replace
from companion.games.common import next_seat, one, plays_on
from companion.games.party_splash.cards import attendee_text, towels_of
from companion.games.party_splash.facts import Came, Dealt
from companion.games.party_splash.state import (
    NOT_YET,
    PLAYERS_LEAST,
    Kid,
    Leaving,
    Now,
    Said,
    Stage,
    State,
    Step,
    changed,
    invitation,
    is_new,
    most_towels,
    over_said,
    pushed,
)
from companion.words import SEATS_MOST, HandedOver, Joined, Left, Refused, Ruling, Seat, Text

BOARDS = 7  # player boards in the box
_TOO_FEW = Text("Fewer than four are here: the game rests until somebody sits down.")


def gathered(state: State) -> Now:
    """New invitations: a game that is on is dropped. Raises Refused (P-S6)."""
    said: Said = ()
    if state.end is not None:
        # P-S6 A game that is won is not dealt again.
        raise Refused("P-S6", over_said(state.end))
    text = Text("New invitations for everybody.")
    said = (*said, Ruling("P-S6", text))
    kids = tuple(Kid(extra=_fresh(kid).extra) for kid in state.kids)
    # P-S6 Nobody is anybody any more, and no game is on.
    return _waiting(replace(state, kids=kids), said)


def came(state: State, fact: Came) -> Now:
    """A seat shows who it comes as. Raises Refused."""
    said: Said = ()
    if fact.seat not in state.present:
        raise Refused("P-C3", Text("Seat {n} is not at this table.", n=fact.seat + 1))
    if state.stage is Stage.OVER or not is_new(state, fact.seat):
        # P-S6 Who plays is somebody already.
        raise Refused("P-S6", Text("Invitations are shown before the deal."))
    # P-R16 Every attendee is there once.
    for seat in state.present:
        if invitation(state, seat) == fact.attendee and seat != fact.seat:
            text = Text(
                "{seat} comes as {kid} already.", seat=one(seat), kid=attendee_text(fact.attendee)
            )
            raise Refused("P-R16", text)
    text = Text(
        "{seat} comes as {kid}: {n} towels.",
        seat=one(fact.seat),
        kid=attendee_text(fact.attendee),
        n=towels_of(fact.attendee),
    )
    # P-R16 Who somebody is decides the towels and the power.
    return _invited(state, fact.seat, fact.attendee), (*said, Ruling("P-R16", text, (fact.seat,)))


def dealt(state: State, fact: Dealt) -> Now:
    """Balloons and cards are dealt, and the Birthday kid begins. Raises Refused."""
    said: Said = ()
    if state.end is not None:
        # P-S6 Nor is it with the same invitations.
        raise Refused("P-S6", over_said(state.end))
    # P-S2 Fewer than four cannot play.
    if len(state.present) < PLAYERS_LEAST:
        raise Refused("P-S2", _TOO_FEW)
    if fact.birthday not in state.present:
        raise Refused("P-C3", Text("Seat {n} is not at this table.", n=fact.birthday + 1))
    for seat in state.present:
        # P-R16 Everybody comes as somebody.
        if invitation(state, seat) == NOT_YET:
            raise Refused("P-R16", Text("First: which guest is {seat}?", seat=one(seat)))
    if state.stage is Stage.PLAYING:
        text = Text("New deal: the game before it was not played to its end.")
        said = (*said, Ruling("P-S6", text))
    return _begun(state, fact.birthday, said)


def left(state: State, fact: Left) -> Now:
    """A seat leaves. Raises Refused."""
    said: Said = ()
    seat = fact.seat
    if state.stage is Stage.OVER:
        raise Refused("P-S1", Text("The game is over; everybody may go."))
    if seat not in state.present:
        raise Refused("P-C3", Text("Seat {n} is not at this table.", n=seat + 1))
    # P-S1 First what is asked is answered: somebody may do that for whoever is in a hurry.
    if state.stack:
        raise Refused("P-S1", Text("First the open question has to be answered."))
    said = (*said, Ruling("P-S1", Text("{seat} leaves.", seat=one(seat)), (seat,)))
    # P-S1 Whoever leaves is not at the table any more.
    state = replace(state, present=tuple(s for s in state.present if s != seat))
    state = _new_dealer(state, seat)
    if state.stage is not Stage.PLAYING:
        return _waiting(state, said)
    if seat == state.birthday:
        text = Text("Without the Birthday kid the game is dropped.")
        # P-S2 A party without its Birthday kid is none.
        return _waiting(state, (*said, Ruling("P-S2", text)))
    # P-S1 In the middle of a game the balloon has to be shown.
    return pushed(state, Leaving(seat)) if seat in state.ring else state, said


def stops(state: State, seat: Seat) -> str:
    """What would stop if the seat left now (`STOPS`), or "" where play goes on."""
    return "drop_game" if state.stage is Stage.PLAYING and seat == state.birthday else ""


def joined(state: State, fact: Joined) -> Now:
    """Somebody sits down, for the next deal. Raises Refused (P-S3)."""
    said: Said = ()
    seat = fact.seat
    if state.stage is Stage.OVER:
        raise Refused("P-S3", Text("This game is over. Play in the next one!"))
    if seat in state.present:
        raise Refused("P-S3", Text("{seat} is here already.", seat=one(seat)))
    # P-R1 No more than eight.
    if not 0 <= seat < SEATS_MOST or seat > len(state.kids):
        raise Refused("P-R1", Text("This table has no place more."))
    # P-S3 An old seat, or the next new one.
    state = replace(state, present=tuple(sorted((*state.present, seat))))
    if seat == len(state.kids):
        state = replace(state, kids=(*state.kids, Kid()))
    else:
        # P-S3 With a new invitation, for the one that lies there was the leaver's.
        state = _invited(state, seat, NOT_YET)
    # P-S3 In the middle of a game: from the next deal on.
    now = state.stage is not Stage.PLAYING
    words = "{seat} sits down." if now else "{seat} plays when the cards are dealt again."
    said = (*said, Ruling("P-S3", Text(words, seat=one(seat)), (seat,)))
    return _waiting(state, said) if now else (state, said)


def handed_over(state: State, fact: HandedOver) -> Now:
    """Another person plays on for a seat: balloon, cards and all. Raises Refused."""
    said: Said = ()
    if fact.seat not in state.present:
        raise Refused("P-C3", Text("Seat {n} is not at this table.", n=fact.seat + 1))
    # P-S4 The rules know seats, not people: nothing else changes.
    return state, (*said, plays_on("P-S4", fact.seat))


def joining(state: State) -> tuple[Seat, ...]:
    """Who waits for the next deal."""
    # P-S3 Whoever came after the deal.
    late = (seat for seat in state.present if is_new(state, seat))
    return tuple(late) if state.stage in (Stage.PLAYING, Stage.OVER) else ()


def _waiting(state: State, said: Said) -> Now:
    """No game is on: the table waits for a deal, or for somebody to sit down."""
    clear = replace(state, stage=Stage.WAITING, players=(), ring=(), stack=())
    # P-S3 Whoever comes back to a seat that was left shows a new invitation.
    kids = tuple(_fresh(kid) if s in state.present else Kid() for s, kid in enumerate(state.kids))
    clear = replace(clear, kids=kids, pile=0, thrown=0)
    if len(state.present) < PLAYERS_LEAST:
        # P-S2 With fewer than four the game rests.
        clear = replace(clear, stage=Stage.RESTING)
        if state.stage is not Stage.RESTING:
            said = (*said, Ruling("P-S2", _TOO_FEW))
    return clear, said


def _fresh(kid: Kid) -> Kid:
    return Kid(kid.attendee, extra=kid.extra) if kid.new is None else Kid(kid.new)


def _invited(state: State, seat: Seat, attendee: int) -> State:
    kid = state.kids[seat]
    if seat in state.players:
        return changed(state, seat, replace(kid, new=attendee))
    return changed(state, seat, replace(kid, attendee=attendee))


def _begun(state: State, birthday: Seat, said: Said) -> Now:
    """Everybody has towels and cards."""
    ring = state.present
    state, _ = _waiting(state, ())
    state = replace(state, stage=Stage.PLAYING, birthday=birthday, players=ring, ring=ring)
    for seat in ring:
        most = most_towels(state, seat)
        # P-R2 Towels as printed, and as many cards.
        state = changed(state, seat, replace(state.kids[seat], towels=most, hand=most))
    pile = state.deck.size - sum(kid.hand for kid in state.kids)
    # P-R3 The Birthday kid starts.
    state = replace(state, turn=birthday, step=Step.BALLOON, splashed=False, pile=pile)
    state = replace(state, number=state.number + 1, round=1)
    template = "{seat} is the Birthday kid, takes one towel and one card more, and begins."
    text = Text(template, seat=one(birthday))
    said = (*said, Ruling("P-R2", text, (birthday,), "start"))
    if len(ring) > BOARDS:
        text = Text("There are 7 player boards: one of you plays without, and that's fine.")
        # P-Q30 A slip of the parts list: no rule depends on it.
        said = (*said, Ruling("P-Q30", text))
    return state, said


def _new_dealer(state: State, gone: Seat) -> State:
    if gone != state.dealer or not state.present:
        return state
    return replace(state, dealer=next_seat(state.present, gone))
