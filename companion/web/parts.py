"""Parts of pages that a family's own game brings: one that fails is left out, all else is drawn.

What a game leaves out is left out already; so a part that fails is as one that is not there.
"""

import traceback
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from flask.templating import Environment
from jinja2 import BaseLoader, Template, TemplateNotFound, TemplateSyntaxError
from jinja2 import Environment as AnyEnvironment

from companion.access.refused import AccessError
from companion.games.game import Game
from companion.web import folders

Source = tuple[str, str | None, Callable[[], bool] | None]


class Parts(BaseLoader):
    """All games' templates, but for those that failed."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        """`note` shows a trouble, by its key, on all screens; it never waits."""
        self._all, self._note = folders.templates(), note
        self._own = folders.of_a_family()
        self._failed: set[str] = set()

    def get_source(self, environment: AnyEnvironment, template: str) -> Source:
        """As of any loader."""
        if template in self._failed:
            raise TemplateNotFound(template)
        return self._all.get_source(environment, template)

    def failed(self, problem: Exception) -> tuple[str, str] | None:
        """The part of a family's game in which this went wrong, and a sentence about it."""
        for file, line in _led_through(problem):
            for path, game in self._own.items():
                if file.is_relative_to(path / "pages"):
                    part = file.relative_to(path / "pages").as_posix()
                    return f"games/{game.kind}/{part}", _sentence(game, part, problem, file, line)
        return None

    def leave_out(self, part: str, sentence: str) -> bool:
        """Leave a part out from now on; whether it was not yet."""
        if part in self._failed:
            return False
        self._failed.add(part)
        self._note(f"part {part}", sentence)
        return True


def _sentence(game: Game, part: str, problem: Exception, file: Path, line: int) -> str:
    why = str(problem).rstrip(".") or type(problem).__name__
    return (
        f"{game.title} is drawn without its {part}: {why}. ({file}, line {line}) "
        "Mend that file and start the companion again; all that is told counts."
    )


class Templates(Environment):
    """All templates know the same, and find it in one dictionary.

    Jinja's own chain is searched name by name for each part that a page imports.
    """

    parts: Parts

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What one template knows; as in Jinja, its own before what all do."""
        return {**self.globals, **d} if d else self.globals


class Page(Template):
    """A page that is drawn once more without the part of a family's game that failed."""

    environment: Templates

    def render(self, *given: Any, **more: Any) -> str:
        """As Jinja's."""
        while True:
            try:
                return super().render(*given, **more)
            except Exception as problem:  # whatever a stranger's template may raise
                found = self.environment.parts.failed(problem)
                if found is None:
                    raise
                if found[0] == self.name:  # a page of its own
                    raise AccessError(409, found[1]) from problem
                if not self.environment.parts.leave_out(*found):
                    raise
                if self.environment.cache is not None:
                    self.environment.cache.clear()


Templates.template_class = Page


def _led_through(problem: Exception) -> list[tuple[Path, int]]:
    """The files and lines that led there, the last one first."""
    frames = traceback.extract_tb(problem.__traceback__)
    found = [(Path(frame.filename), frame.lineno or 1) for frame in reversed(frames)]
    if isinstance(problem, TemplateSyntaxError) and problem.filename:
        found.insert(0, (Path(problem.filename), problem.lineno))
    return found
