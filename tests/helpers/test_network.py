"""What is done for the table's own network: NetworkManager's answers are recorded ones."""

import http.client
import json
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import cli
from companion.helpers import captive, heard, network, own_network, radio
from companion.helpers.heard import ask, shown
from companion.helpers.network import Helper, serve
from companion.helpers.own_network import NOBODY_CAME, NOBODY_S, OFF, ON, OVER, Phase
from companion.helpers.radio import ADDRESS, NAME, Places, Radio
from companion.table.config import WebConfig

NMCLI = """#!/bin/sh
echo "$@" >>"$TOLD/asked"
case "$*" in
    *DEVICE,TYPE*) cat "$TOLD/devices" ;;
    "radio wifi") cat "$TOLD/radio" ;;
    *CON-UUID*) cat "$TOLD/former" ;;
    *--active*) cat "$TOLD/active" ;;
    "connection up splash"*) cat "$TOLD/up" >&2; [ ! -s "$TOLD/up" ] || exit 4 ;;
esac
"""
DEVICES = "lo:loopback\neth0:ethernet\nwlan0:wifi\np2p-dev-wlan0:wifi-p2p\n"
ARP = "IP address HW type Flags HW address Mask Device\n"
GUEST = "10.42.0.77 0x1 {flags} 02:00:00:00:01:00 * wlan0\n"


@dataclass
class Pi:
    """A machine with Wi-Fi, of which NetworkManager tells."""

    told: Path
    places: Places
    helper: Helper
    now_s: float = 1000.0

    def has(self, **files: str) -> None:
        for name, text in files.items():
            (self.told / name).write_text(text, encoding="utf-8")

    def asked(self) -> list[str]:
        return (self.told / "asked").read_text("utf-8").splitlines()

    def look(self, after_s: float) -> None:
        self.now_s += after_s
        self.helper.look(self.now_s)

    def said(self) -> str:
        file = self.told / "network"
        return file.read_text("utf-8") if file.exists() else ""


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pi]:
    (tmp_path / "nmcli").write_text(NMCLI, encoding="utf-8")
    (tmp_path / "nmcli").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("TOLD", str(tmp_path))
    monkeypatch.setattr(captive, "ADDRESS", "127.0.0.1")
    identity = tmp_path / "machine-id"
    identity.write_text("c0ffee00\n", encoding="ascii")
    places = Places(
        tmp_path / "profiles", tmp_path / "names", tmp_path / "key", tmp_path / "arp", identity
    )
    made = Pi(tmp_path, places, Helper(Radio(places), WebConfig(), tmp_path / "now.json", tmp_path))
    made.has(devices=DEVICES, radio="enabled\n", former="abc-1\n", active=f"{NAME}\nlo\n", up="")
    made.has(arp=ARP)
    yield made
    made.helper.close()


def test_it_comes_with_a_key_that_only_its_own_file_and_the_table_get(pi: Pi) -> None:
    pi.helper.told(ON, pi.now_s)
    now = shown(pi.told / "now.json")
    assert now.is_on and (now.name, now.ip) == ("Splash-c0ff", ADDRESS)
    assert len(now.key) == 16 and now.code == f"WIFI:T:WPA;S:Splash-c0ff;P:{now.key};;"
    profile = pi.places.profiles / f"{NAME}.nmconnection"
    assert f"psk={now.key}\n" in profile.read_text("utf-8")
    assert "method=shared" in profile.read_text("utf-8")
    for file, mode in ((profile, 0o600), (pi.places.key, 0o600), (pi.places.names, 0o644)):
        assert file.stat().st_mode & 0o777 == mode
    assert (pi.told / "now.json").stat().st_mode & 0o027 == 0
    assert now.key not in "".join(pi.asked()), "a list of processes shows what is asked"
    assert pi.asked()[-2:] == [f"connection load {profile}", f"connection up {NAME}"]


def test_phones_know_the_key_again_and_another_machine_has_another(pi: Pi, tmp_path: Path) -> None:
    first = Radio(pi.places).key()
    pi.helper.told(ON, pi.now_s)
    assert shown(pi.told / "now.json").key == first
    pi.places.key.unlink()
    assert Radio(pi.places).key() != first


def test_the_former_network_comes_back_and_nothing_is_left(pi: Pi) -> None:
    pi.helper.told(ON, pi.now_s)
    pi.helper.told(OFF, pi.now_s)
    assert pi.helper.own.phase is Phase.OFF and pi.said() == OVER
    assert pi.asked()[-3:] == [
        f"connection down {NAME}",
        f"connection delete {NAME}",
        "connection up uuid abc-1",
    ]
    assert not pi.places.names.exists() and not list(pi.places.profiles.iterdir())
    assert not shown(pi.told / "now.json").is_on


def test_it_goes_by_itself_when_nobody_came_and_stays_for_who_did(pi: Pi) -> None:
    pi.helper.told(ON, pi.now_s)
    pi.has(arp=ARP + GUEST.format(flags="0x0"))  # asked for, and never answered
    pi.look(NOBODY_S - 1)
    assert pi.helper.own.phase is Phase.ON
    pi.look(1)
    assert pi.helper.own.phase is Phase.OFF and pi.said() == NOBODY_CAME
    pi.helper.told(ON, pi.now_s)
    assert pi.said() == "", "why it went is said no more"
    pi.has(arp=ARP + GUEST.format(flags="0x2"))
    pi.look(1)
    pi.look(10 * NOBODY_S)
    assert pi.helper.own.phase is Phase.ON


def test_one_that_another_program_ended_is_said(pi: Pi) -> None:
    pi.helper.told(ON, pi.now_s)
    pi.has(active="home\n")
    pi.look(1)
    assert pi.helper.own.phase is Phase.OFF and pi.said() == own_network.LOST


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"devices": "eth0:ethernet\n"}, radio.NO_WIFI),
        ({"radio": "disabled\n"}, radio.SWITCHED_OFF),
        (
            {"up": "Error: Connection activation failed: no key.\nHint: journalctl\n"},
            radio.NOT_RAISED.format(why="Connection activation failed: no key"),
        ),
    ],
)
def test_one_that_cannot_come_says_why_and_all_is_as_it_was(
    pi: Pi, files: dict[str, str], said: str
) -> None:
    pi.has(**files)
    pi.helper.told(ON, pi.now_s)
    assert pi.helper.own.phase is Phase.OFF and pi.said() == said
    assert not pi.places.names.exists()
    assert ("connection up uuid abc-1" in pi.asked()) == ("up" in files)


def test_pages_that_it_would_not_reach_keep_it_from_coming(pi: Pi) -> None:
    web = WebConfig("192.168.1.20")
    helper = Helper(Radio(pi.places), web, pi.told / "now.json", pi.told)
    helper.told(ON, pi.now_s)
    assert helper.own.phase is Phase.OFF
    assert pi.said() == network.NOT_THERE.format("192.168.1.20")
    assert not pi.places.names.exists() and not (pi.told / "asked").exists()


def test_without_networkmanager_it_says_what_to_install(
    pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    pi.helper.told(ON, pi.now_s)
    assert pi.said() == radio.NO_MANAGER


# --- words ------------------------------------------------------------------------------------


def test_only_two_words_are_heard(pi: Pi) -> None:
    where = pi.told / "ask"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as ears:
        ears.bind(str(where))
        ears.listen()
        for word in ("", "on; reboot", "ON", "x" * 5000, "on", "off"):
            assert ask(word, where)
        serve(ears, pi.helper)
    raised = [words for words in pi.asked() if words == f"connection up {NAME}"]
    assert len(raised) == 1 and pi.said() == OVER
    assert not ask("on", where) and not ask("on", pi.told / "nobody")


def test_what_is_no_word_of_the_helper_s_is_off(tmp_path: Path) -> None:
    for text in ("", "[]", '{"phase": 1, "odd": 2}', "\0"):
        (tmp_path / "now.json").write_text(text, encoding="utf-8")
        assert not shown(tmp_path / "now.json").is_on
    (tmp_path / "now.json").write_text(json.dumps({"phase": "coming", "key": "k"}), "utf-8")
    assert shown(tmp_path / "now.json").code == ""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Where the command says its word; how it stands is `now.json` beside it."""
    monkeypatch.setattr(heard, "ASK", tmp_path / "ask")
    monkeypatch.setattr(heard, "NOW", tmp_path / "now.json")
    monkeypatch.setattr("companion.helpers.saying.SAID", tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as ears:
        ears.bind(str(tmp_path / "ask"))
        ears.listen()
        yield ears


def test_the_command_shows_both_codes_at_the_machine(words: socket.socket, tmp_path: Path) -> None:
    now = {"phase": "on", "name": "Splash-c0ff", "key": "k" * 16, "ip": ADDRESS}
    (tmp_path / "now.json").write_text(json.dumps(now), encoding="utf-8")
    done = CliRunner().invoke(cli.main, ["network", "on"])
    assert done.exit_code == 0, done.output
    assert "1. The network: Splash-c0ff, its key is kkkk" in done.output
    assert f"2. The table: {captive.url(8080)}" in done.output
    (tmp_path / "now.json").unlink()
    assert "is off" in CliRunner().invoke(cli.main, ["network", "off"]).output


def test_the_command_says_why_it_did_not_come(words: socket.socket, tmp_path: Path) -> None:
    (tmp_path / "network").write_text(radio.NO_WIFI, encoding="utf-8")
    done = CliRunner().invoke(cli.main, ["network", "on"])
    assert done.exit_code == 1 and radio.NO_WIFI in done.output


def test_where_nobody_hears_it_the_command_says_what_it_takes(words: socket.socket) -> None:
    words.close()
    done = CliRunner().invoke(cli.main, ["network", "on"])
    assert done.exit_code == 1 and "sudo companion network on" in done.output


# --- what phones get --------------------------------------------------------------------------


def test_whatever_a_phone_asks_for_it_reads_where_to_go_and_cannot_join_there() -> None:
    with captive.answering(8080, host="127.0.0.1", on=0) as port:
        for path in ("/generate_204", "/hotspot-detect.html", "/join", "/api/knock"):
            phone = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            phone.request("GET", path, headers={"Host": "connectivitycheck.gstatic.com"})
            answer = phone.getresponse()
            page = answer.read().decode()
            phone.close()
            assert answer.status == 200, "any other number, and a phone shows nothing"
            assert "Open this address in your browser:" in page
            assert captive.url(8080) in page and "href" not in page and "<form" not in page
            assert not answer.headers.get("Set-Cookie")
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        phone.request("POST", "/api/redeem", "{}")
        assert phone.getresponse().status == 501
        phone.close()


def test_a_table_at_port_80_keeps_it() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with captive.answering(80, host="127.0.0.1", on=taken.getsockname()[1]) as port:
            assert port == 0
    assert captive.url(80) == f"http://{ADDRESS}/"


def test_the_port_is_the_table_s(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[table]\nsensor = "tablet"\n[web]\nport = 9000\n', encoding="utf-8")
    assert network.pages(["/nowhere", str(file)]).port == 9000
    file.write_text("nonsense", encoding="utf-8")
    assert network.pages([str(file)]) == network.pages([]) == WebConfig()
