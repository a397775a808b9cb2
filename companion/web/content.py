"""What families enter for their games on a phone: lists of it, editors, files.

Knows no game, and decides nothing about what is entered: library.py and the games do. No page here
is a live one.
"""

from dataclasses import field, make_dataclass
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, render_template, request

from companion import codec, days
from companion.access import AccessError
from companion.codec import Shaped
from companion.games.game import Content, Game
from companion.library import (
    Gone,
    Library,
    Overtaken,
    Stored,
    decoded,
    read,
    version_of,
    written,
)
from companion.referee import Referee
from companion.say import Names, say
from companion.web import forms
from companion.web.guard import BODY_MOST, needs, takes
from companion.web.spoken import DONE, May, Name, Word, says
from companion.words import Refused, Text

NEW = "new"  # in place of an id
SURE = {"sure": Annotated[str, Shaped(enum=("yes",))]}  # also while a game is played on it
STATUS = {Gone: 404, Overtaken: 409}  # of what only saves as a new one can get past
Answer = Response | tuple[Response, int]


def content_pages(referee: Referee, game: Game, library: Library) -> Blueprint:
    """The blueprint of everything about one sort of things that is entered for a game."""
    blueprint = Blueprint(library.content.many, __name__)
    blueprint.register_error_handler(Refused, _refused)
    _looking(blueprint, referee, game, library)
    _keeping(blueprint, referee, game, library)
    _files(blueprint, library.content)
    return blueprint


def shown(at: str, kept: Stored) -> dict[str, str]:
    """One line of a list: its id, its name, the day on which it was saved."""
    when = days.day(kept.saved_ms)
    return {"id": at, "name": kept.name, "when": when}


def _looking(blueprint: Blueprint, referee: Referee, game: Game, library: Library) -> None:
    content = library.content
    word, many = content.word, content.many
    prints = game.kind if game.prints else ""

    @blueprint.get(f"/{many}")
    @needs("referee")
    def entered() -> str:
        kept = [shown(at, one) for at, one in library.all().items()]
        return render_template("content.html", content=content, entered=kept, prints=prints)

    @blueprint.get(f"/{many}/<{word}>")
    @needs("referee")
    def editor(**path: str) -> str | tuple[str, int]:
        at = path[word]
        kept = library.all().get(at)
        if kept is None and at != NEW and request.args.get("draft") != "yes":
            link = {"link": f"/{many}", "link_text": f"All {many}"}
            told = {"title": "Not here", "text": _gone(content), "content": content, "at": at}
            return render_template("gone.html", **told, **link), 404
        kept = kept or Stored("", content.blank, 0)
        if why := _unseen(referee, content, kept):
            text = f"{say(why.text, Names())} When it is over the {word} can be changed."
            sure = {"link": f"{request.path}?sure=yes", "link_text": "Look all the same"}
            return _closed("Not now", text, 409, **sure)
        known = {"content": content, "at": at, "kept": kept, "told": codec.terse(kept.value)}
        known["version"] = version_of(kept)
        own = f"games/{game.kind}/{content.editor}"
        return render_template(own, **known, **dict(content.numbers))


def _keeping(blueprint: Blueprint, referee: Referee, game: Game, library: Library) -> None:
    content = library.content
    word, many, form = content.word, content.many, _form(content)
    asks, refuses = (SURE, (403, 404, 409)) if content.unseen else (None, (403, 404))
    as_file = f"A {word} as a file, to be carried to another table."

    @blueprint.get(f"/api/{many}/<{word}>")
    @needs("referee")
    @says(_form_of_file(content), None, asks, refuses, as_file)
    def file(**path: str) -> Answer:
        kept = library.all().get(path[word])
        if kept is None:
            raise AccessError(404, _gone(content))
        if why := _unseen(referee, content, kept):
            return _refused(why, 409)
        answer = Response(written(content, kept.value, kept.name), mimetype="application/json")
        called = f"{content.mark.replace(' ', '-')}-{path[word]}.json"
        answer.headers.set("Content-Disposition", "attachment", filename=called)
        return answer

    @blueprint.post(f"/api/{many}")
    @needs("referee")
    @takes(_body_most(content))
    @says(
        {word: str, "name": str, "version": str},
        {word: May(Word), "name": Name, content.told: form, "version": May(Word)},
        refuses=(403, 404, 409),
        does=f"Keeps a {word} of {game.title}.",
    )
    def keep() -> Response:
        body = forms.body()
        at, version = (
            forms.text(body, field) if field in body else "" for field in (word, "version")
        )
        name = forms.name(body.get("name"))
        saved = library.keep(name, body.get(content.told), at, version)
        return jsonify({word: saved.at, "name": name, "version": saved.version})

    @blueprint.post(f"/api/drop_{word}")
    @needs("referee")
    @says(DONE, {word: Word}, does=f"Keeps a {word} no longer.")
    def drop() -> Response:
        library.drop(forms.text(forms.body(), word))
        return jsonify(ok=True)


def _files(blueprint: Blueprint, content: Content) -> None:
    word, merge, form = content.word, content.merge, {content.told: _form(content)}
    gives = form if content.is_titled else {"name": str, **form}

    def answer(name: str, value: Any) -> Response:
        said = {"name": name, content.told: codec.terse(value)}
        return jsonify({one: said[one] for one in gives})

    @blueprint.post(f"/api/read_{word}")
    @needs("referee")
    @takes(_body_most(content))
    @says(gives, {"file": str}, does=f"What is in the text of a {word}'s file.")
    def read_one() -> Response:
        name, value = read(content, _file_of(forms.body()))
        return answer(name, content.checked(value))

    if merge is None:
        return

    @blueprint.post(f"/api/merge_{content.many}")
    @needs("referee")
    @takes(_body_most(content))
    @says(
        gives,
        {**form, "file": str},
        does=f"What somebody has entered so far and another part of that {word}, made one.",
    )
    def merge_two() -> Response:
        body = forms.body()
        text = _file_of(body)
        here, (name, part) = decoded(content, body.get(content.told)), read(content, text)
        return answer(name, merge(here, part))


def _unseen(referee: Referee, content: Content, kept: Stored) -> Refused | None:
    """Why nobody looks at this one now who does not say that it has to be."""
    picture = referee.picture
    if content.unseen is None or picture.module is None or request.args.get("sure") == "yes":
        return None
    if getattr(picture.setup, content.word, None) != kept.value or picture.view.over:
        return None
    rule, sentence = content.unseen
    return Refused(rule, Text(sentence))


def _form(content: Content) -> Any:
    some = Shaped(minItems=content.entries, maxItems=content.entries)
    return Annotated[content.form, some] if content.entries else content.form


def _form_of_file(content: Content) -> Any:
    mark = Annotated[str, Shaped(const=content.mark)]
    if not content.is_titled:
        return {"splash_companion": mark, "name": str, content.told: _form(content)}
    return make_dataclass(
        f"{content.word.title()}File",
        [("splash_companion", mark, field(default=content.mark))],
        bases=(content.form,),
        namespace={"__doc__": f"A {content.word} as a file."},
        frozen=True,
        slots=True,
    )


def _body_most(content: Content) -> int:
    """Room for the longest file, and for one to which it is added."""
    return max(BODY_MOST, 3 * content.letters)


def _gone(content: Content) -> str:
    return f"That {content.word} is not here any more."


def _file_of(body: dict[str, object]) -> str:
    """The text of a file that a phone sent. Raises AccessError."""
    text = body.get("file")
    if not isinstance(text, str):
        raise AccessError(400, "file should be the text of a file.")
    return text


def _refused(refusal: Refused, status: int = 400) -> tuple[Response, int]:
    said = say(refusal.text, Names())
    return jsonify(reply="refused", say=said, rule=refusal.rule), STATUS.get(type(refusal), status)


def _closed(title: str, text: str, status: int, **link: str) -> tuple[str, int]:
    return render_template("closed.html", title=title, text=text, **link), status
