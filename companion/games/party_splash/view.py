"""What the screens may show of a squirt-gun party, as JSON with sentences left as Texts.

All that lies open at the table; never a balloon that was not shown, nor a card in a hand.
"""

from typing import Final

from companion.frozen import dataclass
from companion.games.common import stage_of
from companion.games.party_splash.asks import claw_targets, splash_targets
from companion.games.party_splash.cards import ICONS, ROLES, Card
from companion.games.party_splash.plays import is_unlimited
from companion.games.party_splash.ring import distance, gun_range
from companion.games.party_splash.seating import joining
from companion.games.party_splash.soaking import known_role, winners
from companion.games.party_splash.state import (
    NOT_YET,
    Area,
    Ball,
    Bucket,
    Dying,
    Frame,
    Leaving,
    Pick,
    Shot,
    Side,
    Stage,
    State,
    invitation,
    is_new,
    most_towels,
    roles_of,
    still_in,
    uninvited,
    unshown,
)
from companion.games.placing import PlacedView, Standing, placing
from companion.games.view import CommonView
from companion.words import Seat, Text

_TEAMS: Final = {
    Side.PARTY: Text("The Birthday kid's party"),
    Side.CLASSMATES: Text("The Classmates"),
}


@dataclass(frozen=True, slots=True)
class KidView:
    """One seat of the circle."""

    seat: Seat
    attendee: int | None
    towels: int
    most: int  # towels at the start
    hand: int  # how many cards
    play: tuple[int, ...]  # the cards before it
    range: int  # how far the squirt gun reaches
    soaked: bool
    left: bool  # gone from the table
    role: int | None  # a balloon that was shown
    away: int | None  # how far away whose turn it is sees this seat


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What has to be answered, the newest of it."""

    kind: str  # "shot", "bucket", "ball", "pick", "dying", "leaving"
    asked: Seat
    by: Seat | None  # whose card it is
    card: int | None
    other: Seat | None  # whose card is picked, or where the ball comes from
    need: int  # Misses that are still needed
    flips: tuple[str, ...]  # that may still be made
    short: int  # towels that are missing


@dataclass(frozen=True, slots=True)
class ReachView:
    """What whose turn it is can do to others."""

    splash: tuple[Seat, ...]
    claw: tuple[Seat, ...]
    unlimited: bool  # any number of Splash cards
    left: bool  # a Splash is left


@dataclass(frozen=True, slots=True)
class BalloonView:
    """How many balloons of one kind there are, and how many of them were shown."""

    role: int
    name: Text
    all: int
    shown: int


@dataclass(frozen=True, slots=True)
class View(CommonView):
    """A squirt-gun party on a screen."""

    phase: str
    stage: str  # as every screen knows it: "between", "live", "resting" or "over"
    told: int  # facts that counted so far
    round: int
    dealer: Seat
    present: tuple[Seat, ...]
    joining: tuple[Seat, ...]
    birthday: Seat | None
    turn: Seat | None
    circle: dict[str, KidView]  # by seat: all who were dealt in, or sit there before the deal
    question: QuestionView | None
    still_to_come: tuple[Seat, ...]  # whom a Hose or Water Bucket has not reached yet
    falling: tuple[Seat, ...]  # who will be soaked together
    reach: ReachView | None
    pile: int
    thrown: int
    balloons: tuple[BalloonView, ...]
    names: tuple[Text, ...]  # by card: what it is called
    icons: dict[str, int]  # how many cards of the deck show each
    sample: bool  # the deck is not the family's own
    news: bool
    pending: bool
    over: bool
    side: str | None  # who has won: "party", "classmates", "sibling"
    team: Text | None  # the same in words, where it is more than one kid
    reason: Text | None
    winners: tuple[Seat, ...]  # as far as balloons are known
    winner: Seat | None
    placing: tuple[PlacedView, ...]  # of those whose balloons are known, once it is over


def view(state: State, seat: Seat | None = None) -> View:
    """The party for a seat's phone, or for the wall; everybody sees the same."""
    on = state.stage is Stage.PLAYING
    won, end = winners(state), state.end
    areas = [frame for frame in state.stack if isinstance(frame, Area)]
    asked = _question(state, state.stack[-1]) if state.stack else None
    # P-C1 All but the hands, the pile and unshown balloons lies open.
    return View(
        phase=_phase(state),
        stage=stage_of(state.stage.value),
        told=state.told,
        round=state.round,
        dealer=state.dealer,
        present=state.present,
        joining=joining(state),
        birthday=state.birthday if state.players else None,
        turn=state.turn if on else None,
        circle={str(seat): _kid(state, seat) for seat in _circle(state)},
        question=asked,
        still_to_come=tuple(seat for area in areas for seat in area.left),
        falling=tuple(seat for area in areas for seat, _ in area.fallen),
        reach=_reach(state) if on and state.turn in state.ring else None,
        pile=state.pile,
        thrown=state.thrown,
        balloons=_balloons(state),
        names=state.deck.texts,
        icons={ICONS[n]: cards for n, cards in enumerate(state.deck.icons)},
        sample=state.deck.sample,
        news=not (state.stack or _deals(state)),
        # Towels are certain as soon as they are told; only who falls together waits for the rest.
        pending=any(area.fallen for area in areas),
        over=state.stage is Stage.OVER,
        side=end.side.value if end else None,
        team=_TEAMS.get(end.side) if end else None,
        reason=end.reason if end else None,
        winners=won,
        winner=won[0] if won else None,
        placing=placing(_standings(state)),
    )


def _deals(state: State) -> bool:
    """Whether everybody is somebody, and what is to be dealt is what everybody waits to read."""
    return state.stage is Stage.WAITING and not uninvited(state)


def _standings(state: State) -> tuple[Standing, ...]:
    """Who has won and who has not, as far as balloons are known."""
    won = winners(state)
    if state.end is None or not won:
        return ()
    # The Sibling who is left wins alone, whatever the balloons of the others say.
    known = state.end.side is Side.SIBLING
    others = (s for s in state.players if s not in won and not is_new(state, s))
    lost = tuple(s for s in others if known or known_role(state, s) is not None)
    return Standing(won, (1,)), Standing(lost, (0,))


def _phase(state: State) -> str:
    on = state.stage is Stage.PLAYING
    calm: str = state.step.value if on else state.stage.value
    return _kind(state.stack[-1]) if state.stack else calm


def _kind(frame: Frame) -> str:
    return type(frame).__name__.lower()


def _circle(state: State) -> tuple[Seat, ...]:
    dealt = tuple(seat for seat in state.players if not is_new(state, seat))
    return dealt if state.players else state.present


def _kid(state: State, seat: Seat) -> KidView:
    kid, dealt = state.kids[seat], bool(state.players)
    comes = invitation(state, seat)
    inside = seat in still_in(state)
    sees = inside and state.turn in state.ring and state.stage is Stage.PLAYING
    return KidView(
        seat=seat,
        attendee=None if comes == NOT_YET else comes,
        towels=max(0, kid.towels),
        most=most_towels(state, seat) if dealt else 0,
        hand=kid.hand,
        play=tuple(int(card) for card in kid.play),
        range=gun_range(state, seat),
        soaked=dealt and seat not in state.ring,
        left=seat not in state.present,
        role=_role(state, seat) if dealt else None,
        away=distance(state, state.turn, seat) if sees else None,
    )


def _role(state: State, seat: Seat) -> int | None:
    """What everybody has seen of a balloon; after the game what follows from that, too."""
    if state.stage is Stage.OVER or seat == state.birthday:
        return known_role(state, seat)
    # P-C4 No balloon is told that was not shown: none is stored.
    return state.kids[seat].role


def _question(state: State, top: Frame) -> QuestionView:
    match top:
        case Shot():
            flips = tuple(what.value for what in top.flips)
            return _asked(top, by=top.by, card=top.card, need=top.need - top.got, flips=flips)
        case Bucket():
            return _asked(top, by=top.by, card=Card.BUCKET)
        case Ball():
            return _asked(top, by=state.turn, card=Card.BALL, other=top.other)
        case Pick():
            return _asked(top, by=top.target, card=top.card, other=top.other)
        case Dying():
            return _asked(top, by=top.by, short=1 - state.kids[top.target].towels)
        case Leaving():
            return _asked(top)
    raise AssertionError("an area always goes on to its next seat")


def _asked(
    top: Shot | Bucket | Ball | Pick | Dying | Leaving,
    by: Seat | None = None,
    card: int | None = None,
    other: Seat | None = None,
    need: int = 0,
    flips: tuple[str, ...] = (),
    short: int = 0,
) -> QuestionView:
    return QuestionView(
        kind=_kind(top),
        asked=top.target,
        by=by,
        card=None if card is None else int(card),
        other=other,
        need=need,
        flips=flips,
        short=short,
    )


def _reach(state: State) -> ReachView:
    unlimited = is_unlimited(state, state.turn)
    return ReachView(
        splash=splash_targets(state),
        claw=claw_targets(state),
        unlimited=unlimited,
        left=unlimited or not state.splashed,
    )


def _balloons(state: State) -> tuple[BalloonView, ...]:
    if not state.players:
        return ()
    every, hidden = roles_of(len(state.players)), unshown(state)
    return tuple(
        BalloonView(
            role=n, name=Text(name), all=every.count(n), shown=every.count(n) - hidden.count(n)
        )
        for n, name in enumerate(ROLES)
        if n in every
    )
