"""The decks of Animal Splash on a phone: a list of them, the editor, their files.

Decides nothing about decks: decks.py and the rules do. No page here is a live one.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, render_template

from companion.access import AccessError
from companion.codec import Shaped
from companion.decks import FILE_MOST, Decks, Kept, plain, read, told, written
from companion.games.animal_splash.deck import BOX, Deck, checked, merge
from companion.games.animal_splash.sample import SAMPLE
from companion.web import forms
from companion.web.guard import needs, takes
from companion.web.kept import NEW, Answer, as_file, closed, file_of, refused, shown
from companion.web.spoken import DONE, May, Name, Word, says
from companion.words import Refused

BODY_MOST = 48 * 1024  # the longest file, and a deck to which it is added
# Words to begin with: whoever's box has others writes those.
EMPTY = replace(SAMPLE, title="", cards=(), starts=(), missions=(), ends=(), sample=False)


@dataclass(frozen=True, slots=True)
class DeckFile(Deck):
    """A deck as a file."""

    splash_companion: Annotated[str, Shaped(const="animal splash deck")] = "animal splash deck"


def decks_pages(decks: Decks) -> Blueprint:
    """The blueprint of everything about decks."""
    blueprint = Blueprint("decks", __name__)
    _looking(blueprint, decks)
    _keeping(blueprint, decks)
    _files(blueprint)
    return blueprint


def _looking(blueprint: Blueprint, decks: Decks) -> None:
    @blueprint.get("/decks")
    @needs("referee")
    def all_decks() -> str:
        kept = [shown(deck, one) for deck, one in decks.all().items()]
        return render_template("games/animal_splash/decks.html", decks=kept)

    @blueprint.get("/decks/<deck>")
    @needs("referee")
    def deck_editor(deck: str) -> str | tuple[str, int]:
        kept = Kept("", EMPTY, 0) if deck == NEW else decks.all().get(deck)
        if kept is None:
            link = {"link": "/decks", "link_text": "All decks"}
            return closed("Not here", "That deck is not here any more.", 404, **link)
        content = {**plain(kept.deck), "aids": kept.deck.aids}
        known = {"deck": deck, "kept": kept, "content": content, "file_most": FILE_MOST}
        return render_template("games/animal_splash/deck.html", box=BOX, **known)

    @blueprint.get("/api/decks/<deck>")
    @needs("referee")
    @says(DeckFile, refuses=(403, 404))
    def deck_file(deck: str) -> Answer:
        """A deck as a file, to be carried to another table."""
        kept = decks.all().get(deck)
        if kept is None:
            raise AccessError(404, "That deck is not here any more.")
        return as_file(written(kept), f"animal-splash-deck-{deck}.json")


def _keeping(blueprint: Blueprint, decks: Decks) -> None:
    @blueprint.post("/api/decks")
    @needs("referee")
    @takes(BODY_MOST)
    @says({"deck": str, "name": str}, {"deck": May(Word), "name": Name, "content": Deck})
    def keep_deck() -> Answer:
        """Keeps a deck of Animal Splash."""
        body = forms.told()
        deck = forms.text(body, "deck") if "deck" in body else ""
        name = forms.name(body.get("name"))
        try:
            return jsonify(deck=decks.keep(name, body.get("content"), deck), name=name)
        except Refused as refusal:
            return refused(refusal)

    @blueprint.post("/api/drop_deck")
    @needs("referee")
    @says(DONE, {"deck": Word})
    def drop_deck() -> Response:
        """Keeps a deck no longer."""
        decks.drop(forms.text(forms.told(), "deck"))
        return jsonify(ok=True)


def _files(blueprint: Blueprint) -> None:
    @blueprint.post("/api/read_deck")
    @needs("referee")
    @takes(BODY_MOST)
    @says({"content": Deck}, {"file": str})
    def read_deck() -> Answer:
        """What is in the text of a deck's file."""
        text = file_of(forms.told())
        try:
            return _content(checked(read(text)))
        except Refused as refusal:
            return refused(refusal)

    @blueprint.post("/api/merge_decks")
    @needs("referee")
    @takes(BODY_MOST)
    @says({"content": Deck}, {"content": Deck, "file": str})
    def merge_decks() -> Answer:
        """What somebody has entered so far and another part of that deck, made one."""
        body = forms.told()
        text = file_of(body)
        try:
            return _content(_both(told(body.get("content")), read(text)))
        except Refused as refusal:
            return refused(refusal)


def _both(here: Deck, part: Deck) -> Deck:
    # Where nothing was entered yet the words are only those to begin with.
    if not (here.cards or here.starts or here.missions or here.ends):
        return replace(part, title=here.title or part.title)
    return merge(here, part)


def _content(deck: Deck) -> Answer:
    content: dict[str, Any] = plain(deck)
    return jsonify(content=content)
