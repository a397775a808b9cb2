"""What the screens may show of a game of SPLASH!, as JSON with sentences left as Texts.

Shows nothing that the table has to find out for itself: a silent first touch stays silent.
"""

from companion.frozen import dataclass
from companion.games.common import stage_of
from companion.games.dolphin_splash.cards import called, pack
from companion.games.dolphin_splash.state import (
    Phase,
    Placed,
    State,
    announces,
    claimants,
    contested,
    deck_size,
    dolphins_to_lay,
    finish_text,
    hand_limit,
    is_alternate,
    is_overtime,
    is_silent,
    is_suspect,
    on_phones,
    pads_to_lay,
    photo_finish,
    stack_size,
    unheard,
)
from companion.games.placing import PlacedView, Standing, placing
from companion.games.view import CommonView, FinishView, TableView
from companion.words import Pad, Pads, Seat, Text

_HANDS_COUNT = (Phase.LIVE, Phase.GRAB, Phase.HOLDERS)
_PICTURED = (Phase.GRAB, Phase.HOLDERS, Phase.BONUS, Phase.SCORED)


@dataclass(frozen=True, slots=True)
class View(CommonView):
    """A game of SPLASH! on a screen. Lists are by seat unless they say otherwise."""

    phase: str
    stage: str  # as every screen knows it: "between", "live", "judging", "resting" or "over"
    hint: Text | None  # what everybody does while nothing is asked
    highlight: str  # what stands out on every screen: the "finish", or nothing
    round: int
    dealer: Seat
    present: tuple[Seat, ...]
    joining: tuple[Seat, ...]
    overtime: bool
    tied: tuple[Seat, ...]
    counts: dict[str, int]
    letters: tuple[int, ...]
    fresh: tuple[int, ...]
    dolphins: int
    lie: int  # how many are in the middle in this round, or are to be laid for the next
    in_play: tuple[Pad, ...]
    order: tuple[FinishView, ...]
    finish: Text | None
    unheard: tuple[Pad, ...]  # dolphins in play whose pads cannot say when a hand came
    claims: dict[str, Seat]
    contested: dict[str, tuple[Seat, ...]]  # dolphins that several claim, and who
    holders: tuple[Seat, ...]
    pending: bool
    touchers: tuple[Seat, ...]
    bonus: Seat | None
    winner: Seat | None
    winners: tuple[Seat, ...]
    over: bool
    placing: tuple[PlacedView, ...]  # once somebody has won
    news: bool  # the newest ruling is what everybody waits to hear: it stands above the question
    variant: str
    called: Text | None  # where it is played without the box
    pack: tuple[str, ...]  # ranks of an ordinary pack that are dealt, that of the bonus first
    deck: int
    hand: int
    stack: int
    calls: int
    fake_outs: int
    suspects: dict[str, str]
    table: TableView
    phones: bool  # hands of cards are on phones
    grabs: bool  # and each phone's own dolphin may be grabbed
    seal: str  # of the cards on phones
    shown: bool  # and it is open by now
    robots: dict[str, str]  # seats whose hands robots hold, and how


def view(state: State, seat: Seat | None = None) -> View:
    """The game for a seat's phone, or for the wall; everybody sees the same in SPLASH!."""
    order = _order(state)
    return View(
        phase=state.phase.value,
        stage=_stage(state),
        hint=_hint(state),
        highlight="finish" if order and state.phase in _PICTURED else "",
        round=state.round,
        dealer=state.dealer,
        present=state.present,
        joining=state.joining,
        overtime=is_overtime(state),
        tied=state.tied,
        counts={str(s): state.counts[s] for s in state.tied},
        letters=state.letters,
        fresh=state.gains,
        dolphins=state.dolphins,
        lie=dolphins_to_lay(state) if _stage(state) == "between" else state.dolphins,
        in_play=_on_table(state),
        order=order,
        finish=finish_text(state) if order else None,
        unheard=() if is_silent(state) else unheard(state),
        claims={str(p): who[0] for p in state.in_play if (who := claimants(state, p))},
        contested={str(pad): claimants(state, pad) for pad in contested(state)},
        holders=state.holders,
        pending=state.phase is Phase.BONUS,
        touchers=state.touchers,
        bonus=state.bonus,
        winner=state.winner,
        winners=() if state.winner is None else (state.winner,),
        over=state.winner is not None or state.phase is Phase.OVER,
        placing=placing(_standings(state)) if state.winner is not None else (),
        news=state.phase in (Phase.SCORED, Phase.RESET),
        variant=state.setup.variant.value,
        called=called(state.setup),
        pack=pack(state.setup, len(state.present)),
        deck=deck_size(state),
        hand=hand_limit(state),
        stack=stack_size(state),
        calls=state.calls,
        fake_outs=state.fake_outs,
        suspects={str(pad): why for pad, why in state.suspects},
        table=_table(state),
        phones=on_phones(state.setup),
        grabs=_grabs(state),
        seal=state.seal,
        shown=state.shown,
        robots={str(seat): way.value for seat, way in state.robots if seat in state.present},
    )


def _order(state: State) -> tuple[FinishView, ...]:
    hidden = is_silent(state) and bool(state.touches)
    return () if hidden else tuple(_finish(state, p) for p in photo_finish(state))


def _hint(state: State) -> Text | None:
    if state.phase is not Phase.LIVE:
        return None
    if on_phones(state.setup):
        # D-S14 Everybody chooses before the call.
        return Text("Tap a card: it goes at PASS. Four of a kind? Grab!")
    # D-Q8 People said that they are back; the pads know of some that they are not.
    # D-S8 What a silent thief took is not told.
    known = () if is_silent(state) else state.in_play
    gone = tuple(pad for pad in known if pad in state.away and not is_suspect(state, pad))
    if gone:
        return Text("Not back in the middle yet: {pads}.", pads=Pads(gone))
    return Text("Four of a kind? Grab!")


def _grabs(state: State) -> bool:
    # D-S19 Each phone has a dolphin of its own, as long as hands may count.
    return on_phones(state.setup) and state.phase in _HANDS_COUNT


def _stage(state: State) -> str:
    match state.phase:
        case Phase.WAITING | Phase.SCORED:
            return "between"
        case Phase.GRAB:
            return "live" if contested(state) else "judging"
        case _:
            return stage_of(state.phase.value)


def _standings(state: State) -> tuple[Standing, ...]:
    # Letters decide, and of those who have all six who has won.
    return tuple(
        Standing(
            (seat,),
            (state.letters[seat], seat == state.winner, state.counts[seat] if state.counts else 0),
            (Text("{n} of 6 letters", n=state.letters[seat]), *_tie_break(state, seat)),
        )
        for seat in state.present
    )


def _tie_break(state: State, seat: Seat) -> tuple[Text, ...]:
    if is_overtime(state):
        return (Text("{n} in overtime", n=state.counts[seat]),)
    # Without overtime it was the seventh letter, where the house counts that.
    return (Text("and one letter more"),) if seat == state.winner else ()


def _table(state: State) -> TableView:
    # D-R13 In alternate play no call is needed after the first, unless the house wants it.
    once = is_alternate(state) and not state.setup.keep_calling
    # D-R13 It is still to come where a hand was sooner.
    was_called = state.resumed and state.calls > 0
    # D-S8 House option: a silent thief is not betrayed by a caller that stops.
    hush = announces(state.setup)
    return TableView(
        pads=_on_table(state),
        calling=state.phase is Phase.LIVE and not (once and was_called),
        once=once,
        hush=hush,
        silent=is_silent(state),
    )


def _on_table(state: State) -> tuple[Pad, ...]:
    """The dolphins that count, or before a deal those to lay in the middle."""
    return pads_to_lay(state) if state.phase is Phase.WAITING else state.in_play


def _finish(state: State, placed: Placed) -> FinishView:
    seats = claimants(state, placed.touch.pad)
    return FinishView(
        pad=placed.touch.pad,
        place=placed.place,
        after_us=placed.after_us,
        uncertain_us=placed.touch.uncertain_us,
        seat=seats[0] if len(seats) == 1 or (seats and on_phones(state.setup)) else None,
        close=placed.close,
        suspect=placed.suspect,
        lifted=placed.touch.lifted,
        early_us=placed.touch.early_us,
    )
