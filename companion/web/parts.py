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

    def leave_out(self, problem: Exception) -> bool:
        """Leave the part out in which this went wrong; whether there is one that was not yet."""
        for file, line in _led_through(problem):
            for path, game in self._own.items():
                if file.is_relative_to(path / "pages"):
                    return self._left_out(game, file.relative_to(path / "pages"), problem, line)
        return False

    def _left_out(self, game: Game, part: Path, problem: Exception, line: int) -> bool:
        name = f"games/{game.kind}/{part.as_posix()}"
        if name in self._failed:
            return False
        self._failed.add(name)
        place = f"{folders.folder(game) / 'pages' / part}, line {line}"
        why = str(problem).rstrip(".") or type(problem).__name__
        self._note(
            f"part {name}",
            f"{game.title} is drawn without its {part.as_posix()}: {why}. ({place}) "
            "Mend that file and start the companion again; all that is told counts.",
        )
        return True


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
                if not self.environment.parts.leave_out(problem):
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
