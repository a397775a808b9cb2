"""Robots without a phone: what they have to say they press on START, YES and NO, by what is lit."""

from companion.referee.buttons import FALLING_HAND_US
from companion.referee.fold import OpenAsk
from companion.referee.walking import DONE, ELSE, KEYS, SURE, Draft, Level, level_of
from companion.robots.acts import Reply
from companion.table.signals import Kind, Signal
from companion.web.lights import lights_shown
from tests.robots.live_games import Playing

PRESSES_MOST = 200  # nobody goes round so long for one answer
READS_US = FALLING_HAND_US + 50_000


class ByButtons(Playing):
    """One game of a family whose phones are all at home."""

    presses = 0

    def answered(self) -> bool:
        """Whether anything could be said, and was pressed."""
        for open_ in sorted(self.room.open, key=lambda open_: open_.ask.must):
            reply = self.family.answer(open_.ask)
            if reply is not None and (open_.ask.must or self._is_at_hand()):
                self._say(open_, reply)
                return True
        return False

    def _is_at_hand(self) -> bool:
        """Whether a button is left for what need not be said; else the question goes before it."""
        picture = self.room.referee.picture
        draft = picture.draft
        if draft is not None and draft.begun:
            return any(light.at == ELSE for light in level_of(picture.asked, draft).lights)
        return len(_carried(picture.asked.musts)) < len(KEYS)

    def _say(self, open_: OpenAsk, reply: Reply) -> None:
        seq = self.room.referee.picture.seq
        for _ in range(PRESSES_MOST):
            if self.room.referee.picture.seq != seq:
                return
            self._press(self._key(open_, reply))
        raise AssertionError(f"no button says {reply} to {open_.ask.text}")

    def _key(self, open_: OpenAsk, reply: Reply) -> str:
        """What to press next, by what the wall shows."""
        picture = self.room.referee.picture
        draft, musts = picture.draft, picture.asked.musts
        carried = _carried(musts)
        if draft is not None and draft.begun:
            return _by_light(level_of(picture.asked, draft), draft, open_, reply)
        if any(one.id == open_.id for one in musts) and reply.key in carried:
            return reply.key
        return next(key for key in ("no", "yes", "start") if key not in carried)

    def _press(self, button: str) -> None:
        self.presses += 1
        room = self.room
        shown = lights_shown(room.referee.picture)
        assert shown is not None, "the wall says nothing of the buttons"
        assert button in {key.key for key in shown.keys if key.label}, (button, shown)
        assert [light.label for light in shown.lights if light.lit] or not shown.lights
        room.ns += READS_US * 1000
        room.referee.feel(Signal(Kind.PRESS, room.now_us(), button=button))
        room.settle()


def _carried(musts: tuple[OpenAsk, ...]) -> set[str]:
    """The answers that a button carries."""
    return {c.key for one in musts for c in one.ask.choices if c.key in KEYS and not c.slots}


def _by_light(level: Level, draft: Draft, open_: OpenAsk, reply: Reply) -> str:
    """YES where what is lit leads on, NO to see the next, START where it is all wrong."""
    wanted: set[int | str]
    if level.ask is None:
        wanted = {open_.id}
    elif level.ask.id != open_.id:
        wanted = {ELSE}
    elif level.choice is None:
        wanted = {reply.key}
    elif level.choice.key != reply.key:
        return "start"
    elif level.slot is None:
        wanted = {SURE}
    else:
        pick = reply.picks.get(level.slot.field)
        picks = pick if isinstance(pick, list) else [] if pick is None else [pick]
        wanted = {*picks} - {*draft.picked} or {DONE}
    there = [light.at for light in level.lights if wanted & {light.at, *light.group}]
    if draft.candidate in there:
        return "yes"
    return "no" if there or draft.picked or (level.slot and level.slot.many) else "start"
