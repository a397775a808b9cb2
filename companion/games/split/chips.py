"""Chips on the board: where one may go, what may be removed, and who is joined by it.

Turns come from turns.py; what a match is worth has been decided before.
"""

from companion.frozen import replace
from companion.games.common import one
from companion.games.split.board import board_of, space_text
from companion.games.split.cards import suits_text
from companion.games.split.facts import Enough, Fixed, LitUp, Match, Placed, Removed
from companion.games.split.path import closes
from companion.games.split.state import (
    Due,
    Stage,
    State,
    Step,
    at_turn,
    chips_are_out,
    is_light,
    members,
    others_chips,
    pairs_of,
    side_of,
    side_text,
    sides_in_play,
    spaces_for,
    spaces_for_chip,
    suits_for_chip,
    supply,
    winning_path,
)
from companion.games.split.turns import Said, finished, last_chip_wins, team_text, won
from companion.words import Judged, Refused, Ruling, Seat, Text

RULE_OF = {Match.WEAK: "H-R4", Match.STRONG: "H-R5", Match.PERFECT: "H-R6"}


def earned(state: State, due: Due, said: Said) -> Judged[State]:
    """A match was made: its chips, or first the removal."""
    # H-R6 A perfect match first removes a chip of an opponent.
    # H-Q8 That is no choice, only whose and which.
    step = Step.REMOVE if due.match is Match.PERFECT else Step.CHIP
    # H-Q24 A play breaks the circle of turns without one.
    played = replace(state, blanks=0, made=(*state.made, (state.turn, due.match)))
    return go_on(replace(played, due=due, step=step, play=None), said)


def go_on(state: State, said: Said) -> Judged[State]:
    """The next thing that the match gives, or the end of the turn."""
    side = side_of(state, state.turn)
    if state.step in (Step.REMOVE, Step.AGAIN) and not others_chips(state, side):
        # H-Q7 None there: nothing is removed, and the chips are placed.
        # H-Q14 Perfect Memory ends as well when none is left.
        state = replace(state, step=Step.CHIP)
    due = state.due
    if state.step is Step.CHIP and due is not None and not (due.left and supply(state, side)):
        # H-Q10 Who has fewer chips than are due places what there is.
        return finished(state, said)
    return Judged(state, said)


def removed(state: State, fact: Removed) -> Judged[State]:
    """A chip comes off the board. Raises Refused (H-R6) for an own chip or a free space."""
    at_turn(state, fact.seat, Step.REMOVE, Step.AGAIN)
    bit, side = 1 << fact.space, side_of(state, fact.seat)
    # H-R6 A chip of an opponent: not one's own, and one that is there.
    if not others_chips(state, side) & bit:
        raise Refused("H-R6", _no_opponent(state, fact))
    owner = next(n for n, chips in enumerate(state.chips) if chips & bit)
    # H-Q9 Back to its owner; the space is free at once.
    # H-R12 A chip that was touched is removed: there is no second thought.
    state = replace(state, chips=_without(state.chips, bit), newest=-1)
    text = Text(
        "{seat} removes a {side} chip from {space}.",
        seat=one(fact.seat),
        side=side_text(owner),
        space=space_text(fact.space),
    )
    said: Said = (Ruling("H-R6", text, (fact.seat,), "removed"),)
    if state.setup.perfect_memory:
        return _remembered(state, fact.space, said)
    return go_on(replace(state, step=Step.CHIP), said)


def _remembered(state: State, space: int, said: Said) -> Judged[State]:
    """Perfect Memory: perhaps another chip may be removed."""
    due = state.due
    assert due is not None
    if is_light(state):
        # H-S10 A light game does not know the suit: the table says when it is enough.
        return go_on(replace(state, step=Step.AGAIN), said)
    # H-Q13 Of a space with two suits either counts.
    same = board_of(state.setup.board).suits[space] & due.suits
    # H-R14 The uncovered space shows the suit of the match: another chip may go. Else stop.
    step = Step.AGAIN if same else Step.CHIP
    text = Text("Another suit: now the chips.")
    if same:
        template = "It shows {suit}: another may go."
        if not others_chips(state, side_of(state, state.turn)):
            template = "It shows {suit}, but there is no other chip to take off."
        text = Text(template, suit=suits_text(due.suits))
    # H-C4 The companion knows the board, and says which it is.
    said = (*said, Ruling("H-C4", text, (state.turn,)))
    return go_on(replace(state, step=step), said)


def enough(state: State, fact: Enough) -> Judged[State]:
    """Perfect Memory: no further chip is removed."""
    at_turn(state, fact.seat, Step.AGAIN)
    # H-Q14 Voluntary after the first.
    stopped = replace(state, step=Step.CHIP)
    text = Text("{seat} removes no more.", seat=one(fact.seat))
    return go_on(stopped, (Ruling("H-Q14", text, (fact.seat,)),))


def placed(state: State, fact: Placed) -> Judged[State]:
    """A chip goes on the board, and may win. Raises Refused where it may not go."""
    at_turn(state, fact.seat, Step.CHIP)
    due = state.due
    assert due is not None
    bit = 1 << fact.space
    _may_go(state, due, fact.space)
    side = side_of(state, fact.seat)
    left = replace(due, left=due.left - 1, ways=_ways_left(state, due, bit))
    chips = _with(state.chips, side, bit)
    after = replace(state, chips=chips, due=left, last=fact.seat, newest=fact.space)
    text = Text(
        "{seat} places a {side} chip on {space}.",
        seat=one(fact.seat),
        side=side_text(side),
        space=space_text(fact.space),
    )
    said: Said = (Ruling(RULE_OF[due.match], text, (fact.seat,), "chip"),)
    # H-Q12 The first of two chips may win, and the second is not placed.
    if closes(chips[side], fact.space, pairs_of(after, side)):
        return _joined(after, side, said)
    # H-Q11 All supplies of all who play are empty, seen after each chip.
    if chips_are_out(after):
        return last_chip_wins(after, "H-R13", said)
    return go_on(after, said)


def lit_up(state: State, fact: LitUp) -> Judged[State]:
    """The spaces light up for this turn. Raises Refused."""
    at_turn(state, fact.seat, Step.CHIP)
    if is_light(state):
        # H-S10 Where chips may go the table sees itself.
        raise Refused("H-S10", Text("In a light game the table sees where a chip may go."))
    if state.lit:
        raise Refused("H-S11", Text("They are lit already."))
    # H-S11 Only when somebody wants to see them.
    lit = replace(state, lit=True)
    text = Text("{seat} wants to see where it may go.", seat=one(fact.seat))
    return Judged(lit, (Ruling("H-S11", text, (fact.seat,)),))


def fixed(state: State, fact: Fixed) -> Judged[State]:
    """The table's own pen on the board. Raises Refused."""
    # H-C1 Before the deal there are no chips.
    if not state.number:
        raise Refused("H-C1", Text("No game is being played now."))
    bit = 1 << fact.space
    chips = _without(state.chips, bit)
    if fact.seat is not None:
        chips = _with(chips, _side_named(state, fact.seat), bit)
    if chips == state.chips:
        if fact.seat is None:
            raise Refused("H-S8", Text("No chip lies there. Pick another space."))
        raise Refused("H-S8", Text("That chip lies there already. Pick another space."))
    # H-S8 The board is as the table sees it.
    after = replace(state, chips=chips)
    # H-R1 Nobody has more chips than there are.
    if any(supply(after, side) < 0 for side in range(len(chips))):
        raise Refused("H-R1", Text("There is no chip of that colour left."))
    text = Text("Put right on the board: {space}.", space=space_text(fact.space))
    said: Said = (Ruling("H-S8", text, (), "chip"),)
    return _seen_again(after, fact, said)


def reopened(state: State, said: Said) -> Judged[State]:
    """A game that is not won after all goes on where it was."""
    stage = Stage.PLAYING if len(sides_in_play(state)) > 1 else Stage.RESTING
    stage = stage if state.number else Stage.WAITING
    # H-S7 A win that the pen takes away is no win.
    state = replace(state, stage=stage, winner=None, joined=False, by_word=False)
    return go_on(state, said) if state.stage is Stage.PLAYING else Judged(state, said)


def _seen_again(state: State, fact: Fixed, said: Said) -> Judged[State]:
    """What the board that was put right means."""
    if state.stage is Stage.OVER:
        broken = state.joined and not winning_path(state)
        # H-S8 A path that is not there has not won.
        return reopened(state, said) if broken else Judged(state, said)
    if fact.seat is not None:
        side = side_of(state, fact.seat)
        if closes(state.chips[side], fact.space, pairs_of(state, side)):
            # H-S8 And one that is there has.
            return _joined(state, side, said)
        if state.stage is Stage.PLAYING and chips_are_out(state):
            # H-Q11 Also when the pen laid the last one.
            return last_chip_wins(state, "H-R13", said)
    return go_on(state, said) if state.stage is Stage.PLAYING else Judged(state, said)


def _no_opponent(state: State, fact: Removed) -> Text:
    if state.chips[side_of(state, fact.seat)] >> fact.space & 1:
        return Text("That is {seat}'s own chip.", seat=one(fact.seat))
    return Text("There is no chip on {space}.", space=space_text(fact.space))


def _may_go(state: State, due: Due, space: int) -> None:
    if any(chips >> space & 1 for chips in state.chips):
        # H-Q6 One space takes one chip.
        raise Refused("H-Q6", Text("There is a chip on {space}.", space=space_text(space)))
    if spaces_for_chip(state) >> space & 1:
        return
    text = Text(
        "The chip goes on {suits}, and {space} is of another suit.",
        space=space_text(space),
        suits=suits_text(suits_for_chip(state)),
    )
    # H-R4 On a space of the match.
    # H-R5 The same for each of the two chips.
    raise Refused(RULE_OF[due.match], text)


def _ways_left(state: State, due: Due, bit: int) -> tuple[int, ...]:
    """What the next chip may be placed for, once this one lies."""
    if due.match is not Match.STRONG or not due.ways:
        return due.ways
    # H-Q6 Either order; where the first could be for both suits the second may be for either.
    served = [suits for suits in due.ways if spaces_for(state, suits) & bit]
    # H-R5 One chip on each suit.
    return tuple(due.suits & ~suits for suits in served)


def _joined(state: State, side: int, said: Said) -> Judged[State]:
    text = Text(
        "Two sides are joined: {seats} won with {side}!",
        side=side_text(side),
        seats=team_text(state, side),
    )
    # H-R10 At the very chip that closes the path.
    ruling = Ruling("H-R10", text, members(state, side), "win")
    return won(state, side, ruling, said, joined=True)


def _side_named(state: State, seat: Seat) -> int:
    # H-C1 Only seats of this game have a colour.
    if not 0 <= seat < state.setup.seats:
        raise Refused("H-C1", Text("Seat {n} is not at this table.", n=seat + 1))
    return side_of(state, seat)


def _with(chips: tuple[int, ...], side: int, bit: int) -> tuple[int, ...]:
    return tuple(mask | bit if n == side else mask for n, mask in enumerate(chips))


def _without(chips: tuple[int, ...], bit: int) -> tuple[int, ...]:
    return tuple(mask & ~bit for mask in chips)
