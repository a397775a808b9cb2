"""The guard: origins, hosts, cookies, limits, headers, and that no page tells a secret."""

import hashlib
import logging
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import segno

from companion.access.joining import WAITING_MOST
from companion.access.limits import POSTS_BURST, WRONG_MOST
from companion.access.secret import renew_key
from companion.assembly import address_of
from companion.runtime import Companion
from companion.table import config as configs
from companion.table.config import WebConfig
from companion.web.events import STREAM_PATH
from companion.web.wire import LIVE_PAGES
from companion.words import CompanionError
from tests.web.house import (
    PATIENCE_S,
    Phone,
    begin,
    referee_phone,
    running,
    seated,
    send_away,
    unchanged,
)
from tests.web.test_roles import path_of, served

TELL = {"tell": "t", "ask": "none", "key": "yes", "picks": {}}


# --- where a post may come from ---------------------------------------------------------------


def test_a_charset_beside_json_is_no_harm(referee: Phone) -> None:
    kind = {"Content-Type": "application/json; charset=utf-8"}
    assert referee.post("/api/caller", {"paused": False}, **kind)[0] == 200


# --- what this table is called ----------------------------------------------------------------

OURS = (
    "192.168.1.23",
    "10.0.0.5:8080",
    "[::1]",
    "[fd00::12]:8080",
    "localhost",
    "localhost:8080",
    "splash",
    "SPLASH.local",
    "splash.local.:8080",
    "den",
    "den.local",
)
FOREIGN = (
    "evil.example",
    "evil.example:8080",
    "splash.evil.example",
    "localhost.evil.example",
    "192.168.1.23.evil.example",
    "192.168.1.23.local",
    "1.2.3",
    "[::1].evil.example",
    "local",
    ".local",
    "",
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A house with a name of its own in its configuration, in capitals."""
    companion = running(tmp_path_factory.mktemp("named"), names=("Den",))
    companion.address.find_ip = lambda: "192.0.2.7"
    companion.address._found = None
    yield companion
    companion.close()


@pytest.mark.parametrize("host", OURS)
def test_own_names_and_any_address_are_answered(named: Companion, host: str) -> None:
    phone = Phone(named.address.port, host=host)
    assert phone.get("/api/state")[0] == phone.get("/static/tokens.css")[0] == 200
    assert phone.post("/api/redeem", {"t": named.access.sessions.referee_key()})[0] == 200
    assert '"referee"' in phone.get("/api/whoami")[1]


@pytest.mark.parametrize("host", ["splash", "SPLASH.local:8080", "splash.local.", "HOSTNAME"])
@pytest.mark.parametrize("path", ["/", "/join", "/game/7?from=here", "/rules"])
def test_a_page_by_an_own_name_is_sent_to_the_address_in_the_qr(
    named: Companion, host: str, path: str
) -> None:
    """Else the phone would have a cookie by each name, and be a stranger by the other."""
    named_host = host.replace("HOSTNAME", named.address.hostname)
    for method in ("GET", "HEAD"):
        phone = Phone(named.address.port)
        assert phone.ask(method, path, None, {"Host": named_host})[0] == 302
        there = f"http://192.0.2.7:{named.address.port}{path}"
        assert phone.headers["Location"] == there
    assert named.address.url == f"http://192.0.2.7:{named.address.port}/"


@pytest.mark.parametrize("host", ["den", "DEN.local:80", "192.168.1.23", "[::1]", "localhost"])
def test_a_name_of_the_configuration_and_any_address_stay(named: Companion, host: str) -> None:
    assert Phone(named.address.port, host=host).get("/")[0] == 200


def test_without_a_network_nobody_is_sent_to_loopback(house: Companion) -> None:
    """A phone would look for the page on itself."""
    address = replace(house.address, find_ip=lambda: "127.0.0.1", _found=None)
    assert address.is_ours("splash.local")
    assert address.canonical("splash.local") == ""
    address = replace(house.address, find_ip=lambda: "10.0.0.5", _found=None)
    assert address.canonical("splash.local") == address.url


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://192.0.2.7:8080/"),
        ("::", "http://[2001:db8::7]:8080/"),
        ("192.0.2.9", "http://192.0.2.9:8080/"),
        ("2001:db8::9", "http://[2001:db8::9]:8080/"),
        ("127.0.0.1", "http://127.0.0.1:8080/"),
        ("localhost", "http://127.0.0.1:8080/"),
        ("no such host", "http://192.0.2.7:8080/"),
    ],
)
def test_the_address_for_phones_is_where_the_pages_are(
    host: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine's own leads nowhere while its pages are served at another one alone."""
    own = {(): "192.0.2.7", (socket.AF_INET6, "2001:db8::1"): "2001:db8::7"}
    monkeypatch.setattr("companion.web.address.own_ip", lambda *towards: own[towards])
    found = socket.getaddrinfo
    at = {"localhost": "127.0.0.1"}
    monkeypatch.setattr(socket, "getaddrinfo", lambda name, port: found(at.get(name, name), port))
    address = address_of(replace(configs.simulated(), web=WebConfig(host)))
    assert (address.url, address.is_alone) == (url, False)


@pytest.mark.parametrize("host", ["203.0.113.9", "no such host", "", "a..b", "a\0b"])
def test_pages_at_what_is_no_address_of_this_machine_are_a_sentence(
    host: str, tmp_path: Path
) -> None:
    with pytest.raises(CompanionError, match="no address of this machine. Leave out --host"):
        running(tmp_path, host=host)


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/api/state", "/api/events", "/static/tokens.css", "/no"])
def test_a_foreign_name_is_refused(named: Companion, host: str, path: str) -> None:
    status, said = Phone(named.address.port).ask("GET", path, None, {"Host": host})
    assert status == 421
    assert "This table goes by another name." in said


def test_own_hostname_is_answered(house: Companion) -> None:
    hostname = house.address.hostname
    assert Phone(house.address.port, host=hostname).get("/api/state")[0] == 200
    assert Phone(house.address.port, host=f"{hostname}.local").get("/api/state")[0] == 200


# --- headers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/api/state", 200),
        ("GET", "/static/tokens.css", 200),
        ("GET", "/rules", 302),
        ("GET", "/referee", 403),
        ("GET", "/nowhere", 404),
        ("GET", "/static/nothing.css", 404),
        ("GET", "/api/nowhere", 404),
        ("DELETE", "/", 405),
        ("POST", "/api/answer", 403),
        ("OPTIONS", "/", 200),
    ],
)
def test_every_answer_says_what_a_page_may_do(
    stranger: Phone, method: str, path: str, status: int
) -> None:
    own = {"Origin": f"http://127.0.0.1:{stranger.port}", "Content-Type": "application/json"}
    assert stranger.ask(method, path, None, own)[0] == status
    policy = stranger.headers["Content-Security-Policy"]
    parts = "default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"
    assert all(part in policy for part in parts)
    assert "unsafe" not in policy
    assert "upgrade-insecure-requests" not in policy  # breaks pages over plain http
    assert stranger.headers["X-Content-Type-Options"] == "nosniff"
    assert stranger.headers["Referrer-Policy"] == "no-referrer"


def test_pages_and_json_are_kept_by_nobody(stranger: Phone) -> None:
    for path in ("/", "/api/state", "/nowhere"):
        stranger.get(path)
        assert stranger.headers["Cache-Control"] == "no-store"


def test_pages_need_no_script_but_files(stranger: Phone) -> None:
    """The policy forbids what is written into a page; a page with it would be broken."""
    for path in ("/", "/join", "/rules/dolphin_splash", "/history", "/tabletop", "/nowhere"):
        page = stranger.get(path)[1]
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"\son[a-z]+\s*=", page), path
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page), path


# --- cookies ----------------------------------------------------------------------------------


def test_a_cookie_is_for_this_page_alone(house: Companion, stranger: Phone) -> None:
    stranger.post("/api/redeem", {"t": house.access.sessions.referee_key()})
    value, *flags = stranger.headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(flags)
    assert not any(flag.startswith("Domain") for flag in flags)
    assert len(value.partition("=")[2]) >= 22  # 128 bits
    stranger.get("/api/state")
    assert "Set-Cookie" not in stranger.headers


@pytest.mark.parametrize("forged", ["", "x", "' OR 1=1 --", "\xff\xfe", "a" * 5000])
def test_a_forged_cookie_is_nobody(stranger: Phone, referee: Phone, forged: str) -> None:
    (name,) = referee.cookies()
    stranger.cookie = f"{name}={forged}; {name}-knock={forged}"
    assert stranger.get("/api/whoami") == (200, '{"role":"nobody","seat":null}\n')
    assert stranger.post("/api/answer", TELL)[0] == 403


def test_a_knocks_cookie_is_worth_nothing_before_it_is_let_in(
    house: Companion, stranger: Phone, referee: Phone
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    knock = stranger.post("/api/knock", {"seat": 1})[1]["knock"]
    assert '"nobody"' in stranger.get("/api/whoami")[1]
    assert stranger.post("/api/answer", TELL)[0] == 403
    assert stranger.post("/api/sim", {"do": "touch", "pad": 0})[0] == 403
    assert stranger.post("/api/let_in", {"knock": knock, "yes": True})[0] == 403
    assert referee.post("/api/let_in", {"knock": knock, "yes": True})[0] == 200
    assert '"seat":1' in stranger.get("/api/whoami")[1]
    assert stranger.post("/api/answer", TELL)[0] == 200


def test_a_phone_that_is_not_let_in_stays_out(stranger: Phone, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    knock = stranger.post("/api/knock", {"seat": 1})[1]["knock"]
    referee.post("/api/let_in", {"knock": knock, "yes": False})
    assert '"nobody"' in stranger.get("/api/whoami")[1]
    late = referee.post("/api/let_in", {"knock": knock, "yes": True})
    assert late[0] == 410
    assert late[1]["say"] == "That phone does not wait any more."
    assert '"nobody"' in stranger.get("/api/whoami")[1]


@pytest.mark.parametrize("yes", ["true", 1, None, "no"])
def test_only_a_plain_yes_lets_in(stranger: Phone, referee: Phone, yes: object) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    knock = stranger.post("/api/knock", {"seat": 1})[1]["knock"]
    assert referee.post("/api/let_in", {"knock": knock, "yes": yes})[0] == 400
    assert '"nobody"' in stranger.get("/api/whoami")[1]
    assert referee.post("/api/let_in", {"knock": knock, "yes": False})[0] == 200


def test_a_renewed_link_puts_the_old_referee_out_and_no_seat(
    own: Companion, tmp_path: Path
) -> None:
    old = referee_phone(own, "127.0.9.1")
    begin(old, "Ana", "Ben", "Cy")
    ana = seated(own, old, 0, "127.0.9.2")
    link, live = own.access.sessions.referee_key(), old.live("wall")
    live.until("state")
    renew_key(tmp_path)
    assert old.get("/referee")[0] == 403
    assert old.post("/api/caller", {"paused": True})[0] == 403
    assert Phone(own.address.port).post("/api/redeem", {"t": link})[0] == 403
    own.referee.pause(True)  # a new picture, which the old referee may not see
    assert not [event for event in iter(live.next, None) if event.name == "state"]
    live.close()
    assert ana.get("/api/whoami")[1] == '{"role":"seat","seat":0}\n'
    assert referee_phone(own, "127.0.9.3").get("/referee")[0] == 200


# --- not so fast ------------------------------------------------------------------------------


@pytest.fixture
def at_once(house: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a test sends comes in one moment: on a slow machine a flood would ebb meanwhile."""
    now_s = house.access.now_s()
    monkeypatch.setattr(house.access, "now_s", lambda: now_s)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("Content-Length: 48\r\nContent-Length: 0\r\n", 400),
        ("Content-Length: +0\r\n", 400),
        ("Content-Length : 0\r\n", 400),
        ("Transfer-Encoding: xchunked\r\n", 501),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 403),
        ("No colon\r\n", 400),
    ],
)
def test_a_head_that_two_may_read_differently_is_one_request_at_most(
    house: Companion, caplog: pytest.LogCaptureFixture, head: str, status: int
) -> None:
    own = f"HTTP/1.1\r\nHost: 127.0.0.1:{house.address.port}\r\n"
    first = f"POST /api/answer {own}Connection: close\r\n{head}\r\n0\r\n\r\n"
    with socket.create_connection(("127.0.0.1", house.address.port), PATIENCE_S) as line:
        line.sendall(f"{first}GET /history {own}\r\n".encode())
        answers = b"".join(iter(lambda: line.recv(65536), b""))
    assert (answers.count(b"HTTP/1."), answers[9:12]) == (1, str(status).encode())
    assert not caplog.records, "no stranger fills the machine's log"


def test_ten_wrong_secrets_a_minute(
    at_once: None, house: Companion, stranger: Phone, referee: Phone
) -> None:
    said = [stranger.post("/api/redeem", {"t": f"guess {n}"})[0] for n in range(WRONG_MOST + 1)]
    assert said == [403] * WRONG_MOST + [429]
    right = stranger.post("/api/redeem", {"t": house.access.sessions.referee_key()})
    assert right[0] == 429, "a right guess is a guess too"
    assert right[1]["say"] == "Not so fast. Wait a moment and tap again."
    assert referee.get("/referee")[0] == 200


def test_a_flood_of_posts_is_refused_and_harms_nobody_else(
    at_once: None,
    house: Companion,
    stranger: Phone,
    referee: Phone,
    seat: Callable[[int], Phone],
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana = seat(0)
    stranger.source = ana.source  # behind the same router
    with unchanged(house, referee):
        statuses = [stranger.post("/api/answer", TELL)[0] for _ in range(int(POSTS_BURST) + 60)]
    assert set(statuses) == {403, 429}
    assert statuses[0] == 403
    assert statuses[-1] == 429
    assert ana.answer("start", "deal")["reply"] == "counts"


def test_a_flood_of_a_seats_own_is_refused_too(
    at_once: None, house: Companion, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana, ben = seat(0), seat(1)
    with unchanged(house, referee):
        statuses = [ana.post("/api/answer", {**TELL, "tell": str(n)})[0] for n in range(400)]
    assert set(statuses) == {200, 429}
    assert ben.answer("start", "deal")["reply"] == "counts"


def test_a_flood_of_knocks_locks_nobody_out(
    at_once: None, house: Companion, stranger: Phone, referee: Phone, addresses: Iterator[str]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    statuses = []
    for _ in range(WAITING_MOST + 4):
        stranger.cookie = ""  # a new phone every time
        statuses.append(stranger.post("/api/knock", {"seat": 2})[0])
    assert statuses[-1] == 429
    assert 0 < len(waiting(referee)) < WAITING_MOST
    honest = Phone(house.address.port, source=next(addresses))
    status, knock = honest.post("/api/knock", {"seat": 1})
    assert status == 200
    assert referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})[0] == 200
    assert '"seat":1' in honest.get("/api/whoami")[1]
    send_away(referee)


def test_a_phone_that_knocks_again_waits_once(stranger: Phone, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    for seat in (0, 1, 2):
        stranger.post("/api/knock", {"seat": seat})
    assert [knock["seat"] for knock in waiting(referee)] == [2]
    send_away(referee)


def waiting(referee: Phone) -> list[dict[str, object]]:
    knocks: list[dict[str, object]] = referee.state()["knocks"]
    return knocks


# --- secrets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["nobody", "seat"])
def test_nothing_readable_tells_a_secret(
    house: Companion,
    referee: Phone,
    seat: Callable[[int], Phone],
    addresses: Iterator[str],
    role: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    begin(referee, "Ana", "Ben", "Cy")
    phone = seat(0) if role == "seat" else Phone(house.address.port, source=next(addresses))
    asks = Phone(house.address.port, source=next(addresses))
    knock = asks.post("/api/knock", {"seat": 2})[1]
    asks.post("/api/redeem", {"t": "a wrong guess at the secret"})
    invited = referee.post("/api/invite", {"seat": 1})[1]["link"].partition("#t=")[2]
    redeemed = Phone(house.address.port, source=next(addresses))
    used = referee.post("/api/invite", {"seat": 1})[1]["link"].partition("#t=")[2]
    assert redeemed.post("/api/redeem", {"t": used})[0] == 200
    own = {"a wrong guess at the secret", invited, used}
    secrets = secrets_of(house, referee, phone, asks, redeemed) | own
    knocks = {knock["knock"], knock["words"]}
    shown = everything(house, phone)
    assert "Ana" in shown
    assert not [secret for secret in secrets | knocks if secret in shown]
    logged = caplog.text + "".join(capfd.readouterr())
    assert not [secret for secret in secrets if secret in logged]
    seen = everything(house, referee)
    assert knock["words"] in seen, "the referee sees who asks"
    assert not [s for s in {invited, used} | hashes_of({invited, used}) if s in seen]
    send_away(referee)


def secrets_of(house: Companion, *phones: Phone) -> set[str]:
    """The referee's key, all cookies, what is kept of them, and the link's drawing."""
    cookies = {value for phone in phones for value in phone.cookies().values()}
    assert len(cookies) >= len(phones) - 1, "a stranger has none"
    plain = {house.access.sessions.referee_key(), house.access.sessions.wall_key(), *cookies}
    return plain | hashes_of(plain) | {drawn(house.referee_link)}


def hashes_of(secrets: set[str]) -> set[str]:
    """What the table keeps of secrets."""
    return {hashlib.sha256(secret.encode()).hexdigest()[:16] for secret in secrets}


def drawn(link: str) -> str:
    """The line that draws a link's QR code."""
    code = segno.make(link, error="m", micro=False)
    found = re.search(r'class="qrline"[^>]* d="([^"]+)"', code.svg_inline(border=2))
    assert found is not None
    return found[1]


def everything(house: Companion, phone: Phone) -> str:
    """All that a phone can read, streams and headers included."""
    reads = {path_of(rule) for method, rule in served(house) if method == "GET"} - {STREAM_PATH}
    paths = [*sorted(reads), "/nowhere", *(f"/api/fragment?page={page}" for page in LIVE_PAGES)]
    read = []
    for path in paths:
        read += [phone.get(path)[1], str(phone.headers)]
    for page in set(LIVE_PAGES) - {"referee"}:
        live = phone.live(page)
        read += [live.until("state").data["html"], str(live.until("beat")), str(live.response.msg)]
        live.close()
    return "\n".join(read)


def test_the_link_is_shown_on_no_wall_that_nobody_asked_for_it(
    house: Companion, referee: Phone, stranger: Phone
) -> None:
    for phone in (Phone(house.address.port), referee, stranger):
        assert phone.state()["address"]["referee_qr"] == ""


def test_no_secret_is_written_down(house: Companion, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    link = referee.post("/api/invite", {"seat": 1})[1]["link"]
    files = list(house.referee.journal.path.parent.glob("journal*"))
    written = b"".join(path.read_bytes() for path in files)
    (cookie,) = referee.cookies().values()
    assert hashlib.sha256(cookie.encode()).hexdigest().encode() in written
    assert cookie.encode() not in written
    assert link.partition("#t=")[2].encode() not in written
    assert house.access.sessions.referee_key().encode() not in written


def test_the_key_is_the_owners_alone(house: Companion) -> None:
    key = house.referee.journal.path.parent / "referee.key"
    assert key.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/games/split/style.css", 200),
        ("/static/games/split/split_board.js", 200),
        ("/static/games/split/table.html", 404),
        ("/static/games/split/../rules.md", 404),
        ("/static/games/split/..%2fjudge.py", 404),
        ("/static/games/split/none.css", 404),
        ("/static/games/chess/style.css", 404),
    ],
)
def test_of_a_game_s_folder_browsers_get_what_is_for_them(
    stranger: Phone, path: str, status: int
) -> None:
    assert stranger.get(path)[0] == status
    assert (stranger.headers["ETag"] is not None) == (status == 200)
    assert stranger.headers["Cache-Control"] == "no-cache" if status == 200 else True
