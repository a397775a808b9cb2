"""What the screens may show of a game of Twisted Fish, as JSON with sentences left as Texts.

Counts and what lies open, never who probably holds what: memory is the game.
"""

from companion.frozen import dataclass
from companion.games.common import stage_of
from companion.games.placing import PlacedView, Standing, placing
from companion.games.twisted_fish.cards import (
    BOAT,
    DIVER,
    DIVINE,
    FISH,
    LURE,
    NET,
    NO_FISHING,
    TWO_FISTED,
    WARDEN,
    ZINGERS,
)
from companion.games.twisted_fish.state import (
    Pending,
    Round,
    Stage,
    State,
    Step,
    is_scorecard,
    is_spent,
    may_throw_divine,
    owing,
    total,
)
from companion.games.view import CommonView
from companion.words import Seat, Text


@dataclass(frozen=True, slots=True)
class BasketView:
    """A full basket on the table."""

    seat: Seat
    fish: int
    missing: int | None  # the card that the Diver stands for
    worth: int
    counts: bool  # False where a whopper cost it


@dataclass(frozen=True, slots=True)
class AskView:
    """The ask that waits for its answer, or has just heard a "no"."""

    asker: Seat
    target: Seat
    fish: int
    card: int | None  # None for the Net
    how: str
    denied: bool  # whether the answer was "no"


@dataclass(frozen=True, slots=True)
class WhopperView:
    """A whopper that the companion announced."""

    seat: Seat
    evidence: Text


@dataclass(frozen=True, slots=True)
class View(CommonView):
    """A game of Twisted Fish on a screen. Lists are by seat unless they say otherwise."""

    phase: str
    stage: str  # as every screen knows it: "between", "live", "resting" or "over"
    round: int
    told: int  # facts that counted so far
    memory: bool  # a round is on, and what was said in it is to be remembered
    dealer: Seat
    present: tuple[Seat, ...]
    joining: tuple[Seat, ...]
    variant: str
    turn: Seat | None
    fresh: bool
    counts: tuple[int, ...]
    pond: int
    ask: AskView | None
    baskets: tuple[BasketView, ...]
    laid: tuple[int, ...]  # points of the baskets that count; of a scorecard's lines that are told
    used: tuple[int, ...]  # Zingers that lie open
    playable: tuple[int, ...]  # Zingers that may be used at this moment, whoever holds them
    owing: tuple[Seat, ...]  # whose leftovers are not told
    out: Seat | None
    whoppers: tuple[WhopperView, ...]
    liars: tuple[Seat, ...]
    pending: bool
    totals: tuple[int, ...]
    gains: tuple[int, ...]
    best: tuple[Seat, ...]  # who won the round that was scored
    winners: tuple[Seat, ...]  # of the tournament
    winner: Seat | None
    placing: tuple[PlacedView, ...]  # of the tournament, once it is over
    over: bool


def view(state: State, seat: Seat | None = None) -> View:
    """The game for a seat's phone, or for the wall; everybody sees the same."""
    now = state.round
    seats = [Seat(s) for s in range(len(state.base))]
    # F-C7 Counts and what lies open, and of whoppers only what was said aloud.
    said = [lie for lie in now.lies if lie.said] if now else []
    return View(
        phase=_phase(state),
        stage=stage_of(state.stage.value),
        round=state.number,
        told=state.told,
        memory=state.stage is Stage.PLAYING,
        dealer=state.dealer,
        present=state.present,
        joining=state.joining,
        variant=state.setup.variant.value,
        turn=now.turn if now and state.stage is Stage.PLAYING else None,
        fresh=now is not None and now.fresh,
        counts=_counts(state, now),
        pond=now.pond if now else 0,
        ask=_ask(now.pending) if now and now.pending and state.stage is Stage.PLAYING else None,
        baskets=_baskets(now),
        laid=tuple(_laid(state, s) for s in seats),
        used=tuple(z for z in range(FISH, FISH + len(ZINGERS)) if now and is_spent(now, z)),
        playable=_playable(state, now),
        owing=owing(state),
        out=now.ends.out if now and now.ends else None,
        whoppers=tuple(WhopperView(seat=lie.seat, evidence=lie.evidence) for lie in said),
        liars=tuple(sorted(set(now.liars))) if now else (),
        # A score that a whopper may still change is shown as under review.
        pending=bool(said) and state.stage not in (Stage.PLAYING, Stage.LEFTOVERS),
        totals=tuple(total(state, s) for s in seats),
        gains=state.gains,
        best=state.winners,
        winners=() if state.king is None else (state.king,),
        winner=state.king,
        placing=placing(_standings(state)) if state.stage is Stage.OVER else (),
        over=state.stage is Stage.OVER,
    )


def _standings(state: State) -> tuple[Standing, ...]:
    return tuple(
        Standing((seat,), (total(state, seat),), (Text("{n} points", n=total(state, seat)),))
        for seat in state.present
    )


def _phase(state: State) -> str:
    if state.stage is Stage.PLAYING and state.round is not None:
        return state.round.step.value
    return state.stage.value


def _counts(state: State, now: Round | None) -> tuple[int, ...]:
    # F-R14 How many cards each holds, always.
    # F-Q5 Who says another number is put right by this one.
    counts = now.counts if now else ()
    return (*counts, *(0 for _ in range(len(state.base) - len(counts))))


def _ask(pending: Pending) -> AskView:
    return AskView(
        asker=pending.asker,
        target=pending.target,
        fish=pending.fish,
        card=None if pending.card < 0 else pending.card,
        how=pending.how.value,
        denied=pending.denied,
    )


def _baskets(now: Round | None) -> tuple[BasketView, ...]:
    return tuple(
        BasketView(
            seat=basket.seat,
            fish=basket.fish,
            missing=None if basket.missing < 0 else basket.missing,
            worth=basket.worth,
            counts=basket.counts,
        )
        for basket in (now.baskets if now else ())
    )


def _laid(state: State, seat: Seat) -> int:
    # F-S11 A line counts from when it is told; its round, once all are.
    if is_scorecard(state):
        line = state.cards[seat] if seat < len(state.cards) else None
        return line.points if line else 0
    baskets = state.round.baskets if state.round else ()
    return sum(b.worth for b in baskets if b.seat == seat and b.counts)


def _playable(state: State, now: Round | None) -> tuple[int, ...]:
    """Zingers whose moment it is; who holds them is nobody's business."""
    if now is None or state.stage is not Stage.PLAYING:
        return ()
    turn, asked = now.step is Step.TURN and now.fresh, now.step is Step.ASKED
    moments = (
        (WARDEN, not asked and now.pond > 0),
        (DIVER, not asked),
        (NO_FISHING, asked),
        (BOAT, not asked),
        (NET, turn),
        (TWO_FISTED, now.step is Step.FISHING),
        (LURE, turn),
        (DIVINE, now.stoppable is not None or (turn and may_throw_divine(now))),
    )
    return tuple(zinger for zinger, may in moments if may and not is_spent(now, zinger))
