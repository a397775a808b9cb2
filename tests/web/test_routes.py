"""Routes are made quickly, and write the addresses that Werkzeug's own would."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.routing import Map, Rule

from companion.journal import Journal
from companion.referee import Referee
from companion.table.clock import TableClock
from companion.web import AppParts, create_app
from companion.web.routes import LateRule
from tests.web.house import Known

VALUES = {"more": "a word & one", "n": 3}  # beside what the address has a place for


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Of which routes a function was compiled that writes their address."""
    known: list[str] = []
    compile_ = Rule._compile_builder

    def noted(rule: Rule, append_unknown: bool = True) -> object:
        known.append(rule.rule)
        return compile_(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", noted)
    return known


@pytest.fixture
def app(compiled: list[str], journal: Journal, tmp_path: Path) -> Flask:
    referee = Referee(journal, TableClock(0, lambda: 0))
    access = Known(journal, tmp_path, lambda: 0)
    return create_app(AppParts(referee=referee, access=access, address=Mock(port=80)))


def test_no_address_is_compiled_before_one_is_asked_for(app: Flask, compiled: list[str]) -> None:
    assert len(list(app.url_map.iter_rules())) > 50
    assert set(compiled) == {"/static/<path:filename>"}, "Flask makes that one before all others"


def test_each_address_is_as_werkzeug_writes_it(app: Flask) -> None:
    late = [rule for rule in app.url_map.iter_rules() if isinstance(rule, LateRule)]
    own = Map([Rule(rule.rule, endpoint=rule.endpoint, methods=rule.methods) for rule in late])
    there = {(one.rule, one.endpoint): one for one in own.iter_rules()}
    for rule in late:
        values = {**VALUES, **dict.fromkeys(rule.arguments, 7)}
        for unknown in (True, False):
            found = rule.build(values, append_unknown=unknown)
            assert found == there[rule.rule, rule.endpoint].build(values, append_unknown=unknown)
            assert found is not None and found == rule.build(values, append_unknown=unknown)
