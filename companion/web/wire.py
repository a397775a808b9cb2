"""The contract of all screens: what pages, streams, `/api/state` and replays are drawn from.

Data only, frozen: codec makes JSON and JSON Schema of it, `snapshot.py` builds it. Sentences are
spoken already, with people's names in them. What a field may lack is None there, or empty. Times
of the table are microseconds of its own clock, hours are "HH:MM" of the machine's.
"""

from typing import Annotated

from companion.access.door import CHOICES, PICTURES
from companion.codec import Shaped
from companion.frozen import dataclass, replace
from companion.games.view import CommonView
from companion.looks import COLOURS, SHAPES
from companion.referee.showing import TEMPO_NAMES
from companion.web.guard import EVERYBODY
from companion.web.wire_buttons import COUNT_MOST as COUNT_MOST
from companion.web.wire_buttons import Count as Count
from companion.web.wire_buttons import DraftShown as DraftShown
from companion.web.wire_buttons import KeyShown as KeyShown
from companion.web.wire_buttons import LightShown as LightShown
from companion.web.wire_buttons import LightsShown as LightsShown
from companion.web.wire_buttons import Option as Option
from companion.words import PADS_MOST, SEATS_MOST, Between, Pad, Seat

LIVE_PAGES = ("wall", "seat", "referee", "join", "tabletop", "tablet")
TEXT_MOST = 64
LETTERS = "^[^\\x00-\\x1f]*$"  # that can be shown

SeatNumber = Annotated[Seat, Between(0, SEATS_MOST - 1)]
PadNumber = Annotated[Pad, Between(0, PADS_MOST - 1)]
Hour = Annotated[str, Shaped(pattern="^[0-2][0-9]:[0-5][0-9]$")]
Role = Annotated[str, Shaped(enum=EVERYBODY)]
Shape = Annotated[str, Shaped(enum=SHAPES)]
Colour = Annotated[str, Shaped(enum=COLOURS)]
# The game's own, as its `view` says; empty without a game.
View = Annotated[CommonView, Shaped(type="object", ref="#/components/schemas/view")]


@dataclass(frozen=True, slots=True)
class RestingView(CommonView):
    """Where no game uses the dolphins: they lie on the table."""

    in_play: tuple[Pad, ...]
    phase: str = "resting"
    stage: str = "resting"


@dataclass(frozen=True, slots=True)
class PersonShown:
    """Somebody the house knows. `call` is three notes that come with the look, in hertz."""

    name: str
    shape: Shape
    colour: Colour
    call: tuple[Count, ...]
    child: bool


@dataclass(frozen=True, slots=True)
class Sharer:
    """Somebody who has this phone, too, now and then."""

    person: Count
    shown: PersonShown


@dataclass(frozen=True, slots=True)
class You:
    """Who looks: the phone's role, its seat, and whether the referee put it out.

    `person` is whose phone it is, None until that is chosen; so is a phone of another evening,
    whose role is "nobody" until it says that it is here. `seat` is None for who does not play;
    `asks` is whether that person asks to, and `room` whether the game has a seat for one more.
    `watches` is whether that person would rather watch.
    `shares` are those whom the phone is passed on to tonight.
    """

    role: Role
    seat: SeatNumber | None
    put_out: bool
    person: PersonShown | None
    asks: bool
    room: bool
    watches: bool
    shares: tuple[Sharer, ...]


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """A phone that says it is somebody's (`name`) who has a phone in already."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat where somebody may sit down; `name` is who left it, empty for a new one."""

    seat: SeatNumber
    name: str


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody who asks to play, and the places for that; `back` is whose own seat was left."""

    person: Count
    shown: PersonShown
    places: tuple[FreeSeat, ...]
    back: bool


OWN_NETWORK = ("", "off", "coming", "on", "going")


@dataclass(frozen=True, slots=True)
class Where:
    """Where the table is reached: its address, its name, the address as a QR code in SVG.

    `referee_qr` is the referee's secret link: empty but for who may have it. `network_qr` is the
    table's own network with its key: empty but on a wall at the machine itself. `own_network` is
    how that stands, empty where the table can have none.
    """

    url: str
    name: str
    qr: str
    referee_qr: str
    network_qr: str
    own_network: Annotated[str, Shaped(enum=OWN_NETWORK)]


NOWHERE = Where("", "", "", "", "", "")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A house option of the game at hand, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class GameShown:
    """The game at hand, or a past one; `running` until it ended."""

    id: Count
    kind: Annotated[str, Shaped(ref="#/components/schemas/game")]
    title: str
    running: bool
    options: tuple[Chosen, ...]


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat with its person's name and look; `owes` is whether it alone is waited for.

    `named`: it is known who that is. `phones` is how many phones its person has; a `robot` may hold
    its hand of cards, and one that fills the seat `keeps_name`, so that all can tell.
    """

    seat: SeatNumber
    name: str
    named: bool
    shape: Shape
    colour: Colour
    present: bool
    owes: bool
    phones: Count
    robot: bool
    keeps_name: bool


PAD_STATES = ("home", "near", "touched", "lifted", "suspect", "dark")


@dataclass(frozen=True, slots=True)
class Dolphin:
    """A dolphin: its colour (`key`), what is believed of its pad, why it is doubted, in words.

    `margin` says how far off its pad is from a false touch; empty where the table cannot tell.
    """

    pad: PadNumber
    name: str
    key: str
    state: Annotated[str, Shaped(enum=PAD_STATES)]
    why: str
    margin: str


@dataclass(frozen=True, slots=True)
class SlotShown:
    """What an answer still needs: of seats, dolphins, numbers, or of something the game draws.

    `names` are the options in words. `me`: the phone's own seat fills it. `preset`: the first
    stands until another is picked. `ticked`: picked already. `many`: the answer is a list.
    """

    field: str
    of: str
    options: tuple[Option, ...]
    names: tuple[str, ...]
    least: Count
    most: Count
    many: bool
    me: bool
    preset: bool
    ticked: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """One answer. `sure` are the words of a second tap, where it cannot be unsaid.

    `of` and `option` name the seat or the dolphin that its button wears the shape of.
    """

    key: str
    label: str
    tone: Annotated[str, Shaped(enum=("good", "bad", ""))]
    sure: str
    of: str
    option: Count | None
    slots: tuple[SlotShown, ...]


@dataclass(frozen=True, slots=True)
class AskShown:
    """A question (`must`), or an offer; `mine` is whether this phone may answer it.

    `lead` stands before it. `waiting_for` says who is asked. `unfolded`: it stands in the open.
    `of_all` asks everybody at once, where several are asked the same, each of himself.
    `on_table`: the tablet in the middle may answer it, too.
    """

    id: str
    topic: str
    must: bool
    unfolded: bool
    on_table: bool
    mine: bool
    lead: str
    text: str
    seats: tuple[SeatNumber, ...]
    waiting_for: str
    of_all: str
    choices: Annotated[tuple[ChoiceShown, ...], Shaped(minItems=1)]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of what happened, with its rule; `amends` is the row that it is in place of, or 0.

    `by` is empty for what nobody told, `told` says whether somebody did, `day` is where it turns.
    """

    seq: Count
    day: str
    at: Hour
    text: str
    rule: str
    rule_text: str
    sign: str
    by: str
    standing: bool
    told: bool
    amends: Count


@dataclass(frozen=True, slots=True)
class Undo:
    """What undo would take back: its row, the row that it is about, its words, whose they were.

    `fresh`: a moment ago, so that it is offered big.
    """

    seq: Count
    of: Count
    text: str
    by: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Redo:
    """What redo would say again."""

    seq: Count
    text: str


@dataclass(frozen=True, slots=True)
class CallerShown:
    """PASS: whether it runs, rests, is called once only; its tempo, its pace, and how often."""

    running: bool
    paused: bool
    once: bool
    tempo: str
    every_ms: Count
    calls: Count


@dataclass(frozen=True, slots=True)
class JoinRequestShown:
    """A phone that asks to be let in: as what, for which seat, and the words that it shows."""

    id: str
    role: Annotated[str, Shaped(enum=EVERYBODY[1:])]
    seat: SeatNumber | None
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class DoorShown:
    """How strangers come in: with the pictures of the wall, by nods alone, or as they like.

    `only_nods`: whatever is tapped, somebody has to let them in. `taps`: of how many pictures.
    `pictures`: those of the wall in order, for who may see them.
    """

    choice: Annotated[str, Shaped(enum=CHOICES)]
    open: bool
    only_nods: bool
    taps: Count
    pictures: tuple[Annotated[str, Shaped(enum=PICTURES)], ...]


@dataclass(frozen=True, slots=True)
class PhoneShown:
    """A phone that was let in: since when, when it was last seen ("here", or empty).

    `own` is the phone that looks. `person` is the number of whose it is, and `child` whether that
    is a child.
    """

    id: str
    role: Role
    seat: SeatNumber | None
    name: str
    since: str
    seen: str
    own: bool
    person: Count | None
    child: bool


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game of the evening that ended; nobody has won one that was left."""

    title: str
    rounds: Count
    winner: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandShown:
    """Where somebody stands over all games of the evening; who is level shares a place."""

    name: str
    shape: Annotated[str, Shaped(enum=SHAPES)]
    colour: Annotated[str, Shaped(enum=COLOURS)]
    place: Count
    points: Count


@dataclass(frozen=True, slots=True)
class GoodNight:
    """The evening that ended, until the next game begins.

    `poster` is the address of its picture, and `spoken` the same in words; both are empty where
    nothing was played.
    """

    games: tuple[GamePlayed, ...]
    standing: tuple[StandShown, ...]
    poster: str
    spoken: str


@dataclass(frozen=True, slots=True)
class BetweenGames:
    """Between two games of an evening: who stands where, and what could be next, in words."""

    standing: tuple[StandShown, ...]
    next: str


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part with wires; of a dolphin its number and its colour (`key`), which is empty else."""

    name: str
    key: str
    pad: PadNumber | None
    standing: Annotated[str, Shaped(enum=("waits", "now", "felt", "wrong"))]


@dataclass(frozen=True, slots=True)
class Wiring:
    """The check of the wires: what to do now (empty when it is over), and what was found."""

    asked: str
    hint: str
    findings: tuple[str, ...]
    parts: tuple[PartShown, ...]


@dataclass(frozen=True, slots=True)
class Questioned:
    """A ruling is under review: who said wait."""

    by: str


@dataclass(frozen=True, slots=True)
class Snap:
    """What one viewer may see at one moment.

    `seq` is the picture's version, `table_us` the table's clock, `deal` names the deal that drawn
    dolphins belong to. `hold` says what START, held, did or would do now. `off` is "may"
    where the page may switch the machine off, "will" where it does. `may_wait`: anybody may
    question a ruling. `again`: the game is over, and START or the referee begins it once more.
    `may_take_back`: anybody may take back what others told. `undo` and `redo` are this phone's to
    tell, `amends` is whether it may put older words right, and `took_back` says who took back what
    concerned it, or that its own is told anew. `record`: what a game of memory keeps to itself this
    referee "may" open, or it is "open". `saved`: the journal was taken away; the referee may go on
    with what was saved.
    `knocks`, `phones` and `comers` are for the referee, and `claims` for whose name it is, too;
    `came` are phones that came in a moment ago at an open table, `vouched` the names of those whose
    another phone is, too, as somebody said just now, and `lobby` is who is in and plays before
    the first game.
    `points` is what the house says that places are worth over an evening; empty: as ever.
    `keys`: the table's buttons a hand is waited for at. `simulated`, `tablet`: what the table is.
    """

    seq: Count
    page: Annotated[str, Shaped(enum=LIVE_PAGES)]
    table_us: Count
    you: You
    trouble: tuple[str, ...]
    saved: bool
    game: GameShown | None
    deal: Annotated[str, Shaped(minLength=1)]
    seats: tuple[SeatShown, ...]
    pads: tuple[Dolphin, ...]
    asks: tuple[AskShown, ...]
    draft: DraftShown | None
    lights: LightsShown | None
    keys: tuple[str, ...]
    said: tuple[HistoryLine, ...]
    headline: HistoryLine | None
    undo: Undo | None
    redo: Redo | None
    amends: bool
    took_back: str
    caller: CallerShown
    knocks: tuple[JoinRequestShown, ...]
    phones: tuple[PhoneShown, ...]
    door: DoorShown
    came: tuple[PhoneShown, ...]
    vouched: tuple[str, ...]
    lobby: tuple[PersonShown, ...]
    comers: tuple[Comer, ...]
    claims: tuple[ClaimShown, ...]
    hold: str
    good_night: GoodNight | None
    between: BetweenGames | None
    points: tuple[Count, ...]
    off: Annotated[str, Shaped(enum=("", "may", "will"))]
    wiring: Wiring | None
    review: Questioned | None
    again: bool
    may_wait: bool
    may_take_back: bool
    record: Annotated[str, Shaped(enum=("", "may", "open"))]
    view: View
    tempos: tuple[Annotated[str, Shaped(enum=TEMPO_NAMES)], ...]
    simulated: bool
    tablet: bool
    address: Where

    @property
    def now(self) -> View | None:
        """The game as it stands now, where a past moment of it is shown; see PastSnap."""
        return None

    def with_view(self, view: View) -> "Snap":
        """The same, of another view of the game."""
        return replace(self, view=view)

    def at_rest(self) -> "Snap":
        """The same with all dolphins at rest: so they lie where no game uses them."""
        return self.with_view(RestingView(tuple(pad.pad for pad in self.pads)))
