"""Draws companion/web/static/openapi.json from the routes, docs/http.md and the games' own types.

Routes and roles come from the application, words and examples from docs/http.md, what a game
shows or takes from its View and Setup; only forms and replies are said here. To draw it anew:
`python -m tests.web.openapi` in the project's folder.
"""

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, get_type_hints

from flask import Flask

import companion
from companion import codec
from companion.games import GAMES
from companion.games.animal_splash.deck import Deck
from companion.referee.showing import TEMPO_NAMES
from companion.web.calibrate import ACTS as CALIBRATE_ACTS
from companion.web.forms import NAME_MOST, PEOPLE_MOST, TEXT_MOST
from companion.web.guard import EVERYBODY
from companion.web.guard import may as may_do
from companion.web.machine import ACTS
from companion.web.tablet import CONTACTS_MOST
from companion.web.wire import LIVE_PAGES, SHAPES
from companion.words import PADS_MOST, SEATS_MOST
from tests.web.house import app_of, running

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(companion.__file__).parent / "web" / "static" / "openapi.json"
HTTP_DOC = ROOT / "docs" / "http.md"
Json = dict[str, Any]


# --- words for schemas ------------------------------------------------------------------------


def exactly(**fields: Json) -> Json:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def may(form: Json, *left_out: str) -> Json:
    """The same form, but these fields may be left out."""
    return {**form, "required": [field for field in form["required"] if field not in left_out]}


def plainly(form: type) -> Json:
    """A dataclass as people write it: whole, without the kinds that go without saying."""
    schema = codec.schema(form)
    defs = schema["$defs"]

    def inlined(part: Any) -> Any:
        if isinstance(part, list):
            return [inlined(item) for item in part if item != "kind"]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return inlined(defs[part["$ref"].rsplit("/", 1)[1]])
        return {key: inlined(value) for key, value in part.items() if key != "kind"}

    whole: Json = inlined({"$ref": schema["$ref"]})
    return whole


def many(item: Json, **bounds: Any) -> Json:
    """A list."""
    return {"type": "array", "items": item, **bounds}


def or_null(form: Json) -> Json:
    """This, or null."""
    return {"anyOf": [form, {"type": "null"}]}


def one_of(*values: str) -> Json:
    """One of these words."""
    return {"type": "string", "enum": list(values)}


def ref(name: str) -> Json:
    """A form that has a name of its own."""
    return {"$ref": f"#/components/schemas/{name}"}


FLAG: Json = {"type": "boolean"}
SENTENCE: Json = {"type": "string"}
TEXT: Json = {
    "type": "string",
    "minLength": 1,
    "maxLength": TEXT_MOST,
    "pattern": "^[^\\x00-\\x1f]*$",
}
NAME: Json = {"type": "string", "minLength": 1, "maxLength": 10 * NAME_MOST}
WHOLE: Json = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
TIME: Json = {"type": "integer", "minimum": 1 - 2**53, "maximum": 2**53 - 1}
COUNT: Json = {"type": "integer", "minimum": 0}
SEAT: Json = {"type": "integer", "minimum": 0, "maximum": SEATS_MOST - 1}
PAD: Json = {"type": "integer", "minimum": 0, "maximum": PADS_MOST - 1}
OBJECT: Json = {"type": "object"}
DECK = plainly(Deck)
ROWS: Json = {"type": "array", "items": {"type": "string"}, "minItems": 10, "maxItems": 10}
PICK: Json = {"anyOf": [{"type": "integer"}, SENTENCE]}
VIEW: Json = {
    "description": "the game's own; empty without a game",
    "anyOf": [{"type": "object", "maxProperties": 0}, *(ref(f"{kind}.view") for kind in GAMES)],
}

# --- what is read -----------------------------------------------------------------------------

SLOT = exactly(
    field=SENTENCE,
    of=SENTENCE,
    options=many(PICK),
    names=many(SENTENCE),
    least=COUNT,
    most=COUNT,
    many=FLAG,
    me=FLAG,
    preset=FLAG,
    ticked=many(PICK),
)
CHOICE = exactly(
    key=SENTENCE,
    label=SENTENCE,
    tone=one_of("good", "bad", ""),
    sure=SENTENCE,
    of=SENTENCE,
    option=or_null(COUNT),
    slots=many(SLOT),
)
ASK = exactly(
    id=SENTENCE,
    topic=SENTENCE,
    must=FLAG,
    unfolded=FLAG,
    mine=FLAG,
    lead=SENTENCE,
    text=SENTENCE,
    seats=many(SEAT),
    waiting_for=SENTENCE,
    choices=many(ref("choice"), minItems=1),
)
LINE = exactly(
    seq=COUNT,
    at={"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"},
    text=SENTENCE,
    rule=SENTENCE,
    rule_text=SENTENCE,
    sign=SENTENCE,
    by=SENTENCE,
    standing=FLAG,
    told=FLAG,
    amends=COUNT,
)
STATE = exactly(
    seq=COUNT,
    page=one_of(*LIVE_PAGES),
    table_us=COUNT,
    simulated=FLAG,
    tablet=FLAG,
    you=exactly(role=one_of(*EVERYBODY), seat=or_null(SEAT), put_out=FLAG),
    address=exactly(url=SENTENCE, name=SENTENCE, qr=SENTENCE, referee_qr=SENTENCE),
    game=or_null(
        exactly(
            id=COUNT,
            kind=one_of(*GAMES),
            title=SENTENCE,
            running=FLAG,
            options=many(exactly(text=SENTENCE)),
        )
    ),
    deal=TEXT,
    seats=many(
        exactly(
            seat=SEAT, name=SENTENCE, shape=one_of(*SHAPES), present=FLAG, owes=FLAG, phones=COUNT
        )
    ),
    pads=many(
        exactly(
            pad=PAD,
            name=SENTENCE,
            key=SENTENCE,
            state=one_of("home", "near", "touched", "lifted", "suspect", "dark"),
            why=SENTENCE,
            margin=SENTENCE,
        )
    ),
    asks=many(ref("ask")),
    draft=or_null(exactly(ask=SENTENCE, picked=many(PICK), candidate=or_null(PICK))),
    said=many(ref("line")),
    headline=or_null(ref("line")),
    undo=or_null(exactly(seq=COUNT, of=COUNT, text=SENTENCE, by=SENTENCE, fresh=FLAG)),
    redo=or_null(exactly(seq=COUNT, text=SENTENCE)),
    caller=exactly(
        running=FLAG, paused=FLAG, once=FLAG, tempo=SENTENCE, every_ms=COUNT, calls=COUNT
    ),
    knocks=many(
        exactly(
            id=SENTENCE,
            role=one_of(*EVERYBODY[1:]),
            seat=or_null(SEAT),
            name=SENTENCE,
            words=SENTENCE,
        )
    ),
    phones=many(
        exactly(
            id=SENTENCE,
            role=one_of(*EVERYBODY),
            seat=or_null(SEAT),
            name=SENTENCE,
            since=SENTENCE,
            seen=SENTENCE,
            own=FLAG,
        )
    ),
    hold=SENTENCE,
    good_night=or_null(
        exactly(
            games=many(
                exactly(title=SENTENCE, rounds=COUNT, winner=SENTENCE, players=many(SENTENCE))
            ),
            won=many(exactly(name=SENTENCE, games=COUNT)),
        )
    ),
    off=one_of("", "may", "will"),
    wiring=or_null(
        exactly(
            asked=SENTENCE,
            hint=SENTENCE,
            findings=many(SENTENCE),
            parts=many(
                exactly(
                    name=SENTENCE,
                    key=SENTENCE,
                    pad=or_null(PAD),
                    standing=one_of("waits", "now", "felt", "wrong"),
                )
            ),
        )
    ),
    review=or_null(exactly(by=SENTENCE)),
    may_wait=FLAG,
    tempos=many(one_of(*TEMPO_NAMES)),
    trouble=many(SENTENCE),
    view=VIEW,
)
KNOCK = exactly(
    state=one_of("waiting", "in", "no", "gone", "none"),
    words=SENTENCE,
    role_asked=one_of(*EVERYBODY[1:]),
    touch=or_null(exactly(pad=PAD, name=SENTENCE, key=SENTENCE)),
)
READS: dict[str, Json] = {
    "/api/time": exactly(table_us=COUNT),
    "/api/state": ref("state"),
    "/api/fragment": exactly(seq=COUNT, html=SENTENCE),
    "/api/calibrate": exactly(stage=one_of("idle", "guiding", "stored", "left"), html=SENTENCE),
    "/api/whoami": ref("whoami"),
    "/api/knock": exactly(**KNOCK["properties"], role=one_of(*EVERYBODY), seat=or_null(SEAT)),
    "/api/replay/<number>": exactly(seq=COUNT, html=SENTENCE),
    "/api/hand": exactly(
        playing=FLAG,
        turn=COUNT,
        cards=many(COUNT),
        chosen=or_null(COUNT),
        passing=FLAG,
        four=FLAG,
        html=SENTENCE,
    ),
    "/api/boards/<board>": exactly(
        splash_companion={"const": "split board"}, name=SENTENCE, rows=ROWS
    ),
    "/api/decks/<deck>": {
        **DECK,
        "properties": {"splash_companion": {"const": "animal splash deck"}, **DECK["properties"]},
    },
    "/api/openapi.json": OBJECT,
}
STREAM = "/api/events"

PAGE: Json = {
    "name": "page",
    "in": "query",
    "description": "which live page; `referee` is for the referee",
    "schema": {**one_of(*LIVE_PAGES), "default": "wall"},
}
ORIGIN: Json = {
    "name": "Origin",
    "in": "header",
    "required": True,
    "description": "`http://` and Host: posts of other pages are not taken",
    "schema": {"type": "string"},
}


def asks_for(name: str, where: str, form: Json, words: str) -> Json:
    """A parameter of a GET."""
    must = {"required": True} if where == "path" else {}
    return {"name": name, "in": where, **must, "description": words, "schema": form}


REPLAY = (
    asks_for("number", "path", SENTENCE, "the game"),
    asks_for("at", "query", COUNT, "the moment, counted from the beginning; the last if left out"),
    asks_for("without", "query", COUNT, "the row that is left out, to see what would have been"),
)
BOARD = (
    asks_for("board", "path", SENTENCE, "its id"),
    asks_for("sure", "query", one_of("yes"), "also while a game is played on it"),
)
# The parameters of a GET, and how it may be refused.
ASKED: dict[str, tuple[tuple[Json, ...], tuple[int, ...]]] = {
    "/api/fragment": ((PAGE,), (400, 403)),
    STREAM: ((PAGE,), (400, 403)),
    "/api/replay/<number>": (REPLAY, (400, 404, 409)),
    "/api/hand": ((), (403, 404)),
    "/api/calibrate": ((), (403, 404)),
    "/api/boards/<board>": (BOARD, (403, 404, 409)),
    "/api/decks/<deck>": ((asks_for("deck", "path", SENTENCE, "its id"),), (403, 404)),
}

# --- what is told -----------------------------------------------------------------------------

ANSWERS = many(exactly(question=WHOLE, key=TEXT, picks=OBJECT), maxItems=4)
SIM = exactly(
    tell=TEXT,
    do=one_of(
        *("touch", "release", "lift", "home", "near", "away", "press", "let_go"),
        *("bounce", "noise", "stick", "unplug"),
    ),
    pad=WHOLE,
    button=SENTENCE,
    at_us={"type": ["integer", "null"]},
    deal=TEXT,
    uncertain_us={},
    ms=WHOLE,
    on=FLAG,
)
FORMS: dict[str, Json] = {
    "/api/answer": may(exactly(tell=TEXT, ask=TEXT, key=TEXT, picks=or_null(OBJECT)), "picks"),
    "/api/undo": exactly(tell=TEXT, of=WHOLE),
    "/api/redo": exactly(tell=TEXT, of=WHOLE),
    "/api/game": may(
        exactly(
            tell=TEXT,
            kind=TEXT,
            people=many(NAME, maxItems=PEOPLE_MOST),
            variant=or_null(SENTENCE),
            options={"anyOf": [*(ref(f"{kind}.setup") for kind in GAMES), {"type": "null"}]},
            board=or_null(TEXT),
            deck=or_null(TEXT),
        ),
        *("tell", "variant", "options", "board", "deck"),
    ),
    "/api/caller": {
        **may(
            exactly(paused=FLAG, tempo=one_of(*TEMPO_NAMES), every_ms=WHOLE),
            *("paused", "tempo", "every_ms"),
        ),
        "minProperties": 1,
        "maxProperties": 1,
    },
    "/api/names": exactly(seat=WHOLE, name=NAME),
    "/api/sim": may(SIM, "pad", "button", "at_us", "deal", "uncertain_us", "ms", "on"),
    "/api/tablet": exactly(
        visit=TEXT,
        number=WHOLE,
        offset_us=TIME,
        uncertain_us=WHOLE,
        contacts=many(
            exactly(do=one_of("down", "up"), place=TEXT, finger=WHOLE, at_us=TIME, deal=TEXT),
            maxItems=CONTACTS_MOST,
        ),
        leaving=FLAG,
    ),
    "/api/hand": exactly(card=WHOLE, turn=WHOLE),
    "/api/redeem": exactly(t=TEXT),
    "/api/knock": {
        **may(exactly(seat=SEAT, role=one_of("referee", "table")), "seat", "role"),
        "minProperties": 1,
        "maxProperties": 1,
    },
    "/api/let_in": exactly(knock=TEXT, yes=FLAG),
    "/api/invite": exactly(seat=SEAT),
    "/api/put_out": exactly(phone=TEXT),
    "/api/good_night": may(exactly(sure={"const": True}, off=FLAG), "off"),
    "/api/wiring": exactly(act=one_of(*ACTS)),
    "/api/calibrate": exactly(act=one_of(*CALIBRATE_ACTS)),
    "/api/boards": may(exactly(board=TEXT, name=NAME, rows=ROWS), "board"),
    "/api/read_board": exactly(file=SENTENCE),
    "/api/drop_board": exactly(board=TEXT),
    "/api/decks": may(exactly(deck=TEXT, name=NAME, content=ref("deck")), "deck"),
    "/api/read_deck": exactly(file=SENTENCE),
    "/api/merge_decks": exactly(content=ref("deck"), file=SENTENCE),
    "/api/drop_deck": exactly(deck=TEXT),
    "/api/review": exactly(on=FLAG),
    "/api/house": exactly(may_wait=FLAG),
    "/api/what_if": exactly(of=WHOLE, answers=ANSWERS),
    "/api/amend": exactly(tell=TEXT, of=WHOLE, answers=ANSWERS, seen=WHOLE),
}
REPLY = exactly(
    reply=one_of("counts", "already", "settled", "asked_again", "refused"),
    say=SENTENCE,
    rule=SENTENCE,
)
WOULD = exactly(
    reply=one_of("would"),
    say=SENTENCE,
    rule=SENTENCE,
    before=VIEW,
    after=or_null(VIEW),
    falls=many(ref("line")),
    drifts=many(ref("line")),
    returns=many(ref("line")),
    seen=COUNT,
)
OK = exactly(ok={"const": True})
REPLIES: dict[str, Json] = {
    **dict.fromkeys(FORMS, ref("reply")),
    "/api/sim": exactly(ok=FLAG, say=SENTENCE),
    "/api/hand": exactly(ok=FLAG, say=SENTENCE),
    "/api/tablet": exactly(ok={"const": True}, say=SENTENCE),
    "/api/redeem": ref("whoami"),
    "/api/knock": exactly(knock=SENTENCE, **KNOCK["properties"]),
    "/api/let_in": OK,
    "/api/invite": exactly(link=SENTENCE, qr=SENTENCE, seconds=COUNT),
    "/api/put_out": OK,
    "/api/good_night": OK,
    "/api/wiring": OK,
    "/api/calibrate": OK,
    "/api/boards": exactly(board=SENTENCE, name=SENTENCE),
    "/api/read_board": exactly(name=SENTENCE, rows=ROWS),
    "/api/drop_board": OK,
    "/api/decks": exactly(deck=SENTENCE, name=SENTENCE),
    "/api/read_deck": exactly(content=ref("deck")),
    "/api/merge_decks": exactly(content=ref("deck")),
    "/api/drop_deck": OK,
    "/api/what_if": {"anyOf": [WOULD, ref("reply")]},
}
SCHEMAS: dict[str, Json] = {
    "deck": DECK,
    "state": STATE,
    "ask": ASK,
    "choice": CHOICE,
    "line": LINE,
    "whoami": exactly(role=one_of(*EVERYBODY), seat=or_null(SEAT)),
    "reply": REPLY,
    "refused": exactly(reply={"const": "refused"}, say=SENTENCE, rule=SENTENCE),
}
REFUSALS = {
    400: "not of the form written here",
    403: "not for this role, not from a page of this table, or a wrong secret",
    404: "there is no such game, board or deck, no hand of cards, or no touch board",
    409: "that row cannot be left out, or a game is played on that board",
    410: "the phone to be let in does not wait any more",
    413: "too long",
    415: "not JSON",
    421: "the table goes by another name",
    429: "too fast",
    500: "a slip of ours",
    503: "the table cannot now: a full disk, a busy referee, no stream left; try again",
}
GET_REFUSALS = (421, 500, 503)
POST_REFUSALS = (400, 403, 413, 415, 421, 429, 500, 503)
GONE = {
    "/api/let_in": (410,),
    "/api/put_out": (410,),
    "/api/hand": (404,),
    "/api/calibrate": (404,),
}


# --- the document -----------------------------------------------------------------------------


def document(app: Flask) -> Json:
    """The OpenAPI document of an application. Raises KeyError for a route without words here."""
    paths: dict[str, Json] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            if rule.rule.startswith("/api/"):
                role = app.view_functions[rule.endpoint].needs
                path = paths.setdefault(path_of(rule.rule), {})
                path[method.lower()] = operation(method, rule.rule, role)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Splash Companion",
            "version": "1",
            "description": "Everything that phones, walls and other programs read from the table,"
            " and tell it. What holds for all of it: docs/http.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {**SCHEMAS, **games()},
            "securitySchemes": {role: cookie(role) for role in EVERYBODY[1:]},
        },
    }


def path_of(rule: str) -> str:
    """A route as OpenAPI writes it: `{number}` for `<number>`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def operation(method: str, rule: str, role: str) -> Json:
    """One method of a route."""
    head: Json = {
        "operationId": re.sub(r"\W+", "_", f"{method} {rule}".lower()).strip("_"),
        "summary": summary(method, rule),
        "x-role": role,
        "security": [{able: []} for able in EVERYBODY if may_do(able, role)]
        if role != "nobody"
        else [],
    }
    if method == "GET":
        asked, refused = ASKED.get(rule, ((), ()))
        answers = responses(read(rule), (*refused, *GET_REFUSALS))
        return {**head, "parameters": list(asked), "responses": answers}
    body = {"required": True, "content": {"application/json": {"schema": FORMS[rule]}}}
    taken = {"application/json": {"schema": REPLIES[rule]}}
    answers = responses(taken, (*POST_REFUSALS, *GONE.get(rule, ())))
    return {**head, "parameters": [ORIGIN], "requestBody": body, "responses": answers}


def read(rule: str) -> Json:
    """What a GET gives, by its kind."""
    if rule == STREAM:
        return {"text/event-stream": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": READS[rule]}}


def responses(taken: Json, statuses: tuple[int, ...]) -> Json:
    """What may come back, by HTTP's number."""
    told = {"application/json": {"schema": ref("refused")}}
    return {
        "200": {"description": "taken", "content": taken},
        **{str(s): {"description": REFUSALS[s], "content": told} for s in sorted(statuses)},
    }


def summary(method: str, rule: str) -> str:
    """The first sentence of a route's section in docs/http.md, without its role."""
    page = HTTP_DOC.read_text(encoding="utf-8")
    found = re.search(
        rf"^### `{method} {re.escape(rule)}`\n\nFor \*\*\w+\*\*\. (.*?)(?:\.\s|:\s|\.?\n\n)",
        page,
        flags=re.MULTILINE | re.DOTALL,
    )
    if found is None:  # test_http_doc.py complains of that
        return f"{method} {rule}."
    return " ".join(found[1].split()).replace("`", "").replace("[", "").split("]")[0] + "."


def cookie(role: str) -> Json:
    """The security scheme of a role."""
    return {
        "type": "apiKey",
        "in": "cookie",
        "name": "companion-PORT",
        "description": f"the cookie of a phone that is {role}; PORT is the table's own",
    }


def games() -> dict[str, Json]:
    """What each game shows and takes, from its own types."""
    found: dict[str, Json] = {}
    for kind, module in GAMES.items():
        found |= named(kind, "view", codec.schema(get_type_hints(module.view)["return"]))
        found |= named(kind, "setup", codec.schema(module.Setup))
        found[f"{kind}.setup"] = {**found[f"{kind}.setup"], "required": []}
    return found


def named(kind: str, name: str, schema: Json) -> dict[str, Json]:
    """The definitions of one JSON Schema as components whose names open with the game's."""
    own = schema["$ref"].removeprefix("#/$defs/")
    text = json.dumps(schema["$defs"]).replace("#/$defs/", f"#/components/schemas/{kind}.")
    parts = {f"{kind}.{part}": body for part, body in json.loads(text).items()}
    assert f"{kind}.{name}" == f"{kind}.{own}", own
    return parts


def written(app: Flask) -> str:
    """The file's text."""
    return json.dumps(document(app), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Draw the file anew."""
    with tempfile.TemporaryDirectory() as state:
        house = running(Path(state))
        try:
            FILE.write_text(written(app_of(house)), encoding="utf-8")
        finally:
            house.close()
    print(f"{FILE.relative_to(ROOT)}: {len(FILE.read_bytes())} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
