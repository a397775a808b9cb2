"""Each field of a picture, reckoned anew from rows, rules and time; and what a picture says."""

from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import codec
from companion.frozen import replace
from companion.games import GAMES
from companion.journal import GameRow, Op, Row
from companion.referee import picture as picture_module
from companion.referee.fold import tuple_of
from companion.referee.picture import (
    AccessState,
    Guest,
    Line,
    PadNow,
    Picture,
    entry_lines,
    noted,
    taken_back,
    teller_named,
    winner_of,
)
from companion.referee.rows import RULES_VERSION
from companion.referee.secrecy import called, happened, is_secret, refusal
from companion.referee.showing import (
    NO_TABLE,
    SITS_DOWN,
    at_table,
    deal_of,
    is_shown,
    pads_shown,
    sitting_down,
    table_of,
)
from companion.say import Names, say
from companion.words import Pad, Refused, Seat, Seats, Text
from tests.referee.hall import PEOPLE, REFEREE, Hall, hall, live, seat
from tests.robots.hearsay import Evening, Manners, Room
from tests.robots.stories import STORIES

FIRST, EVERY = 40, 20  # steps of an evening that are looked at: the first, and then each such
UNDO_OFFER_US = 5_000_000  # long enough for a thumb
HASTY = Manners(repairs=0.8, undoes=0.2, redoes=0.5, mishears=0.1)


class Reckoned(Evening):
    """An evening whose picture is reckoned anew at many steps, without the fold."""

    seen = steps = backs = 0

    def _step(self) -> None:
        super()._step()
        self.steps += 1
        if self.steps > FIRST and self.steps % EVERY:
            return
        now = self.room.referee.picture
        assert now.version > self.seen
        self.seen = now.version
        rows = list(self.room.journal.rows(now.game.game)) if now.game else []
        self._hold_game(now, rows)
        self._hold_words(now, rows)
        self._hold_lines()
        self.room.ns += self.rng.choice((0, UNDO_OFFER_US // 3, UNDO_OFFER_US)) * 1000
        self.room.referee.step()
        self._hold_words(self.room.referee.picture, rows)

    def _hold_game(self, now: Picture, rows: list[Row]) -> None:
        module = GAMES[self.story.kind]
        assert now.module is module and now.game is not None
        assert now.game.kind == self.story.kind and now.is_on is not now.view.over
        assert now.seq == (rows[-1].seq if rows else 0)
        assert now.table_us == self.room.now_us()
        assert now.setup == codec.loads(module.Setup, now.game.setup)
        assert now.view == module.view(now.state)
        assert [open_.ask for open_ in now.open] == list(module.asks(now.state))
        assert len({open_.id for open_ in now.open}) == len(now.open)
        people = list(self.room.people[: now.setup.seats])
        assert [now.names.seat(Seat(n)) for n in range(now.setup.seats)] == people
        assert now.asked.musts == tuple(one for one in now.open if one.ask.must) or now.view.memory
        assert (now.review, now.trouble, now.refused, now.by_start) == ("", (), None, False)
        assert (now.may_wait, now.may_take_back, now.record, now.saved) == (
            True,
            False,
            False,
            False,
        )
        assert now.again is now.view.over

    def _hold_words(self, now: Picture, rows: list[Row]) -> None:
        """What may be taken back, may stand again, and is news, by the rows alone."""
        standing, gone = _words(rows)
        newest = max(standing, key=lambda row: row.seq, default=None)
        fold = self.room.referee._judging.fold
        assert fold is not None
        dropped = {e.row.seq for e in fold.entries if e.refused is not None}
        if newest is not None and newest.seq in dropped:
            return  # newer rules let it fall, so an older one is the newest
        assert (now.undo is None) == (newest is None)
        if now.undo is not None and newest is not None:
            assert (now.undo.seq, now.undo.by) == (newest.seq, newest.by)
            until_us = newest.table_us + UNDO_OFFER_US
            assert now.undo_until_us == (until_us if until_us > now.table_us else 0)
        last = rows[-1] if rows else None
        back = last is not None and (
            last.op is Op.UNDO or (last.op is Op.AMEND and last.facts == "[]")
        )
        assert (now.back is not None) == back
        if back and now.back is not None and last is not None:
            self.backs += 1
            until_us = last.table_us + UNDO_OFFER_US
            assert now.back_until_us == (until_us if until_us > now.table_us else 0)
            line = now.back.line
            assert now.back.by == last.by and line.headline and not line.standing
            assert (line.rule, line.sign, line.told) == ("", "", True)
            word = next(row for row in rows if row.seq == last.of)
            fact = self._first_of(word)
            who = (
                Text("The referee")
                if last.by == "referee"
                else Text("{seat}", seat=_seats(last.by))
            )
            what = Text("what was put right") if word.op is Op.AMEND else called(fact)
            assert now.back.line.text == Text("{who} took this back: {what}.", who=who, what=what)
        elif not back:
            assert now.back_until_us == 0
        redo = gone[-1] if gone else None
        secret = redo is not None and any(map(is_secret, self._told_in(redo)))
        assert (now.anew is not None) == secret
        if redo is not None and not secret:
            assert now.redo is not None and now.redo.seq == redo.seq
            is_amend = redo.op is Op.AMEND
            what = Text("what was put right") if is_amend else called(self._first_of(redo))
            assert now.redo == replace(now.redo, text=what, rule="", sign="", headline=True)
            assert now.redo_by == next(
                r.by for r in reversed(rows) if r.op is Op.UNDO and r.of == redo.seq
            )
        else:
            assert now.redo is None and bool(now.redo_by) == secret

    def _hold_lines(self) -> None:
        """Each fact's own lines, as all that a screen may draw them by."""
        fold = self.room.referee._judging.fold
        assert fold is not None
        for entry in fold.entries[-8:]:
            lines, row = entry_lines(entry), entry.row
            if not happened(entry):
                (line,) = lines
                assert not line.headline and line.sign == "" and line.standing == entry.standing
                gone, why = taken_back(called(entry.fact)), refusal(entry)
                if entry.standing and why is not None:
                    gone = Text("No longer possible: {why}", why=why.text)
                assert line.text == gone and line.rule == (
                    why.rule if line.standing and why else ""
                )
                continue
            rulings = entry.rulings or ((noted(entry.fact),) if entry.by_person else ())
            assert lines == [
                Line(row.seq, row.wall_ms, row.by, one.text, one.rule, one.sign, True,
                     entry.by_person, 0, True)
                for one in rulings
            ]  # fmt: skip

    def _first_of(self, row: Row) -> Any:
        return next(iter(self._told_in(row)), None)

    def _told_in(self, row: Row) -> tuple[Any, ...]:
        form = codec.fact_of(GAMES[self.story.kind].judge)
        facts: tuple[Any, ...] = codec.loads(tuple_of(form), row.facts)
        return facts


def _seats(by: str) -> Seats:
    return Seats((Seat(int(by.removeprefix("seat:"))),))


def _words(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """People's words that stand, and those that were taken back and may stand again."""
    words = [
        row
        for row in rows
        if row.op in (Op.FACT, Op.AMEND) and ("seat" in row.by or row.by == "referee")
    ]
    gone: list[Row] = []
    for row in rows:
        if row.op is Op.UNDO:
            gone.append(next(word for word in words if word.seq == row.of))
        elif row.op is Op.REDO:
            gone = [word for word in gone if word.seq != row.of]
        elif row in words:
            gone.clear()
    taken = {row.of: row.op is Op.UNDO for row in rows if row.op in (Op.UNDO, Op.REDO)}
    return [word for word in words if not taken.get(word.seq)], gone


@pytest.mark.parametrize("kind", STORIES)
def test_every_field_is_what_rows_and_rules_say(kind: str, tmp_path: Path) -> None:
    room = Room(tmp_path)
    evening = Reckoned(room, STORIES[kind](4), Random(len(kind)), HASTY)
    try:
        evening.play()
        rows = list(room.journal.rows(room.journal.games()[0].game))
    finally:
        room.close()
    assert evening.backs > 1
    assert {row.rules for row in rows} == {RULES_VERSION}
    for row in rows:
        is_answer = row.op is Op.FACT and row.by not in ("gpio", "table")
        assert bool(row.ask) == bool(row.asked) == is_answer, row


# --- what it says -----------------------------------------------------------------------------


def a_game(table: Hall, **options: Any) -> Picture:
    live(table, **options)
    return table.referee.picture


def test_a_table_may_rest_where_no_game_of_its_own_is_on(tmp_path: Path) -> None:
    assert Picture().may_rest and Picture(by_start=True).may_rest
    with hall(tmp_path) as table:
        table.begin()
        fresh = table.referee.picture
        assert fresh.undo is None and not fresh.may_rest
        assert replace(fresh, by_start=True).may_rest
        told = a_game(table)
        assert told.undo is not None and not replace(told, by_start=True).may_rest


def test_seats_are_those_who_sit_there_play_or_come(table: Hall) -> None:
    picture = a_game(table)
    assert [picture.seats(Seat(n)) for n in range(5)] == [True] * 3 + [False] * 2
    assert not picture.seats(None)
    nobody = replace(picture, names=Names())
    assert [nobody.seats(Seat(n)) for n in range(4)] == [True] * 3 + [False]
    offer, _ = sitting_down(picture.open)
    joins = table.referee.answer("j", offer, SITS_DOWN, {"seat": 3}, REFEREE)
    assert joins.kind == "counts"
    assert table.referee.picture.view.joining == (3,)
    assert replace(table.referee.picture, names=Names()).seats(Seat(3))


@pytest.mark.parametrize(
    ("undo_us", "back_us", "next_", "by"),
    [(0, 0, (), None), (5, 0, (5,), 5), (0, 5, (5,), 5), (9, 5, (9, 5), 5), (5, 9, (5, 9), 5)],
)
def test_what_is_for_a_moment_is_over_when_the_first_of_it_is(
    undo_us: int, back_us: int, next_: tuple[int, ...], by: int | None
) -> None:
    picture = Picture(undo_until_us=undo_us, back_until_us=back_us)
    assert picture.changes_next() == next_
    for now_us in range(12):
        assert picture.changes_by(now_us) == (by is not None and now_us >= by)


def test_who_told_is_named() -> None:
    names = Names({Seat(0): "Ana", Seat(2): "Cy"})
    said = [say(teller_named(by), names) for by in ("seat:2", "referee", "buttons", "table", "")]
    assert said == ["Cy", "The referee", "The table", "Somebody", "Somebody"]


def test_whose_phones_are_in_is_told_by_person() -> None:
    guests = tuple(Guest(f"{n}", "seat", None, n, True, n) for n in range(2))
    assert AccessState(guests=guests).guests_here == (None, None)


# --- what is shown of pads --------------------------------------------------------------------

PADS = tuple(PadNow(Pad(n), state) for n, state in enumerate(("home", "touched", "lifted", "near")))


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("counting", [(), (Pad(0), Pad(1)), (Pad(2), Pad(3))])
def test_dark_pads_are_dark_and_a_silent_thief_is_not_betrayed(
    silent: bool, counting: tuple[Pad, ...]
) -> None:
    wish = replace(NO_TABLE, pads=counting, silent=silent)
    found = pads_shown(PADS, wish)
    for pad, shown in zip(PADS, found, strict=True):
        dark = bool(counting) and pad.pad not in counting
        hidden = silent and pad.state in ("touched", "lifted")
        wanted = "dark" if dark else "home" if hidden else pad.state
        assert shown == PadNow(pad.pad, wanted)
        assert is_shown(pad.pad, wish) == (not dark and not silent)


@pytest.mark.parametrize(("why", "state"), [("stuck", "suspect"), ("unplugged", "dark")])
def test_a_dark_pad_in_doubt_is_told_unless_its_dolphin_is_away(why: str, state: str) -> None:
    wish = replace(NO_TABLE, pads=(Pad(0),))
    assert pads_shown((PadNow(Pad(1), "suspect", why),), wish)[0].state == state
    assert pads_shown((PadNow(Pad(0), "suspect", why),), wish)[0].state == "suspect"


def test_the_table_is_silent_without_a_game_and_under_review(tmp_path: Path) -> None:
    assert table_of(None, False) == NO_TABLE
    with hall(tmp_path) as table:
        a_game(table)
        fold = table.referee._judging.fold
        assert fold is not None
        wish = fold.view.table
        assert wish is not None and wish.calling and table_of(fold, False) == wish
        assert table_of(fold, True) == replace(wish, calling=False)
        table.begin(kind="party_splash", players=4)
        assert table_of(table.referee._judging.fold, False) == NO_TABLE


def test_a_deal_is_named_by_game_and_round_and_whether_it_is_over(tmp_path: Path) -> None:
    assert deal_of(Picture()) == "0.0"
    with hall(tmp_path) as table:
        table.begin()
        game = table.referee.picture.game
        assert isinstance(game, GameRow)
        assert deal_of(table.referee.picture) == f"{game.game}.0+"
        table.counts("deal", "start")
        assert deal_of(table.referee.picture) == f"{game.game}.1"
        table.grab(0)
        assert deal_of(table.referee.picture) == f"{game.game}.1"
        table.counts("verdict", "no")
        table.counts("foul", "touched", touchers=[1])
        table.counts("reset", "start")
        table.counts("redeal", "redeal")
        assert deal_of(table.referee.picture) == f"{game.game}.2"
        table.grab(0)
        table.counts("verdict", "yes")
        table.counts("holders", "held", seats=[0, 1])
        assert "deal" in table.topics
        assert deal_of(table.referee.picture) == f"{game.game}.2+"
        while not table.referee.picture.view.over:
            table.counts("crayon", "correct", seat=0, points=2)
        assert "deal" not in table.topics
        assert deal_of(table.referee.picture) == f"{game.game}.2+"


def test_who_sits_down_finds_the_offer_and_the_free_seats(tmp_path: Path) -> None:
    assert sitting_down(()) == ("", ())
    with hall(tmp_path) as table:
        live(table)
        id_, free = sitting_down(table.referee.picture.open)
        offers = [one for one in table.referee.picture.open if one.id == id_]
        assert [choice.key for choice in offers[0].ask.choices] == [SITS_DOWN]
        assert free == (3,)


def test_who_has_won_is_a_team_or_all_winners(tmp_path: Path) -> None:
    names = Names({Seat(0): "Ana", Seat(1): "Ben"})
    with hall(tmp_path) as table:
        view: Any = a_game(table).view
    assert winner_of(view, names) == ""
    assert winner_of(replace(view, winners=(Seat(1),)), names) == "Ben"
    assert winner_of(replace(view, winners=(Seat(0), Seat(1))), names) == "Ana and Ben"
    assert REFEREE.referee and not seat(0).referee


NOTHING = ({}, (), "", 0, False, None)  # or data of which all is nothing
SAID = {  # of what is there before anybody said so, what is not nothing
    ("CallerState", "tempo"): "brisk",
    ("DoorNow", "choice"): "nods",
    ("DoorNow", "only_nods"): True,
    ("DoorNow", "taps"): 4,
    ("JoinRequest", "role"): "seat",
    ("Line", "headline"): True,
    ("Picture", "may_wait"): True,
}


def test_a_picture_of_which_nothing_was_said_says_nothing() -> None:
    """Whatever is not told of a table is not so: no screen shows what nobody knows."""
    given = 0
    kinds = (one for one in vars(picture_module).values() if isinstance(one, type))
    for kind in (one for one in kinds if one.__module__ == picture_module.__name__):
        for one in fields(kind) if is_dataclass(kind) else ():
            if one.default is not MISSING and not is_dataclass(one.default):
                wanted = SAID.get((kind.__name__, one.name))
                allowed = NOTHING if wanted is None else (wanted,)
                assert one.default in allowed, (kind, one.name)
                given += 1
    assert given > 40


def test_who_sits_beyond_the_seats_of_a_game_has_no_name_in_it(table: Hall) -> None:
    live(table)
    fold = table.referee._judging.fold
    for beyond in (3, 4, 7):
        names = Names({Seat(0): "Ana", Seat(beyond): "Eve"})
        assert [*at_table(names, fold).seats] == [0]


def test_who_came_late_has_a_name_while_that_stands(tmp_path: Path) -> None:
    names = Names(
        {Seat(n): name for n, name in enumerate(PEOPLE[:5])}, people={Seat(4): 9, Seat(1): 2}
    )
    assert at_table(names, None) == names
    with hall(tmp_path) as table:
        live(table)
        fold = table.referee._judging.fold
        assert fold is not None
        for seats in ([0, 1, 2], [0, 1, 2, 3], [0, 1, 2]):
            there = at_table(names, fold)
            assert [*there.seats] == seats and there.people == {Seat(1): 2}
            if len(seats) == 3:
                offer, _ = sitting_down(table.referee.picture.open)
                table.referee.answer(table.tap(), offer, SITS_DOWN, {"seat": 3}, REFEREE)
            else:
                table.undo()
        few = Names({Seat(0): "Ana", Seat(2): "Cy"})
        assert at_table(few, fold) is few


def test_what_does_not_count_says_why_and_what_was_taken_back_does_not(table: Hall) -> None:
    live(table)
    fold = table.referee._judging.fold
    assert fold is not None
    entry = replace(fold.entries[0], refused=Refused("D-C1", Text("So.")), rulings=())
    found = [entry_lines(replace(entry, standing=stands))[0] for stands in (True, False)]
    why = Text("No longer possible: {why}", why=Text("So."))
    assert [line.text for line in found] == [why, taken_back(Text("a deal"))]
    assert [(line.rule, line.standing) for line in found] == [("D-C1", True), ("", False)]
