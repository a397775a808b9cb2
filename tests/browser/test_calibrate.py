"""The touch board's calibration on a phone: the shipped program, hands on pads, and Chromium."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import assembly
from companion.assembly import build
from companion.runtime import Companion, watch
from companion.stop import Stop
from companion.table import config as configs
from companion.table.board import asking
from companion.table.board.calibration.calibrator import NOTICE, Stage
from companion.table.board.calibration.guide import EVERY, Step
from companion.table.board.table import BoardTable
from companion.table.boardsim.bridge import BoardBehindPty
from companion.table.clock import TableClock
from tests.browser.looks import cut_off, findings, small_targets, unfold, wear
from tests.browser.screens import NAME, phone, seen, tap, visit
from tests.firmware.bench import built
from tests.web.house import PATIENCE_S, referee_phone, until

ENOUGH_PF, WEAK_PF = 20.0, 4.6  # 5 are enough


@pytest.fixture
def board() -> Iterator[BoardBehindPty]:
    built()
    with BoardBehindPty() as there:
        yield there


@pytest.fixture
def house(
    board: BoardBehindPty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Companion]:
    """A companion at a simulated board with two of its pads, hearing twice as many readings.

    Its time is the board's, so that a busy machine makes both go slowly and neither silent.
    """

    def clock(start_us: int, *_: object) -> TableClock:
        return TableClock(start_us, board.clock)

    monkeypatch.setattr(assembly, "TableClock", clock)
    monkeypatch.setattr(asking, "ANSWER_S", PATIENCE_S)
    monkeypatch.setattr("companion.table.board.calibration.calibrator.EVERY", EVERY // 2)
    config = configs.board()
    config = replace(
        config,
        pads=config.pads[:2],
        web=replace(config.web, host="127.0.0.1", port=0, names=(NAME,)),
        board=replace(config.board, port=board.path, lifts=True),
    )
    house, stop, said = build(config, tmp_path, simulated=False), Stop(), []
    looks_after = Thread(target=watch, args=(house, stop, said.append))
    looks_after.start()
    yield house
    stop.set()
    looks_after.join()
    house.close()
    assert said == []


def clean(page: Page, name: str) -> None:
    for theme in ("dark", "light"):
        wear(page, theme)
        assert cut_off(page) == [] and findings(page) == [], (name, theme)
        assert small_targets(page) == [], name


def asked(house: Companion, step: Step, pad: int | None = None) -> None:
    """Wait until this is asked for."""

    def now() -> bool:
        assert house.calibrator is not None
        stands = house.calibrator.now()
        assert stands.stage is Stage.GUIDING, (stands.said, house.table.trouble())
        shown = stands.shown
        return shown is not None and (shown.step, shown.pad) == (step, pad)

    until(now, f"{step} {pad}", PATIENCE_S)


def show(house: Companion, board: BoardBehindPty, pad: int, grip_pf: float) -> None:
    """Do all that is asked of one dolphin."""
    asked(house, Step.NEAR, pad)
    board.do(lambda hands, _: hands.near(pad))
    asked(house, Step.TOUCH, pad)
    board.do(lambda hands, _: hands.touch(pad, grip_pf))
    asked(house, Step.OFF, pad)
    board.do(lambda hands, _: hands.release(pad))
    asked(house, Step.LIFT, pad)
    board.do(lambda hands, _: hands.lift(pad))
    asked(house, Step.BACK, pad)
    board.do(lambda hands, _: hands.home(pad))


def test_hands_calibrate_a_board_and_a_weak_dolphin_is_asked_about(
    screens: Browser, house: Companion, board: BoardBehindPty
) -> None:
    page = phone(screens, house.address.port, cookie=referee_phone(house).cookie)
    never = "The touch board was never calibrated"
    until(lambda: never in " ".join(house.referee.picture.trouble), never)
    visit(page, "/referee")
    unfold(page)
    seen(page, "Show it your hands once.")
    page.get_by_role("link", name="Calibrate", exact=True).first.click()
    table = house.table
    assert isinstance(table, BoardTable)
    until(lambda: table.now().stage == "talking", "the board", PATIENCE_S)
    tap(page, "Begin")
    calibrator = house.calibrator
    assert calibrator is not None
    until(lambda: calibrator.now().stage is Stage.GUIDING, "the beginning")
    asked(house, Step.NEAR, 0)
    until(lambda: NOTICE in house.referee.picture.trouble, NOTICE)  # on every screen
    seen(page, "Hold a hand over Red, and do not touch it.")
    clean(page, "calibrate-near")
    page.context.set_offline(True)
    seen(page, "No connection for")
    page.context.set_offline(False)
    expect(page.locator("#toast")).to_be_empty()
    page.problems.clear()  # type: ignore[attr-defined]
    board.do(lambda hands, _: hands.near(0))
    asked(house, Step.TOUCH, 0)
    board.do(lambda hands, _: hands.touch(1))
    seen(page, "That is Blue. Now it is the turn of Red.")
    clean(page, "calibrate-wrong")
    board.do(lambda hands, _: hands.release(1))
    board.do(lambda hands, _: hands.release(0))  # else it is near again before it leaves
    tap(page, "One step back")
    show(house, board, 0, ENOUGH_PF)
    show(house, board, 1, WEAK_PF)
    asked(house, Step.RESULT)
    seen(page, "Not all dolphins are good.")
    seen(page, "A hand on Blue adds only")
    clean(page, "calibrate-result")
    tap(page, "Keep it all the same")
    until(lambda: calibrator.now().stage is Stage.STORED, "stored", PATIENCE_S)
    seen(page, "All of it is stored on the board.")
    clean(page, "calibrate-stored")
    until(lambda: not house.referee.picture.trouble, "no complaint")
    page.get_by_role("link", name="Back to the referee's page").click()
    page.wait_for_url("**/referee")
    visit(page, "/referee")  # whole, before its drawers are opened
    unfold(page)
    seen(page, "The pads: all well")
    assert page.problems == []  # type: ignore[attr-defined]
