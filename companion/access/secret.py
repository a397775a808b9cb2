"""Secrets: 128 random bits each, the referee's link in a file, all others only as their hashes.

The wall's link follows from the referee's.
"""

import hashlib
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from companion.access.refused import AccessError
from companion.journal import disk

KEY_FILE = "referee.key"
NO_TABLE = (
    "No table was ever started in {folder}, so there are no links. Start it once: companion run. "
    "Or say where it is: --state FOLDER."
)
_SECRET = re.compile(r"[\w-]{22,}", re.ASCII)  # what is shorter was cut, and is soon guessed


def new_secret() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(16)  # 128 bits


def wall_key(key: str) -> str:
    """The secret of the wall's link: renewed with the referee's, which nobody finds by it."""
    return hash_of(f"wall {key}")[:32]


def hash_of(secret: str) -> str:
    """What is kept of a secret; empty for none."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


def mark_of_key(state: Path) -> tuple[int, ...]:
    """Another one once the file of the referee's secret, or what is in it, is; () for none."""
    try:
        found = os.stat(state / KEY_FILE)
    except OSError:  # whoever reads it says so
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def read_key(state: Path, known: str = "") -> str:
    """The referee's secret in a state folder; the `known` one, or one that is made, where it is
    missing or was spoiled. Raises AccessError.
    """
    path = state / KEY_FILE
    try:
        key = path.read_bytes().strip().decode("ascii", "replace")
        return key if _SECRET.fullmatch(key) else renew_key(state, known)
    except FileNotFoundError:
        return renew_key(state, known)
    except OSError as problem:
        raise AccessError(
            500, f"{path} cannot be read: {problem.strerror}. Run this as the companion's user."
        ) from problem


def be_there(state: Path) -> None:
    """A table has been started in this folder, so that it has links. Raises AccessError."""
    with suppress(PermissionError):  # whoever reads or renews the key says so
        try:
            (state / KEY_FILE).stat()
        except (FileNotFoundError, NotADirectoryError):
            raise AccessError(404, NO_TABLE.format(folder=state)) from None


def renew_key(state: Path, known: str = "") -> str:
    """A new secret for the referee's link; whoever came by the old one is out."""
    key, path = known or new_secret(), state / KEY_FILE
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace_durably(path, f"{key}\n".encode())  # a link on a phone outlives a pulled plug
    except OSError as problem:
        raise AccessError(
            500, f"{path} cannot be written: {problem.strerror}. Run this as the companion's user."
        ) from problem
    return key
