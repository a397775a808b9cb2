"""The phones: pages, JSON and live streams over the referee. Never touches pins, serial or SQL."""

from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined

from companion.boards import Boards
from companion.decks import Decks
from companion.doors import Doors
from companion.games import GAMES
from companion.referee import Referee
from companion.web.address import Address
from companion.web.api import api
from companion.web.boards import boards_pages
from companion.web.calibrate import calibrate
from companion.web.compiled import Compiled
from companion.web.decks import decks_pages
from companion.web.door import door
from companion.web.drawing import FILTERS
from companion.web.guard import Guard
from companion.web.hand import Cards, hand
from companion.web.host import Host
from companion.web.machine import Machine, machine
from companion.web.pages import pages
from companion.web.render import Renderer
from companion.web.replaying import replaying
from companion.web.review import review
from companion.web.simulator import Hands, simulator
from companion.web.tablet import Glass, tablet_table

# What a page may be drawn without: a picture of the table, and another way on than to the wall.
LEFT_OUT = {"snap": None, "link": "/", "link_text": "To the wall"}


def create_app(
    referee: Referee,
    doors: Doors,
    address: Address,
    hands: Hands | None = None,
    host: Host | None = None,
    glass: Glass | None = None,
    cards: Cards | None = None,
    compiled: Path | None = None,
    parts: Machine | None = None,
) -> Flask:
    """The application over one referee.

    With `hands` the table is a simulated one, with `glass` a tablet is the table; with `cards`
    robots play at it. `compiled` is a folder for templates that were compiled before. `parts` is
    what the referee may ask about the machine.
    """
    app = Flask(__name__)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals.update(LEFT_OUT)
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["demo"] = cards is not None
    app.jinja_env.globals["kinds"] = tuple(GAMES)  # each brings its own drawings and style
    app.jinja_env.bytecode_cache = Compiled(compiled) if compiled else None
    cookie = f"companion-{address.port}"  # cookies are shared between the ports of a host
    simulated, tablet = hands is not None, glass is not None
    boards, decks = Boards(referee.journal), Decks(referee.journal)
    renderer = Renderer(app, referee, doors, address, simulated, tablet)
    Guard(doors, address, cookie).watch(app)
    app.register_blueprint(pages(referee, renderer, (boards, decks), simulated, tablet))
    app.register_blueprint(api(referee, doors, renderer, (boards, decks)))
    app.register_blueprint(boards_pages(referee, boards))
    app.register_blueprint(decks_pages(decks))
    app.register_blueprint(door(referee, doors, address, host or Host(referee, doors), tablet))
    app.register_blueprint(tablet_table(glass))
    app.register_blueprint(hand(referee, cards))
    app.register_blueprint(review(referee))
    app.register_blueprint(replaying(referee))
    app.register_blueprint(machine(parts))
    app.register_blueprint(calibrate(referee, parts.calibrator if parts else None))
    if hands is not None:
        app.register_blueprint(simulator(referee, hands, cards))
    return app
