"""The service that gives the table a network of its own: hears one of two words, and does it.

The table may say the word and read how it stands; it gets no right to any network by that.
"""

import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.helpers import captive
from companion.helpers.heard import NOW, WORD_S
from companion.helpers.own_network import OFF, WORDS, Own, Phase, Todo
from companion.helpers.radio import ADDRESS, NoRadio, Places, Radio
from companion.helpers.saying import SAID, say
from companion.places import SERVICE_CONFIGS

if TYPE_CHECKING:
    from companion.table.config import WebConfig

NAME = "network"
LOOK_S = 2.0
NOT_THERE = (
    "Phones in a Wi-Fi of the table's own would find nothing: its pages are at {} alone. "
    "Take [web] host out of the configuration, and start the table again."
)
FIRST = 3  # the descriptor that systemd hands over


class Wave(Protocol):
    """What the helper needs of a radio."""

    @property
    def name(self) -> str: ...
    def key(self) -> str: ...
    def raise_it(self) -> None: ...
    def lower(self) -> None: ...
    def is_up(self) -> bool: ...
    def guests(self) -> int: ...


class Helper:
    """One network, looked after; it ends when that is off."""

    def __init__(self, radio: Wave, web: "WebConfig", now: Path = NOW, said: Path = SAID) -> None:
        self._radio, self._web, self._now, self._said = radio, web, now, said
        self._captive = ExitStack()
        self.own = Own()

    def told(self, word: str, now_s: float) -> None:
        """Somebody said a word; any other than the two is none."""
        if word in WORDS:
            self._does(*self.own.told(word, now_s), now_s)

    def look(self, now_s: float) -> None:
        """Look after it; call it often."""
        if self.own.phase is Phase.ON:
            seen = self._radio.is_up(), self._radio.guests()
            self._does(*self.own.looked(*seen, now_s), now_s)

    def close(self) -> None:
        """The machine goes off, or the helper: the former network is back."""
        if self.own.phase is not Phase.OFF:
            self.told(OFF, self.own.since_s)
        self._now.unlink(missing_ok=True)

    def _does(self, own: Own, todo: Todo, now_s: float) -> None:
        self.own = own
        if todo is Todo.NOTHING:
            return
        self._show()
        why_not = ""
        try:
            if todo is Todo.RAISE:
                if self._web.only_at:
                    raise NoRadio(NOT_THERE.format(self._web.only_at))
                self._radio.raise_it()
                self._captive.enter_context(captive.answering(self._web.port))
            else:
                self._captive.close()
                self._radio.lower()
        except NoRadio as problem:
            why_not = str(problem)
        except OSError as problem:
            why_not = f"The table's own network did not come ({problem.strerror})."
        self.own = self.own.done(why_not, now_s)
        self._show()
        say(NAME, self.own.say, self._said)
        if self.own.say:
            print(self.own.say, flush=True)

    def _show(self) -> None:
        told = {"phase": self.own.phase.value}
        if self.own.phase is Phase.ON:
            told |= {"name": self._radio.name, "key": self._radio.key(), "ip": ADDRESS}
        fresh = self._now.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o640), "w") as to:
            json.dump(told, to)
        os.replace(fresh, self._now)


def serve(ears: socket.socket, helper: Helper) -> None:
    """Hear words and look after the network until it is off."""
    heard = False
    while True:
        is_off = heard and helper.own.phase is Phase.OFF
        ready, _, _ = select.select([ears], [], [], 0.0 if is_off else LOOK_S)
        if is_off and not ready:
            return  # the next word begins it anew
        if ready:
            helper.told(_word(ears), time.monotonic())
            heard = True
        helper.look(time.monotonic())


def _word(ears: socket.socket) -> str:
    with suppress(OSError):
        one, _ = ears.accept()
        with one:
            one.settimeout(WORD_S)
            return one.recv(8).decode("ascii", "replace").strip()
    return ""


def pages(files: Iterable[str]) -> "WebConfig":
    """Where the table's pages are, by the first of these files that is there."""
    from companion.table import config as configs

    with suppress(Exception):  # one that the table cannot read: it says so itself
        return configs.load(Path(next(filter(os.path.lexists, files)))).web
    return configs.default().web


def main(words: list[str]) -> int:
    """For the service. `--over`: what a helper that died left is undone."""
    os.umask(0o027)
    if words[:1] == ["--over"]:
        Radio(Places()).lower()
        NOW.unlink(missing_ok=True)
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    helper = Helper(Radio(Places()), pages(SERVICE_CONFIGS))
    with socket.socket(fileno=FIRST) as ears:
        try:
            serve(ears, helper)
        finally:
            helper.close()
    return 0
