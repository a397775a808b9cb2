"""Who a phone's person is, over HTTP: names, looks, and asking to play.

Checks the form of what is told; who may be whom is decided in `companion/access/persons.py`.
"""

from flask import Blueprint, Response, jsonify, render_template, request

from companion.access import Access, AccessError
from companion.access.persons import WHO_IS_IT, Wanted
from companion.journal.people import Person
from companion.looks import SHAPES, own_look
from companion.referee import Referee
from companion.web import forms, guard
from companion.web.guard import needs, who
from companion.web.pages import viewer_of
from companion.web.people_shown import person_shown, playing
from companion.web.replies import own, replied
from companion.web.spoken import DONE, HEARD, May, Name, Reply, Sure, Word, says
from companion.web.wire import Count, SeatNumber, Shape
from companion.words import Seat

ME = {
    "person": May(Count),
    "name": May(Name),
    "new_name": May(Name),
    "look": May(Shape),
    "child": May(bool),
    "known": May(bool),
    "passed": May(bool),
}
WHO_SAYS = ("person", "name", "new_name")


def me_routes(referee: Referee, access: Access) -> Blueprint:
    """The blueprint of /me and of what it and the seat's page tell of a person."""
    blueprint = Blueprint("me", __name__)
    _naming(blueprint, referee, access)
    _vouching(blueprint, referee, access)
    _playing(blueprint, referee, access)
    return blueprint


def _naming(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    @blueprint.get("/me")
    @needs("seat")
    def me_page() -> str:
        passed = "pass" in request.args and who().person is not None
        person, persons = (None if passed else who().person), access.persons
        taken = persons.taken(but=person.number if person else None)
        looks = [(shape, own_look(shape), taken.get(own_look(shape), "")) for shape in SHAPES]
        known = [(one.number, person_shown(one)) for one in persons.known()]
        people = {"me": person_shown(person), "known": known, "passed": passed}
        people["leads"] = who().role == "referee"
        return render_template("me.html", looks=looks, **people)

    @blueprint.post("/api/me")
    @needs("seat")
    @says(HEARD, ME, refuses=(409, 410, WHO_IS_IT))
    def me() -> Response:
        """Says who this phone's person is, or how that person is called and looks from now on."""
        body = forms.body()
        if not body or sum(field in body for field in WHO_SAYS) > 1:
            raise AccessError(400, "Say one of person, name and new_name, or how you look.")
        said = access.persons.choose(guard.secret(), who(), _wanted(body))
        referee.look_at_people()
        return jsonify(ok=True, say=said)

    @blueprint.post("/api/here")
    @needs("nobody")
    @says(DONE, {"sure": Sure})
    def here() -> Response:
        """A phone that is somebody's from another evening is in this evening, too."""
        if not forms.flag(forms.body(), "sure"):
            raise AccessError(400, "sure should be true: this phone is in then.")
        access.sessions.come_back(guard.secret())
        guard.enter(guard.secret())
        return jsonify(ok=True)


def _vouching(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    @blueprint.post("/api/vouch")
    @needs("seat")
    @says(DONE, {"claim": Word, "yes": bool}, refuses=(410,))
    def vouch() -> Response:
        """Says whether a phone is that person's, too, who has another in."""
        body = forms.body()
        access.persons.vouch(forms.text(body, "claim"), who(), forms.flag(body, "yes"))
        referee.look_at_people()
        return jsonify(ok=True)


def _playing(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    @blueprint.post("/api/play")
    @needs("seat")
    @says(DONE, {"yes": bool})
    def play() -> Response:
        """Asks to play, or would rather watch."""
        plays = forms.flag(forms.body(), "yes")
        access.persons.ask(_person(), plays)
        return jsonify(ok=True)

    @blueprint.post("/api/child")
    @needs("referee")
    @says(DONE, {"person": Count, "child": bool}, refuses=(410,))
    def child() -> Response:
        """Whether somebody is a child: then the page of that phone is a child's."""
        body = forms.body()
        access.persons.say_child(forms.whole(body, "person"), forms.flag(body, "child"))
        return jsonify(ok=True)

    @blueprint.post("/api/sit")
    @needs("referee")
    @says(Reply, {"tell": Word, "person": Count, "seat": SeatNumber}, refuses=(410,))
    def sit() -> Response:
        """Lets somebody who is here sit down at a seat: a new one, or one that was left."""
        body = forms.body()
        number, seat = forms.whole(body, "person"), forms.whole(body, "seat")
        if number not in {one.number for one in access.persons.here()}:
            raise AccessError(410, "That person is not here any more.")
        picture = referee.picture
        if picture.view.phones:
            access.persons.look_at_phones_of({number, *playing(picture)})
        told = own(forms.text(body, "tell")), number, Seat(seat)
        return replied(referee, referee.sit(*told, viewer_of("referee").teller))


def _person() -> Person:
    person = who().person
    if person is None:
        raise AccessError(400, "Say who you are first: tap your name, or write it.")
    return person


def _wanted(body: dict[str, object]) -> Wanted:
    look = body.get("look")
    if look is not None and look not in SHAPES:
        raise AccessError(400, f"look should be one of {', '.join(SHAPES)}.")
    return Wanted(
        name=forms.name(body["name"]) if "name" in body else None,
        number=forms.whole(body, "person") if "person" in body else None,
        new_name=forms.name(body["new_name"]) if "new_name" in body else None,
        shape=None if look is None else str(look),
        child=forms.flag(body, "child") if "child" in body else None,
        known=forms.flag(body, "known") if "known" in body else False,
        passed=forms.flag(body, "passed") if "passed" in body else False,
    )
