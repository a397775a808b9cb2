"""A Twisted Fish family at a table that asks, which hears what the referee says of whoppers."""

from typing import Any

from companion.games.twisted_fish.robot.family import PROVEN, TwistedFishFamily
from companion.robots.acts import Act
from companion.robots.answering import Answering
from companion.words import Ruling, Text


class TwistedFishTable(Answering[TwistedFishFamily]):
    """The family, and where it stands in its evening."""

    def __init__(self, family: TwistedFishFamily) -> None:
        super().__init__(family)
        self._heard: set[tuple[int, Text]] = set()  # whoppers that were announced

    def look(self, view: Any, now_us: int = 0) -> list[Act]:
        """Hear who lied, and see what counts by now."""
        for whopper in view.whoppers:
            heard = (view.round, whopper.evidence)
            if heard not in self._heard:
                self._heard.add(heard)
                self.family.hear([Ruling(PROVEN, whopper.evidence, (whopper.seat,))])
        return super().look(view, now_us)
