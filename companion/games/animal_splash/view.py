"""What the screens may show of a game of Animal Splash, as JSON with sentences left as Texts.

All but the piles lies open, so everybody sees the same. Points are strings: "7½".
"""

from fractions import Fraction

from companion.frozen import dataclass
from companion.games.animal_splash import labels
from companion.games.animal_splash.deck import CardView, Measure, Mission
from companion.games.animal_splash.divers import SPOTS, breath
from companion.games.animal_splash.facts import Action, Area
from companion.games.animal_splash.groups import Group, blocked, count
from companion.games.animal_splash.offers import hints
from companion.games.animal_splash.scoring import standings
from companion.games.animal_splash.state import (
    NOWHERE,
    PRICES,
    TOKENS,
    Stage,
    State,
    Step,
    counting,
    dives,
    in_game,
    is_light,
    mission_points,
    number,
    pearls_of,
    row_length,
    row_of,
    tokens_out,
    total,
)
from companion.games.common import stage_of
from companion.games.placing import PlacedView, placing
from companion.games.view import CommonView
from companion.words import Seat, Text


@dataclass(frozen=True, slots=True)
class LyingView:
    """A card in a row or in the grid; -1 where none lies, -2 where it is not told yet."""

    card: int
    above: bool  # a pearl on the animal
    below: bool  # a pearl on the plants


@dataclass(frozen=True, slots=True)
class MissionView:
    """A mission, open or taken."""

    mission: int  # -1 in a light game
    title: str
    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class DiveView:
    """A spot where whose turn it is may go."""

    spot: int
    steps: int
    oxygen: int  # 1 is given; -2: two are to be paid
    possible: bool


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group that could be scored: a hint."""

    attribute: str
    cards: tuple[int, ...]
    takes: tuple[int, ...]  # those of them that may get the pearl


@dataclass(frozen=True, slots=True)
class EndView:
    """The end card."""

    title: str
    best: int
    second: int


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A seat's points, each explained."""

    seat: Seat
    plays: bool  # it has a start card
    pearls: int
    missions: int
    count: int | None  # of what the end card counts
    share: str  # of the end card's points
    pen: int
    total: str
    why: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class MissionsView:
    """The missions beside the grid."""

    open: tuple[MissionView, ...]
    has: tuple[int | None, ...]  # by open mission: of whose turn it is; None: nobody knows
    needs: tuple[int, ...]  # by open mission: how many it takes
    hidden: int  # they lie there and are not told yet
    left: int  # in the pile
    vote: MissionView | None  # what the others look at


@dataclass(frozen=True, slots=True)
class DeckView:
    """The deck of a full game; main cards come first, then start cards."""

    sample: bool  # made up, and not the printed one
    words: dict[str, tuple[str, ...]]  # animals, colours, backgrounds, plants
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class PricesView:
    """What things bring (above 0) or cost, in oxygen."""

    steps: tuple[int, ...]  # of a move, by how many
    card: int
    pearl: int
    swap: int


@dataclass(frozen=True, slots=True)
class View(CommonView):
    """A game of Animal Splash on a screen. Lists are by seat unless they say otherwise."""

    phase: str
    stage: str  # as every screen knows it: "between", "live", "resting" or "over"
    round: int
    rounds: int
    told: int  # facts that counted so far
    dealer: Seat
    present: tuple[Seat, ...]
    joining: tuple[Seat, ...]
    variant: str
    hints: bool
    first: Seat | None
    turn: Seat | None
    left: int  # turns until the end, this one too
    oxygen: tuple[int, ...]
    pearls: tuple[int, ...]
    cards_in_row: tuple[int, ...]
    taken: tuple[tuple[MissionView, ...], ...]
    divers: tuple[int, ...]  # spots; -1 for one that is not at the grid
    tokens: int  # left in the box
    prices: PricesView
    grid: tuple[LyingView, ...]  # the nine places
    rows: tuple[tuple[LyingView, ...], ...]
    pile: int
    deck: DeckView | None  # none in a light game
    missions: MissionsView
    dives: tuple[DiveView, ...]
    groups: tuple[GroupView, ...]
    end: EndView | None
    counts: tuple[int | None, ...]
    scores: tuple[ScoreView, ...]  # once it is over
    totals: tuple[str, ...]
    pending: bool
    news: bool
    over: bool
    winners: tuple[Seat, ...]
    winner: Seat | None
    placing: tuple[PlacedView, ...]  # once it is over


_COSTS = dict(PRICES)
_PRICES = PricesView(
    steps=(0, *map(breath, range(1, SPOTS + 1))),
    card=-_COSTS[Action.CARD],
    pearl=-_COSTS[Action.PEARL],
    swap=-_COSTS[Action.SWAP],
)


def view(state: State, seat: Seat | None = None) -> View:
    """The game for a seat's phone, or for the wall; everybody sees the same."""
    on = state.stage is Stage.PLAYING
    seats = [Seat(s) for s in range(state.setup.seats)]
    laid = bool(state.oxygen)
    # A-C1 All but the piles lies open.
    return View(
        phase=state.step.value if on else state.stage.value,
        stage=stage_of(state.stage.value),
        round=state.round,
        rounds=state.rounds,
        told=state.told,
        dealer=state.dealer,
        present=state.present,
        joining=(),
        variant=state.setup.variant.value,
        hints=state.setup.show_groups,
        first=state.first,
        turn=state.turn if on else None,
        left=max(state.rounds - state.round + 1, 0) if on else 0,
        oxygen=state.oxygen or (0,) * len(seats),
        pearls=tuple(pearls_of(state, s) if laid else 0 for s in seats),
        cards_in_row=tuple(row_length(state, s) if laid else 0 for s in seats),
        taken=tuple(
            tuple(_owned(state, t.mission, t.colour, t.points) for t in some)
            for some in state.missions
        )
        or ((),) * len(seats),
        divers=state.divers or (NOWHERE,) * len(seats),
        prices=_PRICES,
        tokens=max(TOKENS - tokens_out(state), 0),
        grid=tuple(_lying(state, card) for card in state.grid),
        rows=tuple(tuple(_lying(state, card) for card in row) for row in state.rows),
        pile=state.pile,
        deck=_deck(state),
        missions=_missions(state, on),
        dives=_dives(state) if on else (),
        groups=tuple(_group(state, group) for group in hints(state)),
        end=_end(state),
        counts=state.counts,
        scores=tuple(_score(state, s) for s in seats) if state.stage is Stage.OVER else (),
        totals=tuple(number(total(state, s) if laid else Fraction(state.pen[s])) for s in seats),
        pending=False,
        news=False,
        over=state.stage is Stage.OVER,
        winners=state.winners,
        winner=state.winners[0] if state.winners else None,
        placing=placing(standings(state)) if state.stage is Stage.OVER else (),
    )


def _score(state: State, seat: Seat) -> ScoreView:
    return ScoreView(
        seat=seat,
        plays=seat in in_game(state),
        pearls=pearls_of(state, seat),
        missions=mission_points(state, seat),
        count=state.counts[seat],
        share=number(state.shares[seat]),
        pen=state.pen[seat],
        total=number(total(state, seat)),
        why=_why(state, seat),
    )


def _why(state: State, seat: Seat) -> tuple[Text, ...]:
    lines = [*labels.pearls((pearls_of(state, seat),))]
    for taken in state.missions[seat]:
        title = state.deck.missions[taken.mission].title if taken.mission >= 0 else ""
        what = Text("{title}: {n}", title=title, n=taken.points)
        lines.append(
            what if title else Text("{colour} mission: {n}", colour=taken.colour, n=taken.points)
        )
    have = state.counts[seat]
    if have is not None:
        share = number(state.shares[seat])
        lines.append(Text("{count} for the end card: {n}", count=have, n=share))
    if state.pen[seat]:
        lines.append(Text("Put right: {n}", n=state.pen[seat]))
    return tuple(lines)


def _deck(state: State) -> DeckView | None:
    if is_light(state):
        return None
    deck = state.deck
    words = {
        "animals": deck.animals,
        "colours": deck.colours,
        "backgrounds": deck.backgrounds,
        "plants": deck.plants,
    }
    # A-S9 The sample deck is marked as what it is.
    sample = deck.sample
    return DeckView(sample=sample, words=words, cards=state.box.shown)


def _missions(state: State, on: bool) -> MissionsView:
    return MissionsView(
        open=tuple(_mission(state, n) for n in state.open),
        has=_has(state) if on else (),
        needs=tuple(state.deck.missions[n].count for n in state.open),
        hidden=state.hidden,
        left=state.missions_left,
        vote=_mission(state, state.voting) if state.voting >= 0 else None,
    )


def _lying(state: State, card: int) -> LyingView:
    on = state.pearls[card] if card >= 0 else 0
    above, below = blocked(on, Area.ANIMAL), blocked(on, Area.PLANT)
    return LyingView(card=card, above=bool(above), below=bool(below))


def _mission(state: State, number: int) -> MissionView:
    mission: Mission = state.deck.missions[number]
    return _owned(state, number, mission.colour, mission.points)


def _owned(state: State, number: int, colour: str, points: int) -> MissionView:
    title = state.deck.missions[number].title if number >= 0 else ""
    return MissionView(mission=number, title=title, colour=colour, points=points)


def _has(state: State) -> tuple[int | None, ...]:
    if is_light(state) or not state.rows[state.turn]:
        return ()
    row = row_of(state, state.turn)
    missions = [state.deck.missions[n] for n in state.open]
    return tuple(
        None
        if m.measure is Measure.OTHER
        else count(state.deck, row, m.measure, m.of, counting(state))
        for m in missions
    )


def _dives(state: State) -> tuple[DiveView, ...]:
    if is_light(state) or state.step is not Step.MOVE:
        return ()
    return tuple(
        DiveView(spot=d.spot, steps=d.steps, oxygen=d.oxygen, possible=d.possible)
        for d in dives(state)
    )


def _group(state: State, group: Group) -> GroupView:
    row = state.rows[state.turn]
    return GroupView(
        attribute=group.attribute.value,
        cards=row[group.first : group.first + group.cards],
        takes=tuple(row[place] for place in group.takes),
    )


def _end(state: State) -> EndView | None:
    if state.end is not None:
        end = state.deck.ends[state.end]
        return EndView(title=end.title, best=end.best, second=end.second)
    if state.values is None:
        return None
    return EndView(title="", best=state.values[0], second=state.values[1])
