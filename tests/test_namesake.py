"""Two machines of one name: one of them notices, by a question that all in the house may answer."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion import namesake as looked
from companion.namesake import namesake

NAME = b"\x06splash\x05local\x00"
OTHER = "192.0.2.9"  # nobody's
ALIAS = b"\xc0\x0c"  # as it stands at the twelfth byte


def answer(ip: str, question: bool = True, name: bytes = NAME, kind: bytes = b"\0\1") -> bytes:
    head = b"\0\0\x84\0" + bytes([0, int(question), 0, 1]) + b"\0\0\0\0"
    row = kind + b"\x80\1\0\0\0\x78\0\4" + socket.inet_aton(ip)
    return head + (NAME + b"\0\1\0\1" if question else b"") + name + row


@contextmanager
def house(*answers: bytes) -> Iterator[tuple[tuple[str, int], list[bytes]]]:
    """Somebody who answers so; and what was asked."""
    heard: list[bytes] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))

        def answers_once() -> None:
            asked, who = line.recvfrom(512)
            heard.append(asked)
            for one in answers:
                line.sendto(one, who)

        thread = threading.Thread(target=answers_once)
        thread.start()
        yield line.getsockname(), heard
        thread.join()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looked, "PATIENCE_S", 30.0)  # who answers does so at once


@pytest.mark.parametrize(
    "told",
    [
        answer(OTHER),
        answer(OTHER, name=ALIAS),
        answer(OTHER, question=False),
    ],
)
def test_another_one_that_answers_is_noticed(told: bytes) -> None:
    with house(told) as (where, heard):
        assert namesake("splash", where) == OTHER
    assert NAME + b"\0\1\0\1" in heard[0]


def test_this_machine_s_own_answer_is_none_and_nonsense_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = b"", b"\xff" * 40, answer(OTHER)[:30], answer(OTHER, kind=b"\0\x1c"), answer("127.0.0.1")
    with house(*odd, answer(OTHER)) as (where, _):
        assert namesake("splash", where) == OTHER, "and it is listened on"
    monkeypatch.setattr(looked, "PATIENCE_S", 0.05)
    with house(answer("127.0.0.1")) as (where, _):
        assert namesake("splash", where) == ""
