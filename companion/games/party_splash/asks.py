"""What the referee needs to hear next at a squirt-gun party.

Only questions: the answers are facts, and judge.py rules on them. They say no more than the view.
"""

from functools import lru_cache
from typing import Final

from companion.games.common import CACHE_SIZE, NOBODY, one, so_many
from companion.games.party_splash.cards import (
    ATTENDEES,
    ROLES,
    Attendee,
    Card,
    Icon,
    Role,
    attendee_text,
    icon_text,
    role_text,
    stays,
)
from companion.games.party_splash.facts import (
    Came,
    Dealt,
    Done,
    Drew,
    Flip,
    Flipped,
    Missed,
    Picked,
    Played,
    Shed,
    Showed,
    Shown,
    Snacked,
    Soaked,
    Source,
    Threw,
    Took,
    Traded,
)
from companion.games.party_splash.offers import offers, tellers
from companion.games.party_splash.plays import has_cards, is_unlimited
from companion.games.party_splash.ring import NEXT, gun_range, others, within
from companion.games.party_splash.soaking import TRADE
from companion.games.party_splash.state import (
    Ball,
    Bucket,
    Dying,
    Frame,
    Leaving,
    Pick,
    Shot,
    Stage,
    State,
    Step,
    card_text,
    comes_as,
    invitation,
    roles_for,
    roles_of,
    uninvited,
)
from companion.games.party_splash.turns import excess, robbed
from companion.words import Ask, Choice, Seat, Slot, Text

CARDS_IN_TURN = (  # without a target, in the order in which they are offered
    Card.CHIPS, Card.PIZZA, Card.HOSE, Card.BUCKET, Card.LUNCHBOX, Card.BACKPACK, Card.FAVORS,
    Card.HAT, Card.SKATEBOARD, Card.GOGGLES, Card.OZ, Card.GUN_B, Card.GUN_C, Card.GUN_D,
    Card.GUN_E, Card.BALLOON,
)  # fmt: skip # a list to be read at one look


_FLIPS: Final = {  # as it is asked of most, and of who flips two
    Flip.BALLOON: (
        "{seat} flips for the Water Balloon. What does it show?",
        "{seat} flips two for the Water Balloon, and picks one. What does it show?",
    ),
    Flip.TIME_OUT: (
        "{seat} flips for the Time Out. What does it show?",
        "{seat} flips two for the Time Out, and picks one. What does it show?",
    ),
    Flip.HAT: ("Flip for the Hat", "Flip two for the Hat"),
    Flip.POWER: ("Flip as Darren", "Flip as Darren"),
}


def asks(state: State) -> tuple[Ask, ...]:
    """The open questions, the needed ones first, then what is always possible."""
    return (*_musts(state), *offers(state))


def splash_targets(state: State) -> tuple[Seat, ...]:
    """Whom a Splash of whose turn it is can reach now; nobody where none may be played."""
    seat = state.turn
    spent = state.splashed and not is_unlimited(state, seat)
    return () if spent else within(state, seat, gun_range(state, seat))


def claw_targets(state: State) -> tuple[Seat, ...]:
    """Whom a Claw of whose turn it is can reach and take a card from."""
    near = within(state, state.turn, NEXT)
    return tuple(seat for seat in near if has_cards(state, seat))


def _musts(state: State) -> tuple[Ask, ...]:
    match state.stage:
        case Stage.WAITING:
            return _before(state)
        case Stage.PLAYING:
            return (_dialogue(state, state.stack[-1]) if state.stack else _turn(state),)
    return ()


# --- before the game --------------------------------------------------------------------------


def _before(state: State) -> tuple[Ask, ...]:
    missing = uninvited(state)
    if not missing:
        return (_birthday(state.present, state.present),)
    taken = {invitation(state, seat) for seat in state.present}
    free = tuple(n for n in range(len(ATTENDEES)) if n not in taken)
    # Several phones at once: a question for each seat.
    return tuple(_invitation(seat, free, tellers(state, (seat,))) for seat in missing)


@lru_cache(CACHE_SIZE)
def _invitation(seat: Seat, free: tuple[int, ...], who: tuple[Seat, ...]) -> Ask:
    slot = Slot("attendee", free, of="attendee", labels=tuple(map(attendee_text, free)))
    comes = Choice("comes", Text("Comes as"), Came(seat, 0), (slot,))
    return Ask(Text("Which guest is {seat}?", seat=one(seat)), who, (comes,), topic="attendee")


@lru_cache(CACHE_SIZE)
def _birthday(present: tuple[Seat, ...], who: tuple[Seat, ...]) -> Ask:
    kid = Choice(
        "birthday", Text("Is the Birthday kid"), Dealt(NOBODY), (Slot("birthday", present),)
    )
    text = Text("Balloons and cards are dealt. Who shows the Birthday kid's balloon?")
    return Ask(text, who, (kid,), topic="deal", lead=_dealt_to(len(present)))


def _dealt_to(players: int) -> Text:
    """What so many deal: it depends on nothing else that anybody may know."""
    roles = roles_of(players)
    counts = [(role, roles.count(role)) for role in Role if role in roles]
    kid, *others = (so_many(count, ROLES[role]) for role, count in counts)
    template = "Balloons: {kid}, {others}. Cards: one for each towel."
    return Text(template, kid=kid, others=", ".join(others))


# --- a turn -----------------------------------------------------------------------------------


def _turn(state: State) -> Ask:
    match state.step:
        case Step.BALLOON:
            return _flip(state, Flip.BALLOON)
        case Step.TIME_OUT:
            return _flip(state, Flip.TIME_OUT)
        case Step.DRAW:
            return _draw(state)
        case Step.PLAY:
            return _play(state)
        case Step.SHED:
            return _shed(state)


def _flip(state: State, what: Flip) -> Ask:
    text = Text(_FLIPS[what][_flips_two(state, state.turn)], seat=one(state.turn))
    shows = Choice("flip", Text("It shows"), Flipped(state.turn, what, 0), (_icon(state),))
    return Ask(text, _chooser(state), (shows,), topic="flip")


def _flips_two(state: State, seat: Seat) -> bool:
    # P-R16h Lisa Maria is told to flip two, and to pick one.
    # P-Q31 Whatever she flips for.
    return comes_as(state, seat, Attendee.LISA_MARIA)


def _draw(state: State) -> Ask:
    seat = state.turn
    if comes_as(state, seat, Attendee.ADRIAN):
        text = Text("{seat} draws 2 and shows the second one. What is on it?", seat=one(seat))
        shows = Choice("shows", Text("It shows"), Showed(seat, 0), (_icon(state),))
        return Ask(text, _chooser(state), (shows,), topic="draw")
    pile = Choice("pile", Text("From the pile"), Drew(seat, Source.PILE))
    if comes_as(state, seat, Attendee.RAYMOND):
        top = Choice("discard", Text("The top discard"), Drew(seat, Source.DISCARD))
        text = Text("{seat} draws. Where is the first card from?", seat=one(seat))
        return Ask(text, _chooser(state), (pile, top), topic="draw")
    hands = Slot("target", robbed(state))
    hand = Choice("hand", Text("Out of a hand"), Drew(seat, Source.HAND, NOBODY), (hands,))
    text = Text("{seat} draws. Where is the first card from?", seat=one(seat))
    return Ask(text, _chooser(state), (pile, hand), topic="draw")


def _play(state: State) -> Ask:
    seat = state.turn
    done = Choice("done", Text("Done: next player"), Done(seat), tone="good")
    text = Text("It's {seat}'s turn. What do you play?", seat=one(seat))
    if not state.kids[seat].hand:
        return Ask(text, _chooser(state), (done,), topic="turn")
    return Ask(text, _chooser(state), (*_plays(state), done), topic="turn")


def _plays(state: State) -> tuple[Choice, ...]:
    """All that can be played now, each kind with those it can be played at."""
    seat, far = state.turn, others(state, state.turn)
    reached = splash_targets(state)
    # P-C3 Only who is in reach, and only while a Splash is left.
    plays = [_at("splash", Text("Splash"), Card.SPLASH, seat, reached)]
    if comes_as(state, seat, Attendee.MIKA):
        plays.append(_at("miss", Text("Splash, with a Miss"), Card.MISS, seat, reached))
    plays.append(_alone(state))
    full = tuple(s for s in far if has_cards(state, s))
    free = tuple(s for s in far if _may_sit_out(state, s))
    plays += (
        _at("claw", card_text(state, Card.CLAW), Card.CLAW, seat, claw_targets(state)),
        _at("slip", card_text(state, Card.SLIP), Card.SLIP, seat, full),
        _at("ball", card_text(state, Card.BALL), Card.BALL, seat, far),
        _at("time_out", card_text(state, Card.TIME_OUT), Card.TIME_OUT, seat, free),
    )
    return tuple(choice for choice in plays if choice is not None)


def _may_sit_out(state: State, seat: Seat) -> bool:
    return seat != state.birthday and Card.TIME_OUT not in state.kids[seat].play


@lru_cache(CACHE_SIZE * 4)
def _at(key: str, label: Text, card: int, seat: Seat, targets: tuple[Seat, ...]) -> Choice | None:
    if not targets:
        return None
    return Choice(key, label, Played(seat, int(card), targets[0]), (Slot("target", targets),))


def _alone(state: State) -> Choice:
    """Cards that need no target, without those that lie before the seat already."""
    play = state.kids[state.turn].play
    cards = tuple(int(c) for c in CARDS_IN_TURN if c >= Card.OZ or not (stays(c) and c in play))
    return _one_of(state.turn, cards, tuple(card_text(state, card) for card in cards))


@lru_cache(CACHE_SIZE)
def _one_of(seat: Seat, cards: tuple[int, ...], labels: tuple[Text, ...]) -> Choice:
    slot = Slot("card", cards, of="card", labels=labels)
    return Choice("card", Text("Another card"), Played(seat, cards[0]), (slot,))


def _shed(state: State) -> Ask:
    seat, cards = state.turn, excess(state)
    towels = state.kids[seat].towels
    template = "{seat} has {n} towels: discard {cards}."
    if towels == 1:
        template = "{seat} has one towel: discard {cards}."
    text = Text(template, seat=one(seat), cards=cards, n=towels)
    # "yes" and "no" are the table's own buttons.
    done = Choice("yes", Text("Discarded"), Shed(seat, cards), tone="good")
    return Ask(text, _chooser(state), (done,), topic="shed")


def _chooser(state: State) -> tuple[Seat, ...]:
    return tellers(state, (state.turn,))


# --- answers ----------------------------------------------------------------------------------


def _dialogue(state: State, top: Frame) -> Ask:
    match top:
        case Shot():
            return _shot(state, top)
        case Bucket():
            lead = Text("{by} empties a Water Bucket.", by=one(top.by))
            return _throw(state, top.target, lead, "bucket")
        case Ball():
            lead = Text(
                "A Beach Ball flies from {by} to {seat}.", by=one(top.other), seat=one(top.target)
            )
            return _throw(state, top.target, lead, "ball")
        case Pick():
            return _pick(state, top)
        case Dying():
            return _dying(state, top)
        case Leaving():
            return _leaving(state, top)
    raise AssertionError("an area always goes on to its next seat")


def _shot(state: State, top: Shot) -> Ask:
    seat = top.target
    template = "{by} splashes {seat}."
    if top.card == Card.HOSE:
        template = "The Hose of {by} hits {seat}."
    if top.need - top.got > 1:
        template = "{by} splashes {seat}, and only two Misses help."
    elif top.got:
        template = "{by} splashes {seat}: one more Miss is needed."
    lead = Text(template, by=one(top.by), seat=one(seat))
    flips = [_flip_choice(state, seat, what) for what in top.flips]
    misses = _cards_as(state, seat, Card.MISS) if state.kids[seat].hand else ()
    takes = Choice("take", Text("Gets wet"), Took(seat), tone="bad")
    text = Text("{seat}, what do you do?", seat=one(seat))
    choices = (*flips, *misses, takes)
    return Ask(text, tellers(state, (seat,)), choices, topic="shot", lead=lead)


def _flip_choice(state: State, seat: Seat, what: Flip) -> Choice:
    label = Text(_FLIPS[what][_flips_two(state, seat)])
    return Choice(what.value, label, Flipped(seat, what, 0), (_icon(state),))


def _throw(state: State, seat: Seat, lead: Text, topic: str) -> Ask:
    throws = _cards_as(state, seat, Card.SPLASH) if state.kids[seat].hand else ()
    takes = Choice("no", Text("Gets wet"), Took(seat), tone="bad")
    text = Text("{seat}, do you throw a Splash away?", seat=one(seat))
    return Ask(text, tellers(state, (seat,)), (*throws, takes), topic=topic, lead=lead)


def _cards_as(state: State, seat: Seat, wanted: Card) -> tuple[Choice, ...]:
    """The cards that a seat may use as a Miss against a shot, or throw away as a Splash."""
    fact = Missed if wanted is Card.MISS else Threw
    cards = (Card.SPLASH, Card.MISS) if comes_as(state, seat, Attendee.MIKA) else (wanted,)
    # To throw one away or not is YES or NO at the table, too.
    keys = {Card.SPLASH: "splash" if wanted is Card.MISS else "yes", Card.MISS: "miss"}
    return tuple(
        Choice(keys[card], card_text(state, card), fact(seat, int(card)), tone="good")
        for card in cards
    )


def _pick(state: State, top: Pick) -> Ask:
    seat, other = top.target, state.kids[top.other]
    choices: tuple[Choice, ...] = ()
    if other.play:
        labels = tuple(card_text(state, card) for card in other.play)
        slot = Slot("card", other.play, of="card", labels=labels)
        choices = (Choice("play", Text("In play"), Picked(seat, 0), (slot,)),)
    if other.hand:
        choices = (Choice("hand", Text("A hand card"), Picked(seat, None)), *choices)
    text = Text("Which card does {other} lose?", other=one(top.other))
    return Ask(text, tellers(state, (seat,)), choices, topic="pick")


def _dying(state: State, top: Dying) -> Ask:
    seat, kid = top.target, state.kids[top.target]
    choices: list[Choice] = []
    if kid.hand and len(state.ring) > 2:
        choices.append(Choice("chips", card_text(state, Card.CHIPS), Snacked(seat), tone="good"))
    if comes_as(state, seat, Attendee.KIMMY) and kid.hand >= TRADE:
        choices.append(Choice("trade", Text("Two cards for a towel"), Traded(seat), tone="good"))
    lead = Text("{seat} has no towel left.", seat=one(seat))
    if kid.towels < 0:
        lead = Text("{seat} needs {n} towels to stay in.", seat=one(seat), n=1 - kid.towels)
    text = Text("Is {seat} soaked?", seat=one(seat))
    soaked = _balloon(state, seat, "soaked", Text("Soaked"), Soaked(seat, 0))
    who = tellers(state, (seat,))
    return Ask(text, who, (*choices, soaked), topic="dying", lead=lead)


def _leaving(state: State, top: Leaving) -> Ask:
    choice = _balloon(state, top.target, "balloon", Text("It says"), Shown(top.target, 0))
    text = Text("{seat} has left. What does the balloon say?", seat=one(top.target))
    return Ask(text, state.present, (choice,), topic="balloon")


def _balloon(state: State, seat: Seat, key: str, label: Text, fact: Soaked | Shown) -> Choice:
    roles = roles_for(state, seat)
    slot = Slot("role", roles, of="role", labels=tuple(map(role_text, roles)))
    if len(roles) == 1:
        # What everybody can know by P-C2 is not asked.
        slot = Slot("role", roles, of="role", labels=slot.labels, preset=True)
    return Choice(key, label, fact, (slot,), tone="bad")


def _icon(state: State) -> Slot:
    return _icons(state.deck.icons, bool(state.pile + state.thrown))


@lru_cache(CACHE_SIZE)
def _icons(shown: tuple[int, ...], any_card: bool) -> Slot:
    icons = tuple(int(icon) for icon in Icon if shown[icon] or icon == Icon.NONE)
    icons = icons if any_card else (int(Icon.NONE),)
    return Slot("icon", icons, of="icon", labels=tuple(map(icon_text, icons)))
