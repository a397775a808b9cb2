"""The table's own network by the real NetworkManager, its neighbours, and sticks of real forms.

QEMU plays the machine, with Debian's own kernel: three radios are pretended by Linux
(mac80211_hwsim), the sticks by QEMU; avahi, the house's names and its page are real
(`walk.py` is what is done there). What is left to a real Pi stands in docs/operations.md.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.helpers import stick
from companion.helpers.own_network import NOBODY_CAME, NOBODY_S
from companion.namesake import REMEDY, TWO
from companion.neighbours import WALLED
from tests.install.conftest import made
from tests.install.machine import NAME
from tests.install.played import Stick, installed, walked

pytestmark = [pytest.mark.install, pytest.mark.soak, pytest.mark.timeout(5400)]

PACKAGES = (
    "python3,systemd-sysv,udev,dbus,network-manager,network-manager-config-connectivity-debian,"
    "polkitd,avahi-daemon,dnsmasq-base,iw,wpasupplicant,linux-image-amd64,kmod,iproute2,curl,nftables"
)
STICKS = {
    "vfat": Stick("vfat"),
    "exfat": Stick("exfat"),
    "locked": Stick("vfat", is_locked=True),
    "slow": Stick("vfat", is_slow=True),
    "next": Stick("vfat"),
}
SOON_S = 240.0  # an end is noticed, done and seen, on a processor that is played
CALLED, OTHER = "splash", "192.168.77.1"  # as walk.py has them


@pytest.fixture(scope="module")
def seen(clean: Callable[[str], Path], deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What was seen in the machine, from its start to its end."""
    folder = tmp_path_factory.mktemp("played")
    root = folder / "root"
    subprocess.run(["cp", "--archive", clean(made("trixie-wifi", PACKAGES)), root], check=True)
    installed(root, deb, Path(__file__).with_name("walk.py"), CALLED)
    said = walked(root, folder, STICKS)
    assert "problem" not in said, said["problem"] + said["log"]
    return said


# --- its neighbours ---------------------------------------------------------------------------


def test_in_a_house_that_is_well_it_is_found_by_its_name_and_says_nothing(seen: Any) -> None:
    house = seen["home"]
    assert "No phone can find this table yet" in house["before"]
    assert (house["name"], house["online"]) == ("192.168.77.5", "full")
    for words in ("No phone can find", "Another machine here", "a page of its own"):
        assert words not in house["quiet"]


def test_of_two_of_one_name_the_second_says_so_and_plays_on(seen: Any) -> None:
    two = seen["neighbours"]["two"]
    called = {"other": OTHER, "name": CALLED}
    sentence = f"{TWO} {REMEDY}.".format(**called)
    assert sentence in two["said"] and two["plays"] == "counts"
    assert f"at {OTHER}, is called {CALLED}" in " ".join(seen["neighbours"]["doctor"].split())


def test_a_wi_fi_with_a_page_of_its_own_is_said_and_the_game_goes_on(seen: Any) -> None:
    two, page = seen["neighbours"]["two"], seen["neighbours"]["page"]
    assert WALLED in two["page"], "one that leads elsewhere"
    assert WALLED in page["said"], "one that is the answer"
    assert "Another machine here" not in page["said"], "the other one has gone"
    assert page["plays"] == "counts"


# --- its own network --------------------------------------------------------------------------


def test_a_phone_comes_in_by_the_first_code_and_reads_where_the_table_is(seen: Any) -> None:
    network = seen["network"]
    assert f"P:{network['key']}" not in network["phone"] and network["key"] in network["on"]
    assert "Open this address in your browser:" in network["portal"]
    assert 'data-page="wall"' in network["phone"]
    assert "1. The network" not in network["phone"], "its codes are for the machine's own wall"
    assert network["codes"] == [True, True]
    assert network["name"] == "10.42.0.1", "every name leads to it"


def test_the_wi_fi_of_the_house_goes_for_it_and_comes_back(seen: Any) -> None:
    network = seen["network"]
    assert "home" not in network["meanwhile"] and f"{NAME}-own" in network["meanwhile"]
    assert "home" in network["left"][0].splitlines(), "it came back: else the walk had ended there"


def test_its_key_is_in_no_log_and_only_root_and_the_table_end_it(seen: Any) -> None:
    network = seen["network"]
    assert network["key"] not in network["log"]
    assert "Nobody hears that here." in network["kiosk"]
    assert "is off" in network["off"]
    assert not [left for left in network["left"] if f"{NAME}-own" in left or left == f"{NAME}.conf"]


def test_when_nobody_came_in_ten_minutes_the_house_is_back(seen: Any) -> None:
    nobody = seen["nobody"]
    active, after_s = nobody["meanwhile"]
    assert after_s > NOBODY_S or f"{NAME}-own" in active
    assert NOBODY_S <= nobody["took_s"] < NOBODY_S + SOON_S
    assert NOBODY_CAME in nobody["said"] and nobody["plays"] == "counts"


# --- sticks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["vfat", "exfat"])
def test_the_evenings_are_copied_to_a_stick_of_any_form_that_is_sold(seen: Any, form: str) -> None:
    told = seen["nobody"]["sticks"][form]
    assert stick.DONE in told["said"] and told["mounted"] == "0"
    folder, copy = told["on it"]
    assert copy.startswith(f"{folder}/journal-") and folder.startswith(f"{CALLED}-")


@pytest.mark.parametrize("form", ["vfat", "exfat"])
def test_a_full_one_says_so_keeps_what_it_has_and_the_game_goes_on(seen: Any, form: str) -> None:
    told = seen["nobody"]["sticks"][form]
    assert stick.FULL.partition("{")[0] in told["full"] and told["plays"] == "counts"
    assert "holidays" in told["then"] and not [one for one in told["then"] if "journal" in one]


def test_one_that_can_only_be_read_says_so_and_the_game_goes_on(seen: Any) -> None:
    told = seen["nobody"]["sticks"]["locked"]
    assert stick.LOCKED in told["said"] and told["plays"] == "counts"


def test_one_that_is_pulled_out_in_the_midst_says_so_and_the_next_one_works(seen: Any) -> None:
    told = seen["nobody"]["sticks"]
    assert stick.COPYING in told["pulled"]["still"], "it was in the midst of it"
    assert stick.PULLED in told["pulled"]["said"] and told["pulled"]["plays"] == "counts"
    assert stick.DONE in told["next"]["said"] and "journal-" in told["next"]["on it"][-1]
