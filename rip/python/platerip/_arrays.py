"""Arrays in and out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def as_array(data: Any) -> NDArray[Any]:
    """The array that `data` is, or whose memory it shares: by DLPack, by the buffer protocol or by NumPy's own."""
    if isinstance(data, np.ndarray) or not hasattr(data, "__dlpack__"):
        return np.asarray(data)
    try:
        return np.from_dlpack(data)
    except (BufferError, RuntimeError) as error:
        raise TypeError(f"this array cannot be shared: {error}; copy it to the memory of the host") from error


def planes_of(data: Any) -> tuple[list[NDArray[Any]], bool]:
    """The planes of an array of rows and pixels, of an array of such planes, or of a sequence of them; and whether it
    is the first, one plane."""
    if isinstance(data, (list, tuple)):
        return [as_array(plane) for plane in data], False
    array = as_array(data)
    return (list(array), False) if array.ndim == 3 else ([array], True)


def unpack(plates: Any, width: int, levels: int = 2) -> NDArray[np.uint8]:
    """The pixels of plates, one byte each.

    plates: uint8, (…, bytes of a row), as `halftone()` and `rip()` return them.
    width: pixels of a row.
    levels: levels of a pixel, 2 to 16.

    Returns uint8, (…, width): the level of each pixel, from 0 for paper to levels - 1 for solid.
    """
    plates = as_array(plates)
    bits = 1 if levels == 2 else 2 if levels <= 4 else 4
    row_bytes = (width * bits + 7) // 8
    if plates.dtype != np.uint8 or plates.ndim == 0 or plates.shape[-1] != row_bytes:
        raise ValueError(
            f"plates of {width} pixels and {levels} levels have {row_bytes} bytes of uint8 in a row; "
            f"this array has {plates.dtype} and the shape {plates.shape}"
        )
    if bits == 1:
        return np.unpackbits(plates, axis=-1, count=width)
    shifts = np.arange(8 - bits, -1, -bits, dtype=np.uint8)
    pixels: NDArray[np.uint8] = plates[..., np.newaxis] >> shifts & (1 << bits) - 1
    return pixels.reshape(*plates.shape[:-1], -1)[..., :width]
