"""What families read has one sort of apostrophe: the straight one, which keyboards write."""

from pathlib import Path
from typing import Final

import companion

HERE: Final = Path(companion.__file__).parent
READ: Final = (".py", ".html", ".js", ".md", ".svg")
CURLY: Final = "\u2019"
# Where the other one is meant itself, for people write it: it is the same in a name, it is looked
# for as this one, and it is as narrow.
MEANT: Final = {"names.py", "web/static/rules.js", "evening/lettering.py"}


def test_apostrophes_are_of_one_sort() -> None:
    files = {one.relative_to(HERE).as_posix(): one for one in HERE.rglob("*.*")}
    read = {name: one for name, one in files.items() if one.suffix in READ and one.is_file()}
    curly = {name for name, one in read.items() if CURLY in one.read_text(encoding="utf-8")}
    assert curly == MEANT
