"""Who plays with lamps."""

from dataclasses import dataclass

from companion.new_game.stub import facts


@dataclass(frozen=True, slots=True)
class Setup(facts.Setup):
    """Who plays, and by which lamp."""

    lamp: tuple[str, ...] = ()
