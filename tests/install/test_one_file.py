"""The one file on clean Debian 12 and 13 that have Python and no network."""

import pytest

from tests.install.machine import ROOT, Machine, until

pytestmark = [pytest.mark.install, pytest.mark.timeout(1500)]


def test_with_python_alone_it_plays_and_its_evenings_stay(bare: Machine) -> None:
    with bare.on():
        inside = bare.takes(ROOT / "dist" / "splash-companion.pyz", "/opt/splash-companion.pyz")
        bare.path("/home/pi").mkdir()
        for _ in range(2):
            with bare.starts("python3", inside, HOME="/home/pi") as said:
                until(lambda told=said: "The referee:" in told(), "its words")
                key = said().partition("The referee:")[2].split("#t=")[1].split()[0]
                bare.visited(key)
    assert bare.path("/home/pi/.local/state/splash-companion/journal.sqlite").exists()
