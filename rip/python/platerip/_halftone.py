"""Ink planes to plates."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arrays import planes_of
from ._errors import warn
from ._options import keywords_of, refuse_others, words_of

OPTIONS = keywords_of("Halftone") - {"light", "split"} | {"planes", "resolution", "threads"}
CMYK = ("Cyan", "Magenta", "Yellow", "Black")


def _names(count: int, options: dict[str, Any]) -> Sequence[str]:
    if count == 4 or "planes" in options:
        return CMYK
    return ("Black",) if count == 1 else tuple(f"Ink {number + 1}" for number in range(count))


class Halftoner:
    """Halftones the planes of a page, strip by strip from the top.

    width: pixels of a row.
    method: one of `methods()`.
    dtype: of the planes, uint8 or uint16.
    count: the number of planes.
    names: the inks of the page, in the order of the planes. Default: Black for one plane; Cyan, Magenta, Yellow and
        Black for four planes, or with the option `planes`; else Ink 1, Ink 2, …
    options: those of the group Halftone of `options()`, but for `light` and `split`; and `resolution`, `threads` and
        `planes`, which names the inks of the page whose planes are given. An ink's number on the page matters: tints
        of different inks begin at different dots.

    The bits do not depend on the strips or on the number of threads. Threads may share a halftoner: their calls wait
    for each other.
    """

    def __init__(
        self,
        width: int,
        method: str = "tone",
        *,
        dtype: Any = np.uint8,
        count: int = 1,
        names: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        refuse_others(options, OPTIONS, "planes that are halftoned alone")
        inks = _names(count, options) if names is None else names
        bits = 8 * np.dtype(dtype).itemsize
        self._native = _native.Halftoner(words_of({"halftone": method, **options}), list(inks), width, bits)
        warn(self._native.warnings)

    @property
    def inks(self) -> list[str]:
        """The inks of the planes, in their order."""
        return self._native.inks

    @property
    def levels(self) -> int:
        """How many levels a pixel of a plate has, 2 to 16."""
        return self._native.levels

    @property
    def description(self) -> str:
        """The backend and its instruction set, such as "cpu (AVX2)"."""
        return self._native.description

    def run(self, planes: Any, last: bool = False, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Takes the next rows of the planes, and returns the next finished rows of the plates.

        planes, last, out: see `halftone()`. `last` says that no rows follow. Until then, methods that look ahead
        (dbs, les, pes) return fewer rows than they were given, and with the last strip all that are left.

        Returns uint8, (planes, finished rows, bytes of a row), or without the first dimension if `planes` has two.
        """
        arrays, is_single = planes_of(planes)
        if out is not None and not isinstance(out, np.ndarray):
            raise TypeError(f"out is a NumPy array that gets the plates, not {type(out).__name__}")
        if out is not None and is_single:
            out = out[np.newaxis]
        plates = self._native.run(arrays, out, last)
        return plates.reshape(plates.shape[1:]) if is_single else plates

    def save(self) -> bytes:
        """What the rows below depend on. Another process or machine can go on from it."""
        return self._native.save()

    def restore(self, state: bytes) -> None:
        """Goes on from what a halftoner for the same planes and options has saved."""
        self._native.restore(state)


def halftone(
    planes: Any,
    /,
    method: str = "tone",
    *,
    names: Sequence[str] | None = None,
    out: NDArray[np.uint8] | None = None,
    **options: Any,
) -> NDArray[np.uint8]:
    """Halftones an ink plane, or the planes of a page together.

    planes: uint8 or uint16, (rows, pixels) or (planes, rows, pixels), or a sequence of arrays (rows, pixels). 0 is
        paper; 255 or 65535 is solid. Rows may be any number of bytes apart; the samples of a row lie side by side.
        Arrays are not copied, whether they are NumPy's or share host memory by DLPack or the buffer protocol.
    method: one of `methods()`.
    names, options: see `Halftoner`.
    out: the array to write to, of the shape that is returned. Default: a new one.

    Returns uint8, (rows, bytes of a row) or (planes, rows, bytes of a row). A pixel has 1 bit, or 2 with 3 or 4
    levels, or 4 with more; the first pixel is in the most significant bits. `unpack()` gives each pixel a byte.

    Raises `Error` for options that do not fit, TypeError or ValueError for arrays that do not. The GIL is released.
    """
    count, rows, width, bits = _native.shape_of(planes_of(planes)[0])
    if rows == 0:
        raise ValueError("a plane needs rows; this one has none")
    halftoner = Halftoner(width, method, dtype=f"uint{bits}", count=count, names=names, **options)
    return halftoner.run(planes, last=True, out=out)
