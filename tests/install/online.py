"""How this machine reaches its packages, for a clean one that may: pip's settings, and proxies.

What apt is told comes with the clean machine, which was made with this machine's own.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

PROXY = ("_proxy", "_PROXY")


def environment() -> dict[str, str]:
    """Variables that say to programs there what they are told here, wherever it is written."""
    proxies = {name: value for name, value in os.environ.items() if name.endswith(PROXY)}
    return proxies | _pip()


def named(settings: dict[str, str]) -> set[Path]:
    """Files and folders of this machine that settings name; of a package index all beside it."""
    found = set()
    for value in settings.values():
        for scheme, path in re.findall(r"(?<!\S)(file://)?(/\S+)", value):
            found.add(Path(path).parent if scheme else Path(path))
    return {path for path in found if path.exists()}


def _pip() -> dict[str, str]:
    listed = [sys.executable, "-m", "pip", "config", "list"]
    said = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    pairs = [line.split("=", 1) for line in said.splitlines()]
    pairs.sort(key=lambda pair: pair[0].startswith(":env:"))  # these go before what files say
    return {_variable(name): str(ast.literal_eval(value)) for name, value in pairs}


def _variable(name: str) -> str:
    """PIP_TIMEOUT for global.timeout."""
    return "PIP_" + name.rpartition(".")[2].upper().replace("-", "_")
