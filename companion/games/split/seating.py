"""Who sits at the table of SPLIT: leaving, sitting down again and handing a seat over.

The box is silent about these; the rulings are the project's own (H-S1 to H-S5).
"""

from companion.frozen import replace
from companion.games.common import next_seat, one, plays_on
from companion.games.split.cards import HAND
from companion.games.split.chips import go_on
from companion.games.split.state import (
    ONE_SIDE,
    Stage,
    State,
    chips_are_out,
    is_light,
    members,
    player,
    rotation,
    side_of,
    side_text,
    sides_in_play,
    team,
)
from companion.games.split.turns import Said, draw, dropped, last_chip_wins
from companion.words import Judged, Refused, Ruling, Seat, Seats, Text


def leave(state: State, seat: Seat) -> Judged[State]:
    """A seat leaves; its partner plays on for both, or its side is out. Raises Refused."""
    if state.stage is Stage.OVER:
        raise Refused("H-S1", Text("The game is over; everybody may go."))
    if seat not in state.present:
        raise Refused("H-C1", Text("Seat {n} does not play now.", n=seat + 1))
    away = replace(state, present=tuple(s for s in state.present if s != seat))
    partners = team(away, side_of(state, seat))
    if partners:
        # H-S1 The hand stays, and the partner plays it in its turn.
        text = Text(
            "{seat} leaves; {partner} plays on for both.", seat=one(seat), partner=one(partners[0])
        )
        return Judged(away, (Ruling("H-S1", text, (seat,)),))
    return _side_leaves(state, away, seat)


def stops(state: State, seat: Seat) -> str:
    """What would stop if the seat left now (`STOPS`), or "" where play goes on."""
    if state.stage is not Stage.PLAYING:
        return ""
    if len(team(state, side_of(state, seat))) > 1:
        return ""  # a partner plays on
    after = leave(state, seat).state.stage
    return {Stage.RESTING: "rest", Stage.OVER: "end_game"}.get(after, "")


def join(state: State, seat: Seat) -> Judged[State]:
    """Somebody sits down on a seat that was left. Raises Refused (H-S3)."""
    if state.stage is Stage.OVER:
        raise Refused("H-S3", Text("This game is over. Play in the next one!"))
    if seat in state.present:
        raise Refused("H-S3", Text("{seat} plays already.", seat=one(seat)))
    # H-S3 The number of sides is fixed: no new seat in mid-game.
    if not 0 <= seat < state.setup.seats:
        raise Refused("H-S3", Text("No place is free in this game. Play in the next one!"))
    side = side_of(state, seat)
    was_out = not team(state, side)
    # H-S3 On a seat that was left, with what belongs to it.
    joined = replace(state, present=tuple(sorted((*state.present, seat))))
    if joined.dealer not in rotation(joined):
        # H-S1 Whoever dealt went when nobody was there to deal: the deal goes on now.
        joined = replace(joined, dealer=next_seat(rotation(joined), joined.dealer))
    text = Text("{seat} sits down.", seat=one(seat))
    if was_out and state.number:
        both = members(state, side)
        template = "{seat} sits down, and draws a new hand."
        if len(both) > 1:
            template = "{seat} sits down, and draws new hands for {both}."
        text = Text(template, seat=one(seat), both=Seats(both))
    said: Said = (Ruling("H-S3", text, (seat,)),)
    if was_out and state.number and not is_light(state):
        joined, said = _new_hands(joined, side, said)
    if joined.stage is Stage.RESTING and len(sides_in_play(joined)) > 1:
        return _woken(joined, said)
    return Judged(joined, said)


def hand_over(state: State, seat: Seat) -> Judged[State]:
    """Another person plays on for a seat, with its hand and its chips."""
    player(state, seat)
    # H-S4 The rules know seats, not people: nothing else changes.
    return Judged(state, (plays_on("H-S4", seat),))


def _side_leaves(state: State, away: State, seat: Seat) -> Judged[State]:
    """Nobody is there for a side any more: its chips stay, its hands are thrown away."""
    side = side_of(state, seat)
    template = "{seat} leaves; the {side} chips stay where they are."
    if state.number:
        # H-S1 A hand that nobody plays any more lies on the discard pile.
        template = f"{template} The {{side}} cards go on the discard pile."
    text = Text(template, seat=one(seat), side=side_text(side))
    said: Said = (Ruling("H-S1", text, (seat,)),)
    others = rotation(away)
    if away.dealer not in others and others:
        # H-S1 The deal goes on to whoever is there.
        away = replace(away, dealer=next_seat(others, away.dealer))
    away = replace(away, drew=None)
    if away.hands:
        away = _thrown_away(away, side)
    few = len(sides_in_play(away)) < 2
    if state.stage is Stage.PLAYING and not few and chips_are_out(away):
        # H-Q11 Those who are left have placed all theirs.
        return last_chip_wins(away, "H-R13", said)
    if few and state.stage is not Stage.RESTING:
        # H-S2 One side alone cannot play: the game rests.
        away = replace(away, stage=Stage.RESTING)
        said = (*said, Ruling("H-S2", ONE_SIDE))
    if state.number and side_of(state, away.turn) == side:
        # H-S5 In the middle of its turn: what was not done is dropped, and the next one plays.
        return dropped(away, said)
    return Judged(away, said)


def _woken(state: State, said: Said) -> Judged[State]:
    """The game goes on after a rest."""
    if not state.number:
        return Judged(replace(state, stage=Stage.WAITING), said)
    # H-S2 With two sides the game goes on where it was.
    state = replace(state, stage=Stage.PLAYING)
    if chips_are_out(state):
        # H-Q11 The two that are here have placed all theirs.
        return last_chip_wins(state, "H-R13", said)
    if state.turn not in rotation(state):
        # H-S5 Whose turn it was is still away.
        return dropped(state, said)
    return go_on(state, said)


def _thrown_away(state: State, side: int) -> State:
    """The hands of a side lie on the discard pile."""
    gone = members(state, side)
    cards, seen = sum(state.hands[s] for s in gone), sum(state.shown[s] for s in gone)
    hands = tuple(0 if s in gone else n for s, n in enumerate(state.hands))
    # H-S1 Cards go on the discard pile.
    return replace(
        state,
        hands=hands,
        thrown=state.thrown + cards,
        discarded=state.discarded + seen,
        shown=tuple(0 if s in gone else bag for s, bag in enumerate(state.shown)),
    )


def _new_hands(state: State, side: int, said: Said) -> tuple[State, Said]:
    for seat in members(state, side):
        # H-S3 Whose side was out draws a new hand.
        state, said = draw(state, seat, HAND, said)
    return state, said
