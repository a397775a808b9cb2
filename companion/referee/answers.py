"""How a tap becomes a fact: exactly once, the first answer counts, a late one is told kindly.

Pure: it reads the fold and says what to write; the referee writes it.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from companion.frozen import dataclass
from companion.journal import JournalError
from companion.referee.fold import Entry, Fact, Fold
from companion.referee.secrecy import happened, is_unsaid
from companion.words import Ask, Choice, Refused, Seat, Slot, Text

_LOOK_AGAIN = Text("That question was asked anew. Please look again.")
REPLIES_MOST = 1000  # taps remembered for their retries; older ones are found in the journal

Pick = int | str | list[int] | list[str]
Picks = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Teller:
    """Who tells: "seat:2", "referee", "buttons" …, and what that may answer."""

    by: str
    seat: Seat | None = None
    referee: bool = False
    screen: str = ""


class Bar(Enum):
    """What stands in the way of a tap that was in order and in time."""

    OTHERS = "others"
    """It is for somebody else to say."""
    NOT_SO = "not so"
    """As things stand it is not to be said so: another way is named."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a tap: "counts", "already", "settled", "asked_again" or "refused"."""

    kind: str
    text: Text | None = None
    rule: str = ""
    seq: int = 0
    by: str = ""
    final: bool = True  # False: the same tap may be tried again
    bar: Bar | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """An answer that may be written: the fact, and the question it answers."""

    fact: Fact
    ask: str
    asked: str


class Replies:
    """The replies to recent taps by their nonce, so that a retried tap is told the same."""

    def __init__(self) -> None:
        self._replies: OrderedDict[str, Reply] = OrderedDict()

    def get(self, nonce: str) -> Reply | None:
        """The reply that this tap got before."""
        return self._replies.get(nonce)

    def keep(self, nonce: str, reply: Reply) -> Reply:
        """Remember the reply to a tap."""
        if nonce and reply.final:
            self._replies[nonce] = reply
            while len(self._replies) > REPLIES_MOST:
                self._replies.popitem(last=False)
        return reply

    def unsay(self, fold: Fold | None) -> None:
        """Something was taken back: where it was a secret no tap is told again what it was told."""
        if fold is None or not any(map(is_unsaid, fold.entries)):
            return
        for nonce, reply in self._replies.items():
            if reply.kind != "counts":
                self._replies[nonce] = Reply("asked_again", _LOOK_AGAIN)


def kindly(work: Callable[[], Reply]) -> Reply:
    """What comes of a word; what rules, forms or the journal refuse is a reply, not an error."""
    try:
        return work()
    except Refused as refused:
        return Reply("refused", refused.text, refused.rule)
    except (ValueError, JournalError) as problem:
        final = not isinstance(problem, JournalError)
        return Reply("refused", Text("{why}", why=str(problem)), final=final)


def consider(fold: Fold, ask_id: str, key: str, picks: Picks, teller: Teller) -> Counts | Reply:
    """Check an answer against the open questions; the rules have not judged it yet."""
    open_ = fold.find(ask_id)
    if open_ is None:
        return _late(fold, ask_id, key, picks, teller)
    if not may_answer(open_.ask.seats, teller):
        return Reply("refused", Text("This question is for somebody else."))
    choice = next((choice for choice in open_.ask.choices if choice.key == key), None)
    if choice is None:
        return Reply("refused", Text("That is no answer to this question."))
    try:
        fact = filled(choice, picks, teller)
    except Refused as refused:
        return Reply("refused", refused.text)
    return Counts(fact, ask_id, open_.ask.text.template)


def may_answer(seats: tuple[Seat, ...], teller: Teller) -> bool:
    """Whether this teller may answer a question put to these seats."""
    return teller.referee or (teller.seat is not None and teller.seat in seats)


def filled(choice: Choice, picks: Picks, teller: Teller) -> Fact:
    """The choice's fact with its slots filled. Raises Refused where a pick does not fit."""
    fact = choice.fact
    fields = {slot.field for slot in choice.slots}
    if set(picks) - fields:
        raise _unfit("Nothing of that kind can be picked here.")
    for slot in choice.slots:
        fact = replace(fact, **{slot.field: _picked(slot, picks.get(slot.field), teller)})
    for slot in choice.slots:
        if slot.other_than and _overlap(fact, slot):
            raise _unfit("Those two can't be the same. Pick another.")
    return fact


def _overlap(fact: Fact, slot: Slot) -> bool:
    mine, other = getattr(fact, slot.field), getattr(fact, slot.other_than)
    return other in mine if slot.many else mine is not None and mine == other


def _picked(slot: Slot, pick: Any, teller: Teller) -> Any:
    if slot.me and teller.seat is not None:
        pick = teller.seat
    if pick is None and slot.preset:
        pick = slot.options[0]  # what stands until another one is picked
    if pick is None and slot.ticked:
        pick = [*slot.ticked] if slot.many else slot.ticked[0]
    given = pick if isinstance(pick, list) else [] if pick is None else [pick]
    if any(type(item) not in (int, str) or item not in slot.options for item in given):
        raise _unfit("That can't be picked here.")
    chosen = [option for option in slot.options if option in given]
    if len(chosen) != len(given):
        raise _unfit("Each can be picked once.")
    if not slot.least <= len(chosen) <= slot.most:
        raise Refused("", Text("Pick {least} to {most} of them.", least=slot.least, most=slot.most))
    if slot.many:
        return tuple(chosen)
    return chosen[0] if chosen else None


def _late(fold: Fold, ask_id: str, key: str, picks: Picks, teller: Teller) -> Reply:
    """A question that is not open: settled meanwhile, or asked anew after an undo."""
    answered = fold.answer_to(ask_id)
    if answered is None or not happened(answered[1]):
        return Reply("asked_again", _LOOK_AGAIN)
    ask, entry = answered
    kind = "already" if _same_answer(ask, entry, key, picks, teller) else "settled"
    return Reply(kind, _said(entry), seq=entry.row.seq, by=entry.row.by)


def _same_answer(ask: Ask, entry: Entry, key: str, picks: Picks, teller: Teller) -> bool:
    choice = next((choice for choice in ask.choices if choice.key == key), None)
    try:
        return choice is not None and (filled(choice, picks, teller),) == entry.facts
    except Refused:
        return False


def _said(entry: Entry) -> Text:
    if entry.rulings:
        return entry.rulings[0].text
    return Text("That is settled already.")


def _unfit(sentence: str) -> Refused:
    return Refused("", Text(sentence))
