"""Hands of cards that are on phones alone: dealt by lot, kept apart, and passed at the call."""
