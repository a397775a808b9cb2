"""Which tables the crawler looks at each day, and at what of them: a few screens of some, and what
was once cut, covered or below the screen.
"""

from functools import partial

from tests.moments.crawl import APART, PHONES, REST, TOLD, Part, Table

FEW, FEW_BETWEEN = 4, 2  # screens of each table in `make test`, and of sizes between
FEW_RETOLD = 2
# As many phones are, and small tablets.
BETWEEN = ((360, 640), (375, 667), (412, 915), (667, 375), (568, 320), (1024, 600))
SAMPLE = (
    Table(REST, 8, 9), Table("dolphin_splash", 6, 9), Table("dolphin_splash", 5, 20, PHONES),
    Table("dolphin_splash", 4, 9, APART), Table("twisted_fish", 4, 9),
    Table("twisted_fish", 4, 20, "scorecard"), Table("split", 6, 20),
    Table("animal_splash", 5, 9), Table("animal_splash", 4, 9, "own"),
    Table("party_splash", 8, 20),
)  # fmt: skip
# Told late, wrong and put right: one of each game, and fewer of its screens.
RETOLD = (
    Table("dolphin_splash", 6, 9, TOLD), Table("twisted_fish", 4, 9, TOLD),
    Table("split", 6, 9, TOLD), Table("animal_splash", 5, 9, TOLD),
    Table("party_splash", 4, 9, TOLD),
)  # fmt: skip
calm = partial(Part, state="")  # while all is well: nothing is stale, told or heard
READ = Part(60, sizes=())  # each name keeps its direction to itself, on more pages
FIGURES = Part(FEW, at=" figures")
# Of all others the soak has it. The pool's light reaches over what stands above it, on a phone
# that shows the wall. A wall of 16:10 has the smallest names in its photo finish. Three on one
# side of a low tablet have the least room for their letters; the largest table has small words.
MORE = {
    SAMPLE[0]: (
        Part(sizes=()),
        calm(sizes=((320, 568),), at="house"),
        calm(sizes=BETWEEN, at="good night after 0", page="/"),
        Part(sizes=((1280, 720),), at="good night after 12", page="/"),  # without a connection, too
        calm(sizes=((568, 320),), at="nobody yet", page="/new"),  # for whom each game is
    ),
    SAMPLE[1]: (
        READ,
        calm(sizes=((1680, 1050),), at="overtime scored finish deal full", page="/"),
        calm(sizes=((1024, 600), (3840, 2160)), at="reset reset full", page="/tabletop"),
    ),
    SAMPLE[3]: (
        calm(sizes=((1280, 720),), at="overtime holders finish holders 1 lie", page="/seat"),
    ),
    SAMPLE[-2]: (READ,),
    SAMPLE[-1]: (FIGURES,),
}

LARGE = (300, 649)  # a phone of 390 px whose letters are larger by a third
TWICE = (195, 422)  # and the same phone with letters of twice their size
SMALL_GRID = Table("animal_splash", 4, 9, seed=403)
LETTERS = (
    (Table("dolphin_splash", 6, 9), calm(sizes=[LARGE], at="waiting deal", page="/referee")),
    (Table("twisted_fish", 6, 9), calm(sizes=[LARGE], at="6 turn whopper,ask", page="/referee")),
    (Table("twisted_fish", 6, 9), calm(sizes=[LARGE], at="6 turn whopper,ask", page="/seat")),
    (Table("party_splash", 8, 9), calm(sizes=[LARGE], at="ball ball", page="/seat")),
    (Table(REST, 8, 9), calm(sizes=[TWICE], at="nobody yet", page="/new")),
    (Table(REST, 8, 9), calm(sizes=[TWICE], at="nobody yet", page="/join")),
    (Table(REST, 8, 9), calm(sizes=[TWICE], at="lobby", page="/me")),
    (Table("twisted_fish", 4, 9), calm(sizes=[TWICE], at="turn ask", page="/seat")),
    (Table("split", 3, 9, seed=101), calm(sizes=[TWICE], at="claim claim", page="/seat")),
    (Table("party_splash", 5, 9), calm(sizes=[TWICE], at="play turn", page="/seat")),
    (Table("party_splash", 5, 9), calm(sizes=[TWICE], at="waiting attendee", page="/seat")),
    (Table("party_splash", 5, 9), calm(sizes=[(844, 390)], at="a late joiner", page="/seat")),
    (  # a child's board on tablets that are nearly square
        Table("split", 2, 9, "packs", 7404, "pictures"),
        calm(sizes=[(1024, 768), (1366, 1024)], at="chip chip full", page="/seat"),
    ),
    (Table("party_splash", 6, 9, seed=405), calm(sizes=[TWICE], at="waiting deal", page="/seat")),
    *(
        (SMALL_GRID, calm(sizes=[TWICE], at=at, page="/seat", only=("broken", "box", "cut")))
        for at in ("act act", "move", "4 over")  # divers' spots and what they cost; who has won
    ),
    *(
        (Table("animal_splash", 5, 9), calm(sizes=[TWICE], at=at, page="/seat", only=("broken",)))
        for at in ("starting start", "act act", "vote vote")
    ),
)
# Pages that are read at leisure, in such letters; what a finger needs is larger then, too.
ROOM = ("over", "box", "rim", "stacked", "screen", "picture", "under", "name", "broken", "cut")
LEISURE = (
    (Table(REST, 8, 9), calm(sizes=[TWICE, LARGE], at="house", only=ROOM)),
    *(
        (table, calm(sizes=[TWICE, LARGE], at=at, only=ROOM))
        for table in (
            Table("dolphin_splash", 6, 9), Table("twisted_fish", 4, 9),
            Table("split", 3, 9, seed=101), Table("animal_splash", 5, 9),
            Table("party_splash", 5, 9),
        )
        for at in ("pages beside", " figures")
    ),
)  # fmt: skip
# Small phones on their sides, and the narrowest: what was once cut, covered or below the screen.
ASIDE, LOW = (568, 320), (667, 375)
LOW_ONES = (ASIDE, LOW, (844, 390), (960, 540), (1024, 600))
BROAD = Table("animal_splash", 3, 9, seed=34369, script="broad")
LONG = Table("animal_splash", 3, 20, script="latin")
LATIN_TWO = Table("split", 2, 20, "light", 52004, "latin")
LATIN_FIVE = Table("party_splash", 5, 9, seed=52003, script="latin")
PICTURES_SIX = Table("split", 6, 9, seed=52005, script="pictures")
PICTURES = Table("party_splash", 8, 9, script="pictures")
UNSPACED = Table("party_splash", 8, 20, script="unspaced")
UP_AND_DOWN = Table("party_splash", 8, 20, TOLD, 8)
PARTY_OF_EIGHT = Table("party_splash", 8, 20, seed=38)
BY_CARD = Table("twisted_fish", 6, 20, "scorecard", 32)
DRAWN_BACK = Table("twisted_fish", 5, 20, TOLD, 8)
CROWDED = (
    (Table("dolphin_splash", 6, 20, APART), calm(sizes=[ASIDE], at="contest", page="/seat")),
    (Table("dolphin_splash", 3, 9, APART), calm(sizes=[ASIDE], at="contest", page="/seat")),
    (Table("dolphin_splash", 3, 9, APART), calm(sizes=[ASIDE], at="holders 2 lie 1", page="/")),
    (Table("dolphin_splash", 4, 9, APART), calm(sizes=[(320, 568)], at="4 live", page="/tabletop")),
    (Table("dolphin_splash", 6, 9, script="latin"), calm(sizes=[ASIDE], at="pages beside")),
    (Table("dolphin_splash", 6, 9), calm(sizes=[ASIDE], at="waiting deal", page="/tabletop")),
    (Table("animal_splash", 5, 9, script="latin"), calm(sizes=[ASIDE], at="pages beside")),
    (BROAD, calm(sizes=[LOW], at="starting", page="/referee")),
    (LONG, calm(sizes=[(390, 844)], at="vote", page="/referee")),
    (PICTURES, calm(sizes=[(375, 667), (320, 568)], at="shot shot full", page="/seat")),
    (SAMPLE[-1], calm(sizes=[ASIDE], at="waiting attendee full", page="/referee")),
    (SAMPLE[-1], calm(sizes=[ASIDE], at="just undone", page="/referee")),
    (SAMPLE[-1], calm(sizes=[(1024, 600)], at="play turn full", page="/tabletop")),
    (UP_AND_DOWN, calm(sizes=[(320, 568)], at="up and down knock full", page="/referee")),
    (UP_AND_DOWN, calm(sizes=[(375, 667)], at="over knock full", page="/seat")),
    # names that are half as broad again among a child's answers; a long one in its question
    (
        Table("dolphin_splash", 5, 9, seed=21106, script="broad"),
        calm(sizes=[(320, 568), (390, 844), (1024, 768), ASIDE], at="pending bonus", page="/seat"),
    ),
    (
        Table("split", 2, 20, "light", 7693, "pictures"),
        calm(sizes=[(320, 568), (390, 844)], at="turn turn full", page="/seat"),
    ),
    (  # a robot holds the hand of one of five, and deals
        Table("dolphin_splash", 3, 3, PHONES),
        calm(sizes=[(1920, 1080)], at="waiting deal left", page="/"),
    ),
    (  # six names of pictures above what all must do, and yet the dolphins' own can be read
        Table("dolphin_splash", 6, 20, script="pictures"),
        calm(sizes=[(320, 568)], at="reset reset", page="/tabletop"),
    ),
    (  # a robot deals; who plays on has the dolphin beside the question
        Table("dolphin_splash", 3, 3, PHONES),
        calm(sizes=[(844, 390), (1920, 1080)], at="overtime waiting deal"),
    ),
    (
        Table("party_splash", 4, 20),
        calm(sizes=[(320, 568), (844, 390)], at="waiting attendee", page="/referee"),
    ),
    (  # six rows on a wall that has a photo finish of long names below them
        Table("dolphin_splash", 6, 20, script="pictures"),
        calm(sizes=[(1920, 1080)], at="scored finish deal full", page="/"),
    ),
    (PICTURES, calm(sizes=[(320, 568)], at="shot shot full", page="/referee")),
    (PICTURES, calm(sizes=[(844, 390)], at="play turn full", page="/referee")),
    (PICTURES, calm(sizes=[(375, 667)], at="8 over", page="/referee")),
    (Table("split", 2, 20, "packs"), calm(sizes=[(390, 844)], at="turn turned", page="/referee")),
    (Table("twisted_fish", 6, 9, seed=77), calm(sizes=[(1920, 1080)], at="leftovers", page="/")),
    (Table("animal_splash", 3, 20), calm(sizes=[(1280, 720)], at="trouble", page="/")),
    (RETOLD[1], calm(sizes=[(320, 568)], at="asked answer")),
    (RETOLD[4], calm(sizes=[(390, 844)], at="taken back", page="/seat", only=("rim",))),
    # what was taken back may be said again, below eight people
    (UP_AND_DOWN, calm(sizes=[ASIDE], at="taken back knock full", page="/referee")),
    (
        Table("party_splash", 8, 9, TOLD),
        calm(sizes=[(1280, 720)], at="play turn taken back", page="/referee"),
    ),
    (Table("split", 6, 20, "light"), calm(sizes=[(844, 390)], at="just undone", page="/referee")),
    (
        Table("dolphin_splash", 4, 3),
        Part(sizes=[(320, 568)], at="trouble", page="/tabletop", state="told"),
    ),
    (  # letters that go deep, above a line that rings
        Table("dolphin_splash", 4, 20, PHONES, 801, "world"),
        Part(sizes=[(320, 568)], at="scored finish deal", page="/tabletop", state="heard"),
    ),
    (  # three answers below four lines, while there is no connection
        Table("party_splash", 4, 20, TOLD),
        Part(sizes=[(320, 568)], at="bucket pending bucket knock", page="/seat", state="stale"),
    ),
    (  # three missions each; three in a party's circle, and a fourth who has left
        Table("animal_splash", 2, 20, TOLD),
        calm(sizes=[(390, 844)], at="move dive full", page="/referee"),
    ),
    (
        Table("party_splash", 4, 9, TOLD),
        calm(sizes=[(844, 390), (1920, 1080)], at="leaving balloon came back", page="/"),
    ),
    # eight long names: five towels where it is over, what is taken back, what is said above answers
    *(
        (Table("party_splash", 8, 20, TOLD), Part(sizes=sizes, at=at, page=page, state=state))
        for sizes, at, page, state in (
            ([(1280, 720)], "8 over knock", "/", ""),
            ([(390, 844)], "8 over knock", "/referee", ""),
            ([(1280, 720)], "pick pick taken back", "/referee", ""),
            ([(844, 390)], "waiting attendee knock misheard", "/seat", ""),
            ([(844, 390)], "waiting deal up and down knock", "/referee", ""),
            ([(320, 568)], "bucket bucket knock", "/seat", "stale"),
        )
    ),
    (DRAWN_BACK, Part(sizes=[LOW], at="taken back misheard", page="/referee", state="told")),
    (RETOLD[3], calm(sizes=[(1280, 720)], at="act act", page="/")),  # five rows of cards
    (RETOLD[0], calm(sizes=[*LOW_ONES, (320, 568)], at="live misheard")),  # what is not back yet
    (RETOLD[0], calm(sizes=[(390, 844)], at="reset reset")),
    (Table("split", 4, 9, seed=7), calm(sizes=[LOW], at="turned,turn", page="/seat")),
    # a small child's board: a chip to take and what tells it, where the screen is low
    *(
        (Table("split", 6, 20), calm(sizes=[ASIDE, (844, 390), (960, 540)], at=at, page="/seat"))
        for at in (" remove", " chip")
    ),
    (  # under a name of pictures, and as a card is turned up late
        Table("split", 3, 20, seed=304, script="pictures"),
        calm(sizes=[ASIDE, LOW], at="remove", page="/seat"),
    ),
    (
        Table("split", 4, 20, TOLD, 305, "broad"),
        calm(sizes=[ASIDE], at="turned,chip", page="/seat"),
    ),
    (
        Table("twisted_fish", 4, 20, seed=12),
        Part(sizes=[(1024, 600)], at="asked answer", page="/seat", state="stale"),
    ),
    (Table("twisted_fish", 6, 20, seed=33), calm(sizes=[(1024, 600)], at="fishing,ask", page="/")),
    *((BY_CARD, calm(sizes=[ASIDE, LOW], at=at, page="/referee")) for at in ("tally", "6 over")),
    (PARTY_OF_EIGHT, calm(sizes=[ASIDE, LOW, (844, 390)], at="8 over", page="/referee")),
    (  # in a small tablet's browser
        Table("twisted_fish", 6, 20, seed=202),
        Part(sizes=[(1024, 600), (960, 540)], at="asked answer", page="/seat", state="stale"),
    ),
    (
        Table("twisted_fish", 3, 20, TOLD, 5),
        Part(sizes=[ASIDE], at="asked answer misheard", page="/seat", state="stale"),
    ),
    (  # five long names on one button
        Table("dolphin_splash", 6, 20, TOLD, 12),
        calm(sizes=[ASIDE, (390, 844)], at="claimed knock full", page="/referee"),
    ),
    (  # two figures on a small spot
        Table("animal_splash", 4, 9, seed=7039, script="unspaced"),
        calm(sizes=[(390, 844), LOW], at="move dive", page="/seat"),
    ),
    (
        Table("dolphin_splash", 6, 20, TOLD, 4169, "arabic"),
        calm(sizes=[ASIDE], at="waiting deal", page="/tabletop"),
    ),
    (
        Table("dolphin_splash", 6, 20),
        calm(sizes=[(320, 568)], at="reset reset full", page="/tabletop"),
    ),
    (  # a child says late where a card lies; and what was counted is taken back
        Table("animal_splash", 4, 3, TOLD, 3305, "pictures"),
        calm(sizes=[(1024, 600), LOW, (1366, 768)], at="dive taken back full", page="/seat"),
    ),
    (
        Table("twisted_fish", 4, 9, "scorecard", 5799),
        calm(sizes=[(390, 844)], at="just undone", page="/referee"),
    ),
    (  # a robot that only plays along has two marks
        Table("dolphin_splash", 6, 3, PHONES, 2179, "broad"),
        calm(sizes=[(1920, 1080)], at="trouble", page="/"),
    ),
    (  # five of them, and who has won said to both sides
        Table("animal_splash", 5, 20),
        calm(sizes=[(1024, 600), (960, 540), (1024, 768)], at="5 over", page="/tabletop"),
    ),
    (Table("animal_splash", 2, 9), calm(sizes=[ASIDE, LOW, (844, 390)], at="dive full")),
    (Table("animal_splash", 2, 20, "light"), calm(sizes=[(320, 568)], at="start,first")),
    (Table("split", 2, 9), calm(sizes=[(360, 640)], at="a late joiner", page="/me")),
    (UNSPACED, calm(sizes=[(375, 667)], at="pages beside", only=("rim",))),
    (UNSPACED, calm(sizes=[LOW], at="turn", page="/")),  # letters that are higher than others
    (LATIN_FIVE, calm(sizes=[ASIDE], at="5 over", page="/referee")),
    (PICTURES_SIX, calm(sizes=[LOW], at="waiting deal", page="/tabletop")),
    (LATIN_TWO, Part(sizes=[(390, 844)], at="2 turn turn", page="/seat", state="told")),
    (  # the longest names beside what is left to do; five rows' points while the door is open
        Table("split", 4, 20, seed=7660, script="pictures"),
        calm(sizes=[(1920, 1080)], at="turn turn", page="/"),
    ),
    (
        Table("twisted_fish", 5, 20, "scorecard", 5119),
        calm(sizes=[(3840, 2160)], at="a late joiner", page="/"),
    ),
    (
        Table("twisted_fish", 5, 9, seed=2270, script="pictures"),
        calm(sizes=[(390, 844)], at="asked answer full", page="/referee"),
    ),
    (
        Table("party_splash", 8, 20, seed=4697, script="latin"),
        calm(sizes=[(844, 390)], at="waiting attendee", page="/referee"),
    ),
    (  # a link for a phone, on one that lies on its side
        Table(REST, 8, 9),
        calm(sizes=[ASIDE, (844, 390)], at="house asks", page="/referee"),
    ),
    (Table(REST, 8, 20), calm(sizes=[(320, 568)], at="house asks", page="/referee")),
    (  # each in the own script, and the connection is lost as somebody has won
        Table("party_splash", 8, 9, script="world"),
        Part(sizes=[(320, 568)], at="8 over"),
    ),
    (Table("dolphin_splash", 3, 20), FIGURES),  # pages of figures, at few
)


def looked_at() -> dict[Table, list[Part]]:
    """The parts of each table that are looked at: so it is played once."""
    parts: dict[Table, list[Part]] = {}
    for table in SAMPLE:
        few = Part(FEW, but="house"), Part(FEW_BETWEEN, BETWEEN, but="house")
        parts[table] = [*few, *MORE.get(table, ())]
    for table in RETOLD:
        parts[table] = [Part(FEW_RETOLD), Part(FEW_RETOLD, BETWEEN)]
    for table, part in (*LETTERS, *LEISURE, *CROWDED):
        parts.setdefault(table, []).append(part)
    return parts
