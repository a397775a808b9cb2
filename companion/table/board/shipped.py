"""The touch board's program that this companion ships, where it does: its file and its check sum.

Must not write to a board: `flash.py` does.
"""

import binascii
from pathlib import Path

HEX = Path(__file__).with_name("touch_board.hex")


def shipped_image(path: Path = HEX) -> int | None:
    """The check sum that a board with the program that ships names in HELLO; None without one."""
    try:
        return binascii.crc32(image_of(path.read_text(encoding="ascii")))
    except (OSError, ValueError):
        return None


def image_of(text: str) -> bytes:
    """The bytes of an Intel HEX file that begins at 0 and has no gaps, as avr-objcopy writes it.

    Raises ValueError for any other.
    """
    image = bytearray()
    for line in text.split():
        if not line.startswith(":"):
            raise ValueError(f"{line[:20]!r} is no line of an Intel HEX file")
        record = bytes.fromhex(line[1:])
        length, address, kind = record[0], int.from_bytes(record[1:3], "big"), record[3]
        if sum(record) % 256 or len(record) != length + 5:
            raise ValueError(f"{line!r} is damaged")
        if kind == 1:
            return bytes(image)
        if kind == 0:
            if address != len(image):
                raise ValueError(f"there is a gap before {address:#x}")
            image += record[4:-1]
    raise ValueError("the file has no end")
