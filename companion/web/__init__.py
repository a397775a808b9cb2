"""The phones: pages, JSON and live streams over the referee. Never touches pins, serial or SQL."""

from functools import partial
from pathlib import Path

from flask import Blueprint, Flask
from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps

from companion.access import Access
from companion.access.door import PICTURES
from companion.access.evening import Evening
from companion.codec import plain
from companion.frozen import dataclass
from companion.games import GAMES
from companion.library import Library
from companion.referee import Referee
from companion.web import catalogue, folders
from companion.web.access import access_routes
from companion.web.address import Address
from companion.web.api import api
from companion.web.calibrate import calibrate
from companion.web.content import content_pages
from companion.web.door import door_routes
from companion.web.drawing import FILTERS
from companion.web.figures import figures
from companion.web.guard import Guard
from companion.web.hand import Cards, OnPhones, hand
from companion.web.machine import Machine, machine
from companion.web.me import me_routes
from companion.web.of_table import of_table
from companion.web.pages import pages
from companion.web.parts import Parts, Templates
from companion.web.people import people_routes
from companion.web.ratings import ratings
from companion.web.records import records
from companion.web.render import Renderer
from companion.web.replaying import replaying
from companion.web.replies import Sent
from companion.web.results import results
from companion.web.review import review
from companion.web.routes import LateRule
from companion.web.rulebook import Tiles, beside
from companion.web.sheets import sheets_pages
from companion.web.simulator import Hands, has_button, simulator
from companion.web.tablet import DrawnTable, tablet_table
from companion.web.template_cache import TemplateCache

# What a page may be drawn without: a picture of the table, and another way on than to the wall.
LEFT_OUT = {"snap": None, "link": "/", "link_text": "To the wall"}
_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class AppParts:
    """What the pages are made over; what is left out this table has not.

    With `hands` the table is a simulated one, with `tablet` a tablet is the table; with `cards`
    robots play at it; the `keeper` has hands that are on phones.
    `templates` is a folder for templates that were compiled before. `machine` is
    what the referee may ask about the machine.
    """

    referee: Referee
    access: Access
    address: Address
    hands: Hands | None = None
    evening: Evening | None = None
    tablet: DrawnTable | None = None
    cards: Cards | None = None
    keeper: OnPhones | None = None
    templates: Path | None = None
    machine: Machine | None = None


def create_app(parts: AppParts) -> Flask:
    """The application over one referee."""
    referee, access, address = parts.referee, parts.access, parts.address
    app = Flask(__name__)
    app.url_rule_class, app.jinja_environment = LateRule, Templates
    app.response_class = Sent
    _dress(app, parts)
    cookie = f"companion-{address.port}"  # cookies are shared between the ports of a host
    simulated, tablet = parts.hands is not None, parts.tablet is not None
    evening = parts.evening or Evening(referee, access)
    calibrator = parts.machine.calibrator if parts.machine else None
    libraries = tuple(
        (game, Library(referee.journal, content))
        for game in GAMES.values()
        for content in game.takes
    )
    renderer = Renderer(app, referee, access, address, simulated, tablet)
    Guard(access, address, cookie).watch(app)
    entered = {library.content.word: library for _, library in libraries}
    app.register_blueprint(pages(referee, renderer, entered, simulated, tablet))
    app.register_blueprint(api(referee, access, renderer, entered))
    for game, library in libraries:
        app.register_blueprint(content_pages(referee, game, library))
    app.register_blueprint(access_routes(referee, access, address, evening, tablet))
    app.register_blueprint(door_routes(access))
    people = people_routes(referee, access, entered)
    for one in (me_routes(referee, access), *_of_what_was_played(referee), people):
        app.register_blueprint(one)
    app.register_blueprint(tablet_table(parts.tablet))
    app.register_blueprint(hand(referee, parts.cards, parts.keeper))
    for one in (review(referee), sheets_pages(app.jinja_env), replaying(referee)):
        app.register_blueprint(one)
    app.register_blueprint(machine(parts.machine))
    app.register_blueprint(calibrate(referee, calibrator))
    if parts.hands is not None:
        app.register_blueprint(simulator(referee, parts.hands, parts.cards))
    return app


def _of_what_was_played(referee: Referee) -> tuple[Blueprint, ...]:
    of_people = figures(referee), records(referee), ratings(referee)
    return *of_people, of_table(referee), results(referee)


def _dress(app: Flask, parts: AppParts) -> None:
    """What all templates know, and where they lie."""
    of_games = Parts(parts.referee.note_trouble)
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_TEMPLATES), of_games])
    folders.serve(app)
    env = app.jinja_env
    assert isinstance(env, Templates)
    env.parts = of_games
    env.undefined = StrictUndefined
    env.globals.update(LEFT_OUT)
    env.filters.update(FILTERS)
    env.trim_blocks = env.lstrip_blocks = True
    env.globals["demo"] = parts.cards is not None
    env.globals["is_drawn"] = parts.tablet is not None  # a table without any parts
    env.globals["has_button"] = partial(has_button, parts.hands)
    env.globals["offers_seats"] = parts.cards.offers if parts.cards is not None else bool
    env.globals["kinds"] = tuple(GAMES)  # each may bring its own drawings and style
    env.globals.update(declared=GAMES, styles=folders.styles())
    # The same on each page, so it is written down once.
    env.globals["sounds"] = htmlsafe_json_dumps(plain(catalogue.sounds()), dumps=app.json.dumps)
    env.globals["pictures"] = PICTURES
    env.globals["beside"] = beside  # what the little book says to a question
    env.globals["tile_of"] = Tiles(env).of
    env.bytecode_cache = TemplateCache(parts.templates) if parts.templates else None
