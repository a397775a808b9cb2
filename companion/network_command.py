"""The command that asks for a network of the table's own, and shows its codes at the machine.

Decides nothing, and does nothing itself: a helper with rights of its own hears one of two words.
"""

import time
from typing import TYPE_CHECKING

import click

from companion.words import CompanionError

if TYPE_CHECKING:
    from companion.helpers.heard import Shown

PATIENCE_S = 120.0  # NetworkManager gives up before
LOOK_S = 0.2
NOT_HEARD = (
    "Nobody hears that here. It takes the installed package, and root: sudo companion network {0}"
)


def add_to(main: click.Group) -> None:
    """Let the command have this one, too."""

    @main.command()
    @click.argument("word", type=click.Choice(["on", "off"]))
    def network(word: str) -> None:
        """Give the table a network of its own, for a place without Wi-Fi (on), or end it (off)."""
        from companion.helpers import captive, heard
        from companion.helpers import network as helper
        from companion.places import SERVICE_CONFIGS

        begun_s = time.time()
        if not heard.ask(word):
            raise CompanionError(NOT_HEARD.format(word))
        now = _after(word, begun_s)
        if word == "off":
            click.echo("The table's own network is off.")
            return
        from companion.running import qr

        click.echo(f"1. The network: {now.name}, its key is {now.key}")
        click.echo(qr(now.code))
        address = captive.url(helper.pages(SERVICE_CONFIGS).port)
        click.echo(f"2. The table: {address}")
        click.echo(qr(address))


def _after(word: str, begun_s: float) -> "Shown":
    """How it stands when the word is done. Raises CompanionError."""
    from companion.helpers.heard import shown

    until_s = begun_s + PATIENCE_S
    while time.time() < until_s:
        now = shown()
        if now.is_on == (word == "on") and now.phase in ("on", "off"):
            return now
        if word == "on" and (why := _said_since(begun_s)):
            raise CompanionError(why)
        time.sleep(LOOK_S)
    raise CompanionError("That takes too long. journalctl -u splash-companion-network says why.")


def _said_since(begun_s: float) -> str:
    from companion.helpers.network import NAME
    from companion.helpers.saying import SAID

    said = SAID / NAME
    try:
        return said.read_text(encoding="utf-8") if said.stat().st_mtime >= begun_s - 1 else ""
    except OSError:
        return ""
