"""Parts of pages that a family's own game brings: one that fails is left out, all else is drawn.

What a game leaves out is left out already; so a part that fails is as one that is not there.
"""

import traceback
from collections.abc import Callable, MutableMapping
from contextvars import copy_context
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from flask.templating import Environment
from jinja2 import BaseLoader, Template, TemplateNotFound, TemplateSyntaxError, nodes
from jinja2 import Environment as AnyEnvironment
from jinja2.compiler import CodeGenerator, Frame

from companion.access.refused import AccessError
from companion.games.game import Game
from companion.in_time import Frames, InTime, TooLong
from companion.own_games import said
from companion.sheets.worn import NoDrawing
from companion.web import folders

Source = tuple[str, str | None, Callable[[], bool] | None]


class Parts(BaseLoader):
    """All games' templates, but for those that failed."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        """`note` shows a trouble, by its key, on all screens; it never waits."""
        self._all, self._note = folders.templates(), note
        self._own = folders.of_a_family()
        self._failed: set[str] = set()
        self.absent: set[str] = set()  # what was looked for, and is not there
        self.threads = InTime()

    def get_source(self, environment: AnyEnvironment, template: str) -> Source:
        """As of any loader."""
        if template in self._failed:
            raise TemplateNotFound(template)
        return self._all.get_source(environment, template)

    @property
    def are_ours(self) -> bool:
        """Whether no game is a family's own, and nothing is to be feared."""
        return not self._own

    def are_own(self, frames: Frames) -> bool:
        """Whether these lines are in a family's game."""
        files = [Path(frame.f_code.co_filename) for frame, _ in frames]
        return any(file.is_relative_to(path) for file in files for path in self._own)

    def failed(self, problem: Exception, page: str) -> tuple[str, str] | None:
        """The part of a family's game in which this page went wrong, and a sentence about it."""
        for file, line in _led_through(problem):
            for path, game in self._own.items():
                if file.is_relative_to(path / "pages"):
                    part = file.relative_to(path / "pages").as_posix()
                    name = f"games/{game.kind}/{part}"
                    does = "cannot draw" if name == page else "is drawn without"
                    return name, _sentence(game, does, part, problem, file, line)
        if isinstance(problem, TooLong):
            return "", f"One of your own games keeps this page waiting: {problem}."
        return None

    def leave_out(self, part: str, sentence: str) -> None:
        """Leave a part out from now on."""
        if part not in self._failed:
            self._failed.add(part)
            self._note(f"part {part}", sentence)

    def unread(self, part: str, problem: Exception) -> bool:
        """Whether this is of a family's game, and is printed without; then all screens say so."""
        for path, game in self._own.items():
            name = part.removeprefix(f"games/{game.kind}/")
            if name != part:
                file = path / "pages" / name
                self._note(
                    f"sheet {part}", _sentence(game, "is drawn without", name, problem, file, 1)
                )
                return True
        return False

    def printed(self, kind: str, title: str, draw: Callable[[], str]) -> str:
        """What is drawn of a sheet. Raises AccessError where a family's game fails at it."""
        folder = next((path for path, game in self._own.items() if game.kind == kind), None)
        if folder is None:
            return draw()
        try:
            return self.threads.done(copy_context().run, draw)
        except Exception as problem:  # whatever a stranger's sheet may hold
            why = f"{problem}." if isinstance(problem, TooLong | NoDrawing) else said(problem)
            place = _named(problem.name if isinstance(problem, NoDrawing) else "SHEETS", folder)
            sentence = (
                f"{self._own[folder].title} cannot print its {title}: {why} ({place}) "
                "Mend that file and start the companion again."
            )
            self._note(f"sheet {kind} {title}", sentence)  # a page shows it as a picture
            raise AccessError(409, sentence) from problem


def _named(words: str, folder: Path) -> str:
    """Where something is named in a game's folder, or where its sheets are."""
    files = (one for one in sorted(folder.rglob("*")) if one.is_file())
    for file in (one for one in files if one.suffix in (".py", ".html")):
        for n, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1):
            if words in line:
                return f"{file}, line {n}"
    return f"{folder / 'sheets.py'}, line 1"


def _sentence(game: Game, does: str, part: str, problem: Exception, file: Path, line: int) -> str:
    why = str(problem).rstrip(".") or type(problem).__name__
    if isinstance(problem, TemplateNotFound):
        why = f'there is no template "{why}"'
    return (
        f"{game.title} {does} its {part}: {why}. ({file}, line {line}) "
        "Mend that file and start the companion again; all that is told counts."
    )


class Written(CodeGenerator):
    """What stands nowhere where a condition fails is nothing, and not Jinja's word for nothing."""

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:
        """As Jinja's, which makes an object that is asked for its HTML, ten times as slowly."""
        for one in node.nodes:
            while isinstance(one, nodes.CondExpr):
                one.expr2 = one.expr2 or nodes.Const("", lineno=one.lineno)
                one = one.expr2
        super().visit_Output(node, frame)


class Templates(Environment):
    """All templates know the same, and find it in one dictionary.

    Jinja's own chain is searched name by name for each part that a page imports.
    """

    parts: Parts
    code_generator_class = Written

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """As Jinja's, which looks for a part that a game leaves out each time that it is drawn."""
        if name in self.parts.absent:
            raise TemplateNotFound(str(name))
        try:
            return super().get_template(name, parent, globals)
        except TemplateNotFound:
            self.parts.absent.add(str(name))
            raise

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What one template knows; as in Jinja, its own before what all do."""
        return {**self.globals, **d} if d else self.globals


class Page(Template):
    """A page that is drawn once more without the part of a family's game that failed."""

    environment: Templates

    def render(self, *given: Any, **more: Any) -> str:
        """As Jinja's."""
        left_out = set()
        while True:
            try:
                return self._in_time(partial(super().render, *given, **more))
            except Exception as problem:  # whatever a stranger's template may raise
                found = self.environment.parts.failed(problem, str(self.name))
                if found is None:
                    raise
                if found[0] in (self.name, ""):  # a page of its own, or no part at all
                    raise AccessError(409, found[1]) from problem
                if found[0] in left_out:
                    raise
                left_out.add(found[0])  # here; another page may have met it in the same moment
                self.environment.parts.leave_out(*found)
                if self.environment.cache is not None:
                    self.environment.cache.clear()

    def _in_time(self, draw: Callable[[], str]) -> str:
        """What is drawn; raises TooLong where a part of a family's game takes too long."""
        parts = self.environment.parts
        if parts.are_ours:
            return draw()
        here = copy_context()  # the request, for one
        return parts.threads.done_or(parts.are_own, partial(here.run, draw))


Templates.template_class = Page


def _led_through(problem: Exception) -> list[tuple[Path, int]]:
    """The files and lines that led there, the last one first."""
    if isinstance(problem, TooLong):
        return [(Path(frame.f_code.co_filename), _line(frame, n)) for frame, n in problem.frames]
    frames = traceback.extract_tb(problem.__traceback__)
    found = [(Path(frame.filename), frame.lineno or 1) for frame in reversed(frames)]
    if isinstance(problem, TemplateSyntaxError) and problem.filename:
        found.insert(0, (Path(problem.filename), problem.lineno))
    return found


def _line(frame: FrameType, line: int) -> int:
    """The line of a template, where a frame is of what was made of one."""
    template = frame.f_globals.get("__jinja_template__")
    return int(template.get_corresponding_lineno(line)) if template is not None else line
