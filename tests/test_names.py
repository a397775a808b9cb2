"""Which names are the same to whoever reads them."""

import pytest

from companion.names import alike, alone, ended, is_legible, isolated, same, tidy, unmarked, upright

LIKE_ANA = {
    "the letters' size": "aNA",
    "blanks": " A na ",
    "a blank of no width": "A\u200bna",
    "a joiner": "An\u200da",
    "a letter without a picture": "Ana\u3164",
    "an accent": "Aná",
    "an accent beside its letter": "Ana\u0301",
    "many accents": "A\u0300\u0301\u0302na",
    "a Cyrillic letter": "Аna",
    "small Cyrillic letters": "Anа",
    "a Greek letter": "Αna",
    "wide letters": "Ａｎａ",
    "a direction": "\u202eAna",
    "a heart's colour": "Ana\ufe0f",
}


@pytest.mark.parametrize("name", LIKE_ANA.values(), ids=LIKE_ANA)
def test_what_reads_like_ana_is_ana(name: str) -> None:
    assert alike(name, "Ana") and alike("Ana", name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "Zoe"),
        ("Артём", "артем"),
        ("Вера", "вера"),
        ("ВЕРА", "BEPA"),
        ("Łukasz", "Lukasz"),
        ("Søren", "Soren"),
        ("Weiß", "WEISS"),
        ("AI", "Al"),
        ("Ben 1", "Ben l"),
        ("0da", "Oda"),
        ("Ana-Lea", "Ana–Lea"),
        ("O'Neil", "O’Neil"),
        ("Işıl", "Isil"),
    ],
)
def test_these_read_alike(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Anna"),
        ("Ana", "Ana B"),
        ("Ana", "Ana 2"),
        ("Ian", "Lan"),
        ("Mia", "Mla"),
        ("Ben", "Вен"),
        ("がく", "かく"),
        ("كَرِيم", "كريمة"),
        ("कि", "की"),
        ("🐬🐙", "🐬🐳"),
        ("Ana", "🐬"),
    ],
)
def test_these_are_two(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_name_is_kept_as_it_was_written() -> None:
    assert tidy("  Oma \u3164 Ger\u200dtrud\u200b ") == "Oma Gertrud"
    assert tidy("Zoe\u0308") == "Zoë" and tidy("Аna") == "Аna"
    assert same(" ana", "ANA") and not same("Zoë", "Zoe") and not same("Ana", "Аna")


JOINED = (
    "👨\u200d👩\u200d👧", "👩🏽\u200d🚀", "❤️\u200d🔥 Ana",
    "علی\u200cرضا", "ශ්\u200dරී", "क्\u200cष",
)  # fmt: skip


@pytest.mark.parametrize("name", JOINED)
def test_what_joins_or_parts_two_letters_is_kept(name: str) -> None:
    assert tidy(f"\u200d{name}\u200d") == tidy(f"{name} \u200c") == name
    assert alike(name, name.replace("\u200d", "").replace("\u200c", ""))


@pytest.mark.parametrize("name", ["", " ", "\u3164\u2800", "\u0301", "\ufe0f", "\u200b"])
def test_nothing_to_read_is_no_name(name: str) -> None:
    assert not is_legible(name) and is_legible(f"{name}A") and is_legible("🐬")


@pytest.mark.parametrize("name", ["كريم", "עמית", "كريم 2", "Zoë كريم"])
def test_a_name_from_right_to_left_keeps_its_direction_to_itself(name: str) -> None:
    held = upright(name)
    assert held == f"\u2068{name}\u2069" == upright(held)
    assert same(held, name) and tidy(held) == name == alone(held)


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("พรทิพย์", "พ|ร|ทิ|พ|ย์"),
        ("กำพล", "กำ|พ|ล"),
        ("ธน เจ", "ธ|น เ|จ"),  # between two names a line may end
        ("ပြည့်စုံ", "ပြ|ည့်|စုံ"),
        ("ចន្ទ្រា", "ច|ន្ទ្រា"),
        ("ສົມ 2", "ສົ|ມ 2"),
    ],
)
def test_no_line_ends_inside_a_name_that_is_written_without_blanks(name: str, held: str) -> None:
    assert upright(name) == upright(upright(name)) == held.replace("|", "\u2060")
    assert same(upright(name), name)
    assert tidy(upright(name)) == name == alone(upright(name)) == unmarked(upright(name))


@pytest.mark.parametrize("name", ["", "Ana", "Zoë", "Артём", "🐬🦈", "花子"])
def test_any_other_name_is_as_it_is_written(name: str) -> None:
    assert upright(name) == name == alone(name)


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("Anna Maria", "Anna_Maria"),
        ("Zoë-Marie", "Zoë-|Marie"),
        ("Jo-An", "Jo-|An"),
        ("Oma Gertrud von Wald", "Oma Gertrud von Wald"),  # a long one has to end somewhere
        ("Ana", "Ana"),
        ("🐬 🦈", "🐬_🦈"),
    ],
)
def test_among_other_words_no_line_ends_inside_a_short_name(name: str, held: str) -> None:
    held = held.replace("_", "\u00a0").replace("|", "\u2060")
    assert isolated(name) == isolated(isolated(name)) == held
    assert same(isolated(name), name)
    assert tidy(isolated(name)) == name == alone(isolated(name)) == unmarked(isolated(name))


def test_what_is_written_from_right_to_left_is_isolated_too() -> None:
    assert isolated("ليا-نور") == isolated(isolated("ليا-نور")) == "\u2068ليا-\u2060نور\u2069"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ana and Ben get a letter", "Ana and Ben get a letter"),
        ("Anastasia, Benedikt and Cy get a letter", "Anastasia, Benedikt and …"),
        ("Anastasia, Charlotte and Cy get a letter", "Anastasia, Charlotte and …"),
        ("Benedikt, Anastasia, Cy and Dee get one", "Benedikt, Anastasia, Cy …"),
        (
            "Anastasia, \u2068ليا نور هدى\u2069 and Cy get one",
            "Anastasia, \u2068ليا نور هدى\u2069 …",
        ),
        ("Ana, Cy, \u2068ليا نور هدى ريم سعد\u2069 get one", "Ana, Cy …"),
    ],
)
def test_a_long_sentence_ends_after_a_word(text: str, left: str) -> None:
    assert ended(text, 26) == left
