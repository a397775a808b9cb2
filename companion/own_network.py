"""The table's own network on the screens: how its helper says it stands, and START's word to it.

Decides nothing about networks, and shows the key to nobody: who may see it is the pages' to know.
"""

from dataclasses import dataclass
from pathlib import Path

from companion.helpers.heard import ASK, NOW, ask, shown
from companion.referee import Referee
from companion.web.address import Address


@dataclass(slots=True)
class OwnNetwork:
    """What the table has of it."""

    stands: Path = NOW
    hears: Path = ASK
    _held: bool = False  # whether START was held, at the last look

    def look(self, address: Address, referee: Referee) -> None:
        """Show how it stands; START, held, ends it."""
        now = shown(self.stands)
        address.own_ip, address.own_network = now.ip, now.code
        referee.show_now(own_network=now.phase if self.hears.exists() else "")
        held = referee.picture.access.held
        if held and not self._held and now.is_on:
            self.ask("off")
        self._held = held

    def ask(self, word: str) -> bool:
        """Ask for it, or for its end; whether anybody heard that."""
        return ask(word, self.hears)
