"""Two tables at which all is told alike but for one secret: all that both show later is the same.

In process: the real journal, referee and pages, with time that stands still and no thread.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion import cli
from companion.access import Access
from companion.referee import Reply
from companion.referee.answers import filled
from companion.referee.replay import exported
from companion.referee.secrecy import marks
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.wire import LIVE_PAGES
from companion.words import Ask, Choice, Refused, Seat, Secret, Slot
from tests.games.shelf import most
from tests.referee.hall import REFEREE, Hall

GUESTS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
PLAYERS = {"split": 2, "animal_splash": 2, "party_splash": 4}
ELSEWHERE = ("/static/", "/api/events", "/api/openapi.json", "/calibrate", "/api/calibrate")
QUESTIONS_MOST = 5  # as many invitations go round at once
NEAR = 4  # rows of the journal, from its end: the secret is among them
TRIES = 24  # ways of picking that are tried for two that differ in a secret alone


@dataclass(frozen=True)
class Word:
    """An answer: which of the open questions it is for, its key, the picks, and the fact."""

    place: int
    key: str
    picks: dict[str, Any]
    fact: Any


class Twin:
    """One of the two tables, with its pages and a phone of every sort."""

    def __init__(self, table: Hall, kind: str) -> None:
        self.table = table
        people = list(GUESTS[: PLAYERS.get(kind, 3)])
        begun = table.referee.begin_game(kind, people, most(kind))
        assert begun.kind == "counts", begun
        self.words: dict[int, Word] = {}  # by row
        self.looked_at: set[int] = set()  # rows whose pages are read as well
        self.late: list[tuple[str, str, Word]] = []  # taps on what is settled: nonce, question
        self._open()

    def _open(self) -> None:
        hours = count(1000)
        journal, folder = self.table.journal, self.table.folder
        access = Access(journal, folder, lambda: float(next(hours)), lambda: 1_700_000)
        where = Address(8080, "table", find_ip=lambda: "127.0.0.1")
        self.app = create_app(AppParts(referee=self.table.referee, access=access, address=where))
        self.phones = {
            "nobody": self.app.test_client(),
            "seat": _let_in(self.app, access.sessions.invite(Seat(0))),
            "referee": _let_in(self.app, access.sessions.referee_key()),
        }

    def restart(self) -> None:
        """End the companion, and start it again on the same journal."""
        self.table.restart()
        self._open()

    def tell(self, word: Word, nonce: str) -> Reply:
        """Answer an open question."""
        reply = self.again(nonce, self.table.referee.picture.open[word.place].id, word)
        self.words[reply.seq] = word
        return reply

    def tell_late(self, nonce: str, ask: str, word: Word) -> None:
        """A quick thumb that came too late; it will try again and again."""
        self.late.append((nonce, ask, word))
        self.again(nonce, ask, word)

    def again(self, nonce: str, ask: str, word: Word) -> Reply:
        """A tap on a question that may be settled long ago."""
        return self.table.referee.answer(nonce, ask, word.key, word.picks, REFEREE)

    def shows(self, in_short: bool = False) -> dict[str, str]:
        """All that anybody can read at this table, by who reads what; `in_short` once a view."""
        found = dict(self._pages(in_short))
        found |= dict(self._streams())
        found |= dict(self._commands())
        for n, (nonce, ask, word) in enumerate(self.late):
            for fresh in (nonce, f"{nonce}-{len(found)}-late"):
                told = {"tell": fresh, "ask": ask, "key": word.key, "picks": word.picks}
                found[f"late {n} {fresh == nonce}"] = self._post("/api/answer", told)
        return found

    # --- inside -------------------------------------------------------------------------------

    def _pages(self, in_short: bool) -> Iterator[tuple[str, str]]:
        rules = [rule for rule in self.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        for rule in rules:
            if not rule.rule.startswith(ELSEWHERE):
                paths = list(self._paths(rule))
                for path in paths[-1:] if in_short else paths:
                    for who, phone in self.phones.items():
                        with phone.get(path) as answer:
                            yield (
                                f"{who} {path}",
                                f"{answer.status} {answer.get_data(as_text=True)}",
                            )
        for seq in self._told():
            for n, answers in enumerate(self._instead(seq)):
                would = self._post("/api/what_if", {"of": seq, "answers": answers})
                yield f"what_if {seq} {n}", would

    def _instead(self, seq: int) -> Iterator[list[dict[str, Any]]]:
        """What may be asked of a row: had it not been told, and had it been told as it was."""
        yield []
        if seq in self.looked_at:
            word = self.words[seq]
            for question in range(QUESTIONS_MOST):
                yield [{"question": question, "key": word.key, "picks": word.picks}]

    def _paths(self, rule: Rule) -> Iterator[str]:
        """The addresses of a view: every row, and every moment of the game at hand."""
        if rule.rule == "/api/fragment":
            yield from (f"/api/fragment?page={page}" for page in LIVE_PAGES)
        elif "seq" in rule.arguments:
            for seq in self._told():
                yield from (_filled(rule, seq), f"{_filled(rule, seq)}?a=[]")
        else:
            path = _filled(rule, 1)
            yield path
            if "replay" in path:
                last = len(self.table.rows())
                yield from (f"{path}?at={at}" for at in range(max(0, last - NEAR), last + 1))
                yield from (f"{path}?without={seq}&at=999" for seq in self._told())

    def _told(self) -> list[int]:
        """The rows whose pages are read: where the secret was told, and the first."""
        told = [row.seq for row in self.table.rows()]
        return sorted({*told[:1], *told[-NEAR:], *self.looked_at})

    def _streams(self) -> Iterator[tuple[str, str]]:
        for who in self.phones:
            for page in LIVE_PAGES:
                yield self._stream(who, page)

    def _stream(self, who: str, page: str) -> tuple[str, str]:
        """A live page to its first whole picture."""
        answer = self.phones[who].get(f"/api/events?page={page}", buffered=False)
        said = []
        for piece in answer.response:
            said.append(piece if isinstance(piece, str) else piece.decode())
            if answer.status_code != 200 or "event: state" in said[-1]:
                break
        answer.close()
        return f"{who} stream {page}", "".join(said)

    def _commands(self) -> Iterator[tuple[str, str]]:
        journal = self.table.journal
        game = journal.game(1)
        assert game is not None
        yield "exported", "\n".join(exported(journal, game))
        state = ["--state", str(self.table.folder)]
        for words in (["export", "1"], ["replay", "1"], ["replay", "1", "--json"]):
            ran = CliRunner().invoke(cli.main, [*words, *state])
            yield " ".join(words), f"{ran.exit_code} {ran.output} {ran.exception!r}"

    def _post(self, path: str, told: dict[str, Any]) -> str:
        origin = {"Origin": "http://localhost"}
        answer = self.phones["referee"].post(path, json=told, headers=origin)
        return f"{answer.status} {answer.get_data(as_text=True)}"


def same_chance(patch: pytest.MonkeyPatch) -> None:
    """Let the same secrets be drawn at every table that is opened from now on."""
    drawn = count()
    chance = SimpleNamespace(
        token_urlsafe=lambda n: f"secret-{next(drawn):022}",
        token_hex=lambda n: f"{next(drawn):08x}",
        choice=lambda some: some[0],
    )
    for module in ("secret", "sessions", "joining"):
        patch.setattr(f"companion.access.{module}.secrets", chance)


def words_of(asks: tuple[Ask, ...], rng: Random) -> list[Word]:
    """A random answer to every question, one of each choice."""
    return [
        _word(place, choice, rng)
        for place, ask in enumerate(asks)
        if ask.topic != "crayon"
        for choice in ask.choices
    ]


def is_taken(game: ModuleType, state: Any, word: Word) -> bool:
    """Whether the rules take it."""
    try:
        game.judge(state, word.fact)
    except Refused:
        return False
    return True


def pair_of(game: ModuleType, state: Any, kind: type, rng: Random) -> tuple[Word, Word] | None:
    """Two answers to the same question that differ in what a fact of this kind keeps secret."""
    found: dict[Any, Word] = {}
    asks = game.asks(state)
    if all(type(choice.fact) is not kind for ask in asks for choice in ask.choices):
        return None
    open_ = [name for name, mark in marks(kind).items() if not isinstance(mark, Secret)]
    for _ in range(TRIES):
        for word in words_of(asks, rng):
            if type(word.fact) is kind and is_taken(game, state, word):
                alike = (word.place, *(getattr(word.fact, name) for name in open_))
                other = found.setdefault(alike, word)
                if other.fact != word.fact:
                    return other, word
    return None


def _word(place: int, choice: Choice, rng: Random) -> Word:
    picks: dict[str, Any] = {}
    for slot in choice.slots:
        taken = picks.get(slot.other_than)
        picks[slot.field] = _pick(slot, rng, taken)
    try:
        fact = filled(choice, picks, REFEREE)
    except Refused:
        fact = choice.fact  # two that may not be the same: not told
    return Word(place, choice.key, picks, fact)


def _pick(slot: Slot, rng: Random, taken: Any) -> Any:
    options = [option for option in slot.options if option != taken]
    number = rng.randint(min(slot.least, len(options)), min(slot.most, len(options)))
    picked = rng.sample(options, number)
    return picked if slot.many else (picked[0] if picked else None)


def _let_in(app: Flask, secret: str) -> FlaskClient:
    phone = app.test_client()
    headers = {"Origin": "http://localhost"}
    assert phone.post("/api/redeem", json={"t": secret}, headers=headers).status_code == 200
    return phone


def _filled(rule: Rule, number: int) -> str:
    parts = (f"{number}" if data else part for data, part in rule._trace)
    return "".join(parts).lstrip("|")


def differences(one: Twin, other: Twin, in_short: bool = False) -> list[str]:
    """What tells the two tables apart, for a person to read."""
    left, right = one.shows(in_short), other.shows(in_short)
    assert left.keys() == right.keys(), left.keys() ^ right.keys()
    return [_first(name, left[name], right[name]) for name in left if left[name] != right[name]]


def _first(name: str, left: str, right: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
    near = slice(max(0, at - 60), at + 60)
    return f"{name}: …{left[near]}… and …{right[near]}…"


def secret_kinds(game: ModuleType, kinds: tuple[type, ...]) -> list[type]:
    """The kinds of facts that keep something secret."""
    return [k for k in kinds if any(isinstance(mark, Secret) for mark in marks(k).values())]
