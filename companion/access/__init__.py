"""Who comes and goes at one table, and who may do what.

Decides only: it knows no pages and no requests.
"""

from companion.access.access import Access as Access
from companion.access.refused import AccessError as AccessError
from companion.access.session_rows import Session as Session
