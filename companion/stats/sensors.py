"""What the kinds of sensors are called beside a figure."""

from typing import Final

FELT_WITH: Final = {
    "gpio": "touch modules",
    "board": "touch board",
    "tablet": "tablet",
    "": "",
}
