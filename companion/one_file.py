"""How splash-companion.pyz begins: it unpacks what it carries, once, and plays from there.

Stands alone: it is the archive's `__main__.py`, and must be readable for a Python that is too old,
so that this can say so.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import zipfile

OLDEST = (3, 11)
TOO_OLD = (
    "Splash Companion needs Python {}.{} or newer, and this is Python {}.{}. "
    "Newer ones are at python.org."
)
NO_ROOM = "Splash Companion cannot unpack itself in {} ({}). Make room there, and start it again."


def main() -> None:
    """Plays, or does what the words say."""
    if sys.version_info < OLDEST:
        sys.exit(TOO_OLD.format(*(OLDEST + sys.version_info[:2])))
    sys.path.insert(0, unpacked(os.path.dirname(os.path.abspath(__file__)), kept_in()))
    from companion.alone import play

    play(sys.argv[1:])


def unpacked(archive: str, folder: str) -> str:
    """Where the archive lies unpacked: below `folder`, or for this time only where there is none,
    or none that can be written to.
    """
    with open(archive, "rb") as file:
        place = os.path.join(folder, hashlib.sha256(file.read()).hexdigest()[:16])
    with zipfile.ZipFile(archive) as packed:
        if folder and is_whole(packed, place):
            return place
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            part = tempfile.mkdtemp(prefix="part-", dir=folder)
        except OSError:
            place = part = tempfile.mkdtemp(prefix="splash-companion-")
        try:
            packed.extractall(part)
        except OSError as problem:
            shutil.rmtree(part, ignore_errors=True)
            sys.exit(NO_ROOM.format(os.path.dirname(part), problem.strerror))
        if part != place:
            if not is_whole(packed, place):
                shutil.rmtree(place, ignore_errors=True)
            try:
                os.rename(part, place)
            except OSError:  # another one was quicker
                shutil.rmtree(part)
    return place


def is_whole(packed: zipfile.ZipFile, place: str) -> bool:
    """Whether all lies there: a plug pulled at the first start leaves empty files, and who tidies a
    cache takes some.
    """
    try:
        return all(
            os.path.getsize(os.path.join(place, one.filename)) == one.file_size
            for one in packed.infolist()
        )
    except OSError:
        return False


def kept_in() -> str:
    """The folder for what can be made again at any time; "" where this user has none."""
    home = os.path.join(os.path.expanduser("~"), ".cache")
    for base in (os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"), home):
        if base and os.path.isabs(base):
            return os.path.join(base, "splash-companion")
    return ""


if __name__ == "__main__":
    main()
