"""Packs a folder into a file that Python runs: python tools/zipped.py FOLDER FILE SECONDS.

The same folder gives the same bytes. SECONDS since 1970 is the date of all that is in it.
"""

import sys
import time
import zipfile
from pathlib import Path


def main(folder: Path, file: Path, seconds: int) -> None:
    """Write the file."""
    date = time.gmtime(seconds)[:6]
    with file.open("wb") as out:
        out.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), date)
                    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                    packed.writestr(entry, path.read_bytes())
    file.chmod(0o755)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
