"""Looks for a name in bytes, however it may be written there."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus


def forms(name: str) -> frozenset[bytes]:
    """A name's bytes: in small and large letters, escaped, and in other encodings."""
    words = {name, name.casefold(), name.lower(), name.upper(), name.title()}
    told = {json.dumps(word)[1:-1] for word in words} | words
    told |= {quote(word) for word in words} | {quote_plus(word) for word in words}
    told |= {escaped(word) for word in words} | {ascii(word)[1:-1] for word in words}
    codings = ("utf-8", "utf-16-le", "utf-16-be")
    return frozenset(word.encode(coding) for word in told for coding in codings)


def escaped(word: str) -> str:
    """As HTML writes whatever is no plain letter."""
    return "".join(letter if letter.isascii() else f"&#{ord(letter)};" for letter in word)


def holds(content: bytes, name: str) -> bool:
    """Whether a name is in there, in any form."""
    return any(form in content for form in forms(name))


def files_with(folder: Path, name: str) -> list[str]:
    """The files below a folder that hold a name in what they are called or say."""
    return sorted(
        str(file.relative_to(folder))
        for file in all_files(folder)
        if holds(file.read_bytes(), name) or holds(str(file.relative_to(folder)).encode(), name)
    )


def all_files(folder: Path) -> Iterator[Path]:
    """Every file below a folder."""
    return (file for file in folder.rglob("*") if file.is_file())
