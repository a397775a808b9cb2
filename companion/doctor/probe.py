"""Tells on one line of JSON what lgpio knows: python probe.py PIN...

Run by its path, in a process and a folder of its own: loading lgpio leaves a pipe in the working
folder and may change that folder. Imports nothing of ours, and claims no pin.
"""

import json
import sys
from types import ModuleType

HELD = 1  # the kernel's flag of a line that somebody has
CHIPS_MOST = 16


def probe(pins: list[int]) -> dict[str, object]:
    """What `companion.doctor.readings.Pins` holds."""
    try:
        import lgpio
    except ModuleNotFoundError:
        return {"lgpio": "none"}
    except Exception as error:
        return {"lgpio": "broken", "words": str(error)}
    if not hasattr(lgpio, "SET_PULL_NONE"):
        return {"lgpio": "old"}
    found: dict[str, object] = {"lgpio": "ok", "version": _version(lgpio), "chip": "", "taken": []}
    for number in range(CHIPS_MOST):
        try:
            chip = lgpio.gpiochip_open(number)
            _, _, device, label = lgpio.gpio_get_chip_info(chip)
            if label.startswith("pinctrl"):
                taken = _taken(lgpio, chip, pins)
                return {**found, "chip": label, "device": device, "taken": taken}
        except Exception:  # lgpio.error has no common root with the stub's
            continue  # no such chip, or not for this user: the check of /dev/gpiochip says so
    return found


def _version(lgpio: ModuleType) -> str:
    try:
        return str(lgpio.get_module_version()).rpartition("_")[2]
    except Exception:
        return ""


def _taken(lgpio: ModuleType, chip: int, pins: list[int]) -> list[tuple[int, str]]:
    lines = ((pin, lgpio.gpio_get_line_info(chip, pin)) for pin in pins)
    return [(pin, user) for pin, (_, _, flags, _, user) in lines if flags & HELD]


if __name__ == "__main__":
    print(json.dumps(probe([int(pin) for pin in sys.argv[1:]])))
