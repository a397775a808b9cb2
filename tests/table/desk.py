"""A desk with pads whose crossings are told, and the calibration's guide that is fed with them."""

from typing import Final

from companion.say import Names, say
from companion.table.board.calibration.guide import Guide, Reading, Shown, Step

EMPTY: Final = (40, 55, 70)
MANY: Final = 400  # readings: four seconds
DOLPHINS: Final = Names(pads=("Red", "Blue", "Green"))


class Desk:
    """Pads whose crossings are told, and the guide that is fed with them."""

    def __init__(self, lifts: bool = True, empty: tuple[int, ...] = EMPTY) -> None:
        self.guide = Guide(len(empty), lifts)
        self.empty, self.levels = empty, list(empty)
        self.lifted = 0
        self._odd = 0

    def wait(self, readings: int = MANY) -> Shown:
        """Let readings come, with noise of one sample, until another step is asked for."""
        before = (self.guide.step, self.guide.pad)
        for _ in range(readings):
            self._odd ^= 1
            self.guide.feed(Reading(tuple(level + self._odd for level in self.levels), self.lifted))
            if (self.guide.step, self.guide.pad) != before:
                break
        return self.guide.now()

    def hand(self, pad: int, samples: int) -> None:
        """A hand adds so much to a pad."""
        self.levels[pad] = self.empty[pad] + samples

    def show(self, pad: int, grip: int = 40) -> None:
        """All that is asked of one dolphin, done right."""
        acts = {
            Step.EMPTY: lambda: None,
            Step.NEAR: lambda: self.hand(pad, 3),
            Step.TOUCH: lambda: self.hand(pad, grip),
            Step.OFF: lambda: self.hand(pad, 0),
            Step.LIFT: lambda: setattr(self, "lifted", 1 << pad),
            Step.BACK: lambda: setattr(self, "lifted", 0),
        }
        while self.guide.step is not Step.RESULT and self.guide.pad in (None, pad):
            before = self.guide.step, self.guide.pad
            acts[self.guide.step]()
            self.wait(3 * MANY)
            assert (self.guide.step, self.guide.pad) != before, self.words()

    def words(self) -> str:
        shown = self.guide.now()
        hint = say(shown.hint, DOLPHINS) if shown.hint else ""
        return f"{say(shown.asked, DOLPHINS)} {hint}"
