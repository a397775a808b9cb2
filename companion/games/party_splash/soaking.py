"""Towels lost and kids soaked: what comes of it, in its order, and whether the game is over.

A soaked kid's balloon is told here for the first time; no other one is ever known.
"""

from typing import Final

from companion.frozen import replace
from companion.games.common import one
from companion.games.party_splash.cards import Attendee, Role, role_text
from companion.games.party_splash.facts import Shown, Snacked, Soaked, Traded
from companion.games.party_splash.piles import draw, emptied, give, handed, refill, spend
from companion.games.party_splash.state import (
    Area,
    Dying,
    End,
    Leaving,
    Now,
    Said,
    Side,
    Stage,
    State,
    answering,
    changed,
    comes_as,
    holds,
    is_new,
    most_towels,
    player,
    popped,
    pushed,
    roles_for,
    swapped,
    unshown,
)
from companion.words import Refused, Ruling, Seat, Seats, Text

Fallen = tuple[tuple[Seat, int], ...]
# Who is out, and with cards that go on the discards.
_LEFT: Final = (
    "{seat} is out: {role}.",
    "{seat} is out: {role}. All cards go on the discards.",
)
_SOAKED: Final = (
    "{seat} is soaked: {role}!",
    "{seat} is soaked: {role}! All cards go on the discards.",
)
TRADE = 2  # cards that Kimmy gives for a towel
REWARD = 3


# --- towels -----------------------------------------------------------------------------------


def hurt(state: State, seat: Seat, lost: int, by: Seat | None, said: Said) -> Now:
    """A seat loses towels to somebody's card, or to nobody's."""
    kid = state.kids[seat]
    left = kid.towels - lost
    # P-R6 A hit costs a towel.
    state = changed(state, seat, replace(kid, towels=left))
    if left < 1:
        text = Text("{seat} loses the last towel!", seat=one(seat))
        said = (*said, Ruling("P-R12", text, (seat,), "last_towel"))
        return _last_towel(state, Dying(seat, by, lost), said)
    template = "{seat} loses {lost} towels: {n} left."
    if lost == 1:
        template = "{seat} loses a towel: {n} left."
    text = Text(template, seat=one(seat), n=left, lost=lost)
    said = (*said, Ruling("P-R6", text, (seat,), "hit"))
    return _drawn_for(state, seat, lost, by, said)


def gain(state: State, seat: Seat) -> State:
    """The state with a towel more for a seat, if it has not all of them."""
    kid = state.kids[seat]
    # P-R8 Never more than the kid started with.
    towels = min(kid.towels + 1, most_towels(state, seat))
    return changed(state, seat, replace(kid, towels=towels))


def snacked(state: State, fact: Snacked) -> Now:
    """Chips against a hit that takes the last towel. Raises Refused."""
    said: Said = ()
    top = state.stack[-1] if state.stack else None
    player(state, fact.seat)
    # P-R8 Out of turn Chips help against such a hit alone.
    if not isinstance(top, Dying) or top.target != fact.seat:
        text = Text("Out of turn Chips only help when the last towel is gone.")
        raise Refused("P-R8", text)
    state, said = spend(holds(state, fact.seat, 1), fact.seat, 1, said)
    return eaten(state, fact.seat, said)


def eaten(state: State, seat: Seat, said: Said) -> Now:
    """Chips do what they do, in turn or out of it."""
    # P-R8 With two players left they do nothing.
    # P-Q24 But they may be eaten.
    # P-Q25 As many as are left at this moment, also in the middle of a Hose.
    if len(state.ring) == 2:
        text = Text("{seat} eats Chips. With two players left they do nothing.", seat=one(seat))
        return state, (*said, Ruling("P-Q24", text, (seat,), "chips"))
    # P-Q24 With all towels neither.
    if state.kids[seat].towels >= most_towels(state, seat):
        text = Text("{seat} eats Chips, and has all towels already.", seat=one(seat))
        return state, (*said, Ruling("P-Q24", text, (seat,), "chips"))
    # P-R8 One towel more.
    state = gain(state, seat)
    text = Text("{seat} eats Chips: a towel more.", seat=one(seat))
    return state, (*said, Ruling("P-R8", text, (seat,), "chips"))


def traded(state: State, fact: Traded) -> Now:
    """Two of Kimmy's cards for a towel, at any time. Raises Refused."""
    said: Said = ()
    seat = player(state, fact.seat)
    if not comes_as(state, seat, Attendee.KIMMY):
        raise Refused("P-R16l", Text("Only Kimmy gives cards for a towel."))
    # P-R16l Up to her maximum.
    if state.kids[seat].towels >= most_towels(state, seat):
        raise Refused("P-R16l", Text("{seat} has all towels already.", seat=one(seat)))
    state, said = spend(holds(state, seat, TRADE), seat, TRADE, said)
    # P-R16l Two cards, one towel, whosever turn it is.
    # P-Q23 At the last towel too, and with two players left.
    state = gain(state, seat)
    text = Text("{seat} gives two cards for a towel.", seat=one(seat))
    return state, (*said, Ruling("P-R16l", text, (seat,), "chips"))


def saved(state: State, top: Dying, said: Said) -> Now:
    """The kid has a towel again: it is in."""
    text = Text("{seat} is still in.", seat=one(top.target))
    said = (*said, Ruling("P-R8", text, (top.target,), "saved"))
    state = popped(state)
    if top.drawn:
        return state, said
    # P-Q22 Cards for lost towels come now: one for each.
    return _drawn_for(state, top.target, top.lost, top.by, said)


def _last_towel(state: State, dying: Dying, said: Said) -> Now:
    if state.setup.draw_at_last_towel:
        # P-Q22 House option: cards come before Chips are asked for.
        state, said = _drawn_for(state, dying.target, dying.lost, dying.by, said)
        dying = replace(dying, drawn=True)
    return pushed(state, dying), said


def _drawn_for(state: State, seat: Seat, lost: int, by: Seat | None, said: Said) -> Now:
    """What an attendee draws for towels that it lost."""
    if comes_as(state, seat, Attendee.SEN) and lost:
        # P-R16a Sen: a card for each towel.
        state, said = draw(state, seat, lost, said)
        text = Text("{seat} draws a card for each towel.", seat=one(seat))
        return state, (*said, Ruling("P-R16a", text, (seat,)))
    if not comes_as(state, seat, Attendee.BRUDDER) or by is None:
        return state, said
    taken = 0
    while taken < lost and state.kids[by].hand:
        # P-R16d Lil' Brudder: a random card of whoever did it, if there is one.
        state, said = give(state, by, seat, said)
        taken += 1
    if not taken:
        return state, said
    text = Text("{seat} takes a card out of {by}'s hand.", seat=one(seat), by=one(by))
    return state, (*said, Ruling("P-R16d", text, (seat, by)))


# --- soaked -----------------------------------------------------------------------------------


def soaked(state: State, fact: Soaked) -> Now:
    """Nothing saved the kid: its balloon is shown. Raises Refused."""
    said: Said = ()
    top = answering(state, fact.seat, Dying)
    _may_say(state, fact.seat, fact.role)
    state = popped(state)
    area = state.stack[-1] if state.stack else None
    if isinstance(area, Area) and state.setup.simultaneous_area_hits:
        text = Text(
            "{seat} will be soaked: {role}.", seat=one(fact.seat), role=role_text(fact.role)
        )
        said = (*said, Ruling("P-Q9", text, (fact.seat,)))
        # P-Q9 House option: all fall together, when everybody has answered.
        return swapped(state, replace(area, fallen=(*area.fallen, (fact.seat, fact.role)))), said
    return fall(state, ((fact.seat, fact.role),), top.by, said)


def shown(state: State, fact: Shown) -> Now:
    """A balloon is shown by whoever has left, or after the game. Raises Refused."""
    said: Said = ()
    if state.stage is Stage.OVER:
        return _shown_after(state, fact, said)
    answering(state, fact.seat, Leaving)
    _may_say(state, fact.seat, fact.role)
    # P-S1 Who leaves is out like a soaked kid, and nobody did it.
    return fall(popped(state), ((fact.seat, fact.role),), None, said, left=True)


def fall(state: State, fallen: Fallen, by: Seat | None, said: Said, left: bool = False) -> Now:
    """Seats are out: balloons, the end, their cards, and what comes to whoever did it."""
    for seat, role in fallen:
        # P-R12 The balloon is shown, and the kid takes no more turns.
        state = changed(state, seat, replace(state.kids[seat], role=role, towels=0))
    gone = {seat for seat, _ in fallen}
    # P-R12 Out of the circle.
    state = replace(state, ring=tuple(seat for seat in state.ring if seat not in gone))
    end = end_of(state)
    aside = end is None and (left or not _heirs(state))
    # P-R12 It is said where its cards go.
    said = (*said, *(_out(state, seat, left, aside) for seat, _ in fallen))
    # P-Q15 The end comes first: a game that is over gives no cards.
    if end is not None:
        return won(state, end, said)
    for seat, _ in fallen:
        state, said = _cards_go(state, seat, said, left)
    for _, role in fallen:
        state, said = _paid(state, role, by, said)
    return state, said


def won(state: State, end: End, said: Said) -> Now:
    """The game is over, wherever it was."""
    over = replace(state, stage=Stage.OVER, stack=(), end=end)
    return over, (*said, Ruling("P-R14", end.reason, winners(over), "win"))


def end_of(state: State) -> End | None:
    """How the game has ended, if it has: from the balloons that were shown, and from no other."""
    if state.birthday not in state.ring:
        return _without_the_kid(state)
    # P-R14 All Classmates and Siblings are soaked: the party's.
    if not {Role.CLASSMATE, Role.SIBLING} & set(unshown(state)):
        text = Text(
            "All Classmates and Siblings are soaked: the Birthday kid and the Best Friends win!"
        )
        return End(Side.PARTY, text)
    return None


def winners(state: State) -> tuple[Seat, ...]:
    """Who has won, as far as balloons are known."""
    if state.end is None:
        return ()
    if state.end.side is Side.SIBLING:
        return state.ring
    party = (Role.BIRTHDAY_KID, Role.BEST_FRIEND)
    side = (Role.CLASSMATE,) if state.end.side is Side.CLASSMATES else party
    # P-R14 Soaked members win with their side.
    won = (seat for seat in state.players if known_role(state, seat) in side)
    # P-S3 Whoever has sat down on a seat that was left has won nothing.
    return tuple(seat for seat in won if not is_new(state, seat))


def known_role(state: State, seat: Seat) -> int | None:
    """What a seat's balloon says, if everybody can know it by now."""
    roles = roles_for(state, seat)
    return roles[0] if len(roles) == 1 else None


def _without_the_kid(state: State) -> End:
    # P-C2 Whoever is left alone has the one balloon that nobody has shown.
    alone = len(state.ring) == 1 and unshown(state)
    # P-R14 The Birthday kid is soaked and a Sibling is the only one left.
    # P-Q10 Who is left is counted at this very moment.
    # P-Q11 Each of two Siblings plays for himself: only the last one in wins.
    if alone == [Role.SIBLING]:
        text = Text("Only {seat} is left, the Sibling: {seat} wins!", seat=Seats(state.ring))
        return End(Side.SIBLING, text)
    # P-R14 Otherwise the Classmates win.
    # P-Q12 Even if a Best Friend is the only one left.
    return End(Side.CLASSMATES, Text("The Birthday kid is soaked: the Classmates win!"))


def _heirs(state: State) -> list[Seat]:
    """Who takes the cards of whoever is soaked: nobody, or Marvin."""
    return [seat for seat in state.ring if comes_as(state, seat, Attendee.MARVIN)]


def _cards_go(state: State, seat: Seat, said: Said, left: bool) -> Now:
    """The cards of a seat that is out."""
    heirs = _heirs(state)
    if not heirs or left:
        # P-R12 Hand and cards in play are discarded.
        return emptied(state, seat), said
    kid = state.kids[seat]
    cards = kid.hand + len(kid.play)
    state = changed(state, seat, replace(kid, hand=0, play=()))
    # P-R16o Marvin takes them all.
    # P-Q16 Into his hand, at once, Time Out and Water Balloon too.
    state = handed(state, heirs[0], cards)
    text = Text(
        "{marvin} takes all cards of {seat}: {n}.", marvin=one(heirs[0]), n=cards, seat=one(seat)
    )
    return state, (*said, Ruling("P-R16o", text, (heirs[0],)))


def _paid(state: State, role: int, by: Seat | None, said: Said) -> Now:
    """Reward and penalty for whoever did it."""
    if by is None:
        return state, said
    if role == Role.CLASSMATE:
        text = Text("A Classmate is soaked: {by} draws three cards.", by=one(by))
        said = (*said, Ruling("P-R13", text, (by,), "card"))
        # P-R13 Three cards, whoever it is.
        # P-Q13 They must be drawn.
        return draw(state, by, REWARD, said)
    if role == Role.BEST_FRIEND and by == state.birthday:
        text = Text("A Best Friend! {by} discards all cards.", by=one(by))
        said = (*said, Ruling("P-R13", text, (by,), "card"))
        # P-R13 The Birthday kid loses hand and cards in play.
        # P-Q16 What Marvin has just taken, too.
        return refill(emptied(state, by), by, said)
    return state, said


def _may_say(state: State, seat: Seat, role: int) -> None:
    """Refuse (P-R1) a balloon that this seat cannot have."""
    # P-R1 There are only so many balloons of each kind, and one of the Birthday kid's.
    if role not in roles_for(state, seat):
        text = Text(
            "{seat} cannot be that: no such balloon is left. Was an earlier one told wrong?",
            seat=one(seat),
        )
        raise Refused("P-R1", text)


def _out(state: State, seat: Seat, left: bool, aside: bool) -> Ruling:
    """That a seat is out, as what, and whether its cards go on the discards."""
    kid = state.kids[seat]
    assert kid.role is not None, "the balloon was shown"
    templates = _LEFT if left else _SOAKED
    template = templates[aside and bool(kid.hand or kid.play)]
    text = Text(template, seat=one(seat), role=role_text(kid.role))
    return Ruling("P-S1" if left else "P-R12", text, (seat,), "" if left else "soaked")


def _shown_after(state: State, fact: Shown, said: Said) -> Now:
    if fact.seat not in state.players or state.kids[fact.seat].role is not None:
        raise Refused("P-S9", Text("That balloon is known."))
    _may_say(state, fact.seat, fact.role)
    # P-S9 After the game everybody may show the balloon, so that all winners are known.
    state = changed(state, fact.seat, replace(state.kids[fact.seat], role=fact.role))
    text = Text("The balloon of {seat}: {role}.", seat=one(fact.seat), role=role_text(fact.role))
    return state, (*said, Ruling("P-S9", text, (fact.seat,)))
