"""Who was forgotten or merged, by number: taken out of a journal, and of any older copy of it.

The list holds numbers alone, so that it tells nobody's name; a house says whose numbers they are.
It is a setting of the journal, and lies in a file beside it, too: so it outlives both.
"""

import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from companion.journal import disk
from companion.journal.settings import FORGOTTEN, HOUSE, PLAIN
from companion.words import GUEST

Gone = dict[int, int]  # by number: into whom somebody was merged, 0 for who was forgotten
Row = tuple[int | str, ...]
SHORT = 4  # letters: a shorter name is looked for as a word alone
_NOW_MS = "CAST(strftime('%s', 'now') AS INTEGER) * 1000"


def file_of(journal: Path) -> Path:
    """Where the lists are, beside the journal."""
    return journal.with_name(f"{journal.name}.forgotten")


def new_house() -> str:
    """What the numbers of a new journal's people are known by."""
    return secrets.token_hex(8)


def house_of(cursor: sqlite3.Cursor) -> str:
    """The house of a journal; "" for one from before there were any."""
    told = cursor.execute("SELECT value FROM settings WHERE key = ?", (HOUSE.name,)).fetchone()
    return str(told[0]) if told else ""


def note(cursor: sqlite3.Cursor, number: int, into: int = 0) -> None:
    """From now on this person is forgotten, or the same as another, in this transaction."""
    house = house_of(cursor) or new_house()
    _set(cursor, HOUSE.name, house)
    gone = {**lists_in(cursor).get(house, {}), number: into}
    _set(cursor, FORGOTTEN.key(house).name, _written(gone))
    take_out(cursor, gone)


def lists_in(cursor: sqlite3.Cursor) -> dict[str, Gone]:
    """Who is on a journal's lists, by house."""
    told = _group(cursor, FORGOTTEN.prefix)
    return {key.removeprefix(FORGOTTEN.prefix): _read(value) for key, value in told}


def end_in(cursor: sqlite3.Cursor, number: int) -> int:
    """Whom this number of a journal leads to, over all that were merged; 0: nobody."""
    return _end(number, lists_in(cursor).get(house_of(cursor), {}))


def read(journal: Path) -> dict[str, Gone]:
    """The lists of the file beside a journal, that journal's own house first."""
    with suppress(OSError, ValueError):
        lines = file_of(journal).read_text("ascii").splitlines()
        return {house: _read(gone) for house, _, gone in (line.partition(" ") for line in lines)}
    return {}


def write(journal: Path, house: str, lists: Mapping[str, Gone]) -> None:
    """Keep the lists beside the journal. Durable at once or not at all. Raises OSError."""
    known = together(read(journal), lists)
    own_first = sorted(known.items(), key=lambda one: one[0] != house)
    text = "".join(f"{of} {_written(gone)}\n" for of, gone in own_first)
    disk.replace_durably(file_of(journal), text.encode("ascii"))


def together(*lists: Mapping[str, Gone]) -> dict[str, Gone]:
    """Several lists as one: who was forgotten anywhere is forgotten."""
    found: dict[str, Gone] = {}
    for house, gone in (one for some in lists for one in some.items()):
        own = found.setdefault(house, {})
        own.update((n, into) for n, into in gone.items() if own.get(n) != 0)
    return found


def settle(cursor: sqlite3.Cursor, known: Mapping[str, Gone], last: int = 0) -> bool:
    """Let who is on a list stay away from a journal, which may be an older copy of it.

    `known` are other lists, this table's own house first; up to `last` all of its numbers were
    given. Answers whether somebody was there.
    """
    own, lists = next(iter(known), ""), together(known, lists_in(cursor))
    house = house_of(cursor) or own
    if house:
        _set(cursor, HOUSE.name, house)
    for of, gone in lists.items():
        _set(cursor, FORGOTTEN.key(of).name, _written(gone))
    gone = lists.get(house, {})
    _number_on(cursor, max(gone, default=0))
    _number_on(cursor, last if house == own else 0)
    return take_out(cursor, gone)


def plain_in(cursor: sqlite3.Cursor) -> dict[str, str]:
    """What boards and decks are called in place of names that families gave them, by setting."""
    return {key.removeprefix(PLAIN.prefix): name for key, name in _group(cursor, PLAIN.prefix)}


def keep_plain(cursor: sqlite3.Cursor, plain: Mapping[str, str]) -> bool:
    """Let them be called so in a journal that may be older; answers whether one was not."""
    was = {key: text for key, text in _group(cursor, "") if key in plain}
    new = {key: _titled(text, plain[key]) for key, text in was.items()}
    for key, text in new.items():
        _set(cursor, key, text)
    for key, name in plain.items():
        _set(cursor, PLAIN.key(key).name, name)
    return new != was


def last_number(cursor: sqlite3.Cursor) -> int:
    """The newest number of a person that was ever given."""
    newest = "SELECT seq FROM sqlite_sequence WHERE name = 'people'"
    return sum(int(seq) for (seq,) in cursor.execute(newest))  # one row, or none yet


def take_out(cursor: sqlite3.Cursor, gone: Gone) -> bool:
    """Take these out of a journal of any version, whose connection deletes securely.

    Answers whether somebody was there.
    """
    ends = {number: _end(number, gone) for number in gone}
    _move(cursor, ends)
    people = {int(one[0]): one for one in cursor.execute("SELECT * FROM people")}
    out = [number for number in ends if number in people]
    for number in out:
        cursor.execute("DELETE FROM people WHERE person = ?", (number,))
        if into := ends[number]:
            people[into] = _merged(people[number], people.get(into, ()), into)
            marks = ", ".join("?" * len(people[into]))
            cursor.execute(f"INSERT OR REPLACE INTO people VALUES ({marks})", people[into])
        else:
            _unname(cursor, str(people[number][1]))
    return bool(out)


# --- inside -----------------------------------------------------------------------------------


def _read(text: str) -> Gone:
    pairs = (entry.partition(">") for entry in text.split())
    return {int(number): int(into or 0) for number, _, into in pairs}


def _written(gone: Gone) -> str:
    return " ".join(f"{number}>{into}" if into else f"{number}" for number, into in gone.items())


def _group(cursor: sqlite3.Cursor, prefix: str) -> list[tuple[str, str]]:
    """The settings of one sort, with their keys."""
    told = cursor.execute(
        "SELECT key, value FROM settings WHERE substr(key, 1, ?) = ?", (len(prefix), prefix)
    )
    return [(str(key), str(value)) for key, value in told]


def _set(cursor: sqlite3.Cursor, key: str, value: str) -> None:
    cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))


def _end(number: int, gone: Gone) -> int:
    """Whom this number leads to, over all that were merged; 0: nobody."""
    for _ in range(len(gone)):
        number = gone.get(number, number)
    return number


def _number_on(cursor: sqlite3.Cursor, last: int) -> None:
    """No number of the list is given to anybody else."""
    if last > last_number(cursor):
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = 'people'")
        cursor.execute("INSERT INTO sqlite_sequence VALUES ('people', ?)", (last,))


def _move(cursor: sqlite3.Cursor, ends: Gone) -> None:
    """Let go of their phones; seats and phones of the merged are the other one's."""
    columns = {column for _, column, *_ in cursor.execute("PRAGMA table_info(sessions)")}
    for number, into in ends.items():
        if into:
            cursor.execute("UPDATE seatings SET person = ? WHERE person = ?", (into, number))
        if into and "person" in columns:
            cursor.execute("UPDATE sessions SET person = ? WHERE person = ?", (into, number))
        elif "person" in columns:  # before, a phone was a seat's
            cursor.execute(
                f"UPDATE sessions SET person = NULL, revoked_ms = coalesce(revoked_ms, {_NOW_MS}) "
                "WHERE person = ?",
                (number,),
            )


def _merged(double: Row, other: Row, into: int) -> Row:
    """A person's row: number, name, when seen last, and in newer journals look and child."""
    if not other:
        return into, *double[1:]
    look = tuple(own or its for own, its in zip(other[3:], double[3:], strict=True))
    return into, other[1], max(int(other[2]), int(double[2])), *look


def _unname(cursor: sqlite3.Cursor, name: str) -> None:
    """Take a name out of what boards and decks are called, also in games that have one in them."""
    kept = cursor.execute("SELECT key, value FROM settings WHERE value LIKE '{%'").fetchall()
    for key, text in kept:
        if (new := _without(str(text), name)) != text:
            _set(cursor, str(key), new)
    marked = any(c[1] == "mark" for c in cursor.execute("PRAGMA table_info(games)").fetchall())
    mark = ", mark = mark_of(0, game, kind, ?1, begun_ms, tell)" if marked else ""
    titled = "SELECT game, setup FROM games WHERE setup LIKE '%\"title\"%'"
    for game, text in cursor.execute(titled).fetchall():
        if (new := _without(str(text), name)) != text:
            cursor.execute(f"UPDATE games SET setup = ?1{mark} WHERE game = ?2", (new, game))


def _titled(text: str, name: str) -> str:
    """JSON of one that is kept, called so, also in its own title."""
    return _renamed(text, lambda _: name)


def _without(text: str, name: str) -> str:
    """The same text with a guest's name in its own name and its title."""
    # "Emma's board", "Emmaboard"; but an Al is not looked for in "Alternate".
    inside = re.escape(name) if len(name) >= SHORT else rf"(?<!\w){re.escape(name)}(?!\w)"
    word = re.compile(inside, re.IGNORECASE)
    return _renamed(text, partial(word.sub, GUEST))


def _renamed(text: str, called: Callable[[str], str]) -> str:
    """JSON of one that is kept, or of a setup, with its own name and its title as `called` says."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return text
    found = False
    for part in (told, *told.values()) if isinstance(told, dict) else ():
        for key in ("name", "title"):
            was = part.get(key) if isinstance(part, dict) else None
            if isinstance(was, str) and called(was) != was:
                part[key], found = called(was), True
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) if found else text
