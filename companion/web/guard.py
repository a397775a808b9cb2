"""What every request must pass before a page or a game hears of it.

Refuses foreign names and origins, oversized and hasty posts, and whoever may not do a thing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Flask, Request, Response, current_app, g, jsonify, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.doors import NOBODY, DoorError, Doors, Session
from companion.web.address import Address
from companion.words import CompanionError, Refused

BODY_MOST = 16 * 1024  # the longest honest post is a new game's
ROLES = ("nobody", "seat", "referee")  # each may do what those before it may
CSP = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
F = TypeVar("F", bound=Callable[..., Any])


def needs(role: str) -> Callable[[F], F]:
    """Mark a view with the least role that may use it."""

    def mark(view: F) -> F:
        view.needs = role  # type: ignore[attr-defined]
        return view

    return mark


@dataclass(frozen=True, slots=True)
class Guard:
    """The guard of one app."""

    doors: Doors
    address: Address
    cookie: str

    def watch(self, app: Flask) -> None:
        """Stand before every view of the app."""
        app.config["MAX_CONTENT_LENGTH"] = BODY_MOST
        app.before_request(self._check)
        app.after_request(_headers)
        app.register_error_handler(CompanionError, _say)
        app.register_error_handler(HTTPException, _say_http)
        app.extensions["guard"] = self

    def _check(self) -> Response | tuple[str, int] | tuple[Response, int] | None:
        if not self.address.is_ours(request.host):
            # No page: its styles would be refused to that name, too.
            return _say_plainly(421, "This table goes by another name.")
        g.session = self.doors.who(request.cookies.get(self.cookie))
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self._check_post()
        view = _view_of(request)
        if view is not None and not _may(g.session, view.needs):
            return _refuse(403, _not_yours(view.needs))
        return None

    def _check_post(self) -> None:
        origin = request.headers.get("Origin", "")
        if origin != f"{request.scheme}://{request.host}":
            raise DoorError(403, "This came from another page, so it was not taken.")
        if request.mimetype != "application/json":
            raise DoorError(415, "This table takes JSON only.")
        address = request.remote_addr or ""
        session = who()
        self.doors.limit_post(address if session is NOBODY else f"{address}:{session}")


def who() -> Session:
    """Who asks."""
    session: Session = g.session
    return session


def at_machine() -> bool:
    """Whether the page is looked at on the machine itself."""
    return request.remote_addr in ("127.0.0.1", "::1")


def _view_of(asked: Request) -> Any:
    if asked.endpoint is None or asked.endpoint == "static":
        return None
    return current_app.view_functions[asked.endpoint]


def _may(session: Session, role: str) -> bool:
    return ROLES.index(session.role) >= ROLES.index(role)


def _not_yours(role: str) -> str:
    if role == "referee":
        return "This is for the referee. Open the referee's link, which the machine shows."
    return "This is for people at the table. Take a seat first."


def _headers(response: AnyResponse) -> AnyResponse:
    response.headers["Content-Security-Policy"] = CSP
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    if not request.path.startswith("/static/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _say(problem: Exception) -> tuple[Response, int] | tuple[str, int]:
    match problem:
        case DoorError():
            status = problem.status
        case Refused():
            status = 400
        case _:
            status = 503  # the table cannot now: a full disk, a busy referee
    return _refuse(status, str(problem))


def _say_http(problem: HTTPException) -> tuple[Response, int] | tuple[str, int] | AnyResponse:
    code = problem.code or 500
    if code < 400:
        return problem.get_response()
    words = {
        400: "That was not understood.",
        404: "There is nothing here.",
        405: "That can't be done here.",
        413: "That is too much at once.",
    }
    return _refuse(code, words.get(code, "Something went wrong at the table. Please try again."))


def _say_plainly(status: int, sentence: str) -> tuple[Response, int]:
    if request.path.startswith("/api/"):
        return jsonify(reply="refused", say=sentence, rule=""), status
    return Response(sentence + "\n", mimetype="text/plain"), status


def _refuse(status: int, sentence: str) -> tuple[Response, int] | tuple[str, int]:
    if request.path.startswith("/api/"):
        return _say_plainly(status, sentence)
    return render_template("closed.html", title="Not here", text=sentence), status
