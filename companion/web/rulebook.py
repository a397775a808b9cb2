"""The rules in our own words, by id, as the rules pages and the timeline show them.

Reads the tables of each game's rules.md; what they say is for people, not for the judge.
"""

import re
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from companion.web.folders import rules_text

_ROW = re.compile(r"^\|\s*(?P<id>[A-Z]-[RQCS]\d+[a-z]?)\s*\|\s*(?P<text>.+?)\s*\|")
_KINDS = MappingProxyType({"R": "rule", "Q": "ruling", "C": "known", "S": "ruling"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its words, and whether the box, we or the sensors say so."""

    id: str
    text: str
    kind: str


@cache
def rules_of(kind: str) -> tuple[Rule, ...]:
    """All rules of a game in the order of its page; none where there is no such page."""
    rows = (_ROW.match(line) for line in rules_text(kind).splitlines())
    return tuple(
        Rule(row["id"], row["text"], _KINDS[row["id"].split("-")[1][0]]) for row in rows if row
    )


def rule_text(kind: str, rule: str) -> str:
    """The words of one rule, or nothing."""
    return next((found.text for found in rules_of(kind) if found.id == rule), "")
