"""The options of the command platerip, as keywords."""

import numbers
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from . import _native
from ._errors import Error


class Method(NamedTuple):
    """A way to halftone."""

    name: str
    """For `halftone(method=…)`."""
    family: str
    """"error filter", "tone filter", "point process", "screen" or "search"."""
    title: str
    """For dialogs."""
    description: str
    """Who published it, and where."""


class Option(NamedTuple):
    """An option of the command, and the keyword that sets it here."""

    keyword: str
    """"ink_limit"; `for_` for the option `--for`."""
    name: str
    """"ink-limit", as the command spells it."""
    value: str
    """What it takes, such as "PERCENT"; empty for a flag, which is True or False."""
    default: str
    """As the manual shows it; may be empty."""
    description: str
    """One sentence."""
    group: str
    """"Colour", "Halftone", "Plates", …"""
    repeats: bool
    """Whether it takes several values, mostly one for each ink."""


def methods() -> list[Method]:
    """All methods of halftoning."""
    return [Method(*method) for method in _native.methods()]


def options() -> list[Option]:
    """All options, in the order of the manual."""
    return list(_by_keyword.values())


_by_keyword: dict[str, Option] = {option.keyword: option for option in (Option(*row) for row in _native.options())}


def words_of(keywords: dict[str, Any]) -> dict[str, list[str]]:
    """The words that the command would get for these keywords, by the names of the options. None is not given."""
    return {
        _option(keyword).name: _words(_option(keyword), value)
        for keyword, value in keywords.items()
        if value is not None
    }


def keywords_of(*groups: str) -> set[str]:
    """The options of these groups."""
    return {option.keyword for option in options() if option.group in groups}


def refuse_others(keywords: Iterable[str], allowed: set[str], what: str) -> None:
    """Raises `Error` for an option that is not allowed, because it would have no effect."""
    for keyword in keywords:
        if _option(keyword).keyword not in allowed:
            advice = [("leave_out", keyword, "", "")]
            raise Error(f"{keyword}: has no effect on {what}; leave it out", "bad_setting", advice, keyword)


def _option(keyword: str) -> Option:
    if keyword not in _by_keyword:
        raise Error(f"there is no option '{keyword}'; options() lists them", "bad_setting", (), keyword)
    return _by_keyword[keyword]


def _words(option: Option, value: Any) -> list[str]:
    if isinstance(value, dict):
        return [f"{ink}={_word(of_ink)}" for ink, of_ink in value.items()]
    if option.repeats and isinstance(value, (list, tuple)) and not all(isinstance(v, numbers.Number) for v in value):
        return [_word(one) for one in value]
    return [_word(value)]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_word(part) for part in value)
    return str(os.fspath(value) if isinstance(value, os.PathLike) else value)
