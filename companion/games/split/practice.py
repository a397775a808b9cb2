"""A practice board for families who have not entered theirs: it is not the printed one.

Made by chance so that it plays evenly: each suit shows on thirty spaces, twenty spaces show two
suits, and no space shows a suit of its neighbours. Games on record name no board and mean this
one: it never changes.
"""

from typing import Final

PRACTICE: Final = (
    "HC S HD S H S D H S HC",
    "S D S DC S C H D C S",
    "DC S H S D H D H D C",
    "S H S D SC D H SC H D",
    "H SD H C H S C H C H",
    "D H D H D C S DC S C",
    "SC D C S C SH C H C SD",
    "D SH D HC D C H D SH C",
    "S C S D S H D C D S",
    "DC H C SH C SD C HD C HD",
)
