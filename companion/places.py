"""Where a table's files lie: its folder, and the journal in it. Imports no part that works."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.table.config import Config

JOURNAL_FILE = "journal.sqlite"
SERVICE_STATE = Path("/var/lib/splash-companion")  # and its user's home
SERVICE_CONFIGS = (  # the first that is there counts
    "/boot/firmware/splash-companion.toml",
    "/boot/splash-companion.toml",
    "/etc/splash-companion/companion.toml",
)


def config_file(told: Sequence[Path], simulated: bool) -> Path | None:
    """The first that is there of those told, or of the service's for its user; else the usual pins.

    Where none is there it is the last, whose absence is then complained of.
    """
    files = told
    if not files and not simulated and _is_the_service_s_user():
        files = [Path(file) for file in SERVICE_CONFIGS]
    return next(filter(os.path.lexists, files), files[-1]) if files else None


def games_at(chosen: Path | None, config: "Config") -> Path | None:
    """Where a family's own games are: as the command says, or as its configuration does."""
    folder = chosen or config.table.games
    return folder.absolute() if folder else None


def state_folder(config: "Config", chosen: Path | None) -> Path:
    """Where the journal and the referee's secret live: as told, the service's, or one's own.

    Raises ConfigError where nothing is told and this user has no home.
    """
    if chosen is not None:
        return chosen.absolute()
    if config.journal.path is not None:
        return config.journal.path.parent
    if "STATE_DIRECTORY" in os.environ:
        return Path(os.environ["STATE_DIRECTORY"].split(":")[0])
    if _is_the_service_s_user():
        return SERVICE_STATE
    told = os.environ.get("XDG_STATE_HOME", "")
    # What stays "~" is no home; Path.home() would raise. Nor is "", which would be the root.
    home = os.path.expanduser("~") if os.environ.get("HOME", "~") else ""
    base = told if os.path.isabs(told) else os.path.join(home, ".local", "state")
    if not os.path.isabs(base):
        from companion.table.config import ConfigError

        raise ConfigError(
            "This user has no home to keep the evenings in. Say where they are to lie: "
            "--state FOLDER."
        )
    return Path(base) / "splash-companion"


def journal_file(config: "Config", state: Path) -> Path:
    """The journal: where the configuration says, else in the table's folder."""
    return config.journal.path or state / JOURNAL_FILE


def _is_the_service_s_user() -> bool:
    """Whether somebody works as the service's user at the machine, of whom systemd says nothing."""
    try:
        import pwd  # not on Windows

        return Path(pwd.getpwuid(os.geteuid()).pw_dir) == SERVICE_STATE
    except (ImportError, KeyError):
        return False
