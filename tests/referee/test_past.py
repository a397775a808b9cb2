"""The past: what is kept of a game is what its fold says, whatever was taken back or restored."""

import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from companion import codec
from companion.games import GAMES
from companion.journal import GameRow, Journal
from companion.referee import past as module
from companion.referee.past import (
    FILE,
    UNTOLD,
    Past,
    Summary,
    named,
    seats_in,
    summary_of_fold,
)
from companion.referee.past_file import PastFile
from companion.referee.replay import fold_game, replayed_game
from companion.say import DOLPHINS, Names, say
from companion.words import Seat, Seats, Text
from tests.robots.hearsay import PEOPLE, Evening, Manners, Room
from tests.robots.stories import STORIES

pytestmark = pytest.mark.usefixtures("closed_pasts")

HASTY = Manners(repairs=0.8, undoes=0.2, redoes=0.5, mishears=0.1)
SHARE_MOST = 0.05  # of the journal


class Watched(Evening):
    """An evening at which somebody looks at the past now and then."""

    def _step(self) -> None:
        super()._step()
        if self.rng.random() < 0.02:
            hold(self.room.referee.past, self.room.journal)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one game of each kind that was told, misheard, undone and put right."""
    room = Room(tmp_path_factory.mktemp("played"))
    for kind, story in STORIES.items():
        Watched(room, story(4), Random(len(kind)), HASTY).play()
        hold(room.referee.past, room.journal)
    room.referee.past.close()
    room.close()
    return room.journal.path.parent


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Iterator[Journal]:
    """That journal, with what is kept of it."""
    shutil.copytree(played, tmp_path / "copy")
    journal = Journal(tmp_path / "copy" / "journal.sqlite", "boot")
    yield journal
    journal.close()


@dataclass
class Counted:
    """How often games are folded."""

    times: int = 0

    def __call__(self, *told: Any, **more: Any) -> Any:
        self.times += 1
        return fold_game(*told, **more)


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    monkeypatch.setattr(module, "fold_game", counted)
    return counted


def anew(journal: Journal, game: GameRow) -> Summary:
    """What its fold says; the same rows are folded once for all who ask."""
    told = (game, *journal.rows(game.game))
    if told not in folded:
        folded[told] = summary_of_fold(fold_game(journal, game))
    return folded[told]


folded: dict[tuple[object, ...], Summary] = {}


def hold(past: Past, journal: Journal) -> None:
    """Kept is as folded anew."""
    games = journal.games()
    assert past.summaries(games) == tuple(anew(journal, game) for game in games)


def kept_file(journal: Journal) -> Path:
    return journal.path.with_name(FILE)


def test_what_is_kept_is_not_folded_again(journal: Journal, folds: Counted) -> None:
    hold(Past(journal), journal)
    assert folds.times == 0, "it was kept over the restart"


def test_it_is_what_the_game_itself_says(journal: Journal) -> None:
    names = Names({Seat(n): name for n, name in enumerate(PEOPLE)})
    for game in journal.games():
        fold = fold_game(journal, game)
        view = fold.module.view(fold.state)
        summary = Past(journal).summary(game)
        assert summary.told and summary.over == view.over
        for placed, said in zip(summary.placing, view.placing, strict=True):
            assert (placed.seat, placed.place) == (said.seat, said.place)
            texts = [named(text, names) for text in placed.decided]
            assert texts == [say(text, names) for text in said.decided]
        for seat in view.winners if not view.team else ():
            assert names.seat(seat) in named(summary.won, names)


def test_who_came_in_first_has_won_one_of_one_and_nobody_else_any(journal: Journal) -> None:
    games = 0
    for game in journal.games():
        summary = Past(journal).summary(game)
        won = {one.seat: (one.k, one.n) for one in summary.figures if one.said == "Games won"}
        firsts = {one.seat: (int(one.place == 1), 1) for one in summary.placing}
        assert won == {seat: firsts[seat] for seat in won}
        games += 0 < sum(k for k, _ in won.values()) < len(won)
    assert games


def test_who_is_named_in_what_is_kept_is_found_in_it() -> None:
    names = Names({Seat(1): "Ana", Seat(5): "Ben"})
    said = say(Text("{a} soaked {b}.", a=Seats((Seat(1),)), b=Seats((Seat(5),))), module._SEATS)
    assert "Ana" not in said and seats_in(said) == {1, 5} and seats_in("1 of 5") == set()
    assert named(said, names) == "Ana soaked Ben."


@pytest.mark.parametrize(
    ("of", "found"), [(((0,), (1,), (2,)), ()), (((0,), (1, 2)), ((0,), (1, 2)))]
)
def test_sides_are_kept_where_any_is_of_several(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, of: Any, found: Any
) -> None:
    game = next(game for game in journal.games() if game.kind == "dolphin_splash")
    fold, race = fold_game(journal, game), GAMES[game.kind].race
    assert race is not None
    monkeypatch.setitem(vars(fold.module), "race", lambda states: replace(race(states), sides=of))
    kept = summary_of_fold(fold)
    assert kept.over and kept.sides == found and kept.course is not None
    assert kept.course.sides == of


def test_what_was_worth_telling_is_kept_of_games_that_are_over(journal: Journal) -> None:
    kept = [Past(journal).summary(game) for game in journal.games()]
    assert any(summary.highlights for summary in kept)
    assert not any(summary.highlights for summary in kept if not summary.over)


def test_what_was_taken_back_is_not_worth_telling(journal: Journal) -> None:
    """As of a game in which nothing was ever told but what stands."""
    for game in journal.games():
        replayed = replayed_game(journal, game, DOLPHINS)
        tells, setup = replayed.module.highlights, fold_game(journal, game).setup
        states = [replayed.module.start(setup)]
        for step in replayed.steps:
            if step.refused is None:
                states.append(replayed.module.judge(states[-1], step.fact).state)
        assert tells is not None
        found = tells(states[1:]) if Past(journal).summary(game).over else ()
        kept = Past(journal).summary(game).highlights
        assert [(one.feat, one.value) for one in found] == [(o.feat, o.value) for o in kept]


def test_no_name_is_kept_and_little_else(journal: Journal) -> None:
    kept = PastFile(kept_file(journal), module.program)
    texts = [text for _, _, text in kept.texts([game.game for game in journal.games()])]
    kept.close()
    assert len(texts) == len(STORIES)
    assert not any(name in text for name in PEOPLE for text in texts)
    assert kept_file(journal).stat().st_mode & 0o777 == 0o600
    packed = sum(len(zlib.compress(text.encode())) for text in texts)
    assert packed < SHARE_MOST * journal.path.stat().st_size


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"kind":"_file"}', "\x00" * 80, "\xff"])
def test_it_may_be_lost_or_torn(journal: Journal, folds: Counted, text: str | None) -> None:
    if text is None:
        kept_file(journal).unlink()
    else:
        kept_file(journal).write_text(text, encoding="latin-1")
    past = Past(journal)
    hold(past, journal)
    assert folds.times == len(STORIES)
    hold(Past(journal), journal)
    assert folds.times == len(STORIES), "kept again"


def test_anotherprogram_folds_anew(
    journal: Journal, folds: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "program", lambda: "another")
    hold(Past(journal), journal)
    assert folds.times == len(STORIES)


def test_a_row_more_throws_one_away(journal: Journal, folds: Counted) -> None:
    past, games = Past(journal), journal.games()
    past.summaries(games)
    rows = tuple(journal.rows(games[0].game))
    told = next(row for row in reversed(rows) if row.by.startswith(("seat", "referee")))
    journal.append(games[0].game, [replace(told, nonce=None)], 1)
    hold(past, journal)
    assert folds.times == 1


def test_another_journal_of_the_same_numbers_is_another_past(
    journal: Journal, folds: Counted, tmp_path: Path
) -> None:
    """As after a restore: the file beside it is of the journal that was there before."""
    room = Room(tmp_path)
    Evening(room, STORIES["split"](9), Random(9), Manners()).play()
    shutil.copy(kept_file(journal), tmp_path)
    hold(Past(room.journal), room.journal)
    assert folds.times == 1
    room.close()


def test_a_game_that_cannot_be_told_is_tried_once(
    journal: Journal, folds: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("a game of a family's own")

    kept_file(journal).unlink()
    monkeypatch.setattr(module, "summary_of", broken)
    past = Past(journal)
    assert set(past.summaries(journal.games())) == {UNTOLD}
    assert set(past.summaries(journal.games())) == {UNTOLD}
    assert folds.times == len(STORIES)


def test_who_moves_through_a_game_folds_it_once(journal: Journal, folds: Counted) -> None:
    past, (first, second, third, *_) = Past(journal), journal.games()
    assert past.told(first) is past.told(first)
    past.told(second)
    assert folds.times == 2
    past.told(third)
    past.told(first)
    assert folds.times == 4, "two are kept"


def test_nothing_is_folded_beside_a_judgement(journal: Journal, folds: Counted) -> None:
    kept_file(journal).unlink()
    over = Event()
    past = Past(journal, lambda: not over.is_set())
    past.start()
    games = journal.games()
    assert None in past.summaries(games)
    assert folds.times == 0
    over.set()
    while None in past.summaries(games):
        pass
    hold(past, journal)
    past.close()


class Waits:
    """An event that never comes; whoever waits for it says how long."""

    def __init__(self) -> None:
        self.told = list[float]()

    def wait(self, s: float) -> bool:
        self.told.append(s)
        return False


def test_who_folds_rests_four_times_as_long_and_looks_less_and_less(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = [True] * 7
    past, stop = Past(journal, lambda: bool(judged and judged.pop())), Waits()
    with monkeypatch.context() as patched:
        patched.setattr(past, "_stop", stop)
        past._rest(0.003)
    assert stop.told == pytest.approx([0.012, 0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0])


def test_a_page_waits_a_quarter_of_a_second_for_what_is_folded_and_no_longer(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_file(journal).unlink()
    past, waited = Past(journal, lambda: True), list[tuple[float, bool]]()

    def wait_for(is_known: Callable[[], bool], s: float) -> None:
        waited.append((s, is_known()))

    past.start()
    monkeypatch.setattr(past._news, "wait_for", wait_for)
    assert set(past.summaries(journal.games())) == {None}
    past.close()
    assert waited == [(0.25, False)]


def test_it_ends_at_once(journal: Journal) -> None:
    kept_file(journal).unlink()
    past = Past(journal, lambda: True)
    past.start()
    assert past._thread is not None and past._thread.daemon, "nobody's end waits for it"
    past.summaries(journal.games())
    past.close()
    past.close()


@pytest.mark.parametrize("seed", range(12))
def test_a_spoiled_byte_is_never_believed(journal: Journal, seed: int) -> None:
    """Wherever it lies: what is kept is as folded anew, or is folded anew."""
    spoiled, rng = bytearray(kept_file(journal).read_bytes()), Random(seed)
    for _ in range(1 + seed * 40):
        spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
    kept_file(journal).write_bytes(spoiled)
    past = Past(journal)
    hold(past, journal)
    past.close()
    hold(Past(journal), journal)


def test_where_it_cannot_be_written_it_is_known_until_the_end(
    journal: Journal, folds: Counted
) -> None:
    kept_file(journal).unlink()
    kept_file(journal).mkdir()
    past = Past(journal)
    hold(past, journal)
    hold(past, journal)
    assert folds.times == len(STORIES)


def test_a_game_that_is_gone_is_kept_no_longer(journal: Journal) -> None:
    kept = PastFile(kept_file(journal), module.program)
    kept.keep(99, "mark", "{}")
    past = Past(journal)
    past.start()
    while 99 in kept.marks():
        past.summaries(journal.games())
    past.close()
    kept.close()


def test_all_games_are_counted_the_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many; what is looked at meanwhile comes before the rest."""
    monkeypatch.setattr(module, "PAST_MOST", 2)
    journal = Journal(tmp_path / "journal.sqlite", "boot")
    setup = codec.dumps(GAMES["animal_splash"].Setup(3))
    for _ in range(7):
        journal.begin_game("animal_splash", setup, [], 0)
    folded: list[int] = []

    def noted(journal: Journal, game: GameRow, **more: Any) -> Any:
        folded.append(game.game)
        return fold_game(journal, game, **more)

    monkeypatch.setattr(module, "fold_game", noted)
    past = Past(journal)
    past.start()
    newest, *_ = games = journal.games()
    past.summaries([newest])
    while None in past.summaries(games):
        pass
    past.close()
    journal.close()
    assert folded == [game.game for game in games], "each once"


@pytest.mark.parametrize("count", [30, 31])
def test_a_page_of_games_is_held_and_asks_for_no_more_marks_than_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Thirty games are a page: of more all marks are read at once. Twice as many are held."""
    journal = Journal(tmp_path / "journal.sqlite", "boot")
    setup = codec.dumps(GAMES["animal_splash"].Setup(3))
    for _ in range(61):
        journal.begin_game("animal_splash", setup, [], 0)
    past, games = Past(journal), journal.games()
    asked: list[list[int]] = []
    texts = past._kept.texts
    monkeypatch.setattr(past._kept, "texts", lambda rest: (asked.append([*rest]), texts(rest))[1])
    for game in games:
        past.summary(game)
    asked.clear()
    marks, one, every = journal.marks, [0], [0]

    def all_marks() -> dict[int, str]:
        every[0] += 1
        return marks()

    mark = journal.mark
    monkeypatch.setattr(journal, "marks", all_marks)
    monkeypatch.setattr(journal, "mark", lambda game: (one.append(game), mark(game))[1])
    known = past._known(games[1 : 1 + count])
    assert len(known) == count and asked == [[]], "the sixty that were asked for last are held"
    assert (len(one) - 1, every[0]) == ((30, 0) if count == 30 else (0, 1))
    past._known(games[:1])
    assert asked == [[], [games[0].game]], "and none before"
    past.close()
    journal.close()
