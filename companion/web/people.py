"""The people of the house, for the referee and at the machine: renamed, merged, forgotten.

Checks the form of what is told; who may be called how is decided in `companion/access`.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from companion.access import Access, AccessError
from companion.access.household import KeptFile
from companion.days import day
from companion.journal.people import KnownPerson, People
from companion.library import Library
from companion.referee import Referee
from companion.referee.past import UNTOLD
from companion.web import forms
from companion.web.guard import also_at_machine, needs, who
from companion.web.pages import played
from companion.web.people_shown import person_shown
from companion.web.spoken import DONE, HEARD, Name, Sure, Word, says
from companion.web.wire import Count


def people_routes(referee: Referee, access: Access, entered: Mapping[str, Library]) -> Blueprint:
    """The blueprint of /people and of what it tells; `entered` may be called after somebody."""
    blueprint = Blueprint("people", __name__)
    _page(blueprint, referee, access, entered)
    _titles(blueprint, referee, access, entered)
    _telling(blueprint, referee, access)
    _posters(blueprint, referee, access)
    return blueprint


def _page(
    blueprint: Blueprint, referee: Referee, access: Access, entered: Mapping[str, Library]
) -> None:
    @blueprint.get("/people")
    @needs("referee")
    @also_at_machine
    def people() -> str:
        everybody, alike = access.household.everybody(), access.household.alike()
        own, seated, games = who().person, access.household.seated(), _games(referee)
        return render_template(
            "people.html",
            people=[_shown(one, games, alike, seated) for one in everybody],
            own=own.number if own else 0,
            leads=who().leads,
            files=list(map(_file, access.household.kept())),
            posters=[{"when": one, "day": day(one)} for one in access.household.posters()],
            titles=[
                {"of": word, "id": at, "name": kept.name}
                for word, library in entered.items()
                for at, kept in library.all().items()
            ],
        )


def _titles(
    blueprint: Blueprint, referee: Referee, access: Access, entered: Mapping[str, Library]
) -> None:
    @blueprint.post("/api/plain_name")
    @needs("referee")
    @also_at_machine
    @says({**DONE, "name": str}, {"of": Word, "id": Word}, refuses=(410,))
    def plain_name() -> Response:
        """Calls a board or a deck by no name that a family chose: that may be somebody's."""
        body = forms.body()
        word, at = forms.text(body, "of"), forms.text(body, "id")
        if word not in entered or at not in entered[word].all():
            raise AccessError(410, "That is not here any more.")
        name = entered[word].plain(at)
        referee.note_trouble("forgotten", access.household.go_on())
        return jsonify(ok=True, name=name)


def _telling(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    household = access.household

    @blueprint.post("/api/rename")
    @needs("referee")
    @also_at_machine
    @says(DONE, {"person": Count, "name": Name}, refuses=(409, 410))
    def rename() -> Response:
        """This is what somebody is called from now on."""
        body = forms.body()
        household.rename(forms.whole(body, "person"), forms.name(body.get("name")))
        return _told(referee)

    @blueprint.post("/api/merge")
    @needs("referee")
    @also_at_machine
    @says(DONE, {"person": Count, "into": Count, "sure": Sure}, refuses=(409, 410))
    def merge() -> Response:
        """Somebody is the same as another, whose name stays: both's games and phones are one's."""
        body = forms.body()
        number, into = forms.whole(body, "person"), forms.whole(body, "into")
        _sure(body, "these two are one person then, and stay it")
        household.merge(number, into)
        return _told(referee)

    @blueprint.post("/api/forget")
    @needs("referee")
    @also_at_machine
    @says(HEARD, {"person": Count, "sure": Sure}, refuses=(410,))
    def forget() -> Response:
        """Forgets somebody: name, look and phones go for good, results stay as a guest's."""
        body = forms.body()
        number = forms.whole(body, "person")
        _sure(body, "nobody can bring the name back")
        said = household.forget(number)
        referee.look_at_people()
        referee.note_trouble("forgotten", said)
        return jsonify(ok=True, say=said)

    @blueprint.post("/api/drop_file")
    @needs("referee")
    @also_at_machine
    @says(DONE, {"file": Word}, refuses=(410,))
    def drop_file() -> Response:
        """Deletes a kept file that may hold names, for good."""
        household.drop(forms.text(forms.body(), "file"))
        return jsonify(ok=True)


def _posters(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    @blueprint.post("/api/keep_poster")
    @needs("nobody")
    @says(DONE, {"sure": Sure}, refuses=(410,))
    def keep_poster() -> Response:
        """Says that the poster was kept or printed: whoever is forgotten later may be on it."""
        _sure(forms.body(), "somebody has this poster then")
        night = referee.picture.access.closing
        if night is None or referee.picture.game is not None or not night.poster.games:
            raise AccessError(410, "No poster hangs here now.")
        access.household.keep_poster()
        return jsonify(ok=True)

    @blueprint.post("/api/drop_poster")
    @needs("referee")
    @also_at_machine
    @says(DONE, {"when": Count}, refuses=(410,))
    def drop_poster() -> Response:
        """Takes an evening's poster off the list of those that were kept: it is deleted."""
        access.household.drop_poster(forms.whole(forms.body(), "when"))
        return jsonify(ok=True)


def _told(referee: Referee) -> Response:
    referee.look_at_people()
    return jsonify(ok=True)


def _sure(body: dict[str, Any], what: str) -> None:
    if not forms.flag(body, "sure"):
        raise AccessError(400, f"sure should be true: {what}.")


def _games(referee: Referee) -> Counter[int]:
    """At how many games somebody was, by number: as past games tell it, so not at one that was
    begun and never dealt."""
    from companion.access.export import EVERY

    everywhere, at = People(referee.journal).everywhere(), Counter[int]()
    for game, known in played(referee, referee.journal.games(EVERY)):
        seated = (known or UNTOLD).there(everywhere.get(game.game, {}))
        at.update({one.number for one in seated.values()})
    return at


def _shown(
    known: KnownPerson, games: Counter[int], alike: Mapping[int, str], seated: frozenset[int]
) -> dict[str, Any]:
    number = known.person.number
    return {
        "number": number,
        "shown": person_shown(known.person),
        "games": {0: "no game yet", 1: "1 game"}.get(games[number], f"{games[number]} games"),
        "seen": day(known.seen_ms),
        "like": alike.get(number, ""),
        "sits": number in seated,
    }


def _file(kept: KeptFile) -> dict[str, str]:
    return {"name": kept.name, "when": day(kept.wall_ms), "size": f"{kept.size / 1e6:.1f}\u00a0MB"}
