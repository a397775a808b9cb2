"""What may be told at any time at a squirt-gun party, and need not: powers, pens, comings, goings.

Only offers: the answers are facts, and judge.py rules on them.
"""

from functools import lru_cache, partial

from companion.frozen import replace
from companion.games.common import CACHE_SIZE, NOBODY, correction, offer, one, one_of, seatings
from companion.games.party_splash.cards import ATTENDEES, Attendee, Card, attendee_text, role_text
from companion.games.party_splash.facts import (
    Came,
    Dealt,
    Fixed,
    Gathered,
    Handful,
    Shown,
    Snacked,
    Traded,
)
from companion.games.party_splash.pens import room_for
from companion.games.party_splash.seating import joining, stops
from companion.games.party_splash.soaking import TRADE, known_role
from companion.games.party_splash.state import (
    NOT_YET,
    PLAYERS_LEAST,
    Dying,
    Pick,
    Stage,
    State,
    card_text,
    comes_as,
    invitation,
    most_towels,
    roles_for,
    still_in,
    uninvited,
)
from companion.words import SEATS_MOST, Ask, Choice, Seat, Slot, Text

_TOWELS = (1, -1, 2, -2, 3, -3)
_HANDS = tuple(range(13))
_IN_PLAY = tuple(int(card) for card in Card if card >= Card.TIME_OUT)


def offers(state: State) -> tuple[Ask, ...]:
    """All that may be told now, and need not."""
    # P-S7 The people have the last word on towels, always.
    pens = _towel_pen(state)
    match state.stage:
        case Stage.OVER:
            return (*_balloons(state), *pens)
        case Stage.PLAYING:
            mending = (*pens, *_cards(state), _again(state))
            cards = (*_useless(state), *_kimmy(state))
            return (*cards, *_invitations(state), *mending, *_seats(state))
        case _:
            return (*pens, *_invitations(state), *_seats(state))


def _towel_pen(state: State) -> tuple[Ask, ...]:
    rooms = {Seat(n): room_for(state, Seat(n)) for n in range(len(state.kids))}
    seats = tuple(seat for seat, (least, most) in rooms.items() if least < 0 or most > 0)
    least = min(room[0] for room in rooms.values())
    most = max(room[1] for room in rooms.values())
    return (_pen(seats, tuple(n for n in _TOWELS if least <= n <= most)),) if seats else ()


@lru_cache(CACHE_SIZE)
def _pen(seats: tuple[Seat, ...], towels: tuple[int, ...]) -> Ask:
    pen = correction(SEATS_MOST, "towel", towels)
    (choice,) = pen.choices
    whose, many = choice.slots
    slots = (replace(whose, options=seats), many)
    return replace(pen, choices=(replace(choice, slots=slots),))


def tellers(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who may tell it: whom it is about, or everybody where the house allows that."""
    # P-S10 House option: everybody may tell for everybody.
    return state.present if state.setup.everybody_tells else seats


def _kimmy(state: State) -> tuple[Ask, ...]:
    for seat in still_in(state):
        kid = state.kids[seat]
        wants = kid.hand >= TRADE and 0 < kid.towels < most_towels(state, seat)
        if comes_as(state, seat, Attendee.KIMMY) and wants:
            # P-R16l At any time, whosever turn it is.
            return (_trade(seat, tellers(state, (seat,))),)
    return ()


def _useless(state: State) -> tuple[Ask, ...]:
    """Chips at the last towel with two players left."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Dying) or not state.kids[top.target].hand or len(state.ring) > 2:
        return ()
    # P-Q24 They do nothing then, so nobody is asked; but they may be eaten.
    eats = Choice("chips", card_text(state, Card.CHIPS), Snacked(top.target))
    return (offer(Text("Chips, for nothing?"), tellers(state, (top.target,)), eats, "chips"),)


@lru_cache(CACHE_SIZE)
def _trade(seat: Seat, who: tuple[Seat, ...]) -> Ask:
    trade = Choice("trade", Text("Two cards for a towel"), Traded(seat))
    return offer(Text("{seat} is Kimmy:", seat=one(seat)), who, trade, "trade")


def _balloons(state: State) -> tuple[Ask, ...]:
    """Balloons that nobody has shown, after the game."""
    hidden = (seat for seat in state.players if known_role(state, seat) is None)
    # P-S9 So that all winners are known.
    return tuple(_balloon(seat, roles_for(state, seat), tellers(state, (seat,))) for seat in hidden)


@lru_cache(CACHE_SIZE)
def _balloon(seat: Seat, roles: tuple[int, ...], who: tuple[Seat, ...]) -> Ask:
    slot = Slot("role", roles, of="role", labels=tuple(map(role_text, roles)))
    was = Choice("balloon", Text("It says"), Shown(seat, roles[0]), (slot,))
    return offer(Text("What does {seat}'s balloon say?", seat=one(seat)), who, was, "balloon")


def _invitations(state: State) -> tuple[Ask, ...]:
    """Attendees that change before the deal, and those of whoever waits for the next one."""
    late = joining(state) if state.stage is Stage.PLAYING else state.present
    free = _free(state)
    if state.stage is Stage.WAITING:
        late = tuple(seat for seat in late if invitation(state, seat) != NOT_YET)
    return (_swap(late, free),) if late else ()


def _free(state: State) -> tuple[int, ...]:
    taken = {invitation(state, seat) for seat in state.present}
    return tuple(n for n in range(len(ATTENDEES)) if n not in taken)


@lru_cache(CACHE_SIZE)
def _swap(seats: tuple[Seat, ...], free: tuple[int, ...]) -> Ask:
    who = Slot("attendee", free, of="attendee", labels=tuple(map(attendee_text, free)))
    comes = Choice("comes", Text("Comes as"), Came(NOBODY, 0), (one_of("seat", seats), who))
    return offer(Text("Another invitation?"), (), comes, "swap")


def _cards(state: State) -> tuple[Ask, ...]:
    """The table's pens on hands and cards in play."""
    choices: tuple[Choice, ...] = ()
    if not (state.stack and isinstance(state.stack[-1], Pick)):
        # P-S8 A hand that was miscounted.
        choices = (_hand_pen(still_in(state), _other_hands(state)),)
    if not state.stack:
        # P-S8 Or cards in play.
        choices = (*choices, _play_pen(state.ring))
    text = Text("The cards are wrong?")
    return (Ask(text, (), choices, must=False, topic="cards"),) if choices else ()


def _other_hands(state: State) -> tuple[int, ...]:
    """Hands that somebody may hold and the companion did not count."""
    counted = [state.kids[seat].hand for seat in still_in(state)]
    # P-S8 No card comes from nowhere.
    most = max(counted) + state.pile + state.thrown
    return tuple(n for n in _HANDS if n <= most and any(n != hand for hand in counted))


@lru_cache(CACHE_SIZE)
def _hand_pen(seats: tuple[Seat, ...], hands: tuple[int, ...]) -> Choice:
    slots = (one_of("seat", seats), Slot("cards", hands, of="number"))
    return Choice("hand", Text("Cards in hand"), Handful(NOBODY, 0), slots)


@lru_cache(CACHE_SIZE)
def _play_pen(seats: tuple[Seat, ...]) -> Choice:
    cards = Slot("cards", _IN_PLAY, of="card", least=0, most=len(_IN_PLAY), many=True)
    return Choice(
        "play", Text("In play, all of them"), Fixed(NOBODY, ()), (one_of("seat", seats), cards)
    )


def _again(state: State) -> Ask:
    enough = len(state.present) >= PLAYERS_LEAST
    return _new_game(state.present if enough and not uninvited(state) else ())


@lru_cache(CACHE_SIZE)
def _new_game(present: tuple[Seat, ...]) -> Ask:
    drops = "Yes: drop this game"
    gather = Choice("gather", Text("New invitations"), Gathered(), sure=drops)
    choices: tuple[Choice, ...] = (gather,)
    if present:
        whose = (Slot("birthday", present),)
        deal = Choice("redeal", Text("Deal again"), Dealt(NOBODY), whose, sure=drops)
        choices = (deal, *choices)
    return Ask(Text("Start this game again?"), (), choices, must=False, topic="redeal")


def _seats(state: State) -> tuple[Ask, ...]:
    ever = len(state.kids)
    # P-S1 Leaving waits for an answer.
    may_leave = not state.stack
    here = state.present
    return seatings(here, here, ever, SEATS_MOST, may_leave, partial(stops, state))
