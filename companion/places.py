"""Where a table's files lie: its folder, and the journal in it. Imports no part that works."""

import os
from pathlib import Path

from companion.table.config import Config

JOURNAL_FILE = "journal.sqlite"


def state_folder(config: Config, chosen: Path | None) -> Path:
    """Where the journal and the referee's secret live: as told, systemd's, or the user's own."""
    if chosen is not None:
        return chosen.absolute()
    if config.journal.path is not None:
        return config.journal.path.parent
    if "STATE_DIRECTORY" in os.environ:
        return Path(os.environ["STATE_DIRECTORY"].split(":")[0])
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "splash-companion"


def journal_file(config: Config, state: Path) -> Path:
    """The journal: where the configuration says, else in the table's folder."""
    return config.journal.path or state / JOURNAL_FILE
