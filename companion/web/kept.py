"""What the pages of boards and decks share: their lists, their files, how they refuse.

Knows neither boards nor decks.
"""

from datetime import datetime

from flask import Response, jsonify, render_template

from companion.access import AccessError
from companion.journal.library import Stored
from companion.say import Names, say
from companion.words import Refused

NEW = "new"  # in place of an id
Answer = Response | tuple[Response, int]


def shown(at: str, kept: Stored) -> dict[str, str]:
    """One line of a list: its id, its name, the day on which it was saved."""
    when = datetime.fromtimestamp(kept.saved_ms / 1000).strftime("%d %B %Y")
    return {"id": at, "name": kept.name, "when": when}


def as_file(text: str, called: str) -> Response:
    """A file to be downloaded, under this name."""
    answer = Response(text, mimetype="application/json")
    answer.headers.set("Content-Disposition", "attachment", filename=called)
    return answer


def file_of(body: dict[str, object]) -> str:
    """The text of a file that a phone sent. Raises AccessError."""
    text = body.get("file")
    if not isinstance(text, str):
        raise AccessError(400, "file should be the text of a file.")
    return text


def refused(refusal: Refused, status: int = 400) -> Answer:
    """What is wrong in a sentence, with its rule."""
    said = say(refusal.text, Names())
    return jsonify(reply="refused", say=said, rule=refusal.rule), status


def closed(title: str, text: str, status: int, **link: str) -> tuple[str, int]:
    """A page that says why there is nothing to see."""
    return render_template("closed.html", title=title, text=text, **link), status
