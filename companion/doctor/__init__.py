"""Says whether this machine can run the table, and what to do where it cannot.

`examine` looks, `checks` only thinks; nothing is changed.
"""

from pathlib import Path

from companion.doctor.checks import Finding as Finding
from companion.doctor.checks import Standing as Standing
from companion.doctor.checks import as_json as as_json
from companion.doctor.checks import checks as checks
from companion.doctor.checks import is_fit as is_fit
from companion.doctor.checks import report as report
from companion.doctor.looking import examine as examine
from companion.doctor.readings import Device as Device
from companion.doctor.readings import Pins as Pins
from companion.doctor.readings import Readings as Readings
from companion.table.config import Config


def try_pad(config: Config, pad: int) -> tuple[Finding, ...]:
    """One pad of a touch board on trial, by who sits at this terminal.

    Raises CompanionError where nobody does, where there is no such pad, or no board.
    """
    from companion.doctor.trying import keyboard, to_the_end, tried

    with to_the_end():
        return tried(config, pad, keyboard())


def accept(config: Config, to: Path) -> bool:
    """Write the acceptance sheet that ten taps a dolphin fill in; whether all is good.

    Raises CompanionError as `try_pad` does, and where the file cannot be written.
    """
    from companion.doctor.trying import accepted, can_be_written, keyboard, to_the_end, written

    can_be_written(to)
    with to_the_end():
        return written(accepted(config, keyboard()), to)
