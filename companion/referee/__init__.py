"""The referee: where signals and people's words become facts, and facts meet the rules."""

from companion.journal import GameRow as GameRow
from companion.journal import JournalError as JournalError
from companion.referee.answers import Bar as Bar
from companion.referee.answers import Reply as Reply
from companion.referee.answers import Teller as Teller
from companion.referee.fold import Fold as Fold
from companion.referee.picture import Picture as Picture
from companion.referee.referee import Referee as Referee
