"""The companion itself as a driven process: real pins' callbacks, referee, journal and pages."""

import gc
import json
import sys
import threading
import time
from collections import deque
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.driven import answer_lines
from companion.assembly import build
from companion.referee import Teller
from companion.referee.showing import deal_of
from companion.runtime import Companion, watch
from companion.stop import Stop
from companion.table import config as configs
from companion.table.simulated import Hands
from companion.words import Pad

PEOPLE = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"]
REFEREE = Teller("referee", referee=True)
PATIENCE_S = 5.0
LEAD_IN_S = 3.0
KEYS = {"deal": "start", "verdict": "no", "reset": "start", "bonus": "no", "holders": "held"}


class Driver:
    """Hands at one companion's table, and words of its people."""

    def __init__(self, companion: Companion, hands: Hands) -> None:
        self.companion, self.hands = companion, hands
        self.referee = companion.referee
        self._told = 0
        self._taken: list[tuple[int, int]] = []
        self._send = self.referee.hub.send
        self.referee.hub.send = self._sent  # type: ignore[method-assign]
        self._sounds: deque[tuple[int, bool]] = deque(maxlen=64)
        buzzer = companion.caller._buzzer
        self._sound, buzzer.sound = buzzer.sound, self._hear  # type: ignore[method-assign]

    def touch(self, pad: int) -> int:
        """A short touch; answers when it began, in monotonic nanoseconds."""
        at_ns = time.monotonic_ns()
        self.hands.touch(Pad(pad))
        self.hands.release(Pad(pad))
        return at_ns

    def live(self) -> bool:
        """Bring the game to where cards go round, whatever it takes."""
        if self.referee.picture.game is None:
            self._begin()
        for pad in range(5):
            self.hands.home(Pad(pad))
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            picture = self.referee.picture
            if picture.state.winner is not None or picture.state.tied:
                self._begin()  # overtime has fewer dolphins than hands to measure
            elif musts := [asked for asked in picture.open if asked.ask.must]:
                self._answer(musts[0])
            elif picture.state.phase.value == "live":
                return True
            time.sleep(0.002)
        return False

    def now(self) -> dict[str, Any]:
        """What a page tells of a hand that does something just now."""
        return {"at_us": self.referee.clock.now_us(), "deal": deal_of(self.referee.picture)}

    def phase(self) -> str:
        """What the game is at."""
        return str(self.referee.picture.state.phase.value)

    def word(self) -> int:
        """The oldest open question is answered; when, in monotonic nanoseconds."""
        at_ns = time.monotonic_ns()
        self._answer(next(asked for asked in self.referee.picture.open if asked.ask.must))
        return at_ns

    def handed_over(self, pads: int) -> list[tuple[float, float]]:
        """Touch so many pads one after the other: microseconds until the referee took each, and
        how many of them this process worked.
        """
        self._taken = []
        began = []
        for pad in range(pads):
            worked_ns = time.process_time_ns()
            began.append((self.touch(pad), worked_ns))
        deadline_s = time.monotonic() + PATIENCE_S
        while len(self._taken) < pads and time.monotonic() < deadline_s:
            time.sleep(0.001)
        both = zip(began, self._taken, strict=True)
        return [((took[0] - at[0]) / 1000, (took[1] - at[1]) / 1000) for at, took in both]

    def order(self) -> list[int]:
        """The pads in the order in which the rules have them."""
        return [placed.pad for placed in self.referee.picture.view.order]

    def silenced(self, pad: int) -> float:
        """Touch while PASS sounds: microseconds until the buzzer's pin is low."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not (self.companion.caller.running and self.hands.hears()):
            # The touch before may be judged only now: then this is a sign, and no PASS.
            assert self.phase() == "live" or self.live()
            assert time.monotonic() < deadline_s, "nobody calls PASS"
            time.sleep(0.0005)
        at_ns = time.monotonic_ns()
        self.hands.touch(Pad(pad))
        self.hands.release(Pad(pad))
        # A sign of what the touch led to may sound by now: what the pin was told says more.
        silent_ns = [ns for ns, on in list(self._sounds) if ns >= at_ns and not on]
        assert silent_ns, "PASS still sounds"
        return (silent_ns[0] - at_ns) / 1000

    def _hear(self, on: bool) -> None:
        self._sound(on)
        self._sounds.append((time.monotonic_ns(), on))

    def calls(self, seconds: int, every_ms: int) -> list[int]:
        """Let PASS be called for so long: when each beep began, in microseconds."""
        self.referee.set_tempo(every_ms)
        self.live()
        time.sleep(LEAD_IN_S)  # the lead-in, and the sign of a new round
        self.hands.beeps()
        beeps = []
        for _ in range(seconds):
            time.sleep(1)
            beeps += self.hands.beeps()
        return beeps

    def guests(self, count: int) -> list[str]:
        """So many phones are let in by the referee's link: their cookies."""
        return [self._let_in() for _ in range(count)]

    def threads(self) -> list[str]:
        """The names of all threads."""
        return [thread.name for thread in threading.enumerate()]

    def _let_in(self) -> str:
        port = self.companion.address.port
        connection = HTTPConnection("127.0.0.1", port)
        key = json.dumps({"t": self.companion.access.sessions.referee_key()})
        own = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
        connection.request("POST", "/api/redeem", key, own)
        cookie = connection.getresponse().headers["Set-Cookie"].partition(";")[0]
        connection.close()
        return cookie

    def _sent(self, name: str, /, **data: object) -> None:
        if name == "felt" and data["kind"] == "touch":
            self._taken.append((time.monotonic_ns(), time.process_time_ns()))
        self._send(name, **data)

    def _begin(self) -> None:
        self.referee.begin_game("dolphin_splash", PEOPLE, {}, sure=True)

    def _answer(self, asked: Any) -> None:
        topic = asked.ask.topic
        seat = self._told % len(PEOPLE)
        self._told += 1
        key, picks = ("touched", {"touchers": [seat]}) if topic == "foul" else (KEYS[topic], {})
        tell = f"bench{time.monotonic_ns()}"
        self.referee.answer(tell, asked.id, key, picks, REFEREE)


def main(state: Path) -> None:
    """Serve until stdin ends."""
    config = configs.simulated()
    web = replace(config.web, host="127.0.0.1", port=0)
    companion = build(replace(config, web=web), state, simulated=True)
    gc.freeze()  # as the command does: what a start made is looked through no more
    hands = companion.hands
    assert isinstance(hands, Hands)
    driver = Driver(companion, hands)
    names = [name for name in dir(driver) if not name.startswith("_")]
    does = {name: getattr(driver, name) for name in names if callable(getattr(driver, name))}
    stop = Stop()
    watcher = threading.Thread(target=watch, args=(companion, stop, print))
    watcher.start()  # as the command does: parts that died, lights, complaints
    try:
        answer_lines(companion.address.port, does)
    finally:
        stop.set()
        watcher.join()
        companion.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
