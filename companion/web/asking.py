"""Questions as one teller sees them: their answers, and what has to be picked with each.

Adds nothing that the picture does not hold.
"""

from companion.access.refused import AccessError
from companion.frozen import replace
from companion.referee.answers import Teller, may_answer
from companion.referee.fold import OpenAsk
from companion.referee.picture import Picture
from companion.referee.secrecy import sure
from companion.say import Names, listed, say
from companion.web import wire
from companion.words import Ask, Choice, Pad, Seat, Seats, Slot, Text, Value

AT_TABLE = Teller("buttons", screen="tablet")  # whoever is at the table's own screen


def ask_of(open_: OpenAsk, teller: Teller, picture: Picture) -> wire.AskShown:
    """A question as this teller sees it."""
    ask, names = open_.ask, picture.names
    return wire.AskShown(
        id=open_.id,
        topic=ask.topic,
        must=ask.must,
        unfolded=ask.unfolded,
        on_table=ask.on_table,
        mine=may_answer(ask.seats, teller),
        lead=say(ask.lead, names) if ask.lead else "",
        text=say(ask.text, names),
        seats=ask.seats,
        waiting_for=_waiting_for(ask.seats, picture),
        of_all=_of_all(ask, picture),
        choices=tuple(_choice(choice, names, teller.seat) for choice in ask.choices),
    )


def teller_at_table(picture: Picture, ask: str) -> Teller:
    """Whoever is at the table's own screen, for a question that is played there. Raises
    AccessError for any other.
    """
    asked = next((open_.ask for open_ in picture.open if open_.id == ask), None)
    if asked is not None and not asked.on_table:
        raise AccessError(403, "That is said on a phone: the one it asks, or the referee's.")
    return replace(AT_TABLE, referee=asked is not None)


def _waiting_for(seats: tuple[Seat, ...], picture: Picture) -> str:
    if not seats:
        return "the referee"
    if len(seats) > 2:
        return "the table"
    return listed([picture.names.seat(seat) for seat in seats], picture.names)


def _of_all(ask: Ask, picture: Picture) -> str:
    alike = {
        open_.ask.text
        for open_ in picture.open
        if (open_.ask.must, open_.ask.topic) == (ask.must, ask.topic)
        and _but_whom(open_.ask.text) == _but_whom(ask.text)
    }
    if not ask.must or len(alike) < 2:
        return ""
    everybody = dict.fromkeys(picture.names.seats, picture.names.translate("everybody"))
    said = say(ask.text, replace(picture.names, seats=everybody))
    return said[:1].upper() + said[1:]


def _but_whom(text: Text) -> tuple[str, list[tuple[str, Value]]]:
    return text.template, [told for told in text.values if not isinstance(told[1], Seats)]


def _choice(choice: Choice, names: Names, me: Seat | None) -> wire.ChoiceShown:
    mine = {slot.field for slot in choice.slots if slot.me}
    of, option = _about(choice.key)
    return wire.ChoiceShown(
        key=choice.key,
        label=say(choice.label, names),
        tone=choice.tone,
        sure=sure(choice),
        of=of,
        option=option,
        # A phone whose seat is filled in is not shown itself as the other one.
        slots=tuple(
            _slot(slot, names, me if slot.other_than in mine else None) for slot in choice.slots
        ),
    )


def _about(key: str) -> tuple[str, int | None]:
    """What a key names, so that its button wears a seat's shape or a dolphin."""
    of, _, number = key.partition(":")
    faced = of in ("seat", "pad") and number.isdigit()
    return (of, int(number)) if faced else ("", None)


def _slot(slot: Slot, names: Names, without: Seat | None) -> wire.SlotShown:
    named = list(zip(slot.options, options_named(slot, names), strict=True))
    shown = [(option, name) for option, name in named if without is None or option != without]
    return wire.SlotShown(
        field=slot.field,
        of=slot.of,
        options=tuple(option for option, _ in shown),
        names=tuple(name for _, name in shown),
        least=slot.least,
        most=slot.most,
        many=slot.many,
        me=slot.me,
        preset=slot.preset,
        ticked=slot.ticked,
    )


def options_named(slot: Slot, names: Names) -> list[str]:
    """What can be picked, in words."""
    if slot.labels:
        return [say(label, names) for label in slot.labels]
    # More or fewer have a sign; how many there are has none.
    signed = any(isinstance(option, int) and option < 0 for option in slot.options)
    return [_option(slot.of, option, names, signed) for option in slot.options]


def _option(of: str, option: int | str, names: Names, signed: bool) -> str:
    if of == "seat":
        return names.seat(Seat(int(option)))
    if of == "pad":
        return names.pad(Pad(int(option)))
    return f"{option:+d}" if signed and isinstance(option, int) else str(option)
