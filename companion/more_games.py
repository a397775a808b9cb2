"""Games from a folder of a family's own: each is put on the shelf, or left out with a sentence.

Looks at what a game says before anybody plays it; what it means is the game's own.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import chain, product
from keyword import iskeyword
from pathlib import Path
from typing import Any

from companion import codec, own_pages
from companion.annotations import faults_of_fields, fits
from companion.games import GAMES
from companion.games.game import Game, Option
from companion.held_game import HeldGame, Stumbled, led_to
from companion.held_hands import faults_of_hands
from companion.in_time import InTime, TooLong
from companion.names import tidy
from companion.new_game.rows import RULE_ID
from companion.own_games import FOLDER as OURS
from companion.own_games import said, where
from companion.own_pages import Unread, text_of
from companion.robots import Robots, robots_of
from companion.say import Names, say
from companion.sheets.paper import PAPERS
from companion.sounds import COMMON
from companion.words import SEATS_MOST, CompanionError, Refused, Text

TITLE_MOST = 40
CALLED_MOST = 80  # letters: a line of what happened says it beside more
SOUND_MOST_MS, TONES_MOST = 10_000, 100
PARTS = ("rules", "drawing", "hands", "highlights", "stats", "book", "sheets", "robot")
NOT_READ = (
    "The folder {games} cannot be read ({why}), so no games of yours are on the shelf. Check its "
    "name, and whether the table's user may: as a service it reads no home folder."
)
NO_NAME = (
    "no game can have that name. Rename its folder, in small letters and with _ between words, "
    "such as high_card."
)
MOMENTS = 20  # of a game that are looked at
_NAMED = re.compile(rf'"({RULE_ID.pattern})"')
_ROW = re.compile(r"^\|\s*(\w+-\w*\d\w*)\s*\|")  # of what is meant for an id
_HEADS = re.compile(rf"^\|\s*({RULE_ID.pattern})\s*\|")


class LeftOut(CompanionError):
    """Why a game cannot be played: what is wrong, where, and what it should be."""


def add(games: Path) -> tuple[str, ...]:
    """Put every game of a folder on the shelf; a sentence for each that was left out."""
    try:
        if not games.is_dir():
            return (f"There is no folder {games}, so no games of yours are on the shelf.",)
        folders = sorted(filter(_may_be_one, games.iterdir()))
    except OSError as problem:
        return (NOT_READ.format(games=games, why=problem.strerror),)
    sentences, threads = [], InTime()
    for folder in folders:
        try:
            _add(folder, threads)
        except LeftOut as problem:
            sentences.append(f"The game {folder.name} was left out: {problem}")
    return tuple(sentences)


def _may_be_one(folder: Path) -> bool:
    """Whether a game lies there; also where this user may not look, so that it is said."""
    try:
        return (folder / "__init__.py").is_file()
    except OSError:
        return True


def _add(folder: Path, threads: InTime) -> None:
    """Put the game of a folder on the shelf, if it is not there. Raises LeftOut."""
    first, name = folder / "__init__.py", f"companion.games.{folder.name}"
    if folder.name in GAMES:
        if _folder_of(GAMES[folder.name]) == folder:
            return
        line = _line_of(first, "kind=")
        raise LeftOut(
            f"there is a game of that kind already. Rename its folder. ({first}, line {line})"
        )
    is_name = folder.name.isidentifier() and folder.name.isascii() and not iskeyword(folder.name)
    if not is_name or (OURS / f"{folder.name}.py").exists():
        raise LeftOut(f"{NO_NAME} ({first}, line 1)")
    try:
        game = GAMES[folder.name] = threads.done(_loaded, name, folder)
        threads.done(look_at, game)
        HeldGame(game, folder, threads).install()
    except Exception as problem:  # whatever a stranger's module may raise
        GAMES.pop(folder.name, None)
        # Listed first: a game that was given up may still be loading, or take back what it loaded.
        for loaded in [one for one in list(sys.modules) if f"{one}.".startswith(f"{name}.")]:
            sys.modules.pop(loaded, None)
        raise _why(problem, folder) from problem


def _why(problem: BaseException, folder: Path) -> LeftOut:
    """The sentence about what went wrong in a folder."""
    name = f"companion.games.{folder.name}"
    match problem:
        case LeftOut():
            return problem
        case Unread():
            return LeftOut(str(problem))
        case ModuleNotFoundError() if (problem.name or "").startswith(own := f"{name}."):
            missing = (problem.name or "").removeprefix(own).replace(".", "/")
            return LeftOut(f"it has no {missing}.py. ({where(problem, folder)})")
        case TooLong():
            return LeftOut(f"{problem}. ({led_to(problem.frames, folder)})")
        case Stumbled():
            return LeftOut(f"{problem.why} ({problem.place})")
    return LeftOut(f"{said(problem)} ({where(problem, folder)})")


def _loaded(name: str, folder: Path) -> Game:
    """What a folder declares. Raises LeftOut."""
    first = folder / "__init__.py"
    spec = spec_from_file_location(name, first, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Any = module.GAME
    if not isinstance(game, Game):
        raise LeftOut(f"its GAME should be a Game. ({first}, line {_line_of(first, 'GAME')})")
    for name_, fault in faults_of_fields(game, "its GAME"):
        raise LeftOut(_at(fault, first, f"{name_}="))
    if game.package != name:
        raise LeftOut(_at("its GAME should say package=__name__.", first, "package="))
    # All before the game itself asks for them: one without an end would keep all games waiting.
    import_module(f"{name}.facts").Setup  # noqa: B018  # or it says that there is none
    for part in filter(lambda part: find_spec(f"{name}.{part}"), PARTS):
        import_module(f"{name}.{part}")
    game.load()
    for rule in ("start", "judge", "asks", "view"):
        if not callable(getattr(game, rule)):
            page = folder / "rules.py"
            raise LeftOut(f"its {rule} should be a function. ({page}, line {_line_of(page, rule)})")
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
            raise LeftOut(
                _at(f"the sound {sound.name!r} is there already.", first, f'"{sound.name}"')
            )
        known.add(sound.name)
    of_facts, of_contents = _faults_of_facts(game, folder), _faults_of_contents(game, folder)
    for fault in chain(of_facts, of_contents, _faults_of_words(game, first)):
        raise LeftOut(fault)
    _play_a_little(game, HeldGame(game, folder, InTime()))
    robots = robots_of(game.kind)
    for sheet, paper in product(game.sheets, PAPERS.values()):
        sheet.draws(paper)
    if robots is not None:
        page = folder / "robot" / "__init__.py"
        if not isinstance(robots, Robots):
            raise LeftOut(f"its ROBOTS should be Robots. ({page}, line 1)")
        for _, fault in faults_of_fields(robots, "its ROBOTS"):
            raise LeftOut(_at(fault, page, "ROBOTS"))
        if not robots.players:
            raise LeftOut(_at('its ROBOTS should say in "players" how many.', page, "ROBOTS"))
    rules = folder / game.rules
    of_pages = own_pages.faults(game.kind, folder / "pages")
    for fault in chain(of_pages, _wrong_ids(rules), _unknown_ids(rules)):
        raise LeftOut(fault)


def _faults_of_facts(game: Game, folder: Path) -> Iterator[str]:
    """Fields that would be written over what a file says itself."""
    page = folder / "facts.py"
    for form in (game.Setup, *codec.kinds(codec.fact_of(game.judge))):
        if "kind" in form.__dataclass_fields__:
            name = form.__name__
            fault = f'no field of its {name} can be called "kind": by that files tell facts apart.'
            yield f"{fault} ({page}, line {_line_of(page, f'class {name}')})"
        if not _can_be_said(getattr(form, "called", Text("a word"))):
            name = form.__name__
            fault = f'what its {name} is called should be words, as in called = Text("a deal").'
            yield f"{fault} ({page}, line {_line_of(page, f'class {name}')})"


def _can_be_said(text: Any) -> bool:
    """Whether these are words for all screens; no value is known for any name in them."""
    try:
        return isinstance(text, Text) and 0 < len(say(text, Names()).strip()) <= CALLED_MOST
    except Exception:  # whatever a stranger's text may raise
        return False


def _faults_of_contents(game: Game, folder: Path) -> Iterator[str]:
    """What families enter goes by its word in the journal: no two games have the same."""
    others = (other for other in GAMES.values() if other.kind != game.kind)
    taken = [content for other in others for content in other.takes]
    first = folder / "__init__.py"
    for content in game.takes:
        line = _line_of(first, f'"{content.word}"')
        if content.word in {other.word for other in taken}:
            yield f"another game takes a {content.word} already. ({first}, line {line})"
        many = content.many
        if many in own_pages.ADDRESSES or many in {other.many for other in taken}:
            fault = f'the table has a page /{many} already. Give "many" another word.'
            yield f"{fault} ({first}, line {line})"
        if not re.fullmatch("[a-z][a-z0-9_]*", many):
            fault = f'its "many" should be of small letters, for its page is called so: {many!r}.'
            yield f"{fault} ({first}, line {line})"
        if not fits(content.blank, content.form):
            fault = f'the "blank" of its {content.word} should be of the "form" that it says.'
            yield f"{fault} ({first}, line {line})"
        if content.is_titled and content.part not in content.form.__dataclass_fields__:
            fault = f'the "form" of its {content.word} has no "{content.part}", its "part".'
            yield f"{fault} ({first}, line {line})"
        taken.append(content)
        if content.word not in game.Setup.__dataclass_fields__:
            yield f'its Setup should have "{content.word}". ({first}, line {line})'
        if not (folder / "pages" / content.editor).is_file():
            yield f"it has no pages/{content.editor}. ({first}, line {line})"


def _faults_of_words(game: Game, first: Path) -> Iterator[str]:
    """What a game says of itself that no table could be played at, each with its line."""
    for name, fault in faults_of_fields(game.book, "its BOOK") if game.book else ():
        page = first.with_name("book.py")
        yield f"{fault} ({page}, line {_line_of(page, f'{name}=')})"
    least, most = game.seats
    variants = {variant for variant, _ in game.variants}
    known = game.Setup.__dataclass_fields__
    if not 1 <= least <= most <= SEATS_MOST:
        yield _at(f"its seats should be from 1 to {SEATS_MOST}, the least first.", first, "seats=")
    for name, words in (("title", game.title), ("ages", game.ages)):
        if not 1 <= len(words.strip()) <= TITLE_MOST:
            fault = f'its "{name}" should have 1 to {TITLE_MOST} letters,'
            yield _at(f"{fault} for screens have room for those.", first, f"{name}=")
        elif words != tidy(words):
            fault = f'its "{name}" should be words on one line, of letters that can be seen.'
            yield _at(fault, first, f"{name}=")
    if set(range(least, most + 1)) <= {*game.never}:
        yield _at('its "never" leaves no number of people that may play.', first, "never=")
    for people, sides in game.sides:
        if sides > people:
            yield _at(f'its "sides" has {sides} for {people} people.', first, "sides=")
    for effort in game.efforts:
        if effort.variant not in variants:
            yield _at(f'its variants have no "{effort.variant}".', first, f'"{effort.variant}"')
    if game.few and game.few[0] not in known:
        yield _at(f'its Setup should have "{game.few[0]}".', first, "few=")
    if game.few and game.few[1] >= least:
        yield _at(f"its few should be fewer than the {least} of its seats.", first, "few=")
    for sound in game.sounds:
        ends = [start_ms + long_ms for _, start_ms, long_ms in sound.tune]
        if max([sum(map(sum, sound.rhythm)), *ends]) > SOUND_MOST_MS:
            yield _at(
                f"its sound {sound.name!r} takes more than ten seconds.", first, f'"{sound.name}"'
            )
        if max(len(sound.rhythm), len(sound.tune)) > TONES_MOST:
            fault = f"its sound {sound.name!r} has more than {TONES_MOST} tones."
            yield _at(fault, first, f'"{sound.name}"')
    for option in game.options:
        for fault in _faults_of_option(game, option):
            yield _at(fault, first, f'"{option.key}"')


def _faults_of_option(game: Game, option: Option) -> Iterator[str]:
    """Whether its Setup takes all that can be chosen, as far as its ends tell."""
    if option.key not in game.Setup.__dataclass_fields__:
        yield f'its Setup should have "{option.key}".'
        return
    ends: dict[str, tuple[Any, ...]] = {
        "bool": (False, True),
        "number": (option.least, option.most) if option.least <= option.most else (),
        "choice": tuple(value for value, _ in option.values),
    }
    if not ends.get(option.kind):
        yield f'"{option.key}" should be a "bool", a "number" with bounds or a "choice" of values.'
    for value in ends.get(option.kind, ()):
        number = isinstance(value, str) and value.isdecimal()  # as a page tells it
        told = {**game.usual, "seats": game.seats[0], option.key: int(value) if number else value}
        try:
            codec.decode(game.Setup, told, "its Setup")
        except ValueError as problem:
            yield f'"{option.key}" may be {value!r}, which its Setup does not take: {problem}'
    usual = game.Setup.__dataclass_fields__[option.key].default
    usual = usual.value if isinstance(usual, Enum) else usual
    if option.kind == "number":
        is_one = type(usual) is int and option.least <= usual <= option.most
    else:
        is_one = str(usual) in map(str, ends.get(option.kind, ()))
    if not is_one:
        yield f'its Setup should say for "{option.key}" what it usually is, and that can be chosen.'


def _at(fault: str, path: Path, words: str) -> str:
    return f"{fault} ({path}, line {_line_of(path, words)})"


def _play_a_little(game: Game, held: HeldGame) -> None:
    """The first states of a game in which everybody says the first thing that can be said.

    Each way of playing begins, with the least people and with the most. Raises what it raises.
    """
    variants = [{"variant": variant} for variant, _ in game.variants]
    for seats, way in product(game.seats, variants or [{}]):
        held.start(codec.decode(game.Setup, {**way, "seats": seats}, "its Setup"))
    state = held.start(
        codec.decode(game.Setup, {**game.usual, "seats": game.seats[0]}, "its Setup")
    )
    if game.hands is not None:
        page = _folder_of(game) / "hands.py"
        for fault in faults_of_hands(game, state):
            raise LeftOut(f"{fault} ({page}, line 1)")
    for _ in range(MOMENTS):
        choices = [choice for ask in held.asks(state) if ask.must for choice in ask.choices]
        if not choices:
            return
        picks = {
            slot.field: slot.options[: slot.least] if slot.many else slot.options[0]
            for slot in choices[0].slots
            if slot.options
        }
        try:
            state = held.judge(state, replace(choices[0].fact, **picks)).state
        except Refused as refused:
            if isinstance(refused, Stumbled):
                raise
            return


def _wrong_ids(page: Path) -> Iterator[str]:
    """Rows of the rules page, where there is one, that no page shows."""
    for line, text in _lines(page) if page.is_file() else ():
        for rule in _ROW.findall(text):
            if not RULE_ID.fullmatch(rule):
                fault = f"{rule} should be a letter, then -R (a rule), -Q (what the box does not "
                more = "say), -S (the house's) or -C (what can be known), and a number: H-R1."
                yield f"{fault}{more} ({page}, line {line})"


def _unknown_ids(page: Path) -> Iterator[str]:
    """Rules that rulings name and the rules page, where there is one, does not have; and back."""
    if not page.is_file():
        return
    on_page = {rule: line for line, text in _lines(page) for rule in _HEADS.findall(text)}
    in_code = set()
    for path in sorted(path for path in page.parent.glob("*.py") if path.is_file()):
        for number, text in _lines(path):
            in_code |= set(RULE_ID.findall(text))
            for rule in _NAMED.findall(text):
                if rule not in on_page:
                    yield f"{page.name} has no rule {rule}. ({path}, line {number})"
    for rule in on_page.keys() - in_code:
        yield f"no rule of the game is called {rule}. ({page}, line {on_page[rule]})"


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    return enumerate(text_of(path).splitlines(), 1)


def _line_of(path: Path, words: str) -> int:
    return next((number for number, line in _lines(path) if words in line), 1)


def _folder_of(game: Game) -> Path:
    return Path(str(sys.modules[game.package].__file__)).parent
