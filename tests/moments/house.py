"""The pages of the house and its machine: what the doctor says, a board that is calibrated by hands
of any kind, what is printed, what dialogs ask, and the door that is closed to somebody.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from companion import doctor
from companion.doctor import Finding, Readings
from companion.games import GAMES
from companion.names import isolated
from companion.referee.picture import Picture
from companion.table.board.calibration.calibrator import LEFT, STORED, Now, Stage
from companion.table.board.calibration.guide import Shown, Step
from companion.web.render import qr
from tests.moments.recorded import Look, Moment
from tests.table.desk import Desk
from tests.test_doctor import CASES, LAPTOP, PI, WARNINGS

REFEREE: Final = "referee"
GUEST: Final = "guest:0"
QR: Final = str(qr("http://192.168.1.20:8080/join?key=AbCdEfGhIjKlMnOp"))
SHEETS: Final = ("/sheets", "/sheets/split/board", "/sheets/animal_splash/pad")
AWAY: Final = ("/machine", "/calibrate", "/nowhere", "/replay/99", "/game/99")
CLOSED: Final = (
    *(Look(path, closed=True) for path in AWAY),
    *(Look(path, REFEREE, closed=True) for path in ("/boards/gone", "/decks/gone", "/amend/99999")),
)
ACTS_MOST: Final = 400  # of hands: a board with five pads takes no more
SOFT, SHY, WHOLE = 3, (6, 9, 12), 40  # samples: of a hand above a pad, of one that touches


def of_house(picture: Picture, names: tuple[str, ...]) -> Iterator[Moment]:
    """Every moment at which somebody looks at these."""
    well, ill = (Look("/machine", REFEREE, findings=found) for found in (_well(), _ill()))
    yield Moment("house well", picture, (well, *(Look(path) for path in SHEETS), *CLOSED), names)
    yield Moment("house ill", picture, (replace(ill, unfolded=True),), names)
    yield Moment("house asks", picture, tuple(_dialogs(names)), names)
    at_pads = Look("/referee", REFEREE, felt=True, unfolded=True)
    calibrated = (Look("/calibrate", REFEREE, felt=True, guide=now) for now in calibrations())
    for n, look in enumerate((at_pads, *calibrated)):
        yield Moment(f"house calibrated {n}", picture, (look,), names)


def _well() -> tuple[Finding, ...]:
    return doctor.checks(PI)


def _ill() -> tuple[Finding, ...]:
    """All that a doctor may find, on one machine."""
    told: tuple[Readings, ...] = (LAPTOP, *(readings for _, readings, *_ in (*CASES, *WARNINGS)))
    return tuple(dict.fromkeys(found for readings in told for found in doctor.checks(readings)))


def _dialogs(names: tuple[str, ...]) -> Iterator[Look]:
    """What is asked before something ends or goes for good, and a link for a phone."""
    called = [isolated(name) for name in names]  # as pages have it for their scripts
    for name, other in zip(called, called[1:], strict=False):
        known = f"Somebody is called {name} already. Is that you? If not, add a letter."
        yield Look("/me", GUEST, dialog="known", words=(("#known-words", known),))
        who = ("[data-who]", name), ("[data-into]", other)
        yield Look("/people", REFEREE, dialog="forget", words=who[:1])
        yield Look("/people", REFEREE, dialog="merge", words=who)
        title = f"A phone for {name}'s seat"
        link = ("#gift-title", title), ("#gift-left", "118"), ("#gift-qr", QR)
        yield Look("/referee", REFEREE, dialog="gift", words=link)
    for game in GAMES.values():
        on = f"{game.title} is on. If another game begins, it ends here."
        yield Look("/new", REFEREE, dialog="ends", words=(("#ends-words", on),))


# --- a board is calibrated ----------------------------------------------------------------------


def calibrations(seed: int = 3) -> Iterator[Now]:
    """What its page shows, each question and each hint once, while hands do right and wrong; and
    what becomes of it in the end.
    """
    shown = {_said(one): one for lifts in (True, False) for one in _guided(Random(seed), lifts)}
    yield Now(Stage.IDLE)
    yield from (Now(Stage.GUIDING, one) for one in shown.values())
    last = [one for one in shown.values() if one.is_over]
    yield from (Now(Stage.STORED, one, STORED) for one in last)
    yield Now(Stage.LEFT, last[0], f"The board does not answer. {LEFT}")


def _said(shown: Shown) -> tuple[object, ...]:
    hint = shown.hint.template if shown.hint else ""
    return shown.step, shown.asked.template, hint, shown.may


def _guided(rng: Random, lifts: bool) -> Iterator[Shown]:
    """What is shown to people with five pads, who often do something else."""
    desk = Desk(lifts, empty=(40, 55, 70, 45, 60))
    for _ in range(ACTS_MOST):
        yield desk.guide.now()
        if desk.guide.step is Step.RESULT:
            return
        _does(desk, rng)
        desk.wait()
    raise AssertionError("it goes round and round")


def _does(desk: Desk, rng: Random) -> None:
    pad = rng.randrange(5) if desk.guide.pad is None or rng.random() < 0.2 else desk.guide.pad
    may = [word for word in desk.guide.now().may if word in ("skip", "back")]
    if may and rng.random() < 0.1:
        desk.guide.say(rng.choice(may))
        return
    samples = {Step.NEAR: SOFT, Step.TOUCH: rng.choice((*SHY, WHOLE, WHOLE))}
    desk.hand(pad, samples.get(desk.guide.step, 0))
    desk.lifted = 1 << pad if desk.guide.step is Step.LIFT else 0
