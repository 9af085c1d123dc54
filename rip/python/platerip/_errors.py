"""What goes wrong, as exceptions and warnings."""

import sys
import warnings
from collections.abc import Sequence
from typing import NamedTuple


class Advice(NamedTuple):
    """One way out of an error. Mostly it says how to set an option."""

    action: str
    """"give", "give_at_least", "give_larger", "give_another", "leave_out", or "other": `value` says what to do."""
    setting: str
    """The option, as a keyword of this module: "ink_limit"."""
    value: str
    """The value to give; may be empty."""
    purpose: str
    """What for; may be empty."""


class Error(Exception):
    """A page, a setting or a file that cannot be used. Its text is one line, which ends with the advice."""

    code: str
    """"bad_input", "bad_setting", "unsupported", "unreadable", "no_memory", "no_space", "stopped" or "device"."""
    advice: list[Advice]
    """Ways out, each of which is enough; may be empty."""
    setting: str
    """The option that is wrong, as a keyword of this module; may be empty."""
    page: str
    """The name of the page that could not be made; may be empty."""

    def __init__(
        self,
        message: str,
        code: str,
        advice: Sequence[tuple[str, str, str, str]] = (),
        setting: str = "",
        page: str = "",
    ) -> None:
        super().__init__(message, code, advice, setting, page)
        self.code = code
        self.advice = [Advice(*way_out) for way_out in advice]
        self.setting = setting
        self.page = page

    def __str__(self) -> str:
        return str(self.args[0])


class PageWarning(UserWarning):
    """What to know about a page that was made: an option without effect, or a problem that was overcome."""


def warn(lines: Sequence[str]) -> None:
    """Warns of each line, in the name of whoever has called this package."""
    level = 1
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
        level += 1
    for line in lines:
        warnings.warn(line, PageWarning, stacklevel=level)
