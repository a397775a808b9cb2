"""What was undone is gone: no page, stream, reply, replay or export tells what it had said.

Two tables are told the same but for one secret, which is then taken back: whoever reads on, in
whatever role, must not find one byte that tells the two apart.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest

from companion import codec
from companion.games.split.facts import Removed, Setup, Variant
from companion.referee import Bar
from companion.referee.secrecy import called, is_secret
from companion.words import Hardware, Seat, Text
from tests.games.shelf import RULES, most
from tests.referee.hall import REFEREE, hall
from tests.web.twins import (
    PLAYERS,
    Twin,
    Word,
    differences,
    is_taken,
    pair_of,
    same_chance,
    secret_kinds,
    words_of,
)

STEPS_MOST = 90  # told before a secret; longer games say no more
TRIES = 12  # games that are begun to come to one
SHORT = 30  # told before it, and no shorter one is looked for
OFFERED_MOST = 12  # questions in which it might be told, without two readings of it
SETUPS = {
    kind: codec.decode(game.Setup, {"seats": PLAYERS.get(kind, 3), **most(kind)})
    for kind, game in RULES.items()
}
SECRETS = [
    (name, kind)
    for name, game in RULES.items()
    for kind in secret_kinds(game, codec.kinds(codec.fact_of(game.judge)))
    if kind not in get_args(Hardware)  # what was felt stays
]
NAMES = tuple(dict.fromkeys(name for name, _ in SECRETS))

TakeBack = Callable[[Twin, Twin, int], None]


@dataclass(frozen=True)
class Way:
    """How a game comes to a secret: what is told before, and the secret's two readings."""

    before: tuple[Word, ...]
    pair: tuple[Word, Word]


def way_to(game: ModuleType, setup: Any, kind: type, rng: Random) -> Way | None:
    """A game by chance in which a fact of this kind may be told, the shortest of a few."""
    best: Way | None = None
    for _ in range(TRIES):
        way = _a_way(game, setup, kind, rng, len(best.before) if best else STEPS_MOST)
        best = way or best
        if best and len(best.before) < SHORT:
            break
    return best


def _a_way(game: ModuleType, setup: Any, kind: type, rng: Random, most: int) -> Way | None:
    state, told, offered = game.start(setup), [], 0
    for _ in range(most):
        pair = pair_of(game, state, kind, rng)
        if pair is not None:
            return Way(tuple(told), pair)
        offered += any(type(c.fact) is kind for ask in game.asks(state) for c in ask.choices)
        if offered > OFFERED_MOST:
            return None  # what it says is settled before it is asked
        asks = game.asks(state)
        words = words_of(asks, rng)
        rng.shuffle(words)
        if rng.random() < 0.8:
            words.sort(key=lambda word: not asks[word.place].must)
        word = next((word for word in words if is_taken(game, state, word)), None)
        if word is None:
            return None
        told.append(word)
        state = game.judge(state, word.fact).state
    return None


def follow(one: Twin, other: Twin, game: ModuleType, rng: Random, most: int) -> None:
    """Tell on, what both tables take."""
    for n in range(most):
        here, there = (twin.table.referee.picture for twin in (one, other))
        words = words_of(tuple(open_.ask for open_ in here.open), rng)
        rng.shuffle(words)
        ids = [[open_.id for open_ in picture.open] for picture in (here, there)]
        same = [w for w in words if ids[0][w.place : w.place + 1] == ids[1][w.place : w.place + 1]]
        taken = (
            w for w in same if is_taken(game, here.state, w) and is_taken(game, there.state, w)
        )
        word = next(taken, None)
        if word is None:
            return
        kinds = {twin.tell(word, f"after-{n}").kind for twin in (one, other)}
        if len(kinds) > 1:
            pytest.skip("the two secrets lead to different questions")


def undone(one: Twin, other: Twin, seq: int) -> None:
    """Take back everything down to that row."""
    for twin in (one, other):
        for _ in range(9):
            line = twin.table.referee.picture.undo
            assert line is not None
            assert twin.table.undo().kind == "counts"
            if line.seq == seq:
                break


def taken_out(one: Twin, other: Twin, seq: int) -> None:
    """Say that it never was."""
    for twin in (one, other):
        referee = twin.table.referee
        done = referee.amend("amended", seq, (), referee.picture.seq, REFEREE)
        assert done.kind == "counts", done


def made_to_fall(one: Twin, other: Twin, seq: int) -> None:
    """Say of something earlier that it never was, so that it cannot have been."""
    for of in reversed([row.seq for row in one.table.rows() if row.seq < seq]):
        falls = [twin.table.referee.what_if(of, ()).falls for twin in (one, other)]
        if all(seq in [fallen.was.row.seq for fallen in these] for these in falls):
            for twin in (one, other):
                twin.looked_at.add(of)  # what if it had been told after all?
            return taken_out(one, other, of)
    pytest.skip("nothing earlier is needed for it")


TAKING_BACK = (undone, taken_out, made_to_fall)
IN_TURN = tuple(zip(NAMES, cycle(TAKING_BACK), strict=False))


@pytest.mark.parametrize(("name", "take_back"), IN_TURN)
def test_nobody_can_tell_what_an_undone_fact_had_said(
    name: str,
    take_back: TakeBack,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    rng = Random(f"{name} {take_back.__name__}")
    kinds = [kind for game, kind in SECRETS if game == name]
    rng.shuffle(kinds)
    way = next(filter(None, (way_to(RULES[name], SETUPS[name], kind, rng) for kind in kinds)))
    hold_gone(name, way, take_back, rng, tmp_path, monkeypatch)
    assert not caplog.text, "nothing of it is logged"


@pytest.mark.parametrize("name", NAMES)
def test_a_secret_that_was_taken_back_is_told_anew(name: str, tmp_path: Path) -> None:
    rng = Random(name)
    kinds = [kind for game, kind in SECRETS if game == name]
    way = next(filter(None, (way_to(RULES[name], SETUPS[name], kind, rng) for kind in kinds)))
    with hall(tmp_path) as table:
        twin = Twin(table, name)
        for n, word in enumerate(way.before):
            assert twin.tell(word, f"before-{n}").kind == "counts"
        seq = twin.tell(way.pair[0], "secret").seq
        assert table.undo().kind == "counts"
        assert table.referee.picture.redo is None
        named = called(way.pair[0].fact).template
        phone = twin.phones["referee"]
        told_anew = f"You took this back: {named}. It held a secret, so tell it anew."
        assert phone.get("/api/state").get_json()["took_back"] == told_anew
        assert "tell it anew" not in twin.phones["seat"].get("/api/state").get_data(as_text=True)
        written = table.rows()
        said = table.referee.redo("again", seq, REFEREE)
        assert (said.kind, said.bar, table.rows()) == ("refused", Bar.NOT_SO, written)
        assert said.text is not None and "anew" in said.text.template
        assert twin.tell(way.pair[0], "anew").kind == "counts"
        assert phone.get("/api/state").get_json()["took_back"] == ""


def test_a_chip_hides_nothing_where_chips_alone_are_counted(tmp_path: Path) -> None:
    with hall(tmp_path) as table:
        table.begin(2, kind="split", variant="light")
        table.counts("deal", "start")
        table.counts("board", "lies", space=40, seat=0)
        table.counts("turn", "perfect")
        table.counts("remove", "remove", space=40)
        assert table.undo().kind == "counts"
        redo = table.referee.picture.redo
        assert redo is not None and redo.text == Text("a chip that was taken off")
        assert table.redo().kind == "counts"


@pytest.mark.parametrize("way", Variant)
def test_what_a_chip_hid_is_a_secret_where_cards_are_followed(way: Variant) -> None:
    fact = Removed(Seat(1), 40)
    assert is_secret(fact) and is_secret(fact, Setup(2, way)) == (way is Variant.REFEREED)


@pytest.mark.soak
@pytest.mark.parametrize("take_back", TAKING_BACK)
@pytest.mark.parametrize(("name", "kind"), SECRETS)
def test_no_secret_of_any_kind_can_be_told(
    name: str,
    kind: type,
    take_back: TakeBack,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    rng = Random(f"{name} {kind.__name__} {take_back.__name__}")
    way = way_to(RULES[name], SETUPS[name], kind, rng)
    if way is None:
        pytest.skip("no game by chance came to it")
    hold_gone(name, way, take_back, rng, tmp_path, monkeypatch)
    assert not caplog.text, "nothing of it is logged"


def hold_gone(
    name: str, way: Way, take_back: TakeBack, rng: Random, folder: Path, patch: pytest.MonkeyPatch
) -> None:
    """Hold that what was taken back is gone, and stays so after a restart."""
    with twins(name, folder, patch) as (one, other):
        hold_alike(one, other, way, take_back, rng)
        for twin in (one, other):
            same_chance(patch)
            twin.restart()
        assert not differences(one, other, in_short=True)


@contextmanager
def twins(name: str, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[tuple[Twin, Twin]]:
    """Two tables that nothing tells apart."""
    with ExitStack() as tables:
        opened = []
        for side in ("one", "other"):
            same_chance(patch)
            (folder / side).mkdir()
            opened.append(Twin(tables.enter_context(hall(folder / side)), name))
        yield opened[0], opened[1]


def hold_alike(one: Twin, other: Twin, way: Way, take_back: TakeBack, rng: Random) -> None:
    """Tell one secret here and another one there; when it is taken back nothing shows which."""
    game = one.table.referee.picture.module
    for n, word in enumerate(way.before):
        assert {twin.tell(word, f"before-{n}").kind for twin in (one, other)} == {"counts"}
    ask = one.table.referee.picture.open[way.pair[0].place].id
    seq = one.tell(way.pair[0], "secret").seq
    assert other.tell(way.pair[1], "secret").seq == seq
    for twin in (one, other):
        for nonce, word in zip(("late", "later"), way.pair, strict=True):
            twin.tell_late(nonce, ask, word)
        twin.words[seq] = way.pair[0]
    follow(one, other, game, rng, rng.randrange(3))
    take_back(one, other, seq)
    assert not differences(one, other)
    for twin in (one, other):
        twin.table.wait(6000)
    follow(one, other, game, rng, 2)
    assert not differences(one, other, in_short=True)
