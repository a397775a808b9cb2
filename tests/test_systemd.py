"""The service's files: systemd takes them, gives them few rights, and they agree with the code."""

import os
import pwd
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from companion import assembly, cli, places, runtime
from companion.access.secret import read_key
from companion.helpers import heard, radio, saying
from companion.helpers.stick import Room
from companion.journal import Journal
from companion.places import JOURNAL_FILE, config_file, state_folder
from companion.referee.work_queue import STUCK_S
from companion.table import config as configs
from companion.web import crowd, peer

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "systemd"
UNIT = FOLDER / "splash-companion.service"
UPDATE = FOLDER / "splash-companion-update.service"
SYSUSERS = FOLDER / "splash-companion.sysusers.conf"
KIOSK = FOLDER / "splash-companion-kiosk.service"
TRIAL = FOLDER / "splash-companion-trial.service"
NETWORK = FOLDER / "splash-companion-network.service"
STICK = FOLDER / "splash-companion-stick@.service"
NAME = "splash-companion"
EXPOSURE_MOST = 2.1  # of 10, as systemd counts


def tool(name: str) -> str:
    """Where a tool of systemd's is."""
    found = shutil.which(name)
    assert found, f"{name} is missing. Install it: sudo apt-get install systemd"
    return found


def settings(section: str, unit: str = UNIT.read_text(encoding="utf-8")) -> dict[str, list[str]]:
    """A section's settings, with all values that each was given."""
    found: dict[str, list[str]] = {}
    lines = unit.replace("\\\n", " ").split(f"[{section}]\n")[1].split("\n[")[0].splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(" ".join(value.split()))
    return found


def setting(key: str) -> str:
    """The service's one value of this setting."""
    (value,) = settings("Service")[key]
    return value


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which everything was installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    return folder


def install(folder: Path) -> None:
    subprocess.run(
        ["sh", str(FOLDER / "install.sh")], env={**os.environ, "DESTDIR": str(folder)}, check=True
    )


# --- what systemd says ------------------------------------------------------------------------


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit on a machine where the command is installed."""
    return with_its_command(UNIT, tmp_path)


def with_its_command(unit: Path, folder: Path) -> Path:
    """A unit that names a command which is there."""
    command = folder / "command"
    command.write_text("#!/bin/sh\n", encoding="utf-8")
    command.chmod(0o755)
    text = re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={command}", unit.read_text(encoding="utf-8"))
    text = re.sub(r"(?m)^(ExecStopPost)=\S+", rf"\1={command}", text)
    text = re.sub(r"(?m)^ExecStop=\S+", f"ExecStop={command}", text)
    path = folder / unit.name.replace("@.", "@sda.")
    path.write_text(text, encoding="utf-8")
    return path


def verified(unit: Path) -> str:
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", "--man=no", "--recursive-errors=no", str(unit)],
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr + (f"exit {done.returncode}" if done.returncode else "")


@pytest.mark.parametrize(
    "which", [UNIT, UPDATE, TRIAL, KIOSK, STICK, NETWORK], ids=lambda path: path.name
)
def test_the_unit_is_clean(which: Path, tmp_path: Path) -> None:
    assert verified(with_its_command(which, tmp_path)) == ""


def test_a_wrong_word_in_it_would_be_seen(unit: Path) -> None:
    unit.write_text(unit.read_text("utf-8").replace("WatchdogSec", "WatchdogSeconds"), "utf-8")
    assert "WatchdogSeconds" in verified(unit)


def test_the_service_has_few_rights(unit: Path) -> None:
    done = subprocess.run(
        [tool("systemd-analyze"), "security", "--offline=yes", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= EXPOSURE_MOST, done.stdout


def test_its_user_and_groups_can_be_made(installed: Path) -> None:
    done = subprocess.run(
        [tool("systemd-sysusers"), "--dry-run", f"--root={installed}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    users = (installed / "usr/lib/sysusers.d/splash-companion.conf").read_text(encoding="utf-8")
    assert re.findall(r"^u (\S+)", users, re.MULTILINE) == [setting("User"), peer.KIOSK]
    joined = re.findall(rf"^m {NAME} (\S+)", users, re.MULTILINE)
    assert joined == ["gpio", "dialout"]
    shown = re.findall(rf"^m {peer.KIOSK} (\S+)", users, re.MULTILINE)
    assert shown == ["video", "audio"], "neither pins nor anybody's evenings"


# --- what the code says -----------------------------------------------------------------------


def test_the_command_line_is_one_that_the_command_takes() -> None:
    command, *words = setting("ExecStart").split()
    assert (command, words[0]) == ("companion", "run")
    with cli.main.commands["run"].make_context("run", words[1:]) as context:  # type: ignore
        files = context.params["config_files"]
    assert [str(file) for file in files] == [
        f"/boot/firmware/{NAME}.toml",
        f"/boot/{NAME}.toml",
        f"/etc/{NAME}/companion.toml",
    ]


def test_the_wall_on_its_own_screen_is_begun_as_the_command_takes_it() -> None:
    kiosk = KIOSK.read_text(encoding="utf-8")
    (line,) = settings("Service", kiosk)["ExecStart"]
    command, *words = line.split()
    assert (command, words[0]) == ("companion", "kiosk")
    with cli.main.commands["kiosk"].make_context("kiosk", words[1:]) as context:  # type: ignore
        files = context.params["config_files"]
    assert [str(file) for file in files] == re.findall(r"--config (\S+)", setting("ExecStart"))


def test_the_wall_on_its_own_screen_comes_after_the_table_and_goes_before_it() -> None:
    kiosk = KIOSK.read_text(encoding="utf-8")
    one = {key: values[-1] for key, values in settings("Service", kiosk).items()}
    assert one["User"] == peer.KIOSK != setting("User")
    assert one["RuntimeDirectory"] == peer.KIOSK and "StateDirectory" not in one
    assert UNIT.name in settings("Unit", kiosk)["After"][0]
    assert not {"Requires", "BindsTo", "PartOf"} & settings("Unit", kiosk).keys()
    assert int(one["OOMScoreAdjust"]) > 0 > int(setting("OOMScoreAdjust"))
    assert int(one["Nice"]) > int(setting("Nice"))
    assert (one["Restart"], one["StandardError"]) == ("always", "journal")
    assert f"-/var/lib/{NAME}" in one["InaccessiblePaths"].split()


def test_its_folders_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert state_folder(configs.default(), None).name == setting("StateDirectory") == NAME
    monkeypatch.setenv("STATE_DIRECTORY", f"/var/lib/{NAME}")  # as systemd sets it
    assert state_folder(configs.default(), None) == Path("/var/lib") / NAME
    assert setting("RuntimeDirectory") == NAME
    assert setting("WorkingDirectory") == f"/run/{NAME}"
    assert f"LG_WD=/run/{NAME}" in settings("Service")["Environment"]


def test_whoever_is_its_user_works_on_its_files_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home,) = re.findall(rf'(?m)^u {NAME} - ".+" (\S+)$', SYSUSERS.read_text(encoding="utf-8"))
    assert home == str(places.SERVICE_STATE) == f"/var/lib/{setting('StateDirectory')}"
    assert list(places.SERVICE_CONFIGS) == re.findall(r"--config (\S+)", setting("ExecStart"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")  # whoever became its user by su keeps that
    mine = tmp_path / "mine.toml"

    user = monkeypatch.context
    with user() as anybody:
        anybody.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_dir="/ana"))
        assert state_folder(configs.default(), None) == Path("/somewhere") / NAME
        assert config_file((), False) is None
    with user() as service:
        service.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_dir=home))
        service.setattr(places, "SERVICE_CONFIGS", (str(tmp_path / "none"), str(mine)))
        assert state_folder(configs.default(), None) == places.SERVICE_STATE
        assert state_folder(configs.default(), tmp_path) == tmp_path  # what is told goes first
        assert config_file((), False) == mine
        assert config_file((tmp_path / "other.toml",), False) == tmp_path / "other.toml"
        assert config_file((), True) is None  # pretend pins are nobody's
    with user() as unknown:
        unknown.setattr(pwd, "getpwuid", {}.__getitem__)
        assert config_file((), False) is None


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("url", (":8123/", "{key}")),
        ("backup", ("{state}/backups/",)),
        ("doctor", ("{state} has ", "Port 8123 ", "on a tablet")),
        ("export 7", ("no game 7. There are: none yet",)),
    ],
)
def test_its_user_s_commands_are_about_its_table(
    command: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, state = tmp_path / "table.toml", tmp_path / "state"
    file.write_text('[table]\nsensor = "tablet"\n[web]\nport = 8123\n', encoding="utf-8")
    Journal(state / JOURNAL_FILE, "boot").close()
    key = read_key(state)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(places, "SERVICE_STATE", state)
    monkeypatch.setattr(places, "SERVICE_CONFIGS", (str(file),))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_dir=str(state)))
    said = CliRunner().invoke(cli.main, command.split()).output
    for word in words:
        assert word.format(key=key, state=state) in said, said


def test_it_is_given_the_time_and_room_that_the_code_takes() -> None:
    watchdog_s = float(setting("WatchdogSec"))
    # Whoever can still say what hangs comes first, and good night is no hang.
    assert watchdog_s > STUCK_S + 2 * runtime.CHECK_S + runtime.CLOSE_S
    assert watchdog_s > assembly.OFF_S + 10
    assert float(setting("TimeoutStopSec")) > runtime.CLOSE_S
    assert int(setting("LimitNOFILE")) >= 2 * crowd.CONNECTIONS_MOST
    assert setting("Type") == "notify"


def test_it_sees_the_pins_and_the_pi() -> None:
    service = settings("Service")
    assert service["DeviceAllow"] == ["char-gpiochip rw", "char-ttyUSB rw", "char-ttyACM rw"]
    assert not {"PrivateDevices", "ProcSubset", "PrivateNetwork"} & set(service)


def test_its_secret_link_is_in_no_log() -> None:
    assert setting("StandardOutput") == "null"


def test_it_tries_again_until_there_is_room() -> None:
    assert setting("Restart") == "on-failure" and float(setting("RestartSec")) >= 5
    assert settings("Unit")["StartLimitIntervalSec"] == ["0"]


# --- the other files --------------------------------------------------------------------------


def test_everything_is_installed(installed: Path) -> None:
    there = {path.read_bytes() for path in installed.rglob("*") if path.is_file()}
    ours = [path for path in FOLDER.iterdir() if path.name not in ("README.md", "install.sh")]
    assert not [path.name for path in ours if path.is_file() and path.read_bytes() not in there]


def test_it_is_for_packages_and_not_for_a_machine() -> None:
    words = {key: value for key, value in os.environ.items() if key != "DESTDIR"}
    done = subprocess.run(
        ["sh", str(FOLDER / "install.sh")], env=words, capture_output=True, text=True
    )
    assert done.returncode and "sudo make install" in done.stderr


def test_the_installed_table_is_the_usual_one(installed: Path) -> None:
    file = installed / "etc" / NAME / "companion.toml"
    assert configs.load(file) == configs.default()
    assert file.stat().st_mode & 0o777 == 0o644


def test_the_readme_says_where_each_file_goes(installed: Path) -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    paths = [path.relative_to(installed) for path in installed.rglob("*") if path.is_file()]
    assert not [path for path in paths if f"`/{path}`" not in text]
    assert not [file.name for file in FOLDER.iterdir() if file.name not in text + "README.md"]


def test_a_newer_one_is_installed_before_the_table_starts() -> None:
    update = UPDATE.read_text(encoding="utf-8")
    assert settings("Unit", update)["Before"] == [UNIT.name]
    (command,) = settings("Service", update)["ExecStart"]
    program, *folders = command.split()
    assert program == f"/usr/libexec/{NAME}/update"
    globs = settings("Unit", update)["ConditionPathExistsGlob"]
    assert globs == [f"|{folder}/{NAME}_*.deb" for folder in folders]
    # The card's table is looked for in the same places.
    files = [word for word in setting("ExecStart").split() if word.startswith("/boot")]
    assert folders == [str(Path(file).parent) for file in files]


def test_the_own_network_has_a_helper_that_hears_the_table_and_lends_it_no_right() -> None:
    unit = NETWORK.read_text(encoding="utf-8")
    helper = {key: values[-1] for key, values in settings("Service", unit).items()}
    ears = settings("Socket", (FOLDER / f"{NAME}-network.socket").read_text(encoding="utf-8"))
    assert ears["ListenStream"] == [str(heard.ASK)] and ears["SocketMode"] == ["0660"]
    assert ears["SocketGroup"] == [setting("User")] == [helper["Group"]]
    folders = {f"/run/{name}" for name in helper["RuntimeDirectory"].split()}
    assert folders == {str(saying.SAID), str(heard.NOW.parent)}
    assert str(radio.Places().key.parent) == f"/var/lib/{helper['StateDirectory']}"
    written = [path.lstrip("-") for path in helper["ReadWritePaths"].split()]
    places = (radio.Places().profiles, radio.Places().names)
    assert all(any(str(file).startswith(path) for path in written) for file in places)
    assert helper["CapabilityBoundingSet"] == "CAP_NET_BIND_SERVICE"


def test_a_newer_one_is_tried_after_the_table_had_its_chance_to_start() -> None:
    trial = TRIAL.read_text(encoding="utf-8")
    assert set(settings("Unit", trial)["After"][0].split()) == {UPDATE.name, UNIT.name}
    assert settings("Service", trial)["ExecStart"] == [f"/usr/libexec/{NAME}/update --trial"]
    (there,) = settings("Unit", trial)["ConditionPathExists"]
    script = (FOLDER / f"{NAME}-update").read_text(encoding="utf-8")
    kept, says = re.findall(r"(?m)^(?:kept|says)=\$root(\S+)", script)
    assert there == f"{kept}/trial" and says == str(saying.SAID)
    # Two looks of the watchdog have passed when it is well, and one slow start is no death.
    look_s, well, most = map(int, re.findall(r"(?:look_s|well|most)=(\d+)", script)[:3])
    assert look_s * well >= 2 * float(setting("WatchdogSec"))
    assert look_s * most > 2 * float(setting("TimeoutStartSec"))


def test_a_stick_has_a_helper_of_its_own_whose_rights_the_table_has_not() -> None:
    helper = {k: v[-1] for k, v in settings("Service", STICK.read_text(encoding="utf-8")).items()}
    rules = (FOLDER / "99-splash-companion.rules").read_text(encoding="utf-8")
    assert re.findall(r'SYSTEMD_WANTS\}\+="(.*?)"', rules) == ["splash-companion-stick@%k.service"]
    assert helper["ExecStart"] == f"/usr/libexec/{NAME}/stick %I"
    folders = {f"/run/{name}" for name in helper["RuntimeDirectory"].split()}
    assert folders == {str(saying.SAID), str(Room().folder)}
    assert str(saying.SAID) not in setting("RuntimeDirectory"), "the table says nothing there"
    assert helper["PrivateMounts"] == helper["PrivateNetwork"] == helper["NoNewPrivileges"] == "yes"
    assert (Room().state, Room().configs) == (places.SERVICE_STATE, places.SERVICE_CONFIGS)
    assert "CAP_SYS_ADMIN" not in setting("CapabilityBoundingSet")


def test_the_announced_port_is_the_usual_one() -> None:
    group = ElementTree.parse(FOLDER / "splash-companion.avahi.service").getroot()
    assert group.findtext("service/type") == "_http._tcp"
    assert int(group.findtext("service/port") or 0) == configs.default().web.port


def test_only_its_user_may_switch_off_and_do_nothing_else() -> None:
    rule = (FOLDER / "splash-companion.polkit.rules").read_text(encoding="utf-8")
    assert re.findall(r'subject\.user == "(.*?)"', rule) == [setting("User")]
    assert re.findall(r'action\.id == "(.*?)"', rule) == [
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    ]


def test_the_drivers_are_those_of_the_ports_that_it_may_use() -> None:
    lines = (FOLDER / "splash-companion.modules-load.conf").read_text(encoding="utf-8").split("\n")
    drivers = [line for line in lines if line and not line.startswith("#")]
    assert drivers == ["ch341", "ftdi_sio", "cdc_acm"]


RULE = re.compile(r'[A-Z]+(\{\w+\})?(==|\+?=)"[^"]*"(, [A-Z]+(\{\w+\})?(==|\+?=)"[^"]*")*')


def test_the_device_rules_are_rules() -> None:
    lines = (FOLDER / "99-splash-companion.rules").read_text(encoding="utf-8").split("\n")
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules and not [rule for rule in rules if not RULE.fullmatch(rule)]
    assert 'GROUP="gpio"' in rules[0]
