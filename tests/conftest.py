"""What all tests share: calm settings, templates compiled once, and the one browser. No helpers."""

from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import HealthCheck, settings
from jinja2 import Environment

from tests.chromium import installed

# A loaded Pi is slow, not wrong: only what a test asserts may make it fail.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """A template is compiled once in a whole run and not for each of a hundred companions."""
    compile_ = Environment.compile

    def once(
        env: Environment, source: str, name: str | None = None, filename: str | None = None
    ) -> CodeType:
        if type(env) is Environment:  # a test's own
            return compile_(env, source, name, filename)
        known = type(env), env.trim_blocks, source, name, filename
        if known not in codes:
            codes[known] = compile_(env, source, name, filename)
        return codes[known]

    codes: dict[tuple[object, ...], CodeType] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Environment, "compile", once)
        yield


ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def chromium() -> dict[str, object]:
    """The arguments for Playwright's `chromium.launch`: this machine's browser, no download."""
    try:
        return installed()
    except FileNotFoundError as problem:
        pytest.fail(str(problem), pytrace=False)
