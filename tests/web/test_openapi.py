"""The OpenAPI document is as the program is: held to routes, roles, forms and real replies.

Schemathesis makes up what programs may send, as every role, and the answers must be as written.
"""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi import checks

from companion.runtime import Companion
from companion.web import guard
from companion.web.guard import EVERYBODY, ROLES, TABLE, may
from companion.web.openapi import document, path_of
from companion.web.wire import LETTERS
from tests.web.house import PATIENCE_S, Phone, app_of, begin, patient, running, send_away
from tests.web.test_bad_input import is_sentence
from tests.web.test_http_doc import POSTS, SECTIONS, examples

pytestmark = pytest.mark.long


def drawn() -> dict[str, Any]:
    """The document of a table of its own."""
    with TemporaryDirectory() as state:
        house = running(Path(state))
        try:
            return document(app_of(house))
        finally:
            house.close()


DOC = drawn()
STREAM = "/api/events"
EXAMPLES = 6  # made up for each route and role that may
FORBIDDEN = 4  # for one that may not: it is told so before anything is read
STEPS = 120  # of a game that is played at random
NO_FORM = {"nobody is so called": 1}
CHECKS = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
Reply = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def patient_limits(house: Companion, flat: Companion) -> None:
    """Access at which nobody is too fast."""
    patient(house)
    patient(flat)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No phone is at the machine itself, where a stranger may do more: test_people_http.py."""
    monkeypatch.setattr(guard, "is_person", lambda *_: False)


@pytest.fixture
def phones(
    house: Companion,
    stranger: Phone,
    seat: Callable[[int], Phone],
    referee: Phone,
    tablet: Phone,
) -> dict[str, Phone]:
    """A phone of each role, and a game with three people; the tablet is another table's."""
    begin(referee, "Ana", "Ben", "Cy")
    return {"nobody": stranger, "seat": seat(0), "referee": referee, TABLE: tablet}


def able(phones: dict[str, Phone], rule: str) -> Phone:
    """A phone that may do this."""
    return phones[TABLE if rule == "/api/tablet" else "referee"]


# --- the document and the program -------------------------------------------------------------


def test_every_api_route_is_in_it_and_no_other(house: Companion) -> None:
    rules = [r for r in app_of(house).url_map.iter_rules() if r.rule.startswith("/api/")]
    served = {(m.lower(), path_of(r.rule)) for r in rules for m in (r.methods or set())}
    told = {(method, path) for path, methods in DOC["paths"].items() for method in methods}
    assert told == {(m, rule) for m, rule in served if m not in ("head", "options")}


def test_a_route_without_words_is_not_drawn(house: Companion) -> None:
    app = app_of(house)
    app.add_url_rule("/api/new_route", "new_route", lambda: "", methods=["POST"])
    with pytest.raises(LookupError, match="/api/new_route"):
        document(app)


def test_every_route_says_what_it_does() -> None:
    for methods in DOC["paths"].values():
        for operation in methods.values():
            assert re.fullmatch(r"[A-Z].+\.", operation["summary"]), operation["operationId"]


def test_it_is_served_as_it_is_drawn(stranger: Phone) -> None:
    status, text = stranger.get("/api/openapi.json")
    assert (status, json.loads(text)) == (200, DOC)
    assert stranger.headers.get_content_type() == "application/json"


def test_its_schemas_are_schemas() -> None:
    for name in DOC["components"]["schemas"]:
        jsonschema_rs.meta.validate(schema_of(f"#/components/schemas/{name}"))
    names = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(DOC)))
    assert names == set(DOC["components"]["schemas"])


def test_a_role_is_told_by_what_it_may_do(house: Companion) -> None:
    app = app_of(house)
    rules = [r for r in app.url_map.iter_rules() if r.rule.startswith("/api/")]
    needed = {path_of(r.rule): app.view_functions[r.endpoint].needs for r in rules}
    views = {path_of(r.rule): app.view_functions[r.endpoint] for r in rules}
    lying = {path: {TABLE} for path, view in views.items() if getattr(view, "also_table", False)}
    # What is asked on it, and what was told on it; no more.
    assert lying == dict.fromkeys(("/api/answer", "/api/undo", "/api/redo"), {TABLE})
    for path, methods in DOC["paths"].items():
        for operation in methods.values():
            assert operation["x-role"] == needed[path]
            said = {role for scheme in operation["security"] for role in scheme}
            able = {r for r in EVERYBODY if may(r, needed[path])} | lying.get(path, set())
            assert said == able or not said
            assert bool(said) == (needed[path] != "nobody")


@pytest.mark.parametrize("rule", POSTS)
def test_a_form_has_the_fields_that_the_program_takes(phones: dict[str, Phone], rule: str) -> None:
    said = able(phones, rule).post(rule, NO_FORM)[1]["say"]
    taken = re.search(r"is not known here: say (.+)\.$", said)
    if taken is None:  # the simulated table says what it misses first
        taken = re.search(
            r"say (.+)\.$", phones["referee"].post(rule, {"do": "", **NO_FORM})[1]["say"]
        )
    assert taken is not None, said
    assert set(taken[1].split(", ")) == set(form_of(rule)["properties"])


@pytest.mark.parametrize("rule", POSTS)
def test_the_examples_of_the_page_fit_it(rule: str) -> None:
    for method, path in SECTIONS:
        if (method, path) == ("POST", rule):
            form, reply = examples("POST", rule)
            operation = DOC["paths"][path]["post"]
            fits(form_of(path), form)
            fits(operation["responses"]["200"]["content"]["application/json"]["schema"], reply)


# --- what the program really says -------------------------------------------------------------


def test_every_picture_of_a_game_played_at_random_fits(
    house: Companion, phones: dict[str, Phone]
) -> None:
    chance, wanted = random.Random(4), {"waiting", "live", "grab", "scored", "over"}
    referee, phases = phones["referee"], set()
    for turn in range(STEPS * 5):
        if turn >= STEPS and phases >= wanted:
            break
        for role in ROLES:
            picture = phones[role].state()
            fits({"$ref": "#/components/schemas/snap"}, picture)
        phases.add(picture["view"]["phase"])
        step(chance, referee, picture)
    assert phases >= wanted
    referee.home(*range(5))


def step(chance: random.Random, referee: Phone, picture: dict[str, Any]) -> None:
    """One thing that may happen at a table."""
    if picture["view"]["phase"] == "over":
        begin(referee, "Ana", "Ben", "Cy")
        return
    ask = chance.choice(picture["asks"])
    choice = chance.choice(ask["choices"])
    picks = {slot["field"]: picked(chance, slot) for slot in choice["slots"]}
    reply = referee.tell(ask["id"], choice["key"], picks)
    fits({"$ref": "#/components/schemas/reply"}, reply)


def picked(chance: random.Random, slot: dict[str, Any]) -> Any:
    found = chance.sample(slot["options"], chance.randint(slot["least"], max(slot["least"], 1)))
    return found if slot["many"] else next(iter(found), None)


def test_a_picture_that_is_not_as_written_would_be_seen(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    picture = referee.state()
    for wrong in ({"more": 1}, {"seq": "1"}, {"view": {"phase": "live"}}, {"asks": [{}]}):
        with pytest.raises(jsonschema_rs.ValidationError):
            fits({"$ref": "#/components/schemas/snap"}, {**picture, **wrong})


# --- what nobody thought of -------------------------------------------------------------------

OPERATIONS = sorted(
    (method, path)
    for path, methods in DOC["paths"].items()
    for method in methods
    if path != STREAM  # it does not end; test_events.py listens to it
)


@cache
def read_by_schemathesis() -> Any:
    load_all_checks()
    # Plain letters: what cannot be shown would be refused before anything else is looked at.
    bodies = json.loads(json.dumps(DOC).replace(json.dumps(LETTERS), '"^[ -~]*$"'))
    for methods in bodies["paths"].values():
        methods.get("post", {}).pop("parameters", None)  # Origin stays right: test_guard.py has it
    return schemathesis.openapi.from_dict(bodies)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_whatever_is_sent_is_answered_as_written(
    phones: dict[str, Phone], method: str, path: str
) -> None:
    operation = read_by_schemathesis()[path][method.upper()]
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    made = [operation.as_strategy(generation_mode=mode) for mode in modes]
    asks = method == "post" or DOC["paths"][path][method]["parameters"]
    needed, cases = DOC["paths"][path][method]["x-role"], count()
    roles = ROLES if path != "/api/tablet" else (*ROLES, TABLE)
    able = {role: role == TABLE or may(role, needed) for role in roles}

    @seed(7)
    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(made if asks else made[:1]))
    def send(case: Case) -> None:
        some = roles if next(cases) < FORBIDDEN else [role for role in roles if able[role]]
        fitting = method != "post" or is_fitting(form_of(path), case.body)
        for role in some:
            answer = sent(phones[role], case)
            assert answer.status_code < 500, (role, answer.content)
            case.validate_response(answer, checks=CHECKS)
            assert able[role] or answer.status_code == 403, role
            if not fitting:
                assert is_refused(answer.status_code, answer.json()), f"taken: {case.body!r}"
                assert is_sentence(answer.json()["say"]), (role, answer.json())

    send()
    for knock in phones["referee"].state()["knocks"]:
        send_away(phones["referee"])
        assert knock["words"]


def sent(phone: Phone, case: Case) -> schemathesis.Response:
    """A made-up request from a page of this table, with this phone's cookie."""
    base = f"http://127.0.0.1:{phone.port}"
    own = {"Origin": base, "Content-Type": "application/json", "Cookie": phone.cookie}
    case.headers = {}
    case.cookies = {}
    return case.call(base_url=base, headers=own, timeout=PATIENCE_S)


# --- helpers ----------------------------------------------------------------------------------


def schema_of(pointer: str) -> dict[str, Any]:
    return {"$ref": pointer, "components": DOC["components"]}


def form_of(path: str) -> dict[str, Any]:
    form: dict[str, Any] = DOC["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    return dict(form["schema"])


def is_fitting(schema: dict[str, Any], value: Any) -> bool:
    whole = {**schema, "components": DOC["components"]}
    return bool(jsonschema.Draft202012Validator(whole).is_valid(value))  # what is no JSON, too


def is_refused(status: int, said: Any) -> bool:
    """By HTTP's number, or, where only a game knows its own options, by the reply."""
    return said["reply"] == "refused" and (status >= 400 or bool(said["say"]))


def fits(schema: dict[str, Any], value: Any) -> None:
    """Raises ValidationError where a value is not of a form of the document."""
    _validator(json.dumps(schema)).validate(value)


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {**json.loads(schema), "components": DOC["components"]}
    )
