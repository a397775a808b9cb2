"""What every request must pass before a page or a game hears of it.

Refuses foreign names and origins, oversized and hasty posts, and whoever may not do a thing.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Request, Response, current_app, g, jsonify, render_template, request
from flask import redirect as sent_to
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response as AnyResponse

from companion.access import Access, AccessError, Session
from companion.access.limits import network_of
from companion.access.sessions import RENEWED, REVOKED
from companion.frozen import dataclass
from companion.referee.replay import Unusable
from companion.say import complaint
from companion.web.address import Address
from companion.web.peer import is_kiosk, is_person
from companion.words import CompanionError, Refused

BODY_MOST = 16 * 1024  # the longest honest post is a new game's; what families enter says so itself
ROLES = ("nobody", "seat", "referee")  # each may do what those before it may
TABLE = "table"  # the tablet in the middle: a sensor; for people it tells what is played on it
WALL = "wall"  # the big screen: it shows the door, and tells nothing
EVERYBODY = (*ROLES, TABLE, WALL)
OWN_SCREEN = "kiosk"  # whose streams are its own, and no stranger's
KIOSK = Session(WALL, None, "")  # on the machine's own screen: known by its user, not by a cookie
CSP = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
COOKIE_S = 60 * 60 * 24 * 365
F = TypeVar("F", bound=Callable[..., Any])


def needs(role: str) -> Callable[[F], F]:
    """Mark a view with the least role that may use it, or with the one device's that may."""

    def mark(view: F) -> F:
        view.needs = role  # type: ignore[attr-defined]
        return view

    return mark


def also_at_machine(view: F) -> F:
    """Mark a view that whoever stands at the machine may use, too."""
    view.also_at_machine = True  # type: ignore[attr-defined]
    return view


def also_table(view: F) -> F:
    """Mark a view that the tablet in the middle may use, too."""
    view.also_table = True  # type: ignore[attr-defined]
    return view


def takes(most: int) -> Callable[[F], F]:
    """Mark a view whose posts may be longer than others', in bytes."""

    def mark(view: F) -> F:
        view.takes = most  # type: ignore[attr-defined]
        return view

    return mark


@dataclass(frozen=True, slots=True)
class Guard:
    """The guard of one app."""

    access: Access
    address: Address
    cookie: str

    def watch(self, app: Flask) -> None:
        """Stand before every view of the app."""
        app.config["MAX_CONTENT_LENGTH"] = BODY_MOST
        app.before_request(self._check)
        app.after_request(_headers)
        app.after_request(self._change_cookies)
        app.register_error_handler(CompanionError, _say)
        app.register_error_handler(HTTPException, _say_http)
        app.extensions["guard"] = self

    @property
    def _request_cookie(self) -> str:
        return f"{self.cookie}-knock"

    def _check(self) -> AnyResponse | tuple[str, int] | tuple[Response, int] | None:
        if not self.address.is_ours(request.host):
            # No page: its styles would be refused to that name, too.
            return _say_plainly(421, "This table goes by another name.")
        if request.method in ("GET", "HEAD") and request.blueprint == "pages":
            canonical = self.address.canonical(request.host)
            if canonical:  # else the cookie would be lost between the names
                return sent_to(canonical + request.full_path.lstrip("/").rstrip("?"))
        self._recognise()
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self._check_post()
        view = _view_of(request)
        here = getattr(view, "also_at_machine", False) and at_machine()
        here = here or (g.session.role == TABLE and getattr(view, "also_table", False))
        if view is not None and not here and not may(g.session.role, view.needs):
            is_page = request.method == "GET" and not request.path.startswith("/api/")
            if is_page and view.needs == "seat" and g.session.person is not None:
                return sent_to("/join")  # a known phone is in by one tap there
            ask = {"link": "/join", "link_text": "Ask to be let in"}
            return _refuse(403, _not_yours(view.needs), **ask)
        request.max_content_length = getattr(view, "takes", BODY_MOST)
        return None

    def phone_of(self, cookies: str) -> str:
        """The phone that is in whose cookies these are; empty for a stranger. Quick."""
        told = parse_cookie(cookies.encode("ascii", "ignore").decode())
        names = (self._request_cookie, self.cookie)
        return next(filter(None, (self.access.sessions.phone(told.get(n)) for n in names)), "")

    def _recognise(self) -> None:
        """Who asks: what a phone was stays its own until it hears of its request."""
        g.request_secret = request.cookies.get(self._request_cookie, "")
        g.secret = request.cookies.get(self.cookie, "")
        admitted = self.access.sessions.who(g.request_secret)
        if admitted.role != "nobody":
            enter(g.request_secret)
            g.secret, g.session = g.request_secret, admitted
        else:
            g.session = self.access.sessions.who(g.secret)
        if g.session.role == "nobody" and is_kiosk(*_other_end()):
            g.session = KIOSK

    def _change_cookies(self, response: AnyResponse) -> AnyResponse:
        fresh = g.get("fresh", {})
        for name, value in fresh.items():
            if value:
                response.set_cookie(
                    name, value, max_age=COOKIE_S, httponly=True, samesite="Strict", path="/"
                )
            elif name in request.cookies:
                response.delete_cookie(name, httponly=True, samesite="Strict", path="/")
        return response

    def _check_post(self) -> None:
        origin = request.headers.get("Origin", "")
        if origin != f"{request.scheme}://{request.host}":
            raise AccessError(403, "This came from another page, so it was not taken.")
        if request.mimetype != "application/json":
            raise AccessError(415, "This table takes JSON only.")
        session = who()
        self.access.limits.post(network() if session.role == "nobody" else session.phone)


def who() -> Session:
    """Who asks."""
    session: Session = g.session
    return session


def network() -> str:
    """Where the request came from, as far as strangers share by it."""
    return network_of(request.remote_addr or "")


def secret() -> str:
    """The cookie that says so."""
    return str(g.secret)


def request_secret() -> str:
    """The cookie that this phone asked to join with, empty if it did not."""
    return str(g.request_secret)


def enter(secret: str) -> None:
    """From this answer on the phone is who this secret says."""
    guard: Guard = current_app.extensions["guard"]
    g.fresh = {guard.cookie: secret, guard._request_cookie: ""}


def wait_with(secret: str) -> None:
    """The phone asks to join: it stays who it is until it is admitted."""
    guard: Guard = current_app.extensions["guard"]
    g.fresh = {guard._request_cookie: secret}


def at_machine() -> bool:
    """Whether the page is looked at on the machine itself."""
    return is_person(*_other_end())


def _other_end() -> tuple[str, str, str]:
    guard: Guard = current_app.extensions["guard"]
    port = request.environ.get("REMOTE_PORT", "0")
    return request.remote_addr or "", port, guard.address.ip()


def _view_of(asked: Request) -> Any:
    if asked.endpoint is None or asked.endpoint == "static":
        return None
    return current_app.view_functions[asked.endpoint]


def may(role: str, needed: str) -> bool:
    """Whether who has this role may do what needs that one."""
    if role not in ROLES or needed not in ROLES:
        return needed in ("nobody", role)
    return ROLES.index(role) >= ROLES.index(needed)


def _not_yours(role: str) -> str:
    if who() == REVOKED:
        return "The referee has put this phone out. If that was a slip, ask to be let in again."
    if who() == RENEWED and role == "referee":
        return "The referee's link was renewed. The machine shows the new one: companion url"
    if role == TABLE:
        return "This is for the tablet in the middle. Open /tabletop on it, and let it in."
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


def _say(problem: CompanionError) -> tuple[Response, int] | tuple[str, int]:
    match problem:
        case AccessError():
            status = problem.status
        case Refused():
            status = 400
        case Unusable():
            status = 409  # a game of the past that today's rules cannot tell
        case _:
            status = 503  # the table cannot now: a full disk, a busy referee
    return _refuse(status, complaint(problem))


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


def _refuse(status: int, sentence: str, **link: str) -> tuple[Response, int] | tuple[str, int]:
    if request.path.startswith("/api/"):
        return _say_plainly(status, sentence)
    return render_template("closed.html", title="Not here", text=sentence, **link), status
