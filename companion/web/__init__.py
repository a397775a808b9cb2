"""The phones: pages, JSON and live streams over the referee. Never touches pins, serial or SQL."""

from flask import Flask

from companion.doors import Doors
from companion.referee import Referee
from companion.web.address import Address
from companion.web.api import api
from companion.web.door import door
from companion.web.guard import Guard
from companion.web.host import Host
from companion.web.pages import pages
from companion.web.render import Renderer
from companion.web.replaying import replaying
from companion.web.review import review
from companion.web.simulator import Hands, simulator


def create_app(
    referee: Referee,
    doors: Doors,
    address: Address,
    hands: Hands | None = None,
    host: Host | None = None,
) -> Flask:
    """The application over one referee; with `hands` the table is a simulated one."""
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    cookie = f"companion-{address.port}"  # cookies are shared between the ports of a host
    renderer = Renderer(app, referee, doors, address, hands is not None)
    Guard(doors, address, cookie).watch(app)
    app.register_blueprint(pages(referee, renderer, hands is not None))
    app.register_blueprint(api(referee, doors, renderer))
    app.register_blueprint(door(referee, doors, address, host or Host(referee, doors)))
    app.register_blueprint(review(referee))
    app.register_blueprint(replaying(referee))
    if hands is not None:
        app.register_blueprint(simulator(hands))
    return app
