"""How Twisted Fish's facts are told in a transcript: "Ana asks Ben: purple hammerhead", "yes"."""

from companion.games.twisted_fish import facts as f
from companion.games.twisted_fish.cards import COLOURS, DECK, FISH, KINDS, ZINGERS, card_text
from companion.games.twisted_fish.facts import Announce, Fact, Variant, Whopper
from companion.games.twisted_fish.state import Pending, State, total
from companion.say import Names, say
from companion.words import Seat
from tests.games.transcripts import Forms, House, Transcript

HOUSE: House = {
    "scorecard": ("variant", Variant.SCORECARD),
    "whoppers cost the whole round": ("whopper", Whopper.WHOLE_ROUND),
    "only if challenged": ("announce", Announce.IF_CHALLENGED),
    "never announced": ("announce", Announce.NEVER),
    "any empty hand ends": ("any_empty_hand_on_own_turn_ends", True),
    "two players": ("two_players", True),
}
CARDS = {say(card_text(card), Names()): card for card in range(DECK)}


def score(paper: Transcript, state: State) -> str:
    """ "Ana 40, Ben -25"."""
    names = (*paper.players, *paper.later)
    return ", ".join(f"{names[s]} {total(state, Seat(s))}" for s in range(len(state.base)))


def _ask(state: State) -> Pending:
    assert state.round is not None and state.round.pending is not None, "nobody was asked"
    return state.round.pending


def _yes(paper: Transcript, state: State, groups: tuple[str, ...]) -> Fact:
    ask, card = _ask(state), CARDS[groups[0]] if groups[0] else None
    if ask.card < 0:
        return f.NetGave(ask.target, ask.asker, ask.fish, card)
    return f.Gave(ask.target, ask.asker, ask.card)


def _no(paper: Transcript, state: State, groups: tuple[str, ...]) -> Fact:
    ask = _ask(state)
    if ask.card < 0:
        return f.NetDenied(ask.target, ask.asker, ask.fish)
    return f.Denied(ask.target, ask.asker, ask.card)


def _divine(paper: Transcript, state: State, groups: tuple[str, ...]) -> Fact:
    assert state.round is not None and state.round.stoppable is not None, "nothing to stop"
    what = state.round.stoppable
    return f.Divine(paper.seat(groups[0]), what.user, what.zinger, bool(groups[1]))


def _cards(words: str) -> tuple[int, ...]:
    return tuple(CARDS[name.strip()] for name in words.split(","))


def _n(number: str) -> int:
    return int(number or 0)


_CARD = f"((?:{'|'.join(COLOURS)}) (?:{'|'.join(KINDS)}))"
_KIND = f"({'|'.join(KINDS)})"
_LEFT = r"(?: (\d+) of 15)?(?: (\d+) of 10)?(?: (\d+) of 5)?(?: (\d+) Zingers?)?"
assert len(CARDS) == FISH + len(ZINGERS)

FORMS: Forms = (
    (r"(\w+) deals", lambda p, s, g: f.Dealt(p.seat(g[0]))),
    (
        rf"(\w+) asks (\w+): {_CARD}",
        lambda p, s, g: f.Asked(p.seat(g[0]), p.seat(g[1]), CARDS[g[2]]),
    ),
    (rf"yes(?:: {_CARD})?", _yes),
    (r"no", _no),
    (r"(\w+) fishes", lambda p, s, g: f.Fished(p.seat(g[0]))),
    (r"(\w+) caught it", lambda p, s, g: f.Fished(p.seat(g[0]), _ask(s).card)),
    (r"(\w+) had no such kind for the Net", lambda p, s, g: f.NetVoid(p.seat(g[0]), _ask(s).fish)),
    (r"(\w+) had no such kind", lambda p, s, g: f.AskVoid(p.seat(g[0]), _ask(s).card)),
    (rf"(\w+) lays {_KIND}", lambda p, s, g: f.Laid(p.seat(g[0]), KINDS.index(g[1]))),
    (r"(\w+) is dead in the water", lambda p, s, g: f.Dead(p.seat(g[0]), False)),
    (r"(\w+) is dead and draws", lambda p, s, g: f.Dead(p.seat(g[0]), True)),
    (r"(\w+): Warden on (\w+)", lambda p, s, g: f.Warden(p.seat(g[0]), p.seat(g[1]))),
    (r"(\w+): Boat on (\w+)", lambda p, s, g: f.Boat(p.seat(g[0]), p.seat(g[1]))),
    (rf"(\w+): Diver for {_CARD}", lambda p, s, g: f.DiverLaid(p.seat(g[0]), CARDS[g[1]])),
    (rf"(\w+): sixth card {_CARD}", lambda p, s, g: f.SixthCard(p.seat(g[0]), CARDS[g[1]])),
    (r"No Fishing", lambda p, s, g: f.NoFishing(_ask(s).target, _ask(s).asker)),
    (
        rf"(\w+): Net on (\w+) for {_KIND}",
        lambda p, s, g: f.Netted(p.seat(g[0]), p.seat(g[1]), KINDS.index(g[2])),
    ),
    (
        rf"(\w+): Lure on (\w+) for {_CARD}",
        lambda p, s, g: f.Lured(p.seat(g[0]), p.seat(g[1]), CARDS[g[2]]),
    ),
    (r"(\w+): Two Fisted", lambda p, s, g: f.TwoFisted(p.seat(g[0]))),
    (r"(\w+): Divine( and takes it)?", _divine),
    (r"(\w+) throws Divine away", lambda p, s, g: f.DivineDiscarded(p.seat(g[0]))),
    (r"(\w+) challenges (\w+)", lambda p, s, g: f.Challenged(p.seat(g[0]), p.seat(g[1]))),
    (r"whopper: (\w+)", lambda p, s, g: f.Caught(p.seat(g[0]))),
    (
        rf"whopper: (\w+) gives {_CARD}",
        lambda p, s, g: f.Caught(p.seat(g[0]), CARDS[g[1]]),
    ),
    (r"(\w+) is forgiven", lambda p, s, g: f.Forgiven(p.seat(g[0]))),
    (r"stop here", lambda p, s, g: f.Agreed()),
    (rf"(\w+) holds{_LEFT}", lambda p, s, g: f.LeftOver(p.seat(g[0]), *map(_n, g[1:]))),
    (r"(\w+) shows: (.+)", lambda p, s, g: f.Shown(p.seat(g[0]), _cards(g[1]))),
    (
        rf"(\w+) tallies (\d)/(\d)/(\d)(?: Diver (\d+))?;{_LEFT}",
        lambda p, s, g: f.Tallied(p.seat(g[0]), *map(_n, g[1:])),
    ),
)
