"""Where a game of SPLASH! stands, and what can be read off it.

Never changes a state: judge.py does.
"""

from enum import Enum

from companion.frozen import dataclass, replace
from companion.games.common import next_seat
from companion.games.dolphin_splash.facts import CardSet, Setup, Variant, Way
from companion.words import Pad, Seat, Seats, Takers, Text, Us


class Phase(Enum):
    """What the table is at."""

    WAITING = "waiting"  # for a deal
    LIVE = "live"  # cards go round
    GRAB = "grab"  # a dolphin was touched: good or too soon?
    HOLDERS = "holders"  # a good grab: who is left without?
    BONUS = "bonus"  # the letters would end the game: did anybody show the four SPLASH! cards?
    FOUL = "foul"  # too soon: who touched?
    RESET = "reset"  # dolphins back, then the same round goes on
    SCORED = "scored"  # the round is over; a bonus or a late foul may still be told
    RESTING = "resting"  # fewer than three play
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Touch:
    """The first touch of one dolphin in an incident; how late and how early its stamp may be."""

    pad: Pad
    at_us: int
    uncertain_us: int
    early_us: int = 0
    lifted: bool = False

    @property
    def since_us(self) -> int:
        """The hand came at this moment at the soonest."""
        return self.at_us - self.uncertain_us

    @property
    def until_us(self) -> int:
        """The hand came at this moment at the latest."""
        return self.at_us + self.early_us


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples named by seat hold one entry for every seat ever taken."""

    setup: Setup
    phase: Phase
    dealer: Seat
    present: tuple[Seat, ...]  # who plays, clockwise
    letters: tuple[int, ...]  # by seat
    gains: tuple[int, ...]  # by seat: what the last scoring event gave
    joining: tuple[Seat, ...] = ()  # who plays from the next deal on
    round: int = 0
    dealt_to: int = 0  # how many got cards in it
    dolphins: int = 0
    in_play: tuple[Pad, ...] = ()
    # overtime
    tied: tuple[Seat, ...] = ()
    counts: tuple[int, ...] = ()  # by seat
    # the incident at hand, or the last one
    touches: tuple[Touch, ...] = ()
    by_hand: bool = False  # a person said that somebody grabbed
    missed: bool = False  # and no pad had felt it
    doubted: frozenset[Pad] = frozenset()  # what these pads told of it was in doubt
    any_lift: bool = False  # a dolphin was felt leaving its place
    claims: tuple[tuple[Seat, Pad], ...] = ()
    by_claims: bool = False  # they alone ended the round: nobody told who is left without
    nobodys: frozenset[Pad] = frozenset()
    awarded: frozenset[Pad] = frozenset()  # the table said whose they are
    touchers: tuple[Seat, ...] = ()
    # the round
    incidents: int = 0
    resumed: bool = False
    calls: int = 0
    fake_outs: int = 0
    holders: tuple[Seat, ...] = ()
    bonus: Seat | None = None
    before: "State | None" = None  # as it was before the round was scored
    bonus_from: "State | None" = None  # the same once somebody has left: of who was there and stays
    # the sensors
    down: frozenset[Pad] = frozenset()
    away: frozenset[Pad] = frozenset()
    suspects: tuple[tuple[Pad, str], ...] = ()
    # hands on phones
    seal: str = ""  # of the cards that are dealt, or that were
    shown: bool = False  # and everybody may see them by now
    robots: tuple[tuple[Seat, Way], ...] = ()  # who hold a hand for somebody
    taken: frozenset[Seat] = frozenset()  # seats of robots in which people sit by now
    # the end
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """One touch of the photo finish. Equal places could not be told apart."""

    touch: Touch
    place: int  # 0 where the pad cannot be trusted
    after_us: int
    close: bool
    suspect: bool


def is_overtime(state: State) -> bool:
    """Whether a tie is being broken (D-R12)."""
    return bool(state.tied)


def is_silent(state: State) -> bool:
    """Whether touches are kept to the table's own eyes for now."""
    return state.phase is Phase.LIVE and not announces(state.setup)


def announces(setup: Setup) -> bool:
    """Whether the first touch ends the calls, and is said."""
    # D-S8 Not kept secret with hands on phones, whose cards would be passed on.
    return setup.announce_first_touch or on_phones(setup)


def is_alternate(state: State) -> bool:
    """Whether the whole deck is in play (D-R13)."""
    return state.setup.variant is Variant.ALTERNATE


def on_phones(setup: Setup) -> bool:
    """Whether hands are on phones, and there are no cards at all (D-S13)."""
    return setup.cards is CardSet.PHONES


def has_stand_ins(setup: Setup) -> bool:
    """Whether something from a drawer lies in the middle, for the dolphins of the box (D-S12)."""
    return setup.cards not in (CardSet.BOX, CardSet.PHONES) and setup.pads == 0


def robot_seats(setup: Setup) -> tuple[Seat, ...]:
    """Who are robots from the start: the last ones."""
    first = setup.seats - setup.robots if on_phones(setup) else setup.seats
    return tuple(Seat(seat) for seat in range(first, setup.seats))


def own_robots(state: State) -> frozenset[Seat]:
    """Seats that are robots' own, in which nobody has sat."""
    return frozenset(robot_seats(state.setup)) - state.taken


def is_suspect(state: State, pad: Pad) -> bool:
    """Whether a pad's word counts for nothing at the moment."""
    return any(pad == suspect for suspect, _ in state.suspects)


def deck_size(state: State) -> int:
    """CardSet in play."""
    # D-R13 Alternate play takes all 40 cards.
    if is_alternate(state):
        return 40
    # D-R2 Four cards a player; the four SPLASH! cards are always one of the sets.
    return 4 * len(state.present)


def hand_limit(state: State) -> int:
    """CardSet that a hand may hold."""
    # D-R4 Four cards, five in alternate play, and never one more.
    return 5 if is_alternate(state) else 4


def stack_size(state: State) -> int:
    """CardSet beside the dealer after the deal (alternate play)."""
    return deck_size(state) - hand_limit(state) * len(state.present) if is_alternate(state) else 0


def dolphins_to_lay(state: State) -> int:
    """Dolphins in the middle for the next deal."""
    if is_overtime(state):
        # D-R12 Exactly two in overtime.
        # D-Q3 Everybody plays and the deck keeps its size; only the dolphins drop to two.
        return 2
    # D-R1 One dolphin fewer than players.
    return len(state.present) + len(state.joining) - 1


def pads_to_lay(state: State) -> tuple[Pad, ...]:
    """Which dolphins those are: the first that can be trusted."""
    pads = (Pad(pad) for pad in range(state.setup.pads))
    trusted = tuple(pad for pad in pads if not is_suspect(state, pad))
    return trusted[: dolphins_to_lay(state)]


def left_of(state: State, seat: Seat) -> Seat:
    """The next present seat clockwise."""
    return next_seat(state.present, seat)


def brought_up_to(state: State, now: State) -> State:
    """A former state with what has since become of sensors and seats, which no ruling undoes."""
    later = len(state.letters)  # who sat down since comes after these
    nothing = (0,) * (len(now.letters) - later)
    return replace(
        state,
        joining=now.joining,
        letters=(*state.letters, *now.letters[later:]),
        gains=(*state.gains, *nothing),
        counts=(*state.counts, *nothing),
        down=now.down,
        away=now.away,
        suspects=now.suspects,
        any_lift=now.any_lift,
        touches=now.touches,
        doubted=now.doubted,
        calls=now.calls,
        fake_outs=now.fake_outs,
        robots=now.robots,
        taken=now.taken,
    )


def claimants(state: State, pad: Pad) -> tuple[Seat, ...]:
    """Who says to hold this dolphin."""
    return tuple(seat for seat, claimed in state.claims if claimed == pad)


def contested(state: State) -> tuple[Pad, ...]:
    """Dolphins that two or more claim."""
    return tuple(pad for pad in state.in_play if len(claimants(state, pad)) > 1)


def all_claimed(state: State) -> bool:
    """Whether every dolphin has one claimant, or is nobody's."""
    spoken_for = {pad for _, pad in state.claims} | state.nobodys
    return bool(state.claims) and not contested(state) and len(spoken_for) >= state.dolphins


def scored_by_claims(state: State) -> State | None:
    """The round that was just scored as its last claim left it; None where people closed it."""
    return state.before if state.before is not None and state.before.by_claims else None


def bonus_start(state: State) -> State | None:
    """What a bonus of the round that was just scored starts from; None where there is none."""
    return state.before or state.bonus_from


def open_to_contest(state: State) -> tuple[Pad, ...]:
    """Claimed dolphins of which the table has not said whose they are."""
    return tuple(p for p in state.in_play if claimants(state, p) and p not in state.awarded)


def is_unjudged(state: State) -> bool:
    """Whether claims ended the round before anybody was asked for four of a kind."""
    claimed = scored_by_claims(state)
    return claimed is not None and claimed.phase is Phase.GRAB


def takers(state: State, pads: tuple[Pad, ...]) -> Takers | Seats | Text:
    """Dolphins for a sentence, by the name of who alone claimed them."""
    if on_phones(state.setup):
        # D-S19 Each phone's own has no name: who said so first is meant, if anybody did.
        said = tuple(who[0] for pad in pads if (who := claimants(state, pad)))
        return Seats(said) if len(said) == len(pads) else Text("Somebody")
    named: list[tuple[Pad, Seat | None]] = []
    for pad in pads:
        seats = claimants(state, pad)
        named.append((pad, seats[0] if len(seats) == 1 else None))
    return Takers(tuple(named))


def photo_finish(state: State) -> tuple[Placed, ...]:
    """The incident's touches in order of their stamps, with places; suspect pads come last.

    A touch is surely later than another only if it was not there yet when the other was at the
    latest: a contact lies so far before and after its stamp, at most.
    """
    # D-C2 The order is the stamps' order, whatever order they were told in.
    trusted = [t for t in state.touches if not is_suspect(state, t.pad)]
    trusted.sort(key=lambda t: (t.at_us, t.pad))
    placed = [_place(touch, trusted) for touch in trusted]
    doubted = sorted((t for t in state.touches if is_suspect(state, t.pad)), key=lambda t: t.pad)
    return (*placed, *(Placed(t, 0, 0, False, True) for t in doubted))


def too_close(state: State) -> tuple[Placed, ...]:
    """The touches that share the first place; empty where one is surely the first."""
    if len(first_touched(state)) < 2:
        return ()
    return tuple(p for p in photo_finish(state) if p.place == 1)


def first_touched(state: State) -> frozenset[Pad]:
    """The pads of the touches that may have been the first: one place of the photo finish."""
    trusted = [t for t in state.touches if not is_suspect(state, t.pad)]
    first_us = min((t.until_us for t in trusted), default=0)
    return frozenset(t.pad for t in trusted if t.since_us <= first_us)


def unheard(state: State) -> tuple[Pad, ...]:
    """Dolphins whose pads cannot say when a hand came: in doubt, or claimed and never felt."""
    felt = {touch.pad for touch in state.touches}
    claimed = {pad for _, pad in state.claims}
    doubtful = {pad for pad, _ in state.suspects} | state.doubted | (claimed - felt)
    return tuple(pad for pad in state.in_play if pad in doubtful)


def as_far_as_felt(state: State, said: Text) -> Text:
    """A sentence on who was first, with the doubt that the pads leave."""
    silent = unheard(state)
    if silent:
        # D-Q17 What rests on the other pads alone says so.
        pads = takers(state, silent)
        template = "As far as {these} can tell, {said} They can't speak for {pads}."
        return Text(template, these=_felt_by(state), said=said, pads=pads)
    if state.missed:
        return Text("As far as {these} can tell, {said}", these=_felt_by(state), said=said)
    return said


def _felt_by(state: State) -> Text:
    """What felt the hands."""
    # D-S19 Each phone has a dolphin of its own.
    return Text("the phones") if on_phones(state.setup) else Text("the pads")


def gap(first: Placed, second: Placed) -> Us:
    """How long one was before the other, and how far off that may be."""
    unsure_us = max(_able_us(first.touch, second.touch), _able_us(second.touch, first.touch))
    return Us(second.after_us - first.after_us, unsure_us)


def earlier(one: Touch, other: Touch) -> Touch:
    """When a hand came to a dolphin that two of its sensors felt: within both their doubts."""
    at_us = min(one.at_us, other.at_us)
    since_us, until_us = min(one.since_us, other.since_us), min(one.until_us, other.until_us)
    lifted = one.lifted or other.lifted
    return Touch(one.pad, at_us, at_us - since_us, until_us - at_us, lifted)


def _able_us(first: Touch, second: Touch) -> int:
    """How far apart these two have to be, so that the second was surely later."""
    return second.uncertain_us + first.early_us


def finish_text(state: State) -> Text:
    """The photo finish in words, with its doubts."""
    order = [placed for placed in photo_finish(state) if not placed.suspect]
    if not order:
        return Text("Somebody grabbed a dolphin.")
    return as_far_as_felt(state, _felt_text(state, order))


def _felt_text(state: State, order: list[Placed]) -> Text:
    close = tuple(p for p in order if p.place == 1 and p.close)
    first = takers(state, (order[0].touch.pad,))
    if close:
        names = takers(state, tuple(p.touch.pad for p in close))
        if not close[-1].after_us:
            return Text("{close}: too close to call, at the very same moment.", close=names)
        return Text(
            "{close}: too close to call, {gap} apart, {these} can tell {able}.",
            close=names,
            these=_felt_by(state),
            gap=Us(close[-1].after_us),
            able=Us(max(_able_us(close[0].touch, p.touch) for p in close[1:])),
        )
    if len(order) == 1:
        return Text("{first} was first.", first=first)
    return Text(
        "{first} was first, {gap} before {second}.",
        first=first,
        gap=gap(order[0], order[1]),
        second=takers(state, (order[1].touch.pad,)),
    )


def _place(touch: Touch, among: list[Touch]) -> Placed:
    surely_before = [t for t in among if t.until_us < touch.since_us]
    place = 1 + len(surely_before)
    close = any(t is not touch and _overlap(t, touch) for t in among)
    return Placed(touch, place, touch.at_us - among[0].at_us, close, False)


def _overlap(one: Touch, other: Touch) -> bool:
    return one.since_us <= other.until_us and other.since_us <= one.until_us


def fresh_incident(state: State) -> State:
    """The state with nothing felt and nobody named since the dolphins were laid."""
    return replace(
        state,
        touches=(),
        by_hand=False,
        missed=False,
        doubted=frozenset(),
        any_lift=False,
        claims=(),
        nobodys=frozenset(),
        awarded=frozenset(),
        touchers=(),
    )
