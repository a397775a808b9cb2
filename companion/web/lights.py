"""What the table's buttons go through, as the wall shows it: one answer lit among the others.

Adds nothing that the picture does not hold; what a press does is the referee's.
"""

from companion.referee.buttons import answering, meanings
from companion.referee.picture import Picture
from companion.referee.secrecy import sure
from companion.referee.walking import DONE, ELSE, SURE, AtHand, Draft, Level, Lit, Option, level_of
from companion.say import Names, say
from companion.web import wire
from companion.web.asking import options_named
from companion.words import Choice, Slot, Text

LETTERS_MOST = 90  # that are read at one look, across the room
_WORDS = {ELSE: Text("Something else"), DONE: Text("That's all")}


def draft_shown(picture: Picture) -> wire.DraftShown | None:
    """What the buttons are choosing, where that is people."""
    draft = picture.draft
    if draft is None:
        return None
    level = level_of(picture.asked, draft) if draft.begun and picture.asked.has(draft) else None
    if level is not None and draft.candidate is not None and not _is_about_seats(level):
        return wire.DraftShown(draft.ask, (), None)
    candidate = draft.candidate
    if isinstance(candidate, str):
        candidate = _seat_in(candidate)
    return wire.DraftShown(draft.ask, draft.picked, candidate)


def keys_shown(picture: Picture) -> tuple[str, ...]:
    """The table's buttons that a hand is waited for at."""
    if picture.caller.paused:
        return ("start",)
    if picture.review:
        return ("yes",)
    if picture.asked.musts or picture.draft is not None:
        return answering(picture.asked, picture.draft)
    return ("start",) if picture.again or picture.game is None else ()


def lights_shown(picture: Picture) -> wire.LightsShown | None:
    """What can be read of that: nothing while phones say it, or the rows of seats show it."""
    asked, draft, names = picture.asked, picture.draft, picture.names
    walk = draft if draft is not None and draft.candidate is not None and asked.has(draft) else None
    if picture.review or (walk is None and not asked.alone):
        return None
    refused = say(picture.refused, names) if picture.refused else ""
    level = level_of(asked, walk) if walk else Level(())
    if not asked.alone and _is_about_seats(level):
        return None
    keys = tuple(wire.KeyShown(key, say(words, names)) for key, words in meanings(asked, draft))
    if not keys:
        return None
    lights = [_light(light, level, walk, asked, names) for light in level.lights] if walk else []
    return wire.LightsShown(
        path=_path(asked, walk, level, names) if walk else (),
        key=level.choice.key if level.choice else "",
        field=level.slot.field if level.slot else "",
        lights=_in_sight(lights),
        of=len(lights),
        at=next((at for at, light in enumerate(lights, 1) if light.lit), 0),
        keys=keys,
        refused=refused,
    )


def _in_sight(lights: list[wire.LightShown]) -> tuple[wire.LightShown, ...]:
    """All, or as many as can be read at once: the one that is lit, and those that come next."""
    at = next((at for at, light in enumerate(lights) if light.lit), 0)
    shown, letters = [], 0
    for turn in range(len(lights)):
        letters += len(lights[(at + turn) % len(lights)].label)
        if letters > LETTERS_MOST and turn:
            break
        shown.append((at + turn) % len(lights))
    return tuple(lights[place] for place in (sorted(shown) if len(shown) == len(lights) else shown))


def _is_about_seats(level: Level) -> bool:
    """Whether all that is lit, but for what else there is, are people."""
    if level.slot is not None:
        return level.slot.of == "seat"
    keys = [light.at for light in level.lights if light.at != ELSE]
    return level.choice is None and any(_seat_in(str(key)) is not None for key in keys)


def _seat_in(key: str) -> int | None:
    of, _, number = key.partition(":")
    return int(number) if of == "seat" and number.isdigit() else None


def _path(asked: AtHand, draft: Draft, level: Level, names: Names) -> tuple[str, ...]:
    ask, choice = level.ask, level.choice
    path = [] if ask is None or ask in asked.musts[:1] else [say(ask.ask.text, names)]
    if choice is None or ask is None:
        return tuple(path)
    if len(ask.ask.choices) > 1:
        path.append(say(choice.label, names))
    for slot, picked in zip(choice.slots, draft.given, strict=False):
        if len(slot.options) > 1:
            path += [_named(slot, option, names) for option in picked]
    return tuple(path)


def _light(light: Lit, level: Level, draft: Draft, asked: AtHand, names: Names) -> wire.LightShown:
    of, option = _face(light, level)
    return wire.LightShown(
        label=_label(light, level, asked, names),
        of=of,
        option=option,
        lit=light.at == draft.candidate,
        picked=light.at in draft.picked,
    )


def _face(light: Lit, level: Level) -> tuple[str, int | None]:
    """The seat or dolphin that it is, so that it wears its shape."""
    if isinstance(light.at, int):
        of = level.slot.of if level.slot else ""
        return (of, int(light.at)) if of in ("seat", "pad") and not light.group else ("", None)
    of, _, number = light.at.partition(":")
    return (of, int(number)) if of in ("seat", "pad") and number.isdigit() else ("", None)


def _label(light: Lit, level: Level, asked: AtHand, names: Names) -> str:
    if light.at in _WORDS:
        return say(_WORDS[str(light.at)], names)
    if level.ask is None:
        other = asked.find(str(light.at))
        return say(other.ask.text, names) if other else ""
    if level.choice is None:
        return say(_choice(level, light.at).label, names)
    if level.slot is None:
        return sure(level.choice) if light.at == SURE else ""
    ends = (light.group[0], light.group[-1]) if light.group else (light.at,)
    return " … ".join(_named(level.slot, option, names) for option in ends)


def _choice(level: Level, key: Option) -> Choice:
    assert level.ask is not None
    return next(one for one in level.ask.ask.choices if one.key == key)


def _named(slot: Slot, option: Option, names: Names) -> str:
    return options_named(slot, names)[slot.options.index(option)]
