"""What games bring in their own folders: templates, files for browsers, rules in words.

A folder may leave out any of these. Reads files and decides nothing.
"""

from importlib import resources
from pathlib import Path
from typing import Any

from flask import Flask, Response, send_from_directory
from jinja2 import BaseLoader, FileSystemLoader, PrefixLoader
from werkzeug.exceptions import NotFound

from companion import games
from companion.games import GAMES
from companion.games.game import Game
from companion.web.edition import FOR_EVER, KEPT, Edition

STYLE = "style.css"
_OURS = Path(games.__file__).parent


def folder(game: Game) -> Path:
    """Where a game lies."""
    return Path(str(resources.files(game.package)))


def templates() -> BaseLoader:
    """All games' templates, as `games/<kind>/<name>.html`."""
    own = {kind: FileSystemLoader(folder(game) / "pages") for kind, game in GAMES.items()}
    return PrefixLoader({"games": PrefixLoader(own)})


def of_a_family() -> dict[Path, Game]:
    """The folders of a family's own games: these lie elsewhere than ours."""
    found = {folder(game): game for game in GAMES.values()}
    return {path: game for path, game in found.items() if not path.is_relative_to(_OURS)}


def styles() -> list[str]:
    """The styles that games bring, as names under /static/."""
    styled = (kind for kind, game in GAMES.items() if (folder(game) / "pages" / STYLE).is_file())
    return [f"games/{kind}/{STYLE}" for kind in styled]


def rules_text(kind: str) -> str:
    """A game's rules in words, empty where there are none."""
    page = folder(GAMES[kind]) / GAMES[kind].rules if kind in GAMES else None
    return page.read_text(encoding="utf-8") if page is not None and page.is_file() else ""


def serve(app: Flask) -> None:
    """Let /static/games/<kind>/<name> be a file in that game's folder, and let browsers keep
    what a page names with its edition.
    """
    pages = [folder(game) / "pages" for game in GAMES.values()]
    edition = Edition([Path(str(app.static_folder)), *(path for path in pages if path.is_dir())])

    def static(filename: str) -> Response:
        file, lasts = edition.meant(filename)
        response = _file(app, file)
        if lasts:
            response.headers["Cache-Control"] = FOR_EVER
        return response

    @app.url_defaults
    def with_edition(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = edition.called(values["filename"])

    app.view_functions["static"] = static


def _file(app: Flask, filename: str) -> Response:
    top, _, own = filename.partition("/")
    kind, _, name = own.partition("/")
    if top != "games" or kind not in GAMES:
        return app.send_static_file(filename)
    if not name.endswith(KEPT):
        raise NotFound
    return send_from_directory(folder(GAMES[kind]) / "pages", name)
