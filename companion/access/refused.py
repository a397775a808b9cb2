"""What somebody is told who may not, or not so fast."""

from companion.words import CompanionError


class AccessError(CompanionError):
    """Not let in, or not so fast: `status` is HTTP's number for it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
