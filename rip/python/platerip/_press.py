"""Pages to ink planes and plates."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arrays import as_array
from ._errors import Error, warn
from ._options import keywords_of, refuse_others, words_of

Progress = Callable[[int, int], None]
PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Page:
    """A page that was made."""

    name: str
    width: int
    """Pixels."""
    height: int
    """Rows."""
    levels: int | None
    """Of a pixel of `plates`, 2 to 16; None if the plates are files."""
    plates: dict[str, NDArray[np.uint8]]
    """uint8, (rows, bytes of a row), of each ink, as `halftone()` returns them; empty if the plates are files."""
    files: dict[str, str]
    """The path of each ink's plate; empty if the plates are arrays."""
    coverage: dict[str, float]
    """Percent of the page's area that each ink prints."""
    page_profile: str
    """Name; empty if the inks passed through."""
    press_profile: str
    """Name; empty if none was needed."""
    separation: str
    """What separated the page: backend and instruction set."""
    halftone: str
    """What halftoned it."""
    warnings: list[str]
    """What is also said as `PageWarning`."""
    notes: list[str]
    """Choices that were made."""
    seconds: float


class Press:
    """The files that options name, opened once for all pages: profiles, curves, screens. Tables are shared, too.

    options: those of `options()`. Without `profile`, the press profile is FOGRA39.

    A press does not change. Threads may share it.
    """

    def __init__(self, **options: Any) -> None:
        self._native = _native.Press(words_of(options))

    @property
    def inks(self) -> list[str]:
        """The inks of the press profile, in the order of their planes."""
        return self._native.inks

    def separate(
        self,
        pixels: Any,
        *,
        model: str | None = None,
        alpha: str | None = None,
        spots: Sequence[str] = (),
        icc: bytes = b"",
    ) -> dict[str, NDArray[Any]]:
        """See `separate()`."""
        inks, planes, lines = self._native.separate(as_array(pixels), _meaning(model, alpha, spots, icc), "page")
        warn(lines)
        return dict(zip(inks, planes))

    def rip(
        self,
        page: Any,
        *,
        model: str | None = None,
        alpha: str | None = None,
        spots: Sequence[str] = (),
        icc: bytes = b"",
        title: str = "page",
        progress: Progress | None = None,
    ) -> Page:
        """See `rip()`."""
        if not _is_path(page):
            return _page(self._native.rip(as_array(page), _meaning(model, alpha, spots, icc), title, progress))
        pages = self._native.pages([os.fspath(page)])
        if pages.count > 1:
            raise Error(
                f"{os.fspath(page)}: has {pages.count} pages; choose one with pages, or use rip_pages()", "bad_setting"
            )
        return next(_made(pages, progress))

    def rip_pages(self, *files: PathLike, progress: Progress | None = None) -> Iterator[Page]:
        """See `rip_pages()`."""
        pages = self._native.pages([os.fspath(file) for file in files])
        return _made(pages, progress)


def separate(
    pixels: Any,
    *,
    model: str | None = None,
    alpha: str | None = None,
    spots: Sequence[str] = (),
    icc: bytes = b"",
    **options: Any,
) -> dict[str, NDArray[Any]]:
    """Separates pixels into ink planes, which are what `rip()` halftones.

    pixels: uint8 or uint16, (rows, pixels) or (rows, pixels, samples): first the colours, then alpha, then spot inks.
        In gray and RGB, 0 is black; in CMYK and spot inks, 0 is paper. Rows may be any number of bytes apart; the
        samples of a row lie side by side.
    model: "gray", "rgb", "cmyk", "lab" (ICC.1:2022) or "inks", which means spot inks only. Default: gray for 1 sample,
        RGB for 3.
    alpha: "unassociated", or "associated" if the colours are premultiplied. Default: there is no alpha.
    spots: the names of the spot inks.
    icc: the profile of the page, such as Pillow's image.info["icc_profile"]. Default: sRGB. Inks of CMYK pages pass
        through, unless convert_cmyk=True.
    options: those of the groups Colour and Resources of `options()`, and `backend`, `planes`, `resolution` and `split`.

    Returns the plane of each ink, by its name: (rows, pixels) of the type of `pixels`, from 0 for paper to 255 or
    65535 for solid.

    Raises `Error` for options that do not fit, TypeError or ValueError for arrays that do not.
    """
    refuse_others(options, keywords_of("Colour", "Resources") | {"backend", "planes", "resolution", "split"}, "planes")
    return Press(**options).separate(pixels, model=model, alpha=alpha, spots=spots, icc=icc)


def rip(
    page: Any,
    *,
    model: str | None = None,
    alpha: str | None = None,
    spots: Sequence[str] = (),
    icc: bytes = b"",
    title: str = "page",
    progress: Progress | None = None,
    **options: Any,
) -> Page:
    """Makes the plates of one page, the same that the command makes.

    page: a file of one page, or pixels as `separate()` takes them.
    model, alpha, spots, icc: what the pixels are, see `separate()`. Files say that themselves.
    title: the page's name, from which files of plates get theirs. Files of pages have names.
    progress: called after each strip with the rows that are done, and all rows.
    options: those of `options()`. With `output`, the plates are TIFF files in that folder; without it, they are arrays.
        `resolution` is for pages that have none, such as pixels.

    Raises `Error`. Ctrl-C stops the page. In both cases, no file gets its name, unless all were complete by then.
    """
    press = Press(**options)
    return press.rip(page, model=model, alpha=alpha, spots=spots, icc=icc, title=title, progress=progress)


def rip_pages(*files: PathLike, progress: Progress | None = None, **options: Any) -> Iterator[Page]:
    """Makes the plates of all pages of files, one page each time that the iterator is asked. See `rip()`.

    An error ends the iterator. The plates of the pages before it are made.
    """
    return Press(**options).rip_pages(*files, progress=progress)


def _is_path(page: Any) -> bool:
    return isinstance(page, (str, os.PathLike))


def _meaning(model: str | None, alpha: str | None, spots: Sequence[str], icc: bytes) -> _native.PixelMeaning:
    return _native.PixelMeaning(model, alpha, list(spots), icc)


def _made(pages: _native.Pages, progress: Progress | None) -> Iterator[Page]:
    while (made := pages.next(progress)) is not None:
        yield _page(made)


def _page(made: dict[str, Any]) -> Page:
    warn([f"{made['name']}: {line}" for line in made["warnings"]])
    return Page(**made)
