"""At the machine is whoever a person's program connects from it; a proxy's visitors are not."""

import os
import socket
from pathlib import Path

import pytest

from companion.web import peer
from companion.web.peer import PEOPLE_FROM, is_kiosk, is_person

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n"


def line(local: str, uid: int) -> str:
    return f"   1: {local} 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  {uid}  0 42 1\n"


@pytest.mark.parametrize(
    ("uid", "person"),
    [(0, True), (33, False), (101, False), (PEOPLE_FROM, True), (os.getuid(), True)],
)
def test_linux_tells_whose_a_connection_is(tmp_path: Path, uid: int, person: bool) -> None:
    (tmp_path / "tcp").write_text(HEAD + line("0100007F:B5EB", 7) + line("0100007F:B5EC", uid))
    assert is_person("127.0.0.1", str(0xB5EC), net=tmp_path) is person
    (tmp_path / "tcp6").write_text(HEAD + line("0" * 24 + "01000000:B5EC", uid))
    assert is_person("::1", str(0xB5EC), net=tmp_path) is person


def test_who_comes_from_elsewhere_is_not_here(tmp_path: Path) -> None:
    assert not is_person("192.168.1.20", "40000", net=tmp_path)
    assert is_person("127.0.0.1", "40000", net=tmp_path), "a system that tells nothing"


@pytest.mark.parametrize(
    ("own", "table", "known_as"),
    [
        ("192.168.1.20", "tcp", "1401A8C0"),
        ("fd00::12:3456", "tcp6", "000000FD000000000000000056341200"),
    ],
)
def test_who_found_the_table_as_phones_do_is_here_where_the_system_says_so(
    tmp_path: Path, own: str, table: str, known_as: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = line(f"{known_as}:B5EC", PEOPLE_FROM) + line(f"{known_as}:B5ED", 117)
    person, kiosk = str(0xB5EC), str(0xB5ED)
    assert not is_person(own, person, own, tmp_path), "a system that tells nothing"
    (tmp_path / table).write_text(HEAD + lines)
    assert is_person(own, person, own, tmp_path) and not is_person(own, kiosk, own, tmp_path)
    assert not is_person(own, person, "10.0.0.1", tmp_path), "another machine of that address"
    assert not is_person(own, str(0xB5EB), own, tmp_path), "nobody's"
    monkeypatch.setattr(peer, "_number_of", {peer.KIOSK: 117}.get)
    assert is_kiosk(own, kiosk, own, tmp_path) and not is_kiosk(own, person, own, tmp_path)


def test_the_wall_on_the_machine_s_own_screen_is_known_by_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tcp").write_text(HEAD + line("0100007F:B5EB", 7) + line("0100007F:B5EC", 117))
    here = ("127.0.0.1", str(0xB5EC), "", tmp_path)
    assert not is_kiosk(*here), "there is no such user on this machine"
    monkeypatch.setattr(peer, "_number_of", {peer.KIOSK: 117}.get)
    assert is_kiosk(*here) and not is_person(*here)
    assert not is_kiosk("127.0.0.1", str(0xB5EB), net=tmp_path)
    assert not is_kiosk("127.0.0.1", "40000", net=tmp_path), "nobody's"
    assert not is_kiosk("192.168.1.20", str(0xB5EC), net=tmp_path)


@pytest.mark.parametrize("own", ["127.0.0.1", "127.0.0.20"])
def test_this_very_machine_tells_of_an_own_connection(own: str) -> None:
    with (
        socket.create_server((own, 0)) as door,
        socket.create_connection(door.getsockname(), source_address=(own, 0)) as here,
    ):
        port = here.getsockname()[1]
        assert is_person(own, str(port), own)
        assert f":{port:04X} " in Path("/proc/net/tcp").read_text()
