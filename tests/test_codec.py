"""The codec: strict both ways, and sentences that name the place of what does not fit."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, NewType

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import codec
from companion.words import Between, CompanionError, Text

Chair = NewType("Chair", int)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class GoodGrab:
    """Somebody had a set.

    More is said here.
    """


@dataclass(frozen=True, slots=True)
class Pick:
    chair: Chair
    colour: Colour
    sure: bool = False
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Many:
    chairs: tuple[Chair, ...] = ()
    colours: frozenset[str] = frozenset()
    score: Annotated[int, Between(-2, 2)] = 0
    inner: Pick | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    title: Text
    scores: dict[str, int]
    picks: tuple[Pick, ...]


Fact = GoodGrab | Pick | Many
PICK = Pick(Chair(3), Colour.RED)

picks = st.builds(
    Pick, st.integers(), st.sampled_from(Colour), st.booleans(), st.none() | st.text()
)
manys = st.builds(
    Many,
    st.lists(st.integers()).map(tuple),
    st.frozensets(st.text()),
    st.integers(-2, 2),
    st.none() | picks,
)


# --- round trips ------------------------------------------------------------------------------


@given(st.one_of(st.just(GoodGrab()), picks, manys))
def test_there_and_back(fact: object) -> None:
    line = codec.dumps(fact)
    assert "\n" not in line
    assert codec.loads(Fact, line) == fact


@given(st.one_of(picks, manys))
def test_the_schema_takes_what_is_written(fact: object) -> None:
    validator(Fact).validate(codec.encode(fact))


def test_the_written_form_stays() -> None:
    """Journals keep these lines for ever."""
    fact = Many((Chair(1), Chair(2)), frozenset({"b", "a"}), -1, PICK)
    assert codec.dumps(fact) == (
        '{"kind":"many","chairs":[1,2],"colours":["a","b"],"score":-1,"inner":'
        '{"kind":"pick","chair":3,"colour":"red","sure":false,"note":null}}'
    )
    assert codec.dumps(GoodGrab()) == '{"kind":"good_grab"}'
    assert codec.dumps(Pick(Chair(0), Colour.RED, note="Jörg 🐬")).endswith('"Jörg 🐬"}')


def test_fields_added_later_have_defaults() -> None:
    assert codec.loads(Fact, '{"kind":"pick","chair":3,"colour":"red"}') == PICK


def test_one_class_needs_no_kind() -> None:
    assert codec.decode(Pick, {"chair": 3, "colour": "red"}) == PICK


def test_mappings_and_lists_are_written() -> None:
    assert codec.encode({1: [PICK.colour, (2,)]}) == {"1": ["red", [2]]}


# --- what is refused --------------------------------------------------------------------------

WRONG: tuple[tuple[str, str], ...] = (
    ("", "This is not JSON"),
    ("{", "This is not JSON"),
    ("NaN", "NaN is no number"),
    ("[" * 100_000, "This is not JSON"),
    ("9" * 5000, "This is not JSON"),
    ("3", 'it needs a "kind" of good_grab, pick, many'),
    ("[]", 'needs a "kind"'),
    ('{"kind":"herring"}', 'needs a "kind"'),
    ('{"kind":["pick"]}', 'needs a "kind"'),
    ('{"kind":"good_grab","more":1}', "good_grab has no 'more'"),
    ('{"kind":"pick","colour":"red"}', "pick lacks chair."),
    ('{"kind":"pick","chair":true,"colour":"red"}', "pick.chair should be a whole number, not T"),
    ('{"kind":"pick","chair":1.0,"colour":"red"}', "pick.chair should be a whole number, not 1.0"),
    ('{"kind":"pick","chair":"1","colour":"red"}', "pick.chair should be a whole number, not '1'"),
    ('{"kind":"pick","chair":null,"colour":"red"}', "pick.chair should be a whole number"),
    ('{"kind":"pick","chair":1,"colour":"pink"}', "pick.colour should be one of red, blue"),
    ('{"kind":"pick","chair":1,"colour":[]}', "pick.colour should be one of red, blue"),
    ('{"kind":"pick","chair":1,"colour":"red","sure":1}', "pick.sure should be true or false"),
    ('{"kind":"pick","chair":1,"colour":"red","note":2}', "pick.note should be a text"),
    ('{"kind":"pick","chair":1,"colour":"red","note":"\\ud800"}', "pick.note holds half a char"),
    ('{"kind":"many","score":3}', "many.score should be -2 to 2, not 3."),
    ('{"kind":"many","score":-3}', "many.score should be -2 to 2"),
    ('{"kind":"many","score":true}', "many.score should be a whole number"),
    ('{"kind":"many","chairs":3}', "many.chairs should be a list, not 3."),
    ('{"kind":"many","chairs":[1,"2"]}', "many.chairs[1] should be a whole number"),
    ('{"kind":"many","colours":["a",1]}', "many.colours[1] should be a text"),
    ('{"kind":"many","inner":{"kind":"many"}}', "many.inner should be of kind pick, not 'many'."),
    ('{"kind":"many","inner":4}', "many.inner should be an object, not 4."),
)


@pytest.mark.parametrize(("line", "words"), WRONG, ids=[line[:40] for line, _ in WRONG])
def test_what_does_not_fit_is_refused_in_words(line: str, words: str) -> None:
    with pytest.raises(codec.Malformed) as refused:
        codec.loads(Fact, line)
    assert words in str(refused.value)
    assert len(str(refused.value)) < 300
    assert isinstance(refused.value, CompanionError)


json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(json_data, st.sampled_from(["good_grab", "pick", "many", "herring"]))
def test_any_json_is_read_or_refused(data: Any, kind: str) -> None:
    for given_data in (data, {"kind": kind, "chairs": data}, {"kind": kind, "chair": data}):
        try:
            fact = codec.decode(Fact, given_data)
        except codec.Malformed:
            continue
        assert codec.decode(Fact, codec.encode(fact)) == fact


def test_a_wrong_line_is_quoted_in_short() -> None:
    with pytest.raises(codec.Malformed, match=r"\.\.\.") as refused:
        codec.decode(Pick, {"chair": "x" * 1000, "colour": "red"})
    assert len(str(refused.value)) < 120


# --- schema and reflection --------------------------------------------------------------------


def validator(form: Any) -> Any:
    schema = codec.schema(form)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


# Shapes that decode refuses; JSON Schema itself takes 1.0 for a whole number.
@pytest.mark.parametrize("line", [line for line, _ in WRONG[5:] if "1.0" not in line])
def test_the_schema_refuses_what_is_refused(line: str) -> None:
    if "ud800" not in line:  # half a character is no matter of shape
        assert not validator(Fact).is_valid(json.loads(line))


def test_the_schema_says_what_things_are() -> None:
    schema = codec.schema(Fact, title="Facts")
    assert schema["title"] == "Facts"
    assert schema["$defs"]["good_grab"]["description"] == "Somebody had a set."
    assert schema["$defs"]["pick"]["required"] == ["kind", "chair", "colour"]
    assert schema["$defs"]["many"]["properties"]["score"] == {
        "type": "integer",
        "minimum": -2,
        "maximum": 2,
    }


def test_what_is_shown_has_a_schema() -> None:
    shown, head = validator(Shown), {"kind": "shown", "title": "Hm."}
    shown.validate({**head, "scores": {"0": 1}, "picks": [codec.encode(PICK)]})
    assert not shown.is_valid({**head, "scores": {"0": "1"}, "picks": []})
    assert not shown.is_valid({**head, "scores": {}})


def test_a_game_s_facts_are_found_by_its_judge() -> None:
    def judge(state: int, fact: Fact) -> int:
        return state

    assert codec.fact_of(judge) == Fact
    assert codec.kinds(codec.fact_of(judge)) == (GoodGrab, Pick, Many)
    assert codec.kinds(Pick) == (Pick,)


def test_kinds_are_snakes() -> None:
    assert [codec.kind_of(kind) for kind in codec.kinds(Fact)] == ["good_grab", "pick", "many"]


@dataclass(frozen=True, slots=True)
class Lot:
    """Things in a row."""

    picks: Annotated[tuple[Pick, ...], codec.Shaped(minItems=1)]
    of: Annotated[str, codec.Shaped(enum=("a", "b"))]
    more: Mapping[str, Any]


def test_what_is_plain_has_no_kinds_and_fits_the_schema_without_them() -> None:
    data = codec.plain(Lot((PICK,), "a", {"x": [None]}))
    assert data["picks"] == [{"chair": 3, "colour": "red", "sure": False, "note": None}]
    schema = codec.schema(Lot, kinds=False)
    fits = jsonschema.Draft202012Validator(schema).is_valid
    assert fits(data)
    for wrong in ({"picks": []}, {"of": "c"}, {"more": 1}, {"kind": "lot"}):
        assert not fits({**data, **wrong})
