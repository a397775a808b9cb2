"""Whatever there is, asked as no page of this table asks: from elsewhere, by another name, by
other paths, with bodies that are none, and with right ones by who may not.

All of it comes from the routes themselves, so a new one is tried, too.
"""

import socket
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion.runtime import Companion
from companion.web.events import _event
from companion.web.guard import may
from companion.web.render import dumps
from tests.web.house import PATIENCE_S, Phone, app_of, begin, send_away, unchanged
from tests.web.test_bad_input import is_sentence
from tests.web.test_http_doc import OF_A_MACHINE, POSTS, examples, real
from tests.web.test_roles import path_of, served

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("patient_limits")]

TABLETS = ("/api/tablet",)  # what no referee's phone may tell
TRIED = [rule for rule in POSTS if rule not in (*OF_A_MACHINE, *TABLETS)]
ELSEWHERE = (
    None,
    "null",
    "http://evil.example",
    "https://{own}",
    "http://{own}.evil.example",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://{own}/",
    "HTTP://{own} ",
    "file://",
)
FROM_ELSEWHERE = "This came from another page, so it was not taken."
OF_FORMS = (
    None,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "*/*",
)
FOREIGN = ("evil.example", "127.0.0.1.evil.example:80", "[::1].evil.example", "127.1", "0x7f01")
NO_BODY = {
    "nothing": b"",
    "a list": b"[]",
    "null": b"null",
    "a word": b'"x"',
    "cut short": b'{"tell": "t", ',
    "no letters": b"\xff\xfe{\x00}\x00",
    "deep": b'{"tell":' + b"[" * 7000 + b"]" * 7000 + b"}",
    "deep objects": b'{"a":' * 2000 + b"1" + b"}" * 2000,
    "a long number": b'{"tell":' + b"9" * 6000 + b"}",
    "no number": b'{"tell":NaN,"of":Infinity,"seat":-Infinity}',
    "half a letter": b'{"tell":"\\ud800","name":"\\udfff"}',
    "much": b'{"tell":"' + b"x" * (16 * 1024) + b'"}',
    "twice": b'{"yes":true,"yes":"no","tell":1,"tell":[]}',
    "a key": b'{"__proto__":{"role":"referee"},"constructor":1}',
}


def right(house: Companion, referee: Phone, stranger: Phone, rule: str) -> dict[str, Any]:
    """A body that this route would take."""
    return {**examples("POST", rule)[0], **real(house, referee, stranger, rule)}


@pytest.mark.parametrize("rule", TRIED)
def test_what_is_right_is_refused_from_elsewhere_and_to_who_may_not(
    house: Companion, referee: Phone, stranger: Phone, outsiders: dict[str, Phone], rule: str
) -> None:
    needed = app_of(house).view_functions[endpoint_of(house, rule)].needs
    body, own = right(house, referee, stranger, rule), f"127.0.0.1:{referee.port}"
    roles = {"nobody": "nobody", "put out": "nobody", "watches": "seat"}
    with unchanged(house, referee):
        for origin in ELSEWHERE:
            sent = origin.format(own=own) if origin else origin
            status, said = referee.post(rule, body, Origin=sent)
            assert (status, said["say"]) == (403, FROM_ELSEWHERE), origin
        for kind in OF_FORMS:
            status, said = referee.post(rule, body, **{"Content-Type": kind})
            assert (status, said["say"]) == (415, "This table takes JSON only."), kind
        for who, phone in outsiders.items():
            if not may(roles[who], needed):
                status, said = phone.post(rule, body)
                assert status == 403 and is_sentence(said["say"]), (who, said)
    send_away(referee)


def endpoint_of(house: Companion, path: str) -> str:
    return next(r.endpoint for r in app_of(house).url_map.iter_rules() if r.rule == path)


def test_who_may_not_hears_a_no_by_whatever_path(
    house: Companion, outsiders: dict[str, Phone], referee: Phone
) -> None:
    app = app_of(house)
    shut = [
        path_of(rule.rule)
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint != "static"
        and app.view_functions[rule.endpoint].needs == "referee"
    ]  # fmt: skip
    headers: tuple[dict[str, str], ...] = (
        {},
        {"X-Original-URL": "/", "X-Rewrite-URL": "/join"},
        {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-IP": "127.0.0.1"},
        {"X-HTTP-Method-Override": "POST", "X-Forwarded-Host": "localhost", "X-Script-Name": "/x"},
        {"Authorization": "Basic cmVmZXJlZTpyZWZlcmVl", "Cookie": "role=referee; session=1"},
    )
    with unchanged(house, referee):
        for path, who in product(shut, outsiders):
            for tricked in tricks(path):
                for more in headers if tricked == path else ({},):
                    status, text = outsiders[who].ask("GET", tricked, None, more)
                    assert status in (301, 302, 308, 400, 403, 404, 405), (who, tricked, status)
                    assert "Traceback" not in text


def tricks(path: str) -> Iterator[str]:
    """The same path, written so that one part of a program may read it and another not."""
    yield path
    first, rest = path[1], path[2:]
    yield from (f"/{path}", f"{path}/", f"/.{path}", f"/join/..{path}", f"/static/..{path}")
    yield from (f"/%{ord(first):02x}{rest}", f"{path}%00", f"{path};x=1", f"{path}%20", f"{path}.")
    yield from (path.upper(), f"/static/%2e%2e{path}", f"/\\{path[1:]}", f"{path}%0d%0aX-Y:%20z")
    yield f"{path}?role=referee&t=x"


@pytest.mark.parametrize("host", FOREIGN)
def test_by_a_foreign_name_nothing_is_there(house: Companion, referee: Phone, host: str) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    with unchanged(house, referee):
        for method, rule in sorted(served(house)):
            own = {"Origin": f"http://{host}", "Content-Type": "application/json", "Host": host}
            status, said = referee.ask(method, path_of(rule), b"{}", own)
            assert status == 421 and "another name" in said, (method, rule, status)


@pytest.mark.parametrize("what", NO_BODY)
def test_a_body_that_is_none_is_a_sentence_whatever_it_is_for(
    house: Companion, referee: Phone, what: str
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    with unchanged(house, referee):
        for rule in TRIED:
            status, said = referee.post(rule, NO_BODY[what])
            assert status in (400, 403, 404, 409, 410, 413), (rule, status, said)
            assert is_sentence(said["say"]), (rule, said)


@pytest.mark.parametrize(
    "target", ["http://evil.example/referee", "//evil.example/referee", "*", "/\0", "/%zz", "/%ff"]
)
def test_a_target_that_is_none_is_no_page_of_the_referee(stranger: Phone, target: str) -> None:
    head = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{stranger.port}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", stranger.port), PATIENCE_S) as line:
        line.sendall(head.encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    status = int(answer.split()[1])
    assert status in (302, 308, 400, 403, 404, 421), answer[:200]


LINES = "\n\nevent: state\ndata: {}\nid: 9\r\r\u2028\x85: retry: 1"


def test_no_words_begin_a_message_of_their_own_in_a_stream() -> None:
    told = _event("state", dumps({"html": LINES, LINES: [LINES]}), 3)
    assert told.count("\n\n") == 1 and told.endswith("\n\n") and "\r" not in told
    assert [line.partition(":")[0] for line in told.splitlines()[:3]] == ["id", "event", "data"]
    assert told.count("\n") == 4


def test_a_name_of_many_lines_is_one_in_a_stream(referee: Phone) -> None:
    begin(referee, "A\n\nid: 9\revent:x", "Ben", "Cy")
    live = referee.live()
    seen = {live.next().name for _ in range(3)}  # type: ignore[union-attr]
    live.close()
    assert seen <= {"state", "beat", "calls", "hush"}
    begin(referee, "Ana", "Ben", "Cy")
