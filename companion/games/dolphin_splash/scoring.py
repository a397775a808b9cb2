"""How letters are given: scoring events, ties, overtime and the win.

Pure arithmetic on states; says nothing about who may tell what when.
"""

from typing import Final

from companion.frozen import replace
from companion.games.common import by_pen, put
from companion.games.dolphin_splash.cards import bonus_cards
from companion.games.dolphin_splash.facts import LETTERS, PLAYERS_LEAST
from companion.games.dolphin_splash.state import (
    Phase,
    State,
    bonus_start,
    brought_up_to,
    is_overtime,
    left_of,
    on_phones,
)
from companion.words import Judged, Ruling, Seat, Seats, Text

SPELLED = len(LETTERS)
# By what the bonus brings: as it was shown, and as a phone had it.
_BONUS_SAID: Final = {
    "letter": (
        "{seat} showed all four {cards}: one letter more.",
        "{seat} had all four {cards}: one letter more.",
    ),
    "count": (
        "{seat} showed all four {cards}: one more in overtime.",
        "{seat} had all four {cards}: one more in overtime.",
    ),
    "": (
        "{seat} showed all four {cards}. This time they bring nothing.",
        "{seat} had all four {cards}. This time they bring nothing.",
    ),
}


def close_round(state: State, holders: tuple[Seat, ...], bonus: Seat | None) -> Judged[State]:
    """Score a round: who holds a dolphin, and which of them showed the four SPLASH! cards."""
    # D-R7 A letter for each player who holds a dolphin at the end of the round.
    gains = {seat: 1 for seat in holders}
    if bonus is not None:
        # D-R8 One more for a holder who has all four SPLASH! cards.
        gains[bonus] += _bonus_worth(state)
    # D-R6 The round is over, and the deal moves one seat to the left.
    # D-Q15 Only a completed round moves it, in overtime too; a foul does not.
    scored = replace(state, phase=Phase.SCORED, dealer=left_of(state, state.dealer))
    scored = replace(scored, holders=holders, bonus=bonus, before=replace(state, before=None))
    said = [_held(state, holders)]
    if bonus is not None:
        said.append(_bonus_said(state, bonus, holders))
    return _event(scored, gains, tuple(said))


def with_bonus(state: State, seat: Seat) -> Judged[State]:
    """The round that was just scored, scored again with the four SPLASH! cards shown."""
    start = bonus_start(state)
    before = state if start is None else brought_up_to(start, state)
    scored = close_round(before, state.holders, seat)
    if state.bonus_from is None:
        return scored
    return replace(scored, state=_since(scored.state, state))


def _since(scored: State, now: State) -> State:
    """A round that was scored again, with who has come and gone since it was scored first."""
    phase = scored.phase
    if phase is Phase.SCORED and now.phase is not Phase.OVER:
        phase = now.phase  # D-S2 It may rest meanwhile.
    return replace(
        scored,
        phase=phase,
        dealer=now.dealer,
        present=now.present,
        before=None,
        bonus_from=scored.before,
    )


def ends_alike(one: State, other: State) -> bool:
    """Whether two states agree on who has won, or else on who is tied."""
    if one.phase is other.phase is Phase.OVER:
        return one.winner == other.winner
    return (one.phase, one.tied) == (other.phase, other.tied)


def award_foul(state: State, touchers: tuple[Seat, ...]) -> Judged[State]:
    """Give the letters of one incident to everybody who did not touch."""
    # D-R9 Who did not touch gets a letter at once; who touched gets none and stays in.
    innocent = tuple(seat for seat in state.present if seat not in touchers)
    gains = {seat: 1 for seat in innocent}
    if state.setup.one_foul_award_per_round and state.incidents > 0:
        # D-Q9 House option: only the first incident of a round gives letters.
        return Judged(replace(state, gains=(0,) * len(state.letters)), (_once_only(touchers),))
    return _event(state, gains, (_fouled(state, touchers, innocent),))


def correct(state: State, seat: Seat, points: int) -> Judged[State]:
    """A correction by people: letters as the table wants them, in overtime its count."""
    said = (Ruling("D-S7", by_pen(seat, points, "letter"), (seat,), "letter"),)
    penned = replace(_penned(state, seat, points), gains=(0,) * len(state.letters))
    # D-S7 A bonus or a late foul may still be told, so the pen marks what they start from.
    if state.before is not None:
        penned = replace(penned, before=_penned(brought_up_to(state.before, state), seat, points))
    if state.bonus_from is not None:
        start = brought_up_to(state.bonus_from, state)
        penned = replace(penned, bonus_from=_penned(start, seat, points))
    if state.phase is Phase.OVER:
        # D-S7 A win that the pen takes away is no win.
        penned = _reopened(penned)
    judged = _overtime_left(penned, said) if is_overtime(penned) else _ended(penned, said)
    ended = judged.state
    if ended.phase is Phase.OVER and ended.winner == state.winner:
        return Judged(ended, said)  # that win was said before
    return judged


def drop_tied(state: State, seat: Seat) -> Judged[State]:
    """Take a seat out of the tie; the last one left in it wins."""
    return _overtime_left(replace(state, tied=_without(state.tied, seat)), ())


def wins_by_leaving(state: State, seat: Seat) -> bool:
    """Whether somebody would win the overtime if that seat left: `drop_tied`, without doing it."""
    return len(_best(state, _without(state.tied, seat))) == 1


def _event(state: State, gains: dict[Seat, int], said: tuple[Ruling, ...]) -> Judged[State]:
    # D-Q2 In overtime it is the count that grows.
    if is_overtime(state):
        return _overtime_event(state, gains, said)
    # D-Q1 All letters of one event are given together; the order of telling decides nothing.
    totals = tuple(have + gains.get(Seat(seat), 0) for seat, have in enumerate(state.letters))
    # D-Q5 Letters stop at six; what is over is dropped.
    letters = tuple(min(SPELLED, total) for total in totals)
    gained = tuple(new - old for new, old in zip(letters, state.letters, strict=True))
    return _ended(replace(state, letters=letters, gains=gained), said, totals)


def _ended(
    state: State, said: tuple[Ruling, ...], totals: tuple[int, ...] | None = None
) -> Judged[State]:
    """The end, if there is one. `totals` are the letters with what is over the sixth."""
    totals = totals or state.letters
    reached = tuple(seat for seat in state.present if totals[seat] >= SPELLED)
    # D-R11 The first to spell SPLASH wins.
    # D-Q6 At once, even in the middle of a round after a foul.
    if len(reached) == 1:
        return _won(state, reached[0], said)
    if reached and state.setup.bonus_breaks_tie:
        # D-Q5 House option: the surplus counts, and a single highest total wins.
        best = max(totals[seat] for seat in reached)
        highest = [seat for seat in reached if totals[seat] == best]
        if len(highest) == 1:
            return _won(state, highest[0], said, "{seat} wins SPLASH! with a letter more.", "D-Q5")
        reached = tuple(highest)
    if reached:
        return _tie(state, reached, said)
    return Judged(state, said)


def _tie(state: State, tied: tuple[Seat, ...], said: tuple[Ruling, ...]) -> Judged[State]:
    # D-R12 A tie: more rounds with everybody and two dolphins, until it is broken.
    overtime = replace(state, tied=tied, counts=(0,) * len(state.letters))
    if state.phase is not Phase.SCORED:
        # D-Q7 A tie by a foul drops the round; the next dealer deals.
        overtime = replace(overtime, phase=Phase.WAITING, dealer=left_of(state, state.dealer))
    text = Text("{seats} spelled SPLASH together: overtime, with two dolphins!", seats=Seats(tied))
    return Judged(overtime, (*said, Ruling("D-R12", text, tied, "tie")))


def _overtime_event(
    state: State, gains: dict[Seat, int], said: tuple[Ruling, ...]
) -> Judged[State]:
    # D-Q2 The tied count from nothing what the event would give as letters.
    # D-Q4 Fouls count alike: a tied player who did not touch gains one.
    # D-Q3 Nobody else gets anything; their letters stay as they are.
    counts = tuple(
        have + (gains.get(Seat(seat), 0) if seat in state.tied else 0)
        for seat, have in enumerate(state.counts)
    )
    gained = tuple(new - old for new, old in zip(counts, state.counts, strict=True))
    return _overtime_left(replace(state, counts=counts, gains=gained), said)


def _overtime_left(state: State, said: tuple[Ruling, ...]) -> Judged[State]:
    # D-Q2 After each event only the highest stay tied; the last one left wins, at any moment.
    tied = _best(state, state.tied)
    if len(tied) == 1:
        return _won(state, tied[0], said, "{seat} wins the overtime, and SPLASH!", "D-Q2")
    if len(tied) < len(state.tied):
        text = Text("Still tied: {seats}.", seats=Seats(tied))
        said = (*said, Ruling("D-Q2", text, tied, "tie"))
    return Judged(replace(state, tied=tied), said)


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


def _best(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of these seats whose overtime counts most."""
    best = max((state.counts[seat] for seat in seats), default=0)
    return tuple(seat for seat in seats if state.counts[seat] == best)


def _won(
    state: State,
    seat: Seat,
    said: tuple[Ruling, ...],
    template: str = "{seat} wins SPLASH!",
    rule: str = "D-R11",
) -> Judged[State]:
    text = Text(template, seat=Seats((seat,)))
    over = replace(state, phase=Phase.OVER, winner=seat)
    return Judged(over, (*said, Ruling(rule, text, (seat,), "win")))


def _penned(state: State, seat: Seat, points: int) -> State:
    have = state.letters[seat]
    if seat in state.tied:
        # D-S7 In overtime the pen changes the count; what is below nothing it takes in letters.
        total = max(0, have + state.counts[seat] + points)
        counts = put(state.counts, seat, max(0, total - SPELLED))
        # D-S7 Who has fewer than six is out of the tie.
        tied = tuple(s for s in state.tied if s != seat or total >= SPELLED)
        letters = put(state.letters, seat, min(SPELLED, total))
        return replace(state, letters=letters, counts=counts, tied=tied)
    # D-S7 Letters stay between none and six; who is not in the tie or away cannot reach six.
    may_win = seat in state.present and not is_overtime(state)
    most = SPELLED if may_win else max(have, SPELLED - 1)
    return replace(state, letters=put(state.letters, seat, min(most, max(0, have + points))))


def _reopened(state: State) -> State:
    phase = Phase.SCORED if len(state.present) >= PLAYERS_LEAST else Phase.RESTING
    return replace(state, phase=phase, winner=None, before=None, bonus_from=None)


def _bonus_worth(state: State) -> int:
    # D-Q2 House option: the bonus counts in overtime, or does not.
    return 0 if is_overtime(state) and not state.setup.bonus_in_tiebreak else 1


def _held(state: State, holders: tuple[Seat, ...]) -> Ruling:
    without = tuple(seat for seat in state.present if seat not in holders)
    if is_overtime(state):
        template = "{seats} hold the dolphins." if len(holders) > 1 else "{seats} holds a dolphin."
        return Ruling("D-R12", Text(template, seats=Seats(holders)), holders)
    template = "{seats} get a letter. None for {without}."
    if len(holders) == 1:
        template = "{seats} gets a letter. None for {without}."
    text = Text(template, seats=Seats(holders), without=Seats(without))
    return Ruling("D-R7", text, holders, "letter")


def _bonus_said(state: State, seat: Seat, holders: tuple[Seat, ...]) -> Ruling:
    brings = _bonus_brings(state, seat, holders)
    showed, had = _BONUS_SAID[brings]
    # D-S17 Nobody has to show a phone around.
    template = had if on_phones(state.setup) else showed
    text = Text(template, seat=Seats((seat,)), cards=bonus_cards(state.setup))
    return Ruling("D-R8", text, (seat,), "letter" if brings else "")


def _bonus_brings(state: State, seat: Seat, holders: tuple[Seat, ...]) -> str:
    """What the four cards of a holder are worth in this round: a "letter", a "count" or ""."""
    if is_overtime(state):
        # D-Q2 In overtime it is the count that grows, if the house wants it.
        # D-Q3 Nobody else gets anything.
        return "count" if seat in state.tied and _bonus_worth(state) else ""
    if state.letters[seat] + 1 < SPELLED:
        return "letter"
    tied = any(state.letters[other] + 1 >= SPELLED for other in holders if other != seat)
    # D-Q5 What is over the sixth letter is dropped, where it breaks no tie.
    return "letter" if tied and state.setup.bonus_breaks_tie else ""


def _fouled(state: State, touchers: tuple[Seat, ...], innocent: tuple[Seat, ...]) -> Ruling:
    if not innocent:
        # D-Q8 If everybody touched, nobody gets a letter.
        return Ruling("D-Q8", Text("Everybody touched too soon: no letters."), touchers, "foul")
    template = "{touchers} touched too soon: {others} get a letter."
    if len(innocent) == 1:
        template = "{touchers} touched too soon: {others} gets a letter."
    text = Text(template, touchers=Seats(touchers), others=Seats(innocent))
    if is_overtime(state):
        text = Text(
            "{touchers} touched too soon: it counts for whoever of {tied} did not.",
            touchers=Seats(touchers),
            tied=Seats(state.tied),
        )
    return Ruling("D-R9", text, touchers, "foul")


def _once_only(touchers: tuple[Seat, ...]) -> Ruling:
    text = Text("{seats} touched too soon; this round gave its letters.", seats=Seats(touchers))
    return Ruling("D-Q9", text, touchers, "foul")
