"""How a touch board is calibrated: a guide through its pads, and what comes of it."""
