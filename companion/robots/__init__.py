"""Pretend families: they hold real hidden hands, play by the rules, and know the truth.

A family acts (`Act`) and answers questions as people would; who plays it out, straight into the
rules or through pins and pages, is somebody else's business. No clock: times are theirs to say.
"""

from companion.robots.acts import Act as Act
from companion.robots.acts import Does as Does
from companion.robots.acts import Reply as Reply
from companion.robots.acts import Reveal as Reveal
from companion.robots.dolphin_splash import Family as Family
from companion.robots.dolphin_splash import Temper as Temper
from companion.robots.dolphin_splash_live import LiveFamily as LiveFamily
from companion.robots.live import Live as Live
from companion.robots.straight import Played as Played
from companion.robots.straight import play as play
from companion.robots.straight import play_at as play_at
