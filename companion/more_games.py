"""Games from a folder of a family's own: each is put on the shelf, or left out with a sentence.

Looks at what a game says before anybody plays it; what it means is the game's own.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain, product
from pathlib import Path
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from companion import codec
from companion.games import GAMES
from companion.games.game import Game
from companion.games.view import NEEDED, CommonView
from companion.new_game.rows import RULE_ID
from companion.own_games import said, where
from companion.robots import robots_of
from companion.say import Names, spoken
from companion.sheets.paper import PAPERS
from companion.sounds import COMMON
from companion.words import CompanionError, Refused

STAGES = ("between", "live", "judging", "resting", "over")
MOMENTS = 20  # of a game that are looked at
_NAMED = re.compile(rf'"({RULE_ID.pattern})"')
_HEADS = re.compile(rf"^\|\s*({RULE_ID.pattern})\s*\|")


class LeftOut(CompanionError):
    """Why a game cannot be played: what is wrong, where, and what it should be."""


def add(games: Path) -> tuple[str, ...]:
    """Put every game of a folder on the shelf; a sentence for each that was left out."""
    if not games.is_dir():
        return (f"There is no folder {games}, so no games of yours are on the shelf.",)
    sentences = []
    for folder in sorted(path for path in games.iterdir() if (path / "__init__.py").is_file()):
        try:
            _add(folder)
        except LeftOut as problem:
            sentences.append(f"The game {folder.name} was left out: {problem}")
    return tuple(sentences)


def _add(folder: Path) -> None:
    """Put the game of a folder on the shelf, if it is not there. Raises LeftOut."""
    first, name = folder / "__init__.py", f"companion.games.{folder.name}"
    if folder.name in GAMES:
        if _folder_of(GAMES[folder.name]) == folder:
            return
        line = _line_of(first, "kind=")
        raise LeftOut(
            f"there is a game of that kind already. Rename its folder. ({first}, line {line})"
        )
    try:
        GAMES[folder.name] = _loaded(name, folder)
        look_at(GAMES[folder.name])
    except LeftOut:
        GAMES.pop(folder.name, None)
        for loaded in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[loaded]
        raise


def _loaded(name: str, folder: Path) -> Game:
    """What a folder declares. Raises LeftOut."""
    first = folder / "__init__.py"
    spec = spec_from_file_location(name, first, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        game: Any = module.GAME
        if isinstance(game, Game):
            game.load()
    except Exception as problem:  # whatever a stranger's module may raise
        raise LeftOut(f"{said(problem)} ({where(problem, folder)})") from problem
    if not isinstance(game, Game):
        raise LeftOut(f"its GAME should be a Game. ({first}, line {_line_of(first, 'GAME')})")
    return game


def look_at(game: Game) -> None:
    """Raises LeftOut where a game on the shelf is not what it says."""
    folder = _folder_of(game)
    first = folder / "__init__.py"
    if game.kind != folder.name:
        line = _line_of(first, "kind=")
        raise LeftOut(f'its GAME should say kind="{folder.name}". ({first}, line {line})')
    others = (other for other in GAMES.values() if other.kind != game.kind)
    known = {sound.name for sound in chain(COMMON, *(other.sounds for other in others))}
    for sound in game.sounds:
        if sound.name in known:
            line = _line_of(first, sound.name)
            raise LeftOut(f"the sound {sound.name!r} is there already. ({first}, line {line})")
    for fault in _faults_of_contents(game, folder):
        raise LeftOut(fault)
    try:
        codec.kinds(codec.fact_of(game.judge))
        robots_of(game.kind)
        views = [game.view(state) for state in _moments(game)]
        json.dumps([codec.plain(spoken(view, Names())) for view in views])
        for sheet, paper in product(game.sheets, PAPERS.values()):
            sheet.draws(paper)
    except Exception as problem:  # whatever a stranger's rules may raise
        raise LeftOut(f"{said(problem)} ({where(problem, folder)})") from problem
    for fault in (fault for view in views for fault in _faults_of_view(view)):
        raise LeftOut(f"{fault} ({_place(game.view, first)})")
    for fault in _unknown_ids(folder / game.rules):
        raise LeftOut(fault)


def _faults_of_contents(game: Game, folder: Path) -> Iterator[str]:
    """What families enter goes by its word in the journal: no two games have the same."""
    others = (other for other in GAMES.values() if other.kind != game.kind)
    there = {content.word for other in others for content in other.takes}
    first = folder / "__init__.py"
    for content in game.takes:
        line = _line_of(first, f'"{content.word}"')
        if content.word in there:
            yield f"another game takes a {content.word} already. ({first}, line {line})"
        if content.word not in game.Setup.__dataclass_fields__:
            yield f'its Setup should have "{content.word}". ({first}, line {line})'
        if not (folder / "pages" / content.editor).is_file():
            yield f"it has no pages/{content.editor}. ({first}, line {line})"


def _moments(game: Game) -> Iterator[Any]:
    """The first states of a game in which everybody says the first thing that can be said."""
    state = game.start(game.Setup(game.seats[0]))
    for _ in range(MOMENTS):
        yield state
        choices = [choice for ask in game.asks(state) if ask.must for choice in ask.choices]
        if not choices:
            return
        picks = {
            slot.field: slot.options[: slot.least] if slot.many else slot.options[0]
            for slot in choices[0].slots
            if slot.options
        }
        try:
            state = game.judge(state, replace(choices[0].fact, **picks)).state
        except Refused:
            return


def _faults_of_view(view: Any) -> Iterator[str]:
    if not isinstance(view, CommonView) or not is_dataclass(view):
        yield "its view should be a frozen dataclass of its own, a CommonView."
        return
    own = {field.name for field in fields(view)}
    for name in NEEDED:
        if name not in own:
            yield f'its view should have "{name}".'
    hints = {**get_type_hints(CommonView), **get_type_hints(type(view))}
    for name in own:
        value, form = getattr(view, name), hints[name]
        if not _fits(value, form):
            said = getattr(form, "__name__", form)
            yield f'its View says that "{name}" is {said}, and its view shows {value!r}.'
    if view.stage not in STAGES:
        yield f"its view shows the stage {view.stage!r}: there are {', '.join(STAGES)}."


def _fits(value: Any, form: Any) -> bool:
    """Whether a value is what an annotation says, as far as that can be seen."""
    of, args = get_origin(form) or form, get_args(form)
    if isinstance(of, NewType):
        return _fits(value, of.__supertype__)
    if of in (Union, UnionType):
        return any(_fits(value, one) for one in args)
    if not isinstance(of, type):
        return True
    if is_dataclass(of):
        hints = get_type_hints(of)
        return isinstance(value, of) and all(
            _fits(getattr(value, name), hints[name]) for name in hints
        )
    whole = isinstance(value, of) and (of is not int or type(value) is int)
    if not (whole and args) or (of is tuple and args[-1] is not Ellipsis):
        return whole
    items = value.values() if isinstance(value, dict) else value
    return all(_fits(one, args[0] if of is tuple else args[-1]) for one in items)


def _unknown_ids(page: Path) -> Iterator[str]:
    """Rules that rulings name and the rules page, where there is one, does not have; and back."""
    if not page.is_file():
        return
    on_page = {rule: line for line, text in _lines(page) for rule in _HEADS.findall(text)}
    in_code = set()
    for path in sorted(page.parent.glob("*.py")):
        for number, text in _lines(path):
            in_code |= set(RULE_ID.findall(text))
            for rule in _NAMED.findall(text):
                if rule not in on_page:
                    yield f"{page.name} has no rule {rule}. ({path}, line {number})"
    for rule in on_page.keys() - in_code:
        yield f"no rule of the game is called {rule}. ({page}, line {on_page[rule]})"


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    return enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def _place(function: Any, first: Path) -> str:
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else f"{first}, line 1"


def _line_of(path: Path, words: str) -> int:
    return next((number for number, line in _lines(path) if words in line), 1)


def _folder_of(game: Game) -> Path:
    return Path(str(sys.modules[game.package].__file__)).parent
