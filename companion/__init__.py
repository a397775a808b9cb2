"""Splash Companion: the referee at a family's table."""

__version__ = "0.1.0"
